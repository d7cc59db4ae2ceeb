"""Documents that are not on this machine: their paths below a file of results, their carried texts.

Results of a cluster are opened where their documents are not: rows of tables, or files at
addresses. Such a document has a path below the file of results that it was opened from, as those
inside archives have one below the archive. No file can have such a path, so nothing that opens,
moves or removes files by their paths ever reaches one of this machine, whatever it is called.

Exports: path_elsewhere, name_elsewhere, results_above, called_elsewhere, write_carried,
read_carried.

May import: what store may.
"""

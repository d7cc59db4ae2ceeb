"""Documents as they come: each one is compared with the library when its file is closed.

An event of the file system is only a hint that a path may have changed. What happened is decided
by setting the file that is there now against the index, so lost, doubled and late events do no
harm.

Exports: watch.

May import: model, files, workers, text, fingerprint, candidates, store, grouping, pipeline.
"""

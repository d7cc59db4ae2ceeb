"""Which document of a group stays unless a person says otherwise.

Copies of one text differ beside it: ``originals`` orders them, the original first. Of
near-duplicates ``election`` chooses the text that stays, among those that are near all others of
the group: the one that holds the others, that of the higher version (``versions`` reads names and
folders), that which states the later date, that which was modified after the others' copy run
(``runs``), and so on. It uses what the index has, reads nothing, and does not depend on the order
of documents. ``copy_names`` knows how programs call copies.

Exports: originals_first and its grounds, elected and its rounds, holds, CopyRuns, WhyKept,
version_of, are_copy_names.

May import: model, files, fingerprinting, store.
"""

"""The journal of removals: the operations, and which document relied on which.

A separate SQLite file, which survives the loss of the index. It uses a rollback journal, not a
write-ahead log: between two transactions it is one complete file, which can be copied, and read
from a full or read-only disk.

The journal holds edges from a removed document to its witness. A report carries the number of the
last operation before its scan. What a later operation relied on, and was not undone, may go only
when a witness with the same text stays, so by induction every text that was relied on is still
there. An interrupted operation is rolled back if the original is still beside, else finished. A
lock distinguishes interrupted runs from running ones; an operation notes which lock its run had,
and where locks do not work, or that one was deleted, nothing is recovered unless a person says that
no run is at work. Content decides, too, since the inode of a
file that is gone is reused for a new one. Each operation takes two synced commits.

Exports: Journal, Reliance.

May import: model, files, store.
"""

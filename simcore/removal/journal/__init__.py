"""The journal of removals: what was done, and which document relied on which.

A SQLite file of its own, so that it outlives a lost index. It keeps a rollback journal, not a
write-ahead log: it is one whole file between two transactions.

The journal holds edges from a removed document to its witness. A report carries the number of the
last operation before its scan. What a later operation relied on, and was not undone, may go only
when a witness with the same text stays, so by induction every text that was relied on is still
there. An interrupted operation is rolled back if the original is still beside, else finished. A
lock tells interrupted runs from those at work. Content decides too, since the inode of a file that
is gone is given to a new one. Each operation takes two synced commits.

Exports: Journal, Reliance.
"""

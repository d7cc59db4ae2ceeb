"""The journal of removals: what was done, and which document relied on which.

A SQLite file of its own, so that it outlives a lost index. It keeps a rollback journal, not a
write-ahead log: it is one whole file between two transactions.

Exports: Journal, Reliance.
"""

"""The table of groups: its data without widgets in ``rows``, its view in ``view``.

A flat table, not a tree: ``QTreeView`` asks for each row of 600,000, which takes 2.5 s. Reports of
more than 4,000 documents are sorted, filtered and marked in a thread; the former rows stay until
the answer is there. Commands affect only what the filter shows: hidden marks stay, and hidden
documents are never removed.
"""

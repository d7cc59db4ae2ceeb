"""The table of groups: its data without widgets in ``rows``, its view in ``view``.

Groups and their documents are rows of a table, found by sums over the groups, since ``QTreeView``
asks for each row of 600,000 (2.5 s). What is sorted, filtered or marked by the hundred thousand is
done in a thread, up to 10,000 documents at once in the window's own; the rows before stay until the
answer is there. Commands reach what the filter shows: marks that it hides stay, and are never
removed.
"""

"""Documents that go and those that stay, pair by pair, in rows of two lines.

Exports: PairList (the view), PairModel with its sections and columns, and the runs that tell the
names and folders of two documents apart.

May import: what removal may.
"""

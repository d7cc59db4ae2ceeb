"""Removals: what is asked before, done, told afterwards and undone, with the history.

The contents of a dialog are computed in the thread that plans the removal; rows of long lists
are made when they are seen.
"""

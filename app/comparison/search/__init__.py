"""Finding in both texts.

Exports: the bar of the search and what it finds.
"""

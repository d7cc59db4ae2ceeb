"""Finding in both texts.

Exports: DifferenceSearch, and DifferenceFindBar, in which a person types.

May import: comparison, looks, widgets.
"""

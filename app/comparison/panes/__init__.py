"""The painted panes: only the lines in view are laid out.

Exports: the panes of both texts with gutter, overview and selection.
"""

"""The painted panes: only the lines in view are laid out.

Exports: DifferencePanes, with gutter, overview and selection, and the DifferenceRoll that both
scroll.

May import: comparison, language, looks, widgets.
"""

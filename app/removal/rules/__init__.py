"""Keep rules in the window: the command, the dialog with its list, and the preview.

Exports: RuleController, which opens the dialog.

May import: what removal may.
"""

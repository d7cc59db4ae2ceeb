"""Keep rules in the window: the list, the dialog and the preview.

Exports: RulesDialog.
"""

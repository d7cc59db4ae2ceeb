"""The manual and the list of shortcuts.

Exports: ManualWindow, ShortcutList.

May import: language, widgets.
"""

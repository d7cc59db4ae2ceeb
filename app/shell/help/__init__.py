"""The manual and the list of shortcuts.

Exports: ManualWindow, show_manual, ShortcutList.

May import: language, looks, widgets.
"""

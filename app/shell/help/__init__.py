"""The manual and the list of shortcuts.

Exports: the windows of both.
"""

"""The command palette: every command of the window by a few letters of its name.

Exports: CommandPalette.

May import: what shell may.
"""

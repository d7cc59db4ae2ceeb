"""The bars around the window: toolbar, menu bar, status line.

Exports: WindowToolbar, WindowMenus, MenuBarKeeper, StatusLine.

May import: language, looks, widgets, session, settings, results, comparison, shell.
"""

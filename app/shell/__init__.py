"""The main window: its layout, menus, commands, states, start and end.

Exports: MainWindow, its commands, the pages that stand where there are no results.

May import: background, language, looks, widgets, session, settings, folders, results, comparison,
picture, removal, watching.
"""

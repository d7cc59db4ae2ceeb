"""The main window: its layout, menus, commands, states, start and end.

Exports: MainWindow, its commands, the pages that stand where there are no results.

What ``frame.py`` imports is what a start waits for; ``MainWindow`` makes the rest after it is seen.

May import: background, language, looks, widgets, session, settings, folders, results, comparison,
picture, removal, watching.
"""

"""The main window: layout, menus, commands, states, start and end.

A start waits for what ``window.py`` imports; ``MainWindow`` makes the rest once visible.
"""

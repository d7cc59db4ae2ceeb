"""The main window: its layout, menus, commands, states, start and end.

What ``window.py`` imports is what a start waits for; ``MainWindow`` makes the rest after it is
seen.
"""

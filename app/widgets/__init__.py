"""Widgets and desktop services that do not depend on documents.

Exports: row lists, text tables, panels with a list of files, banner, menus of choices and of
encodings, action sets, icons, layouts, keys of views, the desktop.

May import: background, language, looks.
"""

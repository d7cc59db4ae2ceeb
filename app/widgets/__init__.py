"""Widgets and desktop services that know nothing of documents.

Exports: row lists, text tables, banner, menus of choices, icons, keys of views, the desktop.

May import: background, language.
"""

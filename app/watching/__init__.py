"""Watched folders: a process beside the window watches them, a list shows what came.

Exports: the watch that runs, and its list.

May import: background, language, looks, widgets, session, settings.
"""

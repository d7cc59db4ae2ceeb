"""Watched folders: a process beside the window watches them, a list shows what came.

Exports: WatchSession with its process and its log, ArrivalPanel, WatchTray, TrayPresence.

May import: background, language, looks, widgets, session, settings.
"""

"""The folders that are scanned, and their roles: normal, protected, excluded.

Exports: FolderPanel, ArrivalsEntry, the rows of folders, the sets of folders scanned lately.

May import: language, looks, widgets, settings.
"""

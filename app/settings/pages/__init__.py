"""The pages of the settings dialog: rows of an option, each with a sentence and its problem.

Exports: SettingsPage and the pages made of it, PageList.

May import: what settings may.
"""

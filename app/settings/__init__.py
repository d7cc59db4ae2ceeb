"""What is remembered from one start to the next, and the dialog that edits it.

Exports: Settings and their store, SettingsEditing, the presets, rule sets and appearances.

May import: language, widgets.
"""

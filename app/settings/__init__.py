"""The settings stored from one start to the next, and the dialog that edits them.

Exports: Settings and their store, SettingsEditing, the presets, rule sets and appearances.

May import: language, widgets.
"""

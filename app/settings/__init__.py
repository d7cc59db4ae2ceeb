"""The settings stored from one start to the next, and the dialog that edits them.

Exports: Settings and their store, SettingsController, the presets, rule sets and appearances.

May import: background, language, looks, widgets.
"""

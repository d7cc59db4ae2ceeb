"""What is remembered from one start to the next, and the dialog that edits it.

Exports: Settings, load_settings, save_settings, the presets, rule sets and appearances.

May import: language, widgets.
"""

"""What is asked and told of removals: the dialog, the summary, the history, undo.

Exports: the dialog of removing, the window of the history, the words for both.

May import: background, language, widgets, session, settings.
"""

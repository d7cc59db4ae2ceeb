"""What is asked and told of removals: the dialog, the summary, the history, undo.

What a dialog tells is counted and sorted in the thread that plans the removal; rows of long lists
are made when they are seen.

Exports: the dialog of removing, the window of the history, the words for both.

May import: background, language, widgets, session, settings.
"""

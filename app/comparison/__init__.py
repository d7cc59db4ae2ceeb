"""Two documents side by side: their texts, differences, and why they are alike.

Exports: DifferenceView and what it is told.

May import: background, language, widgets, session.
"""

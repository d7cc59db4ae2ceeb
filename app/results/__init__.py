"""What was found: groups, problems, documents like one file, and the filter over them.

Exports: FilterBar; the tables stand in the rooms inside.

May import: background, language, widgets, session.
"""

"""What was found: groups, problems, documents like one file, and the filter over them.

Exports: FilterBar. The tables stand in rooms inside; ``review`` is what a person does with them.

May import: background, language, widgets, session.
"""

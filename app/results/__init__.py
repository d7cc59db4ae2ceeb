"""The results: groups, problems, documents similar to one file, and the filter.

Exports: FilterBar. The tables stand in rooms inside; ``review`` is what a person does with them.

May import: background, language, looks, widgets, session.
"""

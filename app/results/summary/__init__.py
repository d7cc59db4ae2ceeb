"""The strip above the results: what is safe to free, and counts of each kind that filter.

Exports: SummaryStrip.

May import: background, language, looks, widgets, session.
"""

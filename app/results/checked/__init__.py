"""How much of a document stands in the library: its sources and passages.

Exports: CheckPanel, and DocumentChecks that has documents checked for it.

May import: what results may.
"""

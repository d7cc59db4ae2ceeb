"""The files that could not be used, with the reasons.

Exports: ProblemPanel, and ProblemFiles that does what the panel asks for.

May import: what results may.
"""

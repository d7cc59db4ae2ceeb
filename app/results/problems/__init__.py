"""The files that could not be used, with the reasons.

Exports: ProblemPanel.
"""

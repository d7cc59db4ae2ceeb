"""The documents that are like one file.

Exports: SimilarPanel.
"""

"""The documents that are like one file.

Exports: SimilarPanel, and SimilarDocuments that asks the index for it.

May import: what results may.
"""

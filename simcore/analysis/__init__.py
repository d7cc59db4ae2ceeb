"""Explanations of similarity, evaluations of recipes, and the check of a document.

Exports: explain, what_differs, find_parallels, compare_as, check_document, the evaluation against
labelled pairs, designs of block tables.

May import: model, files, text, fingerprinting, candidates, store, grouping, reports, pipeline.
"""

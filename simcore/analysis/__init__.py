"""Explanations of similarity, and evaluations of recipes.

Exports: explain, find_parallels, compare_as, the evaluation against labelled pairs, designs of
block tables.

May import: model, files, text, fingerprint, candidates, store, grouping, reports, pipeline.
"""

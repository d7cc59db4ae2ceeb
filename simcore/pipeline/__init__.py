"""The stages in their order; the only room that knows it.

A scan lists, reads, fingerprints and indexes, takes candidates from both routes, and compares them
exactly. A candidate that was compared before is recalled from the index.

Exports: scan, recall, find_similar, recall_similar, read_again, find_changes, candidate_pairs.

May import: model, files, workers, text, fingerprint, candidates, store, grouping, removal.
"""

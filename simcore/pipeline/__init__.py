"""The stages in their order; the only room that knows it.

A scan lists, reads, fingerprints and indexes, takes candidates from both routes, and compares them
exactly. A candidate that was compared before is recalled from the index.

What a rescan need not do again: a listed file is a name and its state, the index is walked once in
the order of its folders, and the report makes a document of a row when it is asked for one.
Candidates are kept in the index under a key of all that they depend on. They are a function of the
set of texts, not of the order of scans, so an earlier search is taken over only where it must give
the same; a search for new texts also asks for the texts whose shared shingles have become common or
are so no more. It gives up where more than a quarter of the texts are asked for.

A shingle of the exact comparison is a run of characters of the normal form without spaces: 4 where
it begins with a Chinese character, else 5 (benchmarks/quality/RESULTS-shingles.md). Pairs that are
at least 0.3 alike are also compared without numbers, dates and names: two invoices on one form are
near-duplicates, but no copies.

Exports: scan, recall, find_similar, recall_similar, read_again, find_changes, candidate_pairs.

May import: model, files, workers, text, fingerprint, candidates, store, grouping, removal.
"""

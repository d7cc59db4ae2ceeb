"""A scan, whose stages only this room knows in their order, and questions to what it found.

A scan lists, reads, fingerprints and indexes, takes candidates from both routes, and compares them
exactly. A candidate that was compared before is recalled from the index.

A rescan avoids repeated work: a listed file is a name and its state, the index is read once in the
order of its folders, and the report builds a document from its row on demand. Candidates are cached
in the index under a key of all that they depend on. They are a function of the set of texts, not of
the order of scans, so an earlier search is reused only where the result must be the same; a search
for new texts also covers the texts whose shared samples have become common or are no longer. If it
would cover more than a quarter of the texts, all are searched.

Before a listing is set against the index, documents that came too long ago are forgotten; what of
them is listed is not read again.

A shingle of the exact comparison is a run of characters of the normal form without spaces: 4 where
it begins with a Chinese character, else 5 (benchmarks/quality/RESULTS-shingles.md). Pairs that are
at least 0.3 alike are also compared without numbers, dates and names: two invoices on one form are
near-duplicates, but not copies. Short texts are compared by their words in order, too; a pair has
the counts by which it is more alike, and says which (``MeasuredBy``).

What of the verified pairs are forms is told last (``forms``), by the sketches of all texts.
"""

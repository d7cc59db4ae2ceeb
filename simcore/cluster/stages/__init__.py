"""The stages of a job: each takes the rows of a part of some data and yields others.

A stage is a frozen dataclass, or a function, that is sent to tasks; ``simcore.cluster.job`` says in
which order they come. Documents are read once (``documents``); those of one normal form are one
text, numbered by its hash (``texts``). The samples of all texts are inverted by ranges of their
values (``samples``). Rare samples and near fingerprints propose pairs (``proposing``), samples that
many have propose those of crowds (``crowds``). Pairs that share texts go to one tile (``tiles``),
where sketches tell which are worth it, and texts are compared exactly (``comparing``). What
verified pairs connect is an island (``islands``), of which forms, pairs and groups are told as of a
whole library (``reviewing``).

Exports: the stages, as classes and functions; the schemas of their rows.

May import: cluster, model, files, workers, kernel, text, fingerprinting, candidates, store,
grouping, reports, pipeline, strings.
"""

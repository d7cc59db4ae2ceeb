"""Beyond one machine: the same pairs and groups, found by Spark where the data are.

A job is a row of stages (``job``) over packets: arrays on their way to a bucket, where those that
belong together come together. Of Spark it asks to map partitions and to bring packets to buckets
(``frames``; ``spark`` does it); all else is the engine's own functions over arrays, and runs in one
process, too, where the tests hold it against what one process finds.

Documents are read once (``documents``); those of one normal form are one text, numbered by its hash
(``texts``). The samples of all texts are inverted by ranges of their values (``samples``). Rare
samples and near fingerprints propose pairs (``proposing``), samples that many have propose those of
crowds (``crowds``). Pairs that share texts go to one tile (``tiles``), where sketches tell which
are worth it, and texts are compared exactly (``comparing``). What verified pairs connect is an
island (``islands``), of which forms, pairs and groups are told as of a whole library
(``reviewing``). No number and no order depends on partitions: a task that is repeated makes the
same again.

Exports: fingerprints, pairs, groups (``dataframes``); ClusterJob.

May import: model, files, workers, kernel, text, fingerprinting, candidates, store, grouping,
reports, pipeline, strings.
"""

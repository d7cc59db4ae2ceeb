"""Candidate pairs: the pairs of texts that are worth an exact comparison.

A sketch keeps samples of a text's long runs (``sketches``). Two texts whose sketches share enough
are candidates; one inverted structure says which these are (``inverted``), in memory, mapped from a
file beside the index, or as packets of a cluster. That also finds a chapter inside its book. Where
many texts share a passage, each meets some that represent them, and what does not meet is counted.

Near fingerprints are found by blocks, exactly, at any distance (``blocks``, ``designs``). In a scan
those within 3 bits propose pairs, too. NumPy on arrays, and the core where lists are gone through:
no file, no index. Measurements: benchmarks/quality/RESULTS-search.md.
"""

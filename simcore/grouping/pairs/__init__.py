"""The pairs of a report as columns of NumPy: for thresholds, and for the picture of all pairs.

``table`` applies thresholds to the verified pairs, for the grouper. ``columns`` has all that was
compared in a scan, and ``density`` counts it in the ``cells`` of a picture.

Exports: PairTable, pair_columns and its PairColumns, PairDensity, PairCell, the least similarity
that the gap between pairs suggests.

May import: what grouping may.
"""

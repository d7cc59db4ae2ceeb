"""Which pairs of texts are worth an exact comparison.

Two routes propose: near fingerprints (exact for every distance, by blocks and sort orders) and
shared sampled shingles (passages), which also find a chapter inside its book. Pure NumPy on
arrays: no file, no index.

Exports: near pairs, dense neighbourhoods, shared passages, the codec of samples.

May import: model, text.
"""

"""The sketch of a text: its shingles sampled by their hashes, in the compiled core.

It has the lower 32 bits of each sampled shingle, sorted: see ``simcore.candidates.sketches``. A
collision of 32 bits proposes a superfluous pair at worst. A ``finer`` sketch is what it would be at
the next denser rate: empty if there is none, or it would be large, for then a sparse one estimates
well.
"""

SAMPLINGS = (1, 4, 16)
"""The sampling rates: one shingle in so many is kept. Powers of two, ascending."""

LEAST_SKETCH = 64
"""A text is sampled at the sparsest rate that leaves it this many samples."""

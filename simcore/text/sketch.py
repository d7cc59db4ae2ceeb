"""The sketch of a text: its shingles sampled by their hashes, in the compiled core.

It has the lower 32 bits of each sampled shingle, sorted. The values show the sampling rate: they
are all 0 mod 16, or mod 4, or not (Broder 1997, section 4: mod-m sampling keeps the same shingles
in every text). A collision of 32 bits proposes a superfluous pair at worst. A ``finer`` sketch is
what it would be at the next denser rate: empty if there is none, or it would be large, for then a
sparse one estimates well.
"""

SAMPLINGS = (1, 4, 16)
"""The sampling rates: one shingle in so many is kept. Powers of two, ascending."""

LEAST_SKETCH = 64
"""A text is sampled at the sparsest rate that leaves it this many samples."""

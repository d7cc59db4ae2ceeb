"""Who leads each group, and which texts a leader holds as earlier versions of itself.

A star is a leader with what is near it. A growing file is one star, too: ``growing`` tells the
earlier versions, which the latest one holds and grew from by small steps, from the parts of a whole
that they never were. ``sets`` finds at once where in a library there may be some, ``of_two`` which
text leads each pair that stands alone.

Exports: leaders_of, Growing, GrowingSets, PairLookup.

May import: what grouping may.
"""

"""How much two texts share, counted so that the figures are true of tables and sequences, too.

``lengths`` says how long the shingles of a text must be, ``counting`` counts what two texts have in
common by them. Fingerprints and sketches, which only propose pairs, are made of the shortest
shingles (``simcore.text.shingles``).

Exports: Shingled, shared_by, each_occurrence, least_length, longer.

May import: model, text.
"""

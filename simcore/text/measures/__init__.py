"""How much two texts share, counted so that the figures are true of tables and sequences, too.

``judging`` asks the measures that may fit two texts; that by which they are most alike holds.
``lengths`` says how long the shingles of a text must be, ``counting`` counts what two texts have in
common by them, ``rows`` compares tables whose rows stand in another order, ``misread`` texts with
single letters changed all over, and ``stamps`` tells what a chat says besides when. Fingerprints
and sketches, which only propose pairs, are made of the shortest shingles
(``simcore.text.shingles``).

Exports: ReadText, judged, judged_each, Shingled, shared_by, shared_by_each, least_length, longer,
rows_of, shared_rows, may_be_misread, shared_letters, Letters, shapes_of, without_stamps.

May import: model, kernel, text.
"""

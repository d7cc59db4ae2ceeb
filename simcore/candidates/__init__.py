"""Candidate pairs: the pairs of texts that are worth an exact comparison.

Two routes find them: near fingerprints (exact for every distance, by blocks and sort orders) and
sketches (sampled shingles), which also find a chapter inside its book. NumPy on arrays,
and the core where shared samples are counted: no file, no index.

How far apart fingerprints may propose follows from the size of the library
(``blocks.affordable_distance``), so that chance proposes few pairs. Where most texts share a
template, such as pages of one site, nearly all fingerprints lie within it. If more than 16 pairs a
text, or 131,072 in all, would be proposed, counted on a sample of 2,048 texts, it is lowered, and
up to 16 leaders, the texts with most others around them, represent the dense neighbourhoods: each
text is compared with the nearest two. Of all these pairs those are left out whose sketches say that
no threshold can show them (``bounds.may_be_pairs``): a pair on the lowest one is lost with a chance
of at most 1 in 10,000 (by Chernoff's bound; counted, of 1,360 pairs none is), one above it with a
smaller one.

A sketch keeps one shingle in 16, one in 4, or all: the sparsest sampling that leaves a text 64. Two
texts are compared at the sparser rate of the two. A sketch only estimates, since what two of them
share is a binomial count: a pair is proposed unless it falls more than 2.5 standard deviations
short of a pair on the threshold, a resemblance of 0.3 or the containment asked for. By the normal
approximation that loses 6 of 1,000 pairs on the threshold and fewer above it (benchmarks/RESULTS.md
has the figures of 2 and 3 deviations). A text that kept all its shingles is exact and needs no
bound; two such texts of at most 128 shingles, none clearly shorter, are proposed from a resemblance
of 0.125 on, since they may be alike by their words (``simcore.text.similarity``). The rarest
shingles propose first, within a budget of 512 a text and at least 2**24; commoner ones (a licence,
a template) propose nothing, but count where rarer ones propose the pair. Pairs that share nothing
else are found at the thresholds of the scan, each text by its rarest shingles, of which the other
must have several (``crowded``), by shingles alone: of thousands of notes on one template nearly all
would be alike by words. Of these at most 32 a text are compared, 2**17 in a small library and 2**20
in a large one, fewer where texts are long, and each text with the first 4 that it may be near to,
and the first 4 that may be part of it; the rest is counted, and reported.

Texts of which a route would compare more than it may are a crowd. The first pairs of thousands tell
of it what all would, so each route then reads 4 times the shingles of all texts, or 2**25: work
follows the bytes that are compared, and libraries that are no crowd lose nothing. Of the pairs by
rare samples these are the most alike, and the most alike two of each text; those that may be shown
are counted with the rest.

All these numbers are fields of ``parameters.CandidateParameters``, whose hash is in the key of
cached candidates: to change one is to search again.
"""

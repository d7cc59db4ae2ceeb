"""The numbers that decide which pairs of texts are proposed: the key of the candidate cache."""

from dataclasses import dataclass

from simcore.model.config import LEAST_SIMILARITY
from simcore.text.letters.in_order import FEW_SHINGLES, LEAST_OF_FEW, MOST_OF_NUMBERS
from simcore.text.sketch import LEAST_SKETCH, SAMPLINGS

MOST_SAMPLINGS = 3
"""The number of sampling rates, besides unsampled values, that two bits of form can encode."""

SPARSEST = 1 << 8
"""Sketches are encoded without the bits that the sampling leaves 0, at most 8."""


@dataclass(frozen=True, slots=True)
class CandidateParameters:
    """All numbers that candidates depend on besides the texts and the request.

    ``samplings`` and ``least_sketch`` are those of ``simcore.text.sketch``: stored sketches
    depend on them, so another value needs another ``READER_VERSION``. A pair may fall short of
    ``least_similarity`` by so many standard ``deviations``. Texts of ``few_shingles`` at most, none
    clearly shorter, are compared from ``least_of_few`` on, and up to ``compared_by_words`` they may
    be more alike than by shingles (``simcore.text.letters.in_order``). Samples propose
    pairs, the rarest first, within a budget of ``proposals_a_text``, or ``least_proposals`` in a
    small library; of these at most ``candidates_a_text``, or ``least_candidates``, are compared,
    and so many times as many are ``doubtful`` until common samples are counted.

    Where a route finds more pairs than it may compare, the texts are a crowd, and comparing as many
    as that tells little more than comparing few: then pairs are read for ``crowd_times`` the
    shingles of all texts, or ``crowd_shingles`` in a small library.

    The others are of fingerprints (``simcore.candidates.dense``). These propose at most
    ``near_a_text`` pairs a text, or ``least_near``, as counted among ``texts_counted``; beyond that
    at most ``leaders`` represent neighbourhoods of at least one ``neighbourhood``-th of the texts,
    and each text is compared with the ``nearest`` of them. Of all these pairs those are left out
    that sketches rule out, one that they should not with a chance of at most ``near_loss``.
    Pairs of long texts are fewer: ``shingles_a_pair`` on average are read for them, here and below.

    The last are of texts that share what many share (``simcore.candidates.crowded``). Rarer samples
    propose at most ``common_a_text`` pairs of a text then, ``most_crowded`` in all. Where texts
    propose more than ``crowd`` pairs each, and at most half as many so, all of the first ``crowd``
    texts with a sample are looked at, and of later ones those with the first ``hubs`` and with the
    last few ``beside`` them; in all at most ``crowded_proposals_a_text``, or
    ``least_crowded_proposals`` in a small library, else the crowd is smaller. Of the promising ones
    ``crowded_a_text`` are compared, at least ``least_crowded`` and at most ``most_crowded``, and
    each text with the first ``hubs`` that it may be near to, and as many that may be its parts.

    Raises ``ValueError`` for sampling rates that cannot be encoded in a sketch.
    """

    samplings: tuple[int, ...] = SAMPLINGS
    least_sketch: int = LEAST_SKETCH
    least_similarity: float = LEAST_SIMILARITY
    deviations: float = 2.5
    few_shingles: int = FEW_SHINGLES
    least_of_few: float = LEAST_OF_FEW
    compared_by_words: int = MOST_OF_NUMBERS
    least_proposals: int = 1 << 24
    proposals_a_text: int = 512
    least_candidates: int = 1 << 17
    candidates_a_text: int = 64
    doubtful: int = 16
    crowd_times: int = 4
    crowd_shingles: int = 1 << 25
    least_near: int = 1 << 17
    near_a_text: int = 16
    texts_counted: int = 2_048
    leaders: int = 16
    nearest: int = 2
    neighbourhood: int = 64
    near_loss: float = 1e-4
    common_a_text: int = 4
    crowd: int = 1_024
    hubs: int = 4
    beside: int = 2
    least_crowded_proposals: int = 1 << 29
    crowded_proposals_a_text: int = 1 << 13
    least_crowded: int = 1 << 17
    crowded_a_text: int = 32
    most_crowded: int = 1 << 20
    shingles_a_pair: int = 1 << 13

    def __post_init__(self) -> None:
        rates = self.samplings
        if not 1 <= len(rates) <= MOST_SAMPLINGS:
            raise ValueError(f"1 to {MOST_SAMPLINGS} sampling rates can be told, not {len(rates)}")
        powers = all(rate.bit_count() == 1 and rate <= SPARSEST for rate in rates)
        if rates[0] != 1 or not powers or list(rates) != sorted(set(rates)):
            raise ValueError(f"sampling rates are 1 and rising powers of two, not {rates}")

    def read_in_a_crowd(self, shingles: int) -> int:
        """Return how many shingles are read to compare texts that have so many, in a crowd."""
        return max(self.crowd_shingles, self.crowd_times * shingles)


PARAMETERS = CandidateParameters()

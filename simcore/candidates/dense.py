"""The search radius of fingerprints in dense neighbourhoods, where most texts are alike.

``simcore.candidates.blocks.affordable_distance`` estimates the pairs that chance proposes. Pages
scraped from one site, or filled-in forms, share most of their text: nearly all of their
fingerprints lie within a few bits, and comparing them all would take hours to find that they share
a template. So the pairs are counted on a sample first; where they are too many, a few leaders
represent the dense neighbourhoods around them.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.random import default_rng
from numpy.typing import NDArray

from simcore.candidates.parameters import PARAMETERS
from simcore.candidates.sample_ranges import each_once

_ROWS_AT_ONCE = 16

_Positions = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class SearchRadius:
    """Fingerprints propose all pairs within ``distance`` bits.

    If the pairs within ``farthest`` bits are too many, ``distance`` is smaller, and the pairs of
    any text and one of the ``leaders`` (positions of texts) within ``farthest`` are proposed, too.
    """

    distance: int
    farthest: int
    leaders: _Positions = field(default_factory=lambda: np.empty(0, dtype=np.int64), compare=False)

    @property
    def is_reduced(self) -> bool:
        """Whether not all pairs within ``farthest`` are proposed."""
        return self.distance < self.farthest


def search_radius(
    fingerprints: NDArray[np.uint64], most: int, characters: float = 0
) -> SearchRadius:
    """Return the largest radius up to ``most`` bits that proposes no more than can be compared.

    ``fingerprints`` are those of all texts, of shape (n, 64-bit words): 16 pairs a text can be
    compared, and 131,072 in any case, fewer if texts have many ``characters`` on average, each of
    which begins a shingle. Where there are more it is a crowd, of which fewer are compared
    (``CandidateParameters.read_in_a_crowd``). The pairs are estimated on a sample of up to 2,048
    texts, always the same for the same number of texts.
    """
    texts = len(fingerprints)
    if all_are_payable(texts, characters):
        return SearchRadius(most, most)
    chosen = counted_texts(texts)
    return radius_of_sample(fingerprints[chosen], chosen, texts, most, characters)


def _payable(texts: int, characters: float) -> float:
    pairs = max(PARAMETERS.least_near, PARAMETERS.near_a_text * texts)
    return pairs * min(1, PARAMETERS.shingles_a_pair / max(1, 2 * characters))


def all_are_payable(texts: int, characters: float) -> bool:
    """Return whether all pairs of so many texts can be compared."""
    return texts * (texts - 1) // 2 <= _payable(texts, characters)


def counted_texts(texts: int) -> _Positions:
    """Return the positions of the texts of which ``search_radius`` counts the pairs, ascending."""
    size = min(texts, PARAMETERS.texts_counted)
    chosen: _Positions = np.sort(default_rng(0).choice(texts, size, replace=False))
    return chosen


def radius_of_sample(
    fingerprints: NDArray[np.uint64],
    chosen: _Positions,
    texts: int,
    most: int,
    characters: float,
) -> SearchRadius:
    """Return the radius of ``search_radius`` from the fingerprints of the texts counted alone."""
    payable, size = _payable(texts, characters), len(chosen)
    bits = _distances(fingerprints)
    # counts every pair twice, and each text with itself
    counts = np.bincount(bits[bits <= most], minlength=most + 1).astype(np.float64)
    counts[0] -= size
    within = np.cumsum(counts / 2) * (texts * (texts - 1) / (size * (size - 1)))
    if within[most] <= payable:
        return SearchRadius(most, most)
    both = max(1, 2 * characters)
    payable = min(payable, PARAMETERS.read_in_a_crowd(int(texts * characters)) / both)
    # equal fingerprints always propose, whatever their number
    distance = max(0, int(np.searchsorted(within, payable, side="right")) - 1)
    if distance == most:
        return SearchRadius(most, most)
    return SearchRadius(distance, most, chosen[_leaders(bits <= most)])


def _distances(fingerprints: NDArray[np.uint64]) -> NDArray[np.uint8]:
    count = len(fingerprints)
    bits = np.zeros((count, count), dtype=np.uint8)
    for start in range(0, count, _ROWS_AT_ONCE):
        rows = fingerprints[start : start + _ROWS_AT_ONCE]
        some = bits[start : start + _ROWS_AT_ONCE]
        for word in range(fingerprints.shape[1]):
            some += np.bitwise_count(rows[:, word, None] ^ fingerprints[None, :, word])
    return bits


def _leaders(near: NDArray[np.bool_]) -> _Positions:
    """Choose leaders greedily: the text with the largest neighbourhood first.

    Neighbours of a leader do not count for the next one. A neighbourhood is dense if it holds a
    64th of the sample at least.
    """
    leaders: list[int] = []
    left = np.ones(len(near), dtype=np.bool_)
    while len(leaders) < PARAMETERS.leaders:
        neighbourhoods = np.count_nonzero(near & left, axis=1)
        best = int(np.argmax(neighbourhoods))
        if neighbourhoods[best] * PARAMETERS.neighbourhood < len(near):
            break
        leaders.append(best)
        left &= ~near[best]
    return np.array(leaders, dtype=np.int64)


def leader_pairs(
    fingerprints: NDArray[np.uint64], radius: SearchRadius
) -> tuple[_Positions, _Positions]:
    """Return the pairs (left < right) of any text and its nearest leaders.

    These are within ``radius.farthest`` bits, the first ones of equally near.

    >>> reach = SearchRadius(0, 2, np.array([1]))
    >>> left, right = leader_pairs(np.array([[0], [1], [7], [255]], dtype=np.uint64), reach)
    >>> list(zip(left.tolist(), right.tolist()))
    [(0, 1), (1, 2)]
    """
    texts = np.arange(len(fingerprints))
    of_leaders = fingerprints[radius.leaders]
    return pairs_with_leaders(texts, fingerprints, radius.leaders, of_leaders, radius.farthest)


def pairs_with_leaders(
    texts: _Positions,
    fingerprints: NDArray[np.uint64],
    leaders: _Positions,
    of_leaders: NDArray[np.uint64],
    farthest: int,
) -> tuple[_Positions, _Positions]:
    """Return the pairs of ``leader_pairs`` that some texts are in, by the numbers of both."""
    if not len(leaders):
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    differing = np.empty((len(leaders), len(texts)), dtype=np.uint8)
    for row, leader, value in zip(differing, leaders.tolist(), of_leaders, strict=True):
        np.bitwise_count(fingerprints ^ value).sum(axis=1, dtype=np.uint8, out=row)
        row[texts == leader] = np.iinfo(np.uint8).max
    nearest = np.argsort(differing, axis=0, kind="stable")[: PARAMETERS.nearest]
    near = np.take_along_axis(differing, nearest, axis=0) <= farthest
    one = np.broadcast_to(texts, near.shape)[near]
    other = leaders[nearest[near]]
    return each_once(one, other)

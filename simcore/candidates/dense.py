"""How near fingerprints must be to propose a pair, in libraries where most texts are alike.

``simcore.candidates.blocks.affordable_distance`` foresees what chance proposes. Pages scraped from
one site, or forms filled in, share most of what they say: nearly all of their fingerprints lie
within a few bits, and comparing them all would take hours to find that they share a frame. So the
pairs are counted on a sample first; where they are too many, a few texts stand for the crowd around
them.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

_SAMPLE = 2_048
_ROWS_AT_ONCE = 128
_LEAST_PAIRS = 1 << 17
_PAIRS_A_TEXT = 16
_MOST_LEADERS = 16
_LEAST_CROWD = 64

_Places = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Reach:
    """Which pairs fingerprints propose: all within ``distance`` bits.

    Where those within ``farthest`` would be too many, they propose the ones between any text and
    a few ``leaders``, which are texts by their numbers, too.
    """

    distance: int
    farthest: int
    leaders: _Places = field(default_factory=lambda: np.empty(0, dtype=np.int64), compare=False)

    @property
    def crowded(self) -> bool:
        """Whether not all pairs within ``farthest`` are proposed."""
        return self.distance < self.farthest


def reach_of(fingerprints: NDArray[np.uint64], most: int) -> Reach:
    """Give the greatest distance up to ``most`` bits that proposes no more than can be compared.

    ``fingerprints`` are those of all texts, of shape (n, 64-bit words): 16 pairs a text can be
    compared, and 131,072 in any case. Up to 2,048 of them are compared with each other, always
    the same ones of as many texts.
    """
    texts = len(fingerprints)
    payable = max(_LEAST_PAIRS, _PAIRS_A_TEXT * texts)
    if texts * (texts - 1) // 2 <= payable:
        return Reach(most, most)
    size = min(texts, _SAMPLE)
    chosen = np.sort(np.random.default_rng(0).choice(texts, size, replace=False))
    bits = _distances(fingerprints[chosen])
    # every pair twice, and each text with itself
    counts = np.bincount(bits.ravel(), minlength=most + 1)[: most + 1].astype(np.float64)
    counts[0] -= size
    within = np.cumsum(counts / 2) * (texts * (texts - 1) / (size * (size - 1)))
    # equal fingerprints propose something whatever their number
    distance = max(0, int(np.searchsorted(within, payable, side="right")) - 1)
    if distance >= most:
        return Reach(most, most)
    return Reach(distance, most, chosen[_leaders(bits <= most)])


def _distances(fingerprints: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Give the distances of all fingerprints from all."""
    count = len(fingerprints)
    bits = np.empty((count, count), dtype=np.uint8)
    for start in range(0, count, _ROWS_AT_ONCE):
        rows = fingerprints[start : start + _ROWS_AT_ONCE]
        differing = np.bitwise_count(rows[:, None, :] ^ fingerprints[None, :, :])
        bits[start : start + _ROWS_AT_ONCE] = differing.sum(axis=2, dtype=np.uint8)
    return bits


def _leaders(near: NDArray[np.bool_]) -> _Places:
    """Choose texts that have most of a sample near them: the one with most, again and again.

    Those that one has near itself count no more for the next; a crowd is a 64th of the sample
    at least.
    """
    leaders: list[int] = []
    left = np.ones(len(near), dtype=np.bool_)
    while len(leaders) < _MOST_LEADERS:
        crowds = np.count_nonzero(near & left, axis=1)
        best = int(np.argmax(crowds))
        if crowds[best] * _LEAST_CROWD < len(near):
            break
        leaders.append(best)
        left &= ~near[best]
    return np.array(leaders, dtype=np.int64)


def beside_leaders(fingerprints: NDArray[np.uint64], reach: Reach) -> tuple[_Places, _Places]:
    """Give the pairs (left < right) of any text and a leader within the farthest distance.

    >>> reach = Reach(0, 2, np.array([1]))
    >>> left, right = beside_leaders(np.array([[0], [1], [7], [255]], dtype=np.uint64), reach)
    >>> list(zip(left.tolist(), right.tolist()))
    [(0, 1), (1, 2)]
    """
    found = [np.empty((2, 0), dtype=np.int64)]
    for leader in reach.leaders.tolist():
        differing = np.bitwise_count(fingerprints ^ fingerprints[leader])
        near = np.flatnonzero(differing.sum(axis=1, dtype=np.int64) <= reach.farthest)
        near = near[near != leader]
        found.append(np.stack([np.minimum(near, leader), np.maximum(near, leader)]))
    left, right = np.concatenate(found, axis=1)
    return left, right

"""Four 16-bit blocks of a fingerprint, and which keys to probe to miss nothing within k bits.

Two 64-bit fingerprints within k bits agree in some block up to floor(k / 4) bits (pigeonhole;
Manku, Jain and Das Sarma 2007 for k = 3, Norouzi, Punjani and Fleet 2012 in general), so four
tables serve every distance: look up the key with up to that many bits flipped. More closely
(Norouzi, section 3): with k = 4 r + a, radius r is needed in the first a + 1 blocks only and
r - 1 in the others.
"""

import functools
import itertools
import math

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "BLOCK_BITS",
    "BLOCK_COUNT",
    "affordable_distance",
    "block_keys",
    "chance_share",
    "probe_masks",
    "radii",
]

BLOCK_COUNT = 4
BLOCK_BITS = 16
_WIDTH = BLOCK_COUNT * BLOCK_BITS

_COMPARISONS_A_DOCUMENT = 10_000
_CHANCE_PAIRS_A_DOCUMENT = 0.1


def block_keys(fingerprints: NDArray[np.uint64]) -> NDArray[np.uint16]:
    """Cut fingerprints, shape (n,), into their blocks, lowest bits first: shape (n, 4)."""
    return fingerprints.astype("<u8", copy=False).view("<u2").reshape(len(fingerprints), 4)


def radii(distance: int) -> tuple[int, ...]:
    """Give for each block how many of its bits to flip; -1 where it need not be probed.

    >>> radii(3), radii(7), radii(12)
    ((0, 0, 0, 0), (1, 1, 1, 1), (3, 2, 2, 2))
    """
    radius, rest = divmod(distance, BLOCK_COUNT)
    return tuple(radius if no <= rest else radius - 1 for no in range(BLOCK_COUNT))


@functools.cache
def probe_masks(radius: int) -> NDArray[np.uint16]:
    """Give every mask of at most ``radius`` bits in a block, fewest bits first.

    >>> len(probe_masks(0)), len(probe_masks(1)), len(probe_masks(2))
    (1, 17, 137)
    """
    masks = [
        sum(1 << bit for bit in bits)
        for count in range(min(radius, BLOCK_BITS) + 1)
        for bits in itertools.combinations(range(BLOCK_BITS), count)
    ]
    return np.array(masks, dtype=np.uint16)


def probes(distance: int) -> int:
    """Count the look-ups that one fingerprint costs over all four blocks.

    >>> probes(3), probes(7), probes(11)
    (4, 68, 548)
    """
    return sum(
        sum(math.comb(BLOCK_BITS, count) for count in range(min(radius, BLOCK_BITS) + 1))
        for radius in radii(distance)
    )


def chance_share(distance: int) -> float:
    """Give the probability that two random fingerprints lie within ``distance`` bits.

    >>> round(100_000**2 / 2 * chance_share(12), -2)
    1100.0
    """
    return math.fsum(math.comb(_WIDTH, bits) / 2.0**_WIDTH for bits in range(distance + 1))


def affordable_distance(documents: int, least: int, most: int) -> int:
    """Give the distance up to which fingerprints can propose pairs in a library of that size.

    The greatest for which chance alone proposes no more than one pair for ten documents, and
    finding them takes no more than ten thousand comparisons a document. Never below ``least``
    nor above ``most``, in bits.

    >>> [affordable_distance(n, 3, 24) for n in (100, 2_257, 100_000, 1_000_000)]
    [20, 16, 13, 11]
    """
    best = least
    for distance in range(least + 1, most + 1):
        by_chance = documents * chance_share(distance) / 2
        comparisons = min(documents / 2, probes(distance) * documents / 2**BLOCK_BITS)
        if by_chance > _CHANCE_PAIRS_A_DOCUMENT or comparisons > _COMPARISONS_A_DOCUMENT:
            break
        best = distance
    return best

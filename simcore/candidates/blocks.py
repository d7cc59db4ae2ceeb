"""16-bit blocks of a fingerprint, and the keys to probe to find all within k bits.

Two fingerprints of b blocks within k bits agree in some block up to floor(k / b) bits
(pigeonhole; Manku, Jain and Das Sarma 2007 for b = 4 and k = 3, Norouzi, Punjani and Fleet 2012
in general), so b tables serve every distance: look up the key with up to that many bits flipped.
More closely (Norouzi, section 3): with k = b r + a, radius r is needed in the first a + 1 blocks
only and r - 1 in the others. 32, 64 and 128 bits have 2, 4 and 8 blocks.

Many fingerprints are an array of shape (n, 64-bit words), the word with the lowest bits first;
fingerprints of 32 bits have a word of 64.
"""

import functools
import itertools
import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

BLOCK_COUNT = 4
"""Blocks of the default width of 64 bits."""

BLOCK_BITS = 16

MOST_PROBED_RADIUS = 3
"""Beyond this radius a block's probes cost more than they save: 2,517 keys at 4 bits."""

_USUAL_WIDTH = BLOCK_COUNT * BLOCK_BITS
_COMPARISONS_A_DOCUMENT = 10_000
_CHANCE_PAIRS_A_DOCUMENT = 0.1


def block_count(width: int) -> int:
    """Return the number of blocks of a fingerprint of ``width`` bits.

    >>> block_count(32), block_count(64), block_count(128)
    (2, 4, 8)
    """
    return width // BLOCK_BITS


def as_array(values: Sequence[int], width: int = _USUAL_WIDTH) -> NDArray[np.uint64]:
    """Return fingerprints of ``width`` bits as an array of shape (n, 64-bit words), lowest first.

    Raises ``OverflowError`` if a value has more bits.

    >>> as_array([1, 2**64 + 5], 128).tolist()
    [[1, 0], [5, 1]]
    """
    size = max(8, width // 8)
    joined = b"".join(value.to_bytes(size, "little") for value in values)
    return np.frombuffer(joined, dtype="<u8").reshape(len(values), size // 8)


def least_width(values: Sequence[int]) -> int:
    """Return the smallest fingerprint width, in bits, that all values fit into.

    Distances are the same in any width that holds them.

    >>> least_width([7]), least_width([7, 2**40]), least_width([2**64])
    (32, 64, 128)
    """
    bits = max(values, default=0).bit_length()
    return 32 if bits <= 32 else _USUAL_WIDTH if bits <= _USUAL_WIDTH else 128


def block_keys(fingerprints: NDArray[np.uint64], width: int = _USUAL_WIDTH) -> NDArray[np.uint16]:
    """Cut fingerprints, shape (n, 64-bit words), into blocks, lowest first: (n, blocks)."""
    cut = np.ascontiguousarray(fingerprints, dtype="<u8").view("<u2")
    return cut.reshape(len(fingerprints), max(4, block_count(width)))[:, : block_count(width)]


def radii(distance: int, blocks: int = BLOCK_COUNT) -> tuple[int, ...]:
    """Return, for each block, the number of bits to flip; -1 if it need not be probed.

    >>> radii(3), radii(7), radii(12)
    ((0, 0, 0, 0), (1, 1, 1, 1), (3, 2, 2, 2))
    >>> radii(3, blocks=8)
    (0, 0, 0, 0, -1, -1, -1, -1)
    """
    radius, rest = divmod(distance, blocks)
    return tuple(radius if no <= rest else radius - 1 for no in range(blocks))


@functools.cache
def probe_masks(radius: int) -> NDArray[np.uint16]:
    """Return every mask of at most ``radius`` bits in a block, fewest bits first.

    >>> len(probe_masks(0)), len(probe_masks(1)), len(probe_masks(2))
    (1, 17, 137)
    """
    masks = [
        sum(1 << bit for bit in bits)
        for count in range(min(radius, BLOCK_BITS) + 1)
        for bits in itertools.combinations(range(BLOCK_BITS), count)
    ]
    return np.array(masks, dtype=np.uint16)


def probes(distance: int, blocks: int = BLOCK_COUNT) -> int:
    """Count the look-ups of one fingerprint over all its blocks.

    >>> probes(3), probes(7), probes(11), probes(11, blocks=8)
    (4, 68, 548, 72)
    """
    return sum(
        sum(math.comb(BLOCK_BITS, count) for count in range(min(radius, BLOCK_BITS) + 1))
        for radius in radii(distance, blocks)
    )


def chance_share(distance: int, width: int = _USUAL_WIDTH) -> float:
    """Return the probability that two random fingerprints lie within ``distance`` bits.

    >>> round(100_000**2 / 2 * chance_share(12), -2)
    1100.0
    """
    return math.fsum(math.comb(width, bits) / 2.0**width for bits in range(distance + 1))


def probed_distance(width: int = _USUAL_WIDTH) -> int:
    """Return the greatest distance whose look-ups probe at most ``MOST_PROBED_RADIUS`` a block.

    >>> probed_distance(32), probed_distance(64), probed_distance(128)
    (7, 15, 31)
    """
    return block_count(width) * (MOST_PROBED_RADIUS + 1) - 1


@functools.lru_cache(maxsize=64)
def affordable_distance(documents: int, least: int, most: int, width: int = _USUAL_WIDTH) -> int:
    """Return the distance up to which fingerprints can propose pairs in a library of that size.

    The greatest for which chance alone proposes no more than one pair for ten documents, and
    probing takes no more than ten thousand comparisons a document (``sort_orders`` finds all pairs
    with fewer, but the limit is defined by probing). Between ``least`` and ``most``, in bits of
    fingerprints of ``width``.

    >>> [affordable_distance(n, 3, 24) for n in (100, 2_257, 100_000, 1_000_000)]
    [20, 16, 13, 11]
    >>> [affordable_distance(2_257, 3, 24, width) for width in (32, 64, 128)]
    [5, 16, 24]
    """
    best = least
    for distance in range(least + 1, most + 1):
        by_chance = documents * chance_share(distance, width) / 2
        looked_up = probes(distance, block_count(width)) * documents / 2**BLOCK_BITS
        comparisons = min(documents / 2, looked_up)
        if by_chance > _CHANCE_PAIRS_A_DOCUMENT or comparisons > _COMPARISONS_A_DOCUMENT:
            break
        best = distance
    return best

"""Near fingerprints by blocks of 16 bits: the pigeonhole principle.

Two fingerprints of b blocks within k bits agree in some block up to floor(k / b) bits (Manku, Jain
and Das Sarma 2007 for b = 4 and k = 3, Norouzi, Punjani and Fleet 2012 in general), so b tables
serve every distance: look up the key with up to that many bits flipped. More closely (Norouzi,
section 3): with k = b r + a, radius r is needed in the first a + 1 blocks only and r - 1 in the
others. 32, 64 and 128 bits have 2, 4 and 8 blocks.

Many fingerprints are an array of shape (n, 64-bit words), the word with the lowest bits first;
fingerprints of 32 bits have a word of 64.
"""

import functools
import itertools
import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.arrays import each_once, ranges, runs
from simcore.candidates.threads import ahead
from simcore.model.report import NoProgress, Progress, Stage

PairArrays = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint8]]
"""Positions left and right and distance in bits, all of shape (n,)."""

BLOCK_COUNT = 4
"""Blocks of the default width of 64 bits."""

BLOCK_BITS = 16

MOST_PROBED_RADIUS = 3
"""Beyond this radius a block's probes cost more than they save: 2,517 keys at 4 bits."""

_USUAL_WIDTH = BLOCK_COUNT * BLOCK_BITS
_KEYS = 1 << BLOCK_BITS
_AT_ONCE = 1 << 18
_ROWS = 64
# costs in comparisons of one with all
_COSTS = 8  # of a pair in a bucket
_A_PROBE = 20


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


def probed_distance(width: int = _USUAL_WIDTH) -> int:
    """Return the greatest distance whose look-ups probe at most ``MOST_PROBED_RADIUS`` a block.

    >>> probed_distance(32), probed_distance(64), probed_distance(128)
    (7, 15, 31)
    """
    return block_count(width) * (MOST_PROBED_RADIUS + 1) - 1


def near_pairs(
    fingerprints: NDArray[np.uint64],
    distance: int,
    progress: Progress | None = None,
    *,
    width: int = _USUAL_WIDTH,
    most: float = math.inf,
) -> PairArrays:
    """Return all pairs within ``distance`` bits, left < right, in order.

    Fingerprints with a key in common, or keys that differ in few bits, are compared; or all with
    all where that takes less. Returns none where more than ``most`` pairs have a key in common, of
    the blocks by which they are joined. Raises ``Cancelled``.

    >>> left, right, bits = near_pairs(np.array([[0], [7], [255]], dtype=np.uint64), 3)
    >>> left.tolist(), right.tolist(), bits.tolist()
    ([0], [1], [3])
    """
    progress = progress or NoProgress()
    count = len(fingerprints)
    keys = block_keys(fingerprints, width)
    if most < math.inf and most < _together(keys, distance):
        none = np.zeros(0, dtype=np.int64)
        return none, none, none.astype(np.uint8)
    search = _Search(fingerprints, distance)
    if are_joined(count, distance, width):
        work = [
            functools.partial(search.joined, order, keys[order, no].astype(np.int64), mask)
            for no, radius in enumerate(radii(distance, block_count(width)))
            if radius >= 0
            for order in [np.argsort(keys[:, no], kind="stable")]
            for mask in probe_masks(radius).tolist()
        ]
    else:
        work = [
            functools.partial(search.rows, start) for start in range(0, max(0, count - 1), _ROWS)
        ]
    done, found = 0, [np.zeros((2, 0), dtype=np.int64)]

    def check() -> None:
        progress.report(Stage.PAIR, done, len(work))

    for pairs in ahead(lambda one: one(), work, check, count * count):
        found.append(pairs)
        done += 1
    left, right = each_once(*np.concatenate(found, axis=1))
    check()
    return left, right, search.bits(left, right)


def are_joined(count: int, distance: int, width: int) -> bool:
    """Return whether to join so many fingerprints by keys takes less than to compare all."""
    if width < BLOCK_BITS:
        return False
    asked = probes(distance, block_count(width))
    joined = asked * count * count // _KEYS // 2
    return _COSTS * joined + _A_PROBE * asked * count < count * (count - 1) // 2


def _together(keys: NDArray[np.uint16], distance: int) -> int:
    probed = [no for no, radius in enumerate(radii(distance, keys.shape[1])) if radius >= 0]
    return sum(in_buckets(keys[:, no]) for no in probed)


def in_buckets(keys: NDArray[np.uint16]) -> int:
    """Return how many pairs of fingerprints have a key in common.

    >>> in_buckets(np.array([7, 7, 3, 7], dtype=np.uint16))
    3
    """
    sizes = np.bincount(keys)
    return int((sizes * (sizes - 1) // 2).sum())


class _Search:
    def __init__(self, fingerprints: NDArray[np.uint64], distance: int) -> None:
        self._words = fingerprints
        self._distance = distance

    def bits(self, left: NDArray[np.int64], right: NDArray[np.int64]) -> NDArray[np.uint8]:
        """Return the distance of each pair."""
        apart = np.zeros(len(left), dtype=np.uint8)
        for start in range(0, len(left), _AT_ONCE):
            some = slice(start, start + _AT_ONCE)
            words = self._words[left[some]] ^ self._words[right[some]]
            apart[some] = np.bitwise_count(words).sum(axis=1, dtype=np.uint8)
        return apart

    def rows(self, start: int) -> NDArray[np.int64]:
        """Compare some fingerprints with all that follow each."""
        some, rest = self._words[start : start + _ROWS], self._words[start:]
        apart = np.zeros((len(some), len(rest)), dtype=np.uint8)
        for word in range(self._words.shape[1]):
            apart += np.bitwise_count(some[:, word, None] ^ rest[None, :, word])
        left, right = np.nonzero(apart <= self._distance)
        later = left < right
        return np.stack([left[later], right[later]]) + start

    def joined(
        self, order: NDArray[np.int64], ordered: NDArray[np.int64], mask: int
    ) -> NDArray[np.int64]:
        """Compare fingerprints whose keys, in their ``order``, differ in the bits of a mask."""
        starts = np.searchsorted(ordered, np.arange(_KEYS + 1))
        place = np.arange(len(ordered))
        other = ordered ^ mask
        begin = np.where(mask, starts[other], place + 1)
        counts = np.where(other < ordered, 0, starts[other + 1] - begin)
        found = [np.zeros((2, 0), dtype=np.int64)]
        for some in runs(counts, _AT_ONCE):
            left = order[np.repeat(place[some], counts[some])]
            right = order[ranges(begin[some], counts[some])]
            near = self.bits(left, right) <= self._distance
            found.append(np.stack([left[near], right[near]]))
        return np.concatenate(found, axis=1)

"""Fingerprints with equal keys -> the pairs of them within a distance, by comparing them all.

A table is sorted by some bits of its fingerprints (``simcore.candidates.sort_orders``).
Fingerprints with the same key are a bucket. Buckets of similar size are laid out side by side, the
first member of each, then the second of each: one pass over contiguous memory compares one
position of all of them with another.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.threads import Check

PairArrays = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint8]]
"""Positions left and right and distance in bits, all of shape (n,)."""

# a strip of fingerprints and their differences fit the cache of one core, 256 kB each
_AT_ONCE = 1 << 15
_BITS_AT_ONCE = 1 << 18
_FEW = 4
_SMALL = 64
_ROWS = 16
# odd, from the golden ratio: spreads the bits of a key over the upper half of a word
_SPREAD = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F)
_WORD = (1 << 64) - 1


class Buckets:
    """Positions of distinct fingerprints, sorted by some of their bits into buckets.

    ``words`` are the 64-bit words of the fingerprints, each of shape (n,); ``key`` is the mask of
    the bits. Fingerprints with the same key are in one bucket; rarely a hash collision adds
    others. ``pairs`` is the number of pairs within buckets. Building takes 25 bytes a fingerprint.
    """

    def __init__(self, words: list[NDArray[np.uint64]], key: int) -> None:
        self._words = words
        count = len(words[0])
        below = np.uint64((1 << max(1, (count - 1).bit_length())) - 1)
        # hash above, position below: sorting plain numbers is four times faster than argsort
        packed = np.zeros(count, dtype=np.uint64)
        for no, word in enumerate(words):
            mask = key >> 64 * no & _WORD
            if mask:
                part = word & np.uint64(mask)
                part *= np.uint64(_SPREAD[no])
                packed += part
        packed &= ~below
        packed |= np.arange(count, dtype=np.uint64)
        packed.sort()
        new = np.ones(count, dtype=np.bool_)
        np.greater(packed[1:] ^ packed[:-1], below, out=new[1:])
        starts = np.flatnonzero(new)
        sizes = np.diff(starts, append=count)
        joined = sizes > 1
        starts, sizes = starts[joined], sizes[joined]
        by_size = np.argsort(sizes, kind="stable")
        self._starts, self._sizes = starts[by_size], sizes[by_size]
        packed &= below
        self._places = packed.view(np.int64)
        self.pairs = int((sizes * (sizes - 1) // 2).sum())

    def near(self, distance: int, check: Check) -> Iterator[PairArrays]:
        """Yield the pairs within ``distance`` bits, each once, in no order and either way round."""
        buffers = _Buffers(
            np.empty(_AT_ONCE, dtype=np.uint64), np.empty(_BITS_AT_ONCE, dtype=np.uint8)
        )
        start = 0
        while start < len(self._sizes):
            check()
            # buckets up to an eighth larger are padded; pairs with padding are dropped
            size = int(self._sizes[start])
            stop = int(np.searchsorted(self._sizes, size + size // 8, "right"))
            stop = min(stop, start + max(1, _AT_ONCE // int(self._sizes[stop - 1])))
            if stop - start >= _FEW or size <= _SMALL:
                yield from self._strip(slice(start, stop), distance, buffers)
            else:
                for no in range(start, stop):
                    yield from self._large(no, distance, check)
            start = stop

    def _large(self, no: int, distance: int, check: Check) -> Iterator[PairArrays]:
        """Compare within one bucket, too large for a strip."""
        positions = self._places[self._starts[no] : self._starts[no] + self._sizes[no]]
        for left, right, bits in compared([w[positions] for w in self._words], distance, check):
            yield positions[left], positions[right], bits

    def _strip(self, buckets: slice, distance: int, buffers: "_Buffers") -> Iterator[PairArrays]:
        """Compare within buckets of nearly equal size: position i with i + step, of all at once."""
        starts, sizes = self._starts[buckets], self._sizes[buckets]
        most, many = int(sizes[-1]), len(sizes)
        at = starts[None, :] + np.arange(most)[:, None]
        if most > sizes[0]:
            np.minimum(at, len(self._places) - 1, out=at)
        positions = self._places[at].ravel()
        words = [word[positions] for word in self._words]
        first = 1
        while first < most:
            # as many steps as the buffer holds share one search for hits
            last, end = first, 0
            ends = []
            while last < most and end + (most - last) * many <= len(buffers.bits):
                length = (most - last) * many
                sides = [(word[:length], word[-length:]) for word in words]
                _count(sides, buffers.differing[:length], buffers.bits[end : end + length])
                end += length
                ends.append(end)
                last += 1
            hits = np.flatnonzero(buffers.bits[:end] <= distance)
            if len(hits):
                no = np.searchsorted(ends, hits, side="right")
                left = hits - np.array([0, *ends])[no]
                right = left + (no + first) * many
                real = right // many < sizes[right % many]
                yield positions[left[real]], positions[right[real]], buffers.bits[hits[real]]
            first = last


class _Buffers(NamedTuple):
    """Buffers for differences and their bit counts, reused: they stay in the cache."""

    differing: NDArray[np.uint64]
    bits: NDArray[np.uint8]


def compared(
    words: list[NDArray[np.uint64]], distance: int, check: Check, rows: range | None = None
) -> Iterator[PairArrays]:
    """Compare all with all, or some ``rows`` with all that follow each.

    Yields the pairs within ``distance`` bits, left < right, in no order.
    """
    rows = range(len(words[0])) if rows is None else rows
    buffers = _Buffers(np.empty(_AT_ONCE, dtype=np.uint64), np.empty(_AT_ONCE, dtype=np.uint8))
    columns = _AT_ONCE // _ROWS
    for start in range(rows.start, rows.stop, _ROWS):
        check()
        block = slice(start, min(start + _ROWS, rows.stop))
        for first in range(start, len(words[0]), columns):
            sides = [(word[block, None], word[None, first : first + columns]) for word in words]
            shape = (len(sides[0][0]), sides[0][1].shape[1])
            size = shape[0] * shape[1]
            bits = buffers.bits[:size]
            _count(sides, buffers.differing[:size].reshape(shape), bits.reshape(shape))
            hits = np.flatnonzero(bits <= distance)
            if len(hits):
                left, right = np.divmod(hits, shape[1])
                left, right = left + start, right + first
                once = left < right
                yield left[once], right[once], bits[hits[once]]


def _count(
    words: list[tuple[NDArray[np.uint64], NDArray[np.uint64]]],
    differing: NDArray[np.uint64],
    bits: NDArray[np.uint8],
) -> None:
    """Count differing bits over the words of two sides into ``bits``."""
    for no, (left, right) in enumerate(words):
        np.bitwise_xor(left, right, out=differing)
        if no == 0:
            np.bitwise_count(differing, out=bits)
        else:
            bits += np.bitwise_count(differing)

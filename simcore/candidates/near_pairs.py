"""Fingerprints to every pair within a distance: exact, and without comparing all with all."""

import functools
import os
import threading
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.buckets import Buckets, Found, compared
from simcore.candidates.sort_orders import Covering, Cut, Table, cheapest, first_tables
from simcore.candidates.threads import Check, run
from simcore.model.progress import NoProgress, Progress, Stage

Candidates = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint8]]
"""Positions left and right (left < right) and distance in bits, all of shape (n,)."""

_Words = list[NDArray[np.uint64]]

_SAMPLE = 1 << 14
_MOST_THREADS = 4
"""Each has a table of its own: 25 bytes a fingerprint."""
_WORTH_THREADS = 50_000_000
_COMPARISONS_A_JOB = 1 << 26


class _TooMany(Exception):  # noqa: N818 - no error: the fingerprints are not as they were sampled
    """The tables hold more pairs than there are."""


def near_pairs(
    fingerprints: NDArray[np.uint64],
    distance: int,
    progress: Progress | None = None,
    *,
    width: int = 64,
) -> Candidates:
    """Find every pair of fingerprints of ``width`` bits within ``distance`` bits, each once.

    ``fingerprints`` has shape (n, 64-bit words), see ``simcore.candidates.blocks.as_array``.

    Equal to comparing all with all, which is what is done where it is cheaper than sorting by
    parts of the bits (``simcore.candidates.sort_orders``). Equal fingerprints are joined first and
    taken apart at the end. Ordered by left, then right. Uses up to four threads, 25 bytes a
    fingerprint each. Raises ``Cancelled``.

    >>> from simcore.candidates.blocks import as_array
    >>> left, right, bits = near_pairs(as_array([7, 1 << 40, 5, 7]), 3)
    >>> list(zip(left.tolist(), right.tolist(), bits.tolist()))
    [(0, 2, 1), (0, 3, 0), (1, 2, 3), (2, 3, 1)]
    """
    progress = progress or NoProgress()
    values, members, counts = _distinct(fingerprints)
    words = [np.ascontiguousarray(word) for word in values.T]
    sample = _Sample(words, width)
    covering = cheapest(len(values), distance, width, sample.skew)
    try:
        budget = _Budget(len(values) * (len(values) - 1) // 2)
        found = _sorted(words, distance, progress, covering, sample.bits, budget)
    except _TooMany:
        found = _scanned(words, distance, progress)
    left, right, bits = _joined(found)
    return _ordered(*_expand(left, right, bits, members, counts), len(fingerprints))


def pairs_of(
    chosen: NDArray[np.int64],
    fingerprints: NDArray[np.uint64],
    distance: int,
    progress: Progress | None = None,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Find those pairs of fingerprints within ``distance`` bits that have one of the chosen ones.

    ``chosen`` are positions, each once; all others are compared with them and nothing else. Each
    pair is given once, either way round, in no order. Raises ``Cancelled``.
    """
    others = np.ones(len(fingerprints), dtype=np.bool_)
    others[chosen] = False
    # all that follow each of them
    order = np.concatenate([chosen, np.flatnonzero(others)])
    words = [np.ascontiguousarray(word) for word in fingerprints[order].T]
    found = _scanned(words, distance, progress or NoProgress(), len(chosen))
    left, right, _ = _joined(found)
    return order[left], order[right]


def _distinct(
    fingerprints: NDArray[np.uint64],
) -> tuple[NDArray[np.uint64], NDArray[np.int64], NDArray[np.int64]]:
    """Give each value once, the positions in the order of the values, and how many each has."""
    if fingerprints.shape[1] == 1:
        members = np.argsort(fingerprints[:, 0])
    else:
        members = np.lexsort(fingerprints.T)
    ordered = fingerprints[members]
    new = np.ones(len(ordered), dtype=np.bool_)
    new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    starts = np.flatnonzero(new)
    return ordered[starts], members, np.diff(starts, append=len(ordered))


def _joined(parts: list[Candidates]) -> Candidates:
    empty = np.zeros(0, dtype=np.int64)
    if not parts:
        return empty, empty, empty.astype(np.uint8)
    left, right, bits = (np.concatenate(column) for column in zip(*parts, strict=True))
    return left, right, bits


class _Sample:
    """Some of the fingerprints: how their bits are spread, and how many agree in which."""

    def __init__(self, words: _Words, width: int) -> None:
        count = len(words[0])
        if count > _SAMPLE:
            # always the same ones, not those of one region: the values are in order
            places = np.random.default_rng(0).choice(count, _SAMPLE, replace=False)
            words = [word[places] for word in words]
        self._words = words
        self._pairs = len(words[0]) * (len(words[0]) - 1) / 2
        uneven = [
            abs(float(np.mean(words[bit // 64] >> np.uint64(bit % 64) & np.uint64(1))) - 0.5)
            for bit in (range(width) if count else ())
        ]
        self.bits = sorted(range(len(uneven)), key=uneven.__getitem__)
        """The bits, those first that tell most: dealt in turn, each block gets its share."""

    def skew(self, cut: Cut, number: int, parts: int) -> float:
        """Measure how many times as many pairs agree in a key as would by chance; at least 1."""
        tables = first_tables([cut], self.bits[number::parts])
        tables = [tables[0], tables[len(tables) // 2], tables[-1]]
        shares = [Buckets(self._words, table.key).pairs / self._pairs for table in tables]
        even = [2.0 ** -table.key.bit_count() for table in tables]
        return max(1.0, sum(shares) / sum(even))


def _sorted(
    words: _Words,
    distance: int,
    progress: Progress,
    covering: Covering,
    bits: Sequence[int],
    budget: "_Budget",
) -> list[Found]:
    """Sort by every table's key and compare within buckets; raises ``_TooMany``."""
    if not covering.cuts:
        return _scanned(words, distance, progress)
    jobs = [
        (1, functools.partial(_table, words, table, distance, budget))
        for table in first_tables(covering.cuts, bits)
    ]
    return run(jobs, progress, Stage.PAIR, _threads(covering.cost))


class _Budget:
    """Comparisons that may still be made before comparing all with all is cheaper."""

    def __init__(self, comparisons: int) -> None:
        self._left = comparisons
        self._lock = threading.Lock()

    def spend(self, comparisons: int) -> None:
        """Take some; raises ``_TooMany`` when there are no more."""
        with self._lock:
            self._left -= comparisons
            if self._left < 0:
                raise _TooMany


def _table(
    words: _Words, table: Table, distance: int, budget: _Budget, check: Check
) -> list[Found]:
    """Give the pairs that are this table's own."""
    buckets = Buckets(words, table.key)
    budget.spend(buckets.pairs)
    left, right, bits = _joined(list(buckets.near(distance, check)))
    differing = [word[left] ^ word[right] for word in words]
    own = _agree(differing, table.key)
    for block in table.before:
        own &= ~_agree(differing, block)
    for blocks, enough in table.earlier:
        own &= sum(_agree(differing, block).astype(np.uint8) for block in blocks) < enough
    return [(left[own], right[own], bits[own])]


def _agree(differing: _Words, mask: int) -> NDArray[np.bool_]:
    """Tell where none of the differing bits is in a set."""
    inside = [word & np.uint64(mask >> 64 * no & 2**64 - 1) for no, word in enumerate(differing)]
    agree: NDArray[np.bool_] = functools.reduce(np.bitwise_or, inside) == 0
    return agree


def _scanned(
    words: _Words, distance: int, progress: Progress, first: int | None = None
) -> list[Found]:
    """Compare all, or the first ones, with all that follow, some rows at a time."""
    count = len(words[0])
    all_rows = count if first is None else first
    rows = min(all_rows, max(16, _COMPARISONS_A_JOB // max(1, count))) or 1
    bands = [range(start, min(start + rows, all_rows)) for start in range(0, all_rows, rows)]
    jobs = [(len(band), functools.partial(_band, words, distance, band)) for band in bands]
    comparisons = all_rows * (count - all_rows / 2) * len(words)
    return run(jobs, progress, Stage.PAIR, _threads(comparisons))


def _band(words: _Words, distance: int, rows: range, check: Check) -> list[Found]:
    return list(compared(words, distance, check, rows))


def _threads(comparisons: float) -> int:
    return min(_MOST_THREADS, os.cpu_count() or 1) if comparisons > _WORTH_THREADS else 1


def _expand(
    left: NDArray[np.int64],
    right: NDArray[np.int64],
    bits: NDArray[np.uint8],
    members: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> Candidates:
    """Turn pairs of values into pairs of positions; equal values pair among themselves."""
    starts = np.cumsum(counts) - counts
    # most values are there once, and take no multiplying out
    several = (counts[left] > 1) | (counts[right] > 1)
    single = ~several
    alone = members[starts[left[single]]], members[starts[right[single]]], bits[single]
    repeated = np.flatnonzero(counts > 1)
    left = np.concatenate([left[several], repeated])
    right = np.concatenate([right[several], repeated])
    bits = np.concatenate([bits[several], np.zeros(len(repeated), dtype=np.uint8)])
    products = counts[left] * counts[right]
    pair = np.repeat(np.arange(len(left)), products)
    within = np.arange(len(pair)) - np.repeat(np.cumsum(products) - products, products)
    row, column = np.divmod(within, counts[right][pair])
    once = (left != right)[pair] | (row < column)
    first = members[starts[left][pair] + row][once]
    second = members[starts[right][pair] + column][once]
    return _joined([alone, (first, second, bits[pair][once])])


def _ordered(
    first: NDArray[np.int64], second: NDArray[np.int64], bits: NDArray[np.uint8], count: int
) -> Candidates:
    """Put the lower of two positions, of ``count``, left, and the pairs in order."""
    left, right = np.minimum(first, second), np.maximum(first, second)
    place_bits = count.bit_length()
    if 2 * place_bits + 8 > 63:
        order = np.lexsort((right, left))
        return left[order], right[order], bits[order]
    # as single numbers they sort ten times quicker
    left <<= place_bits + 8
    right <<= 8
    left |= right
    left |= bits
    left.sort()
    right = left >> 8 & (1 << place_bits) - 1
    return left >> place_bits + 8, right, left.astype(np.uint8)

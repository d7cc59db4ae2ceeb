"""All pairs of fingerprints within a distance: exact, without comparing all with all."""

import functools
import os
import threading
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.buckets import Buckets, PairArrays, compared
from simcore.candidates.sort_orders import (
    SENT,
    BlockCut,
    SortOrders,
    Table,
    cheapest,
    permuted_tables,
)
from simcore.candidates.threads import Check, run
from simcore.model.progress import NoProgress, Progress, Stage

_Words = list[NDArray[np.uint64]]

_SAMPLE = 1 << 14
_MOST_THREADS = 4
"""Each holds a table of its own: 25 bytes a fingerprint."""
_WORTH_THREADS = 50_000_000
_COMPARISONS_A_JOB = 1 << 26


class _TooMany(Exception):  # noqa: N818 - no error: the sample misjudged the fingerprints
    """The tables make more comparisons than there are pairs."""


def near_pairs(
    fingerprints: NDArray[np.uint64],
    distance: int,
    progress: Progress | None = None,
    *,
    width: int = 64,
) -> PairArrays:
    """Find every pair of fingerprints of ``width`` bits within ``distance`` bits, each once.

    ``fingerprints`` has shape (n, 64-bit words), see ``simcore.candidates.blocks.as_array``.

    The result equals that of comparing all with all, which is done where it is cheaper than
    sorting by parts of the bits (``simcore.candidates.sort_orders``). Equal fingerprints are
    grouped first and expanded at the end. Returns positions left < right and distances in bits,
    ordered by left, then right. Uses up to four threads, 25 bytes a fingerprint each. Raises
    ``Cancelled``.

    >>> from simcore.candidates.blocks import as_array
    >>> left, right, bits = near_pairs(as_array([7, 1 << 40, 5, 7]), 3)
    >>> list(zip(left.tolist(), right.tolist(), bits.tolist()))
    [(0, 2, 1), (0, 3, 0), (1, 2, 3), (2, 3, 1)]
    """
    progress = progress or NoProgress()
    values, members, counts = _distinct(fingerprints)
    words = [np.ascontiguousarray(word) for word in values.T]
    sample = _Sample(words, width)
    orders = cheapest(len(values), distance, width, sample.skew)
    try:
        budget = _Budget(len(values) * (len(values) - 1) // 2)
        found = _sorted(words, distance, progress, orders, sample.bits, budget)
    except _TooMany:
        found = _scanned(words, distance, progress)
    left, right, bits = _joined(found)
    return _ordered(*_expand(left, right, bits, members, counts), len(fingerprints))


def planned_tables(
    count: int, distance: int, sample: NDArray[np.uint64], width: int = 64
) -> list[Table]:
    """Return the tables by which all pairs of so many fingerprints are found in a cluster.

    They are those of ``near_pairs``, but fewer, since fingerprints are sent for each. None where
    comparing all with all costs less. ``sample`` is of these fingerprints, to see how
    their bits are distributed. Each pair within ``distance`` is in one table: see ``table_pairs``.
    """
    words = [np.ascontiguousarray(word) for word in sample.T]
    measured = _Sample(words, width)
    skew = measured.skew if len(sample) > 1 else None
    orders = cheapest(count, distance, width, skew, sent=SENT)
    return permuted_tables(orders.cuts, measured.bits) if orders.cuts else []


def table_pairs(fingerprints: NDArray[np.uint64], distance: int, table: Table) -> PairArrays:
    """Find the pairs within ``distance`` bits that belong to a table, as ``near_pairs`` does.

    Pairs of all tables together are those of ``near_pairs``, each once. Those whose keys differ
    are in no table, so the fingerprints may be any of which the others have other keys.
    """
    values, members, counts = _distinct(fingerprints)
    words = [np.ascontiguousarray(word) for word in values.T]
    budget = _Budget(len(values) * len(values))
    left, right, bits = _joined(_table(words, table, distance, budget, lambda: None))
    # equal ones agree in all keys
    equal = not table.before and not table.earlier
    found = _expand(left, right, bits, members, counts, equal=equal)
    return _ordered(*found, len(fingerprints))


def pairs_of(
    chosen: NDArray[np.int64],
    fingerprints: NDArray[np.uint64],
    distance: int,
    progress: Progress | None = None,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Find the pairs of fingerprints within ``distance`` bits that contain a chosen one.

    ``chosen`` are positions, each once; only comparisons with them are made. Each pair is returned
    once, either way round, in no order. Raises ``Cancelled``.
    """
    others = np.ones(len(fingerprints), dtype=np.bool_)
    others[chosen] = False
    # each chosen one is compared with all that follow it
    order = np.concatenate([chosen, np.flatnonzero(others)])
    words = [np.ascontiguousarray(word) for word in fingerprints[order].T]
    found = _scanned(words, distance, progress or NoProgress(), len(chosen))
    left, right, _ = _joined(found)
    return order[left], order[right]


def _distinct(
    fingerprints: NDArray[np.uint64],
) -> tuple[NDArray[np.uint64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the distinct values, the positions ordered by value, and the count of each value."""
    if fingerprints.shape[1] == 1:
        members = np.argsort(fingerprints[:, 0])
    else:
        members = np.lexsort(fingerprints.T)
    ordered = fingerprints[members]
    new = np.ones(len(ordered), dtype=np.bool_)
    new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    starts = np.flatnonzero(new)
    return ordered[starts], members, np.diff(starts, append=len(ordered))


def _joined(parts: list[PairArrays]) -> PairArrays:
    none = *np.zeros((2, 0), dtype=np.int64), np.zeros(0, dtype=np.uint8)
    left, right, bits = (np.concatenate(column) for column in zip(none, *parts, strict=True))
    return left, right, bits


class _Sample:
    """A sample of the fingerprints, to measure how their bits are distributed."""

    def __init__(self, words: _Words, width: int) -> None:
        count = len(words[0])
        if count > _SAMPLE:
            # reproducible, and spread over the sorted values
            positions = np.random.default_rng(0).choice(count, _SAMPLE, replace=False)
            words = [word[positions] for word in words]
        self._words = words
        self._pairs = len(words[0]) * (len(words[0]) - 1) / 2
        uneven = [
            abs(float(np.mean(words[bit // 64] >> np.uint64(bit % 64) & np.uint64(1))) - 0.5)
            for bit in (range(width) if count else ())
        ]
        self.bits = sorted(range(len(uneven)), key=uneven.__getitem__)
        """The bits, most evenly distributed first: dealt in turn, each block gets its share."""

    def skew(self, cut: BlockCut, number: int, parts: int) -> float:
        """MeasuredBy how many times more pairs agree in a key than by chance; at least 1."""
        tables = permuted_tables([cut], self.bits[number::parts])
        tables = [tables[0], tables[len(tables) // 2], tables[-1]]
        shares = [Buckets(self._words, table.key).pairs / self._pairs for table in tables]
        even = [2.0 ** -table.key.bit_count() for table in tables]
        return max(1.0, sum(shares) / sum(even))


def _sorted(
    words: _Words,
    distance: int,
    progress: Progress,
    orders: SortOrders,
    bits: Sequence[int],
    budget: "_Budget",
) -> list[PairArrays]:
    """Sort by every table's key and compare within buckets; raises ``_TooMany``."""
    if not orders.cuts:
        return _scanned(words, distance, progress)
    jobs = [
        (1, functools.partial(_table, words, table, distance, budget))
        for table in permuted_tables(orders.cuts, bits)
    ]
    return run(jobs, progress, Stage.PAIR, _threads(orders.cost))


class _Budget:
    """The comparisons left before comparing all with all is cheaper."""

    def __init__(self, comparisons: int) -> None:
        self._left = comparisons
        self._lock = threading.Lock()

    def spend(self, comparisons: int) -> None:
        """Spend some; raises ``_TooMany`` if too few are left."""
        with self._lock:
            self._left -= comparisons
            if self._left < 0:
                raise _TooMany


def _table(
    words: _Words, table: Table, distance: int, budget: _Budget, check: Check
) -> list[PairArrays]:
    """Return the pairs that belong to this table (see ``Table``)."""
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
    """Return where no differing bit is in the mask."""
    inside = [word & np.uint64(mask >> 64 * no & 2**64 - 1) for no, word in enumerate(differing)]
    agree: NDArray[np.bool_] = functools.reduce(np.bitwise_or, inside) == 0
    return agree


def _scanned(
    words: _Words, distance: int, progress: Progress, first: int | None = None
) -> list[PairArrays]:
    """Compare all, or the first ones, with all that follow, some rows at a time."""
    count = len(words[0])
    all_rows = count if first is None else first
    rows = min(all_rows, max(16, _COMPARISONS_A_JOB // max(1, count))) or 1
    parts = [range(start, min(start + rows, all_rows)) for start in range(0, all_rows, rows)]
    jobs = [(len(part), functools.partial(_row_block, words, distance, part)) for part in parts]
    comparisons = all_rows * (count - all_rows / 2) * len(words)
    return run(jobs, progress, Stage.PAIR, _threads(comparisons))


def _row_block(words: _Words, distance: int, rows: range, check: Check) -> list[PairArrays]:
    return list(compared(words, distance, check, rows))


def _threads(comparisons: float) -> int:
    return min(_MOST_THREADS, os.cpu_count() or 1) if comparisons > _WORTH_THREADS else 1


def _expand(
    left: NDArray[np.int64],
    right: NDArray[np.int64],
    bits: NDArray[np.uint8],
    members: NDArray[np.int64],
    counts: NDArray[np.int64],
    *,
    equal: bool = True,
) -> PairArrays:
    """Turn pairs of values into pairs of positions; ``equal`` ones pair among themselves, too."""
    starts = np.cumsum(counts) - counts
    # most values occur once and need no product
    several = (counts[left] > 1) | (counts[right] > 1)
    single = ~several
    alone = members[starts[left[single]]], members[starts[right[single]]], bits[single]
    repeated = np.flatnonzero(counts > 1) if equal else left[:0]
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
) -> PairArrays:
    """Put the lower of two positions (below ``count``) left, and sort the pairs."""
    left, right = np.minimum(first, second), np.maximum(first, second)
    position_bits = count.bit_length()
    if 2 * position_bits + 8 > 63:
        order = np.lexsort((right, left))
        return left[order], right[order], bits[order]
    # packed into single numbers they sort ten times faster
    left <<= position_bits + 8
    right <<= 8
    left |= right
    left |= bits
    left.sort()
    right = left >> 8 & (1 << position_bits) - 1
    return left >> position_bits + 8, right, left.astype(np.uint8)

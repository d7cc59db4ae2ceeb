"""All pairs of fingerprints within a distance: exact, without comparing all with all.

A table is sorted by some bits of its fingerprints (``simcore.candidates.near``).
Fingerprints with the same key are a bucket. Buckets of similar size are laid out side by side, the
first member of each, then the second of each: one pass over contiguous memory compares one
position of all of them with another.

Manku, Jain and Das Sarma 2007 (section 3) cut a fingerprint into k + z blocks: k differing bits
leave z of them equal, so permuted tables, sorted by every choice of z blocks, bring every near
pair together at least once. Here the fingerprint is first cut into parts. Of k differing bits at
most floor(k / parts) are in some part (Norouzi, Punjani and Fleet 2012, section 3), and choices of
blocks of that part alone suffice. One part is the design of Manku et al.; for a million
fingerprints and 11 bits it takes 364 tables and twice the time of 3 parts, which take 105.

``parameters.affordable_distance`` estimates the pairs that chance proposes. Pages
scraped from one site, or filled-in forms, share most of their text: nearly all of their
fingerprints lie within a few bits, and comparing them all would take hours to find that they share
a template. So the pairs are counted on a sample first; where they are too many, a few leaders
represent the dense neighbourhoods around them.
"""

import functools
import itertools
import math
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.random import default_rng
from numpy.typing import NDArray

from simcore.candidates.parameters import PARAMETERS, Check, radii, run
from simcore.candidates.postings import each_once
from simcore.model.report import NoProgress, Progress, Stage

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


_MOST_PARTS = 8
_MOST_LEADING = 16
_MOST_TABLES = 1 << 14

# costs in comparisons of 64 bits; measured once, they only choose between exact designs
_SORTED = 40
_A_TABLE = 300_000
SENT = 150
"""What it costs, in comparisons, to send a fingerprint to another task: nine bytes on their way."""


@dataclass(frozen=True, slots=True)
class BlockCut:
    """A part of ``width`` bits, of which at most ``radius`` differ, cut into blocks.

    It has ``radius + leading`` blocks, so at least ``leading`` of them are equal. There is a table
    for every choice of ``leading`` blocks.
    """

    width: int
    radius: int
    leading: int

    @property
    def blocks(self) -> int:
        """The number of blocks of the part."""
        return self.radius + self.leading

    @property
    def tables(self) -> int:
        """The number of choices of leading blocks."""
        return math.comb(self.blocks, self.leading)

    @property
    def share(self) -> float:
        """The share of pairs of evenly spread fingerprints that agree in a key, on average.

        >>> BlockCut(64, 3, 1).share == 2.0**-16, BlockCut(3, 1, 1).share
        (True, 0.375)
        """
        narrow, wide = divmod(self.width, self.blocks)
        choices = sum(
            math.comb(wide, wider)
            * math.comb(self.blocks - wide, self.leading - wider)
            * math.exp2(-self.leading * narrow - wider)
            for wider in range(self.leading + 1)
        )
        return choices / self.tables


@dataclass(frozen=True, slots=True)
class SortOrders:
    """Cut parts whose tables bring all near pairs together; none to compare all with all.

    ``cost`` is in comparisons of 64 bits.
    """

    cuts: tuple[BlockCut, ...]
    cost: float

    @property
    def tables(self) -> int:
        """The number of times the fingerprints are sorted."""
        return sum(cut.tables for cut in self.cuts)


Skew = Callable[[BlockCut, int, int], float]
"""Of a cut, its index among the parts and the number of parts: how many times more pairs agree in
a key than of uniformly distributed fingerprints; 1 or more."""


def cheapest(
    count: int, distance: int, width: int, skew: Skew | None = None, *, sent: int = 0
) -> SortOrders:
    """Choose the cheapest way to find all pairs of ``count`` fingerprints within ``distance`` bits.

    ``sent`` is what it costs, in comparisons, to send a fingerprint for each table: see ``SENT``.

    >>> for k in (3, 7, 11):
    ...     orders = cheapest(1_000_000, k, 64)
    ...     print([(cut.tables, cut.leading, cut.blocks) for cut in orders.cuts])
    [(4, 1, 4)]
    [(20, 3, 6), (20, 3, 6)]
    [(35, 4, 7), (35, 4, 7), (35, 4, 7)]
    >>> cheapest(100, 3, 64)
    SortOrders(cuts=(), cost=4950.0)
    """
    words = max(1, width // 64)
    best = SortOrders((), count * (count - 1) / 2 * words)
    for parts in range(1, min(distance + 1, _MOST_PARTS, width) + 1):
        cuts: list[BlockCut] = []
        cost = 0.0
        for number, radius in enumerate(radii(distance, parts)):
            cut, least = None, best.cost - cost
            for even, choice in _choices(
                count, len(range(number, width, parts)), radius, words, sent
            ):
                if even >= least:
                    break
                times = 1.0 if skew is None else skew(choice, number, parts)
                real = _cost(choice, count, words, times, sent)
                if real < least:
                    cut, least = choice, real
            if cut is None:
                break
            cuts.append(cut)
            cost += least
        else:
            best = SortOrders(tuple(cuts), cost)
    return best


def _choices(
    count: int, width: int, radius: int, words: int, sent: int
) -> list[tuple[float, BlockCut]]:
    """Return the ways to cut a part, cheapest for uniformly distributed fingerprints first."""
    cuts = (
        BlockCut(width, radius, leading)
        for leading in range(1, min(width - radius, _MOST_LEADING) + 1)
    )
    few = [cut for cut in cuts if cut.tables <= _MOST_TABLES]
    return sorted(((_cost(cut, count, words, 1.0, sent), cut) for cut in few), key=lambda it: it[0])


def _cost(cut: BlockCut, count: int, words: int, skew: float, sent: int) -> float:
    joined = count * count / 2 * min(1.0, cut.share * skew)
    return cut.tables * (_A_TABLE + (_SORTED + sent) * count + joined * words)


@dataclass(frozen=True, slots=True)
class Table:
    """A permuted table: one choice of leading blocks, and the pairs that belong to it.

    All fields are bit masks. Fingerprints equal in ``key`` are in one bucket. A pair belongs to
    the first table whose key it agrees in: it differs in each block of ``before``, and of each
    ``earlier`` part it agrees in fewer blocks than the number beside them.
    """

    key: int
    before: tuple[int, ...]
    earlier: tuple[tuple[tuple[int, ...], int], ...]


def permuted_tables(cuts: Sequence[BlockCut], bits: Sequence[int]) -> list[Table]:
    """Return the tables of some cuts over ``bits``, dealt to parts and to their blocks in turn.

    Every pair that differs in no more bits than the cuts are for belongs to exactly one table: the
    choice of the first blocks that agree, in the first part that has enough of them.

    >>> [bin(table.key) for table in permuted_tables([BlockCut(4, 1, 1)], range(4))]
    ['0b101', '0b1010']
    >>> [table.before for table in permuted_tables([BlockCut(4, 1, 1)], range(4))]
    [(), (5,)]
    """
    tables: list[Table] = []
    earlier: list[tuple[tuple[int, ...], int]] = []
    for number, cut in enumerate(cuts):
        part = bits[number :: len(cuts)]
        blocks = tuple(
            sum(1 << bit for bit in part[block :: cut.blocks]) for block in range(cut.blocks)
        )
        for chosen in itertools.combinations(range(cut.blocks), cut.leading):
            before = tuple(blocks[no] for no in range(chosen[-1]) if no not in chosen)
            key = sum(blocks[no] for no in chosen)
            tables.append(Table(key, before, tuple(earlier)))
        earlier.append((blocks, cut.leading))
    return tables


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

    ``fingerprints`` has shape (n, 64-bit words), see ``simcore.candidates.parameters.as_array``.

    The result equals that of comparing all with all, which is done where it is cheaper than
    sorting by parts of the bits (``simcore.candidates.near``). Equal fingerprints are
    grouped first and expanded at the end. Returns positions left < right and distances in bits,
    ordered by left, then right. Uses up to four threads, 25 bytes a fingerprint each. Raises
    ``Cancelled``.

    >>> from simcore.candidates.parameters import as_array
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

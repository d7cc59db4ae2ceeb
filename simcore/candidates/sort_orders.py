"""Which bits to sort fingerprints by, so that near ones meet: coverings, and what they cost.

Manku, Jain and Das Sarma 2007 (section 3) cut a fingerprint into k + z blocks: k differing bits
leave z of them untouched, so tables sorted by every choice of z blocks bring every near pair
together once at least. Here the fingerprint is first cut into parts. Of k differing bits at most
floor(k / parts) are in some part (Norouzi, Punjani and Fleet 2012, section 3), and that part
alone is covered by choices of blocks. One part is the design of Manku and others. For a million
fingerprints and 11 bits it takes 364 tables and twice the time of 3 parts, which take 105.
"""

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from simcore.candidates.blocks import radii

_MOST_PARTS = 8
_MOST_LEADING = 16
_MOST_TABLES = 1 << 14

# costs in comparisons of 64 bits: measured once, they only choose among exact designs
_SORTED = 40
_A_TABLE = 300_000


@dataclass(frozen=True, slots=True)
class Cut:
    """A part of ``width`` bits, of which at most ``radius`` differ, cut into blocks.

    It has ``radius + leading`` blocks, so ``leading`` of them are equal, and a table for every
    choice of so many.
    """

    width: int
    radius: int
    leading: int

    @property
    def blocks(self) -> int:
        """Into how many blocks the part is cut."""
        return self.radius + self.leading

    @property
    def tables(self) -> int:
        """How many choices of leading blocks there are."""
        return math.comb(self.blocks, self.leading)

    @property
    def key_bits(self) -> float:
        """How many bits the leading blocks have, on average over all choices."""
        return self.width * self.leading / self.blocks

    @property
    def share(self) -> float:
        """The share of pairs of evenly spread fingerprints that agree in a key, on average.

        >>> Cut(64, 3, 1).share == 2.0**-16, Cut(3, 1, 1).share
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
class Covering:
    """Parts whose tables bring all near pairs together; no part: compare all with all.

    ``cost`` is in comparisons of 64 bits.
    """

    cuts: tuple[Cut, ...]
    cost: float

    @property
    def tables(self) -> int:
        """How often the fingerprints are sorted."""
        return sum(cut.tables for cut in self.cuts)

    @property
    def key_bits(self) -> float:
        """The bits of a key, on average over all tables."""
        return sum(cut.key_bits * cut.tables for cut in self.cuts) / self.tables


Skew = Callable[[Cut, int, int], float]
"""Of a cut, its number among parts, and how many those are: how many times as many pairs agree in
a key as of evenly spread fingerprints; 1 or more."""


def cheapest(count: int, distance: int, width: int, skew: Skew | None = None) -> Covering:
    """Choose how to find all pairs of ``count`` fingerprints within ``distance`` bits.

    >>> for k in (3, 7, 11):
    ...     covering = cheapest(1_000_000, k, 64)
    ...     print([(cut.tables, cut.leading, cut.blocks) for cut in covering.cuts])
    [(4, 1, 4)]
    [(20, 3, 6), (20, 3, 6)]
    [(35, 4, 7), (35, 4, 7), (35, 4, 7)]
    >>> cheapest(100, 3, 64)
    Covering(cuts=(), cost=4950.0)
    """
    words = max(1, width // 64)
    best = Covering((), count * (count - 1) / 2 * words)
    for parts in range(1, min(distance + 1, _MOST_PARTS, width) + 1):
        cuts: list[Cut] = []
        cost = 0.0
        for number, radius in enumerate(radii(distance, parts)):
            cut, least = None, best.cost - cost
            for even, choice in _choices(count, len(range(number, width, parts)), radius, words):
                if even >= least:
                    break
                times = 1.0 if skew is None else skew(choice, number, parts)
                real = _cost(choice, count, words, times)
                if real < least:
                    cut, least = choice, real
            if cut is None:
                break
            cuts.append(cut)
            cost += least
        else:
            best = Covering(tuple(cuts), cost)
    return best


def _choices(count: int, width: int, radius: int, words: int) -> list[tuple[float, Cut]]:
    """Give the ways to cut a part, those first that cost evenly spread fingerprints least."""
    cuts = (
        Cut(width, radius, leading) for leading in range(1, min(width - radius, _MOST_LEADING) + 1)
    )
    few = [cut for cut in cuts if cut.tables <= _MOST_TABLES]
    return sorted(((_cost(cut, count, words, 1.0), cut) for cut in few), key=lambda it: it[0])


def _cost(cut: Cut, count: int, words: int, skew: float) -> float:
    joined = count * count / 2 * min(1.0, cut.share * skew)
    return cut.tables * (_A_TABLE + _SORTED * count + joined * words)


@dataclass(frozen=True, slots=True)
class Table:
    """One choice of leading blocks: which pairs it joins, and which of them are its own.

    All are sets of bits. Fingerprints that are equal in ``key`` meet. A pair is the table's own if
    no other before it joins the pair: if it differs somewhere in each of ``before``, and in each of
    ``earlier`` in all blocks but fewer than the number beside them.
    """

    key: int
    before: tuple[int, ...]
    earlier: tuple[tuple[tuple[int, ...], int], ...]


def first_tables(cuts: Sequence[Cut], bits: Sequence[int]) -> list[Table]:
    """Lay out the tables of a covering over ``bits``, dealt to parts and to their blocks in turn.

    Every pair that differs in no more bits than the cuts are for is some table's own, and no pair
    is that of two: its table is the choice of the first blocks that agree, in the first part that
    has enough of them.

    >>> [bin(table.key) for table in first_tables([Cut(4, 1, 1)], range(4))]
    ['0b101', '0b1010']
    >>> [table.before for table in first_tables([Cut(4, 1, 1)], range(4))]
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

"""Sort orders: the bits to sort fingerprints by so that near ones share a key, and their cost.

Manku, Jain and Das Sarma 2007 (section 3) cut a fingerprint into k + z blocks: k differing bits
leave z of them equal, so permuted tables, sorted by every choice of z blocks, bring every near
pair together at least once. Here the fingerprint is first cut into parts. Of k differing bits at
most floor(k / parts) are in some part (Norouzi, Punjani and Fleet 2012, section 3), and choices of
blocks of that part alone suffice. One part is the design of Manku et al.; for a million
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

"""Matching the equal elements of two sequences in bounded time.

The general tool below the differences: it knows neither lines nor windows. Unique common elements
serve as anchors (Bram Cohen's patience difference), recursively between the anchors already found;
what no anchor reaches is left to a longest common subsequence, where that is affordable.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from typing import NamedTuple

DISTINCT = 0xD800
"""The number of elements that ``longest_common`` can distinguish: code points below surrogates."""

CELLS = 100_000_000
"""The largest product of two lengths for ``longest_common``: 20 ms and 12 MB."""


_AT_ONCE = 20_000


class Stopped(Exception):  # noqa: N818 - a request of the caller, no error
    """The caller no longer wants the result."""


class Match(NamedTuple):
    """Two matching elements, by index."""

    left: int
    right: int


class Gap(NamedTuple):
    """Half-open ranges of both sequences between two matches; one of them may be empty."""

    left_start: int
    left_end: int
    right_start: int
    right_end: int


class Effort:
    """The remaining budget of an alignment, in units of about 10 ns, and whether it was enough.

    ``simplified`` becomes True as soon as something was left out for want of effort; it never
    depends on the clock, so the same texts always give the same result.
    """

    def __init__(self, units: int, stop: Callable[[], bool]) -> None:
        self.simplified = False
        self._units = units
        self._stop = stop

    def spend(self, units: int) -> bool:
        """Spend ``units`` if so many are left; otherwise the result is simplified.

        Raises ``Stopped`` if the caller has requested it, which makes this the one point
        where an alignment can be cancelled.
        """
        if self._stop():
            raise Stopped
        if units > self._units:
            self.simplified = True
            return False
        self._units -= units
        return True

    def simplify(self) -> None:
        """Note that something was left out by a limit other than the units."""
        self.simplified = True


def common_ends(left: Sequence[object], right: Sequence[object]) -> tuple[int, int]:
    """Count the equal elements at the start and at the end, never the same element twice.

    >>> common_ends("abcab", "abab")
    (2, 2)
    """
    shorter = min(len(left), len(right))
    start = 0
    while start < shorter and left[start] == right[start]:
        start += 1
    end = 0
    while end < shorter - start and left[-1 - end] == right[-1 - end]:
        end += 1
    return start, end


def anchors(
    left: Sequence[int], right: Sequence[int], weak: Collection[int], effort: Effort
) -> list[Match]:
    """Match equal elements that leave no doubt which belong together, in ascending order.

    Those are the common ends of every range and, inside it, the elements that occur once on
    either side. Elements of ``weak`` (blank lines) are matched at the ends only.

    >>> anchors([1, 0, 2, 0, 3], [1, 0, 9, 0, 3, 4], {0}, Effort(1000, bool))
    [Match(left=0, right=0), Match(left=1, right=1), Match(left=3, right=3), Match(left=4, right=4)]
    """
    found: list[Match] = []
    waiting = [Gap(0, len(left), 0, len(right))]
    while waiting:
        a, a_end, b, b_end = waiting.pop()
        if not effort.spend(20 * (a_end - a + b_end - b)):
            continue
        start, end = common_ends(left[a:a_end], right[b:b_end])
        found.extend(Match(a + step, b + step) for step in range(start))
        found.extend(Match(a_end - 1 - step, b_end - 1 - step) for step in range(end))
        inner = Gap(a + start, a_end - end, b + start, b_end - end)
        unique = _unique(left, right, inner, weak)
        found.extend(unique)
        if unique:
            waiting.extend(
                gap
                for gap in gaps(unique, inner)
                if gap.left_end > gap.left_start and gap.right_end > gap.right_start
            )
    found.sort()
    return found


def _unique(
    left: Sequence[int], right: Sequence[int], gap: Gap, weak: Collection[int]
) -> list[Match]:
    """Match the elements that occur once in either range, as many as keep their order."""
    a, a_end, b, b_end = gap
    if a == a_end or b == b_end:
        return []
    left_counts = _counted(left, a, a_end)
    right_counts = _counted(right, b, b_end)
    positions = {right[index]: index for index in range(b, b_end)}
    matches = [
        Match(index, positions[element])
        for index, element in enumerate(left[a:a_end], a)
        if left_counts[element] == 1 and right_counts[element] == 1 and element not in weak
    ]
    return _ascending(matches)


def _counted(elements: Sequence[int], start: int, end: int) -> Counter[int]:
    """Count elements, in parts: while the library counts, no other thread runs."""
    counts: Counter[int] = Counter()
    for first in range(start, end, _AT_ONCE):
        counts.update(elements[first : min(first + _AT_ONCE, end)])
    return counts


def _ascending(matches: Sequence[Match]) -> list[Match]:
    """Keep a longest run of matches that ascends on the right too (patience sorting)."""
    tops: list[int] = []
    piles: list[int] = []
    before: list[int] = []
    for number, match in enumerate(matches):
        pile = bisect_left(tops, match.right)
        before.append(piles[pile - 1] if pile else -1)
        tops[pile : pile + 1] = [match.right]
        piles[pile : pile + 1] = [number]
    kept: list[Match] = []
    number = piles[-1] if piles else -1
    while number >= 0:
        kept.append(matches[number])
        number = before[number]
    kept.reverse()
    return kept


def longest_common(
    left: Sequence[Hashable], right: Sequence[Hashable], effort: Effort
) -> list[Match] | None:
    """Match a longest common subsequence; None when that costs more than is left or allowed.

    >>> longest_common("甲乙丙丁", "甲丙戊丁", Effort(1000, bool))
    [Match(left=0, right=0), Match(left=2, right=1), Match(left=3, right=3)]
    """
    cells = len(left) * len(right)
    numbers: dict[Hashable, int] = {}
    if cells > CELLS:
        effort.simplify()
        return None
    if not effort.spend(20 + cells // 30 + 10 * (len(left) + len(right))):
        return None
    # Every element becomes one character: strings are what the library compares fastest.
    first = [numbers.setdefault(element, len(numbers)) for element in left]
    second = [numbers.setdefault(element, len(numbers)) for element in right]
    if len(numbers) > DISTINCT:
        effort.simplify()
        return None
    from rapidfuzz.distance import LCSseq  # noqa: PLC0415 - a window opens without it

    blocks = LCSseq.editops(
        "".join(map(chr, first)), "".join(map(chr, second))
    ).as_matching_blocks()
    return [Match(block.a + step, block.b + step) for block in blocks for step in range(block.size)]


def gaps(matches: Sequence[Match], whole: Gap) -> Iterator[Gap]:
    """Yield what lies between ascending matches inside ``whole``, where there is anything.

    >>> list(gaps([Match(1, 1), Match(2, 3)], Gap(0, 3, 0, 5)))
    [Gap(left_start=0, left_end=1, right_start=0, right_end=1), \
Gap(left_start=2, left_end=2, right_start=2, right_end=3), \
Gap(left_start=3, left_end=3, right_start=4, right_end=5)]
    """
    a, a_end, b, b_end = whole
    for match in [*matches, Match(a_end, b_end)]:
        if match.left > a or match.right > b:
            yield Gap(a, match.left, b, match.right)
        a, b = match.left + 1, match.right + 1

"""Which units of two texts are the same, in order or elsewhere."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence
from itertools import pairwise, takewhile
from operator import eq

Match = tuple[int, int]

_LEAST_MOVED = 6
_MOST_COMPARED = 1 << 26
_MOST_LIKE = 2_000
_LIKE = 0.7
_WORDS_ASKED = 12


def heaviest_in_order(matches: Sequence[Match], weights: Sequence[int]) -> list[Match]:
    """Return the matches that ascend on both sides and weigh most together.

    ``matches`` ascend on the left; none shares a side with another.

    >>> heaviest_in_order([(0, 2), (1, 0), (2, 1)], [9, 2, 3])
    [(0, 2)]
    """
    # the greatest sum up to each right side, with its last match: both ascend
    ends: list[int] = []
    best: list[tuple[int, int]] = []
    before: list[int] = []
    for number, ((_, right), weight) in enumerate(zip(matches, weights, strict=True)):
        at = stop = bisect_left(ends, right)
        weighed, last = best[at - 1] if at else (0, -1)
        before.append(last)
        here = weighed + weight, number
        while stop < len(best) and best[stop] <= here:
            stop += 1  # these end later and weigh no more
        ends[at:stop], best[at:stop] = [right], [here]
    chosen = []
    at = best[-1][1] if best else -1
    while at >= 0:
        chosen.append(matches[at])
        at = before[at]
    return chosen[::-1]


def equal_runs(left: Sequence[Hashable], right: Sequence[Hashable]) -> list[Match] | None:
    """Return the equal items of a longest common subsequence; None if it takes too long."""
    start = sum(takewhile(bool, map(eq, left, right)))
    end = sum(takewhile(bool, map(eq, left[start:][::-1], right[start:][::-1])))
    one, other = left[start : len(left) - end], right[start : len(right) - end]
    found = [(at, at) for at in range(start)]
    if one and other:
        if len(one) * len(other) > _MOST_COMPARED:
            return None
        from rapidfuzz.distance import LCSseq  # noqa: PLC0415 - few commands need it

        for same in LCSseq.opcodes(one, other).as_matching_blocks():
            found += [(start + same.a + at, start + same.b + at) for at in range(same.size)]
    found += [(len(left) - at, len(right) - at) for at in range(end, 0, -1)]
    return found


def matched(
    left: Sequence[tuple[str, ...]], right: Sequence[tuple[str, ...]]
) -> tuple[list[Match], list[Match]]:
    """Return the equal units of two texts by their keys: those in order, and those elsewhere.

    What both texts have once each is matched first, then, between these, what stands in the same
    order. Very short units count as moved nowhere.
    """
    counts = Counter(left), Counter(right)
    places = {key: at for at, key in enumerate(right)}
    once = [
        (at, places[key])
        for at, key in enumerate(left)
        if counts[0][key] == 1 and counts[1].get(key) == 1
    ]
    anchors = heaviest_in_order(once, [len(left[at]) for at, _ in once])
    in_order = list(anchors)
    for (a, c), (b, d) in pairwise([(-1, -1), *anchors, (len(left), len(right))]):
        if b - a > 1 and d - c > 1:
            found = equal_runs(left[a + 1 : b], right[c + 1 : d]) or []
            in_order += [(a + 1 + one, c + 1 + other) for one, other in found]
    in_order.sort()
    taken = {one for one, _ in in_order}, {other for _, other in in_order}
    waiting: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for at, key in enumerate(right):
        if at not in taken[1] and _is_telling(key):
            waiting[key].append(at)
    moved = []
    for at, key in enumerate(left):
        if at not in taken[0] and waiting.get(key):
            moved.append((at, waiting[key].pop(0)))
    return in_order, moved


def _is_telling(key: tuple[str, ...]) -> bool:
    """Return whether a unit is long enough for its place to be worth telling."""
    return sum(map(len, key)) >= _LEAST_MOVED


def changed_a_little(
    left: Sequence[tuple[str, ...]],
    right: Sequence[tuple[str, ...]],
    free: tuple[Sequence[int], Sequence[int]],
) -> list[Match]:
    """Return units that changed a little, each with what it became, wherever that is.

    ``free`` are the units that have no equal one. Of very many none is looked for.
    """
    if len(free[0]) > _MOST_LIKE or len(free[1]) > _MOST_LIKE:
        return []
    having: dict[str, list[int]] = defaultdict(list)
    for at in free[1]:
        for word in set(right[at]):
            having[word].append(at)
    found: list[Match] = []
    taken: set[int] = set()
    for at in free[0]:
        ours = Counter(left[at])
        rare = sorted((word for word in ours if word in having), key=lambda word: len(having[word]))
        near: Counter[int] = Counter()
        for word in rare[:_WORDS_ASKED]:
            near.update(having[word])
        best = max(
            _shares(ours, right, (one for one in near if one not in taken)), default=(0.0, 0)
        )
        if best[0] >= _LIKE and _is_telling(left[at]):
            taken.add(-best[1])
            found.append((at, -best[1]))
    return found


def _shares(
    ours: Counter[str], right: Sequence[tuple[str, ...]], some: Iterator[int]
) -> Iterator[tuple[float, int]]:
    for at in some:
        theirs = Counter(right[at])
        yield 2 * (ours & theirs).total() / (ours.total() + theirs.total()), -at


def blocks(matches: Sequence[Match]) -> list[list[Match]]:
    """Return runs of matches that follow one another on both sides."""
    found: list[list[Match]] = []
    for one, other in sorted(matches):
        if found and found[-1][-1] == (one - 1, other - 1):
            found[-1].append((one, other))
        else:
            found.append([(one, other)])
    return found

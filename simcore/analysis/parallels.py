"""Parallel passages: the runs of two texts that are the same, and where they stand in both."""

from bisect import bisect_left
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.analysis.origins import FOLLOWING, origins
from simcore.text.shingles import shingle_lengths, shingles_in_order
from simcore.text.tokens import compact, normalise

_PLACES_TRIED = 16
_STEP = 64


@dataclass(frozen=True, slots=True)
class Parallel:
    """A passage of the left text that is in the right one too, as half-open ranges of characters.

    ``characters`` is its length as texts are compared: normal form, without spaces.
    """

    left: tuple[int, int]
    right: tuple[int, int]
    characters: int


@dataclass(frozen=True, slots=True)
class Parallels:
    """All that two texts have in common, in shingles.

    ``passages`` are in the order of the left text and do not overlap there. ``left`` and ``right``
    are the ranges of each text that shingles of the other one cover, in order, apart.
    """

    passages: tuple[Parallel, ...]
    left: tuple[tuple[int, int], ...]
    right: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class _Cut:
    """A text in shingles: their hashes, ends in the compacted text, and what that comes from."""

    text: str
    hashes: NDArray[np.uint64]
    ends: NDArray[np.int64]
    places: NDArray[np.int64]

    def span(self, start: int, stop: int) -> tuple[int, int]:
        """Give the range of the text that characters of the compacted one come from."""
        last = int(self.places[stop - 1]) + 1
        marks = FOLLOWING.match(self.text, last)
        return int(self.places[start]), last if marks is None else marks.end()


def find_parallels(left: str, right: str) -> Parallels:
    """Find what two texts have in common, as they were decoded.

    A passage is as long as it goes on alike in both, from the first of its shingles. Where the
    right text has it more than once, it is given at the best of the places nearest to the passage
    before it (up to 16 are tried); another place may be as good.

    >>> found = find_parallels("One two three four.", "Three  FOUR. Five")
    >>> found.passages
    (Parallel(left=(8, 19), right=(0, 12), characters=10),)
    """
    cuts = _cut(left), _cut(right)
    inside = _inside(cuts[0].hashes, cuts[1].hashes), _inside(cuts[1].hashes, cuts[0].hashes)
    return Parallels(
        tuple(_passages(*cuts, inside[0])),
        _covered(cuts[0], inside[0]),
        _covered(cuts[1], inside[1]),
    )


def _cut(text: str) -> _Cut:
    compacted = compact(normalise(text))
    hashes = shingles_in_order(compacted)
    ends = np.arange(len(hashes)) + shingle_lengths(compacted)
    return _Cut(text, hashes, ends, origins(text))


def _inside(hashes: NDArray[np.uint64], others: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Mark the hashes that are among others."""
    ordered = np.sort(others)
    if not len(ordered):
        return np.zeros(len(hashes), dtype=np.bool_)
    places = np.minimum(np.searchsorted(ordered, hashes), len(ordered) - 1)
    return np.equal(ordered[places], hashes)


def _covered(cut: _Cut, inside: NDArray[np.bool_]) -> tuple[tuple[int, int], ...]:
    """Give the ranges of a text that its marked shingles cover."""
    found: list[tuple[int, int]] = []
    edges = np.flatnonzero(np.diff(inside, prepend=False, append=False)).reshape(-1, 2)
    reached = 0
    for start, stop in edges.tolist():
        # a later shingle may end before an earlier one, and begin before the last run's end
        end = int(cut.ends[start:stop].max())
        span = cut.span(max(start, reached), end) if end > reached else None
        reached = max(reached, end)
        if span is None:
            continue
        if found and span[0] <= found[-1][1]:
            found[-1] = found[-1][0], span[1]
        else:
            found.append(span)
    return tuple(found)


def _passages(left: _Cut, right: _Cut, inside: NDArray[np.bool_]) -> list[Parallel]:
    order = np.argsort(right.hashes, kind="stable")
    ordered = right.hashes[order]
    found: list[Parallel] = []
    shared = np.flatnonzero(inside)
    at, expected = 0, 0
    while True:
        following = int(np.searchsorted(shared, at))
        if following == len(shared):
            return found
        at = int(shared[following])
        first = int(np.searchsorted(ordered, left.hashes[at]))
        stop = int(np.searchsorted(ordered, left.hashes[at], side="right"))
        # a stable order leaves the places of one hash in theirs
        near = bisect_left(order, expected, first, stop)
        lowest = max(first, min(near - _PLACES_TRIED // 2, stop - _PLACES_TRIED))
        tried = order[lowest : min(stop, lowest + _PLACES_TRIED)].tolist()
        lengths = [_alike(left.hashes, right.hashes, at, place) for place in tried]
        length, place = max(
            zip(lengths, tried, strict=True), key=lambda one: (one[0], -abs(one[1] - expected))
        )
        end = int(left.ends[at : at + length].max())
        there = place + end - at
        found.append(Parallel(left.span(at, end), right.span(place, there), end - at))
        at, expected = max(at + length, end), there


def _alike(left: NDArray[np.uint64], right: NDArray[np.uint64], at: int, place: int) -> int:
    """Count how many shingles from two places on are equal."""
    length, step = 0, _STEP
    while True:
        ours = left[at + length : at + length + step]
        theirs = right[place + length : place + length + step]
        size = min(len(ours), len(theirs))
        unequal = np.flatnonzero(ours[:size] != theirs[:size])
        if len(unequal):
            return length + int(unequal[0])
        length += size
        if size < step:
            return length
        step *= 2

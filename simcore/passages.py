"""Parallel passages: equal runs of two texts, and their positions in both."""

import re
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.text.normal_form import code_points, marks
from simcore.text.shingles import MOST_CHARACTERS, shingle_lengths
from simcore.text.similarity import Shingled, comparable, longer, places_compared
from simcore.text.words import normalise

_POSITIONS_TRIED = 16
_STEP = 64


class EqualRun(NamedTuple):
    """An equal run of two texts: where it begins in both, and its length."""

    here: int
    there: int
    length: int


def runs_of(
    seeds: tuple[NDArray[np.uint64], NDArray[np.uint64]],
    shared: tuple[NDArray[np.integer], NDArray[np.integer]],
    items: tuple[NDArray[np.unsignedinteger], NDArray[np.unsignedinteger]],
    length_of: Callable[[int, int], int] = lambda _at, equal: equal,
    least: int = 1,
) -> list[EqualRun]:
    """Find the runs of a left text, of ``least`` characters or more, that a right one has, too.

    ``seeds`` are the hashes at each place of both, ``shared`` the ascending places of those that
    the other has. Equal ``items`` are counted from there; ``length_of`` converts a number of items
    at a place of the left text to characters.
    """
    here, there = shared
    order = there[np.argsort(seeds[1][there], kind="stable")]
    ordered = seeds[1][order]
    found: list[EqualRun] = []
    at, expected = 0, 0
    while (following := int(np.searchsorted(here, at))) < len(here):
        at = int(here[following])
        first = int(np.searchsorted(ordered, seeds[0][at]))
        stop = int(np.searchsorted(ordered, seeds[0][at], side="right"))
        # a stable sort keeps the positions of one hash ascending
        equal, position = longest_run(*items, at, order[first:stop], expected)
        length = length_of(at, equal)
        if length < least:  # two hashes that are equal by chance
            at += 1
            continue
        found.append(EqualRun(at, position, length))
        # the first seed that does not lie in this run; another run may begin inside it
        at, expected = at + length - least + 1, position + length
    return found


def longest_run(
    left: NDArray[np.unsignedinteger],
    right: NDArray[np.unsignedinteger],
    at: int,
    positions: NDArray[np.integer],
    expected: int,
) -> tuple[int, int]:
    """Return the length and the position in ``right`` of the longest run from ``left[at]`` on.

    Only the 16 of the ascending positions nearest to the expected one are tried; of equally long
    runs the nearest wins.

    >>> one, other = np.array([5, 6, 7], np.uint8), np.array([5, 1, 5, 6, 5, 6], np.uint8)
    >>> longest_run(one, other, 0, np.array([0, 2, 4]), 5)
    (2, 4)
    """
    near = bisect_left(positions, expected)
    lowest = max(0, min(near - _POSITIONS_TRIED // 2, len(positions) - _POSITIONS_TRIED))
    tried = positions[lowest : lowest + _POSITIONS_TRIED].tolist()
    lengths = [_equal_from(left, right, at, position) for position in tried]
    return max(zip(lengths, tried, strict=True), key=lambda one: (one[0], -abs(one[1] - expected)))


def _equal_from(
    left: NDArray[np.unsignedinteger], right: NDArray[np.unsignedinteger], at: int, position: int
) -> int:
    length, step = 0, _STEP
    while True:
        ours = left[at + length : at + length + step]
        theirs = right[position + length : position + length + step]
        size = min(len(ours), len(theirs))
        unequal = np.flatnonzero(ours[:size] != theirs[:size])
        if len(unequal):
            return length + int(unequal[0])
        length += size
        if size < step:
            return length
        step *= 2


# marks, vowels and finals of Hangul, and the half-width marks of kana
_MARK = f"{marks()}\u1160-\u11ff\uff9e\uff9f"
_FOLLOWING = re.compile(f"[{_MARK}]*")
_COMBINED = re.compile(f"[^{_MARK}][{_MARK}]+")
_CODE_POINTS = 0x110000


def origins(text: str) -> NDArray[np.int64]:
    """Return, for each character of a text's comparison form, its index in the text.

    Shape (n,), ascending. Letters and their marks have the index of the letter. Where the normal
    form depends on more, indices within the line are estimates.

    >>> origins("A. ＢＣ ﬁ。2").tolist()  # of abcfi2
    [0, 3, 4, 6, 6, 8]
    """
    normal = normalise(text)
    spaced = np.cumsum(code_points(normal) == ord(" "))
    expected = len(normal) - (int(spaced[-1]) if len(spaced) else 0)
    lengths = _lengths(text)
    indices = np.repeat(np.arange(len(text)), lengths)
    if len(indices) != expected:
        indices = _line_by_line(text, lengths, expected)
    places = places_compared(normal)
    found: NDArray[np.int64] = indices[places - spaced[places]]
    return found


def span_of(text: str, places: NDArray[np.signedinteger], start: int, stop: int) -> tuple[int, int]:
    """Return the range of a text that a range of its letters at ``places`` covers, with marks."""
    marks = _FOLLOWING.match(text, int(places[stop - 1]) + 1)
    return int(places[start]), marks.end() if marks else len(text)


def _folded_length(text: str) -> int:
    return len(normalise(text).replace(" ", ""))


# the length of each character's comparison form, plus 1; 0 is not known yet
_alone = np.zeros(_CODE_POINTS, dtype=np.int8)


def _lengths(text: str) -> NDArray[np.int64]:
    codes = code_points(text)
    for code in np.unique(codes[_alone[codes] == 0]).tolist():
        _alone[code] = 1 + _folded_length(chr(code))
    lengths = _alone[codes].astype(np.int64) - 1
    known: dict[str, int] = {}
    for found in _COMBINED.finditer(text):
        run = found[0]
        if run not in known:
            known[run] = _folded_length(run)
        lengths[found.start()] = known[run]
        lengths[found.start() + 1 : found.end()] = 0
    return lengths


def _line_by_line(text: str, lengths: NDArray[np.int64], expected: int) -> NDArray[np.int64]:
    found: list[NDArray[np.int64]] = []
    start = 0
    for line in text.splitlines(keepends=True):
        stop = start + len(line)
        indices = np.repeat(np.arange(start, stop), lengths[start:stop])
        length = _folded_length(line)
        if len(indices) != length:
            indices = _spread(indices, length, start)
        found.append(indices)
        start = stop
    joined = np.concatenate(found) if found else np.zeros(0, dtype=np.int64)
    return joined if len(joined) == expected else _spread(joined, expected, 0)


def _spread(indices: NDArray[np.int64], length: int, start: int) -> NDArray[np.int64]:
    if not len(indices):
        return np.full(length, start, dtype=np.int64)
    return indices[np.arange(length) * len(indices) // max(1, length)]


# the most letters and digits of either text between two parts of one passage
_BETWEEN = 4
# passages further apart are not joined: the characters between may be rules or markup
_FAR = 200
_SIGNS = re.compile(r"[^\w\s]*")


@dataclass(frozen=True, slots=True)
class Parallel:
    """A passage of the left text that is also in the right one, as half-open character ranges.

    ``characters`` counts the equal letters and digits; a few inside may differ. See
    ``find_parallels``.
    """

    left: tuple[int, int]
    right: tuple[int, int]
    characters: int


@dataclass(frozen=True, slots=True)
class Parallels:
    passages: tuple[Parallel, ...]
    left: tuple[tuple[int, int], ...]
    right: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class _InOrder:
    text: str
    hashes: NDArray[np.uint64]
    ends: NDArray[np.int64]
    positions: NDArray[np.int64]

    def span(self, start: int, stop: int) -> tuple[int, int]:
        return span_of(self.text, self.positions, start, stop)


def find_parallels(left: str, right: str) -> Parallels:
    """Find the common passages of two decoded texts.

    A passage extends from a shingle as far as both texts are equal, across punctuation and a few
    different letters if it continues behind them. Of repeated places in the right text the best of
    the 16 nearest to the expected one is returned.

    >>> found = find_parallels("One two three four.", "Three  FOUR. Five")
    >>> found.passages[0]
    Parallel(left=(8, 19), right=(0, 12), characters=9)
    """
    both = _shingled_alike(left, right)
    inside = [np.isin(one.hashes, other.hashes) for one, other in (both, both[::-1])]
    hashes = both[0].hashes, both[1].hashes

    def characters(at: int, equal: int) -> int:
        return int(both[0].ends[at : at + equal].max()) - at

    shared = np.flatnonzero(inside[0]), np.flatnonzero(inside[1])
    runs = _once(runs_of(hashes, shared, hashes, characters), len(both[1].positions))
    return Parallels(
        tuple(_with_signs(left, right, one) for one in _joined(*both, runs)),
        _covered(both[0], inside[0]),
        _covered(both[1], inside[1]),
    )


def _shingled_alike(left: str, right: str) -> tuple[_InOrder, _InOrder]:
    forms = [comparable(normalise(text)) for text in (left, right)]
    shingled = [Shingled.of(form) for form in forms]
    length = max(one.length for one in shingled)

    def in_order(text: str, form: str, made: Shingled) -> _InOrder:
        hashes = longer(made.in_order, length)
        lengths = shingle_lengths(form)[: len(hashes)] + (length - MOST_CHARACTERS)
        ends = np.minimum(np.arange(len(hashes)) + lengths, len(form))
        return _InOrder(text, hashes, ends, origins(text))

    return in_order(left, forms[0], shingled[0]), in_order(right, forms[1], shingled[1])


def _covered(one: _InOrder, inside: NDArray[np.bool_]) -> tuple[tuple[int, int], ...]:
    found: list[tuple[int, int]] = []
    edges = np.flatnonzero(np.diff(inside, prepend=False, append=False)).reshape(-1, 2)
    reached = 0
    for start, stop in edges.tolist():
        # a later shingle may end before an earlier one, and begin before the last run's end
        end = int(one.ends[start:stop].max())
        if end <= reached:
            continue
        first, last = one.span(max(start, reached), end)
        # signs count for nothing: those behind a word are shown with it
        signs = _SIGNS.match(one.text, last)
        span = first, last if signs is None else signs.end()
        reached = end
        if found and span[0] <= found[-1][1]:
            found[-1] = found[-1][0], span[1]
        else:
            found.append(span)
    return tuple(found)


def _once(runs: list[EqualRun], length: int) -> list[EqualRun]:
    taken = np.zeros(length, dtype=np.bool_)
    kept: list[EqualRun] = []
    for run in sorted(runs, key=lambda run: (-run.length, run.here)):
        there = taken[run.there : run.there + run.length]
        if 2 * int(np.count_nonzero(there)) < run.length:
            there[:] = True
            kept.append(run)
    return sorted(kept)


def _joined(left: _InOrder, right: _InOrder, runs: list[EqualRun]) -> list[Parallel]:
    found: list[Parallel] = []
    for run in runs:
        ours = left.span(run.here, run.here + run.length)
        theirs = right.span(run.there, run.there + run.length)
        last = found[-1] if found else None
        if (
            last is not None
            and _follows(left.text, last.left, ours)
            and _follows(right.text, last.right, theirs)
        ):
            found[-1] = Parallel(
                (last.left[0], ours[1]),
                (last.right[0], theirs[1]),
                last.characters + run.length,
            )
        else:
            found.append(Parallel(ours, theirs, run.length))
    return found


def _with_signs(left: str, right: str, one: Parallel) -> Parallel:
    ours, theirs = one.left[1], one.right[1]
    while (sign := left[ours : ours + 1]) and sign == right[theirs : theirs + 1]:
        if sign.isalnum() or sign.isspace():
            break
        ours, theirs = ours + 1, theirs + 1
    return Parallel((one.left[0], ours), (one.right[0], theirs), one.characters)


def _follows(text: str, one: tuple[int, int], other: tuple[int, int]) -> bool:
    if not 0 <= other[0] - one[1] <= _FAR:
        return False
    return sum(map(str.isalnum, text[one[1] : other[0]])) <= _BETWEEN

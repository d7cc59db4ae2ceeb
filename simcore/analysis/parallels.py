"""Parallel passages: equal runs of two texts, and their positions in both."""

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.analysis.equal_runs import EqualRun, runs_of
from simcore.analysis.origins import origins, span_of
from simcore.text.letters.comparison_form import comparable
from simcore.text.measures.counting import Shingled
from simcore.text.measures.lengths import longer
from simcore.text.shingles import MOST_CHARACTERS, shingle_lengths
from simcore.text.tokens import normalise

_BETWEEN = 4
"""So many letters and digits of either text may stand between two parts of one passage."""
_FAR = 200
"""More characters than these between two passages are not looked at: rules, say, or markup."""
_SIGNS = re.compile(r"[^\w\s]*")


@dataclass(frozen=True, slots=True)
class Parallel:
    """A passage of the left text that is also in the right one, as half-open character ranges.

    ``characters`` counts what is equal, letters and digits. A few inside may differ, and signs may.
    See ``find_parallels``.
    """

    left: tuple[int, int]
    right: tuple[int, int]
    characters: int


@dataclass(frozen=True, slots=True)
class Parallels:
    """All that two texts have in common, in shingles, as ``find_parallels`` finds it.

    ``passages`` are in the order of the left text and do not overlap there. What stands once in
    one text and several times in the other is one passage. ``left`` and ``right``
    are the disjoint ranges of each text that shingles of the other one cover, in order.
    """

    passages: tuple[Parallel, ...]
    left: tuple[tuple[int, int], ...]
    right: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class _InOrder:
    """A text's shingles: their hashes and ends in the comparison form, and its origins."""

    text: str
    hashes: NDArray[np.uint64]
    ends: NDArray[np.int64]
    positions: NDArray[np.int64]

    def span(self, start: int, stop: int) -> tuple[int, int]:
        """Return the range of the text that a range of the comparison form comes from."""
        return span_of(self.text, self.positions, start, stop)


def find_parallels(left: str, right: str) -> Parallels:
    """Find the common passages of two decoded texts.

    A passage extends from its first shingle as far as both texts are equal, and beyond what is no
    letter or digit or but a few of them, if it goes on behind in both. Signs behind it that are the
    same in both are part of it. If the right text has it more than once, the best of up to 16
    positions nearest to the end of the passage before it is returned; another one may be as good.

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
    """Shingle two texts; where short runs stand in any text of their kind, by longer ones."""
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
    """Return the ranges of a text that its marked shingles cover."""
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
    """Drop the runs of which most stands in longer ones of the right text, ``length`` long."""
    taken = np.zeros(length, dtype=np.bool_)
    kept: list[EqualRun] = []
    for run in sorted(runs, key=lambda run: (-run.length, run.here)):
        there = taken[run.there : run.there + run.length]
        if 2 * int(np.count_nonzero(there)) < run.length:
            there[:] = True
            kept.append(run)
    return sorted(kept)


def _joined(left: _InOrder, right: _InOrder, runs: list[EqualRun]) -> list[Parallel]:
    """Make passages of runs: one of those that follow each other in both texts."""
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
    """Let a passage end behind the signs that both texts have there, such as a full stop."""
    ours, theirs = one.left[1], one.right[1]
    while (sign := left[ours : ours + 1]) and sign == right[theirs : theirs + 1]:
        if sign.isalnum() or sign.isspace():
            break
        ours, theirs = ours + 1, theirs + 1
    return Parallel((one.left[0], ours), (one.right[0], theirs), one.characters)


def _follows(text: str, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Return whether hardly more than spaces, punctuation and markup stand between two ranges."""
    if not 0 <= other[0] - one[1] <= _FAR:
        return False
    return sum(map(str.isalnum, text[one[1] : other[0]])) <= _BETWEEN

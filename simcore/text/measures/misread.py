"""Texts that differ in single letters all over, as misread pages do, compared by their letters.

A misread letter changes the four or five shingles that it stands in: where eight letters of a
hundred are misread, less than half of the shingles are left, though anybody sees one text. The
same holds where words of two Chinese characters are others. So the letters of such texts are
aligned. Numbers tell documents apart: where digits differ, shingles count, unless a digit stands
in the place of a letter, 1 of l or 0 of o. So do answers of a letter on one form, marks and
genotypes, which differ in whole words, not in letters of words.
"""

import functools
import itertools
import re
import sys
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from simcore.kernel import measures
from simcore.model.config import PART_LENGTH
from simcore.text.characters import unspaced
from simcore.text.letters.comparison_form import comparable, places_compared
from simcore.text.measures.counting import Shingled
from simcore.text.shingles import MOST_CHARACTERS

MOST_LETTERS = 8_192
"""Longer texts are not aligned: some five pages. It takes the square of the length."""

LEAST_ALIKE = 0.4
"""At least so many of the shingles are the same in texts that are aligned."""

SCATTERED = 0.9
"""At least this share of the places that differ has a letter or two on either side."""

MOST_WHOLE = 0.6
"""Where at least this share of the places that differ are whole words, these are values."""

ENDS = re.compile(r"[\t\r\n]+")
"""Ends of lines and cells."""

_SINGLE = 0.3
_LONGEST_PLACE = 2
_FEWEST_PLACES = 3
_RUN = MOST_CHARACTERS + _LONGEST_PLACE - 1


def may_be_misread(pairs: Sequence[tuple[Shingled, Shingled]]) -> NDArray[np.bool_]:
    """Return of each pair whether most places that differ are short.

    That is told by the runs of unshared shingles, of all pairs at once.
    """
    sizes = [sorted((len(left.in_order), len(right.in_order))) for left, right in pairs]
    may = np.array([b <= MOST_LETTERS and a > PART_LENGTH * b for a, b in sizes], dtype=np.bool_)
    for _ in range(2):  # most have others on one side already
        asked = [
            (one.runs(MOST_CHARACTERS), one.places, other.runs(MOST_CHARACTERS))
            for one, other in itertools.compress(pairs, may)
        ]
        # places that stand close together make one run
        number, single, short = measures.alone(asked, _RUN, 3 * _RUN)
        scattered = (single >= _SINGLE * number) & (short >= SCATTERED * number)
        may[may] = scattered & (number >= _FEWEST_PLACES)
        pairs = [(other, one) for one, other in pairs]
    return may


def shared_letters(
    left: "Letters", right: "Letters", alike: float = 0
) -> tuple[int, int, int] | None:
    """Align the letters of two texts; return how many they share, and how many each has.

    None where the places that differ are not mostly of a letter or two, or are mostly whole words,
    or digits differ; or where what is shared makes the texts no more than ``alike``.

    >>> shared_letters(Letters("the brown fox jumps over"), Letters("tbe brown fax jumqs over"))
    (17, 20, 20)
    >>> forms = "smoker: y, drinks: n, asthma: n", "smoker: n, drinks: y, asthma: y"
    >>> shared_letters(*map(Letters, forms))
    """
    # the alignment is one of several: of two texts the same one, whichever is the left
    one, other = (left, right) if left.normal <= right.normal else (right, left)
    places = _places(one.compared, other.compared, alike)
    least = max(_FEWEST_PLACES, SCATTERED * len(places))
    scattered = whole = 0
    for start, stop, there, behind in places:
        ours, theirs = one.compared[start:stop], other.compared[there:behind]
        length = max(stop - start, behind - there)
        # two terms of two Chinese characters may have one in common, between others
        longest = _LONGEST_PLACE + all(map(unspaced, ours + theirs))
        scattered += length <= longest and not _are_numbers(ours, theirs)
        whole += one.is_word(start, stop) or other.is_word(there, behind)
    if scattered < least or whole >= MOST_WHOLE * len(places):
        return None
    shared = len(one.compared) - sum(stop - start for start, stop, _, _ in places)
    return shared, len(left.compared), len(right.compared)


def _places(one: str, other: str, alike: float = 0) -> list[tuple[int, int, int, int]]:
    """Return where two texts differ: start and end in the one and in the other.

    None of them where too many are long, or where the texts share too few letters to be more than
    ``alike``.
    """
    from rapidfuzz.distance import LCSseq, Levenshtein  # noqa: PLC0415 - a window opens without it

    both, longest = len(one) + len(other), max(len(one), len(other))
    # what an alignment shares is a common subsequence, which is found in a fraction of the time
    least = int(both * alike / (1 + alike))
    most_shared = LCSseq.similarity(one, other, score_cutoff=least)
    if most_shared < least:
        return []
    places: list[tuple[int, int, int, int]] = []
    start = there = long = 0
    # the same alignment: only so wide a band of all is worked out as is needed for sure; from half
    # of all on it is another one, since the distance is not worked out before
    hint = min(both - 2 * most_shared, max(longest - 1, 0) // 2)
    # the last one is empty, at the ends of both
    blocks = Levenshtein.opcodes(one, other, score_hint=hint).as_matching_blocks()
    # there are no more places than blocks
    most = len(blocks) - SCATTERED * len(blocks)
    for same in blocks:
        stop, behind = same.a, same.b
        if start != stop or there != behind:
            long += max(stop - start, behind - there) > _LONGEST_PLACE + 1
            if long > most:
                return []  # fast: most texts have more, some of the first ones
            places.append((start, stop, there, behind))
        start, there = stop + same.size, behind + same.size
    return places


def _are_numbers(one: str, other: str) -> bool:
    """Return whether a place has other digits, more or fewer: not a letter read as a digit."""
    ours, theirs = (any(map(str.isdigit, side)) for side in (one, other))
    return (ours and theirs) or ((ours or theirs) and not (one and other))


class Letters:
    """The comparison form of a normal form, and where its words end."""

    def __init__(self, normal: str) -> None:
        self.normal = normal
        self.compared = comparable(normal)
        self.size = sys.getsizeof(normal) + sys.getsizeof(self.compared)
        """The bytes that it takes."""

    @functools.cached_property
    def _ends(self) -> "array[int]":
        # hardly one text in a thousand is asked for them
        apart = np.flatnonzero(np.diff(places_compared(self.normal)) > 1) + 1
        ends = array("q", [0, *apart.tolist(), len(self.compared)])
        self.size += sys.getsizeof(ends)
        return ends

    def is_word(self, start: int, stop: int) -> bool:
        """Return whether a place is a word, or all but a letter of one.

        In scripts without spaces: whether a sign stands beside it.
        """
        if start == stop:
            return False
        first, last = bisect_right(self._ends, start) - 1, bisect_left(self._ends, stop)
        before, after = start - self._ends[first], self._ends[last] - stop
        if unspaced(self.compared[start]):
            return not before or not after
        return before + after <= 1

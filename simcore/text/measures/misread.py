"""Texts that differ in single letters all over, as misread pages do, compared by their letters.

A misread letter changes the four or five shingles that it stands in: where eight letters of a
hundred are misread, less than half of the shingles are left, though anybody sees one text. The
same holds where words of two Chinese characters are others. So the letters of such texts are
aligned. Numbers tell documents apart: where digits differ, shingles count.
"""

import numpy as np
from numpy.typing import NDArray

from simcore.model.config import PART_LENGTH
from simcore.text.measures.counting import Shingled
from simcore.text.shingles import MOST_CHARACTERS

MOST_LETTERS = 16_384
"""Longer texts are not aligned: some ten pages. It takes the square of the length."""

LEAST_ALIKE = 0.4
"""At least so many of the shingles are the same in texts that are aligned."""

SCATTERED = 0.9
"""At least this share of the places that differ has a letter or two on either side."""

_LONGEST_PLACE = 2
_FEWEST_PLACES = 3
_RUN = MOST_CHARACTERS + _LONGEST_PLACE - 1


def may_be_misread(left: Shingled, right: Shingled) -> bool:
    """Return whether most places that differ are short, by the runs of unshared shingles."""
    lengths = sorted((len(left.in_order), len(right.in_order)))
    if lengths[1] > MOST_LETTERS or lengths[0] <= PART_LENGTH * lengths[1]:
        return False
    unshared = np.isin(left.in_order, right.set_of(MOST_CHARACTERS), invert=True)
    runs = _run_lengths(unshared)
    # places that stand close together make one run
    short = np.count_nonzero(runs <= 3 * _RUN)
    return len(runs) >= _FEWEST_PLACES and bool(short >= SCATTERED * len(runs))


def shared_letters(left: str, right: str) -> tuple[int, int, int] | None:
    """Align two comparison forms; return how many letters they share, and how many each has.

    None where the places that differ are not mostly of a letter or two, or digits differ.

    >>> shared_letters("the brown fox jumps over", "tbe brown fax jumqs over")
    (21, 24, 24)
    """
    from rapidfuzz.distance import Levenshtein  # noqa: PLC0415 - a window opens without it

    shared = places = scattered = 0
    for edit in Levenshtein.opcodes(left, right):
        start, stop, there, behind = edit.src_start, edit.src_end, edit.dest_start, edit.dest_end
        if edit.tag == "equal":
            shared += stop - start
            continue
        places += 1
        length = max(stop - start, behind - there)
        digits = any(map(str.isdigit, left[start:stop] + right[there:behind]))
        scattered += length <= _LONGEST_PLACE and not digits
    if places < _FEWEST_PLACES or scattered < SCATTERED * places:
        return None
    return shared, len(left), len(right)


def _run_lengths(marked: NDArray[np.bool_]) -> NDArray[np.int64]:
    edges = np.flatnonzero(np.diff(marked, prepend=False, append=False))
    lengths: NDArray[np.int64] = edges[1::2] - edges[::2]
    return lengths

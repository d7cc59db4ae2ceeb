"""The origins of the characters of a comparison form in the text, to show findings there."""

import re

import numpy as np
from numpy.typing import NDArray

from simcore.text.characters import code_points, marks
from simcore.text.letters.comparison_form import places_compared
from simcore.text.tokens import normalise

# marks, vowels and finals of Hangul, and the half-width marks of kana
_MARK = f"{marks()}\u1160-\u11ff\uff9e\uff9f"
_FOLLOWING = re.compile(f"[{_MARK}]*")
_COMBINED = re.compile(f"[^{_MARK}][{_MARK}]+")
_CODE_POINTS = 0x110000


def origins(text: str) -> NDArray[np.int64]:
    """Return, for each character of a text's comparison form, its index in the text.

    Shape (n,), ascending. A letter and its marks have the index of the letter. Where the normal
    form depends on more than a letter and its marks, indices inside such a line are estimates.

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
    """Return the range of a text that a range of its letters comes from, with their marks.

    ``places`` are those of the letters in the text.
    """
    marks = _FOLLOWING.match(text, int(places[stop - 1]) + 1)
    return int(places[start]), marks.end() if marks else len(text)


def _folded_length(text: str) -> int:
    return len(normalise(text).replace(" ", ""))


_alone = np.zeros(_CODE_POINTS, dtype=np.int8)
"""What each character becomes by itself: its length and 1; 0 is not known yet."""


def _lengths(text: str) -> NDArray[np.int64]:
    """Return the number of characters that each one becomes, by itself or with its marks."""
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
    """Compute each line by itself; spread indices evenly over lines whose lengths do not add up."""
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
    """Stretch or shorten indices evenly."""
    if not len(indices):
        return np.full(length, start, dtype=np.int64)
    return indices[np.arange(length) * len(indices) // max(1, length)]

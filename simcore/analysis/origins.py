"""Where the characters of a normal form come from, so that what is found is shown in the text."""

import re

import numpy as np
from numpy.typing import NDArray

from simcore.text.normal_form import MARKS, code_points
from simcore.text.tokens import compact, normalise

# marks, vowels and finals of Hangul, and the half-width marks of kana
_MARK = f"{MARKS}\u1160-\u11ff\uff9e\uff9f"
FOLLOWING = re.compile(f"[{_MARK}]*")
"""Marks that may stand behind a character."""

_COMBINED = re.compile(f"[^{_MARK}][{_MARK}]+")
_CODE_POINTS = 0x110000


def origins(text: str) -> NDArray[np.int64]:
    """Give for each character of a text's compacted normal form its place in the text. Shape (n,).

    Places never fall. A letter and the marks on it are at the letter's place. Where the normal form
    depends on more than a letter and its marks, places inside such a line are estimates.

    >>> origins("A  ＢＣ ﬁ。").tolist(), compact(normalise("A  ＢＣ ﬁ。"))
    ([0, 3, 4, 6, 6, 7], 'abcfi。')
    """
    expected = len(compact(normalise(text)))
    lengths = _lengths(text)
    places = np.repeat(np.arange(len(text)), lengths)
    return places if len(places) == expected else _line_by_line(text, lengths, expected)


def _folded_length(text: str) -> int:
    return len(compact(normalise(text)))


def _lengths(text: str) -> NDArray[np.int64]:
    """Give how many characters each one becomes, by itself or with the marks on it."""
    table = np.zeros(_CODE_POINTS, dtype=np.int64)
    for character in set(text):
        table[ord(character)] = _folded_length(character)
    lengths = table[code_points(text)]
    known: dict[str, int] = {}
    for found in _COMBINED.finditer(text):
        run = found[0]
        if run not in known:
            known[run] = _folded_length(run)
        lengths[found.start()] = known[run]
        lengths[found.start() + 1 : found.end()] = 0
    return lengths


def _line_by_line(text: str, lengths: NDArray[np.int64], expected: int) -> NDArray[np.int64]:
    """Count each line by itself, and spread over it what its characters do not account for."""
    found: list[NDArray[np.int64]] = []
    start = 0
    for line in text.splitlines(keepends=True):
        stop = start + len(line)
        places = np.repeat(np.arange(start, stop), lengths[start:stop])
        length = _folded_length(line)
        if len(places) != length:
            places = _spread(places, length, start)
        found.append(places)
        start = stop
    joined = np.concatenate(found) if found else np.zeros(0, dtype=np.int64)
    return joined if len(joined) == expected else _spread(joined, expected, 0)


def _spread(places: NDArray[np.int64], length: int, start: int) -> NDArray[np.int64]:
    """Stretch or shorten places evenly."""
    if not len(places):
        return np.full(length, start, dtype=np.int64)
    return places[np.arange(length) * len(places) // max(1, length)]

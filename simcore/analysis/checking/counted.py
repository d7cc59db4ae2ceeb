"""A text as the check counts it: its letters, digits and ideographs, and where each stands."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from simcore.analysis.origins import origins, span_of
from simcore.model.checked import LEAST_IDEOGRAPHS, LEAST_LETTERS
from simcore.text.characters import code_points
from simcore.text.letters.comparison_form import comparable
from simcore.text.shingles import mix
from simcore.text.tokens import normalise

SEED = LEAST_IDEOGRAPHS
"""Equal runs are found by so many counted characters in a row."""

LEAST_WEIGHT = LEAST_LETTERS * LEAST_IDEOGRAPHS
"""The least weight of a passage."""

_CODE_POINTS = 0x110000
# kana, Chinese characters and Hangul: one means about as much as three letters
_IDEOGRAPHS = (0x3005, 0xA000), (0xAC00, 0xD7B0), (0xF900, 0xFB00), (0x20000, 0x40000)


_RANDOM = np.random.default_rng(0x5EED).integers(1 << 63, 1 << 64, SEED, dtype=np.uint64)
_FACTORS = [np.uint64(one | 1) for one in _RANDOM]
"""A random odd number a position (multilinear hashing; Lemire and Kaser 2014)."""


class CountedText:
    """The counted characters of a text.

    ``compared`` is the comparison form; ``at`` are the indices of the counted characters in it,
    and ``codes`` their code points, both of shape (n,). Punctuation is not counted, not even that
    of numbers, so texts that differ in it alone are equal here.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.compared = comparable(normalise(text))
        codes = code_points(self.compared)
        known = np.zeros(_CODE_POINTS, dtype=np.bool_)
        found = np.unique(codes)
        known[found] = [chr(code).isalnum() for code in found.tolist()]
        self.at: NDArray[np.int32] = np.flatnonzero(known[codes]).astype(np.int32)
        self.codes: NDArray[np.uint32] = codes[self.at]

    def __len__(self) -> int:
        return len(self.codes)

    @cached_property
    def seeds(self) -> NDArray[np.uint64]:
        """The hash of the run of ``SEED`` characters that begins at each one."""
        count = len(self.codes) - SEED + 1
        if count <= 0:
            return np.zeros(0, dtype=np.uint64)
        wide = self.codes.astype(np.uint64)
        total = wide[:count] * _FACTORS[0]
        for offset in range(1, SEED):
            total += wide[offset : offset + count] * _FACTORS[offset]
        return mix(total)

    @cached_property
    def _ideographs(self) -> NDArray[np.bool_]:
        found = np.zeros(len(self.codes), dtype=np.bool_)
        for first, behind in _IDEOGRAPHS:
            found |= (self.codes >= first) & (self.codes < behind)
        return found

    @cached_property
    def edges(self) -> NDArray[np.bool_]:
        """Whether a word begins with each character, and the end. Ideographs are words. (n+1,)."""
        apart = np.diff(self.positions) > 1
        apart |= self._ideographs[1:] | self._ideographs[:-1]
        return np.concatenate([[True], apart, [True]])

    @cached_property
    def weights(self) -> NDArray[np.int64]:
        """What the characters before each one weigh together; the last is the whole. Shape (n+1,).

        ``LEAST_WEIGHT`` is that of the shortest passage, of letters or of ideographs alike.
        """
        each = np.where(self._ideographs, LEAST_LETTERS, LEAST_IDEOGRAPHS)
        return np.concatenate([[0], np.cumsum(each)])

    @cached_property
    def positions(self) -> NDArray[np.int32]:
        """The index of each counted character in the text."""
        return origins(self.text)[self.at].astype(np.int32)

    @cached_property
    def _line_ends(self) -> NDArray[np.int64]:
        ends = np.cumsum([len(line) for line in self.text.splitlines(keepends=True)])
        return ends.astype(np.int64)

    def without_codes(self) -> "CountedText":
        """Return what tells where the characters stand, without what they are compared by."""
        self.positions  # noqa: B018 - kept from here on
        kept = object.__new__(CountedText)
        kept.text = self.text
        kept.__dict__["positions"] = self.positions
        return kept

    def span(self, start: int, stop: int) -> tuple[int, int]:
        """Return the range of the text that a range of counted characters comes from."""
        return span_of(self.text, self.positions, start, stop)

    def line_of(self, index: int) -> int:
        """Return the number of the line, from 1, that has an index of the text."""
        return 1 + int(np.searchsorted(self._line_ends, index, side="right"))

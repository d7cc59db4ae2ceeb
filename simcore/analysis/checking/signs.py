"""Which characters of a document are quoted, and by what sign."""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from simcore.analysis.checking.counted import LEAST_WEIGHT, CountedText
from simcore.analysis.checking.quotations import (
    OPENING,
    Ranges,
    line_ranges,
    marked_ranges,
    references_start,
)
from simcore.model.checked import QuotationSign

CODES: tuple[QuotationSign | None, ...] = (None, *QuotationSign)
"""The sign of each code in an array; 0 is none."""

_CODE = {sign: np.int8(code) for code, sign in enumerate(CODES)}


class HasContext(Protocol):
    """A source that tells what stands before a character of the document in it."""

    def before(self, character: int) -> str:
        """Return what stands there between the character and the counted one before it."""


class QuotedCharacters:
    """The quoted characters of a document."""

    def __init__(self, counted: CountedText) -> None:
        self._size = len(counted)
        self._weights = counted.weights
        self._marked = _counted_ranges(counted, marked_ranges(counted.text))
        self._lines = np.zeros(self._size, dtype=np.bool_)
        for start, stop in _counted_ranges(counted, line_ranges(counted.text)):
            self._lines[start:stop] = True
        self.references = references_start(counted.text)
        self._listed = self._size
        if self.references is not None:
            self._listed = counted.between(self.references, len(counted.text))[0]

    def of(
        self, source: HasContext, stands: NDArray[np.bool_], named: QuotationSign | None
    ) -> NDArray[np.int8]:
        """Return the code of each character's sign, where it is given to a source.

        ``stands`` marks what the source has. Marks that stand in the source as well quote nothing
        where the text around them that was copied, too, is a passage by itself: they were copied
        along, as the dialogue of a novel is.
        """
        codes = np.full(self._size, _CODE[named], dtype=np.int8)
        if named is None:
            codes[self._listed :] = _CODE[QuotationSign.LISTED]
        codes[self._lines] = _CODE[QuotationSign.LINES]
        missing = np.flatnonzero(~stands)
        for start, stop in self._marked:
            along = (
                bool(stands[start])
                and self._around(missing, start, stop) >= LEAST_WEIGHT
                and bool(OPENING.search(source.before(start)))
            )
            if not along:
                codes[start:stop] = _CODE[QuotationSign.MARKS]
        return codes

    def _around(self, missing: NDArray[np.int64], start: int, stop: int) -> int:
        """Weigh what was copied right before and behind a range; ``missing`` was not copied."""
        before, behind = np.searchsorted(missing, [start, stop])
        first = int(missing[before - 1]) + 1 if before else 0
        last = int(missing[behind]) if behind < len(missing) else self._size
        return int(
            self._weights[start] - self._weights[first] + self._weights[last] - self._weights[stop]
        )


def _counted_ranges(counted: CountedText, ranges: Ranges) -> Ranges:
    if not ranges:
        return []
    found = np.searchsorted(counted.positions, np.array(ranges))
    return [(start, stop) for start, stop in found.tolist() if start < stop]

"""Which characters of a document are quoted, and by what sign."""

import numpy as np
from numpy.typing import NDArray

from simcore.analysis.checking.counted import LEAST_WEIGHT, CountedText
from simcore.analysis.checking.hits import SourceHits
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


class QuotedCharacters:
    """The quoted characters of a document.

    ``listed`` is the first that stands in a list of references, or how many there are.
    """

    def __init__(self, counted: CountedText) -> None:
        self._weights = counted.weights
        self._marked = _counted_ranges(counted, marked_ranges(counted.text))
        self._mark = np.full(len(counted), -1, dtype=np.int32)
        for number, (start, stop) in enumerate(self._marked):
            self._mark[start:stop] = number
        self._lines = np.zeros(len(counted), dtype=np.bool_)
        for start, stop in _counted_ranges(counted, line_ranges(counted.text)):
            self._lines[start:stop] = True
        references = references_start(counted.text)
        self.listed = len(counted)
        if references is not None:
            self.listed = int(np.searchsorted(counted.positions, references))

    def of(
        self, source: SourceHits, characters: NDArray[np.int64], named: QuotationSign | None
    ) -> NDArray[np.int8]:
        """Return the code of the sign of each of some characters, which are given to a source.

        Marks that stand in the source as well quote nothing where the text around them that was
        copied, too, is a passage by itself: they were copied along, as the dialogue of a novel is.
        """
        codes = np.full(len(characters), _CODE[named], dtype=np.int8)
        if named is None:
            codes[characters >= self.listed] = _CODE[QuotationSign.LISTED]
        codes[self._lines[characters]] = _CODE[QuotationSign.LINES]
        marks = self._mark[characters]
        quoting = np.zeros(len(self._marked) + 1, dtype=np.bool_)  # the last one: no mark
        for number in np.unique(marks[marks >= 0]).tolist():
            quoting[number] = not self._came_along(source, *self._marked[number])
        codes[quoting[marks]] = _CODE[QuotationSign.MARKS]
        return codes

    def _came_along(self, source: SourceHits, start: int, stop: int) -> bool:
        if not source.has_all(np.array([start]), np.array([start + 1])):
            return False
        first, last = source.around(start, stop)
        weights = self._weights
        around = weights[start] - weights[first] + weights[last] - weights[stop]
        return around >= LEAST_WEIGHT and bool(OPENING.search(source.before(start)))


def _counted_ranges(counted: CountedText, ranges: Ranges) -> Ranges:
    if not ranges:
        return []
    found = np.searchsorted(counted.positions, np.array(ranges))
    return [(start, stop) for start, stop in found.tolist() if start < stop]

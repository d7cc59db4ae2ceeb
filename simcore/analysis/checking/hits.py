"""What one source has of a document, by its runs: as large as these, not as the document."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from simcore.analysis.checking.counted import CountedText
from simcore.analysis.equal_runs import EqualRun
from simcore.candidates.sample_ranges import ranges
from simcore.model.records import Document

_Integers = NDArray[np.int64]


class SourceHits:
    """What one source has of the document.

    ``here``, ``there`` and ``length`` are its runs, in the document's order, of shape (n,); no two
    overlap. ``document`` is the one that was read, ``copies`` are others of the same text.
    """

    def __init__(
        self,
        document: Document,
        copies: tuple[Document, ...],
        counted: CountedText,
        runs: Sequence[EqualRun],
    ) -> None:
        self.document = document
        self.copies = copies
        self.here = np.array([run.here for run in runs], dtype=np.int64)
        self.there = np.array([run.there for run in runs], dtype=np.int64)
        self.length = np.array([run.length for run in runs], dtype=np.int64)
        self._before = np.concatenate([[0], np.cumsum(self.length)])
        self._counted = counted.without_codes()

    def __len__(self) -> int:
        return int(self._before[-1])

    @property
    def characters(self) -> _Integers:
        """The characters of the document that stand in this source, ascending."""
        return ranges(self.here, self.length)

    def share_of(self, starts: _Integers, stops: _Integers) -> _Integers:
        """Count what stands in this source of each of some ranges of the document."""
        return self._up_to(stops) - self._up_to(starts)

    def has_all(self, starts: _Integers, stops: _Integers) -> bool:
        """Return whether some ranges of the document stand in this source, whole."""
        return bool((self.share_of(starts, stops) == stops - starts).all())

    def _up_to(self, characters: _Integers) -> _Integers:
        """Count the characters before each of some that stand in this source."""
        run = np.maximum(np.searchsorted(self.here, characters, side="right") - 1, 0)
        inside = np.clip(characters - self.here[run], 0, self.length[run])
        counts: _Integers = self._before[run] + inside
        return counts

    def around(self, start: int, stop: int) -> tuple[int, int]:
        """Return how far what stands in this source goes on before and behind a range."""
        apart = self.here[1:] != self.here[:-1] + self.length[:-1]
        firsts = self.here[np.concatenate([[True], apart])]
        lasts = (self.here + self.length)[np.concatenate([apart, [True]])]
        before = int(np.searchsorted(lasts, start))
        behind = int(np.searchsorted(firsts, stop, side="right")) - 1
        first = min(start, int(firsts[before])) if before < len(firsts) else start
        last = max(stop, int(lasts[behind])) if behind >= 0 else stop
        return first, last

    def where(self, characters: _Integers) -> _Integers:
        """Return where in the source characters of the document stand that are in its runs."""
        run = np.searchsorted(self.here, characters, side="right") - 1
        return self.there[run] + characters - self.here[run]

    def before(self, character: int) -> str:
        """Return what stands in the source between a character of a run and the one before it."""
        at = int(self.where(np.array([character]))[0])
        positions = self._counted.positions
        first = 0 if at == 0 else int(positions[at - 1]) + 1
        return self._counted.text[first : int(positions[at])]

    def shown(self, start: int, stop: int) -> tuple[int, int, int, int, str]:
        """Return range and lines in the source's text of a range of it, and that text."""
        first, behind = self._counted.span(start, stop)
        lines = self._counted.line_of(first), self._counted.line_of(behind - 1)
        return first, behind, *lines, self._counted.text[first:behind]

"""Which text stays of two that are near each other alone, for many pairs at once."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from simcore.grouping.documents_by_text import DocumentsByText
from simcore.grouping.keeping.election import LOST_FOR_GAINED
from simcore.grouping.keeping.runs import UNKNOWN, CopyRuns
from simcore.grouping.keeping.versions import version_of
from simcore.grouping.pairs.table import Numbers, PairTable, column_of
from simcore.grouping.stars.leaders import kept_of
from simcore.model.records import Document, TextId

_UNKNOWN, _LEFT, _RIGHT, _EQUAL = -1, 0, 1, 2
_Flags = NDArray[np.bool_]


class KeptOfTwo:
    """Decides as ``kept_of`` does, once a pair: the text that stays of the two of a pair.

    Each text must have a single document. Most pairs are decided by columns, all of them in a few
    steps: files and what is inside one, damage, which text holds the other, copy runs, lengths.
    Where versions, stated dates or names decide, ``kept_of`` is asked.
    """

    def __init__(
        self,
        table: PairTable,
        texts: Sequence[TextId],
        by_text: DocumentsByText,
        runs: CopyRuns,
    ) -> None:
        self._table, self._texts, self._by_text, self._runs = table, texts, by_text, runs
        self._kept = np.full(len(table.pairs), _UNKNOWN, dtype=np.int8)
        first = [by_text[text][0] for text in texts]
        self._first: Sequence[Document] = first
        self._inside = _flags([one.inside for one in first])
        self._whole = _flags([one.whole for one in first])
        self._dated = _flags([one.stated > 0 for one in first])
        self._characters = np.array([one.characters for one in first], dtype=np.int64)
        self._run = np.array([runs.of(one.mtime_ns) for one in first], dtype=np.int64)
        # texts whose paths are versions of one document have the same number
        self._frames: dict[str, int] = {}
        self._frame = np.full(len(first), _UNKNOWN, dtype=np.int64)

    def of(self, pairs: Numbers) -> Numbers:
        """Return the numbers of the texts that stay, for the indices of some pairs."""
        new = pairs[self._kept[pairs] == _UNKNOWN]
        if len(new):
            self._decide(new)
        left, right = self._table.left[pairs], self._table.right[pairs]
        return np.where(self._kept[pairs] == _LEFT, left, right)

    def of_one(self, pair: int) -> int:
        """Return the number of the text that stays of a pair; its texts may have any documents."""
        if self._kept[pair] == _UNKNOWN:
            self._kept[pair] = self._asked(pair)
        return int((self._table.left if self._kept[pair] == _LEFT else self._table.right)[pair])

    def _decide(self, pairs: Numbers) -> None:
        """Decide by one ground after another, as ``election.rounds`` does."""
        left, right = self._table.left[pairs], self._table.right[pairs]
        decided = np.full(len(pairs), _EQUAL, dtype=np.int8)

        def prefer(of_left: _Flags, of_right: _Flags) -> None:
            undecided = decided == _EQUAL
            decided[undecided & of_left & ~of_right] = _LEFT
            decided[undecided & of_right & ~of_left] = _RIGHT

        def ask(where: _Flags) -> None:
            for at in np.flatnonzero((decided == _EQUAL) & where).tolist():
                decided[at] = self._asked(int(pairs[at]))

        prefer(~self._inside[left], ~self._inside[right])
        prefer(self._whole[left], self._whole[right])
        left_held, right_held, named = self._held(pairs)
        ask(~named)
        prefer(right_held & ~left_held, left_held)
        undecided = decided == _EQUAL
        self._read_frames(np.concatenate([left[undecided], right[undecided]]))
        ask(self._frame[left] == self._frame[right])
        ask(self._dated[left] & self._dated[right])
        one, other = self._run[left], self._run[right]
        known = (one != UNKNOWN) & (other != UNKNOWN)
        prefer(known & (one > other), known & (other > one))
        one, other = self._characters[left], self._characters[right]
        prefer(one > other, other > one)
        ask(np.ones(len(pairs), dtype=np.bool_))
        self._kept[pairs] = decided

    def _held(self, indices: Numbers) -> tuple[_Flags, _Flags, _Flags]:
        """Return of which pairs the left text, or else the right one, is held by the other.

        Also returns which of them name the documents that their texts have.
        """
        pairs = [self._table.pairs[index] for index in indices.tolist()]
        names = "left_in_right", "right_in_left"
        of_left, of_right = (column_of(pairs, name, np.float64) for name in names)
        ends = zip(self._table.left[indices].tolist(), pairs, strict=True)
        named = _flags([self._first[text].id == pair.left for text, pair in ends])
        return _holds(of_left, of_right), _holds(of_right, of_left), named

    def _read_frames(self, texts: Numbers) -> None:
        frames = self._frames
        # numpy.unique would import numpy.ma
        for text in sorted({*texts[self._frame[texts] == _UNKNOWN].tolist()}):
            frame = version_of(self._first[text].named).frame
            self._frame[text] = frames.setdefault(frame, len(frames))

    def _asked(self, index: int) -> int:
        pair = self._table.pairs[index]
        numbers = self._table.left[index], self._table.right[index]
        one, other = (self._texts[number] for number in numbers)
        links = {one: {other: pair}, other: {one: pair}}
        kept = kept_of([one, other], [one, other], links, self._by_text, self._runs)
        return _LEFT if kept == one else _RIGHT


def _flags(values: Sequence[bool]) -> _Flags:
    return np.array(values, dtype=np.bool_)


def _holds(other_in_it: NDArray[np.float64], it_in_other: NDArray[np.float64]) -> _Flags:
    """Return what ``election.holds`` does, of many texts."""
    with np.errstate(divide="ignore", over="ignore"):
        lost = np.where(other_in_it != 0, 1 / other_in_it - 1, 1.0)
        gained = 1 / it_in_other - 1
    found: _Flags = (it_in_other != 0) & (gained > 0) & (lost <= LOST_FOR_GAINED * gained)
    return found

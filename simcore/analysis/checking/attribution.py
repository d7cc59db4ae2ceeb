"""Which source each character of a document is given to, and the passages that follow from it."""

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from simcore.analysis.checking.counted import SEED, CountedText
from simcore.analysis.checking.runs import BETWEEN, CountedRun
from simcore.analysis.checking.signs import CODES, QuotedCharacters
from simcore.model.checked import CheckedPassage, CheckedSource, QuotationSign
from simcore.model.records import Document

_Integers = NDArray[np.int64]


class SourceHits:
    """What one source has of the document.

    ``here``, ``there`` and ``length`` are its runs, in the document's order, of shape (n,).
    ``document`` is the one that was read, ``copies`` are others of the same text.
    """

    def __init__(
        self,
        document: Document,
        copies: tuple[Document, ...],
        counted: CountedText,
        runs: Sequence[CountedRun],
    ) -> None:
        self.document = document
        self.copies = copies
        self.here = np.array([run.here for run in runs], dtype=np.int64)
        self.there = np.array([run.there for run in runs], dtype=np.int64)
        self.length = np.array([run.length for run in runs], dtype=np.int64)
        self._counted = counted.without_codes()

    def __len__(self) -> int:
        return int(self.length.sum())

    def stands(self, size: int) -> NDArray[np.bool_]:
        """Mark the characters of the document, ``size`` in all, that stand in this source."""
        steps = np.zeros(size + 1, dtype=np.int8)  # no two runs overlap
        np.add.at(steps, self.here, 1)
        np.add.at(steps, self.here + self.length, -1)
        return np.cumsum(steps[:-1], dtype=np.int8).view(np.bool_)

    def may_have(self, other: "SourceHits") -> bool:
        """Return whether it has the beginning of each run of another source."""
        run = np.searchsorted(self.here, other.here, side="right") - 1
        return bool(((run >= 0) & (other.here < self.here[run] + self.length[run])).all())

    def where(self, characters: _Integers) -> _Integers:
        """Return where in the source characters of the document stand that are in its runs."""
        run = np.searchsorted(self.here, characters, side="right") - 1
        return self.there[run] + characters - self.here[run]

    def share_of(self, starts: _Integers, stops: _Integers, size: int) -> _Integers:
        """Count what stands in this source of each of some ranges of the document."""
        before = np.concatenate([[0], np.cumsum(self.stands(size), dtype=np.int32)])
        counts: _Integers = (before[stops] - before[starts]).astype(np.int64)
        return counts

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


@dataclass(frozen=True, slots=True)
class Attribution:
    """The sources, the one that has most first, and the passages; counts of characters."""

    sources: tuple[CheckedSource, ...]
    passages: tuple[CheckedPassage, ...]
    found: int
    quoted: int


def attribute(
    counted: CountedText,
    sources: Sequence[tuple[SourceHits, QuotationSign | None]],
    quoted: QuotedCharacters,
) -> Attribution:
    """Give each found character to the source that adds most, and make passages of them.

    With each source comes where the document names it. A source has to add ``SEED`` characters: a
    few may go on alike by chance behind what another one has. One that does not is left out,
    unless it has half of a passage, too.
    """
    size = len(counted)
    order, adding = _by_gain([one for one, _ in sources], size)
    ranked = [sources[number] for number in order]
    owner = np.full(size, -1, dtype=np.int64)
    where = np.full(size, -1, dtype=np.int64)
    sign = np.zeros(size, dtype=np.int8)
    for rank, (one, named) in enumerate(ranked[:adding]):
        stands = one.stands(size)
        given = np.flatnonzero(stands & (owner < 0))
        owner[given], where[given] = rank, one.where(given)
        sign[given] = quoted.of(one, stands, named)[given]
    passages = _passages(counted, [one for one, _ in ranked], owner, where, sign)
    whole = {number for passage in passages for number in passage.also}
    kept = [rank for rank in range(len(ranked)) if rank < adding or rank in whole]
    found = owner >= 0
    characters, having = {}, np.zeros(size, dtype=np.int32)
    for rank in kept:
        stands = ranked[rank][0].stands(size)
        characters[rank] = int(np.count_nonzero(stands & found))
        having += stands
    alone = found & (having == 1)
    kept.sort(key=lambda rank: -characters[rank])  # stable: of two the one that adds more
    renumbered = {rank: number for number, rank in enumerate(kept)}
    only = [int(np.count_nonzero(ranked[rank][0].stands(size) & alone)) for rank in kept]
    hits = [ranked[rank][0] for rank in kept]
    return Attribution(
        tuple(
            CheckedSource(
                hits[number].document,
                hits[number].copies,
                characters[rank],
                only[number],
                ranked[rank][1],
                None if only[number] else _within(hits, number, size),
            )
            for number, rank in enumerate(kept)
        ),
        tuple(
            replace(
                one,
                source=renumbered[one.source],
                also=tuple(sorted(renumbered[other] for other in one.also)),
            )
            for one in passages
        ),
        int(np.count_nonzero(found)),
        int(np.count_nonzero(sign)),
    )


def _within(hits: Sequence[SourceHits], number: int, size: int) -> int | None:
    """Return the first source before one that has all that it has, None if there is none."""
    one = hits[number]
    stands = None
    for before in range(number):
        if hits[before].may_have(one):
            stands = one.stands(size) if stands is None else stands
            if not (stands & ~hits[before].stands(size)).any():
                return before
    return None


def _by_gain(sources: Sequence[SourceHits], size: int) -> tuple[list[int], int]:
    """Return the sources, each time the one that adds most, and how many add ``SEED`` or more.

    Those that add less follow, the one that has most first. What a source adds can only become
    less, so it is counted again only while it may be the first.
    """
    waiting = [(-len(source), number) for number, source in enumerate(sources)]
    heapq.heapify(waiting)
    free = np.ones(size, dtype=np.bool_)
    adding: list[int] = []
    others: list[int] = []
    while waiting:
        _, number = heapq.heappop(waiting)
        here = sources[number].stands(size)
        gain = int(np.count_nonzero(here & free))
        if gain < SEED:
            others.append(number)
        elif waiting and gain < -waiting[0][0]:
            heapq.heappush(waiting, (-gain, number))
        else:
            adding.append(number)
            free &= ~here
    others.sort(key=lambda number: -len(sources[number]))
    return adding + others, len(adding)


def _passages(
    counted: CountedText,
    sources: Sequence[SourceHits],
    owner: _Integers,
    where: _Integers,
    sign: NDArray[np.int8],
) -> tuple[CheckedPassage, ...]:
    inside = np.flatnonzero(owner >= 0)
    if not len(inside):
        return ()
    breaks = (
        (np.diff(inside) != 1)
        | (np.diff(owner[inside]) != 0)
        | (np.diff(sign[inside]) != 0)
        | (np.diff(where[inside]) != 1)
    )
    first = np.concatenate([[0], np.flatnonzero(breaks) + 1])
    starts = inside[first]
    lengths = np.diff(first, append=len(inside))
    stops = starts + lengths
    theirs = where[starts]
    follows = (
        (owner[starts[1:]] == owner[starts[:-1]])
        & (sign[starts[1:]] == sign[starts[:-1]])
        & (starts[1:] - stops[:-1] <= BETWEEN)
        & (theirs[1:] - theirs[:-1] - lengths[:-1] <= BETWEEN)
        & (theirs[1:] >= theirs[:-1] + lengths[:-1])
    )
    begins = np.concatenate([[0], np.flatnonzero(~follows) + 1])
    ends = np.append(begins[1:], len(starts)) - 1
    characters = np.add.reduceat(lengths, begins)
    size = len(owner)
    having = [
        2 * np.add.reduceat(one.share_of(starts, stops, size), begins) >= characters
        for one in sources
    ]
    found: list[CheckedPassage] = []
    for number, (begin, end) in enumerate(zip(begins.tolist(), ends.tolist(), strict=True)):
        rank = int(owner[starts[begin]])
        start, stop = counted.span(int(starts[begin]), int(stops[end]))
        there = sources[rank].shown(int(theirs[begin]), int(theirs[end] + lengths[end]))
        found.append(
            CheckedPassage(
                start,
                stop,
                rank,
                there[0],
                there[1],
                int(characters[number]),
                CODES[int(sign[starts[begin]])],
                tuple(one for one, has in enumerate(having) if has[number] and one != rank),
                counted.line_of(start),
                counted.line_of(stop - 1),
                *there[2:],
            )
        )
    return tuple(found)

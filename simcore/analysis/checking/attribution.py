"""Which source each character of a document is given to, and the passages that follow from it."""

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from simcore.analysis.checking.counted import SEED, CountedText
from simcore.analysis.checking.hits import SourceHits
from simcore.analysis.checking.quotations import CODES, QuotedCharacters
from simcore.analysis.checking.runs import BETWEEN
from simcore.model.checked import CheckedPassage, CheckedSource, QuotationSign


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
    owner = np.full(size, -1, dtype=np.int32)
    where = np.full(size, -1, dtype=np.int32)
    sign = np.zeros(size, dtype=np.int8)
    for rank, (one, named) in enumerate(ranked[:adding]):
        given = one.characters
        given = given[owner[given] < 0]
        owner[given], where[given] = rank, one.where(given)
        sign[given] = quoted.of(one, given, named)
    passages = _passages(counted, [one for one, _ in ranked], owner, where, sign)
    whole = {number for passage in passages for number in passage.also}
    kept = [rank for rank in range(len(ranked)) if rank < adding or rank in whole]
    found = owner >= 0
    characters, having = {}, np.zeros(size, dtype=np.int16)
    for rank in kept:
        theirs = ranked[rank][0].characters
        characters[rank] = int(np.count_nonzero(found[theirs]))
        having[theirs] += 1
    alone = found & (having == 1)
    kept.sort(key=lambda rank: -characters[rank])  # stable: of two the one that adds more
    renumbered = {rank: number for number, rank in enumerate(kept)}
    hits = [ranked[rank][0] for rank in kept]
    only = [int(np.count_nonzero(alone[one.characters])) for one in hits]
    within = _Containers(hits)
    return Attribution(
        tuple(
            CheckedSource(
                hits[number].document,
                hits[number].copies,
                characters[rank],
                only[number],
                ranked[rank][1],
                None if only[number] else within.of(number),
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


class _Containers:
    """Finds the sources that have all that another one has."""

    def __init__(self, hits: Sequence[SourceHits]) -> None:
        self._hits = hits
        self._number = np.repeat(np.arange(len(hits)), [len(one.here) for one in hits])
        none = np.zeros(0, dtype=np.int64)
        self._starts = np.concatenate([none, *(one.here for one in hits)])
        self._stops = self._starts + np.concatenate([none, *(one.length for one in hits)])

    def of(self, number: int) -> int | None:
        """Return the first source before one that has all that it has, None if there is none."""
        one = self._hits[number]
        at = one.here[0]
        having = self._number[(self._starts <= at) & (at < self._stops) & (self._number < number)]
        for before in having.tolist():
            if self._hits[before].has_all(one.here, one.here + one.length):
                return int(before)
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
        here = sources[number].characters
        gain = int(np.count_nonzero(free[here]))
        if gain < SEED:
            others.append(number)
        elif waiting and gain < -waiting[0][0]:
            heapq.heappush(waiting, (-gain, number))
        else:
            adding.append(number)
            free[here] = False
    others.sort(key=lambda number: -len(sources[number]))
    return adding + others, len(adding)


def _passages(
    counted: CountedText,
    sources: Sequence[SourceHits],
    owner: NDArray[np.int32],
    where: NDArray[np.int32],
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
    having = [
        2 * np.add.reduceat(one.share_of(starts, stops), begins) >= characters for one in sources
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

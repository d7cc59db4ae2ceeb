"""The check of one document against the library.

Rare samples of the document's shingles rank the texts worth reading. Equal runs with each are found
exactly, until the rest cannot be explained. Each found character is assigned to one source, and
quoted passages are marked.
"""

import functools
import heapq
import math
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.arrays import ranges
from simcore.candidates.sketches import SAMPLINGS, rates_of, samples_in_order
from simcore.files.disk import identity_at
from simcore.formats.reading import READER_VERSION
from simcore.index.age import outside
from simcore.index.disks import documents_away, left_out_away
from simcore.index.index import FingerprintIndex
from simcore.model.config import ScanConfig
from simcore.model.reasons import ReadError, Reason, ReasonCode
from simcore.model.records import INSIDE, DecodedText, Document, Problem, ProblemStage, TextId
from simcore.model.report import (
    LEAST_IDEOGRAPHS,
    LEAST_LETTERS,
    Checked,
    CheckedPassage,
    CheckedSource,
    NoProgress,
    Progress,
    QuotationSign,
    Stage,
)
from simcore.passages import EqualRun, origins, runs_of, span_of
from simcore.pipeline.jobs import cut_short, recipe_key
from simcore.pipeline.rereading import DocumentToRead, TextsNow, read_now
from simcore.pipeline.resident import ResidentLibrary
from simcore.pipeline.similar import changed_since
from simcore.text.normal_form import code_points
from simcore.text.shingles import firsts, mix, places_in_runs
from simcore.text.similarity import comparable
from simcore.text.words import normalise
from simcore.workers import make_executor

SEED = LEAST_IDEOGRAPHS
"""Equal runs are found by so many counted characters in a row."""

LEAST_WEIGHT = LEAST_LETTERS * LEAST_IDEOGRAPHS
"""The least weight of a passage."""

_CODE_POINTS = 0x110000
# kana, Chinese characters and Hangul: one means about as much as three letters
_IDEOGRAPHS = (0x3005, 0xA000), (0xAC00, 0xD7B0), (0xF900, 0xFB00), (0x20000, 0x40000)


_RANDOM = np.random.default_rng(0x5EED).integers(1 << 63, 1 << 64, SEED, dtype=np.uint64)
# a random odd number for each position (multilinear hashing; Lemire and Kaser 2014)
_FACTORS = [np.uint64(one | 1) for one in _RANDOM]


class CountedText:
    """The counted characters of a text.

    ``compared`` is the comparison form; ``at`` are the indices of the counted characters in it,
    ``codes`` their code points, both of shape (n,). Punctuation is not counted.
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
        """Whether a word begins at each character, and at the end. Shape (n+1,)."""
        apart = np.diff(self.positions) > 1
        apart |= self._ideographs[1:] | self._ideographs[:-1]
        return np.concatenate([[True], apart, [True]])

    @cached_property
    def weights(self) -> NDArray[np.int64]:
        """The weight of all characters before each one; the last is the whole. Shape (n+1,).

        Ideographs weigh more than letters; ``LEAST_WEIGHT`` is that of the shortest passage of
        either.
        """
        each = np.where(self._ideographs, LEAST_LETTERS, LEAST_IDEOGRAPHS)
        return np.concatenate([[0], np.cumsum(each)])

    @cached_property
    def positions(self) -> NDArray[np.int32]:
        return origins(self.text)[self.at].astype(np.int32)

    @cached_property
    def _line_ends(self) -> NDArray[np.int64]:
        ends = np.cumsum([len(line) for line in self.text.splitlines(keepends=True)])
        return ends.astype(np.int64)

    def without_codes(self) -> "CountedText":
        """Return only the text and the positions of its characters."""
        self.positions  # noqa: B018 - kept from here on
        kept = object.__new__(CountedText)
        kept.text = self.text
        kept.__dict__["positions"] = self.positions
        return kept

    def span(self, start: int, stop: int) -> tuple[int, int]:
        return span_of(self.text, self.positions, start, stop)

    def line_of(self, index: int) -> int:
        """Return the number of the line, from 1, that has an index of the text."""
        return 1 + int(np.searchsorted(self._line_ends, index, side="right"))


_Integers = NDArray[np.int64]


class SourceHits:
    """What one source shares with the document.

    ``here``, ``there`` and ``length``, shape (n,), are its runs in the document's order; none
    overlap. ``document`` was read, ``copies`` are others of the same text.
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
        return ranges(self.here, self.length)

    def share_of(self, starts: _Integers, stops: _Integers) -> _Integers:
        """Count the characters shared with this source in each of some ranges of the document."""
        return self._up_to(stops) - self._up_to(starts)

    def has_all(self, starts: _Integers, stops: _Integers) -> bool:
        return bool((self.share_of(starts, stops) == stops - starts).all())

    def _up_to(self, characters: _Integers) -> _Integers:
        run = np.maximum(np.searchsorted(self.here, characters, side="right") - 1, 0)
        inside = np.clip(characters - self.here[run], 0, self.length[run])
        counts: _Integers = self._before[run] + inside
        return counts

    def around(self, start: int, stop: int) -> tuple[int, int]:
        """Return the range extended by what the source shares directly before and behind it."""
        apart = self.here[1:] != self.here[:-1] + self.length[:-1]
        firsts = self.here[np.concatenate([[True], apart])]
        lasts = (self.here + self.length)[np.concatenate([apart, [True]])]
        before = int(np.searchsorted(lasts, start))
        behind = int(np.searchsorted(firsts, stop, side="right")) - 1
        first = min(start, int(firsts[before])) if before < len(firsts) else start
        last = max(stop, int(lasts[behind])) if behind >= 0 else stop
        return first, last

    def where(self, characters: _Integers) -> _Integers:
        run = np.searchsorted(self.here, characters, side="right") - 1
        return self.there[run] + characters - self.here[run]

    def before(self, character: int) -> str:
        """Return the source's text between a character of a run and the one before it."""
        at = int(self.where(np.array([character]))[0])
        positions = self._counted.positions
        first = 0 if at == 0 else int(positions[at - 1]) + 1
        return self._counted.text[first : int(positions[at])]

    def shown(self, start: int, stop: int) -> tuple[int, int, int, int, str]:
        """Return the range, first and last line, and text of a range of the source."""
        first, behind = self._counted.span(start, stop)
        lines = self._counted.line_of(first), self._counted.line_of(behind - 1)
        return first, behind, *lines, self._counted.text[first:behind]


# the sign of each code in an array; 0 is none
_SIGNS: tuple[QuotationSign | None, ...] = (None, *QuotationSign)
_CODE = {sign: np.int8(code) for code, sign in enumerate(_SIGNS)}

# closing marks by opening mark, of English, Chinese, German, French ...
_PAIRS = {
    one[0]: one[1:]
    for one in (
        '“” „“” ‟” «» »« ‹› ›‹ 「」 『』 ﹁﹂ ﹃﹄ 〝〞〟 \uff62\uff63 "" \uff02\uff02'
    ).split()
}
# opening marks by closing mark
_CLOSED_BY = {
    mark: tuple(one for one, ends in _PAIRS.items() if mark in ends)
    for mark in {*_PAIRS, *"".join(_PAIRS.values())}
}
_OPENING = re.compile("[" + re.escape("".join(_PAIRS)) + "]")
_STRAIGHT = '"\uff02'
_MARK = re.compile("[" + re.escape("".join(_PAIRS) + "".join(_PAIRS.values())) + "]")
_PARAGRAPH = re.compile(r"(?:[^\n]*\S[^\n]*(?:\n|$))+")
_QUOTED_LINES = re.compile(r"(?:^[ \t]{0,3}>[^\n]*(?:\n|$))+", re.MULTILINE)
_REFERENCES = re.compile(
    r"^[ \t#*=\d.、第章节節一二三四五六七八九十]{0,12}(?:"
    r"references|bibliography|works[ ]cited|literature[ ]cited|list[ ]of[ ]references|literatur"
    r"|literaturverzeichnis|bibliographie|参考文献|參考文獻|引用文献|引用文獻|主要参考文献|主要參考文獻"
    r"|参考书目|參考書目|参考资料|參考資料|文献|文獻"
    r")[ \t:：*=#]*$",
    re.IGNORECASE | re.MULTILINE,
)

# half-open ranges of a text, in order
_Ranges = list[tuple[int, int]]


def marked_ranges(text: str) -> _Ranges:
    r"""Return the ranges between quotation marks, without the marks.

    Marks pair within a paragraph. An open mark counts up to the end of its paragraph if the next
    paragraph begins with the same mark; else it is ignored. A straight mark opens a quotation where
    no letter precedes it.

    >>> text = "He wrote “one « two »”, 「三」 and 5\" wide."
    >>> [text[start:stop] for start, stop in marked_ranges(text)]
    ['one « two »', '三']
    """
    found: _Ranges = []
    paragraphs = list(_PARAGRAPH.finditer(text))
    for number, paragraph in enumerate(paragraphs):
        following = paragraphs[number + 1] if number + 1 < len(paragraphs) else None
        goes_on = "" if following is None else following.group().lstrip()[:1]
        found += _in_paragraph(text, paragraph.start(), paragraph.end(), goes_on)
    return found


def _in_paragraph(text: str, start: int, stop: int, goes_on: str) -> Iterator[tuple[int, int]]:
    opened: dict[str, list[int]] = {mark: [] for mark in _PAIRS}
    pairs: list[tuple[int, int]] = []
    for found in _MARK.finditer(text, start, stop):
        mark, at = found.group(), found.start()
        begun = max((opened[one][-1] for one in _CLOSED_BY[mark] if opened[one]), default=-1)
        if begun >= 0 and not (mark in _STRAIGHT and text[at - 1].isspace()):
            for places in opened.values():  # what was begun inside it and not ended is no quotation
                while places and places[-1] >= begun:
                    places.pop()
            pairs.append((begun + 1, at))
        elif mark in _PAIRS and _may_open(text, at, mark):
            opened[mark].append(at)
    if goes_on in _PAIRS and goes_on not in _STRAIGHT and opened[goes_on]:
        pairs.append((opened[goes_on][0] + 1, stop))
    reached = start
    for begin, end in sorted(pairs, key=lambda pair: (pair[0], -pair[1])):
        if begin >= reached:
            yield begin, end
            reached = end


def _may_open(text: str, at: int, mark: str) -> bool:
    before, behind = text[at - 1 : at] if at else "", text[at + 1 : at + 2]
    if mark in _STRAIGHT:
        return not before.isalnum() and bool(behind.strip())
    # in German and Danish they point inwards, in French outwards
    return mark not in "»›" or (not before.isalnum() and bool(behind.strip()))


def references_start(text: str) -> int | None:
    r"""Return where the list of references begins, by its last heading; None if there is none.

    >>> references_start("Text.\n\n## References\n\nA. Author: One."), references_start("文献综述")
    (7, None)
    """
    headings = [found.start() for found in _REFERENCES.finditer(text)]
    return headings[-1] if headings else None


class QuotedCharacters:
    """The quoted characters of a document; ``listed`` is the first in its list of references."""

    def __init__(self, counted: CountedText) -> None:
        self._weights = counted.weights
        self._marked = _counted_ranges(counted, marked_ranges(counted.text))
        self._mark = np.full(len(counted), -1, dtype=np.int32)
        for number, (start, stop) in enumerate(self._marked):
            self._mark[start:stop] = number
        self._lines = np.zeros(len(counted), dtype=np.bool_)
        # of mail and Markdown
        lines = [found.span() for found in _QUOTED_LINES.finditer(counted.text)]
        for start, stop in _counted_ranges(counted, lines):
            self._lines[start:stop] = True
        references = references_start(counted.text)
        self.listed = len(counted)
        if references is not None:
            self.listed = int(np.searchsorted(counted.positions, references))

    def of(
        self, source: SourceHits, characters: NDArray[np.int64], named: QuotationSign | None
    ) -> NDArray[np.int8]:
        """Return the code of the sign of each of some characters, which are given to a source.

        Marks that the source has, too, do not count if the copied text around them is a passage:
        they were copied along, as the dialogue of a novel.
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
        return around >= LEAST_WEIGHT and bool(_OPENING.search(source.before(start)))


def _counted_ranges(counted: CountedText, ranges: _Ranges) -> _Ranges:
    found = np.searchsorted(counted.positions, np.array(ranges))
    return [(start, stop) for start, stop in found.tolist() if start < stop]


BETWEEN = 4
"""So many counted characters of either text may stand between two runs of one passage."""

_RUN_PREFIX_BITS = 20
_SHIFT = np.uint64(64 - _RUN_PREFIX_BITS)


class SeededText:
    """A document whose runs are searched in many sources; its seeds are sorted once."""

    def __init__(self, counted: CountedText) -> None:
        self.counted = counted
        self._places = np.argsort(counted.seeds, kind="stable").astype(np.int32)
        self._ordered = counted.seeds[self._places]
        # most seeds of other texts are passed over by their leading bits
        self._known = np.zeros(1 << _RUN_PREFIX_BITS, dtype=np.bool_)
        self._known[self._ordered >> _SHIFT] = True

    def passages_in(self, source: CountedText) -> list[list[EqualRun]]:
        """Return the passages shared with the source, each as its runs, in the document's order.

        Every shared run of ``SEED`` characters or more is included, so coverage is exact. Runs with
        at most ``BETWEEN`` characters between them are one passage, which counts from
        ``LEAST_WEIGHT`` on, in whole words. No two runs overlap in the document. Of repeated runs,
        one that continues the run before it is taken.
        """
        document = self.counted
        seeds = source.seeds
        if not len(self._ordered) or not len(seeds):
            return []
        possible = np.flatnonzero(self._known[seeds >> _SHIFT])
        nearest = np.searchsorted(self._ordered, seeds[possible])
        nearest[nearest == len(self._ordered)] = 0
        equal = self._ordered[nearest] == seeds[possible]
        shared = possible[equal]
        if not len(shared):
            return []
        rows = np.unique(nearest[equal])
        ends = np.searchsorted(self._ordered, self._ordered[rows], side="right")
        inside = np.sort(self._places[ranges(rows, ends - rows)])
        all_runs = runs_of(
            (document.seeds, seeds), (inside, shared), (document.codes, source.codes), least=SEED
        )
        found: list[list[EqualRun]] = []
        reached = 0
        for passage in _chained(all_runs):
            if _weight(document, passage) < LEAST_WEIGHT:
                continue
            first, behind = _whole_words(document, source, passage)
            runs = list(_within(passage, first, behind))
            if _weight(document, runs) < LEAST_WEIGHT:
                continue
            kept = list(_within(runs, reached, behind))
            if kept:
                found.append(kept)
                reached = kept[-1].here + kept[-1].length
        return found


def _weight(document: CountedText, runs: list[EqualRun]) -> int:
    weights = document.weights
    return sum(int(weights[run.here + run.length] - weights[run.here]) for run in runs)


def _whole_words(
    document: CountedText, source: CountedText, passage: list[EqualRun]
) -> tuple[int, int]:
    head, tail = passage[0], passage[-1]
    starts = document.edges[head.here : head.here + SEED]
    starts = starts & source.edges[head.there : head.there + SEED]
    here, there = tail.here + tail.length, tail.there + tail.length
    stops = document.edges[here - SEED + 1 : here + 1]
    stops = stops & source.edges[there - SEED + 1 : there + 1]
    first, behind = np.flatnonzero(starts), np.flatnonzero(stops[::-1])
    return (
        head.here + (int(first[0]) if len(first) else 0),
        here - (int(behind[0]) if len(behind) else 0),
    )


def _within(runs: list[EqualRun], first: int, behind: int) -> Iterator[EqualRun]:
    for run in runs:
        over = max(0, first - run.here)
        length = min(run.length, behind - run.here) - over
        if length > 0:
            yield EqualRun(run.here + over, run.there + over, length)


def _chained(runs: list[EqualRun]) -> list[list[EqualRun]]:
    found: list[list[EqualRun]] = []
    for run in runs:
        last = found[-1][-1] if found else None
        if (
            last is not None
            and 0 <= run.here - last.here - last.length <= BETWEEN
            and 0 <= run.there - last.there - last.length <= BETWEEN
        ):
            found[-1].append(run)
        else:
            found.append([run])
    return found


def attribute(
    counted: CountedText,
    sources: Sequence[tuple[SourceHits, QuotationSign | None]],
    quoted: QuotedCharacters,
) -> tuple[int, int, tuple[CheckedPassage, ...], tuple[CheckedSource, ...]]:
    """Assign each found character to the source that adds most, and make passages of them.

    Each source comes with the sign where the document names it. A source must add ``SEED``
    characters, or have half of a passage: a few may be equal by chance. Return the numbers of found
    and of quoted characters, the passages, and the sources, the largest first.
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
    return (
        int(np.count_nonzero(found)),
        int(np.count_nonzero(sign)),
        tuple(
            replace(
                one,
                source=renumbered[one.source],
                also=tuple(sorted(renumbered[other] for other in one.also)),
            )
            for one in passages
        ),
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
    )


class _Containers:
    def __init__(self, hits: Sequence[SourceHits]) -> None:
        self._hits = hits
        self._number = np.repeat(np.arange(len(hits)), [len(one.here) for one in hits])
        none = np.zeros(0, dtype=np.int64)
        self._starts = np.concatenate([none, *(one.here for one in hits)])
        self._stops = self._starts + np.concatenate([none, *(one.length for one in hits)])

    def of(self, number: int) -> int | None:
        one = self._hits[number]
        at = one.here[0]
        having = self._number[(self._starts <= at) & (at < self._stops) & (self._number < number)]
        for before in having.tolist():
            if self._hits[before].has_all(one.here, one.here + one.length):
                return int(before)
        return None


def _by_gain(sources: Sequence[SourceHits], size: int) -> tuple[list[int], int]:
    """Return the sources, each time the one that adds most, and how many add ``SEED`` or more.

    The others follow, the largest first. Gains only shrink, so a gain is counted again only while
    it may be the greatest.
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
                _SIGNS[int(sign[starts[begin]])],
                tuple(one for one, has in enumerate(having) if has[number] and one != rank),
                counted.line_of(start),
                counted.line_of(stop - 1),
                *there[2:],
            )
        )
    return tuple(found)


STRETCH = 128
"""Samples are chosen, the rarest first, in stretches of so many counted characters."""

MOST_HOLDINGS = 400_000
"""Texts that are asked for, a text counted once for each sample that it has."""

MOST_OF_EACH = 256
"""Texts that are asked for of one sample; of more that have it all alike, one is enough."""

# bits subtracted for a sample that the text lacks: one in 16 differs
_MISS = 4.0
_BITS_A_LETTER = 1.5
"""Samples overlap or lie in one word: together they tell no more than the letters they span.

About what a letter tells who knows those before it (Shannon 1951); an ideograph tells three times
as much.
"""

# the most promising texts kept waiting, at most; hardly a hundred are read
_KEPT = 4_096


class DocumentSamples:
    """The samples of a document; ``first`` is the counted character where each occurs first."""

    def __init__(self, counted: CountedText) -> None:
        self.counted = counted
        values, starts = samples_in_order(code_points(counted.compared))
        order = np.argsort(values, kind="stable").astype(np.int32)
        ordered = values[order]
        distinct = firsts(ordered)
        self.values: NDArray[np.uint32] = ordered[distinct]
        self.first = np.searchsorted(counted.at, starts[order[distinct]]).astype(np.int32)


class Evidence:
    """What the samples of a document say of each text, until a passage explains them.

    For each stretch of the document and each sampling rate, the rarest samples are looked up, up to
    ``MOST_HOLDINGS``. The value of a text is its best row of samples by log likelihood in bits: a
    sample that one text in a thousand has adds 10; one that the text lacks subtracts. By chance the
    best reaches the logarithm of texts times samples (Karlin and Altschul 1990): texts above are
    ``sure``.
    """

    def __init__(
        self,
        samples: DocumentSamples,
        holders: ResidentLibrary,
        check: Callable[[], None],
        most: int,
    ) -> None:
        frequencies = holders.frequencies(samples.values)
        check()
        chosen = _chosen(samples, frequencies, most)
        known = samples.first[frequencies > 0] // STRETCH
        self._passed_over = np.setdiff1d(known, samples.first[chosen] // STRETCH)
        # in the order of the document
        place = np.argsort(samples.first[chosen], kind="stable")
        self._at = samples.first[chosen][place]
        # the letters before each; an ideograph is as many as it is worth in a passage
        self._letters = samples.counted.weights[self._at] / LEAST_IDEOGRAPHS
        values, listed = samples.values[chosen][place], frequencies[chosen][place]
        # of a sample that all texts have one learns a little, too
        self._bits = np.log2(1 + len(holders) / np.maximum(1, listed))
        self._level = rates_of(values)
        texts, sample = holders.holders(samples.values[chosen], most)
        check()
        numbered = np.empty(len(chosen), dtype=np.int64)
        numbered[place] = np.arange(len(chosen))
        sample = numbered[sample]
        order = np.lexsort((sample, texts))
        self._sample, ordered = sample[order], texts[order]
        self._starts = np.flatnonzero(firsts(ordered))
        self._stops = np.append(self._starts[1:], len(ordered))
        self._texts = ordered[self._starts]
        self._open = np.ones(len(chosen), dtype=np.bool_)
        self._ranks = np.zeros((len(SAMPLINGS), len(chosen) + 1), dtype=np.int32)
        self._rank(0)
        self._sure = math.log2(max(2, len(holders)) * max(2, len(chosen)))
        weights = self._weights()
        check()
        promising = np.argsort(-weights, kind="stable")[:_KEPT]
        self._first = dict(zip(promising.tolist(), weights[promising].tolist(), strict=True))
        self._waiting = [(-weight, number) for number, weight in self._first.items()]
        heapq.heapify(self._waiting)
        self._taken: set[int] = set()

    def _rank(self, first: int) -> None:
        """Give numbers to the open samples of each rate, to count those between two."""
        opened, levels = self._open[first:], self._level[first:]
        for level, ranks in enumerate(self._ranks):
            np.cumsum(opened & (levels >= level), dtype=np.int32, out=ranks[first + 1 :])
            ranks[first + 1 :] += ranks[first]

    def _weights(self) -> NDArray[np.float64]:
        if not len(self._texts):
            return np.zeros(0)
        level = np.minimum.reduceat(self._level[self._sample], self._starts)
        lengths = self._stops - self._starts
        rank = self._ranks[np.repeat(level, lengths), self._sample + 1]
        missed = np.diff(rank, prepend=rank[:1]) - 1
        missed[self._starts] = 0
        bits = self._told(self._sample)
        bits[self._starts] = self._bits[self._sample[self._starts]]
        ends = np.cumsum(bits - _MISS * missed)
        begins = ends - bits
        # the lowest beginning so far, of the same text: each text lies far below the one before
        far = 1 + float(np.ptp(np.append(ends, begins)))
        below = np.repeat(np.arange(len(lengths)) * far, lengths)
        lowest = np.minimum.accumulate(begins - below) + below
        best: NDArray[np.float64] = np.maximum.reduceat(ends - lowest, self._starts)
        return best

    def _weight(self, number: int) -> float:
        sample = self._sample[self._starts[number] : self._stops[number]]
        level = int(self._level[sample].min())
        sample = sample[self._open[sample]]
        if not len(sample):
            return 0.0
        rank = self._ranks[level, sample + 1]
        missed = np.diff(rank, prepend=rank[0] - 1) - 1
        bits = self._told(sample)
        ends = np.cumsum(bits - _MISS * missed)
        lowest = np.minimum.accumulate(ends - bits)
        return float((ends - lowest).max())

    def _told(self, sample: _Integers) -> NDArray[np.float64]:
        apart = np.diff(self._letters[sample], prepend=-np.inf)
        told: NDArray[np.float64] = np.minimum(self._bits[sample], _BITS_A_LETTER * apart)
        return told

    def explain(self, found: NDArray[np.bool_]) -> None:
        closed = np.flatnonzero(self._open & found[np.minimum(self._at, len(found) - 1)])
        if len(closed):
            self._open[closed] = False
            self._rank(int(closed[0]))

    def __iter__(self) -> Iterator[tuple[TextId, bool]]:
        """Yield texts and whether they are sure, the most promising first."""
        while self._waiting:
            before, number = heapq.heappop(self._waiting)
            weight = self._weight(number)
            if weight <= 0:
                continue
            # it was weighed before others were explained: then it has its turn later
            if weight < -before and self._waiting and weight < -self._waiting[0][0]:
                heapq.heappush(self._waiting, (-weight, number))
                continue
            self._taken.add(number)
            yield TextId(int(self._texts[number])), weight >= self._sure

    def others(self) -> Iterator[TextId]:
        """Yield the texts that have not come so far, by all that they have, explained or not."""
        for number, _ in sorted(self._first.items(), key=lambda one: -one[1]):
            if number not in self._taken:
                yield TextId(int(self._texts[number]))

    def left(self, counts: Callable[[TextId], bool]) -> tuple[int, NDArray[np.int64]]:
        """Count the sure texts that did not come, of those that ``counts``.

        Also return the stretches of the document in which their samples begin, and those that did
        not fit in the budget.
        """
        count, places = 0, [self._passed_over]
        for before, number in self._waiting:
            text = TextId(int(self._texts[number]))
            if -before >= self._sure and counts(text) and self._weight(number) >= self._sure:
                count += 1
                sample = self._sample[self._starts[number] : self._stops[number]]
                places.append(self._at[sample[self._open[sample]]] // STRETCH)
        return count, np.unique(np.concatenate(places))


def _chosen(samples: DocumentSamples, frequencies: _Integers, most: int) -> _Integers:
    """Return the positions of the samples to look up, ascending, for ``most`` texts each.

    In each stretch, the rarest sample of each sampling rate, then the second rarest of each, and so
    on.
    """
    known = np.flatnonzero(frequencies > 0)
    values, listed = samples.values[known], frequencies[known]
    stretch = samples.first[known] // STRETCH * len(SAMPLINGS) + rates_of(values)
    order = np.lexsort((listed, stretch))
    rank = places_in_runs(stretch[order])
    # all the rarest first, then all the second rarest: no stretch is passed over for another
    by_rank = order[np.lexsort((listed[order], rank))]
    within = np.cumsum(np.minimum(listed, most)[by_rank]) <= MOST_HOLDINGS
    return np.sort(known[by_rank[within]])


_LEAST_LETTERS = 12
# a shorter title or name may be a common word
_LEAST_IDEOGRAPHS = 4
_LEAST_MARKED = 2
_TITLE_MARKS = "《〈"
_IDEOGRAPH = re.compile("[\u3005-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]")
_NUMBER = re.compile(r"^[\s\d().\[\]-]+|[\s\d().\[\]-]+$")


class NamedSources:
    """Finds names of sources; ``listed`` is the first character of the list of references."""

    def __init__(self, counted: CountedText, listed: int) -> None:
        self._counted = counted
        self._text = "".join(map(chr, counted.codes.tolist()))
        self._listed = listed

    def sign(self, documents: Sequence[Document], source: SourceHits) -> QuotationSign | None:
        """Return where a source is named, by any of its documents; None if it is not.

        A title copied with the text below it does not count, nor a heading.
        """
        best: QuotationSign | None = None
        names = (name for one in documents for name in (one.title, one.path.stem))
        for name in dict.fromkeys(names):
            found = self._named(_NUMBER.sub("", name), source)
            if found is QuotationSign.REFERENCES:
                return found
            best = best or found
        return best

    def _named(self, name: str, source: SourceHits) -> QuotationSign | None:
        wanted = "".join(filter(str.isalnum, comparable(normalise(name))))
        ideographs = len(_IDEOGRAPH.findall(wanted))
        if len(wanted) < _LEAST_MARKED:
            return None
        long = ideographs >= _LEAST_IDEOGRAPHS or len(wanted) - ideographs >= _LEAST_LETTERS
        at, found = -1, None
        while (at := self._text.find(wanted, at + 1)) >= 0:
            stop = at + len(wanted)
            start, end = self._counted.span(at, stop)
            if not self._is_name(start, end, long=long) or source.has_all(
                np.array([at]), np.array([stop])
            ):
                continue
            if at >= self._listed:
                return QuotationSign.REFERENCES
            if not self._is_line(start, end):
                found = QuotationSign.NAMED
        return found

    def _is_name(self, start: int, end: int, *, long: bool) -> bool:
        text = self._counted.text
        before, behind = text[max(0, start - 1) : start], text[end : end + 1]
        if before and before in _TITLE_MARKS:
            return True
        return long and not any(
            one.isalnum() and inner.isalnum() and not _IDEOGRAPH.match(inner)
            for one, inner in ((before, text[start]), (behind, text[end - 1]))
        )

    def _is_line(self, start: int, end: int) -> bool:
        text = self._counted.text
        first = text.rfind("\n", 0, start) + 1
        last = text.find("\n", end)
        line = text[first:start] + text[end : len(text) if last < 0 else last]
        return not any(map(str.isalnum, line))


MOST_COMPARED = 400
"""Texts that are read for what is still open, at most; beyond them the result says so."""

# texts read in addition although others explain all of them, such as other versions
_MOST_OTHERS = 24
MOST_CHARACTERS = 20_000_000
"""Longer texts are neither checked nor read as sources: each character takes some 70 bytes."""

_MISSES = 256
"""So many texts in a row without a passage, proposed by what chance gives: the rest is chance.

Measured with one passage of each of 60 long Chinese documents among 2,257, in a text whose words
others have: of 150 characters 56 were found, of 80 51, of 40 39, of 20 24. A quarter as many texts
find 52, 43, 27 and 11 of them. Each text takes a millisecond.
"""

_OTHER_MISSES = 4


def check_document(
    file: Path,
    config: ScanConfig,
    index: FingerprintIndex,
    executor: Executor | None = None,
    progress: Progress | None = None,
    encodings: Mapping[bytes, str] | None = None,
    within: Iterable[Document] | None = None,
    holders: ResidentLibrary | None = None,
    most: int = MOST_COMPARED,
) -> Checked:
    """Find how much of a document is in the documents of the index.

    The document itself is no source, by path or as the same file. ``within`` are the possible
    sources, by default the whole index. ``holders`` is a resident library; without it the index is
    read. Documents are parsed by ``executor``, by default a process of this call; at most ``most``
    texts are read for what is unexplained. ``encodings`` are those of ``Judgements``. ``progress``
    receives the stages ``READ``, ``PASSAGE`` and ``VERIFY``.

    Raises ``ReadError`` if the document cannot be used, ``SimcoreError``, and ``Cancelled``.
    """
    if executor is None:
        with make_executor(1, config.seconds_a_file) as own:
            return check_document(
                file, config, index, own, progress, encodings, within, holders, most
            )
    progress = progress or NoProgress()
    progress.report(Stage.READ, 0, 1)
    encodings = encodings or {}
    real = Path(os.path.realpath(file))
    wanted = DocumentToRead(real, config.largest_file, index.path, encodings=encodings)
    try:
        decoded, content = read_now(wanted, executor)
        counted = _counted(decoded.text)
    except ReadError as error:
        raise ReadError(ReasonCode.OF, str(file), error.reason) from error
    if not len(counted):
        raise ReadError(ReasonCode.FILE_HAS_NO_WORDS, str(file))
    progress.report(Stage.READ, 1, 1)
    with index.explained():
        text_of = TextsNow(executor, config, index.path, encodings)
        library = _SearchedLibrary(real, content, config, index, text_of, within)
        report = functools.partial(progress.report, Stage.PASSAGE, 0, 0)
        if holders is None:
            holders = ResidentLibrary(library.recipe)
            holders.refresh(index, report)
        # the oldest texts may all be on a disk that is away
        of_each = min(_KEPT, MOST_OF_EACH + len(library.away))
        evidence = Evidence(DocumentSamples(counted), holders, report, of_each)
        search = _SourceSearch(counted, library, evidence, progress, most)
        search.run()
    quoted = QuotedCharacters(counted)
    names = NamedSources(counted, quoted.listed)
    sources = [(one, names.sign((one.document, *one.copies), one)) for one in search.sources]
    return Checked(
        file,
        decoded.title,
        decoded.text,
        len(counted),
        *attribute(counted, sources, quoted),
        (*_doubts(file, decoded), *library.problems, *library.left_out()),
        search.unread,
        search.open,
        library.outside,
    )


def _counted(text: str) -> CountedText:
    if len(text) > MOST_CHARACTERS:
        raise ReadError(ReasonCode.TEXT_LIMIT, MOST_CHARACTERS // 1_000_000)
    return CountedText(text)


def _doubts(file: Path, decoded: DecodedText) -> list[Problem]:
    found = []
    if decoded.cut_short is not None:
        found.append(cut_short(file, decoded.cut_short))
    if decoded.guessed:
        reason = Reason(ReasonCode.ENCODING_GUESSED, (decoded.encoding,))
        found.append(Problem(file, ProblemStage.DECODE, reason))
    return found


@dataclass
class _SearchedLibrary:
    path: Path
    content: bytes
    config: ScanConfig
    index: FingerprintIndex
    text_of: Callable[[Document], str]
    within: Iterable[Document] | None
    outside: int = 0
    problems: list[Problem] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.identity = identity_at(self.path)  # None inside an archive
        self.recipe = recipe_key(self.config)
        self.away = documents_away(self.index)
        self.met: set[Path] = set()  # where disks were that have documents worth reading
        self.by_text: dict[TextId, list[Document]] = {}
        for document in self.within or ():
            self.by_text.setdefault(document.text, []).append(document)

    def may_have(self, text: TextId) -> bool:
        return self.within is None or text in self.by_text

    def documents(self, text: TextId) -> list[Document]:
        """Return the documents with a text that may be sources and are not on disconnected disks.

        Exact copies of the checked one come first, then its format, then the shortest path.
        """
        found = self.by_text.get(text, [])
        if self.within is None:
            found = self.index.of_texts([text], self.recipe, READER_VERSION)
        found = [one for one in found if not self._is_itself(one)]
        if self.within is None:
            late = outside(self.index, found, self.config.retention, self.index.clock())
            self.outside += len(late)
            found = [one for one in found if one.id not in late]
        gone = {
            one.id: self.away[one.id]
            for one in found
            if one.id in self.away and changed_since(one) is not None
        }
        self.met.update(gone.values())
        return sorted((one for one in found if one.id not in gone), key=self._rank)

    def left_out(self) -> list[Problem]:
        """Return one problem a disconnected disk, with the number of its documents."""
        wanted = {one.id for found in self.by_text.values() for one in found}
        return left_out_away(
            point
            for one, point in self.away.items()
            if point in self.met and (self.within is None or one in wanted)
        )

    def _rank(self, document: Document) -> tuple[bool, bool, int, str]:
        path = str(document.path)
        same_format = document.path.suffix.casefold() == self.path.suffix.casefold()
        return document.content_hash != self.content, not same_format, len(path), path

    def _is_itself(self, document: Document) -> bool:
        same = document.device != INSIDE and (document.device, document.inode) == self.identity
        return same or document.real_path == self.path

    def read(self, documents: list[Document]) -> tuple[Document, CountedText] | None:
        for document in documents:
            try:
                return document, _counted(self.text_of(document))
            except ReadError as error:
                self.problems.append(Problem(document.path, ProblemStage.VERIFY, error.reason))
        return None


@dataclass(slots=True)
class _SourceSearch:
    """Reads texts, the most promising first, until none promises a passage."""

    counted: CountedText
    library: _SearchedLibrary
    evidence: Evidence
    progress: Progress
    most: int
    sources: list[SourceHits] = field(default_factory=list)
    unread: int = 0
    open: int = 0

    def run(self) -> None:
        seeded = SeededText(self.counted)
        self._check(0)
        found = self._explain(seeded)
        # what was not read and probably has more, and what of the document may be theirs
        self.unread, stretches = self.evidence.left(self.library.may_have)
        for stretch in stretches.tolist():
            some = slice(stretch * STRETCH, (stretch + 1) * STRETCH)
            self.open += int(np.count_nonzero(~found[some]))
        if not self.unread:
            self._look_at_others(seeded)
        self._check(self.most + _MOST_OTHERS)

    def _check(self, done: int) -> None:
        self.progress.report(Stage.VERIFY, done, self.most + _MOST_OTHERS)

    def _explain(self, seeded: SeededText) -> NDArray[np.bool_]:
        """Read texts for what is open; return which characters are in any."""
        found = np.zeros(len(self.counted), dtype=np.bool_)
        done = misses = 0
        for text, sure in self.evidence:
            if not sure and misses >= _MISSES:
                break
            documents = self.library.documents(text)
            if not documents:
                continue
            self._check(done)
            done += 1
            hits = self._compare(seeded, documents)
            stands = None if hits is None else hits.characters
            if stands is not None and not found[stands].all():
                misses = 0
                found[stands] = True
                self.evidence.explain(found)
            elif not sure:
                misses += 1
            if done >= self.most:
                break
        return found

    def _look_at_others(self, seeded: SeededText) -> None:
        done = misses = 0
        for text in self.evidence.others():
            documents = self.library.documents(text)
            if not documents:
                continue
            self._check(self.most + done)
            done += 1
            misses = misses + 1 if self._compare(seeded, documents) is None else 0
            if done >= _MOST_OTHERS or misses >= _OTHER_MISSES:
                break

    def _compare(self, seeded: SeededText, documents: list[Document]) -> SourceHits | None:
        read = self.library.read(documents)
        if read is None:
            return None
        document, source = read
        passages = seeded.passages_in(source)
        if not passages:
            return None
        copies = tuple(one for one in documents if one is not document)
        runs = [run for passage in passages for run in passage]
        hits = SourceHits(document, copies, source, runs)
        self.sources.append(hits)
        return hits

"""Verified pairs as columns, their kinds, and caches of what was made of them.

A pair is shown if it is near or a part. Neither depends on the other, so a stricter threshold never
shows a pair that a looser one hides.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import partial
from itertools import accumulate, groupby, pairwise, repeat
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.fingerprints import distance_of, find_recipe, hamming_distance, width_of
from simcore.grouping.keeping import CopyRuns, documents_by_text
from simcore.grouping.versions import among_each_other, folded, version_of
from simcore.index.documents import Documents, in_groups
from simcore.model.config import (
    DEFAULT_CONTAINMENT,
    DEFAULT_DISTANCE,
    GREATEST_DISTANCE,
    LEAST_SIMILARITY,
    PART_LENGTH,
    ScanConfig,
    Thresholds,
)
from simcore.model.records import (
    FRAMED,
    PARTS,
    Comparison,
    Document,
    DocumentId,
    Kind,
    MeasuredBy,
    OnlyIn,
    Pair,
    TextId,
)
from simcore.model.report import Group, ScanReport
from simcore.text.stated_dates import StatedDate, unpacked

Numbers = NDArray[np.int64]


class PairTable:
    """The pairs of a report, one for any two texts, with the numbers of their texts.

    Of several pairs of the same texts the last one counts. ``part``, ``length`` and ``left_longer``
    are the ``part_shares``.
    """

    def __init__(
        self,
        pairs: Sequence[Pair],
        documents: Mapping[DocumentId, Document],
        numbers: Mapping[TextId, int],
    ) -> None:
        of_end = {end: numbers[one.text] for end, one in documents.items() if one.text in numbers}
        left, right = ends_of(pairs, of_end)
        keys = np.minimum(left, right) * len(numbers) + np.maximum(left, right)
        apart = np.flatnonzero(left != right)
        last = dict(zip(keys[apart].tolist(), apart.tolist(), strict=True))
        chosen = np.fromiter(last.values(), dtype=np.int64, count=len(last))
        self.pairs = tuple(map(pairs.__getitem__, chosen.tolist()))
        self.left, self.right = left[chosen], right[chosen]
        column = partial(column_of, self.pairs)
        self.distance = column("distance", np.int64)
        self.resemblance = column("resemblance", np.float64)
        self.part, self.length, self.left_longer = part_shares(self.pairs)
        self.framed = column("framed", np.bool_)
        self._measured = column("measured", np.bool_)

    def near(self, config: ScanConfig) -> Numbers:
        """Return the indices of the pairs that ``shown_kind`` shows as near or as forms."""
        return np.flatnonzero(self._near(config))

    def contained(self, config: ScanConfig) -> Numbers:
        """Return the indices of the pairs that it shows as parts or as boilerplate."""
        if not config.contained:
            return np.zeros(0, dtype=np.int64)
        return np.flatnonzero(~self._near(config) & (self.part >= config.containment))

    def _near(self, config: ScanConfig) -> NDArray[np.bool_]:
        near = ~self._measured | (self.distance <= config.distance)
        near &= self.resemblance >= config.similarity
        return near


def part_shares(
    pairs: Sequence[Pair],
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_]]:
    """Return how much of the shorter text of each pair is in the longer one, 0 if it is no part.

    Also the length of the shorter text as a share of the longer, and whether the left one is
    longer. Raises ``ValueError`` for shares that only a damaged index has.
    """
    figures = "left_in_right", "right_in_left", "resemblance"
    one, other, alike = (column_of(pairs, name, np.float64) for name in figures)
    most = np.maximum(one, other)
    least = np.minimum(one, other)
    if not np.isfinite(most + alike).all():
        raise ValueError("a pair shares what is no number")
    may_be = (least <= PART_LENGTH * most) | (alike < LEAST_SIMILARITY)
    parts = np.where(may_be, most, 0.0)
    # the shares are of the same common shingles
    length = np.divide(least, most, out=np.ones_like(most), where=most > 0)
    return parts, length, one < other


def column_of(pairs: Sequence[object], name: str, kind: type) -> NDArray[Any]:
    return np.fromiter(map(attrgetter(name), pairs), kind, len(pairs))


def ends_of(pairs: Sequence[Pair], of_end: Mapping[DocumentId, int]) -> tuple[Numbers, Numbers]:
    left, right = (
        np.fromiter(map(of_end.__getitem__, map(attrgetter(side), pairs)), np.int64, len(pairs))
        for side in ("left", "right")
    )
    return left, right


def components(left: Numbers, right: Numbers, count: int) -> Numbers:
    """Return the label of each number below ``count``: the least number of its component.

    ``left`` and ``right`` are the ends of the edges.
    """
    least = np.arange(count)
    while True:
        first, second = least[left], least[right]
        apart = first != second
        if not apart.any():
            return least
        first, second = first[apart], second[apart]
        np.minimum.at(least, np.maximum(first, second), np.minimum(first, second))
        while not np.array_equal(least, under := least[least]):
            least = under


def places_of(*keys: NDArray[np.generic]) -> Numbers:
    """Return the rank of each row of some columns, ordered by the last column first."""
    order = np.lexsort(keys)
    columns = np.array([key[order] for key in keys])
    new = (np.diff(columns) != 0).any(axis=0)
    places = np.zeros(len(order), dtype=np.int64)
    places[order[1:]] = np.cumsum(new)
    return places


_KINDS = {kind: place for place, kind in enumerate(Kind)}
_UNMADE = -1
_KEY_BITS = 63


def kinds_of(groups: Iterable[Group]) -> Numbers:
    kinds = [_KINDS[member.kind] for group in groups for member in group.members]
    return np.bincount(np.array(kinds, dtype=np.int64), minlength=len(_KINDS))


class GroupBook:
    """Groups by number, with columns, since reading each member takes longer than all else.

    ``leading`` are the numbers of the leading texts, ``more`` how many groups were added with each
    one and follow it, ``kinds`` its members by kind. The columns have what was added before
    ``read``.
    """

    def __init__(self) -> None:
        self.groups: list[Group] = []
        self.members = 0
        self.leading, self.more = np.zeros((2, 0), dtype=np.int64)
        self.kinds = np.zeros((0, len(_KINDS)), dtype=np.int32)
        self._new: list[tuple[int, int]] = []

    def add(self, leading: Sequence[int], groups: Sequence[Group]) -> int:
        first = len(self.groups)
        self.groups += groups
        self._new += zip(leading, range(len(groups) - 1, -1, -1), strict=True)
        return first

    def read(self) -> None:
        if not self._new:
            return
        leading, more = zip(*self._new, strict=True)
        places = [
            number * len(_KINDS) + _KINDS[member.kind]
            for number, group in enumerate(self.groups[len(self.leading) :])
            for member in group.members
        ]
        kinds = np.bincount(places, minlength=len(leading) * len(_KINDS)).astype(np.int32)
        self.kinds = np.concatenate([self.kinds, kinds.reshape(-1, len(_KINDS))])
        self.leading, self.more = np.append(self.leading, leading), np.append(self.more, more)
        self.members += len(places)
        self._new.clear()

    def of(self, numbers: Numbers) -> list[Group]:
        return [*map(self.groups.__getitem__, numbers.tolist())]


class LazyNumbers:
    """Results of ``make``, numbers from 0 on, each computed at its first use."""

    def __init__(self, count: int, make: Callable[[int], int]) -> None:
        self._made = np.full(count, _UNMADE)
        self._make = make

    def of(self, wanted: Numbers) -> Numbers:
        for number in wanted[self._made[wanted] == _UNMADE].tolist():
            self._made[number] = self._make(number)
        return self._made[wanted]


class PairCache:
    def __init__(self) -> None:
        self._made: dict[bytes, int] = {}

    def of(
        self, pairs: Numbers, starts: Numbers, make: Callable[[Numbers], tuple[int, bool]]
    ) -> Numbers:
        """Return the results for sets of pairs, which begin at ``starts``.

        ``make`` also returns whether its result may be cached.
        """
        data, width = pairs.tobytes(), pairs.itemsize
        cuts = pairwise([*(starts * width).tolist(), len(data)])
        keys = [data[start:end] for start, end in cuts]
        found = zip(keys, map(self._made.get, keys), strict=True)
        made = [self._new(key, make) if one is None else one for key, one in found]
        return np.array(made, dtype=np.int64)

    def _new(self, key: bytes, make: Callable[[Numbers], tuple[int, bool]]) -> int:
        made, lasting = make(np.frombuffer(key, dtype=np.int64))
        if lasting:
            self._made[key] = made
        return made


class Islands:
    """The sets of texts that any pairs connect, and the cached results of each.

    No threshold connects two islands. A result is cached by the bits of the pairs shown; islands
    with too many pairs are not cached. ``of_text`` is the island of each text with pairs.
    """

    def __init__(self, left: Numbers, right: Numbers, count: int) -> None:
        labels = components(left, right, count)[left]
        self._order = np.argsort(labels, kind="stable")
        self._starts = np.flatnonzero(np.diff(labels[self._order], prepend=-1))
        sizes = np.diff(self._starts, append=len(left))
        places = np.arange(len(left)) - np.repeat(self._starts, sizes)
        most = _KEY_BITS - len(sizes).bit_length()
        self._bits = np.left_shift(1, np.minimum(places, most))
        self._large = sizes > most
        self._whole = np.left_shift(1, np.minimum(sizes, most)) - 1
        self.of_text = np.full(count, -1)
        ends = left[self._order], right[self._order]
        self.of_text[ends[0]] = self.of_text[ends[1]] = np.repeat(np.arange(len(sizes)), sizes)
        self.forget()

    def forget(self) -> None:
        self._shown, self._state = np.zeros((2, len(self._starts)), dtype=np.int64)
        self._state_of_whole = np.full(len(self._starts), _UNMADE)
        # the state 0: nothing is shown
        self._states: dict[int, int] = {}
        self._begins, self._lengths = np.zeros((2, 1), dtype=np.int64)
        self.results = np.zeros(0, dtype=np.int64)

    def at(self, shown: Numbers) -> tuple[NDArray[np.bool_], Numbers]:
        """Return which islands have no result for these pairs, and all known results."""
        bits = np.zeros(len(self._bits), dtype=np.int64)
        bits[shown] = 1
        found = np.add.reduceat(bits[self._order] * self._bits, self._starts)
        whole = found == self._whole
        some = np.flatnonzero((found != self._shown) & ~whole)
        self._shown = found
        self._state[some] = [*map(self._states.get, self._keys(some), repeat(_UNMADE))]
        self._state[whole] = self._state_of_whole[whole]
        self._state[found == 0] = 0
        self._state[self._large] = _UNMADE
        states = self._state[self._state > 0]
        lengths = self._lengths[states]
        gaps = self._begins[states] - (np.cumsum(lengths) - lengths)
        places = np.repeat(gaps, lengths) + np.arange(lengths.sum())
        return self._state == _UNMADE, self.results[places]

    def _keys(self, islands: Numbers) -> list[int]:
        keys: list[int] = (self._shown[islands] * len(self._starts) + islands).tolist()
        return keys

    def keep(self, islands: NDArray[np.bool_], results: Numbers, of: Numbers) -> None:
        kept = np.flatnonzero(islands & ~self._large)
        mine = islands[of] & ~self._large[of]
        order = np.argsort(of[mine], kind="stable")
        lengths = np.bincount(of[mine], minlength=len(islands))[kept]
        begins = len(self.results) + np.cumsum(lengths) - lengths
        states = np.arange(len(kept)) + len(self._begins)
        whole = self._shown[kept] == self._whole[kept]
        self._state_of_whole[kept[whole]] = states[whole]
        self._states.update(zip(self._keys(kept[~whole]), states[~whole].tolist(), strict=True))
        self._state[kept] = states
        self.results = np.concatenate([self.results, results[mine][order]])
        self._begins = np.concatenate([self._begins, begins])
        self._lengths = np.concatenate([self._lengths, lengths])


ALMOST = 0.9999
"""The greatest resemblance of documents whose words differ."""


def pair_of(left: Document, right: Document, compared: Comparison) -> Pair:
    straight = compared.left == left.text
    equal = left.text_hash == right.text_hash
    kind, resemblance, only_in = of_equal_texts(left, right)
    if not equal:
        resemblance, only_in = min(compared.resemblance, ALMOST), compared.only_in
    shares = compared.left_in_right, compared.right_in_left
    left_in_right, right_in_left = shares if straight else shares[::-1]
    return Pair(
        left.id,
        right.id,
        distance_of(left, right),
        resemblance,
        left_in_right,
        right_in_left,
        kind,
        left.short or right.short,
        compared.numbers_only and not equal,
        only_in,
        measure=MeasuredBy.SHINGLES if equal else compared.measure,
        version=is_version(left, right, left_in_right, right_in_left),
    )


LEAST_OF_LATER, LEAST_OF_NAMESAKE = 1 / 2, 1 / 3
"""The least length of an earlier version, as a share of the later one.

A page of two releases of a manual grows to more than twice its length; reports with numbers in
their names and common tables are less than half of one another.
"""


class SaysOfItself(NamedTuple):
    named: Path
    title: str
    stated: int


def is_version(
    left: Document | SaysOfItself,
    right: Document | SaysOfItself,
    left_in_right: float,
    right_in_left: float,
) -> bool:
    """Return whether one of two documents is an earlier version of the other, by what they state.

    The later one is clearly longer, and either its path is the higher version, or both have one
    title and it states a later date.
    """
    share, back = max(left_in_right, right_in_left), min(left_in_right, right_in_left)
    if share < DEFAULT_CONTAINMENT or not LEAST_OF_NAMESAKE * share < back <= PART_LENGTH * share:
        return False
    later, earlier = (left, right) if left_in_right < right_in_left else (right, left)
    if back <= LEAST_OF_LATER * share and later.named.name != earlier.named.name:
        return False
    higher, lower = among_each_other([version_of(later.named), version_of(earlier.named)])
    if higher.frame and higher.frame == lower.frame and higher.rank != lower.rank:
        return higher.rank > lower.rank
    if not later.title or folded(later.title) != folded(earlier.title):
        return False
    dates = [max(unpacked(one.stated), default=_NO_DATE) for one in (later, earlier)]
    # a year alone is neither before nor after a day of it
    known = min(sum(map(bool, date)) for date in dates)
    return dates[0][:known] > dates[1][:known]


_NO_DATE: StatedDate = (0, 0, 0)


def of_equal_texts(left: Document, right: Document) -> tuple[Kind, float, OnlyIn | None]:
    """Return the kind and resemblance of two documents of one normal form, and what differs."""
    kind = kind_of(left, right)
    if kind is not Kind.SIMILAR:
        return kind, 1.0, None
    known = left.whole and right.whole and left.words_hash and right.words_hash
    return kind, ALMOST, OnlyIn.LOOK if known else None


def shown_kind(pair: Pair, config: ScanConfig) -> Kind | None:
    """Return the kind of a verified pair of different texts at some thresholds; None hides it.

    Near depends on similarity and distance, a part on containment and length. The distance of very
    short texts, or of equal letters and digits, hides nothing.
    """
    if not _hiding_near(pair, config):
        return Kind.SAME_FORM if pair.framed else Kind.SIMILAR
    return None if _hiding_part(pair, config) else part_kind(pair)


def part_kind(pair: Pair) -> Kind:
    if pair.framed:
        return Kind.BOILERPLATE
    return Kind.EARLIER_VERSION if pair.version else Kind.PART


_SUREST = (Kind.IDENTICAL, Kind.SAME_TEXT, Kind.SAME_WORDS)


def share_of(pair: Pair) -> float:
    return pair.containment if pair.kind in PARTS else pair.resemblance


def surest_first(pair: Pair, other: Path) -> tuple[int, float, int, Path]:
    """Return a key that orders pairs: the surest kind, most similar, shortest path first."""
    sure = _SUREST.index(pair.kind) if pair.kind in _SUREST else len(_SUREST)
    sure += pair.kind in FRAMED
    return sure, -pair.resemblance, len(str(other)), other


class Hiding(StrEnum):
    """Why a pair is hidden, as near or as a part; see ``explain``."""

    SIMILARITY = "similarity"  # not near: less alike than the least similarity
    DISTANCE = "distance"  # not near: farther apart than the greatest distance
    PARTS = "parts"  # parts are not shown
    CONTAINMENT = "containment"  # no part: neither text holds enough of the other
    LENGTH = "length"  # no part: neither text is clearly shorter, and they are rather alike


def hiding(pair: Pair, config: ScanConfig) -> tuple[Hiding, ...]:
    near, part = _hiding_near(pair, config), _hiding_part(pair, config)
    return (*near, *part) if near and part else ()


def _hiding_near(pair: Pair, config: ScanConfig) -> list[Hiding]:
    hidden = [Hiding.SIMILARITY] if pair.resemblance < config.similarity else []
    if pair.measured and pair.distance > config.distance:
        hidden.append(Hiding.DISTANCE)
    return hidden


def _hiding_part(pair: Pair, config: ScanConfig) -> list[Hiding]:
    hidden = [] if config.contained else [Hiding.PARTS]
    if pair.containment < config.containment:
        hidden.append(Hiding.CONTAINMENT)
    if not pair.may_be_part:
        hidden.append(Hiding.LENGTH)
    return hidden


def kind_of(left: Document, right: Document) -> Kind:
    """Return the strongest kind of two near-duplicates.

    Documents that were not read in full have the same text only if they have the same bytes.
    """
    if left.content_hash == right.content_hash:
        return Kind.IDENTICAL
    equal = left.text_hash == right.text_hash and left.words_hash == right.words_hash
    if not (equal and left.words_hash and left.whole and right.whole):
        return Kind.SIMILAR
    return Kind.SAME_TEXT if left.form_hash == right.form_hash else Kind.SAME_WORDS


BAND_PERCENT = 5

BANDS = 100 // BAND_PERCENT + 1


class PairLane(IntEnum):
    """The lane of a pair; only in the middle one the distance is meaningful."""

    COPIES = 0
    MIDDLE = 1
    SHORT = 2
    PARTS = 3


class PairCell(NamedTuple):
    """A cell of ``PairDensity``; ``distance`` is 0 in all lanes but the middle."""

    lane: PairLane
    distance: int
    band: int


class PairSort(IntEnum):
    """The kind of two compared documents, at any thresholds."""

    IDENTICAL = 0  # the same bytes as the document kept first
    SAME_TEXT = 1  # other bytes, the same text to a reader
    NEAR = 2  # a verified pair, or equal texts that look different
    NUMBERS_ONLY = 3  # a verified pair that differs in numbers, dates and names alone
    UNLIKE = 4  # compared, and no pair: too unlike, or compared for a group only


_SORTS = {Kind.IDENTICAL: PairSort.IDENTICAL, Kind.SAME_TEXT: PairSort.SAME_TEXT}


@dataclass(frozen=True, slots=True, eq=False)
class PairColumns:
    """A row for each two documents that were compared, in columns of equal length.

    ``left`` and ``right`` are ids of documents; one represents all with its text, and each copy has
    a row with the one kept first. ``sort`` has values of ``PairSort``, ``distance`` bits; ``part``
    is how much of one text is in the other, 0 if neither is a part. Distances do not hide pairs
    that are ``unmeasured``.
    """

    left: NDArray[np.int64]
    right: NDArray[np.int64]
    sort: NDArray[np.int64]
    distance: NDArray[np.int64]
    resemblance: NDArray[np.float64]
    part: NDArray[np.float64]
    short: NDArray[np.bool_]
    unmeasured: NDArray[np.bool_]
    bits: int


_Row = tuple[int, int, int, int, float, float, bool]


def pair_columns(report: ScanReport) -> PairColumns:
    """Return all comparisons of a report, rejected ones included: about a microsecond a pair.

    Raises ``ConfigError`` for an unknown recipe.
    """
    bits = width_of(find_recipe(report.config.recipe).key)
    parts = [
        _columns_of_pairs(report),
        _columns_of_rows(_copies(report)),
        _columns_of_rows(_unlike(report)),
    ]
    left, right, sort, distance, resemblance, part, short, unmeasured = (
        np.concatenate(column) for column in zip(*parts, strict=True)
    )
    return PairColumns(left, right, sort, distance, resemblance, part, short, unmeasured, bits)


def _columns_of_pairs(report: ScanReport) -> list[NDArray[Any]]:
    column = partial(column_of, report.pairs)
    numbers = column("numbers_only", np.bool_)
    return [
        column("left", np.int64),
        column("right", np.int64),
        np.where(numbers, PairSort.NUMBERS_ONLY, PairSort.NEAR).astype(np.int64),
        column("distance", np.int64),
        column("resemblance", np.float64),
        part_shares(report.pairs)[0],
        column("short", np.bool_),
        ~column("measured", np.bool_),
    ]


def _columns_of_rows(rows: Iterator[_Row]) -> list[NDArray[Any]]:
    kinds = (np.int64, np.int64, np.int64, np.int64, np.float64, np.float64, np.bool_)
    columns = list(zip(*rows, strict=True)) or [()] * len(kinds)
    made: list[NDArray[Any]] = [
        np.array(column, dtype=kind) for column, kind in zip(columns, kinds, strict=True)
    ]
    return [*made, made[-1]]


def _copies(report: ScanReport) -> Iterator[_Row]:
    documents, runs = report.documents, CopyRuns.of_documents(report.documents)
    known = documents_by_text(in_groups(documents, ()), (), report.judgements, runs)
    for kept, *others in known.values():
        for other in others:
            kind, alike, _ = of_equal_texts(kept, other)
            sort = _SORTS.get(kind, PairSort.NEAR)
            yield kept.id, other.id, sort, 0, alike, 0.0, kept.short


def _unlike(report: ScanReport) -> Iterator[_Row]:
    comparisons = report.comparisons
    ends = _ends(report.documents, {text for pair in comparisons for text in pair})
    for (left, right), compared in comparisons.items():
        if left in ends and right in ends:
            one, other = ends[left], ends[right]
            distance = hamming_distance(one.fingerprint, other.fingerprint)
            alike, short = compared.resemblance, one.short or other.short
            yield one.document, other.document, PairSort.UNLIKE, distance, alike, 0.0, short


class _End(NamedTuple):
    document: DocumentId
    fingerprint: int
    short: bool


def _ends(documents: Mapping[DocumentId, Document], texts: set[TextId]) -> Mapping[TextId, _End]:
    """Return a document of each text, without building ``Document`` objects."""
    ends: dict[TextId, _End] = {}
    if isinstance(documents, Documents):
        ids = list(documents)  # in the order of the columns
        rows = documents.firsts
        rows = rows[np.isin(documents.texts[rows], np.fromiter(texts, dtype=np.int64))]
        columns = documents.texts[rows].tolist(), rows.tolist(), documents.short[rows].tolist()
        prints = documents.fingerprints(rows.tolist())
        for text, row, short, value in zip(*columns, prints, strict=True):
            ends[TextId(text)] = _End(ids[row], value, short)
        return ends
    for document in documents.values():
        if document.fingerprint is not None and document.text in texts:
            ends.setdefault(document.text, _End(document.id, document.fingerprint, document.short))
    return ends


_USUAL_BITS = 64
_PERCENTS = np.arange(101) / 100

_LEAST_PEAK = 5
"""The least number of pairs at the fullest distance of a heap."""

_LEAST_SHARE = 0.05

_EMPTY = 0.2
"""The greatest share of the lower heap beside it that a gap has."""


@dataclass(frozen=True, slots=True, eq=False)
class PairDensity:
    """The pairs of a report, sorted into lanes and bands.

    ``reach`` is the greatest distance on the axis, ``suggested`` the suggested threshold,
    ``percent`` the resemblance in whole percent, ``contained`` whether a pair is a part.
    """

    columns: PairColumns
    percent: NDArray[np.int64]
    contained: NDArray[np.bool_]
    reach: int
    suggested: int

    @classmethod
    def of(cls, columns: PairColumns, containment: float, compared: int) -> "PairDensity":
        """Count pairs; fingerprints proposed those up to ``compared`` bits."""
        # a pair is at a whole percentage exactly where a threshold of that percentage shows it
        percent = np.searchsorted(_PERCENTS, columns.resemblance, side="right") - 1
        copies = columns.sort <= PairSort.SAME_TEXT
        measured = ~copies & ~columns.short
        counts = np.bincount(columns.distance[measured])
        usual = max(1, DEFAULT_DISTANCE * columns.bits // _USUAL_BITS)
        found = natural_gap(counts.tolist())
        least = GREATEST_DISTANCE * columns.bits // _USUAL_BITS
        return cls(
            columns=columns,
            percent=percent,
            contained=columns.part >= containment,
            reach=max(least, compared, len(counts) - 1),
            suggested=usual if found is None else found,
        )

    def lanes(self) -> list[PairLane]:
        """Return the lanes that have pairs at some thresholds, and always the middle."""
        copies = self.columns.sort <= PairSort.SAME_TEXT
        there = {
            PairLane.COPIES: bool(copies.any()),
            PairLane.MIDDLE: True,
            PairLane.SHORT: bool((self.columns.short & ~copies).any()),
            PairLane.PARTS: bool(self.contained.any()),
        }
        return [lane for lane in PairLane if there[lane]]

    def parts_beyond(self, thresholds: Thresholds) -> int:
        beyond = self.contained & ~self.columns.unmeasured
        beyond &= self.columns.resemblance >= thresholds.similarity
        return int(np.count_nonzero(self.columns.distance[beyond] > thresholds.distance))

    def counts(self, thresholds: Thresholds) -> Iterator[tuple[PairCell, PairSort, int]]:
        sorts, width = len(PairSort), self.reach + 1
        lane = self._lane(thresholds)
        across = np.where(lane == PairLane.MIDDLE, self.columns.distance, 0)
        cell = (lane * width + across) * BANDS + self.percent // BAND_PERCENT
        counted = np.bincount(cell * sorts + self.columns.sort)
        for key in np.flatnonzero(counted).tolist():
            rest, sort = divmod(key, sorts)
            rest, band = divmod(rest, BANDS)
            where, bits = divmod(rest, width)
            yield PairCell(PairLane(where), bits, band), PairSort(sort), int(counted[key])

    def histograms(self, least: int) -> tuple[list[int], list[int]]:
        """Return the numbers of pairs by distance, and by percent of similarity from ``least`` on.

        Copies are left out, and from the first pairs too short for a distance.
        """
        compared = self.columns.sort > PairSort.SAME_TEXT
        far = self.columns.distance[compared & ~self.columns.short & (self.percent >= least)]
        alike = self.percent[compared & (self.percent >= least)] - least
        return (
            np.bincount(far, minlength=self.reach + 1).tolist(),
            np.bincount(alike, minlength=101 - least).tolist(),
        )

    def pairs_in(self, cell: PairCell, thresholds: Thresholds) -> NDArray[np.int64]:
        """Return the rows of the pairs in a cell, at thresholds as in ``counts``."""
        here = self._lane(thresholds) == cell.lane
        here &= self.percent // BAND_PERCENT == cell.band
        if cell.lane is PairLane.MIDDLE:
            here &= self.columns.distance == cell.distance
        return np.flatnonzero(here)

    def _lane(self, thresholds: Thresholds) -> NDArray[np.int64]:
        near = self.columns.unmeasured | (self.columns.distance <= thresholds.distance)
        near &= self.columns.resemblance >= thresholds.similarity
        lane = np.full(len(self.percent), PairLane.MIDDLE, dtype=np.int64)
        lane[self.columns.short] = PairLane.SHORT
        lane[self.contained & ~near] = PairLane.PARTS
        lane[self.columns.sort <= PairSort.SAME_TEXT] = PairLane.COPIES
        return lane


def natural_gap(counts: Sequence[int]) -> int | None:
    """Return the middle of the emptiest gap in the numbers of pairs by distance; None for no gap.

    ``counts[d]`` pairs are ``d`` bits apart. In a gap each distance has at most a fifth of the
    pairs at the fullest distance on either side. The emptiest gap wins, then the widest, then the
    nearest.

    >>> natural_gap([40, 30, 2, 0, 0, 1, 9, 60, 80])
    3
    >>> natural_gap([40, 30, 22, 20, 25, 30, 60, 80]) is None
    True
    """
    total = sum(counts)
    before = [0, *accumulate(counts)]
    peaks = [0, *accumulate(counts, max)]
    later = [*reversed([0, *accumulate(reversed(counts), max)])]
    shares: dict[int, float] = {}
    for distance, count in enumerate(counts):
        left, right = before[distance], total - before[distance + 1]
        peak = min(peaks[distance], later[distance + 1])
        if min(left, right) >= _LEAST_SHARE * total and peak >= _LEAST_PEAK:
            share = count / peak
            if share <= _EMPTY:
                shares[distance] = share
    if not shares:
        return None
    emptiest = min(shares.values())
    places = [distance for distance, share in shares.items() if share == emptiest]
    # in a run of neighbours each is as far above its number as the next one
    runs = groupby(enumerate(places), lambda one: one[1] - one[0])
    widest = max(([at for _, at in run] for _, run in runs), key=len)  # the first of equal ones
    return widest[(len(widest) - 1) // 2]

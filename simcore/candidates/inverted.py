"""Inverted sketches: the texts that have each sample, and the texts that share enough of them.

Two texts are candidates for the exact comparison if their sketches share as large a part as the
thresholds let expect (``Bounds``). Equal long runs are rare, so most samples are in one text alone
and most lists are short. Where they are not, many texts share one passage: a licence, a form, the
beginning of a log. Lists are then cut (``cut_for``): a text is compared with the first texts of a
list, which represent it, and those before it. The longest texts come first, so they hold most of
the others. Of a longer part of each list it is compared with the most alike (``chosen``), or with
all that share enough if these are few. How many pairs of a crowd do not meet is estimated
(``Unmet``).
"""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.arrays import (
    each_once,
    positions_in,
    ranges,
    runs,
    shared_samples,
    sorted_samples,
)
from simcore.candidates.sketches import Integers, Sketches, Values
from simcore.candidates.threads import Check, ahead
from simcore.kernel.core import Meeting, Sized
from simcore.model.config import LEAST_SIMILARITY, Thresholds
from simcore.text.shingles import places_in_runs

ALIKE_SHARED = 0.5
"""Texts of similarity s share more than this times s of both sketches, as measured: each changed
letter breaks twelve long runs and five shingles, but changes stand together."""

HELD_SHARED, RUN_SHINGLES = 0.75, 2.4
"""Where edits are spread at random, a text of which another one contains the share c of the
shingles has c to the power of 2.4 of its runs there, which are 2.4 times as long. Of real texts it
has more than 0.75 times that. Measured in benchmarks/quality/RESULTS-search.md.
"""

_SLACK = 1.5
_ROUNDED = 1e-6
_SAMPLES_A_PART, _MOST_RANGES = 1 << 20, 64
_LEAST_WORK, _LEAST_ASKED, _WORK_A_TEXT = 1 << 24, 1 << 24, 512
_LEAST_CUT, _BESIDE = 8, 2
WIDER = 16
"""How much more of lists is looked at for the most alike."""
_FEW_PAIRS = 16
"""Pairs a text, of which none is left out."""
_ROWS_AT_ONCE = 1 << 12

Positions = NDArray[np.int32]
Mask = NDArray[np.bool_]


class Bounds(NamedTuple):
    """The share of both sketches, or of the smaller one, that candidates have in common.

    They may fall short of it by one sample, or by ``slack`` times the square root of that many, the
    standard deviation of a count.
    """

    alike: float
    held: float
    slack: float = 0.0

    @classmethod
    def of(cls, thresholds: Thresholds, *, contained: bool = True) -> "Bounds":
        """Return what pairs share that are compared; parts only if ``contained``.

        A lower similarity may show them later, and short texts may be more alike by their words.
        Where more than usual is asked for, fewer are lost by chance.
        """
        usual = Thresholds()
        lower = thresholds.similarity < usual.similarity
        lower |= thresholds.containment < usual.containment
        held = HELD_SHARED * thresholds.containment**RUN_SHINGLES if contained else np.inf
        return cls(ALIKE_SHARED * LEAST_SIMILARITY, held, _SLACK if lower else 0.0)

    def needed(self, one: Positions, other: Positions) -> NDArray[np.float64]:
        """Return how many samples pairs share at least; rows are those of ``Sized``."""
        both = (one[:, 0] > one[:, 1]) & (other[:, 0] > other[:, 1])
        level = np.maximum(one[:, 2], other[:, 2])
        # of short texts shingles: a changed word leaves hardly a run
        mine, theirs = (
            np.where(both, rows[:, 0] - rows[:, 1], _runs_at(level, rows)) for rows in (one, other)
        )
        of_both = self.alike / (1 + self.alike) * (mine + theirs)
        least = np.minimum(of_both, self.held * np.minimum(mine, theirs))
        enough: NDArray[np.float64] = least - np.maximum(1, self.slack * np.sqrt(least)) - _ROUNDED
        return enough


def _runs_at(level: Positions, rows: Positions) -> Positions:
    """Return how many samples, shingles left out, texts have at their own or a sparser rate."""
    counts = rows[:, [1, 3, 4, 5, 6, 7]]
    return counts[np.arange(len(rows)), np.where(level > rows[:, 2], level, 0)]


class Frequencies(NamedTuple):
    """The samples that several texts have, ascending, and how many have each."""

    values: Values
    counts: Positions

    def of(self, values: Values) -> Positions:
        """Return how many texts have each of some samples, of which one has each at least."""
        at, there = positions_in(self.values, values)
        counts = np.ones(len(values), dtype=np.int32)
        counts[there] = self.counts[at[there]]
        return counts


@dataclass(frozen=True, slots=True)
class SketchPairs:
    """Pairs of positions of texts, left < right, ordered.

    Where lists were cut, about ``missed`` pairs of ``passed_over`` texts are not among them.
    """

    left: Integers
    right: Integers
    frequencies: Frequencies
    missed: int = 0
    passed_over: int = 0


def sketch_pairs(
    sketches: Sketches,
    bounds: Bounds,
    order: Integers | None = None,
    check: Check = lambda: None,
    ranks: Integers | None = None,
) -> SketchPairs:
    """Find the pairs of texts that share enough of their sketches.

    Where lists are cut and pairs are many, the first texts in ``order`` represent others, and of
    equally similar ones those of the lowest ``ranks`` are chosen. ``check`` is called often, and
    may raise.

    >>> texts = [np.arange(start, start + 32, dtype=np.uint32) * 2 for start in (0, 8, 99)]
    >>> found = sketch_pairs(Sketches.of(texts), Bounds(0.15, 0.44))
    >>> found.left.tolist(), found.right.tolist()
    ([0], [1])
    """
    texts = len(sketches)
    order = np.arange(texts) if order is None else order
    number = np.empty(texts, dtype=np.int32)
    number[order] = np.arange(texts, dtype=np.int32)
    frequencies, lists = _inverted(sketches, number, check)
    repeats = np.bincount(lists.lengths)
    cut, wide = cut_for(repeats, texts), cut_for(repeats, texts, WIDER)
    sized = Sized(sketches.sized.rows[order])
    slices = lists.slices(wide)
    pairs = slices.met(lists, sized, bounds, check)
    later, earlier, shared = pairs.T
    unmet = slices.unmet()
    found = np.bincount(later, minlength=texts)[unmet.texts]
    left_out = unmet.counted(sized, bounds, found, wide)
    kept = np.ones(len(pairs), dtype=np.bool_)
    if cut is not None and are_many(len(pairs), texts):
        ranks = order if ranks is None else ranks[order]
        slices = lists.slices(cut)
        represented = lists.shared_in(slices, sized, bounds, (later, earlier), check) > 0
        sizes = sized.rows[:, 0]
        share = shared / (sizes[later] + sizes[earlier] - shared)
        kept = chosen(later, ranks[earlier], share, represented, cut)
    missed = int(left_out.sum()) + int(np.count_nonzero(~kept))
    passed_over = len(np.union1d(unmet.texts[left_out > 0], later[~kept]))
    left, right = each_once(order[later[kept]], order[earlier[kept]])
    return SketchPairs(left, right, frequencies, missed, passed_over)


def are_many(pairs: int, texts: int) -> bool:
    """Return whether so many pairs share enough that some of a crowd are chosen."""
    return pairs > _FEW_PAIRS * texts


def chosen(
    later: Integers, ranks: Integers, share: NDArray[np.float64], represented: Mask, most: int
) -> Mask:
    """Mark the pairs of a crowd that are compared.

    Those with texts that are ``represented``, and for each later text so many of the others at
    most: the most alike by what they ``share``, of equal ones those of the lowest ranks.
    """
    kept = represented.copy()
    others = np.flatnonzero(~represented)
    others = others[np.lexsort((ranks[others], -share[others], later[others]))]
    kept[others[places_in_runs(later[others]) < most]] = True
    return kept


def _inverted(
    sketches: Sketches, number: Positions, check: Check
) -> tuple[Frequencies, "SampleLists"]:
    """Invert the samples of several texts, range by range; texts have other numbers."""
    ranges_of_values = _Ranges.of(sketches)

    def listed(at: int) -> tuple[Values, Positions, Positions]:
        values, sizes = ranges_of_values.part(at)
        return shared_samples(values, np.repeat(number, sizes))

    made = [*ahead(listed, range(ranges_of_values.count), check, len(sketches.values))]
    values, counts, texts = (np.concatenate(column) for column in zip(*made, strict=True))
    return Frequencies(values, counts), SampleLists(texts, counts, len(number))


@dataclass(frozen=True, slots=True)
class _Ranges:
    """The samples of texts by ranges of their values: to sort all at once takes much memory.

    ``starts`` are those of the texts, ``before`` how many samples of each text are below each range
    and, last, in all: a row a text.
    """

    values: Values
    starts: Integers
    before: Positions

    @classmethod
    def of(cls, sketches: Sketches) -> "_Ranges":
        # shingles have the upper half of all values
        count = min(_MOST_RANGES, 2 + 2 * (len(sketches.values) // _SAMPLES_A_PART))
        starts = np.cumsum(sketches.sizes) - sketches.sizes
        before = np.zeros((len(sketches), count + 1), dtype=np.int32)
        start = 0
        for some in runs(sketches.sizes, _SAMPLES_A_PART):
            own = sketches.sizes[some]
            values = sketches.values[start : start + int(own.sum())].astype(np.int64)
            keys = np.repeat(np.arange(len(own)) * count, own) + (values * count >> 32)
            sizes = np.bincount(keys, minlength=len(own) * count).reshape(-1, count)
            before[some, 1:] = np.cumsum(sizes, axis=1)
            start += len(values)
        return cls(sketches.values, starts, before)

    @property
    def count(self) -> int:
        return int(self.before.shape[1]) - 1

    def part(self, at: int) -> tuple[Values, Positions]:
        """Return the samples of a range, text by text, and how many each text has."""
        before = self.before[:, at]
        sizes = self.before[:, at + 1] - before
        return self.values[ranges(self.starts + before, sizes)], sizes


@dataclass(frozen=True, slots=True)
class SampleLists:
    """The texts that have each sample, list by list: numbers below ``count``, ascending in each."""

    texts: Positions
    lengths: Positions
    count: int

    def slices(self, cut: int | None) -> "Slices":
        """Return in which slices each text meets earlier ones; of lists that are cut in two."""
        begin = np.repeat(np.cumsum(self.lengths, dtype=np.int32) - self.lengths, self.lengths)
        stop = np.arange(len(self.texts), dtype=np.int32)
        owner = self.texts
        hidden, beyond = (np.zeros(self.count, dtype=np.int64) for _ in range(2))
        late = np.flatnonzero(stop - begin > cut + _BESIDE) if cut else stop[:0]
        if cut and len(late):
            texts, end = owner[late], stop[late]
            hidden += np.bincount(texts, minlength=self.count)
            np.add.at(beyond, texts, end - begin[late] - cut - _BESIDE)
            begin = np.concatenate([begin, end - _BESIDE])
            stop[late] = begin[late] + cut
            owner, stop = np.concatenate([owner, texts]), np.concatenate([stop, end])
        some = np.flatnonzero(stop > begin)
        first = _firsts_of(owner[some], self.count)
        _, order = sorted_samples(owner[some].view(np.uint32), some.astype(np.int32))
        ends = np.empty((len(order), 2), dtype=np.int32)
        ends[:, 0], ends[:, 1] = begin[order], stop[order]
        return Slices(ends, first, hidden, beyond)

    def shared_in(
        self,
        slices: "Slices",
        sized: Sized,
        bounds: Bounds,
        pairs: tuple[Integers, Integers],
        check: Check,
    ) -> Integers:
        """Return how much some pairs share in slices of these lists, 0 where it is not enough."""
        later, earlier, shared = slices.met(self, sized, bounds, check).astype(np.int64).T
        keys = later << 32 | earlier
        order = np.argsort(keys)
        at, there = positions_in(keys[order], pairs[0].astype(np.int64) << 32 | pairs[1])
        found = np.zeros(len(at), dtype=np.int64)
        found[there] = shared[order[at[there]]]
        return found


def _firsts_of(owners: NDArray[np.integer[Any]], count: int) -> Integers:
    first = np.zeros(count + 1, dtype=np.int64)
    np.cumsum(np.bincount(owners, minlength=count), out=first[1:])
    return first


@dataclass(frozen=True, slots=True)
class Slices:
    """Slices of lists in which texts meet others: a begin and an end each, text by text.

    Those of text t are from ``first[t]`` to ``first[t + 1]``. ``hidden`` counts the lists of each
    that are cut before it, ``beyond`` the texts that it does not meet in them.
    """

    ends: Positions
    first: Integers
    hidden: Integers
    beyond: Integers

    def met(self, lists: SampleLists, sized: Sized, bounds: Bounds, check: Check) -> Positions:
        """Return the pairs that share enough: a text, an earlier one, and how often they meet."""
        meeting = Meeting(lists.texts, sized, *bounds)

        def found(rows: slice) -> list[Positions]:
            return [*meeting.of(self.ends, self.first, sized, rows, lambda: None)]

        count = lists.count
        rows = [slice(at, min(count, at + _ROWS_AT_ONCE)) for at in range(0, count, _ROWS_AT_ONCE)]
        work = int((self.ends[:, 1] - self.ends[:, 0]).sum(dtype=np.int64))
        pairs = [np.zeros((0, 3), dtype=np.int32)]
        for some in ahead(found, rows, check, work):
            pairs += some
        return np.concatenate(pairs)

    def unmet(self) -> "Unmet":
        """Return what texts with cut lists do not meet."""
        some = np.flatnonzero(self.hidden)
        return Unmet(some, self.hidden[some], self.beyond[some])


class Unmet(NamedTuple):
    """Texts, how many of their lists are cut, and how many texts they do not meet in these."""

    texts: Integers
    hidden: Integers
    beyond: Integers

    def counted(self, sized: Sized, bounds: Bounds, found: Integers, cut: int | None) -> Integers:
        """Return of each text about how many pairs that share enough did not meet.

        Only texts count that may share enough by what is hidden alone, and of those that they do
        not meet the same part as of those that they met: ``found`` has how many earlier texts each
        shares enough with. ``sized`` is of all texts.
        """
        rows = sized.rows[self.texts]
        met = (cut or 0) + _BESIDE
        missed = self.beyond * np.minimum(found, met) // (self.hidden * met)
        missed[self.hidden < bounds.needed(rows, rows)] = 0
        return missed


def cut_for(repeats: Integers, texts: int, times: int = 1) -> int | None:
    """Return after how many texts lists are cut so that these can be gone through, or None.

    ``repeats`` has the number of lists of each length, from 0 on. ``times`` as much work may be
    done as where all pairs that meet are compared.

    >>> cut_for(np.array([0, 0, 5]), 10), cut_for(np.bincount(np.full(100, 1000)), 1000)
    (None, 128)
    """
    most = times * max(_LEAST_WORK, _WORK_A_TEXT * texts)
    listed = np.flatnonzero(repeats)
    of_each = repeats[listed].astype(np.float64)
    if (of_each * listed * (listed - 1)).sum() / 2 <= most:
        return None
    cut = 1 << int(listed[-1]).bit_length()
    while cut > _LEAST_CUT and (of_each * listed * np.minimum(listed, cut)).sum() > most:
        cut //= 2
    return cut


def _most_met(asked: Sketches) -> int:
    return max(_LEAST_ASKED, _WORK_A_TEXT * len(asked))


def cut_numbers() -> tuple[int, ...]:
    """Return what decides where lists are cut, besides their lengths."""
    return _LEAST_WORK, _LEAST_ASKED, _WORK_A_TEXT, _LEAST_CUT, _BESIDE, WIDER, _FEW_PAIRS


def promising(query: Values, sketches: Sketches, bounds: Bounds) -> Integers:
    """Return the positions of the texts that share enough of their sketches with one more."""
    _, there = positions_in(query, sketches.values)
    before = np.concatenate([[0], np.cumsum(there)])
    ends = np.cumsum(sketches.sizes)
    shared = before[ends] - before[ends - sketches.sizes]
    rows = sketches.sized.rows
    own = np.repeat(Sketches.of([query]).sized.rows, len(rows), axis=0)
    return np.flatnonzero((shared > 0) & (shared >= bounds.needed(own, rows)))


@dataclass(frozen=True, slots=True, eq=False)
class Inverted:
    """Some texts, each once, by ascending ids: arrays that never change.

    ``values`` ascend, ``owners`` are the positions of the texts that have them, ascending for each
    value; ``rows`` are those of ``Sized``. Texts that are ``gone`` are no longer found.
    """

    texts: Integers
    rows: Positions
    values: Values
    owners: Positions
    gone: Mask

    @classmethod
    def of(cls, texts: Integers, sketches: Sketches) -> "Inverted":
        if len(sketches.values) < _SAMPLES_A_PART:
            values, owners = sorted_samples(sketches.values, sketches.owners)
        else:
            values = np.empty(len(sketches.values), dtype=np.uint32)
            owners = np.empty(len(values), dtype=np.int32)
            number = np.arange(len(sketches), dtype=np.int32)
            parts, stop = _Ranges.of(sketches), 0
            for at in range(parts.count):
                some, sizes = parts.part(at)
                start, stop = stop, stop + len(some)
                values[start:stop], owners[start:stop] = sorted_samples(
                    some, np.repeat(number, sizes)
                )
        gone = np.zeros(len(texts), dtype=np.bool_)
        return cls(texts, sketches.sized.rows, values, owners, gone)

    def __len__(self) -> int:
        return len(self.texts)

    def without(self, texts: Integers) -> "Inverted":
        """Return the same without some texts; with many gone the memory is given back."""
        gone = self.gone | np.isin(self.texts, texts)
        marked = replace(self, gone=gone)
        return marked.merged() if 4 * np.count_nonzero(gone) > len(gone) else marked

    def merged(self, *newer: "Inverted") -> "Inverted":
        """Return the texts of all, without what is gone; ids of the newer ones are greater."""
        parts = self, *newer
        here = np.concatenate([~part.gone for part in parts])
        number = (np.cumsum(here) - 1).astype(np.int32)
        values, owners = self.values[:0], self.owners[:0]
        before = 0
        for part in parts:
            kept = ~part.gone[part.owners]
            more, theirs = part.values[kept], number[before + part.owners[kept]]
            at = np.searchsorted(values, more, side="right")
            values, owners = np.insert(values, at, more), np.insert(owners, at, theirs)
            before += len(part)
        texts, rows = (
            np.concatenate([getattr(part, name) for part in parts])[here]
            for name in ("texts", "rows")
        )
        return Inverted(texts, rows, values, owners, np.zeros(len(texts), dtype=np.bool_))

    def lists(self, values: Values) -> tuple[Integers, Integers]:
        """Return where among the owners the texts begin that have each of some values, and end."""
        order = np.argsort(values)  # in order they are found in a tenth of the time
        begin, end = np.empty((2, len(values)), dtype=np.int64)
        begin[order] = np.searchsorted(self.values, values[order])
        end[order] = np.searchsorted(self.values, values[order], side="right")
        return begin, end

    def cuts_lists(self, asked: Sketches) -> bool:
        """Return whether so many are asked about that they do not meet all texts of long lists."""
        begin, end = self.lists(asked.values)
        return int((end - begin).sum()) > _most_met(asked)

    def met(
        self, asked: Sketches, bounds: Bounds, check: Check = lambda: None
    ) -> tuple[Integers, Integers, Integers]:
        """Return which texts share enough with some: its number, their positions, what they share.

        A text of these meets itself, too. Where so many are asked about that lists are cut, they
        meet the first texts of long lists, and the last ones.
        """
        begin, end = self.lists(asked.values)
        lengths = end - begin
        cut = int(lengths.max(initial=0))
        while cut > _LEAST_CUT and int(np.minimum(lengths, cut).sum()) > _most_met(asked):
            cut //= 2
        owner, stop = asked.owners, end
        late = np.flatnonzero(lengths > cut + _BESIDE)
        if len(late):
            stop = end.copy()
            stop[late] = begin[late] + cut
            begin = np.concatenate([begin, end[late] - _BESIDE])
            stop, owner = np.concatenate([stop, end[late]]), np.concatenate([owner, owner[late]])
        some = np.flatnonzero(stop > begin)
        some = some[np.argsort(owner[some], kind="stable")]
        ends = np.stack([begin[some], stop[some]], axis=1).astype(np.int32)
        first = _firsts_of(owner[some], len(asked))
        meeting = Meeting(self.owners, Sized(self.rows), *bounds)
        found = [np.zeros((0, 3), dtype=np.int32)]
        found += meeting.of(ends, first, asked.sized, slice(0, len(asked)), check)
        pairs: Integers = np.concatenate(found).astype(np.int64)
        row, at, shared = pairs[~self.gone[pairs[:, 1]]].T
        return row, at, shared

    def frequencies(self, values: Values) -> Integers:
        """Return how many texts have each of some samples, those that are gone among them."""
        begin, end = self.lists(values)
        return end - begin

    def holders(self, values: Values, most: int) -> tuple[Integers, Integers]:
        """Return texts that have any of some samples, and the position of the sample.

        Sample by sample, of each at most ``most`` texts, those with the lowest ids.
        """
        begin, end = self.lists(values)
        number = np.repeat(np.arange(len(values)), end - begin)
        held = self.owners[ranges(begin, end - begin)]
        here = ~self.gone[held]
        held, number = held[here], number[here]
        within = places_in_runs(number) < most
        return self.texts[held[within]], number[within]

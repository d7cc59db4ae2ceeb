"""Sketches: pairs of texts that share sampled shingles, however far apart their fingerprints are.

A shingle is kept when its hash is 0 mod 16 (Broder 1997, section 4: mod-m sampling keeps the same
shingles in every text, so shares of sketches estimate shares of texts); a shorter text keeps those
that are 0 mod 4, and a short one all of them. Two texts are compared at the sparser of their
sampling rates. The samples they share estimate their resemblance and their containment in each
other, so this route finds a chapter inside its book, and near-duplicates that fingerprints miss.

Rare samples propose first, common ones (a licence, a header, a template) last, up to a number of
proposals that grows with the library. Samples commoner than that propose nothing and are reported;
where rarer samples propose a pair, they count like any other. Pairs that share nothing else are
found at the thresholds of the scan (``simcore.candidates.crowded``), below these they are not.

A value is divided by the sampling rate of its text (all are 0 mod 16, mod 4, or not) and split
into three: its lowest 16 bits, the middle bits, and its highest 8. The lowest parts are stored as
one array, the middle parts as another, and the highest, which ascend, in Elias-Fano coding (Elias
1974, Fano 1971): a bit string with a 1 for each value, preceded by 0s that count up its highest
bits, at little more than a bit each.

    4 bytes     number of values, times 4, plus the form: the index of the rate in ``SAMPLINGS``,
                or 3 for values stored unchanged
    2 a value   lowest 16 bits
    1/2 or 1    the middle bits: 4 at the sparsest rate, else up to 8
    rest        highest 8 bits, padded to a multiple of 16 bits

All numbers are little-endian, bits are lowest first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.bounds import Signs
from simcore.candidates.crowded import Crowds, asked_pairs, crowded_pairs, most_pairs, with_hubs
from simcore.candidates.parameters import MOST_SAMPLINGS, PARAMETERS, ahead
from simcore.candidates.postings import (
    Frequencies,
    Postings,
    SampleLists,
    SampleRanges,
    Sketches,
    Worth,
    each_once,
    ranges,
)
from simcore.model.config import Thresholds
from simcore.model.report import NoProgress, Progress, Stage
from simcore.text.shingles import places_in_runs

_MOST_ASKED = 0.25
_PROPOSALS_AT_ONCE = 1 << 17
_MORE_THAN_TOO_MUCH = 1.25
"""So many times what is too much is counted, so that it still is when some texts have changed."""

_Integers = NDArray[np.int64]
_Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class MostCompared:
    """How many ``pairs`` can be compared, and how many ``shingles`` be read for that, or any."""

    pairs: int
    shingles: int | None

    def holds(self, samples: Sketches, one: _Integers, other: _Integers) -> bool:
        """Return whether these pairs can be compared: each time all shingles of both are read."""
        if len(one) > self.pairs or self.shingles is None:
            return len(one) <= self.pairs
        shingles = samples.shingles()
        return int(shingles[one].sum() + shingles[other].sum()) <= self.shingles


def room_for(texts: int, *, crowded: bool) -> MostCompared:
    """Return what can be compared of so many texts by rare samples.

    Where some are ``crowded``, more pairs may be shown by what is common.
    """
    most = (PARAMETERS.common_a_text if crowded else PARAMETERS.candidates_a_text) * texts
    most = max(PARAMETERS.least_candidates, min(most, PARAMETERS.most_crowded) if crowded else most)
    return MostCompared(most, most * PARAMETERS.shingles_a_pair if crowded else None)


@dataclass(frozen=True, slots=True)
class Tried:
    """A try of rare samples that proposed too much: ``pairs`` at least may be worth comparing.

    Each text is in ``of_each`` of them at most, and ``common`` samples proposed nothing.
    """

    common: NDArray[np.uint32]
    pairs: int
    of_each: _Integers

    def without(self, texts: NDArray[np.bool_]) -> "Tried":
        """Return what is left for certain where the pairs of some texts may be others."""
        lost = int(self.of_each[texts].sum())
        return replace(self, pairs=self.pairs - lost, of_each=np.where(texts, 0, self.of_each))

    def of(self, numbers: _Integers, there: NDArray[np.bool_], count: int) -> "Tried":
        """Return the same of so many texts: those that are ``there`` have these ``numbers`` now."""
        kept = self.without(~there)
        of_each = np.zeros(count, dtype=np.int64)
        of_each[numbers[there]] = kept.of_each[there]
        return replace(kept, of_each=of_each)


@dataclass(frozen=True, slots=True)
class SketchPairs:
    """Pairs of positions of texts that share samples, left < right, ordered.

    ``common`` are the samples in too many texts to propose anything, ascending. Other texts
    influence whether two are proposed only through the samples that they make common, and only
    below the thresholds. Where too many may reach these, about ``missed`` pairs are left out, of
    so many texts ``passed_over``. Pairs that find ``room`` are all compared, whatever proposes
    them. ``frequencies`` are of the samples of all texts. ``tried`` is what came to nothing.
    """

    left: _Integers
    right: _Integers
    common: NDArray[np.uint32]
    passed_over: int = 0
    missed: int = 0
    room: MostCompared = MostCompared(0, None)
    frequencies: Frequencies | None = None
    tried: tuple[Tried, ...] = ()


def sketch_pairs(
    sketches: SampleRanges | Sequence[NDArray[np.uint32]],
    thresholds: Thresholds,
    progress: Progress | None = None,
    order: _Integers | None = None,
) -> SketchPairs:
    """Find the pairs of texts that may be alike, or one part of the other, by their sketches.

    ``sketches`` are as ``simcore.text.shingles`` has them; two texts of different sampling rates
    are compared at the sparser one. Pairs within the similarity of ``thresholds`` are found even
    where they share common samples only; if there are too many, the first texts in ``order`` are
    preferred. The distance plays no part. ``SampleRanges`` may be empty afterwards. Raises
    ``Cancelled``.

    >>> texts = [np.arange(start, start + 32, dtype=np.uint32) * 16 for start in (0, 8, 99)]
    >>> found = sketch_pairs(texts, Thresholds(containment=0.5))
    >>> found.left.tolist(), found.right.tolist()
    ([0], [1])
    """
    ranges = sketches if isinstance(sketches, SampleRanges) else SampleRanges.of(sketches)
    reports = _Reports(progress or NoProgress())
    tries = _tries(SampleLists(ranges, reports.check), thresholds, reports)
    return next(found for search in tries if (found := search.pairs(order)) is not None)


def updated_sketch_pairs(
    lists: SampleLists,
    thresholds: Thresholds,
    before: NDArray[np.uint32],
    new: NDArray[np.bool_],
    progress: Progress | None = None,
    tried: Sequence[Tried] = (),
) -> tuple[SketchPairs, NDArray[np.bool_]] | None:
    """Find the pairs of ``sketch_pairs`` that may differ from those of an earlier search.

    ``before`` is the ``common`` of that search, ``new`` marks the texts that it did not have, and
    ``tried`` is what it tried, without the texts that have gone.
    Returns the pairs of the texts that were searched again, and a mask of these texts: the new
    ones, and those with a sample that has become common or is no longer. All other pairs stay as
    they were. Returns None if nearly all texts would be searched again, or if the pairs are more
    than can be compared. Raises ``Cancelled``.
    """
    reports = _Reports(progress or NoProgress())
    search = next(_tries(lists, thresholds, reports, new, tried))
    asked = new | lists.having(np.setxor1d(search.common, before, assume_unique=True))
    if np.count_nonzero(asked) > _MOST_ASKED * lists.texts:
        return None
    # which pairs are left out depends on all texts
    made = search.pairs(None, asked)
    return None if made is None else (made, asked)


def _tries(
    samples: SampleLists,
    thresholds: Thresholds,
    reports: "_Reports",
    new: NDArray[np.bool_] | None = None,
    before: Sequence[Tried] = (),
) -> Iterator["_SampleSearch"]:
    """Yield searches, each by rarer samples than the one before, but those that propose too much.

    Where texts share most of a small vocabulary, only the rarest samples separate them. What was
    tried ``before`` the ``new`` texts came may tell that it is too much still.
    """
    tried: tuple[Tried, ...] = ()
    budget = max(PARAMETERS.least_proposals, PARAMETERS.proposals_a_text * samples.texts)
    while True:
        most, proposals = samples.frequencies.most(budget)
        search = _SampleSearch(samples, most, thresholds, reports, tried)
        told = None
        if proposals > PARAMETERS.doubtful * search.most:
            if new is not None and len(tried) < len(before):
                told = search.still_too_much(before[len(tried)], new)
            told = told or search.is_too_much()
        if told is None:
            yield search
        else:
            tried = *tried, told
        del search
        budget //= 8
        reports.once = True


class _Reports:
    """Reports the progress of the first search; of a repeated one only that it is not over."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._done = self._total = 0
        self.once = False

    def check(self) -> None:
        """Report no progress, so that the search can be cancelled."""
        self._progress.report(Stage.PASSAGE, self._done, self._total)

    def report(self, done: int, total: int) -> None:
        if self.once:
            done = total = self._total
        self._done, self._total = done, total
        self.check()


@dataclass(frozen=True, slots=True)
class RarePairs:
    """Pairs by rare samples, as columns: what may be ``shown``, and about how much is ``alike``."""

    one: _Integers
    other: _Integers
    shown: NDArray[np.bool_]
    alike: _Numbers

    @classmethod
    def joined(cls, parts: Sequence["RarePairs"]) -> "RarePairs":
        """Put parts together."""
        columns = zip(
            *((part.one, part.other, part.shown, part.alike) for part in parts), strict=True
        )
        return cls(*map(np.concatenate, columns))

    def at(self, kept: NDArray[np.bool_]) -> "RarePairs":
        """Return the pairs that are marked."""
        return RarePairs(self.one[kept], self.other[kept], self.shown[kept], self.alike[kept])

    def few(
        self, shingles: _Integers, order: _Integers, similarity: float, most: int
    ) -> NDArray[np.bool_]:
        """Mark the pairs to compare in a crowd: the most alike, and the first few of each text.

        And, as in ``crowded_pairs``, those with the first texts in ``order``. What may be shown
        comes before what is below the thresholds. So many ``shingles`` are read at most but for
        the first few.
        """
        rank = np.empty(len(order), dtype=np.int64)
        rank[order] = np.arange(len(order))
        earlier, later = np.sort(rank[np.stack([self.one, self.other])], axis=0)
        shown = np.flatnonzero(self.shown)
        shown = shown[np.lexsort((earlier[shown], later[shown]))]
        hubs = shown[with_hubs(later[shown], self.alike[shown] >= similarity)]
        best = np.lexsort((-self.alike, ~self.shown))
        read = (shingles[self.one] + shingles[self.other])[best]
        kept = np.zeros(len(best), dtype=np.bool_)
        kept[best] = np.cumsum(read) <= most
        for_each = np.concatenate([best, best])
        texts = np.concatenate([self.one[best], self.other[best]])
        # stable: of each text the most alike first, as both halves are merged by their rank
        rank = np.tile(np.arange(len(best)), 2)
        by_text = np.lexsort((rank, texts))
        first = places_in_runs(texts[by_text]) < PARAMETERS.nearest
        kept[for_each[by_text[first]]] = True
        kept[hubs] = True
        return kept


class _SampleSearch:
    """One search by samples that at most ``rarest`` texts have, and what common ones add."""

    def __init__(
        self,
        samples: SampleLists,
        rarest: int,
        thresholds: Thresholds,
        reports: _Reports,
        tried: tuple[Tried, ...],
    ) -> None:
        self._samples = samples
        self._rarest = rarest
        self._thresholds = thresholds
        self._reports = reports
        self._tried = tried
        self._asked: NDArray[np.bool_] | None = None
        self._worth = Worth.of(samples, rarest, reports.check)
        self._crowded = self._worth.crowded(thresholds)
        # where texts are crowded, more pairs reach the thresholds than below them are worth
        crowded = any(texts.any() for texts in self._crowded)
        self._room = room_for(samples.texts, crowded=crowded)
        self.most = self._room.pairs

    @cached_property
    def common(self) -> NDArray[np.uint32]:
        """The samples that propose nothing, ascending."""
        return self._samples.frequencies.common(self._rarest)

    @cached_property
    def _postings(self) -> Postings:
        return Postings(self._samples, self._rarest, self._reports.check, self._asked)

    def pairs(
        self, order: _Integers | None = None, asked: NDArray[np.bool_] | None = None
    ) -> SketchPairs | None:
        """Find the pairs, once; None if rare samples propose more than can be compared.

        Or those with a text that is ``asked`` for; None if not all of these can be told, too.
        """
        rare = self._by_rare(asked)
        if rare is None:
            return None
        check = self._reports.check
        shingles = self._samples.shingles()
        if order is None:
            order = np.arange(len(shingles))
        given = Crowds(self._samples, self.common, self._crowded, self._thresholds, check)
        crowded = crowded_pairs(given, order) if asked is None else asked_pairs(given, asked)
        if crowded is None:
            return None
        missed, passed_over = crowded.missed, crowded.passed_over
        if missed:
            most = PARAMETERS.read_in_a_crowd(int(shingles.sum()))
            kept = rare.few(shingles, order, self._thresholds.similarity, most)
            missed += int(np.count_nonzero(rare.shown & ~kept))
            for ends in (rare.one, rare.other):
                passed_over[ends[rare.shown & ~kept]] = True
            rare = rare.at(kept)
        one = np.concatenate([rare.one, crowded.left])
        other = np.concatenate([rare.other, crowded.right])
        left, right = each_once(one, other)
        passed = int(np.count_nonzero(passed_over))
        room = self._room
        if room.shingles is not None:
            # pairs by common samples have to find room, too; there a text may seem longer
            most = min(self.most, most_pairs(self._samples.texts))
            room = MostCompared(most, most * PARAMETERS.shingles_a_pair // PARAMETERS.samplings[-1])
        frequencies = self._samples.frequencies
        common, tried = self.common, self._tried
        return SketchPairs(left, right, common, passed, missed, room, frequencies, tried)

    @property
    def _most_doubtful(self) -> int:
        return PARAMETERS.doubtful * self.most

    def _by_rare(self, asked: NDArray[np.bool_] | None) -> "RarePairs | None":
        if asked is not None:
            self._asked = asked
            self.__dict__.pop("_postings", None)  # of all texts
        postings = self._postings
        total = int(postings.counts.sum(dtype=np.int64))
        self._reports.report(0, total)
        # room for all that there may be, of which no more is taken than is filled
        kept = np.empty((3, min(total, self._most_doubtful)), dtype=np.int32)
        filled = done = 0
        signs = Signs.of(self._samples, self._reports.check)
        for proposals, pairs in self._doubtful(signs):
            kept[:, filled : filled + pairs.shape[1]] = pairs
            filled += pairs.shape[1]
            done += proposals
            self._reports.report(done, total)
        left, right, rare = kept[:, :filled]
        del signs, postings, self._postings
        shared = self._samples.shared(left, right, self._reports.check)
        found = [
            RarePairs(*(np.zeros(0, dtype=of) for of in (np.int64, np.int64, np.bool_, float)))
        ]
        for start in range(0, len(left), _PROPOSALS_AT_ONCE):
            some = slice(start, start + _PROPOSALS_AT_ONCE)
            one, other = left[some].astype(np.int64), right[some].astype(np.int64)
            counts = rare[some].astype(np.float64), shared[some] - rare[some]
            worth = self._worth.worth_comparing(one, other, counts[0], self._thresholds, counts[1])
            one, other = one[worth], other[worth]
            figures = self._worth.figures(one, other, shared[some][worth], self._thresholds)
            found.append(RarePairs(one, other, *figures))
        found_all = RarePairs.joined(found)
        affordable = self._room.holds(self._samples, found_all.one, found_all.other)
        return found_all if affordable else None

    def is_too_much(self) -> Tried | None:
        """Tell if rare samples propose too much to be kept, which takes much memory; None if not.

        What is counted goes on beyond that for a while, for the search after some changes.
        """
        doubtful, of_each = 0, np.zeros(self._samples.texts, dtype=np.int64)
        for _, pairs in self._doubtful():
            doubtful += pairs.shape[1]
            of_each += np.bincount(pairs[:2].ravel(), minlength=len(of_each))
            if doubtful > _MORE_THAN_TOO_MUCH * self._most_doubtful:
                break
        return Tried(self.common, doubtful, of_each) if doubtful > self._most_doubtful else None

    def still_too_much(self, before: Tried, new: NDArray[np.bool_]) -> Tried | None:
        """Tell it by what was counted ``before`` some texts were ``new``; None if it does not."""
        changed = np.setxor1d(self.common, before.common, assume_unique=True)
        still = before.without(new | self._samples.having(changed))
        return replace(still, common=self.common) if still.pairs > self._most_doubtful else None

    def _doubtful(self, signs: Signs | None = None) -> Iterator[tuple[int, _Integers]]:
        """Yield what may be pairs, however many common samples they share, or as ``signs`` allow.

        That is, how many proposals were looked at, and of each pair the texts and their number of
        shared rare samples, shape (3, n).
        """
        postings, worth_comparing = self._postings, self._worth.worth_comparing
        least = self._worth.least(self._thresholds)

        def counted(part: slice) -> tuple[int, _Integers]:
            pairs = postings.counted(part, least)
            for bound in (None, signs) if signs else (None,):
                left, right, shared = pairs
                common = None if bound is None else bound.most_shared(left, right) - shared
                worth = worth_comparing(left, right, shared, self._thresholds, common)
                pairs = pairs[:, worth]
            if signs is not None:
                pairs = pairs[:, np.lexsort(pairs[1::-1])]
            return int(postings.counts[part].sum(dtype=np.int64)), pairs

        parts = postings.parts(_PROPOSALS_AT_ONCE)
        work = int(postings.counts.sum(dtype=np.int64))
        return ahead(counted, parts, self._reports.check, work)


_SAMPLINGS = PARAMETERS.samplings
_SHIFTS = tuple(sampling.bit_length() - 1 for sampling in _SAMPLINGS)
_PLAIN = MOST_SAMPLINGS
_SHORT = 40
"""Fewer values than this are smaller unchanged."""

_HEADER = 4
_HIGHEST = 1 << 8
_VALUES_AT_ONCE = 1 << 18

_Values = NDArray[np.uint32]
_Bytes = NDArray[np.uint8]
_Count = TypeVar("_Count", int, _Integers)


def pack_sketches(samples: Sequence[bytes]) -> list[bytes]:
    """Encode sketches given as bytes, as in ``simcore.model.records.TextPrint``.

    Each is ascending and without repetitions.

    >>> sample = np.arange(100, dtype="<u4") ** 4 * 16
    >>> (blob,) = pack_sketches([sample.tobytes()])
    >>> len(blob), unpack_sketches([blob])[0].tolist() == sample.tolist()
    (300, True)
    """
    blobs = [_header(len(sample) // 4, _PLAIN) + sample for sample in samples]
    positions = np.array([at for at, one in enumerate(samples) if len(one) >= 4 * _SHORT], np.int64)
    counts = np.array([len(one) // 4 for one in samples], dtype=np.int64)
    for part in _parts(positions, counts) if len(positions) else ():
        values = np.frombuffer(b"".join([samples[at] for at in part.tolist()]), dtype="<u4")
        sizes = counts[part]
        starts = np.cumsum(sizes) - sizes
        bits = np.bitwise_or.reduceat(values, starts)
        forms = np.zeros(len(part), dtype=np.int64)
        for form, sampling in enumerate(_SAMPLINGS):
            forms[bits & np.uint32(sampling - 1) == 0] = form
        for form in sorted({*forms.tolist()}):
            alike = np.flatnonzero(forms == form)
            some = values[ranges(starts[alike], sizes[alike])]
            made = _pack_values(some, sizes[alike], form)
            for at, blob in zip(part[alike].tolist(), made, strict=True):
                blobs[at] = blob
    return blobs


def _pack_values(values: _Values, counts: _Integers, form: int) -> Iterator[bytes]:
    """Encode sketches of one form."""
    divided = values >> np.uint32(_SHIFTS[form])
    lowest = divided.astype("<u2").tobytes()
    between = (divided >> np.uint32(16) & np.uint32(_HIGHEST - 1 >> _SHIFTS[form])).astype(np.uint8)
    places = np.arange(len(values)) - np.repeat(np.cumsum(counts) - counts, counts)
    halves = counts
    if _is_halved(form):
        halves = (counts + 1) // 2
        nibbles = np.zeros(2 * int(halves.sum()), dtype=np.uint8)
        nibbles[places + np.repeat(2 * (np.cumsum(halves) - halves), counts)] = between
        between = nibbles[::2] | nibbles[1::2] << np.uint8(4)
    sizes = _highest_bytes(counts, halves)
    bits = np.zeros(8 * int(sizes.sum()), dtype=np.uint8)
    places += np.repeat(8 * (np.cumsum(sizes) - sizes), counts)
    bits[places + (values >> np.uint32(24))] = 1
    seconds, thirds = between.tobytes(), np.packbits(bits, bitorder="little").tobytes()
    first = second = third = 0
    for count, half, size in zip(counts.tolist(), halves.tolist(), sizes.tolist(), strict=True):
        yield b"".join(
            (
                _header(count, form),
                lowest[first : first + 2 * count],
                seconds[second : second + half],
                thirds[third : third + size],
            )
        )
        first, second, third = first + 2 * count, second + half, third + size


def unpack_sketches(blobs: Sequence[bytes]) -> tuple[_Values, _Integers]:
    """Decode many sketches: their concatenated values, and the size of each."""
    counts, forms = _headers(blobs)
    listed = sorted({*forms.tolist()})
    unpacked: _Values = np.zeros(int(counts.sum()) if len(listed) != 1 else 0, dtype=np.uint32)
    starts = np.cumsum(counts) - counts
    for form in listed:
        positions = np.flatnonzero(forms == form)
        values = np.concatenate(
            [
                _unpack([blobs[p] for p in some.tolist()], counts[some], form)
                for some in _parts(positions, counts)
            ]
        )
        if len(listed) == 1:
            return values, counts
        unpacked[ranges(starts[positions], counts[positions])] = values
    return unpacked, counts


def is_packed_sketch(blob: bytes) -> bool:
    """Return whether bytes can be decoded, as those of a damaged file need not.

    >>> is_packed_sketch(pack_sketches([bytes(range(8))])[0]), is_packed_sketch(bytes(range(7)))
    (True, False)
    """
    if len(blob) < _HEADER:
        return False
    counts, forms = _headers([blob])
    count, form = int(counts[0]), int(forms[0])
    if form == _PLAIN:
        return len(blob) == _HEADER + 4 * count
    between = (count + 1) // 2 if _is_halved(form) else count
    start = _HEADER + 2 * count + between
    highest = int.from_bytes(blob[start:], "little")
    return len(blob) == start + _highest_bytes(count, between) and highest.bit_count() == count


def _header(count: int, form: int) -> bytes:
    return (count << 2 | form).to_bytes(_HEADER, "little")


def _headers(blobs: Sequence[bytes]) -> tuple[_Integers, _Integers]:
    joined = np.frombuffer(b"".join([blob[:_HEADER] for blob in blobs]), dtype="<u4")
    return (joined >> np.uint32(2)).astype(np.int64), (joined & np.uint32(3)).astype(np.int64)


def _is_halved(form: int) -> bool:
    # 32 bits less the 16 lowest, the 8 highest and those that are 0 at this rate
    return 8 - _SHIFTS[form] <= 4


def _highest_bytes(count: _Count, between: _Count) -> _Count:
    needed = -(-(count + _HIGHEST) // 8)
    return needed + (between + needed) % 2


def _parts(positions: _Integers, counts: _Integers) -> Iterator[_Integers]:
    part = np.cumsum(counts[positions]) // _VALUES_AT_ONCE
    yield from np.split(positions, np.flatnonzero(np.diff(part)) + 1)


def _unpack(blobs: Sequence[bytes], counts: _Integers, form: int) -> _Values:
    """Decode sketches of one form into one array."""
    if form == _PLAIN:
        plain = b"".join([blob[_HEADER:] for blob in blobs])
        return np.frombuffer(plain, dtype="<u4").astype(np.uint32)
    # joining slices of bytes is much faster than NumPy's fancy indexing
    seconds = (_HEADER + 2 * counts).tolist()
    halves = (counts + 1) // 2 if _is_halved(form) else counts
    thirds = (_HEADER + 2 * counts + halves).tolist()
    lowest = b"".join([blob[_HEADER:end] for blob, end in zip(blobs, seconds, strict=True)])
    between = b"".join(
        [blob[start:end] for blob, start, end in zip(blobs, seconds, thirds, strict=True)]
    )
    highest = [blob[start:] for blob, start in zip(blobs, thirds, strict=True)]
    values: _Values = np.frombuffer(lowest, dtype="<u2").astype(np.uint32)
    values |= _between(between, counts, form).astype(np.uint32) << np.uint32(16)
    values <<= np.uint32(_SHIFTS[form])
    bits = np.unpackbits(np.frombuffer(b"".join(highest), dtype=np.uint8), bitorder="little")
    # a value's highest bits are the number of zeros before its one, which fits a byte
    zeros = np.cumsum(bits ^ 1, dtype=np.uint8)[bits.view(np.bool_)]
    of_each = 8 * np.fromiter(map(len, highest), np.int64, len(highest)) - counts
    zeros -= np.repeat((np.cumsum(of_each) - of_each).astype(np.uint8), counts)
    values |= zeros.astype(np.uint32) << np.uint32(24)
    return values


def _between(joined: bytes, counts: _Integers, form: int) -> _Bytes:
    """Return the middle bits of sketches of one form, each in a byte of its own."""
    between = np.frombuffer(joined, dtype=np.uint8)
    if not _is_halved(form):
        return between
    both = np.empty((len(between), 2), dtype=np.uint8)
    np.bitwise_and(between, 15, out=both[:, 0])
    np.right_shift(between, 4, out=both[:, 1])
    padded = counts + counts % 2
    return np.delete(both.ravel(), (np.cumsum(padded) - 1)[counts % 2 == 1])

"""Pairs of texts that share samples which many texts share, such as those of a form.

Samples that are in too many texts propose nothing to each other (``simcore.candidates.sketches``).
Two filled-in forms may share nothing else, and are near-duplicates all the same. Here each text is
looked for by a few of its common samples only, the rarest: of n of them, every other text that
shares at least m shares one of any n - m + 1 (prefix filtering; Chaudhuri, Ganti and Kaushik 2006,
Bayardo, Ma and Srikant 2007), and k of any n - m + k (Wang, Li and Feng 2012). That is exact,
whatever else is in the library, and cheap where m is large. So it is done for the pairs that reach
the thresholds of a scan, not for all that any threshold could show, and for the texts only that
have so many common samples. These are not rare: of English texts nearly every run of five letters
is in hundreds of others, so k decides how many pairs of unlike texts have to be counted. Where
every list is gone through as a whole, k changes nothing else but the estimate of how many pairs
were not compared: more is offered, to count less.

Where all are near all, not every pair can be compared. Then a text is paired with the first ones
that it may be near to, and the first that it may be part of, and the rest is counted. ``order`` has
the longest first: these hold most of the others, so that versions of a file that grows, however
many they are, are each compared with the last of them, and with some that are a step longer.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.bounds import WORD_BITS, spread
from simcore.candidates.parameters import PARAMETERS, Check, ahead
from simcore.candidates.postings import (
    SampleLists,
    joined_pairs,
    least_shared,
    may_be_shown,
    positions_in,
    ranges,
    runs,
    sums,
)
from simcore.kernel import core
from simcore.kernel.core import Needs, Partners
from simcore.model.config import Thresholds
from simcore.text.shingles import places_in_runs

_LIST_ENTRIES_AT_ONCE = 1 << 18
_SIGNATURE_BITS = 8
_TELLING = 8

_Integers = NDArray[np.int64]
_Numbers = NDArray[np.float64]
_Positions = NDArray[np.int32]
_Lists = NDArray[np.uint32]
_Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Crowds:
    """Texts that may be shown with others by samples alone that are ``common``, and when they are.

    ``marked`` has them for each sampling rate (``postings.Worth.crowded``). ``check`` is called
    often, and may raise.
    """

    samples: SampleLists
    common: NDArray[np.uint32]
    marked: Sequence[_Mask]
    thresholds: Thresholds
    check: Check

    def levels(self) -> list[int]:
        """Return the sampling rates, as indices in ``SAMPLINGS``, that have pairs of their own."""
        of = self.samples.level
        return [at for at, some in enumerate(self.marked) if (some & (of == at)).any()]

    def least(self, level: int) -> _Integers:
        """Return what each text shares at least with one that is no smaller, or 1."""
        sizes, sampling = self.samples.sizes[level], PARAMETERS.samplings[level]
        at = self.thresholds
        return np.maximum(1, least_shared(sizes, sampling, at.containment, at.similarity))

    def may_be_shown(self, level: int, sizes: NDArray[np.integer[Any]], shared: _Numbers) -> _Mask:
        """Mark the pairs that may be shown, by the ``sizes`` of both sketches, and the shared."""
        sampled = np.full(len(shared), level > 0)
        one, other = sizes.astype(np.float64)
        return may_be_shown(shared, one, other, sampled, self.thresholds)


class CommonLists:
    """For each common sample that several of some texts contain, these texts: at one rate.

    Texts are numbered by their place in ``order``, lists by their length: the rarest sample comes
    first. ``owners`` are the texts list by list, ascending; list n begins at ``starts[n]`` and has
    ``lengths[n]``. Text t is in ``number[t]`` lists. The ``last`` that are made give back the
    samples.
    """

    def __init__(
        self, given: Crowds, level: int, order: _Integers | None = None, *, last: bool = False
    ) -> None:
        samples, chosen, check = given.samples, given.marked[level], given.check
        self._check = check
        rank = None
        if order is not None:
            rank = np.empty(samples.texts, dtype=np.int32)
            rank[order] = np.arange(samples.texts, dtype=np.int32)
        common = given.common[given.common & np.uint32(PARAMETERS.samplings[level] - 1) == 0]

        def listed(part: int) -> tuple[_Positions, _Integers]:
            """Return the lists of a range, joined, and their lengths."""
            values, counts, owners = samples.of(part)
            if last:
                samples.drop(part)
            wanted = positions_in(common, values)[1]
            owners = owners[np.repeat(wanted, counts)]
            which = np.repeat(np.flatnonzero(wanted), counts[wanted])
            here = chosen[owners]
            owners, which = owners[here], which[here]
            of_each = np.bincount(which, minlength=len(values))
            if rank is not None:
                keys = which.view(np.uint64)
                keys <<= np.uint64(32)
                keys |= rank[owners].view(np.uint32)
                core.sort(keys)
                owners = keys.astype(np.int32)
            several = of_each > 1
            return owners[np.repeat(several, of_each)], of_each[several]

        parts = ahead(listed, range(len(samples)), check, samples.samples)
        self._arrange(*map(list, zip(*parts, strict=True)))
        self.number = np.bincount(self.owners, minlength=samples.texts)

    def _arrange(self, owners: list[_Positions], lengths: list[_Integers]) -> None:
        """Put the lists in order; the lists of owners are given back."""
        of_each = np.concatenate(lengths)
        order = np.argsort(of_each, kind="stable")
        self.lengths = of_each[order]
        self.starts = np.cumsum(self.lengths) - self.lengths
        begin = np.empty_like(self.starts)
        begin[order] = self.starts
        self.owners = np.empty(sum(map(len, owners)), dtype=np.int32)
        done = len(begin)
        while owners:
            self._check()
            some = slice(done - len(lengths[-1]), done)
            self.owners[ranges(begin[some], lengths.pop())] = owners.pop()
            done = some.start

    def in_parts(self, number: int | None = None) -> Iterator[tuple[_Positions, _Lists, int]]:
        """Yield the owners of all lists, or of a ``number`` of the shortest, in parts.

        And which list each is of, and where in ``owners`` these begin.
        """
        for run in runs(self.lengths[:number], _LIST_ENTRIES_AT_ONCE):
            self._check()
            lists = np.repeat(np.arange(run.start, run.stop, dtype=np.uint32), self.lengths[run])
            start = int(self.starts[run.start])
            yield self.owners[start : start + len(lists)], lists, start

    def list_by_text(self) -> None:
        """Have the ``lists`` of each text, too: those of text t begin at ``first[t]``.

        ``entries`` are the indices of ``owners`` text by text, of each the rarest first. Takes
        eight bytes more an entry.
        """
        self.first = np.cumsum(self.number) - self.number
        self.entries = np.empty_like(self.owners)
        self.lists = np.empty(len(self.owners), dtype=np.uint32)
        following = self.first.copy()
        for owners, lists, start in self.in_parts():
            # text in the upper half: sorts faster than argsort by text
            keys = owners.astype(np.uint64) << np.uint64(32)
            keys |= np.arange(len(lists), dtype=np.uint64)
            core.sort(keys)
            texts, at = (keys >> np.uint64(32)).astype(np.int64), keys.astype(np.uint32)
            places = following[texts] + places_in_runs(texts)
            self.entries[places] = at + np.uint32(start)
            self.lists[places] = lists[at]
            following += np.bincount(texts, minlength=len(following))

    def signs(self) -> NDArray[np.uint64]:
        """Return four words of each text, with a bit set for each of its samples.

        Texts differ in no fewer samples than bits. Not for what an eighth of the texts have: it
        would only hide the others.
        """
        signs = np.zeros(len(self.number) << _SIGNATURE_BITS - WORD_BITS, dtype=np.uint64)
        most = np.count_nonzero(self.number) / _TELLING
        telling = int(np.searchsorted(self.lengths, most, side="right"))
        for owners, lists, _ in self.in_parts(telling):
            np.bitwise_or.at(signs, *spread(lists, owners, _SIGNATURE_BITS))
        return signs.reshape(-1, 1 << _SIGNATURE_BITS - WORD_BITS)

    def __len__(self) -> int:
        return len(self.lengths)

    def of(self, texts: slice) -> tuple[_Integers, _Integers, slice]:
        """Return, for each of some texts, where its entries begin and how many it has.

        And which of all entries these are; the first begin at the first of these.
        """
        first, number = self.first[texts], self.number[texts]
        start, stop = (int(first[0]), int(first[-1] + number[-1])) if len(first) else (0, 0)
        return first - start, number, slice(start, stop)


def proposed(earlier: _Integers, place: _Integers, crowd: int) -> _Integers:
    """Return how many of ``earlier`` texts entries propose: beyond so many in a list a few."""
    few = np.minimum(earlier, PARAMETERS.hubs + PARAMETERS.beside)
    return np.where(place < crowd, earlier, few)


@dataclass(frozen=True, slots=True)
class Offers:
    """What each entry of some texts may propose: texts before it in the list of its sample.

    All of them if its ``text`` is ``sought`` by it, else those that are: so many ``earlier`` ones,
    from ``start`` on in the list of all or of these. The entry has this ``place`` in its list.
    """

    text: _Integers
    start: _Integers
    earlier: _Integers
    place: _Integers
    sought: _Mask

    def parts(self, numbers: _Integers, after: int) -> _Integers:
        """Return two slices of each entry, of so many that it proposes, and whether it is sought.

        Of those that do not propose all the first ``hubs``, and the last before them. The list of
        those that are sought by a sample comes ``after`` so many. Shape (two for each, 3).
        """
        start = np.where(self.sought, self.start, self.start + after)
        end = start + self.earlier
        first = np.where(numbers < self.earlier, PARAMETERS.hubs, numbers)
        slices = start, start + first, self.sought, end - (numbers - first), end, self.sought
        return np.stack(slices, axis=1).reshape(-1, 3)


_SAMPLINGS = PARAMETERS.samplings
_ENTRIES_AT_ONCE = 1 << 16
_PROPOSALS_AT_ONCE = 1 << 18
_COUNTED_AT_ONCE = 1 << 18
_LIKELY = 32
_ROUNDED = 1e-9
_FURTHER = 8
_WORTH = 2
_WORTH_WHOLE = 4
_SPARES = 2
"""Lists are cut where what is left to propose is so many times less."""
_BITS = 64


@dataclass(frozen=True, slots=True)
class CrowdedPairs:
    """Pairs of positions of texts, left < right, each once.

    The texts marked in ``passed_over`` are not paired with all others that they may be near to:
    about ``missed`` pairs are left out.
    """

    left: _Integers
    right: _Integers
    passed_over: _Mask
    missed: int


def crowded_pairs(given: Crowds, order: _Integers, share: float = 1.0) -> CrowdedPairs:
    """Find the pairs that may be shown at these thresholds by common samples alone.

    ``order`` has the texts in the order in which they are preferred where not all can be compared:
    of as many as there may be, a ``share``. The samples may be empty afterwards.
    """
    samples = given.samples
    found: list[_Promising] = []
    passed_over = np.zeros(samples.texts, dtype=np.bool_)
    missed = np.zeros(samples.texts, dtype=np.int64)
    shingles = samples.shingles()
    most = math.ceil(share * most_pairs(samples.texts))
    room = _Remaining(most, most * PARAMETERS.shingles_a_pair)
    levels = given.levels()
    for level in levels:
        search = _CrowdSearch(given, level, order, last=level == levels[-1])
        found += search.pairs(room)
        missed += search.missed
        passed_over |= search.passed_over
    if missed.any():
        # a crowd: many more of its pairs than few are not worth their reading
        read = math.ceil(share * PARAMETERS.read_in_a_crowd(int(shingles.sum())))
        room = _Remaining(most, read)
        for part in found:
            kept = room.chosen(part.pairs[1], part.near, part.shingles)
            left, right = part.pairs[:, ~kept]
            passed_over[left] = passed_over[right] = True
            missed += np.bincount(right, minlength=samples.texts)
            part.pairs = part.pairs[:, kept]
    pairs = [np.zeros((2, 0), dtype=np.int64), *(part.pairs for part in found)]
    left, right = np.sort(order[np.concatenate(pairs, axis=1)], axis=0)
    passed = np.zeros(samples.texts, dtype=np.bool_)
    passed[order] = passed_over
    return CrowdedPairs(left, right, passed, int(missed.sum()))


def asked_pairs(given: Crowds, asked: _Mask) -> CrowdedPairs | None:
    """Find those of ``crowded_pairs`` with a text that is ``asked`` for, some of them twice.

    None where lists may be cut: which pairs are left out depends on all texts.
    """
    samples = given.samples
    shown = [np.zeros((2, 0), dtype=np.int64)]
    for level in given.levels():
        sought = Sought(given, level)
        if sought.may_be_cut():
            return None
        found, number = [np.zeros((2, 0), dtype=np.int64)], 0
        for pairs in sought.pairs(asked):
            found.append(pairs[:, np.maximum(*samples.level[pairs]) == level])
            number += found[-1].shape[1]
            if number > PARAMETERS.doubtful * most_pairs(samples.texts):
                return None
        left, right = both = np.concatenate(found, axis=1)
        sizes = samples.sizes[level][both]
        worth = given.may_be_shown(level, sizes, sought.shared(left, right))
        shown.append(both[:, worth])
    left, right = np.concatenate(shown, axis=1)
    return CrowdedPairs(left, right, np.zeros(samples.texts, dtype=np.bool_), 0)


def most_pairs(texts: int) -> int:
    """Return how many pairs can be compared of so many texts."""
    most = max(PARAMETERS.least_crowded, PARAMETERS.crowded_a_text * texts)
    return min(most, PARAMETERS.most_crowded)


def _most_work(texts: int) -> int:
    a_text = PARAMETERS.crowded_proposals_a_text * texts
    return max(PARAMETERS.least_crowded_proposals, a_text)


def with_hubs(right: _Integers, near: _Mask) -> _Mask:
    """Mark the first few pairs of each text, which is their ``right`` one, ascending.

    Those that may be ``near`` and those that may be parts count apart: a few short texts that are
    part of all others would leave each of these alone.
    """
    kept = np.zeros(len(right), dtype=np.bool_)
    for sort in (near, ~near):
        kept[sort] = places_in_runs(right[sort]) < PARAMETERS.hubs
    return kept


class _Remaining:
    """What may still be compared, spent in the order of the later text of pairs.

    So many pairs, and so many shingles of their texts, since a comparison reads these all.
    """

    def __init__(self, pairs: int, shingles: int) -> None:
        self._pairs = pairs
        self._shingles = shingles

    def likely(self, right: _Integers) -> _Mask:
        """Mark the pairs worth counting: when there is no room, some of each text only."""
        if min(self._pairs, self._shingles) > 0:
            return np.ones(len(right), dtype=np.bool_)
        from_behind = places_in_runs(right[::-1])[::-1]
        return np.minimum(places_in_runs(right), from_behind) < _LIKELY

    def chosen(self, right: _Integers, near: _Mask, shingles: _Integers) -> _Mask:
        """Mark the pairs to compare: all while there is room, then the first few of each text.

        ``right`` is the later text of each pair, ascending.
        """
        kept = np.cumsum(shingles) <= self._shingles
        kept &= np.arange(len(right)) < self._pairs
        self._pairs -= int(np.count_nonzero(kept))
        # the first that finds no room ends it
        self._shingles = 0 if not kept.all() else self._shingles - int(shingles.sum())
        return kept | with_hubs(right, near)


@dataclass(slots=True)
class _Promising:
    """Pairs in the order of the later text, shape (2, n); which may be near; what both have."""

    pairs: _Integers
    near: _Mask
    shingles: _Integers


class _CrowdSearch:
    """The search at one sampling rate.

    Texts are numbered by their place in ``order``. The smaller one of two decides (of two of a size
    the later one). It is sought by as many samples as it may lack and a few more, and of these the
    other one has as many as are ``needed`` (Wang, Li and Feng 2012).
    """

    def __init__(self, given: Crowds, level: int, order: _Integers, *, last: bool) -> None:
        samples = given.samples
        self._check = given.check
        self._given = given
        self._level = level
        self._levels = samples.level[order]
        self._sizes = samples.sizes[level][order]
        # of the last ones their lists are all that is needed from now on
        self._lists = lists = CommonLists(given, level, order, last=last)
        lists.list_by_text()
        self._signs = lists.signs()
        self._lacking = lists.number - given.least(level)[order]
        # a longer list is not proposed as a whole where lists are cut
        self._seek(_WORTH, PARAMETERS.crowd)
        self._work = np.zeros(samples.texts, dtype=np.int64)
        self._cut = np.zeros(samples.texts, dtype=np.int64)
        self._long = np.zeros(samples.texts, dtype=np.int64)
        self._beyond = np.zeros(samples.texts, dtype=np.int64)
        self._dropped = np.zeros(samples.texts, dtype=np.int64)
        self._pushed_out = np.zeros(samples.texts, dtype=np.bool_)
        # lists are cut only where that spares much: what is cut off is not compared
        self._crowd = samples.texts
        work = whole = self._proposals(self._crowd)
        if whole > PARAMETERS.crowd * samples.texts:
            cut = self._proposals(PARAMETERS.crowd)
            if _SPARES * cut <= whole:
                self._crowd, work = PARAMETERS.crowd, cut
        most = _most_work(samples.texts)
        while work > most and self._crowd > 1:
            self._crowd //= 2
            work = self._proposals(self._crowd)
        if self._crowd == samples.texts:
            # what is found does not depend on it: to propose more takes less than to count
            self._seek(_WORTH_WHOLE, samples.texts)
        self._index_sought()

    def _proposals(self, crowd: int) -> int:
        """Return how many texts are proposed in all, if lists are cut at so many."""
        lists, work = self._lists, 0
        for run in runs(lists.lengths, _ENTRIES_AT_ONCE):
            self._check()
            lengths = lists.lengths[run]
            start = int(lists.starts[run.start])
            sought = self._sought[start : start + int(lengths.sum())]
            first = np.cumsum(lengths) - lengths
            place = np.arange(len(sought)) - np.repeat(first, lengths)
            before: _Integers = np.cumsum(sought) - sought
            before -= np.repeat(before[first], lengths)
            work += int(proposed(np.where(sought, place, before), place, crowd).sum())
        return work

    def _seek(self, worth: int, longest: int) -> None:
        """Find the entries that texts are sought by, the rarest of each.

        One more than a text may lack: a promising pair shares one of these. And some further ones,
        in lists that are no longer, if the work is at most ``worth`` times as much: the pair shares
        one more for each of them.
        """
        lists = self._lists
        sought = np.zeros(len(lists.owners), dtype=np.bool_)
        for texts in runs(lists.number, _ENTRIES_AT_ONCE):
            self._check()
            _, number, entries = lists.of(texts)
            if not number.any():
                continue
            lengths = lists.lengths[lists.lists[entries]]
            marked = _are_sought(lengths, number, self._lacking[texts], worth, longest)
            sought[lists.entries[entries][marked]] = True
        self._sought = sought

    def _index_sought(self) -> None:
        sought = self._sought
        seeking = np.bincount(self._lists.owners[sought], minlength=len(self._sizes))
        self._needed = seeking - self._lacking
        # how many are sought before each 64th entry; a count for each one would take 32 times that
        blocks = np.concatenate([sought, np.zeros(_BITS - len(sought) % _BITS, dtype=np.bool_)])
        of_each = np.count_nonzero(blocks.reshape(-1, _BITS), axis=1)
        self._sought_before = np.cumsum(of_each) - of_each
        self._sought_bits = np.packbits(blocks, bitorder="little").view("<u8")
        self._before_lists = self._before(self._lists.starts)

    def _offers(self, texts: slice) -> Offers:
        """Return what entries offer: of their lists what comes before them."""
        lists = self._lists
        _, number, some = lists.of(texts)
        entries = lists.entries[some]
        listed = lists.lists[some]
        start = lists.starts[listed]
        sought = self._sought[entries]
        before = self._before_lists[listed]
        return Offers(
            np.repeat(np.arange(len(self._sizes))[texts], number),
            np.where(sought, start, before),
            np.where(sought, entries - start, self._before(entries) - before),
            entries - start,
            sought,
        )

    def _before(self, entries: NDArray[np.integer[Any]]) -> _Integers:
        """Count the entries that are sought by before each of some."""
        block, bit = entries // _BITS, (entries % _BITS).astype(np.uint64)
        lower = (np.uint64(1) << bit) - np.uint64(1)
        earlier = np.bitwise_count(self._sought_bits[block] & lower)
        before: _Integers = self._sought_before[block] + earlier
        return before

    def _weigh(self) -> None:
        """Work out what each text proposes, what is beyond that, and what is needed of it."""
        lists = self._lists
        for texts in runs(lists.number, _ENTRIES_AT_ONCE):
            self._check()
            offers = self._offers(texts)
            numbers = proposed(offers.earlier, offers.place, self._crowd)
            number = lists.number[texts]
            self._work[texts] = sums(numbers, number)
            self._beyond[texts] = 0
            np.maximum.at(self._beyond, offers.text, offers.earlier - numbers)
            _, _, some = lists.of(texts)
            long = lists.lengths[lists.lists[some]] > self._crowd
            self._cut[texts] = sums(offers.earlier > numbers, number)
            self._long[texts] = sums(offers.sought & long, number)

    @property
    def missed(self) -> _Integers:
        """About how many pairs of each text with earlier ones are left out."""
        # those left out of lists and those that found no room may be the same
        return np.maximum(self._beyond, self._dropped)

    @property
    def passed_over(self) -> _Mask:
        """Marks the texts of pairs that are left out."""
        return self._pushed_out | (self.missed > 0)

    def pairs(self, room: _Remaining) -> Iterator[_Promising]:
        """Yield the promising pairs that find room, in the order of the later text.

        ``missed`` and ``passed_over`` are known after the last.
        """
        lists = self._lists
        self._weigh()
        of_each = self._needed, self._long, lists.number - self._lacking
        needs = Needs(self._sizes, *(one.astype(np.int32) for one in of_each))
        # in the place of the owners: a copy would take as much memory
        offered, number = lists.owners, len(lists.owners)
        del lists.owners
        offered <<= 1
        offered |= self._sought
        offered.resize(number + np.count_nonzero(self._sought), refcheck=False)
        offered[number:] = offered[:number][self._sought]
        starts = np.append(lists.first, number)
        partners = Partners(offered.view(np.uint32), needs, lists.lists, starts, len(lists))
        waiting: list[_Integers] = []
        batches = runs(self._work + lists.number, _PROPOSALS_AT_ONCE)
        proposed_by = partial(self._proposed, partners)
        held = 0
        for pairs in ahead(proposed_by, batches, self._check, len(lists.lists)):
            waiting.append(pairs)
            held += pairs.shape[1]
            if held >= _COUNTED_AT_ONCE:
                yield self._chosen(np.concatenate(waiting, axis=1), room)
                waiting, held = [], 0
        if waiting:
            yield self._chosen(np.concatenate(waiting, axis=1), room)

    def _chosen(self, found: _Integers, room: _Remaining) -> _Promising:
        likely = room.likely(found[1])
        unlooked = found[:2, ~likely]
        pairs, shared = found[:2, likely], found[2, likely].astype(np.float64)
        worth = self._given.may_be_shown(self._level, self._sizes[pairs], shared)
        # of those that were not looked at as many are promising as of those that were
        self._leave_out(unlooked, np.count_nonzero(worth) / max(1, len(worth)))
        pairs, shared = pairs[:, worth], shared[worth]
        both = self._sizes[pairs].sum(axis=0, dtype=np.int64)
        similarity = self._given.thresholds.similarity
        least = similarity / (1 + similarity) * both
        near = shared >= least * (1 - _ROUNDED)
        shingles = both * _SAMPLINGS[self._level]
        kept = room.chosen(pairs[1], near, shingles)
        self._leave_out(pairs[:, ~kept], 1.0)
        return _Promising(pairs[:, kept], near[kept], shingles[kept])

    def _leave_out(self, pairs: _Integers, share: float) -> None:
        left, right = pairs
        self._pushed_out[left] = True
        of_each = np.bincount(right, minlength=len(self._dropped))
        self._dropped += np.ceil(of_each * share).astype(np.int64)

    def _proposed(self, partners: Partners, texts: slice) -> _Integers:
        """Return the pairs that have as many samples in common as are needed of those sought by.

        And how many they have in common of all. Shape (3, n).
        """
        offers = self._offers(texts)
        numbers = proposed(offers.earlier, offers.place, self._crowd)
        parts = offers.parts(numbers, len(self._sought))
        ends = 2 * np.cumsum(self._lists.number[texts])
        # lists that were not proposed as a whole hide what is shared
        numbered = np.arange(len(self._sizes))[texts]
        pairs = partners.of(numbered, parts, ends, self._cut[texts])
        left, right, _ = pairs
        worth = np.maximum(self._levels[left], self._levels[right]) == self._level
        # an upper bound of what the texts of each pair share, by their signs
        apart = np.zeros(len(left), dtype=np.int64)
        for word in self._signs.T:
            apart += np.bitwise_count(word[left] ^ word[right])
        number = self._lists.number
        most = (number[left] + number[right] - apart) / 2
        worth &= self._given.may_be_shown(self._level, self._sizes[pairs[:2]], most)
        return pairs[:, worth]


def _are_sought(
    lengths: _Integers, number: _Integers, lacking: _Integers, worth: int, longest: int
) -> _Mask:
    """Mark the entries that texts are sought by; there is one at least.

    ``lengths`` are of their lists, ascending for each text, of which there are ``number`` of each.
    """
    first = np.cumsum(number) - number
    work = np.cumsum(lengths)
    before = np.where(first > 0, work[first - 1], 0)
    least = work[np.minimum(first + np.maximum(0, lacking), len(work) - 1)] - before
    most = np.repeat(before + worth * least, number)
    further = np.arange(len(work)) - np.repeat(first + lacking, number)
    more = (further < _FURTHER) & (work <= most) & (lengths <= longest)
    sought: _Mask = ((further <= 0) | more) & np.repeat(lacking >= 0, number)
    return sought


class Sought(CommonLists):
    """The lists of common samples at one sampling rate, and by which ones texts are sought.

    That is all that tells which pairs ``crowded_pairs`` finds where no list is cut. Texts keep
    their positions here.
    """

    def __init__(self, given: Crowds, level: int) -> None:
        super().__init__(given, level)
        self._lacking = self.number - given.least(level)
        left = np.where(
            self._lacking >= 0, np.minimum(self.number, self._lacking + _FURTHER), 0
        ).astype(np.int32)
        # the first so many entries of each text: its list is in the lower half
        found = [np.zeros(0, dtype=np.uint64)]
        for owners, lists, _ in self.in_parts():
            some = np.flatnonzero(left[owners] > 0)
            keys = lists[some] | owners[some].astype(np.uint64) << np.uint64(32)
            core.sort(keys)
            texts = (keys >> np.uint64(32)).view(np.int64)
            kept = places_in_runs(texts) < left[texts]
            left -= np.bincount(texts[kept], minlength=len(left)).astype(np.int32)
            found.append(keys[kept])
        rarest = np.concatenate(found)
        core.sort(rarest)
        self._texts, self._lists = _halves(rarest)

    def _by(self, worth: int, longest: int) -> _Mask:
        if not len(self._lists):
            return np.zeros(0, dtype=np.bool_)
        number = np.bincount(self._texts, minlength=len(self._lacking))
        return _are_sought(self.lengths[self._lists], number, self._lacking, worth, longest)

    def may_be_cut(self) -> bool:
        """Return whether the search may cut lists, so that not all pairs are found.

        It does not where most of the work is in short lists, whatever is cut off of the long ones.
        """
        by = self._lists[self._by(_WORTH, PARAMETERS.crowd)]
        lengths = self.lengths
        others = lengths - np.bincount(by, minlength=len(lengths))
        # all pairs of texts in a list but those of which neither is sought by it
        pairs = (lengths * (lengths - 1) - others * (others - 1)) // 2
        whole, uncut = int(pairs.sum()), int(pairs[lengths <= PARAMETERS.crowd].sum())
        is_long = whole > PARAMETERS.crowd * len(self._lacking)
        return whole > _most_work(len(self._lacking)) or (is_long and _SPARES * uncut <= whole)

    def pairs(self, asked: _Mask) -> Iterator[_Integers]:
        """Yield all pairs with an ``asked`` text that may be shown, and some others, some twice."""
        sought = self._by(_WORTH_WHOLE, len(asked))
        texts, lists = self._texts[sought], self._lists[sought]
        needed = np.bincount(texts, minlength=len(asked)) - self._lacking
        needed[self._lacking < 0] = np.iinfo(np.int32).max
        needed = needed.astype(np.int32)
        # where the asked one is the smaller of both
        mine = np.flatnonzero(asked[texts])
        offers = self.owners, self.starts[lists[mine]], self.lengths[lists[mine]]
        for one, other, number in joined_pairs(*offers, texts[mine], needed, self._check):
            yield np.stack([one, other])[:, number >= needed[one]]
        # and where the other one is
        asking, mine = self._lists_of(asked)
        by_list = texts.view(np.uint64) | lists.view(np.uint64) << np.uint64(32)
        core.sort(by_list)
        number = np.bincount(lists, minlength=len(self.lengths))
        offers = by_list.astype(np.int32), (np.cumsum(number) - number)[mine], number[mine]
        for one, other, number in joined_pairs(*offers, asking, needed, self._check):
            yield np.stack([one, other])[:, number >= needed[other]]

    def shared(self, left: _Integers, right: _Integers) -> _Numbers:
        """Count the lists that both texts of pairs are in."""
        paired = np.zeros(len(self._lacking), dtype=np.bool_)
        paired[left] = paired[right] = True
        texts, lists = self._lists_of(paired)
        sizes = np.bincount(texts, minlength=len(paired))
        of_each = lists.view(np.uint64), np.cumsum(sizes) - sizes, sizes
        return core.shared_runs(*of_each, left, right).astype(np.float64)

    def _lists_of(self, marked: _Mask) -> tuple[_Integers, _Integers]:
        """Return marked texts and their lists, text by text."""
        at = np.flatnonzero(marked[self.owners])
        lists = np.searchsorted(self.starts, at, side="right") - 1
        keys = lists.view(np.uint64) | self.owners[at].astype(np.uint64) << np.uint64(32)
        core.sort(keys)
        return _halves(keys)


def _halves(keys: NDArray[np.uint64]) -> tuple[_Integers, _Integers]:
    return (keys >> np.uint64(32)).view(np.int64), (keys & np.uint64(0xFFFFFFFF)).view(np.int64)

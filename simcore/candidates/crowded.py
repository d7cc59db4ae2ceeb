"""Pairs of texts that share samples which many texts share, such as those of a form.

Samples that are in too many texts propose nothing to each other (``simcore.candidates.sketches``).
Two filled-in forms may share nothing else, and are near-duplicates all the same. Here each text is
looked for by a few of its common samples only, the rarest: of n of them, every other text that
shares at least m shares one of any n - m + 1 (prefix filtering; Chaudhuri, Ganti and Kaushik 2006,
Bayardo, Ma and Srikant 2007). That is exact, whatever else is in the library, and cheap where m is
large. So it is done for the pairs that reach the thresholds of a scan, not for all that any
threshold could show, and for the texts only that have so many common samples.

Where all are near all, not every pair can be compared. Then a text is paired with the first ones
that it may be near to, by number, so that it is in a group with them, and the rest is counted.
Later texts take nothing away from the pairs of earlier ones.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.parameters import PARAMETERS
from simcore.candidates.postings import least_shared, may_be_shown
from simcore.candidates.sample_ranges import SampleRanges, ranges, runs
from simcore.candidates.threads import Check
from simcore.text.shingles import distinct, firsts

_SAMPLINGS = PARAMETERS.samplings
_PROPOSALS_AT_ONCE = 1 << 20
_COUNTED_AT_ONCE = 1 << 21
_WORDS = 4
_TELLING = 8
_LIKELY = 64
_ROUNDED = 1e-9
_SPREAD = np.uint32(0x9E3779B1)

_Integers = NDArray[np.int64]
_Positions = NDArray[np.int32]
_Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class CrowdedPairs:
    """Pairs of positions of texts, left < right, each once.

    So many texts ``passed_over`` are not paired with all others that they may be near to: about
    ``missed`` pairs are left out.
    """

    left: _Integers
    right: _Integers
    passed_over: int
    missed: int


def crowded_pairs(
    samples: SampleRanges,
    common: NDArray[np.uint32],
    crowded: Sequence[_Mask],
    containment: float,
    similarity: float,
    check: Check,
    order: _Integers | None = None,
) -> CrowdedPairs:
    """Find the pairs that may be shown at these thresholds by ``common`` samples alone.

    ``crowded`` marks, for each sampling rate, the texts that may be of such a pair (``Postings``).
    ``similarity`` is a resemblance, ``containment`` the lowest to be found. ``order`` has the texts
    in the order in which they are preferred where not all can be compared. ``check`` is called
    often, and may raise.
    """
    found = [np.zeros((2, 0), dtype=np.int64)]
    passed_over = np.zeros(samples.texts, dtype=np.bool_)
    missed = np.zeros(samples.texts, dtype=np.int64)
    room = _Room(min(_most_pairs(samples.texts), PARAMETERS.most_crowded))
    if order is None:
        order = np.arange(samples.texts)
    for level, chosen in enumerate(crowded):
        if not (chosen & (samples.level == level)).any():
            continue
        lists = _Lists(samples, common, chosen, order, level, containment, similarity, check)
        found += lists.pairs(room)
        missed += lists.missed
        passed_over |= lists.passed_over
    left, right = np.sort(order[np.concatenate(found, axis=1)], axis=0)
    return CrowdedPairs(left, right, int(np.count_nonzero(passed_over)), int(missed.sum()))


def _most_pairs(texts: int) -> int:
    return max(PARAMETERS.least_crowded, PARAMETERS.crowded_a_text * texts)


class _Room:
    """The number of pairs that may still be compared, spent in the order of their later text."""

    def __init__(self, left: int) -> None:
        self._left = left

    def likely(self, right: _Integers) -> _Mask:
        """Mark the pairs worth counting: when there is no room, some of each text only."""
        return _numbered(right) < (_LIKELY if self._left <= 0 else len(right))

    def chosen(self, right: _Integers, near: _Mask) -> _Mask:
        """Mark the pairs to compare: all while there is room, then the first few of each text.

        ``right`` is the later text of each pair, ascending. Those that may be ``near`` and those
        that may be parts count apart: a few short texts that are part of all others would leave
        each of these alone.
        """
        kept = np.arange(len(right)) < self._left
        self._left -= int(np.count_nonzero(kept))
        for sort in (near, ~near):
            kept[sort] |= _numbered(right[sort]) < PARAMETERS.hubs
        return kept


def _numbered(ordered: _Integers) -> _Integers:
    """Return the place of each item in its run of equal values."""
    starts = np.flatnonzero(firsts(ordered))
    return np.arange(len(ordered)) - np.repeat(starts, np.diff(starts, append=len(ordered)))


class _Lists:
    """For each common sample that several of some texts contain, these texts: at one rate.

    Texts are numbered by their place in ``order``. An entry is a text's place in a list. It is
    sought by if the sample is among the rarest of its text, as many as no promising pair can do
    without.
    """

    def __init__(
        self,
        samples: SampleRanges,
        common: NDArray[np.uint32],
        chosen: _Mask,
        order: _Integers,
        level: int,
        containment: float,
        similarity: float,
        check: Check,
    ) -> None:
        self._check = check
        self._level = level
        self._levels = samples.level[order]
        self._sizes = samples.sizes[level][order].astype(np.float64)
        rank = np.empty(samples.texts, dtype=np.uint64)
        rank[order] = np.arange(samples.texts, dtype=np.uint64)
        self._containment = containment
        self._similarity = similarity
        self._signs = np.zeros(_WORDS * samples.texts, dtype=np.uint64)
        # what most texts have would only hide the others
        most = np.count_nonzero(chosen) / _TELLING
        owners, counts = [np.zeros(0, dtype=np.int32)], [np.zeros(0, dtype=np.int64)]
        for part in range(len(samples)):
            check()
            keys = samples.keys(part, chosen)
            keys = keys >> np.uint64(32) << np.uint64(32) | rank[keys.astype(np.uint32)]
            keys.sort()
            values = (keys >> np.uint64(32)).astype(np.uint32)
            sampled = values & np.uint32(_SAMPLINGS[level] - 1) == 0
            values, owner = values[sampled], keys[sampled].astype(np.uint32).view(np.int32)
            starts = np.flatnonzero(firsts(values))
            of_each = np.diff(starts, append=len(values))
            telling = np.repeat(of_each <= most, of_each)
            self._sign(owner[telling], values[telling])
            several = (of_each > 1) & np.isin(values[starts], common, assume_unique=True)
            owners.append(owner[np.repeat(several, of_each)])
            counts.append(of_each[several])
        self._owner, self._counts = np.concatenate(owners), np.concatenate(counts)
        least = np.maximum(1, least_shared(self._sizes, _SAMPLINGS[level], containment, similarity))
        check()
        self._held = self._by_text()
        self._held_by = np.bincount(self._owner, minlength=samples.texts)
        self._held_from = np.cumsum(self._held_by) - self._held_by
        self._propose(self._sought(self._sizes.astype(np.int64) - least + 1))

    def _sign(self, owner: _Positions, values: NDArray[np.uint32]) -> None:
        """Set a bit for each sample of a text: texts differ in no fewer samples than bits."""
        bits = values * _SPREAD >> np.uint32(24)
        word = owner.astype(np.int64) * _WORDS + (bits >> np.uint32(6))
        np.bitwise_or.at(
            self._signs, word, np.uint64(1) << (bits.astype(np.uint64) & np.uint64(63))
        )

    def _by_text(self) -> NDArray[np.uint64]:
        """Return the entries as numbers, ascending: the text in the upper half, then the list."""
        held = self._owner.astype(np.uint64) << np.uint64(32)
        held |= np.repeat(np.arange(len(self._counts), dtype=np.uint64), self._counts)
        held.sort()
        return held

    def _sought(self, prefix: _Integers) -> _Mask:
        """Mark the entries among the first ``prefix`` of their texts, by how rare samples are."""
        rarest = self._owner.astype(np.uint64) << np.uint64(32)
        rarest |= np.repeat(self._counts, self._counts).astype(np.uint64)
        order = np.argsort(rarest, kind="stable")
        owner = self._owner[order]
        # the others come first
        alone = self._sizes.astype(np.int64) - self._held_by
        sought = np.zeros(len(owner), dtype=np.bool_)
        sought[order] = _numbered(owner.astype(np.int64)) < (prefix - alone)[owner]
        return sought

    def _propose(self, sought: _Mask) -> None:
        """Give each entry the part of a list that it proposes: earlier texts of its sample.

        All of them if it is sought by, else those that are. Beyond so many texts in a list only
        the first few are proposed.
        """
        starts = np.cumsum(self._counts) - self._counts
        start = np.repeat(starts, self._counts)
        place = np.arange(len(sought)) - start
        self._check()
        before: _Integers = np.cumsum(sought) - sought
        among: _Integers = before - before[start] if len(start) else before
        start = np.where(sought, start, len(sought) + before[start] if len(start) else start)
        all_earlier = np.where(sought, place, among)
        few = np.minimum(all_earlier, PARAMETERS.hubs)
        crowd = PARAMETERS.crowd
        counts = np.where(place < crowd, all_earlier, few)
        while counts.sum() > PARAMETERS.crowded_proposals and crowd > 1:
            crowd //= 2
            counts = np.where(place < crowd, all_earlier, few)
        self._beyond = np.zeros(len(self._sizes), dtype=np.int64)
        np.maximum.at(self._beyond, self._owner, all_earlier - counts)
        self._dropped = np.zeros(len(self._sizes), dtype=np.int64)
        self._pushed_out = np.zeros(len(self._sizes), dtype=np.bool_)
        self._listed = np.concatenate([self._owner, self._owner[sought]])
        proposing = np.flatnonzero(counts)
        proposing = proposing[np.argsort(self._owner[proposing], kind="stable")]
        self._text = self._owner[proposing]
        self._start, self._number = start[proposing], counts[proposing]

    @property
    def missed(self) -> _Integers:
        """About how many pairs of each text with earlier ones are left out."""
        # those left out of lists and those that found no room may be the same
        return np.maximum(self._beyond, self._dropped)

    @property
    def passed_over(self) -> _Mask:
        """Marks the texts of pairs that are left out."""
        return self._pushed_out | (self.missed > 0)

    def pairs(self, room: _Room) -> Iterator[_Integers]:
        """Yield the promising pairs that find room, shape (2, n), in the order of the later text.

        ``missed`` and ``passed_over`` are known after the last.
        """
        starts = np.flatnonzero(firsts(self._text))
        ends = np.append(starts[1:], len(self._text))
        sizes = np.add.reduceat(self._number, starts) if len(starts) else starts
        for run in runs(sizes, _PROPOSALS_AT_ONCE):
            self._check()
            pairs = self._proposed(slice(int(starts[run.start]), int(ends[run.stop - 1])))
            likely = room.likely(pairs[1])
            unlooked = pairs[:, ~likely]
            pairs = pairs[:, likely]
            shared = np.zeros(pairs.shape[1])
            for some in runs(self._held_by[pairs[0]], _COUNTED_AT_ONCE):
                self._check()
                shared[some] = self._shared(*pairs[:, some])
            worth = self._worth(pairs[0], pairs[1], shared)
            # of those that were not looked at as many are promising as of those that were
            self._leave_out(unlooked, np.count_nonzero(worth) / max(1, len(worth)))
            pairs, shared = pairs[:, worth], shared[worth]
            least = self._similarity / (1 + self._similarity) * self._sizes[pairs].sum(axis=0)
            kept = room.chosen(pairs[1], shared >= least * (1 - _ROUNDED))
            self._leave_out(pairs[:, ~kept], 1.0)
            yield pairs[:, kept]

    def _leave_out(self, pairs: _Integers, share: float) -> None:
        left, right = pairs
        self._pushed_out[left] = True
        of_each = np.bincount(right, minlength=len(self._dropped))
        self._dropped += np.ceil(of_each * share).astype(np.int64)

    def _proposed(self, part: slice) -> _Integers:
        """Return the pairs that some entries propose, but those that their signs rule out."""
        keys = np.repeat(self._text[part].astype(np.uint64) << np.uint64(32), self._number[part])
        keys |= self._listed[ranges(self._start[part], self._number[part])].astype(np.uint64)
        keys = distinct(keys)
        right = (keys >> np.uint64(32)).astype(np.int64)
        left = keys.astype(np.uint32).astype(np.int64)
        here = np.maximum(self._levels[left], self._levels[right]) == self._level
        left, right = left[here], right[here]
        apart = np.zeros(len(left), dtype=np.int64)
        for word in range(_WORDS):
            signs = self._signs[word::_WORDS]
            apart += np.bitwise_count(signs[left] ^ signs[right])
        worth = self._worth(left, right, (self._sizes[left] + self._sizes[right] - apart) / 2)
        return np.stack([left[worth], right[worth]])

    def _worth(self, left: _Integers, right: _Integers, shared: NDArray[np.float64]) -> _Mask:
        sampled = np.full(len(left), self._level > 0)
        one, other = self._sizes[left], self._sizes[right]
        return may_be_shown(shared, one, other, sampled, self._containment, self._similarity)

    def _shared(self, left: _Integers, right: _Integers) -> _Integers:
        """Count the samples that both texts of each pair contain."""
        swap = self._held_by[left] > self._held_by[right]
        fewer, more = np.where(swap, right, left), np.where(swap, left, right)
        of_each = self._held_by[fewer]
        wanted = self._held[ranges(self._held_from[fewer], of_each)] & np.uint64(0xFFFFFFFF)
        wanted |= np.repeat(more.astype(np.uint64) << np.uint64(32), of_each)
        at = np.minimum(np.searchsorted(self._held, wanted), len(self._held) - 1)
        pair = np.repeat(np.arange(len(left)), of_each)
        return np.bincount(pair[self._held[at] == wanted], minlength=len(left))

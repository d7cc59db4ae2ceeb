"""Sampled shingles: texts that share passages, however far apart their fingerprints are.

A shingle is kept when its hash is 0 mod 16 (Broder 1997, section 4: a sample that is the same in
every text, so that shares of samples estimate shares of texts); a shorter text keeps those that are
0 mod 4, and a short one all of them. Two texts are compared by the sparser of their samplings.
What two texts share of their samples estimates their resemblance and their containment in each
other, so this route finds a chapter inside its book, and near-duplicates that fingerprints miss by
bad luck.

Common passages (a licence, a header, what a template says) propose last: the rarer ones do until a
number of proposals is reached that grows with the library. What is commoner than that proposes
nothing and is reported; where rarer passages propose a pair, it counts like any other.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.config import LEAST_SIMILARITY
from simcore.progress import NoProgress, Progress, Stage

__all__ = ["Proposals", "holding", "promising", "sample", "share_passages"]

SAMPLINGS = (1, 4, 16)
"""One shingle in so many is kept: powers of two."""

LEAST_SAMPLE = 64
"""A text is sampled as sparsely as leaves it with this many values."""

_DEVIATIONS = 2.5
_LEAST_PROPOSALS = 1 << 24
_PROPOSALS_A_TEXT = 512
_PROPOSALS_AT_ONCE = 1 << 21
_VALUES_AT_ONCE = 1 << 21
_BITS = 64

_Integers = NDArray[np.int64]
_Numbers = NDArray[np.float64]


def sample(in_order: NDArray[np.uint64]) -> NDArray[np.uint32]:
    """Give the sample of a text's shingles that the index keeps: sorted, 32 bits of each.

    How sparse it is shows in the values: they are all 0 mod 16, or mod 4, or not. Collisions of
    32 bits propose a pair too many at worst.
    """
    low = in_order.astype(np.uint32)  # the lower half
    for sampling in reversed(SAMPLINGS):
        kept = _distinct(low[low & np.uint32(sampling - 1) == 0])
        if len(kept) >= LEAST_SAMPLE:
            break
    return kept


def _distinct(values: NDArray[np.uint32]) -> NDArray[np.uint32]:
    ordered = np.sort(values)
    return ordered[_firsts(ordered)]


def _firsts(ordered: NDArray[np.uint32] | _Integers) -> NDArray[np.bool_]:
    first = np.ones(len(ordered), dtype=np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
    return first


def promising(
    shared: _Numbers, one: _Numbers, other: _Numbers, sampled: NDArray[np.bool_], containment: float
) -> NDArray[np.bool_]:
    """Tell which pairs are worth an exact comparison, by what their samples share and their sizes.

    Those whose resemblance may reach the least that can be set, or whose containment the one
    that is looked for. A sample estimates: what falls short by less than some standard deviations
    of the (binomial) count that such a pair's samples share is compared too. Texts that kept
    everything are exact already.
    """
    smaller = np.minimum(one, other)
    alike = LEAST_SIMILARITY / (1 + LEAST_SIMILARITY) * (one + other)
    needed = np.minimum(alike, containment * smaller)
    deviation = np.sqrt(needed * (1 - needed / np.maximum(1, smaller)))
    slack = np.where(sampled, _DEVIATIONS * deviation, 0.0)
    # figures of the exact comparison are rational: rounding must not lose the one on the line
    return shared + slack >= needed * (1 - 1e-9)


@dataclass(frozen=True, slots=True)
class Proposals:
    """Pairs of positions that share passages, left < right, ordered.

    ``common`` counts the passages that were in too many texts to propose anything.
    """

    left: _Integers
    right: _Integers
    common: int


class _Postings:
    """The passages that several texts have, turned around: which texts each of them is in.

    Nearly all passages are in one text only; they are left behind in parts, so that a large
    library takes little memory.
    """

    def __init__(self, values: NDArray[np.uint32], sizes: _Integers) -> None:
        self.texts = len(sizes)
        owner = np.repeat(np.arange(self.texts, dtype=np.int32), sizes)
        counts: list[_Integers] = [np.zeros(0, dtype=np.int64)]
        owners = [np.zeros(0, dtype=np.int32)]
        signs = [np.zeros(0, dtype=np.uint8)]
        parts = max(1, len(values) // _VALUES_AT_ONCE)
        for part in range(parts):
            chosen = slice(None) if parts == 1 else _part_of(values, part, parts)
            some_counts, some_owners, some_signs = _shared_values(values[chosen], owner[chosen])
            counts.append(some_counts)
            owners.append(some_owners)
            signs.append(some_signs)
        listed = np.concatenate(counts)
        self._turn(listed, np.concatenate(owners))
        common = np.repeat(listed > self.most, listed)
        self._measure(values, sizes, np.concatenate(signs)[common])

    def _turn(self, counts: _Integers, owner: NDArray[np.int32]) -> None:
        """Sort the passages out by how common they are."""
        self.most = _most_texts(counts, self.texts)
        rare = counts <= self.most
        entries = np.repeat(rare, counts)
        # by passage, and within one in the order of the texts
        self.owner, self.common_owner = owner[entries], owner[~entries]
        self.common_counts = counts[~rare]
        ends = np.repeat(np.cumsum(counts[rare]), counts[rare])
        self.partners = (ends - np.arange(1, len(ends) + 1)).astype(np.int32)

    def _measure(
        self, values: NDArray[np.uint32], sizes: _Integers, low: NDArray[np.uint8]
    ) -> None:
        """Find out how each text was sampled, and how large its sample is at any sampling."""
        # a text's sampling is the sparsest that all of its values pass
        self._level = np.zeros(self.texts, dtype=np.int64)
        self._sizes = np.zeros((len(SAMPLINGS), self.texts))
        self._common = np.zeros((len(SAMPLINGS), self.texts))
        for level, sampling in enumerate(SAMPLINGS):
            mask = sampling - 1
            kept = _sums(values & np.uint32(mask) == 0, sizes)
            self._level[kept == sizes] = level
            self._sizes[level] = kept
            owner = self.common_owner[low & np.uint8(mask) == 0]
            self._common[level] = np.bincount(owner, minlength=self.texts)

    def worth_comparing(
        self,
        left: _Integers,
        right: _Integers,
        shared: _Numbers,
        containment: float,
        common: _Numbers | None = None,
    ) -> NDArray[np.bool_]:
        """Tell which pairs are, by how many rare passages they share, and how many common ones.

        As long as the latter are not known, no pair is ruled out that any number of them makes
        worth it, if it is by the rare ones alone.
        """
        level = np.maximum(self._level[left], self._level[right])
        one, other = self._sizes[level, left], self._sizes[level, right]
        sampled = level > 0
        if common is not None:
            return promising(shared + common, one, other, sampled, containment)
        own, theirs = self._common[level, left], self._common[level, right]
        most = shared + np.minimum(own, theirs)
        worth = promising(shared, one - own, other - theirs, sampled, containment)
        return worth & promising(most, one, other, sampled, containment)

    def shared_common(self, left: _Integers, right: _Integers) -> _Numbers:
        """Count the common passages that pairs of texts share."""
        shared = np.zeros(len(left))
        ends = np.cumsum(self.common_counts)
        for first in range(0, len(ends), _BITS):
            some = self.common_counts[first : first + _BITS]
            start = int(ends[first] - some[0])
            owner = self.common_owner[start : start + int(some.sum())]
            # a bit a passage, a word a text
            member = np.zeros((self.texts, _BITS), dtype=np.bool_)
            member[owner, np.repeat(np.arange(len(some)), some)] = True
            word = np.packbits(member, axis=1).view(np.uint64).ravel()
            shared += np.bitwise_count(word[left] & word[right])
        return shared


def _part_of(values: NDArray[np.uint32], part: int, parts: int) -> _Integers:
    width = -(-(1 << 32) // parts)
    return np.flatnonzero((values >= part * width) & (values < (part + 1) * width))


def _shared_values(
    values: NDArray[np.uint32], owner: NDArray[np.int32]
) -> tuple[_Integers, NDArray[np.int32], NDArray[np.uint8]]:
    """Group the values that several texts have: texts a value, the texts, the values' low bits."""
    # one number of both: they are sorted several times faster than places of values
    keys = values.astype(np.uint64) << np.uint64(32) | owner.astype(np.uint64)
    keys.sort()
    values = (keys >> np.uint64(32)).astype(np.uint32)
    first = np.flatnonzero(_firsts(values))
    counts = np.diff(first, append=len(values))
    several = np.repeat(counts > 1, counts)
    # an owner is in the lower half
    return counts[counts > 1], keys[several].astype(np.int32), values[several].astype(np.uint8)


def _sums(members: NDArray[np.bool_], sizes: _Integers) -> _Integers:
    """Count the members among each text's values, which stand one text after the other."""
    counted = np.zeros(len(sizes), dtype=np.int64)
    some = sizes > 0
    if some.any():
        starts = (np.cumsum(sizes) - sizes)[some]
        counted[some] = np.add.reduceat(members, starts, dtype=np.int64)
    return counted


def _most_texts(counts: _Integers, texts: int) -> int:
    """Give in how many texts a passage may be to propose pairs of them, all the rarer included."""
    listed, repeats = np.unique(counts, return_counts=True)
    proposals = np.cumsum(listed * (listed - 1) // 2 * repeats)
    budget = max(_LEAST_PROPOSALS, _PROPOSALS_A_TEXT * texts)
    return int(max(listed[proposals <= budget], default=1))


def _ranges(starts: _Integers, counts: _Integers) -> _Integers:
    """Write ranges one after the other: from each start as many numbers as counted."""
    offsets = starts - (np.cumsum(counts) - counts)
    return np.repeat(offsets, counts) + np.arange(int(counts.sum()))


def share_passages(
    samples: Sequence[NDArray[np.uint32]], containment: float, progress: Progress | None = None
) -> Proposals:
    """Find the pairs of texts that may be alike, or one part of the other, by their samples.

    ``samples`` are as ``sample`` gives them, ``containment`` is the least that is looked for;
    two texts that were sampled differently are compared by the sparser sampling. Raises
    ``Cancelled``.

    >>> texts = [np.arange(start, start + 32, dtype=np.uint32) * 16 for start in (0, 8, 99)]
    >>> found = share_passages(texts, 0.5)
    >>> found.left.tolist(), found.right.tolist()
    ([0], [1])
    """
    progress = progress or NoProgress()
    postings = _postings(samples)
    # an entry proposes the texts that come after its own in the list of its passage
    entries = np.flatnonzero(postings.partners)
    entries = entries[np.argsort(postings.owner[entries], kind="stable")]
    lefts: list[_Integers] = [np.zeros(0, dtype=np.int64)]
    rights = [*lefts]
    counts: list[_Numbers] = [np.zeros(0)]
    total = int(postings.partners.sum(dtype=np.int64))
    done = 0
    progress.report(Stage.PASSAGE, 0, total)
    for part in _parts(postings.owner[entries], postings.partners[entries]):
        partners = postings.partners[entries[part]]
        left, right, shared = _counted(postings, entries[part], partners)
        worth = postings.worth_comparing(left, right, shared, containment)
        lefts.append(left[worth])
        rights.append(right[worth])
        counts.append(shared[worth])
        done += int(partners.sum(dtype=np.int64))
        progress.report(Stage.PASSAGE, done, total)
    left, right, shared = np.concatenate(lefts), np.concatenate(rights), np.concatenate(counts)
    common = postings.shared_common(left, right)
    worth = postings.worth_comparing(left, right, shared, containment, common)
    return Proposals(left[worth], right[worth], len(postings.common_counts))


def _postings(samples: Sequence[NDArray[np.uint32]]) -> _Postings:
    sizes = np.array([len(one) for one in samples], dtype=np.int64)
    return _Postings(np.concatenate([*samples, np.zeros(0, dtype=np.uint32)]), sizes)


def _parts(owner: NDArray[np.int32], partners: NDArray[np.int32]) -> Iterator[slice]:
    """Cut entries, ordered by text, between texts into runs of a bounded number of proposals."""
    ends = np.flatnonzero(np.diff(owner, append=-1)) + 1
    starts = np.concatenate([[0], ends[:-1]])
    before = np.concatenate([[0], np.cumsum(partners, dtype=np.int64)])
    for run in _runs(before[ends] - before[starts]):
        yield slice(int(starts[run.start]), int(ends[run.stop - 1]))


def _runs(sizes: _Integers) -> Iterator[slice]:
    """Cut a list of things, each of a size, into runs of a bounded size, of one at least."""
    total = np.cumsum(sizes)
    start = 0
    while start < len(sizes):
        before = int(total[start - 1]) if start else 0
        stop = int(np.searchsorted(total, before + _PROPOSALS_AT_ONCE, side="right"))
        yield slice(start, max(stop, start + 1))
        start = max(stop, start + 1)


def _counted(
    postings: _Postings, entries: _Integers, partners: NDArray[np.int32]
) -> tuple[_Integers, _Integers, _Numbers]:
    """Count for each pair that some entries propose how many of them do, ordered by the pair."""
    owners = postings.owner[entries].astype(np.int64)
    first = int(owners[0])
    texts = postings.texts
    right = postings.owner[_ranges(entries + 1, partners.astype(np.int64))]
    # numbered from the first text on, so that they stay small
    keys = np.repeat((owners - first) * texts, partners) + right
    cells = (int(owners[-1]) - first + 1) * texts
    if cells <= 2 * len(keys):
        table = np.bincount(keys, minlength=cells)
        found = np.flatnonzero(table)
        counts = table[found]
    else:
        keys.sort()
        starts = np.flatnonzero(_firsts(keys))
        found = keys[starts]
        counts = np.diff(starts, append=len(keys))
    left: _Integers = found // texts
    return left + first, found - left * texts, counts.astype(np.float64)


def holding(
    query: NDArray[np.uint32], samples: Sequence[NDArray[np.uint32]], containment: float
) -> list[int]:
    """Give the positions of the texts that a query may be like, or part of, or hold.

    As ``share_passages`` decides, without regard to how common a passage is. Ascending.
    """
    values = np.concatenate([*samples, np.zeros(0, dtype=np.uint32)])
    owner = np.repeat(np.arange(len(samples)), [len(one) for one in samples])
    shared = np.bincount(owner[np.isin(values, query)], minlength=len(samples)).astype(np.float64)
    places = np.flatnonzero(shared)
    found: list[int] = []
    for place in places.tolist():
        pair = _postings([query, samples[place]])
        zero, one = np.zeros(1, dtype=np.int64), np.ones(1, dtype=np.int64)
        if pair.worth_comparing(zero, one, shared[[place]], containment)[0]:
            found.append(place)
    return found

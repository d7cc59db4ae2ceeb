"""Sampled shingles: texts that share passages, however far apart their fingerprints are.

A shingle is kept when its hash is 0 mod 16 (Broder 1997, section 4: a sample that is the same in
every text, so that shares of samples estimate shares of texts); a shorter text keeps those that are
0 mod 4, and a short one all of them. Two texts are compared by the sparser of their samplings.
What two texts share of their samples estimates their resemblance and their containment in each
other, so this route finds a chapter inside its book, and near-duplicates that fingerprints miss by
bad luck.

Common passages (licences, headers, what a template says) propose last: the rarer ones do until a
number of proposals is reached that grows with the library. What is commoner than that counts for
less, by how common it is, and is reported.
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
    """The passages of many texts, turned around: which texts each of them is in."""

    def __init__(self, samples: Sequence[NDArray[np.uint32]]) -> None:
        sizes = np.array([len(one) for one in samples], dtype=np.int64)
        values = np.concatenate([*samples, np.zeros(0, dtype=np.uint32)])
        order = np.argsort(values, kind="stable")
        values = values[order]
        self.texts = len(samples)
        # by passage, and within one in the order of the texts
        self.owner = np.repeat(np.arange(len(samples)), sizes)[order]
        first = np.flatnonzero(_firsts(values))
        self.counts = np.diff(first, append=len(values))
        self.passage = np.repeat(np.arange(len(first)), self.counts)
        self.stop = np.repeat(first + self.counts, self.counts)
        self.most = _most_texts(self.counts, len(samples))
        weights = np.minimum(1.0, self.most / np.maximum(1, self.counts))
        self.weight = weights[self.passage]
        sparse = [values % sampling == 0 for sampling in SAMPLINGS]
        # a text's sampling is the sparsest that all of its values pass
        self.level = np.full(self.texts, len(SAMPLINGS) - 1)
        for level in reversed(range(1, len(SAMPLINGS))):
            self.level[self.owner[~sparse[level]]] = level - 1
        self._sizes = np.stack(
            [
                np.bincount(self.owner[kept], self.weight[kept], minlength=self.texts)
                for kept in sparse
            ]
        )
        common = np.flatnonzero(self.counts[self.passage] > self.most)
        by_owner = common[np.argsort(self.owner[common], kind="stable")]
        self._common_keys = self.owner[by_owner] * len(first) + self.passage[by_owner]
        self._common_weights = self.weight[by_owner]
        self._common_counts = np.bincount(self.owner[common], minlength=self.texts)
        self._common_starts = np.cumsum(self._common_counts) - self._common_counts

    def sizes(
        self, left: _Integers, right: _Integers
    ) -> tuple[_Numbers, _Numbers, NDArray[np.bool_]]:
        """Give the weights of pairs' samples, at the sparser sampling, and whether it is one."""
        level = np.maximum(self.level[left], self.level[right])
        return self._sizes[level, left], self._sizes[level, right], level > 0

    def shared_common(self, left: _Integers, right: _Integers) -> _Numbers:
        """Give the weight of the common passages that pairs of texts share."""
        if not len(self._common_keys):
            return np.zeros(len(left))
        counts = np.where(self._common_counts[right] > 0, self._common_counts[left], 0)
        pair = np.repeat(np.arange(len(left)), counts)
        places = _ranges(self._common_starts[left], counts)
        passages = self._common_keys[places] % len(self.counts)
        wanted = right[pair] * len(self.counts) + passages
        found = np.minimum(np.searchsorted(self._common_keys, wanted), len(self._common_keys) - 1)
        hit = self._common_keys[found] == wanted
        weights = self._common_weights[places[hit]]
        return np.bincount(pair[hit], weights, minlength=len(left)).astype(np.float64)


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
    where one of two texts was kept whole and the other was not, only what is sampled of both
    counts. Raises ``Cancelled``.

    >>> texts = [np.arange(start, start + 32, dtype=np.uint32) * 16 for start in (0, 8, 99)]
    >>> found = share_passages(texts, 0.5)
    >>> found.left.tolist(), found.right.tolist()
    ([0], [1])
    """
    progress = progress or NoProgress()
    postings = _Postings(samples)
    common = postings.counts > postings.most
    # an entry proposes the texts that come after its own in the list of its passage
    partners = postings.stop - 1 - np.arange(len(postings.owner))
    partners[common[postings.passage]] = 0
    entries = np.flatnonzero(partners)
    entries = entries[np.argsort(postings.owner[entries], kind="stable")]
    lefts: list[_Integers] = [np.zeros(0, dtype=np.int64)]
    rights = [*lefts]
    total = int(partners.sum())
    done = 0
    progress.report(Stage.PAIR, 0, total)
    for part in _parts(postings.owner[entries], partners[entries]):
        left, right, shared = _counted(postings, entries[part], partners[entries[part]])
        shared += postings.shared_common(left, right)
        enough = promising(shared, *postings.sizes(left, right), containment)
        lefts.append(left[enough])
        rights.append(right[enough])
        done += int(partners[entries[part]].sum())
        progress.report(Stage.PAIR, done, total)
    return Proposals(np.concatenate(lefts), np.concatenate(rights), int(np.count_nonzero(common)))


def _parts(owner: _Integers, partners: _Integers) -> Iterator[slice]:
    """Cut entries, ordered by text, between texts into runs of a bounded number of proposals."""
    ends = np.flatnonzero(np.diff(owner, append=-1)) + 1
    proposals = np.cumsum(partners)[ends - 1]
    start, before, text = 0, 0, 0
    while text < len(ends):
        following = np.searchsorted(proposals, before + _PROPOSALS_AT_ONCE, side="right")
        text = max(text + 1, int(following))
        yield slice(start, int(ends[text - 1]))
        start, before = int(ends[text - 1]), int(proposals[text - 1])


def _counted(
    postings: _Postings, entries: _Integers, partners: _Integers
) -> tuple[_Integers, _Integers, _Numbers]:
    """Count for each pair that some entries propose how many of them do, ordered by the pair."""
    left = np.repeat(postings.owner[entries], partners)
    right = postings.owner[_ranges(entries + 1, partners)]
    keys = left * postings.texts + right
    keys.sort()
    firsts = np.flatnonzero(_firsts(keys))
    counts = np.diff(firsts, append=len(keys))
    left, right = np.divmod(keys[firsts], max(1, postings.texts))
    return left, right, counts.astype(np.float64)


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
        pair = _Postings([query, samples[place]])
        zero, one = np.zeros(1, dtype=np.int64), np.ones(1, dtype=np.int64)
        if promising(shared[[place]], *pair.sizes(zero, one), containment)[0]:
            found.append(place)
    return found

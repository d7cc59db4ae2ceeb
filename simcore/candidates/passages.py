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

from simcore.candidates.postings import Postings, promising
from simcore.candidates.samples import SAMPLINGS, Bands, sizes_by_sampling
from simcore.model.progress import NoProgress, Progress, Stage
from simcore.text.shingles import distinct, firsts

LEAST_SAMPLE = 64
"""A text is sampled as sparsely as leaves it with this many values."""

_LEAST_PROPOSALS = 1 << 24
_PROPOSALS_A_TEXT = 512
_LEAST_CANDIDATES = 1 << 17
_CANDIDATES_A_TEXT = 64
_DOUBTFUL = 16
_MOST_ASKED = 0.25
_PROPOSALS_AT_ONCE = 1 << 19

_Integers = NDArray[np.int64]
_Numbers = NDArray[np.float64]


def sample(in_order: NDArray[np.uint64]) -> NDArray[np.uint32]:
    """Give the sample of a text's shingles that the index keeps: sorted, 32 bits of each.

    How sparse it is shows in the values: they are all 0 mod 16, or mod 4, or not. Collisions of
    32 bits propose a pair too many at worst.
    """
    low = in_order.astype(np.uint32)  # the lower half
    for sampling in reversed(SAMPLINGS):
        kept = distinct(low[low & np.uint32(sampling - 1) == 0])
        if len(kept) >= LEAST_SAMPLE:
            break
    return kept


@dataclass(frozen=True, slots=True)
class Proposals:
    """Pairs of positions that share passages, left < right, ordered.

    ``common`` are the passages that were in too many texts to propose anything, ascending. Other
    texts have no influence on whether two are proposed but by what they make common.
    """

    left: _Integers
    right: _Integers
    common: NDArray[np.uint32]


def share_passages(
    samples: Bands | Sequence[NDArray[np.uint32]],
    containment: float,
    progress: Progress | None = None,
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
    bands = samples if isinstance(samples, Bands) else Bands.of(samples)
    frequencies = bands.frequencies()
    budget = _budget(bands)
    reports = _Reports(progress or NoProgress())
    while True:
        most, _ = frequencies.most(budget)
        found = _joined(Postings(bands, frequencies, most), containment, reports)
        if found is not None:
            return Proposals(*found, frequencies.common(most))
        # where texts of few words all share all, only the rarest of these can tell them apart
        budget //= 8
        reports.once = True


def share_passages_again(
    bands: Bands,
    containment: float,
    before: NDArray[np.uint32],
    new: NDArray[np.bool_],
    progress: Progress | None = None,
) -> tuple[Proposals, NDArray[np.bool_]] | None:
    """Find what ``share_passages`` does, where it may be other than it was for other texts.

    ``before`` is what was ``common`` then, ``new`` marks the texts that were not there. Also gives
    the texts of which all pairs were looked for: the new ones, and those that have a passage which
    has become common, or is so no more. All other pairs are proposed if they were. None where
    nearly everything would have to be looked for, or where the pairs may be more than can be
    compared. Raises ``Cancelled``.
    """
    frequencies = bands.frequencies()
    most, proposals = frequencies.most(_budget(bands))
    common = frequencies.common(most)
    asked = new | bands.having(np.setxor1d(common, before, assume_unique=True))
    too_many = np.count_nonzero(asked) > _MOST_ASKED * bands.texts
    if too_many or proposals > _DOUBTFUL * most_candidates(bands.texts):
        return None
    postings = Postings(bands, frequencies, most, asked)
    found = _joined(postings, containment, _Reports(progress or NoProgress()))
    if found is None:
        return None
    one, other = found
    left, right = np.minimum(one, other), np.maximum(one, other)
    order = np.lexsort((right, left))
    return Proposals(left[order], right[order], common), asked


def most_candidates(texts: int) -> int:
    """Give how many pairs of so many texts passages may propose at most."""
    return max(_LEAST_CANDIDATES, _CANDIDATES_A_TEXT * texts)


def _budget(bands: Bands) -> int:
    return max(_LEAST_PROPOSALS, _PROPOSALS_A_TEXT * bands.texts)


class _Reports:
    """Reports how far the search is; from the second one on only that it is not over."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._total = 0
        self.once = False

    def report(self, done: int, total: int) -> None:
        if self.once:
            done = total = self._total
        self._total = total
        self._progress.report(Stage.PASSAGE, done, total)


def _joined(
    postings: Postings, containment: float, reports: _Reports
) -> tuple[_Integers, _Integers] | None:
    """Find the pairs; None when they are more than can be compared."""
    least = postings.least(containment)
    lefts: list[_Integers] = [np.zeros(0, dtype=np.int64)]
    rights = [*lefts]
    counts: list[_Numbers] = [np.zeros(0)]
    total = int(postings.counts.sum(dtype=np.int64))
    most = most_candidates(postings.texts)
    done = kept = 0
    reports.report(0, total)
    for part in _parts(postings.owner[postings.entries], postings.counts):
        left, right, shared = _counted(postings, part, least)
        worth = postings.worth_comparing(left, right, shared, containment)
        lefts.append(left[worth])
        rights.append(right[worth])
        counts.append(shared[worth])
        kept += len(lefts[-1])
        if kept > _DOUBTFUL * most:
            return None
        done += int(postings.counts[part].sum(dtype=np.int64))
        reports.report(done, total)
    left, right, shared = np.concatenate(lefts), np.concatenate(rights), np.concatenate(counts)
    common = postings.shared_common(left, right)
    worth = postings.worth_comparing(left, right, shared, containment, common)
    if np.count_nonzero(worth) > most:
        return None
    return left[worth], right[worth]


def _parts(owner: NDArray[np.int32], counts: NDArray[np.int32]) -> Iterator[slice]:
    """Cut entries, ordered by text, between texts into runs of a bounded number of proposals."""
    starts = np.flatnonzero(firsts(owner))
    ends = np.append(starts[1:], len(owner))
    for run in _runs(np.add.reduceat(counts, starts, dtype=np.int64) if len(starts) else starts):
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
    postings: Postings, part: slice, least: NDArray[np.int32]
) -> tuple[_Integers, _Integers, _Numbers]:
    """Count for each pair that some entries propose how many of them do, ordered by the pair.

    Pairs that share less than either of them has to are left out.
    """
    owners = postings.owner[postings.entries[part]].astype(np.int64)
    counts = postings.counts[part].astype(np.int64)
    first = int(owners[0])
    bits = postings.texts.bit_length()
    # numbered from the first text on, so that they stay small
    keys = np.repeat((owners - first) << bits, counts)
    keys |= postings.proposed(part)
    cells = (int(owners[-1]) - first + 1) << bits
    if cells <= 2 * len(keys):
        table = np.bincount(keys, minlength=cells)
        found = np.flatnonzero(table)
        shared = table[found]
    else:
        keys.sort()
        starts = np.flatnonzero(firsts(keys))
        found = keys[starts]
        shared = np.diff(starts, append=len(keys))
    left, right = (found >> bits) + first, found & ((1 << bits) - 1)
    enough = shared >= np.minimum(least[left], least[right])
    if postings.asked is not None:
        # where both are asked, each proposes the other, and itself
        enough &= (left < right) | ~postings.asked[right]
    left, right = left[enough], right[enough]
    return left, right, shared[enough].astype(np.float64)


def holding(
    query: NDArray[np.uint32], samples: Sequence[NDArray[np.uint32]], containment: float
) -> list[int]:
    """Give the positions of the texts that a query may be like, or part of, or hold.

    As ``share_passages`` decides, without regard to how common a passage is. Ascending.
    """
    sizes = np.array([len(query), *map(len, samples)], dtype=np.int64)
    values = np.concatenate([query, *samples])
    level, kept = sizes_by_sampling(values, sizes)
    pair_level = np.maximum(level[0], level[1:])
    texts = np.arange(1, len(sizes))
    owner = np.repeat(np.arange(len(samples)), sizes[1:])
    hits = np.isin(values[len(query) :], query)
    shared = np.bincount(owner[hits], minlength=len(samples)).astype(np.float64)
    one, other = kept[pair_level, 0], kept[pair_level, texts]
    worth = promising(shared, one, other, pair_level > 0, containment)
    found: list[int] = np.flatnonzero(worth & (shared > 0)).tolist()
    return found

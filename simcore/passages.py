"""Sampled shingles: texts that share passages, however far apart their fingerprints are.

A shingle is kept when its hash is 0 mod 16 (Broder 1997, section 4: a sample that is the same in
every text, so that shares of samples estimate shares of texts); a short text keeps all of them.
What two texts share of the smaller one's sample estimates its containment in the larger one, so
this route finds a chapter inside its book, and near-duplicates that fingerprints miss by bad luck.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.progress import NoProgress, Progress, Stage

__all__ = ["MOST_TEXTS", "Proposals", "holding", "proposing_share", "sample", "share_passages"]

SAMPLING = 16
"""One shingle in so many is kept."""

KEPT_WHOLE = 256
"""Texts with no more shingles than this keep all of them."""

MOST_TEXTS = 200
"""A passage in more texts than this is boilerplate: it proposes nothing, and is reported."""

_PAIRS_AT_ONCE = 1 << 20


def sample(shingled: NDArray[np.uint64]) -> NDArray[np.uint32]:
    """Give the sample of a text's shingles that the index keeps: sorted, 32 bits of each.

    Whether a value was sampled, or is there because the text is short, shows in the value: the
    sampled ones are 0 mod 16. Collisions of 32 bits propose a pair too many at worst.
    """
    short = shingled.astype(np.uint32)  # the lower half
    if len(shingled) > KEPT_WHOLE:
        short = short[short % SAMPLING == 0]
    return np.unique(short)


def proposing_share(containment: float) -> float:
    """Give the share of common passages from which a pair is worth an exact comparison.

    Samples estimate: what is below a threshold in them may be above it in full. Texts of the
    least similarity that can be set, 0.3, hold at least 0.46 of the smaller one in common.
    """
    return min(0.3, 0.6 * containment)


@dataclass(frozen=True, slots=True)
class Proposals:
    """Pairs of positions that share passages, left < right, ordered.

    ``common`` counts the passages that were in too many texts to propose anything.
    """

    left: NDArray[np.int64]
    right: NDArray[np.int64]
    common: int


def share_passages(
    samples: Sequence[NDArray[np.uint32]], share: float, progress: Progress | None = None
) -> Proposals:
    """Find the pairs of texts that share at least ``share`` of the smaller one's sample.

    ``samples`` are as ``sample`` gives them; where one of two texts was kept whole and the other
    was not, only what is sampled of both counts. Boilerplate counts on neither side. Raises
    ``Cancelled``.

    >>> texts = [np.arange(start, start + 32, dtype=np.uint32) * 16 for start in (0, 8, 99)]
    >>> found = share_passages(texts, 0.5)
    >>> found.left.tolist(), found.right.tolist()
    ([0], [1])
    """
    progress = progress or NoProgress()
    sizes = np.array([len(one) for one in samples], dtype=np.int64)
    owner = np.repeat(np.arange(len(samples)), sizes)
    values = np.concatenate([*samples, np.zeros(0, dtype=np.uint32)])
    order = np.argsort(values, kind="stable")
    values, owner = values[order], owner[order]
    starts = np.flatnonzero(np.concatenate([[True], values[1:] != values[:-1]])[: len(values)])
    counts = np.diff(np.concatenate([starts, [len(values)]]))
    common = counts > MOST_TEXTS
    usable = np.repeat(~common, counts)
    # a text was kept whole when something of it is not 0 mod 16
    sampled = values % SAMPLING == 0
    whole = np.zeros(len(samples), dtype=bool)
    whole[owner[~sampled]] = True
    all_usable = np.bincount(owner[usable], minlength=len(samples))
    sampled_usable = np.bincount(owner[usable & sampled], minlength=len(samples))
    several = ~common & (counts > 1)
    keys, shared = _shared(owner, starts[several], counts[several], len(samples), progress)
    left, right = np.divmod(keys, max(1, len(samples)))
    both_whole = whole[left] & whole[right]
    sizes_left = np.where(both_whole, all_usable[left], sampled_usable[left])
    sizes_right = np.where(both_whole, all_usable[right], sampled_usable[right])
    enough = shared >= share * np.minimum(sizes_left, sizes_right)
    return Proposals(left[enough], right[enough], int(np.count_nonzero(common)))


def holding(
    query: NDArray[np.uint32], samples: Sequence[NDArray[np.uint32]], share: float
) -> list[int]:
    """Give the positions of the texts that share at least ``share`` of a query's passages.

    Of the smaller sample of the two, as ``share_passages`` counts. Ascending.
    """
    found: list[int] = []
    sizes = [len(one) for one in samples]
    values = np.concatenate([*samples, np.zeros(0, dtype=np.uint32)])
    owner = np.repeat(np.arange(len(samples)), sizes)
    shared = np.bincount(owner[np.isin(values, query)], minlength=len(samples))
    for place in np.flatnonzero(shared).tolist():
        pair = share_passages([query, samples[place]], share)
        if len(pair.left):
            found.append(place)
    return found


def _shared(
    owner: NDArray[np.int64],
    starts: NDArray[np.int64],
    counts: NDArray[np.int64],
    texts: int,
    progress: Progress,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Count the passages that each pair of texts shares: keys left * texts + right, and counts.

    ``owner`` lists the texts of each passage together and in order; ``starts`` and ``counts``
    say where each passage begins and how many texts have it.
    """
    keys = np.zeros(0, dtype=np.int64)
    shared = np.zeros(0, dtype=np.int64)
    pending: list[NDArray[np.int64]] = []
    waiting = 0
    for done, part in _parts(counts):
        progress.report(Stage.PASSAGE, done, len(counts))
        pending.append(_pairs(owner, starts[part], counts[part], texts))
        waiting += len(pending[-1])
        if waiting > _PAIRS_AT_ONCE:
            keys, shared = _merged(keys, shared, np.concatenate(pending))
            pending, waiting = [], 0
    if pending:
        keys, shared = _merged(keys, shared, np.concatenate(pending))
    progress.report(Stage.PASSAGE, len(counts), len(counts))
    return keys, shared


def _parts(counts: NDArray[np.int64]) -> Iterator[tuple[int, slice]]:
    """Cut passages into runs that make a bounded number of pairs each."""
    total = np.cumsum(counts * counts)
    start = 0
    while start < len(counts):
        before = total[start - 1] if start else 0
        stop = max(start + 1, int(np.searchsorted(total, before + _PAIRS_AT_ONCE, side="right")))
        yield start, slice(start, stop)
        start = stop


def _pairs(
    owner: NDArray[np.int64], starts: NDArray[np.int64], counts: NDArray[np.int64], texts: int
) -> NDArray[np.int64]:
    """Give the key of every pair of texts for every passage that they share."""
    squares = counts * counts
    passage = np.repeat(np.arange(len(counts)), squares)
    within = np.arange(len(passage)) - np.repeat(np.cumsum(squares) - squares, squares)
    row, column = np.divmod(within, counts[passage])
    once = row < column
    first = starts[passage[once]]
    keys: NDArray[np.int64] = owner[first + row[once]] * texts + owner[first + column[once]]
    return keys


def _merged(
    keys: NDArray[np.int64], shared: NDArray[np.int64], new: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    added, times = np.unique(new, return_counts=True)
    both, places = np.unique(np.concatenate([keys, added]), return_inverse=True)
    weights = np.concatenate([shared, times])
    return both, np.bincount(places, weights, minlength=len(both)).astype(np.int64)

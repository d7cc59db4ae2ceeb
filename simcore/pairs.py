"""Fingerprints to every pair within a distance: exact, and without comparing all with all."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from simcore.blocks import (
    BLOCK_BITS,
    MOST_PROBED_RADIUS,
    block_count,
    block_keys,
    probe_masks,
    probes,
    radii,
)
from simcore.progress import NoProgress, Progress, Stage

__all__ = ["Candidates", "near_pairs"]

Candidates = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint8]]
"""Positions left and right (left < right) and distance in bits, all of shape (n,)."""

_PAIRS_AT_ONCE = 1 << 22


def near_pairs(
    fingerprints: NDArray[np.uint64],
    distance: int,
    progress: Progress | None = None,
    *,
    width: int = 64,
) -> Candidates:
    """Find every pair of fingerprints of ``width`` bits within ``distance`` bits, each once.

    ``fingerprints`` has shape (n, 64-bit words), see ``simcore.blocks.as_array``.

    Equal to comparing all with all, which is what is done where it is cheaper than probing the
    blocks. Equal fingerprints are joined first and taken apart at the end. Ordered by left, then
    right. Raises ``Cancelled``.

    >>> from simcore.blocks import as_array
    >>> left, right, bits = near_pairs(as_array([7, 1 << 40, 5, 7]), 3)
    >>> list(zip(left.tolist(), right.tolist(), bits.tolist()))
    [(0, 2, 1), (0, 3, 0), (1, 2, 3), (2, 3, 1)]
    """
    progress = progress or NoProgress()
    values, members, counts = _distinct(fingerprints)
    blocks = block_count(width)
    looked_up = probes(distance, blocks)
    comparisons = looked_up * len(values) / 2**BLOCK_BITS + looked_up
    probed = max(radii(distance, blocks)) <= MOST_PROBED_RADIUS and comparisons < len(values) / 2
    if probed:
        found = _probe(values, distance, progress, width)
    else:
        found = _scan(values, distance, progress)
    left, right, bits = _joined(list(found))
    return _ordered(*_expand(left, right, bits, members, counts))


def _distinct(
    fingerprints: NDArray[np.uint64],
) -> tuple[NDArray[np.uint64], NDArray[np.int64], NDArray[np.int64]]:
    """Give each value once, the positions in the order of the values, and how many each has."""
    if fingerprints.shape[1] == 1:
        members = np.argsort(fingerprints[:, 0], kind="stable")
    else:
        members = np.lexsort(fingerprints.T)
    ordered = fingerprints[members]
    new = np.ones(len(ordered), dtype=np.bool_)
    new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    starts = np.flatnonzero(new)
    return ordered[starts], members, np.diff(starts, append=len(ordered))


def _joined(parts: list[Candidates]) -> Candidates:
    empty = np.zeros(0, dtype=np.int64)
    if not parts:
        return empty, empty, empty.astype(np.uint8)
    left, right, bits = (np.concatenate(column) for column in zip(*parts, strict=True))
    return left, right, bits


def _scan(values: NDArray[np.uint64], distance: int, progress: Progress) -> Iterator[Candidates]:
    """Compare all with all, a band of rows at a time."""
    rows = max(1, _PAIRS_AT_ONCE // max(1, len(values)))
    total = len(values) * (len(values) + 1) // 2
    for start in range(0, len(values), rows):
        left_over = len(values) - start
        progress.report(Stage.PAIR, total - left_over * (left_over + 1) // 2, total)
        band = slice(start, start + rows)
        bits = _distances([(w[band, None], w[None, start:]) for w in values.T])
        left, right = np.nonzero(bits <= distance)
        once = left < right
        left, right = left[once], right[once]
        yield left + start, right + start, bits[left, right]
    progress.report(Stage.PAIR, total, total)


def _distances(
    words: list[tuple[NDArray[np.uint64], NDArray[np.uint64]]],
) -> NDArray[np.uint8]:
    """Count differing bits over the words of two sides."""
    total: NDArray[np.uint8] = np.bitwise_count(words[0][0] ^ words[0][1])
    for left, right in words[1:]:
        total += np.bitwise_count(left ^ right)
    return total


def _probe(
    values: NDArray[np.uint64], distance: int, progress: Progress, width: int
) -> Iterator[Candidates]:
    """Join each block's table with itself, once for every mask of flipped bits."""
    keys = block_keys(values, width)
    flipped = radii(distance, block_count(width))
    work = [(no, mask) for no, radius in enumerate(flipped) for mask in _masks(radius)]
    tables = [_Table(keys[:, no]) for no in range(block_count(width))]
    words = [np.ascontiguousarray(word) for word in values.T]
    for done, (no, mask) in enumerate(work):
        progress.report(Stage.PAIR, done, len(work))
        for ours, theirs in tables[no].join(mask):
            distances = _distances([(word[ours], word[theirs]) for word in words])
            near = distances <= distance
            left, right, bits = ours[near], theirs[near], distances[near]
            # a pair is reported by the first block and radius that finds it
            first = _first_block(keys[left] ^ keys[right], flipped) == no
            yield (
                np.minimum(left, right)[first],
                np.maximum(left, right)[first],
                bits[first],
            )
    progress.report(Stage.PAIR, len(work), len(work))


def _masks(radius: int) -> list[int]:
    return [int(mask) for mask in probe_masks(radius)] if radius >= 0 else []


def _first_block(differing: NDArray[np.uint16], flipped: tuple[int, ...]) -> NDArray[np.int64]:
    """Give for each row of block differences the first block whose radius holds it."""
    within = np.bitwise_count(differing) <= np.array(flipped, dtype=np.int64)
    first: NDArray[np.int64] = np.argmax(within, axis=1)
    return first


class _Table:
    """Positions sorted by their key in one block, and where each key's bucket starts."""

    def __init__(self, keys: NDArray[np.uint16]) -> None:
        self._order = np.argsort(keys, kind="stable")
        self._starts = np.searchsorted(keys[self._order], np.arange(2**BLOCK_BITS + 1))
        self._used = np.flatnonzero(np.diff(self._starts))

    def join(self, mask: int) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
        """Give the pairs whose keys differ by ``mask``, each once, in parts of bounded size."""
        ours = self._used
        theirs = ours ^ mask
        if mask:
            ours, theirs = ours[ours < theirs], theirs[ours < theirs]
        sizes = np.diff(self._starts)
        products = sizes[ours] * sizes[theirs]
        ours, theirs, products = ours[products > 0], theirs[products > 0], products[products > 0]
        for part in _parts(products):
            yield self._product(ours[part], theirs[part], mask)

    def _product(
        self, ours: NDArray[np.int64], theirs: NDArray[np.int64], mask: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        sizes = np.diff(self._starts)
        products = sizes[ours] * sizes[theirs]
        bucket = np.repeat(np.arange(len(ours)), products)
        within = np.arange(len(bucket)) - np.repeat(np.cumsum(products) - products, products)
        row, column = np.divmod(within, sizes[theirs][bucket])
        left = self._order[self._starts[ours][bucket] + row]
        right = self._order[self._starts[theirs][bucket] + column]
        if mask:
            return left, right
        return left[row < column], right[row < column]


def _parts(products: NDArray[np.int64]) -> Iterator[slice]:
    """Cut buckets into runs of a bounded number of pairs; one large bucket is a run alone."""
    start = 0
    total = np.cumsum(products)
    while start < len(products):
        done = total[start - 1] if start else 0
        stop = int(np.searchsorted(total, done + _PAIRS_AT_ONCE, side="right"))
        yield slice(start, max(stop, start + 1))
        start = max(stop, start + 1)


def _expand(
    left: NDArray[np.int64],
    right: NDArray[np.int64],
    bits: NDArray[np.uint8],
    members: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> Candidates:
    """Turn pairs of values into pairs of positions; equal values pair among themselves."""
    starts = np.cumsum(counts) - counts
    repeated = np.flatnonzero(counts > 1)
    left = np.concatenate([left, repeated])
    right = np.concatenate([right, repeated])
    bits = np.concatenate([bits, np.zeros(len(repeated), dtype=np.uint8)])
    products = counts[left] * counts[right]
    pair = np.repeat(np.arange(len(left)), products)
    within = np.arange(len(pair)) - np.repeat(np.cumsum(products) - products, products)
    row, column = np.divmod(within, counts[right][pair])
    once = (left != right)[pair] | (row < column)
    first = members[starts[left][pair] + row][once]
    second = members[starts[right][pair] + column][once]
    return np.minimum(first, second), np.maximum(first, second), bits[pair][once]


def _ordered(
    left: NDArray[np.int64], right: NDArray[np.int64], bits: NDArray[np.uint8]
) -> Candidates:
    order = np.lexsort((right, left))
    return left[order], right[order], bits[order]

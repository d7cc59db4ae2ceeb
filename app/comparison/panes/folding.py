"""Folding of equal text: the items of a pane, blocks or folds, and their positions."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate

LEAST = 3
"""The least number of blocks in a fold, which takes up a line itself."""


class Folds:
    """``count`` blocks as items, of which some are folds: one item for a range of blocks."""

    def __init__(self, count: int, folds: Iterable[tuple[int, int]] = ()) -> None:
        self._count = count
        self.folds = list(folds)
        self._starts = [start for start, _ in self.folds]
        # how many items fewer there are after each fold
        self._less = [0, *accumulate(end - start - 1 for start, end in self.folds)]
        self._items = [
            start - less for (start, _), less in zip(self.folds, self._less, strict=False)
        ]

    @classmethod
    def around(cls, count: int, differences: Sequence[tuple[int, int]], context: int) -> "Folds":
        """Fold blocks more than ``context`` blocks away from every difference."""
        if not differences:
            return cls(count)
        starts = [0, *(end + context for _, end in differences)]
        ends = [*(start - context for start, _ in differences), count]
        return cls(
            count,
            [(start, end) for start, end in zip(starts, ends, strict=True) if end - start >= LEAST],
        )

    def __len__(self) -> int:
        """Count the items."""
        return self._count - self._less[-1]

    def fold(self, item: int) -> tuple[int, int] | None:
        """Return the blocks that an item hides, None where it is a block."""
        at = bisect_right(self._items, item) - 1
        return self.folds[at] if at >= 0 and self._items[at] == item else None

    def block(self, item: int) -> int:
        """Return the block that an item is, or the first one that it hides.

        >>> folding = Folds(10, [(2, 6)])
        >>> [folding.block(item) for item in range(len(folding))]
        [0, 1, 2, 6, 7, 8, 9]
        """
        at = bisect_right(self._items, item) - 1
        if at >= 0 and self._items[at] == item:
            return self.folds[at][0]
        return item + self._less[at + 1]

    def item(self, block: int) -> int:
        """Return the item that a block is, or that hides it."""
        at = bisect_right(self._starts, block) - 1
        if at < 0:
            return block
        start, end = self.folds[at]
        return self._items[at] if start <= block < end else block - self._less[at + 1]

    def opened(self, block: int) -> "Folds":
        """Return the same without the fold that hides a block."""
        return Folds(
            self._count, [(start, end) for start, end in self.folds if not start <= block < end]
        )

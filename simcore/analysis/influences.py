"""What makes two fingerprints differ: the votes on each bit, and the features behind them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Pulls:
    """The features that one text has alone or with more weight, and on which bits they count.

    ``hashes`` are their hashes, ``weights`` what they weigh more than in the other text, shape
    (n,). ``bits`` tells for each of them and each differing bit, lowest first, whether it votes
    there as the bit came out, shape (n, differing bits).
    """

    hashes: tuple[int, ...]
    weights: NDArray[np.int64]
    bits: NDArray[np.bool_]

    @classmethod
    def of(
        cls,
        ours: Mapping[int, int],
        theirs: Mapping[int, int],
        fingerprint: int,
        differing: Sequence[int],
    ) -> "Pulls":
        """Set our features against theirs: hashes with weights."""
        more = {
            value: weight - theirs.get(value, 0)
            for value, weight in ours.items()
            if weight > theirs.get(value, 0)
        }
        size = 1 + max(differing, default=0) // 8
        cut = (1 << 8 * size) - 1
        joined = b"".join((value & cut).to_bytes(size, "little") for value in more)
        rows = np.frombuffer(joined, dtype=np.uint8).reshape(len(more), size)
        voted = np.unpackbits(rows, axis=1, bitorder="little")[:, list(differing)]
        bits = voted == np.array([fingerprint >> bit & 1 for bit in differing], dtype=np.uint8)
        weights = np.fromiter(more.values(), dtype=np.int64, count=len(more))
        return cls(tuple(more), weights, bits)

    def deciding(self, column: int, most: int) -> list[int]:
        """Give the rows of the features that pull hardest on a differing bit."""
        rows = np.flatnonzero(self.bits[:, column]).tolist()
        rows.sort(key=lambda row: (-self.weights[row], self.hashes[row]))
        return list(rows[:most])

    def strongest(self, most: int, others: Iterable[int]) -> list[int]:
        """Give the rows of the features that pull hardest on all differing bits together.

        Some others are added, in their order.
        """
        pull = self.weights * self.bits.sum(axis=1)
        rows = np.flatnonzero(pull).tolist()
        rows.sort(key=lambda row: (-pull[row], self.hashes[row]))
        wanted = {*rows[:most], *others}
        return [row for row in rows if row in wanted]

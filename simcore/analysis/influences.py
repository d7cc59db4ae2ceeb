"""Why two fingerprints differ: the votes on each bit, and the features that cast them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Pulls:
    """The features that one text has alone or with more weight, and the bits that they pull.

    ``hashes`` are their hashes, ``weights`` their surplus weights, shape (n,). ``bits`` is, for
    each of them and each differing bit, lowest first, whether it votes for the value that the bit
    has in this text, shape (n, differing bits).
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
        """Compare our features with theirs, both as weights by hash."""
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
        """Return the rows of the features that pull hardest on a differing bit."""
        rows = np.flatnonzero(self.bits[:, column]).tolist()
        rows.sort(key=lambda row: (-self.weights[row], self.hashes[row]))
        return list(rows[:most])

    def strongest(self, most: int, others: Iterable[int]) -> list[int]:
        """Return the rows of the features that pull hardest on all differing bits together.

        The rows of ``others`` are included, in the same order.
        """
        pull = self.weights * self.bits.sum(axis=1)
        rows = np.flatnonzero(pull).tolist()
        rows.sort(key=lambda row: (-pull[row], self.hashes[row]))
        wanted = {*rows[:most], *others}
        return [row for row in rows if row in wanted]

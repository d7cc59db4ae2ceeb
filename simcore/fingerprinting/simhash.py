"""SimHash (Charikar 2002, section 3): features vote on every bit of the fingerprint."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from simcore.model.records import Document, Fingerprint

INSTEAD = "simcore.fingerprint(text) makes the fingerprint of a text"
"""Said to who gives a text where its parts are wanted."""

_ROWS_AT_ONCE = 1 << 9  # more are worth other threads to the library for algebra


def hamming_distance(left: int, right: int) -> int:
    """Count the bits in which two fingerprints differ.

    >>> hamming_distance(851459198, 847263864)
    4
    """
    return (left ^ right).bit_count()


def distance_of(left: Document, right: Document) -> int:
    """Return the Hamming distance of the fingerprints of two documents, both of which have one."""
    return hamming_distance(left.fingerprint or 0, right.fingerprint or 0)


def votes(
    hashes: NDArray[np.uint64] | Sequence[int], weights: NDArray[np.int64], width: int = 64
) -> NDArray[np.int64]:
    """Return the votes on each bit: weights of hashes that set it, minus weights of the others.

    ``hashes`` are n whole numbers of at most ``width`` bits, or an array of shape (n,) or (n,
    64-bit words), the word with the lowest bits first, whose bits beyond ``width`` do not vote.
    ``weights`` has shape (n,); they are integers, so the sums are exact and equal on every
    machine. Returns shape (width,), lowest bit first. Raises ``TypeError`` for a text, or words,
    in the place of hashes.

    >>> votes([0b100101, 0b101011], np.array([4, 5]), width=6)[::-1].tolist()
    [9, -9, 1, -1, 1, 9]
    """
    size = -(-width // 8)
    if isinstance(hashes, str | bytes) or (len(hashes) and isinstance(hashes[0], str | bytes)):
        raise TypeError(f"features are hashes, whole numbers, and these are text; {INSTEAD}")
    if isinstance(hashes, np.ndarray):
        contiguous = np.ascontiguousarray(hashes, dtype="<u8")
        size_there = contiguous.nbytes // max(1, len(hashes))
        rows = contiguous.view(np.uint8).reshape(len(hashes), size_there)[:, :size]
    else:
        joined = b"".join(value.to_bytes(size, "little") for value in hashes)
        rows = np.frombuffer(joined, dtype=np.uint8).reshape(len(hashes), size)
    # sums of integers are exact in double precision, in any order, up to 2**53
    total = np.zeros(width, dtype=np.float64)
    for start in range(0, len(rows), _ROWS_AT_ONCE):
        some = slice(start, start + _ROWS_AT_ONCE)
        bits = np.unpackbits(rows[some], axis=1, count=width, bitorder="little")
        total += weights[some] @ bits.astype(np.float64)
    return (2 * total).astype(np.int64) - int(weights.sum())


def simhash(
    hashes: NDArray[np.uint64] | Sequence[int],
    weights: NDArray[np.int64] | None = None,
    width: int = 64,
) -> Fingerprint | None:
    """Return the fingerprint of weighted features: a bit is 1 where its vote is 0 or more.

    Parameters and errors as for ``votes``; without ``weights`` each feature counts once. None if
    nothing votes: a text without features has no fingerprint, else all empty texts would be
    duplicates. For the fingerprint of a text see ``simcore.fingerprint``.

    >>> bin(simhash([0b100101, 0b101011], np.array([4, 5]), width=6))
    '0b101011'
    """
    if not len(hashes) and not isinstance(hashes, str | bytes):
        return None
    if weights is None:
        weights = np.ones(len(hashes), dtype=np.int64)
    ones = votes(hashes, weights, width) >= 0
    return Fingerprint(int.from_bytes(np.packbits(ones, bitorder="little").tobytes(), "little"))

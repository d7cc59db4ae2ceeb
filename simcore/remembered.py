"""Proposals as the index remembers them: which texts they are of, and the pairs in few bytes."""

import hashlib
import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.config import LEAST_FEATURES, LEAST_SIMILARITY

__all__ = ["Remembered", "key_of", "read", "written"]

_VERSION = 1
"""Raised whenever other pairs are proposed for the same texts, or are written in another way."""

_HEADER = struct.Struct("<qq")
_LEVEL = 1  # what takes longer than finding the pairs anew helps nobody

_Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Remembered:
    """Pairs of texts, in any order; a text is its number in the order of the ids of all texts.

    ``common`` counts the passages that were in too many texts to propose anything.
    """

    one: _Numbers
    other: _Numbers
    common: int


def key_of(
    texts: _Numbers, hashes: Sequence[bytes], recipe: str, distance: int, containment: float
) -> bytes:
    """Give a key of all that proposals depend on: 16 bytes.

    ``texts`` are ids, ascending, ``hashes`` those of the texts themselves: an id may be given to
    another text when its own is gone.
    """
    fixed = _VERSION, LEAST_FEATURES, LEAST_SIMILARITY
    settings = repr((fixed, recipe, distance, containment, len(texts)))
    digest = hashlib.blake2b(settings.encode(), digest_size=16)
    digest.update(np.ascontiguousarray(texts, dtype="<i8").tobytes())
    digest.update(b"".join(hashes))
    return digest.digest()


def written(proposals: Remembered) -> bytes:
    """Give proposals as bytes.

    >>> found = Remembered(np.array([4, 0]), np.array([2, 9]), common=7)
    >>> again = read(written(found))
    >>> again.one.tolist(), again.other.tolist(), again.common
    ([0, 2], [9, 4], 7)
    """
    one = np.minimum(proposals.one, proposals.other)
    other = np.maximum(proposals.one, proposals.other)
    order = np.lexsort((other, one))
    one, other = one[order], other[order]
    # small numbers, of which many are equal
    steps = np.stack([np.diff(one, prepend=0), other - one]).astype("<i8")
    # all lowest bytes, then all of the next
    planes = np.ascontiguousarray(steps).view(np.uint8).reshape(-1, 8).T
    header = _HEADER.pack(len(one), proposals.common)
    return header + zlib.compress(np.ascontiguousarray(planes).tobytes(), _LEVEL)


def read(data: bytes) -> Remembered:
    """Give proposals from their bytes."""
    count, common = _HEADER.unpack_from(data)
    planes = np.frombuffer(zlib.decompress(data[_HEADER.size :]), dtype=np.uint8)
    steps = np.ascontiguousarray(planes.reshape(8, 2 * count).T).view("<i8").reshape(2, count)
    one = np.cumsum(steps[0])
    return Remembered(one, one + steps[1], common)

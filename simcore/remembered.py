"""Proposals as the index remembers them: which texts they are of, and the pairs in few bytes."""

import hashlib
import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.config import LEAST_FEATURES, LEAST_SIMILARITY

__all__ = [
    "Remembered",
    "begins_with",
    "key_of",
    "read",
    "readable",
    "settings_of",
    "written",
]

_VERSION = 3
"""Raised whenever other pairs are proposed for the same texts, or are written in another way."""

_HEADER = struct.Struct("<16sqqqq")
_LEVEL = 1  # what takes longer than finding the pairs anew helps nobody

_Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Remembered:
    """Pairs of texts, in any order; a text is its number in the order of the ids of all texts.

    ``settings`` are as ``settings_of`` gives them, ``texts`` are those ids, ``common`` are the
    passages that were in too many texts to propose anything; both ascend. ``distance`` is that
    within which fingerprints proposed all pairs, in bits.
    """

    settings: bytes
    texts: _Numbers
    one: _Numbers
    other: _Numbers
    common: NDArray[np.uint32]
    distance: int


def settings_of(recipe: str, distance: int, containment: float, *, as_asked: bool = False) -> bytes:
    """Give a key of what proposals depend on beside the texts: 16 bytes."""
    fixed = _VERSION, LEAST_FEATURES, LEAST_SIMILARITY
    settings = repr((fixed, recipe, distance, as_asked, containment))
    return hashlib.blake2b(settings.encode(), digest_size=16).digest()


def key_of(settings: bytes, texts: _Numbers, hashes: Sequence[bytes]) -> bytes:
    """Give a key of all that proposals depend on: 16 bytes.

    ``texts`` are ids, ascending, ``hashes`` those of the texts themselves.
    """
    digest = hashlib.blake2b(settings, digest_size=16)
    digest.update(len(texts).to_bytes(8, "little"))
    digest.update(np.ascontiguousarray(texts, dtype="<i8").tobytes())
    digest.update(b"".join(hashes))
    return digest.digest()


def written(proposals: Remembered) -> bytes:
    """Give proposals as bytes.

    >>> found = Remembered(bytes(16), np.array([3, 5, 9]), np.array([2, 0]), np.array([0, 1]),
    ...     common=np.array([77], dtype=np.uint32), distance=16)
    >>> again = read(written(found))
    >>> again.one.tolist(), again.other.tolist(), again.texts.tolist(), again.common.tolist()
    ([0, 0], [1, 2], [3, 5, 9], [77])
    >>> again.distance
    16
    """
    one = np.minimum(proposals.one, proposals.other)
    other = np.maximum(proposals.one, proposals.other)
    order = np.lexsort((other, one))
    one, other = one[order], other[order]
    counts = len(one), len(proposals.texts), len(proposals.common)
    # small numbers, of which many are equal
    steps = [
        np.diff(one, prepend=0),
        other - one,
        np.diff(proposals.texts, prepend=0),
        np.diff(proposals.common.astype(np.int64), prepend=0),
    ]
    # all lowest bytes, then all of the next
    planes = np.concatenate(steps).astype("<i8").view(np.uint8).reshape(-1, 8).T
    header = _HEADER.pack(proposals.settings, *counts, proposals.distance)
    return header + zlib.compress(np.ascontiguousarray(planes).tobytes(), _LEVEL)


def readable(data: bytes) -> Remembered | None:
    """Give proposals from their bytes; None for damaged ones, which can be found anew.

    >>> readable(b"no proposals") is None
    True
    """
    try:
        found = read(data)
    except (struct.error, zlib.error, TypeError, ValueError):
        return None
    return found if len(found.one) == len(found.other) else None


def read(data: bytes) -> Remembered:
    """Give proposals from their bytes."""
    settings, count, texts, common, distance = _HEADER.unpack_from(data)
    planes = np.frombuffer(zlib.decompress(data[_HEADER.size :]), dtype=np.uint8)
    steps = np.ascontiguousarray(planes.reshape(8, -1).T).view("<i8").ravel()
    ends = np.cumsum([count, count, texts, common])
    one, apart, ids, values, _ = np.split(steps, ends)
    one = np.cumsum(one)
    return Remembered(
        settings,
        np.cumsum(ids),
        one,
        one + apart,
        np.cumsum(values).astype(np.uint32),
        distance,
    )


def begins_with(data: bytes, settings: bytes) -> bool:
    """Tell whether proposals, as bytes, were found with some settings."""
    return data.startswith(settings)

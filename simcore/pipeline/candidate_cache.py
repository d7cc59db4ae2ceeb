"""The candidate cache of the index: the pairs that a search found, and the texts it searched."""

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.parameters import PARAMETERS
from simcore.candidates.sketches import Tried
from simcore.model.config import DEFAULT_SIMILARITY, least_features
from simcore.text.hashing import content_hash

_CODE = 8
"""Raised when the code finds other candidates with the same parameters, or encodes differently."""

_HEADER = struct.Struct("<16sqqqqqqq")
_LEVEL = 1  # compressing more would take longer than finding the pairs again

_Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class CachedCandidates:
    """Candidate pairs of texts, ordered, the lower end in ``one``: indices among the ids ``texts``.

    ``settings`` is the key of ``settings_of``, ``common`` are the samples in too many texts to
    propose anything; these and ``texts`` ascend. ``distance`` is that within which fingerprints
    proposed all pairs, in bits. Of so many texts ``passed_over`` about ``missed`` pairs that may
    reach the thresholds are not among them. ``tried`` is what came to nothing.
    """

    settings: bytes
    texts: _Numbers
    one: _Numbers
    other: _Numbers
    common: NDArray[np.uint32]
    distance: int
    passed_over: int = 0
    missed: int = 0
    tried: tuple[Tried, ...] = ()


def settings_of(
    recipe: str,
    distance: int,
    containment: float,
    similarity: float = DEFAULT_SIMILARITY,
    *,
    as_asked: bool = False,
) -> bytes:
    """Return a hash of all that candidates depend on besides the texts: 16 bytes."""
    of_recipe = recipe, least_features(recipe)
    settings = repr((_CODE, PARAMETERS, of_recipe, distance, as_asked, containment, similarity))
    return content_hash(settings.encode())


def key_of(settings: bytes, texts: _Numbers, hashes: Sequence[bytes]) -> bytes:
    """Return the key of candidates in the cache, a hash of all they depend on: 16 bytes.

    ``texts`` are ids, ascending, ``hashes`` the hashes of the texts.
    """
    ids = np.ascontiguousarray(texts, dtype="<i8").tobytes()
    return content_hash(settings + len(texts).to_bytes(8, "little") + ids + b"".join(hashes))


def encode(candidates: CachedCandidates) -> bytes:
    """Encode candidates as bytes.

    >>> tried = Tried(np.array([7], dtype=np.uint32), 8, np.array([2, 0, 4]))
    >>> found = CachedCandidates(bytes(16), np.array([3, 5, 9]), np.array([0, 0]), np.array([1, 2]),
    ...     np.array([77], dtype=np.uint32), distance=16, passed_over=2, missed=5, tried=(tried,))
    >>> again = decode(encode(found))
    >>> again.one.tolist(), again.other.tolist(), again.texts.tolist(), again.common.tolist()
    ([0, 0], [1, 2], [3, 5, 9], [77])
    >>> again.distance, again.passed_over, again.missed
    (16, 2, 5)
    >>> [(one.common.tolist(), one.pairs, one.of_each.tolist()) for one in again.tried]
    [([7], 8, [2, 0, 4])]
    """
    one, other = candidates.one, candidates.other
    counts = len(one), len(candidates.texts), len(candidates.common)
    # differences: small numbers, many of them equal
    steps = [
        np.diff(one, prepend=0),
        other - one,
        np.diff(candidates.texts, prepend=0),
        np.diff(candidates.common.astype(np.int64), prepend=0),
    ]
    for tried in candidates.tried:
        ends = np.array([len(tried.common), tried.pairs])
        steps += [ends, np.diff(tried.common.astype(np.int64), prepend=0), tried.of_each]
    # all lowest bytes, then all next ones
    planes = np.concatenate(steps).astype("<i8").view(np.uint8).reshape(-1, 8).T
    header = _HEADER.pack(
        candidates.settings,
        *counts,
        candidates.distance,
        candidates.passed_over,
        candidates.missed,
        len(candidates.tried),
    )
    return header + zlib.compress(np.ascontiguousarray(planes).tobytes(), _LEVEL)


def decode(data: bytes) -> CachedCandidates | None:
    """Decode the bytes of ``encode``; None for damaged ones, whose pairs can be searched again.

    >>> decode(b"no candidates") is None
    True
    """
    try:
        found = _decoded(data)
    except (struct.error, zlib.error, TypeError, ValueError):
        return None
    return found if len(found.one) == len(found.other) else None


def _decoded(data: bytes) -> CachedCandidates:
    settings, count, texts, common, distance, passed_over, missed, tries = _HEADER.unpack_from(data)
    planes = np.frombuffer(zlib.decompress(data[_HEADER.size :]), dtype=np.uint8)
    steps = np.ascontiguousarray(planes.reshape(8, -1).T).view("<i8").ravel()
    ends = np.cumsum([count, count, texts, common])
    one, apart, ids, values, rest = np.split(steps, ends)
    one = np.cumsum(one)
    tried: list[Tried] = []
    for _ in range(tries):
        size, pairs = rest[:2].tolist()
        of_common, of_each, rest = np.split(rest[2:], [size, size + texts])
        tried.append(Tried(np.cumsum(of_common).astype(np.uint32), pairs, of_each))
    return CachedCandidates(
        settings,
        np.cumsum(ids),
        one,
        one + apart,
        np.cumsum(values).astype(np.uint32),
        distance,
        passed_over,
        missed,
        tuple(tried),
    )

"""What was decided of the pairs of a scan, kept in the index for the next scan of the same."""

import zlib

import numpy as np

from simcore.pipeline.forms.deciding import Figures, Mask
from simcore.pipeline.forms.rule import FORMS
from simcore.pipeline.forms.sketched import Integers
from simcore.store.index import FingerprintIndex
from simcore.text.hashing import content_hash
from simcore.text.sketch import LEAST_SKETCH, SAMPLINGS

_CODE = 3
"""Raised when the code decides otherwise by the same thresholds, or keeps it differently."""


def key_of(
    ends: Integers, figures: Figures, every: Integers, several: Integers, more: Integers
) -> bytes:
    """Return a hash of all that the forms among pairs depend on: 16 bytes.

    ``ends`` are the texts of the pairs, ``every`` are all texts, ``several`` those in documents of
    other bytes, each in so many ``more``. The id of a text means one text in an index, so that
    sketches are known by it.
    """
    settings = repr((_CODE, FORMS, SAMPLINGS, LEAST_SKETCH, len(every), len(several)))
    columns = ends, figures.alike, figures.shares, figures.numbers_only, every, several, more
    of_each = (np.ascontiguousarray(column).tobytes() for column in columns)
    return content_hash(settings.encode() + b"".join(of_each))


def decided_before(index: FingerprintIndex, key: bytes, pairs: int) -> Mask | None:
    """Return which of so many pairs are forms, as kept under a key; None if it is not known."""
    kept = index.cached(key)
    if kept is None:
        return None
    try:
        bits = np.frombuffer(zlib.decompress(kept), dtype=np.uint8)
    except zlib.error:
        return None
    if len(bits) != (pairs + 7) // 8:
        return None
    return np.unpackbits(bits, count=pairs).astype(np.bool_)


def keep_decided(index: FingerprintIndex, key: bytes, found: Mask) -> None:
    """Keep which pairs are forms: at most a bit a pair."""
    index.cache(key, zlib.compress(np.packbits(found).tobytes(), 1), forms=True)

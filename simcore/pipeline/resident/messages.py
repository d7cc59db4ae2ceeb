"""The messages between a resident library and who asks it: bytes of JSON, checked as they arrive.

Nothing here runs what another process sent: a message is numbers and arrays, of bounded size.
"""

import base64
import binascii
import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.inverted import Asked
from simcore.model.config import ScanConfig
from simcore.model.errors import ConfigError
from simcore.pipeline.resident.library import ResidentLibrary

VERSION = 1
"""Raised when a message changes: who speaks another version is not understood."""

MOST_ASKED = 1 << 25
"""Bytes of a question at most: the sketch of a text of 64 MB takes two thirds of that."""

MOST_ANSWERED = 1 << 28
"""Bytes of an answer at most: of ten million texts that share a sample."""


class BadMessageError(ValueError):
    """A message that this program does not send."""


def encode(message: dict[str, Any]) -> bytes:
    """Return a message as bytes."""
    return json.dumps(message, separators=(",", ":")).encode("ascii")


def decode(data: bytes) -> dict[str, Any]:
    """Undo ``encode``. Raises ``BadMessageError``."""
    try:
        message = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise BadMessageError(repr(error)) from error
    if not isinstance(message, dict):
        raise BadMessageError("a message is an object")
    return message


def array_to_text(values: NDArray[Any]) -> str:
    """Return the bytes of an array as text: little-endian, in base64."""
    return base64.b64encode(values.astype(values.dtype.newbyteorder("<")).tobytes()).decode("ascii")


def array_from_text(text: object, dtype: str) -> NDArray[Any]:
    """Undo ``array_to_text``. Raises ``BadMessageError``.

    >>> array_from_text(array_to_text(np.array([3, 1], dtype=np.int32)), "<i4").tolist()
    [3, 1]
    """
    try:
        data = base64.b64decode(text if isinstance(text, str) else "?", validate=True)
        return np.frombuffer(data, dtype=dtype)
    except (binascii.Error, ValueError) as error:
        raise BadMessageError(repr(error)) from error


def asked_for_candidates(asked: Asked, config: ScanConfig) -> dict[str, Any]:
    """Return the question for ``ResidentLibrary.candidates``."""
    return {
        "ask": "candidates",
        "fingerprint": f"{asked.fingerprint:x}",
        "short": asked.short,
        "sketch": array_to_text(asked.sketch),
        "similarity": config.similarity,
        "containment": config.containment,
        "contained": config.contained,
        "distance": config.distance,
        "compared": config.compared_distance,
    }


def answer(question: dict[str, Any], library: ResidentLibrary) -> dict[str, Any]:
    """Answer a question. Raises ``BadMessageError`` for what is none."""
    try:
        match question["ask"]:
            case "candidates":
                sketch, short = _sketch(question["sketch"]), bool(question["short"])
                compared = question["compared"]
                config = ScanConfig(
                    similarity=float(question["similarity"]),
                    containment=float(question["containment"]),
                    contained=bool(question["contained"]),
                    distance=int(question["distance"]),
                    compared_distance=None if compared is None else int(compared),
                )
                asked = Asked(int(question["fingerprint"], 16), short, sketch)
                alike = library.candidates(asked, config)
                return {"texts": array_to_text(np.array(alike, dtype=np.int64))}
            case "size":
                return {"texts": array_to_text(np.array([len(library)], dtype=np.int64))}
            case "frequencies":
                found = library.frequencies(_sketch(question["sketch"]))
                return {"texts": array_to_text(found)}
            case "holders":
                most = max(0, int(question["most"]))
                texts, places = library.holders(_sketch(question["sketch"]), most)
                return {"texts": array_to_text(texts), "counts": array_to_text(places)}
            case other:
                raise BadMessageError(f"no such question: {other!r}")
    except (KeyError, TypeError, ValueError, OverflowError, ConfigError) as error:
        raise BadMessageError(repr(error)) from error


def _sketch(text: object) -> NDArray[np.uint32]:
    sketch = array_from_text(text, "<u4")
    # equal samples would count twice, and cost as much as anybody likes
    if (sketch[1:] <= sketch[:-1]).any():
        raise BadMessageError("the samples of a sketch ascend")
    return sketch

"""Arrays one after the other in one piece of bytes, as ``core.h`` declares them."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

_ALIGNED = 64


def packed(arrays: Sequence[NDArray[Any]], tail: bytes = b"") -> bytes:
    """Return the place and the length of each array, in bytes, then ``tail``, then the arrays."""
    at = _aligned(16 * len(arrays) + len(tail))
    places: list[int] = []
    parts: list[bytes] = []
    for array in arrays:
        data = array.astype(array.dtype.newbyteorder("<")).tobytes()
        places += [at, len(data)]
        parts.append(data.ljust(_aligned(len(data)), b"\0"))
        at += len(parts[-1])
    head = np.array(places, dtype="<u8").tobytes() + tail
    return head.ljust(_aligned(len(head)), b"\0") + b"".join(parts)


def _aligned(size: int) -> int:
    return -(-size // _ALIGNED) * _ALIGNED

"""Arrays and rows as bytes that take little room on their way from one task to another."""

import struct
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

_HEADER = struct.Struct("<2sBQQ")
_LEVEL, _LEVEL_OF_ROWS = 1, 3
_DELTAS = 1

Array = NDArray[Any]


def pack(arrays: Sequence[Array]) -> bytes:
    """Return arrays of numbers, of one dimension each, as bytes: see ``unpack``.

    What ascends is kept as differences, and all as planes, the lowest byte of each number first:
    most of the others are then zero, and compressed to nearly nothing.

    >>> some = np.array([3, 3, 70_000]), np.array([2, 1], dtype=np.uint8)
    >>> [one.tolist() for one in unpack(pack(some))]
    [[3, 3, 70000], [2, 1]]
    """
    codec = pa.Codec("zstd", compression_level=_LEVEL)
    parts: list[bytes] = []
    for array in arrays:
        kept = np.ascontiguousarray(array)
        ascends = kept.dtype.kind in "iu" and len(kept) > 1 and bool((kept[1:] >= kept[:-1]).all())
        if ascends:
            kept = np.concatenate([kept[:1], np.diff(kept)])
        planes = kept.view(np.uint8).reshape(-1, kept.itemsize).T.tobytes()
        data = codec.compress(planes, asbytes=True)
        kind = np.dtype(array.dtype).str[1:].encode()
        parts += [_HEADER.pack(kind, ascends * _DELTAS, len(array), len(data)), data]
    return b"".join(parts)


def unpack(data: bytes) -> list[Array]:
    """Return the arrays of ``pack``, which may be changed."""
    codec = pa.Codec("zstd")
    arrays: list[Array] = []
    at = 0
    while at < len(data):
        kind, flags, length, size = _HEADER.unpack_from(data, at)
        at += _HEADER.size
        dtype = np.dtype("<" + kind.decode() if kind[1:] != b"1" else kind.decode())
        planes = codec.decompress(data[at : at + size], length * dtype.itemsize, asbytes=True)
        at += size
        kept = np.frombuffer(planes, dtype=np.uint8).reshape(dtype.itemsize, length)
        array = np.ascontiguousarray(kept.T).view(dtype).reshape(length)
        arrays.append(np.cumsum(array, dtype=dtype) if flags & _DELTAS else array)
    return arrays


def steps_of(places: NDArray[np.int64]) -> NDArray[np.uint32]:
    """Return the steps between places, which take less room: see ``places_of``."""
    found = places.astype(np.uint32)
    found[1:] -= found[:-1].copy()
    return found


def places_of(steps: NDArray[np.uint32]) -> NDArray[np.int64]:
    """Return the places that steps lead to, however far back some of these go.

    >>> places_of(steps_of(np.array([3, 9, 1]))).tolist()
    [3, 9, 1]
    """
    return np.cumsum(steps, dtype=np.uint32).astype(np.int64)


def pack_rows(rows: pa.RecordBatch) -> bytes:
    """Return rows as bytes: see ``unpack_rows``."""
    sink = pa.BufferOutputStream()
    options = pa.ipc.IpcWriteOptions(compression=pa.Codec("zstd", _LEVEL_OF_ROWS))
    with pa.ipc.new_stream(sink, rows.schema, options=options) as writer:
        writer.write_batch(rows)
    made: bytes = sink.getvalue().to_pybytes()
    return made


def unpack_rows(data: bytes) -> pa.RecordBatch:
    """Return the rows of ``pack_rows``."""
    with pa.ipc.open_stream(data) as reader:
        return reader.read_next_batch()

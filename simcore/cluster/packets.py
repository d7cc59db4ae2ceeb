"""What a job asks of the engine that runs it: to map rows, and to bring packets together.

Nothing else is asked, so that all of a job but reading and writing is plain Python over arrays: it
runs in Spark (``simcore.cluster.spark``), and in one process, where it is tested.
"""

import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple, Protocol

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

Rows = Iterable[pa.RecordBatch]
Mapped = Callable[[Rows], Iterator[pa.RecordBatch]]
"""From the rows of a part of some data to others; it may be called again for the same part."""

PACKETS = pa.schema(
    [
        ("to", pa.int32()),
        ("place", pa.int64()),
        ("kind", pa.int8()),
        ("data", pa.binary()),
    ]
)


NUMBER = pa.schema([("number", pa.int64())])
"""What parts of some data counted."""


class Packet(NamedTuple):
    """Data on its way ``to`` a bucket, where they come together by ``place`` and by ``kind``."""

    to: int
    place: int
    kind: int
    data: bytes


class Broadcast(Protocol):
    """Bytes that all tasks have."""

    @property
    def value(self) -> bytes:
        """These bytes."""


class Frames(Protocol):
    """Data in parts, as an engine has them; a ``frame`` is whatever it knows them by."""

    @property
    def processors(self) -> int:
        """How many parts are worked at at once."""

    def mapped(self, frame: Any, function: Mapped, schema: pa.Schema) -> Any:
        """Return what a function makes of each part."""

    def exchanged(self, frames: Iterable[Any], buckets: int) -> Any:
        """Return the packets of some frames, those of each bucket together and in their order."""

    def of_kind(self, frame: Any, kind: int) -> Any:
        """Return the packets of a kind."""

    def kept(self, frame: Any) -> Any:
        """Return the same data, which are not made again each time that they are used."""

    def rows(self, frame: Any) -> pa.Table:
        """Return all rows, of which there are few."""

    def parts(self, frame: Any) -> Iterator[pa.RecordBatch]:
        """Yield all rows of the parts, those of one part after another."""

    def given(self, table: pa.Table) -> Any:
        """Return rows that are here as a frame."""

    def shared(self, data: bytes) -> Broadcast:
        """Return data that all tasks then have."""

    def repeated(self, frame: Any, column: str) -> pa.Table:
        """Return a value that is in several rows, or null or empty, if any is, and in how many."""

    def matching(self, frame: Any, columns: Sequence[str], values: Any) -> Any:
        """Return columns of a frame joined with those of ``values``, where the first is equal."""


def in_rows(packets: Iterable[Packet], at_once: int = 256) -> Iterator[pa.RecordBatch]:
    """Yield packets as rows of ``PACKETS``."""
    waiting: list[Packet] = []
    for packet in packets:
        waiting.append(packet)
        if len(waiting) == at_once:
            yield _batch(waiting)
            waiting = []
    if waiting:
        yield _batch(waiting)


def places_by_bucket(buckets: NDArray[np.int64]) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """Yield each of some buckets, and at which places it stands, both ascending."""
    order = np.argsort(buckets, kind="stable")
    ordered = buckets[order]
    starts = np.flatnonzero(np.diff(ordered, prepend=-1))
    # of no buckets there is one part, which is empty
    yield from zip(ordered[starts].tolist(), np.split(order, starts[1:]), strict=False)


class Sender:
    """A stage that sends packets: it makes rows of ``PACKETS`` of the rows of a part."""

    __slots__ = ()

    def __call__(self, rows: Rows) -> Iterator[pa.RecordBatch]:
        """Return ``packets`` as rows."""
        return in_rows(self.packets(rows))

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield what rows make."""
        raise NotImplementedError


def _batch(packets: list[Packet]) -> pa.RecordBatch:
    columns = zip(*packets, strict=True)
    arrays = [pa.array(column, field.type) for column, field in zip(columns, PACKETS, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, schema=PACKETS)


def packets_of(rows: Rows) -> Iterator[Packet]:
    """Yield the packets of rows."""
    for batch in rows:
        for values in zip(*(column.to_pylist() for column in batch.columns), strict=True):
            yield Packet(*values)


def by_bucket(rows: Rows) -> Iterator[tuple[int, Iterator[Packet]]]:
    """Yield the buckets of exchanged packets, and the packets of each."""
    return groupby(packets_of(rows), attrgetter("to"))


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

"""What is packed comes out as it was."""

import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from simcore.cluster.packets import pack, pack_rows, unpack, unpack_rows

ARRAYS = st.sampled_from(["u1", "u2", "i4", "u4", "i8", "u8", "f8", "?"]).flatmap(
    lambda kind: arrays.arrays(np.dtype(kind), st.integers(0, 40))
)


@given(st.lists(st.one_of(ARRAYS, ARRAYS.map(np.sort)), max_size=5))
def test_arrays(given_arrays: list[np.ndarray]) -> None:
    made = unpack(pack(given_arrays))
    assert len(made) == len(given_arrays)
    for one, other in zip(made, given_arrays, strict=True):
        assert one.dtype == other.dtype
        assert one.tobytes() == other.tobytes()


def test_what_ascends_takes_little_room() -> None:
    numbers = np.arange(10_000, dtype=np.int64) * 300
    assert len(pack([numbers])) < len(numbers)


def test_rows() -> None:
    rows = pa.RecordBatch.from_pylist([{"id": "a", "data": b"\0x"}, {"id": None, "data": b""}])
    assert unpack_rows(pack_rows(rows)).equals(rows)

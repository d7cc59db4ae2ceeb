"""Encoded sketches: nothing is lost."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcore.candidates.parameters import PARAMETERS, CandidateParameters
from simcore.candidates.sketches import pack_sketches, unpack_sketches
from simcore.formats.reading import READER_VERSION

SAMPLES = (
    st.tuples(
        st.sampled_from(PARAMETERS.samplings),
        # around the length from which sketches are encoded, and the bits of very few or many values
        st.one_of(
            st.integers(0, 90).flatmap(
                lambda size: st.lists(st.integers(0, 2**32 - 1), min_size=size, max_size=size)
            ),
            st.tuples(st.integers(0, 2**31), st.integers(1, 3_000), st.integers(1, 700_000)).map(
                lambda drawn: [drawn[0] + drawn[2] * n for n in range(drawn[1])]
            ),
        ),
    )
    .map(
        lambda drawn: (
            np.unique(np.array(drawn[1], dtype=np.uint64).astype(np.uint32))
            // np.uint32(drawn[0])
            * np.uint32(drawn[0])
        )
    )
    .map(np.unique)
)


def encoded(sketches: Sequence[np.ndarray]) -> list[bytes]:
    return pack_sketches([sketch.astype("<u4").tobytes() for sketch in sketches])


def unpacked(blobs: Sequence[bytes]) -> list[np.ndarray]:
    values, sizes = unpack_sketches(blobs)
    return np.split(values, np.cumsum(sizes)[:-1]) if blobs else []


@settings(deadline=None)
@given(st.lists(SAMPLES, max_size=8))
def test_packed_and_back(sketches: list[np.ndarray]) -> None:
    blobs = encoded(sketches)
    alone = [pack_sketches([sketch.astype("<u4").tobytes()]) for sketch in sketches]
    assert blobs == [blob for (blob,) in alone]
    back = unpacked(blobs)
    assert [one.tolist() for one in back] == [sketch.tolist() for sketch in sketches]
    assert all(one.dtype == np.uint32 for one in back)


@pytest.mark.parametrize(("sampling", "most"), [(1, 3.4), (4, 3.4), (16, 2.9)])
def test_a_usual_sample_takes_far_less_than_four_bytes_a_value(sampling: int, most: float) -> None:
    drawn = np.random.default_rng(sampling).integers(0, 2**32 // sampling, 300)
    sketch = np.unique(drawn.astype(np.uint32)) * np.uint32(sampling)
    assert len(encoded([sketch])[0]) / len(sketch) < most


def test_very_many_samples_are_unpacked_in_parts() -> None:
    drawn = np.random.default_rng(1)
    sketches = [np.unique(drawn.integers(0, 2**32, 70_000).astype(np.uint32)) for _ in range(40)]
    back = unpacked(encoded(sketches))
    assert all(np.array_equal(one, sketch) for one, sketch in zip(back, sketches, strict=True))


@pytest.mark.parametrize(
    "samplings", [(), (1, 2, 4, 16), (4, 16), (1, 3), (1, 16, 4), (1, 4, 4), (1, 512)]
)
def test_two_bits_of_form_hold_three_rates_and_no_fourth(samplings: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="sampling rates"):
        CandidateParameters(samplings)
    assert CandidateParameters((1, 2, 256)).samplings == (1, 2, 256)


def test_what_the_index_holds_was_sampled_at_these_rates() -> None:
    """Other rates need another version of what the index holds: every file is read again."""
    sampled = PARAMETERS.samplings, PARAMETERS.least_sketch, READER_VERSION
    assert sampled == ((1, 4, 16), 64, 9)

"""Packed passages: nothing is lost, and looking without unpacking misses nothing."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amounts import examples
from simcore.packing import holding_at_most, pack, packed, unpack
from simcore.passages import SAMPLINGS, holding

SAMPLES = (
    st.tuples(
        st.sampled_from(SAMPLINGS),
        # around the length from which samples are cut up, and the bits of very few or many values
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


@settings(deadline=None)
@given(st.lists(SAMPLES, max_size=8))
def test_packed_and_back(samples: list[np.ndarray]) -> None:
    blobs = [pack(sample) for sample in samples]
    assert blobs == [packed(sample.astype("<u4").tobytes()) for sample in samples]
    back = unpack(blobs)
    assert [one.tolist() for one in back] == [sample.tolist() for sample in samples]
    assert all(one.dtype == np.uint32 for one in back)


@pytest.mark.parametrize(("sampling", "most"), [(1, 3.4), (4, 3.4), (16, 2.9)])
def test_a_usual_sample_takes_far_less_than_four_bytes_a_value(sampling: int, most: float) -> None:
    drawn = np.random.default_rng(sampling).integers(0, 2**32 // sampling, 300)
    sample = np.unique(drawn.astype(np.uint32)) * np.uint32(sampling)
    assert len(pack(sample)) / len(sample) < most


def test_very_many_samples_are_unpacked_in_parts() -> None:
    drawn = np.random.default_rng(1)
    samples = [np.unique(drawn.integers(0, 2**32, 70_000).astype(np.uint32)) for _ in range(40)]
    back = unpack([pack(sample) for sample in samples])
    assert all(np.array_equal(one, sample) for one, sample in zip(back, samples, strict=True))


@st.composite
def related(draw: st.DrawFn) -> list[np.ndarray]:
    """Give samples, of all samplings, that take shares of one large set of values."""
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    whole = random.integers(0, 2**32, 4_000).astype(np.uint32)
    samples = []
    for _ in range(draw(st.integers(2, 12))):
        sampling = draw(st.sampled_from(SAMPLINGS))
        mine = whole[: draw(st.integers(0, 4_000))]
        other = random.integers(0, 2**32, draw(st.integers(0, 2_000))).astype(np.uint32)
        values = np.concatenate([mine, other])
        samples.append(np.unique(values[values % sampling == 0]))
    return samples


@settings(deadline=None, max_examples=examples(200))
@given(related(), st.floats(0.5, 1.0))
def test_looking_into_packed_samples_misses_nothing(
    samples: list[np.ndarray], containment: float
) -> None:
    query, *others = samples
    wanted = holding(query, others, containment)
    found = holding_at_most(query, [pack(sample) for sample in others], containment)
    assert set(wanted) <= set(found)
    assert found == sorted(set(found))


def test_looking_into_packed_samples_chooses_few() -> None:
    random = np.random.default_rng(2)
    samples = [
        np.unique(random.integers(0, 2**28, 250).astype(np.uint32)) * np.uint32(16)
        for _ in range(2_000)
    ]
    found = holding_at_most(samples[7], [pack(sample) for sample in samples], 0.8)
    assert 7 in found
    assert len(found) < 20

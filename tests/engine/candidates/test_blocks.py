"""Near fingerprints by blocks, against comparing all with all."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amounts import examples
from simcore.candidates import blocks, threads
from simcore.candidates.blocks import (
    as_array,
    block_keys,
    in_buckets,
    least_width,
    near_pairs,
    probe_masks,
    probed_distance,
    probes,
    radii,
)
from simcore.model.report import Cancelled, NoProgress, Stage

WIDTHS = [32, 64, 128]


@st.composite
def fingerprints(draw: st.DrawFn, width: int) -> list[int]:
    base = draw(st.lists(st.integers(0, 2**width - 1), min_size=1, max_size=8))
    flips = st.tuples(st.integers(0, 7), st.sets(st.integers(0, width - 1), max_size=16))
    copies = draw(st.lists(flips, max_size=12))
    return base + [base[at % len(base)] ^ sum(1 << bit for bit in bits) for at, bits in copies]


def brute_force(values: list[int], distance: int) -> list[tuple[int, int, int]]:
    return [
        (left, right, bits)
        for left, right in combinations(range(len(values)), 2)
        if (bits := (values[left] ^ values[right]).bit_count()) <= distance
    ]


def found(values: list[int], distance: int, width: int) -> list[tuple[int, int, int]]:
    columns = near_pairs(as_array(values, width), distance, width=width)
    return list(zip(*(column.tolist() for column in columns), strict=True))


@pytest.mark.parametrize("joined", [True, False])
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("distance", [0, 1, 2, 3, 4, 7, 8, 9, 12, 16])
@settings(max_examples=examples(12), deadline=None)
@given(data=st.data())
def test_pairs_equal_brute_force(
    distance: int, width: int, joined: bool, data: st.DataObject
) -> None:
    values = data.draw(fingerprints(width))
    if joined and max(radii(distance, width // 16)) > 2:
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blocks, "are_joined", lambda *_: joined)
        patch.setattr(blocks, "_AT_ONCE", 3)
        assert found(values, distance, width) == brute_force(values, distance)


@pytest.mark.parametrize(("width", "distance"), [(64, 3), (64, 6), (128, 7), (32, 1), (64, 20)])
def test_planted_among_thousands(width: int, distance: int) -> None:
    dice = np.random.default_rng(width + distance)
    values = [int.from_bytes(dice.bytes(width // 8), "little") for _ in range(4_000)]
    for number in range(200):
        bits = dice.choice(width, dice.integers(0, distance + 2), replace=False)
        values[number] = values[number + 200] ^ sum(1 << int(bit) for bit in bits)
    array = as_array(values, width)
    expected = set()
    for left in range(len(values)):
        apart = np.bitwise_count(array[left] ^ array[left + 1 :]).sum(axis=1)
        expected |= {(left, left + 1 + int(at)) for at in np.flatnonzero(apart <= distance)}
    assert {pair[:2] for pair in found(values, distance, width)} == expected
    assert len(expected) > 100


def test_of_a_crowd_nothing_is_found_unless_asked() -> None:
    """All have three keys in common: 4,950 pairs each."""
    values = np.arange(100, dtype=np.uint64).reshape(-1, 1)
    assert len(near_pairs(values, 3, most=1_000)[0]) == 0
    assert len(near_pairs(values, 3, most=20_000)[0]) == len(brute_force(list(range(100)), 3))
    assert in_buckets(block_keys(values)[:, 1]) == 4_950


@pytest.mark.parametrize("work", [0, 1 << 40])
def test_cancelling_ends_it(work: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "_WORTH_THREADS", work)

    class Impatient(NoProgress):
        def report(self, stage: Stage, done: int, total: int) -> None:
            assert stage is Stage.PAIR
            if done > 3:
                raise Cancelled

    with pytest.raises(Cancelled):
        near_pairs(np.arange(5_000, dtype=np.uint64).reshape(-1, 1), 20, Impatient())


def test_numbers_of_probes() -> None:
    for distance in range(20):
        for count in (2, 4, 8):
            listed = radii(distance, count)
            # k differing bits are at most so many in some block
            assert sum(radius + 1 for radius in listed) == distance + 1
            assert probes(distance, count) == sum(
                len(probe_masks(one)) for one in listed if one >= 0
            )
    assert [max(radii(probed_distance(width), width // 16)) for width in WIDTHS] == [3, 3, 3]
    assert len(probe_masks(3)) == sum(math.comb(16, bits) for bits in range(4))


@given(st.lists(st.integers(0, 2**128 - 1)))
def test_the_least_width_holds_all(values: list[int]) -> None:
    width = least_width(values)
    assert width in WIDTHS
    assert [
        int(low) | int(high[0]) << 64 if high else int(low)
        for low, *high in as_array(values, width)
    ] == values

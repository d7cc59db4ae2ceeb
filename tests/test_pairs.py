"""All pairs within a distance: always what comparing all with all gives."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from simcore.blocks import affordable_distance, block_keys, chance_share, probe_masks, probes, radii
from simcore.pairs import _joined, _ordered, _probe, near_pairs
from simcore.progress import NoProgress

Triples = list[tuple[int, int, int]]


def brute_force(values: list[int], distance: int) -> Triples:
    return [
        (left, right, bits)
        for left, right in itertools.combinations(range(len(values)), 2)
        if (bits := (values[left] ^ values[right]).bit_count()) <= distance
    ]


def listed(found: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint8]]) -> Triples:
    return list(zip(*(column.tolist() for column in found), strict=True))


@st.composite
def clustered(draw: st.DrawFn) -> list[int]:
    """Fingerprints that share many bits, so that every distance has pairs; some are equal."""
    centres = draw(st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=4))
    values: list[int] = []
    for _ in range(draw(st.integers(0, 40))):
        value = draw(st.sampled_from(centres))
        for bit in draw(st.lists(st.integers(0, 63), max_size=10)):
            value ^= 1 << bit
        values.append(value)
    return values


@pytest.mark.parametrize("distance", range(17))
@settings(max_examples=15, deadline=None)
@given(values=clustered())
def test_pairs_equal_brute_force(distance: int, values: list[int]) -> None:
    array = np.array(values, dtype=np.uint64)
    assert listed(near_pairs(array, distance)) == brute_force(values, distance)


@pytest.mark.parametrize("distance", range(13))
@settings(max_examples=8, deadline=None)
@given(values=clustered())
def test_probing_equals_brute_force(distance: int, values: list[int]) -> None:
    """Few values are compared all with all; this takes the other way, whatever their number."""
    distinct = sorted(set(values))
    array = np.array(distinct, dtype=np.uint64)
    found = _ordered(*_joined(list(_probe(array, distance, NoProgress()))))
    assert listed(found) == brute_force(distinct, distance)


@pytest.mark.parametrize("distance", [3, 7])
def test_planted_among_many(distance: int) -> None:
    """At a size where probing is chosen: the planted pairs, and what a full scan finds."""
    generator = np.random.default_rng(distance)
    values = generator.integers(0, 2**64, 30_000, dtype=np.uint64)
    for place in range(0, 2_000, 2):
        flipped = generator.choice(64, size=place % (distance + 1), replace=False)
        values[place + 1] = values[place] ^ np.uint64(sum(1 << int(bit) for bit in flipped))
    assert probes(distance) * len(values) / 2**16 < len(values) / 2
    found = set(listed(near_pairs(values, distance)))
    for row in range(0, 30_000, 997):
        bits = np.bitwise_count(values ^ values[row])
        for other in np.flatnonzero(bits <= distance).tolist():
            if other != row:
                assert (min(row, other), max(row, other), int(bits[other])) in found
    assert len(found) >= 1_000
    assert all((int(values[a]) ^ int(values[b])).bit_count() == bits for a, b, bits in found)


def test_beyond_the_blocks() -> None:
    values = [0, (1 << 40) - 1, (1 << 64) - 1]
    assert listed(near_pairs(np.array(values, dtype=np.uint64), 64)) == brute_force(values, 64)


def test_no_fingerprints() -> None:
    assert listed(near_pairs(np.zeros(0, dtype=np.uint64), 16)) == []


def test_identical_fingerprints_are_joined_before_they_are_compared() -> None:
    """A thousand equal values and one beside them cost two values' comparisons."""
    seen: list[int] = []

    class Watch(NoProgress):
        def report(self, stage: object, done: int, total: int) -> None:
            seen.append(total)

    values = np.array([5] * 1_000 + [4], dtype=np.uint64)
    left, _, bits = near_pairs(values, 3, Watch())
    assert max(seen) == 2
    assert len(left) == 1_000 * 999 // 2 + 1_000
    assert int((bits == 1).sum()) == 1_000


@given(st.integers(0, 2**64 - 1))
def test_blocks_are_the_value_cut_in_four(value: int) -> None:
    (keys,) = block_keys(np.array([value], dtype=np.uint64)).tolist()
    assert sum(key << 16 * no for no, key in enumerate(keys)) == value


@given(st.integers(0, 2**64 - 1), st.sets(st.integers(0, 63), max_size=16))
def test_pigeonhole(value: int, flipped: set[int]) -> None:
    """Whatever bits differ, some block is within its radius."""
    other = value ^ sum(1 << bit for bit in flipped)
    parts = [(value ^ other) >> 16 * no & 0xFFFF for no in range(4)]
    assert any(
        part.bit_count() <= radius for part, radius in zip(parts, radii(len(flipped)), strict=True)
    )


def test_numbers_of_probes_and_chance() -> None:
    # 17 and 137 keys a block within 1 and 2 bits; 1,100 chance pairs of 100,000 within 12 bits,
    # 19 million of a million within 16
    assert [len(probe_masks(radius)) for radius in (0, 1, 2)] == [1, 17, 137]
    assert probes(7) == 4 * 17
    assert probes(11) == 4 * 137
    assert 1_050 < 100_000**2 / 2 * chance_share(12) < 1_150
    assert 18e6 < 1_000_000**2 / 2 * chance_share(16) < 20e6


def test_affordable_distance_shrinks_with_the_library() -> None:
    sizes = (2, 100, 10_000, 100_000, 1_000_000, 100_000_000)
    distances = [affordable_distance(size, 3, 24) for size in sizes]
    assert distances == sorted(distances, reverse=True)
    assert distances[0] == 24
    assert distances[-1] >= 3
    assert affordable_distance(100_000, 3, 24) >= 12

"""All pairs within a distance: always what comparing all with all gives."""

import itertools
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from simcore.blocks import (
    affordable_distance,
    as_array,
    block_count,
    block_keys,
    chance_share,
    least_width,
    probe_masks,
    probes,
    radii,
)
from simcore.features import WIDTHS
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
def clustered(draw: st.DrawFn, width: int) -> list[int]:
    """Fingerprints that share many bits, so that every distance has pairs; some are equal."""
    centres = draw(st.lists(st.integers(0, 2**width - 1), min_size=1, max_size=4))
    values: list[int] = []
    for _ in range(draw(st.integers(0, 40))):
        value = draw(st.sampled_from(centres))
        for bit in draw(st.lists(st.integers(0, width - 1), max_size=10)):
            value ^= 1 << bit
        values.append(value)
    return values


@st.composite
def skewed(draw: st.DrawFn, width: int) -> list[int]:
    """Fingerprints that are alike in some blocks and anything in the others: large buckets."""
    common = draw(st.integers(0, 2**width - 1))
    free = sum(0xFFFF << 16 * no for no in draw(st.sets(st.integers(0, width // 16 - 1))))
    return [
        common & ~free | value & free
        for value in draw(st.lists(st.integers(0, 2**width - 1), max_size=40))
    ]


def fingerprints(width: int) -> st.SearchStrategy[list[int]]:
    anything = st.lists(st.integers(0, 2**width - 1), max_size=40)
    return st.one_of(clustered(width), skewed(width), anything)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("distance", range(17))
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_pairs_equal_brute_force(distance: int, width: int, data: st.DataObject) -> None:
    values = data.draw(fingerprints(width))
    found = near_pairs(as_array(values, width), distance, width=width)
    assert listed(found) == brute_force(values, distance)


@pytest.mark.parametrize(
    ("width", "distance"),
    [(width, k) for width in WIDTHS for k in range(17) if k < width // 5],
)
@settings(max_examples=6, deadline=None)
@given(data=st.data())
def test_probing_equals_brute_force(width: int, distance: int, data: st.DataObject) -> None:
    """Few values are compared all with all; this takes the other way, whatever their number."""
    distinct = sorted(set(data.draw(fingerprints(width))))
    array = as_array(distinct, width)
    found = _ordered(*_joined(list(_probe(array, distance, NoProgress(), width))))
    assert listed(found) == brute_force(distinct, distance)


@settings(max_examples=20)
@given(st.data(), st.sampled_from(WIDTHS))
def test_any_width_that_holds_them_gives_the_same(data: st.DataObject, width: int) -> None:
    values = data.draw(fingerprints(width))
    least = least_width(values)
    assert least <= width
    wider = [
        listed(near_pairs(as_array(values, each), 6, width=each))
        for each in WIDTHS
        if each >= least
    ]
    assert wider == [brute_force(values, 6)] * len(wider)


@pytest.mark.parametrize(
    ("width", "distance"), [(32, 1), (32, 3), (64, 3), (64, 7), (128, 3), (128, 12), (128, 16)]
)
def test_planted_among_many(width: int, distance: int) -> None:
    """At a size where probing is chosen: the planted pairs, and what a full scan finds."""
    generator = random.Random(distance)
    values = [generator.getrandbits(width) for _ in range(30_000)]
    for place in range(0, 2_000, 2):
        flipped = generator.sample(range(width), place % (distance + 1))
        values[place + 1] = values[place] ^ sum(1 << bit for bit in flipped)
    assert probes(distance, block_count(width)) * len(values) / 2**16 < len(values) / 2
    found = set(listed(near_pairs(as_array(values, width), distance, width=width)))
    for row in range(0, 30_000, 997):
        for other, value in enumerate(values):
            bits = (value ^ values[row]).bit_count()
            if bits <= distance and other != row:
                assert (min(row, other), max(row, other), bits) in found
    assert len(found) >= 1_000
    assert all((values[a] ^ values[b]).bit_count() == bits for a, b, bits in found)


@pytest.mark.parametrize("width", WIDTHS)
def test_beyond_the_blocks(width: int) -> None:
    values = [0, (1 << width // 2) - 1, (1 << width) - 1]
    found = near_pairs(as_array(values, width), width, width=width)
    assert listed(found) == brute_force(values, width)
    assert len(listed(found)) == 3


@pytest.mark.parametrize("width", WIDTHS)
def test_no_fingerprints(width: int) -> None:
    assert listed(near_pairs(as_array([], width), 16, width=width)) == []


def test_identical_fingerprints_are_joined_before_they_are_compared() -> None:
    """A thousand equal values and one beside them cost two values' comparisons."""
    seen: list[int] = []

    class Watch(NoProgress):
        def report(self, stage: object, done: int, total: int) -> None:
            seen.append(total)

    values = as_array([5] * 1_000 + [4])
    left, _, bits = near_pairs(values, 3, Watch())
    assert max(seen) == 3, "each with itself, and the two with each other"
    assert len(left) == 1_000 * 999 // 2 + 1_000
    assert int((bits == 1).sum()) == 1_000


@given(st.sampled_from(WIDTHS), st.data())
def test_blocks_are_the_value_cut_in_sixteens(width: int, data: st.DataObject) -> None:
    values = data.draw(st.lists(st.integers(0, 2**width - 1), max_size=3))
    keys = block_keys(as_array(values, width), width)
    assert keys.shape == (len(values), width // 16)
    cut = [sum(key << 16 * no for no, key in enumerate(row)) for row in keys.tolist()]
    assert cut == values


def test_a_value_beyond_its_width_is_refused() -> None:
    with pytest.raises(OverflowError):
        as_array([2**64], 64)


@given(st.sampled_from(WIDTHS), st.data())
def test_pigeonhole(width: int, data: st.DataObject) -> None:
    """Whatever bits differ, some block is within its radius."""
    flipped = data.draw(st.sets(st.integers(0, width - 1), max_size=24))
    differing = sum(1 << bit for bit in flipped)
    parts = [differing >> 16 * no & 0xFFFF for no in range(width // 16)]
    allowed = radii(len(flipped), width // 16)
    assert any(part.bit_count() <= most for part, most in zip(parts, allowed, strict=True))


def test_numbers_of_probes_and_chance() -> None:
    # 17 and 137 keys a block within 1 and 2 bits; 1,100 chance pairs of 100,000 within 12 bits,
    # 19 million of a million within 16
    assert [len(probe_masks(radius)) for radius in (0, 1, 2)] == [1, 17, 137]
    assert probes(7) == 4 * 17
    assert probes(11) == 4 * 137
    assert 1_050 < 100_000**2 / 2 * chance_share(12) < 1_150
    assert 18e6 < 1_000_000**2 / 2 * chance_share(16) < 20e6
    # two random fingerprints within 1 bit: 1 + width cases of 2**width
    assert chance_share(1, 32) == 33 / 2**32
    assert chance_share(1, 128) == 129 / 2**128


def test_affordable_distance_shrinks_with_the_library() -> None:
    sizes = (2, 100, 10_000, 100_000, 1_000_000, 100_000_000)
    distances = [affordable_distance(size, 3, 24) for size in sizes]
    assert distances == sorted(distances, reverse=True)
    assert distances[0] == 24
    assert distances[-1] >= 3
    assert affordable_distance(100_000, 3, 24) >= 12
    by_width = [affordable_distance(100_000, 3, 24, width) for width in WIDTHS]
    assert by_width == sorted(by_width)
    assert by_width[0] < by_width[2]

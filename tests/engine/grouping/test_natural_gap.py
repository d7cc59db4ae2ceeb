"""The gap between two heaps of numbers, where one was planted and where none was."""

import random

import hypothesis.strategies as st
import pytest
from hypothesis import given

from simcore.grouping.pairs import natural_gap


@pytest.mark.parametrize("counts", [[], [0], [7], [0] * 25, [9] * 25, [100, 50, 20, 5, 1, 0, 0]])
def test_there_is_no_gap_in_one_heap(counts: list[int]) -> None:
    assert natural_gap(counts) is None


def test_a_few_stray_pairs_are_no_heap() -> None:
    counts = [0] * 25
    counts[2], counts[20] = 400, 4
    assert natural_gap(counts) is None
    counts[20] = 40
    assert natural_gap(counts) == 11  # the middle of 3 to 19


@given(
    st.integers(0, 8), st.integers(2, 8), st.integers(5, 500), st.integers(5, 500), st.integers()
)
def test_a_planted_gap_is_found(start: int, wide: int, left: int, right: int, seed: int) -> None:
    """Two heaps of which the smaller has a tenth of all, with nothing between them."""
    least = max(left, right) // 8 + 5
    left, right = max(left, least), max(right, least)
    heap = random.Random(seed)
    near = [left + heap.randrange(left) for _ in range(start + 1)]
    far = [right + heap.randrange(right) for _ in range(4)]
    found = natural_gap([*near, *[0] * wide, *far])
    if min(sum(near), sum(far)) >= 0.05 * (sum(near) + sum(far)):
        assert found == start + 1 + (wide - 1) // 2


def test_the_emptier_of_two_gaps_and_the_wider_of_equal_ones() -> None:
    assert natural_gap([50, 5, 50, 0, 50]) == 3
    assert natural_gap([50, 0, 50, 0, 0, 0, 50]) == 4

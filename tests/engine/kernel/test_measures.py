"""What sets of hashes share, counted by the core, against Python's sets."""

import random
import re
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore.kernel import core

FEW = st.integers(0, 31).map(lambda at: at << 59 | at)
"""Values in all parts of the range that the core goes over side by side."""

SETS = st.sets(FEW | st.integers(0, 2**64 - 1), max_size=60) | st.sets(
    st.integers(2**62 - 20, 2**62 + 20), max_size=40
)


def ordered(values: set[int]) -> core.Hashes:
    return np.array(sorted(values), dtype=np.uint64)


@given(st.lists(st.tuples(SETS, SETS), max_size=6))
def test_pairs_share_what_both_have(pairs: list[tuple[set[int], set[int]]]) -> None:
    sets = [(ordered(one), ordered(other)) for one, other in pairs]
    made = [(core.Placed(one), core.Placed(other)) for one, other in sets]
    assert core.shared(made) == [len(one & other) for one, other in pairs]


@given(st.integers(0, 2**32), st.integers(0, 3_000), st.integers(0, 3_000))
def test_long_sets_share_what_both_have(seed: int, one: int, other: int) -> None:
    drawn = np.random.default_rng(seed)
    sets = [set(drawn.integers(0, 6_000, count).tolist()) for count in (one, other)]
    spread = [{value * (2**64 // 6_000) for value in some} for some in sets]
    expected = len(sets[0] & sets[1])
    for some in (sets, spread):
        left, right = (core.Placed(ordered(values)) for values in some)
        assert core.shared([(left, right), (right, left)]) == [expected, expected]


@given(st.lists(st.tuples(st.lists(FEW | st.integers(0, 9), max_size=40), SETS), max_size=5))
def test_runs_of_what_others_lack_are_counted(pairs: list[tuple[list[int], set[int]]]) -> None:
    asked, expected = [], []
    for listed, others in pairs:
        one = core.Placed(ordered(set(listed)))
        places = one.places(np.array(listed, dtype=np.uint64))
        assert places.tolist() == [sorted(set(listed)).index(value) for value in listed]
        asked.append((one, places, core.Placed(ordered(others))))
        marks = "".join("-" if value in others else "u" for value in listed)
        runs = [len(run) for run in re.findall("u+", marks)]
        expected.append([len(runs), sum(run <= 2 for run in runs), sum(run <= 5 for run in runs)])
    assert core.alone(asked, 2, 5).T.tolist() == expected


SIZES = st.sampled_from((0, 1, 2, 3, 16, 17, 31, 32, 33, 63, 64, 65, 1_000, 4_095, 4_096))
"""Of arrays: a few, and those on both sides of where another number of bits places them."""

KINDS = {
    "hashes": lambda drawn: drawn,
    "equal ones": lambda drawn: drawn[:1].repeat(len(drawn)),
    "ascending": np.sort,
    "descending": lambda drawn: np.sort(drawn)[::-1],
    "few": lambda drawn: drawn % np.uint64(7) * np.uint64(2**61),
    "all in one place": lambda drawn: drawn & np.uint64(0xFFF_FFFF) | np.uint64(2**63),
    "small": lambda drawn: drawn >> np.uint64(50),
    "runs": lambda drawn: drawn.repeat(9)[: len(drawn)],
    "one apart": lambda drawn: np.append(drawn[1:] >> np.uint64(40), drawn[:1]),
    "the greatest": lambda drawn: drawn | np.uint64(2**64 - 4),
}


def test_only_hashes_are_sorted() -> None:
    for kind in (np.uint32, np.int64, np.float64):
        with pytest.raises(TypeError, match=np.dtype(kind).name):
            core.sort(np.zeros(100, dtype=kind))


@pytest.mark.parametrize("kind", KINDS)
def test_a_few_are_found_among_many(kind: str) -> None:
    """Each value and what is beside it, alone and behind another one, wherever it stands."""
    drawn = np.random.default_rng(len(kind))
    listed = set(KINDS[kind](drawn.integers(0, 2**64, 1_500, dtype=np.uint64)).tolist())
    values = sorted(listed)
    picked = random.Random(len(kind))
    asked = [{(one + step) % 2**64} for one in values for step in (-1, 0, 1)]
    asked += [{*some, picked.choice(values)} for some in asked]
    asked += [set(picked.sample(values, min(9, len(values)))) for _ in range(100)]
    many = core.Placed(ordered(listed))
    few = [core.Placed(ordered(some)) for some in asked]
    expected = [len(some & listed) for some in asked]
    assert core.shared([(some, many) for some in few]) == expected
    assert core.shared([(many, some) for some in few]) == expected


def check_sort(kind: str, seed: int, size: int) -> None:
    drawn = np.random.default_rng(seed).integers(0, 2**64, size, dtype=np.uint64)
    values = np.ascontiguousarray(KINDS[kind](drawn))
    expected = sorted(values.tolist())
    assert core.distinct(values).tolist() == sorted(set(expected))
    core.sort(values)
    assert values.tolist() == expected


@given(st.sampled_from(sorted(KINDS)), st.integers(0, 2**32), SIZES | st.integers(0, 500))
def test_sorting_equals_pythons(kind: str, seed: int, size: int) -> None:
    check_sort(kind, seed, size)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [2**16 - 1, 2**16, 2**16 + 1, 200_000])
def test_sorting_many_in_parts_equals_pythons(kind: str, size: int) -> None:
    check_sort(kind, 5, size)


@given(st.lists(FEW, max_size=80))
def test_of_equal_values_one_is_left(values: list[int]) -> None:
    assert core.distinct(np.array(values, dtype=np.uint64)).tolist() == sorted(set(values))


@given(st.lists(FEW, max_size=60), st.lists(FEW, max_size=60))
def test_occurrences_told_apart_share_what_lists_do(one: list[int], other: list[int]) -> None:
    apart = [core.each(np.array(values, dtype=np.uint64)) for values in (one, other)]
    assert [len(set(values.tolist())) for values in apart] == [len(one), len(other)]
    assert set(one) <= set(apart[0].tolist())
    left, right = map(core.Placed, apart)
    assert core.shared([(left, right)]) == [(Counter(one) & Counter(other)).total()]


LISTS = st.lists(st.lists(st.integers(0, 9), unique=True, max_size=8).map(sorted), max_size=12)


@given(LISTS, st.lists(st.integers(0, 4), min_size=10, max_size=10), st.randoms())
def test_joined_lists_equal_counting(
    lists: list[list[int]], least: list[int], dice: random.Random
) -> None:
    texts, slices, expected = [], [], Counter[tuple[int, int]]()
    for owner in sorted(dice.choices(range(10), k=len(lists))):
        some = lists[len(slices)]
        slices.append((owner, len(texts), len(some)))
        texts += some
        expected.update((owner, text) for text in some)
    owners, starts, counts = np.array(slices, dtype=np.int32).reshape(-1, 3).T.copy()
    found = core.joined(
        np.array(texts, dtype=np.int32), (starts, counts), owners, np.array(least, dtype=np.int32)
    )
    assert sorted(map(tuple, found.tolist())) == sorted(
        (*pair, number)
        for pair, number in expected.items()
        if number >= min(least[pair[0]], least[pair[1]])
    )


@given(st.lists(SETS, min_size=1, max_size=6), st.sampled_from((np.int32, np.int64)))
def test_runs_of_one_array_share_what_both_have(sets: list[set[int]], kind: type) -> None:
    values = ordered(set())
    starts, sizes = np.cumsum([0, *map(len, sets)])[:-1], np.array([*map(len, sets)])
    values = np.concatenate([values, *map(ordered, sets)])
    left, right = np.indices((len(sets), len(sets))).reshape(2, -1).astype(kind)
    found = core.shared_runs(values, starts, sizes, left, right)
    assert found.tolist() == [len(one & other) for one in sets for other in sets]

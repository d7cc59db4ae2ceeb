"""Pairs by sketches against counting shared samples one by one."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amounts import LONG
from oracle.sketching import sketch_of
from simcore.candidates.parameters import PARAMETERS
from simcore.candidates.postings import least_shared, promising, sketch_candidates
from simcore.candidates.sketches import sketch_pairs
from simcore.model.config import Thresholds
from simcore.model.report import NoProgress
from simcore.text.shingles import shingles_in_order


@given(st.integers(0, 2**32), st.integers(0, 3_000), st.sampled_from([1, 2, 1_000]))
def test_sample(seed: int, count: int, repeats: int) -> None:
    values = np.random.default_rng(seed).integers(0, 2**64, count, dtype=np.uint64)
    low = {value % 2**32 for value in values.tolist()}
    by_sampling = {rate: sorted(v for v in low if v % rate == 0) for rate in (16, 4, 1)}
    expected = next((kept for kept in by_sampling.values() if len(kept) >= 64), sorted(low))
    assert sketch_of(np.repeat(values, min(repeats, 3))).tolist() == expected


def enough(
    shared: int, one: int, other: int, containment: float, *, sampled: bool, least: float = 0.3
) -> bool:
    needed = min(least / (1 + least) * (one + other), containment * min(one, other))
    deviation = math.sqrt(needed * (1 - needed / max(1, min(one, other))))
    return shared + (2.5 * deviation if sampled else 0) >= needed - 1e-9


def worth_comparing(
    sketches: list[set[int]], containment: float, most: int
) -> tuple[list[tuple[int, int]], int]:
    """Decide as documented, one pair at a time."""
    texts_of = {v: sum(v in one for one in sketches) for v in set().union(*sketches)}
    rare = {v for v, count in texts_of.items() if count <= most}
    found = []
    for (i, a), (j, b) in itertools.combinations(enumerate(sketches), 2):
        rate = max(
            next(rate for rate in (16, 4, 1) if all(v % rate == 0 for v in one)) for one in (a, b)
        )
        left, right = ({v for v in one if v % rate == 0} for one in (a, b))
        shared = left & right
        less, more = sorted((len(left), len(right)))
        # of few shingles, and about as many: they may be more alike by their words
        least = 0.125 if rate == 1 and more <= 128 and less > 0.83 * more else 0.3
        of_rare = len(shared & rare), len(left & rare), len(right & rare)
        by_rare = enough(*of_rare, containment, sampled=rate > 1, least=least)
        of_all = len(shared), len(left), len(right)
        by_all = enough(*of_all, containment, sampled=rate > 1, least=least)
        crowded = shared - rare and shown(shared, left, right, containment, sampled=rate > 1)
        if crowded or (shared & rare and by_rare and by_all):
            found.append((i, j))
    return found, len(texts_of) - len(rare)


def shown(
    shared: set[int], one: set[int], other: set[int], containment: float, *, sampled: bool
) -> bool:
    """Whether two texts reach the usual thresholds: near, or one part of the longer other."""
    counts = len(shared), len(one), len(other)
    less, more = sorted(counts[1:])
    near = enough(*counts, 1.0, sampled=sampled, least=0.7)
    part = enough(*counts, containment, sampled=sampled, least=1.0)
    # of two of about one length those less than 0.3 alike may have a part in common
    shorter = less <= (0.95 if sampled else 0.8) * more or containment < 0.3 * 2.25 / 1.3
    return near or (part and shorter)


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from([1, 4, 16]), st.sets(st.integers(0, 60), min_size=1, max_size=25)
        ),
        max_size=8,
    ),
    st.sampled_from([0.1, 0.5, 0.8, 1.0]),
    st.sampled_from([1, 3, 10, 1_000]),
    st.sampled_from([1, 7, 1_000]),
    st.sampled_from([0, 4, 9]),
)
def test_pairs_equal_counting(
    texts: list[tuple[int, set[int]]], containment: float, budget: int, at_once: int, bits: int
) -> None:
    sketches = [{value * rate for value in values} for rate, values in texts]
    counts = [sum(v in one for one in sketches) for v in set().union(*sketches)]
    within = [
        top
        for top in sorted(set(counts))
        if sum(c * (c - 1) // 2 for c in counts if c <= top) <= budget
    ]
    most = max(within, default=1)
    patch = pytest.MonkeyPatch()
    patch.setattr(
        "simcore.candidates.sketches.PARAMETERS",
        replace(PARAMETERS, least_proposals=budget, proposals_a_text=0),
    )
    patch.setattr("simcore.candidates.sketches._PROPOSALS_AT_ONCE", at_once)
    patch.setattr("simcore.candidates.postings._RANGE_BITS", bits)
    try:
        arrays = [np.array(sorted(t), dtype=np.uint32) for t in sketches]
        found = sketch_pairs(arrays, Thresholds(containment=containment))
    finally:
        patch.undo()
    expected, common = worth_comparing(sketches, containment, most)
    assert list(zip(found.left.tolist(), found.right.tolist(), strict=True)) == expected
    assert len(found.common) == common


@given(
    st.integers(0, 300),
    st.integers(0, 300),
    st.integers(0, 300),
    st.sampled_from([1, 4, 16]),
    st.sampled_from([0.1, 0.3, 0.5, 0.8, 1.0]),
)
def test_what_is_left_out_early_is_not_promising(
    shared: int, one: int, more: int, sampling: int, containment: float
) -> None:
    sizes = np.arange(one + 1, dtype=np.float64)
    least = least_shared(sizes, sampling, containment)
    assert (np.diff(least) >= 0).all()
    figures = (np.array([float(n)]) for n in (min(shared, one), one, one + more))
    if promising(*figures, np.array([sampling > 1]), containment)[0]:
        assert min(shared, one) >= least[-1]


@given(
    st.lists(st.sets(st.integers(0, 60), min_size=1, max_size=25), min_size=1, max_size=8),
    st.sampled_from([1, 4, 16]),
    st.sampled_from([0.1, 0.5, 1.0]),
)
def test_a_query_finds_what_the_search_for_pairs_finds(
    texts: list[set[int]], rate: int, containment: float
) -> None:
    arrays = [np.array(sorted(t), dtype=np.uint32) * np.uint32(rate) for t in texts]
    found = sketch_pairs(arrays, Thresholds(containment=containment))
    beside_first = [
        right
        for left, right in zip(found.left.tolist(), found.right.tolist(), strict=True)
        if left == 0
    ]
    others = np.concatenate([np.zeros(0, dtype=np.uint32), *arrays[1:]])
    sizes = np.array([*map(len, arrays[1:])], dtype=np.int64)
    asked = sketch_candidates(arrays[0], others, sizes, containment)
    assert (asked + 1).tolist() == beside_first


def random_text(seed: int, length: int) -> str:
    letters = np.random.default_rng(seed).integers(0x4E00, 0x5E00, length)
    return "".join(map(chr, letters.tolist()))


def test_a_chapter_inside_its_book() -> None:
    book = random_text(1, 40_000)
    texts = (book, random_text(2, 4_000), book[8_000:12_000])
    found = sketch_pairs(
        [sketch_of(shingles_in_order(text)) for text in texts], Thresholds(containment=0.8)
    )
    assert (found.left.tolist(), found.right.tolist()) == ([0], [2])


@pytest.mark.parametrize("length", [150, 300, 600, 1_200, 5_000])
def test_samples_lose_nothing_at_the_least_similarity(length: int) -> None:
    """Of two hundred pairs slightly above the threshold chance may lose one or two."""
    pairs, lost = (200, 3) if LONG else (60, 1)
    kept = 0
    for seed in range(pairs):
        common = random_text(3 * seed, length // 2)
        pair = [common + random_text(3 * seed + side, length // 2) for side in (1, 2)]
        kept += len(
            sketch_pairs(
                [sketch_of(shingles_in_order(t)) for t in pair], Thresholds(containment=1.0)
            ).left
        )
    assert kept >= pairs - lost


def test_three_hundred_forms_are_all_proposed() -> None:
    """Samples that all texts share are no boilerplate in a library of this size."""
    form = np.arange(256, dtype=np.uint32)
    filled = [np.append(form, np.uint32(1_000 + number)) for number in range(300)]
    found = sketch_pairs(filled, Thresholds(containment=0.8))
    assert len(found.left) == 300 * 299 // 2
    assert len(found.common) == 0


def test_texts_of_few_words_do_not_propose_all_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    """All texts share most samples; only those that two share alone separate them."""
    monkeypatch.setattr(
        "simcore.candidates.sketches.PARAMETERS",
        replace(PARAMETERS, least_candidates=100, candidates_a_text=0),
    )
    monkeypatch.setattr(
        "simcore.candidates.crowded.PARAMETERS",
        replace(PARAMETERS, least_crowded=10, crowded_a_text=0, hubs=1),
    )
    few = np.arange(200, dtype=np.uint32)
    texts = [np.append(few, np.uint32(1_000 + number // 2)) for number in range(200)]
    told: list[tuple[int, int]] = []

    class Watch(NoProgress):
        def report(self, stage: object, done: int, total: int) -> None:
            told.append((done, total))

    found = sketch_pairs(texts, Thresholds(containment=0.8), Watch())
    pairs = set(zip(found.left.tolist(), found.right.tolist(), strict=True))
    assert pairs >= {(number, number + 1) for number in range(0, 200, 2)}
    assert pairs >= {(0, number) for number in range(1, 200)}
    assert len(pairs) <= 100 + 199 + 10
    assert found.missed > 0
    assert found.common.tolist() == list(range(200))
    assert told == sorted(told)


def test_nothing() -> None:
    found = sketch_pairs([], Thresholds(containment=0.5))
    assert len(found.left) == 0
    assert (
        sketch_pairs([np.zeros(0, dtype=np.uint32)] * 3, Thresholds(containment=0.5)).left.tolist()
        == []
    )

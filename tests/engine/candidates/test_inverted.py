"""Inverted sketches against comparing all with all."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amounts import examples
from oracle import sketching
from simcore.candidates import inverted
from simcore.candidates.inverted import Bounds, Inverted, cut_for, promising, sketch_pairs
from simcore.candidates.sketches import Sketches
from simcore.model.config import Thresholds

BOUNDS = st.builds(
    Bounds,
    st.sampled_from([0.05, 0.15, 0.35]),
    st.sampled_from([0.1, 0.44, 1.0]),
    st.sampled_from([0.0, 1.5]),
)
RATES = st.sampled_from([1, 2, 4, 8, 16, 32])
LONG = st.tuples(RATES, st.sets(st.integers(0, 40), max_size=25)).map(
    lambda drawn: {drawn[0] * value for value in drawn[1]}
)
SHORT = st.sets(st.integers(0, 12), max_size=8).map(
    lambda some: {2 * one + 1 for one in some} | {1 << 31 | one for one in some}
)
TEXTS = st.lists(st.one_of(LONG, SHORT).map(sorted), max_size=14)


def as_sketches(texts: list[list[int]]) -> Sketches:
    return Sketches.of([np.array(one, dtype=np.uint32) for one in texts])


def are_enough(one: list[int], other: list[int], bounds: Bounds) -> bool:
    both = sketching.shared(one, other)
    return both > 0 and both >= sketching.needed(one, other, *bounds) - 1e-6


@settings(max_examples=examples(200), deadline=None)
@given(TEXTS, BOUNDS, st.randoms(use_true_random=False))
def test_pairs_are_those_that_share_enough(
    texts: list[list[int]], bounds: Bounds, drawn: "st.Random"
) -> None:
    expected = [
        (left, right)
        for left, right in combinations(range(len(texts)), 2)
        if are_enough(texts[left], texts[right], bounds)
    ]
    order = list(range(len(texts)))
    drawn.shuffle(order)
    found = sketch_pairs(as_sketches(texts), bounds, np.array(order, dtype=np.int64))
    assert list(zip(found.left.tolist(), found.right.tolist(), strict=True)) == expected
    assert (found.missed, found.passed_over) == (0, 0)
    counts: dict[int, int] = {}
    for value in (value for text in texts for value in text):
        counts[value] = counts.get(value, 0) + 1
    several = sorted(value for value, count in counts.items() if count > 1)
    assert found.frequencies.values.tolist() == several
    assert found.frequencies.counts.tolist() == [counts[value] for value in several]


@settings(max_examples=examples(200), deadline=None)
@given(TEXTS, TEXTS, st.lists(st.sets(st.integers(0, 13)), max_size=3), BOUNDS)
def test_questions_find_the_same(
    texts: list[list[int]], asked: list[list[int]], gone: list[set[int]], bounds: Bounds
) -> None:
    """Whatever parts texts came in, and whichever of them are gone."""
    half = len(texts) // 2
    ids = np.arange(len(texts), dtype=np.int64) * 3
    held = Inverted.of(ids[:half], as_sketches(texts[:half]))
    held = held.merged(Inverted.of(ids[half:], as_sketches(texts[half:])))
    left = set(range(len(texts)))
    for some in gone:
        held = held.without(np.array(sorted(some), dtype=np.int64) * 3)
        left -= some
    number, at, shared = held.met(as_sketches(asked), bounds)
    found = {
        (one, int(held.texts[place]) // 3): count
        for one, place, count in zip(number.tolist(), at.tolist(), shared.tolist(), strict=True)
    }
    assert found == {
        (number, text): sketching.shared(one, texts[text])
        for number, one in enumerate(asked)
        for text in left
        if are_enough(one, texts[text], bounds)
    }
    for number, one in enumerate(asked):
        every = promising(np.array(one, dtype=np.uint32), as_sketches(texts), bounds)
        assert [text for text in every.tolist() if text in left] == sorted(
            text for other, text in found if other == number
        )
    values = np.unique(np.array([v for text in texts for v in text], dtype=np.uint32))
    owners, places = held.holders(values, 2)
    for place, value in enumerate(values.tolist()):
        having = [3 * text for text in sorted(left) if value in texts[text]]
        assert owners[places == place].tolist() == having[:2]
        assert held.frequencies(values)[place] >= len(having)


def crowd(texts: int, own: int, common: int) -> list[list[int]]:
    """Texts that share ``common`` samples, and have ``own`` ones of which the longer have more."""
    shared = [32 * value for value in range(common)]
    return [
        [*shared, *(32 * (10_000 + 1_000 * text + value) for value in range(own + texts - text))]
        for text in range(texts)
    ]


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inverted, "_LEAST_WORK", 1_000)
    monkeypatch.setattr(inverted, "_LEAST_ASKED", 1_000)
    monkeypatch.setattr(inverted, "_WORK_A_TEXT", 10)
    monkeypatch.setattr(inverted, "_FEW_PAIRS", 0)


@pytest.mark.usefixtures("small")
def test_in_a_crowd_each_text_meets_the_first_ones_and_those_before_it() -> None:
    texts = crowd(60, 10, 100)
    found = sketch_pairs(as_sketches(texts), Bounds(0.15, 0.44))
    cut = cut_for(np.bincount([60] * 100), 60)
    assert cut == 8
    pairs = set(zip(found.left.tolist(), found.right.tolist(), strict=True))
    assert pairs == {
        (one, other)
        for other in range(60)
        for one in range(other)
        if other <= cut + 2 or one < cut or one >= other - 2
    }
    unmet = 60 * 59 // 2 - len(pairs)
    assert found.missed == unmet
    assert found.passed_over == 60 - cut - 3


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("few", [29, 30])
def test_none_of_few_pairs_is_left_out(monkeypatch: pytest.MonkeyPatch, few: int) -> None:
    """Lists are long, and 60 texts have 1,770 pairs: 29 a text, and a half."""
    monkeypatch.setattr(inverted, "_LEAST_WORK", 20_000)
    monkeypatch.setattr(inverted, "_FEW_PAIRS", few)
    found = sketch_pairs(as_sketches(crowd(60, 10, 100)), Bounds(0.15, 0.44))
    assert len(found.left) + found.missed == 60 * 59 // 2
    assert (found.missed == 0) == (few == 30)
    assert (found.passed_over == 0) == (few == 30)


@pytest.mark.usefixtures("small")
def test_a_footer_is_no_crowd() -> None:
    """Hundreds share five samples of a hundred: no pair of them would be compared."""
    texts = crowd(60, 100, 5)
    twin = sorted({*texts[40][:-5], 32 * 9_000_000, 32 * 9_000_001})
    found = sketch_pairs(as_sketches([*texts, *crowd(300, 200, 5)[60:], twin]), Bounds(0.15, 0.44))
    assert list(zip(found.left.tolist(), found.right.tolist(), strict=True)) == [(40, 300)]
    assert (found.missed, found.passed_over) == (0, 0)


@pytest.mark.usefixtures("small")
def test_twins_in_a_crowd_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts made of the same clauses: hundreds share as much as is enough, two nearly all."""
    monkeypatch.setattr(inverted, "_WORK_A_TEXT", 450)
    random = np.random.default_rng(11)
    clauses = [[32 * (100 * at + one) for one in range(8)] for at in range(40)]
    drawn = [random.choice(40, 20, replace=False) for _ in range(150)]
    twins = [(at, 150 + at) for at in range(0, 100, 5)]
    for at, _ in twins:
        other = next(one for one in range(40) if one not in drawn[at])
        drawn.append(np.append(drawn[at][1:], other))
    twins = [(at, 150 + number) for number, (at, _) in enumerate(twins)]
    texts = [sorted(value for one in some for value in clauses[one]) for some in drawn]
    found = sketch_pairs(as_sketches(texts), Bounds(0.15, 0.44))
    pairs = set(zip(found.left.tolist(), found.right.tolist(), strict=True))
    assert pairs.issuperset(twins)
    # what is left out is counted: nearly all pairs share enough
    enough = sum(
        are_enough(texts[one], texts[other], Bounds(0.15, 0.44))
        for one, other in combinations(range(len(texts)), 2)
    )
    assert len(pairs) < enough / 2
    assert len(pairs) + found.missed == pytest.approx(enough, rel=0.1)


@pytest.mark.usefixtures("small")
def test_where_no_pair_that_met_shares_enough_none_counts_as_missed() -> None:
    """Lines of one program: each text has many of them, two texts few of the same."""
    random = np.random.default_rng(5)
    texts = [
        [32 * int(value) for value in sorted(random.choice(600, 120, replace=False))]
        for _ in range(200)
    ]
    shared = [len({*one} & {*other}) for one, other in combinations(texts, 2)]
    assert max(shared) < 0.44 * 120 - 1
    found = sketch_pairs(as_sketches(texts), Bounds(0.3, 0.44))
    assert len(found.left) == 0
    assert (found.missed, found.passed_over) == (0, 0)


@pytest.mark.usefixtures("small")
def test_many_questions_of_a_crowd_are_answered_by_its_first_and_last_texts() -> None:
    texts = crowd(200, 10, 100)
    held = Inverted.of(np.arange(200), as_sketches(texts))
    number, at, _ = held.met(as_sketches(texts[:50]), Bounds(0.15, 0.44))
    for one in range(50):
        found = at[number == one].tolist()
        assert {0, 1, 2, 3, 198, 199} <= {*found}
        assert len(found) < 30


def test_bounds_follow_the_thresholds() -> None:
    lower, usual = Bounds.of(Thresholds(24, 0.3, 0.5)), Bounds.of(Thresholds())
    assert lower.alike == usual.alike == 0.15
    assert lower.held < usual.held
    assert lower.slack > usual.slack == 0
    assert Bounds.of(Thresholds(), contained=False).held == np.inf

"""Pairs by sketches against counting shared samples one by one."""

import itertools
import math
import random
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from amounts import LONG, examples
from budgets import limits
from builders import chinese_text, edited
from oracle.sketching import sketch_of
from simcore import FingerprintIndex, ScanConfig, scan
from simcore.candidates.bounds import Signs, may_be_pairs
from simcore.candidates.parameters import PARAMETERS, CandidateParameters
from simcore.candidates.postings import (
    SampleLists,
    SampleRanges,
    least_shared,
    promising,
    sketch_candidates,
)
from simcore.candidates.sketches import pack_sketches, sketch_pairs, unpack_sketches
from simcore.formats.reading import READER_VERSION
from simcore.model.config import Thresholds
from simcore.model.report import NoProgress
from simcore.text.shingles import shingles_in_order
from simcore.workers import make_executor


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
    arrays = [np.array(sorted(t), dtype=np.uint32) for t in sketches]
    with limits(least_proposals=budget, proposals_a_text=0) as patch:
        patch.setattr("simcore.candidates.sketches._PROPOSALS_AT_ONCE", at_once)
        patch.setattr("simcore.candidates.postings._RANGE_BITS", bits)
        found = sketch_pairs(arrays, Thresholds(containment=containment))
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
    others = np.concatenate([np.zeros(0, dtype=np.uint32), *arrays[1:]])
    sizes = np.array([*map(len, arrays[1:])], dtype=np.int64)
    asked = sketch_candidates(arrays[0], others, sizes, containment)
    assert (asked + 1).tolist() == found.right[found.left == 0].tolist()


def random_text(seed: int, length: int) -> str:
    letters = np.random.default_rng(seed).integers(0x4E00, 0x5E00, length)
    return "".join(map(chr, letters.tolist()))


def of_texts(texts: Sequence[str], containment: float) -> list[tuple[int, int]]:
    sketches = [sketch_of(shingles_in_order(text)) for text in texts]
    found = sketch_pairs(sketches, Thresholds(containment=containment))
    return list(zip(found.left.tolist(), found.right.tolist(), strict=True))


def test_a_chapter_inside_its_book() -> None:
    book = random_text(1, 40_000)
    assert of_texts((book, random_text(2, 4_000), book[8_000:12_000]), 0.8) == [(0, 2)]
    assert of_texts(("", "", ""), 0.5) == of_texts((), 0.5) == []


@pytest.mark.parametrize("length", [150, 300, 600, 1_200, 5_000])
def test_samples_lose_nothing_at_the_least_similarity(length: int) -> None:
    """Of two hundred pairs slightly above the threshold chance may lose one or two."""
    pairs, lost = (200, 3) if LONG else (60, 1)
    kept = 0
    for seed in range(0, 3 * pairs, 3):
        common = random_text(seed, length // 2)
        kept += len(
            of_texts([common + random_text(seed + side, length // 2) for side in (1, 2)], 1.0)
        )
    assert kept >= pairs - lost


def test_three_hundred_forms_are_all_proposed() -> None:
    """Samples that all texts share are no boilerplate in a library of this size."""
    form = np.arange(256, dtype=np.uint32)
    filled = [np.append(form, np.uint32(1_000 + number)) for number in range(300)]
    found = sketch_pairs(filled, Thresholds(containment=0.8))
    assert len(found.left) == 300 * 299 // 2
    assert len(found.common) == 0


def test_texts_of_few_words_do_not_propose_all_pairs() -> None:
    """All texts share most samples; only those that two share alone separate them."""
    few = np.arange(200, dtype=np.uint32)
    texts = [np.append(few, np.uint32(1_000 + number // 2)) for number in range(200)]
    told: list[tuple[int, int]] = []

    class Watch(NoProgress):
        def report(self, stage: object, done: int, total: int) -> None:
            told.append((done, total))

    few_proposals = {"least_candidates": 100, "candidates_a_text": 0, "hubs": 1}
    with limits(**few_proposals, least_crowded=10, crowded_a_text=0):
        found = sketch_pairs(texts, Thresholds(containment=0.8), Watch())
    pairs = set(zip(found.left.tolist(), found.right.tolist(), strict=True))
    assert pairs >= {(number, number + 1) for number in range(0, 200, 2)}
    assert pairs >= {(0, number) for number in range(1, 200)}
    assert len(pairs) <= 100 + 199 + 10
    assert found.missed > 0
    assert found.common.tolist() == list(range(200))
    assert told == sorted(told)


@st.composite
def samples(draw: st.DrawFn) -> NDArray[np.uint32]:
    """Around the length from which sketches are encoded, and the bits of few or many values."""
    rate = draw(st.sampled_from(PARAMETERS.samplings))
    if draw(st.booleans()):
        size = draw(st.integers(0, 90))
        values = draw(st.lists(st.integers(0, 2**32 - 1), min_size=size, max_size=size))
    else:
        first, step = draw(st.integers(0, 2**31)), draw(st.integers(1, 700_000))
        values = [first + step * at for at in range(draw(st.integers(1, 3_000)))]
    kept = np.array(values, dtype=np.uint64).astype(np.uint32) // np.uint32(rate)
    return np.unique(kept * np.uint32(rate))


def encoded(sketches: Sequence[np.ndarray]) -> list[bytes]:
    return pack_sketches([sketch.astype("<u4").tobytes() for sketch in sketches])


def unpacked(blobs: Sequence[bytes]) -> list[np.ndarray]:
    values, sizes = unpack_sketches(blobs)
    return np.split(values, np.cumsum(sizes)[:-1]) if blobs else []


@settings(deadline=None)
@given(st.lists(samples(), max_size=8))
def test_packed_and_back(sketches: list[np.ndarray]) -> None:
    blobs = encoded(sketches)
    alone = [pack_sketches([sketch.astype("<u4").tobytes()]) for sketch in sketches]
    assert blobs == [blob for (blob,) in alone]
    back = unpacked(blobs)
    assert [one.tolist() for one in back] == [sketch.tolist() for sketch in sketches]
    assert all(one.dtype == np.uint32 for one in back)


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


Hashes = NDArray[np.uint64]


def all_pairs(count: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    left, right = np.array([*combinations(range(count), 2)], dtype=np.int64).reshape(-1, 2).T
    return left, right


def kept(texts: list[Hashes], containment: float) -> set[tuple[int, int]]:
    left, right = all_pairs(len(texts))
    samples = SampleRanges.of([sketch_of(one) for one in texts])
    marked = may_be_pairs(samples, left, right, containment, lambda: None)
    return {*zip(left[marked].tolist(), right[marked].tolist(), strict=True)}


@settings(deadline=None, max_examples=examples(100))
@given(
    st.lists(st.sets(st.integers(0, 60), max_size=50), min_size=2, max_size=6),
    st.sampled_from([0.1, 0.5, 0.8]),
)
def test_texts_whose_shingles_are_all_known_are_never_lost(
    drawn: list[set[int]], containment: float
) -> None:
    hashes = np.random.default_rng(1).integers(0, 2**64, 61, dtype=np.uint64)
    texts = [hashes[sorted(one)] for one in drawn]
    found = kept(texts, containment)
    for left, right in combinations(range(len(drawn)), 2):
        one, other = drawn[left], drawn[right]
        shared, smaller = len(one & other), min(len(one), len(other))
        alike = shared >= 0.3 * len(one | other)
        if alike or shared >= containment * smaller:
            assert (left, right) in found


@settings(deadline=None, max_examples=examples(60))
@given(
    st.lists(st.sets(st.integers(0, 2**32 - 1), max_size=40), min_size=1, max_size=5),
    st.sampled_from([1, 4, 16]),
    st.sampled_from([4, 6]),
    st.randoms(use_true_random=False),
)
def test_what_pairs_share_is_counted_and_bounded(
    drawn: list[set[int]], rate: int, bits: int, dice: random.Random
) -> None:
    """Whatever else each has; of a text with many samples bits tell little, and nothing wrong."""
    pool = [*{*range(0, 4_000, 4), *(one for text in drawn for one in text)}]
    texts = [*drawn, *(text | {*dice.sample(pool, dice.randrange(900))} for text in drawn)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("simcore.candidates.postings._RANGE_BITS", bits)
        samples = SampleRanges.of([np.array(sorted(text), dtype=np.uint32) for text in texts])
    left, right = all_pairs(len(texts))
    exact = [len(texts[one] & texts[other]) for one, other in zip(left, right, strict=True)]
    kept = [{value for value in text if value % rate == 0} for text in texts]
    at_rate = [len(kept[one] & kept[other]) for one, other in zip(left, right, strict=True)]
    assert samples.shared(left, right, lambda: None).tolist() == exact
    assert samples.shared(left, right, lambda: None, rate).tolist() == at_rate
    lists = SampleLists(samples)
    assert lists.shared(left, right, lambda: None).tolist() == exact
    assert lists.shared(left, right, lambda: None, rate).tolist() == at_rate
    most = Signs.of(lists, lambda: None).most_shared(left, right)
    sizes = np.array([*map(len, texts)])
    smaller = np.minimum(sizes[left], sizes[right])
    runs = np.concatenate([np.array(sorted(text), dtype=np.uint32) for text in texts])
    of_runs = Signs.of_runs(runs, sizes)
    for bound in (most, of_runs.most_shared(left, right)):
        assert (exact <= bound).all()
        assert (bound <= smaller).all()


@pytest.mark.parametrize("size", [300, 3_000, 30_000, 300_000])
def test_of_longer_texts_hardly_a_pair_on_the_threshold_is_lost(size: int) -> None:
    dice = np.random.default_rng(size)
    # .3 of the union of two texts of one size, and .8 of a fifth of one
    rounds, lost, left_in = 2_400_000 // max(size, 8_000), 0, 0
    for _ in range(rounds):
        pool = dice.integers(0, 2**64, 3 * size, dtype=np.uint64)
        own = round(size * 0.7 / 1.3)
        texts = [pool[:size], pool[own : own + size], pool[2 * size :], pool[: size // 5].copy()]
        texts[3][: size // 25] = dice.integers(0, 2**64, size // 25, dtype=np.uint64)
        found = kept(texts, 0.8)
        lost += len({(0, 1), (0, 3)} - found)
        left_in += (0, 2) in found
    assert lost == 0
    assert left_in == 0


def test_unlike_texts_near_by_fingerprints_alone_are_not_compared(tmp_path: Path) -> None:
    for number in range(12):
        text = edited(chinese_text(number // 2, 150), number, number % 2)
        (tmp_path / f"{number:02}.txt").write_text(text, encoding="utf-8")
    # all fingerprints of 64 bits lie within 64
    config = ScanConfig(jobs=0, compared_distance=64)
    with FingerprintIndex(Path(":memory:")) as index, make_executor(0) as executor:
        report = scan([tmp_path], config, index, executor)
    paths = {one.id: one.path.name for one in report.documents.values()}
    pairs = {(paths[pair.left], paths[pair.right]) for pair in report.pairs}
    assert pairs == {(f"{one:02}.txt", f"{one + 1:02}.txt") for one in range(0, 12, 2)}
    assert report.counts.candidates == len(pairs)

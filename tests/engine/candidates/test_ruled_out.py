"""Pairs that near fingerprints propose against what their texts share, counted one by one."""

import random
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from amounts import examples
from builders import chinese_text, edited
from oracle.sketching import sketch_of
from simcore import FingerprintIndex, ScanConfig, scan
from simcore.candidates.bounds import Signs, may_be_pairs
from simcore.candidates.postings import SampleLists, SampleRanges
from simcore.workers import make_executor

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
    sizes = [
        min(len(texts[one]), len(texts[other])) for one, other in zip(left, right, strict=True)
    ]
    runs = np.concatenate([np.array(sorted(text), dtype=np.uint32) for text in texts])
    of_runs = Signs.of_runs(runs, np.array([len(text) for text in texts]))
    for bound in (most, of_runs.most_shared(left, right)):
        assert (exact <= bound).all()
        assert (bound <= sizes).all()


def test_bits_tell_texts_apart() -> None:
    """Of two texts of 200 samples that share none a quarter at most may seem to be shared."""
    values = np.random.default_rng(3).integers(0, 2**32, 400, dtype=np.uint32)
    samples = SampleRanges.of([np.sort(values[:200]), np.sort(values[200:])])
    lists = SampleLists(samples, also=np.sort(values))
    for signs in (Signs.of(lists, lambda: None), Signs.of_runs(values, np.array([200, 200]))):
        (most,) = signs.most_shared(np.array([0]), np.array([1]))
        assert most <= 50


def test_what_texts_seem_to_share_by_their_bits_is_counted() -> None:
    """Of two texts of 200 shingles 93 shared ones are .3 of all; bits show them as more.

    Few pairs that seem to share enough are left in uncounted.
    """
    left_in = 0
    for shared in range(60, 120):
        pool = np.random.default_rng(shared).integers(0, 2**64, 400 - shared, dtype=np.uint64)
        found = bool(kept([pool[:200], pool[-200:]], 0.8))
        assert found or 10 * shared < 3 * (400 - shared)
        left_in += found and 10 * shared < 3 * (400 - shared)
    assert left_in <= 3


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

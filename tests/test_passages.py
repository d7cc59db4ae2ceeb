"""Shared passages against counting them one by one."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcore import passages
from simcore.passages import KEPT_WHOLE, sample, share_passages
from simcore.tokens import shingles


@given(st.lists(st.integers(0, 2**64 - 1), unique=True, max_size=400))
def test_sample(values: list[int]) -> None:
    found = sample(np.array(sorted(values), dtype=np.uint64)).tolist()
    low = {value % 2**32 for value in values}
    if len(values) <= KEPT_WHOLE:
        assert found == sorted(low)
    else:
        assert found == sorted(value for value in low if value % 16 == 0)


@settings(deadline=None)
@given(
    st.lists(st.sets(st.integers(0, 60), max_size=25), max_size=8),
    st.sampled_from([0.1, 0.3, 0.5, 1.0]),
    st.integers(1, 8),
    st.integers(1, 60),
)
def test_pairs_equal_counting(texts: list[set[int]], share: float, most: int, at_once: int) -> None:
    patch = pytest.MonkeyPatch()
    patch.setattr(passages, "MOST_TEXTS", most)
    patch.setattr(passages, "_PAIRS_AT_ONCE", at_once)
    try:
        found = share_passages([np.array(sorted(t), dtype=np.uint32) for t in texts], share)
    finally:
        patch.undo()
    common = {v for v in range(61) if sum(v in text for text in texts) > most}
    expected = []
    for (i, a), (j, b) in itertools.combinations(enumerate(texts), 2):
        left, right = a - common, b - common
        shared = left & right
        whole = [any(v % 16 for v in text) for text in (a, b)]
        if not all(whole):
            left, right = ({v for v in text if v % 16 == 0} for text in (left, right))
        if shared and len(shared) >= share * min(len(left), len(right)):
            expected.append((i, j))
    assert list(zip(found.left.tolist(), found.right.tolist(), strict=True)) == expected
    assert found.common == len(common)


def test_a_chapter_inside_its_book() -> None:
    letters = np.random.default_rng(1).integers(0x4E00, 0x5E00, 40_000)
    book = "".join(map(chr, letters))
    chapter = book[8_000:12_000]
    other = "".join(map(chr, np.random.default_rng(2).integers(0x4E00, 0x5E00, 4_000)))
    found = share_passages([sample(shingles(text)) for text in (book, other, chapter)], 0.5)
    assert (found.left.tolist(), found.right.tolist()) == ([0], [2])


def test_nothing() -> None:
    found = share_passages([], 0.5)
    assert len(found.left) == 0
    assert share_passages([np.zeros(0, dtype=np.uint32)] * 3, 0.5).left.tolist() == []

"""Shingles against the substrings that they stand for."""

import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from amounts import LONG
from builders import shingle_strings
from simcore.text.shingles import distinct, shingle_lengths, shingles_in_order

texts = st.text(alphabet="ab一二\U00020000é\0", max_size=60)


@given(texts)
def test_shingles_are_the_set_of_substrings(text: str) -> None:
    expected = shingle_strings(text)
    assert shingle_lengths(text).tolist() == [len(one) for one in expected]
    found = distinct(shingles_in_order(text))
    assert len(found) == len(set(expected))
    assert (np.diff(found.astype(object)) > 0).all()


@given(texts, texts)
def test_the_same_substring_has_the_same_hash_anywhere(left: str, right: str) -> None:
    known: dict[str, int] = {}
    for text in (left, right):
        hashes = shingles_in_order(text).tolist()
        for substring, value in zip(shingle_strings(text), hashes, strict=True):
            assert known.setdefault(substring, value) == value
    assert len(set(known.values())) == len(known)


def test_shingles_are_the_same_everywhere() -> None:
    # golden: computed once, with another implementation, in plain integers
    factors = (
        0x9E3779B97F4A7C15,
        0xD1B54A32D192ED03,
        0x8CB92BA72F3D8DD7,
        0xDA942042E4DD58B5,
        0xA0761D6478BD642F,
    )

    def mixed(value: int) -> int:
        mask = (1 << 64) - 1
        value ^= value >> 30
        value = value * 0xBF58476D1CE4E5B9 & mask
        value ^= value >> 27
        value = value * 0x94D049BB133111EB & mask
        return value ^ value >> 31

    text = "近似文本abc查重x1y"
    expected = [
        mixed(sum((ord(c) + 1) * f for c, f in zip(run, factors, strict=False)) % 2**64)
        for run in shingle_strings(text)
    ]
    assert shingles_in_order(text).tolist() == expected
    assert expected[0] == 8608013447382809458


def test_lone_surrogates_pass() -> None:
    assert len(shingles_in_order("ab\udcffcdef")) == 3


def test_structured_texts_do_not_collide() -> None:
    """Numbers one after the other are what a hash without mixing stumbles over."""
    digits = "0123456789" if LONG else "01234567"
    runs = ["".join(run) for run in itertools.product(digits, repeat=5)]
    assert len({int(shingles_in_order(run)[0]) for run in runs}) == len(runs)

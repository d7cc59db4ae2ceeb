"""SimHash against worked examples of the literature and published vectors."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import voted
from simcore.fingerprints import find_recipe, fnv1, hamming_distance, simhash, votes
from simcore.text.masking import segmenter
from simcore.text.words import words


def test_distances_of_three_32_bit_fingerprints() -> None:
    values = (851459198, 847263864, 984968088)
    distances = [hamming_distance(a, b) for a, b in itertools.combinations(values, 2)]
    assert distances == [4, 16, 12]


def test_two_weighted_features() -> None:
    hashes, weights = [0b100101, 0b101011], np.array([4, 5])
    assert votes(hashes, weights, width=6)[::-1].tolist() == [9, -9, 1, -1, 1, 9]
    assert simhash(hashes, weights, width=6) == 0b101011


def test_three_features() -> None:
    rows = {
        0b010111: (5, [-5, 5, -5, 5, 5, 5]),
        0b000101: (3, [-3, -3, -3, 3, -3, 3]),
        0b100111: (1, [1, -1, -1, 1, 1, 1]),
    }
    for value, (weight, expected) in rows.items():
        assert votes([value], np.array([weight]), width=6)[::-1].tolist() == expected
    weights = np.array([weight for weight, _ in rows.values()])
    assert votes(list(rows), weights, width=6)[::-1].tolist() == [-7, 1, -9, 9, 3, 9]
    assert simhash(list(rows), weights, width=6) == 0b010111


def test_128_bits_unweighted() -> None:
    """The published vectors, through the recipe: words unchanged, with capitals."""

    def fingerprint(text: str) -> int | None:
        listed = words(text, segmenter())
        assert listed == text.split()
        return voted(find_recipe("classic-128"), listed)

    first = fingerprint("This is a test string for testing")
    second = fingerprint("This is a string testing 11")
    assert first == 0x20302202800D8E90E45CC488
    assert second == 0x20342200801D8ECEA45CC9C8
    assert hamming_distance(first, second) == 13


@pytest.mark.parametrize(
    ("word", "expected"),
    # FNV-1 64 of ASCII text, whose bytes are its code units (test vectors of the FNV authors)
    [
        ("", 0xCBF29CE484222325),
        ("a", 0xAF63BD4C8601B7BE),
        ("foobar", 0x340D8765A4DDA9C2),
    ],
)
def test_fnv1_vectors(word: str, expected: int) -> None:
    assert fnv1(word) == expected


def test_fnv1_at_other_widths() -> None:
    # 32 bits: test vectors of the FNV authors; 128 bits: the offset is by definition the hash of
    # their signature with an offset of 0, which proves both constants
    assert [fnv1(word, 32) for word in ("", "a", "foobar")] == [0x811C9DC5, 0x050C5D7E, 0x31F0B262]
    value = 0
    for byte in b"chongo <Landon Curt Noll> /\\../\\":
        value = value * (2**88 + 2**8 + 0x3B) % 2**128 ^ byte
    assert fnv1("", 128) == value
    assert fnv1("a", 128) == value * (2**88 + 2**8 + 0x3B) % 2**128 ^ ord("a")


def test_no_features_no_fingerprint() -> None:
    assert simhash([], np.zeros(0, dtype=np.int64)) is None


@given(
    st.lists(st.tuples(st.integers(0, 2**64 - 1), st.integers(1, 10**6)), min_size=1, max_size=40)
)
def test_votes_equal_the_definition(features: list[tuple[int, int]]) -> None:
    hashes = np.array([h for h, _ in features], dtype=np.uint64)
    weights = np.array([w for _, w in features], dtype=np.int64)
    expected = [sum(w if h >> bit & 1 else -w for h, w in features) for bit in range(64)]
    assert votes(hashes, weights).tolist() == expected
    assert simhash(hashes, weights) == sum(1 << bit for bit in range(64) if expected[bit] >= 0)
    assert votes([h for h, _ in features], weights).tolist() == expected
    assert votes(hashes, weights, width=32).tolist() == expected[:32]
    shuffled = np.arange(len(hashes))[::-1]
    assert simhash(hashes[shuffled], weights[shuffled]) == simhash(hashes, weights)


@given(
    st.lists(st.tuples(st.integers(0, 2**128 - 1), st.integers(1, 10**6)), min_size=1, max_size=20)
)
def test_votes_on_128_bits_equal_the_definition(features: list[tuple[int, int]]) -> None:
    rows = np.array([[h % 2**64, h >> 64] for h, _ in features], dtype=np.uint64)
    weights = np.array([w for _, w in features], dtype=np.int64)
    expected = [sum(w if h >> bit & 1 else -w for h, w in features) for bit in range(128)]
    assert votes(rows, weights, width=128).tolist() == expected
    assert votes([h for h, _ in features], weights, width=128).tolist() == expected

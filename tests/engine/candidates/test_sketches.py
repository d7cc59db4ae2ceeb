"""Sketches against their definition, and as they are stored."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from builders import chinese_text, english_text
from oracle import sketching
from simcore.candidates.sketches import (
    LEAST_SKETCH,
    SAMPLINGS,
    SHORT_TEXT,
    Sketches,
    is_packed_sketch,
    pack_sketches,
    rates_of,
    samples_in_order,
    unpack_sketches,
)
from simcore.fingerprints import find_recipe, fingerprint_text
from simcore.kernel import core
from simcore.text.masking import segmenter
from simcore.text.normal_form import code_points
from simcore.text.similarity import comparable
from simcore.text.words import normalise

TEXTS = st.one_of(
    st.text(max_size=200),
    st.text("ab", max_size=600),
    st.text("数据库的事务ab ", max_size=300),
    st.integers(0, 50).map(lambda seed: english_text(seed, 40 * seed)),
    st.integers(0, 50).map(lambda seed: chinese_text(seed, 20 * seed)),
)
VALUES = st.one_of(
    st.sets(st.integers(0, 2**32 - 1), max_size=30),
    st.sets(st.integers(0, 2**26 - 1), max_size=150).map(lambda some: {32 * one for one in some}),
    st.sets(st.integers(0, 255), max_size=30),
)


def sketch_of(text: str) -> list[int]:
    made = fingerprint_text(text, find_recipe("default"), segmenter())
    return np.frombuffer(made.sketch, dtype="<u4").tolist()


@given(TEXTS)
@example("")
@example("ab")
@example("数据")
@example("abcdefghijk")
@example("数据库的事")
def test_a_sketch_is_that_of_its_definition(text: str) -> None:
    form = comparable(normalise(text))
    assert core.runs(code_points(form)).tolist() == sketching.runs(form)
    assert sketch_of(text) == sketching.sketch_of(form)


@pytest.mark.parametrize("make", [english_text, chinese_text])
def test_longer_texts_are_sampled_less_densely(make: type) -> None:
    seen = set()
    for words in (10, 30, 100, 300, 1_000, 3_000, 6_000):
        (level,) = Sketches.of([np.array(sketch := sketch_of(make(1, words)), np.uint32)]).levels
        letters = len(comparable(normalise(make(1, words))))
        assert (max(sketch) >= 1 << 31) == (letters < SHORT_TEXT)
        assert level == 0 or len(sketch) >= LEAST_SKETCH
        seen.add(int(level))
    assert {0, len(SAMPLINGS) - 1} < seen


def test_one_changed_letter_is_seen_in_a_short_text() -> None:
    """No run of twelve letters is left of fifteen, one in the middle changed; five shingles are."""
    one, other = sketch_of("abcdefghijklmno"), sketch_of("abcdefgxijklmno")
    both = set(one) & set(other)
    assert len(both) == 6
    assert min(both) >= 1 << 31


@given(TEXTS)
def test_samples_in_order_say_where_each_run_begins(text: str) -> None:
    form = comparable(normalise(text))
    values, starts = samples_in_order(code_points(form))
    assert values.tolist() == [one & (2**31 - 1) for one in sketching.runs(form)]
    assert len(starts) == len(values)
    if len(values) > 1:
        lengths = [6 if sketching.is_chinese(form[at]) else 12 for at in starts.tolist()]
        whole = {form[at : at + size] for at, size in zip(starts.tolist(), lengths, strict=True)}
        assert len(whole) == len(set(values.tolist()))


@given(st.lists(VALUES, max_size=6))
def test_packed_sketches_come_back(drawn: list[set[int]]) -> None:
    sketches = [np.array(sorted(one), dtype="<u4") for one in drawn]
    blobs = pack_sketches([one.tobytes() for one in sketches])
    assert all(map(is_packed_sketch, blobs))
    found = unpack_sketches(blobs)
    assert found.sizes.tolist() == [len(one) for one in sketches]
    assert found.values.tolist() == [value for one in sketches for value in one.tolist()]
    assert found.levels.tolist() == [sketching.level_of(one.tolist()) for one in sketches]
    marked = np.arange(len(sketches)) % 2 == 0
    assert (
        found.where(marked).values.tolist()
        == np.concatenate([np.zeros(0, np.uint32), *sketches[::2]]).tolist()
    )


def test_a_sample_takes_three_bytes() -> None:
    sketch = np.array(sketch_of(english_text(1, 2_000)), dtype="<u4")
    (blob,) = pack_sketches([sketch.tobytes()])
    assert len(blob) == 3 + 3 * len(sketch)


@given(st.binary(max_size=40))
def test_what_is_damaged_is_told_or_read(blob: bytes) -> None:
    if is_packed_sketch(blob):
        assert len(unpack_sketches([blob]).sizes) == 1


@given(VALUES, st.data())
def test_another_byte_or_another_end_is_told(drawn: set[int], data: st.DataObject) -> None:
    (blob,) = pack_sketches([np.array(sorted(drawn), dtype="<u4").tobytes()])
    at = data.draw(st.integers(0, len(blob) - 1))
    byte = data.draw(st.integers(1, 255))
    assert not is_packed_sketch(blob[:at] + bytes([blob[at] ^ byte]) + blob[at + 1 :])
    found = [is_packed_sketch(one) for one in (b"", b"\0", b"\xff" * 15, b"\0" * 17, blob[:1])]
    assert not any(found)


@given(st.lists(st.integers(0, 2**32 - 1), max_size=20))
def test_the_sparsest_rate_that_keeps_a_sample(values: list[int]) -> None:
    found = rates_of(np.array(values, dtype=np.uint32)).tolist()
    assert found == [max(at for at in range(6) if value % (1 << at) == 0) for value in values]

"""The exact comparison against sets of substrings."""

from collections import deque
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import letters_and_digits, shingle_strings
from simcore import ScanConfig
from simcore.formats.reading import read_text
from simcore.model.records import Comparison, DecodedText, TextId
from simcore.pipeline import jobs
from simcore.pipeline.jobs import TextSource, batches_of
from simcore.text.normal_form import content_hash
from simcore.text.similarity import Shingled, shared_by

# of so few letters longer ones are compared otherwise: see tests/engine/text/test_similarity.py
texts = st.text(alphabet="ab一二 ", max_size=60)


def substrings(text: str) -> set[str]:
    return set(shingle_strings("".join(text.split())))


@given(texts, texts)
def test_resemblance_and_containment_by_definition(left: str, right: str) -> None:
    one, other = (Shingled.of(letters_and_digits(text)) for text in (left, right))
    found = shared_by(one, other)
    made = Comparison(TextId(1), TextId(2), found.shared, found.left, found.right)
    first, second = substrings(left), substrings(right)
    union = first | second
    assert made.resemblance == (len(first & second) / len(union) if union else 0)
    assert made.left_in_right == (len(first & second) / len(first) if first else 0)
    assert made.right_in_left == (len(first & second) / len(second) if second else 0)


@given(
    st.lists(
        st.tuples(st.integers(0, 2_000), st.integers(2_001, 4_000)), unique=True, max_size=3_000
    )
)
def test_batches_hold_every_pair_once(pairs: list[tuple[int, int]]) -> None:
    batches = list(batches_of([(TextId(a), TextId(b)) for a, b in pairs]))
    assert sorted(pair for batch in batches for pair in batch) == sorted(pairs)
    assert all(batches)


def test_texts_that_meet_often_are_read_few_times() -> None:
    """All pairs of a thousand texts: the number of batches of each text is the number of blocks."""
    pairs = [(TextId(a), TextId(b)) for a in range(1_000) for b in range(a + 1, 1_000)]
    reads = sum(len({text for pair in batch for text in pair}) for batch in batches_of(pairs))
    assert reads <= 1_000 * 5


def test_notes_that_meet_all_texts_do_not_make_these_be_read_again() -> None:
    """Texts beside the next one and beside 20 notes: read once, at the end of a block twice."""
    notes = range(2_000, 2_020)
    pairs = [(TextId(a), TextId(a + 1)) for a in range(1_999)]
    pairs += [(TextId(a), TextId(note)) for a in range(2_000) for note in notes]
    sizes = {TextId(text): 100 if text in notes else 50_000 for text in range(2_020)}
    batches = list(batches_of(pairs, sizes=sizes))
    assert sorted(pair for batch in batches for pair in batch) == sorted(pairs)
    long = [{text for pair in batch for text in pair} - set(notes) for batch in batches]
    assert sum(map(len, long)) <= 1.1 * 2_000


def test_long_texts_are_not_read_again_for_each_pair() -> None:
    """All pairs of sixty texts, of which 16 fit in the cache: eight blocks of eight."""
    pairs = [(TextId(a), TextId(b)) for a in range(60) for b in range(a + 1, 60)]
    sizes = {TextId(text): 400_000 for text in range(60)}
    batches = list(batches_of(pairs, sizes=sizes))
    assert sorted(pair for batch in batches for pair in batch) == pairs
    cached: deque[TextId] = deque(maxlen=64 * 1024 * 1024 // (10 * 400_000))
    reads = 0
    for text in (text for batch in batches for pair in batch for text in pair):
        if text in cached:
            cached.remove(text)
        else:
            reads += 1
        cached.append(text)
    assert reads <= 60 + 28 * 2 * 8


def test_a_text_is_read_once_and_kept_until_its_last_pair(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources: dict[TextId, list[TextSource]] = {}
    for number in range(200):
        path = tmp_path / f"{number}.txt"
        path.write_text(text := f"text {number} of a few words", encoding="utf-8")
        content = content_hash(text.encode())
        sources[TextId(number)] = [TextSource(path, path, content, "utf-8")]
    # two by two, and then the first with the last
    pairs = [(TextId(one), TextId(one + 1)) for one in range(0, 200, 2)]
    read: list[Path] = []

    def counted(path: Path, *rest: Any, **more: Any) -> tuple[DecodedText, bytes]:
        read.append(path)
        return read_text(path, *rest, **more)

    monkeypatch.setattr(jobs, "read_text", counted)
    texts = jobs.ReadTexts(sources, ScanConfig())
    assert len(texts.compared([*pairs, (TextId(0), TextId(199))])) == 101
    assert len(read) == len(set(read)) == 200
    assert not texts.problems
    assert (len(texts._kept), texts._bytes) == (0, 0)

"""What is quoted of two texts begins and ends with a word, and says where something is cut."""

import random
from pathlib import Path

import pytest

from forms import made_up
from simcore import ScanConfig, explain
from simcore.text.words import quote_run


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    """Two texts of long words; of some a letter in the middle is another one."""
    chance = random.Random(5)
    words = ["".join(chance.choices("abcdefghij", k=9)) for _ in range(300)]
    others = [f"{one[:4]}z{one[5:]}" if at % 37 == 9 else one for at, one in enumerate(words)]
    others[100:100] = made_up(chance, 40)
    paths = tmp_path / "a.txt", tmp_path / "b.txt"
    for path, text in zip(paths, (words, others), strict=True):
        path.write_text(" ".join(text))
    return paths


def test_passages_begin_and_end_with_words(pair: tuple[Path, Path]) -> None:
    found = explain(*pair, ScanConfig())
    texts = [path.read_text() for path in pair]
    for passages, text in (
        (found.shared, texts[0]),
        (found.left.own, texts[0]),
        (found.right.own, texts[1]),
    ):
        assert passages
        for one in passages:
            if " " not in one.text:
                continue  # a part of a word, of which nothing else differs
            quoted = one.text.strip("…")
            assert f" {quoted} " in f" {text} "
            assert one.text.startswith("…") == (not text.startswith(quoted))
            assert one.text.endswith("…") == (not text.endswith(quoted))
    assert any(" " in one.text for one in found.right.own)


@pytest.mark.parametrize(
    ("text", "start", "stop", "most", "quoted"),
    [
        ("one two three", 0, 13, 99, "one two three"),
        ("one two three", 4, 13, 99, "two three"),
        ("one two three", 1, 12, 99, "…two…"),
        ("one two three", 0, 13, 9, "one two…"),
        ("one  two\nthree", 0, 14, 99, "one two three"),
        ("मैं हिन्दी हूँ", 1, 14, 99, "…हिन्दी हूँ"),
        ("나는 한국어를 한다", 1, 10, 99, "…한국어를 한다"),
        ("我们 use Python3 写程序", 1, 12, 99, "们 use…"),
        ("ภาษาไทยไม่มีช่องว่าง", 2, 9, 99, "ษาไทยไม"),
        ("acgtacgt ttgacaat", 3, 14, 99, "…tacgt ttgac…"),
        ("acgtacgt ttgacaat", 3, 14, 8, "…tacgt tt…"),
        ("regards. -- dr. brandt", 5, 10, 99, "…ds. -"),
    ],
)
def test_a_quotation(text: str, start: int, stop: int, most: int, quoted: str) -> None:
    assert quote_run(text, start, stop, most) == quoted

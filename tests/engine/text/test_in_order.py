"""The words of short texts, and how many two texts share in order."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alike import in_order
from simcore.text.similarity import comparable, shared_in_order, words_compared
from simcore.text.words import normalise

# written by hand
WORDS = {
    "The café's menu, 2nd edition": "the cafe s menu 2 nd edition",
    "Call 020 7946 0958 at 21:45 (£-1.5).": "call 020 7946 0958 at 21:45 -1.5",
    "请还给行政部，3楼": "请 还 给 行 政 部 3 楼",
    "2024年3月18日8点半": "2024 年 3 月 18 日 8 点 半",
    "회의는 5월 8일 오후 2시": "회의는 5 월 8 일 오후 2 시",
    "Ещё идёт дождь": "еще идет дождь",
    "明日のデータ": "明 日 の デ ー タ",
    "कृपया पैसे लौटाएँ": "कृपया पैसे लौटाएँ",
    "كَتَبَ الوَلَدُ": "كتب الولد",
}


@pytest.mark.parametrize(("text", "words"), WORDS.items())
def test_words_are_those_that_a_reader_counts(text: str, words: str) -> None:
    found = " ".join(words_compared(normalise(text)))
    assert unicodedata.normalize("NFC", found) == unicodedata.normalize("NFC", words)


@given(st.text(st.sampled_from("ab é,.-1 2数據のไทยेक\u0301'€:"), max_size=40))
def test_words_are_the_comparison_form_in_pieces(text: str) -> None:
    normal = normalise(text)
    words = words_compared(normal)
    assert "".join(words) == comparable(normal)
    assert all(words)


LISTS = st.lists(st.sampled_from("abcde"), min_size=1, max_size=12)


@given(LISTS, LISTS)
def test_shared_words_are_the_longest_common_subsequence(one: list[str], other: list[str]) -> None:
    shorter, longer = sorted((len(one), len(other)))
    found = shared_in_order(one, other)
    counted = in_order(one, other)
    if shorter <= 0.83 * longer:  # it may be a part
        assert found is None
    else:
        assert found == (counted, len(one), len(other))
        thirds = shared_in_order(one, other, numbers_only=True)
        assert thirds == (counted + 2 * shorter, 3 * len(one), 3 * len(other))

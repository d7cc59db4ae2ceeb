"""Normal form, words and shingles."""

import random
import re
import time
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amounts import LONG
from builders import chinese_text, english_text
from oracle.cutting import cut
from simcore.fingerprints import find_recipe
from simcore.model.reasons import ConfigError
from simcore.text.masking import segmenter
from simcore.text.normal_form import _UNIFIED, DROPPED, UNSPACED, folded
from simcore.text.words import normal_form, normalise, stem_words, stop_words, words

MIXED = "在Windows系统上安装C++编译器，版本号v2.0-rc1；价格￥1,234.50。卡拉OK与T恤，AT&T公司。\n"


def test_words_are_those_of_jieba() -> None:
    """The core against the reference, on prose and on what is neither."""
    texts = [chinese_text(seed) for seed in range(20)] + [english_text(1), MIXED]
    generator = random.Random(7)
    texts += [
        "".join(chr(generator.randrange(0x4E00, 0x9FA6)) for _ in range(300)) for _ in range(30)
    ]
    for text in texts:
        assert segmenter()(normalise(text)) == cut(normalise(text))


LINES = st.text(st.sampled_from("aK ß\u00b4\u0301\u0345\u030a\u1100\u1161ﬁ…•\u200bﾞｶ\r\x85\u2028\n"))


@given(st.lists(st.one_of(LINES, st.text(), st.text(st.characters(max_codepoint=0x7F)))))
def test_lines_are_folded_as_all_of_a_text_is(lines: list[str]) -> None:
    """Also where what stands first in a line would compose with what is before it."""
    text = "\n".join(lines)
    whole = unicodedata.normalize("NFKC", text.translate(str.maketrans(_UNIFIED))).casefold()
    assert folded(text) == DROPPED.sub("", unicodedata.normalize("NFKC", whole))


def test_user_dictionary(tmp_path: Path) -> None:
    dictionary = tmp_path / "词典.txt"
    dictionary.write_text("市长江大桥 100000\n", encoding="utf-8")
    assert "市长江大桥" in segmenter(dictionary)("南京市长江大桥")
    assert "市长江大桥" not in segmenter()("南京市长江大桥")
    with pytest.raises(ConfigError, match=r"missing\.txt"):
        segmenter(tmp_path / "missing.txt")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ＡＢＣ　１２３，（测试）", "abc 123,(测试)"),
        ("Straße", "strasse"),
        ("ﬁne ①", "fine 1"),
        ("ｶﾞ", "ガ"),
        ("co\u00adoperate \ufeffzero\u200bwidth", "cooperate zerowidth"),
        ("ÀÉ", "àé"),
        ("A\u030angström", "ångström"),
        ("  数据\n库  SQL\t语 句\r\n\r\n two   words ", "数据库sql语句two words"),
    ],
)
def test_normal_form(text: str, expected: str) -> None:
    assert normalise(text) == expected


@given(st.text())
def test_normal_form_is_stable(text: str) -> None:
    once = normalise(text)
    assert normalise(once) == once


def test_words_of_many_scripts() -> None:
    cut = segmenter()
    assert (
        words(normalise("这是一个测试。Hello, World!"), cut)
        == "这 是 一个 测试 hello world".split()
    )
    assert words(normalise("naïve café, déjà vu"), cut) == ["naive", "cafe", "deja", "vu"]
    assert words(normalise("Привет, мир!"), cut) == ["привет", "мир"]
    assert words(normalise("안녕하세요 세계"), cut) == ["안녕하세요", "세계"]
    assert words(normalise("हिन्दी में लेख"), cut) == ["हिन्दी", "में", "लेख"]
    assert words(normalise("こんにちは、世界"), cut) == ["こ", "ん", "に", "ち", "は", "世界"]
    assert words(normalise("…!?，。——\n\t"), cut) == []


def test_one_foreign_word_leaves_the_others_as_they_were() -> None:
    cut = segmenter()
    plain = words(normalise(MIXED), cut)
    assert words(normalise(MIXED + "café"), cut) == [*plain, "cafe"]


def test_a_long_run_of_letters_is_no_trap() -> None:
    """Once quadratic expressions are the classic way to hang on a base64 blob."""
    started = time.process_time()
    words("a" * 3_000_000 + "é", segmenter())
    words("é" + "ab" * 1_500_000, segmenter())
    assert time.process_time() - started < 60


def test_stop_words_and_stems() -> None:
    assert {"the", "and", "的", "了"} <= stop_words()
    assert stem_words(["running", "flies", "文档", "generously"]) == [
        "run",
        "fli",
        "文档",
        "generous",
    ]
    listed = "the cats are running 的 文档".split()
    plain = len(find_recipe("default").features(listed)[0])
    stopped = len(find_recipe("default+stop").features(listed)[0])
    assert plain == 6 + 5
    assert stopped == 3 + 2  # cats, running, 文档 and their two pairs
    stemmed, _ = find_recipe("charikar+stem").features(listed)
    again, _ = find_recipe("charikar").features("the cat are run 的 文档".split())
    assert set(stemmed[:, 0].tolist()) == set(again[:, 0].tolist())


def test_whether_a_form_is_foreign_is_what_its_letters_say() -> None:
    han = "\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
    plain = re.compile(f"[a-z0-9_{han}]|[^\\w]")
    told = []
    # each of the first letters is one of many alike: a part of them meets every sort
    step = 1 if LONG else 5
    for code in range(random.randrange(step), 0x10000, step):
        if 0xD800 <= code < 0xE000:
            continue
        made = normal_form(f"数据{chr(code)} b")
        normal, foreign = made.text, made.foreign
        if foreign is not None:
            told.append(foreign)
            marked = any(unicodedata.category(one)[0] == "M" for one in normal)
            thai_or_kana = any(re.match(f"[{UNSPACED}]", one) for one in normal)
            other = any(not plain.match(one) for one in normal)
            assert foreign == (other or marked or thai_or_kana), hex(code)
    assert len(told) > 50_000 // step
    assert 10_000 // step < sum(told) < len(told)


@given(st.text(st.sampled_from("ab9_-. 数據据é́データＡß\u200b"), max_size=30))
def test_pieces_do_not_depend_on_being_told_what_is_foreign(text: str) -> None:
    made = normal_form(text)
    normal = made.text
    assert normal == normalise(text)
    cut = segmenter()
    assert cut.pieces(normal, foreign=made.foreign) == cut.pieces(normal)

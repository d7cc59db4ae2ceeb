"""Normal form, words and shingles; traditional and simplified Chinese come to one form."""

import itertools
import re
import subprocess
import unicodedata
from pathlib import Path

import numpy as np
import opencc
import pytest
from hypothesis import given
from hypothesis import strategies as st

from amounts import LONG
from builders import letters_and_digits, shingle_strings
from oracle.comparing import shingles
from places import ROOT
from simcore.kernel import core
from simcore.model.reasons import ConfigError
from simcore.text.decoding import decode
from simcore.text.masking import segmenter
from simcore.text.normal_form import (
    _ASKED_BESIDE,
    _UNIFIED,
    DROPPED,
    _may_be_asked,
    code_points,
    folded,
    simplified,
    string_of,
)
from simcore.text.shingles import distinct, shingle_lengths, shingles_in_order
from simcore.text.words import normalise, stem_words, stop_words, words

MIXED = "在Windows系统上安装C++编译器，版本号v2.0-rc1；价格￥1,234.50。卡拉OK与T恤，AT&T公司。\n"


LINES = st.text(st.sampled_from("aK ß\u00b4\u0301\u0345\u030a\u1100\u1161ﬁ…•\u200bﾞｶ\r\x85\u2028\n"))


@given(st.lists(st.one_of(LINES, st.text(), st.text(st.characters(max_codepoint=0x7F)))))
def test_lines_are_folded_as_all_of_a_text_is(lines: list[str]) -> None:
    """Also where what stands first in a line would compose with what is before it."""
    text = "\n".join(lines)
    whole = unicodedata.normalize("NFKC", text.translate(str.maketrans(_UNIFIED))).casefold()
    assert folded(text) == DROPPED.sub("", unicodedata.normalize("NFKC", whole))


def test_user_dictionary(tmp_path: Path) -> None:
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


@given(
    st.text()
    | st.text(alphabet="乾隆萧昇張著作么麼麽不可貲計變徵之聲於则戲薴苧藉口重覆坏土\0\udc80a。 ")
)
def test_normal_form_is_stable(text: str) -> None:
    once = normalise(text)
    assert normalise(once) == once
    assert len(simplified(text)) == len(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("这是一个测试。Hello, World!", "这 是 一个 测试 hello world"),
        ("naïve café, déjà vu", "naive cafe deja vu"),
        ("Привет, мир!", "привет мир"),
        ("안녕하세요 세계", "안녕하세요 세계"),
        ("हिन्दी में लेख", "हिन्दी में लेख"),
        ("こんにちは、世界", "こ ん に ち は 世界"),
        ("…!?，。——\n\t", ""),
        # one foreign word leaves the others as they were
        (MIXED + "café", " ".join([*words(normalise(MIXED), segmenter()), "cafe"])),
    ],
)
def test_words_of_many_scripts(text: str, expected: str) -> None:
    assert words(normalise(text), segmenter()) == expected.split()


def test_a_long_run_of_letters_is_no_trap() -> None:
    """Once quadratic expressions are the classic way to hang on a base64 blob."""
    assert len(words("a" * 3_000_000 + "é", segmenter())) == 1
    assert len(words("é" + "ab" * 1_500_000, segmenter())) == 1


def test_stop_words_and_stems() -> None:
    assert {"the", "and", "的", "了"} <= stop_words()
    stems = stem_words(["running", "flies", "文档", "generously"])
    assert stems == ["run", "fli", "文档", "generous"]


DEMO = ROOT / "resources" / "demo" / "繁體"
# the beginning and the end of the demo essay, typed in simplified characters
TWIN_START = """老茶馆的早晨

河边那间老茶馆，每天清晨四点半就开门了。天色还是墨蓝色的，老板先把七口大灶的火生起来，再用竹刷子
把每一张方桌刷洗一遍。灶上的水烧开的时候，第一批客人正好踏进门槛，他们多半是住在附近的老人，手里
提着鸟笼，腋下夹着报纸。
"""
TWIN_END = """我在小城住了五天，每天早晨都到那里去。离开的那天下着细雨，船要到八点
才开，我照例坐在靠河的位置。伙计替我添水的时候说，下次来，不必再看那块写着茶名的木牌了，他已经记
得我喝什么。船开出很远以后，我还看得见茶馆的灯光，映在灰色的水面上，一晃一晃的，像有人在招手。
"""


@pytest.mark.parametrize("name", ["老茶館的早晨.txt", "老茶館的早晨-Big5.txt"])
def test_the_demo_essay_is_its_simplified_twin(name: str) -> None:
    """Big5 has no simplified characters, GB 2312 no traditional ones."""
    decoded = decode((DEMO / name).read_bytes())
    assert decoded.encoding.lower().startswith("big5") == ("Big5" in name)
    essay = normalise(decoded.text)
    assert essay.startswith(normalise(TWIN_START))
    assert essay.endswith(normalise(TWIN_END))
    paragraphs = [line for line in decoded.text.splitlines() if line]
    copy = "\n".join([*paragraphs[:2], paragraphs[-1]])
    expected = normalise(decode((TWIN_START + TWIN_END).encode("gb2312")).text)
    assert normalise(copy) == normalise(decode(copy.encode("gb18030")).text) == expected
    whole, part = (
        distinct(shingles_in_order(letters_and_digits(text))) for text in (decoded.text, TWIN_END)
    )
    assert np.isin(part, whole).all()


SAME_WORDS = """
乾燥的餅乾，幹部，干涉 = 干燥的饼干，干部，干涉 | 皇后在後面 = 皇后在后面 | 什麼 = 什么
頭髮，發現，發展 = 头发，发现，发展 | 這裡，裏面，公里，鄰里 = 这里，里面，公里，邻里
電腦與滑鼠 = 电脑与滑鼠 | 隻身，只有，一隻鳥 = 只身，只有，一只鸟
計畫，圖畫，劃分 = 计划，图画，划分 | 看著這位著名作家 = 看着这位著名作家
松樹，放鬆，鬥爭，一斗米 = 松树，放松，斗争，一斗米
麵包的表面，手錶，外表 = 面包的表面，手表，外表 | 臺灣，台灣，颱風，檯燈 = 台湾，台湾，台风，台灯
衛生，衞生 = 卫生，卫生 | 乾隆年間的蕭乾 = 乾隆年间的萧乾 | 彷彿答覆了 = 仿佛答复了
"""


@pytest.mark.parametrize("pair", re.split(r" \| |\n", SAME_WORDS.strip()))
def test_one_to_many(pair: str) -> None:
    traditional, copy = pair.split(" = ")
    assert normalise(traditional) == normalise(copy)


def test_different_words_stay_different_and_other_texts_as_they_are() -> None:
    for pair in "軟體 软件|計程車 出租车|圖畫 图划|支付 收取|么 幺".split("|"):
        one, other = map(normalise, pair.split())
        assert one != other
    for text in (TWIN_START, "著名的么妹，狼藉，慰藉，想像，覆盖，坏土 ひらがなと文字 한국어", ""):
        assert simplified(text) == text
    assert simplified("裡\0面\0裡") == "里\0面\0里"
    assert simplified("\udc80裡面") == "\udc80里面"
    assert simplified("什么裡面么") == "什么里面么"


def test_every_character_comes_to_rest() -> None:
    every = "\n".join(map(chr, (*range(0x3400, 0xA000), *range(0xF900, 0xFB00))))
    # OpenCC's own conversion of these is no fixed point: 薴 becomes 苧, which becomes 苎
    assert simplified(simplified(every)) == simplified(every)
    assert simplified("薴") == simplified("苧") == "苎"
    assert normalise(normalise(every)) == normalise(every)


_RUNS = (
    "看著 著名 乾隆 餅乾 計畫 圖畫 深沈 沈先生 柱梁 吃口 才能 群 核心 瞭解 覆 頭髮 一 的 豈 "
    "鍛鍊 鍊條 茶鍾 鉅款 英哩 毛坏 壞 甦醒 下顎 鯰魚 俱 彷 逕 藉 瀋 噁".split()
)


CONVERTER = opencc.OpenCC("tw2s")


def whole(text: str) -> str:
    """Return OpenCC's own conversion of a text."""
    return str(CONVERTER.convert(text))


def simple(text: str) -> str:
    """Return a text of what each character becomes by itself."""
    return string_of(core.simple(code_points(text)))


@given(st.lists(st.sampled_from([*_RUNS, *"，。 a\n々〇"])).map("".join))
def test_phrases_are_those_of_the_whole_text(text: str) -> None:
    """OpenCC is given runs of Chinese characters; whole texts come out the same."""
    text = f"這，{text}"
    assert simplified(text) == simple(whole(text))


def test_what_opencc_makes_of_characters_is_known(tmp_path: Path) -> None:
    """It is asked about each character that it makes another one of than the core does."""
    package = Path(opencc.__file__).parent / "clib"
    tool = package / "bin" / "opencc_dict"
    if not tool.exists():
        pytest.skip("OpenCC's tool that writes its dictionaries as text is not installed")
    seen = 0
    table = _may_be_asked()

    def asked(character: str) -> bool:
        return bool(table[ord(character) - 0x3400])

    first = "CJK_Compatibility_Ideographs", "TWVariantsRevPhrases", "TWVariantsRev"
    for name in (*first, "TSPhrases", "TSCharactersExt", "TSCharacters"):
        source, written = package / "share" / "opencc" / f"{name}.ocd2", tmp_path / name
        files = ["-i", str(source), "-o", str(written)]
        subprocess.run([str(tool), *files, "-f", "ocd2", "-t", "text"], check=True)
        for line in written.read_text(encoding="utf-8").splitlines():
            key, _, value = line.partition("\t")
            seen += 1
            assert min(key) >= "\u3400"  # or else a run would end in a phrase
            for at, (one, other) in enumerate(zip(key, value.split(" ")[0], strict=True)):
                if one == "么":
                    continue
                if asked(one):
                    beside = simple(key[max(0, at - 1) : at] + key[at + 1 : at + 2])
                    known = _ASKED_BESIDE.get(one, beside)
                    same = simple(one) == simple(other)
                    assert same or known == beside or not set(known).isdisjoint(beside)
                    continue
                assert simple(one) == simple(other)
                # what comes to be one of them would be met by the next dictionary
                assert one == other or name not in first or not asked(other)
            assert simplified(f"這{key}") == simple(whole(f"這{key}")) or "么" in key
    assert seen > 7_000


TEXTS = st.text(alphabet="ab一二\U00020000é\0", max_size=60)


@given(TEXTS)
def test_shingles_are_the_set_of_substrings(text: str) -> None:
    expected = shingle_strings(text)
    assert shingle_lengths(text).tolist() == [len(one) for one in expected]
    found = distinct(shingles_in_order(text))
    assert len(found) == len(set(expected))
    assert (np.diff(found.astype(object)) > 0).all()


def test_shingles_are_the_same_everywhere() -> None:
    # golden: computed once, with another implementation, in plain integers
    text = "近似文本abc查重x1y"
    assert shingles_in_order(text).tolist() == shingles(text)
    assert shingles(text)[0] == 8608013447382809458
    assert len(shingles_in_order("ab\udcffcdef")) == 3


def test_structured_texts_do_not_collide() -> None:
    """Numbers one after the other are what a hash without mixing stumbles over."""
    digits = "0123456789" if LONG else "01234567"
    runs = ["".join(run) for run in itertools.product(digits, repeat=5)]
    assert len({int(shingles_in_order(run)[0]) for run in runs}) == len(runs)

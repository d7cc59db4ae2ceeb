"""Traditional and simplified Chinese come to one normal form."""

import multiprocessing
import pickle
import subprocess
from pathlib import Path

import numpy as np
import opencc
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import letters_and_digits
from places import ROOT
from simcore.kernel import core
from simcore.text.decoding import decode
from simcore.text.normal_form import (
    _ASKED_BESIDE,
    _may_be_asked,
    code_points,
    simplified,
    string_of,
)
from simcore.text.shingles import distinct, shingles_in_order
from simcore.text.words import normalise

DEMO = ROOT / "resources" / "demo" / "繁體"
# the beginning and the end of the demo essay, typed in simplified characters
TWIN_START = """老茶馆的早晨

河边那间老茶馆，每天清晨四点半就开门了。天色还是墨蓝色的，老板先把七口大灶的火生起来，再用竹刷子
把每一张方桌刷洗一遍。灶上的水烧开的时候，第一批客人正好踏进门槛，他们多半是住在附近的老人，手里
提着鸟笼，腋下夹着报纸。

茶馆里没有菜单。熟客坐下来，不必开口，伙计就知道该泡什么茶。靠窗的那张桌子属于从前的船工老魏，他
喝最浓的红茶，一定要用那只缺了口的蓝花碗。墙角的位置属于退休的邮差，他每天都带一封信来，慢慢地读
给大家听。信是他的孙女从海边的城市寄来的，内容无非是天气、功课和新认识的朋友，可是大家总是听得很
认真，好像那也是自己家里的事。
"""
TWIN_END = """我在小城住了五天，每天早晨都到那里去。离开的那天下着细雨，船要到八点
才开，我照例坐在靠河的位置。伙计替我添水的时候说，下次来，不必再看那块写着茶名的木牌了，他已经记
得我喝什么。船开出很远以后，我还看得见茶馆的灯光，映在灰色的水面上，一晃一晃的，像有人在招手。
"""


@pytest.mark.parametrize("name", ["老茶館的早晨.txt", "老茶館的早晨-Big5.txt"])
def test_the_demo_essay_is_its_simplified_twin(name: str) -> None:
    essay = normalise(decode((DEMO / name).read_bytes()).text)
    assert essay.startswith(normalise(TWIN_START))
    assert essay.endswith(normalise(TWIN_END))


def test_a_copy_in_the_other_script_and_encoding() -> None:
    """Big5 has no simplified characters, GB 2312 no traditional ones."""
    traditional = decode((DEMO / "老茶館的早晨-Big5.txt").read_bytes())
    assert traditional.encoding.lower().startswith("big5")
    twin = (TWIN_START + TWIN_END).encode("gb2312")
    expected = normalise(decode(twin).text)
    paragraphs = [line for line in traditional.text.splitlines() if line]
    assert normalise("\n".join([*paragraphs[:3], paragraphs[-1]])) == expected
    copy = "\n".join([*paragraphs[:3], paragraphs[-1]]).encode("gb18030")
    assert normalise(decode(copy).text) == expected


@pytest.mark.parametrize(
    ("traditional", "copy"),
    [
        ("乾燥的餅乾，幹部，干涉", "干燥的饼干，干部，干涉"),
        ("皇后在後面", "皇后在后面"),
        ("頭髮，發現，發展", "头发，发现，发展"),
        ("這裡，裏面，公里，鄰里", "这里，里面，公里，邻里"),
        ("電腦與滑鼠", "电脑与滑鼠"),
        ("隻身，只有，一隻鳥", "只身，只有，一只鸟"),
        ("計畫，圖畫，劃分", "计划，图画，划分"),
        ("看著這位著名作家", "看着这位著名作家"),
        ("松樹，放鬆，鬥爭，一斗米", "松树，放松，斗争，一斗米"),
        ("麵包的表面，手錶，外表", "面包的表面，手表，外表"),
        ("臺灣，台灣，颱風，檯燈", "台湾，台湾，台风，台灯"),
        ("衛生，衞生", "卫生，卫生"),
        ("乾隆年間的蕭乾", "乾隆年间的萧乾"),
        ("什麼", "什么"),
        ("彷彿答覆了", "仿佛答复了"),
    ],
)
def test_one_to_many(traditional: str, copy: str) -> None:
    assert normalise(traditional) == normalise(copy)


@pytest.mark.parametrize(
    ("one", "other"),
    [("軟體", "软件"), ("計程車", "出租车"), ("圖畫", "图划"), ("支付", "收取"), ("么", "幺")],
)
def test_different_words_stay_different(one: str, other: str) -> None:
    assert normalise(one) != normalise(other)


@pytest.mark.parametrize(
    "text",
    [
        TWIN_START,
        "著名的么妹，狼藉，慰藉，想像，覆盖，坏土",
        "ひらがなと文字",
        "한국어",
        "",
    ],
)
def test_text_without_traditional_characters_stays(text: str) -> None:
    assert simplified(text) == text


def test_nothing_is_lost_at_odd_characters() -> None:
    assert simplified("裡\0面\0裡") == "里\0面\0里"
    assert simplified("\udc80裡面") == "\udc80里面"
    assert simplified("什么裡面么") == "什么里面么"


@given(st.text(alphabet="乾隆萧昇張著作么麼麽不可貲計變徵之聲於则戲薴苧藉口重覆坏土\0\udc80a。 "))
def test_twice_is_once(text: str) -> None:
    once = normalise(text)
    assert normalise(once) == once
    assert len(simplified(text)) == len(text)


def test_every_character_comes_to_rest() -> None:
    every = "\n".join(map(chr, (*range(0x3400, 0xA000), *range(0xF900, 0xFB00))))
    # OpenCC's own conversion of these is no fixed point: 薴 becomes 苧, which becomes 苎
    assert simplified(simplified(every)) == simplified(every)
    assert simplified("薴") == simplified("苧") == "苎"
    assert normalise(normalise(every)) == normalise(every)


def test_passages_are_shared_between_scripts() -> None:
    essay = decode((DEMO / "老茶館的早晨.txt").read_bytes()).text
    whole, part = (
        distinct(shingles_in_order(letters_and_digits(text))) for text in (essay, TWIN_END)
    )
    assert np.isin(part, whole).all()


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


def test_worker_processes_can_use_it() -> None:
    assert pickle.loads(pickle.dumps(simplified)) is simplified  # noqa: S301 - made here
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(normalise, ["頭髮", "發現"]) == ["头发", "发现"]

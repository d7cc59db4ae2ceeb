"""The compiled core against plain Python, bit for bit."""

import ctypes
import random
import re
import unicodedata
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from amounts import LONG, examples
from builders import chinese_text, english_text, voted
from oracle.comparing import compared, shingles
from oracle.cutting import pieces
from oracle.folding import fold
from oracle.sketching import sketch_of
from simcore.fingerprints import find_recipe
from simcore.kernel import core
from simcore.kernel import core as texts
from simcore.kernel.core import dictionary
from simcore.model.reasons import ConfigError
from simcore.text.masking import dictionary_text, reference_tokenizer, segmenter
from simcore.text.normal_form import code_points, content_hash, fold_spaces, folded, string_of
from simcore.text.words import normalise, only_words
from word_lists import shorten_dictionary

ALPHABET = (
    "abcxyzABC0123456789 \t\n\r\x0b\x1c\x85\xa0\u2028\u3000.,:;/~-+#&%_`'\"()[]*$€¥²½①ⅷ℃ﬁĳĲß"
    "éÉüñçø\u0301\u0308\u0e34\u200b\u200d\ufeff\u00ad•▪–—−“”…数据库的一是人我大国合同签订生效南京市"
    "长江桥頭髮乾隆軟體、。，：！（）「」・ーあカキｶﾞﾊﾟクकขคะांप्किरु가나다ㄱאבגשׁقلمॐёйЙАбΑΒςΣ"
    "٠١٢𠮷㐂々〇\ud800\udfff\ufdfa\u1e9e😀\0"
)
PHRASES = (":func:`", ".. note:: ", "1.5", "-3", "$-4", "e.g.", "https://a.b", "  ", "\r\n", "人人")
TEXTS = st.text(st.characters(codec=None)) | st.lists(
    st.sampled_from([*ALPHABET, *PHRASES]), max_size=80
).map("".join)


def check_fold(text: str) -> None:
    codes, expected = code_points(text), fold(text)
    made, without = (texts.fold(codes, seen=seen) for seen in (True, False))
    if without is not None:
        assert string_of(without.codes) == fold_spaces(folded(text))
    if expected is None or made is None:
        assert made is expected is None
        return
    assert (string_of(made.codes), *made[1:]) == expected
    assert without is not None
    assert without[1:] == (expected.traditional, expected.foreign, b"", b"")


@given(
    st.lists(st.sampled_from("´¨ͺ゛ﱞﹱ\u0958\U0001d160 \u0301\u3099aeéが数ー\n\u200b´´")).map(
        "".join
    )
)
def test_a_mark_that_stands_in_what_a_sign_becomes_needs_no_context(text: str) -> None:
    """As a sign of its own for an acute accent does, which becomes a space and a mark."""
    check_fold(text)
    alone = re.search("[\u0301\u3099]", text) is None
    assert alone == (texts.fold(code_points(text), seen=False) is not None)


def check_normal(normal: str) -> None:
    codes, foreign = code_points(normal), texts.may_be_foreign(code_points(normal))
    form, places = texts.compared(codes)
    known = compared(normal)
    assert list(zip(places.tolist(), form.tolist(), strict=True)) == known
    in_order = texts.shingles(form)
    assert in_order.tolist() == shingles(string_of(form))
    listed = pieces(normal, foreign=foreign)
    assert segmenter().pieces(normal, foreign=foreign) == listed
    words = only_words(listed)
    features, _ = find_recipe("default").features(words)
    made = texts.printed(codes, foreign=foreign)
    assert made.words == len(words)
    assert made.features == len(features)
    assert made.fingerprint == voted(find_recipe("default"), words)
    assert made.text_hash == content_hash(normal.encode("utf-8", "surrogatepass"))
    assert np.frombuffer(made.sketch, "<u4").tolist() == sketch_of(string_of(form))


@given(TEXTS)
@example("人人")
@example(" \u200d 数 \u200d b\u200d \n c ")
def test_any_text(text: str) -> None:
    check_fold(text)
    check_normal(normalise(text))
    check_normal(text)  # what is no normal form is no trap


def test_each_character() -> None:
    """Alone, beside letters, and beside numbers; an eightieth of them in the short form."""
    step = 1 if LONG else 80
    for code in range(random.randrange(step), 0x110000, step):
        if not LONG and unicodedata.category(chr(code)) in {"Cn", "Co", "Lo"} and code % 7:
            continue
        text = f"a {chr(code)} 数 1{chr(code)}5{chr(code)}"
        check_fold(text)
        check_normal(text)


def test_ties_are_cut_as_jieba_does() -> None:
    """Sums of the same logarithms in another order decide otherwise."""
    drawn = random.Random(5)
    for _ in range(2_000 if LONG else 200):
        of = drawn.sample(
            "数据库的一是不人我在大来上国合同生效南京市长江头发", drawn.choice([2, 3, 5])
        )
        text = "".join(drawn.choices(of, k=drawn.choice([8, 20, 60])))
        assert segmenter()(text) == pieces(text, foreign=False), text


def test_user_dictionaries(tmp_path: Path) -> None:
    file = tmp_path / "词典.txt"
    file.write_text("市长江大桥 100000\nab数 30\n国a人 9 n\n a·b 4\nc++ 80\n--- 5\n不 0\n", "utf-8")
    for text in ("南京市长江大桥", "xab数据ab", "中国a人民", "a·b c++ c+ --- ----", "不是不的", ""):
        assert segmenter(file)(text) == pieces(text, foreign=False, dictionary=file)
    ends, _ = texts.pieces(code_points("中文ab不"), foreign=False, words=dictionary({"不": 0}, 1))
    assert ends.tolist() == [1, 2, 4, 5]
    words = [one for one in reference_tokenizer(file).FREQ if len(one) == 2][:3_000]
    text = "".join(words)
    assert segmenter(file)(text) == pieces(text, foreign=False, dictionary=file)


def test_a_user_dictionary_may_be_in_any_encoding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shorten_dictionary(monkeypatch, tmp_path)
    lines = "云计算平台 5000\n大数据 3 n\n台中市\n深度学习 9\n机器学习 2\n"
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "gb18030", "gbk"):
        file = tmp_path / f"{encoding}.txt"
        file.write_bytes(lines.encode(encoding))
        assert dictionary_text(file) == lines
        cut = segmenter(file)("我们的云计算平台和深度学习")
        assert cut == ["我们", "的", "云计算平台", "和", "深度学习"]


@pytest.mark.parametrize("data", [b"1" * 400, b"1" * 5_000, bytes(range(256)) * 9])
def test_a_dictionary_that_cannot_be_used_is_refused(
    data: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A frequency that is no number with a point or that Python cannot read, or what is no text."""
    shorten_dictionary(monkeypatch, tmp_path)
    file = tmp_path / "词典.txt"
    file.write_bytes(data if b"\0" in data else "云计算 ".encode() + data + b" n\n")
    with pytest.raises(ConfigError, match=r"词典.txt: cannot be used as a dictionary: "):
        segmenter(file)


def test_memory_of_one_text_does_not_reach_the_next() -> None:
    """Words that came before are remembered: for the same words only."""
    words = [f"w{number}" for number in range(20_000)]
    alone = [texts.printed(code_points(word), foreign=False).fingerprint for word in words[:500]]
    texts.printed(code_points(" ".join(words)), foreign=False)
    again = [texts.printed(code_points(word), foreign=False).fingerprint for word in words[:500]]
    assert alone == again
    assert texts.printed(np.zeros(0, dtype=np.uint32), foreign=False).fingerprint is None
    assert len(set(alone)) == 500


@pytest.mark.parametrize(
    "text",
    [
        *(chinese_text(0), english_text(1, 3_000), f"{chinese_text(2, 9)}{english_text(2, 9)}" * 9),
        # all words, and all shingles, may be the same
        *("a" * 5_000, "ab " * 5_000, "人" * 5_000, "1" * 70),
        *(one * 20_000 for one in (":", ".", "-", ":a", ".. ", ":a:`", "-$", "1.")),
    ],
)
def test_long_texts(text: str) -> None:
    check_fold(text)
    check_normal(normalise(text))


@pytest.mark.parametrize("length", [0, 1, 126, 127, 128, 129, 130, 255, 256, 257, 500])
@pytest.mark.parametrize("kind", ["a", "é", "数", "𠮷", "aé数𠮷", "数a"])
def test_hashes_of_texts_that_end_anywhere_in_a_block(kind: str, length: int) -> None:
    for lead in ("", "a", "aa", "aaa"):
        text = lead + (kind * length)[:length]
        made = texts.printed(code_points(text), foreign=False)
        assert made.text_hash == content_hash(text.encode())


def test_less_memory_than_is_needed_is_refused() -> None:
    core, codes = texts.core(), code_points("数据库 of 3 words")
    needed = core.library.core_needs(len(codes))
    out = np.zeros((2, 2 * len(codes)), dtype=np.uint32)
    text = core.tables, core.words, texts.address(codes), len(codes), 0
    made = texts._CPrint()
    room, results = texts.memory(needed), []
    for size in (needed - 1, needed):
        memory = room.at, size, texts.address(out[0])
        pieces_of = core.library.core_pieces(*text, *memory, texts.address(out[1]))
        printed = core.library.core_print(*text, *memory, ctypes.byref(made))
        results.append((pieces_of, printed))
    assert results == [(-1, -1), (7, 0)]


def test_no_room_is_told() -> None:
    """Where a character becomes several, more is asked for; nothing is written beyond."""
    text = "\ufdfa" * 50 + "ﬁ①Ĳ" * 30
    check_fold(text)
    core, codes = texts.core(), code_points(text)
    for room in (0, len(codes) - 1, len(codes), 900):
        beyond = np.full((4, room + 1), 7, dtype=np.uint32)
        made = texts._CFolded()
        rows = [texts.address(row) for row in beyond]
        asked = core.tables, texts.address(codes), len(codes), 1, room, *rows, ctypes.byref(made)
        assert core.library.core_fold(*asked) == -1
        assert made.wanted > room
        assert (beyond[:, room] == 7).all()


FEW = st.integers(0, 31).map(lambda at: at << 59 | at)
"""Values in all parts of the range that the core goes over side by side."""

HASH_SETS = st.sets(FEW | st.integers(0, 2**64 - 1), max_size=60) | st.sets(
    st.integers(2**62 - 20, 2**62 + 20), max_size=40
)


def ordered(values: set[int]) -> core.Hashes:
    return np.array(sorted(values), dtype=np.uint64)


@given(st.lists(st.tuples(HASH_SETS, HASH_SETS), max_size=6))
def test_pairs_share_what_both_have(pairs: list[tuple[set[int], set[int]]]) -> None:
    sets = [(ordered(one), ordered(other)) for one, other in pairs]
    made = [(core.Placed(one), core.Placed(other)) for one, other in sets]
    assert core.shared(made) == [len(one & other) for one, other in pairs]


@given(st.integers(0, 2**32), st.integers(0, 3_000), st.integers(0, 3_000))
def test_long_sets_share_what_both_have(seed: int, one: int, other: int) -> None:
    drawn = np.random.default_rng(seed)
    sets = [set(drawn.integers(0, 6_000, count).tolist()) for count in (one, other)]
    spread = [{value * (2**64 // 6_000) for value in some} for some in sets]
    expected = len(sets[0] & sets[1])
    for some in (sets, spread):
        left, right = (core.Placed(ordered(values)) for values in some)
        assert core.shared([(left, right), (right, left)]) == [expected, expected]


@given(st.lists(st.tuples(st.lists(FEW | st.integers(0, 9), max_size=40), HASH_SETS), max_size=5))
def test_runs_of_what_others_lack_are_counted(pairs: list[tuple[list[int], set[int]]]) -> None:
    asked, expected = [], []
    for listed, others in pairs:
        one = core.Placed(ordered(set(listed)))
        places = one.places(np.array(listed, dtype=np.uint64))
        assert places.tolist() == [sorted(set(listed)).index(value) for value in listed]
        asked.append((one, places, core.Placed(ordered(others))))
        marks = "".join("-" if value in others else "u" for value in listed)
        runs = [len(run) for run in re.findall("u+", marks)]
        expected.append([len(runs), sum(run <= 2 for run in runs), sum(run <= 5 for run in runs)])
    assert core.alone(asked, 2, 5).T.tolist() == expected


SIZES = st.sampled_from((0, 1, 2, 3, 16, 17, 31, 32, 33, 63, 64, 65, 1_000, 4_095, 4_096))
"""Of arrays: a few, and those on both sides of where another number of bits places them."""

KINDS = {
    "hashes": lambda drawn: drawn,
    "equal ones": lambda drawn: drawn[:1].repeat(len(drawn)),
    "ascending": np.sort,
    "descending": lambda drawn: np.sort(drawn)[::-1],
    "few": lambda drawn: drawn % np.uint64(7) * np.uint64(2**61),
    "all in one place": lambda drawn: drawn & np.uint64(0xFFF_FFFF) | np.uint64(2**63),
    "small": lambda drawn: drawn >> np.uint64(50),
    "runs": lambda drawn: drawn.repeat(9)[: len(drawn)],
    "one apart": lambda drawn: np.append(drawn[1:] >> np.uint64(40), drawn[:1]),
    "the greatest": lambda drawn: drawn | np.uint64(2**64 - 4),
}


@pytest.mark.parametrize("kind", ["uint32", "int64", "float64"])
def test_only_hashes_are_sorted(kind: str) -> None:
    with pytest.raises(TypeError, match=kind):
        core.sort(np.zeros(100, dtype=kind))


@pytest.mark.parametrize("kind", KINDS)
def test_a_few_are_found_among_many(kind: str) -> None:
    """Each value and what is beside it, alone and behind another one, wherever it stands."""
    drawn = np.random.default_rng(len(kind))
    listed = set(KINDS[kind](drawn.integers(0, 2**64, 1_500, dtype=np.uint64)).tolist())
    values = sorted(listed)
    picked = random.Random(len(kind))
    asked = [{(one + step) % 2**64} for one in values for step in (-1, 0, 1)]
    asked += [{*some, picked.choice(values)} for some in asked]
    asked += [set(picked.sample(values, min(9, len(values)))) for _ in range(100)]
    many = core.Placed(ordered(listed))
    few = [core.Placed(ordered(some)) for some in asked]
    expected = [len(some & listed) for some in asked]
    assert core.shared([(some, many) for some in few]) == expected
    assert core.shared([(many, some) for some in few]) == expected


def check_sort(kind: str, seed: int, size: int) -> None:
    drawn = np.random.default_rng(seed).integers(0, 2**64, size, dtype=np.uint64)
    values = np.ascontiguousarray(KINDS[kind](drawn))
    expected = sorted(values.tolist())
    assert core.distinct(values).tolist() == sorted(set(expected))
    core.sort(values)
    assert values.tolist() == expected


@given(st.sampled_from(sorted(KINDS)), st.integers(0, 2**32), SIZES | st.integers(0, 500))
def test_sorting_equals_pythons(kind: str, seed: int, size: int) -> None:
    check_sort(kind, seed, size)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [2**16 - 1, 2**16, 2**16 + 1, 200_000])
def test_sorting_many_in_parts_equals_pythons(kind: str, size: int) -> None:
    check_sort(kind, 5, size)


@given(st.lists(FEW, max_size=60), st.lists(FEW, max_size=60))
def test_occurrences_told_apart_share_what_lists_do(one: list[int], other: list[int]) -> None:
    apart = [core.each(np.array(values, dtype=np.uint64)) for values in (one, other)]
    assert [len(set(values.tolist())) for values in apart] == [len(one), len(other)]
    assert set(one) <= set(apart[0].tolist())
    left, right = map(core.Placed, apart)
    assert core.shared([(left, right)]) == [(Counter(one) & Counter(other)).total()]


COUNTED = st.tuples(st.integers(0, 9), st.integers(0, 5), st.integers(0, 5))


@settings(deadline=None, max_examples=examples(200))
@given(
    st.lists(COUNTED, min_size=1, max_size=9),
    st.lists(st.lists(st.integers(0, 8), unique=True, max_size=6), max_size=9),
    st.lists(st.tuples(COUNTED, st.lists(st.integers(0, 8), max_size=6)), max_size=6),
    st.tuples(st.sampled_from([0.0, 0.3, 1.0]), st.sampled_from([0.0, 0.5, 2.0])),
)
def test_meetings_equal_counting(
    every: list[tuple[int, int, int]],
    lists: list[list[int]],
    asked: list[tuple[tuple[int, int, int], list[int]]],
    shares: tuple[float, float],
) -> None:
    """Asked about one text after another: what one leaves behind is met by the next."""

    def sized(rows: list[tuple[int, int, int]]) -> core.Sized:
        columns = np.array(rows, dtype=np.int64).reshape(-1, 3).T
        shingles, runs, rates = columns
        coarser = runs[:, None] >> np.maximum(0, np.arange(1, 6) - rates[:, None])
        return core.Sized.of(runs + shingles, runs, rates, coarser)

    lists = [[one for one in some if one < len(every)] for some in lists]
    ends = np.cumsum([0, *map(len, lists)]).tolist()
    slices, first, expected = [], [0], []
    for number, (mine, named) in enumerate(asked):
        counts: Counter[int] = Counter()
        for at in named:
            if at < len(lists):
                slices.append((ends[at], ends[at + 1]))
                counts.update(lists[at])
        first.append(len(slices))
        for text, count in counts.items():
            (extra, runs, rate), (more, others, other) = mine, every[text]
            level = max(rate, other)
            sides = [runs >> (level - rate), others >> (level - other)]
            if extra and more:
                sides = [extra, more]
            least = min(shares[0] / (1 + shares[0]) * sum(sides), shares[1] * min(sides))
            if count >= least - 1 - 1e-6:
                expected.append((number, text, count))
    texts = np.array([one for some in lists for one in some], dtype=np.int32)
    meeting = core.Meeting(texts, sized(every), *shares)
    found = [
        tuple(pair)
        for part in meeting.of(
            np.array(slices, dtype=np.int32).reshape(-1, 2),
            np.array(first, dtype=np.int64),
            sized([mine for mine, _ in asked]),
            slice(0, len(asked)),
            lambda: None,
        )
        for pair in part.tolist()
    ]
    assert sorted(found) == sorted(expected)

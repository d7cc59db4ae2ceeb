"""The masked forms of texts, without numbers, dates and names, and whether two texts share one."""

import importlib.util
import itertools
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amounts import LONG
from oracle.cutting import cut
from simcore.text import masking
from simcore.text.masking import (
    MARK,
    SURNAMES,
    dictionary_names,
    differ_in_numbers_only,
    masked_hash,
    masked_words,
    segmenter,
    signs,
)
from simcore.text.words import normal_form

CUT = segmenter()

INVOICE = """Invoice No. {number}

Bill to: {name}
Date: {date}

The goods were delivered on {date} and accepted by {name}. We ask you to pay the amount
of {amount} euros within {days} days. This invoice does not include transport.
"""
CONTRACT = """房屋租赁合同

甲方：{landlord}
乙方：{tenant}

甲方将位于{place}的房屋出租给乙方使用，租期自{date}起，租金每月人民币{amount}元整。
乙方应在每月{day}日前支付租金，不得转租。本合同一式两份，双方一起签字后统一归档。
"""


FILLED_IN = {
    INVOICE: {
        "number": "2024-0117",
        "name": "Alice Brown",
        "date": "5 March 2024",
        "amount": "1,200.00",
        "days": "30",
    },
    CONTRACT: {
        "landlord": "张伟",
        "tenant": "王建明",
        "place": "北京",
        "date": "2024年3月5日",
        "amount": "3,500.00",
        "day": "10",
    },
}


def filled(form: str, before: str = "", after: str = "", **changes: str) -> bytes | None:
    """Return the masked hash of a form that was filled in, with other words or other values."""
    return masked_hash(form.replace(before, after).format(**FILLED_IN[form] | changes), CUT)


VALUES = {
    INVOICE: """
number=2025-9 | amount=98 | amount=two thousand | days=twenty-five | date=28 December 2023
date=1st May 2024 | date=Tuesday 2024-03-05 | date=05/03/2024 | name=John Smith | name=O'Neill
name=Dr. John A. Smith | name=Jean-Paul Martin | name=Acme Widgets Ltd, amount=7, date=2 Oct 2021
""",
    CONTRACT: """
amount=4200 | amount=三千五百 | amount=壹仟贰佰叁拾 | amount=３，８００ | date=2023年12月28日
date=二〇二四年三月十五日 | day=二十五 | landlord=李娜 | landlord=刘大明 | landlord=欧阳修
tenant=陈静怡 | tenant=刘翔 | tenant=北京东方科技有限公司 | place=武汉市 | place=上海
""",
}


@pytest.mark.parametrize(
    ("form", "values"),
    [
        (form, values)
        for form, listed in VALUES.items()
        for values in re.split(r" \| |\n", listed.strip())
    ],
)
def test_forms_differ_in_nothing_else(form: str, values: str) -> None:
    changes = dict(one.split("=") for one in values.split(", "))
    assert filled(form, **changes) == filled(form) is not None


OTHER_WORDS = """
euros → dollars | {days} days → {days} weeks | delivered → returned | pay → refund
does not include → does include | We ask → They ask | 不得转租 → 可以转租 | 不得转租 → 得转租
支付 → 收取 | 元整 → 美元整 | 出租 → 出售 | 人民币 → 港币 | 一起 → 分别 | 统一 → 分开
每月{day}日 → 每年{day}日
"""


@pytest.mark.parametrize("words", re.split(r" \| |\n", OTHER_WORDS.strip()))
def test_other_words_count(words: str) -> None:
    before, after = words.split(" → ")
    (form,) = (form for form in FILLED_IN if before in form)
    assert filled(form, before, after) != filled(form)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("一起统一十分万一", "一起 统一 十分 万一"),
        ("第十二条", "第 # 条"),
        ("三年", "# 年"),
        ("一式三份，两周内交", "# 式 # 份 , # 周 内 交"),
        ("三个月", "# 个 月"),
        ("百分之五", "百分之 #"),
        ("5kg 5 %", "# kg # %"),
        ("$5 and €5", "$ # and € #"),
        ("星期一开会，周五放假", "# 开会 , # 放假"),
        ("March on, you may. In March 2024 it may be.", "march on , you may . in # it may be ."),
        ("The Seller pays. Seller pays Bob.", "the seller pays . seller pays # ."),
        ("# 5 a", r"\# # a"),
        ("Alice's car hit Bob's", "alice's car hit #"),
    ],
)
def test_what_is_masked(text: str, expected: str) -> None:
    assert " ".join(masked_words(text, CUT)) == expected


@pytest.mark.parametrize("text", ["", " \n", "2024-03-05", "张伟", "...!", "五 12 Monday", "#"])
def test_nothing_left(text: str) -> None:
    assert masked_hash(text, CUT) is None


@given(st.text(alphabet="Aab 一第张5.,-'#元年月日\n" + "\udc80é裡"))
def test_any_text(text: str) -> None:
    listed = masked_words(text, CUT)
    assert (MARK, MARK) not in itertools.pairwise(listed)
    assert all(listed)
    assert not any(character.isdigit() for word in listed for character in word)


@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_digits_never_matter(one: int, other: int) -> None:
    """Nor do script and width."""
    texts = [f"total {number} items, 共{number}件，按時" for number in (one, other)]
    texts += [text.replace("時", "时").replace("total", "ｔｏｔａｌ") for text in texts]
    assert len({masked_hash(text, CUT) for text in texts}) == 1


def test_the_other_segmenter_gives_the_same_hash() -> None:
    text = INVOICE + CONTRACT
    assert masked_hash(text, cut) == masked_hash(text, CUT) is not None


def test_long_runs_are_no_trap() -> None:
    """Each would take hours at least if the time grew with the square of the length."""
    for character in ("a", "1", "一", "张", " ", "年", "1,", "A."):
        masked_words(character * 100_000, CUT)


def test_names_are_those_of_the_dictionary_read_line_by_line() -> None:
    double = ("欧阳", "司马", "诸葛", "上官", "司徒", "慕容", "皇甫", "尉迟")
    ends = ("市", "省", "县", "区", "州", "国", "镇", "自治区", "队", "政府", "人民政府", "大学")
    spec = importlib.util.find_spec("jieba")
    assert spec is not None
    assert spec.origin is not None
    people, places = set(), set()
    for line in Path(spec.origin).with_name("dict.txt").read_text(encoding="utf-8").splitlines():
        word, count, tag = line.split(" ")
        if tag in {"nr", "nrfg"}:
            few = len(word) == 3 or (len(word) == 2 and int(count) <= 440)
            if (word[0] in SURNAMES and few) or (len(word) > 2 and word[:2] in double):
                people.add(word)
        elif tag == "nrt" and len(word) > 2:
            people.add(word)
        elif tag in {"ns", "nt"}:
            places.add(word)
    long = {place for place in places if len(place) > 2 and place.endswith(ends)}
    short = {
        place for place in places if len(place) == 2 and {place + end for end in ends} & places
    }
    assert dictionary_names() == people | long | short
    assert min(len(people), len(long), len(short)) > 100


LINES = [
    "Invoice No. {} of {}",
    "The amount of {} euros is due within {} days.",
    "Delivered to {} Brown & Sons Ltd, {} Main Street",
    "{} paid the Seller in full",
    "van {} signed {}",
    "甲方{}将房屋出租给乙方{}使用",
    "租金每月{}元，自{}起",
    "計畫於{}完成，著作{}本",
    "",
    "#{} *{}*",
]
FILLERS = (
    "3,500|2024|5 March 2024|Alice|the|company|Company|twenty|may|May|张伟|王建明|北京市|三年|"
    "十|书|2024年3月5日|一起|MR|x|-|Ann-Lee"
).split("|")
BETWEEN = [" ", " the ", "。", "，", "，三", "。the", "\n", ""]
line = st.builds(
    str.format, st.sampled_from(LINES), st.sampled_from(FILLERS), st.sampled_from(FILLERS)
)
FILLED = st.lists(line, max_size=6)


def as_masked_whole(one: str, other: str) -> bool:
    """Compare two texts, and check the answer by masking both."""
    masked = masked_hash(one, CUT)
    expected = masked is not None and masked == masked_hash(other, CUT)
    assert differ_in_numbers_only(one, other) is expected
    return expected


@settings(deadline=None)  # the first example loads tables
@given(FILLED, FILLED, st.integers(0, 6), st.sampled_from(["\n", "\r\n", "\n\n"]))
def test_as_by_masking_both_texts_whole(
    left: list[str], right: list[str], common: int, end: str
) -> None:
    as_masked_whole("\n".join(left), end.join(left[:common] + right))


@settings(deadline=None)
@given(FILLED, FILLED, FILLED, FILLED, st.sampled_from(BETWEEN))
def test_texts_of_one_line_with_equal_beginnings_and_ends(
    first: list[str], left: list[str], right: list[str], last: list[str], between: str
) -> None:
    as_masked_whole(*(between.join(first + some + last) for some in (left, right)))


# in pairs: what stands in one text, and what may stand in its place in the other
TWINS = [
    both
    for alike in (
        "3,500|2024|17|twenty-five|三百|１２|Alice|J. Lee",
        "the|The|THE|company|Company",
        "may|May|march|Monday|monday|two|five",
        "张伟|王建明|北京市|陈 静|甲方|东方科技有限公司",
        "ＡＢＣ|ABC|abc|ａｂｃ|straße|STRASSE|don't|DON’T",
        "計畫|计划|看著|看着|著|着|乾|干|頭髮|头发",
        "，|,|；|;|。|、|-|·|#|\\#|\u200b|\n",
        "5月|三日|月底|10|日前|年|5th|th|acme ltd|ACME",
        "אA|אa|ltd|é|e\u0301|\ufeff|привет|Привет",
    )
    for both in itertools.permutations(alike.split("|"), 2)
]


@settings(deadline=None, max_examples=400)
@given(
    st.lists(
        st.tuples(st.sampled_from(TWINS), st.sampled_from(["", " ", "，", "。", "\n", " a "])),
        max_size=12,
    ),
    st.lists(st.integers(0, 3), min_size=12, max_size=12),
    st.sampled_from(
        ["", "we pay what is due to them\n" * 3, "乙方應當按時支付租金，不得轉租。" * 3]
    ),
)
def test_twins_of_words_and_signs(
    drawn: list[tuple[tuple[str, str], str]], chosen: list[int], around: str
) -> None:
    """The same text but for a few things, which may be masked in either, in both or in neither."""
    one = around + "".join(mine + after for (mine, _), after in drawn)
    other = around + "".join(
        (mine if keep else its) + after
        for ((mine, its), after), keep in zip(drawn, chosen, strict=False)
    )
    as_masked_whole(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("we pay the bill 5", "we pay The bill 6"),
        ("看著他在3天内,請", "看著他在4天内，請"),
        ("看著5，請", "看着6，请"),
        ("אA Ltd is at 5", "אB Ltd is at 5"),
    ],
)
@pytest.mark.parametrize("around", ["", "the tenant pays what is due，按时支付租金。\n" * 20])
def test_what_is_masked_or_converted_by_its_context(one: str, other: str, around: str) -> None:
    """A word with a capital that is no name, a phrase beside traditional Chinese, a firm's name."""
    assert as_masked_whole(around + one, around + other)


@pytest.fixture
def _never_masked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Masking takes fifty times as long as the look that tells most texts apart."""

    def never(text: str, cut: object) -> bytes:
        raise AssertionError(f"{len(text)} characters were masked")

    monkeypatch.setattr(masking, "masked_hash", never)


@pytest.mark.usefixtures("_never_masked")
@pytest.mark.parametrize("step", [20, 50])
@pytest.mark.parametrize("text", ["tenant pays rent due, ", "承租人应当按时支付租金，不得转租，"])
def test_words_replaced_all_over_need_no_masking(text: str, step: int) -> None:
    clauses = [f"{text}{n}" for n in range(200)]
    replaced = [*clauses]
    replaced[7::step] = [f"{one}，转让 transferred" for one in clauses[7::step]]
    assert not differ_in_numbers_only(" ".join(clauses), " ".join(replaced))
    assert not differ_in_numbers_only("\n".join(replaced), "\n".join(clauses))


@pytest.mark.usefixtures("_never_masked")
def test_one_word_in_a_long_line_and_versions_of_a_log_need_no_masking() -> None:
    around = "the tenant pays what is due " * 100
    assert not differ_in_numbers_only(f"{around}at last {around}", f"{around}at once {around}")
    lines = [f"2026-03-04 12:00:{n:02} INFO job {n} queued on worker.{n % 7}\n" for n in range(60)]
    versions = ["".join(lines[:count]) for count in range(20, 60)]
    for one, other in itertools.combinations(versions, 2):
        assert not differ_in_numbers_only(one, other)


@settings(deadline=None)
@given(st.lists(st.sampled_from(LINES), max_size=6), st.data())
def test_other_fillings_of_one_form(form: list[str], data: st.DataObject) -> None:
    """Half of these are such pairs: the same lines, filled in differently."""
    filler = st.sampled_from(["3,500", "2024", "17", "5 March 2024", "张伟", "王建明"])
    one, other = (
        "\n".join(text.format(data.draw(filler), data.draw(filler)) for text in form)
        for _ in range(2)
    )
    if as_masked_whole(one, other):
        codes = [normal_form(text, seen=False).codes for text in (one, other)]
        assert signs(codes[0]) == signs(codes[1])


def test_hashes_of_many_texts_are_kept_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(masking, "_known", {})
    monkeypatch.setattr(masking, "_MOST_KNOWN", 10)
    for one in map("word ".__mul__, range(1, 40)):
        assert differ_in_numbers_only(f"{one} 1", f"{one} 2")
        assert len(masking._known) <= 10


def test_a_word_in_small_letters_that_may_be_masked_tells_nothing() -> None:
    assert differ_in_numbers_only("we pay two of them on monday", "we pay nine of them on friday")
    assert differ_in_numbers_only("The end of 5th street", "the end of 6 street")
    assert differ_in_numbers_only("job5 , done", "job 6, done")
    assert not differ_in_numbers_only("job 5 done", "job 6 done done")


def test_a_sequence_without_spaces_is_looked_at_in_one_pass() -> None:
    """Else the time grows with the square of the length: of four megabytes, days."""
    sequence = "ACGT" * (1_000_000 if LONG else 150_000)
    assert not differ_in_numbers_only(sequence, sequence + "CC")

"""The common masked forms of texts: without numbers, dates and names."""

import importlib.util
import itertools
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle.cutting import cut
from places import ROOT
from simcore.text.masking import (
    MARK,
    SURNAMES,
    dictionary_names,
    masked_hash,
    masked_words,
    segmenter,
)

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


def invoice(**changes: str) -> bytes | None:
    fields = {
        "number": "2024-0117",
        "name": "Alice Brown",
        "date": "5 March 2024",
        "amount": "1,200.00",
        "days": "30",
    }
    return masked_hash(INVOICE.format(**{**fields, **changes}), CUT)


def contract(text: str = CONTRACT, **changes: str) -> bytes | None:
    fields = {
        "landlord": "张伟",
        "tenant": "王建明",
        "place": "北京",
        "date": "2024年3月5日",
        "amount": "3,500.00",
        "day": "10",
    }
    return masked_hash(text.format(**{**fields, **changes}), CUT)


@pytest.mark.parametrize(
    "changes",
    [
        {"number": "2025-9"},
        {"amount": "98"},
        {"amount": "two thousand"},
        {"days": "twenty-five"},
        {"date": "28 December 2023"},
        {"date": "1st May 2024"},
        {"date": "Tuesday 2024-03-05"},
        {"date": "05/03/2024"},
        {"name": "John Smith"},
        {"name": "Dr. John A. Smith"},
        {"name": "O'Neill"},
        {"name": "Jean-Paul Martin"},
        {"name": "Acme Widgets Ltd", "amount": "7", "date": "2 Oct 2021"},
    ],
)
def test_invoices_differ_in_nothing_else(changes: dict[str, str]) -> None:
    assert invoice(**changes) == invoice() is not None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("euros", "dollars"),
        ("{days} days", "{days} weeks"),
        ("delivered", "returned"),
        ("does not include", "does include"),
        ("pay", "refund"),
        ("We ask", "They ask"),
    ],
)
def test_other_words_count(before: str, after: str) -> None:
    assert before in INVOICE
    changed = INVOICE.replace(before, after)
    fields = {"number": "1", "name": "Ann Lee", "date": "5 May 2024", "amount": "2", "days": "3"}
    assert masked_hash(changed.format(**fields), CUT) != invoice()


@pytest.mark.parametrize(
    "changes",
    [
        {"amount": "4200"},
        {"amount": "三千五百"},
        {"amount": "壹仟贰佰叁拾"},
        {"amount": "３，８００"},
        {"date": "2023年12月28日"},
        {"date": "二〇二四年三月十五日"},
        {"day": "二十五"},
        {"landlord": "李娜"},
        {"landlord": "刘大明"},
        {"landlord": "欧阳修"},
        {"tenant": "陈静怡"},
        {"tenant": "刘翔"},
        {"tenant": "北京东方科技有限公司"},
        {"place": "武汉市"},
        {"place": "上海"},
    ],
)
def test_contracts_differ_in_nothing_else(changes: dict[str, str]) -> None:
    assert contract(**changes) == contract() is not None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("不得转租", "可以转租"),
        ("不得转租", "得转租"),
        ("支付", "收取"),
        ("元整", "美元整"),
        ("出租", "出售"),
        ("人民币", "港币"),
        ("一起", "分别"),
        ("统一", "分开"),
        ("每月{day}日", "每年{day}日"),
    ],
)
def test_other_chinese_words_count(before: str, after: str) -> None:
    assert before in CONTRACT
    assert contract(CONTRACT.replace(before, after)) != contract()


def test_script_and_width_do_not_matter() -> None:
    traditional = "租金每月３５００元，乙方應按時支付"
    assert masked_hash(traditional, CUT) == masked_hash("租金每月20元,乙方应按时支付", CUT)


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
    texts = (f"total {number} items, 共{number}件" for number in (one, other))
    assert len({masked_hash(text, CUT) for text in texts}) == 1


def test_one_hash_everywhere() -> None:
    """Another process, another hash seed, the other segmenter."""
    text = INVOICE + CONTRACT
    code = (
        "import sys;from simcore.text.masking import masked_hash;"
        "from simcore.text.masking import segmenter;"
        "print(masked_hash(sys.stdin.buffer.read().decode(), segmenter()).hex())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=text.encode(),
        env={**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=True,
    )
    expected = masked_hash(text, cut)
    assert expected is not None
    assert done.stdout.decode().strip() == expected.hex()


def test_long_runs_are_no_trap() -> None:
    started = time.process_time()
    for character in ("a", "1", "一", "张", " ", "年", "1,", "A."):
        masked_words(character * 100_000, CUT)
    assert time.process_time() - started < 60


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

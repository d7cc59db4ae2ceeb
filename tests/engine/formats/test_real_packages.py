"""Packages as other programs write them, and the same text in several formats."""

from pathlib import Path

import pytest

from simcore import read_document
from simcore.model.records import DecodedText
from simcore.text.visible import visible_hashes

REAL = Path(__file__).parent / "real"

LEASE = """\
Lease 租赁合同
The area is 10² of H₂O on the 1st day, and not more.
It was kept, and added; nothing hidden.
See the page, page {page}.
Next line	after a tab; “quotes” — café 😀 end.
Rent is paid monthly.
甲方	乙方
second	Sum
1		3
outer	in1	in2
behind	last
After the table.
Box:
The end 结束。
{tab}A footnote 脚注.
{tab}An endnote 尾注.
A comment 批注.
In the box 文本框.
"""


def real(name: str) -> DecodedText:
    return read_document(name, (REAL / name).read_bytes())


def lines(found: DecodedText) -> list[str]:
    return [line.rstrip() for line in found.text.split("\n") if line.strip()]


def test_a_contract_of_a_word_processor() -> None:
    word, text = real("contract.docx"), real("contract.odt")
    # what LibreOffice writes into the field when no page was laid out
    assert lines(word) == LEASE.format(page=1, tab="\t").splitlines()
    assert lines(text) == LEASE.format(page=0, tab="").splitlines()
    assert word.marks == text.marks == ("sup 32", "/sup 34", "del 41", "/del 44")
    old, rich = real("contract.doc"), real("contract.rtf")
    assert len({visible_hashes(one).words for one in (word, old, rich)}) == 1


def test_a_book_that_a_word_processor_wrote() -> None:
    """Raised and hidden text are in its style sheet only."""
    found = real("contract.epub").text
    assert found.startswith("Lease 租赁合同\n\nThe area is 10")
    assert found.endswith("An endnote 尾注.")


PRICES = """\
价格 Prices
日期	品名	数量	单价	折扣	完成
2021年3月5日	铅笔 pencil	12	1.50	10.0%	TRUE
2021年12月31日	纸 paper	5,000	0.26	12.5%	FALSE
空 Empty
		远 far
按盒 by the box
"""


@pytest.mark.parametrize("name", ["prices.xlsx", "prices.ods"])
def test_prices_as_they_are_shown(name: str) -> None:
    assert lines(real(name)) == PRICES.splitlines()
    assert visible_hashes(real(name)).words == visible_hashes(real("prices.xlsx")).words


def test_prices_of_a_binary_sheet() -> None:
    """Comments are not read there."""
    assert lines(real("prices.xls")) == PRICES.splitlines()[:-1]


@pytest.mark.parametrize("name", ["slides.pptx", "slides.odp"])
def test_slides(name: str) -> None:
    found = real(name)
    assert found.text == (
        "计划 Plan\n第一步 first\n第二步 second\n备注 a note\n\n价格 Prices\n甲\t12.50\n乙\t3.00\n"
    )
    assert found.pages == (0, 5)

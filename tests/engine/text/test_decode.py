"""Encodings: what Python's own codecs wrote is the truth."""

import random
import re
import zlib

import pytest

from builders import chinese_text, english_text
from simcore import ReadError
from simcore.text.decoding import decode, decode_as

SIMPLIFIED = chinese_text(1, 400)
TRADITIONAL = (
    "會議紀錄:今日討論產品開發進度,與會人員包括業務部經理與工程師。首先由陳經理報告上週銷售數字,"
    "其次討論下一季的預算。請各部門於月底前繳交報告,並於下週三之前回覆意見,以利彙整。\n" * 3
)


@pytest.mark.parametrize("encoding", ["gb18030", "gbk", "gb2312", "utf-8", "utf-16", "utf-8-sig"])
def test_simplified_chinese(encoding: str) -> None:
    decoded = decode(SIMPLIFIED.encode(encoding))
    assert decoded.text == SIMPLIFIED
    assert not decoded.lossy


@pytest.mark.parametrize("encoding", ["big5", "big5hkscs", "cp950", "utf-16-le", "utf-16-be"])
def test_traditional_chinese(encoding: str) -> None:
    decoded = decode(TRADITIONAL.encode(encoding))
    assert decoded.text == TRADITIONAL
    assert not decoded.lossy


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_without_a_mark(encoding: str) -> None:
    for text in (SIMPLIFIED, english_text(1)):
        assert decode(text.encode(encoding)).text == text


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("短文档：合同第一条", "gb18030"),
        ("- [API 概览](/api/overview.md)\n- [监控 API](/api/monitor.md)\n", "gb18030"),
        ("會議紀錄：今日討論事項", "big5"),
        ("Der Vertrag wird zwischen den Parteien geschlossen. Die Größe beträgt 500 m².", "cp1252"),
        ("Le présent contrat est conclu entre les parties, à Paris, l'été dernier.", "cp1252"),
        ("Привет, мир! Договор вступает в силу со дня подписания.", "cp1251"),
        ("これは日本語の文書です。ひらがなとカタカナと漢字。", "shift_jis"),
        ("이 문서는 한국어로 작성되었습니다. 계약은 서명한 날부터 유효하다.", "cp949"),
    ],
)
def test_short_texts(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding)).text == text


def test_mostly_english_with_little_chinese() -> None:
    """A sample from the beginning would be all English and say nothing."""
    text = english_text(3, 30_000) + "见《合同范本》第三章 数据库 索引 说明\n"
    decoded = decode(text.encode("gb18030"))
    assert decoded.text == text
    assert decoded.encoding == "gb18030"


def test_a_few_wrong_bytes_are_told() -> None:
    for encoding, text in (("utf-8", SIMPLIFIED), ("gb18030", SIMPLIFIED), ("big5", TRADITIONAL)):
        data = bytearray(text.encode(encoding))
        data[len(data) // 2 : len(data) // 2] = b"\xff"
        decoded = decode(bytes(data))
        assert decoded.lossy
        assert "\ufffd" in decoded.text
        assert sum(a == b for a, b in zip(decoded.text, text, strict=False)) > 100


def test_byte_order_mark_is_not_text() -> None:
    assert decode("\ufeffab".encode("utf-16-le")).text == "ab"
    assert decode(b"\xef\xbb\xbfab").text == "ab"
    assert decode(b"").text == ""


@pytest.mark.parametrize(
    "data",
    [
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0\0\0\1\0\x08\6\0\0\0",
        zlib.compress(SIMPLIFIED.encode()),
        random.Random(1).randbytes(5_000),
        bytes(b for b in random.Random(2).randbytes(5_000) if b),
        b"text\0with\0zero\0bytes" * 20,
        b"\x7fELF\2\1\1\0" + bytes(200),
        bytes(range(1, 32)) * 10,
    ],
    ids=["png", "zlib", "noise", "noise-no-zero", "zeros", "elf", "controls"],
)
def test_binary_is_refused(data: bytes) -> None:
    with pytest.raises(ReadError, match=r"binary|not recognised"):
        decode(data)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "gb18030", "big5", "utf-16-be"])
def test_known_encoding_gives_the_same(encoding: str) -> None:
    data = (TRADITIONAL if encoding == "big5" else SIMPLIFIED).encode(encoding)
    first = decode(data)
    assert decode_as(data, first.encoding) == first


def test_a_page_with_a_picture_in_it() -> None:
    """One line of base64, a megabyte long: a search that is tried at each byte never ends."""
    page = f"{SIMPLIFIED}<img src='data:{'iVBORw0KGgo' * 100_000}'>\n{SIMPLIFIED}"
    assert decode(page.encode("gb18030")).text == page
    assert decode(page.encode("gb18030") + b"\xff").encoding == "gb18030"
    western = f"Gr\xfc\xdfe aus K\xf6ln, gr\xfc\xdfe zur\xfcck.\n{'x' * 1_000_000}\n"
    assert decode(western.encode("cp1252")).text == western


def test_many_controls_are_binary_wherever_they_stand() -> None:
    """Those of C0 and C1 but for white space, the escape character and the next line."""
    controls = {*range(1, 9), *range(0x0E, 0x20), *range(0x7F, 0xA0)} - {0x1B, 0x85}
    read = set()
    for code in range(1, 0xA2):
        text = "a few words 数据 " + chr(code) * 3
        try:
            assert decode(text.encode()).text == text, code
        except ReadError as error:
            assert re.search("binary|not recognised", str(error)), code  # noqa: PT017 - some are read
        else:
            read.add(code)
    assert read == set(range(1, 0xA2)) - controls

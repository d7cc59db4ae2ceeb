"""Encodings that are recognised, or that a person chose: Python's codecs tell the truth.

Languages speak in Article 1 of the Universal Declaration of Human Rights, by which no
encoding was chosen.
"""

import encodings
import pkgutil
import random
import re
import warnings
import zlib
from dataclasses import replace

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from builders import chinese_text, english_text
from simcore import ReadError
from simcore.formats.reading import is_encoding, read_as_chosen
from simcore.model.formats import format_of
from simcore.model.reasons import ReasonCode
from simcore.text.decoding import decode, decode_as

RUSSIAN = "Все люди рождаются свободными и равными в своем достоинстве и правах.\n"
UKRAINIAN = "Всі люди народжуються вільними і рівними у своїй гідності та правах.\n"
BULGARIAN = "Всички хора се раждат свободни и равни по достойнство и права.\n"
POLISH = "Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw.\n"
CZECH = "Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv.\n"
HUNGARIAN = "Minden emberi lény szabadon születik és egyenlő méltósága és joga van.\n"
GERMAN = "Alle Menschen sind frei und gleich an Würde und Rechten geboren.\n"
FRENCH = "Tous les êtres humains naissent libres et égaux en dignité et en droits.\n"
TURKISH = "Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar.\n"
GREEK = "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα.\n"
HEBREW = "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם. כולם חוננו בתבונה ובמצפון.\n" * 2
ARABIC = "يولد جميع الناس أحرارا متساوين في الكرامة والحقوق.\n"
JAPANESE = "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。\n"
KOREAN = "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.\n"
CHINESE = "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。\n"
SIMPLIFIED = chinese_text(1, 400)
TRADITIONAL = (
    "會議紀錄:今日討論產品開發進度,與會人員包括業務部經理與工程師。首先由陳經理報告上週銷售數字,"
    "其次討論下一季的預算。請各部門於月底前繳交報告,並於下週三之前回覆意見,以利彙整。\n" * 3
)
# Chinese and Thai in the other order of bytes are letters of other scripts, which are valid, too
THAI = "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ\n1. ต่างมีเหตุผล\n"
TABLE = "| 操作符 | 描述 |\n|:--|:--|\n| 按位与 | 返回结果 |\n" * 4
LINKS = "- [API 概览](/api/overview.md)\n- [监控 API](/api/monitor.md)\n"
WRITTEN = [
    (RUSSIAN, "cp866 cp855 mac-cyrillic iso8859-5 cp1251 koi8-r"),
    (UKRAINIAN, "koi8-u cp1125"),
    (BULGARIAN, "iso8859-5 cp1251"),
    (POLISH, "iso8859-2 cp1250 cp852 mac-latin2"),
    (CZECH, "iso8859-2 cp1250"),
    (HUNGARIAN, "iso8859-2 cp852"),
    (GERMAN, "cp437 mac-roman cp1252 cp500"),
    (FRENCH, "cp850 iso8859-15 mac-roman hp-roman8 utf-7"),
    (TURKISH, "cp1254 cp857"),
    (GREEK, "iso8859-7 cp737 mac-greek"),
    (HEBREW, "cp1255 cp862"),
    (ARABIC, "cp1256 iso8859-6"),
    (JAPANESE, "iso2022_jp euc_jp shift_jis"),
    (KOREAN, "iso2022_kr johab euc_kr"),
    (CHINESE, "hz gb18030"),
    (SIMPLIFIED, "gb18030 gbk gb2312 utf-8 utf-16 utf-8-sig utf-16-le utf-16-be utf-32-le"),
    (SIMPLIFIED, "utf-32-be"),
    (TRADITIONAL, "big5 big5hkscs cp950 utf-16-le utf-16-be"),
    (english_text(1), "utf-16-le utf-16-be utf-32-le utf-32-be"),
    (THAI, "utf-16-le utf-16-be"),
    (THAI * 20, "utf-16-le utf-16-be"),
    (TABLE, "utf-16-le utf-16-be"),
    (CHINESE + "SQL 语句\n", "utf-16-le utf-16-be"),
    ("短文档：合同第一条", "gb18030"),
    (LINKS, "gb18030"),
    ("會議紀錄：今日討論事項", "big5"),
    ("Der Vertrag wird zwischen den Parteien geschlossen. Die Größe beträgt 500 m².", "cp1252"),
    ("Le présent contrat est conclu entre les parties, à Paris, l'été dernier.", "cp1252"),
    ("Привет, мир! Договор вступает в силу со дня подписания.", "cp1251"),
    ("これは日本語の文書です。ひらがなとカタカナと漢字。", "shift_jis"),
    ("이 문서는 한국어로 작성되었습니다. 계약은 서명한 날부터 유효하다.", "cp949"),
]


@pytest.mark.parametrize(
    ("text", "encoding"), [(text, one) for text, listed in WRITTEN for one in listed.split()]
)
def test_the_text_is_what_was_written(text: str, encoding: str) -> None:
    decoded = decode(text.encode(encoding))
    assert decoded.text == text
    assert not decoded.lossy
    # and again where the encoding is known
    assert replace(decode_as(text.encode(encoding), decoded.encoding), guessed=False) == replace(
        decoded, guessed=False
    )


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


def test_escape_sequences_come_before_ascii() -> None:
    """The published name of this encoding (RFC 1468) in itself: all its bytes are valid UTF-8."""
    data = b"\x1b$BF|K\\8l\x1b(B"
    assert data.decode("utf-8").isprintable() is False
    assert decode(data).text == "日本語"
    assert decode(b"see " + data + b" there").text == "see 日本語 there"


@pytest.mark.parametrize(
    "text",
    [
        "\x1b[1mbold\x1b[0m and \x1b[31mred\x1b[0m\n",
        "costs: \x1b$ 5 in a terminal's log\n",
        '(format t "~{~a~^, ~}~%" list) (format nil "~{<~a>~}" names)\n',
        "Call +4930123456 or +18005551212, or see C++ and a+b+c+def.\n",
        "int64 +1 +0x1234abcd, key AAAA+BBBBccccDDDD== and 1+2+345\n",
    ],
)
def test_plain_ascii_stays_as_it_is(text: str) -> None:
    decoded = decode(text.encode("ascii"))
    assert (decoded.text, decoded.encoding, decoded.guessed) == (text, "utf-8", False)


def test_what_another_encoding_holds_whole_is_not_lossy() -> None:
    """A byte beyond the sample decides: iso-8859-1 has none but controls there."""
    text = GERMAN * 2_000 + "„Würde“ – 5 €…\n"
    decoded = decode(text.encode("cp1252"))
    assert decoded.text == text
    assert not decoded.lossy


def test_the_name_is_that_of_the_larger_encoding() -> None:
    assert decode(GERMAN.encode("iso8859-1")).encoding == "cp1252"
    assert decode(TURKISH.encode("iso8859-9")).encoding == "cp1254"
    assert decode(KOREAN.encode("euc_kr")).encoding == "cp949"


@pytest.mark.parametrize(
    "text",
    [
        '<html><head><meta charset="{0}"></head><body>Příliš žluťoučký kůň</body></html>',
        "<?xml version='1.0' encoding='{0}'?><a>Příliš žluťoučký kůň</a>",
        "# -*- coding: {0} -*-\n# Příliš žluťoučký kůň\n",
    ],
)
@pytest.mark.parametrize("encoding", ["iso8859-2", "cp1250", "cp852"])
def test_a_declaration_helps(text: str, encoding: str) -> None:
    names = {"iso8859-2": "ISO-8859-2", "cp1250": "windows-1250", "cp852": "ibm852"}
    page = text.format(names[encoding])
    assert decode(page.encode(encoding)).text == page


def test_a_declaration_that_lies_is_not_believed() -> None:
    page = f'<html><head><meta charset="iso-8859-1"></head><body>{CHINESE * 3}</body></html>'
    assert decode(page.encode("gb18030")).text == page
    page = f'<html><head><meta charset="iso-8859-1"></head><body>{RUSSIAN * 3}</body></html>'
    assert decode(page.encode("cp1251")).text == page


@pytest.mark.parametrize("sign", ["°", "²", "×"])
def test_one_sign_in_a_long_text_is_a_guess(sign: str) -> None:
    text = f"The tank holds water of 30 {sign} and nothing else of note.\n" + "So it goes. " * 200
    assert decode(text.encode("cp850")).guessed


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        *((SIMPLIFIED, "gb18030"), (CHINESE, "utf-8"), (CHINESE, "utf-16"), (CHINESE, "gb18030")),
        *(("plain", "ascii"), (RUSSIAN * 5, "cp1251"), (RUSSIAN * 5, "cp866")),
        *((POLISH * 5, "cp1250"), (JAPANESE, "iso2022_jp"), (JAPANESE, "shift_jis")),
    ],
)
def test_what_is_clear_is_no_guess(text: str, encoding: str) -> None:
    assert not decode(text.encode(encoding)).guessed


@given(st.binary(max_size=400))
@example(b"?@\xb6")
def test_bytes_come_back(data: bytes) -> None:
    """What is said to be read without a loss writes the same bytes again."""
    try:
        decoded = decode(data)
    except ReadError:
        return
    _writes_again(data, decoded.text, decoded.encoding, lossy=decoded.lossy)


@given(
    st.text(st.sampled_from("äöüßéèабвгдżółćńαβγ °²€–„“"), max_size=80),
    st.sampled_from("cp1250 cp1251 cp1252 cp1253 cp850 cp852 cp866 iso8859-2 mac-roman".split()),
)
def test_words_come_back(text: str, encoding: str) -> None:
    data = f"a short note: {text}\n".encode(encoding, "ignore")
    try:
        decoded = decode(data)
    except ReadError:
        return  # so few letters in no order may fit nothing
    _writes_again(data, decoded.text, decoded.encoding, lossy=decoded.lossy)


def _writes_again(data: bytes, text: str, encoding: str, *, lossy: bool) -> None:
    # of escape sequences and UTF-16 with a mark there are several spellings
    if not lossy and not encoding.startswith(("iso2022", "hz", "utf-7", "utf-16", "utf-32")):
        again = text.encode(encoding)
        # Windows' Japanese and IBM's Greek have some characters twice
        assert again == data.removeprefix(b"\xef\xbb\xbf") or (
            encoding in {"cp875", "cp932"}
            and again.decode(encoding) == text == data.decode(encoding)
        )


# ---- encodings that a person chose


ALL = sorted(one.name for one in pkgutil.iter_modules(encodings.__path__) if one.name != "aliases")
KNOWN = [name for name in ALL if is_encoding(name)]
NONE = {
    *("base64_codec", "bz2_codec", "hex_codec", "quopri_codec", "rot_13", "uu_codec", "zlib_codec"),
    *("idna", "punycode", "undefined", "unicode_escape", "raw_unicode_escape", "mbcs", "oem"),
}


def test_all_encodings_of_text_are_known_and_nothing_else() -> None:
    assert set(ALL) - set(KNOWN) == NONE


@pytest.mark.parametrize(
    "name",
    [
        *"zlib rot13 idna base64 hex undefined unicode_escape 编码 ../../etc/passwd 'gbk'".split(),
        *("", "no such", "a\0b", "utf-8\n", "x" * 100_000, "os.path", "\udcff"),
    ],
)
def test_what_is_no_encoding_is_refused_by_name(name: str) -> None:
    with pytest.raises(ReadError) as error:
        read_as_chosen("a.txt", b"plain words", name)
    assert error.value.reason.code is ReasonCode.UNKNOWN_ENCODING


@given(st.sampled_from(KNOWN), st.binary(max_size=60), st.sampled_from(["a.txt", "b.html"]))
@example("ascii", b"PK\3\4", "a.txt")
def test_any_bytes_are_read_or_refused(encoding: str, data: bytes, name: str) -> None:
    of = format_of(name, data)
    assume(of is None or of.decoded)  # a format without an encoding is read in none
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            decoded = read_as_chosen(name, data, encoding)
        except ReadError as error:
            assert error.reason.code is ReasonCode.NOT_IN_CHOSEN_ENCODING  # noqa: PT017
        else:
            assert not decoded.guessed
            assert decoded.encoding == encoding
            assert decoded.text.count("\ufffd") <= max(1, len(data) * 0.05) or (
                not decoded.lossy  # some encodings have that character
            )


def test_a_few_bytes_that_do_not_fit_are_replaced_and_many_refused() -> None:
    chinese = "甲方应当按照合同的约定支付价款。" * 10
    for text in ("plain words\n" * 20, chinese):
        for encoding in ("utf-16-le", "utf-16-be", "utf-32-le"):
            assert read_as_chosen("a.txt", text.encode(encoding), encoding).text == text
    damaged = chinese.encode("gb18030") + b"\xff"
    decoded = read_as_chosen("合同.txt", damaged, "gb18030")
    assert decoded.text == chinese + "\ufffd"
    assert decoded.lossy
    with pytest.raises(ReadError) as error:
        read_as_chosen("合同.txt", chinese.encode("gb18030"), "utf-8")
    assert error.value.reason.code is ReasonCode.NOT_IN_CHOSEN_ENCODING


@pytest.mark.parametrize("encoding", ["utf-8", "big5", "euc_kr", "gb18030", "utf-16-le", "utf-16"])
@pytest.mark.parametrize("name", ["a.txt", "a.html"])
@pytest.mark.parametrize("end", [" Ж Щ", " Ж", " Жить"])
def test_what_is_beyond_ascii_decides_whether_an_encoding_fits(
    name: str, encoding: str, end: str
) -> None:
    data = ("nearly all of it is plain words\n" * 40 + end).encode("cp1251")
    assert read_as_chosen(name, data, "cp1251").text.endswith(end)
    if end.endswith("ь") and not encoding.startswith("utf"):
        return  # these bytes happen to be characters of other encodings, too
    with pytest.raises(ReadError) as error:
        read_as_chosen(name, data, encoding)
    assert error.value.reason.code is ReasonCode.NOT_IN_CHOSEN_ENCODING

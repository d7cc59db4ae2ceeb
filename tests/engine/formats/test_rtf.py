"""RTF: what the specification says of documents."""

import pytest

from simcore import ReadError, read_document
from simcore.model.reasons import ReasonCode
from simcore.model.records import DecodedText

HEAD = rb"{\rtf1\ansi\ansicpg936\deff0{\fonttbl{\f0\fnil\fcharset134 SimSun;}{\f1\fcharset0 Times;}"
HEAD += rb"{\f2\fcharset128 Gothic;}{\f3\fcharset136 Ming;}{\f4\fcharset2 Symbol;}{\f5\cpg1251 A;}}"


def read(body: bytes) -> DecodedText:
    return read_document("a.rtf", HEAD + body + b"}")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (rb"\f0 \'ba\'cf\'cd\'ac", "合同"),
        (rb"\f2 \'8c\'5f\'96\'f1", "契約"),
        (rb"\f3 \'a6X\'a6P", "合同"),  # the second bytes of Big5 may be letters
        (rb"\f1 caf\'e9", "café"),
        (rb"\f5 \'c4\'ee\'e3", "Дог"),
        (rb"\f4 a\'b7b", "ab"),
        (rb"\f1 \'ba\'cf\'cd\'ac", "合同"),  # Western as it says, in a Chinese document
        (rb"\dbch\af0\loch\f1 x\dbch\f1 \'ba\'cf", "x合"),
        ("合同".encode("gb18030"), "合同"),
        (rb"{\f1 caf\'e9}\'ba\'cf", "café合"),
        (rb"\u21512?\u21516\'3f!", "合同!"),
        (rb"\uc2\u21512\'ba\'cf\u21516??!", "合同!"),
        (rb"\uc0\u21512\u21516?", "合同?"),
        (rb"{\uc2\u21512 xy}\u21516 xy", "合同y"),
        (rb"\u-10179?\u-8704?", "\U0001f600"),
        (rb"{\upr{?}{\*\ud\u21512?}}", "合"),
        (rb"a\~b\_c\emdash\lquote d\rquote\{\}\\", "a\xa0b\u2011c—‘d’{}\\"),
        (rb"a\par b\line c\tab d", "a\nb\nc\td"),
        (b"a\r\nb\\\nc", "ab\nc"),
    ],
)
def test_characters(body: bytes, expected: str) -> None:
    assert read(body).text.rstrip("\n") == expected


@pytest.mark.parametrize(
    "body",
    [
        rb"{\header no\par}{\footerf no}",
        rb"{\deleted no}{\v no}\v no\v0 ",
        rb"{\*\generator no;}{\info{\title no}}{\*\unknown{no}no}",
        rb"{\field{\*\fldinst HYPERLINK no}{\fldrslt }}",
        rb"{\pict\bin9 no}}}}}no}",
        b"{\\pict 6e6f}\\bin3 no}",
        rb"{\object{\*\objdata 6e6f}{\result }}",
        rb"{\listtext 1.\tab}{\pntext no}",
        rb"{\stylesheet{\s0 no;}}{\colortbl;\red0;}",
        rb"{\v{\footnote no}}",
    ],
)
def test_what_no_reader_sees(body: bytes) -> None:
    assert read(rb"a " + body + rb"b").text == "a b\n"


@pytest.mark.parametrize(
    ("body", "expected", "marks"),
    [
        (rb"10{\up6 2}\up0  H{\dn6 2}O{\super\strike th}", "10² H₂Oth\n", "del 6, /del 8"),
        (
            rb"10{\super 2} H\sub 2\nosupersub O x{\super n+1}{\strike no}\plain y",
            "10² H₂O xn+1noy\n",
            "sup 7, /sup 10, del 10, /del 12",
        ),
    ],
)
def test_raised_lowered_and_struck_out_runs(body: bytes, expected: str, marks: str) -> None:
    found = read(body)
    assert (found.text, ", ".join(found.marks)) == (expected, marks)


def test_rows_and_the_tables_in_their_cells() -> None:
    inner = rb"\pard\intbl\itap2 x\nestcell y\nestcell{\*\nesttableprops\trowd\nestrow}"
    rows = rb"\trowd\pard\intbl a\cell\par b\cell\row " + inner + rb"\pard\intbl z\cell e\cell\row"
    assert read(rb"\par " + rows + rb"\pard end\par").text.split("\n") == [
        *("a\tb", "x\ty", "z\te", "end", "")
    ]


def test_a_document_whose_end_is_missing() -> None:
    found = read_document("a.rtf", HEAD + b"all that is left")
    assert found.text == "all that is left\n"
    assert found.cut_short is not None
    assert found.cut_short.code is ReasonCode.DAMAGED_INSIDE
    assert read(b"a}} what follows is no part of it {").text == "a\n"


@pytest.mark.parametrize(
    "body",
    [
        b"{" * 2_000_000,
        rb"{\footnote" * 100_000,
        rb"{\upr{\*\ud" * 100_000,
        rb"{\shp{\*\shpinst{\shptxt " * 100_000,
    ],
)
def test_what_nests_without_end(body: bytes) -> None:
    with pytest.raises(ReadError) as refused:
        read(body)
    assert refused.value.reason.code is ReasonCode.DAMAGED

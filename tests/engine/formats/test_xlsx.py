"""Cells as a sheet shows them; sheets that are made to fill the memory."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amounts import examples
from packages import xlsx, zipped
from simcore import ReadError, read_document
from simcore.formats.excel97 import _Book
from simcore.formats.package import Package
from simcore.formats.xlsx import BUILT_IN, _check, shown
from simcore.model.reasons import ReasonCode
from simcore.model.records import DecodedText


def read(*sheets: str, **parts: str) -> DecodedText:
    return read_document("a.xlsx", xlsx(*sheets, **parts))


def row(*cells: str, number: int = 1) -> str:
    return f'<row r="{number}">{"".join(cells)}</row>'


def cell(place: str, value: str, kind: str = "n", style: int = 0) -> str:
    return f'<c r="{place}" t="{kind}" s="{style}"><v>{value}</v></c>'


def test_rows_of_every_sheet_under_its_name() -> None:
    shared = (
        "<si><t>合同</t><rPh><t>ごうどう</t></rPh></si>"
        "<si><r><t>10</t></r><r><rPr><vertAlign val='superscript'/></rPr><t>2</t></r></si>"
    )
    first = row(cell("A1", "0", "s"), cell("C1", "1", "s")) + row(
        cell("A2", "1", "b"), cell("B2", "#N/A", "e"), cell("C2", "和", "str"), number=2
    )
    second = row(
        '<c r="A1" t="inlineStr"><is><t>直_x000D__x005F_接</t></is></c>', cell("B1", "7", "s")
    )
    found = read(first, second, shared=shared)
    assert found.text == "表1\n合同\t\t10²\nTRUE\t#N/A\t和\n\n表2\n直_接\n\n"
    assert found.encoding == "xlsx"


def test_numbers_have_the_formats_of_their_styles() -> None:
    styles = (
        '<numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot;"/></numFmts>'
        "<fonts><font/><font><strike/></font></fonts>"
        "<cellStyleXfs><xf numFmtId='9'/></cellStyleXfs>"
        '<cellXfs><xf/><xf numFmtId="164"/><xf numFmtId="10" fontId="1"/></cellXfs>'
    )
    rows = row(
        cell("A1", "44260", style=1), cell("B1", "0.5", style=2), cell("C1", "3.0"), cell("D1", "9")
    )
    found = read(rows, styles=styles)
    assert found.text == "表1\n2021年3月\t50.00%\t3\t9\n\n"
    assert found.marks == ("del 9", "/del 15")
    later = read(rows, styles=styles, properties='date1904="1"')
    assert later.text.startswith("表1\n2025年3月")


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [  # what LibreOffice 7.4 and Excel show
        (1234.5, "0", "1235"),
        (2.5, "0", "3"),
        (1.005, "0.00", "1.01"),
        (1234567.891, "#,##0.00", "1,234,567.89"),
        (0.5, "#,##0.00", "0.50"),
        (12, "0000", "0012"),
        (0.125, "0%", "13%"),
        (0.1256, "0.0#%", "12.56%"),
        (12.5, "0.0##", "12.5"),
        (1234567, "#,##0,", "1,235"),
        (1234567, '0.0,,"M"', "1.2M"),
        (12345, "0.00E+00", "1.23E+04"),
        (0.00012, "0.0E-0", "1.2E-4"),
        (1.5, "# ?/?", "1 1/2"),
        (1.5, "?/?", "3/2"),
        (1.5, f"# ?/{'9' * 5_000}", "1 1/2"),  # Python makes no number of so many digits
        (-5, '#,##0;[Red]"("#,##0")"', "(5)"),
        (0, '0;-0;"zero"', "zero"),
        (-0.001, "0.00", "0.00"),
        (1234.5, '"¥"#,##0.00', "¥1,234.50"),
        (1234.5, "[$¥-804]#,##0.00", "¥1,234.50"),
        (99, '_ * #,##0.00_ ', " 99.00 "),
        (15, '0"元"', "15元"),
        (3.25, 'General"元"', "3.25元"),
        (44260.75, "yyyy-mm-dd hh:mm:ss", "2021-03-05 18:00:00"),
        (44260.75, "m/d/yy h:mm AM/PM", "3/5/21 6:00 PM"),
        (44260, 'yyyy"年"m"月"d"日"', "2021年3月5日"),
        (44260, "[$-804]aaaa", "星期五"),
        (44260, "dddd, mmmm dd", "Friday, March 05"),
        (44260, "d-mmm-yy", "5-Mar-21"),
        (1.25, "[h]:mm:ss", "30:00:00"),
        (0.5, "mm:ss", "00:00"),
        (1, "yyyy-mm-dd", "1900-01-01"),
        (61, "yyyy-mm-dd", "1900-03-01"),
        (-1, "yyyy-mm-dd", "-1"),
        (1e300, "0", "1E+300"),
        (5, "@", "5"),
        (44260, 'ggge"年"', "2021年"),
    ],
)  # fmt: skip
def test_number_formats(value: float, code: str, text: str) -> None:
    assert shown(value, code) == text


@given(
    st.floats(allow_nan=False, allow_infinity=False),
    st.one_of(
        st.sampled_from(sorted(BUILT_IN.values())),
        st.text(),
        st.text(alphabet='0#?.,%;/E+-eymdhsa"\\[]_*@$ 年', max_size=24),
    ),
    st.booleans(),
)
@settings(max_examples=examples(1_000), deadline=None)
def test_any_format_of_any_number_is_a_text(value: float, code: str, early: bool) -> None:
    assert isinstance(shown(value, code, from_1904=early), str)


@given(st.decimals(-(10**9), 10**9, places=2, allow_nan=False))
@settings(max_examples=examples(300), deadline=None)
def test_decimals_are_rounded_as_python_formats_them(value: object) -> None:
    number = float(str(value))
    assert shown(number, "#,##0.00") == f"{number:,.2f}".replace("-0.00", "0.00")
    assert math.isclose(float(shown(number, "0.00")), number, abs_tol=0.005)


def test_a_cell_at_the_far_corner_and_one_text_that_fills_many_cells() -> None:
    far = row(cell("A1", "1")) + row(cell("XFD1048576", "2"), number=1_048_576)
    assert read(far).text.split() == ["表1", "1", "2"]
    rows = row(*(cell("A1", "0", "s") for _ in range(2_000)))
    found = read(rows, shared=f"<si><t>{'x' * 100_000}</t></si>")
    assert found.cut_short is not None
    assert found.cut_short.code is ReasonCode.TEXT_LIMIT


def record(kind: int, content: bytes) -> bytes:
    return kind.to_bytes(2, "little") + len(content).to_bytes(2, "little") + content


def numbers(*values: int) -> bytes:
    return b"".join(value.to_bytes(2, "little") for value in values)


def book(*sheet: bytes, version: int = 0x0600, shared: tuple[bytes, ...] = ()) -> _Book:
    """A workbook of one sheet, as far as its stream goes."""
    code = b"\x03\0\0" + b"0.0" if version == 0x0600 else b"\x03" + b"0.0"
    begun = record(0x0809, numbers(version, 5)) + record(0x041E, numbers(164) + code)
    begun += record(0x00E0, numbers(0, 0)) + record(0x00E0, numbers(0, 164))
    begun += b"".join(record(0x003C if at else 0x00FC, one) for at, one in enumerate(shared))
    name = b"\x01\0A" if version == 0x0600 else b"\x01A"
    place = (len(begun) + 4 + 6 + len(name) + 4).to_bytes(4, "little")
    begun += record(0x0085, place + b"\0\0" + name) + record(0x000A, b"")
    end = record(0x000A, b"")
    return _Book(begun + record(0x0809, numbers(version, 16)) + b"".join(sheet) + end)


@pytest.mark.parametrize("version", [0x0600, 0x0500])
def test_cells_of_older_versions(version: int) -> None:
    half = b"\0\0\0\0\0\0\xe0\x3f"
    text = b"\x02\0\0ab" if version == 0x0600 else b"\x02\0ab"
    found = book(
        record(0x00BD, numbers(0, 1, 1) + b"\x0f\0\0\0" + numbers(0) + b"\x1e\0\0\0\x02\0"),
        record(0x0203, numbers(1, 0, 0) + half),
        record(0x0205, numbers(1, 1, 0) + b"\x01\0"),
        record(0x0205, numbers(1, 2, 0) + b"\x07\x01"),
        record(0x0006, numbers(2, 0, 0) + b"\0\0\0\0\0\0\xff\xff" + b"\0" * 8),
        record(0x0207, text),
        record(0x0006, numbers(2, 1, 1) + half + b"\0" * 8),
        record(0x0204, numbers(3, 0, 0) + text),
        version=version,
    ).read()
    assert found.text == "A\n\t0.0\t7\n0.5\tTRUE\t#DIV/0!\nab\t0.5\nab\n\n"


def test_a_shared_text_that_goes_on_in_the_next_record() -> None:
    """Its second half may be wide where the first was not, and has the looks of runs behind it."""
    shared = (
        b"\0" * 8 + b"\x04\0\x08\x01\0" + b"ab",
        b"\x01" + "合同".encode("utf-16-le") + b"\0" * 4 + b"\x01\0\0" + b"c",
    )
    cells = (record(0x00FD, numbers(0, at, 0) + bytes([at, 0, 0, 0])) for at in (0, 1, 2))
    assert book(*cells, shared=shared).read().text == "A\nab合同\tc\n\n"


def test_an_encrypted_workbook() -> None:
    with pytest.raises(ReadError, match="password"):
        _Book(record(0x0809, numbers(0x0600, 5)) + record(0x002F, b"\0\0")).read()


# a record of the kind 0x2F says that the others are encrypted
@given(st.binary(max_size=200), st.integers(0, 200), st.integers(0, 255).filter(0x2F.__ne__))
@settings(max_examples=examples(400), deadline=None)
def test_any_records_are_read(extra: bytes, at: int, byte: int) -> None:
    shared = (b"\0" * 8 + b"\x02\0\x0cab" + extra, extra)
    whole = bytearray(book(record(0x00FD, numbers(0, 0, 0, 0, 0)), extra, shared=shared)._stream)
    whole[at % len(whole)] = byte
    assert isinstance(_Book(bytes(whole)).read().text, str)


def test_cells_of_a_binary_workbook_that_are_too_far_away() -> None:
    """For want of memory calamine would end the process."""

    def check(row_number: int) -> None:
        cells = b"".join(
            bytes([kind, 8]) + number.to_bytes(8, "little")
            for kind, number in ((0, row_number), (5, 16_383))
        )
        _check(Package(zipped({"xl/worksheets/sheet1.bin": cells})))

    check(9)
    with pytest.raises(ReadError, match="unpacks to more"):
        check(1_048_575)

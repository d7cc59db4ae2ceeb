"""Cells as a sheet shows them; sheets that are made to fill the memory."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amounts import examples
from packages import xlsx
from simcore import DecodedText, ReadError, ReasonCode, read_document
from simcore.text.formats.office.binary_sheets import _Records
from simcore.text.formats.office.cell_formats import BUILT_IN, shown


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
    second = row('<c r="A1" t="inlineStr"><is><t>直接</t></is></c>', cell("B1", "7", "s"))
    found = read(first, second, shared=shared)
    assert found.text == "表1\n合同\t\t10²\nTRUE\t#N/A\t和\n\n表2\n直接\n\n"
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


def test_a_cell_at_the_far_corner() -> None:
    far = row(cell("A1", "1")) + row(cell("XFD1048576", "2"), number=1_048_576)
    assert read(far).text.split() == ["表1", "1", "2"]


def test_one_text_that_fills_many_cells() -> None:
    rows = row(*(cell("A1", "0", "s") for _ in range(2_000)))
    found = read(rows, shared=f"<si><t>{'x' * 100_000}</t></si>")
    assert found.cut_short is not None
    assert found.cut_short.code is ReasonCode.TEXT_LIMIT


def record(kind: int, content: bytes) -> bytes:
    return kind.to_bytes(2, "little") + len(content).to_bytes(2, "little") + content


def numbers(*values: int) -> bytes:
    return b"".join(value.to_bytes(2, "little") for value in values)


def test_binary_sheets_whose_cells_are_too_far_away() -> None:
    near = record(0x0809, b"\0" * 16) + record(0x0203, numbers(99, 9, 0) + b"\0" * 8)
    _Records().read(near)
    for cells in (
        record(0x0203, numbers(65_535, 255, 0) + b"\0" * 8),
        record(0x0203, numbers(65_535, 0, 0)) + record(0x00BD, numbers(0, 0, 1, 2, 3, 255)),
    ):
        with pytest.raises(ReadError, match="unpacks to more"):
            _Records().read(near + cells)
    with pytest.raises(ReadError, match="password"):
        _Records().read(record(0x002F, b"\0\0"))


def test_formats_in_the_records_of_older_versions() -> None:
    code = '0"元"'
    for version, text in (
        (0x0600, numbers(len(code)) + b"\1" + code.encode("utf-16-le")),
        (0x0600, numbers(3) + b"\0" + b"0.0"),
        (0x0500, b"\x03" + b"0.0"),
    ):
        begun = record(0x0809, numbers(version, 5)) + record(0x041E, numbers(164) + text)
        styles = record(0x00E0, numbers(0, 0)) + record(0x00E0, numbers(0, 164))
        sheet = begun + styles
        place = (len(sheet) + 12).to_bytes(4, "little")
        sheet += record(0x0085, place + b"\0\0\0\0") + record(0x0809, numbers(version, 16))
        read_records = _Records()
        read_records.read(sheet + record(0x00BD, numbers(3, 1, 1, 0, 0, 0, 0, 0, 2)))
        assert read_records.code(0, 3, 1) == (code if b"\x43\x51" in text else "0.0")
        assert read_records.code(0, 3, 2) == read_records.code(1, 3, 1) == "General"

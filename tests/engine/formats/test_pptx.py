"""What is read of a presentation, and what is not."""

from packages import pptx
from simcore import read_document
from simcore.model.reasons import ReasonCode
from simcore.model.records import DecodedText


def shape(text: str, kind: str = "", looks: str = "") -> str:
    placed = f'<p:nvSpPr><p:nvPr><p:ph type="{kind}"/></p:nvPr></p:nvSpPr>' if kind else ""
    return (
        f"<p:sp>{placed}<p:txBody><a:p><a:r><a:rPr {looks}/><a:t>{text}</a:t></a:r></a:p>"
        "</p:txBody></p:sp>"
    )


def read(*slides: str, **beside: str) -> DecodedText:
    return read_document("a.pptx", pptx(*slides, beside=beside))


def test_slides_are_in_their_order_with_a_line_between() -> None:
    found = read(shape("一") + shape("甲"), "", shape("三"))
    lines = found.text.split("\n")
    assert [lines[at] for at in found.pages] == ["一", "", "三"]
    assert lines[:3] == ["一", "甲", ""]
    assert lines[found.pages[2] - 1] == ""
    assert found.encoding == "pptx"


def test_what_recurs_on_every_slide_is_left_out() -> None:
    number = '<p:sp><a:p><a:fld type="slidenum"><a:t>7</a:t></a:fld></a:p></p:sp>'
    slide = shape("标题", "title") + shape("2026", "dt") + shape("公司", "ftr") + number
    assert read(slide).text.split() == ["标题"]


def test_notes_and_comments_follow_their_slide() -> None:
    notes = shape("备注", "body") + shape("3", "sldNum")
    found = read(
        shape("一"), shape("二"), notesSlide=notes, comments="<p:cm><p:text>批注</p:text></p:cm>"
    )
    assert found.text.split() == ["一", "备注", "批注", "二"]


def test_tables_and_lines() -> None:
    cell = "<a:tc><a:txBody><a:p><a:r><a:t>{}</a:t></a:r></a:p></a:txBody></a:tc>"
    row = f"<a:tr>{cell.format('甲')}{cell.format('乙')}</a:tr>"
    table = f"<p:graphicFrame><a:tbl>{row}{row}</a:tbl></p:graphicFrame>"
    line = "<p:sp><a:p><a:r><a:t>a</a:t></a:r><a:br/><a:r><a:t>b</a:t></a:r></a:p></p:sp>"
    assert read(table + line).text == "甲\t乙\n甲\t乙\na\nb\n"


def test_raised_and_struck_out_text() -> None:
    text = "".join(
        f"<a:r><a:rPr {looks}/><a:t>{one}</a:t></a:r>"
        for one, looks in (
            ("10", ""), ("2", 'baseline="30000"'), ("3", 'baseline="-25000"'),
            ("4", 'baseline="0" strike="noStrike"'), ("old", 'strike="sngStrike"'),
        )
    )  # fmt: skip
    found = read(f"<p:sp><a:p>{text}</a:p></p:sp>")
    assert (found.text, found.marks) == ("10²₃4old\n", ("del 5", "/del 8"))


def test_a_slide_that_is_damaged_is_said_to_be_missing() -> None:
    found = read(shape("一"), "<p:sp>")
    assert found.text.split() == ["一"]
    assert found.cut_short is not None
    assert found.cut_short.code is ReasonCode.DAMAGED_INSIDE

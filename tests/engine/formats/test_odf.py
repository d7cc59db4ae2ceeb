"""What is read of texts, presentations and sheets in OpenDocument, and what is not."""

import pytest

from packages import docx, odf, run
from simcore import read_document
from simcore.model.reasons import ReasonCode
from simcore.model.records import DecodedText
from simcore.text.visible import visible_hashes


def read(body: str, styles: str = "", kind: str = "text") -> DecodedText:
    return read_document("a.odt", odf(kind, body, styles))


def style(name: str, *properties: str, parent: str = "", family: str = "text") -> str:
    based = f'style:parent-style-name="{parent}"' if parent else ""
    return (
        f'<style:style style:name="{name}" style:family="{family}" {based}>'
        f"<style:text-properties {' '.join(properties)}/></style:style>"
    )


def test_paragraphs_and_their_white_space() -> None:
    body = (
        "<text:h>题  目</text:h>\n<text:p>a<text:s text:c='2'/>b<text:s/>c<text:tab/>d"
        "<text:line-break/>e\n  f</text:p>"
    )
    assert read(body).text == "题 目\na  b c\td\ne f\n"
    assert read(body).encoding == "odt"


def test_tables_and_sections() -> None:
    cell = "<table:table-cell><text:p>{}</text:p></table:table-cell>"
    body = (
        f"<table:table><table:table-row>{cell.format('甲')}<table:covered-table-cell/>"
        f"{cell.format('乙')}</table:table-row></table:table>"
        "<text:section text:display='none'><text:p>hidden</text:p></text:section>"
        "<text:section><text:p>shown</text:p></text:section>"
    )
    assert read(body).text == "甲\t\t乙\nshown\n"


def test_notes_comments_and_frames_are_at_the_end() -> None:
    note = (
        '<text:note text:note-class="{}"><text:note-citation>1</text:note-citation>'
        "<text:note-body><text:p>{}</text:p></text:note-body></text:note>"
    )
    comment = "<office:annotation><creator>who</creator><text:p>批注</text:p></office:annotation>"
    body = (
        f"<text:p>一{note.format('endnote', '尾注')}{comment}二"
        f"{note.format('footnote', '脚注')}三</text:p><text:p>四</text:p>"
    )
    assert read(body).text == "一二三\n四\n脚注\n尾注\n批注\n"
    box = "<draw:frame><draw:text-box><text:p>box</text:p></draw:text-box></draw:frame>"
    assert read(f"<text:p>a{box}b</text:p><text:p>c</text:p>").text == "ab\nc\nbox\n"


def test_deleted_and_hidden_text() -> None:
    body = (
        "<text:tracked-changes><text:p>deleted</text:p></text:tracked-changes>"
        '<text:p>a<text:span text:style-name="H">hidden</text:span>b</text:p>'
        '<text:p><text:hidden-paragraph text:is-hidden="true"/>hidden</text:p>'
        "<text:p><text:ruby><text:ruby-base>汉</text:ruby-base><text:ruby-text>hàn</text:ruby-text>"
        "</text:ruby></text:p>"
    )
    assert read(body, style("H", 'text:display="none"')).text.split() == ["ab", "汉"]


@pytest.mark.parametrize(
    ("position", "text"),
    [
        *(("super 58%", "10²"), ("33% 58%", "10²"), ("sub 58%", "10₂"), ("-33% 58%", "10₂")),
        ("0% 100%", "102"),
    ],
)
def test_raised_and_lowered_text(position: str, text: str) -> None:
    styles = style("T", f'style:text-position="{position}"') + style("T2", parent="T")
    body = '<text:p>10<text:span text:style-name="T2">2</text:span></text:p>'
    assert read(body, styles).text == f"{text}\n"


def test_struck_out_text_by_the_style_of_a_paragraph() -> None:
    styles = style("P", 'style:text-line-through-style="solid"', family="paragraph") + style(
        "T", 'style:text-line-through-style="none"'
    )
    body = '<text:p text:style-name="P">old<text:span text:style-name="T">new</text:span></text:p>'
    found = read(body, styles)
    assert (found.text, found.marks) == ("oldnew\n", ("del 0", "/del 3"))


def test_a_text_has_the_words_of_the_same_word_document() -> None:
    raised = run("2", '<w:vertAlign w:val="superscript"/>')
    word = docx(f"<w:p>{run('面积为 10 m')}{raised}</w:p><w:p>{run('第二条')}</w:p>")
    body = '<text:p>面积为 10 m<text:span text:style-name="T">2</text:span></text:p>'
    styles = style("T", 'style:text-position="super 58%"')
    one = visible_hashes(read_document("a.docx", word))
    other = visible_hashes(read(f"{body}<text:p>第二条</text:p>", styles))
    assert one.words == other.words
    assert one.form != other.form


def test_slides_and_their_notes() -> None:
    slide = (
        "<draw:page><draw:frame><draw:text-box><text:p>{}</text:p></draw:text-box></draw:frame>"
        "<presentation:notes><draw:page-thumbnail/><draw:frame><draw:text-box><text:p>notes</text:p>"
        "</draw:text-box></draw:frame></presentation:notes></draw:page>"
    )
    found = read(slide.format("一") + "<draw:page/>" + slide.format("三"), kind="presentation")
    assert found.encoding == "odp"
    lines = found.text.split("\n")
    assert [lines[at] for at in found.pages] == ["一", "", "三"]
    assert lines[:3] == ["一", "notes", ""]


def sheet(rows: dict[str, str]) -> DecodedText:
    """Read a sheet of rows, each given by what is said of it and its cells."""
    made = "".join(f"<table:table-row {of}>{cells}</table:table-row>" for of, cells in rows.items())
    return read(f'<table:table table:name="表一">{made}</table:table>', kind="spreadsheet")


def cell(text: str, columns: int = 1) -> str:
    repeated = f'table:number-columns-repeated="{columns}"'
    return f"<table:table-cell {repeated}><text:p>{text}</text:p></table:table-cell>"


def test_cells_as_they_are_shown_and_repeated() -> None:
    empty = '<table:table-cell table:number-columns-repeated="16380"/>'
    found = sheet(
        {
            "": f"{cell('12.50 %')}{cell('2021年3月5日', 2)}{empty}",
            'table:number-rows-repeated="3"': cell("x"),
            'table:number-rows-repeated="1048570"': empty,
        }
    )
    assert found.text == "表一\n12.50 %\t2021年3月5日\t2021年3月5日\nx\nx\nx\n"
    assert found.encoding == "ods"
    # and cells that are repeated to fill the memory
    found = sheet({'table:number-rows-repeated="1048576"': cell("x" * 99, 16384)})
    assert found.cut_short is not None
    assert found.cut_short.code is ReasonCode.TEXT_LIMIT
    assert len(found.text) < 3_000_000

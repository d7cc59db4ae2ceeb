"""Documents of word processors and presentations: what is read of each, and what is not."""

import struct
from dataclasses import dataclass, field

import pytest

from packages import docx, odf, pptx, relations, run, word_members, word_part, zipped
from simcore import ReadError, read_document
from simcore.formats import package
from simcore.model.reasons import Reason, ReasonCode
from simcore.model.records import DecodedText
from simcore.text.visible import visible_hashes

RAISED, LOWERED = (f'<w:vertAlign w:val="{one}script"/>' for one in ("super", "sub"))
FIELD = (
    '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>PAGE {}</w:instrText></w:r>'
    '<w:r><w:fldChar w:fldCharType="separate"/></w:r>{}'
    '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
)


def paragraph(*runs: str, properties: str = "") -> str:
    looks = f"<w:pPr>{properties}</w:pPr>" if properties else ""
    return f"<w:p>{looks}{''.join(runs)}</w:p>"


def read(body: str, **parts: str) -> DecodedText:
    return read_document("a.docx", docx(body, **parts))


def test_rows_of_tables() -> None:
    cells = "".join(
        f"<w:tc><w:tcPr/>{paragraph(run(text)) if text else '<w:p/>'}</w:tc>"
        for text in ("甲", "", "乙")
    )
    found = read(f"<w:tbl><w:tr>{cells}</w:tr><w:tr>{cells}</w:tr></w:tbl>")
    assert (found.text, found.beside[0]) == ("甲\t\t乙\n" * 2, "docx")


def test_the_strict_edition_and_any_prefix() -> None:
    body = f"<w:body>{paragraph(run('严格'), run('2', RAISED))}</w:body>"
    part = word_part("document", body, "http://purl.oclc.org/ooxml/wordprocessingml/main")
    for source in (
        part,
        part.replace("<w:", "<ns0:")
        .replace("</w:", "</ns0:")
        .replace("xmlns:w", "xmlns:ns0")
        .replace(" w:val", " ns0:val"),
    ):
        members = word_members("")
        members["word/document.xml"] = source
        assert read_document("a.docx", zipped(members)).text == "严格²\n"


def test_the_main_part_is_found_by_the_relations_of_the_package() -> None:
    members = word_members(paragraph(run("合同")), comments=paragraph(run("批注")))
    members["_rels/.rels"] = relations(("officeDocument", "/word/document2.xml"))
    members["word/document2.xml"] = members.pop("word/document.xml")
    members["word/_rels/document2.xml.rels"] = relations(("comments", "/word/other.xml"))
    members["word/other.xml"] = members.pop("word/comments.xml")
    assert read_document("a.docx", zipped(members)).text == "合同\n批注\n"


def test_a_power_is_no_number() -> None:
    """10² and 102 have not even the same words; a raised letter is told by its mark."""
    plain, raised, lowered = (
        visible_hashes(read(paragraph(run("10"), run(text, *look))))
        for text, look in (("2", ()), ("2", (RAISED,)), ("2", (LOWERED,)))
    )
    assert len({plain.words, raised.words, lowered.words}) == 3
    found = read(paragraph(run("the 4"), run("th", RAISED), run("no", "<w:strike/>")))
    assert found.text == "the 4thno\n"
    assert found.marks == ("sup 4", "/sup 6", "del 6", "/del 8")


def test_what_switches_a_look_off_and_what_is_raised_by_points() -> None:
    looks = '<w:strike w:val="0"/>', '<w:vanish w:val="false"/>', '<w:vertAlign w:val="baseline"/>'
    found = read(paragraph(*map(run, "abc", looks)))
    assert (found.text, found.marks) == ("abc\n", ())
    raised = (
        run(one, f'<w:position w:val="{by}"/>') for one, by in (("2", 6), ("x", -6), ("y", 0))
    )
    found = read(paragraph(run("10"), *raised))
    assert (found.text, found.marks) == ("10²xy\n", ("sub 3", "/sub 4"))


def test_looks_of_named_styles() -> None:
    styles = (
        f'<w:style w:styleId="Up"><w:rPr>{RAISED}</w:rPr></w:style>'
        '<w:style w:styleId="Up2"><w:basedOn w:val="Up"/></w:style>'
        '<w:style w:styleId="Gone"><w:rPr><w:strike/></w:rPr></w:style>'
        '<w:style w:styleId="Secret"><w:rPr><w:vanish/></w:rPr></w:style>'
        '<w:style w:styleId="Round"><w:basedOn w:val="Round"/></w:style>'
    )
    body = paragraph(
        run("10"),
        run("2", '<w:rStyle w:val="Up2"/>'),
        run("3", '<w:rStyle w:val="Up"/>', '<w:vertAlign w:val="baseline"/>'),
        run("x", '<w:rStyle w:val="Secret"/>'),
        run("y", '<w:rStyle w:val="Round"/>'),
    ) + paragraph(run("old"), properties='<w:pStyle w:val="Gone"/>')
    found = read(body, styles=styles)
    assert found.text == "10²3y\nold\n"
    assert found.marks == ("del 5", "/del 8")


def test_changes_are_read_as_accepted() -> None:
    body = paragraph(
        run("kept "),
        f"<w:ins>{run('added ')}</w:ins>",
        f"<w:del>{run('deleted ')}<w:r><w:delText>gone</w:delText></w:r></w:del>",
        f"<w:moveFrom>{run('moved ')}</w:moveFrom><w:moveTo>{run('moved')}</w:moveTo>",
    )
    joined = paragraph(run("one "), properties="<w:rPr><w:del/></w:rPr>") + paragraph(run("line"))
    assert read(body + joined).text == "kept added moved\none line\n"


def test_fields_show_their_result() -> None:
    inner = FIELD.format("x", run("no"))
    field = FIELD.format(f"</w:instrText></w:r>{inner}<w:r><w:instrText>", run("3"))
    simple = f'<w:fldSimple w:instr="DATE">{run("today")}</w:fldSimple>'
    assert read(paragraph(run("Page "), field, run("."), simple)).text == "Page 3.today\n"


def test_characters_that_are_elements() -> None:
    body = paragraph(
        "<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/><w:t>d</w:t>"
        '<w:sym w:font="Symbol" w:char="2713"/><w:br w:type="page"/><w:cr/><w:t>e</w:t></w:r>',
        properties='<w:tabs><w:tab w:val="left"/></w:tabs>',
    )
    assert read(body).text == "a\tb\nc\u2011d✓\ne\n"
    # half of a character
    found = read(paragraph(run("a"), '<w:r><w:sym w:font="F" w:char="D800"/></w:r>'))
    assert (found.text, found.lossy) == ("a\ufffd\n", True)


def test_what_is_wrapped_is_read() -> None:
    body = (
        f"<w:sdt><w:sdtPr><w:rPr><w:vanish/></w:rPr></w:sdtPr><w:sdtContent>"
        f"{paragraph('<w:hyperlink>', run('链接'), '</w:hyperlink>')}</w:sdtContent></w:sdt>"
    )
    ruby = (
        f"<w:r><w:ruby><w:rt>{run('hàn')}</w:rt><w:rubyBase>{run('汉')}</w:rubyBase></w:ruby></w:r>"
    )
    assert read(body + paragraph(ruby, run("字"))).text == "链接\n汉字\n"


def test_a_text_box_is_read_once_at_the_end() -> None:
    box = f"<w:txbxContent>{paragraph(run('in the box'))}</w:txbxContent>"
    choice = f"<mc:Choice>{box}</mc:Choice><mc:Fallback><w:pict>{box}</w:pict></mc:Fallback>"
    body = paragraph(
        run("before "),
        f"<w:r><mc:AlternateContent>{choice}</mc:AlternateContent></w:r>",
        run("after"),
    )
    assert read(body + paragraph(run("next"))).text == "before after\nnext\nin the box\n"
    assert read(paragraph(f"<w:r><w:pict>{box}</w:pict></w:r>")).text == "in the box\n"


def test_notes_and_comments_are_read_and_headers_are_not() -> None:
    found = read(
        paragraph(run("正文")),
        comments=f'<w:comment w:author="who">{paragraph(run("批注"))}</w:comment>',
        endnotes=f"<w:endnote>{paragraph(run('尾注'))}</w:endnote>",
        footnotes=f'<w:footnote w:type="separator">{paragraph(run("no"))}</w:footnote>'
        f"<w:footnote>{paragraph(run('脚注'))}</w:footnote>",
        header="<w:p><w:r><w:t>页眉</w:t></w:r></w:p>",
    )
    assert found.text == "正文\n脚注\n尾注\n批注\n"


def test_formulas_keep_their_places() -> None:
    root, x, two, one, three = (
        f"<m:{name}><m:r><m:t>{text}</m:t></m:r></m:{name}>"
        for name, text in (("e", "2"), ("e", "x"), ("sup", "2"), ("num", "1"), ("den", "3"))
    )
    formula = f"<m:oMath><m:sSup>{x}{two}</m:sSup><m:f>{one}{three}</m:f></m:oMath>"
    assert read(paragraph(formula)).text == "x²1/3\n"
    assert read(paragraph(f"<m:rad>{root}</m:rad>")).text == "√2\n"


# ---- documents of other formats in the place of paragraphs


_OF_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PAGE = "<p>第一条 3<sup>rd</sup> <s>old</s> 10<sup>2</sup>&nbsp;and</p><p>第二条</p>".encode()
_MHT = (
    b"MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=x\r\n\r\n--x\r\n"
    b"Content-Type: text/html; charset=utf-8\r\n\r\n%b\r\n--x--\r\n" % _PAGE
)


def with_chunks(**chunks: bytes | None) -> bytes:
    """A document of a line, its chunks, of which some are missing, and another line."""
    body = "".join(
        f'<w:altChunk xmlns:r="{_OF_OFFICE}" r:id="r{number}"/>' for number in range(len(chunks))
    )
    members = word_members(paragraph(run("甲")) + body + paragraph(run("乙")))
    there = {name.replace("_", "."): data for name, data in chunks.items() if data is not None}
    members["word/_rels/document.xml.rels"] = relations(*(("aFChunk", name) for name in there))
    return zipped(members | {f"word/{name}": data for name, data in there.items()})


@pytest.mark.parametrize(("name", "data"), [("a_html", _PAGE), ("b_mht", _MHT)])
def test_a_page_in_the_place_of_paragraphs_is_read_there(name: str, data: bytes) -> None:
    found = read_document("a.docx", with_chunks(**{name: data}))
    assert "|".join(filter(None, found.text.split("\n"))) == "甲|第一条 3rd old 10² and|第二条|乙"
    assert found.marks == ("sup 5", "/sup 7", "del 7", "/del 10")
    assert found.cut_short is None


def test_documents_and_texts_in_the_place_of_paragraphs() -> None:
    inner = with_chunks(c_rtf=rb"{\rtf1 Clause {\strike gone} end\par}")
    data = with_chunks(a_docx=inner, b_txt="丙\n丁".encode("gb18030"))
    found = read_document("a.docx", data)
    assert found.text.split() == ["甲", "甲", "Clause", "gone", "end", "乙", "丙", "丁", "乙"]
    assert found.marks == ("del 8", "/del 12")
    assert found.beside != read_document("a.docx", docx(paragraph(run("甲")))).beside


@pytest.mark.parametrize(
    "chunk", [b"%PDF-1.7", bytes(range(256)) * 9, b"PK\3\4", b""], ids=["pdf", "bytes", "zip", ""]
)
def test_what_is_not_read_in_the_place_of_paragraphs_is_said(chunk: bytes) -> None:
    found = read_document("a.docx", with_chunks(a_dat=chunk))
    assert found.text.split() == ["甲", "乙"]
    if chunk:
        assert "word/a.dat" in str(found.cut_short)
    assert read_document("a.docx", with_chunks(a_dat=None)).cut_short is not None


def test_documents_within_documents_have_an_end() -> None:
    data = with_chunks(a_txt=b"core")
    for _ in range(30):
        data = with_chunks(a_docx=data)
    found = read_document("a.docx", data)
    assert found.text.count("甲") == 9
    assert found.cut_short is not None


def test_documents_within_a_document_unpack_to_what_one_may(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(package, "LARGEST_MB", 1)
    heavy = docx(paragraph(run("字" * 140_000)))
    found = read_document("a.docx", with_chunks(a_docx=heavy, b_docx=heavy, c_docx=heavy))
    assert found.text.count("字") == 2 * 140_000
    assert "word/c.docx" in str(found.cut_short)


def shape(text: str, kind: str = "") -> str:
    placed = f'<p:nvSpPr><p:nvPr><p:ph type="{kind}"/></p:nvPr></p:nvSpPr>' if kind else ""
    text = f"<p:txBody><a:p><a:r><a:rPr/><a:t>{text}</a:t></a:r></a:p></p:txBody>"
    return f"<p:sp>{placed}{text}</p:sp>"


def read_slides(*slides: str, **beside: str) -> DecodedText:
    return read_document("a.pptx", pptx(*slides, beside=beside))


def test_slides_are_in_their_order_with_a_line_between() -> None:
    found = read_slides(shape("一") + shape("甲"), "", shape("三"))
    lines = found.text.split("\n")
    assert [lines[at] for at in found.pages] == ["一", "", "三"]
    assert lines[:3] == ["一", "甲", ""]
    assert lines[found.pages[2] - 1] == ""
    assert found.encoding == "pptx"


def test_what_recurs_on_every_slide_is_left_out_and_notes_follow_their_slide() -> None:
    number = '<p:sp><a:p><a:fld type="slidenum"><a:t>7</a:t></a:fld></a:p></p:sp>'
    slide = shape("标题", "title") + shape("2026", "dt") + shape("公司", "ftr") + number
    notes = shape("备注", "body") + shape("3", "sldNum")
    comments = "<p:cm><p:text>批注</p:text></p:cm>"
    found = read_slides(slide, shape("二"), notesSlide=notes, comments=comments)
    assert found.text.split() == ["标题", "备注", "批注", "二"]


def test_tables_lines_and_raised_and_struck_out_text() -> None:
    cell = "<a:tc><a:txBody><a:p><a:r><a:t>{}</a:t></a:r></a:p></a:txBody></a:tc>"
    row = f"<a:tr>{cell.format('甲')}{cell.format('乙')}</a:tr>"
    table = f"<p:graphicFrame><a:tbl>{row}{row}</a:tbl></p:graphicFrame>"
    line = "<p:sp><a:p><a:r><a:t>a</a:t></a:r><a:br/><a:r><a:t>b</a:t></a:r></a:p></p:sp>"
    assert read_slides(table + line).text == "甲\t乙\n甲\t乙\na\nb\n"
    text = "".join(
        f"<a:r><a:rPr {looks}/><a:t>{one}</a:t></a:r>"
        for one, looks in (
            *(("10", ""), ("2", 'baseline="30000"'), ("3", 'baseline="-25000"')),
            *(("4", 'baseline="0" strike="noStrike"'), ("old", 'strike="sngStrike"')),
        )
    )
    found = read_slides(f"<p:sp><a:p>{text}</a:p></p:sp>")
    assert (found.text, found.marks) == ("10²₃4old\n", ("del 5", "/del 8"))


def test_a_slide_that_is_damaged_is_said_to_be_missing() -> None:
    found = read_slides(shape("一"), "<p:sp>")
    assert found.text.split() == ["一"]
    assert found.cut_short is not None
    assert found.cut_short.code is ReasonCode.DAMAGED_INSIDE


def read_open(body: str, styles: str = "", kind: str = "text") -> DecodedText:
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
    assert read_open(body).text == "题 目\na  b c\td\ne f\n"
    assert read_open(body).encoding == "odt"


def test_tables_and_sections() -> None:
    cell = "<table:table-cell><text:p>{}</text:p></table:table-cell>"
    body = (
        f"<table:table><table:table-row>{cell.format('甲')}<table:covered-table-cell/>"
        f"{cell.format('乙')}</table:table-row></table:table>"
        "<text:section text:display='none'><text:p>hidden</text:p></text:section>"
        "<text:section><text:p>shown</text:p></text:section>"
    )
    assert read_open(body).text == "甲\t\t乙\nshown\n"


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
    assert read_open(body).text == "一二三\n四\n脚注\n尾注\n批注\n"
    box = "<draw:frame><draw:text-box><text:p>box</text:p></draw:text-box></draw:frame>"
    assert read_open(f"<text:p>a{box}b</text:p><text:p>c</text:p>").text == "ab\nc\nbox\n"


def test_deleted_hidden_and_struck_out_text() -> None:
    body = (
        "<text:tracked-changes><text:p>deleted</text:p></text:tracked-changes>"
        '<text:p>a<text:span text:style-name="H">hidden</text:span>b</text:p>'
        '<text:p><text:hidden-paragraph text:is-hidden="true"/>hidden</text:p>'
        "<text:p><text:ruby><text:ruby-base>汉</text:ruby-base><text:ruby-text>hàn</text:ruby-text>"
        '</text:ruby></text:p><text:p text:style-name="P">old<text:span text:style-name="T">new'
        "</text:span></text:p>"
    )
    styles = (
        style("H", 'text:display="none"')
        + style("P", 'style:text-line-through-style="solid"', family="paragraph")
        + style("T", 'style:text-line-through-style="none"')
    )
    found = read_open(body, styles)
    assert found.text.split() == ["ab", "汉", "oldnew"]
    at = found.text.replace("\n", "").index("old")
    assert found.marks == (f"del {at}", f"/del {at + 3}")


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
    assert read_open(body, styles).text == f"{text}\n"


def test_a_text_has_the_words_of_the_same_word_document() -> None:
    raised = run("2", '<w:vertAlign w:val="superscript"/>')
    word = docx(f"<w:p>{run('面积为 10 m')}{raised}</w:p><w:p>{run('第二条')}</w:p>")
    body = '<text:p>面积为 10 m<text:span text:style-name="T">2</text:span></text:p>'
    styles = style("T", 'style:text-position="super 58%"')
    one = visible_hashes(read_document("a.docx", word))
    other = visible_hashes(read_open(f"{body}<text:p>第二条</text:p>", styles))
    assert one.words == other.words
    assert one.form != other.form


def test_slides_and_their_notes() -> None:
    slide = (
        "<draw:page><draw:frame><draw:text-box><text:p>{}</text:p></draw:text-box></draw:frame>"
        "<presentation:notes><draw:page-thumbnail/><draw:frame><draw:text-box><text:p>notes</text:p>"
        "</draw:text-box></draw:frame></presentation:notes></draw:page>"
    )
    found = read_open(slide.format("一") + "<draw:page/>" + slide.format("三"), kind="presentation")
    assert found.encoding == "odp"
    lines = found.text.split("\n")
    assert [lines[at] for at in found.pages] == ["一", "", "三"]
    assert lines[:3] == ["一", "notes", ""]


def read_sheet(rows: dict[str, str]) -> DecodedText:
    """Read a sheet of rows, each given by what is said of it and its cells."""
    made = "".join(f"<table:table-row {of}>{cells}</table:table-row>" for of, cells in rows.items())
    return read_open(f'<table:table table:name="表一">{made}</table:table>', kind="spreadsheet")


def cell_of(text: str, columns: int = 1) -> str:
    repeated = f'table:number-columns-repeated="{columns}"'
    return f"<table:table-cell {repeated}><text:p>{text}</text:p></table:table-cell>"


def test_cells_as_they_are_shown_and_repeated() -> None:
    empty = '<table:table-cell table:number-columns-repeated="16380"/>'
    found = read_sheet(
        {
            "": f"{cell_of('12.50 %')}{cell_of('2021年3月5日', 2)}{empty}",
            'table:number-rows-repeated="3"': cell_of("x"),
            'table:number-rows-repeated="1048570"': empty,
        }
    )
    assert found.text == "表一\n12.50 %\t2021年3月5日\t2021年3月5日\nx\nx\nx\n"
    assert found.encoding == "ods"
    # and cells that are repeated to fill the memory
    found = read_sheet({'table:number-rows-repeated="1048576"': cell_of("x" * 99, 16384)})
    assert found.cut_short is not None
    assert found.cut_short.code is ReasonCode.TEXT_LIMIT
    assert len(found.text) < 3_000_000


SECTOR, END, FREE, TABLE = 512, 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD


def compound(streams: dict[str, bytes]) -> bytes:
    """Return a compound file; streams are padded so that none is a small one ([MS-CFB] 2.2-2.6)."""
    body, entries, chains = b"", [("Root Entry", 5, END, 0)], []
    for name, data in streams.items():
        size = max(4096, len(data))
        first = len(body) // SECTOR
        body += data.ljust(size + -size % SECTOR, b"\0")
        chains.append((first, len(body) // SECTOR))
        entries.append((name, 2, first, size))
    directory = len(body) // SECTOR
    for number, (name, sort, first, size) in enumerate(entries):
        raw = name.encode("utf-16-le")
        right = number + 1 if 0 < number < len(entries) - 1 else FREE
        child = 1 if not number else FREE
        body += struct.pack(
            "<64sHBBIII36xIQ", raw, len(raw) + 2, sort, 1, FREE, right, child, first, size
        )
    body += b"\0" * (-len(body) % SECTOR)
    chains.append((directory, len(body) // SECTOR))
    table = [FREE] * 128
    for first, end in chains:
        table[first:end] = [*range(first + 1, end), END]
    last = len(body) // SECTOR
    table[last] = TABLE
    head = struct.pack(
        "<8s16xHHHHH6xII", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 0x3E, 3, 0xFFFE, 9, 6, 0, 1
    )
    head += struct.pack("<IIIIIII", directory, 0, 4096, END, 0, END, 0)
    head += struct.pack("<109I", last, *[FREE] * 108)
    return head + body + struct.pack("<128I", *table)


@dataclass
class Word:
    """A document with runs of bytes, in one byte a character or two, and what is said of each."""

    runs: list[tuple[str, bool, bytes]] = field(default_factory=list)
    flags: int = 0
    version: int = 0xC1
    counts: tuple[int, ...] = ()
    rows: list[tuple[int, bytes]] = field(default_factory=list)

    def bytes(self) -> bytes:
        stored, pieces, bounds, at = b"", [], [0], 1024
        said: list[tuple[int, int, bytes]] = []
        for text, wide, look in self.runs:
            raw = text.encode("utf-16-le" if wide else "cp1252")
            pieces.append((at, wide))
            bounds.append(bounds[-1] + len(raw) // (1 + wide))
            said.append((at, at + len(raw), look))
            stored += raw
            at += len(raw)
        end = at
        stream = stored.ljust(-(-len(stored) // SECTOR) * SECTOR, b"\0")
        page = 2 + len(stream) // SECTOR
        stream += formatted_page(said, 1)
        runs = struct.pack("<III", 1024, end, page)
        clx = struct.pack(f"<BI{len(bounds)}I", 2, 4 * len(bounds) + 8 * len(pieces), *bounds)
        for start, wide in pieces:
            clx += struct.pack("<HIH", 0, start if wide else 2 * start | 1 << 30, 0)
        counts = (*(self.counts or (bounds[-1],)), *[0] * 7)[:7]
        places = [0] * 186
        places[24:26], places[66:68] = (0, len(runs)), (len(runs), len(clx))
        fib = struct.pack(
            "<HH6xH20xH28xH12x7I48xH", 0xA5EC, self.version, self.flags, 14, 22, *counts, 93
        )
        fib += struct.pack("<186I", *places)
        return compound({"WordDocument": fib.ljust(1024, b"\0") + stream, "0Table": runs + clx})


def formatted_page(said: list[tuple[int, int, bytes]], size: int) -> bytes:
    page = bytearray(SECTOR)
    page[-1] = len(said)
    bounds = [said[0][0], *(end for _, end, _ in said)]
    struct.pack_into(f"<{len(bounds)}I", page, 0, *bounds)
    at = SECTOR - 2
    for number, (_, _, look) in enumerate(said):
        if look:
            at = (at - 1 - len(look)) & ~1
            page[4 * len(bounds) + number * size] = at // 2
            page[at : at + 1 + len(look)] = bytes([len(look)]) + look
    return bytes(page)


def text_run(text: str, look: bytes = b"", *, wide: bool = False) -> tuple[str, bool, bytes]:
    return text, wide, look


def sprm(code: int, value: int) -> bytes:
    return struct.pack("<HB", code, value)


DELETED, HIDDEN, STRUCK = sprm(0x0800, 1), sprm(0x083C, 1), sprm(0x0837, 1)
INNER = "\x13 REF \x13 PAGE \x14 7 \x15 \x14 one\x15"
RAISED_RUN, LOWERED_RUN, SPECIAL = sprm(0x2A48, 1), sprm(0x2A48, 2), sprm(0x0855, 1)


def reason(data: bytes, name: str = "a.doc") -> Reason:
    with pytest.raises(ReadError) as refused:
        read_document(name, data)
    return refused.value.reason


def raised(by: int) -> bytes:
    return struct.pack("<Hh", 0x4845, by)


@pytest.mark.parametrize(
    ("runs", "text"),
    [
        # pieces of one and of two bytes a character
        (
            [text_run("café “x” €\r"), text_run("合同\U0001f600\r", wide=True)],
            "café “x” €\n合同\U0001f600\n",
        ),
        (
            [text_run("a "), text_run("b ", DELETED), text_run("c ", HIDDEN), text_run("d\r")],
            "a d\n",
        ),
        (
            [
                text_run("a "),
                text_run("b ", sprm(0x0800, 0)),
                text_run("\1(", SPECIAL),
                text_run("d\r"),
            ],
            "a b d\n",
        ),
        (
            [
                text_run("10"),
                text_run("2", RAISED_RUN),
                text_run(" H"),
                text_run("2", LOWERED_RUN),
                text_run("O\r"),
            ],
            "10² H₂O\n",
        ),
        (
            [text_run("10"), text_run("2", raised(6)), text_run("O"), text_run("2", raised(-6))],
            "10²O₂\n",
        ),
        # of fields the results are read
        ([text_run(f"a\x13 HYPERLINK \x14{INNER}\x15 z\x13 TC x\x15\r")], "a one z\n"),
        # rows of a table whose paragraphs nothing is said of
        ([text_run("a\x07b\x07\x07c\x07\x07end\r")], "a\tb\nc\nend\n"),
    ],
)
def test_what_is_read_of_runs(runs: list[tuple[str, bool, bytes]], text: str) -> None:
    assert read_document("a.doc", Word(runs).bytes()).text == text


def test_marks_of_raised_and_struck_out_runs() -> None:
    runs = [text_run("x"), text_run("n+1", RAISED_RUN), text_run("no", STRUCK), text_run("\r")]
    marks = read_document("a.doc", Word(runs).bytes()).marks
    assert marks == ("sup 1", "/sup 4", "del 4", "/del 6")


def test_headers_are_left_out_and_notes_are_not() -> None:
    text = "Body.\rA footnote.\rA header.\rA comment.\rAn endnote.\rA box.\r"
    counts = (6, 12, 10, 0, 11, 12, 7)
    read = read_document("a.doc", Word([text_run(text)], counts=counts).bytes())
    assert read.text == "Body.\nA footnote.\nAn endnote.\nA comment.\nA box.\n"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (Word([text_run("a\r")], flags=0x0100).bytes(), ReasonCode.PASSWORD),
        (Word([text_run("a\r")], flags=0x0004).bytes(), ReasonCode.FAST_SAVED),
        (Word([text_run("a\r")], version=104).bytes(), ReasonCode.WORD_TOO_OLD),
        (Word([text_run("a\r")], flags=0x0200).bytes(), ReasonCode.DAMAGED),  # no other table
        (compound({"PowerPoint Document": b""}), ReasonCode.IS_BINARY),
    ],
)
def test_what_is_not_read_is_said_by_name(data: bytes, code: ReasonCode) -> None:
    assert reason(data).code is code


@pytest.mark.parametrize("name", ["a.doc", "a.docx", "a.xlsx", "a"])
def test_a_later_document_that_is_encrypted(name: str) -> None:
    sealed = compound({"EncryptionInfo": b"", "EncryptedPackage": b""})
    assert reason(sealed, name).code is ReasonCode.PASSWORD


def test_what_is_missing_is_said() -> None:
    data = bytearray(Word([text_run("Here.\r"), text_run("Gone.\r")]).bytes())
    at = data.index(struct.pack("<I", 2 * 1030 | 1 << 30))
    data[at : at + 4] = struct.pack("<I", 2 * 9_000_000 | 1 << 30)
    read = read_document("a.doc", bytes(data))
    assert read.text == "Here.\n"
    assert read.cut_short is not None
    assert read.cut_short.code is ReasonCode.DAMAGED_INSIDE


def test_a_piece_table_that_repeats_the_text() -> None:
    """As small a file as can be, which would have some gigabytes of text."""
    data = bytearray(Word([text_run("Word. " * 80)]).bytes())
    at = data.rindex(struct.pack("<II", 0, 480))
    data[at : at + 8] = struct.pack("<II", 0, 0x7FFFFFFF)
    assert reason(bytes(data)).code is ReasonCode.DAMAGED


def test_a_table_of_sectors_that_never_ends() -> None:
    """A sector of the table of the table names itself as the next one."""
    data = bytearray(Word([text_run("a\r")]).bytes())
    tables = 1 << 30
    struct.pack_into("<I", data, 44, tables)
    struct.pack_into("<II", data, 68, 0, (tables - 109 + 126) // 127)
    data[SECTOR : 2 * SECTOR] = bytes(SECTOR)
    assert reason(bytes(data)).code is ReasonCode.DAMAGED


@pytest.mark.parametrize("at", [30, 32])
def test_sectors_of_a_size_that_nobody_uses(at: int) -> None:
    data = bytearray(Word([text_run("a\r")]).bytes())
    struct.pack_into("<H", data, at, 31)
    assert reason(bytes(data)).code is ReasonCode.DAMAGED


def test_a_directory_deeper_than_python_may_go() -> None:
    names = {f"{number:05}": b"" for number in range(8)}
    data = bytearray(compound({"WordDocument": b"", **names}))
    # one entry for each of 3,000, of which each is the right neighbour of the last one
    first = len(data) // SECTOR - 1
    entries = b"".join(
        struct.pack(
            "<64sHBBIII36xIQ", f"{n:05}".encode("utf-16-le"), 12, 2, 1, FREE, n + 1, FREE, 0, 0
        )
        for n in range(1, 3000)
    )
    root = struct.pack("<64sHBBIII36xIQ", "R".encode("utf-16-le"), 4, 5, 1, FREE, FREE, 1, END, 0)
    entries = (root + entries).ljust(-(-(len(entries) + 128) // SECTOR) * SECTOR, b"\0")
    count = len(entries) // SECTOR
    tables = -(-(first + 8 + count) // 128)
    links = [FREE] * (128 * tables)
    links[:count] = [*range(1, count), END]
    head = data[:44] + struct.pack("<II", tables, 0) + data[52:76]
    head += struct.pack("<109I", *range(count, count + tables), *[FREE] * (109 - tables))
    made = bytes(head) + entries + struct.pack(f"<{len(links)}I", *links)
    assert reason(made).code is ReasonCode.DAMAGED


HEAD = rb"{\rtf1\ansi\ansicpg936\deff0{\fonttbl{\f0\fnil\fcharset134 SimSun;}{\f1\fcharset0 Times;}"
HEAD += rb"{\f2\fcharset128 Gothic;}{\f3\fcharset136 Ming;}{\f4\fcharset2 Symbol;}{\f5\cpg1251 A;}}"


def read_rich(body: bytes) -> DecodedText:
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
    assert read_rich(body).text.rstrip("\n") == expected


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
    assert read_rich(rb"a " + body + rb"b").text == "a b\n"


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
    found = read_rich(body)
    assert (found.text, ", ".join(found.marks)) == (expected, marks)


def test_rows_and_the_tables_in_their_cells() -> None:
    inner = rb"\pard\intbl\itap2 x\nestcell y\nestcell{\*\nesttableprops\trowd\nestrow}"
    rows = rb"\trowd\pard\intbl a\cell\par b\cell\row " + inner + rb"\pard\intbl z\cell e\cell\row"
    assert read_rich(rb"\par " + rows + rb"\pard end\par").text.split("\n") == [
        *("a\tb", "x\ty", "z\te", "end", "")
    ]


def test_a_document_whose_end_is_missing() -> None:
    found = read_document("a.rtf", HEAD + b"all that is left")
    assert found.text == "all that is left\n"
    assert found.cut_short is not None
    assert found.cut_short.code is ReasonCode.DAMAGED_INSIDE
    assert read_rich(b"a}} what follows is no part of it {").text == "a\n"


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
        read_rich(body)
    assert refused.value.reason.code is ReasonCode.DAMAGED

"""Word documents and presentations: what is read of them, and what is not."""

import pytest

from packages import docx, pptx, relations, run, word_members, word_part, zipped
from simcore import read_document
from simcore.formats import package
from simcore.model.reasons import ReasonCode
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


def test_paragraphs_and_rows_of_tables() -> None:
    cells = "".join(
        f"<w:tc><w:tcPr/>{paragraph(run(text)) if text else '<w:p/>'}</w:tc>"
        for text in ("甲", "", "乙")
    )
    table = f"<w:tbl><w:tr>{cells}</w:tr><w:tr>{cells}</w:tr></w:tbl>"
    found = read(paragraph(run("One "), run("line")) + table + paragraph(run("end")))
    assert found.text == "One line\n甲\t\t乙\n甲\t\t乙\nend\n"
    assert found.encoding == "docx"
    assert found.beside[0] == "docx"


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

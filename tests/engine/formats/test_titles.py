"""The title of a document, as its author put it over the text, in every format that shows one."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packages import docx, epub, pptx, run
from simcore import read_document
from simcore.formats.plain import markdown_title, restructured_title
from simcore.model.records import LONGEST_TITLE, clean_title

REAL = Path(__file__).parent / "real"
LEASE = "Green Hill: terms of lease 租赁条款"


def title(name: str, data: bytes) -> str:
    return read_document(name, data).title


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("titled.docx", LEASE),
        ("titled.odt", LEASE),
        ("titled.doc", LEASE),
        ("titled.rtf", LEASE),
        ("titled.pdf", LEASE),
        ("titled.epub", LEASE),
        ("contract.docx", "Lease 租赁合同"),
        ("contract.odt", "Lease 租赁合同"),
        ("contract.doc", "Lease 租赁合同"),
        ("contract.rtf", "Lease 租赁合同"),
        ("slides.pptx", "计划 Plan"),
        ("slides.odp", "计划 Plan"),
        # noted beside the text, and nowhere in it: "Microsoft Word - lease_v3.doc", "Unknown Title"
        ("noted.pdf", ""),
        ("contract.epub", ""),
        ("prices.xlsx", ""),
    ],
)
def test_documents_of_other_programs(name: str, expected: str) -> None:
    """The title of ``titled`` is neither its first line nor its first heading."""
    assert title(name, (REAL / name).read_bytes()) == expected


def styled(text: str, style: str) -> str:
    return f'<w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr>{run(text)}</w:p>'


STYLES = (
    # as Word in Chinese writes them: the identifiers say nothing, the names are English
    '<w:style w:type="paragraph" w:styleId="a"><w:name w:val="Normal"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="1"><w:name w:val="heading 1"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="a3"><w:name w:val="Title"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="own"><w:name w:val="章"/>'
    '<w:basedOn w:val="1"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="level"><w:name w:val="Level"/>'
    '<w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>'
    '<w:style w:type="paragraph" w:styleId="toc"><w:name w:val="toc 1"/></w:style>'
)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (styled("甲", "toc") + styled("合同", "1") + styled("乙", "1"), "合同"),
        (styled("第一章", "1") + styled("合同", "a3"), "合同"),
        (styled("第一章", "own"), "第一章"),
        (styled("第一章", "level"), "第一章"),
        (styled("", "1") + styled("  ", "1") + styled("合同", "1"), "合同"),
        (styled("合同", "a"), ""),
        (f'<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr>{run("合同")}</w:p>', "合同"),
        (f'<w:p><w:pPr><w:outlineLvl w:val="9"/></w:pPr>{run("正文")}</w:p>', ""),
        (styled("旧", "1").replace(run("旧"), run("旧", "<w:vanish/>")), ""),
    ],
)
def test_headings_of_word(body: str, expected: str) -> None:
    assert title("a.docx", docx(body, styles=STYLES)) == expected


def test_a_text_box_in_a_heading_is_no_part_of_it() -> None:
    box = f"<w:r><w:txbxContent><w:p>{run('图 1')}</w:p></w:txbxContent></w:r>"
    body = styled("合同", "1").replace("</w:p>", f"{box}</w:p>")
    assert title("a.docx", docx(body, styles=STYLES)) == "合同"


def test_the_first_slide_with_a_title() -> None:
    slides = [
        f'<p:sp><p:nvSpPr><p:nvPr><p:ph type="{kind}"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r>'
        f"<a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>"
        for kind, text in (("body", "议程"), ("ctrTitle", "计划"), ("title", "第二页"))
    ]
    assert title("a.pptx", pptx(*slides)) == "计划"


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<title>Site | Lease</title><h1>The <b>lease</b></h1><h1>no</h1>", "The lease"),
        ("<title>Lease &amp;\n terms</title><h1> </h1><h1><img alt=x></h1>", "Lease & terms"),
        ("<h2>Area</h2><p>text</p>", ""),
        ("<h1>租赁<a>合同</a>2026</h1>", "租赁合同2026"),
        ("<h1>10<sup>2</sup> acres</h1>", "10² acres"),
        ("<svg><title>icon</title></svg><p>text</p>", "icon"),
    ],
)
def test_pages(page: str, expected: str) -> None:
    assert title("a.html", page.encode()) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (r"\pard\s7 Preface\par\pard\s0 text\par\pard\s15 Lease\par", "Lease"),
        (r"\pard\outlinelevel0 Lease\par\pard text\par", "Lease"),
        (r"\pard\outlinelevel9 text\par", ""),
        (r"\pard\s7 \par Lease\par\pard text\par", "Lease"),
        (r"\pard text\par{\footnote\pard\s15 no\par}", ""),
        (r"\pard\s7 \u21512?\u21516?{\v hidden}\par", "合同"),
    ],
)
def test_rich_text(body: str, expected: str) -> None:
    """A paragraph goes on in the style of the one before unless something else is said."""
    sheet = r"{\stylesheet{\s0 Normal;}{\s7\sbasedon0 heading 1;}{\s15\f5 Title;}}"
    assert title("a.rtf", rf"{{\rtf1\ansi{sheet}{body}}}".encode()) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (r"\title{On \emph{leases}, $x^2$}\author{A}\begin{document}", "On leases, $x^2$"),
        (r"\title{Leases\thanks{To all.}}\begin{document}", "Leases"),
        ("%\\title{no}\n\\title{租约}\\begin{document}", "租约"),
        (r"\section{One}", ""),
    ],
)
def test_tex(source: str, expected: str) -> None:
    assert title("a.tex", source.encode()) == expected


def test_a_book_without_a_noted_title_has_that_of_its_first_page() -> None:
    assert title("a.epub", epub("<p>cover</p>", "<h1>合同</h1>", "<h1>no</h1>")) == "合同"


def test_the_subject_of_a_mail_and_the_title_of_a_web_archive() -> None:
    mail = b"From: a@b\nTo: c@d\nSubject: =?utf-8?b?5ZCI5ZCM?= 3\n\nSubject: no\n"
    assert title("a.eml", mail) == "合同 3"
    page = b"Content-Type: text/html\nSubject: saved\n\n<h1>Lease</h1>"
    assert title("a.mht", page) == "Lease"


def test_a_notebook_has_that_of_its_first_cells_of_prose() -> None:
    cells = [
        {"cell_type": "code", "source": "# import all\nimport os"},
        {"cell_type": "markdown", "source": ["text\n", "# Lease\n"]},
    ]
    assert title("a.ipynb", json.dumps({"cells": cells}).encode()) == "Lease"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("# Lease", "Lease"),
        ("\ufeff# Lease #\r\ntext", "Lease"),
        ("#5 no heading\n#\n# Lease", "Lease"),
        ("## Section\n# Lease", "Lease"),
        ("## Section\ntext", ""),
        ("    # code\n\n~~~ sh\n# comment\n```\n~~~\n# Lease", "Lease"),
        ("text\n---\n# Lease", "Lease"),
        ("Lease of\nGreen Hill\n===", "Green Hill"),
        ("# [Lease](a.md) `v_1` **now** ![i](b.png) a\\*b", "Lease v_1 now a*b"),
        ("<h1 align='center'>\n  <img src=x>\n  Lease\n</h1>\n\n# no", "Lease"),
        ('---\nauthor: a\ntitle: "Lease: terms"\n---\n# no', "Lease: terms"),
        ("---\nauthor: a\n---\n# 合同", "合同"),
        ("# snake_case and a*b*c", "snake_case and a*b*c"),
        ("> # quoted\n\ntext", ""),
    ],
)
def test_markdown(source: str, expected: str) -> None:
    """By CommonMark 0.31; the outermost level only."""
    assert markdown_title(source) == expected
    assert title("a.md", source.encode()) == expected
    assert title("a.txt", source.encode()) == ""


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Lease\n-----\n", "Lease"),
        ("====\n合同\n====\n", "合同"),
        ("合同\n==\n", ""),
        (".. note::\n\ntext\n\nLease\n~~~~~\n", "Lease"),
    ],
)
def test_restructured_text(source: str, expected: str) -> None:
    """The underline is at least as wide as the title, where Chinese takes two columns."""
    assert restructured_title(source) == title("a.rst", source.encode()) == expected


def test_a_title_is_one_line_that_turns_and_hides_nothing() -> None:
    assert (
        clean_title("a\u202egpj.exe\u2066b\x1b[31m\x07\r\nc\u200b\ud800")
        == "agpj.exeb [31m c\ufffd"
    )
    assert title("a.md", "# Lease \u202efdp.exe".encode()) == "Lease fdp.exe"
    assert clean_title("… — *") == ""


@given(st.text())
def test_any_title_is_bounded_and_stays_as_it_is(found: str) -> None:
    made = clean_title(found)
    assert len(made) <= LONGEST_TITLE
    assert made == clean_title(made)
    assert not set("\n\r\t\0\u202e\u2066\u200f") & set(made)


@given(st.text(alphabet="#= \n`~<h1>/-:*_[]()!\\a\"'title"))
def test_no_source_of_markdown_takes_it_down(source: str) -> None:
    assert "\n" not in markdown_title(source)
    assert "\n" not in restructured_title(source)


@pytest.mark.parametrize("piece", ["[", "![](", "*a ", "_", "`", "<h1>", "<a ", "\\"])
def test_long_lines_take_no_time(piece: str) -> None:
    """Each expression is tried on what takes the square of it if it goes back."""
    assert len(markdown_title("# " + piece * 300_000)) <= LONGEST_TITLE
    assert len(title("a.md", (f"{piece}\n" * 100_000).encode())) <= LONGEST_TITLE

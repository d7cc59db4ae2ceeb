"""The title of a document, as its author put it over the text, in every format that shows one."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fuzz import REAL
from packages import docx, epub, pptx, run
from simcore import read_document
from simcore.formats.plain import markdown_title, restructured_title
from simcore.model.records import LONGEST_TITLE, clean_title

LEASE = "Green Hill: terms of lease 租赁条款"


def title(name: str, data: bytes) -> str:
    return read_document(name, data).title


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ("titled.docx titled.odt titled.doc titled.rtf titled.pdf titled.epub", LEASE),
        ("contract.docx contract.odt contract.doc contract.rtf", "Lease 租赁合同"),
        ("slides.pptx slides.odp", "计划 Plan"),
        # noted beside the text, and nowhere in it: "Microsoft Word - lease_v3.doc", "Unknown Title"
        ("noted.pdf contract.epub prices.xlsx", ""),
    ],
)
def test_documents_of_other_programs(names: str, expected: str) -> None:
    """The title of ``titled`` is neither its first line nor its first heading."""
    found = {name: title(name, (REAL / name).read_bytes()) for name in names.split()}
    assert found == dict.fromkeys(found, expected)


def styled(text: str, style: str) -> str:
    return f'<w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr>{run(text)}</w:p>'


STYLES = "".join(
    # as Word in Chinese writes them: the identifiers say nothing, the names are English
    f'<w:style w:type="paragraph" w:styleId="{name}"><w:name w:val="{called}"/>{more}</w:style>'
    for name, called, more in (
        *(("a", "Normal", ""), ("1", "heading 1", ""), ("a3", "Title", ""), ("toc", "toc 1", "")),
        ("own", "章", '<w:basedOn w:val="1"/>'),
        ("level", "Level", '<w:pPr><w:outlineLvl w:val="0"/></w:pPr>'),
    )
)
BOX = f"<w:r><w:txbxContent><w:p>{run('图 1')}</w:p></w:txbxContent></w:r>"


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
        # a text box in a heading is no part of it
        (styled("合同", "1").replace("</w:p>", f"{BOX}</w:p>"), "合同"),
    ],
)
def test_headings_of_word(body: str, expected: str) -> None:
    assert title("a.docx", docx(body, styles=STYLES)) == expected


def test_the_first_slide_with_a_title() -> None:
    slides = [
        f'<p:sp><p:nvSpPr><p:nvPr><p:ph type="{kind}"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r>'
        f"<a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>"
        for kind, text in (("body", "议程"), ("ctrTitle", "计划"), ("title", "第二页"))
    ]
    assert title("a.pptx", pptx(*slides)) == "计划"


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


CELLS = [
    {"cell_type": "code", "source": "# import all\nimport os"},
    {"cell_type": "markdown", "source": ["text\n", "# Lease\n"]},
]


@pytest.mark.parametrize(
    ("name", "source", "expected"),
    [
        ("a.html", "<title>Site | Lease</title><h1>The <b>lease</b></h1><h1>no</h1>", "The lease"),
        ("a.html", "<title>Lease &amp;\n it</title><h1> </h1><h1><img alt=x></h1>", "Lease & it"),
        ("a.html", "<h2>Area</h2><p>text</p>", ""),
        ("a.html", "<h1>租赁<a>合同</a>2026</h1>", "租赁合同2026"),
        ("a.html", "<h1>10<sup>2</sup> acres</h1>", "10² acres"),
        ("a.html", "<svg><title>icon</title></svg><p>text</p>", "icon"),
        ("a.tex", r"\title{On \emph{leases}, $x^2$}\author{A}\begin{document}", "On leases, $x^2$"),
        ("a.tex", r"\title{Leases\thanks{To all.}}\begin{document}", "Leases"),
        ("a.tex", "%\\title{no}\n\\title{租约}\\begin{document}", "租约"),
        ("a.tex", r"\section{One}", ""),
        # the subject of a mail, and the title of a web archive
        ("a.eml", "From: a@b\nTo: c@d\nSubject: =?utf-8?b?5ZCI5ZCM?= 3\n\nSubject: no\n", "合同 3"),
        ("a.mht", "Content-Type: text/html\nSubject: saved\n\n<h1>Lease</h1>", "Lease"),
        # a notebook has that of its first cells of prose
        ("a.ipynb", json.dumps({"cells": CELLS}), "Lease"),
    ],
)
def test_pages_papers_mails_and_notebooks(name: str, source: str, expected: str) -> None:
    assert title(name, source.encode()) == expected


def test_a_book_without_a_noted_title_has_that_of_its_first_page() -> None:
    assert title("a.epub", epub("<p>cover</p>", "<h1>合同</h1>", "<h1>no</h1>")) == "合同"


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
    hostile = "a\u202egpj.exe\u2066b\x1b[31m\x07\r\nc\u200b\ud800"
    assert clean_title(hostile) == "agpj.exeb [31m c\ufffd"
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

"""Pages of HTML: their text as html_text has it, and what stands in them as it is."""

from typing import Any

import html_text
import lxml.html  # type: ignore[import-untyped] # ships no type information
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore import read_document
from simcore.formats.html import _marks, _shown, extracted
from simcore.model.reasons import ReasonCode
from simcore.model.records import DecodedText

TAGS = "p div br span b li ul h1 h2 title tr td table pre code a article x-y script style svg math"
PIECES = [
    *"one|two (|)|,|“|a\u00a0b|\u2003| |\n|\x85|(|数据|&amp;|.".split("|"),
    *(f"<{end}{tag}>" for tag in TAGS.split() for end in ("", "/")),
    *("<!-- no > text -->", "<?pi no?>", "</html> behind"),
]
PAGES = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)


def root_of(page: str) -> Any:
    return lxml.html.document_fromstring(f"<html><body>{page}</body></html>")


@given(PAGES)
def test_the_text_of_a_page_is_that_of_html_text(page: str) -> None:
    assert _shown(root_of(page)) == html_text.extract_text(root_of(page))


@given(PAGES)
def test_what_stands_as_it_is_does_not_depend_on_what_is_raised(page: str) -> None:
    """Without anything raised other elements are not looked at."""
    with_raised = _marks(root_of(f"<s>x</s>{page}"), 0)
    marks = [mark for mark in with_raised if not mark.startswith(("s ", "/s "))]
    without = _marks(root_of(f"x{page}"), 0)
    assert without == marks


def test_code_and_raised_digits_are_told() -> None:
    page = DecodedText("<p>x<del>old</del><pre> a <pre>b</pre></pre>", "utf-8", lossy=False)
    assert extracted(page).marks == ("del 1", "/del 4", " a b")


def text_of(html: str, name: str = "page.html") -> str:
    return read_document(name, html.encode()).text


def test_a_page_comes_down_to_what_a_reader_sees() -> None:
    html = (
        "<?xml version='1.0' encoding='gbk'?><html><head><title>标题</title>"
        "<style>p {color: red}</style><script>var x = '<p>no</p>';</script></head>"
        "<body><p>你<b>好</b>，世界&nbsp;&amp; more</p><ul><li>一<li>二</ul>"
        "<!-- comment --></body></html>"
    )
    assert text_of(html).split() == "标题 你好，世界 & more 一 二".split()


def test_other_files_are_left_alone() -> None:
    for name in ("notes.txt", "data.xml"):
        assert text_of("<p>a</p>", name) == "<p>a</p>"


@pytest.mark.parametrize("html", ["", " \n", "<!-- -->", "plain", "<", "\1<p>a", "<p>" * 50_000])
def test_odd_pages(html: str) -> None:
    assert "<p>" not in text_of(html)


@pytest.mark.parametrize("tag", ["font", "b", "div", "span"])
@pytest.mark.parametrize("open_elements", [255, 256, 300, 2_000])
def test_many_open_elements(tag: str, open_elements: int) -> None:
    """A browser shows the end, too; the parser's own limit is 256."""
    html = f"<p>begin</p>{f'<{tag}>' * open_elements}deep<p>END</p>"
    found = read_document("page.html", html.encode())
    assert found.text.split() == ["begin", "deep", "END"]
    assert found.cut_short is None


def test_a_text_longer_than_the_parser_holds_by_default() -> None:
    html = f"<p>{('合同' * 500 + ' ') * 3_500}</p><p>END</p>".encode()
    found = read_document("page.html", html)
    assert len(html) > 10_000_000
    assert (found.text[-3:], found.cut_short) == ("END", None)


def test_what_nests_deeper_than_any_parser_goes_is_not_read_in_full() -> None:
    html = "<p>合同</p>\n" + "<div>" * 5_000 + "END"
    found = read_document("page.html", html.encode("gb18030"))
    assert found.text == "合同"
    assert found.cut_short is not None
    assert found.cut_short.code is ReasonCode.MARKUP_LIMIT
    assert "(line 2)" in str(found.cut_short)


def test_what_stands_behind_the_end_is_shown() -> None:
    pages = "<html><body><p>一</p></body></html>\n<html><body><p>二</p></body></html> 三<p>四"
    assert text_of(pages).split() == ["一", "二", "三", "四"]


def test_errors_of_markup_are_usual() -> None:
    for html in ("<p>a</q></b>b<i>c", "<p a=1 a=1>a &foo; b", "<p>a<!-- c --- >", "<x:y>a</z>"):
        assert read_document("page.html", html.encode()).cut_short is None


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<p>ab<b>cd</b>ef un<i>real</i></p>", "abcdef unreal"),
        ("<a href='x'>Wiki</a>s, <b>T</b>he <b><i>x</i></b>-ray", "Wikis, The x-ray"),
        ("<p>2020<font>年</font>7月 “<em>q</em>”", "2020年7月 “q”"),
        ("a<SUP class='n'>th</SUP>b x<sup>2</sup>y", "athb x²y"),
        # side by side they are seldom one word
        ("<a>Home</a><a>About</a> <span>x</span> <span>y</span>", "Home About x y"),
        ("<p>one</p>two<b> three</b> four<br>five<i>six</i>", "one\n\ntwo three four\nfivesix"),
        ("a\U0010fffdb<b>c</b>d", "abcd"),
        # spaces between Chinese characters are the page's own, ends of lines and tags are none
        ("<p>第一条 总&nbsp;则 <b>甲</b> 乙<i>丙</i></p>", "第一条 总 则 甲 乙丙"),
        ("<p>　　第一章　总则</p><p>　</p>", "　　第一章　总则"),
        ("<p>合\n  同<span>双</span><span>方</span>\n<b>签</b>字", "合同双方签字"),
    ],
)
def test_words_of_a_page_are_divided_as_it_shows_them(page: str, text: str) -> None:
    """As the innerText of browsers has it (HTML Standard, section 3.2.7)."""
    assert read_document("a.html", page.encode()).text == text


def test_marks_count_what_the_page_has() -> None:
    found = read_document("a.html", "<pre>甲  乙　丙</pre>第 一 un<i>real</i><sup>a</sup>".encode())
    assert found.marks == ("甲  乙　丙", "sup 8", "/sup 9")

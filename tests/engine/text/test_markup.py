"""Pages with the same words that a reader can tell apart, and copies of which they cannot.

What a browser shows of each is told by the standard of HTML (WHATWG), sections 4, 13 and 15.
"""

import pytest
from lxml import etree  # type: ignore[import-untyped] # ships no type information

from amounts import LONG
from simcore import read_document
from simcore.text.visible import VisibleHashes, page_form, visible_hashes

LEAD = "<p>合同 about the work, and its price.</p>"
XHTML = '<html xmlns="http://www.w3.org/1999/xhtml"><body>{}</body></html>'


def hashes(page: str | bytes, name: str = "a.html") -> VisibleHashes:
    data = page if isinstance(page, bytes) else f"{LEAD}{page}".encode()
    return visible_hashes(read_document(name, data))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("<p>Total 10<b>0</b> EUR", "<p>Total 10 0 EUR"),
        ("<p>They are not<b>able</b>.", "<p>They are not <b>able</b>."),
        ("<p>a<!-- -->b", "<p>a<!-- --> b"),
        ("<p>a<!-- ask Ann --><p>b", "<p>a<!-- done --><p>b"),
        ("<p>a<!-- ask Ann --><p>b", "<p>a<p>b"),
        ("<p>a<!-- ask Ann --><p>b", "<p>a<p>b<!-- ask Ann --><p>"),
        ("<!--[if mso]><p>clause nine</p><![endif]--><p>a", "<p>a"),
        ("<p>a<!--[if mso]>b<![endif]--><p>c", "<p>a<p>c<!--[if mso]>b<![endif]-->"),
        ("<img aria-label=seal>", "<img aria-label=stamp>"),
        ("<table><tr><td>90<td></table>", "<table><tr><td><td>90</table>"),
        ("<table><tr><td rowspan=2>9</table>", "<table><tr><td colspan=2>9</table>"),
        ("<ol start=4><li>a</ol>", "<ol start=9><li>a</ol>"),
        ("<ol><li value=4>a</ol>", "<ol><li>a</ol>"),
        ("<ol type=a><li>a</ol>", "<ol type=i><li>a</ol>"),
        ("<ol reversed><li>a<li>b</ol>", "<ol><li>a<li>b</ol>"),
        ("<ol><li>a</ol>", "<ul><li>a</ul>"),
        ("<pre>You must <del>not</del> pay</pre>", "<pre>You must not pay</pre>"),
        ("<p><span style='text-decoration:line-through'>no</span>", "<p>no"),
        ("<p>10<span style='vertical-align:super'>2</span>", "<p>10<span>2</span>"),
        ("<p>a <span style='display:none'>not</span>", "<p>a not"),
        ("<p>a <span hidden>not</span>", "<p>a <span>not</span>"),
        (
            "<style>.x {display: none}</style><p class=x>not",
            "<style>.x {display: none}</style><p>not",
        ),
        ("<style>p {color: white}</style><p>a", "<style>p {color: red}</style><p>a"),
        ("<p style='white-space:pre'>a  b", "<p style='white-space:pre'>a b"),
        ("<script>document.write(100)</script>", "<script>document.write(900)</script>"),
        ("<p><bdo dir=rtl>12</bdo> EUR", "<p>12 EUR"),
        ("<p>He said <q>no</q>", "<p>He said no"),
        ("<xmp>a  b</xmp>", "<xmp>a b</xmp>"),
        ("<listing>a  b</listing>", "<listing>a b</listing>"),
        ("<textarea>a  b</textarea>", "<textarea>a b</textarea>"),
        ("<plaintext>a  b", "<plaintext>a b"),
        ("<pre><table><td></pre>a  b", "<pre><table><td></pre>a b"),
        ("<form action=http://bank/></form>", "<form action=http://thief/></form>"),
        ("<button formaction=/a>x</button>", "<button formaction=/b>x</button>"),
        ("<base href=http://bank/><a href=x>a</a>", "<base href=http://thief/><a href=x>a</a>"),
        ("<p><a href=u>yes</a> no", "<p>yes <a href=u>no</a>"),
        ("<a href=#a>x</a><p id=a>b<p>c", "<a href=#a>x</a><p>b<p id=a>c"),
        ("<a href='?a=1&amp;copy=2'>x</a>", "<a href='?a=1&copy;=2'>x</a>"),
        ("<p>&amp;copy", "<p>&copy"),
        ("<p>&lt;b>", "<p>&amp;lt;b>"),
        ("<p>Yes <input type=radio checked> No", "<p><input type=radio checked> Yes No"),
        ("<p>a <img src=x> b", "<p>a b <img src=x>"),
        ("<meter value=1 max=9></meter>", "<meter value=8 max=9></meter>"),
        ("<progress value=1></progress>", "<progress value=.5></progress>"),
        ("<button value=1>x</button>", "<button value=2>x</button>"),
        ("<select><option value=1>x</select>", "<select><option value=2>x</select>"),
        ("<optgroup label=a></optgroup>", "<optgroup label=b></optgroup>"),
        ("<iframe srcdoc=a></iframe>", "<iframe srcdoc=b></iframe>"),
        ("<video poster=a></video>", "<video poster=b></video>"),
        ("<object><param value=a></object>", "<object><param value=b></object>"),
        ("<map><area alt=a></map>", "<map><area alt=b></map>"),
        ("<textarea placeholder=a></textarea>", "<textarea placeholder=b></textarea>"),
        ("<p style='background:url(a)'>x", "<p style='background:url(b)'>x"),
        ("<p>a&nbsp;&nbsp;b", "<p>a b"),
        ("<p>a<s/>b", "<p>a<s></s>b"),
        ("<p a\"><b x='>", "<p a\"><b y='>"),
    ],
)
def test_pages_that_a_reader_tells_apart(one: str, other: str) -> None:
    for name in ("a.html", "a.xhtml"):
        assert hashes(one, name).form != hashes(other, name).form


def test_cdata_of_xhtml_shows() -> None:
    pages = [XHTML.format(f"<p><![CDATA[pay {amount}]]></p>") for amount in (100, 900)]
    first, second = (hashes(page, "a.xhtml") for page in pages)
    assert first.form != second.form
    assert first.words != second.words


DECLARED = '<?xml version="1.0"?>\n<html>{}</html>'


@pytest.mark.parametrize("page", [XHTML, DECLARED])
def test_cdata_of_xhtml_is_read(page: str) -> None:
    """As a parser of XML reads it: all up to the next ``]]>``, markup included."""
    body = (
        "<p>pay <![CDATA[100 <b> & &lt; ]] > EUR]]>, no more</p>"
        "<!-- <![CDATA[ --><p>two</p><!-- ]]> --><script>/*<![CDATA[*/ a /*]]>*/</script>"
        "<pre><![CDATA[  x]]></pre>"
    )
    source = page.format(body)
    root = etree.fromstring(source.encode())
    for script in list(root.iter("{*}script")):
        script.getparent().remove(script)
    expected = " ".join(etree.tostring(root, method="text", encoding="unicode").split())
    found = read_document("a.xhtml", source.encode())
    assert " ".join(found.text.split()).replace(" ", "") == expected.replace(" ", "")
    assert found.marks == ("  x",)


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<p>a <![CDATA[b]]> c</p>", "a c"),  # of HTML: a comment
        (XHTML.format("<p>a</p><p>b <![CDATA[ c"), "a\n\nb"),  # without an end
    ],
)
def test_what_is_no_section_of_cdata_is_not_read_as_one(page: str, text: str) -> None:
    assert read_document("a.html", page.encode()).text == text


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("<p>a\n  b</p>\n\n<p>c</p>\n", "<p>a b</p><p>c</p>"),
        ("<ul>\r\n\t<li>a\r\n\t<li> b\r\n</ul>", "<ul><li>a<li>b</ul>"),
        ("<A HREF='/x' TITLE=\"t\">a</A >", "<a title=t href=/x>a</a>"),
        ("<input checked name=a/>", "<input name='a/' checked=''>"),
        ("<br>a<br />b", "<br/>a<br>b"),
        ("<p class=a data-n=1 aria-busy=true lang=zh>合同", "<p class=b>&#x5408;&#21516;"),
        ("<p>&eacute;&#233;&#x1F600;é ﬁ Ａ", "<p>éé😀e\u0301 fi A"),
        ("<p>a<!-- -->b", "<p>ab"),
        ("<p>a<!-- of\n Ann --><p>b", "<p>a\n <!--of Ann-->\n<p>b"),
        ("<pre>a\r\n  b</pre>\n<p>c\nd", "<pre>a\n  b</pre><p>c d"),
        ("<title>a\n b &amp; c</title>", "<title>a b &#38; c</title>"),
    ],
)
def test_copies_that_a_reader_cannot_tell_apart(one: str, other: str) -> None:
    assert hashes(one) == hashes(other)


@pytest.mark.parametrize("encoding", ["gb18030", "big5", "utf-16", "utf-8-sig"])
def test_a_page_in_another_encoding(encoding: str) -> None:
    page = "<html><head><meta charset='{}'>\n<title>合同</title></head>\n<body>{}</body></html>"
    body = f"{LEAD}<a href='/合同'>第一</a> — <table><tr><td>一<td>二</table>"
    again = page.format(encoding, body).replace("\n", "\r\n")
    assert hashes(page.format("utf-8", body).encode()) == hashes(again.encode(encoding))


@pytest.mark.parametrize(
    "part",
    ["<!--", "<p ", "<a b=", "=", "<pre></table></pre>", "<pre><b>", "<textarea>", "&", " on", "<"],
)
def test_hostile_pages_end(part: str) -> None:
    """Each would take minutes at least if the time grew with the square of the length."""
    assert page_form("x" + part * (200_000 if LONG else 40_000))

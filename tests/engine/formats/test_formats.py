"""From bytes to text: which reader a document gets; pages of HTML, e-mails and web archives."""

import base64
import importlib
import io
import sys
import zipfile
from dataclasses import replace
from email.message import EmailMessage
from types import ModuleType
from typing import Any

import html_text
import lxml.html  # type: ignore[import-untyped] # ships no type information
import pytest
from hypothesis import given
from hypothesis import strategies as st

import simcore.model.formats
from fuzz import REAL
from simcore import ReadError, read_document
from simcore.formats.html import _marks, _shown, extracted
from simcore.model.config import DEFAULT_INCLUDE
from simcore.model.formats import FORMATS, WHAT_IS_READ, Format, format_named, format_of
from simcore.model.reasons import ReasonCode
from simcore.model.records import DecodedText
from simcore.text.normal_form import content_hash

PAGE = "<p>合同</p>"


def sealed(data: bytes, encoding: str | None) -> DecodedText:
    return DecodedText(f"{len(data)} bytes", "", lossy=False)


def unsealed(data: bytes) -> DecodedText:
    """What the door makes of it: the format's name, and that only the same bytes are the same."""
    beside = ("sealed", content_hash(data).hex())
    return replace(sealed(data, None), encoding="sealed", beside=beside)


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A format whose documents begin with either of two marks."""
    marks = (b"\x89SEAL", b"PK\5\6")
    one = Format("sealed", "Sealed", "sealed:read", ("sealed", "doc"), marks)
    known = simcore.model.formats
    monkeypatch.setattr(known, "FORMATS", (one, *FORMATS))
    monkeypatch.setattr(known, "_LEADING", (*marks, *known._LEADING))
    suffixes = {suffix: [one, *known._BY_SUFFIX.get(suffix, [])] for suffix in one.suffixes}
    monkeypatch.setattr(known, "_BY_SUFFIX", known._BY_SUFFIX | suffixes)
    monkeypatch.setitem(known._BY_NAME, "sealed", one)
    module = ModuleType("sealed")
    monkeypatch.setattr(module, "read", sealed, raising=False)
    monkeypatch.setitem(sys.modules, "simcore.formats.sealed", module)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.html", "合同"),
        ("A.HTM", "合同"),
        ("a.xhtml", "合同"),
        *((name, PAGE) for name in ("a.txt", "a.html.txt", "a.xml", "html", "")),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "utf-16"])
def test_the_suffix_tells_what_is_html(name: str, text: str, encoding: str) -> None:
    assert read_document(name, PAGE.encode()).text == text
    assert read_document(name, PAGE.encode(encoding), encoding).text == text


BINARY = b"\x89SEAL\0\1\2" + bytes(range(256))


@pytest.mark.usefixtures("registered")
def test_leading_bytes_decide_before_anything_is_decoded_whatever_the_suffix() -> None:
    for name in ("a.sealed", "A.Doc"):
        for data in (BINARY, b"PK\5\6\0"):
            assert read_document(name, data) == unsealed(data)
            # what a scan recognised is told again when the file is read again
            assert read_document(name, data, "sealed") == unsealed(data)
    for name in ("a.txt", "sealed", "a.html", "a"):
        assert read_document(name, BINARY) == unsealed(BINARY)
    for name in ("a.sealed", "a.doc"):
        assert read_document(name, b"no seal").text == "no seal"
        with pytest.raises(ReadError, match="binary"):
            read_document(name, b"PK\7\7\0")


ODT = b"application/vnd.oasis.opendocument.text"


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        # the suffix chooses among formats that begin alike
        ("a.odt", b"PK\3\4\0", "odt"),
        ("a.EPUB", b"PK\3\4\0", "epub"),
        ("a.zip", b"PK\3\4\0", None),
        ("a.html", b"PK\3\4\0", None),
        ("a.html", b"PK", "html"),
        # what a format holds decides before it
        ("a.docx", b"PK\3\4 " + ODT, "odt"),
        ("a.odt", b"PK\3\4 word/document " + ODT, "odt"),
        ("a.odt", b"PK\3\4", "odt"),  # neither, as where the file ends too early
        # a page under the suffix of a word processor is a page
        *((name, b"<html>", {"a.doc": "html"}.get(name)) for name in ("a.doc", "a.txt")),
        ("a.doc", b"\xef\xbb\xbf \n<!DOCTYPE HTML >", "html"),
        ("a.txt", b"\xef\xbb\xbf \n<!DOCTYPE HTML >", None),
        ("a.doc", b"<htmlish>", None),
        # the mark may stand behind other bytes where the suffix names the format
        ("a.pdf", b"\n\n%PDF-1.4", "pdf"),
        ("a.txt", b"\n\n%PDF-1.4", None),
    ],
)
def test_bytes_and_suffix_choose_the_format(name: str, data: bytes, expected: str | None) -> None:
    found = format_of(name, data)
    assert (None if found is None else found.name) == expected


def test_every_format_has_its_reader_and_is_scanned_and_named() -> None:
    other_words = {
        "odt": "OpenDocument", "odp": "OpenDocument", "ods": "OpenDocument", "doc": "Word",
        "xls": "Excel", "html": "web pages", "mhtml": "web pages", "eml": "e-mails",
        "ipynb": "notebooks", "srt": "subtitles", "vtt": "subtitles", "man": "manual pages",
    }  # fmt: skip
    for one in FORMATS:
        module, _, function = one.reader.partition(":")
        read = getattr(importlib.import_module(f"simcore.formats.{module}"), function)
        assert callable(read), one
        assert format_named(one.name) is one
        assert {f"*.{suffix}" for suffix in one.suffixes} <= {*DEFAULT_INCLUDE}
        assert other_words.get(one.name, one.title) in WHAT_IS_READ, one.name
    assert len({*DEFAULT_INCLUDE}) == len(DEFAULT_INCLUDE)


def test_a_mailbox_is_not_read_as_one_text() -> None:
    message = b"From a@b Mon Jan 1\nSubject: x\n\nwords\n"
    for name in ("mail.mbox", "mbox"):
        with pytest.raises(ReadError, match="mailbox") as error:
            read_document(name, message)
        assert error.value.reason.code is ReasonCode.IS_MAILBOX
    assert read_document("mbox", b"Fromage\n").text == "Fromage\n"
    assert read_document("mail.txt", message).text.startswith("From")


def test_an_archive_is_no_damaged_document() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        file.writestr("a.txt", "text")
    holding = io.BytesIO()
    with zipfile.ZipFile(holding, "w", zipfile.ZIP_STORED) as file:
        for name in ("contract.docx", "contract.odt", "contract.epub"):
            file.writestr(name, (REAL / name).read_bytes())
    for name in ("old drafts.zip", "a", "a.txt", "a.pdf"):
        for archive in (packed, holding):
            with pytest.raises(ReadError, match="archive of files"):
                read_document(name, archive.getvalue())
    for kind in ("docx", "odt", "epub"):
        assert read_document("a.zip", (REAL / f"contract.{kind}").read_bytes()).encoding == kind
    # by its own name it is one that is damaged
    with pytest.raises(ReadError, match="damaged"):
        read_document("a.docx", packed.getvalue())


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
    found = read_document("a.html", "<pre>甲  乙　丙</pre>第 一 un<i>real</i><sup>a</sup>".encode())
    assert found.marks == ("甲  乙　丙", "sup 8", "/sup 9")


def shown(html: str, name: str = "page.html") -> str:
    return read_document(name, html.encode()).text


def test_a_page_comes_down_to_what_a_reader_sees() -> None:
    html = (
        "<?xml version='1.0' encoding='gbk'?><html><head><title>标题</title>"
        "<style>p {color: red}</style><script>var x = '<p>no</p>';</script></head>"
        "<body><p>你<b>好</b>，世界&nbsp;&amp; more</p><ul><li>一<li>二</ul>"
        "<!-- comment --></body></html>"
    )
    assert shown(html).split() == "标题 你好，世界 & more 一 二".split()


@pytest.mark.parametrize("html", ["", " \n", "<!-- -->", "plain", "<", "\1<p>a", "<p>" * 50_000])
def test_odd_pages(html: str) -> None:
    assert "<p>" not in shown(html)


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


def test_what_stands_behind_the_end_is_shown_and_errors_of_markup_are_usual() -> None:
    pages = "<html><body><p>一</p></body></html>\n<html><body><p>二</p></body></html> 三<p>四"
    assert shown(pages).split() == ["一", "二", "三", "四"]
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


CONTRACT = "合同自双方签字之日起生效，一式两份。"


def said(data: bytes, name: str = "a.eml") -> str:
    return read_document(name, data).text


def mail(subject: str = "关于合同") -> EmailMessage:
    message = EmailMessage()
    message["Subject"], message["From"], message["To"] = subject, "a@example.org", "b@example.org"
    return message


@pytest.mark.parametrize("transfer", ["base64", "quoted-printable", "8bit"])
@pytest.mark.parametrize("charset", ["utf-8", "gb18030", "big5hkscs"])
def test_subject_and_plain_text_are_read(charset: str, transfer: str) -> None:
    message = mail()
    text = "數據庫的備份" if charset.startswith("big5") else CONTRACT
    message.set_content(text, charset=charset, cte=transfer)
    message.add_alternative(f"<p>{text} as a page</p>", subtype="html")
    message.add_attachment("no", filename="secret.txt")
    decoded = read_document("a.eml", message.as_bytes())
    assert decoded.text.split() == ["关于合同", text]
    assert (decoded.encoding, decoded.lossy, decoded.cut_short) == ("eml", False, None)


def test_the_page_is_read_where_there_is_no_plain_text() -> None:
    message = mail("10")
    message.set_content("<p>one<p>10<sup>th</sup><script>no()</script>", subtype="html")
    raised = read_document("a.eml", message.as_bytes())
    assert raised.text.split() == ["10", "one", "10th"]
    assert raised.marks


def test_what_is_beside_the_words_makes_other_files() -> None:
    found = []
    for name in ("a.png", "b.png"):
        message = mail()
        message.set_content(CONTRACT)
        message.add_attachment(b"x", maintype="image", subtype="png", filename=name)
        found.append(read_document("a.eml", message.as_bytes()))
    assert found[0].text == found[1].text
    assert found[0].beside != found[1].beside


def test_a_label_that_is_too_narrow_or_wrong() -> None:
    head = b"To: b@example.org\nSubject: s\nContent-Type: text/plain; charset="
    rare = "囧镕喆：合同自双方签字之日起生效"  # not in GB2312
    assert rare in said(head + b"gb2312\n\n" + rare.encode("gb18030"))
    assert CONTRACT in said(head + b"iso-8859-1\n\n" + CONTRACT.encode())
    assert CONTRACT in said(head + b'"no such"\n\n' + (CONTRACT * 9).encode("gb18030"))
    assert "déjà — vu" in said(head + b"us-ascii\n\n" + "déjà — vu".encode("cp1252"))
    jis = "これは日本語の文章です"
    assert jis in said(head + b"iso-2022-jp\n\n" + jis.encode("iso-2022-jp"))


def test_a_subject_whose_words_are_cut_inside_a_character() -> None:
    raw = "合同自双方".encode("gb18030")
    words = (base64.b64encode(part).decode() for part in (raw[:5], raw[5:]))
    subject = "\n ".join(f"=?gb2312?B?{word}?=" for word in words)
    assert said(f"To: x\nSubject: {subject}\n\nbody".encode()).startswith("合同自双方")
    plain = b"To: x\nSubject: " + (CONTRACT * 4).encode("gb18030") + b"\n\nbody"
    assert said(plain).startswith(CONTRACT)


def test_a_forwarded_message_is_read_and_so_is_a_digest() -> None:
    inner, outer = mail("inner"), mail("outer")
    inner.set_content("what was said first")
    outer.set_content("see below")
    outer.add_attachment(inner)
    assert said(outer.as_bytes()) == "outer\n\nsee below\n\ninner\n\nwhat was said first\n"


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_parts_without_headers_are_plain_text(end: bytes) -> None:
    lines = [b"To: x", b"Content-Type: multipart/mixed; boundary=b", b"", b"to be ignored", b"--b",
             b"", b"first: part", b"--b", b"Content-Type: text/plain", b"", b"second", b"--b--",
             b"also ignored"]  # fmt: skip
    assert said(end.join(lines)) == "first: part\n\nsecond\n"


def test_a_saved_page_is_its_root() -> None:
    archive = (
        b"From: <Saved by Blink>\r\nSnapshot-Content-Location: http://a\r\nSubject: The title\r\n"
        b'Content-Type: multipart/related; boundary="=b"\r\n\r\n--=b\r\nContent-Type: text/html\r\n'
        b"Content-Transfer-Encoding: quoted-printable\r\n\r\n"
        b"<p>=E5=90=88=E5=90=8C and =\r\nso on\r\n"
        b"--=b\r\nContent-Type: text/html\r\n\r\n<p>a frame\r\n--=b--\r\n"
    )
    assert said(archive, "page.mhtml") == "合同 and so on\n"


def test_a_message_that_was_cut_off_says_so() -> None:
    message = mail()
    message.set_content(CONTRACT * 100)
    message.add_alternative("<p>page</p>", subtype="html")
    whole = message.as_bytes()
    assert read_document("a.eml", whole).cut_short is None
    cut = read_document("a.eml", whole[: len(whole) // 2])
    assert cut.cut_short is not None
    assert CONTRACT in cut.text


def test_hostile_messages_are_bounded() -> None:
    deep = b"".join(
        b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (at, at) for at in range(2000)
    )
    assert read_document("a.eml", b"To: x\n" + deep + b"\ntext").cut_short is not None
    many = b"To: x\nContent-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\nx\n" * 50_000
    assert read_document("a.eml", many).cut_short is not None
    with pytest.raises(ReadError, match="damaged"):
        read_document("a.eml", b"\x00\x01\x02 no header at all")
    parameters = b"Content-Type: text/plain; " + b"a*0=b;" * 40_000
    assert said(b"To: x\n" + parameters + b"\n\ntext") == "text\n"


def test_bytes_that_are_not_ascii_in_a_header() -> None:
    """The library then gives an object that is no text."""
    for name in (b"Content-Type", b"Content-Disposition"):
        for size in (1, 3_000):
            header = name + b": text/plain; name=" + "\u5408".encode("gb18030") * size
            data = b"Subject: x\nTo: a@b\n" + header + b"\n\nwords\n"
            assert said(data).split() == ["x", "words"]
    # half of a character is replaced
    found = read_document("a.eml", b"Subject: =?utf-7?Q?+2AA-?= x\n\nwords\n")
    assert (found.text, found.lossy) == ("\ufffd x\n\nwords\n", True)

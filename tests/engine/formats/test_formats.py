"""From bytes to text: which reader a document gets, and what pages of HTML come down to."""

import importlib
import io
import sys
import zipfile
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

import simcore.model.formats
from simcore import ReadError, read_document
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
        ("a.txt", PAGE),
        ("a.html.txt", PAGE),
        ("html", PAGE),
        ("", PAGE),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "utf-16"])
def test_the_suffix_tells_what_is_html(name: str, text: str, encoding: str) -> None:
    assert read_document(name, PAGE.encode()).text == text
    assert read_document(name, PAGE.encode(encoding), encoding).text == text


BINARY = b"\x89SEAL\0\1\2" + bytes(range(256))


def test_what_no_format_reads_is_a_problem() -> None:
    for name in ("a.sealed", "a.txt", "a.html"):
        with pytest.raises(ReadError, match="binary"):
            read_document(name, BINARY)


@pytest.mark.usefixtures("registered")
def test_leading_bytes_are_asked_before_anything_is_decoded() -> None:
    for name in ("a.sealed", "A.Doc"):
        for data in (BINARY, b"PK\5\6\0"):
            assert read_document(name, data) == unsealed(data)
            # what a scan recognised is told again when the file is read again
            assert read_document(name, data, "sealed") == unsealed(data)


@pytest.mark.usefixtures("registered")
def test_leading_bytes_decide_whatever_the_suffix() -> None:
    for name in ("a.txt", "sealed", "a.html", "a"):
        assert read_document(name, BINARY) == unsealed(BINARY)
    for name in ("a.sealed", "a.doc"):
        assert read_document(name, b"no seal").text == "no seal"
        with pytest.raises(ReadError, match="binary"):
            read_document(name, b"PK\7\7\0")


def test_the_suffix_chooses_among_formats_that_begin_alike() -> None:
    names = ("odt", "EPUB", "zip", "html")
    found = [named(format_of(f"a.{name}", b"PK\3\4\0")) for name in names]
    assert found == ["odt", "epub", None, None]
    assert named(format_of("a.html", b"PK")) == "html"


def named(of: Format | None) -> str | None:
    return None if of is None else of.name


def test_what_a_format_holds_decides_before_the_suffix() -> None:
    odt = b"application/vnd.oasis.opendocument.text"
    assert named(format_of("a.docx", b"PK\3\4 " + odt)) == "odt"
    assert named(format_of("a.odt", b"PK\3\4 word/document " + odt)) == "odt"
    # neither, as where the file ends too early
    assert named(format_of("a.odt", b"PK\3\4")) == "odt"


def test_a_page_under_the_suffix_of_a_word_processor_is_a_page() -> None:
    for page in (b"<html>", b"\xef\xbb\xbf \n<!DOCTYPE HTML >"):
        assert named(format_of("a.doc", page)) == "html"
        assert named(format_of("a.txt", page)) is None
    assert named(format_of("a.doc", b"<htmlish>")) is None


def test_the_mark_of_a_format_may_stand_behind_other_bytes_where_the_suffix_names_it() -> None:
    assert named(format_of("a.pdf", b"\n\n%PDF-1.4")) == "pdf"
    assert named(format_of("a.txt", b"\n\n%PDF-1.4")) is None


def test_every_format_has_its_reader() -> None:
    for one in FORMATS:
        module, _, function = one.reader.partition(":")
        read = getattr(importlib.import_module(f"simcore.formats.{module}"), function)
        assert callable(read), one
        assert format_named(one.name) is one


def test_every_format_is_scanned() -> None:
    suffixes = {suffix for one in FORMATS for suffix in one.suffixes}
    assert {f"*.{suffix}" for suffix in suffixes} <= {*DEFAULT_INCLUDE}
    assert len({*DEFAULT_INCLUDE}) == len(DEFAULT_INCLUDE)


class TestHtml:
    """HTML comes down to what a reader sees."""

    def read(self, html: str, name: str = "page.html") -> str:
        return read_document(name, html.encode()).text

    def test_text_only(self) -> None:
        html = (
            "<?xml version='1.0' encoding='gbk'?><html><head><title>标题</title>"
            "<style>p {color: red}</style><script>var x = '<p>no</p>';</script></head>"
            "<body><p>你<b>好</b>，世界&nbsp;&amp; more</p><ul><li>一<li>二</ul>"
            "<!-- comment --></body></html>"
        )
        assert self.read(html).split() == [
            "标题",
            "你好，世界",
            "&",
            "more",
            "一",
            "二",
        ]

    def test_other_files_are_left_alone(self) -> None:
        assert self.read("<p>a</p>", "notes.txt") == "<p>a</p>"
        assert self.read("<p>a</p>", "data.xml") == "<p>a</p>"

    @pytest.mark.parametrize(
        "html", ["", " \n", "<!-- -->", "plain", "<", "\1<p>a", "<p>" * 50_000]
    )
    def test_odd_pages(self, html: str) -> None:
        assert "<p>" not in self.read(html)

    @pytest.mark.parametrize("tag", ["font", "b", "div", "span"])
    @pytest.mark.parametrize("open_elements", [255, 256, 300, 2_000])
    def test_many_open_elements(self, tag: str, open_elements: int) -> None:
        """A browser shows the end, too; the parser's own limit is 256."""
        html = f"<p>begin</p>{f'<{tag}>' * open_elements}deep<p>END</p>"
        found = read_document("page.html", html.encode())
        assert found.text.split() == ["begin", "deep", "END"]
        assert found.cut_short is None

    def test_a_text_longer_than_the_parser_holds_by_default(self) -> None:
        html = f"<p>{('合同' * 500 + ' ') * 3_500}</p><p>END</p>"
        found = read_document("page.html", html.encode())
        assert len(html.encode()) > 10_000_000
        assert found.text.endswith("END")
        assert found.cut_short is None

    def test_what_nests_deeper_than_any_parser_goes_is_not_read_in_full(self) -> None:
        html = "<p>合同</p>\n" + "<div>" * 5_000 + "END"
        found = read_document("page.html", html.encode("gb18030"))
        assert found.text == "合同"
        assert found.cut_short is not None
        assert found.cut_short.code is ReasonCode.MARKUP_LIMIT
        assert "(line 2)" in str(found.cut_short)

    def test_what_stands_behind_the_end_is_shown(self) -> None:
        pages = "<html><body><p>一</p></body></html>\n<html><body><p>二</p></body></html> 三<p>四"
        assert self.read(pages).split() == ["一", "二", "三", "四"]

    def test_errors_of_markup_are_usual(self) -> None:
        for html in ("<p>a</q></b>b<i>c", "<p a=1 a=1>a &foo; b", "<p>a<!-- c --- >", "<x:y>a</z>"):
            assert read_document("page.html", html.encode()).cut_short is None


def test_what_is_read_names_every_format() -> None:
    other_words = {
        "odt": "OpenDocument", "odp": "OpenDocument", "ods": "OpenDocument", "doc": "Word",
        "xls": "Excel", "html": "web pages", "mhtml": "web pages", "eml": "e-mails",
        "ipynb": "notebooks", "srt": "subtitles", "vtt": "subtitles", "man": "manual pages",
    }  # fmt: skip
    for one in FORMATS:
        assert other_words.get(one.name, one.title) in WHAT_IS_READ, one.name


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
    real = Path(__file__).parent / "real"
    with zipfile.ZipFile(holding, "w", zipfile.ZIP_STORED) as file:
        for name in ("contract.docx", "contract.odt", "contract.epub"):
            file.writestr(name, (real / name).read_bytes())
    for name in ("old drafts.zip", "a", "a.txt", "a.pdf"):
        for archive in (packed, holding):
            with pytest.raises(ReadError, match="archive of files"):
                read_document(name, archive.getvalue())
    for kind in ("docx", "odt", "epub"):
        assert read_document("a.zip", (real / f"contract.{kind}").read_bytes()).encoding == kind
    # by its own name it is one that is damaged
    with pytest.raises(ReadError, match="damaged"):
        read_document("a.docx", packed.getvalue())

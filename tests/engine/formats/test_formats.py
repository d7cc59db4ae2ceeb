"""From bytes to text: which reader a document gets."""

import importlib
import io
import sys
import zipfile
from dataclasses import replace
from types import ModuleType

import pytest

import simcore.model.formats
from fuzz import REAL
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

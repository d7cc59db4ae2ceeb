"""The one rule for every format: what a person wrote and would miss is never the same text.

Comments, authors, hidden text and the like make two documents the same words at most. What the
program that saved them wrote, its name, the time, counters and ids, does not count, where a reader
takes these apart; of other formats only identical files are the same text.
"""

import gzip
import io
import json
import zipfile

import pytest

from builders import english_text
from packages import docx, epub, odf_members, run, word_members, zipped
from simcore import read_document
from simcore.text.visible import visible_hashes

TEXT = english_text(5, 60).replace("\n", " ")
PARAGRAPH = f"<w:p>{run(TEXT)}</w:p>"


def with_core(part: str) -> bytes:
    return zipped({**word_members(PARAGRAPH), "docProps/core.xml": f"<c>{part}</c>"})


def open_text(body: str, meta: str = "") -> bytes:
    return zipped({**odf_members("text", body), "meta.xml": f"<m>{meta}</m>"})


def book(part: str) -> bytes:
    source = epub(f"<p>{TEXT}</p>")
    with zipfile.ZipFile(io.BytesIO(source)) as archive:
        members: dict[str, str | bytes] = {one: archive.read(one) for one in archive.namelist()}
    opf = members["OEBPS/book.opf"]
    assert isinstance(opf, bytes)
    members["OEBPS/book.opf"] = opf.replace(
        b"<manifest>", f'<metadata xmlns:dc="d">{part}</metadata><manifest>'.encode()
    )
    return zipped(members)


def page(part: str) -> bytes:
    return f"<html><head><title>T</title></head><body><p>{TEXT}</p>{part}</body></html>".encode()


def headed(part: str) -> bytes:
    return f"<html><head><title>T</title>{part}</head><body><p>{TEXT}</p></body></html>".encode()


def rtf(part: str) -> bytes:
    return rf"{{\rtf1\ansi {part}{TEXT}}}".encode()


def mail(part: str) -> bytes:
    head = "From: a@example.org\nTo: b@example.org\nSubject: Hi\n"
    return f"{head}{part}\n\n{TEXT}\n".encode()


def notebook(**parts: object) -> bytes:
    cell = {
        "cell_type": "code",
        "metadata": {},
        "outputs": parts.pop("outputs", []),
        "source": TEXT,
    }
    return json.dumps({"cells": [cell], "nbformat": 4, "metadata": parts}).encode()


def plain(text: str) -> bytes:
    return text.encode()


COMMENT, AUTHOR, HIDDEN = "comment", "author", "hidden"
CASES: list[tuple[str, str, bytes, bytes]] = [
    ("a.html", COMMENT, page("<!-- ask Ann -->"), page("<!-- done -->")),
    ("a.html", COMMENT, page("<!-- ask Ann -->"), page("")),
    (
        "a.html",
        AUTHOR,
        headed("<meta name=author content=A>"),
        headed("<meta name=author content=B>"),
    ),
    ("a.html", AUTHOR, headed("<meta name=keywords content=A>"), headed("")),
    ("a.html", HIDDEN, page("<!--[if mso]><p>nine</p><![endif]-->"), page("")),
    ("a.html", HIDDEN, page("<p hidden>one"), page("<p hidden>two")),
    ("a.mht", COMMENT, mail("X: 1").replace(b"To:", b"No:"), mail("X: 2").replace(b"To:", b"No:")),
    ("a.docx", COMMENT, docx(PARAGRAPH, comments=PARAGRAPH), docx(PARAGRAPH)),
    (
        "a.docx",
        AUTHOR,
        with_core("<dc:creator>A</dc:creator>"),
        with_core("<dc:creator>B</dc:creator>"),
    ),
    (
        "a.docx",
        HIDDEN,
        docx(PARAGRAPH + f"<w:p>{run('one', '<w:vanish/>')}</w:p>"),
        docx(PARAGRAPH + f"<w:p>{run('two', '<w:vanish/>')}</w:p>"),
    ),
    (
        "a.odt",
        COMMENT,
        open_text(
            f"<text:p>{TEXT}<office:annotation><text:p>a</text:p></office:annotation></text:p>"
        ),
        open_text(
            f"<text:p>{TEXT}<office:annotation><text:p>b</text:p></office:annotation></text:p>"
        ),
    ),
    (
        "a.odt",
        AUTHOR,
        open_text(f"<text:p>{TEXT}</text:p>", "<meta:initial-creator>A</meta:initial-creator>"),
        open_text(f"<text:p>{TEXT}</text:p>", "<meta:initial-creator>B</meta:initial-creator>"),
    ),
    ("a.epub", AUTHOR, book("<dc:creator>A</dc:creator>"), book("<dc:creator>B</dc:creator>")),
    ("a.rtf", COMMENT, rtf(r"{\*\annotation ask}"), rtf(r"{\*\annotation done}")),
    ("a.rtf", AUTHOR, rtf(r"{\info{\author A}}"), rtf(r"{\info{\author B}}")),
    ("a.rtf", HIDDEN, rtf(r"{\v one}"), rtf(r"{\v two}")),
    ("a.eml", COMMENT, mail("Comments: ask"), mail("Comments: done")),
    ("a.eml", AUTHOR, mail("Cc: c@example.org"), mail("Cc: d@example.org")),
    ("a.ipynb", COMMENT, notebook(authors="A"), notebook(authors="B")),
    ("a.ipynb", HIDDEN, notebook(outputs=["1"]), notebook(outputs=["2"])),
    ("a.tex", COMMENT, plain(f"% ask\n{TEXT}"), plain(f"% done\n{TEXT}")),
    ("a.tex", HIDDEN, plain(f"\\iffalse one\\fi {TEXT}"), plain(f"\\iffalse two\\fi {TEXT}")),
    ("a.1", COMMENT, plain(f'.TH A 1\n.\\" ask\n{TEXT}'), plain(f'.TH A 1\n.\\" done\n{TEXT}')),
    (
        "a.srt",
        HIDDEN,
        plain(f"1\n0:0:1,0 --> 0:0:2,0\n{TEXT}"),
        plain(f"1\n0:0:1,0 --> 0:0:3,0\n{TEXT}"),
    ),
    (
        "a.vtt",
        COMMENT,
        plain(f"WEBVTT\n\nNOTE ask\n\n00:01.0 --> 00:02.0\n{TEXT}"),
        plain(f"WEBVTT\n\nNOTE done\n\n00:01.0 --> 00:02.0\n{TEXT}"),
    ),
    ("a.md", COMMENT, plain(f"{TEXT}\n\n<!-- ask -->"), plain(f"{TEXT}\n\n<!-- done -->")),
    ("a.md", AUTHOR, plain(f"---\nauthor: A\n---\n{TEXT}"), plain(f"---\nauthor: B\n---\n{TEXT}")),
    ("a.rst", COMMENT, plain(f"{TEXT}\n\n.. ask"), plain(f"{TEXT}\n\n.. done")),
    ("a.py", COMMENT, plain(f"x = {TEXT!r}  # ask"), plain(f"x = {TEXT!r}  # done")),
    ("a.xml", COMMENT, plain(f"<r>{TEXT}<!-- ask --></r>"), plain(f"<r>{TEXT}<!-- done --></r>")),
]


@pytest.mark.parametrize(("name", "what", "one", "other"), CASES)
def test_what_a_person_wrote_is_never_passed_over(
    name: str, what: str, one: bytes, other: bytes
) -> None:
    del what
    left, right = (visible_hashes(read_document(name, data)) for data in (one, other))
    assert left.form != right.form


SINGLE = "<!--\n Page saved with SingleFile \n url: https://a-b.example/ \n saved date: {}\n-->"
SAVED: list[tuple[str, bytes, bytes]] = [
    (
        "a.html",
        headed("<meta name=generator content='A 1'><meta name=changed content=2020>"),
        headed("<meta content='B 2' name=Generator><meta name=ProgId content=Word.Document>"),
    ),
    (
        "a.html",
        page("<!-- Mirrored from a.example/ by HTTrack Website Copier/3.x, Sun, 1 Feb 2015 -->"),
        page("<!-- Mirrored from a.example/ by HTTrack Website Copier/3.y, Mon, 8 Mar 2021 -->"),
    ),
    (
        "a.html",
        page(SINGLE.format("Fri 1")),
        page(SINGLE.format("Sat 2")),
    ),
    (
        "a.docx",
        with_core("<cp:revision>1</cp:revision><dcterms:modified>2020</dcterms:modified>"),
        with_core("<cp:revision>2</cp:revision><cp:lastModifiedBy>B</cp:lastModifiedBy>"),
    ),
    (
        "a.odt",
        open_text(f"<text:p>{TEXT}</text:p>", "<meta:generator>A</meta:generator>"),
        open_text(f"<text:p>{TEXT}</text:p>", "<meta:generator>B</meta:generator>"),
    ),
    (
        "a.epub",
        book('<meta property="dcterms:modified">2020</meta><meta name="generator" content="A"/>'),
        book('<meta property="dcterms:modified">2021</meta><meta content="B" name="generator"/>'),
    ),
]


@pytest.mark.parametrize(("name", "one", "other"), SAVED)
def test_what_the_saving_program_wrote_does_not_count(name: str, one: bytes, other: bytes) -> None:
    assert one != other
    left, right = (visible_hashes(read_document(name, data)) for data in (one, other))
    assert left == right


@pytest.mark.parametrize(
    ("part", "other"),
    [
        ("<!-- saved date: of the will: ask Ann -->", "<!-- saved date: of the will: done -->"),
        ("<!-- by HTTrack: ask Ann -->", "<!-- by HTTrack: done -->"),
        (
            "<!-- saved from url=(0015)https://a.example -->",
            "<!-- saved from url=(0015)https://b.example -->",
        ),
    ],
)
def test_a_comment_that_only_looks_as_if_a_program_had_written_it_counts(
    part: str, other: str
) -> None:
    left, right = (visible_hashes(read_document("a.html", page(one))) for one in (part, other))
    assert left.form != right.form


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        ("a.rtf", rtf(r"{\*\generator A;}"), rtf(r"{\*\generator B;}")),
        ("a.eml", mail("Message-ID: <1@x>"), mail("Message-ID: <2@x>")),
        ("a.ipynb", notebook(kernelspec="a"), notebook(kernelspec="b")),
        (
            "a.1.gz",
            gzip.compress(f'.TH A 1 "2020"\n{TEXT}'.encode()),
            gzip.compress(f'.TH A 1 "2021"\n{TEXT}'.encode()),
        ),
    ],
)
def test_what_is_not_taken_apart_counts(name: str, one: bytes, other: bytes) -> None:
    """A mistake there would lose something; as it is, such files are looked at by a person."""
    left, right = (visible_hashes(read_document(name, data)) for data in (one, other))
    assert left.words == right.words
    assert left.form != right.form

"""Manual pages: their text, from both sets of macros, plain and compressed."""

import gzip

import pytest

from amounts import LONG
from simcore import ReadError, read_document

MAN = r"""'\" t
.\" a comment
.de Vb \" until the next text
.ft CW
..
.TH LS 1 "September 2022" "GNU" "User"
.SH NAME
ls \- list directory contents
.SH "SEE ALSO"
.B ls
[\fIOPTION\/\fR]... \(em na\[u00EF]ve\*(Aq \(co
.BR dir (1),
.IP "\fB\-a\fR" 4
do \(lqnot\(rq hide \&.files \e0
.TS
l l.
one	two
.TE
.nf
  code \s-1SMALL\s0
.fi
"""
TEXT = """LS 1

NAME
ls - list directory contents

SEE ALSO
ls
[OPTION]... — naïve ©
dir(1),

-a
do “not” hide .files \\0
one\ttwo
  code SMALL
"""
MDOC = r""".Dd May 3, 2020
.Dt LS 1
.Os
.Sh NAME
.Nm ls
.Nd list directory contents
.Sh SYNOPSIS
.Nm ls
.Op Fl a Ar file ...
.Sh SEE ALSO
.Xr chmod 1 ,
.Dq quoted text .
"""


@pytest.mark.parametrize("name", ["ls.1", "ls.1.gz", "File::Find.3pm", "ls.8ssl.gz"])
def test_a_page_is_its_text(name: str) -> None:
    data = MAN.encode()
    decoded = read_document(name, gzip.compress(data) if name.endswith(".gz") else data)
    assert decoded.text == TEXT
    assert decoded.encoding == "man"


def test_pages_of_the_other_macros() -> None:
    text = read_document("ls.1", MDOC.encode()).text
    lines = [line for line in text.splitlines() if line]
    assert lines == ["LS 1", "NAME", "ls", "list directory contents", "SYNOPSIS", "ls",
                     "-a file ...", "SEE ALSO", "chmod(1),", "quoted text."]  # fmt: skip


def test_a_compressed_page_is_the_same_text() -> None:
    plain = read_document("ls.1", MAN.encode())
    packed = read_document("ls.1.gz", gzip.compress(MAN.encode()))
    assert (plain.text, plain.beside) == (packed.text, packed.beside)


@pytest.mark.parametrize("name", ["syslog.1", "notes.3.txt", "page.html"])
def test_only_pages_are_read_as_pages(name: str) -> None:
    assert read_document(name, b"Nov 22 host: .TH is no page\n").text.startswith("Nov 22")
    assert read_document("a.txt", MAN.encode()).text == MAN


@pytest.mark.parametrize("piece", ["\\[", "\\f[", "\\s["])
def test_escapes_that_do_not_end_take_linear_time(piece: str) -> None:
    """Each would take minutes at least if the time grew with the square of the length."""
    run = piece * (500_000 if LONG else 100_000)
    assert read_document("a.1", f".TH A 1\n{run}\nb\n".encode()).text.endswith("b\n")


def test_a_page_that_unpacks_without_an_end_or_is_cut_off() -> None:
    bomb = gzip.compress(b".TH A 1\n" + b"0" * 70_000_000)
    with pytest.raises(ReadError, match="unpacks to more"):
        read_document("a.1.gz", bomb)
    whole = gzip.compress(MAN.encode() * 3)
    with pytest.raises(ReadError, match="damaged"):
        read_document("a.1.gz", whole[:-20])

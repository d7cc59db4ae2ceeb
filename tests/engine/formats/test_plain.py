"""Formats that are written as plain text: notebooks, subtitles, TeX and manual pages."""

import gzip
import json

import pytest

from amounts import LONG
from simcore import ReadError, read_document
from simcore.text.visible import visible_hashes


def notebook(*cells: tuple[str, object], outputs: object = ()) -> bytes:
    made = [
        {"cell_type": kind, "source": source, "outputs": outputs, "metadata": {}}
        for kind, source in cells
    ]
    return json.dumps({"cells": made, "nbformat": 4, "metadata": {}}).encode()


def test_cells_in_their_order() -> None:
    data = notebook(("markdown", ["# 合同\n", "text"]), ("code", "x = 1"), ("raw", ""))
    decoded = read_document("a.ipynb", data)
    assert decoded.text == "# 合同\ntext\n\nx = 1\n\n"
    assert decoded.encoding == "ipynb"
    older = {"worksheets": [{"cells": [{"cell_type": "code", "input": ["x = ", "1"]}]}]}
    assert read_document("a.ipynb", json.dumps(older).encode()).text == "x = 1\n\n"


def test_outputs_are_beside_the_words_and_indentation_is_not() -> None:
    plain = read_document("a.ipynb", notebook(("code", "x = 1")))
    run = read_document("a.ipynb", notebook(("code", "x = 1"), outputs=[{"text": "1"}]))
    assert visible_hashes(plain).words == visible_hashes(run).words
    assert visible_hashes(plain).form != visible_hashes(run).form
    inside = read_document("a.ipynb", notebook(("code", "if x:\n  a()\n  b()")))
    after = read_document("a.ipynb", notebook(("code", "if x:\n  a()\nb()")))
    assert visible_hashes(inside).words != visible_hashes(after).words


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"[]", b"null", b'{"a": 1}', b"\xff\xfe{", b"[" * 100_000, b"1" * 10_000,
     b"[" + b"[]," * 4_000_000, b'{"cells": 7}'],
)  # fmt: skip
def test_what_is_no_notebook(data: bytes) -> None:
    with pytest.raises(ReadError):
        read_document("a.ipynb", data)


def test_halves_of_characters() -> None:
    data = b'{"cells": [{"cell_type": "raw", "source": ["a\\ud800b", 7, null]}, 3, {"source": {}}]}'
    assert read_document("a.ipynb", data).text == "a\ufffdb\n\n"


SRT = """1
00:00:01,000 --> 00:00:02,500 X1:100
{\\an8}<i>First line</i>
2025

2
00:00:03,000 --> 00:00:04,000
<font color="#fff">合同自签订之日起生效</font>

12
1:00:05.000 --> 1:00:06.000
a < b and a > c
"""
VTT = """WEBVTT - a title
Kind: captions

NOTE nobody
says this

STYLE
::cue { color: red }

intro
00:01.000 --> 00:02.000 align:start
<v Fred>NOTE that</v> <c.yellow>it is</c> R&amp;D<00:01.500>

00:03.000 --> 00:04.000
second
third
"""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_numbers_times_and_tags_are_left_out(encoding: str, ends: str) -> None:
    decoded = read_document("a.srt", SRT.replace("\n", ends).encode(encoding))
    expected = ["First line", "2025", "合同自签订之日起生效", "a < b and a > c"]
    assert decoded.text.splitlines() == expected
    # a wrong encoding can be corrected
    data = SRT.encode("gb18030")
    assert "合同" not in read_document("a.srt", data, "windows-1251").text
    assert read_document("a.srt", data, "gb18030").text.splitlines() == expected


def test_web_subtitles() -> None:
    decoded = read_document("a.vtt", VTT.encode())
    assert decoded.text.splitlines() == ["NOTE that it is R&D", "second", "third"]
    assert decoded.encoding == "utf-8"


@pytest.mark.parametrize("digits", ["9" * 5000, "x" + "f" * 5000, "1114112"])
def test_a_reference_to_no_character_is_replaced(digits: str) -> None:
    """Python makes no number of more than 4,300 digits."""
    cue = f"WEBVTT\n\n00:01.000 --> 00:02.000\na &amp; b&#{digits};c\n"
    assert read_document("a.vtt", cue.encode()).text == "a & b\ufffdc\n"


PAPER = r"""\documentclass[12pt]{article} % a comment
\usepackage{amsmath}
\newcommand{\foo}[1]{bar #1}
\title{The \emph{Title}} \author{A.~Author}
\begin{document}
\maketitle
\section*{\'Etude f\"ur Stra\ss e}\label{sec:one}
Text with 50\% of \textbf{bold} \& plain, see~\cite[p.~3]{knuth} and
the next line.\footnote{A \emph{note}.} % gone
% gone, too
``Quoted'' -- and \href{http://example.org}{a link}.

\begin{itemize}
  \item one
  \item two
\end{itemize}
\begin{equation}\label{e}
  a^2 = b_1
\end{equation}
\begin{tabular}{l|r}
 left & right \\[2pt]
\end{tabular}
\verb|x\y%z| 合同自
签订之日 10\textsuperscript{2} \includegraphics[width=3cm]{a.png}
\begin{comment} no \end{comment}
\end{document}
never printed
"""
EXPECTED = """The Title
A. Author

Étude für Straße
Text with 50% of bold & plain, see and the next line. “Quoted” – and a link.
one
two
a^2 = b_1
left \t right
x\\y%z 合同自签订之日 10^2
A note."""


def words_of(source: str) -> str:
    return read_document("a.tex", source.encode()).text


def test_a_document_is_its_words() -> None:
    found = [" ".join(line.split()) for line in words_of(PAPER).split("\n")]
    expected = [" ".join(line.split()) for line in EXPECTED.split("\n")]
    assert [*filter(None, found)] == [*filter(None, expected)]


def test_formulas_that_differ_differ_and_comments_end_no_paragraph() -> None:
    assert words_of("$x^2$") != words_of("$x^3$") != words_of("$x_3$")
    assert words_of("10\\textsuperscript{2}") != words_of("102")
    assert words_of("a% no\n  b\n\nc % no\n\nd") == "ab\n\nc\n\nd\n"
    assert words_of("\\chapter{One} \\input{two} text") == "\nOne\ntext\n"


HOSTILE = (
    r"{ \emph{ \cite{ \(a \[b $ $$a \item[ \begin{verbatim} \begin{equation} \verb|a \title{ "
    r"\footnote{ \begin{document} \begin{a}"
)


@pytest.mark.parametrize("piece", [*HOSTILE.split(), "\\'{ ", "%\n"])
def test_hostile_sources_take_linear_time(piece: str) -> None:
    """Each would take minutes at least if the time grew with the square of the length."""
    words_of(piece * 50_000)


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
    plain = read_document("ls.1", data)
    assert (decoded.text, decoded.encoding, decoded.beside) == (TEXT, "man", plain.beside)


def test_pages_of_the_other_macros() -> None:
    text = read_document("ls.1", MDOC.encode()).text
    lines = [line for line in text.splitlines() if line]
    assert lines == ["LS 1", "NAME", "ls", "list directory contents", "SYNOPSIS", "ls",
                     "-a file ...", "SEE ALSO", "chmod(1),", "quoted text."]  # fmt: skip


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

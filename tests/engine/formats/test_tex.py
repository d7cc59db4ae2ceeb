"""TeX: the words of a document, without what tells how they look."""

import time

import pytest

from simcore import read_document

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


def words(source: str) -> str:
    return read_document("a.tex", source.encode()).text


def test_a_document_is_its_words() -> None:
    lines = [" ".join(line.split(" ")).strip() for line in words(PAPER).split("\n")]
    found = [" ".join(line.split()) for line in lines if line]
    assert found == [" ".join(line.split()) for line in EXPECTED.split("\n") if line]


def test_formulas_that_differ_differ() -> None:
    assert words("$x^2$") != words("$x^3$") != words("$x_3$")
    assert words("10\\textsuperscript{2}") != words("102")


def test_a_comment_ends_no_paragraph_and_keeps_the_next() -> None:
    assert words("a% no\n  b\n\nc % no\n\nd") == "ab\n\nc\n\nd\n"


def test_a_part_of_a_document_is_read() -> None:
    assert words("\\chapter{One} \\input{two} text").split("\n") == ["", "One", "text", ""]


@pytest.mark.parametrize("piece", ["{", "\\emph{", "\\cite{", "\\(a", "\\[b", "$", "$$a", "\\item[",
    "\\begin{verbatim}", "\\begin{equation}", "\\verb|a", "\\'{ ", "%\n", "\\title{", "\\footnote{",
    "\\begin{document}", "\\begin{a}"])  # fmt: skip
def test_hostile_sources_take_linear_time(piece: str) -> None:
    began = time.process_time()
    words(piece * 50_000)
    assert time.process_time() - began < 5

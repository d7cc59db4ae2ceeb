r"""TeX and LaTeX: the words of the document, without preamble, comments and commands.

Formulas stay as written. ``\input`` is not followed, and the arguments of unknown commands are read
as text. pylatexenc reads the preamble, adds signs of its own, fails on ``\href``, and recurses for
each group, of which a hostile file has thousands.
"""

import re
import unicodedata
from dataclasses import replace

from simcore.formats.plain import of_source
from simcore.model.records import DecodedText, clean_title

_BODY = re.compile(r"\\begin[ \t]*\{document\}")
_END = re.compile(r"\\end[ \t]*\{document\}")

_VERBATIM = "verbatim|verbatim\\*|lstlisting|minted|Verbatim"
_FORMULA = "equation|align|gather|multline|eqnarray|displaymath|math|flalign|alignat|dmath"
_TOKEN = re.compile(
    rf"""
    (?P<comment>%[^\n]*+(?:\n[ \t]*+(?!\n))?)
  | \\begin[ \t]*\{{(?P<code>{_VERBATIM})\}}(?P<source>.*?)(?:\\end[ \t]*\{{(?P=code)\}}|\Z)
  | \\begin[ \t]*\{{(?P<ignored>comment|filecontents\*?)\}}.*?(?:\\end[ \t]*\{{(?P=ignored)\}}|\Z)
  | \\begin[ \t]*\{{(?P<formula>(?:{_FORMULA})\*?)\}}(?P<set>.*?)
    (?:\\end[ \t]*\{{(?P=formula)\}}|\Z)
  | (?P<math>\$\$(?:\\.|[^\\$])*+\$\$|\$(?:\\.|[^\\$\n]|\n(?!\s*\n))++\$|\\\((?:(?!\\[()]).)*+\\\)
    |\\\[(?:(?!\\[\[\]]).)*+\\\])
  | \\verb\*?(?P<mark>[^a-zA-Z\s*])(?P<verb>[^\n]*?)(?P=mark)
  | \\(?P<edge>begin|end)[ \t]*\{{(?P<environment>[^{{}}\n]*)\}}
  | \\(?P<command>[a-zA-Z@]+)\*?[ \t]*\n?[ \t]*
  | \\(?P<sign>.)
  | (?P<blank>\n[ \t]*\n\s*)
  | (?P<other>``|''|---|--|[~{{}}&])
    """,
    re.DOTALL | re.VERBOSE,
)
_ARGUMENT = re.compile(
    r"[ \t]*\n?[ \t]*\{(?P<in>(?:\\.|[^{}\\]|\{(?:\\.|[^{}\\])*+\})*+)\}", re.DOTALL
)
_OPTION = re.compile(r"[ \t]*\[(?:\\.|[^\[\]\\{}]|\{[^{}]*+\})*+\]", re.DOTALL)
_LENGTH = re.compile(r"\[[^\]\n]{0,40}\]")

# what a reader does not see: their first arguments are passed over, as many as are named here
_FIRST_UNSEEN = (
    "label ref eqref pageref autoref cref Cref nameref vref cite citep citet citeauthor citeyear "
    "parencite textcite footcite autocite nocite bibliography bibliographystyle addbibresource "
    "input include includeonly includegraphics usepackage RequirePackage documentclass pagestyle "
    "thispagestyle pagenumbering vspace hspace hypersetup graphicspath newtheorem theoremstyle "
    "index glossary color geometry captionsetup bibitem href textcolor hyperref hyperlink "
    "hypertarget tikzset lstset setmainfont setCJKmainfont selectlanguage stepcounter linespread "
    "newcounter usetikzlibrary newif"
)
_TWO_UNSEEN = (
    "newcommand renewcommand providecommand setlength addtolength setcounter addtocounter "
    "fontsize resizebox DeclareMathOperator"
)
_THREE_UNSEEN = "newenvironment renewenvironment addcontentsline definecolor"
# the number of first arguments that a reader does not see
_PASSED_OVER = {
    name: count
    for count, names in enumerate((_FIRST_UNSEEN, _TWO_UNSEEN, _THREE_UNSEEN), 1)
    for name in names.split()
}
_OF_ENVIRONMENT = {  # arguments that are no text
    "tabular": 1, "tabular*": 2, "tabularx": 2, "longtable": 1, "array": 1, "minipage": 1,
    "multicols": 1, "thebibliography": 1, "wrapfigure": 2, "tabulary": 2, "adjustbox": 1,
}  # fmt: skip
_SHOWN = {
    "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø", "aa": "å",
    "AA": "Å", "l": "ł", "L": "Ł", "i": "ı", "j": "ȷ", "S": "§", "P": "¶", "copyright": "©",
    "pounds": "£", "euro": "€", "dots": "…", "ldots": "…", "textellipsis": "…", "TeX": "TeX",
    "LaTeX": "LaTeX", "LaTeXe": "LaTeX2e", "textbackslash": "\\", "textasciitilde": "~",
    "textasciicircum": "^", "textbar": "|", "textless": "<", "textgreater": ">", "textdegree": "°",
    "texttimes": "×", "textbullet": "•", "textendash": "–", "textemdash": "—", "textmu": "µ",
    "textregistered": "®", "texttrademark": "™", "quad": " ", "qquad": " ", "newline": "\n",
    "par": "\n\n", "item": "\n", "guillemotleft": "«", "guillemotright": "»", "dag": "†",
    "textquotedblleft": "“", "textquotedblright": "”", "glqq": "„", "grqq": "“", "linebreak": "\n",
    "textunderscore": "_", "textdollar": "$", "textsection": "§", "tabularnewline": "\n",
}  # fmt: skip
_OWN_LINE = frozenset(
    "part chapter section subsection subsubsection paragraph subparagraph caption title author "
    "date frametitle".split()
)
_NOTES = frozenset({"footnote", "footnotetext", "endnote", "thanks"})
_ACCENTS = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304",
    ".": "\u0307", "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "d": "\u0323",
    "b": "\u0331", "r": "\u030a", "k": "\u0328",
}  # fmt: skip
_LETTER = re.compile(
    r"[ \t]*(?:\{[ \t]*(?:\\([ij])|([^\W\d_]))[ \t]*\}|\\([ij])(?![a-zA-Z])|([^\W\d_]))"
)
_SIGNS = {"\\": "\n", **dict.fromkeys(" \n,;:", " "), **dict.fromkeys("-/!", "")}
_OTHERS = {"``": "“", "''": "”", "---": "—", "--": "–", "~": " ", "&": "\t", "{": "", "}": ""}
_RAISED = {"textsuperscript": "^", "textsubscript": "_", "sout": "~", "st": "~"}
_LABEL = re.compile(r"\\label\{[^{}]*\}")
_WIDE = r"[\u3000-\u303f\u3400-\u9fff\uff00-\uff60]"
_WIDE_BREAK = re.compile(rf"(?<={_WIDE})\n[ \t]*(?={_WIDE})")
_THANKS = re.compile(r"\\(?:thanks|footnote)[ \t]*\{[^{}]*+\}")
_SPACES = re.compile(r" {2,}")
_GAPS = re.compile(r" ?\n ?")
_MANY_LINES = re.compile(r"\n{3,}")


def read(data: bytes, encoding: str | None) -> DecodedText:
    decoded = of_source(data, encoding, _words)
    return replace(decoded, title=_title(decoded.beside[0]))


def _title(source: str) -> str:
    """Return the title in the preamble of a document, on one line."""
    begin = _BODY.search(source)
    found = _argument(source[: begin.start()], "title") if begin else None
    return "" if found is None else clean_title(_words(_THANKS.sub("", found)).strip())


def _words(source: str) -> str:
    """Return the text of a document or of a part of one, with the notes at the end."""
    source = source.replace("\r\n", "\n").replace("\r", "\n")
    begin = _BODY.search(source)
    end = _END.search(source, begin.end() if begin else 0)
    reading = _SourceReading(source, end.start() if end else len(source))
    # these precede the document, in printed order
    named = ("title", "author") if begin else ()
    before = (_argument(source[: begin.start()] if begin else "", name) for name in named)
    titles = [f"{_words(one).strip()}\n" for one in before if one is not None]
    body = reading.read(begin.end() if begin else 0)
    text = "".join((*titles, body, *(f"\n{note}" for note in reading.notes)))
    text = _GAPS.sub("\n", _SPACES.sub(" ", text))
    return _MANY_LINES.sub("\n\n", text).rstrip() + "\n"


def _argument(preamble: str, name: str) -> str | None:
    place = re.search(rf"(?m)^[^%\n]*?\\{name}(?![a-zA-Z])", preamble)
    argument = _ARGUMENT.match(preamble, place.end()) if place else None
    return argument["in"] if argument else None


class _SourceReading:
    def __init__(self, source: str, stop: int) -> None:
        self._source, self._stop = source, stop
        self._parts: list[str] = []
        self.notes: list[str] = []

    def read(self, at: int) -> str:
        while found := _TOKEN.search(self._source, at, self._stop):
            self._add(self._source[at : found.start()])
            at = self._take(found)
        self._add(self._source[at : self._stop])
        return "".join(self._parts)

    def _add(self, text: str) -> None:
        self._parts.append(_WIDE_BREAK.sub("", text).replace("\n", " "))

    def _take(self, found: re.Match[str]) -> int:
        """Write the text of a token; return where the source goes on."""
        kind, at = found.lastgroup, found.end()
        match kind:
            case "source":
                self._parts.append(f"\n{found['source']}\n")
            case "verb":
                self._parts.append(found["verb"])
            case "set":
                formula = _LABEL.sub("", found["set"])
                self._parts.append(f"\n{' '.join(formula.split())}\n")
            case "math":
                self._parts.append(" ".join(found["math"].split()))
            case "environment":
                self._parts.append("\n")
                if found["edge"] == "begin":
                    return self._past(at, _OF_ENVIRONMENT.get(found["environment"], 0))
            case "command":
                return self._command(found["command"], at)
            case "sign":
                return self._sign(found["sign"], at)
            case "blank" | "other":
                self._parts.append(_OTHERS.get(found[kind], "\n\n"))
        return at  # a comment takes the end of its line with it

    def _command(self, name: str, at: int) -> int:
        if name in _ACCENTS:
            return self._sign(name, at)
        if name in _SHOWN:
            self._parts.append(_SHOWN[name])
            return at
        if name in _NOTES or name in _OWN_LINE:
            argument = _ARGUMENT.match(self._source, self._past(at, 0), self._stop)
            if argument is not None:
                within = _SourceReading(argument["in"], len(argument["in"]))
                text = within.read(0)
                if name in _NOTES:
                    self.notes.append(text.strip())
                else:
                    self._parts.append(f"\n{text}\n")
                self.notes += within.notes
                return argument.end()
            self._parts.append("\n")
        self._parts.append(_RAISED.get(name, ""))  # 10² is not 102
        return self._past(at, _PASSED_OVER.get(name, 0))

    def _past(self, at: int, arguments: int) -> int:
        """Return the end of the options and of some arguments."""
        at = self._past_options(at)
        for _ in range(arguments):
            argument = _ARGUMENT.match(self._source, at, self._stop)
            if argument is None:
                break
            at = self._past_options(argument.end())
        return at

    def _past_options(self, at: int) -> int:
        while option := _OPTION.match(self._source, at, self._stop):
            at = option.end()
        return at

    def _sign(self, sign: str, at: int) -> int:
        letter = _LETTER.match(self._source, at, self._stop) if sign in _ACCENTS else None
        if letter is not None:
            base = next(filter(None, letter.groups()))
            self._parts.append(unicodedata.normalize("NFC", base + _ACCENTS[sign]))
            return letter.end()
        if sign == "\\":
            length = _LENGTH.match(self._source, at, self._stop)
            at = length.end() if length else at
        self._parts.append(_SIGNS.get(sign, sign))
        return at

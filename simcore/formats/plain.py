"""Writing and titles shared by the readers, and formats whose source is text: notebooks, subtitles.

A line is a paragraph, or a row of a table with tabs between cells. Raised, lowered and struck text
is marked by its place, and raised digits become characters of Unicode: 10² is not 102.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import replace
from html import unescape

from simcore.model.reasons import ReadError, Reason, ReasonCode, damaged
from simcore.model.records import LONGEST_TITLE, DecodedText, clean_title
from simcore.text.decoding import decode_in
from simcore.text.visible import laid_out

_READ = 4 * LONGEST_TITLE

_BEGINNING, _MOST_LINES = 1 << 16, 400
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r" {0,3}#(?:[ \t]++(.*?))?(?:[ \t]+#+)?[ \t]*\Z")
_ELEMENT = re.compile(r"<h1(?:\s[^<>]*+)?>(.*?)</h1\s*>", re.IGNORECASE | re.DOTALL)
_UNDERLINE = re.compile(r" {0,3}=+[ \t]*\Z")
_FIELD = re.compile(r"title:[ \t]+(?P<quote>[\"']?)(?P<title>\S.*?)(?P=quote)[ \t]*\Z")
_TAG = re.compile(r"</?[a-zA-Z][^<>]*+>")
_IMAGE = re.compile(r"!\[([^\[\]]*+)\](?:\([^()]*+\)|\[[^\[\]]*+\])")
_LINK = re.compile(r"\[([^\[\]]*+)\](?:\([^()]*+\)|\[[^\[\]]*+\])")
_EMPHASIS = re.compile(r"(?<!\w)(\*{1,3}|_{1,3})(?=\S)(.+?)(?<=\S)\1(?!\w)|(`+)(.+?)\3")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")

_RULE = re.compile(r"([!-/:-@\[-`{-~])\1{1,}\Z")


def markdown_title(text: str) -> str:
    r"""Return the first heading of level 1 in Markdown, or the title in its front matter.

    Raw HTML counts (CommonMark 0.31, sections 4.2 and 4.3).

    >>> markdown_title("```\n# no\n```\n# The **whole** [lease](x.html) #\n")
    'The whole lease'
    """
    lines = _lines(text)
    if lines and lines[0].rstrip() == "---":
        for number, line in enumerate(lines[1:], 1):
            if found := _FIELD.match(line):
                return clean_title(found["title"])
            if line.rstrip() in {"---", "..."}:
                lines = lines[number + 1 :]
                break
    return clean_title(_markdown_heading(lines))


def _markdown_heading(lines: list[str]) -> str:
    fence, before = "", ""
    for number, line in enumerate(lines):
        mark = _FENCE.match(line) if "```" in line or "~~~" in line else None
        if fence:
            if mark and mark[1].startswith(fence) and not line[mark.end() :].strip():
                fence = ""
            continue
        if mark:
            fence, before = mark[1], ""
        elif "#" in line and (found := _HEADING.match(line)):
            if title := _plain(found[1] or ""):
                return title
        elif before and "=" in line and _UNDERLINE.match(line):
            return _plain(before)
        elif "<" in line and "<h1" in line.lower():
            raw = _ELEMENT.search("\n".join(lines[number : number + 20]))
            if raw and (title := _plain(raw[1])):
                return title
        before = "" if line.startswith(("    ", "\t", ">")) else line.strip()
    return ""


def _plain(source: str) -> str:
    source = _LINK.sub(r"\1", _IMAGE.sub("", _TAG.sub("", source[:_READ])))
    source = _EMPHASIS.sub(lambda found: found[2] or found[4], source)
    return _ESCAPED.sub(r"\1", source).strip()


def restructured_title(text: str) -> str:
    """Return the title of reStructuredText: the first underlined line."""
    before = ""
    for line in _lines(text):
        rule = _RULE.match(line.rstrip())
        # full-width characters count twice there
        if rule and before and len(line.rstrip()) >= width_of(before):
            return clean_title(before)
        before = "" if rule or line[:1].isspace() or line.startswith("..") else line.strip()
    return ""


def width_of(line: str) -> int:
    """Return the width of a line in columns; a full-width character has two."""
    if line.isascii():
        return len(line)
    return len(line) + sum(unicodedata.east_asian_width(one) in "WF" for one in line)


def _lines(text: str) -> list[str]:
    return text[:_BEGINNING].removeprefix("\ufeff").splitlines()[:_MOST_LINES]


def shown_on(text: str, title: str) -> str:
    r"""Return a title from the metadata if the beginning of the text shows it, else nothing.

    Metadata often has the name of a template or of another file.

    >>> shown_on("The  LEASE of\nGreen Hill", "Lease of Green Hill")
    'Lease of Green Hill'
    >>> shown_on("The lease", "Microsoft Word - lease.doc"), shown_on("Page 1", "1")
    ('', '')
    """
    title = clean_title(title)
    wanted = _letters(title)
    known = len(wanted) > 1 and not wanted.isdecimal() and wanted in _letters(text[:_BEGINNING])
    return title if known else ""


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).casefold()))


class Headings:
    """Finds the title of a document while its paragraphs are read: the first title or heading."""

    def __init__(self) -> None:
        self._found: dict[bool, str] = {}
        self._open: bool | None = None
        self._text = ""

    def begin(self, *, is_title: bool) -> None:
        if is_title not in self._found:
            self._open, self._text = is_title, ""

    def add(self, text: str) -> None:
        if self._open is not None and len(self._text) < _READ:
            self._text += text

    def end(self) -> None:
        if self._open is not None:
            title = clean_title(self._text)
            if title:
                self._found[self._open] = title
            self._open = None

    @property
    def title(self) -> str:
        return self._found.get(True) or self._found.get(False) or ""


RAISED, LOWERED, STRUCK = "sup", "sub", "del"

_DIGITS = {
    RAISED: str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"),
    LOWERED: str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"),
}


def in_unicode(text: str, mark: str) -> str | None:
    """Return raised or lowered digits as characters of Unicode, None for any other text.

    >>> in_unicode("12", RAISED), in_unicode("2", LOWERED), in_unicode("th", RAISED)
    ('¹²', '₂', None)
    """
    table = _DIGITS.get(mark)
    return text.translate(table) if table and text.isascii() and text.isdigit() else None


def without_halves(text: str) -> str:
    """Join surrogate pairs, and replace lone surrogates."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


class Writing:
    r"""The text of a document and its marks, written from the beginning to the end.

    >>> writing = Writing()
    >>> for run, mark in ("10", ""), ("2", RAISED), ("st", RAISED), (" of", ""):
    ...     writing.add(run, mark)
    >>> writing.end_paragraph()
    >>> writing.begin_row()
    >>> for cell in "a", "", "c":
    ...     writing.add(cell)
    ...     writing.end_paragraph()
    ...     writing.end_cell()
    >>> writing.end_row()
    >>> writing.text, writing.marks
    ('10²st of\na\t\tc\n', ('sup 3', '/sup 5'))
    """

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._marks: list[str] = []
        self._seen = 0  # characters that are no white space
        self._pending = ""  # white space between the last text and the next
        self._cells: list[int] = []  # of each open row, the number of parts before its last cell

    def add(self, run: str, mark: str = "") -> None:
        if not run:
            return
        if self._pending:
            self._parts.append(self._pending)
            self._pending = ""
        shown = in_unicode(run, mark)
        before = self._seen
        self._seen += sum(map(len, run.split()))
        if mark and shown is None and self._seen > before:
            self._mark(mark, before)
        self._parts.append(run if shown is None else shown)

    def _mark(self, mark: str, before: int) -> None:
        end = f"/{mark} {before}"
        if self._marks and self._marks[-1] == end:
            self._marks.pop()
        else:
            self._marks.append(f"{mark} {before}")
        self._marks.append(f"/{mark} {self._seen}")

    def end_paragraph(self) -> None:
        """End a line. One of several empty paragraphs is kept, none at the start of a cell."""
        if self._in_filled_cell and len(self._pending) < 2:
            self._pending += "\n"

    def begin_row(self) -> None:
        self._cells.append(len(self._parts))

    def end_cell(self) -> None:
        if self._in_filled_cell:
            self._pending = self._pending.rstrip("\n")
        self._pending += "\t"
        self._cells[-1] = len(self._parts)

    def end_row(self) -> None:
        self._cells.pop()
        line = self._pending.rstrip("\t")
        self._pending = line if line.endswith("\n") or not self._parts else f"{line}\n"

    @property
    def _in_filled_cell(self) -> bool:
        return len(self._parts) > (self._cells[-1] if self._cells else 0)

    @property
    def text(self) -> str:
        return "".join((*self._parts, self._pending))

    @property
    def marks(self) -> tuple[str, ...]:
        return tuple(self._marks)

    def document(self, cut_short: Reason | None, title: str) -> DecodedText:
        text, lossy = self.text, "\ufffd" in self.text
        return DecodedText(text, "", lossy, cut_short, marks=self.marks, title=title)


def of_source(data: bytes, encoding: str | None, words: Callable[[str], str]) -> DecodedText:
    """Decode source text, and extract its text by ``words``. Raises ``ReadError``."""
    decoded = decode_in(data, encoding)
    return replace(decoded, text=words(decoded.text), beside=(laid_out(decoded.text),))


_MOST_VALUES = 3_000_000  # JSON of 64 MB may hold more lists than fit into memory


def read(data: bytes, _encoding: str | None) -> DecodedText:
    """Read a Jupyter notebook: the sources of the cells, without output. Raises ``ReadError``."""
    if sum(map(data.count, (b",", b"[", b"{"))) > _MOST_VALUES:
        raise ReadError(ReasonCode.UNPACKS_TOO_LARGE, "64")
    try:
        found = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise damaged(str(error)) from error
    notebook = found if isinstance(found, dict) else {}
    cells = list(_cells(notebook))
    if not cells and not isinstance(notebook.get("cells", notebook.get("worksheets")), list):
        raise damaged("cells")
    codes = (laid_out(source) for kind, source in cells if kind == "code")
    return DecodedText(
        "".join(f"{source.rstrip()}\n\n" for _, source in cells if source.strip()),
        "utf-8",
        lossy=False,
        # other indentation is another program
        marks=tuple(code for code in codes if "\n " in code or "\n\t" in code),
        title=markdown_title("\n\n".join(prose for kind, prose in cells if kind == "markdown")),
    )


def _cells(notebook: dict[str, object]) -> Iterator[tuple[str, str]]:
    """Yield the kind and the source of each cell; before version 4 they are in worksheets."""
    sheets = notebook.get("worksheets")
    lists = [notebook.get("cells")]
    if isinstance(sheets, list):
        lists += [sheet.get("cells") for sheet in sheets if isinstance(sheet, dict)]
    for cells in lists:
        for cell in cells if isinstance(cells, list) else ():
            if isinstance(cell, dict):
                source = cell.get("source", cell.get("input", ""))
                if isinstance(source, list):
                    source = "".join(part for part in source if isinstance(part, str))
                if isinstance(source, str):
                    # JSON may hold half of a character
                    yield str(cell.get("cell_type")), without_halves(source)


_TIMES = re.compile(r"[ \t]*(?:\d+:)?\d+:\d+[.,]\d+[ \t]*-->[ \t]*(?:\d+:)?\d+:\d+[.,]\d+")
_NUMBER = re.compile(r"\d+")
# to no character, with more digits than Python converts to a number
_LONG_REFERENCE = re.compile(r"&#(?:[0-9]{9,}+|[xX][0-9a-fA-F]{9,}+);?")
_NO_CUE = re.compile(r"(?:NOTE|STYLE|REGION)(?=[ \t]|\Z)")
# tags of both formats, times inside a cue, and positions (``{\an8}``)
_SUBTITLE_TAG = re.compile(
    r"</?(?:i|b|u|c|v|ruby|rt|lang|font)(?=[\s.>])[^<>]*>|<\d[\d:.]*>|\{\\[^{}\n]*\}", re.IGNORECASE
)


def read_subtitles(data: bytes, encoding: str | None) -> DecodedText:
    return of_source(data, encoding, _said)


def _said(source: str) -> str:
    """Return the lines of all cues."""
    lines = source.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff").split("\n")
    web = lines[0].startswith("WEBVTT")
    kept: list[str] = []
    passing, begins = web, True  # over the header, or a block that is no cue
    name = False  # whether the last line may be the number or name of the next cue
    for line in lines:
        if _TIMES.match(line):
            if name:
                kept.pop()
            passing = begins = name = False
        elif not line.strip():
            passing, begins, name = False, True, False
        elif not passing:
            if web and begins and _NO_CUE.match(line):
                passing = True
                continue
            kept.append(line)
            name = begins if web else bool(_NUMBER.fullmatch(line.strip()))
            begins = False
    text = "".join(f"{line}\n" for line in kept)
    text = _SUBTITLE_TAG.sub("", text)
    return unescape(_LONG_REFERENCE.sub("\ufffd", text)) if web else text


class Paragraphs:
    """Writes runs once the number of tables around their paragraph (``depth``) is known."""

    def __init__(self, writing: Writing) -> None:
        self._writing = writing
        self._line: list[tuple[list[str], str]] = []
        self._rows = 0

    @property
    def filled(self) -> bool:
        return bool(self._line)

    def add(self, text: str, mark: str = "") -> None:
        if self._line and self._line[-1][1] == mark:
            self._line[-1][0].append(text)
        else:
            self._line.append(([text], mark))

    def end_paragraph(self, depth: int) -> None:
        self._write_line(depth)
        self._writing.end_paragraph()

    def end_cell(self, depth: int) -> None:
        self.end_paragraph(depth)
        self._writing.end_cell()

    def end_row(self, depth: int) -> None:
        self._write_line(depth)
        self._writing.end_row()
        self._rows -= 1

    def end(self) -> None:
        if self._line:
            self.end_paragraph(self._rows)
        self._write_line(0)

    def _write_line(self, depth: int) -> None:
        """Begin rows, or end rows without an end, and write the paragraph."""
        while self._rows < depth:
            self._writing.begin_row()
            self._rows += 1
        while self._rows > depth:
            self._writing.end_row()
            self._rows -= 1
        for parts, mark in self._line:
            self._writing.add(without_halves("".join(parts)), mark)
        self._line.clear()

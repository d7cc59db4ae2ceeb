"""The title of a document: what its author put over it.

Only what a reader sees as the title counts. What programs note beside the text is mostly the name
of a template, or of the file that the document was made from.
"""

import re
import unicodedata

from simcore.model.titles import LONGEST_TITLE, clean_title

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
    r"""Return the first heading of the first level in Markdown, or the title in its front matter.

    Raw HTML counts; a heading of another level is that of a section (CommonMark 0.31, sections 4.2
    and 4.3).

    >>> markdown_title("```\n# no\n```\n# The **whole** [lease](x.html) #\n")
    'The whole lease'
    >>> markdown_title("Lease\n=====\n\n# A"), markdown_title("---\ntitle: 'Lease'\n---\n## A")
    ('Lease', 'Lease')
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
    """Return a heading without its markup."""
    source = _LINK.sub(r"\1", _IMAGE.sub("", _TAG.sub("", source[:_READ])))
    source = _EMPHASIS.sub(lambda found: found[2] or found[4], source)
    return _ESCAPED.sub(r"\1", source).strip()


def restructured_title(text: str) -> str:
    r"""Return the title of reStructuredText: the first line that is underlined.

    >>> restructured_title("=====\nLease\n=====\n"), restructured_title("A line.\n\nMore\n----")
    ('Lease', 'More')
    >>> restructured_title("a table\n\n=====  ==\n")
    ''
    """
    before = ""
    for line in _lines(text):
        rule = _RULE.match(line.rstrip())
        # full-width characters count twice there
        if rule and before and len(line.rstrip()) >= width_of(before):
            return clean_title(before)
        before = "" if rule or line[:1].isspace() or line.startswith("..") else line.strip()
    return ""


def width_of(line: str) -> int:
    """Return the width of a line in half of that of a Chinese character."""
    if line.isascii():
        return len(line)
    return len(line) + sum(unicodedata.east_asian_width(one) in "WF" for one in line)


def _lines(text: str) -> list[str]:
    return text[:_BEGINNING].removeprefix("\ufeff").splitlines()[:_MOST_LINES]


def shown_on(text: str, title: str) -> str:
    r"""Return a title that is noted beside a text if its beginning shows it, else nothing.

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
    r"""Finds the title of a document while its paragraphs are read.

    >>> headings = Headings()
    >>> for is_title, text in (False, "Preface"), (True, ""), (True, "Lease"), (True, "2026"):
    ...     headings.begin(is_title=is_title)
    ...     headings.add(text)
    ...     headings.end()
    >>> headings.title
    'Lease'
    """

    def __init__(self) -> None:
        self._found: dict[bool, str] = {}
        self._open: bool | None = None
        self._text = ""

    def begin(self, *, is_title: bool) -> None:
        """Begin a paragraph that is the title, or else a heading."""
        if is_title not in self._found:
            self._open, self._text = is_title, ""

    def add(self, text: str) -> None:
        """Add text; what stands in no such paragraph is ignored."""
        if self._open is not None and len(self._text) < _READ:
            self._text += text

    def end(self) -> None:
        """End the paragraph."""
        if self._open is not None:
            title = clean_title(self._text)
            if title:
                self._found[self._open] = title
            self._open = None

    @property
    def title(self) -> str:
        """The first title, or else the first heading, in the form of ``clean_title``."""
        return self._found.get(True) or self._found.get(False) or ""

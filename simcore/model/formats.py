"""The table of formats: which documents are not plain text, and whose reader they get."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Format:
    """Documents that begin with one of ``leading``, or whose names end in one of ``suffixes``.

    ``name`` is that of the module in ``simcore.text.formats`` that reads them. Suffixes have small
    letters and no dot. Leading bytes decide, whatever the suffix; where several formats begin alike
    the suffix chooses among them. A format without leading bytes is known by its suffix.
    """

    name: str
    suffixes: tuple[str, ...]
    leading: tuple[bytes, ...] = ()

    def names(self, file_name: str) -> bool:
        """Tell whether a file name has one of the suffixes, in letters of either case."""
        return file_name.lower().endswith(tuple(f".{suffix}" for suffix in self.suffixes))


FORMATS = (Format("html", ("html", "htm", "xhtml")),)
"""What is of none of these formats is plain text, or no text at all.

All suffixes are among ``DEFAULT_INCLUDE``.
"""


_MARKDOWN, _RESTRUCTURED = ("md", "markdown"), ("rst",)
# not TeX and AsciiDoc, where comments and blocks of code depend on line breaks
_PROSE = ("txt", "text", *_MARKDOWN, *_RESTRUCTURED, "org")


class Markup(StrEnum):
    """Markup of plain text in which more of its white space has a meaning than in other prose."""

    MARKDOWN = "markdown"  # two spaces or a backslash before a line end
    RESTRUCTURED = "rst"  # indentation by a single space


def markup_of(file_name: str) -> Markup | None:
    """Return the markup of plain text of this name.

    >>> markup_of("README.MD"), markup_of("md.txt")
    (<Markup.MARKDOWN: 'markdown'>, None)
    """
    for markup, suffixes in ((Markup.MARKDOWN, _MARKDOWN), (Markup.RESTRUCTURED, _RESTRUCTURED)):
        if Format(markup, suffixes).names(file_name):
            return markup
    return None


def keeps_layout(file_name: str) -> bool:
    """Return whether line breaks and indentation of plain text of this name have a meaning.

    They do except in prose: source code, tables and data depend on them.

    >>> keeps_layout("notes.TXT"), keeps_layout("build.py"), keeps_layout("Makefile")
    (False, True, True)
    """
    return not Format("prose", _PROSE).names(file_name)


def format_of(file_name: str, data: bytes, formats: Sequence[Format] | None = None) -> str:
    """Return the name of the format of a document, ``plain`` if it is of none of ``formats``.

    These are all that are known unless others are given.

    >>> format_of("page.htm", b"<p>"), format_of("notes.txt", b"<p>")
    ('html', 'plain')
    >>> known = Format("pdf", ("pdf",), (b"%PDF-",)), *FORMATS
    >>> [format_of(name, b"%PDF-1.7", known) for name in ("a.PDF", "a.html", "a")]
    ['pdf', 'pdf', 'pdf']
    >>> format_of("a.pdf", b"text", known)
    'plain'
    """
    formats = FORMATS if formats is None else formats
    begun = [one for one in formats if data.startswith(one.leading)]
    possible = begun or [one for one in formats if not one.leading]
    named = [one for one in possible if one.names(file_name)]
    return next((one.name for one in named or begun), "plain")

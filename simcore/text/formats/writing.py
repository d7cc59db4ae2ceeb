"""What readers share: text written down as paragraphs, rows and marks, and its source kept.

A line is a paragraph, or a row of a table with a tab between two cells. Raised, lowered and
struck-out text means something else without its mark: digits become the superscripts and
subscripts of Unicode (10² is not 102), all else is marked by its place, as in pages of HTML, so
that the words of a page and of a word processor's document are the same.
"""

from collections.abc import Callable
from dataclasses import replace

from simcore.model.reasons import Reason
from simcore.model.records import DecodedText
from simcore.text.decoding import decode_in
from simcore.text.visible import laid_out

RAISED, LOWERED, STRUCK = "sup", "sub", "del"

_DIGITS = {
    RAISED: str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"),
    LOWERED: str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"),
}


def in_unicode(text: str, mark: str) -> str | None:
    """Return raised or lowered digits as characters of their own; None for any other text.

    >>> in_unicode("12", RAISED), in_unicode("2", LOWERED), in_unicode("th", RAISED)
    ('¹²', '₂', None)
    """
    table = _DIGITS.get(mark)
    return text.translate(table) if table and text.isascii() and text.isdigit() else None


def without_halves(text: str) -> str:
    r"""Join halves of characters in UTF-16, and replace those that are alone.

    >>> without_halves("a\ud800"), without_halves("\ud83d\ude00")
    ('a\ufffd', '😀')
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


class Writing:
    r"""The text of a document as its reader finds it, from the first to the last.

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
        self._pending = ""  # what stands between the last text and the next
        self._cells: list[int] = []  # of each open row, the number of parts before its last cell

    def add(self, run: str, mark: str = "") -> None:
        """Add a run of text, and how it stands to its line: one of the three, or nothing."""
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
        """Mark the last run; of several in a row that are marked alike one mark is made."""
        end = f"/{mark} {before}"
        if self._marks and self._marks[-1] == end:
            self._marks.pop()
        else:
            self._marks.append(f"{mark} {before}")
        self._marks.append(f"/{mark} {self._seen}")

    def end_paragraph(self) -> None:
        """End a line; of empty paragraphs in a row one is kept, at the start of a cell none."""
        if self._in_filled_cell and len(self._pending) < 2:
            self._pending += "\n"

    def begin_row(self) -> None:
        """Begin a row of a table, which may stand in a cell of another."""
        self._cells.append(len(self._parts))

    def end_cell(self) -> None:
        """End a cell: what follows stands behind a tab."""
        if self._in_filled_cell:
            self._pending = self._pending.rstrip("\n")
        self._pending += "\t"
        self._cells[-1] = len(self._parts)

    def end_row(self) -> None:
        """End a row."""
        self._cells.pop()
        line = self._pending.rstrip("\t")
        self._pending = line if line.endswith("\n") or not self._parts else f"{line}\n"

    @property
    def _in_filled_cell(self) -> bool:
        return len(self._parts) > (self._cells[-1] if self._cells else 0)

    @property
    def text(self) -> str:
        """What was written; each line that ended has a line end."""
        return "".join((*self._parts, self._pending))

    @property
    def marks(self) -> tuple[str, ...]:
        """The places of raised, lowered and struck-out text, as ``DecodedText.marks``."""
        return tuple(self._marks)

    def document(self, cut_short: Reason | None, title: str) -> DecodedText:
        """Return what was written as a document."""
        text, lossy = self.text, "\ufffd" in self.text
        return DecodedText(text, "", lossy, cut_short, marks=self.marks, title=title)


def of_source(data: bytes, encoding: str | None, words: Callable[[str], str]) -> DecodedText:
    """Read a format whose source is text: decode it, and let ``words`` return what is read.

    Two sources that look alike are the same text in any encoding. Raises ``ReadError``.
    """
    decoded = decode_in(data, encoding)
    return replace(decoded, text=words(decoded.text), beside=(laid_out(decoded.text),))

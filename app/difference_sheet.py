"""What the two panes hold: as many blocks on the left as on the right, and what to mark in each.

Pure values, made beside the window's thread. A block is a line of the text, a piece of a very
long line, or a filler opposite a line that only the other side has.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.alignment import Alignment, Row, RowKind
from app.difference_inline import Change
from app.difference_matching import Stopped

__all__ = ["EMPTY", "PIECE", "Sheet", "Span", "Spread", "spread"]

PIECE = 4000
"""How many characters a block may have; Qt lays out and paints a block as a whole."""

Span = tuple[int, int]
"""Start and end of a mark, in UTF-16 code units as Qt counts; empty where something is missing."""

# What would break a block, or cannot be seen, is shown as a symbol, one for one. Qt takes
# U+2029, U+FDD0 and U+FDD1 for ends of blocks, and a lone surrogate is no text.
_BOX = "\u25af"
_SYMBOLS = str.maketrans("\n\r\f\x85\u2028\u2029", "\u21b5\u2190\u21a1\u21b5\u21b5\u00b6")
_SYMBOLS = dict.fromkeys({*range(32), *range(0x7F, 0xA0)} - {ord("\t")}, ord(_BOX)) | _SYMBOLS
_SYMBOLS |= dict.fromkeys([0xFDD0, 0xFDD1, *range(0xD800, 0xE000)], 0xFFFD)
_SPECIAL = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufdd0\ufdd1]")
_INVISIBLE = re.compile("[\xad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]")
_BEYOND_16_BITS = re.compile("[\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Sheet:
    """One pane.

    ``text`` is what is shown, a block a line; ``lines`` are the pieces of the original text that
    the blocks show, line ends included (None: a filler), ``numbers`` their line numbers (0: a
    filler or a further piece of a line), and ``marks`` the differences inside blocks.
    """

    text: str
    lines: Sequence[str | None]
    numbers: Sequence[int]
    marks: Mapping[int, Sequence[Span]]


@dataclass(frozen=True, slots=True)
class Spread:
    """Both panes, block by block; ``differences`` are half-open ranges of blocks."""

    left: Sheet
    right: Sheet
    kinds: Sequence[RowKind]
    differences: Sequence[tuple[int, int]]
    simplified: bool


EMPTY = Spread(Sheet("", (), (), {}), Sheet("", (), (), {}), (), (), simplified=False)
"""What the panes hold when there is nothing to show."""


class _Draft:
    """A sheet that grows."""

    def __init__(self) -> None:
        self.shown: list[str] = []
        self.lines: list[str | None] = []
        self.numbers: list[int] = []
        self.marks: dict[int, list[Span]] = {}
        self.line = 0

    def add(self, shown: str, line: str | None, marks: Sequence[Span], *, first: bool) -> None:
        """Append a block; ``first`` tells that it begins a line."""
        if marks:
            self.marks[len(self.shown)] = _in_utf16(shown, marks)
        if first and line is not None:
            self.line += 1
        self.numbers.append(self.line if first and line is not None else 0)
        self.shown.append(shown)
        self.lines.append(line)

    def finished(self) -> Sheet:
        """Return the sheet."""
        return Sheet("\n".join(self.shown), self.lines, self.numbers, self.marks)


def spread(alignment: Alignment, stop: Callable[[], bool] = lambda: False) -> Spread:
    """Lay rows out in blocks; raises ``Stopped`` when ``stop()`` becomes true."""
    left, right = _Draft(), _Draft()
    kinds: list[RowKind] = []
    first_blocks: list[int] = []
    for index, row in enumerate(alignment.rows):
        if index % 1000 == 0 and stop():
            raise Stopped
        first_blocks.append(len(kinds))
        _add_row(row, left, right)
        kinds.extend([row.kind] * (len(left.shown) - len(kinds)))
    first_blocks.append(len(kinds))
    differences = [(first_blocks[start], first_blocks[end]) for start, end in alignment.differences]
    return Spread(left.finished(), right.finished(), kinds, differences, alignment.simplified)


def _add_row(row: Row, left: _Draft, right: _Draft) -> None:
    """Append the blocks of a row to both sides, the same number on either."""
    line, other = row.left or "", row.right or ""
    if row.kind is RowKind.EQUAL and len(line) <= PIECE:
        shown = _shown(line[: _body_length(line)])
        left.add(shown, line, (), first=True)
        right.add(shown, other, (), first=True)
        return
    body, other_body = _body_length(line), _body_length(other)
    if any(change.left_end > body or change.right_end > other_body for change in row.changes):
        # The line ends differ, so they are shown.
        body, other_body = len(line), len(other)
    shown = _shown(line[:body])
    other_shown = _shown(other[:other_body])
    changes = row.changes
    if row.kind is RowKind.CHANGED:
        shown = _unhidden(shown, [change[:2] for change in changes])
        other_shown = _unhidden(other_shown, [change[2:] for change in changes])
    elif row.kind is not RowKind.EQUAL:
        # Nothing stands opposite: for cutting into pieces, the whole line is one change.
        changes = (Change(0, len(shown), 0, len(other_shown)),)
    first = True
    for piece in _pieces(len(shown), len(other_shown), changes):
        last = piece.whole.left_end == len(shown) and piece.whole.right_end == len(other_shown)
        a, a_end, b, b_end = piece.whole
        marked = row.kind is RowKind.CHANGED
        left.add(
            shown[a:a_end],
            None if row.left is None else line[a : None if last else a_end],
            [(mark.left_start - a, mark.left_end - a) for mark in piece.marks if marked],
            first=first,
        )
        right.add(
            other_shown[b:b_end],
            None if row.right is None else other[b : None if last else b_end],
            [(mark.right_start - b, mark.right_end - b) for mark in piece.marks if marked],
            first=first,
        )
        first = False


@dataclass(slots=True)
class _Piece:
    """Parts of two lines that stand opposite each other, and the changes inside them."""

    whole: Change
    marks: list[Change]


def _pieces(length: int, other: int, changes: Sequence[Change]) -> Iterator[_Piece]:
    """Cut two lines at corresponding places, so that no piece is longer than ``PIECE``."""
    if length <= PIECE and other <= PIECE:
        yield _Piece(Change(0, length, 0, other), list(changes))
        return
    piece = _Piece(Change(0, 0, 0, 0), [])
    for stretch, changed in _stretches(length, other, changes):
        a, a_end, b, b_end = stretch
        while a < a_end or b < b_end:
            start_a, taken_a, start_b, taken_b = piece.whole
            step = min(a_end - a, start_a + PIECE - taken_a)
            other_step = min(b_end - b, start_b + PIECE - taken_b)
            if not changed:
                step = other_step = min(step, other_step)
            if changed and (step or other_step):
                piece.marks.append(Change(a, a + step, b, b + other_step))
            a, b = a + step, b + other_step
            piece.whole = Change(start_a, a, start_b, b)
            if a < a_end or b < b_end:
                yield piece
                piece = _Piece(Change(a, a, b, b), [])
    yield piece


def _stretches(length: int, other: int, changes: Sequence[Change]) -> Iterator[tuple[Change, bool]]:
    """Yield equal and changed stretches in turn; equal ones are equally long on both sides."""
    a = b = 0
    for change in changes:
        if change.left_start > a:
            yield Change(a, change.left_start, b, change.right_start), False
        yield change, True
        a, b = change.left_end, change.right_end
    if length > a or other > b:
        yield Change(a, length, b, other), False


def _body_length(line: str) -> int:
    """Measure a line without its end."""
    return len(line.removesuffix("\n").removesuffix("\r"))


def _shown(text: str) -> str:
    """Replace what cannot be shown, one character for one."""
    return text.translate(_SYMBOLS) if _SPECIAL.search(text) else text


def _unhidden(text: str, marks: Sequence[Sequence[int]]) -> str:
    """Show invisible characters inside marks, where they are the difference, as boxes."""
    if not _INVISIBLE.search(text):
        return text
    pieces: list[str] = []
    done = 0
    for start, end in marks:
        pieces += [text[done:start], _INVISIBLE.sub(_BOX, text[start:end])]
        done = end
    return "".join([*pieces, text[done:]])


def _in_utf16(text: str, marks: Sequence[Span]) -> list[Span]:
    """Count in UTF-16 code units instead of characters."""
    wide = [match.start() for match in _BEYOND_16_BITS.finditer(text)]
    if not wide:
        return list(marks)
    return [
        (start + bisect_left(wide, start), end + bisect_left(wide, end)) for start, end in marks
    ]

"""The contents of the panes, block by block: rows side by side, or one below the other.

A block is a row of the alignment, or a piece of a row with a very long line. Nothing is made of
a block before it is asked for, so a sheet of 200,000 rows is made in no time.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from .inline import InlineChange
from .matching import Stopped
from .rows import NOTHING, Alignment, RowKind
from .visible_text import Span, body_length, in_utf16, shown, unhidden

LONGEST = 2000
"""How many characters a block may have; Qt lays out and paints a block as a whole."""

PIECE = 1000
"""How many characters the pieces have at most into which longer lines are cut."""


@dataclass(slots=True)
class Piece:
    """Aligned parts of two lines, and the changes inside them."""

    whole: InlineChange
    marks: list[InlineChange]


_WORD = 60
"""How many characters before its greatest length a piece may end, for the sake of a word."""

_NEVER_FIRST = "，。、；：！？”’）》」』】…,.;:!?)"


def _word_end(line: str, end: int) -> int:
    """Return where a piece that may reach to ``end`` ends: behind a space, if there is one.

    Without spaces, as in Chinese, no piece begins with a sign that closes something.
    """
    if end >= len(line):
        return end
    first = max(0, end - _WORD)
    space = line.rfind(" ", first, end)
    if space > first:
        return space + 1
    at = end
    while at > first + 1 and line[at] in _NEVER_FIRST:
        at -= 1
    return at


def pieces(
    lines: tuple[str, str], lengths: tuple[int, int], changes: Sequence[InlineChange]
) -> Iterator[Piece]:
    """Split two lines at corresponding positions, if either is too long for one block.

    ``lengths`` are how much of each line is shown.
    """
    line, other_line = lines
    length, other = lengths
    if length <= LONGEST and other <= LONGEST:
        yield Piece(InlineChange(0, length, 0, other), list(changes))
        return
    piece = Piece(InlineChange(0, 0, 0, 0), [])
    for stretch, changed in _stretches(length, other, changes):
        a, a_end, b, b_end = stretch
        even = not changed and a_end - a == b_end - b
        while a < a_end or b < b_end:
            start_a, taken_a, start_b, taken_b = piece.whole
            step = min(a_end - a, start_a + PIECE - taken_a)
            other_step = min(b_end - b, start_b + PIECE - taken_b)
            if even:
                step = other_step = min(step, other_step)
            # in what the piece has already nothing is cut: a step may be 0 there
            if step < a_end - a:
                step = max(_word_end(line, a + step) - a, 0)
            if even:
                other_step = step
            elif other_step < b_end - b:
                other_step = max(_word_end(other_line, b + other_step) - b, 0)
            if changed and (step or other_step):
                piece.marks.append(InlineChange(a, a + step, b, b + other_step))
            a, b = a + step, b + other_step
            piece.whole = InlineChange(start_a, a, start_b, b)
            if a < a_end or b < b_end:
                yield piece
                piece = Piece(InlineChange(a, a, b, b), [])
    yield piece


def _stretches(
    length: int, other: int, changes: Sequence[InlineChange]
) -> Iterator[tuple[InlineChange, bool]]:
    """Yield equal and changed stretches in turn.

    Equal ones are equally long on both sides, unless something is ignored.
    """
    a = b = 0
    for change in changes:
        if change.left_start > a or change.right_start > b:
            yield InlineChange(a, change.left_start, b, change.right_start), False
        yield change, True
        a, b = change.left_end, change.right_end
    if length > a or other > b:
        yield InlineChange(a, length, b, other), False


InlineChanges = Mapping[int, tuple[InlineChange, ...]]
"""The known differences inside rows."""


class Block(NamedTuple):
    """One side of a block.

    ``text`` is what is shown, ``line`` the piece of the original line it shows, its end included
    (None: a filler), ``number`` that of the line (0: a filler or a further piece of a line),
    ``marks`` the differences inside, in UTF-16 code units. ``moved`` is the row in which a line
    that has moved stands on the other side, -1 for others.
    """

    row: int
    kind: RowKind
    text: str
    line: str | None
    number: int
    marks: Sequence[Span]
    moved: int = -1


FILLER = Block(-1, RowKind.EQUAL, "", None, 0, ())
"""The filler opposite a line of the other side only."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Blocks by number; ``differences`` are half-open ranges of them.

    ``rows`` has the row of each block. ``sides`` is empty side by side; in a unified sheet it
    has "l" or "r" for each block, the side it shows. ``long`` has the pieces of long rows.
    """

    alignment: Alignment
    rows: Sequence[int]
    sides: str
    long: Mapping[int, Sequence[Piece]]
    differences: Sequence[tuple[int, int]]

    def __len__(self) -> int:
        """Count the blocks."""
        return len(self.rows)

    def shows(self, block: int, *, left: bool) -> bool:
        """Return whether a block shows that side of its row."""
        return not self.sides or (self.sides[block] == "l") is left

    def part(self, block: int) -> int:
        """Return which piece of its row a block is, from 0."""
        row = self.rows[block]
        return block - self._first(row, left=self.shows(block, left=True)) if self.long else 0

    def block(self, number: int, changes: InlineChanges, *, left: bool) -> Block:
        """Return one side of a block."""
        row = self.rows[number]
        alignment = self.alignment
        kind = alignment.kind(row)
        line = alignment.line(row, left=left)
        if line is None:
            return FILLER._replace(row=row, kind=kind)
        position = (alignment.left_positions if left else alignment.right_positions)[row]
        if row in self.long:
            return self._piece(number, kind, line, position, left=left)
        found = changes.get(row, ())
        body = body_length(line)
        marks = [change[:2] if left else change[2:] for change in found]
        if any(end > body for _, end in marks) or _ends_differ(found, alignment, row):
            body = len(line)  # the line ends differ, so they are shown
        text = unhidden(shown(line[:body]), marks) if marks else shown(line[:body])
        moved = alignment.moved.get(row, -1)
        return Block(row, kind, text, line, position + 1, in_utf16(text, marks), moved)

    def line(self, number: int, *, left: bool) -> str:
        """Return the piece of the original line that a block shows, nothing for a filler."""
        row = self.rows[number]
        line = self.alignment.line(row, left=left) or ""
        if row not in self.long:
            return line
        part = self.part(number)
        whole = self.long[row][part].whole
        last = part == len(self.long[row]) - 1
        start, end = whole[:2] if left else whole[2:]
        return line[start : None if last else end]

    def _piece(self, number: int, kind: RowKind, line: str, position: int, *, left: bool) -> Block:
        row = self.rows[number]
        part = self.part(number)
        listed = self.long[row]
        piece = listed[part]
        start, end = piece.whole[:2] if left else piece.whole[2:]
        marks = [
            (mark[0] - start, mark[1] - start)
            for mark in (change[:2] if left else change[2:] for change in piece.marks)
        ]
        text = unhidden(shown(line[start:end]), marks)
        return Block(
            row,
            kind,
            text,
            self.line(number, left=left),
            0 if part else position + 1,
            in_utf16(text, marks),
            self.alignment.moved.get(row, -1),
        )

    def of_row(self, row: int, *, left: bool = True, offset: int = 0) -> int:
        """Return the block that shows a row, on that side: the piece with a character of it."""
        number = self._first(row, left=left)
        for piece in self.long.get(row, ())[:-1]:
            if offset < (piece.whole.left_end if left else piece.whole.right_end):
                break
            number += 1
        return min(number, max(0, len(self) - 1))

    def _first(self, row: int, *, left: bool) -> int:
        """Return the first block of a row.

        In a unified sheet the rows of one side follow those of the other in each difference.
        """
        if not self.sides:
            return bisect_left(self.rows, row)
        alignment = self.alignment
        at = bisect_right(alignment.differences, row, key=lambda rows: rows[0]) - 1
        if at < 0 or row >= alignment.differences[at][1]:
            ends = self.differences[at][1] - alignment.differences[at][1] if at >= 0 else 0
            first = row + ends
            # Only long rows that are equal make it more.
            while first < len(self) and self.rows[first] < row:
                first += 1
            return first
        wanted = "l" if left and alignment.left_positions[row] >= 0 else "r"
        if wanted == "r" and alignment.right_positions[row] < 0:
            wanted = "l"
        start, end = self.differences[at]
        split = self.sides.find("r", start, end)
        split = end if split < 0 else split
        bounds = (start, split) if wanted == "l" else (split, end)
        return bisect_left(self.rows, row, *bounds)


EMPTY = Sheet(NOTHING, (), "", {}, ())
"""The empty sheet."""


def _ends_differ(changes: Sequence[InlineChange], alignment: Alignment, row: int) -> bool:
    """Return whether a change reaches the end of either line."""
    if not changes:
        return False
    left, right = alignment.line(row, left=True), alignment.line(row, left=False)
    last = changes[-1]
    return (
        left is not None
        and right is not None
        and (last.left_end > body_length(left) or last.right_end > body_length(right))
    )


def long_rows(alignment: Alignment, stop: Callable[[], bool]) -> list[int]:
    """List the rows with a line that is too long for one block."""
    found: set[int] = set()
    for lines, positions in (
        (alignment.left, alignment.left_positions),
        (alignment.right, alignment.right_positions),
    ):
        if stop():
            raise Stopped
        long = {number for number, line in enumerate(lines) if len(line) > LONGEST}
        if long:
            found.update(row for row, position in enumerate(positions) if position in long)
    return sorted(found)


def _cut(alignment: Alignment, row: int, changes: Sequence[InlineChange]) -> list[Piece]:
    """Split a long row, by its known differences."""
    line = alignment.line(row, left=True) or ""
    other = alignment.line(row, left=False) or ""
    length, other_length = body_length(line), body_length(other)
    if _ends_differ(changes, alignment, row):
        length, other_length = len(line), len(other)
    if not line or not other:
        whole = InlineChange(0, length, 0, other_length)
        found = list(pieces((line, other), (length, other_length), (whole,)))
        return [Piece(piece.whole, []) for piece in found]
    return list(pieces((line, other), (length, other_length), changes))


def side_by_side(
    alignment: Alignment, changes: InlineChanges, stop: Callable[[], bool] = lambda: False
) -> Sheet:
    """Lay rows out side by side; raises ``Stopped`` when ``stop()`` becomes true."""
    long = {row: _cut(alignment, row, changes.get(row, ())) for row in long_rows(alignment, stop)}
    if not long:
        return Sheet(alignment, range(len(alignment)), "", {}, alignment.differences)
    rows = array("i")
    done = 0
    for row, listed in long.items():
        rows.extend(range(done, row))
        rows.extend([row] * len(listed))
        done = row + 1
    rows.extend(range(done, len(alignment)))
    extra = [0, *accumulate(len(listed) - 1 for listed in long.values())]
    cut = list(long)
    differences = [
        (start + extra[bisect_left(cut, start)], end + extra[bisect_left(cut, end)])
        for start, end in alignment.differences
    ]
    return Sheet(alignment, rows, "", long, differences)


def unified(
    alignment: Alignment, changes: InlineChanges, stop: Callable[[], bool] = lambda: False
) -> Sheet:
    """Lay rows out one below the other, of each difference the left side first."""
    long = {row: _cut(alignment, row, changes.get(row, ())) for row in long_rows(alignment, stop)}
    rows = array("i")
    sides: list[str] = []
    differences: list[tuple[int, int]] = []

    def add(row: int, side: str) -> None:
        count = len(long[row]) if row in long else 1
        rows.extend([row] * count)
        sides.append(side * count)

    done = 0
    for start, end in [*alignment.differences, (len(alignment), len(alignment))]:
        if stop():
            raise Stopped
        for row in range(done, start):
            add(row, "l" if alignment.left_positions[row] >= 0 else "r")
        first = len(rows)
        for positions, side in ((alignment.left_positions, "l"), (alignment.right_positions, "r")):
            for row in range(start, end):
                if positions[row] >= 0:
                    add(row, side)
        if end > start:
            differences.append((first, len(rows)))
        done = end
    return Sheet(alignment, rows, "".join(sides), long, differences)

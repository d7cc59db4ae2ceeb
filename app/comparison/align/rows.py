"""Rows of two aligned texts, and the differences inside them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from typing import NamedTuple

from .ignored import Ignored, without_end
from .inline import InlineChange, inline_changes
from .matching import Effort

EFFORT = 200_000_000
"""The budget of one alignment, in units of about 10 ns; the rest is simplified."""


class RowKind(StrEnum):
    """The kind of a row; the values are the signs in the margin."""

    EQUAL = " "
    CHANGED = "~"
    ONLY_LEFT = "-"
    ONLY_RIGHT = "+"
    OUTSIDE = "."  # of a whole, before or after its part
    BEGINS = "|"  # the part begins here: a row of neither side


@dataclass(frozen=True, slots=True)
class AlignedRow:
    """A line of the left text, of the right text, or one of each, with their line ends.

    ``changes`` are the parts of a changed row that differ; what lies between them is equal.
    """

    kind: RowKind
    left: str | None
    right: str | None
    changes: tuple[InlineChange, ...] = ()


class PageSort(Enum):
    """What the pages of a document are."""

    PAGES = auto()
    SLIDES = auto()


class Margin(NamedTuple):
    """What stands beside the lines of a text instead of their own numbers; 0 for nothing.

    ``pages`` tells of which pages these are the numbers, that begin there; None: of lines.
    """

    numbers: Sequence[int]
    pages: PageSort | None


class PartPlace(NamedTuple):
    """Half-open range of the rows in which a part stands in its whole, and which side is the part.

    The first of these rows is of the kind ``BEGINS``.
    """

    begin: int
    end: int
    part_left: bool


@dataclass(frozen=True, slots=True)
class Alignment:
    """All lines of two texts, in the order of both.

    A row is the line ``left_positions[row]`` of the left text beside the line
    ``right_positions[row]`` of the right one; -1 stands for none. ``kinds`` has a letter for each
    row, the value of a ``RowKind``. ``differences`` are half-open ranges of rows: each a longest
    run of rows that are not equal. ``moved`` tells of a row on one side only where the same lines
    begin to stand on the other side.

    ``simplified`` tells that some passages were too long to be compared in detail: everything
    that differs is still shown, but more than that may be. ``complete`` is False of a first
    answer, in which similar lines were not put opposite each other yet. ``margins`` are those of
    texts whose lines were broken anew, or have pages. ``part`` is the place of a part in its whole.
    """

    left: Sequence[str]
    right: Sequence[str]
    left_positions: Sequence[int]
    right_positions: Sequence[int]
    kinds: str
    differences: Sequence[tuple[int, int]]
    moved: Mapping[int, int]
    ignoring: Ignored
    simplified: bool = False
    complete: bool = True
    margins: tuple[Margin | None, Margin | None] = (None, None)
    part: PartPlace | None = None

    def __len__(self) -> int:
        """Count the rows."""
        return len(self.kinds)

    @property
    def reordered(self) -> bool:
        """Whether nothing but the order differs: all lines of all differences have moved."""
        return bool(self.moved) and not any(
            row not in self.moved
            and ((self.line(row, left=True) or "") + (self.line(row, left=False) or "")).strip()
            for start, end in self.differences
            for row in range(start, end)
        )

    def kind(self, row: int) -> RowKind:
        """Return the kind of a row."""
        return RowKind(self.kinds[row])

    def line(self, row: int, *, left: bool) -> str | None:
        """Return the line of a row on one side, None if it has none."""
        position = (self.left_positions if left else self.right_positions)[row]
        return None if position < 0 else (self.left if left else self.right)[position]

    def margin_number(self, line: int, *, left: bool) -> tuple[int, PageSort | None]:
        """Return what the margin shows of a line, 0 for nothing, and of which pages it is one."""
        margin = self.margins[0 if left else 1]
        if margin is None:
            return line + 1, None
        return (margin.numbers[line] if 0 <= line < len(margin.numbers) else 0), margin.pages

    def changes(self, row: int, effort: Effort) -> tuple[InlineChange, ...]:
        """Find the changes inside a changed row; none for other rows."""
        left, right = self.line(row, left=True), self.line(row, left=False)
        if self.kinds[row] != RowKind.CHANGED.value or left is None or right is None:
            return ()
        if self.ignoring.line_ends:
            left, right = without_end(left), without_end(right)
        body = left.rstrip("\r\n")
        if body == right.rstrip("\r\n"):
            # All lines of a text may end differently, so this has to be quick.
            return (InlineChange(len(body), len(left), len(body), len(right)),)
        return inline_changes(left, right, effort, self.ignoring)


NOTHING = Alignment((), (), (), (), "", (), {}, Ignored())
"""Two empty texts."""


def detailed(
    alignment: Alignment, stop: Callable[[], bool] = lambda: False
) -> tuple[list[AlignedRow], bool]:
    """Return all rows with the changes inside them, and whether these had to be simplified.

    Raises ``Stopped`` soon after ``stop()`` has become true.
    """
    effort = Effort(EFFORT, stop)
    rows = [
        AlignedRow(
            alignment.kind(row),
            alignment.line(row, left=True),
            alignment.line(row, left=False),
            alignment.changes(row, effort),
        )
        for row in range(len(alignment))
    ]
    return rows, effort.simplified or alignment.simplified

"""Aligned lines of two texts, and blocks of them for two panes or one.

Lines without doubt are matched first (``simcore.diff.matching``), then those that differ in white
space only, then moved lines, and the most similar others. A text without meaningful line breaks is
first broken where the other one breaks. Around a part in a whole, the rest of the whole is no
difference. Blocks are rows, or pieces of very long lines, made when they are asked for.
"""

import itertools
import re
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, StrEnum, auto
from itertools import accumulate, islice, pairwise
from typing import NamedTuple

from simcore.diff.matching import (
    Effort,
    Gap,
    Ignored,
    InlineChange,
    Match,
    Span,
    Stopped,
    anchors,
    body_length,
    filled_gaps,
    gaps,
    in_utf16,
    inline_changes,
    shown,
    unhidden,
    without_end,
)

EFFORT = 200_000_000  # the budget of one alignment, in units of about 10 ns


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
    """A line of the left text, of the right text, or one of each, with their line ends."""

    kind: RowKind
    left: str | None
    right: str | None
    changes: tuple[InlineChange, ...] = ()


class PageSort(Enum):
    PAGES = auto()
    SLIDES = auto()


class Margin(NamedTuple):
    """Numbers beside the lines, 0 for none, and of which ``pages`` they are; None: of lines."""

    numbers: Sequence[int]
    pages: PageSort | None


class PartPlace(NamedTuple):
    """The rows of a part in its whole, the first ``BEGINS``, and which side is the part."""

    begin: int
    end: int
    part_left: bool


@dataclass(frozen=True, slots=True)
class Alignment:
    """All lines of two texts, in the order of both.

    A row is the line ``left_positions[row]`` beside the line ``right_positions[row]``; -1 is none.
    ``kinds`` has a letter for each row, the value of a ``RowKind``. ``differences`` are half-open
    ranges of rows that are not equal. ``moved`` maps a row with a line on one side to the row with
    the same line on the other. ``simplified`` means that some passages were too long to be compared
    in detail: more may be shown as different. ``complete`` is False for a first answer without
    similar lines. ``margins`` are those of texts with pages or new line breaks, ``part`` the place
    of a part.
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
        return len(self.kinds)

    @property
    def reordered(self) -> bool:
        """Whether nothing but the order differs."""
        return bool(self.moved) and not any(
            row not in self.moved
            and ((self.line(row, left=True) or "") + (self.line(row, left=False) or "")).strip()
            for start, end in self.differences
            for row in range(start, end)
        )

    def kind(self, row: int) -> RowKind:
        return RowKind(self.kinds[row])

    def line(self, row: int, *, left: bool) -> str | None:
        """Return the line of a row on one side, None if it has none."""
        position = (self.left_positions if left else self.right_positions)[row]
        return None if position < 0 else (self.left if left else self.right)[position]

    def margin_number(self, line: int, *, left: bool) -> tuple[int, PageSort | None]:
        """Return the margin number of a line, 0 for none, and the sort of pages it counts."""
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


def detailed(
    alignment: Alignment, stop: Callable[[], bool] = lambda: False
) -> tuple[list[AlignedRow], bool]:
    """Return all rows with the changes inside, and whether any was simplified.

    Raises ``Stopped``.
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


LONGEST = 2000  # characters of a block; Qt lays out and paints a block as a whole
PIECE = 1000  # most characters of the pieces of longer lines


@dataclass(slots=True)
class Piece:
    whole: InlineChange
    marks: list[InlineChange]


_WORD_LENGTH = 60  # characters that a piece may be shorter to end at a word
_NEVER_FIRST = "，。、；：！？”’）》」』】…,.;:!?)"


def _word_end(line: str, end: int) -> int:
    """Return the end of a piece that may reach to ``end``: after a space, if there is one."""
    if end >= len(line):
        return end
    first = max(0, end - _WORD_LENGTH)
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
    """Split two lines at corresponding positions, if a block cannot show both."""
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
    """Yield equal and changed stretches in turn."""
    a = b = 0
    for change in changes:
        if change.left_start > a or change.right_start > b:
            yield InlineChange(a, change.left_start, b, change.right_start), False
        yield change, True
        a, b = change.left_end, change.right_end
    if length > a or other > b:
        yield InlineChange(a, length, b, other), False


InlineChanges = Mapping[int, tuple[InlineChange, ...]]  # by row


class Block(NamedTuple):
    """One side of a block.

    ``text`` is shown, ``line`` is the piece of the original line with its end (None: a filler),
    ``number`` that of the line (0: a filler or a further piece), ``marks`` are the differences in
    UTF-16 code units, and ``moved`` is the row of a moved line on the other side, or -1.
    """

    row: int
    kind: RowKind
    text: str
    line: str | None
    number: int
    marks: Sequence[Span]
    moved: int = -1


FILLER = Block(-1, RowKind.EQUAL, "", None, 0, ())  # opposite a line of the other side only


@dataclass(frozen=True, slots=True)
class Sheet:
    """Blocks by number; ``differences`` are half-open ranges of them.

    ``rows`` has the row of each block. ``sides`` is empty side by side; in a unified sheet it has
    "l" or "r" for each block. ``long`` has the pieces of long rows.
    """

    alignment: Alignment
    rows: Sequence[int]
    sides: str
    long: Mapping[int, Sequence[Piece]]
    differences: Sequence[tuple[int, int]]

    def __len__(self) -> int:
        return len(self.rows)

    def shows(self, block: int, *, left: bool) -> bool:
        return not self.sides or (self.sides[block] == "l") is left

    def part(self, block: int) -> int:
        """Return which piece of its row a block is, from 0."""
        row = self.rows[block]
        return block - self._first(row, left=self.shows(block, left=True)) if self.long else 0

    def block(self, number: int, changes: InlineChanges, *, left: bool) -> Block:
        row = self.rows[number]
        alignment = self.alignment
        kind = alignment.kind(row)
        line = alignment.line(row, left=left)
        if line is None:
            return FILLER._replace(row=row, kind=kind)
        part = self.part(number) if row in self.long else 0
        if row in self.long:
            piece = self.long[row][part]
            start, end = piece.whole[:2] if left else piece.whole[2:]
            found: Sequence[InlineChange] = piece.marks
        else:
            found = changes.get(row, ())
            start, end = 0, body_length(line)
            if _ends_differ(found, alignment, row):
                end = len(line)  # so they are shown
        sides = [change[:2] if left else change[2:] for change in found]
        marks = [(first - start, stop - start) for first, stop in sides]
        text = unhidden(shown(line[start:end]), marks)
        position = (alignment.left_positions if left else alignment.right_positions)[row]
        return Block(
            row,
            kind,
            text,
            self.line(number, left=left),
            0 if part else position + 1,
            in_utf16(text, marks),
            alignment.moved.get(row, -1),
        )

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

    def of_row(self, row: int, *, left: bool = True, offset: int = 0) -> int:
        """Return the block of a row on that side: the piece with the character at ``offset``."""
        number = self._first(row, left=left)
        for piece in self.long.get(row, ())[:-1]:
            if offset < (piece.whole.left_end if left else piece.whole.right_end):
                break
            number += 1
        return min(number, max(0, len(self) - 1))

    def _first(self, row: int, *, left: bool) -> int:
        """Return the first block of a row; in a unified difference right follows left."""
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


def _long_rows(
    alignment: Alignment, changes: InlineChanges, stop: Callable[[], bool]
) -> dict[int, list[Piece]]:
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
    return {row: _row_pieces(alignment, row, changes.get(row, ())) for row in sorted(found)}


def _row_pieces(alignment: Alignment, row: int, changes: Sequence[InlineChange]) -> list[Piece]:
    line = alignment.line(row, left=True) or ""
    other = alignment.line(row, left=False) or ""
    length, other_length = body_length(line), body_length(other)
    if _ends_differ(changes, alignment, row):
        length, other_length = len(line), len(other)
    alone = not line or not other
    if alone:
        changes = (InlineChange(0, length, 0, other_length),)
    found = pieces((line, other), (length, other_length), changes)
    return [Piece(piece.whole, [] if alone else piece.marks) for piece in found]


def side_by_side(
    alignment: Alignment, changes: InlineChanges, stop: Callable[[], bool] = lambda: False
) -> Sheet:
    """Lay rows out side by side; raises ``Stopped`` when ``stop()`` becomes true."""
    long = _long_rows(alignment, changes, stop)
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
    """Lay rows out one below the other, in each difference the left side first."""
    long = _long_rows(alignment, changes, stop)
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


LEAST = 12  # letters and digits of a moved passage, those of unspaced scripts count twice
MOVED_SIMILARITY = 0.8  # the least similarity by characters of a moved line
MOVED_CELLS = 1_000_000  # the largest product of line counts for which similar lines are searched
_LONGEST = 400  # characters compared of similar lines
_ANYWAY = Ignored(white_space=True, case=True, width=True)


class MovedLines(NamedTuple):
    """``lines`` lines at ``left`` in one text and at ``right`` in the other."""

    left: int
    right: int
    lines: int


def _unmatched(
    left: Sequence[str],
    right: Sequence[str],
    matches: Sequence[Match],
    moves: Sequence[MovedLines],
    ignoring: Ignored,
    effort: Effort,
) -> tuple[dict[int, str], dict[int, str]]:
    """Return the keys of lines with neither a match nor a move; none if a side has no such."""
    first = set(range(len(left))) - {match.left for match in matches}
    second = set(range(len(right))) - {match.right for match in matches}
    for move in moves:
        first.difference_update(range(move.left, move.left + move.lines))
        second.difference_update(range(move.right, move.right + move.lines))
    if not first or not second or not effort.spend(200 * (len(first) + len(second))):
        return {}, {}
    return (
        _unmatched_keys(left, sorted(first), ignoring, effort),
        _unmatched_keys(right, sorted(second), ignoring, effort),
    )


def _unmatched_keys(
    lines: Sequence[str], numbers: Sequence[int], ignoring: Ignored, effort: Effort
) -> dict[int, str]:
    keys: dict[int, str] = {}
    for number in numbers:
        line = lines[number]
        if not effort.spend(2 * len(line)):
            break
        keys[number] = _ANYWAY.key(ignoring.key(line) if ignoring else line)
    return keys


def _weight(key: str) -> int:
    if key.isascii():
        return sum(map(str.isalnum, key))
    return sum((1 + (one > "\u2e7f")) for one in key if one.isalnum())


def _equal_runs(left: dict[int, str], right: dict[int, str]) -> list[MovedLines]:
    """Find the longest equal runs of lines; a line that occurs more than once begins none."""
    counts, other_counts = Counter(left.values()), Counter(right.values())
    once = {key: line for line, key in right.items() if other_counts[key] == 1}
    taken_left: set[int] = set()
    taken_right: set[int] = set()
    found: list[MovedLines] = []
    for line, key in left.items():
        if line in taken_left or not key or counts[key] != 1 or key not in once:
            continue
        start, other = line, once[key]
        if other in taken_right:
            continue
        while (
            start - 1 not in taken_left
            and other - 1 not in taken_right
            and left.get(start - 1) == right.get(other - 1) is not None
        ):
            start, other = start - 1, other - 1
        end, other_end = start, other
        while (
            end not in taken_left
            and other_end not in taken_right
            and left.get(end) == right.get(other_end) is not None
        ):
            end, other_end = end + 1, other_end + 1
        if sum(_weight(left[step]) for step in range(start, end)) >= LEAST:
            found.append(MovedLines(start, other, end - start))
            taken_left.update(range(start, end))
            taken_right.update(range(other, other_end))
    return found


def _similar_lines(left: dict[int, str], right: dict[int, str], effort: Effort) -> list[MovedLines]:
    first = [line for line, key in left.items() if _weight(key) >= 2 * LEAST]
    second = [line for line, key in right.items() if _weight(key) >= 2 * LEAST]
    if not first or not second:
        return []
    if len(first) * len(second) > MOVED_CELLS:
        effort.simplified = True
        return []
    from rapidfuzz import process  # noqa: PLC0415 - a window opens without it
    from rapidfuzz.distance import Indel  # noqa: PLC0415

    others = [right[line][:_LONGEST] for line in second]
    length = sum(map(len, others))
    scored: list[tuple[float, int, int]] = []
    for line in first:
        text = left[line][:_LONGEST]
        if not effort.spend(100 + 5 * len(others) + (len(text) + 63) // 64 * length):
            break
        best = process.extractOne(
            text, others, scorer=Indel.normalized_similarity, score_cutoff=MOVED_SIMILARITY
        )
        if best is not None:
            scored.append((-best[1], line, second[best[2]]))
    moves: list[MovedLines] = []
    taken: set[int] = set()
    for _, line, other in sorted(scored):
        if other not in taken:
            taken.add(other)
            moves.append(MovedLines(line, other, 1))
    return moves


def _crosses(move: MovedLines, matches: Sequence[Match]) -> bool:
    before = bisect_left(matches, move.left, key=lambda match: match.left)
    return before != bisect_left(matches, move.right, key=lambda match: match.right)


_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_CHUNK = 500_000  # characters in one call of the library, which holds the GIL


_LARGE = 200_000  # characters of both texts together from which the beginning is shown first
_BEGINNING = 50_000


def align(
    left: str,
    right: str,
    stop: Callable[[], bool] = lambda: False,
    ignoring: Ignored | None = None,
    publish: Callable[[Alignment], None] | None = None,
    units: int = EFFORT,
    most: int | None = None,
) -> Alignment:
    r"""Align the lines of two texts.

    Takes a few seconds at most, less with fewer ``units`` of effort; for long texts ``publish``
    gets earlier answers: the beginning, then all lines before similar ones are paired. For a reader
    of the first ``most`` differences, similar lines are paired in these only, and moved lines are
    not looked for. Raises ``Stopped`` soon after ``stop()`` has become true.

    >>> align("a\nb b b\nc\n", "b b x\nc\nd").kinds
    '-~ +'
    """
    effort = Effort(units, stop)
    ignoring = (ignoring or Ignored()).needed(left, right)
    if len(left) + len(right) <= _LARGE or left == right:
        publish = None
    if publish is not None:
        publish(_beginning(left, right, ignoring, stop))
    first, second = split_lines(left), split_lines(right)
    if left == right:
        every = range(len(first))
        return Alignment(
            first, first, every, every, RowKind.EQUAL.value * len(first), (), {}, ignoring
        )
    keys = _Keys(first, second, ignoring, effort)
    matches = anchors(keys.left, keys.right, keys.weak, effort)
    whole = Gap(0, len(first), 0, len(second))
    if publish is not None and filled_gaps(matches, whole):
        publish(_alignment(keys, matches, [], effort, complete=False))
    likened = [ignoring.likened(line) for line in first] if ignoring else first
    other_likened = [ignoring.likened(line) for line in second] if ignoring else second
    matches = _refined(matches, likened, other_likened, _loosely_equal_lines, effort)
    if most is not None:
        return _alignment(
            keys, _paired(matches, [], likened, other_likened, effort, most), [], effort
        )
    free = _unmatched(first, second, matches, [], ignoring, effort)
    moves = [move for move in _equal_runs(*free) if _crosses(move, matches)]
    matches = _paired(matches, moves, likened, other_likened, effort, most)
    free = _unmatched(first, second, matches, moves, ignoring, effort)
    moves += [move for move in _similar_lines(*free, effort) if _crosses(move, matches)]
    return _alignment(keys, matches, moves, effort)


def split_lines(text: str) -> list[str]:
    r"""Cut a text after each ``\n``, ``\r\n`` and ``\r``, and nowhere else.

    ``str.splitlines`` also cuts at form feeds and Unicode separators, which editors do not count.

    >>> split_lines("a\r\nb\x0cc\u2029d\n\re")
    ['a\r\n', 'b\x0cc\u2029d\n', '\r', 'e']
    """
    lines: list[str] = []
    start = 0
    while start < len(text):
        end = text.find("\n", start + _CHUNK) + 1 or len(text)
        chunk = text[start:end]
        if "\r" in chunk:
            lines += _LINE.findall(chunk)
        else:
            *ended, rest = chunk.split("\n")
            lines += [line + "\n" for line in ended]
            if rest:
                lines.append(rest)
        start = end
    return lines


def _beginning(left: str, right: str, ignoring: Ignored, stop: Callable[[], bool]) -> Alignment:
    effort = Effort(EFFORT, stop)
    first, second = (split_lines(_shortened(text)) for text in (left, right))
    keys = _Keys(first, second, ignoring, effort)
    matches = anchors(keys.left, keys.right, keys.weak, effort)
    # What follows the last match may have its match beyond the beginning.
    if matches and matches[-1].left * 2 > len(first):
        last = matches[-1]
        keys.lines = first[: last.left + 1], second[: last.right + 1]
    return _alignment(keys, matches, [], effort, complete=False)


def _shortened(text: str) -> str:
    return text[: text.rfind("\n", 0, _BEGINNING) + 1 or _BEGINNING]


class _Keys:
    """The lines of both texts as numbers: equal lines have one number."""

    def __init__(
        self, left: Sequence[str], right: Sequence[str], ignoring: Ignored, effort: Effort
    ) -> None:
        self.lines, self.ignoring = (left, right), ignoring
        numbers: dict[str, int] = {}
        self.left, self.right = (
            array("i", self._numbered(lines, numbers, effort)) for lines in (left, right)
        )
        # Lines without a letter or digit prove nothing.
        self.weak = {number for line, number in numbers.items() if not any(map(str.isalnum, line))}

    def _numbered(self, lines: Sequence[str], numbers: dict[str, int], effort: Effort) -> list[int]:
        found: list[int] = []
        for start in range(0, len(lines), 1000):
            effort.spend(0)
            chunk = lines[start : start + 1000]
            keys = map(self.ignoring.key, chunk)
            found.extend([numbers.setdefault(key, len(numbers)) for key in keys])
        return found


def _refined(
    matches: list[Match],
    left: Sequence[str],
    right: Sequence[str],
    refine: Callable[[Sequence[str], Sequence[str], Effort], list[Match]],
    effort: Effort,
    most: int | None = None,
) -> list[Match]:
    """Search for more matches between the existing ones, in the first ``most`` gaps."""
    found: list[Match] = []
    whole = Gap(0, len(left), 0, len(right))
    for a, a_end, b, b_end in islice(gaps(matches, whole), most):
        if a < a_end and b < b_end:
            inner = refine(left[a:a_end], right[b:b_end], effort)
            found.extend(Match(match.left + a, match.right + b) for match in inner)
    return sorted(matches + found)


def _loosely_equal_lines(left: Sequence[str], right: Sequence[str], effort: Effort) -> list[Match]:
    keys = _Keys(left, right, Ignored(white_space=True), effort)
    return anchors(keys.left, keys.right, keys.weak, effort)


def _paired(
    matches: list[Match],
    moves: Sequence[MovedLines],
    left: Sequence[str],
    right: Sequence[str],
    effort: Effort,
    most: int | None,
) -> list[Match]:
    from simcore.diff.pairing import pair_similar  # noqa: PLC0415 - a window opens without it

    gone = {line for move in moves for line in range(move.left, move.left + move.lines)}
    come = {line for move in moves for line in range(move.right, move.right + move.lines)}
    paired = _refined(matches, left, right, pair_similar, effort, most)
    if not moves:
        return paired
    return [match for match in paired if match.left not in gone and match.right not in come]


def _alignment(
    keys: _Keys,
    matches: Sequence[Match],
    moves: Sequence[MovedLines],
    effort: Effort,
    *,
    complete: bool = True,
) -> Alignment:
    """Return the alignment by matches; a blank line alone has no row if white space is ignored."""
    effort.spend(0)
    left, right = keys.lines
    lefts, rights = array("i"), array("i")
    kinds: list[str] = []
    a = b = 0
    for match in [*matches, Match(len(left), len(right))]:
        for positions, others, lines, start, end, kind in (
            (lefts, rights, left, a, match.left, RowKind.ONLY_LEFT),
            (rights, lefts, right, b, match.right, RowKind.ONLY_RIGHT),
        ):
            alone: Sequence[int] = range(start, end)
            if keys.ignoring.white_space:
                alone = [number for number in alone if not lines[number].isspace()]
            positions.extend(alone)
            others.extend([-1] * len(alone))
            kinds.append(kind.value * len(alone))
        a, b = match.left + 1, match.right + 1
        if match.left < len(left):
            lefts.append(match.left)
            rights.append(match.right)
            kinds.append(" " if keys.left[match.left] == keys.right[match.right] else "~")
    letters = "".join(kinds)
    differences = [run.span() for run in re.finditer(r"[^ ]+", letters)]
    moved = _moved_rows(moves, lefts, rights)
    how = keys.ignoring, effort.simplified, complete
    return Alignment(left, right, lefts, rights, letters, differences, moved, *how)


def _moved_rows(
    moves: Sequence[MovedLines], lefts: Sequence[int], rights: Sequence[int]
) -> dict[int, int]:
    if not moves:
        return {}
    left_rows = {line: row for row, line in enumerate(lefts) if line >= 0}
    right_rows = {line: row for row, line in enumerate(rights) if line >= 0}
    moved: dict[int, int] = {}
    for move in moves:
        for step in range(move.lines):
            row = left_rows.get(move.left + step)
            other = right_rows.get(move.right + step)
            if row is None or other is None:
                continue  # a blank line, which has no row where white space is ignored
            if rights[row] < 0 and lefts[other] < 0:
                moved[row], moved[other] = other, row
    return moved


# a character of a script without spaces, or a run of others
_WIDE = "\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef"
_WORD = rf"[{_WIDE}]|[^\s{_WIDE}]+"
_WIDE_ONE = f"[{_WIDE}]"
_REWRITTEN = 200  # words of a paragraph that may differ in a row
_IN_A_ROW = 4  # words that seldom occur twice in a row


@dataclass(frozen=True, slots=True)
class SideText:
    """A text and the numbers in its margin, 0 for none.

    ``flows`` is whether its line breaks mean nothing, ``spaced`` whether its blank lines do,
    ``loose`` whether spaces beside Chinese characters do. The numbers are those of ``pages``, or if
    None of the original lines.
    """

    text: str
    flows: bool = False
    spaced: bool = False
    loose: bool = False
    numbers: Sequence[int] | None = None
    pages: PageSort | None = None


def flowed(left: SideText, right: SideText, effort: Effort) -> tuple[SideText, SideText]:
    r"""Break the lines of a side that flows where the other one breaks, if one does.

    Of two that flow the right one is broken. Raises ``Stopped``.

    >>> one, two = SideText("a b c d\ne f g\nh", flows=True), SideText("a b c d e f\ng h")
    >>> flowed(one, two, Effort(10_000, bool))[0].text
    'a b c d e f\ng h'
    """
    if right.flows or (right.spaced and not left.flows):
        return left, _broken_as(right, left, effort)
    if left.flows or left.spaced:
        return _broken_as(left, right, effort), right
    return left, right


def _words(text: str, effort: Effort) -> tuple[list[str], list[str], str]:
    """Return the words of a text, the white space before each, and that behind the last."""
    found: list[str] = []
    before: list[str] = []
    end = 0
    for number, word in enumerate(re.finditer(_WORD, text)):
        if number % 10_000 == 0:
            effort.spend(0)
        found.append(word[0])
        before.append(text[end : word.start()])
        end = word.end()
    return found, before, text[end:]


def _broken_as(side: SideText, other: SideText, effort: Effort) -> SideText:
    words, before, rest = _words(side.text, effort)
    others, before_theirs, rest_of_theirs = _words(other.text, effort)
    partner = _partners(words, others, effort)
    parts: list[str] = []
    numbers: list[int] = []
    old = new = 0  # the numbers of the lines, in the text and in what becomes of it
    rewritten = _rewritten(partner, before_theirs) if side.flows else bytes(len(partner))
    for at, word in enumerate(words):
        own = before[at]
        old += own.count("\n")
        space = own[own.rindex("\n") :] if own.count("\n") > 1 else own
        there = partner[at]
        beyond = before_theirs[there] if there >= 0 else ""
        if "\n" in own and "\n" in beyond:
            space = beyond
        elif there >= 0 and (not at or partner[at - 1] == there - 1):
            beside = words[max(0, at - 1) : at + 1] if side.loose else []
            space = _space(space, beyond, side, beside)
        elif rewritten[at] and "\n" in own:
            space = "" if _is_wide(words[at - 1], word) else " "
        new += space.count("\n")
        _number(numbers, new, side, old, begins="\n" in own or not at)
        parts += (space, word)
    ends_alike = side.spaced and partner and partner[-1] == len(others) - 1
    text = "".join((*parts, rest_of_theirs if ends_alike else rest))
    numbers += [0] * (text.count("\n") + 1 - len(numbers))
    return replace(side, text=text, numbers=numbers)


def _rewritten(partner: Sequence[int], before_theirs: Sequence[str]) -> Sequence[int]:
    """Return for each word whether it is in, or ends, a place where one line of the other differs.

    There the other text has no break between the words that match before and behind. Changes that
    are too long for one line do not count.
    """
    inside = bytearray(len(partner))
    matched = [at for at, there in enumerate(partner) if there >= 0]
    for before, behind in itertools.pairwise(matched):
        there = range(partner[before] + 1, partner[behind] + 1)
        if 0 < behind - before <= _REWRITTEN and 0 < len(there) <= _REWRITTEN:
            if any("\n" in before_theirs[number] for number in there):
                continue
            inside[before + 1 : behind + 1] = b"\1" * (behind - before)
    return inside


def _is_wide(*words: str) -> bool:
    return all(re.match(_WIDE_ONE, word) for word in words)


def _space(own: str, theirs: str, side: SideText, beside: Sequence[str]) -> str:
    """Return the white space between two matching words, with one line end at most."""
    if "\n" in own or "\n" in theirs:
        return theirs[max(0, theirs.find("\n")) :] if side.flows else own
    if own and "\t" in theirs:
        return theirs  # a cell of a table ends, and not every format has tabs there
    # a page sets Chinese and letters apart a little, and HTML may have ended a line at a space
    return theirs if any(map(_is_wide, beside)) else own


def _number(numbers: list[int], line: int, side: SideText, old: int, *, begins: bool) -> None:
    numbers += [0] * (line + 1 - len(numbers))
    if numbers[line]:
        return
    if side.pages is None:
        numbers[line] = old + 1
    elif begins and side.numbers:
        numbers[line] = side.numbers[old]


def _partners(left: Sequence[str], right: Sequence[str], effort: Effort) -> Sequence[int]:
    """Return for each word on the left the matching word on the right, or -1."""
    first, second = _numbered(left, right)
    matches = anchors(_in_a_row(first, effort), _in_a_row(second, effort), (), effort)
    # words between matching rows may match one by one
    whole = Gap(0, len(first), 0, len(second))
    for gap in list(gaps(matches, whole)):
        a, a_end, b, b_end = gap
        inner = anchors(first[a:a_end], second[b:b_end], (), effort)
        matches += [Match(a + one.left, b + one.right) for one in inner]
    partner = array("i", [-1]) * len(first)
    for match in matches:
        partner[match.left] = match.right
    return partner


def _numbered(*texts: Sequence[str]) -> list["array[int]"]:
    numbers: dict[str, int] = {}
    return [
        array("i", [numbers.setdefault(word.casefold(), len(numbers)) for word in words])
        for words in texts
    ]


def _in_a_row(words: "array[int]", effort: Effort) -> Sequence[int]:
    effort.spend(10 * len(words))
    runs = [words[start:] for start in range(_IN_A_ROW)]
    for start, run in enumerate(runs):
        run.extend([-1] * start)
    return [hash(row) for row in zip(*runs, strict=False)]


_LEAST_BREAK = 20  # lines of the whole that may be inserted in the part between two matches
_LEAST_SHARE = 0.05  # of all matches in a cluster, to belong to the part's place
_LEAST_FOUND = 0.4  # of the part's text that must match


_NUMBER = "0-9一二三四五六七八九十百千零〇两IVXLC"
_HEADING = (
    r"(?i)\s*(?:#{1,4}\s+(?P<marked>\S.*?)\s*#*"
    rf"|(?P<named>(?:chapter|part|section)\s+[{_NUMBER}]+\b.*|第\s*[{_NUMBER}]+\s*[章回篇卷编編].*))\s*"
)
_LONGEST_HEADING = 80
_FAR = 5_000  # lines before the part in which its heading is searched


class PartWords(NamedTuple):
    """Figures of a part: first and last line or page, the total, their sort, and the heading above.

    ``heading`` may be empty. Of ``lines`` of the part ``differ`` are not in the whole word for
    word.
    """

    first: int
    last: int
    total: int
    pages: PageSort | None
    heading: str
    lines: int
    differ: int


def placed(alignment: Alignment, *, part_left: bool) -> Alignment:
    """Return an alignment with the part at its place; unchanged if it has no single place.

    Rows of the whole before and after are of the kind ``OUTSIDE`` and no differences; a row of the
    kind ``BEGINS`` has neither side. Matching lines far from the others, such as a title in a table
    of contents, match no longer.
    """
    ours, theirs = alignment.left_positions, alignment.right_positions
    if not part_left:
        ours, theirs = theirs, ours
    bounds = _bounds(alignment, ours, theirs, part_left=part_left)
    if bounds is None:
        return alignment
    first, last = bounds
    before = [position for position in theirs[:first] if position >= 0]
    after = [position for position in theirs[last + 1 :] if position >= 0]
    own_before = [position for position in ours[:first] if position >= 0]
    own_after = [position for position in ours[last + 1 :] if position >= 0]
    only = (RowKind.ONLY_LEFT if part_left else RowKind.ONLY_RIGHT).value
    part = array("i", [-1] * (len(before) + 1))
    part.extend([*own_before, *ours[first : last + 1], *own_after, *[-1] * len(after)])
    whole = array("i", [*before, -1, *[-1] * len(own_before), *theirs[first : last + 1]])
    whole.extend([*[-1] * len(own_after), *after])
    kinds = (
        RowKind.OUTSIDE.value * len(before)
        + RowKind.BEGINS.value
        + only * len(own_before)
        + alignment.kinds[first : last + 1]
        + only * len(own_after)
        + RowKind.OUTSIDE.value * len(after)
    )
    lefts, rights = (part, whole) if part_left else (whole, part)
    return replace(
        alignment,
        left_positions=lefts,
        right_positions=rights,
        kinds=kinds,
        differences=[run.span() for run in re.finditer(r"[~+-]+", kinds)],
        moved=_moved(alignment, lefts, rights),
        part=PartPlace(len(before), len(kinds) - len(after), part_left),
    )


def part_words(alignment: Alignment) -> PartWords | None:
    """Return the figures of the part of a placed alignment, None if there is none."""
    place = alignment.part
    if place is None:
        return None
    left = not place.part_left
    positions = alignment.left_positions if left else alignment.right_positions
    lines = alignment.left if left else alignment.right
    inside = [position for position in positions[place.begin : place.end] if position >= 0]
    margin = alignment.margins[0 if left else 1]
    count = len(lines) if margin is None else max(margin.numbers, default=0)
    part = alignment.right if left else alignment.left
    part_rows = alignment.right_positions if left else alignment.left_positions
    differ = sum(
        position >= 0 and kind != RowKind.EQUAL.value
        for position, kind in zip(part_rows, alignment.kinds, strict=True)
    )
    return PartWords(
        _line_number(alignment, inside[0], left=left),
        _line_number(alignment, inside[-1], left=left),
        count,
        None if margin is None else margin.pages,
        heading_above(lines, inside[0]),
        len(part),
        differ,
    )


def heading_above(lines: Sequence[str], first: int) -> str:
    """Return the heading that a line is or is below, empty if unknown.

    >>> heading_above(["# Rent", "", "Rent is due.", "Chapter 2", "It ends."], 2)
    'Rent'
    """
    for position in range(first, max(-1, first - _FAR), -1):
        line = lines[position]
        found = re.fullmatch(_HEADING, line) if len(line) <= _LONGEST_HEADING else None
        if found is not None:
            return (found["marked"] or found["named"]).strip()
    return ""


def _bounds(
    alignment: Alignment, ours: Sequence[int], theirs: Sequence[int], *, part_left: bool
) -> tuple[int, int] | None:
    """Return the first and the last row of the part's place."""
    lines = alignment.left if part_left else alignment.right
    matched = [row for row, position in enumerate(ours) if position >= 0 and theirs[row] >= 0]
    weights = {row: len(lines[ours[row]].strip()) for row in matched}
    allowed = max(_LEAST_BREAK, len(lines) // 10)
    clusters: list[list[int]] = []
    for before, row in pairwise([-1, *matched]):
        more = 0 if before < 0 else (theirs[row] - theirs[before]) - (ours[row] - ours[before])
        if before < 0 or more > allowed:
            clusters.append([])
        clusters[-1].append(row)
    total = sum(weights.values())
    if total < _LEAST_FOUND * sum(len(line.strip()) for line in lines) or not total:
        return None
    heavy = [
        cluster
        for cluster in clusters
        if sum(weights[row] for row in cluster) >= _LEAST_SHARE * total
    ]
    return heavy[0][0], heavy[-1][-1]


def _moved(alignment: Alignment, lefts: Sequence[int], rights: Sequence[int]) -> dict[int, int]:
    if not alignment.moved:
        return {}
    by_left = {position: row for row, position in enumerate(lefts) if position >= 0}
    by_right = {position: row for row, position in enumerate(rights) if position >= 0}

    def now(row: int) -> int:
        left = alignment.left_positions[row]
        return by_left[left] if left >= 0 else by_right[alignment.right_positions[row]]

    return {now(row): now(other) for row, other in alignment.moved.items()}


def _line_number(alignment: Alignment, line: int, *, left: bool) -> int:
    """Return the number of a line, or of the page that it is on; at least 1."""
    for position in range(line, -1, -1):
        number, _ = alignment.margin_number(position, left=left)
        if number:
            return number
    return 1


_IGNORED = Ignored(white_space=True, line_ends=True, composition=True)


class Tally(NamedTuple):
    """Characters without white space of one text only, and the number of moved paragraphs."""

    removed: int
    added: int
    moved: int


def tallied(left: SideText, right: SideText) -> Tally | None:
    """Count the differences of two texts, None if they are too long to be counted in detail."""
    effort = Effort(EFFORT, lambda: False)
    one, other = flowed(left, right, effort)
    alignment = align(one.text, other.text, ignoring=_IGNORED)
    if alignment.simplified:
        return None
    removed = added = moved = 0
    for start, end in alignment.differences:
        for row in range(start, end):
            here, there = _lines(alignment, row)
            if row in alignment.moved:
                if there:
                    continue  # counted with the line that it was
                moved += 1
                there = _lines(alignment, alignment.moved[row])[1]
            if here and there:
                # a line that has moved may have changed on the way
                for a, a_end, b, b_end in inline_changes(
                    here, there, effort, _IGNORED, to_read=False
                ):
                    removed += _length(here[a:a_end])
                    added += _length(there[b:b_end])
            else:
                removed += _length(here)
                added += _length(there)
            if effort.simplified:
                return None
    return Tally(removed, added, moved)


def _lines(alignment: Alignment, row: int) -> tuple[str, str]:
    return alignment.line(row, left=True) or "", alignment.line(row, left=False) or ""


def _length(text: str) -> int:
    return len("".join(text.split()))

"""Two texts as rows that stand opposite each other, with the differences inside them.

Pure functions of two strings, without a window. Lines are matched first where there is no doubt
(``app.difference_matching``), then those that differ in white space only; in what remains, the
most similar lines are paired by an alignment of the whole passage, and the differences inside
the pairs are found (``app.difference_inline``).
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.difference_inline import Change, inline_changes
from app.difference_matching import Effort, Gap, Match, Stopped, anchors, gaps

__all__ = ["Alignment", "Change", "Row", "RowKind", "Stopped", "align", "split_lines"]

EFFORT = 200_000_000
"""What one alignment may cost, in units of about 10 ns; the rest is simplified."""

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


class RowKind(StrEnum):
    """What is on the two sides of a row; the values are the signs in the margin."""

    EQUAL = " "
    CHANGED = "~"
    ONLY_LEFT = "-"
    ONLY_RIGHT = "+"


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the left text, of the right text, or one of each, with their line ends.

    ``changes`` are the parts of a changed row that differ; what lies between them is equal.
    """

    kind: RowKind
    left: str | None
    right: str | None
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Alignment:
    """All lines of two texts, in the order of both.

    ``differences`` are half-open ranges of rows: each a longest run of rows that are not equal.
    ``simplified`` tells that some passages were too long to be compared in detail: everything
    that differs is still marked, but more than that may be.
    """

    rows: tuple[Row, ...]
    differences: tuple[tuple[int, int], ...]
    simplified: bool


def align(left: str, right: str, stop: Callable[[], bool] = lambda: False) -> Alignment:
    r"""Put the lines of two texts opposite each other.

    Ends within a few seconds whatever the texts are. Raises ``Stopped`` soon after ``stop()``
    has become true.

    >>> [row.kind.value for row in align("a\nb b b\nc\n", "b b x\nc\nd").rows]
    ['-', '~', ' ', '+']
    """
    effort = Effort(EFFORT, stop)
    first, second = split_lines(left), split_lines(right)
    matches = [] if left == right else _matches(first, second, effort)
    if left == right:
        rows = [Row(RowKind.EQUAL, line, line) for line in first]
    else:
        rows = _rows(first, second, matches, effort)
    return Alignment(tuple(rows), _differences(rows), effort.simplified)


def split_lines(text: str) -> list[str]:
    r"""Cut a text after each ``\n``, ``\r\n`` and ``\r``, and nowhere else.

    ``str.splitlines`` also cuts at form feeds and Unicode separators, which editors do not count.

    >>> split_lines("a\r\nb\x0cc\u2029d\n\re")
    ['a\r\n', 'b\x0cc\u2029d\n', '\r', 'e']
    """
    return _LINE.findall(text)


def _matches(left: Sequence[str], right: Sequence[str], effort: Effort) -> list[Match]:
    """Match equal lines, then lines that differ in white space only, then similar ones."""
    from app.difference_pairing import pair_similar  # noqa: PLC0415 - a window opens without it

    matches = _equal_lines(left, right, effort)
    for refine in (_loosely_equal_lines, pair_similar):
        found: list[Match] = []
        for gap in gaps(matches, Gap(0, len(left), 0, len(right))):
            a, a_end, b, b_end = gap
            if a < a_end and b < b_end:
                inner = refine(left[a:a_end], right[b:b_end], effort)
                found.extend(Match(match.left + a, match.right + b) for match in inner)
        matches = sorted(matches + found)
    return matches


def _equal_lines(left: Sequence[str], right: Sequence[str], effort: Effort) -> list[Match]:
    """Match equal lines that leave no doubt; lines without a letter or digit prove nothing."""
    numbers: dict[str, int] = {}
    first = [numbers.setdefault(line, len(numbers)) for line in left]
    second = [numbers.setdefault(line, len(numbers)) for line in right]
    weak = {number for line, number in numbers.items() if not any(map(str.isalnum, line))}
    return anchors(first, second, weak, effort)


def _loosely_equal_lines(left: Sequence[str], right: Sequence[str], effort: Effort) -> list[Match]:
    """Match lines that are equal but for white space, so that another indent hides nothing."""
    return _equal_lines(
        ["".join(line.split()) for line in left], ["".join(line.split()) for line in right], effort
    )


def _rows(
    left: Sequence[str], right: Sequence[str], matches: Sequence[Match], effort: Effort
) -> list[Row]:
    """Make rows of matching lines, and of each line that has no match."""
    rows: list[Row] = []
    a = b = 0
    for match in [*matches, Match(len(left), len(right))]:
        rows.extend(Row(RowKind.ONLY_LEFT, line, None) for line in left[a : match.left])
        rows.extend(Row(RowKind.ONLY_RIGHT, None, line) for line in right[b : match.right])
        if match.left < len(left):
            rows.append(_matching_row(left[match.left], right[match.right], effort))
        a, b = match.left + 1, match.right + 1
    return rows


def _matching_row(left: str, right: str, effort: Effort) -> Row:
    """Compare two lines that stand opposite each other."""
    if left == right:
        return Row(RowKind.EQUAL, left, right)
    body = left.rstrip("\r\n")
    if body == right.rstrip("\r\n"):
        # All lines of a text may end differently, so this has to be quick.
        ends = Change(len(body), len(left), len(body), len(right))
        return Row(RowKind.CHANGED, left, right, (ends,))
    return Row(RowKind.CHANGED, left, right, inline_changes(left, right, effort))


def _differences(rows: Sequence[Row]) -> tuple[tuple[int, int], ...]:
    """Find the longest runs of rows that are not equal."""
    found: list[tuple[int, int]] = []
    for index, row in enumerate(rows):
        if row.kind is RowKind.EQUAL:
            continue
        if found and found[-1][1] == index:
            found[-1] = (found[-1][0], index + 1)
        else:
            found.append((index, index + 1))
    return tuple(found)

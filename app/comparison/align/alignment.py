"""The alignment of two texts as rows side by side.

Pure functions of two strings, without a window. Lines are matched first where there is no doubt
(``app.comparison.align.matching``), then those that differ in white space only; in what remains,
lines that stand elsewhere on the other side are known as moved (``app.comparison.align.moving``),
and the most similar others are paired by an alignment of the whole passage. What differs inside a
row is found when it is asked for (``app.comparison.align.inline``).
"""

import re
from array import array
from collections.abc import Callable, Iterable, Sequence

from .ignored import Ignored, without_end
from .matching import Effort, Gap, Match, anchors, gaps
from .moving import MovedLines, moved_lines, moved_runs
from .rows import EFFORT, Alignment, RowKind

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_CHUNK = 500_000
"""The number of characters in one call of the library, which holds the GIL."""


_LARGE = 200_000
"""How many characters both texts have together before their beginning is shown first."""
_BEGINNING = 50_000


def align(
    left: str,
    right: str,
    stop: Callable[[], bool] = lambda: False,
    ignoring: Ignored | None = None,
    publish: Callable[[Alignment], None] = lambda _alignment: None,
) -> Alignment:
    r"""Align the lines of two texts.

    Ends within a few seconds whatever the texts are; of long ones ``publish`` gets first
    answers much earlier: the beginning, then all lines, if similar ones are still to be paired.
    Raises ``Stopped`` soon after ``stop()`` has become true.

    >>> align("a\nb b b\nc\n", "b b x\nc\nd").kinds
    '-~ +'
    """
    effort = Effort(EFFORT, stop)
    ignoring = (ignoring or Ignored()).needed(left, right)
    large = len(left) + len(right) > _LARGE and left != right
    if large:
        publish(_beginning(left, right, ignoring, stop))
    first, second = split_lines(left), split_lines(right)
    if left == right:
        every = range(len(first))
        return Alignment(
            first, first, every, every, RowKind.EQUAL.value * len(first), (), {}, ignoring
        )
    keys = _Keys(first, second, ignoring, effort)
    matches = anchors(keys.left, keys.right, keys.weak, effort)
    draft = _AlignmentDraft(first, second, keys, ignoring)
    whole = Gap(0, len(first), 0, len(second))
    if large and any(a < a_end and b < b_end for a, a_end, b, b_end in gaps(matches, whole)):
        publish(draft.finished(matches, [], effort, complete=False))
    likened = [ignoring.likened(line) for line in first] if ignoring else first
    other_likened = [ignoring.likened(line) for line in second] if ignoring else second
    matches = _refined(matches, likened, other_likened, _loosely_equal_lines, effort)
    moves = moved_runs(first, second, matches, ignoring, effort)
    matches = _paired(matches, moves, likened, other_likened, effort)
    moves += moved_lines(first, second, matches, moves, ignoring, effort)
    return draft.finished(matches, moves, effort)


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
    """Align only the beginning of two long texts, which is fast."""
    effort = Effort(EFFORT, stop)
    first, second = (split_lines(_cut(text)) for text in (left, right))
    keys = _Keys(first, second, ignoring, effort)
    matches = anchors(keys.left, keys.right, keys.weak, effort)
    # What follows the last match may have its match beyond the beginning.
    if matches and matches[-1].left * 2 > len(first):
        last = matches[-1]
        first, second = first[: last.left + 1], second[: last.right + 1]
    return _AlignmentDraft(first, second, keys, ignoring).finished(
        matches, [], effort, complete=False
    )


def _cut(text: str) -> str:
    """Return the whole lines at the beginning of a text, or the beginning of its first line."""
    return text[: text.rfind("\n", 0, _BEGINNING) + 1 or _BEGINNING]


class _Keys:
    """The lines of both texts as numbers: the same number, the same line."""

    def __init__(
        self, left: Sequence[str], right: Sequence[str], ignoring: Ignored, effort: Effort
    ) -> None:
        numbers: dict[str, int] = {}
        self.left, self.right = (
            array("i", self._numbered(lines, numbers, ignoring, effort)) for lines in (left, right)
        )
        # Lines without a letter or digit prove nothing.
        self.weak = {number for line, number in numbers.items() if not any(map(str.isalnum, line))}

    @staticmethod
    def _numbered(
        lines: Sequence[str], numbers: dict[str, int], ignoring: Ignored, effort: Effort
    ) -> list[int]:
        found: list[int] = []
        for start in range(0, len(lines), 1000):
            effort.spend(0)
            chunk = lines[start : start + 1000]
            keys: Iterable[str] = chunk
            if ignoring:
                keys = map(ignoring.key, chunk)
            elif ignoring.line_ends:
                keys = map(without_end, chunk)
            found.extend([numbers.setdefault(key, len(numbers)) for key in keys])
        return found


def _refined(
    matches: list[Match],
    left: Sequence[str],
    right: Sequence[str],
    refine: Callable[[Sequence[str], Sequence[str], Effort], list[Match]],
    effort: Effort,
) -> list[Match]:
    """Search for more matches between the existing ones."""
    found: list[Match] = []
    for a, a_end, b, b_end in gaps(matches, Gap(0, len(left), 0, len(right))):
        if a < a_end and b < b_end:
            inner = refine(left[a:a_end], right[b:b_end], effort)
            found.extend(Match(match.left + a, match.right + b) for match in inner)
    return sorted(matches + found)


def _loosely_equal_lines(left: Sequence[str], right: Sequence[str], effort: Effort) -> list[Match]:
    """Match lines that are equal but for white space, so that another indent hides nothing."""
    keys = _Keys(left, right, Ignored(white_space=True), effort)
    return anchors(keys.left, keys.right, keys.weak, effort)


def _paired(
    matches: list[Match],
    moves: Sequence[MovedLines],
    left: Sequence[str],
    right: Sequence[str],
    effort: Effort,
) -> list[Match]:
    """Pair similar lines, but none that is known to have moved."""
    from .pairing import pair_similar  # noqa: PLC0415 - a window opens without it

    gone = {line for move in moves for line in range(move.left, move.left + move.lines)}
    come = {line for move in moves for line in range(move.right, move.right + move.lines)}
    paired = _refined(matches, left, right, pair_similar, effort)
    if not moves:
        return paired
    return [match for match in paired if match.left not in gone and match.right not in come]


class _AlignmentDraft:
    """Makes rows of matches."""

    def __init__(
        self, left: Sequence[str], right: Sequence[str], keys: _Keys, ignoring: Ignored
    ) -> None:
        self._left, self._right = left, right
        self._keys = keys
        self._ignoring = ignoring

    def finished(
        self,
        matches: Sequence[Match],
        moves: Sequence[MovedLines],
        effort: Effort,
        *,
        complete: bool = True,
    ) -> Alignment:
        """Return the rows of matching lines, and of each line that has no match.

        A blank line of one text only has no row where white space is ignored.
        """
        effort.spend(0)
        lefts, rights = array("i"), array("i")
        kinds: list[str] = []
        first_keys, second_keys = self._keys.left, self._keys.right
        a = b = 0
        for match in [*matches, Match(len(self._left), len(self._right))]:
            for positions, others, lines, start, end, kind in (
                (lefts, rights, self._left, a, match.left, RowKind.ONLY_LEFT),
                (rights, lefts, self._right, b, match.right, RowKind.ONLY_RIGHT),
            ):
                if end > start:
                    alone: Sequence[int] = range(start, end)
                    if self._ignoring.white_space:
                        alone = [number for number in alone if not lines[number].isspace()]
                    positions.extend(alone)
                    others.extend([-1] * len(alone))
                    kinds.append(kind.value * len(alone))
            a, b = match.left + 1, match.right + 1
            if match.left < len(self._left):
                lefts.append(match.left)
                rights.append(match.right)
                equal = first_keys[match.left] == second_keys[match.right]
                kinds.append(" " if equal else "~")
        letters = "".join(kinds)
        differences = [run.span() for run in re.finditer(r"[^ ]+", letters)]
        moved = _moved_rows(moves, lefts, rights)
        return Alignment(
            self._left,
            self._right,
            lefts,
            rights,
            letters,
            differences,
            moved,
            self._ignoring,
            effort.simplified,
            complete,
        )


def _moved_rows(
    moves: Sequence[MovedLines], lefts: Sequence[int], rights: Sequence[int]
) -> dict[int, int]:
    """Return, for each row with a moved line, the row of the line on the other side."""
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

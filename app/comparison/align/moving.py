"""Moved lines: those missing here that are elsewhere on the other side."""

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from .ignored import Ignored
from .matching import Effort, Match

LEAST = 12
"""The least length of a moved passage: letters and digits, those of unspaced scripts twice."""

ALIKE = 0.8
"""The least similarity by characters at which a line is taken for one that has moved."""

CELLS = 1_000_000
"""The largest product of line counts for which similar lines are searched."""

_LONGEST = 400
"""How many characters of similar lines are compared."""

_ANYWAY = Ignored(white_space=True, case=True, width=True)


class MovedLines(NamedTuple):
    """``lines`` lines that are at ``left`` in one text and at ``right`` in the other."""

    left: int
    right: int
    lines: int


def moved_runs(
    left: Sequence[str],
    right: Sequence[str],
    matches: Sequence[Match],
    ignoring: Ignored,
    effort: Effort,
) -> list[MovedLines]:
    """Find runs of lines without a match that are equal to lines without a match elsewhere.

    White space, case and width do not count. Runs are as long as possible; a line that occurs
    more than once begins none, it only goes on with one.
    """
    first, second = _unmatched(left, right, matches, [])
    if not effort.spend(200 * (len(first) + len(second))):
        return []
    moves = _equal_runs(
        _keys(left, first, ignoring, effort), _keys(right, second, ignoring, effort)
    )
    return [move for move in moves if _crosses(move, matches)]


def moved_lines(
    left: Sequence[str],
    right: Sequence[str],
    matches: Sequence[Match],
    moves: Sequence[MovedLines],
    ignoring: Ignored,
    effort: Effort,
) -> list[MovedLines]:
    """Find single lines without a match that are nearly equal to one elsewhere.

    What is among ``moves`` is not looked at again.
    """
    first, second = _unmatched(left, right, matches, moves)
    if not first or not second or not effort.spend(200 * (len(first) + len(second))):
        return []
    found = _similar_lines(
        _keys(left, first, ignoring, effort), _keys(right, second, ignoring, effort), effort
    )
    return [move for move in found if _crosses(move, matches)]


def _unmatched(
    left: Sequence[str], right: Sequence[str], matches: Sequence[Match], moves: Sequence[MovedLines]
) -> tuple[list[int], list[int]]:
    """List the lines of both sides that have neither a match nor a move."""
    first = set(range(len(left))) - {match.left for match in matches}
    second = set(range(len(right))) - {match.right for match in matches}
    for move in moves:
        first.difference_update(range(move.left, move.left + move.lines))
        second.difference_update(range(move.right, move.right + move.lines))
    return sorted(first), sorted(second)


def _keys(
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
    """MeasuredBy the significant length of a line."""
    if key.isascii():
        return sum(map(str.isalnum, key))
    return sum((1 + (one > "\u2e7f")) for one in key if one.isalnum())


def _equal_runs(left: dict[int, str], right: dict[int, str]) -> list[MovedLines]:
    """Match runs of equal lines."""
    positions: dict[str, list[int]] = {}
    for line, key in right.items():
        positions.setdefault(key, []).append(line)
    counts: dict[str, int] = {}
    for key in left.values():
        counts[key] = counts.get(key, 0) + 1
    taken_left: set[int] = set()
    taken_right: set[int] = set()
    found: list[MovedLines] = []
    for line, key in left.items():
        others = positions.get(key, ())
        if line in taken_left or not key or counts[key] != 1 or len(others) != 1:
            continue
        start, other = line, others[0]
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
    """Match single lines that are nearly equal, the most alike first."""
    first = [line for line, key in left.items() if _weight(key) >= 2 * LEAST]
    second = [line for line, key in right.items() if _weight(key) >= 2 * LEAST]
    if not first or not second:
        return []
    if len(first) * len(second) > CELLS:
        effort.simplify()
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
            text, others, scorer=Indel.normalized_similarity, score_cutoff=ALIKE
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
    """Return whether a match lies between the old and the new position of a passage."""
    before = bisect_left(matches, move.left, key=lambda match: match.left)
    return before != bisect_left(matches, move.right, key=lambda match: match.right)

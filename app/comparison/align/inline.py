"""Differences inside one line: by words in spaced scripts, by characters in others."""

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from .ignored import Ignored
from .matching import Effort, Gap, Match, anchors, gaps, longest_common

# Scripts without spaces between words: each character counts for itself.
_UNSPACED = (
    "\u0e00-\u0eff"  # Thai, Lao
    "\u1000-\u109f\u1780-\u17ff"  # Burmese, Khmer
    "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3038-\u303b"  # radicals, iteration marks, numerals
    "\u3040-\u30ff\u3100-\u312f\u31a0-\u31ff\uff66-\uff9f"  # kana, bopomofo
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # ideographs
)
_CLAUSE = re.compile(r"[^。！？；，、.!?;,|\n]*[。！？；，、.!?;,|\n]+|[^。！？；，、.!?;,|\n]+")

_SHORT_OF_A_WORD = 1000
"""How far a boundary is moved to the edge of a word; longer "words" are cut anywhere."""

_CHARACTERS = 100_000_000
"""The largest product of two lengths that is compared token by token at once."""

_AT_ONCE = 200_000
"""The number of characters in one call of the library."""

_TOKEN_EFFORT = 15
"""Units of effort to cut one character's worth of text into tokens."""


class InlineChange(NamedTuple):
    """Half-open ranges of characters that differ; on one side the range may be empty."""

    left_start: int
    left_end: int
    right_start: int
    right_end: int


def inline_changes(
    left: str,
    right: str,
    effort: Effort,
    ignoring: Ignored | None = None,
    *,
    to_read: bool = True,
) -> tuple[InlineChange, ...]:
    """Find the changes to mark in two unequal lines, in ascending order.

    What lies between the changes is equal on both sides, and so is what precedes the first and
    follows the last one, but for what is ignored. Short equal stretches between long changes are
    marked along with them, because chance agreements only make a rewritten sentence harder to
    read; not where the changes are to be counted and not ``to_read``. Where a finer answer costs
    more than ``effort`` allows, the changes are larger and the effort says so.

    >>> inline_changes("第一章 总则", "第二章 总则", Effort(10_000, bool))
    (InlineChange(left_start=1, left_end=2, right_start=1, right_end=2),)
    """
    ignoring = ignoring or Ignored()
    left, right = ignoring.unified(left), ignoring.unified(right)
    start, left_end, right_end = _differing_middle(left, right)
    first, second = left[start:left_end], right[start:right_end]
    if not first or not second:
        return (InlineChange(start, left_end, start, right_end),)
    if not effort.spend(800 + _TOKEN_EFFORT * (len(first) + len(second))):
        return (InlineChange(start, left_end, start, right_end),)
    found = _by_tokens(first, second, effort, ignoring)
    if ignoring:
        found = [change for change in found if not _ignored(change, first, second, ignoring)]
    if to_read:
        found = _readable(found, first, equal=not ignoring)
    return tuple(InlineChange(*(position + start for position in change)) for change in found)


def words(line: str) -> list[str]:
    """List the words of a line (unspaced characters one by one), else its punctuation.

    >>> words("TiDB 数据库, v8.5")
    ['TiDB', '数', '据', '库', 'v8', '5']
    >>> words("| --- |")
    ['|', '-', '-', '-', '|']
    """
    tokens = _tokens(line)
    return [token for token in tokens if token[0].isalnum() or token[0] == "_"] or [
        token for token in tokens if not token.isspace()
    ]


def _differing_middle(left: str, right: str) -> tuple[int, int, int]:
    """Cut equal ends off, at word boundaries: the start, and the end on either side."""
    shorter = min(len(left), len(right))
    start = _equal_length(left, right, shorter)
    for _ in range(_SHORT_OF_A_WORD):
        if not (_inside_word(left, start) or _inside_word(right, start)):
            break
        start -= 1
    end = _equal_length(left[::-1], right[::-1], shorter - start)
    for _ in range(_SHORT_OF_A_WORD):
        if not end or not (
            _inside_word(left, len(left) - end) or _inside_word(right, len(right) - end)
        ):
            break
        end -= 1
    return start, len(left) - end, len(right) - end


def _equal_length(left: str, right: str, most: int) -> int:
    """MeasuredBy the common start by halving, so that long lines are compared by the machine."""
    known = 0
    while known < most:
        step = (most - known + 1) // 2
        if left[known : known + step] == right[known : known + step]:
            known += step
        elif step == 1:
            break
        else:
            most = known + step - 1
    return known


def _inside_word(text: str, position: int) -> bool:
    """Return whether the characters around ``position`` belong to one token."""
    if not 0 < position < len(text):
        return False
    if unicodedata.category(text[position]).startswith("M"):
        return True
    # A letter in front makes a word of a combining mark that would otherwise begin the text.
    around = f"x{text[position - 1 : position + 1]}"
    return _tokens_pattern().fullmatch(around) is not None


@cache
def _tokens_pattern() -> re.Pattern[str]:
    r"""Compile the tokens: a word, one unspaced character, or any other single character.

    Combining marks stay with what they combine with: ``\w`` does not match them.
    """
    marks = ""
    for code in [*range(0x300, 0x20000), *range(0xE0100, 0xE01F0)]:
        if unicodedata.category(chr(code)).startswith("M"):
            if marks.endswith(chr(code - 1)):  # ranges make the pattern several times faster
                marks = marks[:-1] if marks[-2:-1] == "-" else marks + "-"
            marks += chr(code)
    return re.compile(rf"[^\W{_UNSPACED}]+(?:[{marks}]+[^\W{_UNSPACED}]*)*|.[{marks}]*", re.DOTALL)


def _ignored(change: InlineChange, left: str, right: str, ignoring: Ignored) -> bool:
    """Return whether the difference is ignored."""
    a, a_end, b, b_end = change
    return ignoring.rest(left[a:a_end]) == ignoring.rest(right[b:b_end])


def _by_tokens(left: str, right: str, effort: Effort, ignoring: Ignored) -> list[InlineChange]:
    """Compare token by token; very long texts clause by clause first."""
    if len(left) * len(right) > _CHARACTERS:
        return _by_clauses(left, right, effort, ignoring)
    return _changes_between(_tokens(left), _tokens(right), effort, ignoring)


def _by_clauses(left: str, right: str, effort: Effort, ignoring: Ignored) -> list[InlineChange]:
    """Match equal clauses, then compare the tokens between them, where they are not too many."""
    first, second = _clauses(left), _clauses(right)
    numbers: dict[str, int] = {}
    matches = anchors(
        [numbers.setdefault(clause, len(numbers)) for clause in first],
        [numbers.setdefault(clause, len(numbers)) for clause in second],
        (),
        effort,
    )
    found: list[InlineChange] = []
    for change in _changes(first, second, matches):
        a, a_end, b, b_end = change
        if (a_end - a) * (b_end - b) > _CHARACTERS:
            effort.simplify()
            found.append(change)
            continue
        tokens, others = _tokens(left[a:a_end]), _tokens(right[b:b_end])
        inner = _changes_between(tokens, others, effort, ignoring)
        found.extend(
            InlineChange(
                a + part.left_start,
                a + part.left_end,
                b + part.right_start,
                b + part.right_end,
            )
            for part in inner
        )
    return found


def _changes_between(
    left: Sequence[str], right: Sequence[str], effort: Effort, ignoring: Ignored
) -> list[InlineChange]:
    """Compare tokens; without the means to, all of them are one change."""
    if not left or not right:
        return _changes(left, right, [])
    keys = (left, right)
    if ignoring:
        keys = [ignoring.rest(token) for token in left], [ignoring.rest(token) for token in right]
    matches = longest_common(*keys, effort)
    return _changes(left, right, matches or [])


def _clauses(text: str) -> list[str]:
    """Cut a text after its punctuation, a part at a time: no other thread runs meanwhile."""
    found: list[str] = []
    start = 0
    while start < len(text):
        piece = _CLAUSE.findall(text, start, start + _AT_ONCE)
        # the last clause may extend beyond the part
        if start + _AT_ONCE < len(text) and len(piece) > 1:
            piece.pop()
        found += piece
        start += sum(map(len, piece))
    return found


def _tokens(text: str) -> list[str]:
    """Cut a text into tokens, none lost."""
    return _tokens_pattern().findall(text)


def _changes(
    left: Sequence[str], right: Sequence[str], matches: Sequence[Match]
) -> list[InlineChange]:
    """Return the ranges of characters between matching tokens."""
    first = [0, *accumulate(map(len, left))]
    second = [0, *accumulate(map(len, right))]
    return [
        InlineChange(first[gap[0]], first[gap[1]], second[gap[2]], second[gap[3]])
        for gap in gaps(matches, Gap(0, len(left), 0, len(right)))
    ]


def _readable(
    changes: Sequence[InlineChange], left: str, *, equal: bool = True
) -> list[InlineChange]:
    """Join changes with only white space, or a third of their own lengths, between them.

    Unless what lies between is ``equal``, it may be longer on the right, and is counted there too.
    """
    joined: list[InlineChange] = []
    for change in changes:
        latest = change
        while joined:
            before = joined[-1]
            between = left[before.left_end : latest.left_start]
            shorter = min(_extent(before), _extent(latest))
            length = len(between)
            if not equal:
                length = max(length, latest.right_start - before.right_end)
            if length * 3 > shorter and not between.isspace():
                break
            joined.pop()
            latest = InlineChange(
                before.left_start, latest.left_end, before.right_start, latest.right_end
            )
        joined.append(latest)
    return joined


def _extent(change: InlineChange) -> int:
    """MeasuredBy a change by its longer side."""
    return max(change.left_end - change.left_start, change.right_end - change.right_start)

"""Matching the equal elements of two sequences in bounded time, and the changes inside lines.

Unique common elements are anchors (Bram Cohen's patience difference), recursively between known
anchors; the rest is left to a longest common subsequence, if affordable.
"""

import re
import sys
import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate
from typing import NamedTuple

DISTINCT = 0xD800  # elements in ``longest_common``: code points below surrogates
CELLS = 100_000_000  # the largest product of two lengths for ``longest_common``: 20 ms and 12 MB


_MATCHED_AT_ONCE = 20_000


class Stopped(Exception):  # noqa: N818 - a request of the caller, no error
    """The caller no longer wants the result."""


class Match(NamedTuple):
    left: int
    right: int


class Gap(NamedTuple):
    """Half-open ranges of both sequences between two matches; one of them may be empty."""

    left_start: int
    left_end: int
    right_start: int
    right_end: int


class Effort:
    """The remaining budget of an alignment, in units of about 10 ns, and whether it was enough.

    ``simplified`` becomes True when something was left out to save effort; it never depends on the
    clock, so the same texts always give the same result.
    """

    def __init__(self, units: int, stop: Callable[[], bool]) -> None:
        self.simplified = False
        self._units = units
        self._stop = stop

    def spend(self, units: int) -> bool:
        """Spend ``units`` if that many are left; otherwise the result is simplified.

        Raises ``Stopped`` if the caller asked for it: the one point of cancellation.
        """
        if self._stop():
            raise Stopped
        if units > self._units:
            self.simplified = True
            return False
        self._units -= units
        return True


def common_ends(left: Sequence[object], right: Sequence[object]) -> tuple[int, int]:
    """Count the equal elements at the start and at the end, never the same element twice."""
    shorter = min(len(left), len(right))
    start = 0
    while start < shorter and left[start] == right[start]:
        start += 1
    end = 0
    while end < shorter - start and left[-1 - end] == right[-1 - end]:
        end += 1
    return start, end


def anchors(
    left: Sequence[int], right: Sequence[int], weak: Collection[int], effort: Effort
) -> list[Match]:
    """Match equal elements that certainly belong together, in ascending order.

    Those are the common ends of every range and, inside it, the elements that occur once on either
    side. Elements of ``weak`` (blank lines) are matched at the ends only.

    >>> anchors([1, 0, 2, 0, 3], [1, 0, 9, 0, 3, 4], {0}, Effort(1000, bool))
    [Match(left=0, right=0), Match(left=1, right=1), Match(left=3, right=3), Match(left=4, right=4)]
    """
    found: list[Match] = []
    waiting = [Gap(0, len(left), 0, len(right))]
    while waiting:
        a, a_end, b, b_end = waiting.pop()
        if not effort.spend(20 * (a_end - a + b_end - b)):
            continue
        start, end = common_ends(left[a:a_end], right[b:b_end])
        found.extend(Match(a + step, b + step) for step in range(start))
        found.extend(Match(a_end - 1 - step, b_end - 1 - step) for step in range(end))
        inner = Gap(a + start, a_end - end, b + start, b_end - end)
        unique = _unique(left, right, inner, weak)
        found.extend(unique)
        waiting += filled_gaps(unique, inner) if unique else []
    found.sort()
    return found


def _unique(
    left: Sequence[int], right: Sequence[int], gap: Gap, weak: Collection[int]
) -> list[Match]:
    a, a_end, b, b_end = gap
    if a == a_end or b == b_end:
        return []
    left_counts = _counted(left, a, a_end)
    right_counts = _counted(right, b, b_end)
    positions = {right[index]: index for index in range(b, b_end)}
    return _ascending(
        [
            Match(index, positions[element])
            for index, element in enumerate(left[a:a_end], a)
            if left_counts[element] == 1 and right_counts[element] == 1 and element not in weak
        ]
    )


def _counted(elements: Sequence[int], start: int, end: int) -> Counter[int]:
    """Count elements, in parts: while the library counts, no other thread runs."""
    counts: Counter[int] = Counter()
    for first in range(start, end, _MATCHED_AT_ONCE):
        counts.update(elements[first : min(first + _MATCHED_AT_ONCE, end)])
    return counts


def _ascending(matches: Sequence[Match]) -> list[Match]:
    """Keep a longest run of matches that ascends on the right, too (patience sorting)."""
    tops: list[int] = []
    piles: list[int] = []
    before: list[int] = []
    for number, match in enumerate(matches):
        pile = bisect_left(tops, match.right)
        before.append(piles[pile - 1] if pile else -1)
        tops[pile : pile + 1] = [match.right]
        piles[pile : pile + 1] = [number]
    kept: list[Match] = []
    number = piles[-1] if piles else -1
    while number >= 0:
        kept.append(matches[number])
        number = before[number]
    kept.reverse()
    return kept


def longest_common(
    left: Sequence[Hashable], right: Sequence[Hashable], effort: Effort
) -> list[Match] | None:
    """Match a longest common subsequence; None if that costs more than is left or allowed.

    >>> longest_common("甲乙丙丁", "甲丙戊丁", Effort(1000, bool))
    [Match(left=0, right=0), Match(left=2, right=1), Match(left=3, right=3)]
    """
    cells = len(left) * len(right)
    numbers: dict[Hashable, int] = {}
    if cells > CELLS:
        effort.simplified = True
        return None
    if not effort.spend(20 + cells // 30 + 10 * (len(left) + len(right))):
        return None
    # Every element becomes one character: strings are what the library compares fastest.
    first = [numbers.setdefault(element, len(numbers)) for element in left]
    second = [numbers.setdefault(element, len(numbers)) for element in right]
    if len(numbers) > DISTINCT:
        effort.simplified = True
        return None
    from rapidfuzz.distance import LCSseq  # noqa: PLC0415 - a window opens without it

    blocks = LCSseq.editops(
        "".join(map(chr, first)), "".join(map(chr, second))
    ).as_matching_blocks()
    return [Match(block.a + step, block.b + step) for block in blocks for step in range(block.size)]


def gaps(matches: Sequence[Match], whole: Gap) -> Iterator[Gap]:
    """Yield the non-empty gaps between ascending matches inside ``whole``."""
    a, a_end, b, b_end = whole
    for match in [*matches, Match(a_end, b_end)]:
        if match.left > a or match.right > b:
            yield Gap(a, match.left, b, match.right)
        a, b = match.left + 1, match.right + 1


def filled_gaps(matches: Sequence[Match], whole: Gap) -> list[Gap]:
    """Return the gaps between ascending matches in which both sides have something."""
    return [gap for gap in gaps(matches, whole) if gap[0] < gap[1] and gap[2] < gap[3]]


_NORMALIZED_AT_ONCE = 50_000


@dataclass(frozen=True, slots=True)
class Ignored:
    """Which sorts of differences do not count; by default all of them do.

    ``width`` is that of full- and half-width forms, ``traditional`` that of traditional against
    simplified Chinese. No reader sees ``line_ends``, nor ``composition`` (Unicode's NFC and NFD).
    """

    white_space: bool = False
    case: bool = False
    punctuation: bool = False
    width: bool = False
    traditional: bool = False
    line_ends: bool = False
    composition: bool = False

    def __bool__(self) -> bool:
        """Whether anything inside lines is ignored."""
        return self.seen or self.composition

    @property
    def seen(self) -> bool:
        return self.white_space or self.case or self.punctuation or self.width or self.traditional

    def needed(self, *texts: str) -> "Ignored":
        """Return the same without what no text of these has, which saves a look at each line."""
        if self.composition and all(unicodedata.is_normalized("NFC", text) for text in texts):
            return replace(self, composition=False)
        return self

    def key(self, text: str) -> str:
        """Return the key of a text; texts with equal keys count as equal."""
        if self.line_ends:
            text = without_end(text)
        if not self:
            return text
        if len(text) <= 2 * _NORMALIZED_AT_ONCE:
            return self.rest(self.unified(text))
        return "".join(self.rest(self.unified(part)) for part in _parts(text))

    def likened(self, line: str) -> str:
        """Return a line in the form in which lines are compared for similarity."""
        unified = "".join(map(self.unified, _parts(line)))
        return unified.casefold() if self.case else unified

    def unified(self, text: str) -> str:
        """Return a whole line of the same length in which width and script make no difference."""
        if self.width and not text.isascii():
            text = text.translate(_widths())
        if self.traditional and not text.isascii():
            from simcore.text.normal_form import simplified  # noqa: PLC0415 - brings NumPy

            plain = "".join(map(simplified, _parts(text)))
            if len(plain) != len(text):
                pairs = ((character, simplified(character)) for character in text)
                plain = "".join(one if len(one) == 1 else character for character, one in pairs)
            text = plain
        return text

    def rest(self, text: str) -> str:
        if self.composition:
            text = unicodedata.normalize("NFC", text)
        if self.punctuation:
            text = text.translate(_punctuation())
        if self.white_space:
            text = "".join(text.split())
        return text.casefold() if self.case else text


def without_end(line: str) -> str:
    return line.removesuffix("\n").removesuffix("\r")


def _parts(text: str) -> Iterator[str]:
    """Cut a very long text, never inside a word or phrase shorter than a thousand characters.

    Each part is a call of a library, during which no other thread runs.
    """
    start = 0
    while len(text) - start > 2 * _NORMALIZED_AT_ONCE:
        end = start + _NORMALIZED_AT_ONCE
        for position in range(end, end + 1000):
            if not text[position].isalnum():
                end = position
                break
        yield text[start:end]
        start = end
    yield text[start:]


@cache
def _widths() -> dict[int, str]:
    forms = {code: unicodedata.normalize("NFKC", chr(code)) for code in range(0xFF01, 0xFFEF)}
    forms[0x3000] = " "
    return {code: form for code, form in forms.items() if len(form) == 1 and ord(form) != code}


@cache
def _punctuation() -> dict[int, None]:
    return {
        code: None
        for code in range(sys.maxunicode + 1)
        if unicodedata.category(chr(code)).startswith("P")
    }


Span = tuple[int, int]  # in UTF-16 code units, as Qt counts; empty if something is missing

# What would break a block, or cannot be seen, is shown as a symbol, one for one. Qt takes
# U+2029, U+FDD0 and U+FDD1 for ends of blocks, and a lone surrogate is no text.
_BOX = "\u25af"
_SYMBOLS = str.maketrans("\n\r\f\x85\u2028\u2029", "\u21b5\u2190\u21a1\u21b5\u21b5\u00b6")
_SYMBOLS = dict.fromkeys({*range(32), *range(0x7F, 0xA0)} - {ord("\t")}, ord(_BOX)) | _SYMBOLS
_SYMBOLS |= dict.fromkeys([0xFDD0, 0xFDD1, *range(0xD800, 0xE000)], 0xFFFD)
_SPECIAL = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufdd0\ufdd1]")
_INVISIBLE = re.compile("[\xad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]")
_BEYOND_16_BITS = re.compile("[\U00010000-\U0010ffff]")


def body_length(line: str) -> int:
    return len(without_end(line))


def shown(text: str) -> str:
    return text.translate(_SYMBOLS) if _SPECIAL.search(text) else text


def unhidden(text: str, marks: Sequence[Sequence[int]]) -> str:
    if not _INVISIBLE.search(text):
        return text
    pieces: list[str] = []
    done = 0
    for start, end in marks:
        pieces += [text[done:start], _INVISIBLE.sub(_BOX, text[start:end])]
        done = end
    return "".join([*pieces, text[done:]])


def in_utf16(text: str, marks: Sequence[Sequence[int]]) -> list[Span]:
    wide = [match.start() for match in _BEYOND_16_BITS.finditer(text)]
    return [
        (start + bisect_left(wide, start), end + bisect_left(wide, end)) for start, end in marks
    ]


def characters(text: str, units: int) -> int:
    """Convert a distance in UTF-16 code units into one in characters."""
    found = units
    for match in _BEYOND_16_BITS.finditer(text):
        if match.start() >= found:
            break
        found -= 1
    return min(found, len(text))


# Scripts without spaces between words: each character counts for itself.
_UNSPACED = (
    "\u0e00-\u0eff"  # Thai, Lao
    "\u1000-\u109f\u1780-\u17ff"  # Burmese, Khmer
    "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3038-\u303b"  # radicals, iteration marks, numerals
    "\u3040-\u30ff\u3100-\u312f\u31a0-\u31ff\uff66-\uff9f"  # kana, bopomofo
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # ideographs
)
_CLAUSE = re.compile(r"[^。！？；，、.!?;,|\n]*[。！？；，、.!?;,|\n]+|[^。！？；，、.!?;,|\n]+")

_SHORT_OF_A_WORD = 1000  # how far a boundary moves to the edge of a word
_CHARACTERS = 100_000_000  # the largest product of two lengths that is compared by tokens at once
_SPLIT_AT_ONCE = 200_000  # characters in one call of the library
_TOKEN_EFFORT = 15  # units to cut one character's worth of text into tokens


class InlineChange(NamedTuple):
    """Half-open ranges of characters that differ; on one side the range may be empty."""

    left_start: int
    left_end: int
    right_start: int
    right_end: int


def inline_changes(
    left: str, right: str, effort: Effort, ignoring: Ignored | None = None, *, to_read: bool = True
) -> tuple[InlineChange, ...]:
    """Find the changes to mark in two unequal lines, in ascending order.

    Between, before and after the changes the lines are equal, but for what is ignored. Short equal
    stretches between long changes are marked with them if the result is ``to_read``: chance
    agreements make a rewritten sentence harder to read. If a finer answer costs more than
    ``effort`` allows, the changes are larger and the effort is marked as simplified.

    >>> inline_changes("第一章 总则", "第二章 总则", Effort(10_000, bool))
    (InlineChange(left_start=1, left_end=2, right_start=1, right_end=2),)
    """
    ignoring = ignoring or Ignored()
    left, right = ignoring.unified(left), ignoring.unified(right)
    start, left_end, right_end = _differing_middle(left, right)
    first, second = left[start:left_end], right[start:right_end]
    cost = 800 + _TOKEN_EFFORT * (len(first) + len(second))
    if not first or not second or not effort.spend(cost):
        return (InlineChange(start, left_end, start, right_end),)
    if len(first) * len(second) > _CHARACTERS:
        found = _by_clauses(first, second, effort, ignoring)
    else:
        found = _changes_between(_tokens(first), _tokens(second), effort, ignoring)
    if ignoring:
        rest = ignoring.rest
        found = [
            one for one in found if rest(first[one[0] : one[1]]) != rest(second[one[2] : one[3]])
        ]
    if to_read:
        found = _readable(found, first, equal=not ignoring)
    return tuple(InlineChange(*(position + start for position in change)) for change in found)


def words(line: str) -> list[str]:
    """Return the words of a line (unspaced characters one by one), else its punctuation.

    >>> words("TiDB 数据库, v8.5")
    ['TiDB', '数', '据', '库', 'v8', '5']
    """
    tokens = _tokens(line)
    return [token for token in tokens if token[0].isalnum() or token[0] == "_"] or [
        token for token in tokens if not token.isspace()
    ]


def _differing_middle(left: str, right: str) -> tuple[int, int, int]:
    """Cut equal ends off at word boundaries; return the start, and the end on either side."""
    shorter = min(len(left), len(right))
    start = _equal_length(left, right, shorter)
    least = start - _SHORT_OF_A_WORD
    while start > least and (_inside_word(left, start) or _inside_word(right, start)):
        start -= 1
    end = _equal_length(left[::-1], right[::-1], shorter - start)
    least = max(0, end - _SHORT_OF_A_WORD)
    while end > least and (
        _inside_word(left, len(left) - end) or _inside_word(right, len(right) - end)
    ):
        end -= 1
    return start, len(left) - end, len(right) - end


def _equal_length(left: str, right: str, most: int) -> int:
    """Return the length of the common start, by bisection: long slices are compared fast."""
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

    Combining marks stay with their letter: ``\w`` does not match them.
    """
    marks = ""
    for code in [*range(0x300, 0x20000), *range(0xE0100, 0xE01F0)]:
        if unicodedata.category(chr(code)).startswith("M"):
            if marks.endswith(chr(code - 1)):  # ranges make the pattern several times faster
                marks = marks[:-1] if marks[-2:-1] == "-" else marks + "-"
            marks += chr(code)
    return re.compile(rf"[^\W{_UNSPACED}]+(?:[{marks}]+[^\W{_UNSPACED}]*)*|.[{marks}]*", re.DOTALL)


def _by_clauses(left: str, right: str, effort: Effort, ignoring: Ignored) -> list[InlineChange]:
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
            effort.simplified = True
            found.append(change)
            continue
        tokens, others = _tokens(left[a:a_end]), _tokens(right[b:b_end])
        for c, c_end, d, d_end in _changes_between(tokens, others, effort, ignoring):
            found.append(InlineChange(a + c, a + c_end, b + d, b + d_end))
    return found


def _changes_between(
    left: Sequence[str], right: Sequence[str], effort: Effort, ignoring: Ignored
) -> list[InlineChange]:
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
        piece = _CLAUSE.findall(text, start, start + _SPLIT_AT_ONCE)
        # the last clause may extend beyond the part
        if start + _SPLIT_AT_ONCE < len(text) and len(piece) > 1:
            piece.pop()
        found += piece
        start += sum(map(len, piece))
    return found


def _tokens(text: str) -> list[str]:
    return _tokens_pattern().findall(text)


def _changes(
    left: Sequence[str], right: Sequence[str], matches: Sequence[Match]
) -> list[InlineChange]:
    first = [0, *accumulate(map(len, left))]
    second = [0, *accumulate(map(len, right))]
    return [
        InlineChange(first[gap[0]], first[gap[1]], second[gap[2]], second[gap[3]])
        for gap in gaps(matches, Gap(0, len(left), 0, len(right)))
    ]


def _readable(
    changes: Sequence[InlineChange], left: str, *, equal: bool = True
) -> list[InlineChange]:
    """Join changes with only white space, or a third of their own lengths, between them."""
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
    return max(change.left_end - change.left_start, change.right_end - change.right_start)

"""What differs in two texts: changed words, moved passages, menus, letter case and punctuation.

All is bounded: the result says what was not compared.
"""

import functools
import re
import unicodedata
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Container, Hashable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise, takewhile
from operator import eq
from statistics import median
from typing import NamedTuple

from simcore.text.normal_form import HAN, UNSPACED, marks, simplified

_REORDERED = 0.05
_EVEN_PLACES, _EVEN_SHARE = 5, 0.25


class ChangeSort(StrEnum):
    """The sort of a change, see ``what_differs``."""

    WORDS = "words"
    MENU = "menu"  # short lines at the beginning or end of a text, as pages have to go elsewhere
    CAPITALS = "capitals"  # the words are the same but for letter case or width
    SIGNS = "signs"  # punctuation and other signs


class MovedUnit(StrEnum):
    PARAGRAPH = "paragraph"
    SENTENCE = "sentence"
    LINE = "line"


@dataclass(frozen=True, slots=True)
class TextChange:
    """Text at one place of each side and its words; ``negates``: a word like *not* came or went."""

    sort: ChangeSort
    left: str
    right: str
    left_words: int
    right_words: int
    negates: bool = False


@dataclass(frozen=True, slots=True)
class WordDifferences:
    """What differs in two texts, as a person would say it: see ``what_differs``.

    ``changes`` are in reading order: negations, single words, longer passages, menus, signs and
    letter case; at most 500, ``more`` were left out. ``moved`` counts moved units. ``left_only``
    and ``right_only`` count the changed words on each side, of ``left_words`` and ``right_words``,
    and ``longest`` those of the longest change. ``complete`` is False if the texts are too long:
    then nothing else is known.
    """

    changes: tuple[TextChange, ...] = ()
    more: int = 0
    moved: tuple[tuple[MovedUnit, int], ...] = ()
    left_only: int = 0
    right_only: int = 0
    left_words: int = 0
    right_words: int = 0
    longest: int = 0
    places: int = 0
    complete: bool = True

    @property
    def reordered(self) -> bool:
        """Whether the order is what differs: passages moved, and hardly a word changed."""
        words = self.left_words + self.right_words
        return bool(self.moved) and self.left_only + self.right_only <= _REORDERED * words

    @property
    def one_in(self) -> int | None:
        """One word in so many differs; None unless many places differ evenly and nothing moved."""
        changed = max(self.left_only, self.right_only)
        uneven = self.longest > _EVEN_SHARE * changed
        if self.places < _EVEN_PLACES or uneven or self.moved:
            return None
        return max(2, round(max(self.left_words, self.right_words) / changed))

    def of(self, sort: ChangeSort) -> tuple[TextChange, ...]:
        return tuple(change for change in self.changes if change.sort is sort)


Match = tuple[int, int]

_LEAST_MOVED = 6
_MOST_COMPARED = 1 << 26
_MOST_LIKE = 2_000
_LIKE = 0.7
_WORDS_ASKED = 12


def heaviest_in_order(matches: Sequence[Match], weights: Sequence[int]) -> list[Match]:
    """Return the matches that ascend on both sides and have the greatest weight together.

    ``matches`` ascend on the left; none shares a side with another.
    """
    # the greatest sum up to each right side, with its last match: both ascend
    ends: list[int] = []
    best: list[tuple[int, int]] = []
    before: list[int] = []
    for number, ((_, right), weight) in enumerate(zip(matches, weights, strict=True)):
        at = stop = bisect_left(ends, right)
        weighed, last = best[at - 1] if at else (0, -1)
        before.append(last)
        here = weighed + weight, number
        while stop < len(best) and best[stop] <= here:
            stop += 1  # these end later and weigh no more
        ends[at:stop], best[at:stop] = [right], [here]
    chosen = []
    at = best[-1][1] if best else -1
    while at >= 0:
        chosen.append(matches[at])
        at = before[at]
    return chosen[::-1]


def equal_runs(left: Sequence[Hashable], right: Sequence[Hashable]) -> list[Match] | None:
    """Return the equal items of a longest common subsequence; None if it takes too long."""
    start = sum(takewhile(bool, map(eq, left, right)))
    end = sum(takewhile(bool, map(eq, left[start:][::-1], right[start:][::-1])))
    one, other = left[start : len(left) - end], right[start : len(right) - end]
    found = [(at, at) for at in range(start)]
    if one and other:
        if len(one) * len(other) > _MOST_COMPARED:
            return None
        from rapidfuzz.distance import LCSseq  # noqa: PLC0415 - few commands need it

        for same in LCSseq.opcodes(one, other).as_matching_blocks():
            found += [(start + same.a + at, start + same.b + at) for at in range(same.size)]
    found += [(len(left) - at, len(right) - at) for at in range(end, 0, -1)]
    return found


def matched(
    left: Sequence[tuple[str, ...]], right: Sequence[tuple[str, ...]]
) -> tuple[list[Match], list[Match]]:
    """Return the equal units of two texts by their keys: those in order, and moved ones.

    Units that both texts have once are matched first, then, between these, those in the same order.
    Very short units never count as moved.
    """
    counts = Counter(left), Counter(right)
    places = {key: at for at, key in enumerate(right)}
    once = [
        (at, places[key])
        for at, key in enumerate(left)
        if counts[0][key] == 1 and counts[1].get(key) == 1
    ]
    anchors = heaviest_in_order(once, [len(left[at]) for at, _ in once])
    in_order = list(anchors)
    for (a, c), (b, d) in pairwise([(-1, -1), *anchors, (len(left), len(right))]):
        if b - a > 1 and d - c > 1:
            found = equal_runs(left[a + 1 : b], right[c + 1 : d]) or []
            in_order += [(a + 1 + one, c + 1 + other) for one, other in found]
    in_order.sort()
    taken = {one for one, _ in in_order}, {other for _, other in in_order}
    waiting: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for at, key in enumerate(right):
        if at not in taken[1] and _is_telling(key):
            waiting[key].append(at)
    moved = []
    for at, key in enumerate(left):
        if at not in taken[0] and waiting.get(key):
            moved.append((at, waiting[key].pop(0)))
    return in_order, moved


def _is_telling(key: tuple[str, ...]) -> bool:
    return sum(map(len, key)) >= _LEAST_MOVED


def changed_a_little(
    left: Sequence[tuple[str, ...]],
    right: Sequence[tuple[str, ...]],
    free: tuple[Sequence[int], Sequence[int]],
) -> list[Match]:
    """Return units of ``free`` that changed a little, each with what it became."""
    if len(free[0]) > _MOST_LIKE or len(free[1]) > _MOST_LIKE:
        return []
    having: dict[str, list[int]] = defaultdict(list)
    for at in free[1]:
        for word in set(right[at]):
            having[word].append(at)
    found: list[Match] = []
    taken: set[int] = set()
    for at in free[0]:
        ours = Counter(left[at])
        rare = sorted((word for word in ours if word in having), key=lambda word: len(having[word]))
        near: Counter[int] = Counter()
        for word in rare[:_WORDS_ASKED]:
            near.update(having[word])
        shares: list[tuple[float, int]] = [(0.0, 0)]
        for one in near.keys() - taken:
            theirs = Counter(right[one])
            shares.append((2 * (ours & theirs).total() / (ours.total() + theirs.total()), -one))
        share, there = max(shares)
        if share >= _LIKE and _is_telling(left[at]):
            taken.add(-there)
            found.append((at, -there))
    return found


def blocks(matches: Sequence[Match]) -> list[list[Match]]:
    """Return runs of matches that follow one another on both sides."""
    found: list[list[Match]] = []
    for one, other in sorted(matches):
        if found and found[-1][-1] == (one - 1, other - 1):
            found[-1].append((one, other))
        else:
            found.append([(one, other)])
    return found


_MARKED = "*-+•#>|"
_MINUS = "\u2010\u2212\u2013-"  # the hyphen and the dash are set for it as often
_PLAIN_MINUS = str.maketrans(_MINUS, "-" * len(_MINUS))
_WRAPPED_LEAST, _WRAPPED_MOST = 40, 130
_FEW_LINES = 4
_FULL = 0.7
_WORDS_A_LINE = 12
_TABLE = 0.8


@functools.cache
def _token() -> re.Pattern[str]:
    # compiling the class of marks takes a while
    letter = rf"(?:[^\W_{HAN}{UNSPACED}]|[{marks()}])"
    number = rf"(?:(?<!\w)[{_MINUS}])?\d+(?:[.,:]\d+)*"
    return re.compile(rf"{number}|{letter}+(?:['’]{letter}+)*|[{HAN}{UNSPACED}]|[^\w\s]|_")


_SEPARATORS = re.compile(r"[,;|\t]")
_PARAGRAPH = re.compile(r"\n[^\S\n]*\n")
_ENDS = re.compile(r"[.!?;:…](?=\s)|[。！？；：…]")


class PlacedWord(NamedTuple):
    """A word or a sign; ``key`` is its form for comparison, empty for a sign."""

    start: int
    end: int
    text: str
    key: str


class TextUnit(NamedTuple):
    """A sentence or a line: its words and the signs between them, and its paragraph's number."""

    start: int
    end: int
    paragraph: int
    words: tuple[PlacedWord, ...]
    key: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CutText:
    """A text and its units; ``of_lines`` is whether its paragraphs are single short lines."""

    text: str
    units: Sequence[TextUnit]
    of_lines: bool


@functools.lru_cache(maxsize=1 << 16)
def folded_word(word: str) -> str:
    """Return the form of a word for comparison."""
    plain = word
    if not word.isascii():
        plain = simplified(unicodedata.normalize("NFKC", word).replace("’", "'"))
        plain = plain.translate(_PLAIN_MINUS)
    return plain.casefold() if any(map(str.isalnum, plain)) else ""


def cut(text: str) -> CutText:
    """Cut a text into units with words; a line break ends one unless the text is wrapped."""
    width = _width(text)
    units: list[TextUnit] = []
    words: list[PlacedWord] = []
    paragraph = last = 0
    for found in _token().finditer(text):
        start, end = found.span()
        between = text[last:start]
        if words:
            ends = _between(text, words, start, between, width)
            if ends:
                _close(units, words, paragraph)
                words = []
                paragraph += ends > 1
        words.append(PlacedWord(start, end, found.group(), folded_word(found.group())))
        last = end
    _close(units, words, paragraph)
    paragraphs = len({unit.paragraph for unit in units})
    count = sum(len(unit.key) for unit in units)
    short = not width and paragraphs >= _FEW_LINES and count <= _WORDS_A_LINE * paragraphs
    apart = len(_PARAGRAPH.findall(text)) > paragraphs // 2
    return CutText(text, units, short and not apart and len(units) < 1.5 * paragraphs)


def _close(units: list[TextUnit], words: list[PlacedWord], paragraph: int) -> None:
    keyed = [word for word in words if word.key]
    if keyed:
        key = tuple(word.key for word in keyed)
        units.append(TextUnit(keyed[0].start, keyed[-1].end, paragraph, tuple(words), key))
    elif units and words:  # signs alone belong to the unit before them
        units[-1] = units[-1]._replace(words=(*units[-1].words, *words))


def _between(text: str, words: Sequence[PlacedWord], start: int, between: str, width: float) -> int:
    """Return 2 if a paragraph ends before a word, 1 if a sentence does, else 0."""
    if "\n" in between:
        if not width or _PARAGRAPH.search(between):
            return 2
        line_end = text.index("\n", words[-1].end)
        line = line_end - (text.rfind("\n", 0, line_end) + 1)
        if line < _FULL * width or text[start] in _MARKED:
            return 2
    before = words[-1]
    return int(not before.key and _ENDS.match(text, before.start) is not None)


def _width(text: str) -> float:
    """Return the width that the lines of a text are broken to, 0 if they are not."""
    lines = text[:200_000].split("\n")
    full = [
        len(line.rstrip())
        for line, following in pairwise(lines)
        if line.strip() and following.strip()
    ]
    if len(full) < _FEW_LINES:
        return 0
    # a table: nearly all lines have as many separators of cells, at least two
    filled = [line for line in lines if line.strip()]
    cells = Counter(len(_SEPARATORS.findall(line)) for line in filled)
    ((most, count),) = cells.most_common(1)
    if most > 1 and count >= _TABLE * len(filled):
        return 0
    usual = median(full)
    # a line that is broken to a width is nearly full, and those of a list are of any length
    near = sum(usual * 0.8 <= one <= usual * 1.2 for one in full)
    wrapped = _WRAPPED_LEAST <= usual <= _WRAPPED_MOST and near >= 0.6 * len(full)
    return usual if wrapped else 0


LONGEST_TEXT = 1_000_000  # characters
_MOST_CHANGES = 500
_SHOWN_CHARACTERS = 60
_FEW_WORDS = 6
_MENU_UNITS, _MENU_WORDS = 3, 5
_SHAPES = str.maketrans("‘’‚“”„«»‐‑–—，。：；！？（）", '\'\'\'"""""----,.:;!?()')
_NEGATIONS = frozenset(
    "not no never none nothing nobody neither nor without cannot nicht kein keine keinen keiner "
    "nie ohne ne pas jamais sans aucun aucune non sin nunca ningún не нет ни без никогда "
    "不 没 沒 无 無 未 非 勿 莫 否 لا لم لن ليس غير नहीं न मत बिना ไม่".split()
)


def what_differs(
    left: str, right: str, are_pages: tuple[bool, bool] = (False, False)
) -> WordDifferences:
    """Return what differs in two texts. Only ``are_pages`` of the web have menus.

    >>> found = what_differs("It may be opened. Rain falls.", "Rain falls. It may not be opened.")
    >>> [(one.left, one.right, one.sort.value, one.negates) for one in found.changes]
    [('', 'not', 'words', True)]
    >>> [(unit.value, count) for unit, count in found.moved]
    [('sentence', 1)]
    """
    if len(left) > LONGEST_TEXT or len(right) > LONGEST_TEXT:
        return WordDifferences(complete=False)
    one, other = cut(left), cut(right)
    return _UnitComparison(one, other, are_pages).differences()


class _UnitComparison:
    def __init__(self, left: CutText, right: CutText, are_pages: tuple[bool, bool]) -> None:
        self._sides, self._are_pages = (left, right), are_pages
        keys = [[unit.key for unit in side.units] for side in self._sides]
        self._in_order, self._moved = matched(keys[0], keys[1])
        known = [{match[side] for match in [*self._in_order, *self._moved]} for side in (0, 1)]
        self._gaps = list(self._gaps_of(known))
        free = [[at for gap in self._gaps for at in gap[side]] for side in (0, 1)]
        gap_of: tuple[dict[int, int], dict[int, int]] = ({}, {})
        for number, gap in enumerate(self._gaps):
            for side in (0, 1):
                gap_of[side].update(dict.fromkeys(gap[side], number))
        # units that moved and changed; those that changed in place are in gaps
        self._changed = [
            (one, other)
            for one, other in changed_a_little(keys[0], keys[1], (free[0], free[1]))
            if gap_of[0][one] != gap_of[1][other]
        ]
        self._told: list[TextChange] = []
        self._only = [0, 0]

    def _gaps_of(self, known: Sequence[Container[int]]) -> Iterator[tuple[list[int], list[int]]]:
        """Yield the units without an equal one, left and right, between those in order."""
        end = len(self._sides[0].units), len(self._sides[1].units)
        for before, behind in pairwise([(-1, -1), *self._in_order, end]):
            left, right = (
                [at for at in range(before[side] + 1, behind[side]) if at not in known[side]]
                for side in (0, 1)
            )
            if left or right:
                yield left, right

    def differences(self) -> WordDifferences:
        changed = {one for one, _ in self._changed}, {other for _, other in self._changed}
        for gap in self._gaps:
            left, right = ([at for at in gap[side] if at not in changed[side]] for side in (0, 1))
            self._compare(left, right)
        for one, other in self._changed:
            self._compare([one], [other])
        for one, other in [*self._in_order, *self._moved]:
            self._compare_signs(self._sides[0].units[one], self._sides[1].units[other])
        words = [change for change in self._told if change.sort is ChangeSort.WORDS]
        return WordDifferences(
            changes=tuple(sorted(self._told, key=_telling)[:_MOST_CHANGES]),
            more=max(0, len(self._told) - _MOST_CHANGES),
            moved=self._moved_units([*self._moved, *self._changed]),
            left_only=self._only[0],
            right_only=self._only[1],
            left_words=sum(len(unit.key) for unit in self._sides[0].units),
            right_words=sum(len(unit.key) for unit in self._sides[1].units),
            longest=max((max(one.left_words, one.right_words) for one in words), default=0),
            places=len(words),
        )

    def _moved_units(self, moved: Sequence[Match]) -> tuple[tuple[MovedUnit, int], ...]:
        """Count what moved: whole paragraphs as such, else sentences."""
        units = self._sides[0].units
        if self._sides[0].of_lines and self._sides[1].of_lines:
            return ((MovedUnit.LINE, len(moved)),) if moved else ()
        sizes = Counter(unit.paragraph for unit in units)
        counted = {MovedUnit.PARAGRAPH: 0, MovedUnit.SENTENCE: 0}
        for block in blocks(moved):
            here = Counter(units[one].paragraph for one, _ in block)
            for paragraph, count in here.items():
                whole = count == sizes[paragraph]
                unit = MovedUnit.PARAGRAPH if whole else MovedUnit.SENTENCE
                counted[unit] += 1 if whole else count
        return tuple((unit, count) for unit, count in counted.items() if count)

    def _compare(self, left: Sequence[int], right: Sequence[int]) -> None:
        both = left, right
        if not all(both):
            for side, units in enumerate(both):
                self._tell_alone(side, units)
            return
        sides = [[self._sides[side].units[at] for at in both[side]] for side in (0, 1)]
        words = [[word for unit in side for word in unit.words if word.key] for side in sides]
        keys = [[word.key for word in side] for side in words]
        found = equal_runs(keys[0], keys[1])
        if found is None:
            self._tell_long(words)
            return
        self._tell_changes(words, found)
        signs = [_signs([word for unit in side for word in unit.words]) for side in sides]
        self._tell_letters([(words[0][one], words[1][other]) for one, other in found])
        for before, match in pairwise([(-1, -1), *found]):
            # signs beside a changed word belong to the change
            if match == (before[0] + 1, before[1] + 1):
                self._tell_signs(signs[0][match[0]], signs[1][match[1]])

    def _tell_alone(self, side: int, units: Sequence[int]) -> None:
        """Report units of one text at a place where the other has nothing."""
        count = len(self._sides[side].units)
        for block in blocks([(at, at) for at in units]):
            run = [at for at, _ in block]
            some = [self._sides[side].units[at] for at in run]
            words = sum(len(unit.key) for unit in some)
            at_an_end = run[0] <= count // 4 or run[-1] >= count - 1 - count // 4
            is_menu = at_an_end and len(run) >= _MENU_UNITS and self._is_menu(side, some)
            if not is_menu:
                self._only[side] += words
            shown = self._shown(side, some[0].start, some[-1].end)
            keys = {key for unit in some for key in unit.key}
            negates = words <= _FEW_WORDS and not _NEGATIONS.isdisjoint(keys)
            sort = ChangeSort.MENU if is_menu else ChangeSort.WORDS
            found = ("", shown, 0, words) if side else (shown, "", words, 0)
            self._told.append(TextChange(sort, *found, negates))

    def _is_menu(self, side: int, units: Sequence[TextUnit]) -> bool:
        if not self._are_pages[side]:
            return False
        text = self._sides[side].text
        short = sum(
            len(unit.key) <= _MENU_WORDS and not text[unit.end : unit.end + 1].strip(" \n\t|>»·-")
            for unit in units
        )
        return short >= 0.8 * len(units)

    def _tell_long(self, words: Sequence[Sequence[PlacedWord]]) -> None:
        """Report passages that are too long to be compared word by word."""
        counts = [Counter(word.key for word in side) for side in words]
        lost, come = (counts[0] - counts[1]).total(), (counts[1] - counts[0]).total()
        self._only[0] += lost
        self._only[1] += come
        shown = [self._shown(side, words[side][0].start, words[side][-1].end) for side in (0, 1)]
        self._told.append(TextChange(ChangeSort.WORDS, shown[0], shown[1], lost, come))

    def _tell_changes(self, words: Sequence[Sequence[PlacedWord]], equal: Sequence[Match]) -> None:
        ends = [(-1, -1), *equal, (len(words[0]), len(words[1]))]
        spans = [
            [a + 1, b, c + 1, d] for (a, c), (b, d) in pairwise(ends) if b - a > 1 or d - c > 1
        ]
        merged: list[list[int]] = []
        for span in spans:
            # two changes with a single small word between them are one
            near = merged and span[0] - merged[-1][1] <= 1
            if near and _sizes(span) + _sizes(merged[-1]) > _FEW_WORDS:
                merged[-1][1], merged[-1][3] = span[1], span[3]
            else:
                merged.append(span)
        for a, b, c, d in merged:
            sides = words[0][a:b], words[1][c:d]
            self._only[0] += b - a
            self._only[1] += d - c
            one, other = (not _NEGATIONS.isdisjoint(word.key for word in side) for side in sides)
            negates = one != other and max(b - a, d - c) <= _FEW_WORDS
            here, there = (
                self._shown(side, some[0].start, some[-1].end) if some else ""
                for side, some in enumerate(sides)
            )
            self._told.append(TextChange(ChangeSort.WORDS, here, there, b - a, d - c, negates))

    def _compare_signs(self, left: TextUnit, right: TextUnit) -> None:
        ours, theirs = ([word.text for word in unit.words] for unit in (left, right))
        if ours == theirs:
            return
        here, there = ([word for word in unit.words if word.key] for unit in (left, right))
        self._tell_letters(list(zip(here, there, strict=True)))
        for before, after in zip(_signs(left.words), _signs(right.words), strict=True):
            self._tell_signs(before, after)

    def _tell_letters(self, equal: Sequence[tuple[PlacedWord, PlacedWord]]) -> None:
        other = [pair for pair in equal if pair[0].text != pair[1].text]
        if other:
            here, there = (
                self._shown(side, one.start, one.end) for side, one in enumerate(other[0])
            )
            count = len(other)
            self._told.append(TextChange(ChangeSort.CAPITALS, here, there, count, count))

    def _tell_signs(self, left: str, right: str) -> None:
        if left != right:
            self._told.append(TextChange(ChangeSort.SIGNS, left, right, 0, 0))

    def _shown(self, side: int, start: int, end: int) -> str:
        text = self._sides[side].text
        shown = " ".join(text[start : min(end, start + 4 * _SHOWN_CHARACTERS)].split())
        return shown if len(shown) <= _SHOWN_CHARACTERS else shown[:_SHOWN_CHARACTERS] + "…"


def _sizes(span: Sequence[int]) -> int:
    return max(span[1] - span[0], span[3] - span[2])


def _signs(words: Sequence[PlacedWord]) -> list[str]:
    """Return the signs before each word, and behind the last; quotes and dashes are unified."""
    found = [""]
    for word in words:
        if word.key:
            found.append("")
        else:
            found[-1] += word.text.translate(_SHAPES)
    return found


def _telling(change: TextChange) -> tuple[bool, int, int]:
    """Return a sort key by what a change tells a person; the order of the text stays."""
    size = max(change.left_words, change.right_words)
    sorts = [ChangeSort.WORDS, ChangeSort.MENU, ChangeSort.SIGNS, ChangeSort.CAPITALS]
    long = 0 if size <= _FEW_WORDS else -size
    return not change.negates, 2 * sorts.index(change.sort) + (long < 0), long

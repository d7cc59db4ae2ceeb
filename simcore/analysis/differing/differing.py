"""What differs in two texts: changed words, moved passages, menus, letter case and punctuation."""

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from itertools import pairwise

from simcore.analysis.differing.changes import ChangeSort, MovedUnit, TextChange, WordDifferences
from simcore.analysis.differing.order import Match, blocks, changed_a_little, equal_runs, matched
from simcore.analysis.differing.units import CutText, PlacedWord, TextUnit, cut

LONGEST_TEXT = 1_000_000
"""Characters: longer texts are not compared here."""

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
    """Return what differs in two texts.

    Only what ``are_pages`` of the web has menus.

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
    """Compares two texts that were cut into units."""

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
        # what changed on the way is told of where it came to, what changed in its place there
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
        """Count what moved: whole paragraphs as these, else sentences."""
        units = self._sides[0].units
        if self._sides[0].of_lines and self._sides[1].of_lines:
            return ((MovedUnit.LINE, len(moved)),) if moved else ()
        sizes = Counter(unit.paragraph for unit in units)
        paragraphs = sentences = 0
        for block in blocks(moved):
            here = Counter(units[one].paragraph for one, _ in block)
            for paragraph, count in here.items():
                if count == sizes[paragraph]:
                    paragraphs += 1
                else:
                    sentences += count
        counted = (MovedUnit.PARAGRAPH, paragraphs), (MovedUnit.SENTENCE, sentences)
        return tuple((unit, count) for unit, count in counted if count)

    def _compare(self, left: Sequence[int], right: Sequence[int]) -> None:
        """Tell what differs in the units of one gap."""
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
        beside = [(-1, -1), *found]
        for before, match in pairwise(beside):
            # what stands beside a changed word belongs to the change
            if match == (before[0] + 1, before[1] + 1):
                self._tell_signs(signs[0][match[0]], signs[1][match[1]])

    def _tell_alone(self, side: int, units: Sequence[int]) -> None:
        """Tell what only one text has, where the other has nothing."""
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
        """Return whether units are short lines without a sentence."""
        if not self._are_pages[side]:
            return False
        text = self._sides[side].text
        short = sum(
            len(unit.key) <= _MENU_WORDS and not text[unit.end : unit.end + 1].strip(" \n\t|>»·-")
            for unit in units
        )
        return short >= 0.8 * len(units)

    def _tell_long(self, words: Sequence[Sequence[PlacedWord]]) -> None:
        """Tell of passages that are too long to be compared word by word."""
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
            if (
                merged
                and span[0] - merged[-1][1] <= 1
                and _sizes(span) + _sizes(merged[-1]) > _FEW_WORDS
            ):
                merged[-1][1], merged[-1][3] = span[1], span[3]
            else:
                merged.append(span)
        for a, b, c, d in merged:
            sides = words[0][a:b], words[1][c:d]
            self._only[0] += b - a
            self._only[1] += d - c
            keys = [{word.key for word in side} for side in sides]
            denied = [not _NEGATIONS.isdisjoint(side) for side in keys]
            shown = [
                self._shown(side, some[0].start, some[-1].end) if some else ""
                for side, some in enumerate(sides)
            ]
            negates = denied[0] != denied[1] and max(b - a, d - c) <= _FEW_WORDS
            self._told.append(
                TextChange(ChangeSort.WORDS, shown[0], shown[1], b - a, d - c, negates)
            )

    def _compare_signs(self, left: TextUnit, right: TextUnit) -> None:
        """Tell what differs in two units of the same words: signs, and letter case."""
        ours, theirs = ([word.text for word in unit.words] for unit in (left, right))
        if ours == theirs:
            return
        here, there = ([word for word in unit.words if word.key] for unit in (left, right))
        self._tell_letters(list(zip(here, there, strict=True)))
        for before, after in zip(_signs(left.words), _signs(right.words), strict=True):
            self._tell_signs(before, after)

    def _tell_letters(self, equal: Sequence[tuple[PlacedWord, PlacedWord]]) -> None:
        """Tell which equal words are written in other letters."""
        other = [pair for pair in equal if pair[0].text != pair[1].text]
        if other:
            shown = [self._shown(side, other[0][side].start, other[0][side].end) for side in (0, 1)]
            count = len(other)
            self._told.append(TextChange(ChangeSort.CAPITALS, shown[0], shown[1], count, count))

    def _tell_signs(self, left: str, right: str) -> None:
        if left != right:
            self._told.append(TextChange(ChangeSort.SIGNS, left, right, 0, 0))

    def _shown(self, side: int, start: int, end: int) -> str:
        """Return a range of a text on one line, its beginning if it is long."""
        text = self._sides[side].text
        shown = " ".join(text[start : min(end, start + 4 * _SHOWN_CHARACTERS)].split())
        return shown if len(shown) <= _SHOWN_CHARACTERS else shown[:_SHOWN_CHARACTERS] + "…"


def _sizes(span: Sequence[int]) -> int:
    return max(span[1] - span[0], span[3] - span[2])


def _signs(words: Sequence[PlacedWord]) -> list[str]:
    """Return the signs before each word, and behind the last.

    Quotation marks and dashes of other shapes are the same.
    """
    found = [""]
    for word in words:
        if word.key:
            found.append("")
        else:
            found[-1] += word.text.translate(_SHAPES)
    return found


def _telling(change: TextChange) -> tuple[bool, int, int]:
    """Return a key that orders changes by what they tell a person; the order of the text stays."""
    size = max(change.left_words, change.right_words)
    sorts = [ChangeSort.WORDS, ChangeSort.MENU, ChangeSort.SIGNS, ChangeSort.CAPITALS]
    long = 0 if size <= _FEW_WORDS else -size
    return not change.negates, 2 * sorts.index(change.sort) + (long < 0), long

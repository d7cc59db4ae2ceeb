"""What differs in two texts in words, for the window: the most telling first."""

import html
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from simcore import ChangeSort, MovedUnit, OnlyIn, Passage, TextChange, WordDifferences

from ...language.punctuation import clauses, phrases
from ...language.resemblance_words import only_in_text
from ...language.wording import count_text, printable

translate = QCoreApplication.translate  # the name lupdate looks for

_SHOWN, _FEW = 6, 6
_LONG = 30


class SideNames(NamedTuple):
    """What the two texts are called: in a sentence, and again in its second half."""

    left: str
    right: str
    left_again: str
    right_again: str
    left_in_right: str
    right_in_left: str
    short_left: str
    short_right: str
    of_left: str
    of_right: str


def side_names(*, of_any_files: bool) -> SideNames:
    """Return what the texts are called: of any two files none is kept."""
    if of_any_files:
        return SideNames(
            translate("Why", "the left text"),
            translate("Why", "the right text"),
            translate("Why", "the left one"),
            translate("Why", "the right one"),
            translate("Why", "Left in right"),
            translate("Why", "Right in left"),
            translate("Why", "left"),
            translate("Why", "right"),
            translate("Why", "of the left document"),
            translate("Why", "of the right document"),
        )
    return SideNames(
        translate("Why", "the kept text"),
        translate("Why", "the chosen text"),
        translate("Why", "the kept one"),
        translate("Why", "the chosen one"),
        translate("Why", "Kept in chosen"),
        translate("Why", "Chosen in kept"),
        translate("Why", "kept"),
        translate("Why", "chosen"),
        translate("Why", "of the kept document"),
        translate("Why", "of the chosen document"),
    )


def difference_words(
    found: WordDifferences, names: SideNames, *, chinese: bool, only_in: OnlyIn | None
) -> list[str]:
    """Return sentences on what differs, as rich text; none where no word, sign or letter does.

    What the texts differ ``only_in`` comes first; other letters make no other words then.
    """
    if not found.complete:
        return [translate("Why", "The texts are too long to be compared word by word")]
    said = [_first_large(one) for one in _said(found, names, chinese=chinese)]
    if only_in is not None:
        return [_first_large(only_in_text(only_in)), *said]
    if found.places:
        said.append(_first_large(_amount(found, names, chinese=chinese)))
    return said


def moved_words(found: WordDifferences) -> str:
    """Return how much stands elsewhere, in a phrase."""
    words = {
        MovedUnit.PARAGRAPH: (
            translate("Why", "1 paragraph moved"),
            translate("Why", "{0} paragraphs moved"),
        ),
        MovedUnit.SENTENCE: (
            translate("Why", "1 sentence moved"),
            translate("Why", "{0} sentences moved"),
        ),
        MovedUnit.LINE: (translate("Why", "1 line moved"), translate("Why", "{0} lines moved")),
    }
    return phrases(
        words[unit][0] if count == 1 else words[unit][1].format(count_text(count))
        for unit, count in found.moved
    )


def _said(found: WordDifferences, names: SideNames, *, chinese: bool) -> Iterator[str]:
    words = found.of(ChangeSort.WORDS)
    short = [one for one in words if max(one.left_words, one.right_words) <= _FEW]
    for one in short[:_SHOWN]:
        yield _change(one, names)
    if found.moved:
        moved = moved_words(found)
        if not found.changes:
            moved = translate("Why", "nothing but the order differs: {0}").format(moved)
        elif found.reordered:
            moved = translate("Why", "in another order, hardly a word changed: {0}").format(moved)
        yield moved
    for one in found.of(ChangeSort.MENU):
        name, shown = (names.left, one.left) if one.left else (names.right, one.right)
        yield translate("Why", "page navigation only in {0}: {1}").format(name, _quoted(shown))
    long = [one for one in words if max(one.left_words, one.right_words) > _FEW]
    for one in long[:_SHOWN]:
        yield _change(one, names, chinese=chinese)
    left_out = max(0, len(short) - _SHOWN) + max(0, len(long) - _SHOWN) + found.more
    if left_out:
        yield (
            translate("Why", "1 more place")
            if left_out == 1
            else translate("Why", "{0} more places").format(count_text(left_out))
        )
    yield from _small(found, names)


def _small(found: WordDifferences, names: SideNames) -> Iterator[str]:
    signs, capitals = found.of(ChangeSort.SIGNS), found.of(ChangeSort.CAPITALS)
    if signs:
        shown = clauses(_change(one, names) for one in list(dict.fromkeys(signs))[:_SHOWN])
        pattern = (
            translate("Why", "punctuation or signs at 1 place: {1}")
            if len(signs) == 1
            else translate("Why", "punctuation or signs at {0} places: {1}")
        )
        yield pattern.format(count_text(len(signs)), shown)
    if capitals:
        count = sum(one.left_words for one in capitals)
        pattern = (
            translate("Why", "letter case, width or traditional characters of 1 word: {1}")
            if count == 1
            else translate("Why", "letter case, width or traditional characters of {0} words: {1}")
        )
        yield pattern.format(count_text(count), _change(capitals[0], names))


def _change(one: TextChange, names: SideNames, *, chinese: bool = False) -> str:
    left = _counted(one.left, one.left_words, chinese=chinese)
    right = _counted(one.right, one.right_words, chinese=chinese)
    if left and right:
        pattern = translate("Why", "{0} has {1}, {2} has {3}")
        return pattern.format(names.left, left, names.right, right)
    name, shown = (names.left, left) if left else (names.right, right)
    return translate("Why", "{0} has {1}").format(name, shown)


def _counted(text: str, words: int, *, chinese: bool) -> str:
    if not text or words <= _FEW:
        return _quoted(text) if text else ""
    pattern = (
        translate("Why", "{0} ({1} characters)") if chinese else translate("Why", "{0} ({1} words)")
    )
    return pattern.format(_quoted(text), count_text(words))


def _quoted(text: str) -> str:
    quoted = translate("Why", "“{0}”").format(html.escape(printable(text)))
    return f"<b>{quoted}</b>"


def _amount(found: WordDifferences, names: SideNames, *, chinese: bool) -> str:
    pattern = (
        translate("Why", "in all {0} of {1} characters of {4} and {2} of {3} of {5}")
        if chinese
        else translate("Why", "in all {0} of {1} words of {4} and {2} of {3} of {5}")
    )
    counts = found.left_only, found.left_words, found.right_only, found.right_words
    said = pattern.format(*map(count_text, counts), names.left, names.right)
    if found.one_in is None:
        return said
    return phrases((said, one_in_words(found.one_in, chinese=chinese)))


def one_in_words(one_in: int, *, chinese: bool) -> str:
    """Return that one word in so many differs, or one character."""
    if chinese:
        return translate("Why", "about one character in {0} differs").format(count_text(one_in))
    return translate("Why", "about one word in {0} differs").format(count_text(one_in))


def _first_large(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def passage_words(title: str, passages: Sequence[Passage]) -> str:
    """Return the longest of some passages behind a title, as rich text; nothing without a long one.

    What is shorter is told word by word.
    """
    if not passages or passages[0].characters < _LONG:
        return ""
    longest = passages[0]
    pattern = translate("Why", "{0}, {1} characters: {2}")
    return pattern.format(title, count_text(longest.characters), _quoted(longest.text))

"""What differs in two texts, as lines for people: the most telling first."""

import typing
from collections.abc import Iterator

from simcore.analysis.differing.changes import ChangeSort, TextChange, WordDifferences
from simcore.cli.terminal import counted

if typing.TYPE_CHECKING:
    from simcore.analysis.explanation import Explanation

_SHOWN, _FEW = 6, 6


def difference_lines(explained: "Explanation") -> Iterator[str]:
    """Yield what differs in two texts in words, each line as *differs*, and how much in all."""
    found = explained.differences
    if not found.complete:
        yield "differs      too long to be told word by word"
        return
    # that nothing else differs was said
    said_before = explained.pair.only_in is not None
    for said in _said(found, chinese=explained.mostly_chinese, in_general=said_before):
        yield f"differs      {said}"
    if found.places and not said_before:
        yield f"             {_amount(found, chinese=explained.mostly_chinese)}"


def _said(found: WordDifferences, *, chinese: bool, in_general: bool) -> Iterator[str]:
    words = found.of(ChangeSort.WORDS)
    short = [one for one in words if max(one.left_words, one.right_words) <= _FEW]
    for one in short[:_SHOWN]:
        yield _change(one)
    if found.moved:
        moved = " and ".join(counted(count, unit.value) for unit, count in found.moved)
        if not found.changes:
            yield f"nothing but the order: {moved} moved"
        elif found.reordered:
            yield f"in another order: {moved} moved, hardly a word changed"
        else:
            yield f"{moved} moved"
    for one in found.of(ChangeSort.MENU):
        side, shown = ("A", one.left) if one.left else ("B", one.right)
        yield f'page navigation only in {side}: "{shown}"'
    long = [one for one in words if max(one.left_words, one.right_words) > _FEW]
    for one in long[:_SHOWN]:
        yield _change(one, chinese=chinese)
    left_out = max(0, len(short) - _SHOWN) + max(0, len(long) - _SHOWN) + found.more
    if left_out:
        yield counted(left_out, "more place")
    yield from _small(found, no_word=not (words or found.more or in_general))


def _small(found: WordDifferences, *, no_word: bool) -> Iterator[str]:
    """Yield what differs in signs and letter case."""
    signs, capitals = found.of(ChangeSort.SIGNS), found.of(ChangeSort.CAPITALS)
    if signs:
        some = "; ".join(map(_change, list(dict.fromkeys(signs))[:_SHOWN]))
        places = counted(len(signs), "place")
        only = "only " if no_word and not capitals else ""
        yield f"{only}punctuation and signs, at {places}: {some}"
    if capitals:
        count = sum(one.left_words for one in capitals)
        only = "only " if no_word and not signs else ""
        words = counted(count, "word")
        what = f"{only}letter case, width or traditional characters of {words}"
        yield f"{what}: {_change(capitals[0])}"


def _change(one: TextChange, *, chinese: bool = False) -> str:
    """Say what stands at one place; each Chinese character is counted as a word.

    >>> _change(TextChange(ChangeSort.WORDS, "", "not", 0, 1))
    'B has "not"'
    """
    unit = "characters" if chinese else "words"
    sides = (("A", one.left, one.left_words), ("B", one.right, one.right_words))
    said = [
        f'{letter} has "{text}"' + (f" ({count} {unit})" if count > _FEW else "")
        for letter, text, count in sides
        if text
    ]
    return ", ".join(said)


def _amount(found: WordDifferences, *, chinese: bool) -> str:
    """Say how much differs in all."""
    unit = "characters" if chinese else "words"
    said = (
        f"in all {found.left_only} of the {found.left_words} {unit} of A and {found.right_only} of "
        f"the {found.right_words} of B"
    )
    if found.one_in is not None:
        said += f": about one {unit.removesuffix('s')} in {found.one_in}"
    return said

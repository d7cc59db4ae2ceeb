"""What becomes of each character of a text, looked up in a table.

Nearly every text consists of characters whose normal form does not depend on their neighbours, so
it is looked up by code point, in a table filled on demand. Characters that depend on their context
(marks that combine with a letter before them) are left to the Unicode algorithms.

The normal form folds more than a reader overlooks. What it folds too much is noted on the way, so
that what a reader sees of a text need not be made a second time.
"""

import functools
import re
import unicodedata
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.text.chinese_variants import traditional_among

HAN = "\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""Chinese characters, as a character class."""

UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff"
"""Scripts without spaces that are not in the dictionary, likewise."""


def _marks() -> str:
    r"""List combining marks as a character class: Python's ``\w`` excludes them."""
    planes = (*range(0x300, 0x1E00), *range(0x20D0, 0x2100), *range(0xA600, 0xAC00))
    return "".join(chr(c) for c in planes if unicodedata.category(chr(c)).startswith("M"))


MARKS = _marks()
"""Marks that belong to a letter, likewise."""

FOREIGN = rf"(?:[^\W_a-z0-9{HAN}{UNSPACED}]|[{MARKS}])"
"""A letter that is neither ASCII nor Chinese, as an expression."""

BULLETS = "•◦‣⁃▪▫\uf0b7\uf0a7\uf0d8\uf076"
"""Signs before the items of lists, likewise; the last are of the fonts Symbol and Wingdings.

Word processors keep them apart from the text, pages and exported texts do not, so they count as no
part of it. Signs that may mean something, such as boxes that are ticked, are missing here.
"""

DROPPED = re.compile(f"[\u00ad\u034f\u061c\u180e\u200b-\u200f\u2060-\u2064\ufeff{BULLETS}]+")
"""Characters that the normal form does not have: invisible ones, and signs of lists."""

_BESIDE_IDLE = re.compile(f"[{HAN}{UNSPACED}\u3000-\u303f]")
_IDLE_SPACE = re.compile(f" (?={_BESIDE_IDLE.pattern})|(?<={_BESIDE_IDLE.pattern}) ")

_IDLE_BREAK = re.compile(_IDLE_SPACE.pattern.replace(" ", "\n"))

_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")

# the normal form of a character, with flags above the 21 bits of a code point
_CODE = np.uint32(0x1FFFFF)
_IDLE = np.uint32(1 << 21)  # a space beside it has no meaning
_TRADITIONAL = np.uint32(1 << 22)
_DROPPED = np.uint32(1 << 23)
_SEVERAL = np.uint32(1 << 24)  # characters
_IN_CONTEXT = np.uint32(1 << 25)  # its normal form depends on the character before it
_OTHER_LETTER = np.uint32(1 << 26)  # neither ASCII nor Chinese
_UNKNOWN = np.uint32(1 << 27)
_WORD = np.uint32(1 << 28)  # a letter or digit of a script written with spaces
_SEEN = np.uint32(1 << 29)  # its visible form is another than its normal form
_SPACE = np.uint32(0x20)
_LINE_FEED, _CARRIAGE_RETURN = np.uint32(0x0A), np.uint32(0x0D)


def code_points(text: str) -> NDArray[np.uint32]:
    """Return the code points of a text, shape (n,); lone surrogates are allowed.

    >>> code_points("a数").tolist()
    [97, 25968]
    """
    # utf-32-le has one value a character on every machine
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")


def string_of(codes: NDArray[np.uint32]) -> str:
    """Return the text of code points: what ``code_points`` undoes."""
    # NumPy strings drop trailing zeros, and there are none of nothing
    whole = bool(len(codes) and codes[-1])
    return codes.view(f"<U{len(codes)}").item() if whole else _decoded(codes)


def unspaced(character: str) -> bool:
    """Return whether a character is of a script written without spaces, or a sign of one."""
    return _BESIDE_IDLE.match(character) is not None


def fold_spaces(text: str) -> str:
    """Replace white space by one space, and by none beside scripts written without spaces."""
    return _IDLE_SPACE.sub("", " ".join(text.split()))


def seen_spaces(text: str) -> str:
    """Replace white space by one space, and line breaks by none beside scripts without spaces."""
    lines = re.split(r"\s*[\n\x0b\x0c\r]\s*", text.strip())
    return _IDLE_BREAK.sub("", "\n".join(" ".join(line.split()) for line in lines))


@functools.cache
def _foreign_character() -> re.Pattern[str]:
    # compiling it takes longer than importing everything else here
    return re.compile(rf"{FOREIGN}|[{UNSPACED}]")


def _follows(character: str) -> bool:
    """Return whether a character may combine with the one before it: a mark, a Hangul vowel."""
    return unicodedata.category(character)[0] == "M" or "\u1160" <= character <= "\u11ff"


class FoldedText(NamedTuple):
    """A text with its characters and spaces folded, before simplified Chinese.

    ``traditional`` is whether it has traditional Chinese characters, ``foreign`` whether it has
    letters that are neither ASCII nor Chinese. ``seen`` has the characters that look otherwise, in
    order: positions in the text, and what a reader sees instead. Both together are equal for texts
    with one visible form, spaces beside scripts written without them left out; ``spaces`` has the
    positions of those that are seen.
    """

    text: str
    traditional: bool
    foreign: bool
    seen: bytes
    spaces: bytes = b""


def notes_of(at: NDArray[Any], looks: NDArray[Any]) -> bytes:
    """Return ``FoldedText.seen`` of code points at some positions, in their order."""
    return at.astype("<u4").tobytes() + looks.astype("<u4").tobytes()


class CharacterTable:
    """The normal form of every character that turned up so far.

    ``fold`` returns the normal form of a text, and ``see`` its visible form, which ``fold`` turns
    into the same. Both are the truth about them, and applied again they change nothing. Both leave
    the common Chinese characters as they are.
    """

    def __init__(self, fold: Callable[[str], str], see: Callable[[str], str]) -> None:
        self._fold = fold
        self._see = see

    @functools.cached_property
    def _entries(self) -> NDArray[np.uint32]:
        return np.full(0x110000, _UNKNOWN, dtype=np.uint32)

    @functools.cached_property
    def _visible(self) -> NDArray[np.uint32]:
        return np.zeros(0x110000, dtype=np.uint32)

    def _entry(self, character: str) -> int:
        """Return the table entry of a character."""
        if _HAN.match(character):
            return ord(character) | int(_IDLE)  # no algorithm of Unicode changes these
        found = self._fold(character)
        forms = (character, unicodedata.normalize("NFKC", character), found)
        if any(form and _follows(form[0]) for form in forms):
            return int(_IN_CONTEXT)
        if found.isspace():
            return int(_SPACE)
        if len(found) > 1:
            return int(_SEVERAL if self._fold(found) == found else _IN_CONTEXT)
        value = ord(found) if found else int(_DROPPED)
        look = self._see(character)
        if look != found:
            if len(look) != 1:
                return int(_IN_CONTEXT)
            self._visible[ord(character)] = ord(look)
            value |= int(_SEEN)
        if not found:
            return value
        value |= int(_IDLE if _BESIDE_IDLE.match(found) else _WORD * found.isalnum())
        if _foreign_character().match(found):
            value |= int(_OTHER_LETTER)
        return value

    def _looked_up(self, text: str) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
        """Return the code points of a text, and their entries."""
        table = self._entries
        codes = code_points(text)
        values: NDArray[np.uint32] = table.take(codes)
        unknown = codes[values == _UNKNOWN]
        if len(unknown):
            turned_up = set(map(chr, unknown.tolist()))
            if table[ord("的")] == _UNKNOWN and any(map(_HAN.match, turned_up)):
                # others will follow, and looking up all at once takes a tenth of the time
                turned_up.update(_frequent_characters())
            self._learn(turned_up)
            values = table.take(codes)
        return codes, values

    def _learn(self, characters: Iterable[str]) -> None:
        entries = {ord(character): self._entry(character) for character in characters}
        becoming = [chr(entry & int(_CODE)) for entry in entries.values()]
        traditional = set(map(ord, traditional_among(becoming)))
        for code, entry in entries.items():
            value = entry & int(_CODE)
            self._entries[code] = entry | int(_TRADITIONAL) if value in traditional else entry

    def without_context(self, text: str, *, seen: bool = True) -> FoldedText | None:
        """Fold a text; return None if a character depends on its context.

        Without ``seen`` what a reader sees is not noted, which saves a third of the time.
        """
        codes, values = self._looked_up(text)
        special = int(np.bitwise_or.reduce(values, initial=0))
        notes: list[tuple[int, int]] = []
        if special & int(_SEVERAL):
            text, notes = self._expanded(text, codes, values)
            codes, values = self._looked_up(text)
            special = int(np.bitwise_or.reduce(values, initial=0))
        if special & int(_IN_CONTEXT | _SEVERAL):
            return None
        at: NDArray[Any] = np.zeros(0, dtype=np.int64)
        looks: NDArray[Any] = at
        if seen and special & int(_SEEN):
            at = (values >= _SEEN).nonzero()[0]  # the highest flag
            looks = self._visible[codes[at]]
        if notes:
            several = np.array(notes, dtype=np.int64)
            at, looks = np.concatenate([several.T, [at, looks]], axis=1)
        present = None
        if special & int(_DROPPED):
            present = (values & _DROPPED) == 0
            values, codes = values.compress(present), codes.compress(present)
        kept, runs = _kept(values)
        spaces = _spaces(codes, values, runs) if seen and runs.idle.any() else b""
        values = values.compress(kept) & _CODE
        noted = b""
        if seen and len(at):
            if present is not None:
                present[present] = kept
                kept = present
            if notes:
                order = np.argsort(at, kind="stable")
                at, looks = at[order], looks[order]
            noted = notes_of(np.cumsum(kept, dtype=np.int32)[at] - kept[at], looks)
        return FoldedText(
            string_of(values),
            bool(special & int(_TRADITIONAL)),
            bool(special & int(_OTHER_LETTER)),
            noted,
            spaces,
        )

    def _expanded(
        self, text: str, codes: NDArray[np.uint32], values: NDArray[np.uint32]
    ) -> tuple[str, list[tuple[int, int]]]:
        """Replace characters that become several; return positions then of what is seen instead."""
        at = np.flatnonzero(values & _SEVERAL).tolist()
        notes: list[tuple[int, int]] = []
        longer = 0
        forms: dict[int, str] = {}
        differing: dict[int, list[tuple[int, int]]] = {}
        for position in at:
            code = int(codes[position])
            if code not in forms:
                form, look = self._fold(chr(code)), self._see(chr(code))
                forms[code] = form
                # 2 for 2, as in Ĳ, or else all of it at one position
                aligned = len(look) == len(form)
                differing[code] = [
                    (offset * aligned, ord(one))
                    for offset, one in enumerate(look)
                    if not aligned or one != form[offset]
                ] * (look != form)
            notes += [(position + longer + offset, one) for offset, one in differing[code]]
            longer += len(forms[code]) - 1
        for code, form in forms.items():
            text = text.replace(chr(code), form)
        return text, notes

    def may_be_foreign(self, text: str) -> bool:
        """Return whether a normal form may have letters that are neither ASCII nor Chinese."""
        found = int(np.bitwise_or.reduce(self._looked_up(text)[1], initial=0))
        return bool(found & int(_OTHER_LETTER | _IN_CONTEXT | _SEVERAL))


def _frequent_characters() -> str:
    """Return the symbols and the first level of GB 2312: nearly all of modern Chinese."""
    rows = [*range(0xA1, 0xAA), *range(0xB0, 0xD8)]
    double = b"".join(bytes([row, cell]) for row in rows for cell in range(0xA1, 0xFF))
    return double.decode("gb2312", "ignore")


def _decoded(codes: NDArray[np.uint32]) -> str:
    return codes.tobytes().decode("utf-32-le", "surrogatepass")


class _Runs(NamedTuple):
    """Runs of white space: their bounds, whether none of it is kept, and what is dropped before."""

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    idle: NDArray[np.bool_]
    leading: int


def _kept(values: NDArray[np.uint32]) -> tuple[NDArray[np.bool_], _Runs]:
    """Mark the characters that are kept when white space is folded; return its runs inside, too."""
    # the bounds of runs of white space, including the ends of the text
    padded = np.zeros(len(values) + 2, dtype=np.bool_)
    space = padded[1:-1]
    np.equal(values, _SPACE, out=space)
    edges = (padded[1:] != padded[:-1]).nonzero()[0]
    kept: NDArray[np.bool_] = ~space
    starts, ends = edges[::2], edges[1::2]
    first = 1 if len(starts) and starts[0] == 0 else 0
    leading = int(ends[0]) if first else 0
    inside = slice(first, -1 if len(ends) and ends[-1] == len(values) else None)
    starts, ends = starts[inside], ends[inside]
    idle = ((values[starts - 1] | values[ends]) & _IDLE) != 0
    kept[starts[~idle]] = True
    return kept, _Runs(starts, ends, idle, leading)


def _spaces(codes: NDArray[np.uint32], values: NDArray[np.uint32], runs: _Runs) -> bytes:
    """Return where a reader sees a space in runs that are not kept, as positions after folding.

    A line break shows none, except beside a word of letters or digits.
    """
    starts, ends, idle, leading = runs
    lengths = ends - starts
    dropped = lengths - ~idle
    at = (starts + dropped - np.cumsum(dropped) - leading)[idle]
    starts, ends, lengths = starts[idle], ends[idle], lengths[idle]
    if (lengths > 1).any():
        of_each = np.cumsum(lengths)
        white = np.arange(of_each[-1]) + np.repeat(starts - of_each + lengths, lengths)
        broken = np.logical_or.reduceat(_breaks(codes[white]), of_each - lengths)
    else:
        broken = _breaks(codes[starts])
    # of the two sides at least one is idle
    beside_word = (values[starts - 1] | values[ends]) & _WORD
    seen: NDArray[np.int64] = at[~broken | (beside_word != 0)]
    return seen.astype("<u4").tobytes()


def _breaks(codes: NDArray[np.uint32]) -> NDArray[np.bool_]:
    return codes - _LINE_FEED <= _CARRIAGE_RETURN - _LINE_FEED

"""A text as a pane shows it, and where its characters are there; pure values, no widgets."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simcore import Parallels

__all__ = ["PIECE", "ShownPassage", "ShownText", "shown_passages", "shown_text"]

PIECE = 4000
"""How many characters a block may have; Qt lays out and paints a block as a whole."""

_EXCERPT = 60

# one for one, so that places stay: what would break a block does so as a line end, and what cannot
# be seen is a symbol
_ENDS = dict.fromkeys(map(ord, "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"), "\n")
_BOXES = dict.fromkeys({*range(32), *range(0x7F, 0xA0)} - {ord("\t")}, "\u25af")
_NO_TEXT = dict.fromkeys([0xFDD0, 0xFDD1, *range(0xD800, 0xE000)], "\ufffd")
_SHOWN = _BOXES | _NO_TEXT | _ENDS
_BEYOND_16_BITS = re.compile("[\U00010000-\U0010ffff]")
_LONG_LINE = re.compile(f"[^\n]{{{PIECE + 1},}}")

Span = tuple[int, int]
"""A half-open range."""


@dataclass(frozen=True, slots=True)
class ShownText:
    """``text`` as it is shown; ``covered`` are the ranges that the other text has, as Qt counts.

    Qt counts UTF-16 code units. ``breaks`` are the places of the text where a long line was cut,
    ``wide`` those of characters of two units.
    """

    text: str
    covered: tuple[Span, ...]
    breaks: tuple[int, ...]
    wide: tuple[int, ...]

    def span(self, span: Span) -> Span:
        """Give where characters of the text are shown, as Qt counts."""
        return _span(span, self.breaks, self.wide)


@dataclass(frozen=True, slots=True)
class ShownPassage:
    """A passage in both: its length without spaces, how it begins, and where it is shown."""

    characters: int
    excerpt: str
    left: Span
    right: Span


def shown_text(text: str, covered: Sequence[Span]) -> ShownText:
    r"""Prepare a text; ``covered`` are ranges of its characters, in order.

    >>> shown_text("a\r\n\U00020000b", [(3, 5)])
    ShownText(text='a \n\U00020000b', covered=((3, 6),), breaks=(), wide=(3,))
    """
    one_for_one = text.replace("\r\n", " \n").translate(_SHOWN)
    breaks = [
        place
        for line in _LONG_LINE.finditer(one_for_one)
        for place in range(line.start() + PIECE, line.end(), PIECE)
    ]
    wide = tuple(found.start() for found in _BEYOND_16_BITS.finditer(one_for_one))
    edges = [0, *breaks, len(one_for_one)]
    pieces = [one_for_one[a:b] for a, b in pairwise(edges)]
    spans = tuple(_span(each, breaks, wide) for each in covered)
    return ShownText("\n".join(pieces), spans, tuple(breaks), wide)


def _span(span: Span, breaks: Sequence[int], wide: Sequence[int]) -> Span:
    start, stop = span
    return (
        start + bisect_right(breaks, start) + bisect_left(wide, start),
        stop + bisect_left(breaks, stop) + bisect_left(wide, stop),
    )


def shown_passages(
    parallels: "Parallels", left: ShownText, right: ShownText, text: str
) -> tuple[ShownPassage, ...]:
    """List the passages, the longest first; ``text`` is the left one as it was decoded."""
    ordered = sorted(parallels.passages, key=lambda each: (-each.characters, each.left))
    return tuple(
        ShownPassage(
            each.characters,
            " ".join(text[each.left[0] : min(each.left[1], each.left[0] + _EXCERPT)].split()),
            left.span(each.left),
            right.span(each.right),
        )
        for each in ordered
    )

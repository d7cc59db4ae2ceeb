"""The work of the tab "Why these two" in a process: explaining, and preparing the view.

No Qt: the process must not load it.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, overload

from simcore.diff.align import SideText, Tally, tallied
from simcore.model.config import ScanConfig
from simcore.model.formats import flows

if TYPE_CHECKING:
    from simcore.explanation import Explanation
    from simcore.passages import Parallels


PIECE = 4000
"""The most characters of a block, which Qt lays out and paints as a whole."""

_EXCERPT = 60
_LEADING = 200
"""Passages of so many characters are followed wherever they are."""

# each character is replaced by one, so that places stay: whatever would break a block by a line
# end, invisible ones by a symbol
_ENDS = dict.fromkeys(map(ord, "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"), "\n")
_BOXES = dict.fromkeys({*range(32), *range(0x7F, 0xA0)} - {ord("\t")}, "\u25af")
_NO_TEXT = dict.fromkeys([0xFDD0, 0xFDD1, *range(0xD800, 0xE000)], "\ufffd")
_SHOWN = _BOXES | _NO_TEXT | _ENDS
_BEYOND_16_BITS = re.compile("[\U00010000-\U0010ffff]")
_LONG_LINE = re.compile(f"[^\n]{{{PIECE + 1},}}")

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ShownText:
    """The text as shown; ``covered`` are the shared ranges, in UTF-16 code units as in Qt."""

    text: str
    covered: Sequence[Span]


class ShownPassage(NamedTuple):
    """A common passage: its length without spaces, its beginning, its places in the panes."""

    characters: int
    excerpt: str
    left: Span
    right: Span


class ShownPassages(Sequence[ShownPassage]):
    """Passages in the order of the list, as columns: a hundred thousand pass between processes."""

    def __init__(self, passages: Iterable[ShownPassage]) -> None:
        listed = list(passages)
        self._characters = [each.characters for each in listed]
        self._excerpts = [each.excerpt for each in listed]
        self._left = [each.left for each in listed]
        self._right = [each.right for each in listed]

    def __len__(self) -> int:
        return len(self._characters)

    def at(self, place: Span) -> int:
        """Return the passage that has most of a range of the left text, else the nearest."""

        def shared(number: int) -> int:
            start, stop = self._left[number]
            return min(stop, place[1]) - max(start, place[0])

        return max(range(len(self)), key=shared)

    def ways(self) -> tuple["Ways", "Ways"]:
        """Return the ways from the left text to the right one, and back.

        A short passage counts only between the same longer ones in both texts: otherwise a word
        that occurs anywhere would make the other text jump.
        """
        leading: list[tuple[Span, Span]] = []
        for length, one, other in zip(self._characters, self._left, self._right, strict=True):
            at = bisect_left(leading, one, key=lambda both: both[0])
            before, after = leading[max(0, at - 1) : at], leading[at : at + 1]
            in_order = all(both[1][1] <= other[0] for both in before) and all(
                other[1] <= both[1][0] for both in after
            )
            if in_order or length >= _LEADING:
                leading.insert(at, (one, other))
        left, right = [one for one, _ in leading], [other for _, other in leading]
        return Ways(left, right), Ways(right, left)

    @overload
    def __getitem__(self, at: int) -> ShownPassage: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[ShownPassage]: ...

    def __getitem__(self, at: int | slice) -> ShownPassage | Sequence[ShownPassage]:
        if isinstance(at, slice):
            return [self[each] for each in range(*at.indices(len(self)))]
        return ShownPassage(
            self._characters[at], self._excerpts[at], self._left[at], self._right[at]
        )


class Ways:
    """From places of one text to those of the other, by passages.

    Inside a passage and between two, places map evenly. If the next passage is before this one in
    the other text, the first half of the gap follows this one, the second half leads to the next.

    >>> ways = Ways([(10, 20), (30, 40)], [(110, 120), (140, 150)])
    >>> [ways.there(place) for place in (5, 13, 25, 42)]
    [105, 113, 130, 152]
    """

    def __init__(self, here: Sequence[Span], there: Sequence[Span]) -> None:
        order = sorted(range(len(here)), key=here.__getitem__)
        self._here = [here[at] for at in order]
        self._there = [there[at] for at in order]

    def there(self, place: int) -> int:
        count = len(self._here)
        at = bisect_right(self._here, place, key=lambda span: span[0]) - 1
        if not count:
            return place
        if at < 0:
            return max(0, self._there[0][0] - self._here[0][0] + place)
        here, there = self._here[at], self._there[at]
        if place < here[1]:
            return there[0] + (place - here[0]) * (there[1] - there[0]) // (here[1] - here[0])
        beyond = place - here[1]
        if at + 1 == count:
            return there[1] + beyond
        gap, other_gap = self._here[at + 1][0] - here[1], self._there[at + 1][0] - there[1]
        if other_gap >= 0:
            return there[1] + beyond * other_gap // max(1, gap)
        if 2 * beyond < gap:
            return there[1] + beyond
        return max(0, self._there[at + 1][0] - gap + beyond)


class Places(NamedTuple):
    """The positions of a text's characters after long lines are split, in Qt's units.

    ``breaks`` are where long lines are cut, ``wide`` the places of characters of two units.
    """

    breaks: Sequence[int]
    wide: Sequence[int]

    def span(self, span: Span) -> Span:
        start, stop = span
        breaks, wide = self
        return (
            start + bisect_right(breaks, start) + bisect_left(wide, start),
            stop + bisect_left(breaks, stop) + bisect_left(wide, stop),
        )


def shown_text(text: str, covered: Iterable[Span]) -> tuple[ShownText, Places]:
    r"""Prepare a text; ``covered`` are ranges of its characters, in order.

    >>> shown_text("a\r\n\U00020000b", [(3, 5)])[0]
    ShownText(text='a \n\U00020000b', covered=[(3, 6)])
    """
    one_for_one = text.replace("\r\n", " \n").translate(_SHOWN)
    breaks = [
        position
        for line in _LONG_LINE.finditer(one_for_one)
        for position in range(line.start() + PIECE, line.end(), PIECE)
    ]
    positions = Places(breaks, [found.start() for found in _BEYOND_16_BITS.finditer(one_for_one)])
    edges = [0, *breaks, len(one_for_one)]
    pieces = [one_for_one[a:b] for a, b in pairwise(edges)]
    return ShownText("\n".join(pieces), [*map(positions.span, covered)]), positions


def shown_passages(parallels: "Parallels", left: Places, right: Places, text: str) -> ShownPassages:
    """List the passages, the longest first; ``text`` is the left one as decoded."""
    from simcore.text.words import quote_run

    ordered = sorted(parallels.passages, key=lambda each: (-each.characters, each.left))
    return ShownPassages(
        ShownPassage(
            each.characters,
            quote_run(text, *each.left, _EXCERPT),
            left.span(each.left),
            right.span(each.right),
        )
        for each in ordered
    )


@dataclass(frozen=True, slots=True)
class Request:
    """Two files to explain, by a configuration.

    The content hashes are those of the scan, None without one. ``encodings`` are those of
    ``Judgements``; ``elsewhere`` are the names of the two on another machine, if they are there.
    """

    kept: Path
    chosen: Path
    config: ScanConfig
    kept_hash: bytes | None = None
    chosen_hash: bytes | None = None
    encodings: Mapping[bytes, str] = field(default_factory=dict)
    elsewhere: tuple[str, str] = ("", "")

    @property
    def ends(self) -> tuple[tuple[Path, str], tuple[Path, str]]:
        return (self.kept, self.elsewhere[0]), (self.chosen, self.elsewhere[1])

    @property
    def of_any_files(self) -> bool:
        """Whether nothing was scanned: then neither is kept, and neither chosen."""
        return self.kept_hash is None


@dataclass(frozen=True, slots=True)
class Explained:
    """An explanation with all data of the panel; ``left`` is the kept document.

    The sides of ``explanation`` are without texts and words. ``tally`` is None if the texts are too
    long for their differences to be counted.
    """

    request: Request
    explanation: "Explanation"
    left: ShownText
    right: ShownText
    passages: ShownPassages
    left_changed: bool
    right_changed: bool
    tally: Tally | None = None


def explained(request: Request, check: Callable[[], None] = lambda: None) -> Explained:
    """Read and compare two documents, and prepare the data of the panel.

    ``check`` is called between the steps and may raise to stop. Raises ``SimcoreError``.
    """
    from simcore.explanation import explain
    from simcore.passages import find_parallels

    check()
    found = explain(request.kept, request.chosen, request.config, check, request.encodings)
    texts = found.left.text, found.right.text
    parallels = find_parallels(*texts)
    check()
    left, left_positions = shown_text(texts[0], parallels.left)
    right, right_positions = shown_text(texts[1], parallels.right)
    check()
    tally = _tally(found)
    check()
    return Explained(
        request,
        found.without_texts(),
        left,
        right,
        shown_passages(parallels, left_positions, right_positions, texts[0]),
        request.kept_hash not in (None, found.left.content_hash),
        request.chosen_hash not in (None, found.right.content_hash),
        tally,
    )


def _tally(found: "Explanation") -> Tally | None:
    """Count what differs; only in formats of pages are line ends no ends of paragraphs."""
    from simcore.diff.words import MovedUnit

    left, right = (
        SideText(side.text, flows=flows(side.encoding), loose=flows(side.encoding))
        for side in (found.left, found.right)
    )
    counted = tallied(left, right)
    if counted is None or not found.differences.complete:
        return counted
    # both count moved paragraphs; one count is used
    moved = dict(found.differences.moved).get(MovedUnit.PARAGRAPH, 0)
    return counted._replace(moved=moved)

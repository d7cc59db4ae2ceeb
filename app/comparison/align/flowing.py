"""LineEnds of one text broken where the other text breaks, where its own breaks mean nothing.

A page of a PDF ends its lines where the paper does, and a wrapped text at a column; a word
processor's document has paragraphs. Compared line by line nothing would stand beside its
counterpart. So the words of both are matched first, and between words that match in a row the one
text is broken exactly where the other one is. So is what differs inside a line of the other one;
what else only one text has keeps its lines. Formats also differ in the blank lines that they put
between paragraphs: there only lines that end in both texts are set apart as in the other one.
"""

import functools
import itertools
import re
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace

from .matching import Effort, Gap, Match, anchors, gaps
from .rows import PageSort

# a character of a script without spaces, or a run of others
_WIDE = "\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef"
_WORD = rf"[{_WIDE}]|[^\s{_WIDE}]+"
_WIDE_ONE = f"[{_WIDE}]"
_REWRITTEN = 200
"""So many words of one paragraph may differ in a row for it to be still that one."""

_IN_A_ROW = 4
"""So many words in a row seldom occur twice; a single one mostly does."""


@dataclass(frozen=True, slots=True)
class SideText:
    """A text and what its margin shows: the number of each line that is not 0.

    ``flows`` is whether its line breaks mean nothing, ``spaced`` whether its blank lines do,
    ``loose`` whether spaces beside Chinese characters do. The numbers are of the ``pages`` that
    begin in the lines, or where that is None of the lines that they were before.
    """

    text: str
    flows: bool = False
    spaced: bool = False
    loose: bool = False
    numbers: Sequence[int] | None = None
    pages: PageSort | None = None


def flowed(left: SideText, right: SideText, effort: Effort) -> tuple[SideText, SideText]:
    r"""Break the lines of a side that flows where the other one breaks, if one does.

    Of two that flow the right one is broken. Raises ``Stopped``.

    >>> one, two = SideText("a b c d\ne f g\nh", flows=True), SideText("a b c d e f\ng h")
    >>> flowed(one, two, Effort(10_000, bool))[0].text
    'a b c d e f\ng h'
    >>> one, two = SideText("a b\n\nc\nd", spaced=True), SideText("a b\nc d")
    >>> flowed(one, two, Effort(10_000, bool))[0].text
    'a b\nc\nd'
    """
    if right.flows or (right.spaced and not left.flows):
        return left, _broken_as(right, left, effort)
    if left.flows or left.spaced:
        return _broken_as(left, right, effort), right
    return left, right


@dataclass(frozen=True, slots=True)
class _SplitText:
    """The words of a text, and the white space before each of them."""

    found: list[str]
    before: list[str]
    rest: str


@functools.cache
def _compiled(pattern: str) -> re.Pattern[str]:
    # compiling them takes longer than importing everything else here
    return re.compile(pattern)


def _words(text: str, effort: Effort) -> _SplitText:
    found: list[str] = []
    before: list[str] = []
    end = 0
    for number, word in enumerate(_compiled(_WORD).finditer(text)):
        if number % 10_000 == 0:
            effort.spend(0)
        found.append(word[0])
        before.append(text[end : word.start()])
        end = word.end()
    return _SplitText(found, before, text[end:])


def _broken_as(side: SideText, other: SideText, effort: Effort) -> SideText:
    ours, theirs = _words(side.text, effort), _words(other.text, effort)
    partner = _partners(ours.found, theirs.found, effort)
    parts: list[str] = []
    numbers: list[int] = []
    old = new = 0  # the numbers of the lines, in the text and in what becomes of it
    rewritten = _rewritten(partner, theirs) if side.flows else bytes(len(partner))
    for at, word in enumerate(ours.found):
        own = ours.before[at]
        old += own.count("\n")
        space = own[own.rindex("\n") :] if own.count("\n") > 1 else own
        there = partner[at]
        beyond = theirs.before[there] if there >= 0 else ""
        if "\n" in own and "\n" in beyond:
            space = beyond
        elif there >= 0 and (not at or partner[at - 1] == there - 1):
            beside = ours.found[max(0, at - 1) : at + 1] if side.loose else []
            space = _space(space, beyond, side, beside)
        elif rewritten[at] and "\n" in own:
            space = "" if _is_wide(ours.found[at - 1], word) else " "
        new += space.count("\n")
        _number(numbers, new, side, old, begins="\n" in own or not at)
        parts += (space, word)
    ends_alike = side.spaced and partner and partner[-1] == len(theirs.found) - 1
    text = "".join((*parts, theirs.rest if ends_alike else ours.rest))
    numbers += [0] * (text.count("\n") + 1 - len(numbers))
    return replace(side, text=text, numbers=numbers)


def _rewritten(partner: Sequence[int], theirs: _SplitText) -> Sequence[int]:
    """Return for each word whether it stands, or ends, where one line of the other text differs.

    There the other text breaks nowhere between the words that match before and behind. What is
    too long for a change inside a line does not count.
    """
    inside = bytearray(len(partner))
    matched = [at for at, there in enumerate(partner) if there >= 0]
    for before, behind in itertools.pairwise(matched):
        there = range(partner[before] + 1, partner[behind] + 1)
        if 0 < behind - before <= _REWRITTEN and 0 < len(there) <= _REWRITTEN:
            if any("\n" in theirs.before[number] for number in there):
                continue
            inside[before + 1 : behind + 1] = b"\1" * (behind - before)
    return inside


def _is_wide(*words: str) -> bool:
    wide = _compiled(_WIDE_ONE).match
    return all(wide(word) for word in words)


def _space(own: str, theirs: str, side: SideText, beside: Sequence[str]) -> str:
    """Return the white space between two words that match two in a row, one line end at most.

    ``beside`` are these words, if spaces beside Chinese ones mean nothing.
    """
    if "\n" in own or "\n" in theirs:
        return theirs[max(0, theirs.find("\n")) :] if side.flows else own
    if own and "\t" in theirs:
        return theirs  # a cell of a table ends, and not every format has tabs there
    # a page sets Chinese and letters apart a little, and HTML may have ended a line at a space
    return theirs if any(map(_is_wide, beside)) else own


def _number(numbers: list[int], line: int, side: SideText, old: int, *, begins: bool) -> None:
    """Give a line the number of what begins in it first: a page, or a line as it was."""
    numbers += [0] * (line + 1 - len(numbers))
    if numbers[line]:
        return
    if side.pages is None:
        numbers[line] = old + 1
    elif begins and side.numbers:
        numbers[line] = side.numbers[old]


def _partners(left: Sequence[str], right: Sequence[str], effort: Effort) -> Sequence[int]:
    """Return for each word on the left the word on the right that it matches, or -1."""
    first, second = _numbered(left, right)
    matches = anchors(_in_a_row(first, effort), _in_a_row(second, effort), (), effort)
    # what stands between rows that match may match word by word
    whole = Gap(0, len(first), 0, len(second))
    for gap in list(gaps(matches, whole)):
        a, a_end, b, b_end = gap
        inner = anchors(first[a:a_end], second[b:b_end], (), effort)
        matches += [Match(a + one.left, b + one.right) for one in inner]
    partner = array("i", [-1]) * len(first)
    for match in matches:
        partner[match.left] = match.right
    return partner


def _numbered(*texts: Sequence[str]) -> list["array[int]"]:
    numbers: dict[str, int] = {}
    return [
        array("i", [numbers.setdefault(word.casefold(), len(numbers)) for word in words])
        for words in texts
    ]


def _in_a_row(words: "array[int]", effort: Effort) -> Sequence[int]:
    """Return a number for each word and those that follow it."""
    effort.spend(10 * len(words))
    runs = [words[start:] for start in range(_IN_A_ROW)]
    for start, run in enumerate(runs):
        run.extend([-1] * start)
    return [hash(row) for row in zip(*runs, strict=False)]

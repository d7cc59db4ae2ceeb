"""What tells two names apart, in pieces that a reader sees as one: words, numbers, characters."""

import re
from collections.abc import Sequence
from itertools import takewhile

from .text import Run

_PIECES = re.compile(r"\d+|[^\W\d_\u2e80-\U0003ffff]+|.", re.DOTALL)


def pieces_of(name: str) -> list[str]:
    """Split a name: numbers and words of letters are whole, of Chinese each character.

    >>> pieces_of("note 12合同.md")
    ['note', ' ', '12', '合', '同', '.', 'md']
    """
    return _PIECES.findall(name)


def in_common(one: Sequence[str], other: Sequence[str]) -> tuple[int, int]:
    """Return how many items two sequences both begin with, and end with behind those.

    >>> in_common("abcd", "abxxd")
    (2, 1)
    """
    first = sum(1 for _ in takewhile(_equal, zip(one, other, strict=False)))
    rest = zip(reversed(one[first:]), reversed(other[first:]), strict=False)
    return first, sum(1 for _ in takewhile(_equal, rest))


def told(one: Sequence[str], other: Sequence[str]) -> tuple[Run, Run, Run]:
    """Return a text as what another begins with, too, what tells it apart, and what both end with.

    >>> [run.text for run in told(("note", "1", ".", "txt"), ("note", ".", "txt"))]
    ['note', '1', '.txt']
    """
    first, last = in_common(one, other)
    end = len(one) - last
    head, middle, tail = ("".join(part) for part in (one[:first], one[first:end], one[end:]))
    return Run(head), Run(middle, tells=True), Run(tail)


def _equal(pair: tuple[str, str]) -> bool:
    return pair[0] == pair[1]

"""How much two texts differ, counted: characters removed and added, paragraphs moved."""

from typing import NamedTuple

from .alignment import align
from .flowing import SideText, flowed
from .ignored import Ignored
from .inline import inline_changes
from .matching import Effort
from .rows import EFFORT, Alignment

_IGNORED = Ignored(white_space=True, line_ends=True, composition=True)


class Tally(NamedTuple):
    """Characters of the left text alone and of the right one alone, and paragraphs that moved.

    White space does not count.
    """

    removed: int
    added: int
    moved: int


def tallied(left: SideText, right: SideText) -> Tally | None:
    r"""Count the differences of two texts, None where they are too long to be counted in detail.

    Takes a few seconds at most, whatever the texts are.

    >>> tallied(SideText("Rain on Monday.\nb\n"), SideText("Rain on Tuesday.\nb\n"))
    Tally(removed=6, added=7, moved=0)
    """
    effort = Effort(EFFORT, lambda: False)
    one, other = flowed(left, right, effort)
    alignment = align(one.text, other.text, ignoring=_IGNORED)
    if alignment.simplified:
        return None
    removed = added = moved = 0
    for start, end in alignment.differences:
        for row in range(start, end):
            here, there = _lines(alignment, row)
            if row in alignment.moved:
                if there:
                    continue  # counted with the line that it was
                moved += 1
                there = _lines(alignment, alignment.moved[row])[1]
            if here and there:
                # a line that has moved may have changed on the way
                for a, a_end, b, b_end in inline_changes(
                    here, there, effort, _IGNORED, to_read=False
                ):
                    removed += _length(here[a:a_end])
                    added += _length(there[b:b_end])
            else:
                removed += _length(here)
                added += _length(there)
            if effort.simplified:
                return None
    return Tally(removed, added, moved)


def _lines(alignment: Alignment, row: int) -> tuple[str, str]:
    """Return the lines of a row, empty where there is none."""
    return alignment.line(row, left=True) or "", alignment.line(row, left=False) or ""


def _length(text: str) -> int:
    return len("".join(text.split()))

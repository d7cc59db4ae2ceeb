"""A very long line, cut into pieces at corresponding places on both sides."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.comparison.align.inline import Change

__all__ = ["LONGEST", "PIECE", "Piece", "pieces"]

LONGEST = 1000
"""How many characters a block may have; Qt lays out and paints a block as a whole."""

PIECE = 500
"""How many characters the pieces have at most into which longer lines are cut."""


@dataclass(slots=True)
class Piece:
    """Parts of two lines that stand opposite each other, and the changes inside them."""

    whole: Change
    marks: list[Change]


def pieces(length: int, other: int, changes: Sequence[Change]) -> Iterator[Piece]:
    """Cut two lines at corresponding places, if either is too long for one block."""
    if length <= LONGEST and other <= LONGEST:
        yield Piece(Change(0, length, 0, other), list(changes))
        return
    piece = Piece(Change(0, 0, 0, 0), [])
    for stretch, changed in _stretches(length, other, changes):
        a, a_end, b, b_end = stretch
        even = not changed and a_end - a == b_end - b
        while a < a_end or b < b_end:
            start_a, taken_a, start_b, taken_b = piece.whole
            step = min(a_end - a, start_a + PIECE - taken_a)
            other_step = min(b_end - b, start_b + PIECE - taken_b)
            if even:
                step = other_step = min(step, other_step)
            if changed and (step or other_step):
                piece.marks.append(Change(a, a + step, b, b + other_step))
            a, b = a + step, b + other_step
            piece.whole = Change(start_a, a, start_b, b)
            if a < a_end or b < b_end:
                yield piece
                piece = Piece(Change(a, a, b, b), [])
    yield piece


def _stretches(length: int, other: int, changes: Sequence[Change]) -> Iterator[tuple[Change, bool]]:
    """Yield equal and changed stretches in turn.

    Equal ones are equally long on both sides, unless something is ignored.
    """
    a = b = 0
    for change in changes:
        if change.left_start > a or change.right_start > b:
            yield Change(a, change.left_start, b, change.right_start), False
        yield change, True
        a, b = change.left_end, change.right_end
    if length > a or other > b:
        yield Change(a, length, b, other), False

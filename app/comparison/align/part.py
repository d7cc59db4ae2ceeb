"""A part beside the whole that holds it: where it stands, and what of the whole is around it.

Line by line a part would stand beside the first lines of a book: what is missing before it is no
difference between the two. So the rows around the place of the part are set apart.
"""

import re
from array import array
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

import simcore

from .rows import Alignment, PageSort, PartPlace, RowKind

_LEAST_BREAK = 20
"""So many more lines of the whole between two matching lines may stand inside the part."""

_LEAST_SHARE = 0.05
"""The least share of all that matches for a cluster of lines to be of the part's place."""

_LEAST_FOUND = 0.4
"""The least share of the part's text that has to match for it to have a place at all."""


class PartWords(NamedTuple):
    """Figures of a part: where it begins and ends, of how many lines or ``pages``, and under what.

    ``heading`` is empty where none is known. Of ``lines`` of the part ``differ`` are not in the
    whole word for word.
    """

    first: int
    last: int
    total: int
    pages: PageSort | None
    heading: str
    lines: int
    differ: int


def placed(alignment: Alignment, *, part_left: bool) -> Alignment:
    """Return an alignment with the part where it stands; the same where it has no one place.

    ``part_left`` tells which side is the part. Rows of the whole before and after are of the kind
    ``OUTSIDE``, and none of the differences; a row of the kind ``BEGINS`` has neither side.
    Matching lines far from the others, such as a title in a table of contents, match no longer.
    """
    ours, theirs = alignment.left_positions, alignment.right_positions
    if not part_left:
        ours, theirs = theirs, ours
    bounds = _bounds(alignment, ours, theirs, part_left=part_left)
    if bounds is None:
        return alignment
    first, last = bounds
    before = [position for position in theirs[:first] if position >= 0]
    after = [position for position in theirs[last + 1 :] if position >= 0]
    own_before = [position for position in ours[:first] if position >= 0]
    own_after = [position for position in ours[last + 1 :] if position >= 0]
    only = (RowKind.ONLY_LEFT if part_left else RowKind.ONLY_RIGHT).value
    part = array("i", [-1] * (len(before) + 1))
    part.extend([*own_before, *ours[first : last + 1], *own_after, *[-1] * len(after)])
    whole = array("i", [*before, -1, *[-1] * len(own_before), *theirs[first : last + 1]])
    whole.extend([*[-1] * len(own_after), *after])
    kinds = (
        RowKind.OUTSIDE.value * len(before)
        + RowKind.BEGINS.value
        + only * len(own_before)
        + alignment.kinds[first : last + 1]
        + only * len(own_after)
        + RowKind.OUTSIDE.value * len(after)
    )
    lefts, rights = (part, whole) if part_left else (whole, part)
    return replace(
        alignment,
        left_positions=lefts,
        right_positions=rights,
        kinds=kinds,
        differences=[run.span() for run in re.finditer(r"[~+-]+", kinds)],
        moved=_moved(alignment, lefts, rights),
        part=PartPlace(len(before), len(kinds) - len(after), part_left),
    )


def part_words(alignment: Alignment) -> PartWords | None:
    """Return the figures of the part of a placed alignment, None where there is none."""
    place = alignment.part
    if place is None:
        return None
    left = not place.part_left
    positions = alignment.left_positions if left else alignment.right_positions
    lines = alignment.left if left else alignment.right
    inside = [position for position in positions[place.begin : place.end] if position >= 0]
    margin = alignment.margins[0 if left else 1]
    count = len(lines) if margin is None else max(margin.numbers, default=0)
    part = alignment.right if left else alignment.left
    part_rows = alignment.right_positions if left else alignment.left_positions
    differ = sum(
        position >= 0 and kind != RowKind.EQUAL.value
        for position, kind in zip(part_rows, alignment.kinds, strict=True)
    )
    return PartWords(
        _number(alignment, inside[0], left=left),
        _number(alignment, inside[-1], left=left),
        count,
        None if margin is None else margin.pages,
        simcore.heading_above(lines, inside[0]),
        len(part),
        differ,
    )


def _bounds(
    alignment: Alignment, ours: Sequence[int], theirs: Sequence[int], *, part_left: bool
) -> tuple[int, int] | None:
    """Return the first and the last row of the part's place."""
    lines = alignment.left if part_left else alignment.right
    matched = [row for row, position in enumerate(ours) if position >= 0 and theirs[row] >= 0]
    weights = {row: len(lines[ours[row]].strip()) for row in matched}
    allowed = max(_LEAST_BREAK, len(lines) // 10)
    clusters: list[list[int]] = []
    for before, row in pairwise([-1, *matched]):
        more = 0 if before < 0 else (theirs[row] - theirs[before]) - (ours[row] - ours[before])
        if before < 0 or more > allowed:
            clusters.append([])
        clusters[-1].append(row)
    total = sum(weights.values())
    if total < _LEAST_FOUND * sum(len(line.strip()) for line in lines) or not total:
        return None
    heavy = [
        cluster
        for cluster in clusters
        if sum(weights[row] for row in cluster) >= _LEAST_SHARE * total
    ]
    return heavy[0][0], heavy[-1][-1]


def _moved(alignment: Alignment, lefts: Sequence[int], rights: Sequence[int]) -> dict[int, int]:
    """Return where moved lines stand now."""
    if not alignment.moved:
        return {}
    by_left = {position: row for row, position in enumerate(lefts) if position >= 0}
    by_right = {position: row for row, position in enumerate(rights) if position >= 0}

    def now(row: int) -> int:
        left = alignment.left_positions[row]
        return by_left[left] if left >= 0 else by_right[alignment.right_positions[row]]

    return {now(row): now(other) for row, other in alignment.moved.items()}


def _number(alignment: Alignment, line: int, *, left: bool) -> int:
    """Return the number of a line, or of the page that it stands on; 1 at least."""
    for position in range(line, -1, -1):
        number, _ = alignment.margin_number(position, left=left)
        if number:
            return number
    return 1

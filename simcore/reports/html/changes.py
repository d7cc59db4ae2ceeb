"""What differs in two texts, and where a part stands, as pieces of a page."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from simcore.reports.html.differences import (
    MOST_CHARACTERS,
    MOST_LINES,
    DifferingLine,
    TextDifferences,
    filled_lines,
)
from simcore.reports.html.escaping import safe_html, said_html
from simcore.reports.html.words import ReportWords

_LONGEST_LINE = 600
_LEAST_BREAK = 20
"""So many more lines of the whole between two matching lines may stand inside the part."""

_LEAST_SHARE = 0.05
"""The least share of all that matches for a cluster of lines to be of the part's place."""

_LEAST_FOUND = 0.4
"""The least share of the part's text that has to match for it to have a place at all."""

_NUMBER = "0-9一二三四五六七八九十百千零〇两IVXLC"
_HEADING = re.compile(
    r"\s*(?:#{1,4}\s+(?P<marked>\S.*?)\s*#*"
    rf"|(?P<named>(?:chapter|part|section)\s+[{_NUMBER}]+\b.*|第\s*[{_NUMBER}]+\s*[章回篇卷编編].*))\s*",
    re.IGNORECASE,
)
_LONGEST_HEADING = 80
_FAR = 5_000
"""So many lines before the part its heading is looked for."""


def where_part_stands(whole: str, part: str, words: ReportWords) -> str:
    """Return where a part stands in the kept document, nothing where it has no one place."""
    place = place_of(whole, part)
    if place is None:
        return ""
    pattern = words.line if place.first == place.last else words.lines
    said = pattern.format(*map(words.count, (place.first, place.last, place.total)))
    if place.heading:
        said = words.below.format(said, place.heading)
    return f'<p class="facts"><bdi>{safe_html(said)}</bdi></p>\n'


def shown_differences(found: TextDifferences, words: ReportWords, *, part: bool) -> str:
    """Return the places in which two texts differ, and what is not shown of them."""
    pieces = []
    if found.places:
        lines = "".join(
            _line(line, words, first=not number)
            for place in found.places
            for number, line in enumerate(place)
        )
        pieces.append(f'<div class="diff">{lines}</div>\n')
    elif not found.not_compared:
        pieces.append(f"<p>{safe_html(words.all_inside if part else words.equal)}</p>\n")
    if found.left_out:
        pieces.append(f"<p>{said_html(words.more, words.count(found.left_out))}</p>\n")
    if found.not_compared:
        pieces.append(f"<p>{said_html(words.not_compared, words.count(found.not_compared))}</p>\n")
    return "".join(pieces)


_SIGNS = {"-": ("gone", "\u2212", "del"), "+": ("come", "+", "ins"), " ": ("same", "\u2002", "")}


def _line(line: DifferingLine, words: ReportWords, *, first: bool) -> str:
    look, sign, element = _SIGNS[line.sign]
    meaning = {"-": words.removed, "+": words.added}.get(line.sign, "")
    titled = f' title="{safe_html(meaning)}"' if meaning else ""
    gap = " gap" if first else ""
    number = f'<span class="no">{words.count(line.number)} {sign}</span>'
    return f'<p class="{look}{gap}"{titled}>{number}<bdi>{_pieces(line, element)}</bdi></p>\n'


def _pieces(line: DifferingLine, element: str) -> str:
    """Return the pieces of a line; of a long one what is around the first change."""
    at = next((number for number, one in enumerate(line.pieces) if one.changed), 0)
    pieces: Sequence[tuple[str, bool]] = [(one.text, one.changed) for one in line.pieces]
    if sum(len(text) for text, _ in pieces) > _LONGEST_LINE:
        before = "".join(text for text, _ in pieces[:at])
        clipped = [("…" + before[-_LONGEST_LINE // 4 :], False)] if before else []
        room = _LONGEST_LINE - sum(len(text) for text, _ in clipped)
        for text, changed in pieces[at:]:
            clipped.append((text if len(text) <= room else f"{text[:room]}…", changed))
            room -= len(text)
            if room <= 0:
                break
        pieces = clipped
    return "".join(
        f"<{element}>{safe_html(text)}</{element}>" if changed and element else safe_html(text)
        for text, changed in pieces
    )


class LinesOfWhole(NamedTuple):
    """The ``first`` and ``last`` line of a part in its whole, of how many, and its heading.

    ``heading`` is empty where none is known.
    """

    first: int
    last: int
    total: int
    heading: str


def heading_above(lines: Sequence[str], first: int) -> str:
    """Return the heading that a line is or stands under, empty if none is known.

    >>> heading_above(["# Rent", "", "Rent is due.", "Chapter 2", "It ends."], 2)
    'Rent'
    """
    for position in range(first, max(-1, first - _FAR), -1):
        line = lines[position]
        found = _HEADING.fullmatch(line) if len(line) <= _LONGEST_HEADING else None
        if found is not None:
            return (found["marked"] or found["named"]).strip()
    return ""


def place_of(whole: str, part: str) -> LinesOfWhole | None:
    r"""Return where a part stands in its whole, None where it has no one place.

    It is the window's place, which aligns the two texts with more care: matching lines far from the
    others, such as a title in a table of contents, do not count.

    >>> place_of("a\nb\n# One\nc\nd\ne\nf", "c\nd\ne")
    LinesOfWhole(first=4, last=6, total=7, heading='One')
    """
    from rapidfuzz.distance import LCSseq  # noqa: PLC0415 - few commands need it

    ours, theirs = (filled_lines(text[:MOST_CHARACTERS], flowing=False) for text in (part, whole))
    own = set(ours.keys)
    possible = [at for at, key in enumerate(theirs.keys) if key in own][:MOST_LINES]
    matched: list[tuple[int, int]] = []
    codes = LCSseq.opcodes(ours.keys[:MOST_LINES], [theirs.keys[at] for at in possible])
    for same in codes.as_matching_blocks():
        matched += enumerate(possible[same.b : same.b + same.size], same.a)
    weights = {at: len(ours.keys[own_at]) for own_at, at in matched}
    total = sum(weights.values())
    if not total or total < _LEAST_FOUND * sum(map(len, ours.keys)):
        return None
    allowed = max(_LEAST_BREAK, len(ours.keys) // 10)
    clusters = [[matched[0][1]]]
    for before, here in pairwise(matched):
        if (here[1] - before[1]) - (here[0] - before[0]) > allowed:
            clusters.append([])
        clusters[-1].append(here[1])
    heavy = [one for one in clusters if sum(weights[at] for at in one) >= _LEAST_SHARE * total]
    first, last = heavy[0][0], heavy[-1][-1]
    return LinesOfWhole(
        theirs.numbers[first],
        theirs.numbers[last],
        len(whole.splitlines()),
        heading_above(theirs.texts, first),
    )

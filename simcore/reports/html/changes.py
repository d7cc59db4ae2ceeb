"""What differs in two texts, and where a part stands, as pieces of a page."""

from collections.abc import Sequence

from simcore.reports.html.differences import DifferingLine, TextDifferences
from simcore.reports.html.escaping import safe_html, said_html
from simcore.reports.html.place import place_of
from simcore.reports.html.words import ReportWords

_LONGEST_LINE = 600


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

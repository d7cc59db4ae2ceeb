"""The lines in which two texts differ, for reading on paper: with some context, and bounded.

A line counts as equal where a reader sees no difference (``simcore.text.normal_form``), whatever
its spaces; empty lines are not looked at. The window aligns the same two texts with more care, and
knows moved paragraphs.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from operator import eq

from simcore.text.characters import HAN, UNSPACED, fold_spaces
from simcore.text.normal_form import visible

MOST_LINES = 20_000
"""Of each text so many lines are compared at most, from the first that differs on."""

MOST_CHARACTERS = 10_000_000
"""Of each text so many characters are looked at."""

MOST_CHANGES = 20
"""So many places are shown at most."""

_MOST_LINES_A_CHANGE = 12
_CONTEXT = 1
_MOST_PAIRED = 60
_ALIKE = 0.4
"""A line is a changed form of another from this share of equal characters on."""

_LONGEST_MARKED = 4_000
_SENTENCE = re.compile(r"[^。！？；.!?;]+[。！？；.!?;]*|[。！？；.!?;]+")
_TOKEN = re.compile(rf"[^\W_{HAN}{UNSPACED}]+|\s+|.", re.DOTALL)


@dataclass(frozen=True, slots=True)
class LinePiece:
    """A part of a line; ``changed`` is whether the other line has another in its place."""

    text: str
    changed: bool = False


@dataclass(frozen=True, slots=True)
class DifferingLine:
    """A line of a text by its ``number`` from 1; ``sign`` is "-", "+" or " " for one of both.

    "-" is of the kept document alone, "+" of the other.
    """

    sign: str
    number: int
    pieces: tuple[LinePiece, ...]


@dataclass(frozen=True, slots=True)
class TextDifferences:
    """The places in which two texts differ.

    ``left_out`` counts changes that are not in ``places``, and lines of those that are.
    ``not_compared`` counts the lines of both texts that were not looked at.
    """

    places: tuple[tuple[DifferingLine, ...], ...] = ()
    left_out: int = 0
    not_compared: int = 0


@dataclass(frozen=True, slots=True)
class FilledLines:
    """The lines of a text that are not empty: numbers, as they stand, and as they are seen."""

    numbers: Sequence[int]
    texts: Sequence[str]
    keys: Sequence[str]


def filled_lines(text: str, *, flowing: bool) -> FilledLines:
    """Return the lines of a text, or its sentences, numbered by the lines that they begin in."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if flowing:
        numbers, lines = [], []
        number = 1
        for found in _SENTENCE.finditer(text):
            sentence = found[0]
            blank = len(sentence) - len(sentence.lstrip())
            numbers.append(number + sentence.count("\n", 0, blank))
            lines.append(fold_spaces(" ".join(sentence.split())))
            number += sentence.count("\n")
    else:
        lines = [line.rstrip() for line in text.split("\n")]
        numbers = list(range(1, len(lines) + 1))
    joined = "\n".join(lines)
    seen = joined if joined.isascii() else visible(joined, bullets=True)
    keys = [fold_spaces(" ".join(line.split())) for line in seen.split("\n")]
    filled = [at for at, key in enumerate(keys) if key]
    return FilledLines(
        [numbers[at] for at in filled], [lines[at] for at in filled], [keys[at] for at in filled]
    )


def differences(
    kept: str, other: str, *, part: bool = False, flowing: bool = False
) -> TextDifferences:
    r"""Return the differences of a text to that of the kept document.

    Of a ``part`` only those lines count that the kept document has nowhere. If the lines of either
    are ``flowing``, they end where its page does: then sentences are compared, not lines.

    >>> found = differences("One.\nTwo birds.\nThree.", "One.\nTwo cats.\nThree.")
    >>> [(line.sign, "".join(piece.text for piece in line.pieces)) for line in found.places[0]]
    [(' ', 'One.'), ('-', 'Two birds.'), ('+', 'Two cats.'), (' ', 'Three.')]
    """
    left, right = (filled_lines(text[:MOST_CHARACTERS], flowing=flowing) for text in (kept, other))
    beyond = sum(text.count("\n", MOST_CHARACTERS) for text in (kept, other))
    if part:
        runs = _missing(left, right)
        return _bounded(runs[:MOST_CHANGES], max(0, len(runs) - MOST_CHANGES), beyond)
    before = _common(left.keys, right.keys)
    behind = _common(left.keys[before:][::-1], right.keys[before:][::-1])
    ends = len(left.keys) - behind, len(right.keys) - behind
    compared = min(ends[0], before + MOST_LINES), min(ends[1], before + MOST_LINES)
    changes = [
        (before + a, before + b, before + c, before + d)
        for a, b, c, d in _changes(
            left.keys[before : compared[0]], right.keys[before : compared[1]]
        )
    ]
    not_compared = beyond + ends[0] - compared[0] + ends[1] - compared[1]
    places = [_place(left, right, change) for change in changes[:MOST_CHANGES]]
    return _bounded(places, max(0, len(changes) - MOST_CHANGES), not_compared)


def _common(left: Sequence[str], right: Sequence[str]) -> int:
    return sum(takewhile(bool, map(eq, left, right)))


def _changes(left: Sequence[str], right: Sequence[str]) -> Iterator[tuple[int, int, int, int]]:
    """Yield the ranges of lines that are not in a longest common subsequence."""
    from rapidfuzz.distance import LCSseq  # noqa: PLC0415 - few commands need it

    start = 0, 0
    for same in LCSseq.opcodes(left, right).as_matching_blocks():  # the last is empty, at the end
        if (same.a, same.b) != start:
            yield start[0], same.a, start[1], same.b
        start = same.a + same.size, same.b + same.size


def _missing(left: FilledLines, right: FilledLines) -> list[list[DifferingLine]]:
    """Return the runs of lines that the kept document has nowhere."""
    known = set(left.keys)
    runs: list[list[DifferingLine]] = []
    last = -2
    for at, key in enumerate(right.keys):
        if key not in known:
            if at != last + 1:
                runs.append([])
            runs[-1].append(_plain("+", right, at))
            last = at
    return runs


def _plain(sign: str, lines: FilledLines, at: int) -> DifferingLine:
    return DifferingLine(sign, lines.numbers[at], (LinePiece(lines.texts[at]),))


def _place(
    left: FilledLines, right: FilledLines, change: tuple[int, int, int, int]
) -> list[DifferingLine]:
    """Return the lines of a change, with those around it."""
    start, end, other_start, other_end = change
    before = range(max(0, other_start - _CONTEXT), other_start)
    behind = range(other_end, min(len(right.keys), other_end + _CONTEXT))
    return [
        *(_plain(" ", right, at) for at in before),
        *_changed(left, right, range(start, end), range(other_start, other_end)),
        *(_plain(" ", right, at) for at in behind),
    ]


def _changed(
    left: FilledLines, right: FilledLines, gone: range, come: range
) -> list[DifferingLine]:
    """Return the lines of a change: each that has another form beside it, in their order."""
    partners = dict(_paired(left, right, gone, come))
    found: list[DifferingLine] = []
    following = gone.start
    for at in come:
        partner = partners.get(at)
        if partner is None:
            found.append(_plain("+", right, at))
            continue
        found += [_plain("-", left, one) for one in range(following, partner)]
        before, after = _marked(left.texts[partner], right.texts[at])
        found.append(DifferingLine("-", left.numbers[partner], before))
        found.append(DifferingLine("+", right.numbers[at], after))
        following = partner + 1
    return [*found, *(_plain("-", left, one) for one in range(following, gone.stop))]


def _paired(
    left: FilledLines, right: FilledLines, gone: range, come: range
) -> Iterator[tuple[int, int]]:
    """Yield the lines of the other text that are a changed form of a line, with that line."""
    if len(gone) > _MOST_PAIRED or len(come) > _MOST_PAIRED:
        return
    from rapidfuzz.distance import Indel  # noqa: PLC0415 - as above

    first = gone.start
    for at in come:
        other = right.keys[at][:_LONGEST_MARKED]
        shares = [
            Indel.normalized_similarity(left.keys[one][:_LONGEST_MARKED], other)
            for one in range(first, gone.stop)
        ]
        best = max(shares, default=0.0)
        if best >= _ALIKE:
            partner = first + shares.index(best)
            yield at, partner
            first = partner + 1


def _marked(left: str, right: str) -> tuple[tuple[LinePiece, ...], tuple[LinePiece, ...]]:
    """Return two lines with their differing words marked; of very long ones all is marked."""
    if len(left) > _LONGEST_MARKED or len(right) > _LONGEST_MARKED:
        return (LinePiece(left, changed=True),), (LinePiece(right, changed=True),)
    from rapidfuzz.distance import LCSseq  # noqa: PLC0415 - as above

    one, other = _TOKEN.findall(left), _TOKEN.findall(right)
    codes = LCSseq.opcodes(one, other)
    pieces: tuple[list[LinePiece], list[LinePiece]] = [], []
    for code in codes:
        changed = code.tag != "equal"
        for side, tokens in (
            (pieces[0], one[code.src_start : code.src_end]),
            (pieces[1], other[code.dest_start : code.dest_end]),
        ):
            if tokens:
                text = "".join(tokens)
                side.append(LinePiece(text, changed and not text.isspace()))
    return tuple(pieces[0]), tuple(pieces[1])


def _bounded(
    places: Sequence[Sequence[DifferingLine]], more: int, not_compared: int
) -> TextDifferences:
    beyond = (line for place in places for line in place[_MOST_LINES_A_CHANGE:])
    left_out = more + sum(line.sign != " " for line in beyond)
    shown = tuple(tuple(place[:_MOST_LINES_A_CHANGE]) for place in places)
    return TextDifferences(shown, left_out, not_compared)

"""The groups of a report, or a check, as one page of HTML, to be read, sent and printed.

The page has no script and loads nothing; a policy of its own forbids both. Its size is bounded:
groups that do not fit are named, then counted. Lines that look the same to a reader
(``simcore.text.normal_form``) are equal, and empty lines are skipped.
"""

import json
import re
import time
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any, NamedTuple

from simcore.diff.align import Alignment, Margin, RowKind, align, part_words, placed, split_lines
from simcore.diff.html import marked_html, page_head, safe_html
from simcore.diff.matching import Effort, Ignored, Span, common_ends
from simcore.files.opening import replacing
from simcore.files.roles import NO_ROLES, Roles
from simcore.grouping.freeing import safe_to_free
from simcore.grouping.queries import why_kept
from simcore.grouping.versions import doubts
from simcore.model.formats import flows
from simcore.model.reasons import Doubt, ReadError, ReasonCode
from simcore.model.records import PARTS, Document, DocumentId, Kind
from simcore.model.report import (
    LEAST_IDEOGRAPHS,
    LEAST_LETTERS,
    TRUE_COPIES,
    Checked,
    CheckedPassage,
    CheckedSource,
    Group,
    Member,
    ScanReport,
)
from simcore.reports.formats import json_fields, readable
from simcore.reports.words import (
    ENGLISH,
    ENGLISH_CHECK,
    CheckWords,
    ReportWords,
    check_facts,
    lines_of,
    place_of_passage,
    remarks_on,
    remarks_on_source,
)
from simcore.text.normal_form import fold_spaces, visible
from simcore.text.words import quote_run

MOST_LINES = 100_000

MOST_CHARACTERS = 10_000_000

MOST_CHANGES = 20

_MOST_LINES_A_CHANGE = 12
_CONTEXT = 1
_LONGEST_LINE = 600
LONGEST_PATH = 4_096

_SENTENCE = re.compile(r"[^。！？；.!?;]+[。！？；.!?;]*|[。！？；.!?;]+")

_EFFORT = 50_000_000
"""The effort for the lines of two texts, and again for the words: half a second at most."""


class TextDifferences(NamedTuple):
    """The ``places`` in which two texts differ: lines, each a row of an alignment and its sign.

    "-" is a line of the kept document only, "+" of the other one only, " " of both. ``left_out``
    counts changes and lines that are not shown, ``not_compared`` lines that were not compared.
    """

    alignment: Alignment
    places: Sequence[Sequence[tuple[int, str]]]
    left_out: int
    not_compared: int


class _FilledLines(NamedTuple):
    numbers: Sequence[int]
    texts: Sequence[str]
    beyond: int

    def between(self, start: int, end: int) -> "_FilledLines":
        stop = len(self.texts) - end
        beyond = self.beyond + max(0, stop - start - MOST_LINES)
        kept = slice(start, min(stop, start + MOST_LINES))
        return _FilledLines(self.numbers[kept], self.texts[kept], beyond)

    def seen(self) -> list[str]:
        seen = "".join(f"{line}\n" for line in self.texts)
        if not seen.isascii():
            seen = visible(seen, bullets=True)
        return [f"{fold_spaces(line)}\n" for line in seen.split("\n")[:-1]]


def _filled_lines(text: str, *, flowing: bool) -> _FilledLines:
    """Return the lines of a text, or its sentences, numbered by the lines that they begin in."""
    beyond = text.count("\n", MOST_CHARACTERS)
    text = text[:MOST_CHARACTERS]
    if not flowing:
        lines = split_lines(text)
        numbers = [number for number, line in enumerate(lines, 1) if not line.isspace()]
        return _FilledLines(numbers, [lines[number - 1].rstrip() for number in numbers], beyond)
    numbers, texts, number = [], [], 1
    for sentence in _SENTENCE.findall(text.replace("\r\n", "\n").replace("\r", "\n")):
        if filled := fold_spaces(sentence):
            texts.append(filled)
            numbers.append(number + sentence[: sentence.index(filled[0])].count("\n"))
        number += sentence.count("\n")
    return _FilledLines(numbers, texts, beyond)


def differences(
    kept: str, other: str, *, part: bool = False, flowing: bool = False
) -> TextDifferences:
    """Return the differences of a text from that of the kept document.

    For a ``part`` only lines count that the kept document does not have. If lines are ``flowing``
    (they end where the page does), sentences are compared.
    """
    whole, other_lines = (_filled_lines(text, flowing=flowing) for text in (kept, other))
    start, end = (0, 0) if part else common_ends(whole.texts, other_lines.texts)
    left, right = (
        side.between(max(0, start - _CONTEXT), max(0, end - _CONTEXT))
        for side in (whole, other_lines)
    )
    keys = left.seen()
    found = align(
        "".join(keys), "".join(right.seen()), units=_EFFORT, most=0 if part else MOST_CHANGES
    )
    if part:
        found = placed(found, part_left=False)
        places = _missing(found, set(keys if left.beyond == whole.beyond else whole.seen()))
    else:
        places = [_signed(found, start, end) for start, end in found.differences]
    beyond = (line for place in places[:MOST_CHANGES] for line in place[_MOST_LINES_A_CHANGE:])
    left_out = max(0, len(places) - MOST_CHANGES) + sum(sign != " " for _, sign in beyond)
    alignment = replace(
        found,
        left=left.texts,
        right=right.texts,
        ignoring=Ignored(width=True, composition=True),
        margins=(Margin(left.numbers, None), Margin(right.numbers, None)),
    )
    shown = [place[:_MOST_LINES_A_CHANGE] for place in places[:MOST_CHANGES]]
    return TextDifferences(alignment, shown, left_out, left.beyond + right.beyond)


def _missing(found: Alignment, known: Container[str | None]) -> list[list[tuple[int, str]]]:
    places: list[list[tuple[int, str]]] = []
    last = -2
    for start, end in found.differences:
        for row in range(start, end):
            at = found.right_positions[row]
            if at >= 0 and found.line(row, left=False) not in known:
                if at != last + 1:
                    places.append([])
                places[-1].append((row, "+"))
                last = at
    return places


def _signed(found: Alignment, start: int, end: int) -> list[tuple[int, str]]:
    signs = {RowKind.CHANGED: "-+", RowKind.ONLY_LEFT: "-", RowKind.ONLY_RIGHT: "+"}
    around = max(0, start - _CONTEXT), min(len(found), end + _CONTEXT)
    return [(row, sign) for row in range(*around) for sign in signs.get(found.kind(row), " ")]


def path_html(path: str) -> str:
    return f"<bdi>{safe_html(path[:LONGEST_PATH])}</bdi>"


def said_html(pattern: str, *values: str) -> str:
    return safe_html(pattern.format(*values))


def where_part_stands(alignment: Alignment, words: ReportWords) -> str:
    place = part_words(alignment)
    if place is None:
        return ""
    pattern = words.line if place.first == place.last else words.lines
    said = pattern.format(*map(words.count, (place.first, place.last, place.total)))
    if place.heading:
        said = words.below.format(said, place.heading)
    return f'<p class="facts"><bdi>{safe_html(said)}</bdi></p>\n'


def shown_differences(found: TextDifferences, words: ReportWords, *, part: bool) -> str:
    pieces = []
    if found.places:
        lines = "".join(_lines(found, words))
        pieces.append(f'<div class="diff">{lines}</div>\n')
    elif not found.not_compared:
        pieces.append(f"<p>{safe_html(words.all_inside if part else words.equal)}</p>\n")
    if found.left_out:
        pieces.append(f"<p>{said_html(words.more, words.count(found.left_out))}</p>\n")
    if found.not_compared:
        pieces.append(f"<p>{said_html(words.not_compared, words.count(found.not_compared))}</p>\n")
    return "".join(pieces)


def _lines(found: TextDifferences, words: ReportWords) -> Iterator[str]:
    looks = {
        "-": ("gone", f' title="{safe_html(words.removed)}"', "\u2212", "del"),
        "+": ("come", f' title="{safe_html(words.added)}"', "+", "ins"),
        " ": ("same", "", "\u2002", ""),
    }
    alignment = found.alignment
    effort = Effort(_EFFORT, lambda: False)
    rows = sorted({row for place in found.places for row, _ in place})
    changes = {row: alignment.changes(row, effort) for row in rows}
    for place in found.places:
        for at, (row, sign) in enumerate(place):
            look, titled, shown, element = looks[sign]
            left = sign == "-"
            position = (alignment.left_positions if left else alignment.right_positions)[row]
            number, _ = alignment.margin_number(position, left=left)
            marks = [change[:2] if left else change[2:] for change in changes[row]]
            line, marks = _clipped(alignment.line(row, left=left) or "", marks)
            telling = [(start, end) for start, end in marks if line[start:end].strip()]
            gap = "" if at else " gap"
            yield (
                f'<p class="{look}{gap}"{titled}>'
                f'<span class="no">{words.count(number)} {shown}</span>'
                f"<bdi>{marked_html(line, telling, element)}</bdi></p>\n"
            )


def _clipped(line: str, marks: list[Span]) -> tuple[str, list[Span]]:
    if len(line) <= _LONGEST_LINE:
        return line, marks
    begin = max(0, marks[0][0] - _LONGEST_LINE // 4) if marks else 0
    end = begin + _LONGEST_LINE
    before, behind = "…" * (begin > 0), "…" * (end < len(line))
    shift = len(before) - begin
    inside = [(start + shift, min(stop, end) + shift) for start, stop in marks if start < end]
    return before + line[begin:end] + behind, inside


STYLE = """
:root { color-scheme: light dark; --base: #fff; --alt: #f7f8fa; --text: #1c2126; --muted: #57606a;
  --edge: #cdd2d8; --gone: #fdf1e4; --gone-word: #f8cf9c; --come: #e8f1fc; --come-word: #b3d4f8;
  --safe: #16693d; --link: #1b66b8; }
@media (prefers-color-scheme: dark) { :root { --base: #1b1e21; --alt: #202326; --text: #dfe3e8;
  --muted: #a9b1ba; --edge: #43494f; --gone: #35281a; --gone-word: #70481a; --come: #182b40;
  --come-word: #20508a; --safe: #7fd6a4; --link: #6cb1f5; } }
body { margin: 2rem auto; max-width: 75rem; padding: 0 1rem; background: var(--base);
  color: var(--text); font: 0.9rem/1.5 system-ui, sans-serif; }
h1, h2, h3 { line-height: 1.3; }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--edge); }
h3 { margin: 2rem 0 0; }
h3, td, p, li, dd { overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; margin: 0.5rem 0; }
th, td { text-align: start; vertical-align: top; padding: 0.2rem 0.6rem 0.2rem 0;
  border-bottom: 1px solid var(--edge); }
th, .facts, .no, footer { color: var(--muted); font-weight: normal; }
nav ul { columns: 22rem; padding: 0; list-style: none; }
nav .kind { font-weight: bold; break-after: avoid; }
nav li + .kind { margin-top: 0.5rem; }
a { color: var(--link); }
.n { white-space: nowrap; }
.safe { color: var(--safe); font-weight: bold; }
.diff { border: 1px solid var(--edge); margin: 0.3rem 0 0.8rem; }
.diff p { margin: 0; padding: 0 0.5rem; white-space: pre-wrap; font-family: inherit; }
.diff p + p.gap { border-top: 1px dashed var(--edge); }
.no { display: inline-block; min-width: 4.5em; user-select: none; }
.gone { background: var(--gone); }
.come { background: var(--come); }
del { background: var(--gone-word); text-decoration: line-through; }
ins { background: var(--come-word); text-decoration: underline; }
@media print {
  :root { --base: #fff; --text: #000; --muted: #444; --edge: #999; --gone: #fff; --come: #fff;
    --gone-word: #fff; --come-word: #fff; --safe: #000; --link: #000; }
  body { margin: 0; max-width: none; font-size: 9pt; }
  tr, .diff p { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
}
"""


LARGEST_PAGE = 20_000_000

Read = Callable[[Document], str]

_NAMES_SHARE = 20
_MOST_COMPARED = 50
_LEAST_ROW = 100
_MOST_MISSED = 20
_LONGEST_LINK = 120
_FEW = 10


@dataclass(slots=True)
class _PageRoom:
    left: int

    def take(self, piece: str) -> str:
        self.left -= len(piece.encode())
        return piece

    def fits(self, piece: str, reserve: int) -> bool:
        return len(piece.encode()) + reserve <= self.left


def write_page(
    file: IO[bytes],
    report: ScanReport,
    read: Read | None = None,
    words: ReportWords = ENGLISH,
    *,
    roles: Roles = NO_ROLES,
    largest: int = LARGEST_PAGE,
    told: Callable[[int, int], None] = lambda _done, _total: None,
) -> None:
    """Write a page with the groups of a report, and the differences from the kept documents.

    ``read`` is called for the texts of similar documents and of parts; without it none are shown.
    The page has at most ``largest`` bytes, but at least its head: 10,000. ``told`` is called with
    the number of groups done and the total, at least once for each document that is read; its
    exceptions end the call. Raises ``OSError`` if the file cannot be written.
    """
    tail = "</main></body></html>\n"
    room = _PageRoom(largest - len(tail))
    head = room.take(_head(report, words, roles))
    pieces, links, rest = _GroupPieces(report, read, words, told).fitting(room)
    contents = _contents(words, "".join(links)) if len(links) > _FEW else ""
    names = _names(room, report, rest, words) if rest else ()
    file.writelines(piece.encode() for piece in (head, contents, *pieces, *names, tail))
    told(len(report.groups), len(report.groups))


def save_page(
    path: Path,
    report: ScanReport,
    read: Read | None = None,
    words: ReportWords = ENGLISH,
    *,
    roles: Roles = NO_ROLES,
    told: Callable[[int, int], None] = lambda _done, _total: None,
) -> None:
    """Write a page with the groups of a report to a file, replacing an older one atomically.

    ``read`` is called for the texts of similar documents and of parts; without it none are shown.
    ``told`` is called with the number of groups done and the total; its exceptions end the call.
    Raises ``SimcoreError`` if it cannot be written; an older file is then unchanged.
    """
    with replacing(path) as file:
        write_page(file, report, read, words, roles=roles, told=told)


@dataclass(slots=True)
class _GroupPieces:
    report: ScanReport
    read: Read | None
    words: ReportWords
    told: Callable[[int, int], None]
    done: int = 0

    def fitting(self, room: _PageRoom) -> tuple[list[str], list[str], list[Group]]:
        """Return the groups that fit, a link to each, and the other groups."""
        pieces: list[str] = []
        links: list[str] = []
        rest: list[Group] = []
        room.take(_contents(self.words, ""))
        names = room.left // _NAMES_SHARE
        for kind in Kind:
            # a group is of its first member's, the strongest
            groups = [one for one in self.report.groups if one.members[0].kind is kind]
            if not groups:
                continue
            section = safe_html(self.words.sections[kind])
            begun, named = f"<h2>{section}</h2>\n", f'<li class="kind">{section}</li>\n'
            for group in groups:
                self.told(self.done, len(self.report.groups))
                self.done += 1
                # to make one that cannot fit takes time, and that of many members all memory
                least = len(group.members) * _LEAST_ROW
                if len(rest) >= _MOST_MISSED or least > room.left - names:
                    rest.append(group)
                    continue
                piece = f'{begun}<section id="g{self.done}">{self._group(group)}'
                link = named + _link(self.report, group, self.done, self.words)
                if room.fits(piece + link, names):
                    room.take(piece + link)
                    pieces.append(piece)
                    links.append(link)
                    begun = named = ""
                else:
                    rest.append(group)
        return pieces, links, rest

    def _group(self, group: Group) -> str:
        known, words = self.report.documents, self.words
        kept = known[group.representative]
        size = sum(known[one.document].size for one in group.members) + kept.size
        count = 1 + len(group.members)
        if group.parts:
            whole = words.shared if group.framed else words.whole
            facts = whole.format(words.count(len(group.members)))
        else:
            facts = words.facts.format(
                words.count(count), words.size(size), words.percent(group.worst)
            )
        titles = "".join(
            f'<th scope="col">{safe_html(one)}</th>'
            for one in (words.kind, words.similarity, words.file_size, words.modified, words.path)
        )
        reason = words.why_kept[why_kept(self.report, group)]
        doubtful = doubts(self.report, group)
        checked = f" ({words.check_dates})" if doubtful else ""
        rows = [_row(kept, words.kept.format(reason) + checked, "", words)]
        rows += [
            _member_row(known, one, words, doubtful.get(one.document)) for one in group.members
        ]
        return "".join(
            (
                f"<h3><bdi>{safe_html(_title(kept))}</bdi></h3>",
                f'<p class="facts">{safe_html(facts)}</p>',
                f"<table><thead><tr>{titles}</tr></thead><tbody>{''.join(rows)}</tbody></table>\n",
                *self._compared(kept, group),
                "</section>\n",
            )
        )

    def _compared(self, kept: Document, group: Group) -> Iterator[str]:
        """Yield the differences of each member, once for copies of one text."""
        report, read, words = self.report, self.read, self.words
        if read is None:
            return
        text: str | None = None
        seen: set[bytes] = set()
        for number, member in enumerate(group.members):
            document = report.documents[member.document]
            if member.kind in TRUE_COPIES or document.form in seen:
                continue
            if len(seen) >= _MOST_COMPARED:
                left = sum(one.kind not in TRUE_COPIES for one in group.members[number:])
                yield f"<p>{said_html(words.listed_only, words.count(left))}</p>\n"
                return
            self.told(self.done, len(self.report.groups))
            seen.add(document.form)
            try:
                text = read(kept) if text is None else text
                other = read(document)
            except ReadError as error:
                said = words.not_read.format(_place(report, document), words.reason(error.reason))
                yield f"<p>{safe_html(said)}</p>\n"
                continue
            part = member.kind in PARTS
            flowing = flows(kept.encoding) or flows(document.encoding)
            found = differences(text, other, part=part, flowing=flowing)
            heading = (words.part if part else words.compared).format(_place(report, document))
            yield f"<p><bdi>{safe_html(heading)}</bdi></p>\n"
            if part and not flowing:  # where lines end as a page does, their numbers say nothing
                yield where_part_stands(found.alignment, words)
            yield shown_differences(found, words, part=part)


def _contents(words: ReportWords, links: str) -> str:
    return f"<nav><h2>{safe_html(words.contents)}</h2>\n<ul>\n{links}</ul></nav>\n"


def _link(report: ScanReport, group: Group, number: int, words: ReportWords) -> str:
    title = safe_html(_title(report.documents[group.representative])[:_LONGEST_LINK])
    count = safe_html(words.count(1 + len(group.members)))
    return f'<li><a href="#g{number}"><bdi>{title}</bdi></a> ({count})</li>\n'


def _head(report: ScanReport, words: ReportWords, roles: Roles) -> str:
    free = safe_to_free(report, roles)
    documents = {one.document for group in report.groups for one in group.members}
    documents.update(group.representative for group in report.groups)
    count, size, config = words.count, words.size, report.config
    lines = [
        words.made.format(words.time(time.time_ns())),
        words.thresholds.format(count(config.distance), words.percent(config.similarity)),
        words.found.format(count(len(documents)), count(len(report.groups))),
    ]
    for one in report.problems:
        if one.reason.code is ReasonCode.NOT_ALL_COMPARED:
            said = words.reason(one.reason)
            lines.append(said[:1].upper() + said[1:])
    pattern = words.safe_elsewhere if report.elsewhere else words.safe
    safe = said_html(pattern, count(free.safe.documents), size(free.safe.size))
    review = said_html(words.review, count(free.review.documents), size(free.review.size))
    folders = "".join(f"<li>{path_html(str(folder))}</li>" for folder in report.folders[:100])
    return (
        f"{page_head(words.title, STYLE, words.language)}"
        f"<body><header><h1>{safe_html(words.title)}</h1>\n"
        f'<p class="safe">{safe}</p><p>{review}</p>'
        f'<p class="facts">{"<br>".join(map(safe_html, lines))}</p>'
        f'<div class="facts">{safe_html(words.folders)}<ul>{folders}</ul></div></header>\n<main>\n'
    )


def _title(document: Document) -> str:
    return document.title or (_name(document) if document.elsewhere else document.path.stem)


def _name(document: Document) -> str:
    if document.elsewhere:
        return document.elsewhere.rpartition("/")[2] or document.elsewhere
    return document.path.name


def _place(report: ScanReport, document: Document) -> str:
    if document.elsewhere:
        return document.elsewhere[:LONGEST_PATH]
    path = document.path
    below = (one for one in report.folders if one != path and path.is_relative_to(one))
    return str(next((path.relative_to(one) for one in below), path))[:LONGEST_PATH]


def _member_row(
    known: Mapping[DocumentId, Document], member: Member, words: ReportWords, doubt: Doubt | None
) -> str:
    document = known[member.document]
    kind = words.kinds[member.kind]
    if member.numbers_only:
        kind = f"{kind} ({words.numbers})"
    elif member.only_in is not None:
        kind = f"{kind} ({words.only_in[member.only_in]})"
    elif member.copy_of is not None:
        kind = f"{kind} (= {_name(known[member.copy_of])})"
    if member.own is not None:
        kind = f"{kind} ({words.own.format(words.percent(member.own))})"
    if doubt is not None:
        kind = f"{kind} ({words.doubts[doubt]})"
    share = member.containment if member.kind in PARTS else member.resemblance
    figure = words.unknown if share is None else words.percent(share)
    return _row(document, kind, words.counted.get(member.measure, "{0}").format(figure), words)


def _row(document: Document, kind: str, share: str, words: ReportWords) -> str:
    figures = (share, words.size(document.size), words.time(document.mtime_ns))
    cells = "".join(f'<td class="n">{safe_html(one)}</td>' for one in figures)
    return f"<tr><td>{safe_html(kind)}</td>{cells}<td>{path_html(str(document.called))}</td></tr>\n"


def _names(
    room: _PageRoom, report: ScanReport, groups: Sequence[Group], words: ReportWords
) -> Iterator[str]:
    yield room.take(f"<h2>{said_html(words.others, words.count(len(groups)))}</h2>\n<ul>\n")
    reserve = 1_000
    for number, group in enumerate(groups):
        kept = report.documents[group.representative]
        count = words.count(1 + len(group.members))
        place = path_html(str(kept.called))
        name = f"<li><bdi>{safe_html(_title(kept))}</bdi> ({count}) {place}</li>\n"
        if not room.fits(name, reserve):
            yield f"<li>{said_html(words.unnamed, words.count(len(groups) - number))}</li>\n"
            break
        yield room.take(name)
    yield "</ul>\n"


_COLOURS = 8

_MOST_BETWEEN = 20_000
"""The most shown characters of a stretch without a passage, half before and half behind a gap."""

_SHARE_OF_TEXT = 3
"""One part in so many of the room is for the passages as their sources have them."""

_MOST_COPIES = 20

_LOOK = """
.text { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid var(--edge);
  padding: 0.5rem 0.8rem; }
.text mark { color: inherit; padding: 0.1em 0; }
.text sup { white-space: nowrap; user-select: none; font-size: 0.75em; line-height: 0; }
.quoted { border-bottom: 2px dashed var(--muted); }
th:last-child, td:last-child { width: 65%; }
.key { display: inline-block; min-width: 2.2em; text-align: center; }
.passage { border: 1px solid var(--edge); padding: 0 0.8rem 0.4rem; margin: 0.6rem 0; }
.passage p { margin: 0.4rem 0; white-space: pre-wrap; }
.total { font-size: 1.2rem; font-weight: bold; }
.left { color: var(--muted); }
:target { outline: 2px solid var(--link); }
.s0 { background: #fbe3b5; } .s1 { background: #cfe5fb; } .s2 { background: #d6efcf; }
.s3 { background: #ecd9f7; } .s4 { background: #f9d4d0; } .s5 { background: #cdeeee; }
.s6 { background: #efe6cf; } .s7 { background: #dddfe4; }
@media (prefers-color-scheme: dark) {
.s0 { background: #5a4314; } .s1 { background: #1f456b; } .s2 { background: #28502a; }
.s3 { background: #4d3164; } .s4 { background: #66312c; } .s5 { background: #1c5152; }
.s6 { background: #4b4228; } .s7 { background: #464b54; } }
@media print { .passage { break-inside: avoid; }
.s0, .s1, .s2, .s3, .s4, .s5, .s6, .s7 { background: none;
  border-bottom: 1px solid #000; } .quoted { border-bottom: 2px dashed #444; } }
"""


def check_page(
    checked: Checked, words: CheckWords = ENGLISH_CHECK, *, largest: int = LARGEST_PAGE
) -> str:
    """Return a check as a page of at most about ``largest`` bytes, but at least its head."""
    head = "".join(_check_head(checked, words))
    room = largest - len(head.encode())
    text, shown = _text(checked, words, room - room // _SHARE_OF_TEXT)
    listed = _passages(checked, words, shown, room // _SHARE_OF_TEXT)
    return f"{head}{text}{listed}</main></body></html>\n"


def save_check_page(path: Path, checked: Checked, words: CheckWords = ENGLISH_CHECK) -> None:
    """Write ``check_page`` to a file, replacing an older one atomically.

    Raises ``SimcoreError`` if it cannot be written; an older file is then unchanged.
    """
    with replacing(path) as file:
        file.write(check_page(checked, words).encode())


def _check_head(checked: Checked, words: CheckWords) -> Iterator[str]:
    title = words.title.format(checked.title or checked.path.name)
    headline, *facts = check_facts(checked, words)
    facts.append(words.made.format(words.time(time.time_ns())))
    yield (
        f"{page_head(title, STYLE + _LOOK, words.language)}"
        f"<body><header><h1><bdi>{safe_html(title)}</bdi></h1>\n"
        f'<p class="facts">{path_html(words.path(checked.path))}</p>'
        f'<p class="total">{safe_html(headline)}</p>'
        f'<p class="facts">{"<br>".join(map(safe_html, facts))}</p></header>\n<main>\n'
    )
    if checked.problems:
        listed = "".join(
            f"<li>{path_html(words.path(one.path))}: {safe_html(words.reason(one.reason))}</li>\n"
            for one in checked.problems
        )
        yield f"<h2>{safe_html(words.problems)}</h2>\n<ul>\n{listed}</ul>\n"
    if checked.sources:
        titles = words.source, words.share, words.only, words.document
        heads = "".join(f'<th scope="col">{safe_html(one)}</th>' for one in titles)
        yield f"<h2>{safe_html(words.sources)}</h2>\n<table>"
        yield f"<thead><tr>{heads}</tr></thead><tbody>\n"
        for number, source in enumerate(checked.sources):
            yield _source(checked, source, number, words)
        yield "</tbody></table>\n"


def _source(checked: Checked, source: CheckedSource, number: int, words: CheckWords) -> str:
    shares = checked.of_all(source.characters), checked.of_all(source.only)
    cells = "".join(f'<td class="n">{safe_html(words.percent(share))}</td>' for share in shares)
    remark = safe_html("; ".join(remarks_on_source(source, words)))
    title = safe_html(source.document.title)
    lines = [
        f"<bdi>{title}</bdi>" if title else "",
        path_html(words.path(source.document.path)),
        remark,
    ]
    copies = [path_html(words.path(one.path)) for one in source.copies[:_MOST_COPIES]]
    if len(source.copies) > _MOST_COPIES:
        copies.append(said_html(words.more_copies, words.count(len(source.copies) - _MOST_COPIES)))
    if copies:
        lines.append(safe_html(words.copies).format("; ".join(copies)))
    return (
        f'<tr id="s{number + 1}"><td><span class="key s{number % _COLOURS}">{number + 1}</span>'
        f"</td>{cells}<td>{'<br>'.join(filter(None, lines))}</td></tr>\n"
    )


def _text(checked: Checked, words: CheckWords, room: int) -> tuple[str, int]:
    pieces = [f'<h2>{safe_html(words.text)}</h2>\n<div class="text">']
    reached = shown = 0
    for number, passage in enumerate(checked.passages):
        before = _between(checked.text[reached : passage.start], words)
        piece = before + _marked_passage(checked, passage, number)
        room -= len(piece.encode())
        if room < 0:
            break
        pieces.append(piece)
        reached, shown = passage.stop, number + 1
    else:
        pieces.append(_between(checked.text[reached:], words))
    pieces.append("</div>\n")
    if shown < len(checked.passages):
        left = words.count(len(checked.passages) - shown)
        pieces.append(f"<p>{said_html(words.not_shown, left)}</p>\n")
    return "".join(pieces), shown


def _between(text: str, words: CheckWords) -> str:
    if len(text) <= _MOST_BETWEEN:
        return safe_html(text)
    half = _MOST_BETWEEN // 2
    left = said_html(words.left_out, words.count(len(text) - 2 * half))
    return (
        f'{safe_html(text[:half])}\n<span class="left">[{left}]</span>\n{safe_html(text[-half:])}'
    )


def _marked_passage(checked: Checked, passage: CheckedPassage, number: int) -> str:
    quoted = " quoted" if passage.quoted is not None else ""
    sign = f"{passage.source + 1}{' ❝' if quoted else ''}"
    return (
        f'<mark id="t{number + 1}" class="s{passage.source % _COLOURS}{quoted}">'
        f"{safe_html(checked.text[passage.start : passage.stop])}</mark>"
        f'<sup><a href="#p{number + 1}">[{sign}]</a></sup>'
    )


def _passages(checked: Checked, words: CheckWords, shown: int, room: int) -> str:
    if not checked.passages:
        return ""
    pieces = [f"<h2>{safe_html(words.passages)}</h2>\n"]
    for number, passage in enumerate(checked.passages[:shown]):
        piece = _passage(checked, passage, number, words)
        room -= len(piece.encode())
        if room < 0:
            left = words.count(len(checked.passages) - number)
            pieces.append(f"<p>{said_html(words.not_shown, left)}</p>\n")
            break
        pieces.append(piece)
    return "".join(pieces)


def _passage(checked: Checked, passage: CheckedPassage, number: int, words: CheckWords) -> str:
    lines = lines_of(passage.first_line, passage.last_line, words)
    share = words.percent(checked.of_all(passage.characters))
    said = words.passage.format(lines, words.count(passage.characters), share)
    remarks = "; ".join([place_of_passage(passage, words), *remarks_on(passage, words)])
    path = path_html(words.path(checked.sources[passage.source].document.path))
    return (
        f'<section class="passage" id="p{number + 1}"><p>'
        f'<span class="key s{passage.source % _COLOURS}">{passage.source + 1}</span> '
        f'{safe_html(said)} <a href="#t{number + 1}">{safe_html(words.back)}</a></p>'
        f'<p class="facts"><a href="#s{passage.source + 1}">{path}</a> '
        f"{safe_html(remarks)}</p>"
        f"<p>{safe_html(passage.there)}</p></section>\n"
    )


CHECK_FORMAT, CHECK_VERSION = "variorum-check", 1
"""The version of the JSON rises when a name or a meaning changes."""

_SNIPPET = 72


def check_lines(checked: Checked) -> Iterator[str]:
    words = ENGLISH_CHECK
    yield f"{checked.path}: {checked.title}" if checked.title else str(checked.path)
    yield from check_facts(checked, words)
    if checked.sources:
        yield ""
        yield f"{words.sources}:  {words.share.lower()}, {words.only.lower()}"
    for number, source in enumerate(checked.sources, 1):
        shares = checked.of_all(source.characters), checked.of_all(source.only)
        title = source.document.title
        yield "  ".join(
            [
                f"[{number}]",
                *(f"{words.percent(share):>7}" for share in shares),
                str(source.document.path),
                *([title] if title else []),
                *(f"({remark})" for remark in remarks_on_source(source, words)),
            ]
        )
        for copy in source.copies:
            yield f"     {words.copies.format(copy.path)}"
    if checked.passages:
        yield ""
        yield f"{words.passages}:"
    for passage in checked.passages:
        lines = lines_of(passage.first_line, passage.last_line, words)
        share = words.percent(checked.of_all(passage.characters))
        said = words.passage.format(lines, words.count(passage.characters), share)
        yield "; ".join(
            [f"{said}, {place_of_passage(passage, words)}", *remarks_on(passage, words)]
        )
        yield f"    {quote_run(checked.text, passage.start, passage.stop, _SNIPPET)}"


def check_json(checked: Checked) -> str:
    """Return a check as JSON, in ASCII; names of files are as in ``formats.json_fields``.

    Ranges are half-open and count characters of the extracted texts, shares are 0 to 1, lines
    count from 1, and sources are named by their ``number``.
    """
    plain = {
        "format": CHECK_FORMAT,
        "version": CHECK_VERSION,
        **_named(checked.path, checked.title),
        "characters": checked.characters,
        "found": checked.found,
        "quoted": checked.quoted,
        "share": checked.share,
        "share_without_quotations": checked.unquoted_share,
        "largest_share_of_one_source": checked.largest_share,
        "least_passage": {"letters": LEAST_LETTERS, "ideographs": LEAST_IDEOGRAPHS},
        "sources": [
            {
                "number": number,
                **_named(source.document.path, source.document.title),
                "copies": [_named(copy.path, copy.title) for copy in source.copies],
                "characters": source.characters,
                "share": checked.of_all(source.characters),
                "only": source.only,
                "named": source.named,
                "all_also_in": None if source.within is None else source.within + 1,
            }
            for number, source in enumerate(checked.sources, 1)
        ],
        "passages": [_passage_record(checked, passage) for passage in checked.passages],
        "problems": [
            json_fields({"path": one.path, "stage": one.stage, "reason": str(one.reason)})
            for one in checked.problems
        ],
        "outside": checked.outside,
        "not_compared": {"documents": checked.unread, "characters": checked.open},
    }
    return json.dumps(plain, indent=1) + "\n"


def _named(path: Path, title: str) -> dict[str, str]:
    return {**json_fields({"path": path}), "title": readable(title)}


def _passage_record(checked: Checked, passage: CheckedPassage) -> dict[str, Any]:
    return {
        "start": passage.start,
        "stop": passage.stop,
        "lines": [passage.first_line, passage.last_line],
        "characters": passage.characters,
        "share": checked.of_all(passage.characters),
        "quoted": passage.quoted,
        "source": passage.source + 1,
        "also": [one + 1 for one in passage.also],
        "there": {
            "start": passage.there_start,
            "stop": passage.there_stop,
            "lines": [passage.there_first, passage.there_last],
        },
        "text": readable(checked.text[passage.start : passage.stop]),
        "text_there": readable(passage.there),
    }

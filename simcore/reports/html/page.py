"""The groups of a report as one page of HTML, to be read, sent and printed.

Whatever documents are called and hold, the page has no script and asks nothing of any address: a
policy of its own forbids both. It is bounded: groups that have no room are named, then counted.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from simcore.files.opening import replacing
from simcore.files.roles import NO_ROLES, Roles
from simcore.grouping.copies import TRUE_COPIES
from simcore.grouping.freeing import safe_to_free
from simcore.grouping.keeping.doubts import doubts
from simcore.grouping.keeping.reasons import Doubt
from simcore.grouping.why_kept import why_kept
from simcore.model.errors import ReadError
from simcore.model.formats import format_named
from simcore.model.records import PARTS, Document, DocumentId, Kind
from simcore.model.report import Group, Member, ScanReport
from simcore.reports.html.changes import shown_differences, where_part_stands
from simcore.reports.html.differences import differences
from simcore.reports.html.escaping import LONGEST_PATH, path_html, safe_html, said_html
from simcore.reports.html.look import STYLE
from simcore.reports.html.words import ENGLISH, ReportWords

LARGEST_PAGE = 20_000_000
"""Bytes of a page at most, unless another bound is given."""

POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""The Content-Security-Policy of a page: no script, no picture, no address."""

Read = Callable[[Document], str]
"""Returns the text that a document has now. Raises ``ReadError``."""

_NAMES_SHARE = 20
_MOST_COMPARED = 50
_LEAST_ROW = 100
_MOST_MISSED = 20
_LONGEST_LINK = 120
_FEW = 10
"""Groups that need no list of contents."""


@dataclass(slots=True)
class _PageRoom:
    """Knows how many bytes a page has room for."""

    left: int

    def take(self, piece: str) -> str:
        """Return a piece for which room is taken."""
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
    """Write a page with the groups of a report, and what differs in each from the kept document.

    ``read`` is called for the texts of similar documents and of parts; without it none are shown.
    The page has at most ``largest`` bytes, as far as its head has room: 10,000. ``told`` is called
    with the number of groups done and the total, at least once for each document that is read; its
    exceptions end the call. Raises ``OSError`` where the file cannot be written.
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
    """Write a page as ``write_page`` does to a file, replacing an older one atomically.

    Raises ``SimcoreError`` if it cannot be written; an older file is then unchanged.
    """
    with replacing(path) as file:
        write_page(file, report, read, words, roles=roles, told=told)


@dataclass(slots=True)
class _GroupPieces:
    """Makes the pieces of a page for each group; its fields are as in ``write_page``."""

    report: ScanReport
    read: Read | None
    words: ReportWords
    told: Callable[[int, int], None]
    done: int = 0

    def fitting(self, room: _PageRoom) -> tuple[list[str], list[str], list[Group]]:
        """Return the groups that there is room for, a link to each, and the other groups."""
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
        """Yield what differs in each member; of copies of one text once."""
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
            flowing = any(map(_flows, (kept, document)))
            found = differences(text, other, part=part, flowing=flowing)
            heading = (words.part if part else words.compared).format(_place(report, document))
            yield f"<p><bdi>{safe_html(heading)}</bdi></p>\n"
            if part and not flowing:  # where lines end as a page does, their numbers say nothing
                yield where_part_stands(text, other, words)
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
    pattern = words.safe_elsewhere if report.elsewhere else words.safe
    safe = said_html(pattern, count(free.safe.documents), size(free.safe.size))
    review = said_html(words.review, count(free.review.documents), size(free.review.size))
    folders = "".join(f"<li>{path_html(str(folder))}</li>" for folder in report.folders[:100])
    return (
        f'<!DOCTYPE html>\n<html lang="{safe_html(words.language)}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{safe_html(words.title)}</title><style>{STYLE}</style></head>\n"
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
    """Return a document's path below the scanned folder that it lies in."""
    if document.elsewhere:
        return document.elsewhere[:LONGEST_PATH]
    path = document.path
    below = (one for one in report.folders if one != path and path.is_relative_to(one))
    return str(next((path.relative_to(one) for one in below), path))[:LONGEST_PATH]


def _flows(document: Document) -> bool:
    """Return whether the lines of a document end where its page does."""
    of = format_named(document.encoding)
    return of is not None and of.flows


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
    """Name the groups that had no room, and count those that have none for their names."""
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

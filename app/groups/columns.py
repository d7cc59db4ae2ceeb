"""The columns of the groups: contents, sort keys, and initial layout.

To add a column, add a member to ``GroupColumn``: nothing else lists them all.
"""

import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import partial
from pathlib import Path
from typing import Any, Self

from simcore.model.records import Document, Kind
from simcore.model.report import Member

from .. import wording
from ..badges import badge_text
from ..i18n import PLACES, translate
from ..style import Run, highlighted_difference, in_common, pieces_of
from ..widgets.tables import RIGHT, Column
from ..wording import folder_parts
from .table import GroupTable

_RANKS = {kind: rank for rank, kind in enumerate(Kind)}


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentColumn(Column[Document]):
    """A property of a document; groups sort by that of their kept documents.

    ``difference`` gives the text compared with the kept document, ``below`` the text below the
    scanned folders. ``of_group`` replaces the sort key of groups, by their number.
    """

    difference: Callable[[Document, Document], str] | None = None
    below: Callable[[Document, Sequence[Path]], str] | None = None
    of_group: Callable[[GroupTable, int], Any] | None = None

    def cell_text(
        self,
        document: Document,
        member: Member | None,
        roots: Sequence[Path],
        kept: Document | None,
    ) -> str:
        """Return the text of a cell; ``member`` is None for the kept document.

        ``roots`` are the scanned folders. With ``kept``, sizes, times and word counts are
        differences from that document.
        """
        if kept is not None and member is not None and self.difference is not None:
            return self.difference(document, kept)
        return self.text(document) if self.below is None else self.below(document, roots)

    def cell_tooltip(self, document: Document, _member: Member | None) -> str | None:
        return None if self.tooltip is None else self.tooltip(document)

    def member_key(self, table: GroupTable) -> Callable[[Member], Any]:
        return lambda member: self.key(table.documents[member.document])

    def group_key(self, table: GroupTable) -> Callable[[int], Any]:
        of_group, groups, documents = self.of_group, table.groups, table.documents
        if of_group is not None:
            return lambda number: of_group(table, number)
        return lambda number: self.key(documents[groups[number].representative])


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberColumn(Column[Member]):
    """The relation of a document to the kept one; groups sort by the greatest of their members.

    ``of_kept`` is the text of the kept document itself, ``of_group`` as in ``DocumentColumn``.
    """

    of_kept: Callable[[Document], str] = lambda _kept: "–"
    of_group: Callable[[GroupTable, int], Any] | None = None

    def cell_text(
        self,
        document: Document,
        member: Member | None,
        _roots: Sequence[Path],
        _kept: Document | None,
    ) -> str:
        return self.of_kept(document) if member is None else self.text(member)

    def cell_tooltip(self, _document: Document, member: Member | None) -> str | None:
        if member is None:
            return translate(
                "GroupColumns",
                "This document is kept; the others of its group are compared with it",
            )
        return None if self.tooltip is None else self.tooltip(member)

    def member_key(self, _table: GroupTable) -> Callable[[Member], Any]:
        return self.key

    def group_key(self, table: GroupTable) -> Callable[[int], Any]:
        of_group, groups, key = self.of_group, table.groups, self.key
        if of_group is not None:
            return lambda number: of_group(table, number)
        return lambda number: max(map(key, groups[number].members))


def _is_kept(_kept: Document) -> str:
    return translate("GroupColumns", "Kept")


def _encoding_meaning() -> str:
    return translate("GroupColumns", "How the file's bytes were read as characters")


def _encoding_explained(document: Document) -> str:
    lines = []
    if document.by_hand:
        lines.append(translate("GroupColumns", "Chosen by hand, for these bytes wherever they are"))
    if document.guessed:
        lines.append(
            translate(
                "GroupColumns",
                "Encoding guessed: others fit these bytes, too. Where the text is not readable, "
                "choose another one in the menu of this row",
            )
        )
    if document.lossy:
        lines.append(
            translate(
                "GroupColumns",
                "Some characters could not be decoded; they are shown and compared as \ufffd",
            )
        )
    return "\n".join(lines) or _encoding_meaning()


def _is_dated(document: Document) -> bool:
    return not document.elsewhere or document.mtime_ns != 0


def _later(document: Document, kept: Document) -> str:
    if wording.is_far_off(document.mtime_ns):
        return wording.day_text(document.mtime_ns)
    if wording.is_far_off(kept.mtime_ns) or not (_is_dated(document) and _is_dated(kept)):
        return ""
    return wording.time_delta(document.mtime_ns - kept.mtime_ns)


def _similarity(member: Member) -> float:
    return -1.0 if member.resemblance is None else member.resemblance


class GroupColumn(IntEnum):
    """The columns, initially from left to right. Saved layouts depend on their order.

    The number of a column is its section in views; ``definition`` has the rest.
    """

    definition: DocumentColumn | MemberColumn

    def __new__(cls, column: DocumentColumn | MemberColumn) -> Self:
        self = int.__new__(cls, len(cls.__members__))
        self._value_ = len(cls.__members__)
        self.definition = column
        return self

    MARK = DocumentColumn(
        title=lambda: translate("GroupColumns", "Mark"),
        meaning=lambda: translate("GroupColumns", "Tick what is to go"),
        text=lambda _document: "",
        tooltip=wording.names_text,
        sort_key=lambda document: wording.folded(document.path.name),
        width=6,
    )
    NAME = DocumentColumn(
        title=lambda: translate("GroupColumns", "Name"),
        meaning=lambda: translate("GroupColumns", "The name of the file"),
        text=wording.name_text,
        tooltip=wording.names_text,
        sort_key=lambda document: wording.folded(document.path.name),
        width=30,
    )
    KIND = MemberColumn(
        title=lambda: translate("GroupColumns", "Kind"),
        meaning=lambda: translate("GroupColumns", "What a document is to the one that is kept"),
        text=lambda member: badge_text(member, member.only_in),
        of_kept=_is_kept,
        tooltip=wording.sort_explained,
        sort_key=lambda member: _RANKS[member.kind],
        width=13,
    )
    SIMILARITY = MemberColumn(
        title=lambda: translate("GroupColumns", "Similarity"),
        meaning=lambda: translate(
            "GroupColumns",
            "How much of the text of both documents together is in both; groups are sorted "
            "by their lowest similarity",
        ),
        text=wording.share_text,
        tooltip=wording.share_explained,
        sort_key=_similarity,
        of_group=lambda table, number: table.groups[number].worst,
        width=11,
        align=RIGHT,
    )
    SIZE = DocumentColumn(
        title=lambda: translate("GroupColumns", "Size"),
        meaning=lambda: translate(
            "GroupColumns", "The size of the file; groups are sorted by the size of what could go"
        ),
        text=lambda document: wording.size_text(document.size),
        difference=lambda document, kept: wording.size_delta(document.size - kept.size),
        tooltip=lambda document: wording.size_explained(document.size),
        sort_key=lambda document: document.size,
        of_group=lambda table, number: table.gains[number],
        width=10,
        align=RIGHT,
    )
    MODIFIED = DocumentColumn(
        title=lambda: translate("GroupColumns", "Modified"),
        meaning=lambda: translate("GroupColumns", "When the file was last changed"),
        text=lambda document: wording.day_text(document.mtime_ns) if _is_dated(document) else "",
        difference=_later,
        tooltip=lambda document: (
            wording.date_text(document.mtime_ns, long=True) if _is_dated(document) else ""
        ),
        sort_key=lambda document: document.mtime_ns,
        width=16,
    )
    FOLDER = DocumentColumn(
        title=lambda: translate("GroupColumns", "Folder"),
        meaning=lambda: translate("GroupColumns", "The folder that holds the file"),
        text=lambda document: wording.folder_text(document.path.parent),
        below=lambda document, roots: PLACES.join(wording.parts_of(document, roots)),
        tooltip=wording.names_text,
        # faster than the parents of many paths
        sort_key=lambda document: wording.folded(str(document.path).rpartition(os.sep)[0]),
        width=12,
    )
    DISTANCE = MemberColumn(
        title=lambda: translate("GroupColumns", "Distance"),
        meaning=lambda: translate(
            "GroupColumns", "How many bits of the fingerprints differ from the kept document's"
        ),
        text=lambda member: wording.distance_text(member.distance, short=member.short),
        of_kept=lambda kept: translate("GroupColumns", "too short") if kept.short else "–",
        tooltip=lambda member: wording.distance_explained(member.distance),
        sort_key=lambda member: member.distance,
        width=9,
        align=RIGHT,
        hidden=True,
    )
    ENCODING = DocumentColumn(
        title=lambda: translate("GroupColumns", "Format or encoding"),
        meaning=_encoding_meaning,
        text=lambda document: wording.encoding_text(
            document.encoding, lossy=document.lossy, guessed=document.guessed
        ),
        tooltip=_encoding_explained,
        sort_key=lambda document: document.encoding.casefold(),
        width=20,
        hidden=True,
    )
    WORDS = DocumentColumn(
        title=lambda: translate("GroupColumns", "Words"),
        meaning=lambda: translate("GroupColumns", "How many words were found in the text"),
        text=lambda document: wording.count_text(document.tokens),
        difference=lambda document, kept: wording.count_delta(document.tokens - kept.tokens),
        tooltip=lambda document: wording.count_text(document.tokens),
        sort_key=lambda document: document.tokens,
        width=10,
        align=RIGHT,
        hidden=True,
    )
    WHY = MemberColumn(
        title=lambda: translate("GroupColumns", "Why it is here"),
        meaning=lambda: translate("GroupColumns", "What puts the document into its group"),
        text=wording.why_text,
        of_kept=_is_kept,
        tooltip=wording.sort_explained,
        # by kind, then the less similar later
        sort_key=lambda member: (_RANKS[member.kind], member.numbers_only, -_similarity(member)),
        width=34,
        hidden=True,
    )


COLUMNS = tuple(GroupColumn)
"""The columns by number: calling the enumeration takes ten times as long."""


_LONG = 24
"""From so many characters on, a differing piece may be too long to be seen whole."""


class GroupNames:
    """Emphasizes what differs in the names of a group.

    A name is compared with those that begin with the same word or, if there are none, end with the
    same: what not all of them share stands out. Words and numbers are whole; each Chinese character
    is a word. Suffixes stand out if nothing else differs. In a name that shares nothing, nothing
    stands out.

    >>> names = GroupNames(["Essay draft.txt", "Essay draft 2.txt", "Essay final.txt", "other.txt"])
    >>> ["".join(run.text for run in names.runs(one) if run.tells) for one in names]
    ['draft', 'draft 2', 'final', '']
    >>> names = GroupNames(["report.docx", "report (1).docx", "report.pdf"])
    >>> ["".join(run.text for run in names.runs(one) if run.tells) for one in names]
    ['.docx', ' (1).docx', '.pdf']
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._names = tuple(dict.fromkeys(names))
        stems = dict.fromkeys(stem for stem, _ in map(os.path.splitext, self._names))
        self._suffixes_tell = len(stems) < len(self._names)
        self._families: dict[tuple[int, str], list[list[str]]] = defaultdict(list)
        self._ends: dict[tuple[int, str], tuple[int, int]] = {}
        for pieces in filter(None, map(pieces_of, stems)):
            for end in (0, -1):
                self._families[end, pieces[end]].append(pieces)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def runs(self, name: str, near: Iterable[str] = ()) -> tuple[Run, ...]:
        """Split a name into what it shares with others and what it does not.

        If too much stands out to be seen whole, the difference from the most similar name of
        ``near`` is used instead, if it is in the middle.
        """
        alike = max((one for one in near if one != name), key=partial(_shared, name), default="")
        (stem, suffix), (other, _) = map(os.path.splitext, (name, alike))
        end_run = Run(suffix, self._suffixes_tell)
        pieces = pieces_of(stem)
        first, last = self._shared_ends(pieces)
        end = len(pieces) - last
        head, differing, tail = map("".join, (pieces[:first], pieces[first:end], pieces[end:]))
        if not any(letter.isalnum() for letter in head + tail):
            head, differing, tail = stem, "", ""
        elif len(differing) < _LONG:
            return Run(head), Run(differing, tells=True), Run(tail), end_run
        nearer = highlighted_difference(pieces, pieces_of(other))
        if nearer[0].text and nearer[2].text and len(nearer[1].text) < _LONG:
            return *nearer, end_run
        return Run(head), Run(differing, tells=True), Run(tail), end_run

    def _shared_ends(self, pieces: Sequence[str]) -> tuple[int, int]:
        for end in (0, -1):
            key = end, pieces[end] if pieces else ""
            family = self._families.get(key, [])
            if len(family) > 1 and pieces in family:
                if key not in self._ends:
                    first = min(in_common(family[0], one)[0] for one in family)
                    rests = [one[first:] for one in family]
                    last = min(in_common(rests[0][::-1], one[::-1])[0] for one in rests)
                    self._ends[key] = first, last
                return self._ends[key]
        return 0, 0


def _shared(name: str, other: str) -> int:
    return sum(in_common(name, other))


def folder_runs(parts: Sequence[str], shared: int) -> tuple[Run, ...]:
    """Split the names of a path into the ``shared`` first ones and the rest, which stands out.

    If nothing is left, the last name stands out.
    """
    shared = min(shared, len(parts) - 1)
    pieces = parts[:shared], parts[shared:-1]
    head, middle = ("".join(part + PLACES for part in some) for some in pieces)
    return Run(head), Run(middle, tells=True), Run(parts[-1], tells=True)


def shared_parts(folders: Iterable[Path], roots: Sequence[Path]) -> int:
    """Return how many of the names given by ``folder_parts`` begin the paths of all folders."""
    ended = {os.path.join(one, "") for one in folders}  # noqa: PTH118 - with its end
    # the common beginning of the least and the greatest is that of all
    first = min(ended)
    least, greatest = (folder_parts(Path(one), roots) for one in (first, max(ended)))
    shared = in_common(least, greatest)[0]
    # a/b and a/b/b, cut at their shared beginning, are both "b"
    name = os.path.join("", *Path(first).parts[-1:], "")  # noqa: PTH118 - with its end
    same = any(one != first and one.endswith(f"{os.sep}{name}") for one in ended)
    return shared - 1 if same and shared == len(least) else shared

"""GroupCells: the contents of the cells of the groups, by role."""

from collections.abc import Set as AbstractSet
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, Qt

from simcore import PARTS, Document, DocumentId, Kind, Member

from ....language import member_words, wording
from ....language.kept_words import DOUBT_WORDS, kept_reason, kept_sentence
from ....language.punctuation import FACTS, clauses, phrases
from ....language.wording import as_tooltip, count_text, percent_text, size_text
from ....looks.badges import SAFE, doubt_text
from ....looks.text import Run
from ..rows.columns import GroupColumn
from ..rows.rows import GroupRows, RowPosition
from ..rows.telling import GroupNames, folder_runs, shared_parts
from . import explained

translate = QCoreApplication.translate  # the name lupdate looks for


class GroupTitle(NamedTuple):
    """What stands on the row of a group: its title, facts in grey, and what it frees at the right.

    ``safe`` tells that what it frees is safe to free.
    """

    title: str
    facts: str
    frees: str
    safe: bool


_Role = Qt.ItemDataRole

KEPT_ROLE = _Role.UserRole
"""True on the cells of a kept document, False on a member's, None on a group's."""

SHORT_ROLE = _Role.UserRole + 1
"""True on a distance that means little, since a text is too short."""

OPEN_ROLE = _Role.UserRole + 2
"""On a group's cells, whether its documents have rows; None on others."""

_OUTDATED = "\N{WARNING SIGN}"
"""Before the name of a document whose file is gone or has changed since results were saved."""

_OF_KEPT = (GroupColumn.NAME, GroupColumn.KIND)
"""The columns whose tooltips say why a document is kept."""

_IN_SIGHT = 20
"""A name is told apart from those of so many rows above it and below."""

_TOLD_APART = 500
"""Of a group with more members, so many say what its names have in common."""

_REMEMBERED = 4_096
"""The number of cells whose texts are cached; a screen has some hundred."""


class Cell(NamedTuple):
    """All painted data of a document's cell.

    ``runs`` are what tells a name or a path from others; ``kind`` and ``share`` (0 to 1) belong to
    the badge and the bar. ``kept``, ``protected``, ``marked`` and ``markable`` are of its row,
    ``short`` says that a distance means little.
    """

    text: str
    right: bool = False
    runs: tuple[Run, ...] = ()
    kind: Kind | None = None
    share: float | None = None
    kept: bool = False
    short: bool = False
    protected: bool = False
    marked: bool = False

    @property
    def markable(self) -> bool:
        """Whether its row has a box: a kept one only while it is marked, in another group."""
        return not self.protected and (self.marked or not self.kept)


class GroupCells:
    """Puts rows into words, and remembers those of the cells that were painted last."""

    def __init__(self) -> None:
        self._relative = False
        self._rows: GroupRows | None = None
        self._texts: dict[tuple[int, int, int], Cell] = {}
        self._titles: dict[int, GroupTitle] = {}
        self._shared: dict[int, int] = {}
        self._names: dict[int, GroupNames] = {}

    def show(self, rows: GroupRows) -> None:
        """Use other rows."""
        self._rows = rows
        self.forget()
        self._shared.clear()
        self._names.clear()

    def set_relative(self, *, on: bool) -> None:
        """Show figures as differences to the kept document, or absolutely."""
        self._relative = on
        self.forget()

    def forget(self) -> None:
        """Recompute all texts after a change of the language."""
        self._texts.clear()
        self._titles.clear()

    def cell(
        self, position: RowPosition, column: GroupColumn, marked: AbstractSet[DocumentId]
    ) -> Cell | None:
        """Return the painted data of a cell, None for that of a group."""
        rows = self._rows
        if rows is None or position.row < 0:
            return None
        key = (position.rank, position.row, column)
        cell = self._texts.get(key)
        if cell is None:
            cell = self._cell(rows, position, column)
            if len(self._texts) >= _REMEMBERED:
                self._texts.clear()
            self._texts[key] = cell
        if not marked or rows.document(position) not in marked:
            return cell
        if cell.kept and column == GroupColumn.KIND:
            cell = cell._replace(text=translate("GroupCells", "Marked in another group"))
        return cell._replace(marked=True)

    def _cell(self, rows: GroupRows, position: RowPosition, column: GroupColumn) -> Cell:
        member = rows.members(position.rank)[position.row - 1] if position.row else None
        group, documents = rows.group(position.rank), rows.table.documents
        kept = documents[group.representative]
        document = kept if member is None else documents[member.document]
        text = self._text(rows, position.rank, member, column)
        runs: tuple[Run, ...] = ()
        if column == GroupColumn.NAME:
            members = rows.members(position.rank)[max(0, position.row - _IN_SIGHT) :]
            near = [documents[one.document] for one in members[: 2 * _IN_SIGHT]]
            name = wording.name_text(document)
            runs = (
                Run(text.removesuffix(name)),
                *self._names_of(rows, position.rank).runs(name, map(wording.name_text, near)),
            )
        elif column == GroupColumn.SIMILARITY and member is not None and member.copy_of:
            runs = (Run(text),)
        elif column == GroupColumn.FOLDER:
            parts = wording.folder_parts(document.path.parent, rows.table.report.folders)
            parts = wording.parts_elsewhere(document, parts)
            runs = folder_runs(parts, self._shared_parts(rows, position.rank))
        elif column == GroupColumn.KIND and member is None:
            reason = kept_reason(rows.table.report, group)
            text = translate("GroupCells", "Kept: {reason}").format(reason=reason)
        elif column == GroupColumn.WHY and member is not None:
            found = rows.table.doubts_of(member.document)
            text = clauses([text, *(DOUBT_WORDS[doubt]() for doubt in found)])
        kind = share = None
        if member is not None and column == GroupColumn.KIND:
            kind = member.kind
            text = next(map(doubt_text, rows.table.doubts_of(member.document)), text)
        if member is not None and column == GroupColumn.SIMILARITY and not runs:
            parted = member.kind in PARTS
            share = member.containment if parted else member.resemblance
        return Cell(
            text,
            bool(column.definition.align & Qt.AlignmentFlag.AlignRight),
            runs,
            kind,
            share,
            member is None,
            column == GroupColumn.DISTANCE and explained.is_short(kept, member),
            document.id in rows.table.protected,
        )

    def _names_of(self, rows: GroupRows, rank: int) -> GroupNames:
        found = self._names.get(rank)
        if found is None:
            group, documents = rows.group(rank), rows.table.documents
            keys = (group.representative, *(one.document for one in group.members[:_TOLD_APART]))
            names = (wording.name_text(documents[key]) for key in keys)
            found = self._names[rank] = GroupNames(names)
        return found

    def _shared_parts(self, rows: GroupRows, rank: int) -> int:
        """Return how many names the paths of a group's documents all begin with."""
        found = self._shared.get(rank)
        if found is None:
            table, group = rows.table, rows.group(rank)
            keys = (group.representative, *(one.document for one in group.members))
            folders = (table.documents[key].path.parent for key in keys)
            found = self._shared[rank] = shared_parts(folders, table.report.folders)
        return found

    def _text(self, rows: GroupRows, rank: int, member: Member | None, column: GroupColumn) -> str:
        documents = rows.table.documents
        kept = documents[rows.group(rank).representative]
        document = kept if member is None else documents[member.document]
        original = self._original(rows, member)
        if member is not None and original:
            if column == GroupColumn.SIMILARITY:
                return translate("GroupCells", "of {name}", "a copy").format(name=original)
            if column == GroupColumn.WHY:
                return member_words.copy_text(member, original)
        roots = rows.table.report.folders
        text = column.definition.cell_text(
            document, member, roots, kept if self._relative else None
        )
        if column == GroupColumn.NAME and document.path in rows.table.outdated:
            return f"{_OUTDATED} {text}"
        return text

    def data(
        self, position: RowPosition, column: GroupColumn, role: int, marked: AbstractSet[DocumentId]
    ) -> object:
        """Return the data of a cell in a role, or None."""
        if self._rows is None:
            return None
        if position.row < 0:
            return self._group_data(self._rows, position.rank, column, role)
        return self._document_data(self._rows, position, column, role, marked)

    def _document_data(
        self,
        rows: GroupRows,
        position: RowPosition,
        column: GroupColumn,
        role: int,
        marked: AbstractSet[DocumentId],
    ) -> object:
        group = rows.group(position.rank)
        member = rows.members(position.rank)[position.row - 1] if position.row else None
        identity = group.representative if member is None else member.document
        documents = rows.table.documents
        match role:
            case _Role.DisplayRole:
                cell = self.cell(position, column, marked)
                return None if cell is None else cell.text
            case _Role.AccessibleTextRole if column == GroupColumn.MARK:
                return explained.mark_text(member, identity, rows.table.protected, marked)
            case _Role.ToolTipRole:
                tip = explained.tooltip(
                    documents[identity], member, column, self._original(rows, member)
                )
                notes = explained.notes(rows, identity) if column == GroupColumn.NAME else ()
                why = self._why_kept(rows, position.rank, member, column)
                return as_tooltip("\n".join(filter(None, (tip, why, *notes))))
            case _Role.AccessibleTextRole if (
                column == GroupColumn.NAME and identity in rows.table.protected
            ):
                text = self._text(rows, position.rank, member, column)
                return translate("GroupCells", "{name}, protected").format(name=text)
            case _Role.AccessibleDescriptionRole if column == GroupColumn.NAME:
                return "\n".join(explained.notes(rows, identity)) or None
            case _Role.TextAlignmentRole:
                return column.definition.align
            case _Role.AccessibleDescriptionRole if column == GroupColumn.DISTANCE:
                return explained.tooltip(documents[identity], member, column, "")
            case _ if role == SHORT_ROLE:
                return column == GroupColumn.DISTANCE and explained.is_short(
                    documents[identity], member
                )
            case _Role.CheckStateRole if (
                (member is not None or identity in marked)
                and column == GroupColumn.MARK
                and identity not in rows.table.protected
            ):
                on = identity in marked
                return Qt.CheckState.Checked if on else Qt.CheckState.Unchecked
        return member is None if role == KEPT_ROLE else None

    def _why_kept(
        self, rows: GroupRows, rank: int, member: Member | None, column: GroupColumn
    ) -> str:
        if member is not None or column not in _OF_KEPT:
            return ""
        return kept_sentence(rows.table.report, rows.group(rank))

    def _group_data(self, rows: GroupRows, rank: int, column: GroupColumn, role: int) -> object:
        """Return a group's title; the view spreads it over all columns."""
        if role == OPEN_ROLE:
            return rows.is_open(rank)
        if role == _Role.ToolTipRole:
            return as_tooltip(self._explained(rows, rank))
        if column != GroupColumn.NAME or role not in {_Role.DisplayRole, _Role.AccessibleTextRole}:
            return None
        title = self.title(rank)
        if title is None or role == _Role.DisplayRole:
            return None if title is None else title.title
        text = phrases([title.title, title.facts, title.frees])
        if rows.is_open(rank):
            return translate("GroupCells", "{title}, expanded").format(title=text)
        return translate("GroupCells", "{title}, collapsed").format(title=text)

    def title(self, rank: int) -> GroupTitle | None:
        """Return what stands on the row of a group; None before the first report."""
        rows = self._rows
        if rows is None:
            return None
        found = self._titles.get(rank)
        if found is None:
            if len(self._titles) >= _REMEMBERED:
                self._titles.clear()
            found = self._titles[rank] = self._made_title(rows, rank)
        return found

    def _made_title(self, rows: GroupRows, rank: int) -> GroupTitle:
        group, table = rows.group(rank), rows.table
        kept = table.documents[group.representative]
        keys = [group.representative, *(one.document for one in group.members)]
        size = sum(table.documents[key].size for key in keys if not table.documents[key].inside)
        facts = [
            translate("GroupCells", "{0} documents").format(wording.count_text(len(keys))),
            size_text(size),
        ]
        uncompared = sum(one.resemblance is None for one in group.members)
        versions = sum(one.kind is Kind.EARLIER_VERSION for one in group.members)
        parts = len(group.members) - versions if group.parts else 0
        if versions:
            words = translate("GroupCells", "{0} earlier versions")
            if versions == 1:
                words = translate("GroupCells", "1 earlier version")
            facts.append(words.format(count_text(versions)))
        if parts:
            words = translate("GroupCells", "boilerplate shared by {0} more")
            facts.append(
                words.format(count_text(parts))
                if group.framed
                else translate("GroupCells", "contains 1 part")
                if parts == 1
                else translate("GroupCells", "contains {0} parts").format(parts)
            )
        elif group.framed:
            most = max(one.own or 0 for one in group.members)
            facts.append(translate("GroupCells", "own text up to {0}").format(percent_text(most)))
        elif versions:
            pass  # the least alike is one of these
        elif group.worst < 1 or any(not look_is_same(one) for one in group.members):
            facts.append(
                translate("GroupCells", "lowest similarity {0}").format(percent_text(group.worst))
            )
        if uncompared:
            facts.append(translate("GroupCells", "{0} not compared").format(count_text(uncompared)))
        hidden = len(group.members) + 1 - rows.inside(rank)
        if hidden:
            words = translate("GroupCells", "{0} hidden by the filter")
            facts.append(words.format(count_text(hidden)))
        safe, review = table.safe_of(rows.number(rank))
        frees = _frees_text(safe, review, elsewhere=table.report.elsewhere)
        return GroupTitle(title_text(kept), FACTS.join(facts), frees, bool(safe))

    def _explained(self, rows: GroupRows, rank: int) -> str:
        group, title = rows.group(rank), self.title(rank)
        kept = wording.place_text(rows.table.documents[group.representative])
        words = "" if title is None else f"{title.title}\n{title.facts}{FACTS}{title.frees}"
        text = translate("GroupCells", "{title}\nKept: {path}").format(title=words, path=kept)
        if group.parts or len(group.members) < 2:
            return text
        name = self._name(rows, rows.table.worst_of(rows.number(rank)))
        lowest = translate("GroupCells", "Least similar: {name}, {percent}").format(
            name=name, percent=percent_text(group.worst)
        )
        return f"{text}\n{lowest}"

    def _original(self, rows: GroupRows, member: Member | None) -> str:
        """Return the name of the member that another one is a copy of, empty for none."""
        of = None if member is None else member.copy_of
        return "" if of is None else self._name(rows, of)

    @staticmethod
    def _name(rows: GroupRows, document: DocumentId) -> str:
        return wording.name_text(rows.table.documents[document])


def _frees_text(safe: int, review: int, *, elsewhere: bool) -> str:
    """Return how many bytes of a group could go; what is elsewhere frees nothing on this disk."""
    if safe:
        words = translate("GroupCells", "{0} safe to free")
        if elsewhere:
            words = translate("GroupCells", "{0} safe to drop")
        return words.format(size_text(safe))
    if review:
        return translate("GroupCells", "{0} to review").format(size_text(review))
    if elsewhere:
        return translate("GroupCells", "nothing to drop")
    return translate("GroupCells", "nothing to free")


def title_text(document: Document) -> str:
    """Return what a document is called: its title, or its name without the suffix."""
    if document.title:
        return wording.printable(document.title)
    name = wording.name_text(document)
    stem, dot, suffix = name.rpartition(".")
    return stem if dot and stem and len(suffix) <= 5 else name


def look_is_same(member: Member) -> bool:
    """Return whether a member reads like the kept document."""
    return member.kind in SAFE

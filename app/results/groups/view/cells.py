"""GroupCells: the contents of the cells of the groups, by role."""

from collections.abc import Set as AbstractSet
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, Qt

from app.language import member_words, wording
from app.language.wording import as_tooltip, count_text, percent_text, size_text
from app.results.groups.rows.columns import GroupColumn
from app.results.groups.rows.rows import GroupRows, RowPosition
from simcore import Document, DocumentId, Member

translate = QCoreApplication.translate  # the name lupdate looks for


def group_text(documents: int, gain: int, worst: float, uncompared: int = 0) -> str:
    """Return the title of a group of ``documents``, two or more, the kept one included.

    ``gain`` is in bytes: what the others take up. ``worst`` is the least resemblance to the kept
    one, ``uncompared`` how many were not compared with it.
    """
    words = translate("wording", "{documents} documents, {gain} to gain, worst {worst}").format(
        documents=count_text(documents), gain=size_text(gain), worst=percent_text(worst)
    )
    if uncompared:
        more = translate("wording", "{words}, {count} not compared")
        words = more.format(words=words, count=count_text(uncompared))
    return words


def worst_text(name: str, worst: float) -> str:
    """Return a sentence on the worst pair of a group: the kept document and one ``name``."""
    return translate("wording", "Worst pair: the kept document and {name}, {worst} alike").format(
        name=name, worst=percent_text(worst)
    )


def parts_text(documents: int, gain: int) -> str:
    """Return the title of a group of a document and its parts, ``documents`` in all."""
    return translate(
        "wording", "{documents} documents, {gain} to gain, parts of the kept one"
    ).format(documents=count_text(documents), gain=size_text(gain))


_Role = Qt.ItemDataRole

KEPT_ROLE = _Role.UserRole
"""True on the cells of a kept document, False on a member's, None on a group's."""

SHORT_ROLE = _Role.UserRole + 1
"""True on a distance that means little, since a text is too short."""

OPEN_ROLE = _Role.UserRole + 2
"""On a group's cells, whether its documents have rows; None on others."""

REST_ROLE = _Role.UserRole + 3
"""On a group's cells, what is said behind its title in plain letters."""

_OUTDATED = "\N{WARNING SIGN}"
"""Before the name of a document whose file is gone or has changed since results were saved."""

_REMEMBERED = 4_096
"""The number of cells whose texts are cached; a screen has some hundred."""


class Cell(NamedTuple):
    """All painted data of a document's cell; ``checked`` is None if there is no box."""

    text: str
    alignment: Qt.AlignmentFlag
    kept: bool
    short: bool
    checked: bool | None
    protected: bool = False


class GroupCells:
    """Puts rows into words, and remembers those of the cells that were painted last."""

    def __init__(self) -> None:
        self._relative = False
        self._rows: GroupRows | None = None
        self._texts: dict[tuple[int, int, int], str] = {}

    def show(self, rows: GroupRows) -> None:
        """Use other rows."""
        self._rows = rows
        self._texts.clear()

    def set_relative(self, *, on: bool) -> None:
        """Show figures as differences to the kept document, or absolutely."""
        self._relative = on
        self._texts.clear()

    def forget(self) -> None:
        """Recompute all texts after a change of the language."""
        self._texts.clear()

    def cell(
        self, position: RowPosition, column: GroupColumn, marked: AbstractSet[DocumentId]
    ) -> Cell | None:
        """Return the painted data of a cell, None for that of a group."""
        rows = self._rows
        if rows is None or position.row < 0:
            return None
        member = rows.members(position.rank)[position.row - 1] if position.row else None
        key = (position.rank, position.row, column)
        text = self._texts.get(key)
        if text is None:
            text = self._text(rows, position.rank, member, column)
            if len(self._texts) >= _REMEMBERED:
                self._texts.clear()
            self._texts[key] = text
        short = False
        if column == GroupColumn.DISTANCE:
            kept = rows.group(position.rank).representative
            short = _is_short(rows.table.documents[kept], member)
        checked = None
        protected = rows.document(position) in rows.table.protected
        if member is not None and column == GroupColumn.NAME and not protected:
            checked = member.document in marked
        return Cell(text, column.definition.align, member is None, short, checked, protected)

    def _text(self, rows: GroupRows, rank: int, member: Member | None, column: GroupColumn) -> str:
        documents = rows.table.documents
        kept = documents[rows.group(rank).representative]
        document = kept if member is None else documents[member.document]
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
                return self._text(rows, position.rank, member, column)
            case _Role.ToolTipRole:
                tip = _tooltip(documents[identity], member, column)
                notes = _notes(rows, identity) if column == GroupColumn.NAME else ()
                return as_tooltip("\n".join((tip, *notes)))
            case _Role.AccessibleTextRole if (
                column == GroupColumn.NAME and identity in rows.table.protected
            ):
                text = self._text(rows, position.rank, member, column)
                return translate("GroupCells", "{name}, protected").format(name=text)
            case _Role.AccessibleDescriptionRole if column == GroupColumn.NAME:
                return "\n".join(_notes(rows, identity)) or None
            case _Role.TextAlignmentRole:
                return column.definition.align
            case _Role.AccessibleDescriptionRole if column == GroupColumn.DISTANCE:
                return _tooltip(documents[identity], member, column)
            case _ if role == SHORT_ROLE:
                return column == GroupColumn.DISTANCE and _is_short(documents[identity], member)
            case _Role.CheckStateRole if (
                member is not None
                and column == GroupColumn.NAME
                and identity not in rows.table.protected
            ):
                on = identity in marked
                return Qt.CheckState.Checked if on else Qt.CheckState.Unchecked
        return member is None if role == KEPT_ROLE else None

    def _group_data(self, rows: GroupRows, rank: int, column: GroupColumn, role: int) -> object:
        """Return a group's title; the view spreads it over all columns."""
        if role == OPEN_ROLE:
            return rows.is_open(rank)
        if role == REST_ROLE:
            return self._rest(rows, rank)
        if role == _Role.ToolTipRole:
            return as_tooltip(self._explained(rows, rank))
        if column != GroupColumn.NAME or role not in {_Role.DisplayRole, _Role.AccessibleTextRole}:
            return None
        text = self._title(rows, rank)
        if role == _Role.DisplayRole:
            return text
        if rows.is_open(rank):
            return translate("GroupCells", "{title}, expanded").format(title=text)
        return translate("GroupCells", "{title}, collapsed").format(title=text)

    def _title(self, rows: GroupRows, rank: int) -> str:
        group, gain = rows.group(rank), rows.table.gains[rows.number(rank)]
        count = 1 + len(group.members)
        if group.parts:
            text = parts_text(count, gain)
        else:
            uncompared = sum(one.resemblance is None for one in group.members)
            text = group_text(count, gain, group.worst, uncompared)
        hidden = count - rows.inside(rank)
        if hidden:
            pattern = translate("GroupCells", "{title}, {count} hidden by the filter")
            text = pattern.format(title=text, count=wording.count_text(hidden))
        return text

    def _rest(self, rows: GroupRows, rank: int) -> str:
        """Name the kept document of a closed group, and of several the one least like it."""
        group = rows.group(rank)
        names = []
        if not rows.is_open(rank):
            names.append(self._name(rows, group.representative))
        if len(group.members) > 1 and not group.parts:
            worst = self._name(rows, rows.table.worst_of(rows.number(rank)))
            names.append(translate("GroupCells", "least alike: {name}").format(name=worst))
        return "   ".join(names)

    def _explained(self, rows: GroupRows, rank: int) -> str:
        group = rows.group(rank)
        kept = wording.path_text(rows.table.documents[group.representative].path)
        text = translate("GroupCells", "{title}\nKept: {path}").format(
            title=self._title(rows, rank), path=kept
        )
        if group.parts:
            return text
        name = self._name(rows, rows.table.worst_of(rows.number(rank)))
        return f"{text}\n{worst_text(name, group.worst)}"

    @staticmethod
    def _name(rows: GroupRows, document: DocumentId) -> str:
        return wording.name_text(rows.table.documents[document])


def _is_short(document: Document, member: Member | None) -> bool:
    """Return whether a row's distance means little; ``member`` is None for the kept document."""
    return document.short if member is None else member.short


def _tooltip(document: Document, member: Member | None, column: GroupColumn) -> str:
    text = column.definition.cell_tooltip(document, member) or ""
    if column == GroupColumn.NAME and member is not None:
        return f"{text}\n{member_words.why_text(member)}"
    if column == GroupColumn.DISTANCE and _is_short(document, member):
        return f"{text}\n{member_words.short_explained(kept=not document.short)}"
    return text


def _notes(rows: GroupRows, document: DocumentId) -> list[str]:
    """Return the notes about a document: its file has changed, a guess, it is protected."""
    notes = []
    read = rows.table.documents[document]
    reason = rows.table.outdated.get(read.path)
    if reason is not None:
        notes.append(wording.reason_text(reason))
    if read.guessed:
        name = wording.encoding_text(read.encoding, lossy=False)
        notes.append(translate("GroupCells", "Encoding guessed: {name}").format(name=name))
    if read.inside:
        notes.append(translate("GroupCells", "Inside an archive or a mailbox: it cannot be marked"))
    elif document in rows.table.protected:
        notes.append(_protected_explained())
    return notes


def _protected_explained() -> str:
    return translate(
        "GroupCells", "Its folder is protected: this document stays and cannot be marked"
    )

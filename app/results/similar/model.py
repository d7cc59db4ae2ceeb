"""SimilarModel: documents that are like one file, as a table."""

from collections.abc import Callable
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.language import resemblance_words, wording
from app.session.calls.similar import SimilarAnswer
from simcore import Document, Kind, Pair

_Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole
_NOWHERE = QModelIndex()
translate = wording.translate


class SimilarColumn(IntEnum):
    """The columns, left to right."""

    NAME = 0
    KIND = 1
    ALIKE = 2
    HAS = 3
    OF = 4
    DISTANCE = 5
    FOLDER = 6


_NUMBERS = frozenset(
    {SimilarColumn.ALIKE, SimilarColumn.HAS, SimilarColumn.OF, SimilarColumn.DISTANCE}
)


def _kind_text(pair: Pair) -> str:
    if pair.numbers_only:
        return translate("SimilarModel", "numbers only")
    if pair.kind is not Kind.CONTAINS:
        return resemblance_words.kind_text(pair.kind)
    if pair.left_in_right > pair.right_in_left:
        return translate("SimilarModel", "holds it")
    return translate("SimilarModel", "part of it")


def _kind_tip(pair: Pair) -> str:
    if pair.numbers_only:
        return translate("SimilarModel", "Nothing but numbers, dates or names differs")
    match pair.kind:
        case Kind.IDENTICAL:
            return translate("SimilarModel", "Every byte is the same")
        case Kind.SAME_TEXT:
            return translate("SimilarModel", "The same text; encoding or spacing differ")
        case Kind.CONTAINS if pair.left_in_right > pair.right_in_left:
            return translate("SimilarModel", "Most of the file stands in this document")
        case Kind.CONTAINS:
            return translate("SimilarModel", "Most of this document stands in the file")
    return translate("SimilarModel", "Most of the text is the same")


_TEXTS: dict[SimilarColumn, Callable[[Pair, Document], str]] = {
    SimilarColumn.NAME: lambda _, document: wording.printable(document.path.name),
    SimilarColumn.KIND: lambda pair, _: _kind_text(pair),
    SimilarColumn.ALIKE: lambda pair, _: wording.percent_text(pair.resemblance),
    SimilarColumn.HAS: lambda pair, _: wording.percent_text(pair.left_in_right),
    SimilarColumn.OF: lambda pair, _: wording.percent_text(pair.right_in_left),
    SimilarColumn.DISTANCE: lambda pair, _: resemblance_words.distance_text(
        pair.distance, short=pair.short
    ),
    SimilarColumn.FOLDER: lambda _, document: wording.folder_text(document.path.parent),
}
_TIPS: dict[SimilarColumn, Callable[[Pair, Document], str]] = {
    SimilarColumn.NAME: lambda _, document: wording.path_text(document.path),
    SimilarColumn.KIND: lambda pair, _: _kind_tip(pair),
    SimilarColumn.ALIKE: lambda pair, _: resemblance_words.similarity_explained(pair.resemblance),
    SimilarColumn.HAS: lambda pair, _: translate(
        "SimilarModel", "{percent} of the file is in this document"
    ).format(percent=wording.percent_text(pair.left_in_right)),
    SimilarColumn.OF: lambda pair, _: translate(
        "SimilarModel", "{percent} of this document is in the file"
    ).format(percent=wording.percent_text(pair.right_in_left)),
    SimilarColumn.DISTANCE: lambda pair, _: resemblance_words.distance_explained(pair.distance),
    SimilarColumn.FOLDER: lambda _, document: wording.path_text(document.path.parent),
}
_KEYS: dict[SimilarColumn, Callable[[Pair, Document], Any]] = {
    SimilarColumn.NAME: lambda _, document: document.path.name.casefold(),
    SimilarColumn.KIND: lambda pair, _: list(Kind).index(pair.kind),
    SimilarColumn.ALIKE: lambda pair, _: pair.resemblance,
    SimilarColumn.HAS: lambda pair, _: pair.left_in_right,
    SimilarColumn.OF: lambda pair, _: pair.right_in_left,
    SimilarColumn.DISTANCE: lambda pair, _: pair.distance,
    SimilarColumn.FOLDER: lambda _, document: str(document.path.parent).casefold(),
}


class SimilarModel(QAbstractTableModel):
    """A row for each document found, the most alike first until another order is chosen."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._found: list[tuple[Pair, Document]] = []
        self._rows: list[tuple[Pair, Document]] = []
        self._sorted_by = -1
        self._order = Qt.SortOrder.AscendingOrder

    def set_answer(self, answer: SimilarAnswer | None) -> None:
        """Show what was found; None for nothing."""
        self._found = (
            []
            if answer is None
            else [(pair, answer.similar.documents[pair.right]) for pair in answer.similar.pairs]
        )
        self._arrange()

    def document_at(self, row: int) -> Document:
        """Return the document in a row."""
        return self._rows[row][1]

    def row_of(self, document: Document) -> int:
        """Return the row of a document, -1 where it is not among those found."""
        rows = (row for row, (_, one) in enumerate(self._rows) if one.id == document.id)
        return next(rows, -1)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; -1 is the order of the answer."""
        if (column, order) != (self._sorted_by, self._order):
            self._sorted_by, self._order = column, order
            self._arrange()

    def _arrange(self) -> None:
        self.beginResetModel()
        self._rows = list(self._found)
        if self._sorted_by >= 0:
            key = _KEYS[SimilarColumn(self._sorted_by)]
            descending = self._order == Qt.SortOrder.DescendingOrder
            self._rows.sort(key=lambda row: key(*row), reverse=descending)
        self.endResetModel()

    # ---- QAbstractTableModel

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the number of documents found."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(SimilarColumn)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole
    ) -> object:
        """Return the title of a column, and what it means."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(SimilarColumn):
            return None
        if role == _Role.TextAlignmentRole:
            return _alignment(SimilarColumn(section))
        if role == _Role.DisplayRole:
            return (
                self.tr("Name"),
                self.tr("Kind"),
                self.tr("Alike"),
                self.tr("Has of it"),
                self.tr("Is in it"),
                self.tr("Distance"),
                self.tr("Folder"),
            )[section]
        if role == _Role.ToolTipRole:
            return (
                self.tr("The document's name"),
                self.tr("What this document and the file are to each other"),
                self.tr("How much of the text of both together is in both"),
                self.tr("How much of the file is in this document"),
                self.tr("How much of this document is in the file"),
                self.tr("How many bits of the two fingerprints differ"),
                self.tr("The folder that holds the document"),
            )[section]
        return None

    def data(self, index: _Index, role: int = _Role.DisplayRole) -> object:
        """Return what a cell shows; reads memory only."""
        if not index.isValid():
            return None
        column, row = SimilarColumn(index.column()), self._rows[index.row()]
        match role:
            case _Role.DisplayRole:
                return _TEXTS[column](*row)
            case _Role.ToolTipRole:
                return _TIPS[column](*row)
            case _Role.TextAlignmentRole:
                return _alignment(column)
        return None


def _alignment(column: SimilarColumn) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column in _NUMBERS else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter

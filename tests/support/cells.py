"""What a person reads in the cells of a model without children, and in those of pairs."""

from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtGui import QFont

from app.removal.pairs import PairPlace, cut_name
from app.style import fitted


def column_of(
    model: QAbstractItemModel, column: int, role: int = Qt.ItemDataRole.DisplayRole
) -> list[str]:
    """Read a column from top to bottom."""
    return [str(model.index(row, column).data(role)) for row in range(model.rowCount())]


def rows_of(model: QAbstractItemModel) -> list[list[str]]:
    """Read all rows."""
    columns = range(model.columnCount())
    return [
        [str(model.index(row, column).data()) for column in columns]
        for row in range(model.rowCount())
    ]


def shown_name(of: PairPlace, font: QFont, width: float) -> str:
    """Return a name of a pair as it is painted in a width."""
    cut = cut_name(of, font, width)
    if cut is not None:
        return cut
    bold = QFont(font)
    bold.setBold(of.alike)
    return "".join(run.text for run in fitted(of.name, font, width, bold))

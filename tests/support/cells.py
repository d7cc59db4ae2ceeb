"""What a person reads in the cells of a model without children."""

from PySide6.QtCore import QAbstractItemModel, Qt


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

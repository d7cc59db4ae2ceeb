"""ArrivalTable: the rows of arrivals under the pointer and the keys."""

from PySide6.QtCore import QModelIndex, Qt, Slot
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QHeaderView, QWidget

from ..widgets.text_table import TextTable
from ..widgets.view_keys import ViewKey
from .delegate import MATCH, ArrivalDelegate, chevron_place
from .model import ArrivalModel, ArrivalRow, DayRow


class ArrivalTable(TextTable):
    """The rows of arrivals; days have a row over the whole width, which folds by a click."""

    def __init__(self, model: ArrivalModel, parent: QWidget) -> None:
        super().__init__(parent)
        self.arrivals = model
        self.setItemDelegate(ArrivalDelegate(self))
        self.setAccessibleName(self.tr("Arrivals"))
        self.show_model(model)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        model.modelReset.connect(self._span_days)

    def view_keys(self) -> list[ViewKey]:
        """List the keys that work here alone."""
        return [
            ViewKey(("Left", "Right"), self.tr("Close or open a day, or further matches")),
            ViewKey(("Return", "Space"), self.tr("Close or open a day")),
        ]

    def row_at(self, index: QModelIndex) -> DayRow | ArrivalRow | None:
        """Return what a row shows."""
        return self.arrivals.record(index.row()) if index.isValid() else None

    @Slot()
    def _span_days(self) -> None:
        if self.columnSpan(0, 0) > 1 or self.arrivals.rowCount():
            self.clearSpans()
        for row, one in enumerate(self.arrivals.records):
            if isinstance(one, DayRow):
                self.setSpan(row, 0, 1, self.arrivals.columnCount())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Fold a day by a click on it, and further matches by one on their chevron."""
        index = self.indexAt(event.position().toPoint())
        row = self.row_at(index)
        left = event.button() is Qt.MouseButton.LeftButton
        if left and row is not None and self._is_fold(row, index, event):
            self.arrivals.toggle(row)
            event.accept()
        else:
            super().mousePressEvent(event)

    def _is_fold(self, row: DayRow | ArrivalRow, index: QModelIndex, event: QMouseEvent) -> bool:
        if isinstance(row, DayRow):
            return True
        if not row.more or index.column() != MATCH:
            return False
        place = chevron_place(self.visualRect(index), self.font())
        return place.contains(event.position().toPoint())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Fold by the arrow keys, and a day also by Enter or Space."""
        row, key = self.row_at(self.currentIndex()), event.key()
        folds = {Qt.Key.Key_Left: False, Qt.Key.Key_Right: True}
        presses = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}
        if row is not None and key in folds:
            self.arrivals.toggle(row, on=folds[Qt.Key(key)])
        elif isinstance(row, DayRow) and key in presses:
            self.arrivals.toggle(row)
        else:
            super().keyPressEvent(event)

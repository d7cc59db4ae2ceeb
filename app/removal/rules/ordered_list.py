"""OrderedList: a list of things whose order counts, with buttons to add, remove and move them."""

from collections.abc import Iterable

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ...language.wording import as_tooltip
from ...looks.icons import icon
from ...looks.measures import row_height, scaled
from ...widgets.layouts import filled


class OrderedList(QWidget):
    """Rows of text by number; the owner keeps the values that they represent.

    ``moved`` carries a row and its new index, ``removed`` a row; the owner then shows the
    rows again. ``chosen`` carries the current row, -1 for none. ``add`` is the button below.
    """

    moved = Signal(int, int)
    removed = Signal(int)
    chosen = Signal(int)

    def __init__(self, name: str, add: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = QListWidget(self)
        self.rows.setAccessibleName(name)
        self.rows.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.rows.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.rows.currentRowChanged.connect(self._choose)
        self.rows.setMinimumHeight(3 * row_height(self.font()))
        self.add = QPushButton(icon("plus"), add, self)
        self.add.setAutoDefault(False)
        self.remove = self._button("x", self.tr("Take it off the list (Delete)"))
        self.up = self._button("arrow-up", self.tr("Let it count more (Alt+Up)"))
        self.down = self._button("arrow-down", self.tr("Let it count less (Alt+Down)"))
        self.remove.clicked.connect(self._remove)
        self.up.clicked.connect(self._move_up)
        self.down.clicked.connect(self._move_down)
        for keys, slot in (
            ("Del", self._remove),
            ("Alt+Up", self._move_up),
            ("Alt+Down", self._move_down),
        ):
            shortcut = QShortcut(QKeySequence(keys), self.rows)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(slot)
        bar = filled(QHBoxLayout(), self.add)
        bar.addStretch(1)
        for button in (self.remove, self.up, self.down):
            bar.addWidget(button)
        filled(QVBoxLayout(self), (self.rows, 1), bar, spacing=scaled(4, self.font()))
        self._update()

    def _button(self, sign: str, tip: str) -> QToolButton:
        button = QToolButton(self)
        button.setIcon(icon(sign))
        button.setAutoRaise(True)
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        return button

    def show_rows(self, texts: Iterable[str], current: int) -> None:
        """Show these rows, one of them chosen, without the signal ``chosen``."""
        self.rows.blockSignals(True)  # noqa: FBT003 - Qt's own signature
        self.rows.clear()
        for text in texts:
            item = QListWidgetItem(text)
            item.setToolTip(as_tooltip(text))
            self.rows.addItem(item)
        self.rows.setCurrentRow(min(current, self.rows.count() - 1))
        self.rows.blockSignals(False)  # noqa: FBT003
        self._update()

    @property
    def current(self) -> int:
        """The number of the row that is chosen, -1 for none."""
        return self.rows.currentRow()

    @Slot(int)
    def _choose(self, row: int) -> None:
        self._update()
        self.chosen.emit(row)

    @Slot()
    def _remove(self) -> None:
        if self.current >= 0:
            self.removed.emit(self.current)

    @Slot()
    def _move_up(self) -> None:
        if self.current > 0:
            self.moved.emit(self.current, self.current - 1)

    @Slot()
    def _move_down(self) -> None:
        if 0 <= self.current < self.rows.count() - 1:
            self.moved.emit(self.current, self.current + 1)

    def _update(self) -> None:
        self.remove.setEnabled(self.current >= 0)
        self.up.setEnabled(self.current > 0)
        self.down.setEnabled(0 <= self.current < self.rows.count() - 1)

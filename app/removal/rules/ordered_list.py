"""OrderedList: a list of things whose order counts, with buttons to add, remove and move them."""

from collections.abc import Iterable

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QGridLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.language.wording import as_tooltip


class OrderedList(QWidget):
    """Rows of text by number; the owner keeps the values that they represent.

    ``moved`` carries a row and its new index, ``removed`` a row; the owner then shows the
    rows again. ``chosen`` carries the current row, -1 for none. ``add`` is the button at the top.
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
        self.add = QToolButton(self)
        self.add.setText(add)
        self.add.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.remove = self._button(self.tr("Remove"), self.tr("Take it off the list (Delete)"))
        self.up = self._button(self.tr("Up"), self.tr("Let it count more (Alt+Up)"))
        self.down = self._button(self.tr("Down"), self.tr("Let it count less (Alt+Down)"))
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
        buttons = QVBoxLayout()
        for button in (self.add, self.remove, self.up, self.down):
            button.setSizePolicy(self.remove.sizePolicy())
            buttons.addWidget(button)
        buttons.addStretch(1)
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.rows, 0, 0)
        layout.addLayout(buttons, 0, 1)
        self._update()

    def _button(self, text: str, tip: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setAutoDefault(False)
        button.setToolTip(tip)
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

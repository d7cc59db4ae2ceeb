"""The fields of settings pages, the pages' layout, and the list that chooses a page."""

import contextlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from itertools import pairwise
from typing import Any, NamedTuple

from PySide6.QtCore import (
    QEvent,
    QMargins,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QAction,
    QColor,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QKeySequence,
    QPainter,
    QPalette,
    QPen,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QComboBox,
    QGridLayout,
    QLabel,
    QLayout,
    QLayoutItem,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QSpinBox,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from simcore.model.config import ScanConfig
from simcore.model.reasons import ConfigError

from ..i18n import without_mnemonic
from ..style import Colours, colours_of, font_like, icon, paint_icon, paint_line, scaled, small_font
from ..widgets.basic import filled
from ..wording import as_tooltip, printable
from .settings import Settings

_LEAST = 160
_ANY_HEIGHT = (1 << 24) - 1
_BEGIN, _END = "\N{LEFT-TO-RIGHT MARK}\N{NO-BREAK SPACE}", "\N{LEFT-TO-RIGHT MARK}"


class FlowLayout(QLayout):
    """Puts widgets in lines, like words in a text."""

    def __init__(self, parent: QWidget, space: int) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._space = space
        self.setContentsMargins(QMargins())

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(QRect(0, 0, width, 0), moving=False)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        found = QSize()
        for item in self._items:
            found = found.expandedTo(item.minimumSize())
        return found

    def setGeometry(self, place: QRect) -> None:
        super().setGeometry(place)
        self._place(place, moving=True)

    def _place(self, place: QRect, *, moving: bool) -> int:
        """Return the height of the lines; move the widgets there if ``moving``."""
        x, y, line = place.x(), place.y(), 0
        for item in self._items:
            widget = item.widget()
            if widget is not None and widget.isHidden():
                continue
            size = item.sizeHint().boundedTo(QSize(place.width(), _ANY_HEIGHT))
            if x > place.x() and x + size.width() > place.right() + 1:
                x, y, line = place.x(), y + line + self._space, 0
            if moving:
                item.setGeometry(QRect(QPoint(x, y), size))
            x, line = x + size.width() + self._space, max(line, size.height())
        return y + line - place.y()


class _NewChip(QLineEdit):
    """A field for another word: Enter adds it, Esc cancels; the dialog sees neither key."""

    given = Signal()
    left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        for keys, signal in (("Return", self.given), ("Enter", self.given), ("Esc", self.left)):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(signal)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.PopupFocusReason:
            self.given.emit()


class _Chip(QToolButton):
    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._name = name
        _furnish(self, "", "x")
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the sign stands behind the word
        self._show(name)

    def _show(self, shown: str) -> None:
        # the marks keep a name such as *.tmp from being read from right to left
        words = f"{_BEGIN}{shown.replace('&', '&&')}{_END}"
        if self.text() != words:
            self.setText(words)
        self._shown = shown

    def sizeHint(self) -> QSize:
        hint, metrics = super().sizeHint(), self.fontMetrics()
        more = metrics.horizontalAdvance(self._name) - metrics.horizontalAdvance(self._shown)
        return QSize(hint.width() + more, hint.height())

    def minimumSizeHint(self) -> QSize:
        hint = self.sizeHint()
        return QSize(min(hint.width(), scaled(_LEAST, self.font())), hint.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        metrics, missing = self.fontMetrics(), self.sizeHint().width() - self.width()
        room = metrics.horizontalAdvance(self._name) - missing
        cut = metrics.elidedText(self._name, Qt.TextElideMode.ElideMiddle, room)
        self._show(cut if missing > 0 else self._name)


class ChipField(QWidget):
    """Shows words in their order; each is a button that removes it.

    ``changed`` follows a change by the user. ``adds`` is whether ``new``, a field for words, is
    shown. ``names`` maps words to displayed texts.
    """

    changed = Signal()

    def __init__(self, name: str, parent: QWidget, *, adds: bool = True, none: str = "") -> None:
        super().__init__(parent)
        self._words: list[str] = []
        self._names: dict[str, str] = {}
        self.chips: list[QToolButton] = []
        self.setAccessibleName(name)
        self._flow = FlowLayout(self, scaled(6))
        self.none = QLabel(none, self)
        self.new = _NewChip(self)
        self.new.setAccessibleName(name)
        self.new.setFixedWidth(scaled(140))
        self.new.hide()
        self.add = _button(self.tr("Add"), "plus", self)
        self.add.setAccessibleName(self.tr("Add: {0}").format(name))
        self.add.setVisible(adds)
        self.add.clicked.connect(self._ask)
        self.new.given.connect(self._take)
        self.new.left.connect(self._leave)
        for one in (self.none, self.new, self.add):
            self._flow.addWidget(one)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def words(self) -> tuple[str, ...]:
        return tuple(self._words)

    def set_words(self, words: Iterable[str], names: dict[str, str] | None = None) -> None:
        self._words = list(dict.fromkeys(words))
        self._names = names or {}
        self._show()

    def _show(self) -> None:
        for chip in self.chips:
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self.chips = [self._chip(word) for word in self._words]
        for widget in (self.none, self.new, self.add):
            self._flow.removeWidget(widget)
        for each in (*self.chips, self.none, self.new, self.add):
            self._flow.addWidget(each)
        for chip in self.chips:
            chip.show()
        self.none.setVisible(bool(self.none.text()) and not self.chips)
        for before, after in pairwise([self, *self.chips, self.new, self.add]):
            QWidget.setTabOrder(before, after)
        self.updateGeometry()

    def _chip(self, word: str) -> QToolButton:
        name = printable(self._names.get(word, word))
        chip = _Chip(name, self)
        chip.setAccessibleName(self.tr("Remove {0}").format(name))
        chip.setToolTip(as_tooltip(self.tr("Remove {0}").format(name)))
        chip.clicked.connect(lambda: self._remove(word))
        return chip

    def _remove(self, word: str) -> None:
        at = self._words.index(word)
        self._words.remove(word)
        self._show()
        left = [*self.chips, self.add]
        left[min(at, len(left) - 1)].setFocus()
        self.changed.emit()

    @Slot()
    def _ask(self) -> None:
        self.add.hide()
        self.new.clear()
        self.new.show()
        self.new.setFocus()

    @Slot()
    def _take(self) -> None:
        text = self.new.text().strip()
        if self.new.isHidden() or not text:
            self._leave()
            return
        if text not in self._words:
            self._words.append(text)
            self._show()
        self._leave()
        self.changed.emit()

    @Slot()
    def _leave(self) -> None:
        had_focus = self.new.hasFocus()
        self.new.clear()
        self.new.hide()
        self.add.show()
        if had_focus:
            self.add.setFocus()


def _button(text: str, sign: str, parent: QWidget) -> QToolButton:
    button = QToolButton(parent)
    _furnish(button, text, sign)
    return button


def _furnish(button: QToolButton, text: str, sign: str) -> None:
    button.setText(text)
    button.setIcon(icon(sign))
    button.setIconSize(QSize(scaled(12), scaled(12)))
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    button.setMinimumHeight(scaled(24))


_LABELS = 124
_GAP = 14
_BETWEEN = 16


class _Small(QLabel):
    def __init__(self, text: str, colour: Callable[[Colours], QColor], parent: QWidget) -> None:
        super().__init__(text, parent)
        self._colour = colour
        self.setWordWrap(True)
        self.setFont(small_font())
        self._wear()

    def _wear(self) -> None:
        wanted = self._colour(colours_of(QApplication.palette()))
        if self.palette().color(QPalette.ColorRole.WindowText) != wanted:
            own = QPalette()  # of which only this is set: all others go on following the desktop's
            own.setColor(QPalette.ColorRole.WindowText, wanted)
            self.setPalette(own)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.PaletteChange:
            self._wear()
        super().changeEvent(event)


_OF_SCAN = frozenset(one.name for one in fields(ScanConfig))


def choice(parent: QWidget, words: Mapping[Any, str]) -> QComboBox:
    """Return a box to choose a member of an enumeration, each shown by its words."""
    box = QComboBox(parent)
    for one, name in words.items():
        box.addItem(name, one.value)
    return box


def _accessors(name: str, field: QWidget) -> tuple[Callable[[], object], Callable[[Any], object]]:
    """Return what reads the value of a setting from a widget, and what shows it there."""
    match field:
        case QCheckBox():
            return field.isChecked, field.setChecked
        case QComboBox():
            kind = type(getattr(ScanConfig() if name in _OF_SCAN else Settings(), name))
            return (
                lambda: kind(field.currentData()),
                lambda value: field.setCurrentIndex(field.findData(value.value)),
            )
        case ChipField():
            return field.words, field.set_words
        case QSpinBox():
            return field.value, field.setValue
    raise TypeError(type(field).__name__)


class SettingsPage(QWidget):
    """Edits some fields of ``Settings`` and its ``ScanConfig``, by name.

    ``title`` and ``icon`` are shown in the list of pages.
    """

    icon = "settings"

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.title = ""
        self._readers: dict[str, Callable[[], object]] = {}
        self._shows: dict[str, Callable[[Any], object]] = {}
        self._origin = ScanConfig()
        self._first: dict[str, object] = {}
        self._said: dict[str, QLabel] = {}
        self._problems: dict[str, QLabel] = {}
        self._fields: dict[str, QWidget] = {}
        self._heading = QLabel(self)
        self._heading.setFont(font_like(self.font(), 18, bold=True))
        self._about = _Small("", lambda colours: colours.muted, self)
        self._about.setFont(self.font())
        self._grid = QGridLayout()
        self._grid.setColumnMinimumWidth(0, scaled(_LABELS))
        self._grid.setColumnStretch(1, 1)
        self._grid.setHorizontalSpacing(scaled(_GAP))
        self._grid.setVerticalSpacing(scaled(4))
        gaps = scaled(4), scaled(_BETWEEN)
        parts = self._heading, gaps[0], self._about, gaps[1], self._grid
        layout = filled(QVBoxLayout(self), *parts, spacing=0)
        layout.addStretch(1)
        side = scaled(24)
        layout.setContentsMargins(side, side, side, scaled(16))

    def entitle(self, title: str, explanation: str) -> None:
        self.title = title
        self._heading.setText(title)
        self._about.setText(explanation)

    def add(
        self,
        label: str,
        field: QWidget,
        sentence: str,
        *,
        buddy: QWidget | None = None,
        stretched: bool = False,
        name: str = "",
        read: Callable[[], object] | None = None,
        show: Callable[[Any], object] | None = None,
    ) -> None:
        """Add an option: its label, its field, and a sentence below it.

        ``buddy`` gets the label's mnemonic and aligns the first line, by default ``field``.
        ``name`` is of a setting, see ``bind``.
        """
        row = self._grid.rowCount()
        if self._fields:
            self._grid.setRowMinimumHeight(row, scaled(_BETWEEN) - scaled(4))
            row += 1
        first = buddy or field
        words = QLabel(label, self)
        words.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        words.setBuddy(first)
        words.setMinimumHeight(first.sizeHint().height())
        for one in {first, field}:
            if not one.accessibleName():
                one.setAccessibleName(without_mnemonic(label))
            one.setAccessibleDescription(sentence)
        top, left = Qt.AlignmentFlag.AlignTop, Qt.AlignmentFlag.AlignLeft
        self._grid.addWidget(words, row, 0, top)
        if stretched:
            self._grid.addWidget(field, row, 1)
        else:
            self._grid.addWidget(field, row, 1, left)
        said = _Small(sentence, lambda colours: colours.muted, self)
        self._grid.addWidget(said, row + 1, 1)
        problem = _Small("", lambda colours: colours.warning, self)
        problem.hide()
        self._grid.addWidget(problem, row + 2, 1)
        key = name or f"row {row}"
        self._fields[key], self._said[key], self._problems[key] = first, said, problem
        if name:
            self.bind(name, field, read, show)

    def add_toggles(self, label: str, field: "ToggleField", sentence: str) -> None:
        if field.boxes:
            self.add(label, field, sentence, buddy=field.boxes[0])
        else:
            field.hide()

    def bind(
        self,
        name: str,
        field: QWidget,
        read: Callable[[], object] | None = None,
        show: Callable[[Any], object] | None = None,
    ) -> None:
        """Let a widget edit a field of ``ScanConfig`` or ``Settings``.

        ``read`` returns the value and ``show`` shows it, by default as widgets of its kind do.
        """
        if read is None or show is None:
            read, show = _accessors(name, field)
        self._readers[name], self._shows[name] = read, show

    def scan_values(self) -> dict[str, object]:
        """Return the edited fields of ``ScanConfig``. Raises ``ConfigError``.

        Untouched values keep their precision, even if a field rounds.
        """
        found: dict[str, object] = {}
        for name, read in self._readers.items():
            if name in _OF_SCAN:
                value = read()
                same = name in self._first and self._first[name] == value
                found[name] = getattr(self._origin, name) if same else value
        return found

    def own_values(self) -> dict[str, object]:
        """Return the edited fields of ``Settings`` itself. Raises ``ConfigError``."""
        return {name: read() for name, read in self._readers.items() if name not in _OF_SCAN}

    def wrong(self) -> dict[str, ConfigError]:
        found: dict[str, ConfigError] = {}
        for name, read in self._readers.items():
            try:
                value = read()
                if name in _OF_SCAN:
                    ScanConfig(**{name: value})  # type: ignore[arg-type]  # it checks at run time
            except ConfigError as error:
                found[name] = error
        return found

    def complain(self, name: str, words: str) -> None:
        """Show an error below a field in place of its sentence; empty to remove it."""
        self._said[name].setHidden(bool(words))
        self._problems[name].setText(words)
        self._problems[name].setVisible(bool(words))
        self._fields[name].setAccessibleDescription(words or self._said[name].text())

    def complaints(self) -> dict[str, str]:
        return {name: one.text() for name, one in self._problems.items() if one.text()}

    def field(self, name: str) -> QWidget:
        return self._fields[name]

    def calm(self) -> None:
        for name in self.complaints():
            self.complain(name, "")

    def show_config(self, config: ScanConfig) -> None:
        for name in _OF_SCAN & self._shows.keys():
            self._shows[name](getattr(config, name))
        self._origin = config
        self._first.clear()
        for name, read in self._readers.items():
            with contextlib.suppress(ConfigError):
                self._first[name] = read()

    def show_settings(self, settings: Settings) -> None:
        """Show the other settings, as far as they are edited here."""
        for name in self._shows.keys() - _OF_SCAN:
            self._shows[name](getattr(settings, name))

    def show_defaults(self) -> None:
        """Show the defaults; what the user made, such as rules, is kept."""
        self.calm()
        self.show_config(ScanConfig())
        self.show_settings(Settings())


_SIGN = Qt.ItemDataRole.UserRole
_RULED = Qt.ItemDataRole.UserRole + 1
_ROW = 34
_RULE = 17
_SIDE = 10
_ENTRY_GAP = 10
_ICON = 16
_Index = QModelIndex | QPersistentModelIndex


class _PageDelegate(QStyledItemDelegate):
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        colours = colours_of(option.palette)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        row = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = scaled(4)
        if index.data(_RULED):
            y = round(row.top() + scaled(_RULE) / 2) + 0.5
            painter.setPen(QPen(colours.separator, 1))
            painter.drawLine(QPointF(row.left() + side, y), QPointF(row.right() - side, y))
            row.setTop(row.top() + scaled(_RULE))
        box = row.adjusted(0.5, 1.5, -0.5, -1.5)
        if chosen or focused:
            painter.setPen(QPen(colours.accent, 1) if focused else Qt.PenStyle.NoPen)
            painter.setBrush(colours.selected if chosen else Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, scaled(5), scaled(5))
        side, width = scaled(_SIDE), scaled(_ICON)
        sign = QRectF(row.left() + side, row.top(), width, row.height())
        paint_icon(painter, str(index.data(_SIGN)), sign, colours.text)
        words = row.adjusted(side + width + scaled(_ENTRY_GAP), 0, -scaled(4), 0)
        font = QFont(option.font)
        font.setBold(chosen)
        paint_line(painter, words, str(index.data()), font, colours.text)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        font = QFont(option.font)
        font.setBold(True)
        width = QFontMetricsF(font).horizontalAdvance(str(index.data()))
        beside = scaled(_SIDE) + scaled(_ICON) + scaled(_ENTRY_GAP) + scaled(_SIDE)
        height = scaled(_ROW) + (scaled(_RULE) if index.data(_RULED) else 0)
        return QSize(round(width) + beside, height)


class PageList(QListWidget):
    """Lists pages by name, as wide as the longest; ``currentRowChanged`` tells which is chosen."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setItemDelegate(_PageDelegate(self))
        self.setFrameShape(QListWidget.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setAutoFillBackground(True)
        side = scaled(6)
        self.setViewportMargins(side, scaled(8), side, side)

    def add_page(self, title: str, sign: str, *, ruled: bool = False) -> None:
        item = QListWidgetItem(title, self)
        item.setData(_SIGN, sign)
        item.setData(_RULED, ruled)
        self.setFixedWidth(max(scaled(216), self.sizeHintForColumn(0) + 2 * scaled(6)))


class Toggle(NamedTuple):
    """An action remembered by its object name, and its state at a first start."""

    action: QAction
    default: bool


class ToggleField(QWidget):
    """Shows a box for each action; ``put`` changes the actions."""

    def __init__(self, toggles: Sequence[Toggle], parent: QWidget) -> None:
        super().__init__(parent)
        self._toggles = tuple(toggles)
        self.boxes = [QCheckBox(without_mnemonic(one.action.text()), self) for one in toggles]
        for box, one in zip(self.boxes, toggles, strict=True):
            box.setChecked(one.action.isChecked())
        filled(QVBoxLayout(self), *self.boxes, spacing=scaled(6))

    def show_defaults(self) -> None:
        for box, one in zip(self.boxes, self._toggles, strict=True):
            box.setChecked(one.default)

    def put(self) -> None:
        for box, one in zip(self.boxes, self._toggles, strict=True):
            one.action.setChecked(box.isChecked())

"""Keep rules in the window: their list and dialog, the preview, and marking by them."""

import contextlib
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QAction,
    QDropEvent,
    QFontMetricsF,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QDialog,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from simcore.files.roles import Roles
from simcore.grouping.freeing import Freeing, safe_to_free
from simcore.model.reasons import ConfigError, Reason, WhyKept
from simcore.model.records import UNMARKED, DocumentId, Kind
from simcore.model.report import ScanReport
from simcore.removal.keep_rules import COPY_NAMES, KeepBy, KeepRule

from ..badges import LOOKS, SAFE, badge_width, paint_badge, paint_tick_box
from ..i18n import clauses, counted, listed, sentences
from ..session.results import Kept, named_kept
from ..session.session import Session
from ..settings.settings import MarkingRules, PresetRow, RuleSet, SettingsStore
from ..style import (
    colours_of,
    font_like,
    has_keyboard,
    icon,
    is_selected,
    paint_icon,
    paint_line,
    row_ground,
    row_height,
    scaled,
)
from ..tasks import Check, Latest, Task, stepped
from ..widgets import desktop
from ..widgets.banner import Notices
from ..widgets.basic import FactLabel, FilledButton, filled, opening_size, sign_button
from ..wording import (
    as_tooltip,
    count_text,
    folder_text,
    kept_reason,
    kept_words,
    kind_explained,
    place_text,
    printable,
    reason_text,
    resemblance_text,
    size_text,
)
from .controller import Marks, SuspendedDialog
from .dialog import shared_folder, shown_below
from .pairs import BadgeOf, PairColumn, PairList, PairModel, PairPart, PairSection, PairSide, places
from .words import formats_text

if TYPE_CHECKING:
    from simcore.removal.rules import Choice, Choices, Chosen

_Index = QModelIndex | QPersistentModelIndex
_CARD, _SPACE, _CORNER = 42, 4, 5
_CARD_ROLE = int(Qt.ItemDataRole.UserRole)


@dataclass(frozen=True, slots=True)
class RuleCard:
    title: str
    line: str
    tip: str
    fixed: bool = False


class MovableRows(QListWidget):
    """Rows by number; the owner keeps the values, and shows them again after a change.

    ``moved`` carries the old and new number of a row, ``removed`` a number. Numbers do not count
    the ``fixed`` rows, which come first.
    """

    moved = Signal(int, int)
    removed = Signal(int)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fixed = 0
        self.setAccessibleName(name)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    @property
    def current(self) -> int:
        """The number of the current row, -1 for none."""
        return max(-1, self.currentRow() - self.fixed)

    @property
    def rows(self) -> int:
        return self.count() - self.fixed

    def show_items(self, items: Iterable[QListWidgetItem], current: int) -> None:
        with QSignalBlocker(self):
            self.clear()
            for item in items:
                self.addItem(item)
            last = self.rows - 1
            self.setCurrentRow(min(current, last) + self.fixed if last >= 0 else -1)

    def move_current(self, by: int) -> None:
        row, to = self.current, self.current + by
        if row >= 0 and 0 <= to < self.rows:
            self.moved.emit(row, to)

    def remove_current(self) -> None:
        if self.current >= 0:
            self.removed.emit(self.current)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        alt = event.modifiers() == Qt.KeyboardModifier.AltModifier
        match event.key():
            case Qt.Key.Key_Up if alt:
                self.move_current(-1)
            case Qt.Key.Key_Down if alt:
                self.move_current(1)
            case Qt.Key.Key_Delete:
                self.remove_current()
            case _:
                super().keyPressEvent(event)

    def move_buttons(self, parent: QWidget, up: str, down: str) -> tuple[QToolButton, QToolButton]:
        """Return buttons that move the current row."""
        found = []
        for sign, tip, by in (("arrow-up", up, -1), ("arrow-down", down, 1)):
            button = sign_button(parent, sign, tip)
            button.clicked.connect(partial(self.move_current, by))
            found.append(button)
        return found[0], found[1]


class RuleCards(MovableRows):
    """Shows a card for each rule, behind fixed cards."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self.setItemDelegate(_CardDelegate(self))
        self.setFrameShape(QListWidget.Shape.NoFrame)
        self.viewport().setAutoFillBackground(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)

    def show_cards(self, cards: Sequence[RuleCard], current: int) -> None:
        self.fixed = sum(card.fixed for card in cards)
        self.show_items(map(self._item, range(1, len(cards) + 1), cards), current)
        self.updateGeometry()

    def _item(self, number: int, card: RuleCard) -> QListWidgetItem:
        words = self.tr("{0}. {1}: {2}", "the number, name and meaning of a rule")
        item = QListWidgetItem(words.format(count_text(number), card.title, card.line))
        item.setData(_CARD_ROLE, card)
        item.setToolTip(as_tooltip(card.tip))
        if card.fixed:
            item.setFlags(Qt.ItemFlag.NoItemFlags)
        return item

    def sizeHint(self) -> QSize:
        height = scaled(_CARD + _SPACE, self.font())
        return QSize(scaled(262, self.font()), height * max(1, min(6, self.count())))

    def minimumSizeHint(self) -> QSize:
        height = scaled(_CARD + _SPACE, self.font())
        return QSize(scaled(200, self.font()), height * max(1, min(3, self.count())))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and index.row() >= self.fixed:
            cross = cross_of(self.visualRect(index), self)
            if cross.contains(event.position().toPoint()):
                self.removed.emit(index.row() - self.fixed)
                return
        super().mouseReleaseEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        to = self.place_of(event.position().toPoint())
        row = self.current
        event.setDropAction(Qt.DropAction.IgnoreAction)
        event.accept()
        if row >= 0:
            self.moved.emit(row, to - (to > row))

    def place_of(self, point: QPoint) -> int:
        """Return the number of the rule before which a card dropped at ``point`` belongs."""
        index = self.indexAt(point)
        if not index.isValid():
            return self.rows
        below = point.y() > self.visualRect(index).center().y()
        return max(0, index.row() - self.fixed + below)


def cross_of(rect: QRect, widget: QWidget) -> QRect:
    side = scaled(24, widget.font())
    card = rect.adjusted(0, 0, 0, -scaled(_SPACE, widget.font()))
    top = card.center().y() - side // 2
    return QRect(card.right() - side - scaled(6, widget.font()), top, side, side)


class _CardDelegate(QStyledItemDelegate):
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        card = index.data(_CARD_ROLE)
        if not isinstance(card, RuleCard):
            return
        found, font = colours_of(option.palette), option.font
        selected = is_selected(option)
        keyboard = has_keyboard(option.widget)
        box = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5 - scaled(_SPACE, font))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = found.accent if selected and keyboard else found.separator
        painter.setPen(QPen(edge, 1))
        painter.setBrush(row_ground(option, found, found.base))
        corner = scaled(_CORNER, font)
        painter.drawRoundedRect(box, corner, corner)
        side = scaled(14, font)
        sign = QRectF(box.left() + scaled(9, font), box.top(), side, box.height())
        paint_icon(painter, "lock" if card.fixed else "grip-vertical", sign, found.muted)
        left = sign.right() + scaled(9, font)
        right = box.right() - scaled(8, font)
        if not card.fixed:
            cross = QRectF(cross_of(option.rect, option.widget))
            inside = cross.adjusted(*(scaled(5, font) * at for at in (1, 1, -1, -1)))
            paint_icon(painter, "x", inside, found.muted)
            right = cross.left()
        bold, small = font_like(font, 13, bold=True), font_like(font, 12)
        number = count_text(index.row() + 1) + "."
        upper = QRectF(left, box.top() + scaled(3, font), right - left, scaled(18, font))
        width = QFontMetricsF(bold).horizontalAdvance("0. ") + scaled(6, font)
        paint_line(painter, upper, number, bold, found.text)
        upper.setLeft(upper.left() + width)
        paint_line(painter, upper, card.title, bold, found.text)
        lower = upper.translated(0, scaled(17, font))
        paint_line(
            painter, lower, card.line, small, found.muted, elide=Qt.TextElideMode.ElideMiddle
        )
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, _index: _Index) -> QSize:
        return QSize(1, scaled(_CARD + _SPACE, option.font))


class OrderedList(QWidget):
    """Edits folders in their order; ``changed`` follows each change."""

    changed = Signal()

    def __init__(self, name: str, add: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._folders: list[Path] = []
        self.rows = MovableRows(name, self)
        self.rows.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.rows.currentRowChanged.connect(self._update)
        self.rows.moved.connect(self._move)
        self.rows.removed.connect(self._remove)
        self.rows.setMinimumHeight(3 * row_height(self.font()))
        self.add = QPushButton(icon("plus"), add, self)
        self.add.setAutoDefault(False)
        self.remove = sign_button(self, "x", self.tr("Take it off the list (Delete)"))
        self.remove.clicked.connect(self.rows.remove_current)
        self.up, self.down = self.rows.move_buttons(
            self, self.tr("Let it count more (Alt+Up)"), self.tr("Let it count less (Alt+Down)")
        )
        bar = filled(QHBoxLayout(), self.add)
        bar.addStretch(1)
        for button in (self.remove, self.up, self.down):
            bar.addWidget(button)
        filled(QVBoxLayout(self), (self.rows, 1), bar, spacing=scaled(4, self.font()))
        self.edit([])

    def edit(self, folders: list[Path], current: int = 0) -> None:
        """Edit this very list."""
        self._folders = folders
        items = [QListWidgetItem(folder_text(folder)) for folder in folders]
        for item in items:
            item.setToolTip(as_tooltip(item.text()))
        self.rows.show_items(items, current)
        self._update()

    def add_folder(self, folder: Path) -> None:
        if folder not in self._folders:
            self._folders.append(folder)
            self._change(len(self._folders) - 1)

    @Slot(int, int)
    def _move(self, row: int, to: int) -> None:
        self._folders.insert(to, self._folders.pop(row))
        self._change(to)

    @Slot(int)
    def _remove(self, row: int) -> None:
        del self._folders[row]
        self._change(row)

    def _change(self, current: int) -> None:
        self.edit(self._folders, current)
        self.changed.emit()

    @Slot()
    def _update(self) -> None:
        current = self.rows.current
        self.remove.setEnabled(current >= 0)
        self.up.setEnabled(current > 0)
        self.down.setEnabled(0 <= current < self.rows.rows - 1)


translate = QCoreApplication.translate  # the name lupdate looks for


def by_text(by: KeepBy) -> str:
    return {
        KeepBy.NEWEST: translate("RuleWords", "newest"),
        KeepBy.OLDEST: translate("RuleWords", "oldest"),
        KeepBy.LARGEST: translate("RuleWords", "largest file"),
        KeepBy.LONGEST: translate("RuleWords", "longest text"),
        KeepBy.MOST_COMPLETE: translate("RuleWords", "most complete"),
        KeepBy.SHORTEST_PATH: translate("RuleWords", "shortest path"),
        KeepBy.FOLDER: translate("RuleWords", "in these folders"),
        KeepBy.NAME: translate("RuleWords", "name like"),
        KeepBy.NOT_NAME: translate("RuleWords", "name not like"),
        KeepBy.ENCODING: translate("RuleWords", "best encoding"),
        KeepBy.EDITABLE: translate("RuleWords", "editable format"),
        KeepBy.PDF: translate("RuleWords", "a PDF"),
    }[by]


def by_explained(by: KeepBy) -> str:
    return {
        KeepBy.NEWEST: translate("RuleWords", "Keep the one modified last"),
        KeepBy.OLDEST: translate("RuleWords", "Keep the one modified first"),
        KeepBy.LARGEST: translate("RuleWords", "Keep the one with the most bytes"),
        KeepBy.LONGEST: translate("RuleWords", "Keep the one with the most characters of text"),
        KeepBy.MOST_COMPLETE: translate(
            "RuleWords", "Keep the one that holds the largest share of the others, on average"
        ),
        KeepBy.SHORTEST_PATH: translate(
            "RuleWords", "Keep the one in the fewest folders, then of the fewest characters"
        ),
        KeepBy.FOLDER: translate(
            "RuleWords", "Keep the one in the first of these folders, else in the second, and so on"
        ),
        KeepBy.NAME: translate("RuleWords", "Keep the one whose name matches one of the patterns"),
        KeepBy.NOT_NAME: translate(
            "RuleWords", "Keep the one whose name matches none of the patterns"
        ),
        KeepBy.ENCODING: translate(
            "RuleWords", "Keep the one without damaged characters, then the one in UTF-8"
        ),
        KeepBy.EDITABLE: translate(
            "RuleWords",
            "Keep the one that can be edited best: a word processor's document before plain text, "
            "a page, a book, a PDF",
        ),
        KeepBy.PDF: translate("RuleWords", "Keep the PDF"),
    }[by]


def by_briefly(by: KeepBy) -> str:
    return {
        KeepBy.NEWEST: translate("RuleWords", "by date of change"),
        KeepBy.OLDEST: translate("RuleWords", "by date of change"),
        KeepBy.LARGEST: translate("RuleWords", "by bytes"),
        KeepBy.LONGEST: translate("RuleWords", "by characters"),
        KeepBy.MOST_COMPLETE: translate("RuleWords", "holds most of the others"),
        KeepBy.SHORTEST_PATH: translate("RuleWords", "nearest the top folder"),
        KeepBy.FOLDER: translate("RuleWords", "wants a folder"),
        KeepBy.NAME: translate("RuleWords", "wants a pattern"),
        KeepBy.NOT_NAME: translate("RuleWords", "wants a pattern"),
        KeepBy.ENCODING: translate("RuleWords", "undamaged, then UTF-8"),
        KeepBy.EDITABLE: translate("RuleWords", "a Word file before a page or a PDF"),
        KeepBy.PDF: translate("RuleWords", "before any other format"),
    }[by]


def values_text(rule: KeepRule) -> str:
    if rule.patterns == COPY_NAMES:
        return translate("RuleWords", "that of a copy")
    return listed([*map(folder_text, rule.folders), *map(printable, rule.patterns)])


@dataclass(slots=True)
class _RuleDraft:
    by: KeepBy
    folders: list[Path] = field(default_factory=list)
    patterns: list[str] = field(default_factory=list)

    @property
    def complete(self) -> bool:
        if self.by is KeepBy.FOLDER:
            return bool(self.folders)
        return bool(self.patterns) or not self.by.has_patterns

    def rule(self) -> KeepRule:
        return KeepRule(self.by, tuple(self.folders), tuple(self.patterns))

    def card(self) -> RuleCard:
        line = (values_text(self.rule()) if self.complete else "") or by_briefly(self.by)
        return RuleCard(by_text(self.by), line, by_explained(self.by))


class RuleList(QWidget):
    """Edits rules; ``changed`` follows each change. A new folder rule has ``folders``."""

    changed = Signal()

    def __init__(self, folders: Sequence[Path], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._start = list(folders)
        self._drafts: list[_RuleDraft] = []
        self.cards = RuleCards(self.tr("Rules, the first decides"), self)
        self.menu = QMenu(self)
        self.add_button = QPushButton(icon("plus"), self.tr("&Add rule"), self)
        self.add_button.setAutoDefault(False)
        self.add_button.setMenu(self.menu)
        self.up, self.down = self.cards.move_buttons(
            self,
            self.tr("Let the rule count more (Alt+Up)"),
            self.tr("Let the rule count less (Alt+Down)"),
        )
        self.menu.aboutToShow.connect(self._fill_menu)
        self.menu.triggered.connect(self._add_chosen)
        self.cards.moved.connect(self._move)
        self.cards.removed.connect(self._remove)
        self.cards.currentRowChanged.connect(self._show_values)

        self.folders_list = OrderedList(
            self.tr("Folders, the first is preferred"), self.tr("Add &folder…"), self
        )
        self.folders_list.add.clicked.connect(self._choose_folder)
        self.folders_list.changed.connect(self._tell_changed)
        self.patterns = QPlainTextEdit(self)
        self.patterns.setAccessibleName(self.tr("Patterns, one a line"))
        self.patterns.setTabChangesFocus(True)
        self.patterns.setPlaceholderText(self.tr("one pattern a line, such as *final*"))
        self.patterns.textChanged.connect(self._take_patterns)
        self._explanation = FactLabel("", self)
        self._values = QStackedWidget(self)
        for page in (self.folders_list, self.patterns):
            self._values.addWidget(page)
        self.patterns.setMinimumHeight(3 * row_height(self.font()))
        bar = filled(QHBoxLayout(), self.add_button)
        bar.addStretch(1)
        for button in (self.up, self.down):
            bar.addWidget(button)
        parts = self.cards, bar, self._explanation, (self._values, 1)
        filled(QVBoxLayout(self), *parts, spacing=scaled(6, self.font()))
        self._show(-1)

    def set_rules(self, rules: Sequence[KeepRule]) -> None:
        self._drafts = [_RuleDraft(one.by, list(one.folders), list(one.patterns)) for one in rules]
        self._show(0)
        self.changed.emit()

    def rules(self) -> tuple[KeepRule, ...]:
        return tuple(draft.rule() for draft in self._drafts if draft.complete)

    def incomplete(self) -> str:
        by = next((draft.by for draft in self._drafts if not draft.complete), None)
        if by is None:
            return ""
        wants_folder, wants_pattern = (
            self.tr("The rule “{0}” wants a folder."),
            self.tr("The rule “{0}” wants a pattern."),
        )
        return (wants_folder if by is KeepBy.FOLDER else wants_pattern).format(by_text(by))

    def add(self, by: KeepBy) -> None:
        if any(draft.by is by for draft in self._drafts):
            return
        folders = self._start if by is KeepBy.FOLDER else []
        patterns = COPY_NAMES if by is KeepBy.NOT_NAME else ()
        self._drafts.append(_RuleDraft(by, list(folders), list(patterns)))
        self._show(len(self._drafts) - 1)
        self.changed.emit()

    @Slot()
    def _fill_menu(self) -> None:
        self.menu.clear()
        there = {draft.by for draft in self._drafts}
        for by in KeepBy:
            action = self.menu.addAction(by_text(by))
            action.setData(by.value)
            action.setToolTip(by_explained(by))
            action.setEnabled(by not in there)
        self.menu.setToolTipsVisible(True)

    @Slot(QAction)
    def _add_chosen(self, action: QAction) -> None:
        self.add(KeepBy(action.data()))

    @Slot(int, int)
    def _move(self, row: int, to: int) -> None:
        self._drafts.insert(to, self._drafts.pop(row))
        self._show(to)
        self.changed.emit()

    @Slot(int)
    def _remove(self, row: int) -> None:
        del self._drafts[row]
        self._show(row)
        self.changed.emit()

    def _show(self, current: int) -> None:
        self._show_cards(current)
        self._show_values()

    def _show_cards(self, current: int) -> None:
        protected = RuleCard(
            self.tr("protected folder"),
            self.tr("always first"),
            self.tr("A document in a protected folder stays, whatever the rules say"),
            fixed=True,
        )
        self.cards.show_cards([protected, *(draft.card() for draft in self._drafts)], current)

    def _current(self) -> _RuleDraft | None:
        row = self.cards.current
        return self._drafts[row] if 0 <= row < len(self._drafts) else None

    @Slot()
    def _show_values(self) -> None:
        draft, row = self._current(), self.cards.current
        self.up.setEnabled(row > 0)
        self.down.setEnabled(0 <= row < len(self._drafts) - 1)
        self._explanation.setText(
            self.tr("A rule decides only where the rules above it leave several documents equal.")
            if self._drafts
            else self.tr("Without a rule, the document whose path comes first stays.")
        )
        by = None if draft is None else draft.by
        self._values.setVisible(by is KeepBy.FOLDER or (by is not None and by.has_patterns))
        if draft is not None and by is KeepBy.FOLDER:
            self._values.setCurrentWidget(self.folders_list)
            self.folders_list.edit(draft.folders)
        elif draft is not None and draft.by.has_patterns:
            self._values.setCurrentWidget(self.patterns)
            with QSignalBlocker(self.patterns):
                self.patterns.setPlainText("\n".join(draft.patterns))

    @Slot()
    def _choose_folder(self) -> None:
        name = QFileDialog.getExistingDirectory(self, self.tr("A folder to prefer"))
        if name:
            self.folders_list.add_folder(Path(name))

    @Slot()
    def _tell_changed(self) -> None:
        self._show_cards(self.cards.current)
        self.changed.emit()

    @Slot()
    def _take_patterns(self) -> None:
        draft = self._current()
        if draft is not None and draft.by.has_patterns:
            lines = self.patterns.toPlainText().splitlines()
            draft.patterns = [line.strip() for line in lines if line.strip()]
            self._tell_changed()


_ROW, _BOX, _BEFORE, _GAP = 24, 16, 10, 6


class KindTick(QCheckBox):
    def __init__(self, kind: Kind, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = LOOKS[kind]
        self._count = ""
        self.setAccessibleName(self._look.word())
        self.setToolTip(as_tooltip(kind_explained(kind)))

    def show_count(self, documents: int) -> None:
        self._count = counted(self.tr("1 document"), self.tr("{0} documents"), documents)
        self.setAccessibleDescription(self._count)
        self.updateGeometry()
        self.update()

    def _left(self) -> int:
        return scaled(_BOX + _BEFORE, self.font()) + 1

    def sizeHint(self) -> QSize:
        font, word = self.font(), self._look.word()
        count = QFontMetricsF(font_like(font, 12)).horizontalAdvance(self._count)
        width = self._left() + badge_width(word, font) + scaled(_GAP, font) + round(count) + 2
        return QSize(width, scaled(_ROW, font))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hitButton(self, pos: QPoint) -> bool:
        return QRect(QPoint(0, 0), self.sizeHint()).contains(pos)

    def paintEvent(self, _event: QPaintEvent) -> None:
        # that of a box has another role for its edge
        painter, font, palette = QPainter(self), self.font(), self.window().palette()
        found, whole, side = colours_of(palette), QRectF(self.rect()), scaled(_BOX, font)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(1, (whole.height() - side) // 2, side, side)
        paint_tick_box(painter, box, found, on=self.isChecked())
        whole.setLeft(self._left())
        badge = paint_badge(painter, whole, self._look.word(), self._look, palette, font)
        whole.setLeft(badge.right() + scaled(_GAP, font))
        paint_line(painter, whole, self._count, font_like(font, 12), found.muted)
        if self.hasFocus():
            painter.setPen(QPen(found.accent, 1.5))
            painter.drawRoundedRect(box.adjusted(-1, -1, 1, 1), 4, 4)


_MADE_ANEW = (Kind.SIMILAR, Kind.PART)  # kinds whose groups depend on the kept document
Marked = tuple["Choice", "Chosen"]  # a document to mark, and the choice of its group


@dataclass(frozen=True, slots=True)
class Shelf:
    """The input of rules: the shown groups of a report, by number from 1.

    ``going`` documents are already marked; ``hidden`` members are filtered out.
    """

    report: ScanReport
    only: frozenset[int]
    going: frozenset[DocumentId]
    hidden: Collection[DocumentId]
    roles: "Roles"


@dataclass(frozen=True, slots=True)
class Preview:
    """What rules would mark: choices, each document with its choice, and sentences.

    ``hidden`` counts documents skipped because the filter hides them, ``formats`` documents in a
    better format than the kept one. ``kept`` documents will lead their groups, whose documents are
    all ``instead_of``. ``at_most`` is whether regrouping may leave fewer to mark.
    """

    shelf: Shelf
    choices: "Choices"
    rows: tuple[Marked, ...]
    summary: str
    undecided: str
    undecided_paths: str
    hidden: int
    formats: int
    kept: frozenset[Kept]
    instead_of: frozenset[Kept]
    at_most: bool

    @property
    def marked(self) -> int:
        return len(self.rows)


def preview_of(task: Task, shelf: Shelf, ruling: MarkingRules) -> Preview:
    """Apply rules and describe the result. Raises ``Cancelled``."""
    from simcore.removal.plan import loses_format
    from simcore.removal.rules import SpareReason, choose_kept

    choices = choose_kept(
        shelf.report,
        ruling.rules,
        ruling.kinds,
        only=shelf.only,
        going=shelf.going,
        hidden=shelf.hidden,
        roles=shelf.roles,
        check=task.check,
    )
    documents = shelf.report.documents
    rows = tuple(choices.marked())
    kept, instead_of = _leading(shelf.report, choices, task.check)
    at_most = bool(kept) and any(one.kind in _MADE_ANEW for _, one in rows)
    open_groups = [choice for choice in choices.groups if not choice.decided]
    return Preview(
        shelf,
        choices,
        rows,
        _summary(choices, len(rows), at_most=at_most),
        _undecided(open_groups),
        "\n".join(place_text(documents[choice.stays]) for choice in open_groups[:20]),
        sum(one.reason is SpareReason.HIDDEN for choice in choices.groups for one in choice.spared),
        sum(
            loses_format(documents[choice.stays], documents[one.document])
            for choice, one in rows
            if one.rule is None or one.rule.by is not KeepBy.PDF
        ),
        kept,
        instead_of,
        at_most,
    )


def _leading(
    report: ScanReport, choices: "Choices", check: Check
) -> tuple[frozenset[Kept], frozenset[Kept]]:
    """Return the documents that will lead groups, and all documents of those groups.

    If copies of another text go too, their kept copy is also a leader: a marked document leads no
    group, however the groups are made again.
    """
    kept: set[Kept] = set()
    instead_of: set[Kept] = set()
    with_copies = {choice.group for choice in choices.groups if choice.copies}
    for choice in stepped(choices.groups, check):
        group = report.groups[choice.group - 1]
        leads = choice.marked and choice.stays != group.representative
        if leads or choice.group in with_copies:
            kept.add(named_kept(report.documents[choice.stays]))
            keys = (group.representative, *(one.document for one in group.members))
            instead_of.update(named_kept(report.documents[key]) for key in keys)
    return frozenset(kept), frozenset(instead_of)


def counts_of(task: Task, shelf: Shelf) -> Freeing:
    """Count removable documents of each kind. Raises ``Cancelled``."""
    groups = [
        replace(group, members=tuple(m for m in group.members if m.document not in shelf.hidden))
        for group in (shelf.report.groups[number - 1] for number in sorted(shelf.only))
    ]
    return safe_to_free(replace(shelf.report, groups=tuple(groups)), shelf.roles, task.check)


def _summary(choices: "Choices", marked: int, *, at_most: bool) -> str:
    groups = len({choice.group for choice in choices.groups if choice.marked})
    if at_most:
        one = translate("RulePreview", "Would mark at most 1 document, {2}")
        of_one = translate("RulePreview", "Would mark at most {0} documents in 1 group, {2}")
        many = translate("RulePreview", "Would mark at most {0} documents in {1} groups, {2}")
    else:
        one = translate("RulePreview", "Would mark 1 document, {2}")
        of_one = translate("RulePreview", "Would mark {0} documents in 1 group, {2}")
        many = translate("RulePreview", "Would mark {0} documents in {1} groups, {2}")
    many = of_one if groups == 1 else many
    return counted(one, many, marked, count_text(groups), size_text(choices.size))


def _undecided(groups: "list[Choice]") -> str:
    from simcore.removal.rules import SpareReason

    if not groups:
        return ""
    why = {
        SpareReason.BY_HAND: translate("RulePreview", "to be marked by hand only"),
        SpareReason.DATES: translate("RulePreview", "name and date disagree about the latest one"),
        SpareReason.INSIDE: translate("RulePreview", "inside an archive or a mailbox"),
        SpareReason.ROLE: translate("RulePreview", "in a protected folder"),
        SpareReason.NEEDED: translate("RulePreview", "kept for another group"),
        SpareReason.UNKNOWN: translate("RulePreview", "never compared with the one that stays"),
        SpareReason.HIDDEN: translate("RulePreview", "hidden by the filter"),
    }
    counts = Counter(one.reason for choice in groups for one in choice.spared)
    reasons = clauses(
        translate("RulePreview", "{0} ({1})").format(text, count_text(counts[reason]))
        for reason, text in why.items()
        if counts[reason]
    )
    if len(groups) == 1:
        return translate("RulePreview", "1 group cannot be decided: {0}.").format(reasons)
    words = translate("RulePreview", "{0} groups cannot be decided: {1}.")
    return words.format(count_text(len(groups)), reasons)


def columns_of(report: ScanReport) -> tuple[PairColumn, ...]:
    documents, below = report.documents, shared_folder(report.folders)
    return (
        PairColumn(
            part=PairPart.GOES,
            title=lambda: translate("RulesDialog", "Would be marked"),
            value=partial(_side, report, below, 0),
            text=lambda one: shown_below(documents[one[1].document], below),
        ),
        PairColumn(
            part=PairPart.BADGE,
            title=lambda: translate("RulesDialog", "Kind"),
            value=_badge,
            text=lambda one: LOOKS[one[1].kind].word(),
        ),
        PairColumn(
            part=PairPart.TEXT,
            title=lambda: translate("RulesDialog", "Decided by"),
            value=partial(decided_by, report),
            text=partial(decided_by, report),
        ),
        PairColumn(
            part=PairPart.STAYS,
            title=lambda: translate("RulesDialog", "Stays"),
            value=partial(_side, report, below, 1),
            text=lambda one: shown_below(documents[one[0].stays], below),
        ),
    )


def _tooltip(report: ScanReport, one: Marked) -> str:
    both = one[1].document, one[0].stays
    return "\n".join(place_text(report.documents[key]) for key in both)


def _side(report: ScanReport, below: Path | None, number: int, one: Marked) -> PairSide:
    documents = report.documents
    goes, stays = documents[one[1].document], documents[one[0].stays]
    found = places(goes.path, stays.path, below, elsewhere=bool(goes.elsewhere))[number]
    words = translate("RulesDialog", " · {0}", "a size, behind a folder")
    return PairSide(found, "" if number else words.format(size_text(goes.size)))


def _badge(one: Marked) -> BadgeOf:
    chosen = one[1]
    note = "" if chosen.resemblance >= 1 else resemblance_text(chosen.resemblance)
    return BadgeOf(chosen.kind, LOOKS[chosen.kind].word(), note)


def decided_by(report: ScanReport, one: Marked) -> str:
    """Return the rule that decided to mark a document, or the tie-breaker."""
    from simcore.removal.rules import DecisionGround

    ground, rule = one[1].ground, one[1].rule
    if rule is not None:
        return by_text(rule.by)
    same_time = one[1].same_time
    tie = translate("RulePreview", "same time") if same_time else translate("RulePreview", "tie")
    if ground is DecisionGround.GROUP:
        return clauses([tie, kept_reason(report, report.groups[one[0].group - 1])])
    texts = {
        DecisionGround.CHOSEN: translate("RulePreview", "you chose the one that stays"),
        DecisionGround.PROTECTED: translate("RulePreview", "protected folder"),
        DecisionGround.WHOLE: translate("RulePreview", "contains the others"),
    }
    if ground in texts:
        return texts[ground]
    ties = {
        DecisionGround.TIME: translate("RulePreview", "the other has no usable date"),
        DecisionGround.COPY_NAME: kept_words(WhyKept.NO_COPY_NAME),
        DecisionGround.PATH: kept_words(WhyKept.FIRST),
    }
    return clauses([tie, ties[ground]])


_KINDS = tuple(kind for kind in LOOKS if kind not in UNMARKED)
_WIDTH, _HEIGHT, _LEFT, _SIDE, _BOTTOM = 1190, 640, 262, 20, 16


class RulesDialog(QDialog):
    """Edits a ruling and previews its marks; after ``accepted``, ``preview`` is the result.

    ``sets_changed`` carries all saved sets, which Cancel does not revert. ``compare_wanted``
    carries the kept document and the one to mark.
    """

    sets_changed = Signal(object)
    compare_wanted = Signal(object, object)

    def __init__(
        self,
        shelf: Shelf,
        ruling: MarkingRules,
        sets: Sequence[RuleSet] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Mark by rules"))
        self.preview: Preview | None = None
        self._safe = False
        self._previewing = Latest(preview_of, self, self._show_preview, self._refuse)
        self._counting = Latest(counts_of, self, self._show_counts, self._refuse)
        self.finished.connect(self._previewing.shut_down)
        self.finished.connect(self._counting.shut_down)

        self.sets = PresetRow(sets, self.ruling, self, make=RuleSet)
        self.sets.names.setAccessibleName(self.tr("Saved rules"))
        self.sets.names.setToolTip(self.tr("Choose saved rules"))
        self.sets.save_button.setToolTip(self.tr("Save these rules under a name"))
        self.sets.chosen.connect(self.set_ruling)
        self.sets.changed.connect(self.sets_changed)
        self.sets.refused.connect(self._refuse)
        self.rule_list = RuleList(shelf.report.folders, self)
        self.kinds = {kind: KindTick(kind, self) for kind in _KINDS}
        for box in self.kinds.values():
            box.toggled.connect(self._ask)

        self._summary = QLabel(self)
        self._summary.setFont(font_like(self.font(), 15, bold=True))
        self._summary.setWordWrap(True)
        self._summary.setTextFormat(Qt.TextFormat.PlainText)
        self._details = FactLabel("", self)
        self.pairs = PairList(PairModel(lambda one: one[1].document, self), self)
        self.pairs.setAccessibleName(self.tr("What would be marked"))
        self.pairs.asked.connect(self._compare)
        self.pairs.add_action(
            self.tr("Show &differences"), self.pairs.ask_for_current, QKeySequence("Ctrl+D")
        )
        self.mark_button = FilledButton("", self, sign="list-checks", tall=True)
        self.mark_button.setDefault(True)
        self.mark_button.clicked.connect(self.accept)
        self.cancel_button = QPushButton(self.tr("Cancel"), self)
        self.cancel_button.setAutoDefault(False)
        self.cancel_button.setMinimumHeight(self.mark_button.sizeHint().height())
        self.cancel_button.clicked.connect(self.reject)
        self._lay_out()
        font = self.font()
        self.resize(opening_size(parent, scaled(_WIDTH, font), scaled(_HEIGHT, font)))
        self.show_shelf(shelf)
        self.set_ruling(ruling)
        self.rule_list.changed.connect(self._ask)
        self.pairs.setFocus()

    def _lay_out(self) -> None:
        font = self.font()
        left, right = QWidget(self), QWidget(self)
        left.setFixedWidth(scaled(_LEFT, font))
        title, kinds = QLabel(self.tr("What to &keep in each group"), self), QLabel(self)
        title.setBuddy(self.rule_list.cards)
        kinds.setText(self.tr("Mark the others if they are"))
        for label in (title, kinds):
            label.setFont(font_like(font, 13, bold=True))
            label.setWordWrap(True)
        never = FactLabel(self.tr("What differs in numbers only is never marked by rules."), self)
        gap = scaled(6, font)
        column = filled(QVBoxLayout(left), title, self.rule_list, 2 * gap, kinds, spacing=gap)
        for box in self.kinds.values():
            column.addWidget(box)
        column.addWidget(never)
        column.addStretch(1)
        hint = FactLabel(self.tr("Double-click a row to compare the two documents."), self)
        filled(QVBoxLayout(right), self._summary, self._details, (self.pairs, 1), hint, spacing=gap)
        line = QFrame(self)
        line.setFrameShape(QFrame.Shape.HLine)
        line.setForegroundRole(QPalette.ColorRole.Mid)
        label = QLabel(self.tr("&Rules"), self)
        label.setBuddy(self.sets.names)
        self.sets.setMaximumWidth(scaled(460, font))
        bottom = filled(QHBoxLayout(), label, (self.sets, 3), spacing=scaled(8, font))
        bottom.addStretch(1)
        for button in (self.cancel_button, self.mark_button):
            bottom.addWidget(button)
        side = scaled(_SIDE, font)
        upper = filled(QHBoxLayout(), left, (right, 1), spacing=side)
        layout = filled(QVBoxLayout(self), (upper, 1), line, bottom, spacing=scaled(12, font))
        layout.setContentsMargins(side, side, side, scaled(_BOTTOM, font))

    def show_shelf(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.pairs.show_columns(columns_of(shelf.report), partial(_tooltip, shelf.report))
        self._counting.run(shelf)
        self._ask()

    def words(self) -> str:
        return "\n".join(part for part in (self._summary.text(), self._details.text()) if part)

    def ruling(self) -> MarkingRules:
        """Return the edited rules. Raises ``ConfigError`` if one is incomplete."""
        missing = self.rule_list.incomplete()
        if missing:
            raise ConfigError(missing)
        kinds = tuple(kind for kind in Kind if kind in self.kinds and self.kinds[kind].isChecked())
        return MarkingRules(self.rule_list.rules(), kinds)

    @Slot(object)
    def set_ruling(self, ruling: MarkingRules) -> None:
        for kind, box in self.kinds.items():
            with QSignalBlocker(box):
                box.setChecked(kind in ruling.kinds)
        self.rule_list.set_rules(ruling.rules)
        self._ask()

    @Slot()
    def _ask(self) -> None:
        self.preview = None
        self.mark_button.setEnabled(False)
        self.mark_button.setText(self.tr("&Mark"))
        try:
            ruling = self.ruling()
        except ConfigError as error:
            self._previewing.stop()
            self._refuse(error.reason)
            return
        self._show_summary(self.tr("A moment: what these rules would mark is not known yet."))
        self._previewing.run(self.shelf, ruling)

    @Slot(object)
    def _show_preview(self, preview: Preview) -> None:
        self.preview = preview
        chosen = {kind for kind, box in self.kinds.items() if box.isChecked()}
        self._show_summary(preview.summary, safe=bool(preview.marked) and chosen <= SAFE)
        said = self.tr("Only marks are set. You see a summary before anything is done with them.")
        formats = formats_text(preview.formats) if preview.formats else ""
        words = self.tr("{0} hidden by the filter are left alone.")
        hidden = words.format(count_text(preview.hidden)) if preview.hidden else ""
        details = filter(None, (formats, said, preview.undecided, hidden))
        self._details.setText(sentences(details))
        self._details.setToolTip(as_tooltip(preview.undecided_paths))
        self.pairs.show_sections([PairSection(records=preview.rows)])
        words = self.tr("&Mark up to {0}") if preview.at_most else self.tr("&Mark {0}")
        self.mark_button.setText(words.format(count_text(preview.marked)))
        self.mark_button.setEnabled(bool(preview.marked))

    def _show_summary(self, words: str, *, safe: bool = False) -> None:
        self._summary.setText(words)
        self._safe = safe
        self._colour_summary()

    def _colour_summary(self) -> None:
        palette = QPalette()
        if self._safe:
            colour = colours_of(QApplication.palette()).safe
            palette.setColor(QPalette.ColorRole.WindowText, colour)
        self._summary.setPalette(palette)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._colour_summary()

    @Slot(object)
    def _show_counts(self, freeing: Freeing) -> None:
        for kind, box in self.kinds.items():
            box.show_count(freeing.kinds[kind].documents)

    @Slot(object)
    def _compare(self, marked: Marked) -> None:
        self.compare_wanted.emit(marked[0].stays, marked[1].document)

    @Slot(object)
    def _refuse(self, reason: Reason | str) -> None:
        self._show_summary(reason_text(reason))
        self._details.setText("")
        self.pairs.show_sections([])


_FIRST = MarkingRules((KeepRule(KeepBy.NEWEST),))


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Marks to set in a report once ``kept`` documents lead their groups.

    ``copies`` are marked as exact copies. ``hidden`` counts what the filter hid from the rules.
    """

    report: ScanReport
    documents: frozenset[DocumentId]
    copies: frozenset[DocumentId]
    kept: frozenset[Kept]
    hidden: int


class RuleController(QObject):
    """Asks for rules, previews their marks, and marks shown documents.

    If rules keep another document than a group's kept one, the current results are regrouped around
    it, since a kept document cannot be marked. ``pair_wanted`` carries the kept document and the
    one to mark; the dialog steps aside meanwhile.
    """

    pair_wanted = Signal(object, object)

    def __init__(
        self,
        session: Session,
        settings: SettingsStore,
        marks: Marks,
        notices: Notices,
    ) -> None:
        super().__init__(notices)
        self._session = session
        self._settings = settings
        self._marks = marks
        self._notices = notices
        self._ruling = _FIRST
        self._wanted: _Wanted | None = None
        self._dialog: RulesDialog | None = None
        self._aside = SuspendedDialog(self.tr("Back to the rules"), notices)
        self._aside.back.triggered.connect(self._call_back)
        session.results.report_changed.connect(self._forget)
        # how many were hidden from rules, and what is to be marked: marks are on their way
        self._told: tuple[int, frozenset[DocumentId]] | None = None
        marks.arranged.connect(self._mark)
        marks.filled.connect(self._marked)

    @Slot()
    def ask(self) -> None:
        if self._dialog is not None:
            self._call_back()
            return
        shelf = self._shelf()
        if shelf is None or desktop.is_asking(self._notices.window()):
            return
        self._aside.end()
        self._dialog = dialog = RulesDialog(
            shelf, self._ruling, self._settings.now.rule_sets, self._notices.window()
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.sets_changed.connect(self._keep_sets)
        dialog.compare_wanted.connect(self._compare)
        dialog.accepted.connect(self._apply)
        dialog.finished.connect(self._close)
        dialog.open()

    @Slot(object, object)
    def _compare(self, stays: DocumentId, marked: DocumentId) -> None:
        if self._dialog is not None:
            self.pair_wanted.emit(stays, marked)
            self._dialog.hide()
            self._wait()

    def _wait(self) -> None:
        self._aside.wait(self.tr("The rules wait. Nothing has been marked."))

    def waiting(self) -> tuple[MarkingRules, bool]:
        """Return the rules of the open or last dialog, and whether it still awaits an answer."""
        dialog = self._dialog
        if dialog is not None:
            with contextlib.suppress(ConfigError):  # a rule without its folder is forgotten
                self._ruling = dialog.ruling()
        return self._ruling, dialog is not None or self._aside.waits

    def wait_for(self, ruling: MarkingRules, *, waits: bool) -> None:
        self._ruling = ruling
        if waits:
            self._wait()

    @Slot()
    def _call_back(self) -> None:
        dialog, shelf = self._dialog, self._shelf()
        if dialog is None and self._aside.waits:
            self.ask()
        if dialog is None or dialog.isVisible() or desktop.is_asking(self._notices.window()):
            return
        if shelf is None:
            dialog.reject()
            return
        dialog.show_shelf(shelf)
        self._aside.end()
        dialog.open()

    @Slot(object)
    def _forget(self, report: ScanReport | None) -> None:
        dialog = self._dialog
        if dialog is None:
            if report is None:
                self._aside.end()
        elif not dialog.isVisible() and (
            report is None or report.documents is not dialog.shelf.report.documents
        ):
            dialog.reject()

    @Slot()
    def _close(self) -> None:
        self._dialog = None
        self._aside.end()

    def _shelf(self) -> Shelf | None:
        report = self._session.results.report
        if report is None or self._marks.report is None:
            return None
        groups, hidden = self._marks.shown_groups()
        shown = {id(group) for group in groups}
        only = (number for number, one in enumerate(report.groups, 1) if id(one) in shown)
        # documents kept by earlier rules are not choices of the user
        return Shelf(
            replace(report, judgements=self._session.judgements.now),
            frozenset(only),
            self._marks.marked(),
            hidden,
            self._session.results.roles,
        )

    @Slot(object)
    def _keep_sets(self, sets: tuple[RuleSet, ...]) -> None:
        self._settings.keep(replace(self._settings.now, rule_sets=sets))

    @Slot()
    def _apply(self) -> None:
        dialog = self._dialog
        if dialog is None or dialog.preview is None:
            return
        preview = dialog.preview
        self._ruling = dialog.ruling()
        report = self._session.results.report
        if report is None or report.groups is not preview.shelf.report.groups:
            self._tell_changed()
            return
        marked = [one for _, one in preview.rows]
        documents = frozenset(one.document for one in marked)
        copies = frozenset(one.document for one in marked if one.kind in SAFE)
        self._wanted = _Wanted(report, documents, copies, preview.kept, preview.hidden)
        self._session.results.lead(preview.kept, preview.instead_of)
        self._mark()

    @Slot()
    def _mark(self) -> None:
        wanted, shown = self._wanted, self._marks.report
        if wanted is None or shown is None:
            return
        if shown.documents is not wanted.report.documents:
            self._wanted = None
            self._tell_changed()
            return
        if not wanted.kept <= shown.judgements.kept:
            return  # they are not arranged yet
        self._wanted = None
        self._told = wanted.hidden, wanted.documents
        self._marks.mark_documents(wanted.documents, wanted.copies)

    @Slot(object, object)
    def _marked(self, _new: int, hidden: int) -> None:
        """Show how many documents were marked and how many were skipped.

        Marks restored with the groups count as marked, not as new.
        """
        if self._told is not None:
            hidden_from_rules, wanted = self._told
            self._told = None
            marked = len(wanted & self._marks.marked())
            self._tell(marked, hidden_from_rules + hidden, len(wanted) - hidden - marked)

    def _tell_changed(self) -> None:
        self._notices.show_problem(
            self.tr("The results changed meanwhile; nothing was marked. Ask once more.")
        )

    def _tell(self, marked: int, hidden: int, left: int) -> None:
        one, many = self.tr("Marked 1 document."), self.tr("Marked {0} documents.")
        if hidden:
            one = self.tr("Marked 1 document; {1} hidden by the filter were left alone.")
            many = self.tr("Marked {0} documents; {1} hidden by the filter were left alone.")
        parts = [counted(one, many, marked, count_text(hidden))]
        if left > 0:
            others = self.tr(
                "{0} more were left alone: now that other documents are kept, they are kept, too, "
                "or only you can mark them."
            )
            parts.append(others.format(count_text(left)))
        self._notices.show_message(sentences(parts))

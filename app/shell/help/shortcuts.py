"""ShortcutList: every shortcut of the window, read off its menus and views, to be searched."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QKeySequence, QPainter
from PySide6.QtWidgets import (
    QDialog,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMainWindow,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from ...looks.badges import outlined_width, paint_outlined
from ...looks.icons import icon
from ...looks.measures import row_height, scaled
from ...widgets.layouts import filled
from ...widgets.view_keys import HasViewKeys
from .commands import commands_of, scope_of
from .trees import QuietTree

_WORDS, _KEYS = range(2)
_BETWEEN = ", "
_Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Shortcut:
    """The effect of some keys: ``scope`` is a menu, or the name of the view in which they work."""

    scope: str
    text: str
    keys: tuple[QKeySequence, ...]

    def keys_text(self) -> str:
        """Return the keys as this system writes them."""
        native = QKeySequence.SequenceFormat.NativeText
        return _BETWEEN.join(one.toString(native) for one in self.keys)


def shortcuts_of(window: QMainWindow) -> list[Shortcut]:
    """List the shortcuts, menu by menu, then view by view; each action is listed once."""
    found = [
        Shortcut(one.scope, one.text, tuple(one.action.shortcuts()))
        for one in commands_of(window)
        if one.action.shortcuts()
    ]
    known: set[tuple[str, str]] = set()
    views = [one for one in window.findChildren(QWidget) if one.window() is window]
    for view in (*window.children(), *views):
        widget = view if isinstance(view, QWidget) else window
        if isinstance(view, HasViewKeys):
            for key in view.view_keys():
                # two panes have the same keys
                name = type(view).__name__, key.words
                if name not in known:
                    known.add(name)
                    scope = scope_of(widget)
                    found.append(Shortcut(scope, key.words, tuple(map(QKeySequence, key.keys))))
    return found


class _KeysDelegate(QStyledItemDelegate):
    """Paints each sequence of keys in a frame, as keys look."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint the ground of the row, then the keys from the left on."""
        text = str(index.data() or "")
        self.initStyleOption(option, index)
        option.text = ""
        option.widget.style().drawControl(
            QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget
        )
        place = QRectF(option.rect).adjusted(scaled(4), 0, 0, 0)
        for keys in filter(None, text.split(_BETWEEN)):
            width = outlined_width(keys, option.font)
            box = QRectF(place.left(), place.top(), width, place.height())
            paint_outlined(painter, box, keys, option.palette, option.font)
            place.setLeft(place.left() + width + scaled(6))

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """Return the room of all keys with their frames."""
        sequences = [one for one in str(index.data() or "").split(_BETWEEN) if one]
        width = sum(outlined_width(one, option.font) + scaled(6) for one in sequences)
        return QSize(width + scaled(16), row_height(option.font))


class ShortcutList(QDialog):
    """Shows shortcuts below the menu or view that they belong to; Esc closes it."""

    def __init__(self, shortcuts: Sequence[Shortcut], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Shortcuts"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.search = QLineEdit(self, clearButtonEnabled=True)
        self.search.setPlaceholderText(self.tr("Search for a command or a key"))
        self.search.setAccessibleName(self.tr("Search for a command or a key"))
        self.search.addAction(icon("search"), QLineEdit.ActionPosition.LeadingPosition)
        self.search.textChanged.connect(self._filter)
        self.tree = QuietTree(self)
        self.tree.setItemDelegateForColumn(_KEYS, _KeysDelegate(self.tree))
        self.tree.setAccessibleName(self.tr("Shortcuts"))
        self.tree.setHeaderLabels([self.tr("Command"), self.tr("Keys")])
        self.none = QLabel(self.tr("Nothing has these words or keys."), self)
        self.none.hide()
        layout = filled(
            QVBoxLayout(self), self.search, (self.tree, 1), self.none, spacing=scaled(8)
        )
        side = scaled(12)
        layout.setContentsMargins(side, side, side, side)
        self._fill(shortcuts)
        header = self.tree.header()
        header.setStretchLastSection(False)
        # the keys have the room they need, the commands all other
        header.setSectionResizeMode(_WORDS, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(_KEYS, QHeaderView.ResizeMode.ResizeToContents)
        self.resize(scaled(680), scaled(600))

    def _fill(self, shortcuts: Sequence[Shortcut]) -> None:
        scopes: dict[str, QTreeWidgetItem] = {}
        height = QSize(0, row_height())
        for one in shortcuts:
            if one.scope not in scopes:
                scopes[one.scope] = item = QTreeWidgetItem(self.tree, [one.scope])
                font = item.font(_WORDS)
                font.setBold(True)
                item.setFont(_WORDS, font)
                item.setFirstColumnSpanned(True)
                item.setSizeHint(_WORDS, height)
            item = QTreeWidgetItem(scopes[one.scope], [one.text, one.keys_text()])
            item.setSizeHint(_WORDS, height)
            item.setToolTip(_WORDS, one.text)
        self.tree.expandAll()

    @Slot()
    def _filter(self) -> None:
        """Show the entries that contain all words, in the command, its keys or its scope."""
        words = self.search.text().casefold().split()
        found = False
        for number in range(self.tree.topLevelItemCount()):
            scope = self.tree.topLevelItem(number)
            if scope is None:
                continue
            shown = False
            for item in _below(scope):
                text = " ".join((scope.text(_WORDS), item.text(_WORDS), item.text(_KEYS)))
                hidden = not all(word in text.casefold() for word in words)
                item.setHidden(hidden)
                shown |= not hidden
            scope.setHidden(not shown)
            found |= shown
        self.none.setVisible(not found)


def _below(scope: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    found = map(scope.child, range(scope.childCount()))
    return [item for item in found if item is not None]

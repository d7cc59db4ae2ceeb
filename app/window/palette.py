"""CommandPalette: every command of the window by a few letters of its name."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, QTimer, Slot
from PySide6.QtGui import QFontMetricsF, QKeySequence, QPainter, QShortcut, QTextDocumentFragment
from PySide6.QtWidgets import (
    QDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from ..i18n import english_of
from ..style import colours_of, icon, paint_icon, paint_line, scaled, small_font
from ..widgets.basic import filled
from .help import WindowCommand


@dataclass(frozen=True, slots=True)
class Named:
    """The names of a command in several languages, its menus and keys, in small letters."""

    names: tuple[str, ...]
    paths: tuple[str, ...]
    keys: str


def rank(words: Iterable[str], named: Named) -> int | None:
    """Return how far a command is from some words, 0 for the best; None if a word is missing.

    A word is sought at the beginning of the name, before a word in it, inside it, among the keys,
    and in the menus' names.

    >>> scan = Named(("scan again",), ("file",), "f5")
    >>> [rank([word], scan) for word in ("scan", "again", "ca", "f5", "file", "sgn")]
    [0, 1, 2, 3, 4, None]
    """
    total = 0
    for word in words:
        found = (
            any(name.startswith(word) for name in named.names),
            any(f" {word}" in name for name in named.names),
            any(word in name for name in named.names),
            word in named.keys,
            any(word in path for path in named.paths),
        )
        if True not in found:
            return None
        total += found.index(True)
    return total


def spread(letters: str, named: Named) -> int | None:
    """Return over how many letters of a name the ``letters`` are spread, in order, or None.

    Finds commands when no name contains the words.

    >>> scan = Named(("scan again",), ("file",), "f5")
    >>> [spread(letters, scan) for letters in ("scna", "sgn", "x")]
    [6, 10, None]
    """
    found = [width for name in named.names if (width := _width(letters, name)) is not None]
    return min(found, default=None)


def _width(letters: str, name: str) -> int | None:
    """Return the length of the shortest piece of a name with these letters in order."""
    found: int | None = None
    for start in range(len(name)):
        at = start - 1
        for letter in letters:
            at = name.find(letter, at + 1)
            if at < 0:
                return found
        width = at + 1 - start
        found = width if found is None else min(found, width)
    return found


_NUMBER = Qt.ItemDataRole.UserRole
_PATH_ROLE = Qt.ItemDataRole.UserRole + 1
_KEYS_ROLE = Qt.ItemDataRole.UserRole + 2
_ON = Qt.ItemDataRole.UserRole + 3
_AVAILABLE = Qt.ItemDataRole.UserRole + 4
_WIDTH, _HEIGHT, _ROW, _SIGN, _GAP = 680, 440, 28, 14, 8
_Index = QModelIndex | QPersistentModelIndex


class _CommandDelegate(QStyledItemDelegate):
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        colours = colours_of(option.palette)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        enabled = bool(index.data(_AVAILABLE))
        row, gap = QRectF(option.rect), scaled(_GAP)
        painter.save()
        if chosen:
            painter.fillRect(row, colours.selected)
            painter.fillRect(QRectF(row.left(), row.top(), scaled(3), row.height()), colours.accent)
        side = scaled(_SIGN)
        ink = colours.text if enabled else colours.disabled
        quiet = colours.muted if enabled else colours.disabled
        if index.data(_ON):
            sign = QRectF(row.left() + gap, row.top(), side, row.height())
            paint_icon(painter, "check", sign, ink)
        inner = row.adjusted(gap + side + gap, 0, -gap, 0)
        small = small_font()
        keys = str(index.data(_KEYS_ROLE))
        inner.setRight(
            inner.right() - paint_line(painter, inner, keys, small, quiet, right=True) - gap
        )
        name = str(index.data())
        inner.setLeft(inner.left() + paint_line(painter, inner, name, option.font, ink) + gap)
        if inner.width() > QFontMetricsF(small).averageCharWidth() * 4:
            paint_line(painter, inner, str(index.data(_PATH_ROLE)), small, quiet)
        painter.restore()

    def sizeHint(self, _option: QStyleOptionViewItem, _index: _Index) -> QSize:
        return QSize(0, scaled(_ROW))


class CommandPalette(QDialog):
    """Lists commands; Enter runs the selected one after closing, Esc closes.

    Names are found in the language of the window and in English.
    """

    def __init__(self, commands: Sequence[WindowCommand], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Commands"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._commands = [one for one in commands if one.action.isVisible()]
        self._named = [_named(one) for one in self._commands]
        words = self.tr("Find a command, in this language or in English")
        self.search = QLineEdit(self, clearButtonEnabled=True)
        self.search.setPlaceholderText(words)
        self.search.setAccessibleName(words)
        self.search.addAction(icon("search"), QLineEdit.ActionPosition.LeadingPosition)
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.tr("Commands"))
        self.list.setItemDelegate(_CommandDelegate(self.list))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.list.setUniformItemSizes(True)
        self.about = QLabel(self)
        self.about.setWordWrap(True)
        self.about.setFont(small_font())
        self.about.setMinimumHeight(2 * self.about.fontMetrics().lineSpacing())
        self.about.setAlignment(Qt.AlignmentFlag.AlignTop)
        layout = filled(
            QVBoxLayout(self), self.search, (self.list, 1), self.about, spacing=scaled(_GAP)
        )
        side = scaled(12)
        layout.setContentsMargins(side, side, side, scaled(_GAP))
        self.search.textChanged.connect(self._list)
        self.search.returnPressed.connect(self._run)
        self.list.itemActivated.connect(self._run)
        self.list.itemClicked.connect(self._run)
        self.list.currentRowChanged.connect(self._tell)
        page = 8
        for keys, by in (("Up", -1), ("Down", 1), ("PgUp", -page), ("PgDown", page)):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.activated.connect(lambda by=by: self._move(by))
        self.resize(scaled(_WIDTH), scaled(_HEIGHT))
        self._list()
        self.search.setFocus()

    @Slot()
    def _list(self) -> None:
        """List matching commands, best first; among equals available ones first."""
        words = self.search.text().casefold().split()
        found = self._fitting(words, [rank(words, one) for one in self._named])
        if not found:
            letters = "".join(words)
            found = self._fitting(words, [spread(letters, one) for one in self._named])
        self.list.clear()
        for _, _, number in sorted(found):
            self.list.addItem(self._item(number, words))
        self.list.setCurrentRow(0 if found else -1)
        self._tell()

    def _fitting(
        self, words: Sequence[str], ranks: Sequence[int | None]
    ) -> list[tuple[int, bool, int]]:
        return [
            (how, bool(words) and not command.action.isEnabled(), number)
            for number, (command, how) in enumerate(zip(self._commands, ranks, strict=True))
            if how is not None
        ]

    def _item(self, number: int, words: Sequence[str]) -> QListWidgetItem:
        command = self._commands[number]
        action, name = command.action, command.text
        found = name.casefold()
        # the English that it was found by
        english = [
            one
            for one in self._named[number].names
            if one != found and any(word in one and word not in found for word in words)
        ]
        item = QListWidgetItem(f"{name} · {english[0]}" if english else name)
        native = QKeySequence.SequenceFormat.NativeText
        keys = ", ".join(one.toString(native) for one in action.shortcuts())
        item.setData(_NUMBER, number)
        item.setData(_PATH_ROLE, command.scope)
        item.setData(_KEYS_ROLE, keys)
        # what is not available can be chosen nevertheless, so that its reason can be read
        item.setData(_AVAILABLE, action.isEnabled())
        item.setData(_ON, action.isCheckable() and action.isChecked())
        said = [item.text(), command.scope, keys]
        if action.isCheckable():
            said.append(self.tr("on") if action.isChecked() else self.tr("off"))
        if not action.isEnabled():
            said.append(self.tr("not available now"))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, ", ".join(filter(None, said)))
        item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, _tip(command))
        return item

    def _move(self, by: int) -> None:
        last = self.list.count() - 1
        self.list.setCurrentRow(min(max(self.list.currentRow() + by, 0), last))

    def chosen(self) -> WindowCommand | None:
        items = self.list.selectedItems()
        return self._commands[int(items[0].data(_NUMBER))] if items else None

    @Slot()
    def _tell(self) -> None:
        command = self.chosen()
        if command is None:
            words = self.tr("No command has these words.") if self.list.count() == 0 else ""
        elif command.action.isEnabled():
            words = _tip(command)
        else:
            words = self.tr("Not available now. {0}").format(_tip(command))
        self.about.setText(words)
        self.search.setAccessibleDescription(
            words if command is None else f"{command.text}. {words}"
        )

    @Slot()
    def _run(self) -> None:
        command = self.chosen()
        if command is None or not command.action.isEnabled():
            return
        self.accept()
        # once the window has the keyboard again: commands may ask where it is
        QTimer.singleShot(0, command.action.trigger)


def _named(command: WindowCommand) -> Named:
    action = command.action
    names = [command.text, *english_of(action.text())]
    paths = [command.scope, *(name for one in command.path for name in english_of(one))]
    portable = QKeySequence.SequenceFormat.PortableText
    keys = " ".join(one.toString(portable) for one in action.shortcuts())
    return Named(
        tuple(dict.fromkeys(one.casefold() for one in names)),
        tuple(dict.fromkeys(one.casefold() for one in paths)),
        keys.casefold(),
    )


def _tip(command: WindowCommand) -> str:
    """Return the tooltip as plain text; empty if it only repeats the name."""
    tip = command.action.toolTip()
    if tip.startswith("<"):
        tip = QTextDocumentFragment.fromHtml(tip).toPlainText()
    return "" if tip.rstrip("…") == command.text.rstrip("…") else tip

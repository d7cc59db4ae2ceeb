"""The manual, in a window of its own, with contents and search.

OpenCC (configuration ``s2twp``) makes the traditional form of the Chinese manual. Terms that it
does not know are then replaced in the order of ``resources/help/taiwan.json``.
"""

import functools
import json
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSignalBlocker,
    QSize,
    Qt,
    QUrl,
    Slot,
)
from PySide6.QtGui import (
    QAction,
    QDesktopServices,
    QKeySequence,
    QPainter,
    QPalette,
    QPixmap,
    QResizeEvent,
    QShortcut,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMainWindow,
    QMenu,
    QMenuBar,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTextBrowser,
    QTextEdit,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from simcore.model.reasons import reason_of

from ..badges import outlined_width, paint_outlined
from ..i18n import Language, resource, spoken, without_mnemonic
from ..style import EDGE, colours_of, icon, row_height, scaled
from ..widgets.basic import HasViewKeys, filled, sign_button, split
from ..wording import count_text, in_own_words

# a bit is 位元; 位置, 位於 and 位元組 are other words
_BIT = re.compile("(?<=[一該各多少同有高低逐每}0-9以的（這N])( ?)位(?![元置於子址])")
_COUNTED = re.compile(r"(?<=[}0-9] )群組")


@functools.cache
def traditional(text: str) -> str:
    """Return a text of this program in traditional Chinese, as written in Taiwan.

    >>> traditional("将文件移到回收站，每组保留一个文档")
    '將檔案移到資源回收筒，每個群組保留一個文件'
    """
    import opencc

    text = opencc.OpenCC("s2twp").convert(text)
    terms = json.loads(resource("help", "taiwan.json").read_text(encoding="utf-8"))
    for found, said in terms.items():
        text = text.replace(found, said)
    return _BIT.sub(r"\1位元", _COUNTED.sub("個群組", text))


# Between Chinese characters the end of a line is no space; code is indented by four
_BREAK = re.compile(
    "(?<=[\u2014\u201c\u201d\u3000-\u9fff\uff00-\uffef])\n {0,3}(?=[\u201c\u3000-\u9fff\uff08])"
)
# what tells tests how a block of commands is held to be true
_COMMENT = re.compile(r"^<!--.*-->\n+", re.MULTILINE)
_HEADING = re.compile(r"^#+ +(.+?) *$", re.MULTILINE)
_NO_WORD = re.compile(r"[^\w\- ]")


def manual_name(language: Language) -> str:
    return "manual.en.md" if language is Language.ENGLISH else "manual.zh.md"


def manual_text(language: Language) -> str:
    """Return the manual in a language, as Markdown. Raises ``OSError``.

    The traditional Chinese form is made from the simplified one.
    """
    text = _COMMENT.sub("", resource("help", manual_name(language)).read_text(encoding="utf-8"))
    if language is not Language.ENGLISH:
        text = _BREAK.sub("", text)
    return traditional(text) if language is Language.TRADITIONAL else text


def section_name(heading: str) -> str:
    """Return the link name of a section, as the web pages of repositories make it.

    >>> section_name("Why these two?"), section_name("Order and columns")
    ('why-these-two', 'order-and-columns')
    """
    return _NO_WORD.sub("", heading.casefold()).strip().replace(" ", "-")


def sections(text: str) -> list[str]:
    """Return the link names of all sections, the title first.

    All languages have the same sections in the same order.
    """
    return [section_name(one) for one in _HEADING.findall(text)]


class QuietTree(QTreeWidget):
    """Rows of one height, without a frame; the selection is grey in an inactive window."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setUniformRowHeights(True)
        self.setFrameShape(QTreeWidget.Shape.NoFrame)
        self._wear()

    def _wear(self) -> None:
        colours, group = colours_of(QApplication.palette()), QPalette.ColorGroup
        role = QPalette.ColorRole
        if self.palette().color(group.Active, role.Highlight) == colours.selected:
            return
        own = QPalette()  # of which only these are set: all others go on following the desktop's
        own.setColor(group.Active, role.Highlight, colours.selected)
        own.setColor(group.Inactive, role.Highlight, colours.inactive)
        for one in (group.Active, group.Inactive):
            own.setColor(one, role.HighlightedText, colours.text)
        self.setPalette(own)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.PaletteChange:
            self._wear()
        super().changeEvent(event)


_PICTURE_WIDTH = 720  # in points of the screen
_BLOCK = Qt.ItemDataRole.UserRole


class _Pages(QTextBrowser):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pictures: dict[str, QPixmap] = {}
        self._room = _PICTURE_WIDTH

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        if QTextDocument.ResourceType(kind) is not QTextDocument.ResourceType.ImageResource:
            return super().loadResource(kind, name)
        url = QUrl(name)
        picture = QPixmap(str(resource("help", url.path())))
        self._pictures[url.toString()] = picture
        return self._fitted(picture)

    def _fitted(self, picture: QPixmap) -> QPixmap:
        scale = self.devicePixelRatioF()
        room = round(self._room * scale)
        if picture.width() > room:
            picture = picture.scaledToWidth(room, Qt.TransformationMode.SmoothTransformation)
        else:
            picture = picture.copy()  # its ratio is that of this screen
        picture.setDevicePixelRatio(scale)
        return picture

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        document = self.document()
        room = self.viewport().width() - 2 * round(document.documentMargin()) - 1
        room = max(1, min(room, _PICTURE_WIDTH))
        if room == self._room:
            return
        self._room = room
        for name, picture in self._pictures.items():
            kind = QTextDocument.ResourceType.ImageResource
            document.addResource(kind, QUrl(name), self._fitted(picture))
        document.markContentsDirty(0, document.characterCount())


class ManualWindow(QWidget):
    """Shows the bundled manual, modeless; Esc closes it.

    The headings at the left follow the text, and selecting one scrolls to it.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowTitle(self.tr("Variorum: the manual"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._places: list[QTextCursor] = []
        self._at = -1
        self.text = _Pages(self)
        self.text.setAccessibleName(self.tr("The manual"))
        self.text.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.text.setOpenLinks(False)
        self.text.document().setDocumentMargin(scaled(20))
        self.text.anchorClicked.connect(self._follow)
        language = spoken()
        try:
            # Qt's Markdown has tables, and headings to search for
            self.text.setMarkdown(manual_text(language))
        except OSError as error:
            self.text.setPlainText(
                self.tr("{0}: the manual cannot be read: {1}").format(
                    manual_name(language), in_own_words(reason_of(error))
                )
            )
        self.contents = QuietTree(self)
        self.contents.setAccessibleName(self.tr("Contents"))
        self.contents.setHeaderHidden(True)
        self._headings = self._fill_contents()
        self.contents.currentItemChanged.connect(self._go_to_item)
        self.text.verticalScrollBar().valueChanged.connect(self._choose_by_view)
        width = self._contents_width()
        below = split(self, (self.contents, 0, width), (self.text, 1, scaled(740)))
        layout = filled(QVBoxLayout(self), self._search_bar(), (below, 1), spacing=scaled(6))
        layout.setContentsMargins(0, scaled(EDGE), 0, 0)
        for keys, slot in (
            ("Esc", self.close),
            (QKeySequence.StandardKey.Find, self.take_keyboard),
            ("F3", self.find_next),
            ("Shift+F3", self.find_previous),
        ):
            QShortcut(QKeySequence(keys), self).activated.connect(slot)
        self.resize(width + scaled(760), scaled(720))
        self._choose(0)
        self.search.setFocus()

    def _search_bar(self) -> QHBoxLayout:
        self.search = QLineEdit(self, clearButtonEnabled=True)
        words = self.tr("Find in the manual")
        self.search.setPlaceholderText(words)
        self.search.setAccessibleName(words)
        self.search.addAction(icon("search"), QLineEdit.ActionPosition.LeadingPosition)
        self.search.setMaximumWidth(scaled(360))
        self.search.textChanged.connect(self._find)
        self.search.returnPressed.connect(self.find_next)
        back = QShortcut(QKeySequence("Shift+Return"), self.search)
        back.setContext(Qt.ShortcutContext.WidgetShortcut)
        back.activated.connect(self.find_previous)
        self.count = QLabel(self)
        self.count.setAccessibleName(self.tr("Places found"))
        self.previous = sign_button(self, "arrow-up", self.tr("Previous place (Shift+F3)"))
        self.previous.clicked.connect(self.find_previous)
        self.next = sign_button(self, "arrow-down", self.tr("Next place (F3)"))
        self.next.clicked.connect(self.find_next)
        bar = filled(
            QHBoxLayout(), (self.search, 1), self.previous, self.next, self.count, spacing=scaled(4)
        )
        bar.addStretch(1)
        bar.setContentsMargins(scaled(EDGE), 0, scaled(EDGE), 0)
        self._tell()
        return bar

    def _contents_width(self) -> int:
        """Return the width in which every heading fits beside a scroll bar."""
        metrics, step = self.contents.fontMetrics(), self.contents.indentation()
        widths = [
            metrics.horizontalAdvance(item.text(0)) + step * (1 if item.parent() is None else 2)
            for _, item in self._headings
        ]
        widest = max(widths, default=0)
        bar = self.contents.verticalScrollBar().sizeHint().width()
        return widest + bar + scaled(16)

    def _fill_contents(self) -> list[tuple[int, QTreeWidgetItem]]:
        """List the headings in the tree; return the position of each in the text."""
        found: list[tuple[int, QTreeWidgetItem]] = []
        above: list[tuple[int, QTreeWidgetItem]] = []
        block = self.text.document().begin()
        while block.isValid():
            level = block.blockFormat().headingLevel()
            if level:
                while above and above[-1][0] >= level:
                    above.pop()
                # the title of the manual is no chapter of it, and the others do not stand below it
                inside = above and above[-1][0] > 1
                item = QTreeWidgetItem(above[-1][1] if inside else self.contents, [block.text()])
                item.setData(0, _BLOCK, block.position())
                item.setToolTip(0, block.text())
                item.setSizeHint(0, QSize(0, row_height()))
                above.append((level, item))
                found.append((block.position(), item))
            block = block.next()
        self.contents.expandAll()
        return found

    @Slot()
    def _go_to_item(self) -> None:
        item = self.contents.currentItem()
        if item is not None:
            self._show_position(item.data(0, _BLOCK))

    def _show_position(self, position: int) -> None:
        cursor = QTextCursor(self.text.document())
        cursor.setPosition(position)
        with QSignalBlocker(self.text.verticalScrollBar()):
            self.text.setTextCursor(cursor)
            self.text.verticalScrollBar().setValue(round(self._top_of(position)) - scaled(8))
        self.text.viewport().update()
        # the last sections cannot stand at the top, and are chosen all the same
        self._choose(bisect_right([one for one, _ in self._headings], position) - 1)

    def _top_of(self, position: int) -> float:
        document = self.text.document()
        return document.documentLayout().blockBoundingRect(document.findBlock(position)).top()

    @Slot()
    def _choose_by_view(self) -> None:
        top = self.text.verticalScrollBar().value() + scaled(16)
        tops = [self._top_of(position) for position, _ in self._headings]
        self._choose(bisect_right(tops, top) - 1)

    def _choose(self, number: int) -> None:
        """Select a heading by number without scrolling the text."""
        if self._headings:
            item = self._headings[max(number, 0)][1]
            with QSignalBlocker(self.contents):
                self.contents.setCurrentItem(item)
            self.contents.scrollToItem(item)

    def show_section(self, name: str) -> bool:
        """Show a section by its English or local link name; False if there is none."""
        for text in (manual_text(spoken()), manual_text(Language.ENGLISH)):
            names = sections(text)
            if name in names and names.index(name) < len(self._headings):
                position, _ = self._headings[names.index(name)]
                self._show_position(position)
                return True
        return False

    @Slot(QUrl)
    def _follow(self, link: QUrl) -> None:
        if link.isRelative() and link.hasFragment() and not link.path():
            self.show_section(section_name(link.fragment()))
        elif link.isRelative():  # a file beside the manual: to be seen there, since a script is run
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(resource("help"))))
        else:
            QDesktopServices.openUrl(link)

    @Slot()
    def take_keyboard(self) -> None:
        self.search.setFocus()
        self.search.selectAll()

    @Slot(str)
    def _find(self, text: str) -> None:
        """Find all places of a text; the first one below the top becomes the current one."""
        before = self.text.textCursor().selectionStart()
        self._places = []
        cursor = QTextCursor(self.text.document())
        while text:
            cursor = self.text.document().find(text, cursor)
            if cursor.isNull():
                break
            self._places.append(QTextCursor(cursor))
        ahead = [at for at, one in enumerate(self._places) if one.selectionStart() >= before]
        self._at = ahead[0] if ahead else 0 if self._places else -1
        self._show_place()

    @Slot()
    def find_next(self) -> None:
        self._step(1)

    @Slot()
    def find_previous(self) -> None:
        self._step(-1)

    def _step(self, by: int) -> None:
        if self._places:
            self._at = (self._at + by) % len(self._places)
            self._show_place()

    def _show_place(self) -> None:
        self._mark()
        if self._at >= 0:
            place = QTextCursor(self._places[self._at])
            place.setPosition(place.selectionStart())
            self.text.setTextCursor(place)
            self.text.ensureCursorVisible()
        self._tell()

    def _mark(self) -> None:
        colours = colours_of(self.palette())
        found = []
        for at, cursor in enumerate(self._places):
            look = QTextCharFormat()
            current = at == self._at
            look.setBackground(colours.accent if current else colours.left.word)
            look.setForeground(colours.on_accent if current else colours.text)
            one = QTextEdit.ExtraSelection()
            one.cursor, one.format = cursor, look
            found.append(one)
        self.text.setExtraSelections(found)

    def _tell(self) -> None:
        count = len(self._places)
        if not self.search.text():
            words = ""
        elif count:
            words = self.tr("{0} of {1}").format(count_text(self._at + 1), count_text(count))
        else:
            words = self.tr("not found")
        self.count.setText(words)
        self.count.setMinimumWidth(scaled(90))
        self.previous.setEnabled(count > 0)
        self.next.setEnabled(count > 0)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.PaletteChange:
            self._mark()
        super().changeEvent(event)


def show_manual(window: QWidget, section: str = "") -> ManualWindow:
    """Show the manual of a window at a section, reusing an open window.

    ``section`` is the ``section_name`` of an English heading.
    """
    open_ones = [one for one in window.findChildren(ManualWindow) if one.isVisible()]
    manual = open_ones[0] if open_ones else ManualWindow(window)
    manual.show()
    manual.raise_()
    manual.activateWindow()
    if section:
        manual.show_section(section)
    return manual


@dataclass(frozen=True, slots=True)
class WindowCommand:
    """An action, and ``path``: the titles of its menus, or the name of its view."""

    action: QAction
    path: tuple[str, ...]

    @property
    def text(self) -> str:
        return without_mnemonic(self.action.text())

    @property
    def scope(self) -> str:
        return " ▸ ".join(filter(None, map(without_mnemonic, self.path)))


def commands_of(window: QMainWindow) -> list[WindowCommand]:
    """List the commands of the menu bar, then those of views, each action once.

    Commands of a button's menu are listed while the button is enabled.
    """
    seen: set[QAction] = set()
    found = list(_below(window.menuBar().actions(), (), seen))
    for widget in (window, *window.findChildren(QWidget)):
        if widget.window() is not window or isinstance(widget, QMenu | QMenuBar):
            continue
        scope = (scope_of(widget),)
        found += _below(widget.actions(), scope, seen)
        if isinstance(widget, QToolButton) and widget.isEnabled() and widget.isVisibleTo(window):
            menu = widget.menu()
            if isinstance(menu, QMenu):
                found += _below(menu.actions(), scope, seen)
    return found


def _below(
    actions: Iterable[QAction], path: tuple[str, ...], seen: set[QAction]
) -> Iterator[WindowCommand]:
    for action in actions:
        menu = action.menu()
        if isinstance(menu, QMenu):
            yield from _below(menu.actions(), (*path, action.text()), seen)
        elif action not in seen and not action.isSeparator() and action.text():
            seen.add(action)
            yield WindowCommand(action, path)


def scope_of(widget: QWidget) -> str:
    """Return the name of a view, or of its nearest named parent."""
    within: QWidget | None = widget
    while within is not None:
        for name in (within.property("keys_place"), within.accessibleName()):
            if name:
                return str(name)
        within = within.parentWidget()
    return widget.window().windowTitle()


_WORDS, _KEYS = range(2)
_BETWEEN = ", "
_Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Shortcut:
    """The effect of some keys; ``scope`` is a menu or the view in which they work."""

    scope: str
    text: str
    keys: tuple[QKeySequence, ...]

    def keys_text(self) -> str:
        native = QKeySequence.SequenceFormat.NativeText
        return _BETWEEN.join(one.toString(native) for one in self.keys)


def shortcuts_of(window: QMainWindow) -> list[Shortcut]:
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
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
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
        sequences = [one for one in str(index.data() or "").split(_BETWEEN) if one]
        width = sum(outlined_width(one, option.font) + scaled(6) for one in sequences)
        return QSize(width + scaled(16), row_height(option.font))


class ShortcutList(QDialog):
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
            for item in _shortcuts_below(scope):
                text = " ".join((scope.text(_WORDS), item.text(_WORDS), item.text(_KEYS)))
                hidden = not all(word in text.casefold() for word in words)
                item.setHidden(hidden)
                shown |= not hidden
            scope.setHidden(not shown)
            found |= shown
        self.none.setVisible(not found)


def _shortcuts_below(scope: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    found = map(scope.child, range(scope.childCount()))
    return [item for item in found if item is not None]

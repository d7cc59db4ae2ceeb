"""The manual, in a window of its own, with its contents and a search."""

from bisect import bisect_right

from PySide6.QtCore import QEvent, QSignalBlocker, QSize, Qt, QUrl, Slot
from PySide6.QtGui import (
    QDesktopServices,
    QKeySequence,
    QPixmap,
    QResizeEvent,
    QShortcut,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QTextBrowser,
    QTextEdit,
    QToolButton,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from simcore import reason_of

from ...language.languages import Language, spoken
from ...language.resources import resource
from ...language.wording import count_text, in_own_words
from ...looks.colours import colours_of
from ...looks.icons import icon
from ...looks.measures import EDGE, row_height, scaled
from ...widgets.layouts import filled, split
from .manual import manual_name, manual_text, section_name, sections
from .trees import QuietTree

_PICTURE_WIDTH = 720
"""The width of pictures, in points of the screen."""

_BLOCK = Qt.ItemDataRole.UserRole


class _Pages(QTextBrowser):
    """Shows Markdown with pictures of the bundled help, no wider than there is room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pictures: dict[str, QPixmap] = {}
        self._room = _PICTURE_WIDTH

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Return a picture from the folder of the manual; anything else as usual."""
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
        """Fit pictures into another width, so that none is cut."""
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
    """Shows the bundled manual; nothing waits for it, and Esc closes it.

    At the left are its headings: the one that is read is chosen, and one that is chosen is shown.
    The search finds in all of it.
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
        self.previous = self._button("arrow-up", self.tr("Previous place (Shift+F3)"))
        self.previous.clicked.connect(self.find_previous)
        self.next = self._button("arrow-down", self.tr("Next place (F3)"))
        self.next.clicked.connect(self.find_next)
        bar = filled(
            QHBoxLayout(), (self.search, 1), self.previous, self.next, self.count, spacing=scaled(4)
        )
        bar.addStretch(1)
        bar.setContentsMargins(scaled(EDGE), 0, scaled(EDGE), 0)
        self._tell()
        return bar

    def _button(self, sign: str, name: str) -> QToolButton:
        button = QToolButton(self, autoRaise=True)
        button.setIcon(icon(sign))
        button.setToolTip(name)
        button.setAccessibleName(name)
        return button

    # --- contents

    def _contents_width(self) -> int:
        """Return the width in which every heading has room, beside a scroll bar."""
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
        """Scroll to where a position stands at the top, and put the cursor there."""
        cursor = QTextCursor(self.text.document())
        cursor.setPosition(position)
        with QSignalBlocker(self.text.verticalScrollBar()):
            self.text.setTextCursor(cursor)
            self.text.verticalScrollBar().setValue(round(self._top_of(position)) - scaled(8))
        self.text.viewport().update()
        # the last sections cannot stand at the top, and are chosen all the same
        self._choose(bisect_right([one for one, _ in self._headings], position) - 1)

    def _top_of(self, position: int) -> float:
        """Return how far below the beginning the paragraph of a position stands, in pixels."""
        document = self.text.document()
        return document.documentLayout().blockBoundingRect(document.findBlock(position)).top()

    @Slot()
    def _choose_by_view(self) -> None:
        """Choose the heading below which the text at the top of the view stands."""
        top = self.text.verticalScrollBar().value() + scaled(16)
        tops = [self._top_of(position) for position, _ in self._headings]
        self._choose(bisect_right(tops, top) - 1)

    def _choose(self, number: int) -> None:
        """Choose a heading in the contents by its number, which leaves the text where it is."""
        if self._headings:
            item = self._headings[max(number, 0)][1]
            with QSignalBlocker(self.contents):
                self.contents.setCurrentItem(item)
            self.contents.scrollToItem(item)

    def show_section(self, name: str) -> bool:
        """Show a section by its name in the English manual or in this one; False: there is none."""
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

    # --- search

    @Slot()
    def take_keyboard(self) -> None:
        """Let the person type what to find."""
        self.search.setFocus()
        self.search.selectAll()

    @Slot(str)
    def _find(self, text: str) -> None:
        """Find all places of a text; the first one below what is read becomes the current one."""
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
        """Go to the next place, behind the last one to the first."""
        self._step(1)

    @Slot()
    def find_previous(self) -> None:
        """Go to the previous place, before the first one to the last."""
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
        """Mark all places, and the current one more strongly."""
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
        """Mark in the colours of another palette."""
        if event.type() is QEvent.Type.PaletteChange:
            self._mark()
        super().changeEvent(event)


def show_manual(window: QWidget, section: str = "") -> ManualWindow:
    """Show the manual of a window, the one that is open if there is one, at a section.

    ``section`` is the name that ``section_name`` makes of an English heading.
    """
    open_ones = [one for one in window.findChildren(ManualWindow) if one.isVisible()]
    manual = open_ones[0] if open_ones else ManualWindow(window)
    manual.show()
    manual.raise_()
    manual.activateWindow()
    if section:
        manual.show_section(section)
    return manual

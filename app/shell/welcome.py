"""WelcomePage: what the program does, and the first step, while there are no folders."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from ..language.wording import as_tooltip, folder_names, path_text, printable
from ..looks.colours import colours_of
from ..looks.ground import colour_as_link
from ..looks.icons import application_icon, icon, paint_icon
from ..looks.measures import font_like, scaled
from ..settings.values import FolderSet
from ..widgets.buttons.filled import FilledButton
from ..widgets.elided_label import ElidedLabel
from ..widgets.layouts import filled
from ..widgets.sign import Sign

_WIDTH, _DROP = 760, 186
_MOST = 4
"""The number of recent folders and of saved results that are shown."""


class WelcomePage(QScrollArea):
    """One sentence on what the program does, a place to drop folders, and what was used lately.

    ``folder_wanted`` asks for a folder to add, ``samples_wanted`` for the sample documents;
    ``folders_chosen`` carries folders scanned lately, ``results_chosen`` the path of saved results.
    """

    folder_wanted = Signal()
    samples_wanted = Signal()
    folders_chosen = Signal(object)
    results_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        page = QWidget(self)
        page.setAutoFillBackground(True)
        page.setBackgroundRole(QPalette.ColorRole.Base)
        column = QWidget(page)
        column.setMaximumWidth(scaled(_WIDTH, self.font()))
        self._drop = _DropArea(column)
        self._drop.add.clicked.connect(self.folder_wanted)
        self._drop.samples.clicked.connect(self.samples_wanted)
        self._recent = _Lately(self.tr("Recent folders"), "folder", column)
        self._saved = _Lately(self.tr("Saved results"), "save", column)
        self._recent.chosen.connect(self._choose_folders)
        self._saved.chosen.connect(self._choose_results)
        gap = scaled(12, self.font())
        reads = self._fact(
            "file-text",
            self.tr(
                "Reads Word, PDF, OpenDocument, e-books, web pages, Markdown, e-mail and plain "
                "text in any encoding."
            ),
        )
        safe = self._fact(
            "shield-check",
            self.tr(
                "Works on this computer only. Your documents are not changed and not sent anywhere."
            ),
        )
        lately = filled(QHBoxLayout(), (self._recent, 1), 3 * gap, (self._saved, 1), spacing=0)
        inner = filled(
            QVBoxLayout(column),
            *(self._head(), 2 * gap, self._drop, gap, reads, safe, 2 * gap, lately),
            spacing=gap // 2,
        )
        inner.addStretch(1)
        across = QHBoxLayout(page)
        across.addStretch(1)
        across.addWidget(column, 1000)
        across.addStretch(1)
        across.setContentsMargins(2 * gap, 4 * gap, 2 * gap, 2 * gap)
        self.setWidget(page)
        self.show_lately((), ())

    def _head(self) -> QHBoxLayout:
        sign = QLabel(self)
        sign.setPixmap(application_icon().pixmap(scaled(64, self.font())))
        title = QLabel(self.tr("Find documents that say the same"), self)
        title.setFont(font_like(self.font(), 22, bold=True))
        title.setWordWrap(True)
        text = QLabel(
            self.tr(
                "Variorum reads the folders you choose and shows copies, earlier versions and "
                "parts side by side. Nothing is removed until you say so, and what goes to the "
                "trash can be brought back."
            ),
            self,
            wordWrap=True,
        )
        text.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.title = title
        words = filled(QVBoxLayout(), title, text, spacing=scaled(4, self.font()))
        return filled(QHBoxLayout(), sign, scaled(16, self.font()), (words, 1), spacing=0)

    def _fact(self, sign: str, words: str) -> QHBoxLayout:
        mark = Sign(sign, 16, "safe" if sign == "shield-check" else "muted", self)
        text = QLabel(words, self, wordWrap=True)
        text.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        return filled(QHBoxLayout(), mark, (text, 1), spacing=scaled(8, self.font()))

    def show_lately(self, folders: Sequence[FolderSet], results: Sequence[Path]) -> None:
        """Show sets of folders and saved results that were used lately, the latest first."""
        self._recent.show_rows(
            [(folder_names(one), "\n".join(map(path_text, one)), one) for one in folders[:_MOST]]
        )
        self._saved.show_rows(
            [(printable(one.name), path_text(one), one) for one in results[:_MOST]]
        )

    @Slot(object)
    def _choose_folders(self, folders: FolderSet) -> None:
        self.folders_chosen.emit(folders)

    @Slot(object)
    def _choose_results(self, path: Path) -> None:
        self.results_chosen.emit(path)

    def take_keyboard(self) -> None:
        """Put the keyboard on the first step."""
        self._drop.add.setFocus(Qt.FocusReason.OtherFocusReason)


class _DropArea(QWidget):
    """A dashed frame with the two ways to begin; the whole window takes drops."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setMinimumHeight(scaled(_DROP, self.font()))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        words = QLabel(self.tr("Drop folders anywhere in this window, or"), self)
        words.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.add = FilledButton(self.tr("&Add folder…"), self, sign="folder-plus", tall=True)
        self.samples = FilledButton(
            self.tr("&Try the sample documents"), self, sign="files", tall=True
        )
        self.samples.filled = False
        for button in (self.add, self.samples):
            button.setMinimumHeight(scaled(40, self.font()))
            button.setAutoDefault(True)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.add)
        buttons.addWidget(self.samples)
        buttons.addStretch(1)
        buttons.setSpacing(scaled(10, self.font()))
        layout = QVBoxLayout(self)
        layout.addSpacing(scaled(64, self.font()))
        layout.addWidget(words)
        layout.addLayout(buttons)
        layout.addStretch(1)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the frame and an open folder."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = colours_of(self.palette())
        painter.setPen(QPen(colours.edge, 1.5, Qt.PenStyle.DashLine))
        corner = scaled(8, self.font())
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), corner, corner)
        side = scaled(36, self.font())
        place = QRectF((self.width() - side) / 2, scaled(30, self.font()), side, side)
        paint_icon(painter, "folder-open", place, colours.muted, stroke=1.6)


class _Lately(QWidget):
    """A heading and a few rows of two lines each, of which the first is a link."""

    chosen = Signal(object)

    def __init__(self, title: str, sign: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._sign = sign
        self._values: list[object] = []
        heading = QLabel(title, self)
        heading.setFont(font_like(self.font(), 13, bold=True))
        rule = QFrame(self)
        rule.setFrameShape(QFrame.Shape.HLine)
        rule.setForegroundRole(QPalette.ColorRole.Mid)
        self._rows = QGridLayout()
        self._rows.setVerticalSpacing(scaled(6, self.font()))
        self._rows.setColumnStretch(1, 1)
        layout = filled(
            QVBoxLayout(self), heading, rule, self._rows, spacing=scaled(4, self.font())
        )
        layout.addStretch(1)

    def show_rows(self, rows: Sequence[tuple[str, str, object]]) -> None:
        """Show rows: a name, what is below it, and the value that is chosen by a click."""
        while (item := self._rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        self._values = [value for _, _, value in rows]
        self.setVisible(bool(rows))
        for number, (name, below, _) in enumerate(rows):
            link = QPushButton(name.replace("&", "&&"), self, flat=True)
            link.setIcon(icon(self._sign))
            link.setToolTip(as_tooltip(below))
            link.setAccessibleDescription(below)
            link.setCursor(Qt.CursorShape.PointingHandCursor)
            link.setProperty("row", number)
            link.clicked.connect(self._choose)
            colour_as_link(link)
            where = ElidedLabel(self, Qt.TextElideMode.ElideMiddle)
            where.setText(below.replace("\n", ", "))
            where.setFont(font_like(self.font(), 12))
            where.setForegroundRole(QPalette.ColorRole.PlaceholderText)
            where.setIndent(scaled(28, self.font()))
            self._rows.addWidget(link, 2 * number, 0, 1, 2, Qt.AlignmentFlag.AlignLeft)
            self._rows.addWidget(where, 2 * number + 1, 0, 1, 2)

    @Slot()
    def _choose(self) -> None:
        number = self.sender().property("row")
        if isinstance(number, int):
            self.chosen.emit(self._values[number])

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            for link in self.findChildren(QPushButton):
                colour_as_link(link)

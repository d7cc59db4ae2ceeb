"""WelcomePage: what the program does, and the first step, while there are no folders."""

import typing
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QAction, QPainter, QPaintEvent, QPalette, QPen
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

from simcore.model.config import least_features
from simcore.model.formats import WHAT_IS_READ

from ..i18n import clauses, counted
from ..session.states import Activity, Phase, Status
from ..settings.settings import FolderSet
from ..style import (
    application_icon,
    colour_as_link,
    colours_of,
    font_like,
    icon,
    paint_icon,
    scaled,
)
from ..widgets.basic import ElidedLabel, FilledButton, Sign, filled
from ..wording import (
    as_tooltip,
    count_text,
    date_text,
    folder_names,
    in_own_words,
    left_out_for_age,
    not_read_text,
    path_text,
    printable,
)

if typing.TYPE_CHECKING:
    from simcore.model.report import ScanReport

    from ..session.results import FoundCounts


_WIDTH, _DROP = 760, 186
_MOST = 4  # recent folders, and saved results, that are shown


class WelcomePage(QScrollArea):
    """What the program does, a place to drop folders, and recent folders and results.

    ``folder_wanted`` asks for a folder to add, ``samples_wanted`` for the sample documents;
    ``folders_chosen`` carries recent folders, ``results_chosen`` a result file.
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
        self._recent.chosen.connect(self.folders_chosen)
        self._saved.chosen.connect(self.results_chosen)
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
        self._recent.show_rows(
            [(folder_names(one), "\n".join(map(path_text, one)), one) for one in folders[:_MOST]]
        )
        self._saved.show_rows(
            [(printable(one.name), path_text(one), one) for one in results[:_MOST]]
        )

    def take_keyboard(self) -> None:
        self._drop.add.setFocus(Qt.FocusReason.OtherFocusReason)


class _DropArea(QWidget):
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
    chosen = Signal(object)

    def __init__(self, title: str, sign: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._sign = sign
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
        """Show rows: a name, the line below it, and the value that a click chooses."""
        while (item := self._rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        self.setVisible(bool(rows))
        for number, (name, below, value) in enumerate(rows):
            link = QPushButton(name.replace("&", "&&"), self, flat=True)
            link.setIcon(icon(self._sign))
            link.setToolTip(as_tooltip(below))
            link.setAccessibleDescription(below)
            link.setCursor(Qt.CursorShape.PointingHandCursor)
            link.clicked.connect(partial(self.chosen.emit, value))
            colour_as_link(link)
            where = ElidedLabel(self, Qt.TextElideMode.ElideMiddle)
            where.setText(below.replace("\n", ", "))
            where.setFont(font_like(self.font(), 12))
            where.setForegroundRole(QPalette.ColorRole.PlaceholderText)
            where.setIndent(scaled(28, self.font()))
            self._rows.addWidget(link, 2 * number, 0, 1, 2, Qt.AlignmentFlag.AlignLeft)
            self._rows.addWidget(where, 2 * number + 1, 0, 1, 2)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            for link in self.findChildren(QPushButton):
                colour_as_link(link)


@dataclass(frozen=True, slots=True)
class Words:
    """A heading and a paragraph for a page without groups, a notice above groups.

    ``action`` is the next step, None when there is nothing to do but wait.
    """

    heading: str
    text: str
    notice: str = ""
    action: QAction | None = None


class StateWords(QObject):
    def __init__(self, add_folder: QAction, scan: QAction, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._add_folder = add_folder
        self._scan = scan

    def of(
        self,
        status: Status,
        activity: Activity,
        report: "ScanReport | None",
        *,
        paused: bool = False,
    ) -> Words:
        """Return the words of a state; the notice is empty if the groups need none."""
        words = self._working(activity, paused=paused) if activity is not Activity.NONE else None
        if words is not None:
            return words
        match status.phase:
            case Phase.EMPTY:
                return self._empty()
            case Phase.WAITING:
                return Words(
                    self.tr("Not scanned yet"),
                    self.tr("Press Scan to read the documents in the folders and compare them."),
                    action=self._scan,
                )
            case Phase.RECALLED:
                return self._recalled()
            case Phase.SCANNED:
                return self._scanned(report)
            case Phase.CANCELLED:
                return self._cancelled(status)
            case Phase.OPENED:
                return self._opened(status)
            case Phase.FAILED:
                message = in_own_words(status.message)
                return Words(
                    self.tr("This did not work"),
                    self.tr("{0}\nNothing was lost. Put it right and press “Scan again”.").format(
                        message
                    ),
                    self.tr("{0}. The groups below are those of before.").format(
                        message.rstrip(".。")
                    ),
                    action=self._scan,
                )

    def _empty(self) -> Words:
        text = self.tr(
            "Add a folder with documents, or drop one here. Then press Scan to find those that "
            "are nearly the same."
        )
        reads = self.tr("What is read: {0}.").format(
            QCoreApplication.translate("formats", WHAT_IS_READ)
        )
        return Words(self.tr("No folders yet"), f"{text}\n{reads}", action=self._add_folder)

    def _working(self, activity: Activity, *, paused: bool) -> Words | None:
        if paused:
            return Words(
                self.tr("Paused"),
                self.tr(
                    "Nothing is read until you press Resume. You may also close the window: what "
                    "was indexed is kept, and the next scan goes on from there."
                ),
            )
        if activity is Activity.SCANNING:
            return Words(
                self.tr("Scanning"),
                self.tr("Results appear here as they are verified."),
                self.tr(
                    "You can look at results and mark them while the scan goes on. Cancel keeps "
                    "what was found."
                ),
            )
        if activity is Activity.RECALLING:
            return Words(self.tr("Looking into the index…"), "")
        if activity is Activity.OPENING:
            return Words(self.tr("Opening saved results…"), "")
        return None

    def found(self, found: "FoundCounts") -> str:
        one, many = self.tr("1 group  ·  {1} documents"), self.tr("{0} groups  ·  {1} documents")
        words = counted(one, many, found.groups, count_text(found.documents))
        return words if found.groups else ""

    def compared(self, report: "ScanReport") -> str:
        counts = report.counts
        pattern = self.tr(
            "{0} compared; others of their groups that are exact copies: {1}, that have the same "
            "words: {2}, similar: {3}, parts: {4}"
        )
        figures = counts.documents, counts.exact, counts.same_words, counts.similar, counts.parts
        parts = [pattern.format(*map(count_text, figures))]
        if counts.short:
            short = self.tr("{0} too short for the distance (fewer than {1} features)")
            least = least_features(report.config.recipe)
            parts.append(short.format(count_text(counts.short), least))
        if counts.linked:
            linked = self.tr("{0} linked through others")
            parts.append(linked.format(count_text(counts.linked)))
        if counts.skipped:
            one = self.tr("1 file or folder left out by name, link or kind")
            many = self.tr("{0} files or folders left out by name, link or kind")
            parts.append(counted(one, many, counts.skipped))
        late = left_out_for_age(counts.outside, report.config)
        if late:
            parts.append(late)
        if counts.missed:
            one = self.tr("about 1 pair of {1} texts not compared (see Not read)")
            many = self.tr("about {0} pairs of {1} texts not compared (see Not read)")
            parts.append(counted(one, many, counts.missed, count_text(counts.passed_over)))
        left = not_read_text(report)
        if left:
            parts.append(left)
        return clauses(parts)

    def _opened(self, status: Status) -> Words:
        if status.elsewhere:
            saved = self.tr(
                "These results were saved at {0}. Their documents are not on this machine: mark "
                "those that are to go, then choose “Export ids to drop…” in the menu File."
            )
        else:
            saved = self.tr(
                "These results were saved at {0}. Press “Scan again” to bring them up to date."
            )
        text, action = saved.format(date_text(status.saved_ns)), self._scan
        heading = self.tr("No similar documents in the saved results")
        return Words(heading, text, text, action=None if status.elsewhere else action)

    def _recalled(self) -> Words:
        return Words(
            self.tr("No similar documents known"),
            self.tr(
                "The index holds documents of these folders, but none that are nearly the same. "
                "Press “Scan again” to bring it up to date."
            ),
            self.tr("This is the last known state. Press “Scan again” to bring it up to date."),
            action=self._scan,
        )

    def _scanned(self, report: "ScanReport | None") -> Words:
        words = self._scanned_now(report)
        late = "" if report is None else left_out_for_age(report.counts.outside, report.config)
        return replace(words, text=f"{words.text}\n{late}") if late else words

    def _scanned_now(self, report: "ScanReport | None") -> Words:
        count = 0 if report is None else len(report.documents)
        if count == 0:
            text = self.tr(
                "The folders hold no files that the patterns in the settings let through, or "
                "none with text. What could not be used stands under Not read."
            )
            there = "" if report is None else not_read_text(report)
            if there:
                there = self.tr("What is there was {0}.").format(there)
                text = f"{text}\n{there}"
            return Words(self.tr("No documents found"), text, action=self._add_folder)
        heading = self.tr("No similar documents found")
        if count == 1:
            text = self.tr("There is only one document to compare. Add another folder.")
            return Words(heading, text, action=self._add_folder)
        text = self.tr(
            "None of the {0} documents are similar at these values. Move the sliders above to let "
            "less similar ones in, or add another folder."
        )
        return Words(heading, text.format(count_text(count)), action=self._add_folder)

    def _cancelled(self, status: Status) -> Words:
        if status.known:
            words = self.tr(
                "Cancelled when {0} of {1} had been read. What was read is kept in the index; "
                "“Scan again” goes on from there."
            ).format(count_text(status.read), count_text(status.known))
        else:
            words = self.tr(
                "Cancelled before files were read. Nothing is lost; “Scan again” starts anew."
            )
        return Words(self.tr("Cancelled"), words, words, action=self._scan)

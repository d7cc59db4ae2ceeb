"""StatisticsWindow: the contents of a library, and what of it could go."""

import contextlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QRectF, QSize, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from simcore.files.roles import Roles
from simcore.grouping.freeing import KindCounts
from simcore.grouping.queries import LibraryShare, LibraryStatistics
from simcore.index.index import IndexSizes
from simcore.model.formats import format_named
from simcore.model.reasons import SimcoreError
from simcore.model.records import Script
from simcore.model.report import ScanReport

from ..badges import LOOKS, paint_bar
from ..i18n import translate
from ..style import font_like, scaled
from ..tasks import Check, Latest, checked
from ..widgets.basic import filled
from ..wording import count_text, encoding_title, left_out_for_age, size_text


@dataclass(frozen=True, slots=True)
class StatisticsRow:
    """A name with documents and bytes; ``length`` is its bar's, ``count`` the first figure."""

    name: str
    documents: int
    size: int
    length: int
    count: str


class Counted(NamedTuple):
    """The statistics; ``sizes`` are those of the index, if there is one."""

    library: LibraryStatistics
    sizes: IndexSizes | None


class StatisticsWindow(QDialog):
    """Counts a report in the background: kinds, formats, encodings, scripts, size of the index."""

    def __init__(
        self, report: ScanReport, roles: Roles, index: Path, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Statistics of the library"))
        self._page = QWidget(self)
        self._layout = QVBoxLayout(self._page)
        self._layout.addWidget(QLabel(self.tr("The documents are being counted…"), self._page))
        area = QScrollArea(self)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setAccessibleName(self.windowTitle())
        area.setWidget(self._page)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        layout = filled(QVBoxLayout(self), (area, 1), buttons)
        edge = scaled(16, self.font())
        layout.setContentsMargins(edge, edge, edge, edge)
        self.resize(scaled(640, self.font()), scaled(620, self.font()))
        self.counting = Latest(checked, self, self._show, self._fail)
        self._late = left_out_for_age(report.counts.outside, report.config)
        self._elsewhere = report.elsewhere
        self.counting.run(partial(_counted, report, roles, index))
        self.finished.connect(self.counting.shut_down)

    @Slot(object)
    def _fail(self, reason: object) -> None:
        self._clear()
        self._layout.addWidget(QLabel(str(reason), self._page, wordWrap=True))

    def _clear(self) -> None:
        while (item := self._layout.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()

    @Slot(object)
    def _show(self, found: Counted) -> None:
        self._clear()
        title = QLabel(_headline(found.library), self._page, wordWrap=True)
        title.setFont(font_like(self.font(), 15, bold=True))
        self._layout.addWidget(title)
        if self._late:
            self._layout.addWidget(QLabel(self._late, self._page, wordWrap=True))
        library = sections(found.library, elsewhere=self._elsewhere)
        shown: list[tuple[str, Sequence[StatisticsRow]]] = [*library, *index_sections(found.sizes)]
        for heading, rows in shown:
            self._layout.addSpacing(scaled(10, self.font()))
            self._layout.addWidget(_Section(heading, rows, self._page))
        self._layout.addStretch(1)


def _counted(report: ScanReport, roles: Roles, index: Path, check: Check) -> Counted:
    from simcore.grouping.queries import library_statistics
    from simcore.index.index import FingerprintIndex, index_sizes

    library = library_statistics(report, roles, check)
    sizes = None
    if index.exists():
        with contextlib.suppress(SimcoreError), FingerprintIndex(index) as opened:
            sizes = index_sizes(opened)
    return Counted(library, sizes)


def _headline(found: LibraryStatistics) -> str:
    words = translate("statistics", "Documents: {0}, {1}").format(
        count_text(found.whole.documents), size_text(found.whole.size)
    )
    if found.inside.documents:
        inside = translate("statistics", "{0}; {1} of them inside archives and mailboxes")
        words = inside.format(words, count_text(found.inside.documents))
    return words


def sections(
    found: LibraryStatistics, *, elsewhere: bool = False
) -> list[tuple[str, list[StatisticsRow]]]:
    """Return the sections with their rows, without empty ones."""
    freeing = found.freeing
    safe = translate("statistics", "Safe to free")
    if elsewhere:
        safe = translate("statistics", "Safe to drop")
    freed = [
        _row(safe, freeing.safe),
        _row(translate("statistics", "To review"), freeing.review),
    ]
    kinds = [
        _row(look.tile(), freeing.kinds[kind])
        for kind, look in LOOKS.items()
        if freeing.kinds[kind].documents
    ]
    named = (
        (translate("statistics", "What could go"), freed),
        (translate("statistics", "By kind"), kinds),
        (translate("statistics", "Formats"), _rows(found.formats.items(), _format_name)),
        (translate("statistics", "Encodings"), _rows(found.encodings.items(), encoding_title)),
        (translate("statistics", "Scripts"), _rows(found.scripts.items(), _script_name)),
    )
    return [(heading, rows) for heading, rows in named if any(row.documents for row in rows)]


def index_sections(found: IndexSizes | None) -> list[tuple[str, list[StatisticsRow]]]:
    if found is None or not found.documents:
        return []
    named = {
        "document": translate("statistics", "Documents"),
        "passage": translate("statistics", "Samples of passages"),
        "block": translate("statistics", "Tables of fingerprints"),
        "fingerprint": translate("statistics", "Fingerprints"),
        "text": translate("statistics", "Texts"),
        "comparison": translate("statistics", "Comparisons"),
        "proposal": translate("statistics", "Pairs found"),
        "forgotten": translate("statistics", "Forgotten documents"),
    }

    def row(words: str, size: int) -> StatisticsRow:
        of_each = size_text(round(size / found.documents))
        return StatisticsRow(words, found.documents, size, size, of_each)

    rows = [row(words, found.tables[name]) for name, words in named.items() if name in found.tables]
    rows.sort(key=lambda one: -one.size)
    rest = sum(size for name, size in found.tables.items() if name not in named)
    for words, size in (
        (translate("statistics", "Folders and all else"), rest),
        (translate("statistics", "Free room"), found.free),
    ):
        if size:
            rows.append(row(words, size))
    heading = (
        translate("statistics", "The index: about {0}; of each document and in all")
        if found.estimated
        else translate("statistics", "The index: {0}; of each document and in all")
    )
    return [(heading.format(size_text(found.whole)), rows)]


def _row(name: str, share: LibraryShare | KindCounts) -> StatisticsRow:
    documents = share.documents
    return StatisticsRow(name, documents, share.size, documents, count_text(documents))


def _rows(
    shares: Iterable[tuple[str, LibraryShare]], name: Callable[[str], str]
) -> list[StatisticsRow]:
    return [_row(name(key), share) for key, share in shares]


def _format_name(name: str) -> str:
    found = format_named(name)
    if found is None:
        return translate("statistics", "Plain text")
    return translate("formats", found.title)


def _script_name(name: str) -> str:
    words = {
        Script.LATIN: translate("statistics", "Latin"),
        Script.HAN: translate("statistics", "Chinese"),
        Script.JAPANESE: translate("statistics", "Japanese"),
        Script.HANGUL: translate("statistics", "Korean"),
        Script.CYRILLIC: translate("statistics", "Cyrillic"),
        Script.GREEK: translate("statistics", "Greek"),
        Script.ARABIC: translate("statistics", "Arabic"),
        Script.HEBREW: translate("statistics", "Hebrew"),
        Script.DEVANAGARI: translate("statistics", "Devanagari"),
        Script.THAI: translate("statistics", "Thai"),
        Script.OTHER: translate("statistics", "Other scripts"),
        Script.NONE: translate("statistics", "No letters"),
    }
    return (
        words[Script(name)] if name else translate("statistics", "Not known before the next scan")
    )


class _Section(QWidget):
    def __init__(self, heading: str, rows: Sequence[StatisticsRow], parent: QWidget) -> None:
        super().__init__(parent)
        title = QLabel(heading, self)
        title.setFont(font_like(self.font(), 13, bold=True))
        grid = QGridLayout()
        grid.setHorizontalSpacing(scaled(12, self.font()))
        grid.setVerticalSpacing(scaled(4, self.font()))
        grid.setColumnStretch(1, 1)
        for column, width in ((0, 170), (2, 56), (3, 64)):  # the same in all sections
            grid.setColumnMinimumWidth(column, scaled(width, self.font()))
        most = max((row.length for row in rows), default=1) or 1
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for number, row in enumerate(rows):
            name = QLabel(row.name, self, textFormat=Qt.TextFormat.PlainText)
            count = QLabel(row.count, self, alignment=right)
            size = QLabel(size_text(row.size), self, alignment=right)
            size.setForegroundRole(QPalette.ColorRole.PlaceholderText)
            bar = _ShareBar(row.length / most, self)
            for column, widget in enumerate((name, bar, count, size)):
                grid.addWidget(widget, number, column)
        filled(QVBoxLayout(self), title, grid, spacing=scaled(4, self.font()))


class _ShareBar(QWidget):
    def __init__(self, share: float, parent: QWidget) -> None:
        super().__init__(parent)
        self._share = share

    def sizeHint(self) -> QSize:
        return QSize(scaled(120, self.font()), scaled(14, self.font()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_bar(painter, QRectF(self.rect()), self._share, self.palette(), self.font())

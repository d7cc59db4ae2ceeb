"""SummaryStrip: how many copies, how much space, what is safe; and a tile for each kind."""

import time
import typing
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QDateTime, QEvent, QLocale, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QPalette, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QSizePolicy,
    QStatusBar,
    QStyle,
    QStyleOptionFocusRect,
    QVBoxLayout,
    QWidget,
)

from simcore.model.records import Kind

from ..badges import LOOKS
from ..i18n import FACTS
from ..session.states import Activity
from ..style import colours_of, font_like, mixed, paint_icon, paint_line, scaled
from ..widgets.basic import ElidedLabel, FilledButton, Sign, filled
from ..wording import as_tooltip, count_text, date_text, folder_names, plural, printable, size_text

if typing.TYPE_CHECKING:
    from simcore.grouping.freeing import Freeing

    from ..groups.table import Totals


_HEIGHT, _PADDING = 44, 8
_UNKNOWN = "\N{EN DASH}"


class Tile(QAbstractButton):
    """Shows how many documents of a kind there are; None for a number that is not yet known."""

    def __init__(
        self,
        word: str,
        sign: str,
        parent: QWidget | None = None,
        *,
        tip: str = "",
        warns: bool = False,
    ) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setText(word)
        self._sign = sign
        self._tip = tip
        self._warns = warns
        self.count: int | None = 0
        self._terse = False
        self._name()

    def show_count(self, count: int | None) -> None:
        if count != self.count:
            self.count = count
            self._name()
            self.updateGeometry()
            self.update()

    def show_terse(self, *, terse: bool) -> None:
        terse = terse and bool(self._sign)
        if terse != self._terse:
            self._terse = terse
            self.updateGeometry()
            self.update()

    def number(self) -> str:
        return _UNKNOWN if self.count is None else count_text(self.count)

    def _name(self) -> None:
        self.setAccessibleName(f"{self.text()}: {self.number()}")
        self.setAccessibleDescription(self._tip)
        self.setToolTip(f"{self.text()}: {self.number()}\n{self._tip}".rstrip())

    def _word_width(self) -> float:
        small = font_like(self.font(), 12)
        sign = scaled(12, self.font()) if self._sign else 0
        if self._terse:
            return sign
        gap = scaled(4, self.font()) if sign else 0
        return QFontMetricsF(small).horizontalAdvance(self.text()) + sign + gap

    def sizeHint(self) -> QSize:
        number = QFontMetricsF(self._number_font()).horizontalAdvance(self.number())
        wide = max(number, self._word_width()) + 2 * scaled(_PADDING, self.font())
        return QSize(round(wide) + 1, scaled(_HEIGHT, self.font()))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _number_font(self) -> QFont:
        return font_like(self.font(), 15, bold=True)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours, font = colours_of(self.palette()), self.font()
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        if self.isChecked():
            painter.setPen(QPen(colours.accent, 1))
            painter.setBrush(colours.selected)
            painter.drawRoundedRect(box, 5, 5)
        elif self.underMouse() and self.isEnabled():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(mixed(colours.selected, colours.base, 0.5))
            painter.drawRoundedRect(box, 5, 5)
        enabled = self.isEnabled()
        ink = colours.text if enabled else colours.disabled
        quiet = colours.text if self.isChecked() else colours.muted
        quiet = quiet if enabled else colours.disabled
        upper, lower = QRectF(self.rect()), QRectF(self.rect())
        upper.setBottom(self.height() * 0.56)
        lower.setTop(self.height() * 0.5)
        number_font = self._number_font()
        number = QFontMetricsF(number_font).horizontalAdvance(self.number())
        upper.setLeft(round((self.width() - number) / 2))
        upper.setWidth(number + 2)
        paint_line(painter, upper, self.number(), number_font, ink)
        wide = self._word_width()
        left = (self.width() - wide) / 2
        if self._sign:
            side = scaled(12, font)
            place = QRectF(round(left), lower.top(), side, lower.height() - 4)
            colour = colours.warning if self._warns and self.count else quiet
            paint_icon(painter, self._sign, place, colour, stroke=2.4)
            left += side + scaled(4, font)
        if not self._terse:
            lower.setBottom(lower.bottom() - 4)
            lower.setLeft(round(left))
            paint_line(painter, lower, self.text(), font_like(font, 12), quiet)
        if self.hasFocus():
            option = QStyleOptionFocusRect()
            option.initFrom(self)
            option.rect = self.rect().adjusted(2, 2, -2, -2)
            focus = QStyle.PrimitiveElement.PE_FrameFocusRect
            self.style().drawPrimitive(focus, option, painter, self)


_WIDE, _NARROW = 1200, 960
"""Below these widths, beside text of 13 px, the headline and the tiles are shortened."""


class SummaryStrip(QFrame):
    """The headline with its button, and the tiles.

    ``kinds_changed`` carries the kinds of the pressed tiles, none for all; ``marked_only_changed``
    and ``not_read_changed`` belong to the two other tiles. ``everything_wanted`` asks to remove all
    filters. ``mark_wanted`` and ``unmark_wanted`` come from the button.
    """

    kinds_changed = Signal(object)
    marked_only_changed = Signal(bool)
    not_read_changed = Signal(bool)
    everything_wanted = Signal()
    mark_wanted = Signal()
    unmark_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._freeing: Freeing | None = None
        self._marked = 0
        self._known: frozenset[Kind] | None = None
        self._scanning = True
        self._elsewhere = False
        self._sign = Sign("shield-check", 28, "safe", self)
        self.headline = QLabel(self, textFormat=Qt.TextFormat.PlainText)
        self.facts = QLabel(self, textFormat=Qt.TextFormat.PlainText)
        self.button = FilledButton("", self)
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.button.clicked.connect(self._act)
        self._filtered = False
        self.all = Tile(
            self.tr("All"),
            "",
            self,
            tip=self.tr("Documents in groups, kept ones too; click to take every filter away"),
        )
        self.all.setChecked(True)
        self.all.clicked.connect(self.everything_wanted)
        self.kinds = {kind: self._kind_tile(kind) for kind in LOOKS}
        self.marked = Tile(
            self.tr("Marked"), "list-checks", self, tip=self.tr("Show marked documents only")
        )
        self.not_read = Tile(
            self.tr("Not read"),
            "triangle-alert",
            self,
            tip=self.tr("Show the files that could not be read, with the reasons"),
            warns=True,
        )
        self.marked.clicked.connect(self._marked_clicked)
        self.not_read.clicked.connect(self.not_read_changed)
        self.not_read.toggled.connect(self._show_all)
        self._lay_out()
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self._look()
        self._fit()

    def _kind_tile(self, kind: Kind) -> Tile:
        look = LOOKS[kind]
        tip = self.tr("Documents that could go; click to filter")
        tile = Tile(look.tile(), look.sign, self, tip=tip)
        tile.clicked.connect(self._kind_clicked)
        return tile

    def _lay_out(self) -> None:
        gap = scaled(8, self.font())
        words = filled(QVBoxLayout(), self.headline, self.facts, spacing=1)
        self._rule = QFrame(self, frameShape=QFrame.Shape.VLine)
        self._rule.setForegroundRole(QPalette.ColorRole.Mid)
        self._rule.setFixedHeight(scaled(32, self.font()))
        row = self._row = QHBoxLayout(self)
        filled(row, self._sign, gap, words, 2 * gap, self.button, spacing=0)
        row.addStretch(1)
        for tile in (self.all, *self.kinds.values()):
            row.addWidget(tile)
        row.addSpacing(gap // 2)
        row.addWidget(self._rule)
        row.addSpacing(gap // 2)
        row.addWidget(self.marked)
        row.addWidget(self.not_read)
        edge = scaled(4, self.font())
        row.setContentsMargins(scaled(14, self.font()), edge, gap, edge)
        # when narrow, _fit shortens the words
        row.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self.setMinimumSize(scaled(600, self.font()), scaled(44, self.font()) + 2 * edge)

    def _look(self) -> None:
        colours = colours_of(self.palette())
        self.headline.setFont(font_like(self.font(), 15, bold=True))
        self.facts.setFont(font_like(self.font(), 12))
        for label, colour in ((self.headline, colours.safe), (self.facts, colours.muted)):
            label.setForegroundRole(QPalette.ColorRole.WindowText)
            palette = label.palette()
            palette.setColor(QPalette.ColorRole.WindowText, colour)
            label.setPalette(palette)

    # ---- what is shown

    def show_freeing(
        self,
        freeing: "Freeing | None",
        documents: int = 0,
        *,
        known: frozenset[Kind] | None = None,
        scanning: bool = True,
        elsewhere: bool = False,
    ) -> None:
        """Show what could go of ``documents`` in groups; None before the first results.

        ``known`` are the kinds counted so far; None: all are. If ``scanning``, others follow; a
        scan that ended early has not searched for them. Documents ``elsewhere`` free nothing here.
        """
        self._elsewhere = elsewhere
        self._freeing, self._known, self._scanning = freeing, known, scanning
        counts = {} if freeing is None else freeing.kinds
        self.all.show_count(documents)
        for kind, tile in self.kinds.items():
            found = counts.get(kind)
            count = 0 if found is None else found.documents
            unknown = known is not None and kind not in known
            tile.show_count(None if unknown else count)
            tile.setVisible(bool(count) or not LOOKS[kind].rare or tile.isChecked())
        self._fit()

    def show_marked(self, count: int) -> None:
        changed, self._marked = count != self._marked, count
        self.marked.show_count(count)
        if changed:
            self._fit()

    def show_not_read(self, count: int) -> None:
        self.not_read.show_count(count)

    def _word(self, *, short: bool = False) -> None:
        safe = 0 if self._freeing is None else self._freeing.safe.documents
        review = 0 if self._freeing is None else self._freeing.review.documents
        freed = size_text(0 if self._freeing is None else self._freeing.safe.size)
        more = size_text(0 if self._freeing is None else self._freeing.review.size)
        unfinished = self._known is not None
        follows = unfinished and self._scanning
        copies = self._copies(safe, so_far=follows)
        if not safe:
            headline = self.tr("No true copies so far") if follows else self.tr("No true copies")
            facts = self._review(review, more)
        elif not short:
            words = self.tr("{0}, {1} safe to free")
            if self._elsewhere:
                words = self.tr("{0}, {1} safe to drop")
            headline = words.format(copies, freed)
            facts = self._review(review, more)
        else:
            words = self.tr("{0} safe to free")
            if self._elsewhere:
                words = self.tr("{0} safe to drop")
            headline = words.format(freed)
            facts = (
                self.tr("{0}; {1} to review").format(copies, more)
                if review
                else self.tr("{0}; nothing more to review").format(copies)
            )
        if unfinished:
            facts = (
                self.tr("Similar documents and parts follow")
                if follows
                else self.tr("Scan ended early; the rest was not compared")
            )
        self.headline.setText(headline)
        self.facts.setText(facts)
        self.button.setVisible(bool(self._marked) or bool(safe))
        self.button.filled = not self._marked
        self.button.set_sign("" if self._marked else "check-check")
        self.button.setText(
            self.tr("Unmark all") if self._marked else self.tr("Mark all true copies")
        )
        self.button.setToolTip(
            self.tr("Take every mark away")
            if self._marked
            else self.tr(
                "Mark what is identical to a document that stays, or has the same text. "
                "Nothing is done with it yet."
            )
        )

    def _copies(self, count: int, *, so_far: bool) -> str:
        if so_far:
            one, many = self.tr("1 true copy so far"), self.tr("{0} true copies so far")
        else:
            one, many = self.tr("1 true copy"), self.tr("{0} true copies")
        return plural(count, one, many)

    def _review(self, count: int, size: str) -> str:
        if not count:
            return self.tr("nothing more to review")
        return self.tr("{0} more to review, {1}").format(count_text(count), size)

    # ---- tiles

    def chosen(self) -> frozenset[Kind]:
        return frozenset(kind for kind, tile in self.kinds.items() if tile.isChecked())

    def choose(
        self, kinds: frozenset[Kind], *, marked_only: bool = False, filtered: bool = False
    ) -> None:
        """Press the tiles of these kinds, and no others, without a signal."""
        for kind, tile in self.kinds.items():
            tile.setChecked(kind in kinds)
        self.marked.setChecked(marked_only)
        self._filtered = filtered
        self._show_all()

    def leave_not_read(self) -> None:
        self.not_read.setChecked(False)

    def clear(self) -> None:
        """Release all tiles but the one for everything; only ``not_read_changed`` is emitted."""
        self.choose(frozenset())
        self.leave_not_read()
        self.not_read_changed.emit(False)  # noqa: FBT003 - Qt's own signature

    @Slot()
    def _show_all(self) -> None:
        narrowed = self.chosen() or self._filtered
        tiles = (self.marked, self.not_read)
        self.all.setChecked(not narrowed and not any(one.isChecked() for one in tiles))

    @Slot()
    def _kind_clicked(self) -> None:
        self._tell_all()
        self.kinds_changed.emit(self.chosen())

    @Slot(bool)
    def _marked_clicked(self, on: bool) -> None:  # noqa: FBT001 - Qt's own signature
        self._tell_all()
        self.marked_only_changed.emit(on)

    def _tell_all(self) -> None:
        self._show_all()
        if self.not_read.isChecked():
            self.leave_not_read()
            self.not_read_changed.emit(False)  # noqa: FBT003 - Qt's own signature

    @Slot()
    def _act(self) -> None:
        if self._marked:
            self.unmark_wanted.emit()
        else:
            self.mark_wanted.emit()

    # ---- events

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Show as much as fits: everything, a short headline, or tiles without words."""
        tiles = [*self.kinds.values(), self.marked, self.not_read]
        width = self.width()
        narrow = width < scaled(_NARROW, self.font())
        for tile in tiles:
            tile.show_terse(terse=narrow)
        self._word(short=width < scaled(_WIDE, self.font()))
        if self._needed() > width:
            self._word(short=True)
        if self._needed() > width:
            for tile in tiles:
                tile.show_terse(terse=True)

    def _needed(self) -> int:
        parts = [self.all, *self.kinds.values(), self.marked, self.not_read, self.button]
        seen = [one for one in parts if not one.isHidden()]
        head = max(self.headline.sizeHint().width(), self.facts.sizeHint().width())
        gaps = (len(seen) + 1) * max(self._row.spacing(), 0) + scaled(100, self.font())
        return head + sum(one.sizeHint().width() for one in seen) + gaps

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.PaletteChange, QEvent.Type.FontChange}:
            self._look()


_MILLION = 1_000_000

_PARTS = "state", "away", "found", "when", "late", "shown", "watching"


class StatusLine(QStatusBar):
    """One line that never wraps, followed by the ``messages``."""

    def __init__(self, messages: QWidget, work: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = ElidedLabel(self)
        self.label.setAccessibleName(self.tr("What was found"))
        self.label.setContentsMargins(scaled(8, self.font()), 0, 0, 0)
        self.addWidget(self.label)
        self.addWidget(messages, 1)
        self.addPermanentWidget(work, 1)
        self._said = dict.fromkeys(_PARTS, "")
        self._scanned = 0

    def text(self) -> str:
        return self.label.text()

    def show_state(self, activity: Activity, folders: Sequence[Path], *, known: bool) -> None:
        words = ""
        if activity is Activity.SCANNING and folders:
            words = self.tr("scanning {0}").format(folder_names(folders))
        elif not folders and not known:
            words = self.tr("No folders yet")
        self._say("state", words)

    def show_watching(self, words: str) -> None:
        self._say("watching", words)

    def show_found(self, words: str) -> None:
        self._say("found", words)

    def show_scanned(self, moment_ns: int) -> None:
        """Show when the results were scanned, in nanoseconds since 1970; 0 if unknown."""
        self._scanned = moment_ns
        self._say("when", "")

    def show_left_out(self, late: int) -> None:
        words = plural(late, self.tr("1 too old, left out"), self.tr("{0} too old, left out"))
        self._say("late", words if late else "")

    def show_away(self, disks: Sequence[tuple[Path, int]]) -> None:
        """Show which disks are not connected, and how many of their documents are kept."""
        one = self.tr("{0} is not connected: its document is kept as it was")
        many = self.tr("{0} is not connected: its {1} documents are kept as they were")
        away = (
            (one if count == 1 else many).format(printable(point.name), count_text(count))
            for point, count in disks
        )
        self._say("away", FACTS.join(away))

    def show_counts(self, totals: "Totals", groups: int, documents: int, *, filtered: bool) -> None:
        counts = groups, totals.groups, documents, totals.documents
        words = self.tr("shown: groups {0} of {1}, documents {2} of {3}")
        self._say("shown", words.format(*map(count_text, counts)) if filtered else "")

    def explain(self, details: str) -> None:
        self.setToolTip(as_tooltip(details))

    def _say(self, part: str, words: str) -> None:
        self._said[part] = words
        # "today" may be over
        self._said["when"] = self._when() if self._said["found"] and self._scanned else ""
        self.label.setText(FACTS.join(filter(None, self._said.values())))

    def _when(self) -> str:
        moment = QDateTime.fromMSecsSinceEpoch(self._scanned // _MILLION)
        today = QDateTime.fromMSecsSinceEpoch(time.time_ns() // _MILLION)
        if moment.date() == today.date():
            clock = QLocale().toString(moment.time(), QLocale.FormatType.ShortFormat)
            return self.tr("scanned today {0}").format(clock)
        return self.tr("scanned {0}").format(date_text(self._scanned))

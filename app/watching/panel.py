"""ArrivalPanel: the documents that came to watched folders, shown instead of the groups."""

from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction, QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from simcore import Arrival, ArrivalEvent

from ..language import wording
from ..looks.measures import EDGE, row_height, scaled
from ..widgets.banner import Banner
from ..widgets.buttons.tool import ToolButton
from ..widgets.elided_label import ElidedLabel
from ..widgets.layouts import filled
from ..widgets.list_panel import ListPanel
from ..widgets.sign import Sign
from ..widgets.state_page import StatePage
from .log import ArrivalLog, has_come_like_others
from .model import ArrivalModel, ArrivalRow, Period, today_counts
from .table import ArrivalTable


class ArrivalPanel(ListPanel):
    """Shows a log of arrivals; watches nothing itself.

    ``pair_chosen`` carries the ``ArrivalRow`` that is current where it has a match,
    ``nothing_chosen`` a sentence where it has none, or there is none. ``note`` is a line that
    says what this list is while it is shown; the actions in it and ``watch_folder`` are connected
    by who can carry them out. ``lists`` is whether there are rows; ``lists_changed`` follows when
    it changes.
    """

    pair_chosen = Signal(object)
    nothing_chosen = Signal(str)
    lists_changed = Signal()

    def __init__(self, note: Banner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Arrivals"))
        self.lists = False
        self._log: ArrivalLog | None = None
        self._watching = False
        self._kept: tuple[Arrival, int] | None = None
        self._telling = True
        self.watch_folder = QAction(self.tr("Watch a folder…"), self)
        self.show_group = QAction(self.tr("Show its group"), self)
        self.mark = QAction(self.tr("Mark"), self)
        self.find_similar = QAction(self.tr("&Find similar to this document"), self)
        self.see_all = QAction(self.tr("Count all as &looked at"), self)
        self.note = note
        self.heading = ElidedLabel(self)
        font = self.heading.font()
        font.setBold(True)
        self.heading.setFont(font)
        self._periods = QButtonGroup(self)
        self.periods = {
            period: self._period(period, words)
            for period, words in (
                (Period.TODAY, self.tr("Today")),
                (Period.WEEK, self.tr("7 days")),
                (Period.ALL, self.tr("All")),
            )
        }
        self._periods.buttonClicked.connect(self._choose_period)
        self.only_matched = QCheckBox(self.tr("Only with a match"), self)
        self.only_matched.toggled.connect(self._narrow)
        self.page = StatePage(self)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self.page)
        self.table = self._make_table()
        self._pages.addWidget(self.table)
        self._lay_out()

    def _period(self, period: Period, words: str) -> ToolButton:
        button = ToolButton(self)
        button.setText(words)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        button.setCheckable(True)
        button.setChecked(period is Period.WEEK)
        self._periods.addButton(button, period.value)
        return button

    def _lay_out(self) -> None:
        apart = QFrame(self)
        apart.setFrameShape(QFrame.Shape.VLine)
        apart.setFrameShadow(QFrame.Shadow.Plain)
        apart.setForegroundRole(self.palette().ColorRole.Mid)
        apart.setFixedHeight(row_height(self.font()))
        sign = Sign("inbox", 18, parent=self)
        top = filled(
            QHBoxLayout(), sign, (self.heading, 1), *self.periods.values(), apart,
            self.only_matched, spacing=scaled(6),
        )  # fmt: skip
        top.setContentsMargins(EDGE + scaled(4), EDGE // 2, EDGE + scaled(4), EDGE // 2)
        filled(QVBoxLayout(self), top, (self._pages, 1), spacing=0)

    def _make_table(self) -> ArrivalTable:
        model = ArrivalModel(self)
        table = ArrivalTable(model, self)
        table.selectionModel().currentRowChanged.connect(self.announce)
        model.modelAboutToBeReset.connect(self._remember)
        model.modelReset.connect(self._restore)
        self.offer_chosen(table)
        table.addActions([self.find_similar, self.show_group, self.mark])
        table.add_separator()
        table.addAction(self.see_all)
        return table

    def show_log(self, log: ArrivalLog) -> None:
        """Show the arrivals of a log, now and as they come."""
        self._log = log
        self.table.arrivals.show_log(log)
        log.changed.connect(self.refresh)
        self.see_all.triggered.connect(log.see_all)
        self.refresh()

    def keyboard(self) -> QWidget:
        """Return what takes the keyboard."""
        return self.table if self._pages.currentWidget() is self.table else self

    # ---- what is shown

    @Slot()
    def refresh(self) -> None:
        """Show what is there now, if somebody sees it."""
        if self.isHidden():
            return
        self.table.arrivals.refresh()
        self._summarise()

    def showEvent(self, event: QShowEvent) -> None:
        """Show what came while nobody looked."""
        super().showEvent(event)
        self.refresh()
        words = self.tr("Arrivals are only listed. Nothing is marked or moved.")
        self.note.show_message(words, action=self.show_group, second=self.mark, lasting=True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Take the line that says what this list is away with it."""
        super().hideEvent(event)
        self.note.close_message()

    def show_watching(self, *, watching: bool) -> None:
        """Note whether any folder is watched, which an empty list says."""
        self._watching = watching
        self._summarise()

    def _summarise(self) -> None:
        table, log = self.table, self._log
        if log is None:
            return
        self.heading.setText(self._heading(log))
        lists = bool(table.arrivals.rowCount())
        if lists:
            self._pages.setCurrentWidget(table)
        else:
            self._say_why_empty(table, log)
        if lists is not self.lists:
            self.lists = lists
            self.lists_changed.emit()

    def _say_why_empty(self, table: ArrivalTable, log: ArrivalLog) -> None:
        if table.arrivals.chosen() or (log.all and self._watching):
            words = (
                self.tr("No arrival of this time has a match.")
                if table.arrivals.chosen()
                else self.tr("Nothing came in this time.")
            )
            self.page.show_state(self.tr("Nothing to show"), words)
        elif self._watching:
            self.page.show_state(
                self.tr("Nothing came yet"),
                self.tr("Documents that come to the watched folders are listed here."),
            )
        else:
            self.page.show_state(
                self.tr("No folder is watched"),
                self.tr(
                    "A watched folder is looked at all the time: each document that comes to it is "
                    "compared with all others. Nothing is marked or moved."
                ),
                self.watch_folder,
            )
        self._pages.setCurrentWidget(self.page)
        self._tell_nothing()

    def _heading(self, log: ArrivalLog) -> str:
        matched, count = today_counts(log.all)
        if not count:
            return self.tr("Arrivals: nothing came today")
        if count == 1:
            return (
                self.tr("Arrivals: 1 document came today, and has a match")
                if matched
                else self.tr("Arrivals: 1 document came today, without a match")
            )
        words = self.tr("Arrivals: {0} of {1} documents that came today have a match")
        return words.format(wording.count_text(matched), wording.count_text(count))

    @Slot()
    def _choose_period(self) -> None:
        self.table.arrivals.period = Period(self._periods.checkedId())
        self.refresh()

    @Slot(bool)
    def _narrow(self, on: bool) -> None:  # noqa: FBT001 - a slot
        self.table.arrivals.only_matched = on
        self.refresh()

    def choose_first(self) -> None:
        """Choose the first row with a match; tell of one that is chosen already."""
        if self.current() is not None:
            self.announce()
        else:
            self._choose_matched()

    def choose_newest(self) -> None:
        """Choose the newest arrival with a match, also where its day is folded."""
        if self._log is not None and any(map(has_come_like_others, self._log.all)):
            self.table.arrivals.open_days()
        self._choose_matched()

    def _choose_matched(self) -> None:
        for at, row in enumerate(self.table.arrivals.records):
            if isinstance(row, ArrivalRow) and has_come_like_others(row.arrival):
                self.table.selectRow(at)
                self.table.scrollTo(self.table.currentIndex())
                self.announce()
                return
        self.announce()

    # ---- the current row

    def current(self) -> ArrivalRow | None:
        """Return the row of an arrival that is chosen."""
        row = self.table.row_at(self.table.currentIndex())
        return row if isinstance(row, ArrivalRow) else None

    @Slot()
    def _remember(self) -> None:
        row = self.current()
        self._kept = None if row is None else (row.arrival, row.number)
        self._telling = False

    @Slot()
    def _restore(self) -> None:
        """Choose the row again that was chosen before others came."""
        self._telling = True
        if self._kept is None:
            return
        arrival, number = self._kept
        for at, row in enumerate(self.table.arrivals.records):
            if isinstance(row, ArrivalRow) and row.arrival is arrival and row.number == number:
                self._telling = False
                self.table.selectRow(at)
                self._telling = True
                return
        self._tell_nothing()

    @Slot()
    def announce(self) -> None:
        """Tell which row is chosen, as far as somebody sees it."""
        row = self.current()
        if not self._telling or not self.isVisible():
            return
        if row is None or row.match is None:
            self._tell_nothing()
            return
        self.pair_chosen.emit(row)
        if self._log is not None:
            self._log.see(row.arrival)

    def _tell_nothing(self) -> None:
        row = self.current()
        if row is None:
            words = self.tr("Select a document to compare it with its match.")
        elif row.arrival.problem:
            words = wording.in_own_words(row.arrival.problem)
        elif row.arrival.event is ArrivalEvent.GONE:
            words = self.tr("This document is gone.")
        else:
            words = self.tr("This document has no match to compare it with.")
        self.nothing_chosen.emit(words)

    def chosen_path(self) -> Path | None:
        """Return the document that is chosen."""
        row = self.current()
        return None if row is None else row.arrival.path

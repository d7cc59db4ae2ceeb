"""ResultPages: which list stands in the place of the groups."""

from dataclasses import replace

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout

from simcore.model.records import Kind

from ..compare.view import DifferenceView
from ..folders.panel import FolderPanel
from ..groups.filter import GroupFilter
from ..groups.filter_bar import FilterBar
from ..groups.table import TableCounts
from ..groups.view import GroupView
from ..results.summary import SummaryStrip
from ..widgets.basic import StatePage, filled
from ..widgets.tables import ListPanel
from ..wording import count_text
from .actions import Actions


class ResultPages(QObject):
    """The list in place of the groups: similar or checked documents, or new ones.

    ``answer`` is the first, None without one. ``changed`` precedes the change of focus.
    """

    changed = Signal()

    def __init__(
        self,
        similar: ListPanel,
        check: ListPanel,
        arrivals: ListPanel,
        folders: FolderPanel,
        texts: DifferenceView,
        stack: QStackedWidget,
        view: GroupView,
    ) -> None:
        super().__init__(view)
        self.answer: ListPanel | None = None
        self._similar = similar
        self._check = check
        self._arrivals = arrivals
        self._listing = False
        self._folders = folders
        self._texts = texts
        self._stack = stack
        self._view = view

    def panel(self) -> ListPanel | None:
        """Return the list shown, None for the groups; an answer covers new documents."""
        return self.answer or (self._arrivals if self._listing else None)

    @Slot(bool)
    def show_similar(self, shown: bool) -> None:  # noqa: FBT001 - a slot
        self._show_answer(self._similar, shown=shown)

    @Slot(bool)
    def show_check(self, shown: bool) -> None:  # noqa: FBT001 - a slot
        self._show_answer(self._check, shown=shown)

    def _show_answer(self, panel: ListPanel, *, shown: bool) -> None:
        if shown or self.answer is panel:
            self.answer = panel if shown else None
        self._tell(panel, shown=shown)

    @Slot(bool)
    def show_arrivals(self, shown: bool) -> None:  # noqa: FBT001 - a slot
        self._listing = shown
        self._folders.arrivals.setChecked(shown)
        self._tell(self._arrivals, shown=shown)

    def _tell(self, panel: ListPanel, *, shown: bool) -> None:
        if shown:
            self._texts.clear()
        self.changed.emit()
        if shown:
            panel.keyboard().setFocus()
        elif self._stack.currentWidget() is self._view:
            self._view.setFocus()


class Narrowing(QObject):
    """Passes on filter requests, and shows everywhere what is filtered and the counts.

    ``filter_taken_away`` precedes marking documents that a filter hid.
    """

    filter_taken_away = Signal()

    def __init__(
        self,
        strip: SummaryStrip,
        panel: FolderPanel,
        filter_bar: FilterBar,
        view: GroupView,
        commands: Actions,
    ) -> None:
        super().__init__(view)
        self._strip = strip
        self._panel = panel
        self._filter_bar = filter_bar
        self._groups = view.groups
        self._commands = commands
        self._marking_wanted = False
        self._counts: TableCounts | None = None
        self._known: frozenset[Kind] | None = None
        self._scanning = True
        self._nothing = StatePage(view.viewport())
        filled(QVBoxLayout(view.viewport()), self._nothing)
        self._nothing.show_state("", "", commands.show_all)  # its button has a name from now on
        self._nothing.hide()
        strip.kinds_changed.connect(filter_bar.show_kinds)
        strip.marked_only_changed.connect(self._show_marked_only)
        strip.everything_wanted.connect(self.show_everything)
        strip.mark_wanted.connect(self._mark_true_copies)
        strip.unmark_wanted.connect(commands.unmark.trigger)
        panel.folder_chosen.connect(filter_bar.show_folder)
        view.commands.folder_wanted.connect(filter_bar.show_folder)
        filter_bar.filter_changed.connect(self._groups.set_filter)
        filter_bar.filter_changed.connect(self._follow_filter)
        filter_bar.entered.connect(self._groups.prepare_filter)
        filter_bar.left.connect(view.setFocus)
        commands.find.triggered.connect(filter_bar.take_keyboard)
        commands.show_all.triggered.connect(self.show_everything)
        self._groups.arranged.connect(self._show_rows_or_none)
        self._groups.arranged.connect(self._mark_if_wanted)
        self._groups.counted.connect(self._take_counts)

    def show_known(self, kinds: frozenset[Kind] | None, *, scanning: bool = True) -> None:
        """Note which kinds a running scan has looked for; None for all."""
        if (kinds, scanning) != (self._known, self._scanning):
            self._known, self._scanning = kinds, scanning
            self._show_counts()

    @Slot()
    def _show_rows_or_none(self) -> None:
        groups = self._groups.totals()[0].groups
        hidden = bool(groups) and not self._groups.rowCount() and not self._groups.filter.empty
        if hidden:
            words = (
                self.tr("No document passes the filter. 1 group is hidden.")
                if groups == 1
                else self.tr("No document passes the filter. {0} groups are hidden.")
            )
            heading = self.tr("Nothing to show")
            self._nothing.show_state(
                heading, words.format(count_text(groups)), self._commands.show_all
            )
        self._nothing.setVisible(hidden)

    @Slot()
    def show_everything(self) -> None:
        self._strip.clear()
        self._filter_bar.clear_all()

    @Slot(object)
    def _follow_filter(self, wanted: GroupFilter) -> None:
        self._strip.choose(
            self._filter_bar.kinds,
            marked_only=wanted.only is not None,
            filtered=not replace(wanted, kinds=frozenset(), only=None).empty,
        )
        if self._panel.tree.chosen() != wanted.folder:
            self._panel.tree.choose(wanted.folder)

    @Slot(bool)
    def _show_marked_only(self, on: bool) -> None:  # noqa: FBT001 - a slot
        self._filter_bar.show_only(self._groups.marked() if on else None)

    @Slot()
    def _mark_true_copies(self) -> None:
        """Mark everything safe to free, regardless of filters, as the headline counts all."""
        if not self._filter_bar.filter().empty:
            self.filter_taken_away.emit()
        self.show_everything()
        self._marking_wanted = self._groups.busy
        if not self._marking_wanted:
            self._commands.mark_same_text.trigger()

    @Slot(object)
    def _take_counts(self, counts: TableCounts) -> None:
        self._counts = counts
        self._show_counts()

    def _show_counts(self) -> None:
        table, counts = self._groups.table, self._counts
        if table is not None and counts is not None:
            documents = table.totals.documents
            self._strip.show_freeing(
                counts.freeing,
                documents,
                known=self._known,
                scanning=self._scanning,
                elsewhere=table.report.elsewhere,
            )
            self._panel.show_counts(counts.folders, counts.freeing.all.documents)
        else:
            self._strip.show_freeing(None, known=self._known, scanning=self._scanning)

    @Slot()
    def _mark_if_wanted(self) -> None:
        if self._marking_wanted:
            self._marking_wanted = False
            self._commands.mark_same_text.trigger()

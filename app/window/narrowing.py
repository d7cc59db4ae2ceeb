"""Narrowing: what of the groups is shown, and how much there is of each kind."""

from dataclasses import replace

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QVBoxLayout

from simcore.model.records import Kind

from ..folders.panel import FolderPanel
from ..groups.filter import GroupFilter
from ..groups.filter_bar import FilterBar
from ..groups.table import TableCounts
from ..groups.view import GroupView
from ..i18n import counted
from ..results.summary import SummaryStrip
from ..widgets.basic import StatePage, filled
from .actions import Actions


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
            one = self.tr("No document passes the filter. 1 group is hidden.")
            many = self.tr("No document passes the filter. {0} groups are hidden.")
            words = counted(one, many, groups)
            self._nothing.show_state(self.tr("Nothing to show"), words, self._commands.show_all)
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
            folders = self._panel.tree.folders
            folders.show_counts(counts.folders, counts.freeing.all.documents)
        else:
            self._strip.show_freeing(None, known=self._known, scanning=self._scanning)

    @Slot()
    def _mark_if_wanted(self) -> None:
        if self._marking_wanted:
            self._marking_wanted = False
            self._commands.mark_same_text.trigger()

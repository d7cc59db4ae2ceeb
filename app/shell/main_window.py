"""The window: its widgets, their layout, and their contents in each state."""

import typing
from collections.abc import Iterator

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from ..language.not_read_words import all_not_read, disks_away
from ..session.states import Activity
from .frame import WindowFrame
from .keyboard import order_tabs
from .remembered import WindowLayout, toggles_of

if typing.TYPE_CHECKING:
    from simcore import ScanReport

    from ..session.regrouping import FoundCounts


class MainWindow(WindowFrame):
    """Shows data and emits the user's requests; it decides and runs nothing.

    Unless it is ``whole`` at once it is a frame at first, and ``complete`` makes what shows
    results. Until then none of that may be asked for.
    """

    def __init__(self, *, whole: bool = True) -> None:
        super().__init__()
        self._whole = False
        self._report: ScanReport | None = None
        self.toggled_at_first = {
            name: action.isChecked() for name, action in toggles_of(self).items()
        }
        self._rest = self._make_rest()
        self._refresh()
        if whole:
            for _ in self.complete():
                pass

    # --- construction ----------------------------------------------------------------------

    def complete(self) -> Iterator[None]:
        """Return the steps that make the rest, of some milliseconds each; those not taken yet."""
        return self._rest

    def _make_rest(self) -> Iterator[None]:
        yield from self._make_groups()
        yield from self._make_texts()
        yield from self._make_lists()
        self._offer_commands()
        yield
        self._whole = True
        self._connect()
        self._order_tabs()
        self._refresh()

    def _make_groups(self) -> Iterator[None]:
        self.threshold_bar.complete()
        yield
        from ..results.groups.view import model  # noqa: PLC0415 - not for a frame

        yield
        from ..results.groups.view import view  # noqa: PLC0415 - not for a frame

        yield
        self.group_model = model.GroupModel(self)
        self.group_view = view.GroupView(self)
        self.group_view.setModel(self.group_model)
        self.stack.addWidget(self.group_view)
        yield

    def _make_texts(self) -> Iterator[None]:
        from ..comparison.panes import panes  # noqa: F401, PLC0415 - not for a frame

        yield
        from ..comparison import view  # noqa: PLC0415 - not for a frame

        yield
        self.difference_view = view.DifferenceView(self)
        self.tabs.tabBar().setAccessibleName(self.tr("What is shown of two documents"))
        self.tabs.setCornerWidget(self.difference_view.tools)
        self.difference_view.tools.offer_outside(self.commands.compare_outside)
        self.tabs.addTab(self.difference_view, self.tr("Differences"))
        yield
        from ..comparison.explanation import panel  # noqa: PLC0415 - not for a frame

        self.why_panel = panel.WhyPanel(self)
        self.tabs.addTab(self.why_panel, self.tr("Why these two"))
        self.tabs.addTab(self.why_panel.passages, self.tr("Shared passages"))
        yield

    def _make_lists(self) -> Iterator[None]:
        from ..results.checked.panel import CheckPanel  # noqa: PLC0415 - not for a frame
        from ..results.problems.panel import ProblemPanel  # noqa: PLC0415 - not for a frame
        from ..results.similar.panel import SimilarPanel  # noqa: PLC0415 - not for a frame

        yield
        self.similar_panel, self.check_panel = SimilarPanel(self), CheckPanel(self)
        yield
        from ..watching.panel import ArrivalPanel  # noqa: PLC0415 - not for a frame

        self.arrival_panel = ArrivalPanel(self.arrival_note, self)
        self.problem_panel = ProblemPanel(self)
        lists = self.similar_panel, self.check_panel, self.arrival_panel, self.problem_panel
        for page in lists:
            self.stack.addWidget(page)
        yield

    def _offer_commands(self) -> None:
        from ..results.review.actions import ReviewActions  # noqa: PLC0415 - not for a frame
        from .bars.menu_bar import MenuBarKeeper  # noqa: PLC0415 - not for a frame
        from .bars.menus import WindowMenus  # noqa: PLC0415 - not for a frame
        from .instead import ShownInstead  # noqa: PLC0415 - not for a frame
        from .narrowing import Narrowing  # noqa: PLC0415 - not for a frame

        view, differences = self.group_view, self.difference_view
        self.review_actions = ReviewActions(self)
        judging = [self.review_actions.keep, self.review_actions.not_duplicate]
        view.offer([*judging, *self.commands.review()])
        self.review_actions.offer_in(view, differences.panes, differences.message_page)
        menus = WindowMenus(
            self,
            self.commands,
            self.review_actions,
            differences,
            self.recent_menu,
            columns=view.header().toggles(),
            shown=[self.threshold_bar.parts_action, *toggles_of(self).values()],
        )
        self.toolbar.offer_menus(menus.menus)
        self.remembered = WindowLayout(self.centre, view, self.threshold_bar, differences)
        self.addActions(self.filter_bar.option_actions())
        self.bar_keeper = MenuBarKeeper(self, self.commands.menu_bar)
        self.language_menu = menus.languages
        self.appearance_menu = menus.appearances
        self.narrowing = Narrowing(
            self.strip, self.folder_panel, self.filter_bar, view, self.commands
        )
        self.instead = ShownInstead(
            self.similar_panel,
            self.check_panel,
            self.arrival_panel,
            self.folder_panel,
            differences,
            self.stack,
            view,
        )

    def _connect(self) -> None:
        commands, differences = self.commands, self.difference_view
        commands.add_folder.triggered.connect(self.folder_panel.choose_folder)
        differences.options.texts.toggled.connect(self._refresh)
        commands.zoom_in.triggered.connect(differences.zoom_in)
        commands.zoom_out.triggered.connect(differences.zoom_out)
        self.instead.changed.connect(self._refresh)
        self.arrival_panel.failed.connect(self.alert.show_problem)
        self.arrival_panel.lists_changed.connect(self._refresh)
        self.group_view.failed.connect(self.alert.show_problem)
        self.group_model.marked_changed.connect(self._update_commands)
        self.group_model.arranged.connect(self.show_arranged)
        self.group_model.failed.connect(self.alert.show_problem)
        commands.expand.triggered.connect(self.group_view.expandAll)
        commands.collapse.triggered.connect(self.group_view.collapseAll)
        commands.relative.toggled.connect(self.group_model.set_relative)
        self.scan_card.not_read_wanted.connect(self._show_files_not_read)
        self.strip.not_read_changed.connect(self._show_not_read)
        for action in (self.review_actions.next_part, self.review_actions.previous_part):
            action.triggered.connect(self._go_to_part)
        self.problem_panel.failed.connect(self.alert.show_problem)

    def _order_tabs(self) -> None:
        """Set the tab order from the folders to the results and the texts."""
        view = self.difference_view
        heading, panes = view.heading, view.panes
        order_tabs(
            [
                *(*self.toolbar.stops()[:-1], self.filter_bar, self.toolbar.menus),
                *(self.strip, self.folder_panel, *self.threshold_bar.tab_stops(), self.scan_card),
                *(self.welcome, self.page, self.group_view, self.similar_panel, self.check_panel),
                *(self.arrival_panel, self.problem_panel, self.line),
                self.tabs.tabBar(),
                *view.tools.stops(),
                *(heading.left_encoding, heading.right_encoding, heading.stop_button),
                *(panes.left_pane, panes.strip, panes.right_pane, view.find_bar),
                *(self.why_panel, self.why_panel.passages, self.scan_status),
            ]
        )

    # --- what is shown ---------------------------------------------------------------------

    def show_report(self, report: "ScanReport | None") -> None:
        """Show the current results; None if nothing is known yet."""
        from simcore import Counts, ScanConfig, ScanReport  # noqa: PLC0415 - not for a frame

        self._report = report
        shown = report or ScanReport(ScanConfig(), (), {}, (), (), (), Counts(), 0)
        self.filter_bar.set_folders(shown.folders)
        self.group_model.set_report(shown)
        self.problem_panel.set_problems(shown.problems)
        self.threshold_bar.set_compared_distance(
            None if report is None else report.compared_distance
        )
        self._summarise()
        self._refresh()

    def show_problems(self, report: "ScanReport") -> None:
        """Show the problems of results that are otherwise as they were."""
        self._report = report
        self.problem_panel.set_problems(report.problems)
        self._summarise()

    def _summarise(self) -> None:
        report = self._report
        self.strip.show_not_read(0 if report is None else len(report.problems))
        details = [] if report is None else [self._words.compared(report), all_not_read(report)]
        away = [] if report is None else disks_away(report)
        self.summary.show_away(away)
        self.folder_panel.show_away(point for point, _ in away)
        self.summary.show_left_out(0 if report is None else report.counts.outside)
        self.summary.explain("\n".join(filter(None, details)))

    @Slot(bool)
    def _show_not_read(self, on: bool) -> None:  # noqa: ARG002, FBT001 - a slot
        self._refresh()
        if self.stack.currentWidget() is self.problem_panel:
            self.problem_panel.setFocus()

    @Slot()
    def _show_files_not_read(self) -> None:
        self.strip.not_read.setChecked(True)
        self._refresh()

    def show_found(self, found: "FoundCounts") -> None:
        """Show the totals of the groups."""
        self.summary.show_found(self._words.found(found))

    def show_arranged(self) -> None:
        """Handle that the requested groups are shown."""
        # the first difference is on screen without a click, but while rows come and go
        if self._activity is not Activity.SCANNING:
            self.group_view.choose_first()
        model = self.group_model
        self.summary.show_counts(*model.totals(), filtered=not model.filter.empty)
        self._update_commands()

    # --- from part to part by keyboard -----------------------------------------------------

    @Slot()
    def _go_to_part(self) -> None:
        from ..widgets.list_panel import ListPanel  # noqa: PLC0415 - not for a frame

        by = -1 if self.sender() is self.review_actions.previous_part else 1
        below, shown = self.tabs.currentWidget(), self.stack.currentWidget()
        results = shown
        if isinstance(shown, ListPanel):
            results = shown.keyboard()
        differences = self.difference_view
        self.centre.go_to_part(
            by,
            (self.stack, results),
            (self.tabs, differences if below is differences else self.tabs.tabBar()),
            (self.filter_bar, self.filter_bar),
            (self.folder_panel, self.folder_panel.tree),
        )

    # --- the state -------------------------------------------------------------------------

    def _refresh(self) -> None:
        """Show page, notice and commands by report, status and activity."""
        if not self._whole:
            super()._refresh()
            return
        report, groups = self._report, bool(self._report and self._report.groups)
        differences = self.difference_view
        words = self._words.of(self._status, self._activity, report, paused=self._paused)
        self.page.show_state(words.heading, words.text, words.action)
        new = report is None and self._new
        known = report is not None and (groups or bool(report.documents or report.problems))
        if self.strip.not_read.isChecked() and report is not None and report.problems:
            beneath: QWidget = self.problem_panel
        elif groups:
            beneath = self.group_view
        else:
            beneath = self.welcome if new else self.page
        shown = self.instead.panel() or beneath
        self._show(shown, new=new, known=known)
        # thresholds do not apply to a question about one document
        self.threshold_bar.setVisible(self.instead.answer is None)
        texts = shown in {self.group_view, self.instead.answer}
        texts = texts or (shown is self.arrival_panel and self.arrival_panel.lists)
        self.tabs.setVisible(texts and differences.options.texts.isChecked())
        if groups and words.notice:
            self.notice.show_message(words.notice, action=words.action, lasting=True)
        else:
            self.notice.close_message()
        self._update_commands()

    def _takes_keyboard(self, shown: QWidget) -> bool:
        return shown is self.welcome or (self._whole and shown is self.group_view)

    def _update_commands(self) -> None:
        phase = self._status.phase
        self.commands.enable(self._activity, phase, self._report, self.group_model)
        self.commands.set_paused(paused=self._paused)
        marked = len(self.group_model.marked())
        self.strip.show_marked(marked)
        far = self._report is not None and self._report.elsewhere
        command = self.commands.export_ids if far else self.commands.trash
        self.toolbar.mark_filled(filled=bool(marked) and command.isEnabled(), far=far)
        groups = bool(self._report and self._report.groups)
        self.review_actions.set_results(shown=groups and self.instead.panel() is None)

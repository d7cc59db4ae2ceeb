"""The window: its widgets, their layout, and their contents in each state."""

from dataclasses import replace

from PySide6.QtCore import QByteArray, QSize, Signal, Slot
from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QMainWindow

from app.comparison.explanation.panel import WhyPanel
from app.comparison.view import DifferenceView
from app.folders.panel import FolderPanel
from app.language.not_read_words import all_not_read
from app.looks.icons import application_icon, icon
from app.picture.threshold_bar import ThresholdBar
from app.results.filter_bar import FilterBar
from app.results.groups.view.model import GroupModel
from app.results.groups.view.view import GroupView
from app.results.problems.panel import ProblemPanel
from app.results.review.actions import ReviewActions
from app.results.similar.panel import SimilarPanel
from app.session.regrouping import FoundCounts
from app.session.states import Activity, Phase, Status
from app.settings.settings import Settings
from app.shell.actions import Actions
from app.shell.central import CentralWidget, order_tabs
from app.shell.menus import WindowMenus, WindowToolbar
from app.shell.progress_bar import ScanStatus
from app.shell.state_page import StatePage
from app.shell.state_words import StateWords
from app.widgets import desktop
from app.widgets.banner import Banner, Notices
from app.widgets.elided_label import ElidedLabel
from simcore import Counts, ScanConfig, ScanReport

_NOTHING = ScanReport(ScanConfig(), (), {}, (), (), (), Counts(), 0)


class MainWindow(QMainWindow):
    """Shows data and emits the user's requests; it decides and runs nothing.

    ``closing`` comes once, before the window goes, while its layout can still be saved.
    """

    closing = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setWindowTitle(self.tr("Variorum"))
        self.setWindowIcon(application_icon())
        self.setAcceptDrops(True)
        self._report: ScanReport | None = None
        self._status = Status(Phase.EMPTY)
        self._activity = Activity.NONE
        self._paused = False
        self._similar = False

        self.commands = Actions(self)
        self.review_actions = ReviewActions(self)
        self.folder_panel = FolderPanel(self)
        self.threshold_bar = ThresholdBar(self)
        self.group_model = GroupModel(self)
        self.group_view = GroupView(self)
        self.group_view.setModel(self.group_model)
        self.filter_bar = FilterBar(self)
        judging = [self.review_actions.keep, self.review_actions.not_duplicate]
        self.group_view.offer([*judging, *self.commands.review()])
        self.similar_panel = SimilarPanel(self)
        self.difference_view = DifferenceView(self)
        self.difference_view.previous_action.setIcon(icon("arrow-up"))
        self.difference_view.next_action.setIcon(icon("arrow-down"))
        differences = self.difference_view
        self.review_actions.offer_in(self.group_view, differences.panes, differences.message_page)
        self.why_panel = WhyPanel(self)
        self.problem_panel = ProblemPanel(self)
        self.scan_status = ScanStatus(self)
        self.alert = Notices(self)
        self.notice = Banner(self)
        self.focus_notice = Banner(self)
        self.page = StatePage(self)
        self._words = StateWords(self.commands.add_folder, self.commands.scan, self)

        self._lay_out()
        self.toolbar = WindowToolbar(self.commands, self)
        self.addToolBar(self.toolbar)
        menus = WindowMenus(
            self,
            self.commands,
            self.review_actions,
            self.difference_view,
            columns=self.group_view.header().toggles(),
            shown=[*self._toggles().values(), self.toolbar.toggleViewAction()],
        )
        self.recent_menu = menus.recent
        self.language_menu = menus.languages
        self.appearance_menu = menus.appearances
        self._fill_status_bar()
        self._connect()
        self._order_tabs()
        # plus the frame, whose size is unknown before it is shown
        room = self.screen().availableSize() - QSize(16, 48)
        self.resize(QSize(1280, 800).boundedTo(room))
        self._refresh()

    def _connect(self) -> None:
        commands, differences = self.commands, self.difference_view
        commands.add_folder.triggered.connect(self.folder_panel.choose_folder)
        commands.quit.triggered.connect(self.close)
        commands.zoom_in.triggered.connect(differences.zoom_in)
        commands.zoom_out.triggered.connect(differences.zoom_out)
        self.folder_panel.refused.connect(self.alert.show_problem)
        self.group_view.failed.connect(self.alert.show_problem)
        self.group_model.marked_changed.connect(self._update_commands)
        self.group_model.arranged.connect(self.show_arranged)
        self.group_model.failed.connect(self.alert.show_problem)
        commands.find.triggered.connect(self.filter_bar.take_keyboard)
        commands.show_all.triggered.connect(self.filter_bar.clear)
        commands.expand.triggered.connect(self.group_view.expandAll)
        commands.collapse.triggered.connect(self.group_view.collapseAll)
        commands.relative.toggled.connect(self.group_model.set_relative)
        self.filter_bar.filter_changed.connect(self.group_model.set_filter)
        self.filter_bar.entered.connect(self.group_model.prepare_filter)
        self.filter_bar.left.connect(self.group_view.setFocus)
        self.group_view.folder_wanted.connect(self.filter_bar.show_folder)
        self.review_actions.next_part.triggered.connect(self._next_part)
        self.review_actions.previous_part.triggered.connect(self._previous_part)
        self.problem_panel.title_changed.connect(self._title_problems)
        self.problem_panel.failed.connect(self.alert.show_problem)

    # --- what is shown ---------------------------------------------------------------------

    def show_report(self, report: ScanReport | None) -> None:
        """Show the current results; None if nothing is known yet."""
        self._report = report
        shown = report or _NOTHING
        self.filter_bar.set_folders(shown.folders)
        self.group_model.set_report(shown)
        self.problem_panel.set_problems(shown.problems)
        self.threshold_bar.set_compared_distance(
            None if report is None else report.compared_distance
        )
        self._summarise()
        self._refresh()

    def show_problems(self, report: ScanReport) -> None:
        """Show the problems of results that are otherwise as they were."""
        self._report = report
        self.problem_panel.set_problems(report.problems)
        self._summarise()

    def _summarise(self) -> None:
        report = self._report
        self.threshold_bar.set_summary(
            "" if report is None else self._words.compared(report),
            "" if report is None else all_not_read(report),
        )

    def show_found(self, found: FoundCounts) -> None:
        """Show the totals of the groups."""
        words = self._words.found(found)
        self.summary.setText(words)
        self.summary.setToolTip(words)

    def show_arranged(self) -> None:
        """Handle that the requested groups are shown."""
        # the first difference is on screen without a click
        self.group_view.choose_first()
        totals, groups, documents = self.group_model.totals()
        self.filter_bar.show_counts(totals.groups, totals.documents, groups, documents)
        self._update_commands()

    def show_status(self, status: Status) -> None:
        """Show the last event."""
        self._status = status
        self._refresh()

    def show_activity(self, activity: Activity) -> None:
        """Show the current activity."""
        self._activity = activity
        if activity is Activity.SCANNING:
            self.alert.close_message()
        self.scan_status.show_activity(activity)
        self._refresh()

    def show_pausing(self) -> None:
        """Show that the scan is about to pause."""
        self._paused = True
        self.scan_status.pause()
        self._refresh()

    def show_resumed(self) -> None:
        """Show that the scan continues."""
        self._paused = False
        self.scan_status.resume()
        self._refresh()

    @Slot(bool)
    def show_similar(self, shown: bool) -> None:  # noqa: FBT001 - a slot
        """Show the documents similar to a file instead of the groups, or the groups again."""
        self._similar = shown
        self._refresh()
        if shown:
            self.difference_view.clear()
            self.similar_panel.table.setFocus()
        elif self.stack.currentWidget() is self.group_view:
            self.group_view.setFocus()

    # --- from part to part by keyboard -----------------------------------------------------

    @Slot()
    def _next_part(self) -> None:
        self._go_to_part(1)

    @Slot()
    def _previous_part(self) -> None:
        self._go_to_part(-1)

    def _go_to_part(self, by: int) -> None:
        below, shown = self.tabs.currentWidget(), self.stack.currentWidget()
        results = self.similar_panel.table if shown is self.similar_panel else shown
        differences = self.difference_view
        self.centre.go_to_part(
            by,
            (self.stack, results),
            (self.tabs, differences if below is differences else self.tabs.tabBar()),
            (self.filter_bar, self.filter_bar),
        )

    # --- the layout, remembered ------------------------------------------------------------

    def restore_layout(self, settings: Settings) -> None:
        """Restore sizes, positions and choices of an earlier run."""
        for restore, data in (
            (self.restoreGeometry, settings.geometry),
            (self.restoreState, settings.window_state),
            (self.centre.side_splitter.restoreState, settings.side_splitter),
            (self.centre.result_splitter.restoreState, settings.result_splitter),
            (self.group_view.restore_layout, settings.columns),
        ):
            if data:
                restore(QByteArray(data))
        for name, action in self._toggles().items():
            action.setChecked(settings.toggles.get(name, action.isChecked()))
        self.difference_view.panes.zoom(settings.text_zoom)
        self.language_menu.choose(settings.language)
        self.appearance_menu.choose(settings.appearance)

    def layout_saved_in(self, settings: Settings) -> Settings:
        """Return ``settings`` with the sizes and positions of now."""
        return replace(
            settings,
            geometry=bytes(self.saveGeometry().data()),
            window_state=bytes(self.saveState().data()),
            side_splitter=bytes(self.centre.side_splitter.saveState().data()),
            result_splitter=bytes(self.centre.result_splitter.saveState().data()),
            columns=bytes(self.group_view.save_layout().data()),
            toggles={name: action.isChecked() for name, action in self._toggles().items()},
            text_zoom=self.difference_view.panes.zoomed,
        )

    def _toggles(self) -> dict[str, QAction]:
        """Return the actions whose state is remembered, by their object names."""
        actions = self.findChildren(QAction)
        return {one.objectName(): one for one in actions if one.isCheckable() and one.objectName()}

    # --- events ----------------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept drops of local files."""
        if desktop.local_paths(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Add dropped files and folders, anywhere on the window."""
        paths = desktop.local_paths(event.mimeData())
        if paths:
            event.acceptProposedAction()
            self.folder_panel.take_dropped(paths)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Let the application stop running work."""
        self.closing.emit()
        event.accept()

    # --- construction ----------------------------------------------------------------------

    def _lay_out(self) -> None:
        bars = self.alert, self.notice, self.focus_notice, self.threshold_bar, self.filter_bar
        self.centre = CentralWidget(self.folder_panel, bars, self)
        self.stack, self.tabs = self.centre.stack, self.centre.tabs
        for page in (self.page, self.group_view, self.similar_panel):
            self.stack.addWidget(page)
        self.tabs.tabBar().setAccessibleName(self.tr("What is shown of two documents"))
        self.tabs.addTab(self.difference_view, self.tr("Differences"))
        self.tabs.addTab(self.why_panel, self.tr("Why these two"))
        self.tabs.addTab(self.why_panel.passages, self.tr("Shared passages"))
        self.tabs.addTab(self.problem_panel, self.problem_panel.title())
        self.setCentralWidget(self.centre)

    def _order_tabs(self) -> None:
        """Set the tab order from the folders to the results and the texts."""
        view = self.difference_view
        heading, panes, options = view.heading, view.panes, view.options
        order_tabs(
            [
                self.folder_panel,
                *(self.alert, self.notice, self.focus_notice),
                *(*self.threshold_bar.tab_stops(), self.filter_bar),
                *(self.page, self.group_view, self.similar_panel),
                self.tabs.tabBar(),
                *(heading.left_encoding, heading.right_encoding, view.navigation),
                *(options.ignore_button, options.view_button, heading.stop_button),
                *(panes.left_pane, panes.strip, panes.right_pane, view.find_bar),
                *(self.why_panel, self.why_panel.passages),
                *(self.problem_panel, self.scan_status),
            ]
        )

    def _fill_status_bar(self) -> None:
        self.summary = ElidedLabel(self)
        self.summary.setAccessibleName(self.tr("What was found"))
        self.statusBar().addWidget(self.summary)
        self.statusBar().addPermanentWidget(self.scan_status, 1)

    # --- the state -------------------------------------------------------------------------

    def _refresh(self) -> None:
        """Show page, notice and commands by report, status and activity."""
        report, groups = self._report, bool(self._report and self._report.groups)
        words = self._words.of(self._status, self._activity, report, paused=self._paused)
        self.page.show_state(words.heading, words.text, words.action)
        beneath = self.group_view if groups else self.page
        self.stack.setCurrentWidget(self.similar_panel if self._similar else beneath)
        # Before anything was found out, the page has the room to itself.
        known = report is not None and (groups or bool(report.documents or report.problems))
        # Neither bar applies to documents similar to one file.
        self.threshold_bar.setVisible(known and not self._similar)
        self.filter_bar.setVisible(groups and not self._similar)
        self.tabs.setVisible(known or self._similar)
        if groups and words.notice:
            self.notice.show_message(words.notice, action=words.action)
        else:
            self.notice.close_message()
        self._update_commands()

    def _title_problems(self, title: str) -> None:
        self.tabs.setTabText(self.tabs.indexOf(self.problem_panel), title)

    def _update_commands(self) -> None:
        phase = self._status.phase
        self.commands.enable(self._activity, phase, self._report, self.group_model)
        self.commands.set_paused(paused=self._paused)
        groups = bool(self._report and self._report.groups)
        self.review_actions.set_results(shown=groups and not self._similar)

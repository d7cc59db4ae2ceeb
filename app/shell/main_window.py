"""The window: its widgets, their layout, and their contents in each state."""

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QMainWindow, QVBoxLayout, QWidget

from app.comparison.explanation.panel import WhyPanel
from app.comparison.view import DifferenceView
from app.folders.panel import FolderPanel
from app.language.not_read_words import all_not_read
from app.looks.icons import application_icon
from app.picture.threshold_bar import ThresholdBar
from app.results.checked.panel import CheckPanel
from app.results.filter_bar import FilterBar
from app.results.groups.view.model import GroupModel
from app.results.groups.view.view import GroupView
from app.results.problems.panel import ProblemPanel
from app.results.review.actions import ReviewActions
from app.results.similar.panel import SimilarPanel
from app.results.summary.strip import SummaryStrip
from app.session.regrouping import FoundCounts
from app.session.states import Activity, Phase, Status
from app.shell.actions import Actions
from app.shell.bars.menu_bar import MenuBarKeeper
from app.shell.bars.menus import WindowMenus
from app.shell.bars.status_line import StatusLine
from app.shell.bars.toolbar import WindowToolbar
from app.shell.central import CentralWidget
from app.shell.instead import ShownInstead
from app.shell.keyboard import lead_keyboard, order_tabs
from app.shell.narrowing import Narrowing
from app.shell.progress.card import ScanCard
from app.shell.progress.end import ScanEnd
from app.shell.progress.work import WorkStatus
from app.shell.remembered import WindowLayout, toggles_of
from app.shell.state_words import StateWords
from app.shell.welcome import WelcomePage
from app.watching.panel import ArrivalPanel
from app.widgets import desktop
from app.widgets.banner import Banner, MessageLine, Notices
from app.widgets.layouts import filled, rule
from app.widgets.list_panel import ListPanel
from app.widgets.state_page import StatePage
from simcore import Counts, ScanConfig, ScanReport

_NOTHING = ScanReport(ScanConfig(), (), {}, (), (), (), Counts(), 0)


class MainWindow(QMainWindow):
    """Shows data and emits the user's requests; it decides and runs nothing.

    ``closing`` comes once, before the window goes, while its layout can still be saved;
    ``close_asked`` before it carries the event, which may be ignored.
    """

    closing = Signal()
    close_asked = Signal(object)  # QCloseEvent

    def __init__(self) -> None:
        super().__init__()
        self.setWindowTitle(self.tr("Variorum"))
        self.setWindowIcon(application_icon())
        self.setAcceptDrops(True)
        self._report: ScanReport | None = None
        self._status = Status(Phase.EMPTY)
        self._activity = Activity.NONE
        self._paused = False

        self.commands = Actions(self)
        self.review_actions = ReviewActions(self)
        self.folder_panel = FolderPanel(self)
        self.threshold_bar = ThresholdBar(self)
        self.group_model = GroupModel(self)
        self.group_view = GroupView(self)
        self.group_view.setModel(self.group_model)
        self.filter_bar = FilterBar(self)
        self.strip = SummaryStrip(self)
        judging = [self.review_actions.keep, self.review_actions.not_duplicate]
        self.group_view.offer([*judging, *self.commands.review()])
        self.similar_panel, self.check_panel = SimilarPanel(self), CheckPanel(self)
        self.arrival_panel = ArrivalPanel(self)
        self.difference_view = DifferenceView(self)
        differences = self.difference_view
        self.review_actions.offer_in(self.group_view, differences.panes, differences.message_page)
        self.why_panel = WhyPanel(self)
        self.problem_panel = ProblemPanel(self)
        self.scan_status = WorkStatus(self)
        self.scan_card = ScanCard(self)
        self.scan_end = ScanEnd(self, self.strip.headline.text)
        self.scan_card.not_read_wanted.connect(self._show_files_not_read)
        self.alert = Notices(self)
        self.notice = Banner(self)
        self.focus_notice = Banner(self)
        self.line = MessageLine(
            self.alert, self.arrival_panel.note, self.focus_notice, self.notice, parent=self
        )
        self.page = StatePage(self)
        self.welcome = WelcomePage(self)
        self._words = StateWords(self.commands.add_folder, self.commands.scan, self)

        self._offer_commands()
        self.narrowing = Narrowing(
            self.strip, self.folder_panel, self.filter_bar, self.group_view, self.commands
        )
        self.instead = ShownInstead(
            self.similar_panel,
            self.check_panel,
            self.arrival_panel,
            self.folder_panel,
            differences,
            self.stack,
            self.group_view,
        )
        self.summary = StatusLine(self.scan_status, self)
        self.setStatusBar(self.summary)
        self._connect()
        self._order_tabs()
        room = self.screen().availableSize() - QSize(16, 48)  # less the frame, not known yet
        self.resize(QSize(1280, 800).boundedTo(room))
        self._refresh()

    def _offer_commands(self) -> None:
        self.toolbar = WindowToolbar(self.commands, self.filter_bar, self)
        self._lay_out()
        menus = WindowMenus(
            self,
            self.commands,
            self.review_actions,
            self.difference_view,
            columns=self.group_view.header().toggles(),
            shown=[self.threshold_bar.parts_action, *toggles_of(self).values()],
        )
        self.toolbar.offer_recent(menus.recent)
        self.toolbar.offer_menus(menus.menus)
        self.remembered = WindowLayout(
            self.centre, self.group_view, self.threshold_bar, self.difference_view
        )
        self.addActions(self.filter_bar.option_actions())
        self.bar_keeper = MenuBarKeeper(self, self.commands.menu_bar)
        self.recent_menu = menus.recent
        self.language_menu = menus.languages
        self.appearance_menu = menus.appearances

    def _connect(self) -> None:
        commands, differences = self.commands, self.difference_view
        commands.add_folder.triggered.connect(self.folder_panel.choose_folder)
        differences.options.texts.toggled.connect(self._refresh)
        commands.zoom_in.triggered.connect(differences.zoom_in)
        commands.zoom_out.triggered.connect(differences.zoom_out)
        self.folder_panel.refused.connect(self.alert.show_problem)
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
        self.filter_bar.refused.connect(self.alert.show_problem)
        self.strip.not_read_changed.connect(self._show_not_read)
        self.welcome.folder_wanted.connect(commands.add_folder.trigger)
        for action in (self.review_actions.next_part, self.review_actions.previous_part):
            action.triggered.connect(self._go_to_part)
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
        self.strip.show_not_read(0 if report is None else len(report.problems))
        details = [] if report is None else [self._words.compared(report), all_not_read(report)]
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

    def show_found(self, found: FoundCounts) -> None:
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

    def show_status(self, status: Status) -> None:
        """Show the last event."""
        self._status = status
        self.summary.show_scanned(status.ended_ns)
        self._refresh()

    def show_activity(self, activity: Activity) -> None:
        """Show the current activity."""
        self._activity = activity
        if activity is Activity.SCANNING:
            self.alert.close_message()
        self.scan_status.show_activity(activity)
        self.scan_card.show_activity(activity)
        self.scan_end.show_activity(activity)
        self._refresh()

    def show_pausing(self) -> None:
        """Show that the scan is about to pause."""
        self._paused = True
        self.scan_card.pause()
        self._refresh()

    def show_resumed(self) -> None:
        """Show that the scan continues."""
        self._paused = False
        self.scan_card.resume()
        self._refresh()

    # --- from part to part by keyboard -----------------------------------------------------

    @Slot()
    def _go_to_part(self) -> None:
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
        event.accept()
        self.close_asked.emit(event)
        if event.isAccepted():
            self.closing.emit()

    # --- construction ----------------------------------------------------------------------

    def _lay_out(self) -> None:
        bars = [self.threshold_bar, self.scan_card]
        self.centre = CentralWidget(self.strip, self.folder_panel, bars, self.line, self)
        self.stack, self.tabs = self.centre.stack, self.centre.tabs
        pages = self.welcome, self.page, self.group_view, self.similar_panel, self.check_panel
        for page in (*pages, self.arrival_panel, self.problem_panel):
            self.stack.addWidget(page)
        self.tabs.tabBar().setAccessibleName(self.tr("What is shown of two documents"))
        self.tabs.setCornerWidget(self.difference_view.tools)
        self.difference_view.tools.offer_outside(self.commands.compare_outside)
        self.tabs.addTab(self.difference_view, self.tr("Differences"))
        self.tabs.addTab(self.why_panel, self.tr("Why these two"))
        self.tabs.addTab(self.why_panel.passages, self.tr("Shared passages"))
        whole = QWidget(self)
        filled(QVBoxLayout(whole), self.toolbar, rule(whole), (self.centre, 1), spacing=0)
        self.setCentralWidget(whole)

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

    # --- the state -------------------------------------------------------------------------

    def _refresh(self) -> None:
        """Show page, notice and commands by report, status and activity."""
        report, groups = self._report, bool(self._report and self._report.groups)
        differences = self.difference_view
        words = self._words.of(self._status, self._activity, report, paused=self._paused)
        self.page.show_state(words.heading, words.text, words.action)
        new = report is None and self._status.phase is Phase.EMPTY
        new = new and self._activity is Activity.NONE
        known = report is not None and (groups or bool(report.documents or report.problems))
        if self.strip.not_read.isChecked() and report is not None and report.problems:
            beneath: QWidget = self.problem_panel
        elif groups:
            beneath = self.group_view
        else:
            beneath = self.welcome if new else self.page
        shown = self.instead.panel() or beneath
        if self.stack.currentWidget() is not shown:
            self.stack.setCurrentWidget(shown)
            if shown in {self.welcome, self.group_view}:
                lead_keyboard(shown, self.toolbar, self.filter_bar)
        # before anything is looked for, the page has the room to itself
        self.strip.setVisible(known or self._activity is Activity.SCANNING)
        self.folder_panel.setVisible(not new)
        self.threshold_bar.show_quiet(quiet=new)
        # thresholds do not apply to a question about one document
        self.threshold_bar.setVisible(self.instead.answer is None)
        texts = shown in {self.group_view, self.instead.answer}
        texts = texts or (shown is self.arrival_panel and self.arrival_panel.lists)
        self.tabs.setVisible(texts and differences.options.texts.isChecked())
        self.summary.show_state(self._activity, self.folder_panel.folders(), known=known)
        if groups and words.notice:
            self.notice.show_message(words.notice, action=words.action, lasting=True)
        else:
            self.notice.close_message()
        self._update_commands()

    def _update_commands(self) -> None:
        phase = self._status.phase
        self.commands.enable(self._activity, phase, self._report, self.group_model)
        self.commands.set_paused(paused=self._paused)
        marked = len(self.group_model.marked())
        self.strip.show_marked(marked)
        self.toolbar.mark_filled(filled=bool(marked) and self.commands.trash.isEnabled())
        groups = bool(self._report and self._report.groups)
        self.review_actions.set_results(shown=groups and self.instead.panel() is None)

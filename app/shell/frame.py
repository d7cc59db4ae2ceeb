"""WindowFrame: what a window shows until there are results, and what surrounds these."""

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QMainWindow, QMenu, QVBoxLayout, QWidget

from ..folders.panel import FolderPanel
from ..looks.icons import application_icon
from ..picture.threshold_bar import ThresholdBar
from ..results.filter_bar import FilterBar
from ..results.summary.strip import SummaryStrip
from ..session.states import Activity, Phase, Status
from ..widgets import desktop
from ..widgets.banner import Banner, MessageLine, Notices
from ..widgets.layouts import filled, rule
from ..widgets.state_page import StatePage
from .actions import Actions
from .bars.status_line import StatusLine
from .bars.toolbar import WindowToolbar
from .central import CentralWidget
from .keyboard import lead_keyboard
from .progress.card import ScanCard
from .progress.end import ScanEnd
from .progress.work import WorkStatus
from .state_words import StateWords
from .welcome import WelcomePage


class WindowFrame(QMainWindow):
    """The bars, the folders and the pages without results: what the first picture of a start needs.

    Nothing here imports what shows results. ``closing`` comes once, before the window goes, while
    its layout can still be saved; ``close_asked`` before it carries the event, which may be
    ignored.
    """

    closing = Signal()
    close_asked = Signal(object)  # QCloseEvent

    def __init__(self) -> None:
        super().__init__()
        self.setWindowTitle(self.tr("Variorum"))
        self.setWindowIcon(application_icon())
        self.setAcceptDrops(True)
        self._status = Status(Phase.EMPTY)
        self._activity = Activity.NONE
        self._paused = False
        self.commands = Actions(self)
        self.folder_panel = FolderPanel(self)
        self.threshold_bar = ThresholdBar(self)
        self.filter_bar = FilterBar(self)
        self.strip = SummaryStrip(self)
        self.scan_status = WorkStatus(self)
        self.scan_card = ScanCard(self)
        self.scan_end = ScanEnd(self, self.strip.headline.text)
        self.alert = Notices(self)
        self.notice = Banner(self)
        self.focus_notice = Banner(self)
        self.arrival_note = Banner(self)
        self.line = MessageLine(
            self.alert, self.arrival_note, self.focus_notice, self.notice, parent=self
        )
        self.page = StatePage(self)
        self.welcome = WelcomePage(self)
        self._words = StateWords(self.commands.add_folder, self.commands.scan, self)
        self.recent_menu = QMenu(self)
        self.toolbar = WindowToolbar(self.commands, self.filter_bar, self.recent_menu, self)
        self._lay_out()
        self.summary = StatusLine(self.line, self.scan_status, self)
        self.setStatusBar(self.summary)
        self.folder_panel.refused.connect(self.alert.show_problem)
        self.filter_bar.refused.connect(self.alert.show_problem)
        self.welcome.folder_wanted.connect(self.commands.add_folder.trigger)
        room = self.screen().availableSize() - QSize(16, 48)  # less the frame, not known yet
        self.resize(QSize(1280, 800).boundedTo(room))

    def _lay_out(self) -> None:
        bars = [self.threshold_bar, self.scan_card]
        self.centre = CentralWidget(self.strip, self.folder_panel, bars, self)
        self.stack, self.tabs = self.centre.stack, self.centre.tabs
        for page in (self.welcome, self.page):
            self.stack.addWidget(page)
        whole = QWidget(self)
        filled(QVBoxLayout(whole), self.toolbar, rule(whole), (self.centre, 1), spacing=0)
        self.setCentralWidget(whole)

    # --- what is shown ---------------------------------------------------------------------

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

    # --- the state -------------------------------------------------------------------------

    @property
    def _new(self) -> bool:
        """Whether nothing was ever looked for, as far as is known."""
        return self._status.phase is Phase.EMPTY and self._activity is Activity.NONE

    def _refresh(self) -> None:
        """Show page and commands by status and activity; there are no results."""
        words = self._words.of(self._status, self._activity, None, paused=self._paused)
        self.page.show_state(words.heading, words.text, words.action)
        self._show(self.welcome if self._new else self.page, new=self._new, known=False)
        self.threshold_bar.show()
        self.tabs.hide()
        self.commands.enable(self._activity, self._status.phase, None)
        self.commands.set_paused(paused=self._paused)

    def _show(self, shown: QWidget, *, new: bool, known: bool) -> None:
        """Show a page, and of what surrounds it what belongs to it."""
        if self.stack.currentWidget() is not shown:
            self.stack.setCurrentWidget(shown)
            if self._takes_keyboard(shown):
                lead_keyboard(shown, self.toolbar, self.filter_bar)
        # before anything is looked for, the page has the room to itself
        self.strip.setVisible(known or self._activity is Activity.SCANNING)
        self.folder_panel.setVisible(not new)
        self.threshold_bar.show_quiet(quiet=new)
        self.summary.show_state(self._activity, self.folder_panel.folders(), known=known)

    def _takes_keyboard(self, shown: QWidget) -> bool:
        return shown is self.welcome

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

"""WatchController: watched folders, from tree and settings to the watch, and what comes of it."""

from pathlib import Path

from PySide6.QtCore import QDate, QObject, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMessageBox

from simcore import ArrivalEvent, FolderSettings, Reason, ReasonCode

from ..folders.panel import FolderPanel
from ..language.punctuation import FACTS, labelled
from ..language.wording import count_text, in_own_words, path_text, printable
from ..results.filter_bar import FilterBar
from ..results.groups.view.view import GroupView
from ..session.session import Session
from ..shell.bars.status_line import StatusLine
from ..watching.lines import WatchTrouble
from ..watching.model import clock_text, day_name, day_of
from ..watching.panel import ArrivalPanel
from ..watching.process import WatchState
from ..watching.running import WatchSession
from ..widgets import desktop
from ..widgets.banner import Notices
from .arrivals import ArrivalController
from .comparing import ComparisonController

_GOOD_NEWS = {ReasonCode.FOLDER_BACK, ReasonCode.WATCH_GOES_ON}


class WatchController(QObject):
    """Connects a watch with one window: tree, list, status line and messages.

    ``shown`` carries whether the list is shown in the place of the groups, ``state_told`` what the
    status line says of the watch, ``settings_shown`` what is set for folders. ``chosen`` carries
    out what is wanted of an arrival.
    """

    shown = Signal(bool)
    state_told = Signal(str)
    settings_shown = Signal(object)  # FolderSettings

    def __init__(
        self,
        watch: WatchSession,
        session: Session,
        panel: FolderPanel,
        arrivals: ArrivalPanel,
        view: GroupView,
        filter_bar: FilterBar,
        comparing: ComparisonController,
        status: StatusLine,
        notices: Notices,
    ) -> None:
        super().__init__(notices)
        self._watch = watch
        self._session = session
        self._panel = panel
        self._arrivals = arrivals
        self._view = view
        self._filter_bar = filter_bar
        self._status = status
        self._notices = notices
        self.chosen = ArrivalController(session, arrivals, view, comparing, notices)
        self._again = QAction(self.tr("Try again"), self)
        self._again.triggered.connect(self._try_again)
        self._why = QAction(self.tr("Details"), self)
        self._why.triggered.connect(self._show_last_words)
        self._list = QAction(self.tr("Show"), self)
        self._list.triggered.connect(self.show_list)
        self._newest = QAction(self.tr("Show"), self)
        self._newest.triggered.connect(self.show_newest)
        self._connect()
        arrivals.show_log(watch.log)
        self.show_state()

    def _connect(self) -> None:
        watch, panel, arrivals = self._watch, self._panel, self._arrivals
        panel.settings_changed.connect(self._take_settings)
        panel.folders_changed.connect(watch.adjust)
        panel.arrivals.clicked.connect(self._toggle_list)
        panel.arrivals.addAction(arrivals.see_all)
        panel.arrivals.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        panel.folder_chosen.connect(self.leave)
        watch.settings_changed.connect(self._show_settings)
        watch.state_changed.connect(self.show_state)
        watch.failed.connect(self._notices.show_problem)
        watch.process.troubled.connect(self._tell_trouble)
        watch.process.broken.connect(self._tell_broken)
        watch.log.changed.connect(self.show_state)
        arrivals.left.connect(self.leave)
        arrivals.watch_folder.triggered.connect(self._ask_what_to_watch)
        self._session.opened.connect(self.leave)
        self.chosen.left.connect(self.leave)
        panel.folders_changed.connect(self._show_roots)

    # ---- folders and what is said of the watch

    @Slot()
    def _show_settings(self) -> None:
        self._panel.show_settings(self._watch.folder_settings)
        self.settings_shown.emit(self._watch.folder_settings)

    @Slot(object)
    def _take_settings(self, settings: FolderSettings) -> None:
        before = self._watch.folders
        self._watch.change(settings)
        self.show_state()
        if self._watch.folders and not before:
            self._notices.show_message(
                self.tr("What comes to this folder from now on is listed under Arrivals."),
                action=self._list,
            )

    @Slot()
    def show_state(self) -> None:
        """Show everywhere what is watched, and what the watch does."""
        self._show_settings()
        words = self._words()
        watch, log = self._watch, self._watch.log
        self._status.show_watching(words)
        self.state_told.emit(words)
        unseen = log.unseen()
        self._panel.arrivals.show_count(unseen)
        self._arrivals.see_all.setEnabled(unseen > 0)
        self._arrivals.show_watching(watching=bool(watch.folders))
        self.chosen.enable()

    def _words(self) -> str:
        """Return what the status line says of the watch."""
        watch, count = self._watch, len(self._watch.folders)
        if not count:
            return ""
        if watch.elsewhere:
            return self.tr("another window watches")
        match watch.process.state:
            case WatchState.OFF:
                return ""
            case WatchState.PAUSED:
                return self.tr("watching is paused")
            case WatchState.WAITING | WatchState.BROKEN:
                return self.tr("watching has stopped")
            case WatchState.BEHIND:
                return self.tr("another watch is at work")
            case WatchState.LEARNING:
                return self.tr("about to watch: the folders are read")
        listening = watch.process.listening
        if listening is not None and listening.polling:
            words = (
                self.tr("looking at 1 folder every few seconds")
                if count == 1
                else self.tr("looking at {0} folders every few seconds")
            )
        else:
            words = self.tr("watching 1 folder") if count == 1 else self.tr("watching {0} folders")
        facts = [words.format(count_text(count)), *self._last_arrival()]
        if listening is not None and listening.outside:
            outside = self.tr("{0} left out: came too long ago")
            facts.append(outside.format(count_text(listening.outside)))
        return FACTS.join(facts)

    def _last_arrival(self) -> list[str]:
        came = {ArrivalEvent.NEW, ArrivalEvent.CHANGED}
        last = next((one for one in self._watch.log.all if one.event in came), None)
        if last is None:
            return []
        day, today = day_of(last.time), QDate.currentDate()
        clock = clock_text(last.time)
        moment = clock if day == today else f"{day_name(day, today)} {clock}"
        return [self.tr("last arrival {0}").format(moment)]

    @Slot(object)
    def _tell_trouble(self, trouble: WatchTrouble) -> None:
        reason = trouble.reason
        if isinstance(reason, Reason) and reason.code in _GOOD_NEWS:
            self._notices.show_message(in_own_words(reason))
        elif trouble.path is None:
            self._notices.show_problem(reason)
        else:
            path, words = path_text(trouble.path), in_own_words(reason)
            # some reasons name what they are of
            self._notices.show_problem(words if path in words else labelled(path, words))

    @Slot()
    def _tell_broken(self) -> None:
        failure = self._watch.process.failure
        words = (
            self.tr("Watching has stopped: {0}").format(printable(in_own_words(failure)))
            if failure
            else self.tr("Watching has stopped: it broke off several times.")
        )
        self._notices.show_message(words, warning=True, action=self._again, second=self._why)

    @Slot()
    def _try_again(self) -> None:
        self._notices.close_message()
        self._watch.process.resume()

    @Slot()
    def _show_last_words(self) -> None:
        box = QMessageBox(self._notices.window())
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle(self.tr("Watching has stopped"))
        box.setText(self.tr("This is what the watch said at its end:"))
        box.setInformativeText(self._watch.process.last_words()[-2000:] or self.tr("Nothing."))
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.open()

    @Slot(str)
    def tell_arrivals(self, words: str) -> None:
        """Say in the window what came, unless the list shows it."""
        if not self.listing:
            self._notices.show_message(words, action=self._newest)

    @Slot()
    def _show_roots(self) -> None:
        self._arrivals.table.arrivals.show_roots(self._panel.folders())

    @Slot()
    def _ask_what_to_watch(self) -> None:
        """Let a person choose folders to be watched, which are compared from now on, too."""
        folders = self._panel.folders()
        start = str(folders[0] if folders else Path.home())
        chosen = desktop.ask_for_folders(self._notices.window(), self.tr("Watch folders"), start)
        for folder in chosen:
            if not any(folder.is_relative_to(one) for one in self._panel.folders()):
                self._panel.add_folders([folder])
            self._panel.watch(folder, on=True)

    # ---- the list

    @property
    def listing(self) -> bool:
        """Whether the list is shown in the place of the groups."""
        return self.chosen.listing

    @Slot()
    def _toggle_list(self) -> None:
        if self.listing:
            self.leave()
        else:
            self.show_list()

    @Slot()
    def show_list(self) -> None:
        """Show what came in the place of the groups."""
        self._bring()
        self._arrivals.choose_first()

    @Slot()
    def show_newest(self) -> None:
        """Show what came, the newest one that is like others chosen."""
        self._bring()
        self._arrivals.choose_newest()

    def _bring(self) -> None:
        self._notices.close_message()
        if self.listing:
            return
        self.chosen.listing = True
        self._session.texts.stop()
        self._panel.tree.select(())
        self._show_roots()
        if self._watch.process.state is not WatchState.LISTENING:
            self._watch.log.read()  # another watch may have told of documents
        self.shown.emit(True)  # noqa: FBT003 - Qt's own way

    @Slot()
    def leave(self) -> None:
        """Show the groups again."""
        if not self.listing:
            return
        self.chosen.listing = False
        self._watch.keep_seen()
        folder = self._filter_bar.filter().folder
        if self._panel.tree.chosen() != folder or not self._panel.tree.selectedIndexes():
            self._panel.tree.choose(folder)
        self.shown.emit(False)  # noqa: FBT003 - as above
        self._view.choose_again()

    def shut_down(self) -> None:
        """Keep what was seen of the list."""
        self._watch.keep_seen()

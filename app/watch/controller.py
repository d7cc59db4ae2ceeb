"""WatchController: watched folders, from tree and settings to the watch, and what comes of it."""

from pathlib import Path

from PySide6.QtCore import QDate, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMessageBox

from simcore.files.roles import FolderSettings
from simcore.model.reasons import Reason, ReasonCode
from simcore.model.records import PARTS, DocumentId
from simcore.model.report import ArrivalEvent, ArrivalMatch

from ..compare.controller import ComparisonController
from ..compare.texts import Standing
from ..folders.panel import FolderPanel
from ..groups.filter_bar import FilterBar
from ..groups.view import GroupView
from ..i18n import FACTS, counted, labelled
from ..results.summary import StatusLine
from ..session.session import Session
from ..session.states import BUSY, Activity
from ..widgets import desktop
from ..widgets.banner import Notices
from ..wording import count_text, in_own_words, kept_reason, path_text, percent_text, printable
from .panel import ArrivalPanel, ArrivalRow, clock_text, day_name, day_of, kind_word, share_of
from .process import WatchSession, WatchState, WatchTrouble


class ArrivalController(QObject):
    """Carries out commands on the selected arrival.

    ``listing`` is whether the list is shown. ``left`` asks for the groups, ``similar_wanted``
    carries a path, ``scan_wanted`` asks for a scan, ``everything_wanted`` for no filter.
    """

    left = Signal()
    similar_wanted = Signal(object)
    scan_wanted = Signal()
    everything_wanted = Signal()

    def __init__(
        self,
        session: Session,
        arrivals: ArrivalPanel,
        view: GroupView,
        comparing: ComparisonController,
        notices: Notices,
    ) -> None:
        super().__init__(notices)
        self._session = session
        self._arrivals = arrivals
        self._view = view
        self._comparing = comparing
        self._notices = notices
        self.listing = False
        self._asked: ArrivalRow | None = None
        self._wanted: ArrivalRow | None = None  # whose group is shown once a scan has ended
        self._apart: ArrivalRow | None = None  # whose match stands in no row with it
        self._compare_apart = QAction(self.tr("Compare the two"), self)
        self._compare_apart.triggered.connect(self._compare_those_apart)
        # groups that are made anew choose a document of theirs, and compare it
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(arrivals.announce)
        arrivals.pair_chosen.connect(self._compare)
        arrivals.nothing_chosen.connect(self._compare_nothing)
        arrivals.show_group.triggered.connect(self._show_group)
        arrivals.mark.triggered.connect(self._mark)
        arrivals.find_similar.triggered.connect(self._find_similar)
        for chosen in (view.document_chosen, view.nothing_chosen):
            chosen.connect(self._keep_compared)
        view.groups.arranged.connect(self._show_wanted)
        session.activity_changed.connect(self._follow_activity)

    @Slot()
    def _keep_compared(self) -> None:
        if self.listing:
            self._soon.start()

    @Slot(object)
    def _compare(self, row: ArrivalRow) -> None:
        if self.listing and row.match is not None:
            self._compare_with(row, row.match)
            self.enable()

    def _compare_with(self, row: ArrivalRow, to: ArrivalMatch) -> None:
        match, came = map(self._comparing.document_of, (to.path, row.arrival.path))
        self._comparing.compare(match, came, self._standing(match.id, to))

    def _standing(self, document: DocumentId, match: ArrivalMatch) -> Standing:
        report, table = self._session.results.report, self._view.groups.table
        places = () if table is None else table.places_of(document)
        groups = [] if table is None else [table.groups[at] for at in places]
        of = next((one for one in groups if one.representative == document), None)
        reason = "" if of is None or report is None else kept_reason(report, of)
        whole = match.kind in PARTS and match.contains > match.contained
        return Standing(match.kind, share_of(match), reason, kept=of is not None, whole=whole)

    @Slot(str)
    def _compare_nothing(self, words: str) -> None:
        if self.listing:
            self._comparing.compare_nothing(words)
            self.enable()

    def _document(self) -> DocumentId | None:
        path = self._arrivals.chosen_path()
        if path is None or self._session.results.report is None:
            return None
        document, table = self._comparing.document_of(path).id, self._view.groups.table
        return document if table is not None and table.places_of(document) else None

    def enable(self) -> None:
        arrivals, row = self._arrivals, self._arrivals.current()
        there = self.listing and row is not None and row.arrival.event is not ArrivalEvent.GONE
        document = self._document() if there else None
        matched = there and row is not None and row.match is not None
        for action, why_not in (
            (arrivals.show_group, self._why_no_group(document, matched=matched)),
            (arrivals.mark, self._why_no_mark(document, there=there)),
        ):
            action.setEnabled(not why_not)
            action.setToolTip(why_not or action.text())
        arrivals.find_similar.setEnabled(there)

    def _why_no_group(self, document: DocumentId | None, *, matched: bool) -> str:
        if not matched:
            return self.tr("Choose a document with a match")
        if document is None and self._session.activity in BUSY:
            return self.tr("The results do not have this document yet: wait until the scan ends")
        return ""

    def _why_no_mark(self, document: DocumentId | None, *, there: bool) -> str:
        groups = self._view.groups
        table, report = groups.table, self._session.results.report
        if not there:
            return self.tr("Choose a document that is still there")
        if document is None or table is None or report is None:
            return self.tr("No group of the results has this document; scan again if it is new")
        if document in groups.marked():
            return self.tr("It is marked already")
        if document in table.protected:
            return self.tr("Its folder is protected")
        for at in table.places_of(document):
            if table.groups[at].representative == document:
                words = self.tr("Its group keeps this document: {0}")
                return words.format(kept_reason(report, table.groups[at]))
        return ""

    @Slot()
    def _mark(self) -> None:
        document = self._document()
        if document is not None and not self._why_no_mark(document, there=True):
            self._view.groups.mark([document], on=True)
            self.enable()
            self._notices.show_message(self.tr("1 document marked; nothing is moved yet"))

    @Slot()
    def _find_similar(self) -> None:
        path = self._arrivals.chosen_path()
        if path is not None:
            self.similar_wanted.emit(path)

    @Slot()
    def _show_group(self) -> None:
        """Go to the group of the selected arrival; scan first if no results have it."""
        document, row = self._document(), self._arrivals.current()
        if row is None:
            return
        if document is not None:
            self.left.emit()
            if not self._go_to(row):
                self._wanted = row
                self.everything_wanted.emit()
            return
        title = self.tr("Show its group")
        words = self.tr("The results do not have this document yet. Scan again?")
        box = QMessageBox(QMessageBox.Icon.Question, title, words, parent=self._notices.window())
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        again = box.addButton(self.tr("Scan again"), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        self._asked = row
        again.clicked.connect(self._scan_for_asked)
        box.open()

    @Slot()
    def _scan_for_asked(self) -> None:
        self.scan_wanted.emit()
        if self._session.activity is Activity.SCANNING:
            self._wanted = self._asked

    @Slot()
    def _show_wanted(self) -> None:
        busy = self._session.activity is not Activity.NONE or self._view.groups.busy
        if self._wanted is None or busy:
            return
        row, self._wanted = self._wanted, None
        self.left.emit()
        if not self._go_to(row):
            words = self.tr("No group of the results has this document.")
            self._notices.show_problem(words)

    def _go_to(self, row: ArrivalRow) -> bool:
        """Select an arrival and its match in the groups; False if there is no such row.

        If the row compares it with another document, a message names the match.
        """
        view, groups, table = self._view, self._view.groups, self._view.groups.table
        came = self._comparing.document_of(row.arrival.path).id
        match = None if row.match is None else self._comparing.document_of(row.match.path).id
        pair = {came, match}
        chosen, parts, best = came, None, 0
        for group in () if table is None else [table.groups[at] for at in table.places_of(came)]:
            both = pair <= {group.representative, *(one.document for one in group.members)}
            rank = both + (both and group.representative in pair)
            if rank > best and match is not None:
                chosen = match if group.representative == came else came
                parts, best = group.parts, rank
        if not view.choose(chosen, parts=parts):
            return False
        view.scrollTo(view.currentIndex())
        shown = groups.group_at(view.currentIndex())
        if shown is not None and row.match is not None and pair != {shown.representative, chosen}:
            self._apart = row
            words = self.tr("Here {0} is compared with another one than its match {1} ({2}, {3})")
            self._notices.show_message(
                words.format(
                    printable(row.arrival.path.name),
                    printable(row.match.path.name),
                    kind_word(row.match),
                    percent_text(share_of(row.match)),
                ),
                action=self._compare_apart,
            )
        return True

    @Slot()
    def _compare_those_apart(self) -> None:
        row = self._apart
        if row is not None and row.match is not None:
            self._compare_with(row, row.match)

    @Slot(object)
    def _follow_activity(self, activity: Activity) -> None:
        if activity not in {Activity.SCANNING, Activity.NONE}:
            self._wanted = None
        self._show_wanted()
        self.enable()


_GOOD_NEWS = {ReasonCode.FOLDER_BACK, ReasonCode.WATCH_GOES_ON}


class WatchController(QObject):
    """Connects a watch with one window: tree, list, status line and messages.

    ``shown`` carries whether the list is shown, ``state_told`` the status line, ``settings_shown``
    the folder settings.
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
            one = self.tr("looking at 1 folder every few seconds")
            many = self.tr("looking at {0} folders every few seconds")
        else:
            one, many = self.tr("watching 1 folder"), self.tr("watching {0} folders")
        facts = [counted(one, many, count), *self._last_arrival()]
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
        words = self.tr("Watching has stopped: it broke off several times.")
        if failure:
            words = self.tr("Watching has stopped: {0}").format(printable(in_own_words(failure)))
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
        if not self.listing:
            self._notices.show_message(words, action=self._newest)

    @Slot()
    def _show_roots(self) -> None:
        self._arrivals.table.arrivals.show_roots(self._panel.folders())

    @Slot()
    def _ask_what_to_watch(self) -> None:
        folders = self._panel.folders()
        start = str(folders[0] if folders else Path.home())
        chosen = desktop.ask_for_folders(self._notices.window(), self.tr("Watch folders"), start)
        for folder in chosen:
            if not any(folder.is_relative_to(one) for one in self._panel.folders()):
                self._panel.add_folders([folder])
            self._panel.watch(folder, on=True)

    @property
    def listing(self) -> bool:
        return self.chosen.listing

    @Slot()
    def _toggle_list(self) -> None:
        if self.listing:
            self.leave()
        else:
            self.show_list()

    @Slot()
    def show_list(self) -> None:
        self._bring()
        self._arrivals.choose_first()

    @Slot()
    def show_newest(self) -> None:
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
        self._watch.keep_seen()

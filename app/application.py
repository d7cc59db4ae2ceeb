"""The composition root: builds window and session and connects them.

Dialogs are imported when first opened, so that the program starts fast.
"""

import contextlib
import gc
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QObject,
    QSettings,
    QSignalBlocker,
    Qt,
    QTimer,
    Signal,
    SignalInstance,
    Slot,
)
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QMessageBox

from simcore.files.roles import Role, Roles
from simcore.index.judgements import change_roles, read_roles
from simcore.model.reasons import Reason, ReasonCode, SimcoreError
from simcore.model.report import ScanReport
from simcore.version import __version__

from .compare.controller import ComparisonController
from .first_frame import FirstSight
from .folders.model import remembered, roles_of
from .groups.marking import KeptMarks, MarkController
from .groups.review import (
    RESULTS_SUFFIX,
    Focus,
    JudgementController,
    ResultFiles,
    ReviewController,
)
from .groups.view import GroupPosition
from .i18n import Language, fit_application_font, resource, set_language, without_mnemonic
from .removal.actions import nothing_text
from .removal.controller import RemovalController, UndoController
from .removal.rules import RuleController
from .removal.words import forgetting_text, reading_text, removal_text, saying_text
from .results.checked import DocumentChecks
from .results.problems import ProblemController
from .results.similar import SimilarDocuments
from .session.calls import Opened
from .session.judgements import JudgementAction
from .session.session import Session
from .session.states import BUSY, Activity, Status
from .settings.dialog import SettingsController
from .settings.settings import (
    Appearance,
    FolderSet,
    Settings,
    SettingsStore,
    apply_appearance,
    current_application,
)
from .tasks import Latest, Task, shut_down_below
from .watch.controller import WatchController
from .watch.presence import TrayPresence
from .watch.process import WatchSession
from .watch.tray import ClosingController
from .widgets import desktop
from .window.actions import Actions
from .window.window import MainWindow
from .wording import as_tooltip, count_text, folder_names, folder_text, path_text

if TYPE_CHECKING:
    from simcore.grouping.pairs import PairDensity


class ScanController(QObject):
    def __init__(self, session: Session, window: MainWindow) -> None:
        super().__init__(window)
        self._session = session
        self._panel, self._bar = panel, bar = window.folder_panel, window.threshold_bar
        self._status, self._card = status, card = window.scan_status, window.scan_card
        self._notices = window.alert
        self._renew = QAction(self.tr("Set it aside and scan"), self)
        self._renew.triggered.connect(self._set_aside_and_scan)
        session.status_changed.connect(self._ask_about_index)
        self._ask_about_index(session.status)  # in a window of another language, too
        session.job.progressed.connect(status.show_progress)
        session.job.progressed.connect(card.show_progress)
        session.job.held.connect(card.show_held)
        session.opened.connect(self._show_opened)
        panel.folders_changed.connect(self._folders_changed)
        for changed in (bar.distance_changed, bar.similarity_changed, bar.contained_changed):
            changed.connect(self._threshold_changed)
        for cancelled in (status.cancel_requested, card.cancel_requested):
            cancelled.connect(self.cancel)
        card.pause_requested.connect(self.pause_or_resume)

    @Slot()
    def _folders_changed(self) -> None:
        folders = self._panel.folders()
        report = self._session.results.report
        if self._session.status.elsewhere and report is not None:
            # a file of results is no folder to scan beside others
            kept = [one for one in folders if one not in report.folders]
            if kept:
                with QSignalBlocker(self._panel):
                    self._panel.set_folders(kept)
                folders = tuple(kept)
        self._session.set_folders(folders)

    @Slot()
    def scan(self) -> None:
        self._session.scan()

    @Slot(object)
    def _ask_about_index(self, status: Status) -> None:
        """Ask what to do about an unusable index: without another one no scan can run."""
        reason = status.message
        if not isinstance(reason, Reason):
            return
        if reason.code is ReasonCode.INDEX_DAMAGED:
            words = self.tr(
                "The index is damaged. Shall it be renamed, and a new one made? Judgements and "
                "the history of removals are kept."
            )
        elif reason.code is ReasonCode.INDEX_EARLIER:
            words = self.tr(
                "The index was made by an earlier version of Variorum. Rename it and start a new "
                "one? Judgements and the history of removals are kept."
            )
        else:
            return
        self._notices.show_message(words, warning=True, action=self._renew)

    @Slot()
    def _set_aside_and_scan(self) -> None:
        self._notices.close_message()
        self._session.scan(renew=True)

    @Slot()
    def _threshold_changed(self) -> None:
        self._session.set_config(self._bar.applied_to(self._session.config))

    @Slot(object)
    def _show_opened(self, opened: Opened) -> None:
        with QSignalBlocker(self._panel), QSignalBlocker(self._bar):
            self._panel.set_folders(opened.report.folders)
            self._bar.set_thresholds(opened.report.config)

    @Slot()
    def pause_or_resume(self) -> None:
        if self._session.job.paused:
            self._session.job.resume()
        else:
            self._session.pause()

    @Slot()
    def cancel(self) -> None:
        if self._session.activity in BUSY:
            self._status.stop()
            self._card.stop()
            self._session.job.cancel()


class FolderRoles(QObject):
    """Synchronizes the roles of the folder panel, the groups, the session and the settings.

    Roles chosen by the user are stored at once, to survive a crash, and if ``kept`` also for the
    command line. Those of opened results are not stored.
    """

    def __init__(
        self, session: Session, settings: SettingsStore, window: MainWindow, *, kept: bool
    ) -> None:
        super().__init__(window)
        self._session = session
        self._settings = settings
        self._panel = panel = window.folder_panel
        self._groups = window.group_model
        self._notices = window.alert
        self._kept = kept
        panel.roles_changed.connect(self._take)
        window.group_view.commands.protection_wanted.connect(self._protect)
        window.group_view.commands.exclusion_wanted.connect(self._exclude)
        self._before = Roles()
        self._undo = QAction(self.tr("Undo"), self)
        self._undo.setToolTip(self.tr("Give the folder the role that it had before"))
        self._undo.triggered.connect(self._give_back)
        session.roles_changed.connect(self._show)
        session.results.left_out.connect(panel.show_left_out)
        self._show(session.results.roles)
        session.results.tell_left_out()
        self._bring_up_to_date(session.own_roles)

    def _bring_up_to_date(self, roles: Roles) -> None:
        """Keep the roles where a removal looks, unless they are there."""
        if not self._kept:
            return
        try:
            known = read_roles()
        except SimcoreError:
            known = None  # the settings have them, too
        if known is None or known.folders != roles.folders:
            self._keep(known or Roles(), roles)

    @Slot(object)
    def _take(self, roles: Roles) -> None:
        self._groups.set_roles(roles)
        own, shown = self._session.own_roles, self._session.results.roles
        kept = self._keep(own, own.changed(shown, roles))
        self._session.set_roles(kept, shown=roles)
        self._show(self._session.results.roles)  # another window may have kept others

    @Slot(object)
    def _show(self, roles: Roles) -> None:
        self._panel.set_roles(roles)
        self._groups.set_roles(roles)

    def _keep(self, before: Roles, after: Roles) -> Roles:
        """Store the changes; return the roles of this window merged with those of others."""
        kept = after
        if self._kept:
            try:
                kept = change_roles(before, after)
            except SimcoreError as error:
                self._notices.show_problem(error.reason)
        self._settings.keep(replace(self._settings.now, roles=remembered(kept)))
        return kept

    @Slot(object)
    def _protect(self, folder: Path) -> None:
        words = self.tr("{0} is protected: its documents stay, and none of them is marked")
        self._give(folder, Role.PROTECTED, words)

    @Slot(object)
    def _exclude(self, folder: Path) -> None:
        words = self.tr("{0} is excluded: its documents are left out of the results, and stay")
        self._give(folder, Role.EXCLUDED, words)

    def _give(self, folder: Path, role: Role, words: str) -> None:
        self._before = self._panel.roles()
        self._panel.set_role(folder, role)
        self._notices.show_message(words.format(folder_text(folder)), action=self._undo)

    @Slot()
    def _give_back(self) -> None:
        self._notices.close_message()
        self._panel.change_roles(self._before)


class OpeningController(QObject):
    def __init__(self, session: Session, window: MainWindow) -> None:
        super().__init__(window)
        self._session = session
        self._window = window
        commands = window.commands
        commands.palette.triggered.connect(self.show_palette)
        commands.statistics.triggered.connect(self.show_statistics)
        commands.shortcuts.triggered.connect(self.show_shortcuts)
        commands.manual.triggered.connect(self.show_manual)
        commands.about.triggered.connect(self.show_version)

    @Slot()
    def show_palette(self) -> None:
        if desktop.is_asking(self._window):
            return
        from .window.help import commands_of
        from .window.palette import CommandPalette

        self._window.group_view.commands.prepare()
        CommandPalette(commands_of(self._window), self._window).open()

    @Slot()
    def show_shortcuts(self) -> None:
        from .window.help import ShortcutList, shortcuts_of

        ShortcutList(shortcuts_of(self._window), self._window).show()

    @Slot()
    def show_statistics(self) -> None:
        from .results.statistics import StatisticsWindow

        results, index = self._session.results, self._session.index
        if results.report is not None:
            StatisticsWindow(results.report, results.roles, index, self._window).show()

    @Slot()
    def show_manual(self) -> None:
        from .window.help import show_manual

        show_manual(self._window)

    @Slot()
    def show_version(self) -> None:
        QMessageBox.about(
            self._window,
            self.tr("About Variorum"),
            self.tr(
                "<h3>Variorum {0}</h3><p>Finds, verifies and reviews near-duplicate text "
                "documents.</p><p>MIT licence. Made with Qt, NumPy, jieba and other free "
                "software.</p>"
            ).format(__version__),
        )


_MOST_FILES = 10  # saved results that are remembered
_SAMPLES = "sample documents"


class Beginning(QObject):
    """Adds recent folders or the sample documents, or opens saved results.

    The first folders that the user adds are scanned at once. The sample documents are copied beside
    the index, anew each time, so that changes to them harm nothing.
    """

    def __init__(
        self,
        session: Session,
        settings: SettingsStore,
        results: ResultFiles,
        window: MainWindow,
        home: Path,
    ) -> None:
        super().__init__(window)
        self._session = session
        self._settings = settings
        self._welcome = welcome = window.welcome
        self._panel = window.folder_panel
        self._notices = window.alert
        self._home = home
        self._panel.first_added.connect(session.scan)
        welcome.samples_wanted.connect(self.try_samples)
        welcome.folders_chosen.connect(self._scan)
        welcome.results_chosen.connect(results.open)
        settings.changed.connect(self._show_lately)
        session.writer.saved.connect(self._note)
        session.opened.connect(self._note_opened)
        self._show_lately()

    @Slot()
    def try_samples(self) -> None:
        folder = self._home / _SAMPLES
        try:
            if folder.exists():
                shutil.rmtree(folder)
            shutil.copytree(resource("demo"), folder)
        except OSError as error:
            words = self.tr("The sample documents cannot be copied: {0}")
            self._notices.show_problem(words.format(error))
            return
        self._scan([folder])

    @Slot(object)
    def _scan(self, folders: Sequence[Path]) -> None:
        self._panel.set_folders(folders)
        self._session.scan()

    @Slot()
    def _show_lately(self) -> None:
        now = self._settings.now
        self._welcome.show_lately(now.recent, now.saved_results)

    @Slot(object)
    def _note_opened(self, opened: Opened) -> None:
        self._note(opened.path)

    @Slot(object)
    def _note(self, path: Path) -> None:
        now = self._settings.now
        others = [one for one in now.saved_results if one != path]
        latest = (path, *others[: _MOST_FILES - 1])
        if latest != now.saved_results:
            self._settings.keep(replace(now, saved_results=latest))


class AskingController(QObject):
    def __init__(
        self,
        similar: SimilarDocuments,
        checks: DocumentChecks,
        comparing: ComparisonController,
        results: ResultFiles,
        window: MainWindow,
    ) -> None:
        super().__init__(window)
        self._filter_bar = window.filter_bar
        self._similar = similar
        self._results = results
        self._notices = window.alert
        self.checks = checks
        commands = window.commands
        similar.shown.connect(checks.give_way)
        checks.shown.connect(similar.give_way)
        checks.panel.passage_chosen.connect(comparing.compare_passage)
        for command, slot in (
            (commands.find, self._leave_for_the_filter),
            (commands.find_similar, similar.find_similar_to_chosen),
            (commands.find_similar_file, similar.find_similar_to_a_file),
            (commands.check, self._check_chosen),
            (commands.check_file, checks.check_a_file),
        ):
            command.triggered.connect(slot)

    @Slot()
    def _leave_for_the_filter(self) -> None:
        self._similar.leave_for_the_filter()
        if self.checks.active:
            self.checks.leave()
            self._filter_bar.take_keyboard()

    @Slot()
    def _check_chosen(self) -> None:
        row = self.checks.panel.source() if self.checks.active else None
        path = self._similar.chosen() if row is None else row.source.document.path
        if path is not None:
            self.checks.check(path)

    @Slot(bool)
    def give_way(self, shown: bool) -> None:  # noqa: FBT001 - a slot
        if shown and self._similar.asked is not None:
            self._similar.leave()
        if shown and self.checks.active:
            self.checks.leave()

    @Slot(object)
    def take_files(self, paths: Sequence[Path]) -> None:
        """Search for documents similar to a dropped file, or open it if it has saved results."""
        first = paths[0]
        if first.suffix == RESULTS_SUFFIX:
            self._results.open(first)
        else:
            self._similar.find(first)
        if len(paths) > 1:
            words = self.tr("{0} files were dropped; only the first was taken: {1}")
            self._notices.show_problem(words.format(len(paths), path_text(first)))

    def go_on(self, before: "AskingController") -> None:
        if before.checks.active:
            self.checks.take_over(before.checks.panel.checked, before.checks.panel.path)


class TakingBack(QObject):
    def __init__(
        self,
        session: Session,
        judging: JudgementController,
        undoing: UndoController,
        window: MainWindow,
    ) -> None:
        super().__init__(window)
        self._session = session
        self._commands = window.commands
        self._review = window.review_actions
        self._judging = judging
        self._undoing = undoing
        for change in (
            session.judgements.asked,
            session.judgements.changed,
            session.judgements.failed,
            session.activity_changed,
            undoing.changed,
        ):
            change.connect(self._update)
        self._update()

    @Slot()
    def take_back(self) -> None:
        if self._judgement_is_first():
            self._judging.take_back()
        else:
            self._undoing.undo_last()

    def _judgement_is_first(self) -> bool:
        order, last = self._session.undo_order, self._undoing.last
        first = order.said_first(None if last is None else last.id)
        # until the journal was read, ``last`` may be a batch that is undone, or not the last one
        return first and (not self._undoing.following or order.said_first(order.newest_batch))

    def _unread(self) -> bool:
        newest = self._session.undo_order.newest_batch
        return self._undoing.following and newest > self._undoing.newest

    @Slot()
    def _update(self) -> None:
        judgement, batch = self._session.judgements.last, self._undoing.last
        if judgement is not None and self._judgement_is_first():
            # a judgement before the running removal is not the last action
            removing = self._session.activity is Activity.REMOVING
            possible = not removing or self._session.undo_order.said_since_begun()
            words = self._words_of(judgement.kind)
        elif batch is not None and not self._unread():
            possible, words = self._undoing.possible, removal_text(batch)
        else:
            possible, words = False, nothing_text()
        self._commands.set_undo(words, possible=possible)

    def _words_of(self, kind: JudgementAction) -> str:
        if kind is JudgementAction.FORGOTTEN:
            return forgetting_text()
        if kind is JudgementAction.ENCODING:
            return reading_text()
        review = self._review
        command = review.keep if kind is JudgementAction.KEPT else review.not_duplicate
        return saying_text(without_mnemonic(command.text()))


MOST_SETS = 10  # sets of folders that are remembered
_MOST_NAMED = 3


class FolderSets(QObject):
    """Remembers sets of folders, latest first, and offers them in ``menu``.

    ``chosen`` carries the folders of a set.
    """

    chosen = Signal(object)

    def __init__(self, settings: SettingsStore, menu: QMenu, parent: QObject) -> None:
        super().__init__(parent)
        self._settings = settings
        self._menu = menu
        menu.setToolTipsVisible(True)
        settings.changed.connect(self._fill)
        self._fill()

    @property
    def sets(self) -> tuple[FolderSet, ...]:
        return tuple(one for one in self._settings.now.recent if one)[:MOST_SETS]

    def note(self, folders: Sequence[Path]) -> None:
        """Put a set first; the order of its folders does not matter."""
        others = [one for one in self.sets if set(one) != set(folders)]
        self._keep(tuple(folders), *others[: MOST_SETS - 1])

    @Slot()
    def clear(self) -> None:
        self._keep()

    def _keep(self, *sets: FolderSet) -> None:
        self._settings.keep(replace(self._settings.now, recent=sets))

    @Slot()
    def _fill(self) -> None:
        self._menu.clear()
        self._menu.setEnabled(bool(self.sets))
        for number, folders in enumerate(self.sets, 1):
            # the digit before the name is its key; an ampersand in a name is no key
            key = f"&{number % 10} "
            action = QAction(key + self._name(folders).replace("&", "&&"), self._menu)
            action.setToolTip(as_tooltip("\n".join(map(path_text, folders))))
            action.setData(number - 1)
            action.triggered.connect(partial(self.chosen.emit, folders))
            self._menu.addAction(action)
        self._menu.addSeparator()
        self._menu.addAction(self.tr("&Clear this list")).triggered.connect(self.clear)

    def _name(self, folders: FolderSet) -> str:
        text = folder_names(folders[:_MOST_NAMED])
        if len(folders) == 1:
            place = path_text(folders[0].parent)
            return self.tr("{folder} — {place}").format(folder=text, place=place)
        if len(folders) > _MOST_NAMED:
            more = count_text(len(folders) - _MOST_NAMED)
            return self.tr("{folders} and {count} more").format(folders=text, count=more)
        return text


def _count(task: Task, report: ScanReport) -> "PairDensity | None":
    """Count the pairs of a report. Raises ``Cancelled``."""
    from simcore.grouping.pairs import PairDensity, pair_columns

    columns = pair_columns(report)
    task.check()
    return PairDensity.of(columns, report.config.containment, report.compared_distance)


class PairCounter(Latest[[ScanReport], "PairDensity | None"]):
    """Counts the pairs of one report at a time; ``succeeded`` answers the newest request.

    It carries None if there is nothing to show. Regrouping does not change the pairs, so they are
    not counted again.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(_count, parent)
        self.failed.connect(self._clear)
        self._given: ScanReport | None = None

    @Slot(object)
    def count(self, report: ScanReport | None) -> None:
        before, self._given = self._given, report
        if report is not None and before is not None and _has_same_pairs(report, before):
            return
        if report is None:
            self.stop()
            self._clear()
        else:
            self.run(report)

    @Slot()
    def _clear(self) -> None:
        self.succeeded.emit(None)


def _has_same_pairs(report: ScanReport, other: ScanReport) -> bool:
    return (
        report.pairs is other.pairs
        and report.documents is other.documents
        and report.comparisons is other.comparisons
        and report.config.containment == other.config.containment
    )


class Application(QObject):
    """One window with its session and settings, connected: those of ``first``, if given.

    ``ended`` follows when a window closed that may have been hidden.
    """

    ended = Signal()

    def __init__(
        self,
        file: QSettings,
        index: Path,
        parent: QObject | None = None,
        *,
        demo: bool = False,
        first: FirstSight | None = None,
    ) -> None:
        super().__init__(parent)
        self._demo = demo
        first = first or FirstSight(file, self)
        self.settings = first.settings
        self._index = index
        settings = self.settings.now
        self._pair_counter = PairCounter(self)
        self.session = Session(index, settings.scan, self)
        self.session.stage_seconds = settings.stage_seconds
        self.session.set_roles(self._roles(roles_of(settings.roles)))
        self.watch = WatchSession(index, self.session, self.settings, self, kept=not demo)
        self.presence = TrayPresence(Path(file.fileName()), index, self)
        self.session.results.report_changed.connect(self._pair_counter.count)
        self.session.activity_changed.connect(self._note_folders)
        desktop.refuse_to_write(self._why_not_written)
        # queued: a change of language makes a new window first
        queued = Qt.ConnectionType.QueuedConnection
        self.settings.not_written.connect(self._tell_not_written, queued)
        for _ in first.window.complete():
            pass
        self._take_window(first.window)

    def _why_not_written(self, path: Path) -> Reason | None:
        """Return why no file may be written at a path, for example over a document.

        Saved results may be beside documents: no scan reads them.
        """
        from simcore.reports.outputs import why_not_written

        report, folders = self.session.results.report, None
        if path.suffix != RESULTS_SUFFIX:
            folders = (*self.session.folders, *(report.folders if report is not None else ()))
        return why_not_written(path, self.session.results.documents, self._index, folders)

    def _roles(self, roles: Roles) -> Roles:
        with contextlib.suppress(SimcoreError):
            return roles if self._demo else roles.joined(read_roles())
        return roles

    def _take_window(self, window: MainWindow) -> None:
        session, settings = self.session, self.settings
        self.window = window
        commands, notices, view = window.commands, window.alert, window.group_view
        bar, similar, index = window.threshold_bar, window.similar_panel, self._index
        self.comparing = ComparisonController(
            session,
            settings,
            view,
            similar,
            bar,
            window.tabs,
            window.difference_view,
            window.why_panel,
            notices,
        )
        self.focus = Focus(session.results, view, commands.unfocus, window.focus_notice)
        self.similar = SimilarDocuments(session, similar, view, window.filter_bar, notices, index)
        self.settings_editing = SettingsController(
            session, settings, window, window.toggled_at_first
        )
        self.reviewing = ReviewController(view, window.review_actions, notices)
        self.judging = JudgementController(
            session, view, window.review_actions, commands.undo, notices
        )
        self.comparing.encoding_wanted.connect(self.judging.read_in)
        window.problem_panel.encoding_wanted.connect(self.judging.read_in)
        self.results = ResultFiles(session, view.groups, notices)
        checks = DocumentChecks(
            session, view, window.check_panel, self.similar.library, notices, index
        )
        self.asking = AskingController(self.similar, checks, self.comparing, self.results, window)
        self.marking = MarkController(view.groups, notices)
        self.kept_marks = KeptMarks(session, view.groups, notices)
        self.rules = RuleController(session, settings, view.groups, notices)
        self.problems = ProblemController(
            session, window.problem_panel, commands.scan, notices, index
        )
        self.roles = FolderRoles(session, settings, window, kept=not self._demo)
        removal, undo = commands.removal, commands.undo
        self.removing = RemovalController(session, view.groups, removal, undo, notices, index)
        for asking in (self.rules, self.removing):
            asking.pair_wanted.connect(self.comparing.show_pair)
        self.undoing = UndoController(session, settings, self.removing, removal, notices, index)
        self.taking_back = TakingBack(session, self.judging, self.undoing, window)
        self.recent = FolderSets(settings, window.recent_menu, window)
        self.scanning = ScanController(session, window)
        self.beginning = Beginning(session, settings, self.results, window, index.parent)
        self.watching = WatchController(
            self.watch,
            session,
            window.folder_panel,
            window.arrival_panel,
            view,
            window.filter_bar,
            self.comparing,
            window.summary,
            notices,
        )
        self.closing = ClosingController(self.watch, settings, self.presence, window)
        self.opening = OpeningController(session, window)
        self._connect(window)
        self._connect_commands(commands)
        (window.restore_parts if window.isVisible() else window.restore)(settings.now)
        window.language_menu.choose(settings.now.language)
        window.appearance_menu.choose(settings.now.appearance)
        bar.set_thresholds(settings.now.scan)

    def start(self, folders: Sequence[Path] = (), *, in_tray: bool = False) -> None:
        """Show the window with the remembered folders, or scan ``folders`` at once.

        A file given as a folder has saved results, which are shown. ``in_tray``: without the
        window, if folders are watched.
        """
        self.window.setVisible(not in_tray)
        results = folders[0] if len(folders) == 1 and folders[0].is_file() else None
        if folders and results is None:
            with QSignalBlocker(self.window.folder_panel):  # a scan need not be preceded by a look
                self.window.folder_panel.set_folders(folders)
            self.session.scan(self.window.folder_panel.folders())
        else:
            panel = self.window.folder_panel
            panel.set_folders(self.settings.now.folders)
            self.session.set_folders(panel.folders())  # a frame may have shown them already
        if results is not None:
            self.results.open(results.absolute())
        self.undoing.start()
        self.watch.start()
        if in_tray:
            self.closing.begin_hidden()

    def _connect(self, window: MainWindow) -> None:
        session = self.session
        self._pair_counter.succeeded.connect(window.threshold_bar.set_pairs)
        self._pair_counter.failed.connect(window.alert.show_problem)
        session.problem_found.connect(window.alert.show_problem)
        session.results.found_changed.connect(window.show_found)
        session.status_changed.connect(window.show_status)
        session.activity_changed.connect(window.show_activity)
        session.job.pausing.connect(window.show_pausing)
        session.job.resumed.connect(window.show_resumed)
        session.results.problems_changed.connect(window.show_problems)
        session.results.report_changed.connect(self._show_known)
        session.activity_changed.connect(self._show_known)
        self.focus.shown.connect(window.show_report)
        self.similar.shown.connect(window.show_similar)
        self.asking.checks.shown.connect(window.show_check)
        window.narrowing.filter_taken_away.connect(self.marking.note_filter_gone)
        self.recent.chosen.connect(window.folder_panel.set_folders)
        window.folder_panel.files_dropped.connect(self.asking.take_files)
        window.closing.connect(self._close)
        window.close_asked.connect(self.closing.consider)
        self.closing.quit_wanted.connect(self.close_window)
        self.closing.list_wanted.connect(self.watching.show_newest)
        self.closing.tray.told.connect(self.watching.tell_arrivals)
        self.watching.state_told.connect(self.closing.show_watching)
        self.watching.shown.connect(self.asking.give_way)
        self.watching.shown.connect(window.show_arrivals)
        self.watching.shown.connect(self.closing.note_list)
        self.watching.chosen.similar_wanted.connect(self.similar.find)
        self.watching.chosen.scan_wanted.connect(self.scanning.scan)
        self.watching.chosen.everything_wanted.connect(window.narrowing.show_everything)
        bar = window.threshold_bar
        for changed in (bar.distance_changed, bar.similarity_changed, bar.contained_changed):
            changed.connect(self.watch.adjust)
        window.language_menu.chosen.connect(self._change_language)
        window.appearance_menu.chosen.connect(self._change_appearance)
        editing, queued = self.settings_editing, Qt.ConnectionType.QueuedConnection
        editing.thresholds_chosen.connect(bar.set_thresholds)
        editing.appearance_chosen.connect(self._change_appearance)
        editing.failed.connect(window.alert.show_problem)
        editing.folder_settings_chosen.connect(self.watch.change)
        self.watching.settings_shown.connect(editing.take_folder_settings)
        editing.role_dropped.connect(window.folder_panel.drop_role)
        # the dialog belongs to the window, which makes room for one of the other language
        editing.language_chosen.connect(self._change_language, queued)
        self.watching.show_state()

    def _connect_commands(self, commands: Actions) -> None:
        for command, slot in (
            (commands.scan, self.scanning.scan),
            (commands.pause, self.scanning.pause_or_resume),
            (commands.cancel, self.scanning.cancel),
            (commands.trash, self.removing.plan_trash),
            (commands.undo, self.taking_back.take_back),
            (commands.open_results, self.results.ask_what_to_open),
            (commands.save_results, self.results.ask_where_to_save),
            (commands.export, self.results.ask_where_to_export),
            (commands.export_ids, self.removing.plan_ids),
            (commands.mark_identical, self.marking.mark_identical),
            (commands.mark_same_text, self.marking.mark_same_text),
            (commands.mark_by_rules, self.rules.ask),
            (commands.unmark, self.marking.unmark),
            (commands.show_only, self.focus.focus_on_selection),
            (commands.unfocus, self.focus.show_all),
            (commands.quit, self.close_window),
            (commands.arrivals, self.watching.show_list),
            (commands.compare_two, self.comparing.compare_selected),
            (commands.compare_with, self.comparing.compare_with_a_file),
            (commands.compare_outside, self.comparing.compare_outside),
            (self.comparing.choose_program, self.settings_editing.choose_program),
            (commands.settings, self.settings_editing.edit),
        ):
            command.triggered.connect(slot)

    @Slot()
    def _show_known(self) -> None:
        """Distinguish kinds that the scan has not looked for yet from empty ones."""
        session, kinds = self.session, self.session.results.kinds
        scanning = session.activity is Activity.SCANNING
        if session.results.report is None and scanning:
            kinds = frozenset()
        self.window.narrowing.show_known(kinds, scanning=scanning)

    @Slot(object)
    def _note_folders(self, activity: Activity) -> None:
        if activity is Activity.SCANNING:
            self.recent.note(self.session.folders)

    @Slot(object)
    def _change_appearance(self, appearance: Appearance) -> None:
        self.window.appearance_menu.choose(appearance)
        self.settings.keep(replace(self.settings.now, appearance=appearance))
        apply_appearance(current_application(), appearance)

    @Slot(object)
    def _change_language(self, language: Language) -> None:
        """Change the language at once: a new window is created with the same contents."""
        self.settings.keep(replace(self._settings_now(), language=language))
        set_language(language)
        fit_application_font()
        old, session, asking = self.window, self.session, self.asking
        focused, asked, tab = self.focus.documents, self.similar.asked, old.tabs.currentIndex()
        position = GroupPosition.of(old.group_view, old.group_model)
        place, compared = old.difference_view.place(), self.comparing.compared()
        summary, (ruling, rules_wait) = self.removing.waiting(), self.rules.waiting()
        self.kept_marks.keep()
        shut_down_below(self.window)
        listing = self.watching.listing
        self.watching.shut_down()
        self.closing.shut_down()
        self._take_window(MainWindow())
        new = self.window
        with QSignalBlocker(new.folder_panel):
            new.folder_panel.set_folders(session.folders)
        new.group_model.fold(old.group_model.folding())
        new.group_model.take_marks(old.group_model.copied_marks())
        if session.results.report is not None:
            new.filter_bar.set_folders(session.results.report.folders)
            new.filter_bar.set_filter(old.filter_bar.filter())
        if focused:
            self.focus.focus(focused)
        else:
            new.show_report(session.results.report)
        new.threshold_bar.set_pairs(old.threshold_bar.pairs)
        new.show_found(session.results.found)
        new.show_status(session.status)
        new.show_activity(session.activity)
        if session.job.paused:
            new.show_pausing()
        self.undoing.start()
        new.show()
        new.problem_panel.set_view(old.problem_panel.view())
        new.difference_view.go_back_to(place)
        new.group_view.go_back_to(position)
        if listing:
            self.watching.show_list()
        if asked is not None:
            self.similar.find(asked)
        self.asking.go_on(asking)
        self.comparing.compare_again(compared)
        new.tabs.setCurrentIndex(tab)
        self.rules.wait_for(ruling, waits=rules_wait)
        if summary is not None:
            self.removing.wait_for(summary)
        old.hide()
        old.deleteLater()

    @Slot()
    def _tell_not_written(self) -> None:
        words = self.tr("{0}: cannot be written. Settings last until the window is closed.")
        self.window.alert.show_problem(words.format(self.settings.path))

    @Slot()
    def _close(self) -> None:
        self.kept_marks.keep()
        self.watching.shut_down()
        self.closing.shut_down()
        self.watch.shut_down()
        self.session.shut_down()
        self._pair_counter.shut_down()
        shut_down_below(self.window)
        if not self.settings.keep(self._settings_now()):
            print(
                f"variorum: the settings could not be written to {self.settings.path}",
                file=sys.stderr,
            )

    def _settings_now(self) -> Settings:
        session = self.session
        settings = replace(
            self.settings.now,
            scan=session.config,
            # a file of results is no folder to begin with
            folders=self.settings.now.folders if session.status.elsewhere else session.folders,
            stage_seconds=session.stage_seconds,
        )
        return self.window.saved_in(settings)

    @Slot()
    def close_window(self) -> None:
        """Close the window and with it the program, without asking about a watch."""
        self.closing.quitting = True
        self.window.close()
        self.ended.emit()


_SWITCH_SECONDS = 0.000_2
_LOOK_MS = 200
_YOUNG = 10_000  # objects


class InterpreterPolicy(QObject):
    """Collects garbage in the window's thread: young objects now and then, all when a scan begins.

    An automatic collection runs in any thread, and Qt crashes where another thread than its own
    frees an object. A full collection visits every object and stops all threads: 100 to 300 ms
    with 100,000 documents. So the objects of a shown report are frozen. A running thread keeps the
    GIL for 5 ms while another waits, and painting needs it many times a frame, so that interval is
    shortened.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._before = gc.isenabled(), sys.getswitchinterval()
        self._followed: list[tuple[SignalInstance, Callable[..., None]]] = []
        gc.disable()
        gc.freeze()
        sys.setswitchinterval(_SWITCH_SECONDS)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._look)
        self._timer.start(_LOOK_MS)

    def follow(self, session: Session) -> None:
        self._followed = [
            (session.results.found_changed, self._set_aside),
            (session.results.report_changed, self._set_aside),
            (session.activity_changed, self._begin),
        ]
        for signal, slot in self._followed:
            signal.connect(slot)

    def restore(self) -> None:
        """Restore Python's defaults permanently."""
        for signal, slot in self._followed:
            signal.disconnect(slot)
        self._followed.clear()
        self._timer.stop()
        enabled, turn = self._before
        if enabled:
            gc.enable()
        gc.unfreeze()
        sys.setswitchinterval(turn)

    @Slot()
    def _look(self) -> None:
        young, looks, _ = gc.get_count()
        if young > _YOUNG:
            gc.collect(1 if looks > gc.get_threshold()[1] else 0)

    @Slot(object)
    def _set_aside(self, _shown: object) -> None:
        gc.freeze()

    @Slot(object)
    def _begin(self, activity: Activity) -> None:
        if activity is Activity.SCANNING:
            gc.collect()

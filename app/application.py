"""The composition root: builds window and session and connects them; no global window."""

import contextlib
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, QSettings, QSignalBlocker, Qt, Signal, Slot

import simcore
from simcore import Reason, Roles, SimcoreError

from .background.task import shut_down_below
from .controllers.asking import AskingController
from .controllers.beginning import Beginning
from .controllers.closing import ClosingController
from .controllers.comparing import ComparisonController
from .controllers.folder_roles import FolderRoles
from .controllers.opening import OpeningController
from .controllers.scanning import ScanController
from .controllers.undo_command import TakingBack
from .controllers.watching import WatchController
from .first_sight import FirstSight
from .folders.rows import roles_of
from .folders.sets import FolderSets
from .language.chinese_fonts import fit_application_font
from .language.languages import Language, speak
from .picture.counting import PairCounter
from .removal.removing import RemovalController
from .removal.rules.marking import RuleController
from .removal.undoing import UndoController
from .results.checked.documents import DocumentChecks
from .results.groups.view.position import GroupPosition
from .results.problems.files import ProblemFiles
from .results.review.files import RESULTS_SUFFIX, ResultFiles
from .results.review.focus import Focus
from .results.review.judging import JudgementController
from .results.review.kept_marks import KeptMarks
from .results.review.marking import MarkController
from .results.review.reviewing import ReviewController
from .results.similar.documents import SimilarDocuments
from .session.session import Session
from .session.states import Activity
from .settings.editing import SettingsController
from .settings.settings import Settings
from .settings.wearing import AppearanceChoice
from .shell.actions import Actions
from .shell.main_window import MainWindow
from .watching.presence import TrayPresence
from .watching.running import WatchSession
from .widgets import desktop


class Application(QObject):
    """One window with its session and its settings, connected: those of ``first``, if it was seen.

    ``ended`` follows when the window was closed that may have been hidden.
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
        self._connect_session()
        desktop.refuse_to_write(self._why_not_written)
        # queued: a change of language makes a new window first
        queued = Qt.ConnectionType.QueuedConnection
        self.settings.not_written.connect(self._tell_not_written, queued)
        for _ in first.window.complete():
            pass
        self._take_window(first.window)

    def _why_not_written(self, path: Path) -> Reason | None:
        """Return why no file is to be written at a path: a document stands there, say.

        Saved results may lie beside documents: no scan reads them.
        """
        report, folders = self.session.results.report, None
        if path.suffix != RESULTS_SUFFIX:
            folders = (*self.session.folders, *(report.folders if report is not None else ()))
        return simcore.why_not_written(path, self.session.results.documents, self._index, folders)

    def _roles(self, roles: Roles) -> Roles:
        """Add the roles that every removal obeys; settings may have been lost. A demo has none."""
        with contextlib.suppress(SimcoreError):
            return roles if self._demo else roles.joined(simcore.read_roles())
        return roles

    def _take_window(self, window: MainWindow) -> None:
        """Connect a window in the current language, and give it the stored layout."""
        session, settings = self.session, self.settings
        self.window = window
        commands, notices, view = window.commands, window.alert, window.group_view
        panel, bar, index = window.folder_panel, window.threshold_bar, self._index
        similar = window.similar_panel
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
        self.asking = AskingController(
            commands, window.filter_bar, self.similar, checks, self.comparing, self.results, notices
        )
        self.marking = MarkController(view.groups, notices)
        self.kept_marks = KeptMarks(session, view.groups, notices)
        self.rules = RuleController(session, settings, view.groups, notices)
        self.problems = ProblemFiles(session, window.problem_panel, commands.scan, notices, index)
        self.roles = FolderRoles(session, settings, panel, view, notices, kept=not self._demo)
        removal, undo = commands.removal, commands.undo
        self.removing = RemovalController(session, view.groups, removal, undo, notices, index)
        for asking in (self.rules, self.removing):
            asking.pair_wanted.connect(self.comparing.show_pair)
        self.undoing = UndoController(session, settings, self.removing, removal, notices, index)
        self.taking_back = TakingBack(
            session, self.judging, self.undoing, commands, window.review_actions, window
        )
        self.recent = FolderSets(settings, window.recent_menu, window)
        self.scanning = ScanController(
            session, panel, bar, window.scan_status, window.scan_card, notices
        )
        self.beginning = Beginning(
            session, settings, window.welcome, panel, self.results, notices, index.parent
        )
        self.watching = WatchController(
            self.watch,
            session,
            panel,
            window.arrival_panel,
            view,
            window.filter_bar,
            self.comparing,
            window.summary,
            notices,
        )
        self.closing = ClosingController(self.watch, settings, self.presence, window)
        self.opening = OpeningController(session, commands, view, window)
        self._connect(window)
        self._connect_commands(commands)
        layout = window.remembered
        (layout.restore_parts if window.isVisible() else layout.restore)(window, settings.now)
        window.language_menu.choose(settings.now.language)
        self.wearing = AppearanceChoice(settings, window.appearance_menu, self.settings_editing)
        bar.set_thresholds(settings.now.scan)

    def start(self, folders: Sequence[Path] = (), *, in_tray: bool = False) -> None:
        """Show the window with the remembered folders, or scan ``folders`` at once.

        A file in the place of folders has saved results, which are shown. ``in_tray``: without the
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

    def _connect_session(self) -> None:
        self.session.results.report_changed.connect(self._pair_counter.count)
        self.session.activity_changed.connect(self._note_folders)

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
        self.similar.shown.connect(window.instead.show_similar)
        self.asking.checks.shown.connect(window.instead.show_check)
        window.narrowing.filter_taken_away.connect(self.marking.note_filter_gone)
        self.recent.chosen.connect(window.folder_panel.set_folders)
        window.folder_panel.files_dropped.connect(self.asking.take_files)
        window.closing.connect(self._close)
        window.close_asked.connect(self.closing.consider)
        self.closing.quit_wanted.connect(self.close_window)
        self.closing.list_wanted.connect(self.watching.show_newest)
        self.closing.told.connect(self.watching.tell_arrivals)
        self.watching.state_told.connect(self.closing.show_watching)
        self.watching.shown.connect(self.asking.give_way)
        self.watching.shown.connect(window.instead.show_arrivals)
        self.watching.shown.connect(self.closing.note_list)
        self.watching.chosen.similar_wanted.connect(self.similar.find)
        self.watching.chosen.scan_wanted.connect(self.scanning.scan)
        self.watching.chosen.everything_wanted.connect(window.narrowing.show_everything)
        bar = window.threshold_bar
        for changed in (bar.distance_changed, bar.similarity_changed, bar.contained_changed):
            changed.connect(self.watch.adjust)
        window.language_menu.chosen.connect(self._change_language)
        editing, queued = self.settings_editing, Qt.ConnectionType.QueuedConnection
        editing.thresholds_chosen.connect(bar.set_thresholds)
        editing.failed.connect(window.alert.show_problem)
        editing.folder_settings_chosen.connect(self.watch.change)
        self.watching.settings_shown.connect(editing.take_folder_settings)
        editing.role_dropped.connect(window.folder_panel.drop_role)
        # the dialog belongs to the window, which makes room for one of the other language
        editing.language_chosen.connect(self._change_language, queued)
        self.watching.show_state()

    def _connect_commands(self, commands: Actions) -> None:
        """Connect commands to their handlers; the window itself handles those that only show."""
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
        """Tell kinds that a scan has not looked for yet from those that there are none of."""
        session, kinds = self.session, self.session.results.kinds
        scanning = session.activity is Activity.SCANNING
        if session.results.report is None and scanning:
            kinds = frozenset()
        self.window.narrowing.show_known(kinds, scanning=scanning)

    @Slot(object)
    def _note_folders(self, activity: Activity) -> None:
        if activity is Activity.SCANNING:
            self.recent.note(self.session.folders)

    # --- language and looks ----------------------------------------------------------------

    @Slot(object)
    def _change_language(self, language: Language) -> None:
        """Change the language at once: a new window is created with the same contents."""
        self.settings.keep(replace(self._settings_now(), language=language))
        speak(language)
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

    # --- the end ---------------------------------------------------------------------------

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
        """Return the settings with the layout, folders and thresholds of now."""
        session = self.session
        settings = replace(
            self.settings.now,
            scan=session.config,
            # a file of results is no folder to begin with
            folders=self.settings.now.folders if session.status.elsewhere else session.folders,
            stage_seconds=session.stage_seconds,
        )
        return self.window.remembered.saved_in(self.window, settings)

    @Slot()
    def close_window(self) -> None:
        """Close the window of now, and with it the program; nobody is asked about a watch."""
        self.closing.quitting = True
        self.window.close()
        self.ended.emit()

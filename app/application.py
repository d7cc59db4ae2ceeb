"""The composition root: builds window and session and connects them; no global window.

What a person opens later is imported then, so that the window is there soon.
"""

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, QSettings, QSignalBlocker, Slot
from PySide6.QtWidgets import QApplication, QMessageBox

from app.controllers.comparing import Comparing
from app.controllers.focus import Focus
from app.controllers.folder_roles import FolderRoles
from app.controllers.judging import Judging
from app.controllers.pair_choice import PairChoice
from app.controllers.removing import Removing
from app.controllers.result_files import RESULTS_SUFFIX, ResultFiles
from app.controllers.reviewing import Reviewing
from app.controllers.rule_marking import RuleMarking
from app.controllers.scanning import Scanning
from app.controllers.settings_editing import SettingsEditing
from app.controllers.similar_documents import SimilarDocuments
from app.controllers.undo_command import TakingBack
from app.controllers.undoing import Undoing
from app.folders.rows import remembered, roles_of
from app.folders.sets import FolderSets
from app.language.chinese_fonts import fit_application_font
from app.language.languages import Language, speak
from app.language.wording import path_text
from app.picture.counting import PairCounter
from app.results.problems.files import ProblemFiles
from app.results.review.exporting import Exporting
from app.results.review.marking import Marking
from app.session.found import found_in
from app.session.session import Session
from app.session.states import Activity
from app.settings.appearance import Appearance, wear
from app.settings.settings import Settings, load_settings, save_settings
from app.settings.values import Preset, RuleSet
from app.shell.main_window import MainWindow
from app.shell.version import version
from simcore import GREATEST_DISTANCE, Roles


class Application(QObject):
    """One window with its session and its settings, connected."""

    def __init__(self, store: QSettings, index: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._index = index
        self._settings = load_settings(store)
        self._pair_counter = PairCounter(self)
        speak(self._settings.language)
        fit_application_font()
        _wear(self._settings.appearance)
        self.session = Session(index, self._settings.config(), self)
        self.session.set_roles(roles_of(self._settings.roles))
        self._connect_session()
        self._make_window()

    def _make_window(self) -> None:
        """Make a window in the language of now, connected, and laid out as is remembered."""
        settings = self._settings
        self.window = window = MainWindow()
        commands, notices, model = window.commands, window.alert, window.group_model
        self.comparing = Comparing(self.session, window, window)
        self.focus = Focus(self.session, window, window)
        self.similar = SimilarDocuments(self.session, window, self._index, window)
        self.pairs = PairChoice(self.session, window, window)
        self.pairs.command = settings.compare_command
        self.settings_editing = SettingsEditing(self.session, window, self.pairs, window)
        self.settings_editing.presets = settings.presets
        self.settings_editing.presets_changed.connect(self._keep_presets)
        self.reviewing = Reviewing(window, window)
        self.judging = Judging(self.session, window, window)
        self.results = ResultFiles(self.session, window, window)
        self.marking = Marking(model, commands, notices, window)
        self.rules = RuleMarking(self.session, window, window)
        self.rules.sets = settings.rule_sets
        self.rules.sets_changed.connect(self._keep_rule_sets)
        self.exporting = Exporting(self.session, commands.export, notices, window)
        self.problems = ProblemFiles(
            self.session, window.problem_panel, commands.scan, notices, self._index, window
        )
        self.roles = FolderRoles(self.session, window, window)
        self.roles.changed.connect(self._keep_roles)
        self.removing = Removing(self.session, window, self._index, window)
        self.undoing = Undoing(self.session, window, self._index, self.removing, window)
        self.taking_back = TakingBack(self.session, window, self.judging, self.undoing, window)
        self.recent = FolderSets(window.recent_menu, window)
        self.recent.set_sets(settings.recent)
        self.scanning = Scanning(self.session, window, window)
        self._connect(window)
        self._connect_review(window)
        window.restore_layout(settings)
        window.threshold_bar.set_reach(max(GREATEST_DISTANCE, settings.distance))
        window.threshold_bar.set_distance(settings.distance)
        window.threshold_bar.set_similarity(settings.similarity)
        window.threshold_bar.set_contained(settings.contained)
        window.language_menu.choose(settings.language)
        window.appearance_menu.choose(settings.appearance)

    def start(self, folders: Sequence[Path] = ()) -> None:
        """Show the window with the remembered folders, or scan ``folders`` at once."""
        self.window.show()
        if folders:
            with QSignalBlocker(self.window.folder_panel):  # a scan need not be preceded by a look
                self.window.folder_panel.set_folders(folders)
            self.session.scan(self.window.folder_panel.folders())
        else:
            self.window.folder_panel.set_folders(self._settings.folders)
        self.undoing.start()

    def _connect_session(self) -> None:
        """Connect what outlasts a window."""
        session = self.session
        session.report_changed.connect(self._pair_counter.count)
        session.activity_changed.connect(self._note_folders)

    def _connect(self, window: MainWindow) -> None:
        session, commands = self.session, window.commands
        self._pair_counter.counted.connect(window.threshold_bar.set_pairs)
        self._pair_counter.failed.connect(window.alert.show_problem)
        session.problem_found.connect(window.alert.show_problem)
        window.folder_panel.refused.connect(window.alert.show_problem)
        window.paths_dropped.connect(window.folder_panel.take_dropped)
        window.group_view.failed.connect(window.alert.show_problem)
        window.closing.connect(self._close)
        window.language_menu.chosen.connect(self._change_language)
        window.appearance_menu.chosen.connect(self._change_appearance)

        commands.add_folder.triggered.connect(window.folder_panel.choose_folder)
        commands.quit.triggered.connect(window.close)
        commands.zoom_in.triggered.connect(window.difference_view.zoom_in)
        commands.zoom_out.triggered.connect(window.difference_view.zoom_out)
        commands.shortcuts.triggered.connect(self._show_shortcuts)
        commands.manual.triggered.connect(self._show_manual)
        commands.about.triggered.connect(self._about)

    def _connect_review(self, window: MainWindow) -> None:
        session = self.session
        session.results.problems_changed.connect(window.problem_panel.set_problems)
        session.opened.connect(self.similar.leave)
        self.recent.chosen.connect(window.folder_panel.set_folders)
        self.pairs.put_together.connect(window.why_panel.show_pair)
        window.folder_panel.files_dropped.connect(self._take_files)

    @Slot(object)
    def _take_files(self, paths: Sequence[Path]) -> None:
        """Ask about a file that was dropped, or open it where it holds saved results."""
        first = paths[0]
        if first.suffix == RESULTS_SUFFIX:
            self.results.open(first)
        else:
            self.similar.find(first)
        if len(paths) > 1:
            words = self.tr("{0} files were dropped; only the first was taken: {1}")
            self.window.alert.show_problem(words.format(len(paths), path_text(first)))

    # --- what is remembered ----------------------------------------------------------------

    @Slot(object)
    def _keep_presets(self, presets: tuple[Preset, ...]) -> None:
        self._settings = replace(self._settings, presets=presets)
        save_settings(self._store, self._settings)

    @Slot(object)
    def _keep_roles(self, roles: Roles) -> None:
        """Remember roles at once: what is protected now is protected after a crash, too."""
        self._settings = replace(self._settings, roles=remembered(roles))
        save_settings(self._store, self._settings)

    @Slot(object)
    def _keep_rule_sets(self, sets: tuple[RuleSet, ...]) -> None:
        self._settings = replace(self._settings, rule_sets=sets)
        save_settings(self._store, self._settings)

    @Slot(object)
    def _note_folders(self, activity: Activity) -> None:
        if activity is Activity.SCANNING:
            self.recent.note(self.session.folders)

    # --- language and looks ----------------------------------------------------------------

    @Slot(object)
    def _change_language(self, language: Language) -> None:
        """Speak another language at once: the window is made anew and shows what it showed."""
        self._settings = replace(self._settings_now(), language=language)
        speak(language)
        fit_application_font()
        old, session = self.window, self.session
        self._stop_window()
        self._make_window()
        new = self.window
        with QSignalBlocker(new.folder_panel):
            new.folder_panel.set_folders(session.folders)
        new.show_report(session.report)
        self._pair_counter.count(session.report)
        if session.report is not None:
            new.show_found(found_in(session.report))
        new.group_model.mark_once_arranged(old.group_model.marks_kept())
        new.show_status(session.status)
        new.show_activity(session.activity)
        if session.paused:
            new.show_pausing()
        self.undoing.start()
        new.show()
        old.hide()
        old.deleteLater()

    def _stop_window(self) -> None:
        """Let nothing run any more for the window of now."""
        self.similar.shut_down()
        self.problems.shut_down()
        self.removing.shut_down()
        self.undoing.shut_down()
        self.window.group_model.shut_down()
        self.window.difference_view.stop()
        self.window.why_panel.stop()

    @Slot(object)
    def _change_appearance(self, appearance: Appearance) -> None:
        self._settings = replace(self._settings, appearance=appearance)
        _wear(appearance)

    # --- the end ---------------------------------------------------------------------------

    @Slot()
    def _close(self) -> None:
        self.session.shut_down()
        self._pair_counter.shut_down()
        self._stop_window()
        if not save_settings(self._store, self._settings_now()):
            print(
                f"variorum: the settings could not be written to {self._store.fileName()}",
                file=sys.stderr,
            )

    def _settings_now(self) -> Settings:
        """Return the settings with what the person has changed since."""
        settings = replace(
            self._settings,
            folders=self.session.folders,
            recent=self.recent.sets,
            compare_command=self.pairs.command,
        )
        return self.window.layout_saved_in(settings.with_config(self.session.config))

    @Slot()
    def close_window(self) -> None:
        """Close the window of now, and with it the program."""
        self.window.close()

    @Slot()
    def _show_shortcuts(self) -> None:
        from app.shell.help.shortcut_window import ShortcutList  # noqa: PLC0415 - see the docstring
        from app.shell.help.shortcuts import shortcuts_of  # noqa: PLC0415 - as above

        ShortcutList(shortcuts_of(self.window), self.window).show()

    @Slot()
    def _show_manual(self) -> None:
        from app.shell.help.manual import ManualWindow  # noqa: PLC0415 - see the docstring

        ManualWindow(self.window).show()

    @Slot()
    def _about(self) -> None:
        QMessageBox.about(
            self.window,
            self.tr("About Variorum"),
            self.tr(
                "<h3>Variorum {0}</h3><p>Finds, verifies and reviews near-duplicate text "
                "documents.</p><p>MIT licence. Made with Qt, NumPy, jieba and other free "
                "software.</p>"
            ).format(version()),
        )


def _wear(appearance: Appearance) -> None:
    application = QApplication.instance()
    assert isinstance(application, QApplication)  # noqa: S101 - there is a window
    wear(application, appearance)

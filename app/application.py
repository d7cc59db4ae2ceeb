"""The composition root: builds window and session and connects them; no global window.

What a person opens later is imported then, so that the window is there soon.
"""

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QObject, QSettings, QSignalBlocker, Qt, Slot
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox

import simcore
from app.icons import application_icon
from app.interrupt import Interrupt
from app.main_window import MainWindow
from app.removal_task import Outcome, RemovalOutcome
from app.session import Activity, Session
from app.settings import load_settings, save_settings, settings_path
from app.text_reading import Reading, TextPair
from app.version import version
from app.wording import encoding_text, path_text, printable
from simcore import DocumentId, Kind, ScanConfig, default_index_path

__all__ = ["Application", "run"]

_IN_MEMORY = Path(":memory:")


class Application(QObject):
    """One window with its session and its settings, connected."""

    def __init__(self, store: QSettings, index: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._settings = load_settings(store)
        self.session = Session(index, self._settings.config(), self)
        self.window = MainWindow()
        self._connect()
        self.window.restore_layout(self._settings)
        self.window.threshold_bar.set_distance(self._settings.distance)
        self.window.threshold_bar.set_similarity(self._settings.similarity)
        self.window.threshold_bar.set_contained(self._settings.contained)

    def start(self, folders: Sequence[Path] = ()) -> None:
        """Show the window with the remembered folders, or scan ``folders`` at once."""
        self.window.show()
        if folders:
            with QSignalBlocker(self.window.folder_panel):  # a scan need not be preceded by a look
                self.window.folder_panel.set_folders(folders)
            self.session.scan(self.window.folder_panel.folders())
        else:
            self.window.folder_panel.set_folders(self._settings.folders)

    def _connect(self) -> None:
        window, session, commands = self.window, self.session, self.window.commands
        session.report_changed.connect(window.show_report)
        session.status_changed.connect(window.show_status)
        session.activity_changed.connect(window.show_activity)
        session.progressed.connect(window.scan_status.show_progress)
        session.pausing.connect(window.show_pausing)
        session.resumed.connect(window.show_resumed)
        session.held.connect(window.scan_status.show_held)
        session.problem_found.connect(window.show_problem)
        session.removed.connect(self._show_removal)
        session.texts_read.connect(self._show_texts)
        session.exported.connect(self._tell_exported)

        window.folder_panel.folders_changed.connect(self._folders_changed)
        window.folder_panel.refused.connect(window.show_problem)
        window.paths_dropped.connect(window.folder_panel.add_folders)
        window.threshold_bar.distance_changed.connect(self._threshold_changed)
        window.threshold_bar.similarity_changed.connect(self._threshold_changed)
        window.threshold_bar.contained_changed.connect(self._threshold_changed)
        window.group_view.document_chosen.connect(self._compare)
        window.group_view.nothing_chosen.connect(self._compare_nothing)
        window.group_view.failed.connect(window.show_problem)
        window.scan_status.cancel_requested.connect(self._cancel)
        window.scan_status.pause_requested.connect(self._pause_or_resume)
        window.closing.connect(self._close)

        commands.add_folder.triggered.connect(window.folder_panel.choose_folder)
        commands.scan.triggered.connect(self._scan)
        commands.cancel.triggered.connect(self._cancel)
        commands.pause.triggered.connect(self._pause_or_resume)
        commands.trash.triggered.connect(self._ask_to_remove)
        commands.export.triggered.connect(self._export)
        commands.settings.triggered.connect(self._edit_settings)
        commands.quit.triggered.connect(window.close)
        commands.mark_identical.triggered.connect(self._mark_identical)
        commands.mark_same_text.triggered.connect(self._mark_same_text)
        commands.unmark.triggered.connect(self._unmark)
        commands.zoom_in.triggered.connect(window.difference_view.zoom_in)
        commands.zoom_out.triggered.connect(window.difference_view.zoom_out)
        commands.manual.triggered.connect(self._show_manual)
        commands.about.triggered.connect(self._about)

    # --- folders, parameters, scanning -----------------------------------------------------

    @Slot()
    def _folders_changed(self) -> None:
        self.session.set_folders(self.window.folder_panel.folders())

    @Slot()
    def _scan(self) -> None:
        self.session.scan()

    @Slot()
    def _threshold_changed(self) -> None:
        bar = self.window.threshold_bar
        self.session.set_threshold(bar.distance(), bar.similarity(), contained=bar.contained())

    @Slot()
    def _pause_or_resume(self) -> None:
        if self.session.paused:
            self.session.resume()
        else:
            self.session.pause()

    @Slot()
    def _cancel(self) -> None:
        if self.session.activity in {Activity.SCANNING, Activity.REMOVING}:
            self.window.scan_status.stop()
            self.session.cancel()

    @Slot()
    def _edit_settings(self) -> None:
        from app.settings_dialog import SettingsDialog  # noqa: PLC0415 - see the docstring

        dialog = SettingsDialog(self.session.config, self.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(self._take_settings)
        dialog.open()

    @Slot()
    def _take_settings(self) -> None:
        from app.settings_dialog import SettingsDialog  # noqa: PLC0415 - see the docstring

        dialog = self.sender()
        if isinstance(dialog, SettingsDialog):
            config: ScanConfig = dialog.config()
            self.session.set_config(config)

    # --- comparing -------------------------------------------------------------------------

    @Slot(object, object)
    def _compare(self, kept: DocumentId, chosen: DocumentId) -> None:
        self.session.compare(kept, chosen)

    @Slot()
    def _compare_nothing(self) -> None:
        self.session.stop_comparing()
        self.window.difference_view.clear()

    @Slot(object)
    def _show_texts(self, texts: TextPair) -> None:
        view = self.window.difference_view
        unreadable = [r for r in (texts.kept, texts.chosen) if r.text is None]
        if unreadable:
            view.show_message(
                "\n".join(
                    self.tr("{0} cannot be shown: {1}").format(
                        path_text(r.document.path), printable(r.problem)
                    )
                    for r in unreadable
                )
            )
            return
        assert texts.kept.text is not None  # noqa: S101 - narrows the type; see above
        assert texts.chosen.text is not None  # noqa: S101
        view.show_texts(
            self._title(self.tr("kept: {0} ({1})"), texts.kept),
            texts.kept.text.text,
            self._title(self.tr("chosen: {0} ({1})"), texts.chosen),
            texts.chosen.text.text,
        )

    def _title(self, pattern: str, reading: Reading) -> str:
        text = reading.text
        encoding = "" if text is None else encoding_text(text.encoding, lossy=text.lossy)
        title = pattern.format(printable(reading.document.path.name), encoding)
        return self.tr("{0}, changed since the scan").format(title) if reading.changed else title

    # --- marks and the trash ---------------------------------------------------------------

    @Slot()
    def _mark_identical(self) -> None:
        self._mark({Kind.IDENTICAL})

    @Slot()
    def _mark_same_text(self) -> None:
        self._mark({Kind.IDENTICAL, Kind.SAME_TEXT})

    def _mark(self, kinds: set[Kind]) -> None:
        """Mark all members of these kinds beside what is marked already."""
        report, model = self.session.report, self.window.group_model
        if report is not None:
            found = {m.document for g in report.groups for m in g.members if m.kind in kinds}
            model.set_marked(model.marked() | (found - simcore.by_hand_only(report)))

    @Slot()
    def _unmark(self) -> None:
        self.window.group_model.set_marked(())

    @Slot()
    def _ask_to_remove(self) -> None:
        from app.removal_dialog import RemovalDialog  # noqa: PLC0415 - see the docstring

        report = self.session.report
        if report is None:
            return
        plan = simcore.plan_removal(report, self.window.group_model.marked())
        dialog = RemovalDialog(plan, self.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(self._remove)
        dialog.open()

    @Slot()
    def _remove(self) -> None:
        from app.removal_dialog import RemovalDialog  # noqa: PLC0415 - see the docstring

        dialog = self.sender()
        if isinstance(dialog, RemovalDialog):
            self.session.remove(dialog.plan)

    @Slot(object)
    def _show_removal(self, outcome: RemovalOutcome) -> None:
        from app.removal_results import RemovalResults, removal_words  # noqa: PLC0415 - see the docstring

        incomplete = outcome.count(Outcome.MOVED) < len(outcome.results)
        self.window.alert.show_message(
            removal_words(outcome), warning=incomplete or outcome.index_problem is not None
        )
        if incomplete:
            RemovalResults(outcome, self.window).show()

    # --- export ----------------------------------------------------------------------------

    @Slot()
    def _export(self) -> None:
        name, _ = QFileDialog.getSaveFileName(
            self.window,
            self.tr("Export the groups"),
            str(Path.home() / "groups.csv"),
            self.tr("CSV files (*.csv)"),
        )
        if name:
            path = Path(name)
            self.session.export(path if path.suffix else path.with_suffix(".csv"))

    @Slot(object)
    def _tell_exported(self, path: Path) -> None:
        self.window.alert.show_message(
            self.tr("The groups were written to {0}.").format(path_text(path))
        )

    # --- the end ---------------------------------------------------------------------------

    @Slot()
    def _close(self) -> None:
        self.session.shut_down()
        self.window.difference_view.stop()
        settings = replace(self._settings, folders=self.session.folders)
        settings = settings.with_config(self.session.config)
        if not save_settings(self._store, self.window.layout_saved_in(settings)):
            print(
                f"variorum: the settings could not be written to {self._store.fileName()}",
                file=sys.stderr,
            )

    @Slot()
    def _show_manual(self) -> None:
        from app.manual import ManualWindow  # noqa: PLC0415 - see the docstring

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


def run(folders: Sequence[Path] = (), index: Path | None = None, *, demo: bool = False) -> int:
    """Open the window and return the exit code once it is closed."""
    qt = QApplication.instance() or QApplication(["variorum"])
    assert isinstance(qt, QApplication)  # noqa: S101 - nobody makes a smaller one before
    qt.setApplicationName("variorum")
    qt.setApplicationDisplayName("Variorum")
    qt.setDesktopFileName("org.variorum.Variorum")
    qt.setWindowIcon(application_icon())
    with ExitStack() as stack:
        settings = settings_path()
        if demo:
            from app.demo import DemoError, DemoFolder  # noqa: PLC0415 - see the docstring

            try:
                sample = stack.enter_context(DemoFolder())
            except DemoError as error:
                print(f"variorum: {error}", file=sys.stderr)
                return 1
            folders, settings = [sample.documents], sample.settings
            index = index or sample.index
        if index == _IN_MEMORY:
            # Each task has a connection of its own, and those share no memory.
            folder = stack.enter_context(TemporaryDirectory(prefix="variorum-"))
            index = Path(folder) / "index.sqlite"
        store = QSettings(str(settings), QSettings.Format.IniFormat)
        application = Application(store, index or default_index_path())
        interrupt = Interrupt(application)
        interrupt.requested.connect(application.window.close)
        stack.callback(interrupt.restore)
        application.start(folders)
        return qt.exec()

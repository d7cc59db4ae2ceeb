"""ResultFiles: results saved to files and opened again, as the window does it."""

from pathlib import Path

from PySide6.QtCore import QObject, QSignalBlocker, Slot
from PySide6.QtWidgets import QFileDialog

from app.language.punctuation import phrases
from app.language.wording import count_text, path_text
from app.session.calls.saved_results import Opened
from app.session.session import Session
from app.shell.main_window import MainWindow
from simcore import DocumentId

RESULTS_SUFFIX = ".variorum"
"""What the names of files of saved results end in."""


class ResultFiles(QObject):
    """Asks for file names, and puts what was opened into the window."""

    def __init__(self, session: Session, window: MainWindow, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._window = window
        self._folder = Path.home()
        window.commands.save_results.triggered.connect(self._ask_where_to_save)
        window.commands.open_results.triggered.connect(self._ask_what_to_open)
        session.writer.saved.connect(self._tell_saved)
        session.opened.connect(self._show_opened)

    def open(self, path: Path) -> None:
        """Show saved results."""
        self._folder = path.parent
        self._session.open(path)

    @Slot()
    def _ask_where_to_save(self) -> None:
        name, _ = QFileDialog.getSaveFileName(
            self._window,
            self.tr("Save the results"),
            str(self._folder / self._proposed_name()),
            self._patterns(),
        )
        if name:
            path = Path(name)
            if path.suffix != RESULTS_SUFFIX:
                path = path.with_name(path.name + RESULTS_SUFFIX)
            self._folder = path.parent
            self._session.save(path, self._window.group_model.marks_kept())

    def _proposed_name(self) -> str:
        folders = self._session.folders
        name = folders[0].name if folders else ""
        try:
            name.encode()
        except UnicodeEncodeError:  # a dialog could not show it
            name = ""
        return (name or self.tr("results")) + RESULTS_SUFFIX

    @Slot()
    def _ask_what_to_open(self) -> None:
        name, _ = QFileDialog.getOpenFileName(
            self._window, self.tr("Open saved results"), str(self._folder), self._patterns()
        )
        if name:
            self.open(Path(name))

    def _patterns(self) -> str:
        return self.tr("Results of Variorum (*{0})").format(RESULTS_SUFFIX)

    @Slot(object)
    def _tell_saved(self, path: Path) -> None:
        words = self.tr("The results were saved to {0}.")
        self._window.alert.show_message(words.format(path_text(path)))

    @Slot(object)
    def _show_opened(self, opened: Opened) -> None:
        window, config = self._window, opened.report.config
        with QSignalBlocker(window.folder_panel):  # or the index would be asked for them
            window.folder_panel.set_folders(opened.report.folders)
        bar = window.threshold_bar
        with QSignalBlocker(bar):
            bar.set_distance(config.distance)
            bar.set_similarity(config.similarity)
            bar.set_contained(config.contained)
        window.group_model.mark_once_arranged(opened.marked)
        window.alert.show_message(
            self._changes_in_words(opened), warning=bool(opened.changes.problems)
        )

    def _changes_in_words(self, opened: Opened) -> str:
        documents: int = len(opened.report.documents)
        changes: dict[DocumentId, object] = dict(opened.changes.of)
        name = path_text(Path(opened.path.name))
        if not changes:
            words = self.tr("{0}: all {1} documents are as they were when this was saved.")
            return words.format(name, count_text(documents))
        kinds = [str(change) for change in changes.values()]
        parts = [
            words.format(count_text(kinds.count(kind)))
            for kind, words in (
                ("changed", self.tr("{0} changed since")),
                ("gone", self.tr("{0} gone")),
                ("unreadable", self.tr("{0} not readable")),
            )
            if kinds.count(kind)
        ]
        words = self.tr(
            "{0}: of {1} documents, {2}. The tab Problems names them; none of them is marked now."
        )
        return words.format(name, count_text(documents), phrases(parts))

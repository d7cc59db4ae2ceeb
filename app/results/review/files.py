"""ResultFiles: results saved to files and opened again, and written to CSV files."""

from pathlib import Path

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QFileDialog

from simcore import DocumentId

from ...language.punctuation import phrases
from ...language.wording import count_text, path_text
from ...looks.badges import LOOKS
from ...session.calls.saved_results import Opened
from ...session.session import Session
from ...widgets import desktop
from ...widgets.banner import Notices
from ..groups.view.model import GroupModel

RESULTS_SUFFIX = ".variorum"
"""What the names of files of saved results end in."""


class ResultFiles(QObject):
    """Asks for file names, and marks and tells what was marked and changed in what was opened."""

    def __init__(self, session: Session, model: GroupModel, notices: Notices) -> None:
        super().__init__(notices)
        self._session = session
        self._model = model
        self._notices = notices
        self._folder = Path.home()
        session.writer.saved.connect(self._tell_saved)
        session.writer.exported.connect(self._tell_exported)
        session.opened.connect(self._show_opened)

    def open(self, path: Path) -> None:
        """Show saved results."""
        self._folder = path.parent
        self._session.open(path)

    @Slot()
    def ask_where_to_save(self) -> None:
        """Save the results to a file that a person names."""
        window, title = self._notices.window(), self.tr("Save the results")
        proposed = self._folder / self._proposed_name()
        name, _ = QFileDialog.getSaveFileName(window, title, str(proposed), self._patterns())
        if name:
            chosen = path = Path(name)
            if path.suffix != RESULTS_SUFFIX:
                path = path.with_name(path.name + RESULTS_SUFFIX)
            if not desktop.may_write(window, title, chosen, path):
                return
            self._folder = path.parent
            self._session.save(path, self._model.marks_kept())

    def _proposed_name(self) -> str:
        folders = self._session.folders
        name = folders[0].name.removesuffix(RESULTS_SUFFIX) if folders else ""
        try:
            name.encode()
        except UnicodeEncodeError:  # a dialog could not show it
            name = ""
        return (name or self.tr("results")) + RESULTS_SUFFIX

    @Slot()
    def ask_what_to_open(self) -> None:
        """Show saved results that a person chooses."""
        name, _ = QFileDialog.getOpenFileName(
            self._notices.window(),
            self.tr("Open saved results"),
            str(self._folder),
            self._patterns(),
        )
        if name:
            self.open(Path(name))

    def _patterns(self) -> str:
        return self.tr("Results of Variorum (*{0})").format(RESULTS_SUFFIX)

    @Slot(object)
    def _tell_saved(self, path: Path) -> None:
        words = self.tr("The results were saved to {0}.")
        self._notices.show_message(words.format(path_text(path)))

    @Slot()
    def ask_where_to_export(self) -> None:
        """Write the groups to a CSV or JSON file, or a web page, that a person names."""
        title, proposed = self.tr("Export the groups"), Path.home() / "groups.csv"
        path = desktop.asked_table(self._notices.window(), title, proposed, page=True)
        if path is None:
            return
        if path.suffix.casefold() in {".html", ".htm"}:
            from ...language.report_words import report_words  # noqa: PLC0415 - seldom needed

            self._notices.show_message(self.tr("The web page is being written…"), lasting=True)
            kinds = {kind: look.word() for kind, look in LOOKS.items()}
            self._session.export_page(path, report_words(kinds))
        else:
            self._session.export(path, self._model.marks_kept())

    @Slot(object)
    def _tell_exported(self, path: Path) -> None:
        words = self.tr("The groups were written to {0}.")
        self._notices.show_message(words.format(path_text(path)))

    @Slot(object)
    def _show_opened(self, opened: Opened) -> None:
        self._model.mark_once_arranged(opened.marked)
        words = self._changes_in_words(opened)
        self._notices.show_message(words, warning=bool(opened.changes.problems))

    def _changes_in_words(self, opened: Opened) -> str:
        documents: int = len(opened.report.documents)
        changes: dict[DocumentId, object] = dict(opened.changes.of)
        name = path_text(Path(opened.path.name))
        if opened.elsewhere:
            words = self.tr(
                "{0}: {1} documents that are not on this machine. Mark what is to go, then export "
                "the ids (menu File)."
            )
            if documents == 1:
                words = self.tr("{0}: 1 document that is not on this machine.")
            return words.format(name, count_text(documents))
        if not changes:
            words = self.tr("{0}: nothing has changed since this was saved ({1} documents).")
            if documents == 1:
                words = self.tr("{0}: nothing has changed since this was saved (1 document).")
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
            "{0}: of the documents ({1}), {2}. They are named under Not read; none of "
            "them is marked now."
        )
        return words.format(name, count_text(documents), phrases(parts))

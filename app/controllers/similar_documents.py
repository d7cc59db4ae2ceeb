"""SimilarDocuments: a question about one file, from the window to the index and back."""

from pathlib import Path

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QFileDialog

from app.results.groups.view.selection import current_document
from app.session.calls.similar import SimilarSearch
from app.session.session import Session
from app.shell.main_window import MainWindow


class SimilarDocuments(QObject):
    """Asks which documents are like a file, and shows them in place of the groups."""

    def __init__(self, session: Session, window: MainWindow, index: Path, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._window = window
        self.search = SimilarSearch(index, self)
        panel = window.similar_panel
        self.search.answered.connect(panel.show_answer)
        self.search.failed.connect(panel.show_failure)
        panel.similar_wanted.connect(self.find)
        panel.left.connect(self.leave)
        panel.failed.connect(window.alert.show_problem)
        window.commands.find.triggered.connect(self._leave_for_the_filter)
        window.commands.find_similar.triggered.connect(self._find_similar_to_chosen)
        window.commands.find_similar_file.triggered.connect(self._find_similar_to_a_file)

    @Slot(object)
    def find(self, path: Path) -> None:
        """Show the documents of the index that are like a file."""
        self._session.texts.stop()
        self._window.difference_view.clear()
        self._window.similar_panel.show_searching(path)
        self._window.show_similar()
        self.search.ask(path, self._session.config)

    @Slot()
    def leave(self) -> None:
        """Show the groups again."""
        self.search.stop()
        self._window.show_similar(shown=False)
        self._window.group_view.choose_again()

    @Slot()
    def _leave_for_the_filter(self) -> None:
        if self._window.stack.currentWidget() is self._window.similar_panel:
            self.leave()
            self._window.filter_bar.take_keyboard()

    def _chosen(self) -> Path | None:
        """Return the path of the document chosen in the list that is shown."""
        window, report = self._window, self._session.report
        if window.stack.currentWidget() is window.similar_panel:
            found = window.similar_panel.current()
            return None if found is None else found.path
        document = current_document(window.group_view)
        if report is None or document is None:
            return None
        return report.documents[document].path

    def shut_down(self) -> None:
        """Stop what runs, and wait for it."""
        self.search.shut_down()

    @Slot()
    def _find_similar_to_chosen(self) -> None:
        path = self._chosen()
        if path is not None:
            self.find(path)

    @Slot()
    def _find_similar_to_a_file(self) -> None:
        name, _ = QFileDialog.getOpenFileName(
            self._window, self.tr("Find documents similar to a file"), str(Path.home())
        )
        if name:
            self.find(Path(name))

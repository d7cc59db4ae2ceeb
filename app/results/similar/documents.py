"""SimilarDocuments: a question about one file, from the window to the index and back."""

from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QFileDialog

from ...background.latest import Latest
from ...session.calls.similar import KeptLibrary, find_similar
from ...session.session import Session
from ...widgets.banner import Notices
from ..filter_bar import FilterBar
from ..groups.view.selection import current_document
from ..groups.view.view import GroupView
from .panel import SimilarPanel

_KEPT_MILLISECONDS = 10 * 60 * 1000
"""How long texts are kept in memory without a question."""


class SimilarDocuments(QObject):
    """Finds the documents similar to a file, and shows them in the panel.

    ``shown`` carries whether the panel is shown instead of the groups; ``asked`` is the file then.
    """

    shown = Signal(bool)

    def __init__(
        self,
        session: Session,
        panel: SimilarPanel,
        view: GroupView,
        filter_bar: FilterBar,
        notices: Notices,
        index: Path,
    ) -> None:
        super().__init__(notices)
        self._session = session
        self._panel = panel
        self._view = view
        self._filter_bar = filter_bar
        self._notices = notices
        self.asked: Path | None = None
        self._index = index
        self.library = KeptLibrary()
        self.idle = QTimer(self, singleShot=True, interval=_KEPT_MILLISECONDS)
        self.idle.timeout.connect(self._drop)
        self.search = Latest(find_similar, self, panel.show_answer, panel.show_failure)
        panel.similar_wanted.connect(self.find)
        panel.left.connect(self.leave)
        panel.failed.connect(notices.show_problem)
        session.opened.connect(self.leave)

    @Slot(object)
    def find(self, path: Path) -> None:
        """Show the documents of the index that are like a file."""
        self._session.texts.stop()
        self._panel.show_searching(path)
        self._show(path)
        self.search.run(path, self._session.config, self._index, self.library)
        self.idle.start()

    @Slot()
    def _drop(self) -> None:
        if self.search.running:
            self.idle.start()
        else:
            self.library.drop()

    @Slot()
    def leave(self) -> None:
        """Show the groups again."""
        self.search.stop()
        self._show(None)
        self._view.choose_again()

    def _show(self, asked: Path | None) -> None:
        self.asked = asked
        self.shown.emit(asked is not None)

    @Slot()
    def leave_for_the_filter(self) -> None:
        """Show the groups and their filter again, if they are not shown."""
        if self.asked is not None:
            self.leave()
            self._filter_bar.take_keyboard()

    @Slot(bool)
    def give_way(self, shown: bool) -> None:  # noqa: FBT001 - a slot
        """Let the answer to another question have the place."""
        if shown:
            self.search.stop()
            self.asked = None

    def chosen(self) -> Path | None:
        """Return the path of the document chosen in the list shown, None if there is none."""
        if self.asked is not None:
            return self._panel.chosen_path()
        report, document = self._session.results.report, current_document(self._view)
        if report is None or document is None:
            return None
        return report.documents[document].path

    @Slot()
    def find_similar_to_chosen(self) -> None:
        """Show the documents that are like the one chosen in the list shown."""
        path = self.chosen()
        if path is not None:
            self.find(path)

    @Slot()
    def find_similar_to_a_file(self) -> None:
        """Show the documents that are like a file that a person chooses."""
        name, _ = QFileDialog.getOpenFileName(
            self._notices.window(), self.tr("Find documents similar to a file"), str(Path.home())
        )
        if name:
            self.find(Path(name))

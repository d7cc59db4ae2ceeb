"""DocumentChecks: the check of one document, from the window to the index and back."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QFileDialog

from simcore import Checked

from ...background.latest import Latest
from ...background.task import Task, TaskRunner
from ...language.check_words import check_words
from ...language.wording import path_text
from ...session.calls.check import check_document, write_check
from ...session.calls.similar import KeptLibrary
from ...session.session import Session
from ...widgets import desktop
from ...widgets.banner import Notices
from ..groups.view.view import GroupView
from .panel import CheckPanel


class _CheckWriter(TaskRunner):
    """Writes checks to files."""

    def write(self, task: Task) -> None:
        """Start a task that does."""
        self._start(task)


class DocumentChecks(QObject):
    """Has documents checked against the index, and shows the answers in the panel.

    ``shown`` carries whether the panel is shown instead of the groups.
    """

    shown = Signal(bool)

    def __init__(
        self,
        session: Session,
        view: GroupView,
        panel: CheckPanel,
        library: KeptLibrary,
        notices: Notices,
        index: Path,
    ) -> None:
        super().__init__(notices)
        self._session = session
        self._view = view
        self.panel = panel
        self._library = library
        self._notices = notices
        self._index = index
        self.active = False
        self.search = Latest(check_document, self, panel.show_answer, panel.show_failure)
        self.search.published.connect(panel.show_progress)
        self._writer = _CheckWriter(self)
        panel.check_wanted.connect(self.check)
        panel.cancel_wanted.connect(self.leave)
        panel.left.connect(self.leave)
        panel.save_wanted.connect(self._save)
        panel.failed.connect(notices.show_problem)
        session.opened.connect(self.leave)

    @Slot(object)
    def check(self, path: Path) -> None:
        """Show how much of a document stands in the library."""
        self._session.texts.stop()
        self._tell_folders()
        self.panel.show_checking(path)
        self._show(on=True)
        self.search.run(path, self._session.config, self._index, self._library)

    def _tell_folders(self) -> None:
        report = self._session.results.report
        self.panel.roots = () if report is None else report.folders

    @Slot()
    def leave(self) -> None:
        """Show the groups again, and the documents of the row chosen there."""
        self.search.stop()
        if self.active:
            self._show(on=False)
            self._view.choose_again()

    @Slot(bool)
    def give_way(self, shown: bool) -> None:  # noqa: FBT001 - a slot
        """Let the answer to another question have the place."""
        if shown:
            self.search.stop()
            self.active = False

    def _show(self, *, on: bool) -> None:
        self.active = on
        self.shown.emit(on)

    @Slot()
    def check_a_file(self) -> None:
        """Check a document that a person chooses."""
        name, _ = QFileDialog.getOpenFileName(
            self._notices.window(), self.tr("Check a document"), str(Path.home())
        )
        if name:
            self.check(Path(name))

    def take_over(self, checked: Checked | None, path: Path | None) -> None:
        """Show what another window showed: the check, or the one of a path that was running."""
        if checked is not None:
            self._tell_folders()
            self.panel.show_answer(checked)
            self._show(on=True)
        elif path is not None:
            self.check(path)

    @Slot()
    def _save(self) -> None:
        """Write the check to a file that a person names."""
        checked = self.panel.checked
        if checked is None:
            return
        window = self._notices.window()
        proposed = Path.home() / f"{checked.path.stem}.html"
        title, sort = self.tr("Save the check"), self.tr("HTML files (*.html)")
        path = desktop.asked_path(window, title, proposed, sort)
        if path is not None:
            task = Task(write_check, path, checked, check_words())
            task.succeeded.connect(self._tell_saved)
            task.failed.connect(self._notices.show_problem)
            self._writer.write(task)

    @Slot(object)
    def _tell_saved(self, path: Path) -> None:
        words = self.tr("The check was written to {0}.")
        self._notices.show_message(words.format(path_text(path)))

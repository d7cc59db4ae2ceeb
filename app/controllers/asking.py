"""AskingController: questions about one document, of which one is shown instead of the groups."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Slot

from ..language.wording import path_text
from ..results.checked.documents import DocumentChecks
from ..results.filter_bar import FilterBar
from ..results.review.files import RESULTS_SUFFIX, ResultFiles
from ..results.similar.documents import SimilarDocuments
from ..shell.actions import Actions
from ..widgets.banner import Notices
from .comparing import ComparisonController


class AskingController(QObject):
    """Connects what is like a document, and how much of it stands in the library."""

    def __init__(
        self,
        commands: Actions,
        filter_bar: FilterBar,
        similar: SimilarDocuments,
        checks: DocumentChecks,
        comparing: ComparisonController,
        results: ResultFiles,
        notices: Notices,
    ) -> None:
        super().__init__(notices)
        self._filter_bar = filter_bar
        self._similar = similar
        self._results = results
        self._notices = notices
        self.checks = checks
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
        """Show the groups and their filter again, if they are not shown."""
        self._similar.leave_for_the_filter()
        if self.checks.active:
            self.checks.leave()
            self._filter_bar.take_keyboard()

    @Slot()
    def _check_chosen(self) -> None:
        """Check the document chosen in the list shown."""
        row = self.checks.panel.source() if self.checks.active else None
        path = self._similar.chosen() if row is None else row.source.document.path
        if path is not None:
            self.checks.check(path)

    @Slot(bool)
    def give_way(self, shown: bool) -> None:  # noqa: FBT001 - a slot
        """Let what came to watched folders be seen, if that is shown."""
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
        """Show the check that another window showed, if it did."""
        if before.checks.active:
            self.checks.take_over(before.checks.panel.checked, before.checks.panel.path)

"""Focus: only some groups are shown, until all are shown again."""

from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction

from simcore import DocumentId, ScanReport

from ...language.wording import count_text
from ...session.results import Results
from ...widgets.banner import Banner
from ..groups.view.selection import selected_groups
from ..groups.view.view import GroupView


class Focus(QObject):
    """Shows the session's reports in the window: all of their groups, or some.

    A group is named by its documents, so that it stays in view when the slider gives it another
    kept document. ``shown`` carries a report with the groups that are to be shown, or None.
    """

    shown = Signal(object)

    def __init__(
        self,
        results: Results,
        view: GroupView,
        unfocus: QAction,
        notice: Banner,
    ) -> None:
        super().__init__(notice)
        self._results = results
        self._view = view
        self._unfocus = unfocus
        self._notice = notice
        self._documents: frozenset[DocumentId] = frozenset()
        results.report_changed.connect(self._show)
        unfocus.setEnabled(False)

    @property
    def documents(self) -> frozenset[DocumentId]:
        """The documents whose groups alone are shown; none if all groups are."""
        return self._documents

    @property
    def active(self) -> bool:
        """Whether not all groups are shown."""
        return bool(self._documents)

    def focus(self, documents: Iterable[DocumentId]) -> None:
        """Show the groups with any of these documents, or without documents all groups."""
        wanted = frozenset(documents)
        if wanted != self._documents:
            self._documents = wanted
            self._show(self._results.report)

    def applied(self, report: ScanReport) -> ScanReport:
        """Return a report with the groups that are to be shown; nothing else is left out."""
        wanted = self._documents
        if not wanted:
            return report
        groups = tuple(
            group
            for group in report.groups
            if group.representative in wanted
            or any(member.document in wanted for member in group.members)
        )
        return replace(report, groups=groups)

    @Slot(object)
    def _show(self, report: ScanReport | None) -> None:
        if report is None or not any(one in report.documents for one in self._documents):
            self._documents = frozenset()  # the report of other folders
        shown = None if report is None else self.applied(report)
        self.shown.emit(shown)
        self._unfocus.setEnabled(self.active)
        if report is None or shown is None or not self.active:
            self._notice.close_message()
            return
        words = self.tr("{0} of {1} groups are shown, those of the documents you chose.")
        if len(shown.groups) == 1:
            words = self.tr("1 of {1} groups is shown, that of the documents you chose.")
        counts = count_text(len(shown.groups)), count_text(len(report.groups))
        self._notice.show_message(words.format(*counts), action=self._unfocus, closable=False)

    @Slot()
    def focus_on_selection(self) -> None:
        """Show the selected groups alone."""
        self.focus(selected_groups(self._view))

    @Slot()
    def show_all(self) -> None:
        """Show all groups again."""
        self.focus(())

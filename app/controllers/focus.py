"""Focus: some groups alone are shown, until all are wanted again."""

from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtCore import QObject, Slot

from app.results.groups.view.selection import selected_groups
from app.session.session import Session
from app.shell.main_window import MainWindow
from simcore import DocumentId, ScanReport


class Focus(QObject):
    """Shows the session's reports in the window: all of their groups, or some.

    A group is named by its documents, so that it stays in view when the slider gives it another
    kept document.
    """

    def __init__(self, session: Session, window: MainWindow, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._window = window
        self._documents: frozenset[DocumentId] = frozenset()
        session.report_changed.connect(self._show)
        window.commands.show_only.triggered.connect(self._focus_on_selection)
        window.commands.unfocus.triggered.connect(self._show_all)
        window.commands.unfocus.setEnabled(False)

    @property
    def active(self) -> bool:
        """Whether not all groups are shown."""
        return bool(self._documents)

    def focus(self, documents: Iterable[DocumentId]) -> None:
        """Show the groups that hold any of these documents, or with none of them all groups."""
        wanted = frozenset(documents)
        if wanted != self._documents:
            self._documents = wanted
            self._show(self._session.report)

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
        self._window.show_report(shown)
        if report is None or shown is None or not self.active:
            self._window.hide_focus()
        else:
            self._window.show_focus(len(shown.groups), len(report.groups))

    @Slot()
    def _focus_on_selection(self) -> None:
        self.focus(selected_groups(self._window.group_view, self._window.group_model))

    @Slot()
    def _show_all(self) -> None:
        self.focus(())

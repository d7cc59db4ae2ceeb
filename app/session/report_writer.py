"""ReportWriter: a report written to files in the background, concurrently with other work."""

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import Signal, SignalInstance

import simcore
from simcore import DocumentId, Roles, ScanReport

from ..background.task import Task, TaskRunner
from .calls.page import write_page
from .calls.saved_results import save


class ReportWriter(TaskRunner):
    """Writes groups as tables, and results to be opened again; each call ends in one signal."""

    exported = Signal(object)  # Path
    saved = Signal(object)  # Path of saved results
    failed = Signal(object)  # Reason | str  # a sentence for the user

    def export(self, report: ScanReport, marked: Iterable[DocumentId], path: Path) -> None:
        """Write the groups of a report as CSV or JSON; ``exported`` or ``failed`` follows."""
        these = frozenset(marked)

        def write(_task: Task) -> Path:
            simcore.write_groups(report, path, these)
            return path

        self._write(Task(write), self.exported)

    def export_page(
        self,
        report: ScanReport,
        path: Path,
        words: "simcore.ReportWords",
        roles: Roles,
        index: Path,
    ) -> None:
        """Write the groups with their differences as a page; ``exported`` or ``failed`` follows."""
        self._write(Task(write_page, report, path, words, roles, index), self.exported)

    def save(
        self, report: ScanReport, marked: Iterable[DocumentId], path: Path, roles: Roles
    ) -> None:
        """Write results, marks and roles to a file; ``saved`` or ``failed`` follows."""
        self._write(Task(save, report, frozenset(marked), path, roles), self.saved)

    def _write(self, task: Task, written: SignalInstance) -> None:
        task.succeeded.connect(written)
        task.failed.connect(self.failed)
        self._start(task)

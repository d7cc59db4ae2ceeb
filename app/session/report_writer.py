"""ReportWriter: a report written to files in the background, beside whatever else is done."""

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

import simcore
from app.background.running_tasks import RunningTasks
from app.background.task import Task
from app.session.calls.saved_results import Saving
from simcore import DocumentId, Roles, ScanReport


class ReportWriter(QObject):
    """Writes groups as CSV, and results to be opened again; each call ends in one signal."""

    exported = Signal(object)  # Path
    saved = Signal(object)  # Path of saved results
    failed = Signal(str)  # a sentence for a person

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks = RunningTasks(self)

    def export(self, report: ScanReport, path: Path) -> None:
        """Write the groups of a report as CSV; ``exported`` or ``failed`` follows."""

        def write(_task: Task) -> Path:
            simcore.write_groups(report, path)
            return path

        task = Task(write, self)
        task.succeeded.connect(self.exported)
        task.failed.connect(self.failed)
        self._tasks.start(task)

    def save(
        self, report: ScanReport, marked: Iterable[DocumentId], path: Path, roles: Roles
    ) -> None:
        """Write results, marks and roles to a file; ``saved`` or ``failed`` follows."""
        task = Task(Saving(report, marked, path, roles), self)
        task.succeeded.connect(self.saved)
        task.failed.connect(self.failed)
        self._tasks.start(task)

    def shut_down(self) -> None:
        """Stop for good, and wait until nothing runs. No signal follows."""
        self.blockSignals(True)  # noqa: FBT003 - Qt's own signature
        self._tasks.shut_down()

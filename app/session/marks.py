"""MarkStore: the marks of documents, kept in the file of judgements in the background."""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from simcore.index.judgements import JudgementFile, RememberedMarks, remembered_marks
from simcore.model.reasons import SimcoreError
from simcore.model.records import DocumentId
from simcore.model.report import ScanReport

from ..tasks import Latest, Task
from .results import Kept

Folders = tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class _UnwrittenMarks:
    """The marks of a report and the keepers chosen by rules; ``add`` keeps earlier marks."""

    report: ScanReport
    marked: Collection[DocumentId]
    keepers: Collection[Kept]
    add: bool


class MarkStore(QObject):
    """Reads and writes marks by the paths and bytes of documents.

    ``restored`` carries the folders of a report and the stored marks of its documents; ``failed``
    carries a sentence.
    """

    restored = Signal(object, object)  # tuple[Path, ...], RememberedMarks
    failed = Signal(object)  # Reason | str

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path = path
        self._unwritten: dict[Folders, _UnwrittenMarks] = {}
        self._reading = Latest(self._read, self, self._tell, self.failed)
        self._writing = Latest(self._write, self, self._forget, self.failed)

    def restore(self, report: ScanReport) -> None:
        self._reading.run(report)

    def keep(
        self,
        report: ScanReport,
        marked: Collection[DocumentId],
        keepers: Collection[Kept] = (),
        *,
        add: bool = False,
    ) -> None:
        """Replace the marks of a report's documents, or ``add`` to them.

        ``keepers`` are the documents that rules kept when they marked others.
        """
        self._unwritten[report.folders] = _UnwrittenMarks(report, marked, keepers, add)
        self._writing.follow(dict(self._unwritten))

    def shut_down(self) -> None:
        """Write pending marks. No signal follows."""
        self.blockSignals(True)  # noqa: FBT003 - Qt's own signature
        self._reading.shut_down()
        self._writing.shut_down()
        if self._unwritten:
            try:
                self._write(None, self._unwritten)
            except SimcoreError as error:
                self.blockSignals(False)  # noqa: FBT003 - Qt's own signature
                self.failed.emit(error.reason)

    def _read(self, task: Task, report: ScanReport) -> tuple[Folders, RememberedMarks]:
        found = remembered_marks(self._path, report.documents, task.check)
        return report.folders, found

    def _tell(self, found: tuple[Folders, RememberedMarks]) -> None:
        self.restored.emit(*found)

    def _write(
        self, _task: Task | None, wanted: dict[Folders, _UnwrittenMarks]
    ) -> dict[Folders, _UnwrittenMarks]:
        if not self._path.exists() and not any(one.marked for one in wanted.values()):
            return wanted  # there is nothing to remember: do not create a file
        with JudgementFile(self._path) as file:
            for folders, one in wanted.items():
                known = one.report.documents
                documents = [known[key] for key in one.marked if key in known]
                resolved = [] if one.add else [folder.resolve() for folder in folders]
                marks = [(one.real_path, one.content_hash) for one in documents]
                file.set_marks(resolved, marks, one.keepers if marks else ())
        return wanted

    def _forget(self, written: dict[Folders, _UnwrittenMarks]) -> None:
        for folders, what in written.items():
            if self._unwritten.get(folders) is what:
                del self._unwritten[folders]

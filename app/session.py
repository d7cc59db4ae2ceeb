"""What the window shows and does, without the window: folders, report, and the work on them."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot

import simcore
from app.remaining import without_documents
from app.removal_task import Outcome, RemovalOutcome, RemovalRun, UndoRun
from app.scan_task import Recall, Scan, ScanOutcome
from app.tasks import Task
from app.text_reading import TextPairReading, TextReader
from simcore import DocumentId, Grouping, ScanConfig, ScanReport

__all__ = ["Activity", "Phase", "Session", "Status"]


class Phase(StrEnum):
    """How the results came to be what they are."""

    EMPTY = "empty"  # no folders
    WAITING = "waiting"  # folders, never scanned as far as is known
    RECALLED = "recalled"  # the last known state, from the index
    SCANNED = "scanned"
    CANCELLED = "cancelled"
    FAILED = "failed"


class Activity(StrEnum):
    """What is being done right now."""

    NONE = "none"
    RECALLING = "recalling"
    SCANNING = "scanning"
    REMOVING = "removing"


@dataclass(frozen=True, slots=True)
class Status:
    """What happened last.

    ``read`` of ``known`` files for a cancelled scan, ``message`` for a failed one, ``seconds``
    for a finished one.
    """

    phase: Phase
    read: int = 0
    known: int = 0
    message: str = ""
    seconds: float = 0.0


class Session(QObject):
    """Holds folders, parameters and the report of the moment, and runs what takes time.

    One of scan, recall and removal runs at a time; texts are read and files exported beside
    them. Everything happens in the GUI thread but for the tasks' own calls.
    """

    report_changed = Signal(object)  # ScanReport | None
    status_changed = Signal(object)  # Status
    activity_changed = Signal(object)  # Activity
    progressed = Signal(object)  # ScanProgress | RemovalProgress
    pausing = Signal()
    held = Signal(object)  # ScanProgress: where a scan that was paused stands still
    resumed = Signal()
    problem_found = Signal(str)  # a sentence for a person
    removed = Signal(object)  # RemovalOutcome
    undone = Signal(object)  # tuple[Result, ...]
    texts_read = Signal(object)  # TextPair
    exported = Signal(object)  # Path

    def __init__(self, index: Path, config: ScanConfig, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._index = index
        self._config = config
        self._folders: tuple[Path, ...] = ()
        self._report: ScanReport | None = None
        self._status = Status(Phase.EMPTY)
        self._activity = Activity.NONE
        self._started = 0.0
        self._paused_at: float | None = None
        self._job: Task | None = None
        self._job_folders: tuple[Path, ...] = ()
        self._closed = False
        self._tasks: set[Task] = set()
        self._reader = TextReader(self)
        self._reader.texts_read.connect(self.texts_read)
        self._reader.failed.connect(self.problem_found)
        self._regroup_timer = QTimer(self)
        self._regroup_timer.setSingleShot(True)
        self._regroup_timer.timeout.connect(self._regroup)

    @property
    def report(self) -> ScanReport | None:
        """The results of the moment; None before anything is known."""
        return self._report

    @property
    def config(self) -> ScanConfig:
        """The parameters of the next scan."""
        return self._config

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folders of the next scan."""
        return self._folders

    @property
    def status(self) -> Status:
        """What happened last."""
        return self._status

    @property
    def activity(self) -> Activity:
        """What is being done right now."""
        return self._activity

    @property
    def paused(self) -> bool:
        """Whether the scan that is under way was told to stand still."""
        return self._paused_at is not None

    def set_config(self, config: ScanConfig) -> None:
        """Use other parameters: for grouping at once, for reading from the next scan on."""
        self._config = config
        if self._report is not None:
            self._regroup_timer.start(0)

    def set_folders(self, folders: Sequence[Path]) -> None:
        """Choose folders and look up what the index knows about them."""
        if tuple(folders) == self._folders:
            return
        self._folders = tuple(folders)
        if self._activity in {Activity.SCANNING, Activity.REMOVING}:
            return  # looked up when that has ended
        self._recall()

    def set_threshold(self, distance: int, similarity: float, *, contained: bool) -> None:
        """Group by another threshold, once the events that are waiting were dealt with."""
        self._config = replace(
            self._config, distance=distance, similarity=similarity, contained=contained
        )
        if self._report is not None:
            self._regroup_timer.start(0)

    def scan(self, folders: Sequence[Path] | None = None) -> None:
        """Start scanning the folders, or others from now on, unless a job is under way."""
        if self._activity in {Activity.SCANNING, Activity.REMOVING}:
            return
        if folders is not None:
            self._folders = tuple(folders)
        if not self._folders:
            return
        self._drop_job()
        self._started = time.monotonic()
        task = Task(Scan(self._folders, self._config, self._index), self)
        task.succeeded.connect(self._scan_ended)
        task.failed.connect(self._scan_failed)
        self._begin(task, Activity.SCANNING)

    def remove(self, plan: "simcore.RemovalPlan") -> None:
        """Start moving the targets of ``plan`` to the trash, unless something is under way."""
        if self._activity in {Activity.SCANNING, Activity.REMOVING}:
            return
        self._drop_job()
        task = Task(RemovalRun(plan, self._index), self)
        task.succeeded.connect(self._removal_ended)
        task.failed.connect(self._removal_failed)
        self._begin(task, Activity.REMOVING)

    def undo_last(self) -> None:
        """Start taking back the last removal; ``undone`` or ``problem_found`` follows.

        What came back is in the results again after the next scan.
        """
        if self._activity in {Activity.SCANNING, Activity.REMOVING}:
            return
        self._drop_job()
        task = Task(UndoRun(self._index), self)
        task.succeeded.connect(self._undo_ended)
        task.failed.connect(self._removal_failed)
        self._begin(task, Activity.REMOVING)

    def cancel(self) -> None:
        """Stop the scan or removal that is under way; what it did until now stays."""
        if self._job is not None:
            self._job.cancel()
        self.resume()

    def pause(self) -> None:
        """Let the scan that is under way stand still; ``held`` follows when it does."""
        scanning = self._activity is Activity.SCANNING
        if scanning and self._job is not None and not self._job.stopping and not self.paused:
            self._paused_at = time.monotonic()
            self._job.pause()
            self.pausing.emit()

    def resume(self) -> None:
        """Let a paused scan go on."""
        if self._paused_at is None:
            return
        self._started += time.monotonic() - self._paused_at
        self._paused_at = None
        if self._job is not None:
            self._job.resume()
        self.resumed.emit()

    def compare(self, kept: DocumentId, chosen: DocumentId) -> None:
        """Read two documents; ``texts_read`` follows for the newest request only."""
        if self._report is None:
            return
        documents = self._report.documents
        if kept not in documents or chosen not in documents:
            return
        self._reader.read(
            TextPairReading(documents[kept], documents[chosen], self._config.largest_file)
        )

    def stop_comparing(self) -> None:
        """Make sure that no ``texts_read`` follows for an earlier request."""
        self._reader.stop()

    def export(self, path: Path) -> None:
        """Write the groups of the moment as CSV; ``exported`` or ``problem_found`` follows."""
        report = self._report
        if report is None:
            return

        def write(_task: Task) -> Path:
            simcore.write_groups(report, path)
            return path

        task = Task(write, self)
        task.succeeded.connect(self.exported)
        task.failed.connect(self.problem_found)
        self._start(task)

    def shut_down(self) -> None:
        """Stop everything that is under way and wait for it. No signal follows."""
        self._closed = True
        self._regroup_timer.stop()
        self.blockSignals(True)  # noqa: FBT003 - Qt's own signature
        self._reader.shut_down()
        for task in tuple(self._tasks):
            task.abandon()
        for task in tuple(self._tasks):
            task.wait()

    # --- what ends -------------------------------------------------------------------------

    @Slot(object)
    def _scan_ended(self, outcome: ScanOutcome) -> None:
        self._publish(outcome.report)
        if outcome.cancelled is None:
            seconds = time.monotonic() - self._started
            self._end(Status(Phase.SCANNED, seconds=seconds))
        else:
            read = outcome.cancelled
            self._end(Status(Phase.CANCELLED, read=read.done, known=read.total))

    @Slot(str)
    def _scan_failed(self, message: str) -> None:
        self._end(Status(Phase.FAILED, message=message))

    @Slot(object)
    def _recall_ended(self, report: ScanReport) -> None:
        if self.sender() is not self._job:
            return  # an answer about folders that were changed since
        known = bool(report.documents)
        self._publish(report if known else None)
        self._end(Status(Phase.RECALLED if known else Phase.WAITING))

    @Slot(str)
    def _recall_failed(self, message: str) -> None:
        if self.sender() is not self._job:
            return
        self._publish(None)
        self._end(Status(Phase.FAILED, message=message))

    @Slot(object)
    def _removal_ended(self, outcome: RemovalOutcome) -> None:
        moved = [r.document.id for r in outcome.results if r.outcome is Outcome.MOVED]
        if moved and self._report is not None:
            self._publish(without_documents(self._report, moved))
        self._end(self._status)
        self.removed.emit(outcome)

    @Slot(object)
    def _undo_ended(self, results: object) -> None:
        self._end(self._status)
        self.undone.emit(results)

    @Slot(str)
    def _removal_failed(self, message: str) -> None:
        self._end(self._status)
        self.problem_found.emit(message)

    @Slot()
    def _regroup(self) -> None:
        report = self._report
        if report is None:
            return
        if _threshold(self._config) != _threshold(report.config):
            self._report = self._regrouped(report)
            self.report_changed.emit(self._report)

    def _regrouped(self, report: ScanReport) -> ScanReport:
        wish = self._config
        return simcore.regroup(
            report,
            wish.distance,
            wish.similarity,
            contained=wish.contained,
            grouping=wish.grouping,
        )

    # --- tasks -----------------------------------------------------------------------------

    def _recall(self) -> None:
        self._drop_job()
        if not self._folders:
            self._job_folders = ()
            self._publish(None)
            self._end(Status(Phase.EMPTY))
            return
        task = Task(Recall(self._folders, self._config, self._index), self)
        task.succeeded.connect(self._recall_ended)
        task.failed.connect(self._recall_failed)
        self._begin(task, Activity.RECALLING)

    def _begin(self, task: Task, activity: Activity) -> None:
        self._job = task
        self._job_folders = self._folders
        task.progressed.connect(self.progressed)
        task.held.connect(self.held)
        self._activity = activity
        self.activity_changed.emit(activity)
        self._start(task)

    def _end(self, status: Status) -> None:
        """Note that the job is over; if the folders were changed meanwhile, look those up."""
        self.resume()  # it may have come to its end before it could be held
        self._job = None
        self._status = status
        self._activity = Activity.NONE
        if self._job_folders != self._folders:
            self._recall()
            return
        self.activity_changed.emit(self._activity)
        self.status_changed.emit(status)

    def _drop_job(self) -> None:
        if self._job is not None:
            self._job.abandon()
            self._job = None

    def _publish(self, report: ScanReport | None) -> None:
        """Show a report, by the threshold that is set now."""
        if report is not None and _threshold(self._config) != _threshold(report.config):
            report = self._regrouped(report)
        self._report = report
        self.report_changed.emit(report)

    def _start(self, task: Task) -> None:
        if self._closed:
            return
        self._tasks.add(task)
        task.finished.connect(self._release)
        task.start()

    @Slot()
    def _release(self) -> None:
        task = self.sender()
        if isinstance(task, Task):
            self._tasks.discard(task)
            task.deleteLater()


def _threshold(config: ScanConfig) -> tuple[int, float, bool, Grouping]:
    return config.distance, config.similarity, config.contained, config.grouping

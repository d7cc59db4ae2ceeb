"""What the window shows and does, without the window: folders, report, and the work on them."""

import time
from collections.abc import Collection, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

import simcore
from app.excluding import Excluding, Sifted
from app.judgement_store import JudgementStore
from app.removal_task import RemovalOutcome, RemovalRun, UndoOutcome, UndoRun
from app.report_writer import ReportWriter
from app.results_task import Opened, Opening
from app.running_tasks import RunningTasks
from app.scan_task import Recall, Scan, ScanOutcome
from app.shown_report import Kept, ShownReport
from app.states import Activity, Phase, Status
from app.tasks import Task
from app.text_reading import TextPairReading, TextReader
from app.undo_order import UndoOrder
from app.whole_report import WholeReport
from simcore import Document, DocumentId, Problem, Roles, ScanConfig, ScanReport

__all__ = ["Activity", "Phase", "Session", "Status"]


class Session(QObject):
    """Holds folders, parameters and the report of the moment, and runs what takes time.

    One of scan, recall and removal runs at a time; texts are read and files exported beside
    them. Everything happens in the GUI thread but for the tasks' own calls.
    """

    report_changed = Signal(object)  # ScanReport | None
    found_changed = Signal(object)  # Found: of the newest thresholds that were grouped by
    status_changed = Signal(object)  # Status
    activity_changed = Signal(object)  # Activity
    progressed = Signal(object)  # ScanProgress | RemovalProgress
    pausing = Signal()
    held = Signal(object)  # ScanProgress: where a scan that was paused stands still
    resumed = Signal()
    problem_found = Signal(str)  # a sentence for a person
    removed = Signal(object)  # RemovalOutcome
    texts_wanted = Signal()  # of another pair than before
    undone = Signal(object)  # UndoOutcome
    roles_changed = Signal(object)  # Roles: some came with saved results
    left_out = Signal(object)  # how many documents are left out for being in excluded folders
    texts_read = Signal(object)  # TextPair
    exported = Signal(object)  # Path
    saved = Signal(object)  # Path of saved results
    opened = Signal(object)  # Opened: saved results, after their report was shown
    problems_changed = Signal(object)  # tuple[Problem, ...] of the report, the rest is as it was

    def __init__(self, index: Path, config: ScanConfig, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._index = index
        self._config = config
        self._folders: tuple[Path, ...] = ()
        self._status = Status(Phase.EMPTY)
        self._activity = Activity.NONE
        self._started = 0.0
        self._interrupted = False
        self._paused_at: float | None = None
        self._job: Task | None = None
        self._job_folders: tuple[Path, ...] = ()
        self._tasks = RunningTasks(self)
        self._reader = TextReader(self)
        self._reader.texts_read.connect(self.texts_read)
        self._reader.failed.connect(self.problem_found)
        self.judgements = JudgementStore(simcore.judgements_path(index), self)
        self.judgements.failed.connect(self.problem_found)
        self.undo_order = UndoOrder(self.judgements)
        self._said = 0
        self._shown = ShownReport(self.judgements, self)
        self._shown.report_changed.connect(self.report_changed)
        self._shown.found_changed.connect(self.found_changed)
        self._shown.failed.connect(self.problem_found)
        self._whole = WholeReport(self)
        self._whole.sifted.connect(self._sifted)
        self._whole.failed.connect(self.problem_found)
        self._writer = ReportWriter(self)
        self._writer.exported.connect(self.exported)
        self._writer.saved.connect(self.saved)
        self._writer.failed.connect(self.problem_found)

    @property
    def report(self) -> ScanReport | None:
        """The results of the moment; None before anything is known."""
        return self._shown.report

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

    @property
    def roles(self) -> Roles:
        """What may happen to the documents of folders."""
        return self._whole.roles

    def set_roles(self, roles: Roles) -> None:
        """Give folders other roles; what is excluded leaves the results, or comes back."""
        self._whole.roles = roles
        if self._whole.stale and self._activity is Activity.NONE:
            self._whole.sift()

    def set_config(self, config: ScanConfig) -> None:
        """Use other parameters: for grouping at once, for reading from the next scan on."""
        self._config = config
        self._shown.group_by(self._config)

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
        self._shown.group_by(self._config)

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
        call = Scan(self._folders, self._config, self._index, self.judgements.read)
        task = Task(Excluding(call, self.roles), self)
        task.succeeded.connect(self._scan_ended)
        task.failed.connect(self._scan_failed)
        self._begin(task, Activity.SCANNING)

    def remove(self, plans: "simcore.RemovalPlan | Sequence[simcore.RemovalPlan]") -> None:
        """Start carrying out plans, one after the other, unless something is under way."""
        if self._activity in {Activity.SCANNING, Activity.REMOVING}:
            return
        self._drop_job()
        self.undo_order.begin()
        task = Task(RemovalRun(plans, self._index), self)
        task.succeeded.connect(self._removal_ended)
        task.failed.connect(self._removal_failed)
        self._begin(task, Activity.REMOVING)

    def undo(
        self,
        batch: int | None = None,
        *,
        only: Collection[int] | None = None,
        beside: bool = False,
    ) -> None:
        """Start taking back a batch, the last removal without one; ``undone`` follows.

        ``only`` names operations of it by their numbers. ``problem_found`` follows when it cannot
        be. What came back is in the results again: a scan reads it, and in opened results it is
        put back as it was.
        """
        if self._activity in {Activity.SCANNING, Activity.REMOVING}:
            return
        self._drop_job()
        self.undo_order.begin_undo(batch if only is None else None)
        task = Task(UndoRun(self._index, batch, only=only, beside=beside), self)
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
        if self.report is None:
            return
        documents = self.report.documents
        if kept not in documents or chosen not in documents:
            return
        self.compare_documents(documents[kept], documents[chosen])

    def compare_documents(self, kept: Document, chosen: Document, *, ad_hoc: bool = False) -> None:
        """Read any two documents, as ``compare`` does; ``ad_hoc``: a person put them together."""
        self.texts_wanted.emit()
        self._reader.read(TextPairReading(kept, chosen, self._config, ad_hoc=ad_hoc))

    def read_otherwise(
        self,
        kept: Document,
        chosen: Document,
        encodings: tuple[str | None, str | None],
        *,
        ad_hoc: bool,
    ) -> None:
        """Read the two that are compared again, each in the encoding named, None as recognised."""
        self._reader.read(TextPairReading(kept, chosen, self._config, encodings, ad_hoc=ad_hoc))

    def stop_comparing(self) -> None:
        """Make sure that no ``texts_read`` follows for an earlier request."""
        self._reader.stop()

    def export(self, path: Path) -> None:
        """Write the groups of the moment as CSV; ``exported`` or ``problem_found`` follows."""
        if self.report is not None:
            self._writer.export(self.report, path)

    def save(self, path: Path, marked: Iterable[DocumentId]) -> None:
        """Write the results of the moment to a file; ``saved`` or ``problem_found`` follows."""
        if self.report is not None:
            self._writer.save(self.report, marked, path, self.roles)

    def open(self, path: Path) -> None:
        """Show saved results, unless a scan or removal is under way; ``opened`` follows.

        Their folders and thresholds become those of the session, the other parameters stay. When
        it fails, ``problem_found`` follows and everything is as before.
        """
        if self._activity in {Activity.SCANNING, Activity.REMOVING}:
            return
        self._interrupted = self._activity is Activity.RECALLING
        self._drop_job()
        task = Task(Excluding(Opening(path, self.judgements.read), self.roles), self)
        task.succeeded.connect(self._opened)
        task.failed.connect(self._opening_failed)
        task.cancelled.connect(self._opening_cancelled)
        self._begin(task, Activity.OPENING)

    def lead(self, kept: AbstractSet[Kept], instead_of: AbstractSet[Kept]) -> None:
        """Let documents be the kept ones of their groups, see ``ShownReport.lead``."""
        self._shown.lead(kept, instead_of)

    def settle_problem(self, path: Path, left: Problem | None) -> None:
        """Put what is left of a file's problems, or nothing, in their place."""
        report = self.report
        if report is None:
            return
        problems = [one for one in report.problems if one.path != path]
        if left is not None:
            problems = sorted([*problems, left], key=lambda one: (one.path, one.stage))
        self._shown.amend(replace(report, problems=tuple(problems)))
        self.problems_changed.emit(tuple(problems))

    def shut_down(self) -> None:
        """Stop everything that is under way and wait for it. No signal follows."""
        self.blockSignals(True)  # noqa: FBT003 - Qt's own signature
        self._reader.shut_down()
        self._shown.shut_down()
        self._whole.shut_down()
        self.judgements.shut_down()
        self._writer.shut_down()
        self._tasks.shut_down()

    # --- what ends -------------------------------------------------------------------------

    @Slot(object)
    def _scan_ended(self, sifted: Sifted) -> None:
        outcome = sifted.result
        assert isinstance(outcome, ScanOutcome)  # noqa: S101 - what a scan returns
        self._take(sifted, outcome.report)
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
    def _recall_ended(self, sifted: Sifted) -> None:
        if self.sender() is not self._job:
            return  # an answer about folders that were changed since
        report = sifted.result
        assert isinstance(report, ScanReport)  # noqa: S101 - what a recall returns
        known = bool(sifted.whole.documents)
        self._take(sifted, report, known=known)
        self._end(Status(Phase.RECALLED if known else Phase.WAITING))

    @Slot(str)
    def _recall_failed(self, message: str) -> None:
        if self.sender() is not self._job:
            return
        self._whole.forget()
        self._publish(None)
        self._end(Status(Phase.FAILED, message=message))

    @Slot(object)
    def _removal_ended(self, outcome: RemovalOutcome) -> None:
        self.undo_order.note(outcome.batches)
        gone = outcome.gone()
        if gone and self.report is not None:
            left = self._whole.without(self.report, gone)
            if left is not None:
                self._publish(left)
        self._end(self._status)
        self.removed.emit(outcome)

    @Slot(object)
    def _opened(self, sifted: Sifted) -> None:
        if self.sender() is not self._job:
            return
        opened = sifted.result
        assert isinstance(opened, Opened)  # noqa: S101 - what opening returns
        self._whole.roles = self.roles.joined(opened.roles)
        self.roles_changed.emit(self.roles)
        config = opened.report.config
        self._config = replace(
            self._config,
            distance=config.distance,
            similarity=config.similarity,
            contained=config.contained,
            grouping=config.grouping,
        )
        self._folders = self._job_folders = opened.report.folders
        self._take(sifted, opened.report)
        self._end(Status(Phase.OPENED, message=str(opened.path), saved_ns=opened.saved_ns))
        self.opened.emit(opened)

    @Slot(str)
    def _opening_failed(self, message: str) -> None:
        if self.sender() is self._job:
            self._go_back()
            self.problem_found.emit(message)

    @Slot()
    def _opening_cancelled(self) -> None:
        if self.sender() is self._job:
            self._go_back()

    def _go_back(self) -> None:
        """Go on with what was being done before results were to be opened."""
        if self._interrupted:
            self._recall()
        else:
            self._end(self._status)

    @Slot(object)
    def _undo_ended(self, outcome: UndoOutcome) -> None:
        self.undo_order.end_undo(outcome.results)
        self._end(self._status)
        if outcome.back and self._activity is Activity.NONE:
            if self._status.phase is Phase.OPENED:
                self._whole.bring_back(outcome.back)
            else:
                self.scan()  # it reads what the index does not know, which is these
        self.undone.emit(outcome)

    @Slot(str)
    def _removal_failed(self, message: str) -> None:
        self._end(self._status)
        self.problem_found.emit(message)

    def _learn(self, report: ScanReport) -> None:
        """Take over what a job has read of what was said, unless more was said meanwhile."""
        self.judgements.learn(report.judgements, self._said)

    def _take(self, sifted: Sifted, report: ScanReport, *, known: bool = True) -> None:
        """Take a report that was found, with what it leaves out."""
        self._learn(sifted.whole)
        self._whole.take(sifted, known=known)
        self._publish(report if known else None)
        self.tell_left_out()

    @Slot(object)
    def _sifted(self, report: ScanReport) -> None:
        problems = report.problems if self.report is None else self.report.problems
        self._publish(replace(report, problems=problems))
        self.tell_left_out()

    def tell_left_out(self) -> None:
        """Have ``left_out`` say how many documents are left out now."""
        self.left_out.emit(self._whole.left_out(self.report))

    # --- tasks -----------------------------------------------------------------------------

    def _recall(self) -> None:
        self._drop_job()
        if not self._folders:
            self._job_folders = ()
            self._whole.forget()
            self._publish(None)
            self._end(Status(Phase.EMPTY))
            return
        call = Recall(self._folders, self._config, self._index, self.judgements.read)
        task = Task(Excluding(call, self.roles), self)
        task.succeeded.connect(self._recall_ended)
        task.failed.connect(self._recall_failed)
        self._begin(task, Activity.RECALLING)

    def _begin(self, task: Task, activity: Activity) -> None:
        self._job = task
        self._job_folders = self._folders
        self._said = self.judgements.version
        task.progressed.connect(self.progressed)
        task.held.connect(self.held)
        self._activity = activity
        self.activity_changed.emit(activity)
        self._tasks.start(task)

    def _end(self, status: Status) -> None:
        """Note that the job is over; if the folders were changed meanwhile, look those up."""
        self.resume()  # it may have come to its end before it could be held
        self._job = None
        self._status = status
        self._activity = Activity.NONE
        if self._whole.stale and self._job_folders == self._folders:
            self._whole.sift()  # roles were changed meanwhile
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
        self._shown.publish(report, self._config)

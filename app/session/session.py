"""The state behind the window, without widgets: folders, report, and the work on them."""

import time
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, Signal, SignalInstance, Slot

from simcore.files.roles import Roles
from simcore.index.paths import judgements_path
from simcore.index.texts import KeptTexts, texts_path
from simcore.model.config import ScanConfig
from simcore.model.reasons import Reason, ReasonCode
from simcore.model.records import DocumentId
from simcore.model.report import Result, ScanReport, State
from simcore.reports.words import ReportWords

from ..scan_progress import StageSeconds
from ..tasks import Task, TaskRunner, shut_down_below
from .calls import (
    Opened,
    PartialResults,
    RemovalOutcome,
    ScanOutcome,
    TextReader,
    UndoOutcome,
    open_results,
    recall,
    remove,
    save,
    scan,
    undo,
    write_page,
)
from .judgements import JudgementStore
from .marks import MarkStore
from .results import Filtered, Results, RuleKeepers, call_filtered, grouped_as
from .states import Activity, Phase, Status

if TYPE_CHECKING:
    from simcore.removal.plan import RemovalPlan

_Result = TypeVar("_Result")


class SessionJob(TaskRunner):
    """Runs one task at a time; a replaced one that is still ending is ignored."""

    progressed = Signal(object)  # ScanProgress | RemovalProgress
    pausing = Signal()
    held = Signal(object)  # ScanProgress: the state of a paused scan
    resumed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._task: Task | None = None
        self._succeeded: Callable[[Any], None] | None = None
        self._failed: Callable[[Reason | str], None] | None = None
        self._cancelled: Callable[[], None] | None = None
        self._found: Callable[[Any], None] | None = None
        self._started = 0.0
        self._paused_at: float | None = None

    @property
    def paused(self) -> bool:
        return self._paused_at is not None

    @property
    def seconds(self) -> float:
        """The working time of the last task in seconds, without pauses."""
        return time.monotonic() - self._started

    def begin(
        self,
        call: Callable[[Task], _Result],
        succeeded: Callable[[_Result], None],
        failed: Callable[[Reason | str], None],
        cancelled: Callable[[], None] | None = None,
        found: Callable[[Any], None] | None = None,
    ) -> None:
        """Start a call; one of the others is called at its end, unless it was dropped.

        ``found`` is called with everything that it finds until then.
        """
        self._task = task = Task(call)
        self._succeeded, self._failed, self._cancelled = succeeded, failed, cancelled
        self._found = found
        task.found.connect(self._find)
        task.succeeded.connect(self._succeed)
        task.failed.connect(self._fail)
        task.cancelled.connect(self._stop)
        task.progressed.connect(self.progressed)
        task.held.connect(self.held)
        self._started = time.monotonic()
        self._start(task)

    def end(self) -> None:
        self.resume()  # it may have ended before it could pause
        self._task = None

    def drop(self) -> None:
        if self._task is not None:
            self._task.abandon()
            self._task = None

    @Slot(object)
    def _succeed(self, result: object) -> None:
        if self._succeeded is not None and self._is_under_way():
            self._succeeded(result)

    @Slot(object)
    def _find(self, result: object) -> None:
        if self._found is not None and self._is_under_way():
            self._found(result)

    @Slot(object)
    def _fail(self, reason: Reason | str) -> None:
        if self._failed is not None and self._is_under_way():
            self._failed(reason)

    @Slot()
    def _stop(self) -> None:
        if self._cancelled is not None and self._is_under_way():
            self._cancelled()

    def _is_under_way(self) -> bool:
        return self._task is not None and self._task is self.sender()

    def cancel(self) -> None:
        """Stop the task; its work until now is kept."""
        if self._task is not None:
            self._task.cancel()
        self.resume()

    def pause(self) -> None:
        """Pause the task; ``held`` follows."""
        if self._task is not None and not self._task.stopping and not self.paused:
            self._paused_at = time.monotonic()
            self._task.pause()
            self.pausing.emit()

    def resume(self) -> None:
        if self._paused_at is None:
            return
        self._started += time.monotonic() - self._paused_at
        self._paused_at = None
        if self._task is not None:
            self._task.resume()
        self.resumed.emit()


class UndoOrder:
    """Records, while the program runs, the version of the judgements when each removal began.

    All other batches of the journal count as older than all judgements of this run; so does a batch
    whose undo was fully tried, so that its rest does not block earlier steps.
    """

    def __init__(self, judgements: JudgementStore) -> None:
        self._judgements = judgements
        self._began = 0
        self._versions: dict[int, int] = {}  # batch -> version of the judgements when it began
        self._undoing: tuple[int, int] | None = None

    def begin(self) -> None:
        self._began = self._judgements.version

    def note(self, batches: Iterable[int]) -> None:
        self._versions.update(dict.fromkeys(batches, self._began))

    def begin_undo(self, batch: int | None) -> None:
        self.begin()
        version = None if batch is None else self._versions.pop(batch, None)
        self._undoing = None if batch is None or version is None else (batch, version)

    def end_undo(self, results: Iterable[Result]) -> None:
        """Record the result of the undo: operations not tried can still be undone."""
        if self._undoing is not None and any(one.state is State.SKIPPED for one in results):
            batch, version = self._undoing
            self._versions[batch] = version
        self._undoing = None

    @property
    def newest_batch(self) -> int:
        """The newest batch of this run without an attempted undo; 0 without one."""
        return max(self._versions, default=0)

    def said_first(self, batch: int | None) -> bool:
        """Return whether a judgement is undone before a batch, the last that can be undone."""
        last = self._judgements.last
        return last is not None and (batch is None or last.version > self._versions.get(batch, 0))

    def said_since_begun(self) -> bool:
        last = self._judgements.last
        return last is not None and last.version > self._began


class ReportWriter(TaskRunner):
    """Writes groups as tables, and results to be opened again; each call ends in one signal."""

    exported = Signal(object)  # Path
    saved = Signal(object)  # Path of saved results
    failed = Signal(object)  # Reason | str  # a sentence for the user

    def export(self, report: ScanReport, marked: Iterable[DocumentId], path: Path) -> None:
        from simcore.reports.tables import write_groups

        these = frozenset(marked)

        def write(_task: Task) -> Path:
            write_groups(report, path, these)
            return path

        self.write(self.exported, write)

    def write(self, written: SignalInstance, call: Callable[..., Path], *arguments: object) -> None:
        task = Task(call, *arguments)
        task.succeeded.connect(written)
        task.failed.connect(self.failed)
        self._start(task)


class Session(QObject):
    """Holds folders and parameters, and runs what takes time.

    One scan, recall or removal is the ``job`` at a time; texts are read and files written beside
    it. Everything happens in the GUI thread except the tasks' own calls.
    """

    status_changed = Signal(object)  # Status
    activity_changed = Signal(object)  # Activity
    problem_found = Signal(object)  # Reason | str  # a sentence for the user
    removed = Signal(object)  # RemovalOutcome
    undone = Signal(object)  # UndoOutcome
    roles_changed = Signal(object)  # Roles: some came with saved results, or went with them
    opened = Signal(object)  # Opened: saved results, after their report was shown

    def __init__(self, index: Path, config: ScanConfig, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.index = index
        self.config = config  # of the next scan
        self.folders: tuple[Path, ...] = ()  # of the next scan
        self.stage_seconds: StageSeconds = ()  # by the scans until now
        self.status = Status(Phase.EMPTY)  # the last event
        self.activity = Activity.NONE
        self._interrupted = False
        self.job = SessionJob(self)
        self._job_folders: tuple[Path, ...] = ()
        self.judgements = JudgementStore(judgements_path(index), self)
        self.judgements.encodings_changed.connect(self._read_anew)
        self._outdated = False  # documents are to be read in other encodings
        self.texts = TextReader(lambda: self.judgements.now.encodings, index, self)
        self.marks = MarkStore(judgements_path(index), self)
        self.undo_order = UndoOrder(self.judgements)
        self._said = 0
        self.results = Results(self.judgements, self)
        self._keepers = RuleKeepers(self.results)
        self.own_roles = Roles()  # those that the user gave
        self._lent_roles = Roles()  # those of opened results, for these alone
        self.writer = ReportWriter(self)
        for part in (self.judgements, self.texts, self.marks, self.results, self.writer):
            part.failed.connect(self.problem_found)

    @property
    def extracted(self) -> "KeptTexts":
        return KeptTexts(texts_path(self.index), reader=0)

    def set_roles(self, roles: Roles, shown: Roles | None = None) -> None:
        """Set the user's roles of folders, and update the results.

        Roles of opened results apply to these only. If the user changed the roles of both,
        ``shown`` are those of the results.
        """
        if shown is not None:
            self._lent_roles = self._lent_roles.changed(self.results.roles, shown)
        self.own_roles = roles
        self.results.roles = roles.joined(self._lent_roles)
        if self.activity is Activity.NONE:
            self.results.filter_by_role()

    def set_config(self, config: ScanConfig) -> None:
        """Use other parameters: for grouping at once, for reading from the next scan on."""
        self.config = config
        self.results.group_by(self.config)

    @property
    def _nothing_here(self) -> bool:
        report = self.results.report
        shown = report is not None and report.folders == self.folders
        return self.status.elsewhere and shown

    def set_folders(self, folders: Sequence[Path]) -> None:
        if tuple(folders) == self.folders:
            return
        self.folders = tuple(folders)
        if self._occupied:
            return  # looked up when that has ended
        self._recall()

    def scan(self, folders: Sequence[Path] | None = None, *, renew: bool = False) -> None:
        """Start scanning the folders, or others from now on, unless a job is running.

        ``renew`` first sets aside a damaged or outdated index; ``problem_found`` says where it is.
        """
        if self._occupied:
            return
        if folders is not None:
            self.folders = tuple(folders)
        if not self.folders or self._nothing_here:
            return
        call = self._filtered(
            partial(scan, renew=renew, seconds=self.stage_seconds, roles=self.own_roles)
        )
        self._begin(
            Activity.SCANNING, call, self._scan_ended, self._scan_failed, found=self._found_so_far
        )

    def remove(self, plans: "RemovalPlan | Sequence[RemovalPlan]") -> None:
        """Start carrying out plans, one after the other, unless a job is running."""
        from simcore.removal.plan import RemovalPlan

        if self._occupied:
            return
        self.undo_order.begin()
        self._keepers.begin((plans,) if isinstance(plans, RemovalPlan) else plans)
        call = partial(remove, plans=plans, index=self.index)
        self._begin(Activity.REMOVING, call, self._removal_ended, self._removal_failed)

    def undo(
        self,
        batch: int | None = None,
        *,
        only: Collection[int] | None = None,
        beside: bool = False,
    ) -> None:
        """Start undoing a batch, by default the last removal; ``undone`` follows.

        ``only`` names operations by number. ``problem_found`` follows if it cannot be undone.
        Restored documents are scanned again, or restored in opened results.
        """
        if self._occupied:
            return
        self.undo_order.begin_undo(batch if only is None else None)
        self._keepers.begin_undo(batch, whole=only is None)
        call = partial(undo, index=self.index, batch=batch, only=only, beside=beside)
        self._begin(Activity.REMOVING, call, self._undo_ended, self._removal_failed)

    def pause(self) -> None:
        if self.activity is Activity.SCANNING:
            self.job.pause()

    def export(self, path: Path, marked: Iterable[DocumentId]) -> None:
        if self.results.report is not None:
            self.writer.export(self.results.report, marked, path)

    def export_page(self, path: Path, words: "ReportWords") -> None:
        writer, report, roles = self.writer, self.results.report, self.results.roles
        if report is not None:
            writer.write(writer.exported, write_page, report, path, words, roles, self.index)

    def save(self, path: Path, marked: Iterable[DocumentId]) -> None:
        writer, report, roles = self.writer, self.results.report, self.results.roles
        if report is not None:
            writer.write(writer.saved, save, report, frozenset(marked), path, roles)

    def open(self, path: Path) -> None:
        """Show saved results, unless a scan or removal is running; ``opened`` follows.

        The session takes their folders and thresholds. If it fails, ``problem_found`` follows and
        nothing changes.
        """
        if self._occupied:
            return
        self._interrupted = self.activity is Activity.RECALLING
        opening = partial(
            open_results, path=path, judgements=self.judgements.read, config=self.config
        )
        call = partial(call_filtered, call=opening, roles=self.own_roles)
        self._begin(Activity.OPENING, call, self._opened, self._opening_failed, self._go_back)

    def shut_down(self) -> None:
        """Stop everything and wait. No signal follows."""
        self.blockSignals(True)  # noqa: FBT003 - Qt's own signature
        self.results.shut_down()
        self.judgements.shut_down()
        self.marks.shut_down()
        shut_down_below(self)

    @Slot()
    def _read_anew(self) -> None:
        """Scan for documents with changed encodings now, or as soon as possible."""
        if self._occupied or self.activity is Activity.OPENING:
            self._outdated = True
        elif self.status.phase is not Phase.OPENED:
            self.scan()

    def _found_so_far(self, found: PartialResults) -> None:
        if self._job_folders != self.folders or not self.results.wants(found.kinds):
            return  # others are looked up when the scan has ended
        self._lend_roles(Roles())
        self.judgements.learn(found.whole.judgements, self._said)
        filtered = Filtered(found.report, found.whole, found.roles)
        self.results.take(filtered, found.report, self.config, found.kinds)
        self.results.filter_by_role()  # roles may have been changed meanwhile

    def _scan_ended(self, filtered: Filtered[ScanOutcome]) -> None:
        outcome = filtered.result
        self._lend_roles(Roles())
        self._take(filtered, outcome.report)
        if outcome.cancelled is None:
            self.stage_seconds = outcome.seconds
            self._end(Status(Phase.SCANNED, seconds=self.job.seconds, ended_ns=time.time_ns()))
        else:
            read = outcome.cancelled
            self._end(Status(Phase.CANCELLED, read=read.done, known=read.total))
        if outcome.set_aside is not None:
            values = str(self.index), str(outcome.set_aside)
            self.problem_found.emit(Reason(ReasonCode.INDEX_SET_ASIDE, values))

    def _scan_failed(self, reason: Reason | str) -> None:
        self._end(Status(Phase.FAILED, message=reason))

    def _recall_ended(self, filtered: Filtered[ScanOutcome]) -> None:
        known = bool(filtered.whole.documents)
        self._lend_roles(Roles())
        self._take(filtered, filtered.result.report if known else None)
        self._end(Status(Phase.RECALLED if known else Phase.WAITING))

    def _recall_failed(self, reason: Reason | str) -> None:
        self._lend_roles(Roles())
        self.results.forget(self.config)
        self._end(Status(Phase.FAILED, message=reason))

    def _removal_ended(self, outcome: RemovalOutcome) -> None:
        self.undo_order.note(outcome.batches)
        gone = set(outcome.gone)
        stays = (one.document for one in outcome.results if one.document.id not in gone)
        self._keepers.note(outcome.batches, [one.real_path for one in stays])
        self.results.remove(outcome.gone, self.config)
        self._end(self.status)
        self.removed.emit(outcome)

    def _opened(self, filtered: Filtered[Opened]) -> None:
        opened = filtered.result
        self._lend_roles(opened.roles)
        self.config = grouped_as(self.config, opened.report.config)
        self.folders = self._job_folders = opened.report.folders
        self._take(filtered, opened.report)
        message, elsewhere = str(opened.path), opened.elsewhere
        saved_ns = opened.saved_ns
        self._end(Status(Phase.OPENED, message=message, saved_ns=saved_ns, elsewhere=elsewhere))
        self.opened.emit(opened)

    def _opening_failed(self, reason: Reason | str) -> None:
        self._go_back()
        self.problem_found.emit(reason)

    def _go_back(self) -> None:
        if self._interrupted:
            self._recall()
        else:
            self._end(self.status)

    def _undo_ended(self, outcome: UndoOutcome) -> None:
        self.undo_order.end_undo(outcome.results)
        back = [one.path for one in outcome.results if one.state is State.UNDONE]
        keepers, left = self._keepers.end_undo(back)
        outcome = replace(outcome, keepers=keepers, keepers_left=left)
        self._end(self.status)
        if outcome.back and self.activity is Activity.NONE:
            if self.status.phase is Phase.OPENED:
                self.results.bring_back(outcome.back)
            else:
                self.scan()  # it reads files missing in the index, which these are
        self.undone.emit(outcome)

    def _removal_failed(self, reason: Reason | str) -> None:
        self._end(self.status)
        self.problem_found.emit(reason)

    def _lend_roles(self, roles: Roles) -> None:
        """Apply the roles of opened results to these only; none for other results.

        Anybody can write a result file: its roles are never the user's own.
        """
        self._lent_roles, before = roles, self.results.roles
        self.results.roles = self.own_roles.joined(roles)
        if self.results.roles.folders != before.folders:
            self.roles_changed.emit(self.results.roles)

    def _take(self, filtered: Filtered[object], report: ScanReport | None) -> None:
        self.judgements.learn(filtered.whole.judgements, self._said)
        self.results.take(filtered, report, self.config)

    @property
    def _occupied(self) -> bool:
        return self.activity in {Activity.SCANNING, Activity.REMOVING}

    def _recall(self) -> None:
        if not self.folders:
            self.job.drop()
            self._job_folders = ()
            self._lend_roles(Roles())
            self.results.forget(self.config)
            self._end(Status(Phase.EMPTY))
            return
        self._begin(
            Activity.RECALLING, self._filtered(recall), self._recall_ended, self._recall_failed
        )

    def _filtered(
        self, call: Callable[..., ScanOutcome]
    ) -> Callable[[Task], Filtered[ScanOutcome]]:
        bound = partial(
            call,
            folders=self.folders,
            config=self.config,
            index=self.index,
            judgements=self.judgements.read,
        )
        return partial(call_filtered, call=bound, roles=self.own_roles)

    def _begin(
        self,
        activity: Activity,
        call: Callable[[Task], _Result],
        succeeded: Callable[[_Result], None],
        failed: Callable[[Reason | str], None],
        cancelled: Callable[[], None] | None = None,
        found: Callable[[Any], None] | None = None,
    ) -> None:
        """Start a call instead of the running one, see ``SessionJob.begin``."""
        self.job.drop()
        self._job_folders = self.folders
        self._said = self.judgements.version
        self.activity = activity
        self.activity_changed.emit(activity)
        self.job.begin(call, succeeded, failed, cancelled, found)

    def _end(self, status: Status) -> None:
        """End the job; if the folders changed meanwhile, recall those."""
        self.job.end()
        self.status = status
        self.activity = Activity.NONE
        if self._job_folders != self.folders:
            self._recall()
            return
        self.results.filter_by_role()  # roles may have been changed meanwhile
        self.activity_changed.emit(self.activity)
        self.status_changed.emit(status)
        if self._outdated and self.activity is Activity.NONE:
            self._outdated = False
            self._read_anew()

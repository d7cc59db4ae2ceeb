"""The state behind the window, without widgets: folders, report, and the work on them."""

import time
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Signal, Slot

import simcore
from simcore import DocumentId, Reason, ReasonCode, Roles, ScanConfig, ScanReport, State

from ..background.course import StageSeconds
from ..background.task import Task, shut_down_below
from .calls.removal import RemovalOutcome, UndoOutcome, remove, undo
from .calls.role_filter import Filtered, call_filtered
from .calls.saved_results import Opened, open_results
from .calls.scan import PartialResults, ScanOutcome, recall, scan
from .calls.texts import TextReader
from .job import SessionJob
from .judgement_store import JudgementStore
from .mark_store import MarkStore
from .report_writer import ReportWriter
from .results import Results
from .rule_keepers import RuleKeepers
from .states import Activity, Phase, Status
from .undo_order import UndoOrder

_Result = TypeVar("_Result")


class Session(QObject):
    """Holds folders and parameters, and runs what takes time.

    One of scan, recall and removal is the ``job`` at a time; ``texts`` are read and files written
    by ``writer`` beside it. ``results`` and ``judgements`` hold the report and the judgements.
    Everything happens in the GUI thread but for the tasks' own calls.
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
        self._index = index
        self.config = config  # of the next scan
        self.folders: tuple[Path, ...] = ()  # of the next scan
        self.stage_seconds: StageSeconds = ()  # by the scans until now
        self.status = Status(Phase.EMPTY)  # the last event
        self.activity = Activity.NONE
        self._interrupted = False
        self.job = SessionJob(self)
        self._job_folders: tuple[Path, ...] = ()
        self.judgements = JudgementStore(simcore.judgements_path(index), self)
        self.judgements.failed.connect(self.problem_found)
        self.judgements.encodings_changed.connect(self._read_anew)
        self._outdated = False  # documents are to be read in other encodings
        self.texts = TextReader(lambda: self.judgements.now.encodings, index, self)
        self.texts.failed.connect(self.problem_found)
        self.marks = MarkStore(simcore.judgements_path(index), self)
        self.marks.failed.connect(self.problem_found)
        self.undo_order = UndoOrder(self.judgements)
        self._said = 0
        self.results = Results(self.judgements, self)
        self.results.failed.connect(self.problem_found)
        self._keepers = RuleKeepers(self.results)
        self.own_roles = Roles()  # those that the user gave
        self._lent_roles = Roles()  # those of opened results, for these alone
        self.writer = ReportWriter(self)
        self.writer.failed.connect(self.problem_found)

    @property
    def index(self) -> Path:
        """The path of the index."""
        return self._index

    @property
    def extracted(self) -> "simcore.KeptTexts":
        """The extracted texts beside the index."""
        return simcore.KeptTexts(simcore.texts_path(self._index), reader=0)

    def set_roles(self, roles: Roles, shown: Roles | None = None) -> None:
        """Set the user's roles of folders; excluded documents leave the results, or return.

        Those of opened results hold for these besides. If the user changed the roles of both that
        were shown, ``shown`` are those.
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
        """Whether the folder is a file of results, whose documents are not on this machine."""
        report = self.results.report
        shown = report is not None and report.folders == self.folders
        return self.status.elsewhere and shown

    def set_folders(self, folders: Sequence[Path]) -> None:
        """Choose folders and recall their report from the index."""
        if tuple(folders) == self.folders:
            return
        self.folders = tuple(folders)
        if self._occupied:
            return  # looked up when that has ended
        self._recall()

    def set_threshold(self, distance: int, similarity: float, *, contained: bool) -> None:
        """Group by another threshold, once the events that are waiting were dealt with."""
        self.config = replace(
            self.config, distance=distance, similarity=similarity, contained=contained
        )
        self.results.group_by(self.config)

    def scan(self, folders: Sequence[Path] | None = None, *, renew: bool = False) -> None:
        """Start scanning the folders, or others from now on, unless a job is under way.

        With ``renew`` a damaged index is set aside first; ``problem_found`` says where it is.
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

    def remove(self, plans: "simcore.RemovalPlan | Sequence[simcore.RemovalPlan]") -> None:
        """Start carrying out plans, one after the other, unless something is under way."""
        if self._occupied:
            return
        self.undo_order.begin()
        self._keepers.begin((plans,) if isinstance(plans, simcore.RemovalPlan) else plans)
        call = partial(remove, plans=plans, index=self._index)
        self._begin(Activity.REMOVING, call, self._removal_ended, self._removal_failed)

    def undo(
        self,
        batch: int | None = None,
        *,
        only: Collection[int] | None = None,
        beside: bool = False,
    ) -> None:
        """Start undoing a batch, by default the last removal; ``undone`` follows.

        ``only`` names operations of it by their numbers. ``problem_found`` follows when it cannot
        be. What came back is in the results again: a scan reads it, and in opened results it is
        put back as it was.
        """
        if self._occupied:
            return
        self.undo_order.begin_undo(batch if only is None else None)
        self._keepers.begin_undo(batch, whole=only is None)
        call = partial(undo, index=self._index, batch=batch, only=only, beside=beside)
        self._begin(Activity.REMOVING, call, self._undo_ended, self._removal_failed)

    def pause(self) -> None:
        """Pause the running scan; ``held`` follows when it does."""
        if self.activity is Activity.SCANNING:
            self.job.pause()

    def export(self, path: Path, marked: Iterable[DocumentId]) -> None:
        """Have ``writer`` write the groups of the moment to a table."""
        if self.results.report is not None:
            self.writer.export(self.results.report, marked, path)

    def export_page(self, path: Path, words: "simcore.ReportWords") -> None:
        """Have ``writer`` write the groups of the moment, with their differences, as a page."""
        if self.results.report is not None:
            self.writer.export_page(
                self.results.report, path, words, self.results.roles, self._index
            )

    def save(self, path: Path, marked: Iterable[DocumentId]) -> None:
        """Have ``writer`` write the results of the moment to a file."""
        if self.results.report is not None:
            self.writer.save(self.results.report, marked, path, self.results.roles)

    def open(self, path: Path) -> None:
        """Show saved results, unless a scan or removal is running; ``opened`` follows.

        Their folders and thresholds become those of the session, the other parameters stay. When
        it fails, ``problem_found`` follows and everything is as before.
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
        """Stop everything that is under way and wait for it. No signal follows."""
        self.blockSignals(True)  # noqa: FBT003 - Qt's own signature
        self.results.shut_down()
        self.judgements.shut_down()
        self.marks.shut_down()
        shut_down_below(self)

    @Slot()
    def _read_anew(self) -> None:
        """Scan for documents that are to be read in other encodings, or as soon as that can be."""
        if self._occupied or self.activity is Activity.OPENING:
            self._outdated = True
        elif self.status.phase is not Phase.OPENED:
            self.scan()

    # --- what ends -------------------------------------------------------------------------

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
            values = str(self._index), str(outcome.set_aside)
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
        config = opened.report.config
        self.config = replace(
            self.config,
            distance=config.distance,
            similarity=config.similarity,
            contained=config.contained,
            grouping=config.grouping,
        )
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
        """Return to the activity before results were to be opened."""
        if self._interrupted:
            self._recall()
        else:
            self._end(self.status)

    def _undo_ended(self, outcome: UndoOutcome) -> None:
        self.undo_order.end_undo(outcome.results)
        back = [one.path for one in outcome.results if one.state is State.UNDONE]
        keepers = self._keepers.end_undo(back)
        outcome = replace(outcome, keepers=keepers.restored, keepers_left=keepers.left)
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
        """Let the roles of opened results hold for these, or none for other results.

        Anybody can write a file of results: its roles are never the user's own.
        """
        self._lent_roles, before = roles, self.results.roles
        self.results.roles = self.own_roles.joined(roles)
        if self.results.roles.folders != before.folders:
            self.roles_changed.emit(self.results.roles)

    def _take(self, filtered: Filtered[object], report: ScanReport | None) -> None:
        """Accept a new report, and the judgements that the job has read."""
        self.judgements.learn(filtered.whole.judgements, self._said)
        self.results.take(filtered, report, self.config)

    # --- the job ---------------------------------------------------------------------------

    @property
    def _occupied(self) -> bool:
        """Whether a job is running that must not be replaced."""
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
            index=self._index,
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
        """Note that the job is over; if the folders were changed meanwhile, look those up."""
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

"""Results: the report, filtered by role and grouped at the current thresholds."""

from collections.abc import Collection, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot

import simcore
from simcore import (
    Document,
    DocumentId,
    Judgements,
    Kind,
    Problem,
    Role,
    Roles,
    ScanConfig,
    ScanReport,
)

from ..background.latest import Latest
from ..background.task import shut_down_below
from .calls.role_filter import Filtered, leave_out
from .judgement_store import JudgementStore
from .regrouping import (
    FoundCounts,
    Regrouped,
    is_quick,
    regroup_beside,
    regrouped,
    threshold_of,
)

_AT_ONCE = 10_000
"""The number of documents up to which a report is filtered in the GUI thread."""

Kept = tuple[Path, bytes]
"""A document that leads its group, as ``Judgements.kept`` names one."""


def named_kept(document: Document) -> Kept:
    """Name a document as one that is kept."""
    return document.real_path, document.content_hash


class Results(QObject):
    """Owns the whole report, and the shown one, which is derived from it.

    The whole report has the documents of excluded folders, and those that were removed since:
    they return when a role is changed or a removal is undone. The shown report is grouped at once
    or in the background. ``found_changed`` follows every ``report_changed``, and comes alone while
    the counts follow a moving slider. Of a scan under way ``partial_changed`` comes, too, and
    ``kinds`` says what is known: others are not 0 but unknown. A scan that fails leaves them so.
    """

    report_changed = Signal(object)  # ScanReport | None
    partial_changed = Signal(object, object)  # ScanReport, frozenset[Kind]: of a scan under way
    found_changed = Signal(object)  # FoundCounts: by the newest thresholds that were grouped by
    left_out = Signal(object)  # how many documents are left out for being in excluded folders
    problems_changed = Signal(object)  # ScanReport, of which nothing else is new
    failed = Signal(object)  # Reason | str  # a sentence for the user

    def __init__(self, judgements: JudgementStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.roles = Roles()
        """What may happen to the documents of folders; ``filter_by_role`` follows a change."""
        self._judgements = judgements
        judgements.changed.connect(self._regroup_soon)
        self._leading: frozenset[Kept] = frozenset()
        self.report: ScanReport | None = None  # None before anything is known
        self.found = FoundCounts(0, 0, 0)
        """The counts that ``found_changed`` carried last."""
        self.kinds: frozenset[Kind] | None = None
        """The kinds that a scan under way looks for until now; None if the results are whole."""
        self._config = ScanConfig()
        self._regroup_timer = QTimer(self, singleShot=True, interval=0)
        self._regroup_timer.timeout.connect(self._regroup)
        self._regrouper = Latest(regroup_beside, self, self._regroup_ended, self.failed)
        # a request that was overtaken is answered, too: counts follow a handle that moves on
        self._regrouper.passed.connect(self._regroup_passed)
        self._whole: ScanReport | None = None
        self._gone: set[DocumentId] = set()
        self._filtered_by: dict[Path, Role] = {}
        self._sifting = Latest(leave_out, self, self._sift_ended, self.failed)

    # ---- the whole report

    @property
    def documents(self) -> Mapping[DocumentId, Document]:
        """All documents that are known, those that no list shows among them."""
        report = self._whole or self.report
        return {} if report is None else report.documents

    def wants(self, kinds: frozenset[Kind]) -> bool:
        """Return whether what a scan has found so far is more than what is shown.

        Whole results from before are more than copies: they stay until pairs are compared, when
        all that was compared before is known.
        """
        return self.report is None or self.kinds is not None or kinds == frozenset(Kind)

    def take(
        self,
        filtered: Filtered[object],
        report: ScanReport | None,
        config: ScanConfig,
        kinds: frozenset[Kind] | None = None,
    ) -> None:
        """Show a report that was found; None: there is nothing in it.

        A scan that is under way has looked for these ``kinds`` alone until now.
        """
        self.kinds = kinds
        self._hold(None if report is None else filtered.whole)
        self._filtered_by = _excluding_part(filtered.roles)
        self.show(report, config)
        self.tell_left_out()
        if self.report is not None and kinds is not None:
            self.partial_changed.emit(self.report, kinds)

    def forget(self, config: ScanConfig) -> None:
        """Clear the reports."""
        self.kinds = None
        self._hold(None)
        self.show(None, config)

    def filter_by_role(self) -> None:
        """Filter by the current roles, if they exclude other documents than before."""
        if _excluding_part(self.roles) != self._filtered_by:
            self._sift()

    def remove(self, gone: Collection[DocumentId], config: ScanConfig) -> None:
        """Leave out documents that are gone."""
        shown = self.report
        if not gone or shown is None:
            return
        self._gone.update(gone)
        if self._whole is None or (len(shown.documents) <= _AT_ONCE and not self._sifting.busy):
            self.show(simcore.without_documents(shown, set(gone)), config)
        else:
            self._sift()

    def bring_back(self, paths: Iterable[Path]) -> None:
        """Show documents that are back again."""
        if self._whole is not None:
            known, back = self._whole.documents, frozenset(paths)
            self._gone -= {key for key in self._gone if known[key].real_path in back}
            self._sift()

    def tell_left_out(self) -> None:
        """Update ``left_out``, the number of documents left out."""
        count = 0
        if self._whole is not None and self.report is not None:
            count = len(self._whole.documents) - len(self.report.documents) - len(self._gone)
        self.left_out.emit(count)

    def _hold(self, whole: ScanReport | None) -> None:
        self._sifting.stop()
        self._whole, self._gone = whole, set()

    def _sift(self) -> None:
        if self._whole is not None:
            self._filtered_by = _excluding_part(self.roles)
            self._sifting.run(self._whole, self.roles, frozenset(self._gone))

    @Slot(object)
    def _sift_ended(self, filtered: Filtered[ScanReport]) -> None:
        if filtered.whole is self._whole:
            problems = filtered.result.problems if self.report is None else self.report.problems
            self.show(replace(filtered.result, problems=problems))
            self.tell_left_out()

    # ---- the shown report

    def show(self, report: ScanReport | None, config: ScanConfig | None = None) -> None:
        """Show a report, by the thresholds of ``config`` or else of now, be it a moment later."""
        self._config = config = config or self._config
        self._regrouper.stop()
        if report is None:
            self._publish(None, FoundCounts(0, 0, 0))
        elif is_quick(report, self._current_judgements()):
            made = regrouped(report, config, self._current_judgements())
            self._publish(made.report, made.found)
        else:
            self.report = report
            self.report_changed.emit(report)
            self._regrouper.follow(report, config, self._current_judgements())

    def group_by(self, config: ScanConfig) -> None:
        """Group by other thresholds, once the events that are waiting were dealt with."""
        self._config = config
        self._regroup_soon()

    @property
    def leading(self) -> frozenset[Kept]:
        """The documents that lead their groups while the program runs."""
        return self._leading

    def lead(self, kept: AbstractSet[Kept], instead_of: AbstractSet[Kept]) -> None:
        """Let documents be the kept ones of their groups while the program runs.

        Like a judgement of the user, but not stored. ``instead_of`` are all documents of
        those groups; judgements of the user pass these alone.
        """
        before = self._leading
        self._leading = (before - instead_of) | kept
        if self._leading != before:
            self._regroup_soon()

    def settle_problem(self, path: Path, left: Problem | None) -> None:
        """Replace the problems of a file by the remaining one, or by none."""
        report = self.report
        if report is None:
            return
        problems = [one for one in report.problems if one.path != path]
        if left is not None:
            problems = sorted([*problems, left], key=lambda one: (one.path, one.stage))
        self.report = replace(report, problems=tuple(problems))
        self.problems_changed.emit(self.report)

    def shut_down(self) -> None:
        """Stop permanently, and wait until nothing runs. No signal follows."""
        self._regroup_timer.stop()
        self.blockSignals(True)  # noqa: FBT003 - Qt's own signature
        shut_down_below(self)

    def _current_judgements(self) -> Judgements:
        """Return the judgements, with the temporary choices of kept documents."""
        now = self._judgements.now
        return replace(now, kept=now.kept | self._leading) if self._leading else now

    @Slot()
    def _regroup_soon(self) -> None:
        if self.report is not None:
            self._regroup_timer.start()

    @Slot()
    def _regroup(self) -> None:
        report = self.report
        if report is None:
            return
        judgements = self._current_judgements()
        same = threshold_of(self._config) == threshold_of(report.config)
        same = same and judgements == report.judgements
        if is_quick(report, judgements):
            if not same:
                made = regrouped(report, self._config, judgements)
                self._publish(made.report, made.found)
        elif not same or self._regrouper.running:  # counts may have followed the handle elsewhere
            self._regrouper.follow(report, self._config, judgements)

    @Slot(object)
    def _regroup_ended(self, made: Regrouped) -> None:
        if made.base is not self.report:
            return
        if made.report is made.base:
            self._tell_found(made.found)
        else:
            self._publish(made.report, made.found)

    @Slot(object)
    def _regroup_passed(self, made: Regrouped) -> None:
        if made.base is self.report:
            self._tell_found(made.found)

    def _publish(self, report: ScanReport | None, found: FoundCounts) -> None:
        self.report = report
        self.report_changed.emit(report)
        self._tell_found(found)

    def _tell_found(self, found: FoundCounts) -> None:
        self.found = found
        self.found_changed.emit(found)


def _excluding_part(roles: Roles) -> dict[Path, Role]:
    """Return the part of some roles that determines the documents left out."""
    return roles.folders if roles.excludes else {}

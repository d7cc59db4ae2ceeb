"""Results: what was found, less what roles leave out, grouped by the thresholds of the moment."""

from collections.abc import Collection, Iterable
from collections.abc import Set as AbstractSet
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from app.session.calls.excluding import Sifted
from app.session.judgement_store import JudgementStore
from app.session.shown_report import Kept, ShownReport
from app.session.whole_report import WholeReport
from simcore import DocumentId, Problem, Roles, ScanConfig, ScanReport


class Results(QObject):
    """Holds a whole report and the one that is shown, and makes the latter of the former."""

    report_changed = Signal(object)  # ScanReport | None
    found_changed = Signal(object)  # Found: of the newest thresholds that were grouped by
    left_out = Signal(object)  # how many documents are left out for being in excluded folders
    problems_changed = Signal(object)  # tuple[Problem, ...] of the report, the rest is as it was
    failed = Signal(str)  # a sentence for a person

    def __init__(self, judgements: JudgementStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._shown = ShownReport(judgements, self)
        self._shown.report_changed.connect(self.report_changed)
        self._shown.found_changed.connect(self.found_changed)
        self._shown.failed.connect(self.failed)
        self._whole = WholeReport(self)
        self._whole.sifted.connect(self._sifted)
        self._whole.failed.connect(self.failed)

    @property
    def report(self) -> ScanReport | None:
        """The results of the moment; None before anything is known."""
        return self._shown.report

    @property
    def roles(self) -> Roles:
        """What may happen to the documents of folders."""
        return self._whole.roles

    @roles.setter
    def roles(self, roles: Roles) -> None:
        self._whole.roles = roles

    def take(self, sifted: Sifted, report: ScanReport | None, config: ScanConfig) -> None:
        """Show a report that was found; None: there is nothing in it."""
        self._whole.take(sifted, known=report is not None)
        self.show(report, config)
        self.tell_left_out()

    def forget(self, config: ScanConfig) -> None:
        """Hold and show nothing."""
        self._whole.forget()
        self.show(None, config)

    def show(self, report: ScanReport | None, config: ScanConfig) -> None:
        """Show a report, by the thresholds of ``config``, be it a moment later."""
        self._shown.publish(report, config)

    def group_by(self, config: ScanConfig) -> None:
        """Group by other thresholds, once the events that are waiting were dealt with."""
        self._shown.group_by(config)

    def lead(self, kept: AbstractSet[Kept], instead_of: AbstractSet[Kept]) -> None:
        """Let documents be the kept ones of their groups, see ``ShownReport.lead``."""
        self._shown.lead(kept, instead_of)

    def sift(self) -> None:
        """Leave out what roles exclude now, if that is something else than before."""
        if self._whole.stale:
            self._whole.sift()

    def remove(self, gone: Collection[DocumentId], config: ScanConfig) -> None:
        """Leave out documents that are gone."""
        if gone and self.report is not None:
            left = self._whole.without(self.report, gone)
            if left is not None:
                self.show(left, config)

    def bring_back(self, paths: Iterable[Path]) -> None:
        """Show documents that are back again."""
        self._whole.bring_back(paths)

    def tell_left_out(self) -> None:
        """Have ``left_out`` say how many documents are left out now."""
        self.left_out.emit(self._whole.left_out(self.report))

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
        """Stop for good, and wait until nothing runs. No signal follows."""
        self.blockSignals(True)  # noqa: FBT003 - Qt's own signature
        self._shown.shut_down()
        self._whole.shut_down()

    @Slot(object)
    def _sifted(self, report: ScanReport) -> None:
        problems = report.problems if self.report is None else self.report.problems
        self._shown.publish(replace(report, problems=problems))
        self.tell_left_out()

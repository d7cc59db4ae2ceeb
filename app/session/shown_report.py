"""ShownReport: the report of the moment, grouped by the thresholds of the moment."""

from collections.abc import Set as AbstractSet
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.background.latest import Latest
from app.session.found import Found
from app.session.judgement_store import JudgementStore
from app.session.regrouping import (
    Regrouped,
    is_quick,
    regroup_beside,
    regrouped,
    threshold_of,
)
from simcore import Document, Judgements, ScanConfig, ScanReport

Kept = tuple[Path, bytes]
"""A document that leads its group, as ``Judgements.kept`` names one."""


def named_kept(document: Document) -> Kept:
    """Name a document as one that is kept."""
    return document.real_path, document.content_hash


class ShownReport(QObject):
    """Holds a report and groups it anew, at once or in the background.

    ``found_changed`` follows every ``report_changed``, and comes alone while figures follow a
    handle that does not stand still.
    """

    report_changed = Signal(object)  # ScanReport | None
    found_changed = Signal(object)  # Found: of the newest thresholds that were grouped by
    failed = Signal(str)  # a sentence for a person

    def __init__(self, judgements: JudgementStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._judgements = judgements
        judgements.changed.connect(self._judged)
        self._leading: frozenset[Kept] = frozenset()
        self._report: ScanReport | None = None
        self._config = ScanConfig()
        self._regroup_timer = QTimer(self)
        self._regroup_timer.setSingleShot(True)
        self._regroup_timer.timeout.connect(self._regroup)
        self._regrouper = Latest(regroup_beside, self, self._regroup_ended, self.failed)
        # a request that was overtaken is answered too: figures follow a handle that moves on
        self._regrouper.passed.connect(self._regroup_passed)

    @property
    def report(self) -> ScanReport | None:
        """The results of the moment; None before anything is known."""
        return self._report

    def publish(self, report: ScanReport | None, config: ScanConfig | None = None) -> None:
        """Show a report, by the thresholds of ``config`` or else of now, be it a moment later."""
        self._config = config = config or self._config
        self._regrouper.stop()
        if report is None:
            self._show(None, Found(0, 0, 0))
        elif is_quick(report, self._said()):
            made = regrouped(report, config, self._said())
            self._show(made.report, made.found)
        else:
            self._report = report
            self.report_changed.emit(report)
            self._regrouper.follow(report, config, self._said())

    def lead(self, kept: AbstractSet[Kept], instead_of: AbstractSet[Kept]) -> None:
        """Let documents be the kept ones of their groups while the program runs.

        As if a person had said so, but it is not written down. ``instead_of`` are all documents of
        those groups; whoever lets a person say who is kept gives them alone.
        """
        before = self._leading
        self._leading = (before - instead_of) | kept
        if self._report is not None and self._leading != before:
            self._regroup_timer.start(0)

    def _said(self) -> Judgements:
        """Give what was said, and what leads for now."""
        now = self._judgements.now
        return replace(now, kept=now.kept | self._leading) if self._leading else now

    def group_by(self, config: ScanConfig) -> None:
        """Group by other thresholds, once the events that are waiting were dealt with."""
        self._config = config
        if self._report is not None:
            self._regroup_timer.start(0)

    def amend(self, report: ScanReport) -> None:
        """Take a report with the same groups in place of the one of now; no signal follows."""
        self._report = report

    def shut_down(self) -> None:
        """Stop for good, and wait until nothing runs. No signal follows."""
        self._regroup_timer.stop()
        self.blockSignals(True)  # noqa: FBT003 - Qt's own signature
        self._regrouper.shut_down()

    @Slot()
    def _judged(self) -> None:
        """Group by what was said, as by another threshold."""
        if self._report is not None:
            self._regroup_timer.start(0)

    @Slot()
    def _regroup(self) -> None:
        report = self._report
        if report is None:
            return
        said = self._said()
        same = threshold_of(self._config) == threshold_of(report.config)
        same = same and said == report.judgements
        if is_quick(report, said):
            if not same:
                made = regrouped(report, self._config, said)
                self._show(made.report, made.found)
        elif not same or self._regrouper.running:  # figures may have followed the handle elsewhere
            self._regrouper.follow(report, self._config, said)

    @Slot(object)
    def _regroup_ended(self, made: Regrouped) -> None:
        if made.base is not self._report:
            return
        if made.report is made.base:
            self.found_changed.emit(made.found)
        else:
            self._show(made.report, made.found)

    @Slot(object)
    def _regroup_passed(self, made: Regrouped) -> None:
        if made.base is self._report:
            self.found_changed.emit(made.found)

    def _show(self, report: ScanReport | None, found: Found) -> None:
        self._report = report
        self.report_changed.emit(report)
        self.found_changed.emit(found)

"""Counting the pairs of a report for their picture, in the background; the newest report wins."""

from PySide6.QtCore import QObject, Slot

import simcore
from simcore import ScanReport

from ..background.latest import Latest
from ..background.task import Task

_Given = tuple[object, object, object, float]


def _count(task: Task, report: ScanReport) -> "simcore.PairDensity | None":
    """Count the pairs of a report. Raises ``Cancelled``."""
    columns = simcore.pair_columns(report)
    task.check()
    return simcore.PairDensity.of(columns, report.config.containment, report.compared_distance)


class PairCounter(Latest[[ScanReport], "simcore.PairDensity | None"]):
    """Counts one report at a time; ``succeeded`` follows for the newest request only.

    It carries None where there is nothing to show. A report that was only grouped anew has the
    same pairs, and is not counted again.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(_count, parent)
        self.failed.connect(self._clear)
        self._given: _Given | None = None

    @Slot(object)
    def count(self, report: ScanReport | None) -> None:
        """Count the pairs of a report, as soon as the running count has stopped."""
        given = None if report is None else _given(report)
        if given is not None and self._given is not None and _same(given, self._given):
            return
        self._given = given
        if report is None:
            self.stop()
            self._clear()
        else:
            self.run(report)

    @Slot()
    def _clear(self) -> None:
        self.succeeded.emit(None)


def _given(report: ScanReport) -> _Given:
    """Return what the picture of a report is made of; its groups need not be kept for that."""
    return report.pairs, report.documents, report.comparisons, report.config.containment


def _same(given: _Given, other: _Given) -> bool:
    """Return whether two reports have the same picture; compares identities only."""
    return all(mine is its for mine, its in zip(given[:3], other[:3], strict=True)) and (
        given[3] == other[3]
    )

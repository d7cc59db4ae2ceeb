"""Counting the pairs of a report for their picture, in the background; the newest report wins."""

from PySide6.QtCore import QObject, Signal, Slot

import simcore
from app.background.latest import Latest
from app.background.task import Task
from simcore import ScanReport

_Given = tuple[object, object, object, float]


class _Counting:
    """Counts the pairs of a report when called with its task; returns a ``PairDensity``."""

    def __init__(self, report: ScanReport) -> None:
        self.report = report

    def __call__(self, task: Task) -> object:
        from app.picture.density import PairDensity  # noqa: PLC0415 - it needs NumPy

        columns = simcore.pair_columns(self.report)
        task.check()
        report = self.report
        return PairDensity.of(columns, report.config.containment, report.compared_distance)


class PairCounter(QObject):
    """Counts one report at a time; ``counted`` follows for the newest request only.

    A report that was only grouped anew has the same pairs, and is not counted again.
    """

    counted = Signal(object)  # PairDensity | None
    failed = Signal(str)  # a sentence for a person

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._latest = Latest(self)
        self._latest.succeeded.connect(self.counted)
        self._latest.failed.connect(self._failed)
        self._given: _Given | None = None

    @property
    def busy(self) -> bool:
        """Whether something is being counted."""
        return self._latest.running

    @Slot(object)
    def count(self, report: ScanReport | None) -> None:
        """Count the pairs of a report, as soon as what is under way has stopped."""
        given = None if report is None else _given(report)
        if given is not None and self._given is not None and _same(given, self._given):
            return
        self._given = given
        if report is None:
            self._latest.stop()
            self.counted.emit(None)
        else:
            self._latest.run(_Counting(report))

    def shut_down(self) -> None:
        """Stop for good, and wait until nothing runs. No signal follows."""
        self._latest.shut_down()

    @Slot(str)
    def _failed(self, message: str) -> None:
        self.counted.emit(None)
        self.failed.emit(message)


def _given(report: ScanReport) -> _Given:
    """Give what the picture of a report is made of; its groups need not be kept for that."""
    return report.pairs, report.documents, report.comparisons, report.config.containment


def _same(given: _Given, other: _Given) -> bool:
    """Tell whether the pictures of two reports are the same; equal reports are not searched for."""
    return all(mine is its for mine, its in zip(given[:3], other[:3], strict=True)) and (
        given[3] == other[3]
    )

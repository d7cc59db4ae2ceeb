"""Grouping a report anew, at once where it is quick, else in the background."""

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

import simcore
from app.background.latest import Latest
from app.background.task import Task
from app.session.found import Found, found_in
from simcore import Grouping, Judgements, ScanConfig, ScanReport

_PAIRS_AT_ONCE = 15_000
"""Up to so many pairs are grouped in less than 50 ms, also at thresholds never asked for."""

_PAIRS_JUDGED_AT_ONCE = 3_000
"""The same where something else was said of documents, for which all is made ready anew."""


@dataclass(frozen=True, slots=True)
class Regrouped:
    """A report at the thresholds of a configuration, and what its groups hold."""

    base: ScanReport
    report: ScanReport
    found: Found


def regrouped(
    report: ScanReport, wish: ScanConfig, judgements: Judgements | None = None
) -> Regrouped:
    """Group a report anew, at the thresholds of ``wish``, by what was said (None: as it has it).

    At the thresholds and judgements that it has, its groups stay.
    """
    grouped = report
    said = report.judgements if judgements is None else judgements
    if threshold_of(wish) != threshold_of(report.config) or said != report.judgements:
        grouped = simcore.regroup(
            report,
            wish.distance,
            wish.similarity,
            contained=wish.contained,
            grouping=wish.grouping,
            judgements=said,
        )
    return Regrouped(report, grouped, found_in(grouped))


def threshold_of(config: ScanConfig) -> tuple[int, float, bool, Grouping]:
    """Give all of a configuration that groups depend on."""
    return config.distance, config.similarity, config.contained, config.grouping


class _Request:
    """Groups a report at some thresholds when called with its task."""

    def __init__(self, report: ScanReport, wish: ScanConfig, judgements: Judgements | None) -> None:
        self._report = report
        self._wish = wish
        self._judgements = judgements

    def __call__(self, task: Task) -> Regrouped:
        made = regrouped(self._report, self._wish, self._judgements)
        task.check()
        return made


class Regrouper(QObject):
    """Groups one report after another; only one at a time, for they share what they remember.

    ``passed`` carries the answer to a request that was overtaken by a newer one, so that figures
    follow a handle that does not stand still; ``arrived`` the answer to the newest.
    """

    arrived = Signal(object)  # Regrouped
    passed = Signal(object)  # Regrouped
    failed = Signal(str)  # a sentence for a person

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._latest = Latest(self)
        self._latest.succeeded.connect(self.arrived)
        self._latest.passed.connect(self.passed)
        self._latest.failed.connect(self.failed)

    @staticmethod
    def is_quick(report: ScanReport, judgements: Judgements | None = None) -> bool:
        """Tell whether a report may be grouped in the GUI thread; None: nothing new was said."""
        as_before = judgements is None or judgements == report.judgements
        most = _PAIRS_AT_ONCE if as_before else min(_PAIRS_AT_ONCE, _PAIRS_JUDGED_AT_ONCE)
        return len(report.pairs) <= most

    @property
    def busy(self) -> bool:
        """Whether something is being grouped in the background."""
        return self._latest.running

    def ask(
        self, report: ScanReport, wish: ScanConfig, judgements: Judgements | None = None
    ) -> None:
        """Group a report in the background, after what is under way."""
        self._latest.follow(_Request(report, wish, judgements))

    def drop(self) -> None:
        """Forget what was asked for: no answer follows."""
        self._latest.stop()

    def shut_down(self) -> None:
        """Stop for good, and wait until nothing runs. No signal follows."""
        self._latest.shut_down()

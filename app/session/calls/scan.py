"""The scan as a background call: its own index connection, its own process pool."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import simcore
from app.background.process import processes
from app.background.task import Task
from simcore import Cancelled, Judgements, ScanConfig, ScanReport, Stage


@dataclass(frozen=True, slots=True)
class ScanProgress:
    """The progress of a scan: ``done`` of ``total`` units of ``stage``; 0 total means unknown."""

    stage: Stage
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class ScanOutcome:
    """The outcome of a scan.

    ``cancelled`` is None for a scan that ran to its end; else ``report`` is what the index held
    when the scan was stopped, and ``cancelled`` how far reading files had come.
    """

    report: ScanReport
    cancelled: ScanProgress | None = None


class Scan:
    """Scans folders when called with its task; returns a ``ScanOutcome``.

    A cancelled scan stops its worker processes at once and still returns: with what the index
    knows by then. Only one that was abandoned (the window closes) raises ``Cancelled``. Groups
    follow the result of ``judgements``, called in the task's thread.
    """

    def __init__(
        self,
        folders: Sequence[Path],
        config: ScanConfig,
        index: Path,
        judgements: Callable[[], Judgements] = Judgements,
    ) -> None:
        self.folders = tuple(folders)
        self.config = config
        self._index = index
        self._judgements = judgements

    def __call__(self, task: Task) -> ScanOutcome:
        """Run the scan in the calling thread. Raises ``SimcoreError`` and ``Cancelled``."""
        receiver = _Receiver(task)
        with simcore.FingerprintIndex(self._index) as index:
            try:
                return ScanOutcome(self._scan(index, receiver))
            except Cancelled:
                if task.abandoned:
                    raise
                report = simcore.recall(self.folders, self.config, index, self._judgements())
                return ScanOutcome(report, receiver.read)

    def _scan(self, index: "simcore.FingerprintIndex", receiver: "_Receiver") -> ScanReport:
        try:
            with processes(self.config.jobs, self.config.seconds_a_file) as executor:
                return simcore.scan(
                    self.folders,
                    self.config,
                    index,
                    executor,
                    receiver,
                    judgements=self._judgements(),
                )
        except Exception as error:
            if receiver.task.stopping and not isinstance(error, Cancelled):
                raise Cancelled from error  # the pool broke because it was being stopped
            raise


class Recall:
    """Asks the index what it knows about folders when called; returns a ``ScanOutcome``.

    Groups follow the result of ``judgements``.
    """

    def __init__(
        self,
        folders: Sequence[Path],
        config: ScanConfig,
        index: Path,
        judgements: Callable[[], Judgements] = Judgements,
    ) -> None:
        self.folders = tuple(folders)
        self.config = config
        self._index = index
        self._judgements = judgements

    def __call__(self, task: Task) -> ScanOutcome:
        """Read the index in the calling thread. Raises ``SimcoreError``."""
        task.check()
        with simcore.FingerprintIndex(self._index) as index:
            return ScanOutcome(simcore.recall(self.folders, self.config, index, self._judgements()))


class _Receiver:
    """Passes the engine's progress on to the task and records the progress of reading."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.read = ScanProgress(Stage.READ, 0, 0)

    def report(self, stage: Stage, done: int, total: int) -> None:
        """Receive one report. Raises ``Cancelled``."""
        progress = ScanProgress(stage, done, total)
        if stage is Stage.READ:
            self.read = progress
        self.task.publish(progress)

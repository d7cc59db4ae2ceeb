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
    when the scan was stopped, and ``cancelled`` how far reading files had come. ``set_aside`` is
    the path of a damaged index, for which a new one was made.
    """

    report: ScanReport
    cancelled: ScanProgress | None = None
    set_aside: Path | None = None


def scan(
    task: Task,
    folders: Sequence[Path],
    config: ScanConfig,
    index: Path,
    judgements: Callable[[], Judgements] = Judgements,
    *,
    renew: bool = False,
) -> ScanOutcome:
    """Scan folders; groups follow the result of ``judgements``, called in the task's thread.

    With ``renew`` a damaged index is set aside first, and a new one is made.

    A cancelled scan stops its worker processes at once and still returns: with what the index
    knows by then. Only one that was abandoned (the window closes) raises ``Cancelled``. Raises
    ``SimcoreError``.
    """
    receiver = _Receiver(task)
    aside = simcore.renew_damaged(index) if renew else None
    with simcore.FingerprintIndex(index) as opened:
        try:
            with processes(config.jobs, config.seconds_a_file) as executor:
                return ScanOutcome(
                    simcore.scan(
                        folders, config, opened, executor, receiver, judgements=judgements()
                    ),
                    set_aside=aside,
                )
        except Exception as error:
            # a pool that is being stopped breaks
            if not isinstance(error, Cancelled) and not task.stopping:
                raise
            if task.abandoned:
                raise Cancelled from error
            report = simcore.recall(folders, config, opened, judgements())
            return ScanOutcome(report, receiver.read, aside)


def recall(
    task: Task,
    folders: Sequence[Path],
    config: ScanConfig,
    index: Path,
    judgements: Callable[[], Judgements] = Judgements,
) -> ScanOutcome:
    """Ask the index what it knows about folders; groups follow the result of ``judgements``.

    Raises ``SimcoreError`` and ``Cancelled``.
    """
    task.check()
    with simcore.FingerprintIndex(index) as opened:
        return ScanOutcome(simcore.recall(folders, config, opened, judgements()))


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

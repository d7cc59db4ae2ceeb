"""The scan as a background call: its own index connection, its own process pool."""

import time
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from pathlib import Path

import simcore
from app.background.course import ScanCourse, ScanPacer, StageSeconds
from app.background.process import processes
from app.background.task import Task
from simcore import Cancelled, Judgements, Kind, ScanConfig, ScanFigures, ScanReport, Stage


@dataclass(frozen=True, slots=True)
class ScanProgress:
    """The progress of a scan: ``done`` of ``total`` units of ``stage``; 0 total means unknown.

    ``course`` is where the whole of it is, ``figures`` are the files.
    """

    stage: Stage
    done: int
    total: int
    course: ScanCourse = field(default_factory=lambda: ScanPacer().course(0.0))
    figures: ScanFigures = field(default_factory=ScanFigures)


@dataclass(frozen=True, slots=True)
class ScanOutcome:
    """The outcome of a scan.

    ``cancelled`` is None for a scan that ran to its end; else ``report`` is what the index held
    when the scan was stopped, and ``cancelled`` how far reading files had come. ``set_aside`` is
    the path of a damaged index, for which a new one was made. ``seconds`` is what is known now of
    the time of each stage.
    """

    report: ScanReport
    cancelled: ScanProgress | None = None
    set_aside: Path | None = None
    seconds: StageSeconds = ()


def scan(
    task: Task,
    folders: Sequence[Path],
    config: ScanConfig,
    index: Path,
    judgements: Callable[[], Judgements] = Judgements,
    *,
    renew: bool = False,
    seconds: StageSeconds = (),
) -> ScanOutcome:
    """Scan folders; groups follow the result of ``judgements``, called in the task's thread.

    With ``renew`` a damaged index is set aside first, and a new one is made. ``seconds`` is what is
    known of the time of each stage.

    A cancelled scan stops its worker processes at once and still returns: with what the index
    knows by then. Only one that was abandoned (the window closes) raises ``Cancelled``. Raises
    ``SimcoreError``.
    """
    receiver = _Receiver(task, ScanPacer(seconds))
    aside = simcore.renew_damaged(index) if renew else None
    with simcore.FingerprintIndex(index) as opened:
        try:
            with processes(config.jobs, config.seconds_a_file) as executor:
                report = simcore.scan(
                    folders,
                    config,
                    opened,
                    executor,
                    receiver,
                    judgements=judgements(),
                    watcher=receiver,
                )
                return ScanOutcome(report, set_aside=aside, seconds=receiver.pacer.seconds())
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

    def __init__(self, task: Task, pacer: ScanPacer) -> None:
        self.task = task
        self.pacer = pacer
        self.figures = ScanFigures()
        self.read = ScanProgress(Stage.READ, 0, 0)

    def report(self, stage: Stage, done: int, total: int) -> None:
        """Receive one report. Raises ``Cancelled``."""
        now = time.monotonic()
        self.pacer.note(stage, done, total, now)
        progress = ScanProgress(stage, done, total, self.pacer.course(now), self.figures)
        if stage is Stage.READ:
            self.read = progress
        stood = self.task.stood
        self.task.publish(progress)
        self.pacer.rest(self.task.stood - stood)

    def found(
        self,
        figures: ScanFigures,
        kinds: AbstractSet[Kind],  # noqa: ARG002 - for now only figures are of use
        report: Callable[[], ScanReport],  # noqa: ARG002
    ) -> None:
        """Receive what was found so far."""
        self.figures = figures
        self.pacer.count(figures.files, figures.new)

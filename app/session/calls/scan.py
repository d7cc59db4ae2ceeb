"""The scan as a background call: its own index connection, its own process pool."""

import time
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from pathlib import Path

import simcore
from simcore import (
    Cancelled,
    Judgements,
    Kind,
    Roles,
    ScanConfig,
    ScanFigures,
    ScanReport,
    Stage,
)

from ...background.course import ScanCourse, ScanPacer, StageSeconds
from ...background.process import processes
from ...background.task import Task

_LEAST_SECONDS = 2.0
"""Between two partial results: more often nobody looks."""

_SHARE = 1 / 40
"""The part of a scan that making partial results takes at most; showing them takes about as much
again."""


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


@dataclass(frozen=True, slots=True)
class PartialResults:
    """What a scan has found so far; of all ``kinds`` but these nothing is known yet.

    ``report`` is the ``whole`` one without the documents that ``roles`` exclude.
    """

    report: ScanReport
    whole: ScanReport
    roles: Roles
    kinds: frozenset[Kind]


def scan(
    task: Task,
    folders: Sequence[Path],
    config: ScanConfig,
    index: Path,
    judgements: Callable[[], Judgements] = Judgements,
    *,
    renew: bool = False,
    seconds: StageSeconds = (),
    roles: Roles | None = None,
) -> ScanOutcome:
    """Scan folders; groups follow the result of ``judgements``, called in the task's thread.

    With ``renew`` a damaged index is set aside first, and a new one is made. ``seconds`` is what is
    known of the time of each stage. Now and then ``task.found`` carries ``PartialResults``,
    without the documents that ``roles`` exclude.

    A cancelled scan stops its worker processes at once and still returns: with what the index
    knows by then. Only one that was abandoned (the window closes) raises ``Cancelled``. Raises
    ``SimcoreError``.
    """
    config = with_days(config)
    receiver = _Receiver(task, ScanPacer(seconds), roles or Roles())
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
    config = with_days(config)
    with simcore.FingerprintIndex(index) as opened:
        return ScanOutcome(simcore.recall(folders, config, opened, judgements()))


def with_days(config: ScanConfig) -> ScanConfig:
    """Return a configuration with the days for which folders keep their documents, as set now.

    Raises ``SimcoreError`` if what is set cannot be read: nothing is forgotten by mistake.
    """
    return replace(config, folder_days=simcore.read_folder_settings().days)


class _Receiver:
    """Passes on to the task how far the engine is, and what it has found.

    Records the progress of reading.
    """

    def __init__(self, task: Task, pacer: ScanPacer, roles: Roles) -> None:
        self.task = task
        self.pacer = pacer
        self._roles = roles
        self._next = time.monotonic() + _LEAST_SECONDS
        self.figures = ScanFigures()
        self.read = ScanProgress(Stage.READ, 0, 0)

    @property
    def pausing(self) -> bool:
        """Whether the next report returns later; the engine writes first what was read."""
        return self.task.pausing

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
        kinds: AbstractSet[Kind],
        report: Callable[[], ScanReport],
    ) -> None:
        """Receive what was found so far. Raises ``Cancelled``."""
        self.figures = figures
        self.pacer.count(figures.files, figures.new, figures.new_size)
        self.pacer.read(figures.size)
        began = time.monotonic()
        if began < self._next:
            return
        whole = report()
        shown = simcore.without_excluded(whole, self._roles, check=self.task.check)
        ended = time.monotonic()
        self._next = ended + max(_LEAST_SECONDS, (ended - began) / _SHARE)
        self.task.found.emit(PartialResults(shown, whole, self._roles, frozenset(kinds)))

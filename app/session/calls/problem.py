"""One problem at a time, read again in the background."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import simcore
from app.background.task import Task
from simcore import ScanConfig, Stage


@dataclass(frozen=True, slots=True)
class Rereading:
    """Reads one file again when called; returns a ``simcore.Retry``.

    In a process of its own where a scan has such: a file may have ended the last one that read it.
    """

    path: Path
    folders: Sequence[Path]
    config: ScanConfig
    index: Path

    def __call__(self, task: Task) -> "simcore.Retry":
        """Read it in the calling thread. Raises ``SimcoreError`` and ``Cancelled``."""
        jobs = 0 if self.config.jobs == 0 else 1
        executor = simcore.make_executor(jobs, self.config.seconds_a_file)
        try:
            with simcore.FingerprintIndex(self.index) as index:
                return simcore.read_again(
                    self.path, self.folders, self.config, index, executor, _Checks(task)
                )
        finally:
            simcore.stop_executor(executor)


class _Checks:
    """Lets reading be told to stop wherever it says how far it is."""

    def __init__(self, task: Task) -> None:
        self._task = task

    def report(self, stage: Stage, done: int, total: int) -> None:  # noqa: ARG002 - the protocol's
        """Raise ``Cancelled`` once the task was asked to stop."""
        self._task.check()

"""One problem at a time, read again in the background."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import simcore
from app.background.process import Checks, processes
from app.background.task import Task
from simcore import ScanConfig


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
        with (
            processes(jobs, self.config.seconds_a_file) as executor,
            simcore.FingerprintIndex(self.index) as index,
        ):
            return simcore.read_again(
                self.path, self.folders, self.config, index, executor, Checks(task)
            )

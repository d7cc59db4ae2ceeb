"""One problem at a time, read again in the background."""

from collections.abc import Sequence
from pathlib import Path

import simcore
from app.background.process import Checks, processes
from app.background.task import Task
from simcore import ScanConfig


def read_again(
    task: Task, path: Path, folders: Sequence[Path], config: ScanConfig, index: Path
) -> "simcore.Retry":
    """Read one file again. Raises ``SimcoreError`` and ``Cancelled``.

    In a process of its own where a scan has such: a file may have ended the last one that read it.
    """
    jobs = 0 if config.jobs == 0 else 1
    with (
        processes(jobs, config.seconds_a_file) as executor,
        simcore.FingerprintIndex(index) as opened,
    ):
        return simcore.read_again(path, folders, config, opened, executor, Checks(task))

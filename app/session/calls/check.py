"""How much of one document stands in the library, as a background call."""

from dataclasses import dataclass
from pathlib import Path

import simcore
from simcore import ScanConfig, Stage

from ...background.process import processes
from ...background.task import Task
from .scan import with_days
from .similar import KeptLibrary


@dataclass(frozen=True, slots=True)
class CheckProgress:
    """How far a check is: ``done`` of ``total`` units of ``stage``; 0 total means unknown."""

    stage: Stage
    done: int
    total: int


class _Published:
    """Progress of the engine, published by the task."""

    def __init__(self, task: Task) -> None:
        self._task = task

    def report(self, stage: Stage, done: int, total: int) -> None:
        """Publish it. Raises ``Cancelled`` once the task was asked to stop."""
        self._task.publish(CheckProgress(stage, done, total))


def check_document(
    task: Task, path: Path, config: ScanConfig, index: Path, library: KeptLibrary
) -> "simcore.Checked":
    """Check a document against the whole index, of any folder; publishes ``CheckProgress``.

    Texts in memory are asked, here in ``library`` or in another process. Where there are none, the
    index is read: for one check that takes less time than to load them. Raises ``SimcoreError``
    and ``Cancelled``.
    """
    config = with_days(config)
    encodings = simcore.read_judgements(simcore.judgements_path(index)).encodings
    # one process: most documents need no parsing
    jobs = 0 if config.jobs == 0 else 1
    with (
        simcore.FingerprintIndex(index) as opened,
        processes(jobs, config.seconds_a_file) as executor,
    ):
        texts = library.of(opened, config, task) if library else None
        return simcore.check_document(
            path, config, opened, executor, _Published(task), encodings, holders=texts
        )


def write_check(
    _task: Task, path: Path, checked: "simcore.Checked", words: "simcore.CheckWords"
) -> Path:
    """Write a check as a page; return its path. Raises ``SimcoreError``."""
    simcore.save_check_page(path, checked, words)
    return path

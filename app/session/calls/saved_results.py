"""Saved results opened and written in the background."""

import os
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from pathlib import Path

import simcore
from simcore import DocumentId, Judgements, Roles, ScanConfig, ScanReport

from ...background.task import Task

_FILES_A_CHECK = 100


@dataclass(frozen=True, slots=True)
class Opened:
    """Saved results, with the changes of their documents since.

    ``report`` has a problem for each document that is gone or changed; those are not in
    ``marked``. ``elsewhere`` tells that its documents are not on this machine.
    """

    path: Path
    report: ScanReport
    marked: frozenset[DocumentId]
    saved_ns: int
    changes: "simcore.Changes"
    roles: Roles

    @property
    def elsewhere(self) -> bool:
        """Whether the file itself is the folder of its documents, which are not on this machine."""
        results = Path(os.path.realpath(self.path))
        return self.report.elsewhere or results in self.report.folders


def open_results(
    task: Task,
    path: Path,
    judgements: Callable[[], Judgements] = Judgements,
    config: ScanConfig | None = None,
) -> Opened:
    """Read saved results and check their documents; groups follow the result of ``judgements``.

    ``config`` is the user's own, see ``simcore.load_results``.
    Raises ``SimcoreError`` and ``Cancelled``.
    """

    def check(done: int, _total: int = 0) -> None:
        if done % _FILES_A_CHECK == 0:
            task.check()

    saved = simcore.load_results(path, lambda _done, _total: task.check(), config)
    changes = simcore.find_changes(saved.report.documents.values(), check)
    report, judged = saved.report, judgements()
    if judged != report.judgements:
        config = report.config
        report = simcore.regroup(report, config.distance, config.similarity, judgements=judged)
    if changes.problems:
        problems = sorted(
            {*report.problems, *changes.problems}, key=lambda one: (one.path, one.stage)
        )
        report = replace(report, problems=tuple(problems))
    marked = saved.marked - changes.of.keys()
    return Opened(path, report, marked, saved.saved_ns, changes, saved.roles)


def save(
    task: Task, report: ScanReport, marked: Collection[DocumentId], path: Path, roles: Roles
) -> Path:
    """Write results to a path, and return it. Raises ``SimcoreError`` and ``Cancelled``."""
    simcore.save_results(report, marked, path, lambda _done, _total: task.check(), roles)
    return path

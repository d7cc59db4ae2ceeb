"""Moving documents to the desktop's trash, one by one, each checked right before it goes."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QFile, QStandardPaths

import simcore
from app.tasks import Task
from simcore import Cancelled, Document, ScanConfig, SimcoreError

__all__ = ["Outcome", "RemovalOutcome", "RemovalProgress", "RemovalResult", "RemovalRun"]

_log = logging.getLogger(__name__)
translate = QCoreApplication.translate  # the name lupdate looks for


class Outcome(StrEnum):
    """What became of one document that was to go to the trash."""

    MOVED = "moved"
    SKIPPED = "skipped"  # the check said no, or the run was cancelled before
    FAILED = "failed"  # the desktop could not move it


@dataclass(frozen=True, slots=True)
class RemovalResult:
    """One document and what became of it.

    ``detail`` says where it was moved to (empty where the desktop does not tell), why it was
    skipped, or why moving failed.
    """

    document: Document
    outcome: Outcome
    detail: str


@dataclass(frozen=True, slots=True)
class RemovalOutcome:
    """Every target of a plan with its result, in the plan's order.

    ``index_problem`` says why the index could not be told; the files are in the trash all the
    same, and the next scan finds out.
    """

    results: tuple[RemovalResult, ...]
    index_problem: str | None = None

    def count(self, outcome: Outcome) -> int:
        """Return how many documents ended this way."""
        return sum(result.outcome is outcome for result in self.results)


@dataclass(frozen=True, slots=True)
class RemovalProgress:
    """``done`` of ``total`` documents were dealt with."""

    done: int
    total: int


class RemovalRun:
    """Carries out a plan when called with its task; returns a ``RemovalOutcome``.

    Cancelling leaves the rest where it is, recorded as skipped: what was moved by then must be
    known, so a run never ends without its results.
    """

    def __init__(self, plan: "simcore.RemovalPlan", config: ScanConfig, index: Path) -> None:
        self._removals = plan.removals
        self._config = config
        self._index = index

    def __call__(self, task: Task) -> RemovalOutcome:
        """Move the documents in the calling thread, then tell the index."""
        _make_room_for_the_trash()
        results: list[RemovalResult] = []
        for removal in self._removals:
            try:
                task.publish(RemovalProgress(len(results), len(self._removals)))
            except Cancelled:
                break
            results.append(_remove(removal))
        reason = translate("trash", "Cancelled before its turn")
        results += [
            RemovalResult(removal.document, Outcome.SKIPPED, reason)
            for removal in self._removals[len(results) :]
        ]
        return RemovalOutcome(tuple(results), self._forget(results))

    def _forget(self, results: Sequence[RemovalResult]) -> str | None:
        moved = [result.document.id for result in results if result.outcome is Outcome.MOVED]
        if not moved:
            return None
        try:
            with simcore.FingerprintIndex(self._index) as index:
                index.forget(moved)
        except SimcoreError as error:
            _log.info("the index was not told of moved documents: %s", error)
            return str(error)
        return None


def _make_room_for_the_trash() -> None:
    """Make the folder that the home's trash lies in: Qt fails where a fresh home has none."""
    location = QStandardPaths.StandardLocation.GenericDataLocation
    folder = Path(QStandardPaths.writableLocation(location))
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        _log.info("%s cannot be made: %s", folder, error)  # each move will fail, and tell why


def _remove(removal: "simcore.Removal") -> RemovalResult:
    """Check one document against the disk as it is now, and move it to the trash."""
    document = removal.document
    reason = simcore.check_removal(removal)
    if reason is not None:
        return RemovalResult(document, Outcome.SKIPPED, reason)
    path = document.real_path
    try:
        str(path).encode()
    except UnicodeEncodeError:
        # Qt would replace those bytes, and could so reach another file.
        reason = translate(
            "trash", "Its name is not valid UTF-8; the desktop's trash cannot take such names"
        )
        return RemovalResult(document, Outcome.FAILED, reason)
    file = QFile(str(path))
    if not file.moveToTrash():
        reason = file.errorString()
        return RemovalResult(document, Outcome.FAILED, reason)
    moved_to = file.fileName()
    if path.exists():
        reason = translate("trash", "The desktop said it was moved, but it is still there")
        return RemovalResult(document, Outcome.FAILED, reason)
    return RemovalResult(document, Outcome.MOVED, "" if moved_to == str(path) else moved_to)

"""Which documents are like one file: the index asked, off the GUI thread."""

from dataclasses import dataclass
from pathlib import Path

import simcore
from app.background.process import Checks
from app.background.task import Task
from simcore import ScanConfig


@dataclass(frozen=True, slots=True)
class SimilarAnswer:
    """What was found for a file, with the parameters that were asked for."""

    path: Path
    config: ScanConfig
    similar: "simcore.Similar"


def find_similar(task: Task, path: Path, config: ScanConfig, index: Path) -> SimilarAnswer:
    """Ask all that an index knows, of any folder, for documents like a file.

    Raises ``SimcoreError`` and ``Cancelled``.
    """
    with simcore.FingerprintIndex(index) as opened:
        similar = simcore.recall_similar(path, config, opened, config.distance, Checks(task))
    return SimilarAnswer(path, config, similar)

"""The documents similar to one file, from the index, in a background thread."""

from dataclasses import dataclass
from pathlib import Path

import simcore
from app.background.process import CancelCheck
from app.background.task import Task
from simcore import ScanConfig


@dataclass(frozen=True, slots=True)
class SimilarAnswer:
    """The documents found for a file, with the parameters of the search."""

    path: Path
    config: ScanConfig
    similar: "simcore.Similar"


def find_similar(task: Task, path: Path, config: ScanConfig, index: Path) -> SimilarAnswer:
    """Search the whole index, of any folder, for documents similar to a file.

    Raises ``SimcoreError`` and ``Cancelled``.
    """
    with simcore.FingerprintIndex(index) as opened:
        similar = simcore.recall_similar(
            path,
            config,
            opened,
            config.distance,
            CancelCheck(task),
            simcore.read_judgements(simcore.judgements_path(index)).encodings,
        )
    return SimilarAnswer(path, config, similar)

"""Which documents are like one file: the index asked, off the GUI thread."""

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

import simcore
from app.background.latest import Latest
from app.background.process import Checks
from app.background.task import Task
from simcore import ScanConfig


@dataclass(frozen=True, slots=True)
class SimilarAnswer:
    """What was found for a file, with the parameters that were asked for."""

    path: Path
    config: ScanConfig
    similar: "simcore.Similar"


class SimilarSearch(QObject):
    """Asks all that the index knows, of any folder; the newest question wins."""

    answered = Signal(object)  # SimilarAnswer
    failed = Signal(str)  # a sentence for a person

    def __init__(self, index: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._index = index
        self._latest = Latest(self)
        self._latest.succeeded.connect(self.answered)
        self._latest.failed.connect(self.failed)

    @property
    def busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._latest.busy

    def ask(self, path: Path, config: ScanConfig) -> None:
        """Look for documents like a file; ``answered`` or ``failed`` follows."""
        self._latest.run(_Question(path, config, self._index))

    @Slot()
    def stop(self) -> None:
        """Make sure that no answer follows."""
        self._latest.stop()

    def shut_down(self) -> None:
        """Stop for good, and wait until nothing runs."""
        self._latest.shut_down()


@dataclass(frozen=True, slots=True)
class _Question:
    path: Path
    config: ScanConfig
    index: Path

    def __call__(self, task: Task) -> SimilarAnswer:
        """Ask in the calling thread. Raises ``SimcoreError`` and ``Cancelled``."""
        with simcore.FingerprintIndex(self.index) as index:
            similar = simcore.recall_similar(
                self.path, self.config, index, self.config.distance, Checks(task)
            )
        return SimilarAnswer(self.path, self.config, similar)

"""The documents similar to one file, from the texts of the index, in a background thread."""

import threading
from dataclasses import dataclass
from pathlib import Path

import simcore
from simcore import ScanConfig

from ...background.process import CancelCheck, processes
from ...background.task import Task
from .scan import with_days


@dataclass(frozen=True, slots=True)
class SimilarAnswer:
    """The documents found for a file, with the parameters of the search."""

    path: Path
    config: ScanConfig
    similar: "simcore.Similar"


class KeptLibrary:
    """The texts of an index in memory, kept from one question to the next.

    Any thread may ask for them, and drop them.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._library: simcore.ResidentLibrary | None = None
        self._index: Path | None = None

    def __bool__(self) -> bool:
        """Return whether there is anything to drop."""
        return self._library is not None

    def drop(self) -> None:
        """Give the memory back; the next question loads the texts again."""
        self._library = None

    def of(
        self, index: "simcore.FingerprintIndex", config: ScanConfig, task: Task
    ) -> "simcore.ResidentLibrary":
        """Return the texts as they are in an index now. Raises ``SimcoreError`` and ``Cancelled``.

        Those of another index or recipe are dropped first.
        """
        recipe = simcore.recipe_key(config)
        with self._lock:
            library = self._library
            if library is None or (library.recipe, self._index) != (recipe, index.path):
                self.drop()
                library = simcore.ResidentLibrary(recipe)
            library.refresh(index, task.check)
            self._library, self._index = library, index.path
        return library


def find_similar(
    task: Task, path: Path, config: ScanConfig, index: Path, library: KeptLibrary
) -> SimilarAnswer:
    """Search the whole index, of any folder, for documents similar to a file.

    Another process that has the texts of the index in memory is asked, such as one that watches
    folders. Where there is none, they are loaded into ``library``. Raises ``SimcoreError`` and
    ``Cancelled``.
    """
    config = with_days(config)
    encodings = simcore.read_judgements(simcore.judgements_path(index)).encodings

    def search(opened: simcore.FingerprintIndex, texts: simcore.Resident) -> SimilarAnswer:
        check = CancelCheck(task)
        # one process, made if a document has to be parsed
        with processes(0 if config.jobs == 0 else 1, config.seconds_a_file) as executor:
            similar = simcore.recall_similar(
                path, config, opened, config.distance, check, encodings, texts, executor
            )
        return SimilarAnswer(path, config, similar)

    with simcore.FingerprintIndex(index) as opened:
        other = simcore.ask_resident(index, simcore.recipe_key(config))
        if other is not None:
            with other:
                try:
                    return search(opened, other)
                except ConnectionError:  # it has ended meanwhile
                    task.check()
        return search(opened, library.of(opened, config, task))

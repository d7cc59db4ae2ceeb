"""A generated library on the disk with its index, which several rows measure."""

import functools
from dataclasses import dataclass
from pathlib import Path

from benchmarks.speed.bench import Bench
from benchmarks.speed.corpus import Corpus
from benchmarks.speed.processes import Ended

__all__ = ["Library", "library"]


@dataclass(frozen=True)
class Library:
    """The first ``count`` documents of a corpus below a folder.

    ``cold`` is a scan of it with a fresh index, made once a run; ``index`` is that index.
    """

    bench: Bench
    corpus: Corpus
    count: int

    @functools.cached_property
    def _written(self) -> tuple[Path, int]:
        corpus = self.corpus
        return self.bench.written(
            f"corpus-{corpus.seed}-{corpus.mean_bytes}-{self.count}",
            f"{self.count:,} documents",
            lambda folder: corpus.write(folder, range(self.count)),
        )

    @property
    def folder(self) -> Path:
        """The documents on the disk, written unless an earlier run has done so."""
        return self._written[0]

    @property
    def bytes(self) -> int:
        """The total size of the documents in bytes."""
        return self._written[1]

    @property
    def _index(self) -> Path:
        return self.folder.with_suffix(".sqlite3")

    @functools.cached_property
    def cold(self) -> Ended:
        """The scan that made the index, with the peaks of its memory."""
        folder = self.folder
        self.bench.say(f"scanning {self.count:,} documents with a fresh index")
        return self.bench.scan(folder, self._index, fresh=True, watch=True)

    @functools.cached_property
    def index(self) -> Path:
        """An up-to-date index of the folder; one of an earlier run is updated."""
        if "cold" not in self.__dict__ and self._index.exists():
            self.bench.say("bringing the index of an earlier run up to date")
            self.bench.scan(self.folder, self._index)
        else:
            _ = self.cold
        return self._index


@functools.cache
def library(bench: Bench, mean_bytes: int = 5_000, count: int | None = None) -> Library:
    """Return the library of a run, always the same one for the same parameters."""
    return Library(bench, Corpus(bench.seed, mean_bytes), count or bench.documents)

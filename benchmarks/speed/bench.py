"""The options of a run, and its working folder."""

import shutil
import sys
import tarfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.speed.figures import Line
from benchmarks.speed.processes import Ended, run, variorum

__all__ = ["FULL_SIZE", "Bench", "Row"]

FULL_SIZE = 100_000
"""Documents of a run at full size; the figures to reach are meant for it."""


@dataclass(frozen=True, slots=True)
class Bench:
    """The options of a run.

    ``peers`` is the interpreter that has the libraries to compare with, ``simhash_cpp`` one that
    has simhash-pybind, which cannot stand beside simhash. ``rounds`` is how often what takes
    seconds is measured; what takes minutes is measured once. ``jobs`` is the number of workers
    that a scan is told to use; None tells it nothing.
    """

    work: Path
    peers: Path
    corpora: Path
    documents: int = FULL_SIZE
    rounds: int = 3
    seed: int = 1
    million: bool = False
    simhash_cpp: Path | None = None
    jobs: int | None = None

    @property
    def python(self) -> Path:
        """The interpreter that runs Variorum: this one."""
        return Path(sys.executable)

    @property
    def fingerprints(self) -> int:
        """The number of fingerprints in the rows about fingerprints alone."""
        return 10 * self.documents

    def say(self, message: str) -> None:
        """Return the current row."""
        print(f"{time.strftime('%H:%M:%S')} {message}", file=sys.stderr, flush=True)

    def scan(
        self, folder: Path, index: Path, *more: Path, fresh: bool = False, watch: bool = False
    ) -> Ended:
        """Scan a folder, and ``more``, to verified groups with the command line, start to exit."""
        if fresh:
            for path in index.parent.glob(f"{index.name}*"):
                path.unlink()
        output = self.work / "groups.txt"
        output.unlink(missing_ok=True)  # that of a run with another home
        command = variorum(
            self.python, "groups", folder, *more, "--index", index, "--output", output
        )
        if self.jobs is not None:
            command += ["--jobs", str(self.jobs)]
        return run(command, watch=watch)

    def emptied(self, name: str) -> Path:
        """Return a new folder of that name."""
        folder = self.work / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        return folder

    def unpacked(self, archive: str) -> Path | None:
        """Return a folder with what is in an archive of the corpora; None where that is missing."""
        packed = self.corpora / archive
        if not packed.exists():
            return None
        folder = self.work / archive.partition(".")[0]
        if not folder.exists():
            partial = self.emptied(f"{folder.name}.partial")
            with tarfile.open(packed) as file:
                file.extractall(partial, filter="data")
            partial.rename(folder)
        return folder

    def lacking(self, archive: str) -> str:
        """Say that a row was not run for want of an archive."""
        return f"not run: {archive} is not in {self.corpora.name}/ beside the project"

    def written(self, name: str, what: str, write: Callable[[Path], int]) -> tuple[Path, int]:
        """Return a folder of that name and its bytes, written unless an earlier run has done so."""
        folder = self.work / name
        complete = folder.with_suffix(".complete")
        if not complete.exists():
            self.say(f"writing {what}")
            size = write(self.emptied(name))
            complete.write_text(f"{size}\n", encoding="ascii")
        return folder, int(complete.read_text(encoding="ascii"))


@dataclass(frozen=True, slots=True)
class Row:
    """One row: its name, what it measures, and its target."""

    name: str
    subject: str
    wish: str
    measure: Callable[[Bench], Sequence[Line]]

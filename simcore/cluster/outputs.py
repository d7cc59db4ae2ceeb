"""What a job leaves: tables in a folder, wherever Spark can write."""

import contextlib
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simcore.cluster.dataframes import ClusterPairs, groups
from simcore.cluster.session import place_of, sentence_of, spark_errors
from simcore.model.errors import ConfigError, SimcoreError

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_WORK, _CLAIM = "_work", "_claim"
_SECONDS, _A_WHILE = 20, 0.1

TABLES = ("pairs", "groups", "problems")
"""The tables, each a folder of Parquet files in the output."""


def exists_already(into: str) -> ConfigError:
    """Return the error that an output is there."""
    return ConfigError(f"{into}: exists; name a folder that is not there yet")


def check_apart(where: str, into: str, source: str, target: str) -> None:
    """Raise ``ConfigError`` if an output lies in its input, by the full addresses of both."""
    if target == source or target.startswith(f"{source.rstrip('/')}/"):
        raise ConfigError(f"{into}: lies in {where}, which is read; name a folder elsewhere")


@dataclass(frozen=True, slots=True)
class Output:
    """A folder that a job writes, as Spark knows it."""

    session: "SparkSession"
    where: str

    @contextlib.contextmanager
    def made(self, source: str) -> Iterator[None]:
        """Make the folder, and remove it if a block that writes into it fails.

        Raises ``ConfigError`` if there is anything already, if it lies in what is read, the
        ``source``, or cannot be made.
        """
        try:
            path, there = self._place()
            if there.exists(path):
                raise exists_already(self.where)
            with contextlib.suppress(*spark_errors()):  # what is wrong with it, its reader says
                check_apart(source, self.where, self._full(source), self._full(self.where))
            self._begin(path, there)
        except spark_errors() as error:
            raise ConfigError(f"{self.where}: cannot be written: {sentence_of(error)}") from error
        scheme, folder = there.getUri().getScheme(), there.makeQualified(path).toUri().getPath()
        try:
            yield
        except BaseException:
            try:
                self._end_jobs()
                there.delete(path, True)  # noqa: FBT003 - Java's own signature
            except spark_errors():
                if scheme == "file":  # Java has ended
                    shutil.rmtree(folder, ignore_errors=True)
            raise

    def _begin(self, path: Any, there: Any) -> None:
        """Make the folder, and claim it: raises ``ConfigError`` if another job has."""
        claim, _ = self._place(_CLAIM)
        try:
            if there.mkdirs(path):
                there.create(claim, False).close()  # noqa: FBT003 - Java's own signature
                return
        except BaseException as error:
            with contextlib.suppress(*spark_errors()):
                there.delete(path, False)  # noqa: FBT003 - Java's own signature; if it is empty
            if isinstance(error, spark_errors()) and there.exists(claim):
                raise exists_already(self.where) from error
            raise
        raise ConfigError(f"{self.where}: cannot be written: the folder cannot be made")

    def _end_jobs(self) -> None:
        """End what Spark is at: it would write the folder anew."""
        context = self.session.sparkContext
        context.cancelAllJobs()
        until = time.monotonic() + _SECONDS
        while context.statusTracker().getActiveJobsIds() and time.monotonic() < until:
            time.sleep(_A_WHILE)

    def path(self, name: str) -> str:
        """Return the path of what is called so in the folder."""
        return f"{self.where.rstrip('/')}/{name}"

    def write(self, found: ClusterPairs) -> "dict[str, DataFrame]":
        """Write the tables, and return them as they were written.

        Raises ``SimcoreError`` if that fails.
        """
        tables: list[Callable[[], DataFrame]] = [
            lambda: found.rows,
            lambda: groups(found),
            lambda: found.problems,
        ]
        written = {}
        for name, table in zip(TABLES, tables, strict=True):
            try:
                table().write.parquet(self.path(name))
                written[name] = self.session.read.parquet(self.path(name))
            except spark_errors() as error:
                raise SimcoreError(f"{self.path(name)}: {sentence_of(error)}") from error
        return written

    def bring(self, path: Path) -> None:
        """Copy a file of this machine into the folder, and remove it here.

        Raises ``SimcoreError``.
        """
        try:
            there, system = self._place(path.name)
            here, _ = place_of(self.session, f"file:{path.absolute()}")
            delete_here, over_another = True, False
            system.copyFromLocalFile(delete_here, over_another, here, there)
            # of a local disk, with sums that nothing looks at
            system.delete(there.suffix(".crc"), False)  # noqa: FBT003 - Java's own signature
        except spark_errors() as error:
            raise SimcoreError(f"{self.path(path.name)}: {sentence_of(error)}") from error

    @property
    def work(self) -> str | None:
        """A folder in it for what stages leave, where executors may be lost: in a cluster."""
        here = str(self.session.sparkContext.master).startswith("local")
        return None if here else self.path(_WORK)

    def clear(self) -> None:
        """Remove what stages have left, and the claim."""
        for name in (_WORK, _CLAIM):
            path, there = self._place(name)
            there.delete(path, True)  # noqa: FBT003 - Java's own signature

    def _full(self, where: str) -> str:
        """Return a path with its file system, if it names none."""
        path, system = place_of(self.session, where)
        return str(system.makeQualified(path).toString())

    def _place(self, name: str | None = None) -> tuple[Any, Any]:
        """Return a path in the folder, or its own, and its file system, as Java has them."""
        return place_of(self.session, self.where if name is None else self.path(name))

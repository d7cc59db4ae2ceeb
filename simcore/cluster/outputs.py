"""What a job leaves: tables in a folder, wherever Spark can write."""

import contextlib
import os
import re
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from simcore.cluster.dataframes import ClusterPairs, groups
from simcore.cluster.groups import GatheredReports, documents_in
from simcore.cluster.inputs import Columns, InputKind, check_columns, does_not_exist
from simcore.cluster.job import ClusterJob
from simcore.cluster.packets import NUMBER, Packet, Rows, packets_of
from simcore.cluster.session import place_of, sentence_of, spark_errors, will_be_plain
from simcore.cluster.texts import OF_COMMON
from simcore.files.names import as_on_disk
from simcore.index.documents import Documents, KnownFiles, write_carried
from simcore.index.paths import path_elsewhere
from simcore.index.texts import texts_path
from simcore.model.config import least_features
from simcore.model.reasons import ConfigError, Reason, ReasonCode, SimcoreError, recognised
from simcore.model.records import Document, Problem, ProblemStage
from simcore.model.report import Counts, ScanReport
from simcore.pipeline.jobs import recipe_key
from simcore.reports.saved import save_results

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
        path, system = place_of(self.session, where)
        return str(system.makeQualified(path).toString())

    def _place(self, name: str | None = None) -> tuple[Any, Any]:
        return place_of(self.session, self.where if name is None else self.path(name))


_SCHEME = re.compile(r"[^/]*:")
_PATTERN = re.compile(r"[*?\[\]{}\\]")
_HIDDEN_PREFIXES = (".", "_")
_SUMMARIES = ("_metadata", "_common_metadata")


def check_places(
    where: str, into: str, kind: InputKind, named: Columns, master: str | None
) -> None:
    """Raise ``ConfigError`` for what is certainly wrong, as the job says it a start of Spark later.

    Only paths of this machine are looked at: addresses of other file systems are Spark's, and so
    is each path without a scheme where settings could name another default one.
    """
    plain = will_be_plain(master)
    source, target = local_path(where, plain=plain), local_path(into, plain=plain)
    if target is not None and os.path.exists(target):  # noqa: PTH110 - it never raises
        raise exists_already(into)
    if source is None:
        return
    if not os.path.exists(source):  # noqa: PTH110 - as above
        raise does_not_exist(where)
    if target is not None:
        check_apart(where, into, os.path.realpath(source), os.path.realpath(target))
    if kind is InputKind.PARQUET and plain:
        names = _columns(source)
        if names is not None:
            check_columns(names, named)


def local_path(where: str, *, plain: bool) -> Path | None:
    """Return the path of this machine that is meant, or None where that is for Spark to say.

    ``plain`` is whether it is meant by what has no scheme.

    >>> paths = [local_path(one, plain=True) for one in ("file:///in/a", "in/a", "hdfs:///in/a")]
    >>> [path and path.as_posix() for path in paths]
    ['/in/a', 'in/a', None]
    """
    if _PATTERN.search(where):
        return None
    if _SCHEME.match(where) is None:
        return as_on_disk(Path(where)) if plain and where else None
    found = re.fullmatch(r"file:(?://)?(/(?!/).*)", where)
    return as_on_disk(Path(found[1])) if found else None


def _columns(source: Path) -> Sequence[str] | None:
    """Return the columns that Spark finds: those of the first file, without partitions."""
    import pyarrow as pa  # noqa: PLC0415 - it is optional
    import pyarrow.parquet as pq  # noqa: PLC0415 - as above

    try:
        if source.is_dir():
            inside = sorted(source.iterdir())
            seen = [one for one in inside if not one.name.startswith(_HIDDEN_PREFIXES)]
            if not seen or len(seen) != len([one for one in seen if one.is_file()]):
                return None
            if any(one.name in _SUMMARIES for one in inside):
                return None
            source = seen[0]
        names: list[str] = pq.read_schema(source).names
    except (OSError, pa.ArrowException):
        return None
    return names


DOCUMENTS_A_FILE = 500_000
"""How many documents a file has at most, unless one bucket has more: a window shows as many."""

_RESULTS_SCHEME = "file:"
_OF_TEXT = ["id", "encoding", "text"]


PROBLEMS_A_FILE = 10_000
"""How many problems a file has at most: there may be one of each document that was read."""


@dataclass(frozen=True, slots=True)
class _Problems:
    """Rows of problems in the order of their ids, and how many more there are."""

    rows: Sequence[Mapping[str, str]]
    more: int


def write_results(
    job: ClusterJob,
    folder: Path,
    *,
    carry: bool = False,
    here: bool = False,
    problems: Any = None,
) -> Iterator[Path]:
    """Write the documents of all groups and pairs into files in a folder, and yield their paths.

    There is one, ``near.variorum``, or several where there are too many documents for one: groups
    are whole in any of them. With ``carry`` the texts of these documents are in a file beside each.
    ``here`` tells that the files of ``file:`` addresses are on this machine; others are elsewhere.
    Each file has the first ``PROBLEMS_A_FILE`` of all ``problems``, which are rows of ``PROBLEMS``,
    and says how many more there are; None: those of the job. Raises ``ResultsFileError`` if a file
    cannot be written.
    """
    told = _problems(job, job.problems if problems is None else problems)
    number = 0
    waiting = None
    for gathered in _gathered(job):
        if waiting is not None:
            number += 1
            path = folder / _name(number)
            yield from _written(job, waiting, told, path, carry=carry, here=here)
        waiting = gathered
    if waiting is not None:
        name = _name(number + 1 if number else 0)
        yield from _written(job, waiting, told, folder / name, carry=carry, here=here)


def _name(number: int) -> str:
    return f"near-{number:04}.variorum" if number else "near.variorum"


def _gathered(job: ClusterJob) -> Iterator[GatheredReports]:
    """Yield what buckets report, of as many together as one file has room for."""
    least = least_features(recipe_key(job.config))
    found = GatheredReports(least, named=job.named)
    packets = packets_of(job.frames.parts(job.frames.of_kind(job.reviewed, OF_COMMON)))
    for _, some in groupby(packets, lambda one: one.to):
        listed: list[Packet] = list(some)
        if found.documents and len(found.documents) + documents_in(listed) > DOCUMENTS_A_FILE:
            yield found
            found = GatheredReports(least, named=job.named)
        found.add(listed)
    yield found


def _problems(job: ClusterJob, frame: Any) -> _Problems:
    """Take problems of documents; what is said of all of them has no id, and is told apart."""
    rows: list[dict[str, str]] = []
    for batch in job.frames.parts(frame):
        rows += (row for row in batch.to_pylist() if row["id"] is not None)
        if len(rows) > PROBLEMS_A_FILE:
            break
    else:
        return _Problems(sorted(rows, key=_in_order), 0)
    counted = job.frames.rows(job.frames.mapped(frame, _count_problems, NUMBER))
    count = sum(counted["number"].to_pylist())
    taken = sorted(rows[:PROBLEMS_A_FILE], key=_in_order)
    return _Problems(taken, count - PROBLEMS_A_FILE)


def _in_order(row: Mapping[str, str]) -> tuple[str, str]:
    return row["id"], row["stage"]


def _count_problems(rows: Rows) -> Iterator[pa.RecordBatch]:
    for batch in rows:
        number = len(batch) - batch["id"].null_count
        yield pa.RecordBatch.from_pylist([{"number": number}], schema=NUMBER)


def _written(
    job: ClusterJob,
    found: GatheredReports,
    told: _Problems,
    path: Path,
    *,
    carry: bool,
    here: bool,
) -> Iterator[Path]:
    """Write one file, and the texts beside it."""
    here = here and job.named and all(_is_here(one) for one in found.documents)
    save_results(_report(job, found, told, path, here=here), (), path)
    yield path
    if carry and not here:
        beside = texts_path(path)
        write_carried(beside, _texts(job, found.documents))
        yield beside


def _texts(job: ClusterJob, documents: Iterable[Document]) -> Iterator[tuple[str, str, str]]:
    ids = pa.table({"id": pa.array([one.elsewhere for one in documents], pa.string())})
    there = job.frames.matching(job.documents, _OF_TEXT, job.frames.given(ids))
    for batch in job.frames.parts(there):
        yield from zip(*(batch[name].to_pylist() for name in _OF_TEXT), strict=True)


def _report(
    job: ClusterJob, found: GatheredReports, told: _Problems, path: Path, *, here: bool
) -> ScanReport:
    """Return a report of documents in the order of their ids."""
    listed = sorted(found.documents, key=lambda one: one.elsewhere)
    folder = path
    if here:
        listed = [_here(one) for one in listed]
        folder = Path(os.path.commonpath([one.path.parent for one in listed])) if listed else path
    problems = [] if job.left_out is None else [Problem(folder, ProblemStage.VERIFY, job.left_out)]
    if told.more:
        more = Reason(ReasonCode.MORE_PROBLEMS, (f"{told.more:,}",))
        problems.append(Problem(folder, ProblemStage.READ, more))
    for row in told.rows:
        name = row["id"]
        where = _path_here(name) if here else path_elsewhere(path, name)
        stage, why = ProblemStage(row["stage"]), recognised(row["reason"])
        problems.append(Problem(where, stage, why))
    return ScanReport(
        config=job.config,
        folders=(folder,),
        documents=Documents(KnownFiles(), listed, recipe_key(job.config), job.times_ns),
        pairs=tuple(found.pairs),
        groups=(),
        problems=tuple(problems),
        counts=Counts(listed=job.read, read=job.read, documents=job.usable),
        compared_distance=job.distance,
        comparisons=found.comparisons,
    )


def _is_here(document: Document) -> bool:
    return document.elsewhere.startswith(_RESULTS_SCHEME)


def _path_here(address: str) -> Path:
    return Path("/" + address.removeprefix(_RESULTS_SCHEME).lstrip("/"))


def _here(document: Document) -> Document:
    """Return a document as a file of this machine, which its address leads to."""
    path = _path_here(document.elsewhere)
    real = Path(os.path.realpath(path))
    try:
        found = real.stat()
        device, inode = found.st_dev, found.st_ino
    except OSError:  # removed meanwhile, as the window says
        device = inode = 0
    return replace(document, path=path, real_path=real, device=device, inode=inode, elsewhere="")

"""Near-duplicates of a DataFrame of Spark, found where its data are."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simcore.cluster.inputs import Columns, Input, columns
from simcore.cluster.job import ClusterJob
from simcore.cluster.session import cause_of, spark_errors
from simcore.cluster.texts import PROBLEMS, problem_rows, unread_problems
from simcore.formats.reading import READER_VERSION
from simcore.model.config import (
    DEFAULT_CONTAINMENT,
    DEFAULT_SIMILARITY,
    USUAL_RECIPE,
    Grouping,
    ScanConfig,
)
from simcore.model.reasons import ConfigError, Reason, SimcoreError
from simcore.model.records import ProblemStage
from simcore.strings.pairs import configured
from simcore.version import __version__

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from simcore.cluster.spark import SparkFrames


_INSTALL = (
    f'install "variorum[spark]" {__version__} there, or name a Python that has it by PYSPARK_PYTHON'
)


@dataclass(frozen=True, slots=True)
class ClusterPairs:
    """What ``pairs`` found in a DataFrame: see there. It is found when rows are first asked for."""

    job: ClusterJob
    source: Input

    @property
    def rows(self) -> "DataFrame":
        """A row a pair, with the columns of ``variorum pairs`` and ids in the place of paths."""
        found: DataFrame = self.job.pairs
        return found

    @property
    def problems(self) -> "DataFrame":
        """A row a problem: ``id``, ``stage``, ``reason`` and ``code``.

        They are of rows that could not be compared, or not in full. Where pairs of texts that are
        all alike were left out, since they are too many, one problem without an id says so.
        """
        found: DataFrame = self.job.problems
        if self.source.broken is not None:
            told = self.job.frames.mapped(self.source.broken, unread_problems, PROBLEMS)
            found = found.unionByName(told)
        more: list[tuple[str | None, ProblemStage, Reason]] = [
            (name, ProblemStage.LIST, reason) for name, reason in self.source.skipped
        ]
        left_out = self.job.left_out
        if left_out is not None:
            more.append((None, ProblemStage.VERIFY, left_out))
        if more:
            found = found.unionByName(self.job.frames.given(problem_rows(more)))
        return found


def fingerprints(
    df: "DataFrame",
    *,
    id: str = "id",  # noqa: A002 - the column is called so everywhere
    text: str = "text",
    content: str | None = None,
    recipe: str = USUAL_RECIPE,
) -> "DataFrame":
    """Return the fingerprints of the rows of a DataFrame, as ``variorum fingerprints`` has them.

    Columns are ``id``, ``fingerprint`` (hexadecimal digits, null of a text without words),
    ``tokens`` and ``encoding``. ``id`` names the column that tells rows apart, ``text`` that of
    their texts; or ``content`` that of the bytes of files, whose ids are their paths then. Rows of
    which nothing can be read, such as one whose text is null, are left out.

    Raises ``ConfigError`` for columns that are missing or of another type and an unknown recipe,
    and ``SimcoreError`` if the workers of the cluster lack this package.
    """
    config = configured(recipe)
    found: DataFrame = job_of(df.sparkSession, _source(df, id, text, content), config).fingerprints
    return found


def pairs(
    df: "DataFrame",
    *,
    id: str = "id",  # noqa: A002 - as above
    text: str = "text",
    content: str | None = None,
    similarity: float = DEFAULT_SIMILARITY,
    containment: float = DEFAULT_CONTAINMENT,
    distance: int | None = None,
    contained: bool = True,
    grouping: Grouping | str = Grouping.LEADERS,
    recipe: str = USUAL_RECIPE,
    buckets: int | None = None,
    work: str | None = None,
) -> ClusterPairs:
    """Find the pairs of near-duplicates among the rows of a DataFrame.

    They are those of ``simcore.pairs`` of the same texts in the order of their ids, whatever the
    partitions and the order of the rows. Columns are named as for ``fingerprints``, thresholds as
    for ``simcore.pairs``. Data are in so many ``buckets``, each of which a task holds in memory: by
    default one for 50,000 documents, and one for each processor of the cluster. What stages leave
    for others is kept in a folder ``work``, a path or an address that all of the cluster can write
    to, which is yours to remove; without one, executors keep it, and the job fails if one is lost.

    Raises what ``fingerprints`` does, and ``ConfigError`` for thresholds out of their range and an
    id that stands in several rows.
    """
    config = configured(
        recipe,
        similarity,
        containment,
        distance,
        contained=contained,
        grouping=grouping,
    )
    return found_in(df.sparkSession, _source(df, id, text, content), config, buckets, work)


def groups(found: ClusterPairs) -> "DataFrame":
    """Return the groups of near-duplicates that ``pairs`` make, as ``simcore.groups`` has them.

    A row a document: the ``group``, which is called as the document it keeps, the document's
    ``id``, whether it is ``kept``, and what it is to the kept one, as in ``variorum groups``.
    ``parts`` is whether the kept document holds the others as parts.
    """
    if not isinstance(found, ClusterPairs):
        raise TypeError("groups takes what pairs returns: its rows alone do not tell the groups")
    made: DataFrame = found.job.groups
    return made


def _source(df: "DataFrame", key: str, text: str, content: str | None) -> Input:
    """Return what is read of a DataFrame. Raises ``ConfigError`` for its columns."""
    named = Columns(key, text, content, spelled="{}=")
    return Input(columns(df, named), named=content is not None)


def found_in(
    session: "SparkSession",
    source: Input,
    config: ScanConfig,
    buckets: int | None = None,
    work: str | None = None,
) -> ClusterPairs:
    """Return what is found in a source. Raises ``ConfigError`` and ``SimcoreError``."""
    return ClusterPairs(job_of(session, source, config, buckets, work), source)


def job_of(
    session: "SparkSession",
    source: Input,
    config: ScanConfig,
    buckets: int | None = None,
    work: str | None = None,
) -> ClusterJob:
    """Make a job in a session. Raises ``ConfigError`` and ``SimcoreError``."""
    if buckets is not None and buckets < 1:
        raise ConfigError(f"buckets is {buckets}: at least 1 is needed")
    frames = spark_frames(session, work)
    check_workers(session)
    given = {"named": source.named, "unique": source.unique}
    return ClusterJob(frames, source.rows, config, buckets, **given)


def spark_frames(session: "SparkSession", work: str | None) -> "SparkFrames":
    """Return the frames of a session. Raises ``SimcoreError`` if it has no tasks of its own."""
    from pyspark.sql.utils import is_remote  # noqa: PLC0415 - PySpark is optional

    if is_remote():
        raise SimcoreError("a session of Spark Connect cannot run this: name the cluster itself")
    from simcore.cluster.spark import SparkFrames  # noqa: PLC0415 - PySpark is optional

    return SparkFrames(session, work)


def check_workers(session: "SparkSession") -> None:
    """Raise ``SimcoreError`` if a worker lacks this package, or has another version of it.

    Or if it cannot run any Python that is sent to it.
    """

    def look(batches: Any) -> Any:
        import sys  # noqa: PLC0415 - in the worker

        import pyarrow  # noqa: PLC0415 - as above

        try:
            from simcore.formats.reading import READER_VERSION as found  # noqa: PLC0415, N811
            from simcore.version import __version__ as version  # noqa: PLC0415

            said = f"{version}/{found}"
        except ImportError:
            said = ""
        for batch in batches:
            count = batch.num_rows
            columns = [pyarrow.array([said] * count), pyarrow.array([sys.executable] * count)]
            yield pyarrow.RecordBatch.from_arrays(columns, names=["said", "python"])

    own = f"{__version__}/{READER_VERSION}"
    count = 2 * session.sparkContext.defaultParallelism
    asked = session.range(0, count, 1, count).mapInArrow(look, "said string, python string")
    try:
        answers = asked.distinct().collect()
    except spark_errors() as error:
        raise SimcoreError(
            f"the cluster runs no Python as it is needed: {cause_of(error)}; {_INSTALL}"
        ) from error
    for row in answers:
        if row.said != own:
            what = f"has variorum {row.said.split('/')[0]}" if row.said else "lacks variorum"
            raise SimcoreError(
                f"a worker of the cluster {what} in its Python ({row.python}); {_INSTALL}"
            )

"""Near-duplicates of a DataFrame of Spark, found where its data are."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simcore.cluster.job import ClusterJob
from simcore.model.config import (
    DEFAULT_CONTAINMENT,
    DEFAULT_SIMILARITY,
    USUAL_RECIPE,
    Grouping,
    ScanConfig,
)
from simcore.model.errors import ConfigError, SimcoreError
from simcore.strings.given import configured
from simcore.text.reading import READER_VERSION
from simcore.version import __version__

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from simcore.cluster.spark import SparkFrames


@dataclass(frozen=True, slots=True)
class ClusterPairs:
    """What ``pairs`` found in a DataFrame: see there. It is found when rows are first asked for."""

    job: ClusterJob

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
    their texts; or ``content`` that of the bytes of files, whose ids are their paths then.

    Raises ``ConfigError`` for columns that are missing or of another type and an unknown recipe,
    and ``SimcoreError`` if the workers of the cluster lack this package.
    """
    config = configured(recipe, DEFAULT_SIMILARITY, DEFAULT_CONTAINMENT, None)
    job = _job(df, id, text, content, config, None)
    found: DataFrame = job.fingerprints
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
) -> ClusterPairs:
    """Find the pairs of near-duplicates among the rows of a DataFrame.

    They are those of ``simcore.pairs`` of the same texts in the order of their ids, whatever the
    partitions and the order of the rows. Columns are named as for ``fingerprints``, thresholds as
    for ``simcore.pairs``. Data are in so many ``buckets``, each of which a task holds in memory: by
    default one for 50,000 documents, and one for each processor of the cluster.

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
    return ClusterPairs(_job(df, id, text, content, config, buckets))


def groups(found: ClusterPairs) -> "DataFrame":
    """Return the groups of near-duplicates that ``pairs`` make, as ``simcore.groups`` has them.

    A row a document: the ``group``, which is called as the document it keeps, the document's
    ``id``, whether it is ``kept``, and what it is to the kept one, as in ``variorum groups``.
    ``parts`` is whether the kept document holds the others as parts.
    """
    made: DataFrame = found.job.groups
    return made


def _job(
    df: "DataFrame",
    key: str,
    text: str,
    content: str | None,
    config: ScanConfig,
    buckets: int | None,
) -> ClusterJob:
    """Make a job of a DataFrame. Raises ``ConfigError`` and ``SimcoreError``."""
    frames = spark_frames(df.sparkSession)
    check_workers(df.sparkSession)
    if buckets is not None and buckets < 1:
        raise ConfigError(f"buckets is {buckets}: at least 1 is needed")
    return ClusterJob(frames, _source(df, key, text, content), config, buckets)


def _source(df: "DataFrame", key: str, text: str, content: str | None) -> "DataFrame":
    """Return the columns that are read, under their usual names."""
    from pyspark.sql import functions as F  # noqa: N812, PLC0415 - it is optional

    used, kind = (text, "string") if content is None else (content, "binary")
    types = dict(df.dtypes)
    for name in (key, used):
        if name not in types:
            raise ConfigError(f"there is no column {name!r}; there are {', '.join(types)}")
    if types[used] != kind:
        raise ConfigError(f"the column {used!r} is of the type {types[used]}, not {kind}")
    if types[key] not in _KEYS:
        raise ConfigError(
            f"the column {key!r} is of the type {types[key]}; ids are strings or whole numbers"
        )
    given = [F.col(f"`{key}`").cast("string").alias("id")]
    given.append(F.col(f"`{used}`").alias("text" if content is None else "content"))
    if content is not None and types.get("modificationTime") == "timestamp":
        given.append((F.unix_micros("modificationTime") * 1000).alias("modified_ns"))
    return df.select(*given)


_KEYS = {"string", "tinyint", "smallint", "int", "bigint"}


def spark_frames(session: "SparkSession") -> "SparkFrames":
    """Return the frames of a session."""
    from simcore.cluster.spark import SparkFrames  # noqa: PLC0415 - PySpark is optional

    return SparkFrames(session)


def check_workers(session: "SparkSession") -> None:
    """Raise ``SimcoreError`` if a worker lacks this package, or has another version of it."""

    def look(batches: Any) -> Any:
        import sys  # noqa: PLC0415 - in the worker

        import pyarrow  # noqa: PLC0415 - as above

        try:
            from simcore.text.reading import READER_VERSION as found  # noqa: PLC0415, N811
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
    for row in asked.distinct().collect():
        if row.said != own:
            what = f"has variorum {row.said.split('/')[0]}" if row.said else "lacks variorum"
            raise SimcoreError(
                f"a worker of the cluster {what} in its Python ({row.python}); install variorum "
                f"{__version__} there, or name a Python that has it by PYSPARK_PYTHON"
            )

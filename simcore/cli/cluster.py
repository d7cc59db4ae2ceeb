"""``variorum cluster``: near-duplicates found by Spark, where the documents are."""

import argparse
import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from simcore.cli.options import add_grouping, add_largest, add_thresholds, configured, within
from simcore.cli.output import VERBOSITY, counted, outcome, print_lines, say
from simcore.model.config import DEFAULT_INCLUDE, USUAL_RECIPE
from simcore.model.reasons import ConfigError, ReasonCode
from simcore.model.records import ProblemStage
from simcore.model.report import was_not_read

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from simcore.cluster.job import ClusterJob
    from simcore.cluster.outputs import Output


_KINDS = ("files", "lines", "parquet", "jsonl")
_MOST_BUCKETS = 1 << 20


def cluster_command(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "where",
        metavar="INPUT",
        help="files, folders or tables: a path or an address, as Spark "
        "takes it; * stands for any part of a name",
    )
    parser.add_argument(
        "into",
        metavar="OUTPUT",
        help="a folder to write, which is not there yet: a path or an address",
    )
    reading = parser.add_argument_group("what is read")
    reading.add_argument(
        "--as",
        dest="kind",
        choices=_KINDS,
        help="what a document is: each of the files, each of their lines, or a row of a table in "
        "Parquet or in JSON Lines (default: as the name of INPUT says, or else files)",
    )
    reading.add_argument(
        "--text",
        metavar="COLUMN",
        help="the column of a table that holds the texts (default: text)",
    )
    reading.add_argument(
        "--id",
        metavar="COLUMN",
        help="the column by which its rows are named (default: id)",
    )
    reading.add_argument(
        "--include",
        action="append",
        metavar="PATTERN",
        help="file names to read instead of the usual; may be given several times (default: the "
        "names that variorum scan reads)",
    )
    add_largest(reading)
    compared = parser.add_argument_group("what is near")
    compared.add_argument(
        "--recipe",
        default=USUAL_RECIPE,
        metavar="NAME",
        help="how fingerprints are made; variorum --help lists the recipes (default: %(default)s)",
    )
    add_thresholds(compared)
    add_grouping(compared)
    work = parser.add_argument_group("where it is done")
    work.add_argument(
        "--master",
        metavar="URL",
        help="the cluster, as Spark takes it: local[4], spark://host:7077, yarn (default: that of "
        "spark-submit, or this machine with all processors)",
    )
    work.add_argument(
        "--carry-texts",
        action="store_true",
        help="have the texts of all documents in groups beside the results, for a window on a "
        "machine that has not the documents",
    )
    work.add_argument(
        "--buckets",
        type=within(int, 1, _MOST_BUCKETS, f"must lie between 1 and {_MOST_BUCKETS}"),
        metavar="N",
        help="in how many parts data are brought together, each of which a task holds in memory "
        "(default: one for 50,000 documents, and one for each processor)",
    )
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> None:
    config = replace(
        configured(arguments),
        largest_file=arguments.largest,
        include=tuple(arguments.include or DEFAULT_INCLUDE),
    )
    from simcore.cluster.session import check_installed

    check_installed()
    from simcore.cluster.inputs import Columns, InputKind, kind_of, open_input
    from simcore.cluster.outputs import check_places

    kind = InputKind(arguments.kind) if arguments.kind else kind_of(arguments.where)
    if (arguments.id or arguments.text) and kind in (InputKind.FILES, InputKind.LINES):
        raise ConfigError(f"--id and --text name columns of tables; this is read as {kind.value}")
    named = Columns(arguments.id or "id", arguments.text or "text")
    check_places(arguments.where, arguments.into, kind, named, arguments.master)
    with contextlib.ExitStack() as stack:
        session = stack.enter_context(_session(arguments.master))
        from simcore.cluster.dataframes import found_in
        from simcore.cluster.outputs import Output

        output = Output(session, arguments.into)
        with output.made(arguments.where):
            source = open_input(session, arguments.where, kind, named=named, config=config)
            found = found_in(session, source, config, arguments.buckets, output.work)
            read = found.job.read
            if not read:
                raise ConfigError(f"{arguments.where}: holds no document that is to be read")
            if VERBOSITY.verbose:
                say(f"variorum: {counted(read, 'document', spec=',')} read")
            tables = output.write(found)
            # texts that come along are for another machine
            here = source.named and output.work is None and not arguments.carry_texts
            files = _results(
                found.job, output, tables["problems"], carry=arguments.carry_texts, here=here
            )
            output.clear()
        # what was found stays, though nobody may listen any more
        _tell_problems(tables["problems"], output.path("problems"))
        print_lines(_summary(read, tables, files, output), None)


@contextlib.contextmanager
def _session(master: str | None) -> "Iterator[SparkSession]":
    from simcore.cluster.session import errors_said, has_session, open_session, spark_errors

    before = has_session()
    session = open_session(master, progress=VERBOSITY.progress)
    try:
        with errors_said():
            yield session
    finally:
        if not before:
            with contextlib.suppress(*spark_errors()):  # Java has ended
                session.stop()


def _results(
    job: "ClusterJob", output: "Output", problems: "DataFrame", *, carry: bool, here: bool
) -> list[str]:
    from simcore.cluster.outputs import write_results

    names = []
    with TemporaryDirectory(prefix="variorum-") as folder:
        into = Path(folder)
        for path in write_results(job, into, carry=carry, here=here, problems=problems):
            output.bring(path)
            names.append(path.name)
    return names


def _summary(
    read: int, tables: "dict[str, DataFrame]", files: Sequence[str], output: "Output"
) -> Iterator[str]:
    pairs = tables["pairs"].count()
    groups = tables["groups"].select("group", "parts").distinct().count()
    outcome().found = bool(pairs or groups)
    counts = (read, "document"), (pairs, "pair"), (groups, "group")
    yield ", ".join(counted(count, noun, spec=",") for count, noun in counts)
    yield f"tables in Parquet: {', '.join(map(output.path, tables))}"
    yield f"for the window: {', '.join(map(output.path, files))}"


def _tell_problems(problems: "DataFrame", where: str) -> None:
    from pyspark.sql import functions as F  # noqa: N812 - it is optional

    example = F.min_by(F.struct("id", "reason"), "id").alias("example")
    sorts = problems.groupBy("stage", "code").agg(F.count("*").alias("rows"), example).collect()
    for row in sorted(sorts, key=lambda row: (-row.rows, row.code)):
        named = row.example.id or "all documents"
        more = f" (and {row.rows - 1:,} more)" if row.rows > 1 else ""
        say(f"variorum: {named}: {row.example.reason}{more}")
        outcome().incomplete |= was_not_read(ProblemStage(row.stage), ReasonCode(row.code))
    if sorts:
        total = sum(row.rows for row in sorts)
        say(f"variorum: {counted(total, 'problem', spec=',')}: {where}")

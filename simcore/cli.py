"""The command line: every stage of the engine, for scripts and for people without a screen.

Exit codes: 0, 1 for a failed run, 2 for wrong usage. What was asked for goes to the standard
output or ``--output``, everything else to the standard error.

A command imports what it needs when it runs, mostly as public names of ``simcore``, which are
imported when they are asked for: asking for one file's like should not wait for parsers and plots.
"""

import argparse
import contextlib
import gc
import os
import sys
import typing
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import simcore
from simcore.config import DEFAULT_SIMILARITY, LEAST_SIMILARITY
from simcore.console import (
    counts_lines,
    explanation_lines,
    group_lines,
    judged_lines,
    short_line,
    similar_lines,
    summary,
)
from simcore.errors import ConfigError, FolderError, SimcoreError
from simcore.options import (
    add_containment,
    add_distance,
    add_grouping,
    add_judgements,
    add_output,
    add_recipe,
    add_scanning,
    add_similarity,
    configured,
)
from simcore.progress import Cancelled
from simcore.records import Judgements, Problem, ScanReport
from simcore.report import (
    FINGERPRINT_COLUMNS,
    GROUP_COLUMNS,
    PAIR_COLUMNS,
    fingerprint_rows,
    group_rows,
    pair_rows,
    unverified_rows,
    write_csv,
    write_json,
)
from simcore.terminal import Bar, opened, print_lines, say
from simcore.trash import Trash

if typing.TYPE_CHECKING:
    from simcore.index import FingerprintIndex

__all__ = ["COMMANDS", "main"]

_OBJECTS_A_COLLECTION = 50_000
_IN_MEMORY = Path(":memory:")


def main(argv: Sequence[str] | None = None, trash: Callable[[], Trash] | None = None) -> int:
    """Run one command and give its exit code; usage errors exit with 2.

    ``trash`` makes the desktop's trash when a command needs it; without one that is the engine's
    own, which only Linux desktops have.
    """
    given = sys.argv[1:] if argv is None else argv
    arguments = _parser(given[0] if given else None).parse_args(given)
    arguments.trash = trash
    try:
        command: Callable[[argparse.Namespace], None] = arguments.run
        with _seldom_collected():
            command(arguments)
        sys.stdout.flush()
    except ConfigError as error:
        return _fail(str(error), 2)
    except SimcoreError as error:
        return _fail(str(error), 1)
    except (Cancelled, KeyboardInterrupt):
        return _fail("interrupted; what was read is kept in the index", 1)
    except BrokenPipeError:
        # the reader has what it wanted; keep Python from complaining while it shuts down
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115 - lives as long as we do
        return 0
    return 0


@contextlib.contextmanager
def _seldom_collected() -> Iterator[None]:
    """Look for cycles of garbage seldom: there are hardly any, among very many records.

    A fifth of the time of a scan that finds nothing changed went into looking.
    """
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(_OBJECTS_A_COLLECTION, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def _fail(message: str, code: int) -> int:
    say(f"variorum: {message}")
    return code


def _parser(first: str | None) -> argparse.ArgumentParser:
    """Make the parser; when the first word is a command, nobody asks for the others' options."""
    parser = argparse.ArgumentParser(
        prog="variorum",
        description="Find near-duplicate text documents. Without a command, the window opens.",
        epilog=None if first in COMMANDS else _recipes(),
    )
    parser.add_argument("--version", action=_Version, help="show the version and exit")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, build in COMMANDS.items():
        description = (build.__doc__ or "").strip().splitlines()[0]
        command = commands.add_parser(name, help=description, description=description)
        if name == first:
            build(command)
    return parser


def _recipes() -> str:
    listed = "; ".join(f"{name} ({recipe.summary})" for name, recipe in simcore.RECIPES.items())
    return (
        f"Recipes: {listed}. Behind a name, +stop leaves out stop words, +stem cuts English words "
        "to stems."
    )


class _Version(argparse.Action):
    """Prints the version; looks it up only when asked."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str) -> None:  # noqa: A002
        super().__init__(option_strings, dest, nargs=0, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version  # noqa: PLC0415 - takes a while

        print(f"variorum {version('variorum')}")
        parser.exit()


@dataclass(slots=True)
class _Scanned:
    report: ScanReport
    index: "FingerprintIndex"
    bar: Bar


@contextlib.contextmanager
def _scanned(arguments: argparse.Namespace, *, compare: bool = True) -> Iterator[_Scanned]:
    """Scan the folders of a command, tell what could not be used, and hold the index open.

    Groups follow what a person has said where the command can be told to ignore it, and was not.
    """
    config = configured(arguments)
    for folder in arguments.folders:
        if not folder.exists():
            raise FolderError(f"{folder}: does not exist")
        if not folder.is_dir():
            raise FolderError(f"{folder}: is not a folder")
    path = arguments.index or simcore.default_index_path()
    if config.jobs != 0 and not path.exists():
        from simcore.worker import expect  # noqa: PLC0415 - as above

        expect()  # everything is new
    judgements = None
    if not getattr(arguments, "ignore_judgements", True) and path != _IN_MEMORY:
        judgements = simcore.read_judgements(simcore.judgements_path(path))
    bar = Bar()
    with simcore.FingerprintIndex(path) as index, contextlib.closing(bar):
        executor = simcore.make_executor(config.jobs, config.seconds_a_file)
        try:
            report = simcore.scan(
                arguments.folders,
                config,
                index,
                executor,
                bar,
                compare=compare,
                judgements=judgements,
            )
        finally:
            simcore.stop_executor(executor)
        bar.close()
        _tell(report.problems)
        yield _Scanned(report, index, bar)


def _tell(problems: Sequence[Problem]) -> None:
    for problem in problems:
        say(f"variorum: {problem.path}: {problem.reason}")


def _tell_short(report: ScanReport) -> None:
    if report.counts.short:
        say(short_line(report.counts.short))


def _tell_judged(report: ScanReport) -> None:
    nothing = Judgements()
    if report.judgements != nothing:
        config = report.config
        plain = simcore.regroup(report, config.distance, config.similarity, judgements=nothing)
        for line in judged_lines(report, plain):
            say(line)


def _scan_command(parser: argparse.ArgumentParser) -> None:
    """Read folders into the index and say what was found."""
    add_scanning(parser)
    add_grouping(parser)
    parser.add_argument("--json", action="store_true", help="print the counts as JSON")

    def run(arguments: argparse.Namespace) -> None:
        with _scanned(arguments) as scanned:
            if arguments.json:
                columns, row = summary(scanned.report)
                with opened(None) as file:
                    write_json(file, columns, [row])
            else:
                print_lines(counts_lines(scanned.report))

    parser.set_defaults(run=run)


def _pairs_command(parser: argparse.ArgumentParser) -> None:
    """List the pairs of near-duplicates."""
    add_scanning(parser)
    add_distance(parser)
    add_similarity(parser, DEFAULT_SIMILARITY)
    add_containment(parser)
    parser.add_argument(
        "--unverified",
        action="store_true",
        help="all pairs of fingerprints within the distance, without the exact comparison",
    )
    parser.add_argument(
        "--expand",
        action="store_true",
        help="every pair of documents, also where documents with equal text stand in for others",
    )
    add_output(parser, ("csv", "json"))

    def run(arguments: argparse.Namespace) -> None:
        with _scanned(arguments, compare=not arguments.unverified) as scanned:
            report = scanned.report
            if arguments.unverified:
                candidates = simcore.candidate_pairs(
                    report.documents.values(), report.config.distance, scanned.bar
                )
                scanned.bar.close()
                rows = unverified_rows(report, candidates, expand=arguments.expand)
            else:
                rows = pair_rows(report, expand=arguments.expand)
            with opened(arguments.output) as file:
                write = write_csv if arguments.format == "csv" else write_json
                write(file, PAIR_COLUMNS, (row.cells() for row in rows))
            if not arguments.unverified:
                _tell_short(report)

    parser.set_defaults(run=run)


def _groups_command(parser: argparse.ArgumentParser) -> None:
    """List the groups of near-duplicates, the document to keep first."""
    add_scanning(parser)
    add_distance(parser)
    add_similarity(parser, DEFAULT_SIMILARITY)
    add_containment(parser)
    add_grouping(parser)
    add_judgements(parser)
    add_output(parser, ("text", "csv", "json"))

    def run(arguments: argparse.Namespace) -> None:
        with _scanned(arguments) as scanned:
            report = scanned.report
            if arguments.format == "text":
                print_lines(group_lines(report), arguments.output)
            else:
                with opened(arguments.output) as file:
                    if arguments.format == "json":
                        write_json(file, GROUP_COLUMNS, group_rows(report))
                    else:
                        write_csv(file, GROUP_COLUMNS, group_rows(report), for_spreadsheets=True)
            _tell_short(report)
            _tell_judged(report)

    parser.set_defaults(run=run)


def _fingerprints_command(parser: argparse.ArgumentParser) -> None:
    """List every document's fingerprint."""
    add_scanning(parser)
    add_output(parser, ("csv", "json"))

    def run(arguments: argparse.Namespace) -> None:
        with (
            _scanned(arguments, compare=False) as scanned,
            opened(arguments.output) as file,
        ):
            write = write_csv if arguments.format == "csv" else write_json
            write(file, FINGERPRINT_COLUMNS, fingerprint_rows(scanned.report))

    parser.set_defaults(run=run)


def _similar_command(parser: argparse.ArgumentParser) -> None:
    """Find the documents in folders, or of the whole index as it is, that are like one file."""
    parser.add_argument("file", type=Path, metavar="FILE")
    add_scanning(parser, folders="*")
    add_distance(parser)
    add_similarity(parser, LEAST_SIMILARITY)

    def run(arguments: argparse.Namespace) -> None:
        if not arguments.folders:
            _similar_in_index(arguments)
            return
        with _scanned(arguments, compare=False) as scanned:
            report = scanned.report
            found = simcore.find_similar(
                arguments.file, report, scanned.index, report.config.distance
            )
            print_lines(similar_lines(found, report.documents))
            _tell_short(report)

    parser.set_defaults(run=run)


def _similar_in_index(arguments: argparse.Namespace) -> None:
    """Answer from what earlier scans have read: no folder is listed."""
    if arguments.include or arguments.exclude or arguments.follow_links:
        raise ConfigError("--include, --exclude and --follow-links are for folders; name one")
    config = configured(arguments)
    path = arguments.index or simcore.default_index_path()
    if not path.exists():
        raise FolderError(f"{path}: there is no index yet; name folders to scan")
    with simcore.FingerprintIndex(path) as index:
        similar = simcore.recall_similar(arguments.file, config, index, config.distance)
    _tell(similar.problems)
    print_lines(similar_lines(similar.pairs, similar.documents))


def _explain_command(parser: argparse.ArgumentParser) -> None:
    """Say why two files are as near as they are."""
    parser.add_argument("left", type=Path, metavar="FILE")
    parser.add_argument("right", type=Path, metavar="FILE")
    add_recipe(parser)
    add_similarity(parser, DEFAULT_SIMILARITY)

    def run(arguments: argparse.Namespace) -> None:
        explained = simcore.explain(arguments.left, arguments.right, configured(arguments))
        print_lines(explanation_lines(explained))

    parser.set_defaults(run=run)


def _plan_command(parser: argparse.ArgumentParser) -> None:
    """Compare designs of tables for finding near fingerprints."""
    from simcore.plan_command import plan_command  # noqa: PLC0415 - see the module's docstring

    plan_command(parser)


def _evaluate_command(parser: argparse.ArgumentParser) -> None:
    """Measure precision and recall against labelled pairs."""
    from simcore.evaluate_command import evaluate_command  # noqa: PLC0415 - as above

    evaluate_command(parser)


def _history_command(parser: argparse.ArgumentParser) -> None:
    """List what was removed, batch by batch."""
    from simcore.history_command import history_command  # noqa: PLC0415 - as above

    history_command(parser)


def _undo_command(parser: argparse.ArgumentParser) -> None:
    """Bring back what a batch of removals took away."""
    from simcore.history_command import undo_command  # noqa: PLC0415 - as above

    undo_command(parser)


def _prune_command(parser: argparse.ArgumentParser) -> None:
    """Remove duplicates by keep rules: a plan, and with --apply the deed."""
    from simcore.prune_command import prune_command  # noqa: PLC0415 - as above

    prune_command(parser, _scanned)


COMMANDS: dict[str, Callable[[argparse.ArgumentParser], None]] = {
    "scan": _scan_command,
    "pairs": _pairs_command,
    "groups": _groups_command,
    "fingerprints": _fingerprints_command,
    "similar": _similar_command,
    "explain": _explain_command,
    "plan": _plan_command,
    "evaluate": _evaluate_command,
    "prune": _prune_command,
    "history": _history_command,
    "undo": _undo_command,
}
"""The commands by name, each with what adds its options to a parser."""

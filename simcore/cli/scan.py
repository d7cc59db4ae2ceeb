"""``variorum scan``, ``pairs``, ``groups`` and ``fingerprints``: scan, and list the results."""

import argparse
import codecs
import contextlib
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from simcore.cli.lines import counts_lines, group_lines, judged_lines, marked_of
from simcore.cli.options import (
    NAMES,
    ROWS,
    Scanned,
    add_fail_if_found,
    add_grouping,
    add_output,
    add_scanning,
    add_thresholds,
    check_named,
    check_there,
    configured,
    judgements_of,
    list_named,
    named_in_list,
    not_read_line,
    note_unread,
    scanned,
    tell_short,
    working,
)
from simcore.cli.output import (
    VERBOSITY,
    Bar,
    counted,
    naming,
    opened,
    outcome,
    print_lines,
    print_names,
    print_rows,
    say,
)
from simcore.files.listing import Listing
from simcore.files.patterns import patterns_of
from simcore.grouping.grouper import regroup
from simcore.index.judgements import read_roles
from simcore.index.paths import default_index_path
from simcore.model.reasons import ConfigError, Reason, ReasonCode, WhyKept
from simcore.model.records import DocumentId, Judgements, Problem, ProblemStage
from simcore.model.report import ScanReport, is_companion, not_read
from simcore.pipeline.rereading import TextsNow
from simcore.reports import tables
from simcore.reports.formats import write_json
from simcore.reports.tables import PROBLEM_COLUMNS, problem_rows

if TYPE_CHECKING:
    from simcore.strings.pairs import ReportedStrings


Tell = Callable[[argparse.Namespace, "ReportedStrings"], None]

# the options that apply to rows of tables, too
_ALSO_OF_TEXTS = frozenset(
    "text id encoding folders files_from null recipe dictionary as_in_window jobs seconds_a_file "
    "distance similarity containment no_contained grouping expand format output fail_if_found "
    "quiet verbose progress config help".split()
)
# columns that a row of a table does not have
_NO_CELLS = ("left_marked", "right_marked", "modified", "encoding")


def add_column(parser: argparse.ArgumentParser, tell: Tell) -> None:
    """Let a command, whose ``run`` is set, read tables; ``tell`` writes the results."""
    table = parser.add_argument_group(
        "texts of a table",
        "With --text the texts are those of a column, and no index is used. What is\n"
        "named are tables then: .csv, .tsv, .jsonl, .ndjson, .parquet.",
    )
    table.add_argument(
        "--text", metavar="COLUMN", help="the column that holds the texts (default: none)"
    )
    table.add_argument(
        "--id",
        metavar="COLUMN",
        help="the column by which rows are named (default: their number, from 0)",
    )
    table.add_argument(
        "--encoding",
        type=_encoding,
        metavar="NAME",
        help="the encoding of CSV (default: as recognised)",
    )
    usual: Callable[[argparse.Namespace], None] = parser.get_default("run")

    def run(arguments: argparse.Namespace) -> None:
        if arguments.text is not None:
            _check_options(arguments)
            _answer(arguments, tell)
            return
        for name in ("id", "encoding"):
            if getattr(arguments, name) is not None:
                raise ConfigError(f"--{name} is about a table: --text COLUMN is missing")
        usual(arguments)

    parser.set_defaults(run=run)


def _encoding(name: str) -> str:
    try:
        codecs.lookup(name)
    except (LookupError, ValueError) as error:  # the latter of a zero byte
        raise argparse.ArgumentTypeError(f"{name!r} is no encoding") from error
    return name


def _check_options(arguments: argparse.Namespace) -> None:
    for name, usual in arguments.defaults.items():
        if name not in _ALSO_OF_TEXTS and getattr(arguments, name) != usual:
            raise ConfigError(f"--{name.replace('_', '-')} is about files: not with --text")
    if arguments.format in {NAMES, "html"}:
        name = "--print0" if arguments.format == NAMES else "--format html"
        raise ConfigError(f"{name} is about files: not with --text")


def _answer(arguments: argparse.Namespace, tell: Tell) -> None:
    from simcore.strings.pairs import report_strings

    config = replace(configured(arguments), keep_days=0, folder_days=())
    bar = Bar()
    texts = _texts(arguments)
    with closing(bar):
        found = report_strings(texts, config, bar.report)
    for one in found.problems:
        say(f"variorum: {'all texts' if one.of_all else one.key}: {one.reason}")
    note_unread(found.report.problems)
    outcome().found = bool(found.report.pairs or found.report.groups)
    tell(arguments, found)
    tell_short(found.report)


def _texts(arguments: argparse.Namespace) -> Mapping[Hashable, str]:
    """Return the texts of all tables by key, with the table's name if there are several."""
    from simcore.strings.pairs import read_column

    paths: Sequence[Path] = arguments.folders
    found: dict[Hashable, str] = {}
    for at, path in enumerate(paths):
        check_there(path)
        if path.is_dir():
            raise ConfigError(f"{path}: is a folder, and --text is about tables in files")
        texts = read_column(path, arguments.text, key=arguments.id, encoding=arguments.encoding)
        for key, text in texts.items():
            if key == "":
                raise ConfigError(f"{path}: of a row {arguments.id!r} is empty: name it")
            # what is printed of the number 1 and of the text "1" is the same
            name = str(key) if len(paths) == 1 else f"{path}:{key}"
            if name in found:
                if any(map(path.samefile, paths[:at])):
                    raise ConfigError(f"{path}: is named twice")
                raise ConfigError(f"{path}: two rows are called {name!r}")
            found[name] = text
        if VERBOSITY.verbose:
            say(f"variorum: {path}: {counted(len(texts), 'text')}")
    return found


def tell_pairs(arguments: argparse.Namespace, found: "ReportedStrings") -> None:
    rows = tables.pair_rows(found.report, expand=arguments.expand)
    kept = found.report.kept
    cells = (row.cells(kept, frozenset()) for row in rows)
    print_rows(arguments, tables.PAIR_COLUMNS, _by_keys(found, tables.PAIR_COLUMNS, cells))


def tell_groups(arguments: argparse.Namespace, found: "ReportedStrings") -> None:
    if arguments.format == "text":
        name = naming(arguments.output)
        lines = group_lines(found.report, lambda path: name(found.key_of(path)))
        print_lines(lines, arguments.output)
        return
    rows = tables.group_rows(found.report)
    print_rows(arguments, tables.GROUP_COLUMNS, _by_keys(found, tables.GROUP_COLUMNS, rows))


def tell_fingerprints(arguments: argparse.Namespace, found: "ReportedStrings") -> None:
    columns = tables.FINGERPRINT_COLUMNS
    print_rows(arguments, columns, _by_keys(found, columns, tables.fingerprint_rows(found.report)))


def _by_keys(
    found: "ReportedStrings", columns: Sequence[str], rows: Iterable[Sequence[object]]
) -> Iterator[list[object]]:
    without = [name in _NO_CELLS for name in columns]

    def shown(cell: object) -> object:
        if isinstance(cell, Path):
            return str(found.key_of(cell))
        return "first of them" if cell == WhyKept.FIRST_ON_DISK else cell

    for row in rows:
        yield [None if no_cell else shown(cell) for no_cell, cell in zip(without, row, strict=True)]


_Row = TypeVar("_Row")


def _list(
    tell: Callable[[argparse.Namespace, Scanned], None],
    arguments: argparse.Namespace,
    *,
    compare: bool = True,
) -> None:
    with scanned(arguments, compare=compare) as found:
        tell(arguments, found)
        if VERBOSITY.verbose:
            for line in counts_lines(found.report):
                say(line)


def scan_command(parser: argparse.ArgumentParser) -> None:
    add_scanning(parser)
    add_grouping(parser)
    parser.add_argument("--json", action="store_true", help="print counts and problems as JSON")
    parser.add_argument(
        "--forget-away",
        action="store_true",
        help="forget the documents of disks that are not connected",
    )
    add_fail_if_found(parser, "group")
    parser.set_defaults(run=_scan)


def _scan(arguments: argparse.Namespace) -> None:
    with scanned(arguments) as found:
        report = found.report
        outcome().found = bool(report.groups)
        if not arguments.json:
            print_lines(counts_lines(report))
            return
        problems = problem_rows(report.problems)
        counts = asdict(report.counts) | {
            "pairs": len(report.pairs),
            "groups": len(report.groups),
            "compared_distance": report.compared_distance,
            "not_read": [
                {"kind": one.kind, "count": one.count, "reason": one.reason}
                for one in not_read(report.left_out, report.problems)
            ],
            "problems": [dict(zip(PROBLEM_COLUMNS, row, strict=True)) for row in problems],
        }
        with opened(None) as file:
            write_json(file, list(counts), [list(counts.values())])


def pairs_command(parser: argparse.ArgumentParser) -> None:
    add_scanning(parser)
    add_thresholds(parser)
    parser.add_argument(
        "--unverified",
        action="store_true",
        help="all pairs of fingerprints within the distance (if none is named, that within which "
        "a scan compares), without the exact comparison",
    )
    parser.add_argument(
        "--expand",
        action="store_true",
        help="every pair of documents, also where documents with equal text stand in for others",
    )
    add_output(
        parser,
        ROWS,
        names="the names of both documents of each pair alone, each with a NUL behind it, as "
        "xargs -0 -n 2 takes them",
    )
    add_fail_if_found(parser, "pair")

    def run(arguments: argparse.Namespace) -> None:
        _list(_tell_pairs, arguments, compare=not arguments.unverified)

    parser.set_defaults(run=run)
    add_column(parser, tell_pairs)


def _tell_pairs(arguments: argparse.Namespace, found: Scanned) -> None:
    from simcore.pipeline.candidates import candidate_pairs

    report = found.report
    if arguments.unverified:
        # unless a distance is named, that within which a scan lets fingerprints propose
        candidates = candidate_pairs(report.documents.values(), report.compared_distance, found.bar)
        found.bar.close()
        rows = tables.unverified_rows(report, candidates, expand=arguments.expand)
    else:
        rows = tables.pair_rows(report, expand=arguments.expand)
    rows = _noted(rows)
    if arguments.format == NAMES:
        print_names(arguments, (one.path for row in rows for one in (row.left, row.right)))
    else:
        kept, marked = (None, None) if arguments.unverified else _staying(report, arguments)
        print_rows(arguments, tables.PAIR_COLUMNS, (row.cells(kept, marked) for row in rows))
    if not arguments.unverified:
        tell_short(report)


def _noted(rows: Iterable[_Row]) -> Iterator[_Row]:
    for row in rows:
        outcome().found = True
        yield row


def _staying(
    report: ScanReport, arguments: argparse.Namespace
) -> tuple[frozenset[DocumentId], frozenset[DocumentId]]:
    said = judgements_of(arguments.index or default_index_path())
    if said != report.judgements:
        report = regroup(report, judgements=said)
    return report.kept, _marked(report, arguments)


def groups_command(parser: argparse.ArgumentParser) -> None:
    add_scanning(parser)
    add_thresholds(parser)
    add_grouping(parser)
    parser.add_argument(
        "--ignore-judgements",
        action="store_true",
        help="as if nothing had been said in the window: all duplicates are grouped, kept as "
        "usual, and encodings recognised",
    )
    add_output(
        parser,
        ("text", *ROWS, "html"),
        names="the names of the documents alone, each with a NUL behind it, and a NUL alone "
        "behind each group; the kept one comes first",
    )
    add_fail_if_found(parser, "group")
    parser.set_defaults(run=partial(_list, _tell_groups))
    add_column(parser, tell_groups)


def _tell_groups(arguments: argparse.Namespace, found: Scanned) -> None:
    report = found.report
    outcome().found = bool(report.groups)
    if arguments.format == "text":
        print_lines(group_lines(report, naming(arguments.output)), arguments.output)
    elif arguments.format == "html":
        _write_page(report, arguments, found.bar)
    elif arguments.format == NAMES:
        print_names(arguments, _names(report))
    else:
        rows = tables.group_rows(report, _marked(report, arguments))
        print_rows(arguments, tables.GROUP_COLUMNS, rows)
    tell_short(report)
    _tell_judged(report)


def _names(report: ScanReport) -> Iterator[Path | None]:
    for group in report.groups:
        for one in (group.representative, *(member.document for member in group.members)):
            yield report.documents[one].path
        yield None


def fingerprints_command(parser: argparse.ArgumentParser) -> None:
    add_scanning(parser)
    add_output(parser, ROWS)
    parser.set_defaults(run=partial(_list, _tell_fingerprints, compare=False))
    add_column(parser, tell_fingerprints)


def _tell_fingerprints(arguments: argparse.Namespace, found: Scanned) -> None:
    rows = tables.fingerprint_rows(found.report)
    print_rows(arguments, tables.FINGERPRINT_COLUMNS, rows)


def _write_page(report: ScanReport, arguments: argparse.Namespace, bar: Bar) -> None:
    from simcore.reports.html import write_page

    index: Path = arguments.index or default_index_path()
    # most texts need no parsing
    with contextlib.closing(bar), working(report.config, few=True) as executor:
        read = TextsNow(executor, report.config, index, report.judgements.encodings)
        told = partial(bar.show, "writing", " groups")
        with opened(arguments.output) as file:
            write_page(file, report, read, roles=read_roles(), told=told)


def _marked(report: ScanReport, arguments: argparse.Namespace) -> frozenset[DocumentId]:
    if getattr(arguments, "ignore_judgements", False):
        return frozenset()
    members = {member.document for group in report.groups for member in group.members}
    return marked_of(report.documents, arguments.index) & members


def _tell_judged(report: ScanReport) -> None:
    nothing = Judgements(encodings=report.judgements.encodings)
    if report.judgements != nothing:
        for line in judged_lines(report, regroup(report, judgements=nothing)):
            say(line)


def problems_command(parser: argparse.ArgumentParser) -> None:
    add_scanning(parser)
    parser.add_argument(
        "--list-skipped",
        action="store_true",
        help="every file and folder, too, that is left out by its name, with the pattern; without "
        "it these are counted by their suffix",
    )
    add_output(
        parser,
        ("text", *ROWS),
        names="the names of the files alone, each with a NUL behind it, as xargs -0 takes them",
    )
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> None:
    away = check_named(arguments)
    asked: bool = arguments.list_skipped
    with contextlib.closing(Bar()) as bar, named_in_list(arguments):
        listing = list_named(
            arguments.folders, configured(arguments), bar, passed_over=asked, away=away
        )
    with scanned(arguments, compare=False, listing=listing, tell=False) as found:
        report = found.report
        skipped = [*listing.passed_over, *_not_wanted(report, listing)] if asked else []
        _tell(arguments, [*report.problems, *skipped])
        left = not_read_line(report)
    if left and arguments.format == "text":
        say(f"variorum: {left}")


def _not_wanted(report: ScanReport, listing: Listing) -> Iterator[Problem]:
    patterns = patterns_of(report.config)
    known = {one.path for one in report.documents.values()}
    known.update(one.path for one in report.problems)
    for file in listing.files:
        if file.path not in known:
            tried = patterns.only_on_trial(file.path) or is_companion(file.name)
            reason = Reason(ReasonCode.NOT_WANTED if tried else ReasonCode.TOO_OLD)
            yield Problem(file.path, ProblemStage.LIST, reason)


def _tell(arguments: argparse.Namespace, problems: Sequence[Problem]) -> None:
    if arguments.format == "text":
        named = naming(arguments.output)
        print_lines((f"{named(one.path)}: {one.reason}" for one in problems), arguments.output)
    elif arguments.format == NAMES:
        print_names(arguments, (one.path for one in problems))
    else:
        print_rows(arguments, PROBLEM_COLUMNS, problem_rows(problems))

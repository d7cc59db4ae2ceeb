"""``variorum scan``, ``pairs``, ``groups`` and ``fingerprints``: scan, and list the results.

What makes lines and rows of a report is imported when there is one: nothing may have changed.
"""

import argparse
import contextlib
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TypeVar

import simcore
from simcore.cli.answers import answered
from simcore.cli.commands import columns
from simcore.cli.ending import outcome
from simcore.cli.marks import marked_of
from simcore.cli.options import (
    NAMES,
    ROWS,
    add_fail_if_found,
    add_grouping,
    add_output,
    add_scanning,
    add_thresholds,
)
from simcore.cli.scanning import Scanned, judgements_of, tell_short, working
from simcore.cli.terminal import Bar, naming, opened, print_lines, print_names, print_rows, say
from simcore.model.not_read import not_read
from simcore.model.records import DocumentId, Judgements
from simcore.model.report import ScanReport

_Row = TypeVar("_Row")


def scan_command(parser: argparse.ArgumentParser) -> None:
    """Scan folders into the index and print a summary."""
    add_scanning(parser)
    add_grouping(parser)
    parser.add_argument("--json", action="store_true", help="print counts and problems as JSON")
    parser.add_argument(
        "--forget-away",
        action="store_true",
        help="forget the documents of disks that are not connected",
    )
    add_fail_if_found(parser, "group")
    parser.set_defaults(run=partial(answered, "scan", _tell_scan, counted=True))


def _tell_scan(arguments: argparse.Namespace, found: Scanned) -> None:
    from simcore.cli.lines import counts_lines  # noqa: PLC0415 - see the docstring
    from simcore.reports import formats, tables  # noqa: PLC0415 - see the docstring

    report = found.report
    outcome().found = bool(report.groups)
    if arguments.json:
        problems = tables.problem_rows(report.problems)
        counts = asdict(report.counts) | {
            "pairs": len(report.pairs),
            "groups": len(report.groups),
            "compared_distance": report.compared_distance,
            "not_read": [
                {"kind": one.kind, "count": one.count, "reason": one.reason}
                for one in not_read(report.left_out, report.problems)
            ],
            "problems": [dict(zip(tables.PROBLEM_COLUMNS, row, strict=True)) for row in problems],
        }
        with opened(None) as file:
            formats.write_json(file, list(counts), [list(counts.values())])
    else:
        print_lines(counts_lines(report))


def pairs_command(parser: argparse.ArgumentParser) -> None:
    """List the pairs of near-duplicates."""
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
        answered("pairs", _tell_pairs, arguments, compare=not arguments.unverified)

    parser.set_defaults(run=run)
    columns.add_column(parser, columns.tell_pairs)


def _tell_pairs(arguments: argparse.Namespace, found: Scanned) -> None:
    from simcore.reports import tables  # noqa: PLC0415 - see the docstring

    report = found.report
    if arguments.unverified:
        # unless a distance is named, that within which a scan lets fingerprints propose
        candidates = simcore.candidate_pairs(
            report.documents.values(), report.compared_distance, found.bar
        )
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
    """Yield rows; the command has found something if there is any."""
    for row in rows:
        outcome().found = True
        yield row


def _staying(
    report: ScanReport, arguments: argparse.Namespace
) -> tuple[frozenset[DocumentId], frozenset[DocumentId]]:
    """Return the documents that are kept and those that are marked, as the window groups them."""
    said = judgements_of(arguments.index or simcore.default_index_path())
    if said != report.judgements:
        config = report.config
        report = simcore.regroup(report, config.distance, config.similarity, judgements=said)
    return report.kept, _marked(report, arguments)


def groups_command(parser: argparse.ArgumentParser) -> None:
    """List the groups of near-duplicates, the document to keep first."""
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
    parser.set_defaults(run=partial(answered, "groups", _tell_groups))
    columns.add_column(parser, columns.tell_groups)


def _tell_groups(arguments: argparse.Namespace, found: Scanned) -> None:
    from simcore.cli.lines import group_lines  # noqa: PLC0415 - see the docstring
    from simcore.reports import tables  # noqa: PLC0415 - see the docstring

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
    """Yield the names of each group, the kept one first, and None behind each."""
    for group in report.groups:
        for one in (group.representative, *(member.document for member in group.members)):
            yield report.documents[one].path
        yield None


def fingerprints_command(parser: argparse.ArgumentParser) -> None:
    """List every document's fingerprint."""
    add_scanning(parser)
    add_output(parser, ROWS)
    parser.set_defaults(run=partial(answered, "fingerprints", _tell_fingerprints, compare=False))
    columns.add_column(parser, columns.tell_fingerprints)


def _tell_fingerprints(arguments: argparse.Namespace, found: Scanned) -> None:
    from simcore.reports import tables  # noqa: PLC0415 - see the docstring

    rows = tables.fingerprint_rows(found.report)
    print_rows(arguments, tables.FINGERPRINT_COLUMNS, rows)


def _write_page(report: ScanReport, arguments: argparse.Namespace, bar: Bar) -> None:
    """Write the groups with their differences; texts are read again."""
    index: Path = arguments.index or simcore.default_index_path()
    # most texts need no parsing
    with contextlib.closing(bar), working(report.config, few=True) as executor:
        read = simcore.TextsNow(executor, report.config, index, report.judgements.encodings)
        told = partial(bar.show, "writing", " groups")
        with opened(arguments.output) as file:
            simcore.write_page(file, report, read, roles=simcore.read_roles(), told=told)


def _marked(report: ScanReport, arguments: argparse.Namespace) -> frozenset[DocumentId]:
    """Return the documents of groups that the window would show as marked."""
    if getattr(arguments, "ignore_judgements", False):
        return frozenset()
    members = {member.document for group in report.groups for member in group.members}
    return marked_of(report.documents, arguments.index) & members


def _tell_judged(report: ScanReport) -> None:
    from simcore.cli.lines import judged_lines  # noqa: PLC0415 - see the docstring

    nothing = Judgements(encodings=report.judgements.encodings)
    if report.judgements != nothing:
        config = report.config
        plain = simcore.regroup(report, config.distance, config.similarity, judgements=nothing)
        for line in judged_lines(report, plain):
            say(line)

"""``variorum problems``: what could not be read, and why; on request all that was left out."""

import argparse
import contextlib
from collections.abc import Iterator, Sequence

from simcore.cli.lines import problem_lines
from simcore.cli.named import list_named
from simcore.cli.options import NAMES, ROWS, add_output, add_scanning, configured
from simcore.cli.scanning import check_named, named_in_list, not_read_line, scanned
from simcore.cli.terminal import Bar, naming, print_lines, print_names, print_rows, say
from simcore.files.listed import Listing
from simcore.files.patterns import patterns_of
from simcore.model.not_read import is_companion
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason
from simcore.model.records import Problem, ProblemStage
from simcore.model.report import ScanReport
from simcore.reports.tables import PROBLEM_COLUMNS, problem_rows


def problems_command(parser: argparse.ArgumentParser) -> None:
    """List the files that could not be read, and why."""
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
    """Yield the files that were listed, and are neither documents nor problems."""
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
        print_lines(problem_lines(problems, naming(arguments.output)), arguments.output)
    elif arguments.format == NAMES:
        print_names(arguments, (one.path for one in problems))
    else:
        print_rows(arguments, PROBLEM_COLUMNS, problem_rows(problems))

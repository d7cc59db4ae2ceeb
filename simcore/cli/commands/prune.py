"""``variorum prune``: remove by keep rules, without a window; a plan first, then if told so.

Exit codes are those of all commands: where something failed or was skipped, the deed is incomplete;
where a disk has no trash, the run failed, and nothing was done.
"""

import argparse
import contextlib
import os
import shlex
import typing
from collections.abc import Iterable, Sequence
from pathlib import Path

import simcore
from simcore.cli.options import ROWS, add_output, add_scanning, add_thresholds, named_path
from simcore.cli.scanning import scanned
from simcore.cli.terminal import (
    CtrlC,
    after_removals,
    counted,
    interruptible,
    naming,
    print_lines,
    print_rows,
    say,
)
from simcore.files.names import as_on_disk, foreign_link
from simcore.model.errors import ConfigError, FolderError, IncompleteError, SimcoreError
from simcore.model.kinds import Kind
from simcore.model.operations import Action, Result, State
from simcore.model.report import ScanReport
from simcore.removal.actions import ACTIONS
from simcore.removal.journal.journal import NO_RELIANCE
from simcore.removal.rules.rules import KeepBy, parse_keep_rules
from simcore.store.elsewhere.disks import known_disks
from simcore.store.paths import default_index_path, journal_beside, judgements_path

if typing.TYPE_CHECKING:
    from simcore.cli.commands.prune_lines import Line
    from simcore.files.roles import Roles
    from simcore.removal.plan import RemovalPlan
    from simcore.removal.rules.choices import Choices
    from simcore.store.index import FingerprintIndex


_EQUAL = (Kind.IDENTICAL, Kind.SAME_TEXT)
_COMPARED = (Kind.SIMILAR, Kind.PART)
_KINDS = (*_EQUAL, Kind.SAME_WORDS, *_COMPARED)
_OPTIONS = {one.option: one.name for one in ACTIONS.values() if one.option}


def prune_command(parser: argparse.ArgumentParser) -> None:
    """Remove duplicates by keep rules: print a plan, and carry it out with --apply."""
    add_scanning(parser)
    _add_choosing(parser)
    add_thresholds(parser)
    add_output(parser, ("text", *ROWS))
    parser.set_defaults(ignore_judgements=False)

    def run(arguments: argparse.Namespace) -> None:
        rules = parse_keep_rules(arguments.keep)
        _check_folders(folder for rule in rules for folder in rule.folders)
        _tell_links(arguments.folders)
        action, destination = _target(arguments.to)
        if destination is not None:
            simcore.check_destination(destination, arguments.folders)
            if not arguments.any_disk:
                simcore.check_disk_of(destination, arguments.index or default_index_path())
        kinds = _kinds(arguments.kinds, action)
        roles = _roles(arguments)
        # equal texts are known without a comparison; near-duplicates do not matter
        with contextlib.ExitStack() as stack:
            with scanned(arguments, compare=not kinds.isdisjoint(_COMPARED)) as found:
                report = _judged(found.report, arguments)
                choices = simcore.choose_kept(report, rules, kinds, roles=roles)
                journal = journal_beside(arguments.index or default_index_path())
                reliance = NO_RELIANCE
                if journal.exists():  # opening it would create it
                    with simcore.Journal(journal) as opened:
                        reliance = opened.reliance(report.journal)
                plan = simcore.plan_pruning(
                    report,
                    choices,
                    action=action,
                    destination=destination,
                    roles=roles,
                    reliance=reliance,
                    volumes=simcore.Volumes(),
                )
                results = None
                _warn(plan)
                if arguments.apply and plan.removals and not plan.without_trash:
                    # until all is told: what was removed has to be known
                    interrupt = stack.enter_context(interruptible())
                    results = _apply(plan, journal, arguments, found.index, interrupt)
                    interrupt.told = True
            _tell(report, plan, choices, results, arguments)

    parser.set_defaults(run=run)


def _add_choosing(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--keep",
        action="append",
        required=True,
        metavar="RULE[,RULE]",
        help="which document stays; a rule behind another decides where that finds them equal: "
        f"{', '.join(by.value for by in KeepBy)}; folder=FOLDER, name=PATTERN and "
        "not-name=PATTERN may be given several times, in their order",
    )
    parser.add_argument(
        "--kinds",
        metavar="KIND[,KIND]",
        help="what a document must be to the one that stays: "
        f"{', '.join(_KINDS)} "
        f"(default: {','.join(_EQUAL)}; with --to delete {_EQUAL[0]} alone, since nothing else can "
        "be brought back byte for byte)",
    )
    for option, meaning in (
        ("--protect", "a folder that loses nothing; copies of what is in it go first"),
        ("--exclude-role", "a folder that loses nothing, and for whose documents nothing goes"),
    ):
        parser.add_argument(
            option,
            action="append",
            type=named_path,
            default=[],
            metavar="FOLDER",
            help=f"{meaning}; may be given several times (default: none)",
        )
    parser.add_argument(
        "--ignore-roles",
        action="store_true",
        help="remove documents also from folders that are protected or excluded in the window",
    )
    *ways, last = (one.option_help for one in ACTIONS.values() if one.option_help)
    parser.add_argument(
        "--to",
        default="trash",
        metavar="WHERE",
        help=f"{', '.join(ways)} or {last}; a folder of such a name is ./trash "
        "(default: %(default)s)",
    )
    parser.add_argument(
        "--any-disk",
        action="store_true",
        help="move to a folder although a disk that was connected there is not",
    )
    parser.add_argument(
        "--apply", action="store_true", help="do it; without this nothing is touched"
    )


def _kinds(text: str | None, action: Action) -> frozenset[Kind]:
    if text is None:
        return frozenset(_EQUAL[:1] if ACTIONS[action].for_good else _EQUAL)
    names = [name.strip() for name in text.split(",")]
    found = set()
    for name in names:
        try:
            kind = Kind(name)
        except ValueError:
            kind = None
        if kind not in _KINDS:
            known = ", ".join(_KINDS)
            raise ConfigError(f"{name!r} is no kind to remove; there are {known}")
        found.add(kind)
    return frozenset(found)


def _target(text: str) -> tuple[Action, Path | None]:
    if text in _OPTIONS:
        return _OPTIONS[text], None
    destination, link = foreign_link(as_on_disk(Path(text)))
    if link is not None:
        raise ConfigError(f"--to {text}: {link.reason}")
    if not text or (destination.exists() and not destination.is_dir()):
        raise ConfigError(f"--to {text}: is no folder")
    return Action.MOVE, destination


def _roles(arguments: argparse.Namespace) -> "Roles":
    protected: list[Path] = arguments.protect
    excluded: list[Path] = arguments.exclude_role
    _check_folders([*protected, *excluded])
    named = dict.fromkeys(protected, simcore.Role.PROTECTED)
    roles = simcore.Roles(named | dict.fromkeys(excluded, simcore.Role.EXCLUDED))
    if not arguments.ignore_roles:
        return roles.joined(simcore.read_roles())
    with contextlib.suppress(SimcoreError):
        _tell_ignored(simcore.read_roles(), arguments.folders)
    return roles


def _tell_ignored(roles: "Roles", scanned: Iterable[Path]) -> None:
    """Name the folders whose roles do not count now."""
    real = [Path(os.path.realpath(folder)) for folder in scanned]
    for folder, role in sorted(roles.folders.items()):
        if role is not simcore.Role.NORMAL and any(
            folder.is_relative_to(one) or one.is_relative_to(folder) for one in real
        ):
            say(f"{folder}: is {role.value}, and that is ignored")


def _check_folders(folders: Iterable[Path]) -> None:
    """Refuse a name with a typo: it would protect nothing, or let others stay."""
    for folder in folders:
        if not folder.is_dir():
            raise FolderError(f"{folder}: is not a folder")


def _tell_links(folders: Iterable[Path]) -> None:
    """Name the real folder of each that is named by a link, before anything is removed there."""
    for folder in folders:
        if not folder.is_dir():
            continue  # the scan says so
        real, link = foreign_link(folder)
        if link is not None:
            say(f"variorum: {link.reason}")
        elif real != Path(os.path.normpath(folder.absolute())):
            say(f"variorum: {folder} -> {real}")


def _judged(report: ScanReport, arguments: argparse.Namespace) -> ScanReport:
    """Follow the judgements made in the window, even if the index of this run is in memory."""
    if str(arguments.index) != ":memory:":
        return report
    said = simcore.read_judgements(judgements_path(default_index_path()))
    config = report.config
    return simcore.regroup(report, config.distance, config.similarity, judgements=said)


def _warn(plan: "RemovalPlan") -> None:
    from simcore.cli.commands import prune_lines as words  # noqa: PLC0415 - brings NumPy

    for line in (*words.losses_lines(plan), *words.shared_lines(plan)):
        say(f"variorum: {line}")
    goal = plan.destination
    if plan.removals and goal is not None and _keep_what_comes([goal / "_"]):
        say(
            f"variorum: {goal}: its role is that it loses nothing: undo takes documents out of it "
            "with --ignore-roles only"
        )


def _keep_what_comes(places: Iterable[Path]) -> bool:
    """Return whether folders of files have roles by which undo would take nothing out of them."""
    try:
        roles = simcore.read_roles()
    except SimcoreError:
        return True  # undo asks for them, too
    return any(roles.of_now(place) is not simcore.Role.NORMAL for place in places)


def _apply(
    plan: "RemovalPlan",
    path: Path,
    arguments: argparse.Namespace,
    index: "FingerprintIndex",
    interrupt: CtrlC,
) -> tuple[Result, ...]:
    """Carry out the plan, update the index, print how to undo it. Ctrl+C ends it at a document."""
    keep = " ".join(map(shlex.quote, arguments.keep))
    note = f"prune --keep {keep} --to {shlex.quote(arguments.to)}"
    with simcore.Journal(path) as journal:
        before = {batch.id for batch in journal.batches()}
        results = simcore.carry_out(
            plan,
            journal,
            arguments.trash(),
            note=note,
            progress=interrupt.check,
            ignore_roles=arguments.ignore_roles,
            disks=set(known_disks(index).values()),
        )
        batches = journal.batches()
    mine = [batch.id for batch in batches if batch.id not in before and batch.note == note]
    index.forget(
        removal.document.id
        for removal, result in zip(plan.removals, results, strict=True)
        if result.state is State.DONE
    )
    option = f" --index {shlex.quote(str(arguments.index))}" if arguments.index is not None else ""
    from simcore.cli.commands.prune_lines import undo_words  # noqa: PLC0415 - brings NumPy

    every = [one for result in results for one in (result, *result.names)]
    if mine and any(one.state is State.DONE for one in every):
        needs_folder = ACTIONS[plan.action].needs_folder
        moved = [one.where for one in every if one.where is not None and needs_folder]
        option += " --ignore-roles" if _keep_what_comes(moved) else ""
        said = undo_words(plan, results, f"variorum undo {mine[0]}{option}")
        say(f"This was batch {mine[0]}; {said}")
    return results


def _tell(
    report: ScanReport,
    plan: "RemovalPlan",
    choices: "Choices",
    results: Sequence[Result] | None,
    arguments: argparse.Namespace,
) -> None:
    """Print plan or results. Raises ``SimcoreError`` unless all went as planned."""
    from simcore.cli.commands import prune_lines as words  # noqa: PLC0415 - brings NumPy

    lines = [
        *words.planned_lines(report, plan, choices, results),
        *words.left_lines(report, plan, choices),
    ]
    totals = words.totals_line(plan, choices.documents)
    if arguments.apply and not plan.removals:
        totals = (
            f"0 of {counted(choices.documents, 'document', spec=',')}: there was nothing to remove"
        )
    if results is not None:
        totals = words.done_line(plan, results)
    with contextlib.nullcontext() if results is None else after_removals():
        _list(lines, totals, results or (), arguments)
    if arguments.format != "text":
        say(totals)
    if arguments.kinds is None:
        for_good = ACTIONS[plan.action].for_good
        passed_over = words.passed_over_line(report, choices, for_good=for_good)
        if passed_over:
            say(passed_over)
    if plan.without_trash:
        raise SimcoreError(words.without_trash_line(plan))
    if results is None:
        if plan.removals:
            say("Nothing was done yet; --apply does it")
        return
    stayed = sum(result.state is not State.DONE for result in results)
    if stayed:
        documents = counted(len(results), "document", spec=",")
        were = "was" if stayed == 1 else "were"
        raise IncompleteError(f"{stayed:,} of {documents} {were} not removed; see above")


def _list(
    lines: "Sequence[Line]",
    totals: str,
    results: Sequence[Result],
    arguments: argparse.Namespace,
) -> None:
    from simcore.cli.commands import prune_lines as words  # noqa: PLC0415 - brings NumPy

    if arguments.format == "text":
        told = words.text_lines(lines, naming(arguments.output), words.folders_gone(results))
        print_lines([*told, totals], arguments.output)
    else:
        print_rows(arguments, words.PRUNE_COLUMNS, map(words.Line.cells, lines))

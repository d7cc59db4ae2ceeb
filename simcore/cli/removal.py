"""``variorum prune``: remove documents by keep rules; a plan first, carried out with ``--apply``.

The run is incomplete if something failed or was skipped; it fails, with nothing done, if a disk has
no trash.
"""

import argparse
import contextlib
import os
import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from simcore.cli.options import (
    ROWS,
    add_index,
    add_output,
    add_scanning,
    add_thresholds,
    named_path,
    scanned,
)
from simcore.cli.output import (
    CtrlC,
    after_removals,
    counted,
    interruptible,
    naming,
    print_lines,
    print_rows,
    say,
)
from simcore.files.disk import Volumes
from simcore.files.names import as_on_disk, foreign_link
from simcore.files.roles import Role, Roles
from simcore.grouping.grouper import regroup
from simcore.grouping.pairs import kind_of
from simcore.grouping.queries import why_kept
from simcore.index.disks import known_disks
from simcore.index.index import FingerprintIndex
from simcore.index.judgements import read_judgements, read_roles
from simcore.index.paths import default_index_path, journal_beside, judgements_path
from simcore.model.formats import format_of_name
from simcore.model.reasons import (
    ConfigError,
    FolderError,
    IncompleteError,
    ReasonCode,
    SimcoreError,
    WhyKept,
)
from simcore.model.records import Kind, Problem, percent
from simcore.model.report import Action, Batch, Operation, Result, ScanReport, State
from simcore.removal.actions import ACTIONS
from simcore.removal.carry_out import carry_out, check_destination, check_disk_of, recover, undo
from simcore.removal.journal import NO_RELIANCE, Journal
from simcore.removal.keep_rules import KeepBy, parse_keep_rules
from simcore.removal.plan import RemovalPlan, loses_format
from simcore.removal.rules import (
    Choice,
    Choices,
    Chosen,
    DecisionGround,
    SpareReason,
    choose_kept,
    plan_pruning,
)
from simcore.reports.formats import Cell

_EQUAL = (Kind.IDENTICAL, Kind.SAME_TEXT)
_COMPARED = (Kind.SIMILAR, Kind.PART)
_KINDS = (*_EQUAL, Kind.SAME_WORDS, *_COMPARED)
_OPTIONS = {one.option: one.name for one in ACTIONS.values() if one.option}


def prune_command(parser: argparse.ArgumentParser) -> None:
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
            check_destination(destination, arguments.folders)
            if not arguments.any_disk:
                check_disk_of(destination, arguments.index or default_index_path())
        kinds = _kinds(arguments.kinds, action)
        roles = _roles(arguments)
        # equal texts are known without a comparison; near-duplicates do not matter
        with contextlib.ExitStack() as stack:
            with scanned(arguments, compare=not kinds.isdisjoint(_COMPARED)) as found:
                report = _judged(found.report, arguments)
                choices = choose_kept(report, rules, kinds, roles=roles)
                journal = journal_beside(arguments.index or default_index_path())
                reliance = NO_RELIANCE
                if journal.exists():  # opening it would create it
                    with Journal(journal) as opened:
                        reliance = opened.reliance(report.journal)
                plan = plan_pruning(
                    report,
                    choices,
                    action=action,
                    destination=destination,
                    roles=roles,
                    reliance=reliance,
                    volumes=Volumes(),
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


def _roles(arguments: argparse.Namespace) -> Roles:
    protected: list[Path] = arguments.protect
    excluded: list[Path] = arguments.exclude_role
    _check_folders([*protected, *excluded])
    named = dict.fromkeys(protected, Role.PROTECTED)
    roles = Roles(named | dict.fromkeys(excluded, Role.EXCLUDED))
    if not arguments.ignore_roles:
        return roles.joined(read_roles())
    with contextlib.suppress(SimcoreError):
        _tell_ignored(read_roles(), arguments.folders)
    return roles


def _tell_ignored(roles: Roles, scanned: Iterable[Path]) -> None:
    real = [Path(os.path.realpath(folder)) for folder in scanned]
    for folder, role in sorted(roles.folders.items()):
        if role is not Role.NORMAL and any(
            folder.is_relative_to(one) or one.is_relative_to(folder) for one in real
        ):
            say(f"{folder}: is {role.value}, and that is ignored")


def _check_folders(folders: Iterable[Path]) -> None:
    for folder in folders:
        if not folder.is_dir():
            raise FolderError(f"{folder}: is not a folder")


def _tell_links(folders: Iterable[Path]) -> None:
    for folder in folders:
        if not folder.is_dir():
            continue  # the scan says so
        real, link = foreign_link(folder)
        if link is not None:
            say(f"variorum: {link.reason}")
        elif real != Path(os.path.normpath(folder.absolute())):
            say(f"variorum: {folder} -> {real}")


def _judged(report: ScanReport, arguments: argparse.Namespace) -> ScanReport:
    if str(arguments.index) != ":memory:":
        return report
    said = read_judgements(judgements_path(default_index_path()))
    return regroup(report, judgements=said)


def _warn(plan: RemovalPlan) -> None:
    losses = _first_lines(plan.losses, "undo would not bring back ")
    for line in (*losses, *_first_lines(plan.shared, "")):
        say(f"variorum: {line}")
    goal = plan.destination
    if plan.removals and goal is not None and _keep_what_comes([goal / "_"]):
        say(
            f"variorum: {goal}: its role is that it loses nothing: undo takes documents out of it "
            "with --ignore-roles only"
        )


def _keep_what_comes(places: Iterable[Path]) -> bool:
    try:
        roles = read_roles()
    except SimcoreError:
        return True  # undo asks for them, too
    return any(roles.of_now(place) is not Role.NORMAL for place in places)


def _apply(
    plan: RemovalPlan,
    path: Path,
    arguments: argparse.Namespace,
    index: FingerprintIndex,
    interrupt: CtrlC,
) -> tuple[Result, ...]:
    keep = " ".join(map(shlex.quote, arguments.keep))
    note = f"prune --keep {keep} --to {shlex.quote(arguments.to)}"
    with Journal(path) as journal:
        before = {batch.id for batch in journal.batches()}
        results = carry_out(
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
    plan: RemovalPlan,
    choices: Choices,
    results: Sequence[Result] | None,
    arguments: argparse.Namespace,
) -> None:
    lines = [*planned_lines(report, plan, choices, results), *left_lines(report, plan, choices)]
    totals = totals_line(plan, choices.documents)
    if arguments.apply and not plan.removals:
        totals = (
            f"0 of {counted(choices.documents, 'document', spec=',')}: there was nothing to remove"
        )
    if results is not None:
        totals = done_line(plan, results)
    with contextlib.nullcontext() if results is None else after_removals():
        _list(lines, totals, results or (), arguments)
    if arguments.format != "text":
        say(totals)
    if arguments.kinds is None:
        for_good = ACTIONS[plan.action].for_good
        passed_over = passed_over_line(report, choices, for_good=for_good)
        if passed_over:
            say(passed_over)
    if plan.without_trash:
        raise SimcoreError(without_trash_line(plan))
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
    lines: "Sequence[Line]", totals: str, results: Sequence[Result], arguments: argparse.Namespace
) -> None:
    if arguments.format == "text":
        told = text_lines(lines, naming(arguments.output), folders_gone(results))
        print_lines([*told, totals], arguments.output)
    else:
        print_rows(arguments, PRUNE_COLUMNS, map(Line.cells, lines))


_WHY = {
    DecisionGround.CHOSEN: "chosen to be kept",
    DecisionGround.PROTECTED: "protected",
    DecisionGround.WHOLE: "whole",
    DecisionGround.TIME: "the other has no usable date",
    DecisionGround.COPY_NAME: WhyKept.NO_COPY_NAME.value,
    DecisionGround.PATH: WhyKept.FIRST.value,
}
_NO_TIES = {
    *(DecisionGround.RULE, DecisionGround.CHOSEN),
    *(DecisionGround.PROTECTED, DecisionGround.WHOLE),
}
_COPIES = (Kind.IDENTICAL, Kind.SAME_TEXT, Kind.SAME_WORDS, Kind.SIMILAR)
_KIND_WORDS = {one: one.words for one in _COPIES} | {Kind.PART: "part of it"}
_SPARED = {
    SpareReason.BY_HAND: "may be marked by hand only and stays",
    SpareReason.DATES: "name and date disagree about which is the latest; {} is newer by date",
    SpareReason.INSIDE: "is inside an archive or a mailbox and stays",
    SpareReason.ROLE: "is in a protected or excluded folder and stays",
    SpareReason.NEEDED: "stays for another group",
    SpareReason.UNKNOWN: "was never compared with the document that stays, and stays",
}


class Line(NamedTuple):
    """A row: a document, what is or would be done with it, the kept document, and why it is kept.

    ``state`` is ``planned``, ``left`` for spared documents, or the state of an operation. Other
    names that go with a document have rows of their own: ``name_of`` is its path.
    """

    group: int | None
    state: str
    action: str
    path: Path
    stays: Path | None = None
    kind: Kind | None = None
    similarity: float | None = None
    why: str = ""
    where: Path | None = None
    reason: str = ""
    name_of: Path | None = None

    def cells(self) -> list[Cell]:
        kind = None if self.kind is None else self.kind.value
        share = None if self.similarity is None else round(self.similarity, 6)
        told = self._asdict() | {"kind": kind, "similarity": share}
        return [*told.values()]


PRUNE_COLUMNS = Line._fields


def planned_lines(
    report: ScanReport, plan: RemovalPlan, choices: Choices, results: Sequence[Result] | None
) -> Iterator[Line]:
    chosen = {one.document: (choice, one) for choice, one in choices.marked()}
    for number, removal in enumerate(plan.removals):
        choice, one = chosen[removal.document.id]
        result = None if results is None else results[number]
        line = Line(
            choice.group,
            "planned",
            plan.action.value,
            removal.document.path,
            report.documents[choice.stays].path,
            one.kind,
            one.resemblance,
            _why(report, choice, one),
        )
        path = line.path
        if result is not None:
            yield _ended(line, result)
            yield from (_ended(line._replace(name_of=path), name) for name in result.names)
            continue
        yield line
        if not ACTIONS[plan.action].original_stays:
            names = removal.document.links
            yield from (line._replace(path=name.path, name_of=path) for name in names)


def _ended(line: Line, result: Result) -> Line:
    return line._replace(
        path=result.path,
        state=result.state.value,
        where=result.where,
        reason=str(result.reason or ""),
    )


def _why(report: ScanReport, choice: Choice, one: Chosen) -> str:
    words = one.rule.by.value if one.rule is not None else _WHY.get(one.ground)
    if words is None:
        words = why_kept(report, report.groups[choice.group - 1]).value
    if one.ground not in _NO_TIES:
        words = f"{'same time' if one.same_time else 'tie'}; {words}"
    stays, goes = report.documents[choice.stays], report.documents[one.document]
    wanted = one.rule is not None and one.rule.by is KeepBy.PDF
    if loses_format(stays, goes) and not wanted:
        stays_as, goes_as = (format_of_name(of.path.name, of.encoding) for of in (stays, goes))
        words += f"; check: {goes_as or 'text'} would go, {stays_as or 'text'} stays"
    return words


def left_lines(report: ScanReport, plan: RemovalPlan, choices: Choices) -> Iterator[Line]:
    for choice in choices.groups:
        stays = report.documents[choice.stays].path
        for one in choice.spared:
            if one.reason in _SPARED:
                path = report.documents[one.document].path
                pair = (report.documents[choice.stays], report.documents[one.document])
                newer = max(pair, key=lambda of: of.mtime_ns).path
                reason = _SPARED[one.reason].format(
                    newer if path.name == stays.name else newer.name
                )
                yield Line(choice.group, "left", plan.action.value, path, stays, reason=reason)
    for problem in plan.refused:
        yield Line(None, "left", plan.action.value, problem.path, reason=str(problem.reason))


def folders_gone(results: Sequence[Result]) -> dict[str, tuple[Path, int]]:
    """Return the missing folders and how many documents each had, by reason."""
    reasons = (one.reason for one in results)
    counts = Counter(one for one in reasons if one and one.code is ReasonCode.FOLDER_GONE)
    return {str(one): (Path(str(one.values[0])), count) for one, count in counts.items()}


def text_lines(
    lines: Iterable[Line], named: Callable[[Path], str], gone: Mapping[str, tuple[Path, int]]
) -> Iterator[str]:
    told = set()
    for line in lines:
        if line.reason in gone:
            folder, count = gone[line.reason]
            if folder not in told:
                told.add(folder)
                documents = counted(count, "document", spec=",")
                left = f"{documents} {'was' if count == 1 else 'were'} left unchanged"
                yield f"{line.state}  {named(folder)}: folder is no longer there; {left}"
            continue
        action = line.action if line.state in {"planned", "done"} else line.state
        where = f" -> {named(line.where)}" if line.where is not None else ""
        reason = f": {line.reason}" if line.reason else ""
        if line.name_of is not None:
            yield f"{action}  {named(line.path)}{where}{reason}  (a name of {named(line.name_of)})"
            continue
        yield f"{action}  {named(line.path)}{where}{reason}"
        if line.stays is not None and line.kind is not None and line.similarity is not None:
            stays, kind = named(line.stays), _KIND_WORDS[line.kind]
            yield f"    stays  {stays}  ({kind}, {percent(line.similarity)}; {line.why})"


def totals_line(plan: RemovalPlan, looked_at: int) -> str:
    kinds = Counter(removal.kind for removal in plan.removals)
    groups = len({removal.group for removal in plan.removals})
    counts = ", ".join(
        f"{kinds[kind]:,} {_KIND_WORDS[kind]}" for kind in _KIND_WORDS if kinds[kind]
    )
    would = ACTIONS[plan.action].planned.format(plan.destination)
    return (
        f"{len(plan.removals):,} of {counted(looked_at, 'document', spec=',')}, of "
        f"{counted(groups, 'group', spec=',')}, {would}: {counted(plan.size, 'byte', spec=',')}"
        + (f" ({counts})" if counts else "")
    )


def passed_over_line(report: ScanReport, choices: Choices, *, for_good: bool) -> str:
    """Return which kinds a removal could also include; empty if none."""
    wanted = Kind.SAME_TEXT if for_good else Kind.SAME_WORDS
    spared = {
        one.document
        for choice in choices.groups
        for one in choice.spared
        if one.reason is SpareReason.KIND
        and kind_of(report.documents[choice.stays], report.documents[one.document]) is wanted
    }
    if not spared:
        return ""
    documents = counted(len(spared), "document", spec=",")
    them = "it" if len(spared) == 1 else "them"
    if for_good:
        return (
            f"{documents} of the same text, but of other bytes, passed over: --to delete takes "
            f"identical ones only, since nothing else can be undone; --kinds identical,same-text "
            f"takes {them}, too"
        )
    return (
        f"{documents} of the same words, but of another format or with other things beside them, "
        f"passed over; --kinds identical,same-text,same-words takes {them}, too"
    )


def undo_words(plan: RemovalPlan, results: Sequence[Result], undo: str) -> str:
    if not ACTIONS[plan.action].for_good:
        return f"{undo} takes it back"
    done = [
        any(one.content_hash == removal.document.content_hash for one in removal.witnesses)
        for removal, result in zip(plan.removals, results, strict=True)
        if result.state is State.DONE
    ]
    if not any(done):
        return "it cannot be undone: what stays has other bytes"
    copies = "as copies of the identical ones that stay"
    if len(done) == 1:
        return f"{undo} brings it back, as a copy of an identical one that stays"
    if all(done):
        return f"{undo} brings all {len(done):,} documents back, {copies}"
    return (
        f"{undo} brings back {sum(done):,} of {len(done):,} documents, {copies}; the others "
        "cannot be undone: what stays has other bytes"
    )


def done_line(plan: RemovalPlan, results: Sequence[Result]) -> str:
    counts = Counter(result.state for result in results)
    done = sum(
        removal.document.gain
        for removal, result in zip(plan.removals, results, strict=True)
        if result.state is State.DONE
        and not (result.reason and result.reason.code is ReasonCode.NAMES_STAY)
    )
    said = ", ".join(f"{counts[state]:,} {state}" for state in State if counts[state])
    return f"{plan.action}: {said}; {counted(done, 'byte', spec=',')}"


def _first_lines(problems: Sequence[Problem], said: str, most: int = 20) -> Iterator[str]:
    for one in problems[:most]:
        yield f"{one.path}: {said}{one.reason}"
    if len(problems) > most:
        yield f"and so for {counted(len(problems) - most, 'more document', spec=',')}"


def without_trash_line(plan: RemovalPlan) -> str:
    """Return the message that some documents have no trash, and the alternatives."""
    first = plan.without_trash[0]
    others = [one for one in ACTIONS.values() if one.option_help and not one.uses_trash]
    ways = ", ".join(f"--to {one.option or 'FOLDER'}" for one in others if not one.for_good)
    for_good = " or ".join(f"--to {one.option}" for one in others if one.for_good)
    read_only = all(one.reason.code is ReasonCode.DISK_READ_ONLY for one in plan.without_trash)
    way = f"Choose another way: {ways}, or, to delete for good, {for_good}"
    if read_only:
        way = "Nothing can be removed from a read-only disk"
    return (
        f"{len(plan.without_trash):,} of {counted(len(plan.removals), 'document', spec=',')} "
        f"{'has' if len(plan.without_trash) == 1 else 'have'} no trash to go to, "
        f"and nothing was done; the first is {first.path}: {first.reason}. {way}"
    )


BATCH_COLUMNS = ("batch", "at", "action", "done", "undone", "skipped", "failed", "unknown", "note")
OPERATION_COLUMNS = ("path", "action", "state", "where", "reason")

_UNFINISHED = (State.INTENDED, State.UNDOING)


def _add_place(parser: argparse.ArgumentParser, help_batch: str) -> None:
    parser.add_argument("batch", nargs="?", type=int, metavar="BATCH", help=help_batch)
    add_index(parser, "the index whose journal is meant")


def _journal(arguments: argparse.Namespace) -> Journal | None:
    path = journal_beside(arguments.index or default_index_path())
    if path.exists():
        return Journal(path)
    say(f"variorum: {path}: there is no journal; nothing was removed yet")
    return None


def _print_failures(results: Sequence[Result]) -> None:
    for result in results:
        say(f"variorum: {result.path}: {result.reason or result.state}")


def history_command(parser: argparse.ArgumentParser) -> None:
    _add_place(parser, "the documents of this batch instead of all batches")
    parser.add_argument(
        "--finish",
        action="store_true",
        help="finish or roll back what was interrupted though no lock tells that no other run of "
        "this program is at work (network drives, a lock file that was deleted: make sure of it), "
        "or though its folder is not there",
    )
    add_output(parser, ("text", *ROWS))

    def run(arguments: argparse.Namespace) -> None:
        with _journal(arguments) or contextlib.nullcontext() as journal:
            batches: Sequence[Batch] = ()
            if journal is not None:
                _print_failures(recover(journal, arguments.trash(), by_hand=arguments.finish))
                batches = journal.batches()
            columns: tuple[str, ...] = BATCH_COLUMNS
            rows: list[Sequence[Cell]] = [_batch_cells(batch) for batch in batches]
            lines = _batch_lines(batches)
            if arguments.batch is not None:
                if journal is None or arguments.batch not in {batch.id for batch in batches}:
                    raise ConfigError(f"there is no batch {arguments.batch}")
                operations = journal.operations(arguments.batch)
                columns = OPERATION_COLUMNS
                rows = [_operation_cells(operation) for operation in operations]
                lines = _operation_lines(operations, naming(arguments.output))
        if arguments.format == "text":
            print_lines(lines, arguments.output)
        else:
            print_rows(arguments, columns, rows)

    parser.set_defaults(run=run)


def undo_command(parser: argparse.ArgumentParser) -> None:
    _add_place(parser, "the batch to undo (default: the last that can be undone)")
    parser.add_argument(
        "--beside",
        action="store_true",
        help="where another file has a document's name by now, restore it under a numbered name",
    )
    parser.add_argument(
        "--ignore-roles",
        action="store_true",
        help="take documents back also out of folders that are protected or excluded",
    )
    parser.add_argument(
        "--any-disk",
        action="store_true",
        help="restore although the disk of a document is not connected, or another one is there",
    )

    def run(arguments: argparse.Namespace) -> None:
        with interruptible() as interrupt:
            with _journal(arguments) or contextlib.nullcontext() as journal:
                if journal is None:
                    raise SimcoreError(ReasonCode.NOTHING_TO_UNDO)
                known = {batch.id for batch in journal.batches()}
                if arguments.batch is not None and arguments.batch not in known:
                    raise ConfigError(f"there is no batch {arguments.batch}")
                trash = arguments.trash()
                _print_failures(recover(journal, trash))
                results = undo(
                    journal,
                    arguments.batch,
                    trash,
                    beside=arguments.beside,
                    progress=interrupt.check,
                    ignore_roles=arguments.ignore_roles,
                    any_disk=arguments.any_disk,
                )
            interrupt.told = True
            with after_removals():
                print_lines(_undo_lines(results, naming(None)))
            if any(
                result.reason is not None and result.reason.code is ReasonCode.MOVED_INTO_PROTECTED
                for result in results
            ):
                say("With --ignore-roles they are taken out of such folders, too")
            left = sum(result.state is not State.UNDONE for result in results)
            if left:
                are = "is" if left == 1 else "are"
                were = f"{are} not undone yet" if interrupt.pressed else "could not be undone"
                raise IncompleteError(f"{left:,} of {len(results):,} {were}")

    parser.set_defaults(run=run)


_OF_A_DISK = {ReasonCode.DISK_NOT_CONNECTED, ReasonCode.COVERED_BY_DISK}


def _batch_cells(batch: Batch) -> tuple[Cell, ...]:
    unknown = sum(batch.counts.get(state, 0) for state in (State.UNKNOWN, *_UNFINISHED))
    states = (State.DONE, State.UNDONE, State.SKIPPED, State.FAILED)
    counts = (batch.counts.get(state, 0) for state in states)
    at: Cell = batch.at
    with contextlib.suppress(ValueError):  # of a damaged journal
        at = datetime.fromisoformat(batch.at)
    return (batch.id, at, batch.action.value, *counts, unknown, batch.note)


def _batch_lines(batches: Sequence[Batch]) -> Iterator[str]:
    for batch in batches:
        counts = ", ".join(f"{count:,} {state}" for state, count in sorted(batch.counts.items()))
        note = f"  {batch.note}" if batch.note else ""
        yield f"{batch.id}  {batch.at}  {batch.action}: {counts or 'nothing'}{note}"


def _operation_cells(operation: Operation) -> tuple[Cell, ...]:
    return (
        operation.target.path,
        operation.action.value,
        operation.state.value,
        operation.moved_to,
        None if operation.reason is None else str(operation.reason),
    )


def _operation_lines(
    operations: Sequence[Operation], named: Callable[[Path], str]
) -> Iterator[str]:
    for one in operations:
        where = "" if one.moved_to is None else f" -> {named(one.moved_to)}"
        reason = "" if one.reason is None else f": {one.reason}"
        yield f"{one.state}  {named(one.target.path)}{where}{reason}"


def _undo_lines(results: Sequence[Result], named: Callable[[Path], str]) -> Iterator[str]:
    causes = Counter(one.reason for one in results if one.reason and one.reason.code in _OF_A_DISK)
    away = {cause: count for cause, count in causes.items() if count > 1}
    for result in results:
        if result.reason in away:
            continue
        moved = result.where is not None and result.where != result.path
        where = f" -> {named(result.where)}" if moved and result.where else ""
        reason = f": {result.reason}" if result.reason else ""
        yield f"{result.state}  {named(result.path)}{where}{reason}"
    for cause, count in away.items():  # the same of each document of a disk
        yield f"{counted(count, 'document', spec=',')} not restored: {cause}"
    counts = Counter(result.state for result in results)
    if counts[State.UNDONE]:  # else how many could not be undone says all
        yield f"{counts[State.UNDONE]:,} of {len(results):,} restored"

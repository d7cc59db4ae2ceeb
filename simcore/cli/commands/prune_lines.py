"""The output of ``variorum prune``: a line for each document, and sums."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from simcore.cli.terminal import counted
from simcore.grouping.keeping.reasons import WhyKept
from simcore.grouping.kinds import kind_of
from simcore.grouping.why_kept import why_kept
from simcore.model.formats import format_of_name
from simcore.model.operations import Result, State
from simcore.model.percent import percent
from simcore.model.reason_codes import ReasonCode
from simcore.model.records import Kind, Problem
from simcore.model.report import ScanReport
from simcore.removal.actions import ACTIONS
from simcore.removal.plan import RemovalPlan, loses_format
from simcore.removal.rules.choices import Choice, Choices, Chosen, DecisionGround, SpareReason
from simcore.removal.rules.rules import KeepBy
from simcore.reports.formats import Cell

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
_KINDS = {one: one.words for one in _COPIES} | {Kind.PART: "part of it"}
_SPARED = {
    SpareReason.BY_HAND: "may be marked by hand only and stays",
    SpareReason.DATES: "name and date disagree about which is the latest; {} is newer by date",
    SpareReason.INSIDE: "is inside an archive or a mailbox and stays",
    SpareReason.ROLE: "is in a protected or excluded folder and stays",
    SpareReason.NEEDED: "stays for another group",
    SpareReason.UNKNOWN: "was never compared with the document that stays, and stays",
}


class Line(NamedTuple):
    """One document: what is or would be done with it, the document that stays, and why that stays.

    ``state`` is ``planned``, ``left`` for spared documents, or the state of an operation.
    Other names that go with a document have rows of their own, and are a ``name_of`` its path.
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
        """Return the cells of ``PRUNE_COLUMNS``; None if they do not apply."""
        kind = None if self.kind is None else self.kind.value
        share = None if self.similarity is None else round(self.similarity, 6)
        told = self._asdict() | {"kind": kind, "similarity": share}
        return [*told.values()]


PRUNE_COLUMNS = Line._fields


def planned_lines(
    report: ScanReport, plan: RemovalPlan, choices: Choices, results: Sequence[Result] | None
) -> Iterator[Line]:
    """Yield a row for each document that goes or, with results, was to go."""
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
    """Say what decided, that it was a tie where no rule did, and what format is lost."""
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
    """Yield a row for each document that could go by its kind, but stays."""
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
    """Return the folders that are not there any more, and how many documents, by the reason."""
    reasons = (one.reason for one in results)
    counts = Counter(one for one in reasons if one and one.code is ReasonCode.FOLDER_GONE)
    return {str(one): (Path(str(one.values[0])), count) for one, count in counts.items()}


def text_lines(
    lines: Iterable[Line],
    named: Callable[[Path], str],
    gone: Mapping[str, tuple[Path, int]] = MappingProxyType({}),
) -> Iterator[str]:
    """Yield lines of text: a document and its action, and below it the one that stays and why.

    ``named`` returns what a file is called. The documents of a folder that is ``gone``, as in
    ``folders_gone``, are one line.
    """
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
            stays, kind = named(line.stays), _KINDS[line.kind]
            yield f"    stays  {stays}  ({kind}, {percent(line.similarity)}; {line.why})"


def totals_line(plan: RemovalPlan, looked_at: int) -> str:
    """Summarise a plan."""
    kinds = Counter(removal.kind for removal in plan.removals)
    groups = len({removal.group for removal in plan.removals})
    counts = ", ".join(f"{kinds[kind]:,} {_KINDS[kind]}" for kind in _KINDS if kinds[kind])
    would = ACTIONS[plan.action].planned.format(plan.destination)
    return (
        f"{len(plan.removals):,} of {counted(looked_at, 'document', spec=',')}, of "
        f"{counted(groups, 'group', spec=',')}, {would}: {counted(plan.size, 'byte', spec=',')}"
        + (f" ({counts})" if counts else "")
    )


def passed_over_line(report: ScanReport, choices: Choices, *, for_good: bool) -> str:
    """Say what kinds would take, too, of which none were named; empty if nothing.

    That are documents of the same words, or, where nothing can be undone, of the same text.
    """
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
    """Say what the command ``undo`` brings back of what was done."""
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
    """Summarise results."""
    counts = Counter(result.state for result in results)
    done = sum(
        removal.document.gain
        for removal, result in zip(plan.removals, results, strict=True)
        if result.state is State.DONE
        and not (result.reason and result.reason.code is ReasonCode.NAMES_STAY)
    )
    said = ", ".join(f"{counts[state]:,} {state}" for state in State if counts[state])
    return f"{plan.action}: {said}; {counted(done, 'byte', spec=',')}"


def losses_lines(plan: RemovalPlan) -> Iterator[str]:
    """Yield what undo would not bring back of some documents, by name for the first of them."""
    return _first_lines(plan.losses, "undo would not bring back ")


def shared_lines(plan: RemovalPlan) -> Iterator[str]:
    """Yield which documents free nothing, by name for the first of them."""
    return _first_lines(plan.shared, "")


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

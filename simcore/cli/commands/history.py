"""``variorum history`` and ``variorum undo``: removals, and undoing them."""

import argparse
import contextlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path

from simcore.cli.options import ROWS, add_index, add_output
from simcore.cli.terminal import (
    after_removals,
    counted,
    interruptible,
    naming,
    print_lines,
    print_rows,
    say,
)
from simcore.model.errors import ConfigError, IncompleteError, SimcoreError
from simcore.model.operations import Batch, Operation, Result, State
from simcore.model.reason_codes import ReasonCode
from simcore.removal.journal.journal import Journal
from simcore.removal.recovery import recover
from simcore.removal.undoing import undo
from simcore.reports.formats import Cell
from simcore.store.paths import default_index_path, journal_beside

BATCH_COLUMNS = ("batch", "at", "action", "done", "undone", "skipped", "failed", "unknown", "note")
OPERATION_COLUMNS = ("path", "action", "state", "where", "reason")

_UNFINISHED = (State.INTENDED, State.UNDOING)


def _add_place(parser: argparse.ArgumentParser, help_batch: str) -> None:
    parser.add_argument("batch", nargs="?", type=int, metavar="BATCH", help=help_batch)
    add_index(parser, "the index whose journal is meant")


def _journal(arguments: argparse.Namespace) -> Journal | None:
    """Open the journal; None if nothing was ever removed, which is said."""
    path = journal_beside(arguments.index or default_index_path())
    if path.exists():
        return Journal(path)
    say(f"variorum: {path}: there is no journal; nothing was removed yet")
    return None


def _tell(results: Sequence[Result]) -> None:
    for result in results:
        say(f"variorum: {result.path}: {result.reason or result.state}")


def history_command(parser: argparse.ArgumentParser) -> None:
    """List the batches of removals, the newest first; with a number, the documents of a batch."""
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
                _tell(recover(journal, arguments.trash(), by_hand=arguments.finish))
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
    """Undo a batch of removals, by default the last one."""
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
                _tell(recover(journal, trash))
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

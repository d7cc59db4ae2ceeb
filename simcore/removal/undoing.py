"""Undo removals: bytes, times and mode as they were; no existing file is replaced."""

import contextlib
from collections.abc import Callable, Collection

from simcore.files.disk import Disk
from simcore.files.moves import StrandedError
from simcore.files.roles import NO_ROLES, Role, Roles
from simcore.files.trash import DesktopTrash, Trash
from simcore.model.errors import JournalError, SimcoreError
from simcore.model.operations import Operation, Result, State
from simcore.model.progress import Cancelled
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason, joined, reason_of
from simcore.removal.actions import ACTIONS
from simcore.removal.journal.journal import Journal
from simcore.removal.recovery import recover, wrong_disk
from simcore.removal.restoration import Restoration
from simcore.store.folders import read_roles

_ANY_DISK = "variorum undo --any-disk"
_UNDOABLE = (State.DONE, State.UNKNOWN)


def last_batch(journal: Journal) -> int | None:
    """Return the number of the newest batch with something to undo; None without one."""
    for batch in journal.batches():
        if any(batch.counts.get(state) for state in _UNDOABLE):
            return batch.id
    return None


def undo(
    journal: Journal,
    batch: int | None = None,
    trash: Trash | None = None,
    *,
    only: Collection[int] | None = None,
    beside: bool = False,
    disk: Disk | None = None,
    progress: Callable[[int, int], None] | None = None,
    ignore_roles: bool = False,
    any_disk: bool = False,
) -> tuple[Result, ...]:
    """Undo a batch, by default the last one, the newest operation first.

    ``only`` names operations of it by their sequence numbers: the others are not undone.

    Each document comes back byte for byte, with its time of change and mode. What stands at its
    path is never replaced: then the document is not moved, or with ``beside`` gets a numbered name.
    A permanently deleted document is restored as a copy of an identical one that is still there;
    without one it cannot. Where a document was copied back and cannot be deleted where it was moved
    to, it is restored, and its result says that a copy stays there. What could not be
    undone is still to be undone later. ``progress`` is told how many are back of how many; it may
    raise ``Cancelled``.

    Nothing is restored where the disk of a document, or the one that it was moved to, is not
    connected, or another disk is in its place, unless ``any_disk``.

    Nothing is taken out of a folder of which the role that is kept (``simcore.read_roles``) says
    that it loses nothing, unless ``ignore_roles``; documents come back into such a folder. Raises
    ``JournalError``, ``RolesError`` if the kept roles cannot be read, and ``SimcoreError`` when
    there is no such batch or nothing to undo.
    """
    disk = disk or Disk()
    trash = trash or DesktopTrash()
    roles = NO_ROLES if ignore_roles else read_roles()
    recover(journal, trash, disk)
    number = last_batch(journal) if batch is None else batch
    if number is None:
        raise SimcoreError(ReasonCode.NOTHING_TO_UNDO)
    operations = journal.operations(number)
    if not operations and number not in {known.id for known in journal.batches()}:
        raise SimcoreError(ReasonCode.NO_BATCH, number)
    todo = [
        one
        for one in reversed(operations)
        if one.state in _UNDOABLE and (only is None or one.sequence in only)
    ]
    if not todo:
        raise SimcoreError(ReasonCode.NOTHING_TO_UNDO_IN, number)
    results: list[Result] = []
    with journal.working():
        for operation in todo:
            try:
                if progress is not None:
                    back = sum(one.state is State.UNDONE for one in results)
                    progress(back, len(todo))
            except Cancelled:
                break
            with disk.holding():
                result = (None if any_disk else _away(operation, disk)) or _kept(
                    operation, roles, disk
                )
                if result is None:
                    result = _undone(journal, trash, disk, operation, beside=beside)
                results.append(result)
    results += [
        Result(one.target.path, State.SKIPPED, one.moved_to, Reason(ReasonCode.CANCELLED))
        for one in todo[len(results) :]
    ]
    return tuple(results)


def _away(operation: Operation, disk: Disk) -> Result | None:
    try:
        wrong = wrong_disk(operation, disk)
    except OSError as error:
        reason = reason_of(error)
    else:
        if wrong is None:
            return None
        code = ReasonCode.COVERED_BY_DISK if wrong.covers else ReasonCode.DISK_NOT_CONNECTED
        reason = Reason(code, (str(wrong.point), _ANY_DISK))
    return Result(operation.target.path, State.FAILED, operation.moved_to, reason)


def _kept(operation: Operation, roles: Roles, disk: Disk) -> Result | None:
    """Return that a folder keeps what was moved or copied into it; None if it does not."""
    where = operation.moved_to
    if where is None or not ACTIONS[operation.action].needs_folder:
        return None  # what a trash holds below a protected folder is no document of that folder
    if roles.of_now(where) is Role.NORMAL:
        return None
    with contextlib.suppress(OSError):
        if disk.look(where) is None:
            return None
    reason = Reason(ReasonCode.MOVED_INTO_PROTECTED, (str(where),))
    return Result(operation.target.path, State.FAILED, where, reason)


def _undone(
    journal: Journal, trash: Trash, disk: Disk, operation: Operation, *, beside: bool
) -> Result:
    """Undo one operation, or return why that failed. Raises ``JournalError``."""
    path = operation.target.path
    if not journal.begin_undo(operation):
        return Result(path, State.SKIPPED, None, Reason(ReasonCode.AT_WORK))
    where, action = operation.moved_to, ACTIONS[operation.action]
    restoration = Restoration(journal, trash, disk, operation, beside, not action.links)
    try:
        restored = action.undo(restoration)
    except JournalError:
        raise
    except StrandedError as error:
        where, reason = error.where, error.reason
    except (OSError, SimcoreError) as error:
        reason = reason_of(error)
    else:
        if operation.moved_to is not None and not restoration.stays:
            action.forget(operation.moved_to)
        try:
            now = disk.look(restored)
        except OSError as error:  # recovery of the next run finishes it
            return Result(path, State.UNKNOWN, restored, reason_of(error))
        if now is not None:
            journal.restored(operation, restored, now.st_dev, now.st_ino)
        lost = restoration.lost
        said = [Reason(ReasonCode.BACK_WITHOUT, (joined(lost),))] if lost else []
        said += restoration.stays
        return Result(path, State.UNDONE, restored, joined(said) if said else None)
    journal.settle(operation.sequence, operation.state, where, reason)
    return Result(path, State.FAILED, where, reason)

"""Finish or roll back operations that a failure interrupted.

The journal tells what to look for, the disk what happened.
"""

import contextlib
import itertools
from pathlib import Path
from typing import NamedTuple

from simcore.files.disk import Disk
from simcore.files.moves import StrandedError
from simcore.files.trash import DesktopTrash, Trash
from simcore.model.operations import Operation, Result, State, Trace, same_disk
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason, reason_of
from simcore.removal.actions import ACTIONS
from simcore.removal.journal.journal import Journal
from simcore.removal.remains import Remains

_BY_HAND = "variorum history --finish"


def recover(
    journal: Journal,
    trash: Trash | None = None,
    disk: Disk | None = None,
    *,
    by_hand: bool = False,
) -> tuple[Result, ...]:
    """Finish or roll back interrupted operations; return the result for each file.

    Removing and undoing call this first. It does nothing while another process is at work. Where no
    lock tells whether one is, or a folder or its disk is not there, the operation stays as it is,
    and its result says so; ``by_hand`` is whether a person has it finished anyway.
    ``trash`` returns the folders to search. Raises ``JournalError``.
    """
    if not journal.unfinished():
        return ()
    disk = disk or Disk()
    with journal.alone() as alone:
        if not alone:
            return ()
        trash = trash or DesktopTrash()
        results = []
        for operation in journal.unfinished():
            with disk.holding():
                reason = None if by_hand else _obstacle(journal, operation, disk)
                if reason is None:
                    results.append(_recovered(journal, operation, trash, disk))
                else:
                    path = operation.target.path
                    results.append(Result(path, operation.state, None, reason))
        return tuple(results)


def _obstacle(journal: Journal, operation: Operation, disk: Disk) -> Reason | None:
    """Return why an operation is not recovered yet."""
    try:
        waiting = waits_for_disk(operation, disk)
    except OSError as error:
        return Reason(ReasonCode.INTERRUPTED_UNSEEN, (reason_of(error),))
    if waiting is not None:
        return waiting
    # the lock that is held now tells whether the run that began the operation has ended
    if not journal.lock or operation.lock not in {None, journal.lock}:
        return Reason(ReasonCode.NOT_KNOWN_TO_BE_OVER, (_BY_HAND,))
    folders = [operation.target.path.parent]
    if operation.moved_to is not None and ACTIONS[operation.action].needs_folder:
        folders.append(operation.moved_to.parent)
    for folder in folders:
        try:
            there = disk.has_folder(folder)
        except OSError:
            continue  # recovery says so
        if not there:
            return Reason(ReasonCode.FOLDER_NOT_BACK, (str(folder), _BY_HAND))
    return None


def waits_for_disk(operation: Operation, disk: Disk) -> Reason | None:
    """Return why nobody can tell now how an operation ended; None if its disk is there.

    Raises ``OSError``.
    """
    wrong = wrong_disk(operation, disk)
    if wrong is None:
        return None
    code = ReasonCode.COVERED_UNFINISHED if wrong.covers else ReasonCode.DISK_NOT_BACK
    return Reason(code, (str(wrong.point), _BY_HAND))


class WrongDisk(NamedTuple):
    """Where a disk is missing, or another one is; or where one ``covers`` a folder."""

    point: Path
    covers: bool


def wrong_disk(operation: Operation, disk: Disk) -> WrongDisk | None:
    """Return where an operation lacks a disk that it needs; None if it has all.

    An empty mount point proves nothing of the documents of a disk. While ``disk`` is ``holding``,
    what is there cannot be unmounted. Raises ``OSError``.
    """
    if operation.disks is None:
        return _left_mount_point(operation.target, disk)
    paths = [operation.target.path]
    if operation.moved_to is not None and ACTIONS[operation.action].needs_folder:
        paths.append(operation.moved_to)
    for path in paths:
        before = operation.disks.get(path.parent)
        if before is not None:
            with contextlib.suppress(OSError):  # that is seen next
                disk.has_folder(before.point)
        now = disk.volume_of(path.parent)
        if not same_disk(before, now):
            # one below the disk that was there
            covers = now is not None and (
                before is None
                or (now.point != before.point and now.point.is_relative_to(before.point))
            )
            shown = now if covers else before or now
            return WrongDisk(path.parent if shown is None else shown.point, covers)
    return None


def _left_mount_point(target: Trace, disk: Disk) -> WrongDisk | None:
    """Return the folder of a file if nothing but the system's disk is left there, an empty folder.

    An earlier version recorded no disk, but the number of the device. That can be another one after
    a restart, so a folder that holds anything is taken for the one that was there.
    """
    folder = target.path.parent
    if disk.volume_of(folder) is not None:
        return None
    around = filter(None, map(disk.look, (folder, *folder.parents)))
    if any(one.st_dev == target.device for one in itertools.islice(around, 1)):
        return None
    with contextlib.suppress(OSError):
        if any(folder.iterdir()):
            return None
    return WrongDisk(folder, covers=False)


def _recovered(journal: Journal, operation: Operation, trash: Trash, disk: Disk) -> Result:
    action = ACTIONS[operation.action]
    found = Remains(action, operation, trash, disk)
    try:
        removing = operation.state is State.INTENDED
        state, where, reason = action.recover(found) if removing else found.of_undoing()
    except StrandedError as error:
        state, where, reason = State.FAILED, error.where, error.reason
    except OSError as error:
        # the state is unknown, so nothing is touched
        state, where = State.UNKNOWN, operation.moved_to
        reason = Reason(ReasonCode.INTERRUPTED_UNSEEN, (reason_of(error),))
    if state is State.UNDONE:
        path = where or operation.target.path
        now = disk.look(path)
        if now is not None:
            journal.restored(operation, path, now.st_dev, now.st_ino)
        if operation.moved_to and reason is None:  # else a copy stays there
            action.forget(operation.moved_to)
    journal.settle(operation.sequence, state, where, reason)
    return Result(operation.target.path, state, where, reason)

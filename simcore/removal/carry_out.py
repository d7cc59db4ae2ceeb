"""Carry out a plan, undo it, and recover interrupted runs.

For each document its folder's role is checked, it and its witnesses are opened and read, the
journal is queried and updated, all are checked again, and only then the document is touched.
"""

import contextlib
import itertools
import os
from collections.abc import Callable, Collection, Generator, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from simcore.files.disk import Disk, home_trashes, in_trash, is_missing, same_file
from simcore.files.moves import (
    DeclinedError,
    DesktopTrash,
    StrandedError,
    Trash,
    TrashError,
    VerifiedHandle,
    kept_name,
)
from simcore.files.names import foreign_link, leads_to, momentary_name, numbered
from simcore.files.roles import NO_ROLES, Role, Roles, SameFolders, strictest_now
from simcore.index.disks import known_disks
from simcore.index.index import FingerprintIndex
from simcore.index.judgements import read_roles
from simcore.index.paths import journal_beside
from simcore.model.reasons import (
    ConfigError,
    IndexFileError,
    JournalError,
    ReadError,
    Reason,
    ReasonCode,
    SimcoreError,
    joined,
    reason_of,
)
from simcore.model.records import Document, FileName
from simcore.model.report import Cancelled, Operation, Result, State, Trace, Volume, same_disk
from simcore.removal.actions import ACTIONS, Ending, Execution, Remains, Restoration
from simcore.removal.journal import Journal, RefusedError
from simcore.removal.plan import KEPT_BY_ROLE, Removal, RemovalPlan

_BY_HAND = "variorum history --finish"


def recover(
    journal: Journal, trash: Trash | None = None, disk: Disk | None = None, *, by_hand: bool = False
) -> tuple[Result, ...]:
    """Finish or roll back interrupted operations; return the result for each file.

    Removing and undoing call this first. It does nothing while another process is at work. If no
    lock shows whether one is, or a folder or its disk is missing, the operation stays as it is, and
    its result says so, unless ``by_hand``. ``trash`` returns the folders to search. Raises
    ``JournalError``.
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
    """Return why an operation waits for its disk; None if the disk is there. Raises ``OSError``."""
    wrong = wrong_disk(operation, disk)
    if wrong is None:
        return None
    code = ReasonCode.COVERED_UNFINISHED if wrong.covers else ReasonCode.DISK_NOT_BACK
    return Reason(code, (str(wrong.point), _BY_HAND))


class WrongDisk(NamedTuple):
    """The place of a missing or other disk, or of one that ``covers`` a folder."""

    point: Path
    covers: bool


def wrong_disk(operation: Operation, disk: Disk) -> WrongDisk | None:
    """Return where an operation lacks a disk that it needs; None if it has all.

    An empty mount point proves nothing of the documents of a disk. While ``disk`` is ``holding``,
    disks cannot be unmounted. Raises ``OSError``.
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
    """Return the folder of a file if only an empty folder on the system's disk is left there.

    An earlier version recorded the number of the device instead of the disk. It may change with a
    restart, so a folder that is not empty counts as the right one.
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


_NEEDING_PATH = frozenset(one.name for one in ACTIONS.values() if one.needs_witness_path)


def carry_out(
    plan: RemovalPlan,
    journal: Journal,
    trash: Trash | None = None,
    *,
    disk: Disk | None = None,
    note: str = "",
    progress: Callable[[int, int], None] | None = None,
    ignore_roles: bool = False,
    disks: Collection[Volume] = (),
) -> tuple[Result, ...]:
    """Carry out a plan, document by document; return the results in the plan's order.

    The roles of the plan and the kept ones (``read_roles``, unless ``ignore_roles``) apply, the
    stricter one for each file. ``trash`` is by default the desktop's own. ``progress`` is called
    with the number of removed documents and the total; if it raises ``Cancelled``, the rest is
    skipped. If a document's folder is gone, the reason names the topmost missing folder, or one of
    the known ``disks`` that is not connected.
    An interrupted earlier run is recovered first. Raises ``JournalError`` if the journal cannot be
    used from the start; if it fails later, the rest is skipped. Raises ``RolesError`` if the kept
    roles cannot be read, and ``ValueError`` for an unconfirmed plan of opened results, and for
    documents that are not on this machine.
    """
    if any(one.document.elsewhere for one in plan.removals):
        raise ValueError("documents elsewhere cannot be removed from here")
    if plan.opened is not None:
        raise ValueError("a plan of opened results must be confirmed")
    disk = disk or Disk()
    trash = trash or DesktopTrash()
    recover(journal, trash, disk)
    roles = (plan.roles,) if ignore_roles else (plan.roles, read_roles())
    run = _PlanRun(plan, roles, journal, trash, disk, disks)
    results: list[Result] = []
    reason: Reason | None = None
    done = 0
    with journal.working():
        batch = journal.begin(plan.action, note)
        for removal in plan.removals:
            try:
                if progress is not None:
                    progress(done, len(plan.removals))
                with disk.holding():
                    results.append(run.remove(removal, batch))
                done += results[-1].state is State.DONE
                if run.broken:
                    reason = run.broken
                    break
            except Cancelled:
                reason = Reason(ReasonCode.CANCELLED)
                break
            except JournalError as error:
                reason = error.reason
                break
    left = plan.removals[len(results) :]
    results += [Result(removal.document.path, State.SKIPPED, None, reason) for removal in left]
    return tuple(results)


@dataclass
class _PlanRun:
    plan: RemovalPlan
    roles: tuple[Roles, ...]
    journal: Journal
    trash: Trash
    disk: Disk
    disks: Collection[Volume]
    broken: Reason | None = None  # why the journal could not be written

    def __post_init__(self) -> None:
        self.action = ACTIONS[self.plan.action]
        self.trashes = home_trashes()
        self.marked = {removal.document.id for removal in self.plan.removals}
        folders = (Path(os.path.realpath(folder)) for folder in self.plan.folders)
        self.roots = sorted(folders, key=lambda folder: -len(folder.parts))
        named = map(Path.absolute, self.plan.folders)
        self.plain_folders = set(self.roots).intersection(named)  # those that are no links

    def remove(self, removal: Removal, batch: int) -> Result:
        """Remove a document, or return the reason not to. Raises ``JournalError``.

        Its other names are removed first, each as an operation of its own: after an interruption it
        is still where it was listed.
        """
        document, done = removal.document, list[Result]()
        if self.action.original_stays or not document.links:
            return self._remove_name(removal, batch)
        try:
            self._forbid(removal)
            names, file = self._names_now(document)
        except (OSError, DeclinedError) as error:
            reason = reason_of(error)
            self.journal.skip(batch, _trace(removal), reason)
            return Result(document.path, State.SKIPPED, None, reason)
        for one in names:
            name = replace(document, path=one.path, real_path=one.real_path, other_names=())
            result = self._remove_name(replace(removal, document=name), batch, file)
            done.append(result)
            if result.state is not State.DONE:
                untouched = result.state is State.SKIPPED and len(done) == 1
                state = State.SKIPPED if untouched else State.FAILED
                reason = Reason(ReasonCode.OTHER_NAME, (str(one.path), result.reason or ""))
                return Result(document.path, state, None, reason, tuple(done))
        links = None if file is None else file.st_nlink - len(done)
        return replace(self._remove_name(removal, batch, file, links), names=tuple(done))

    def _names_now(self, document: Document) -> tuple[Sequence[FileName], os.stat_result | None]:
        """Return the other names that still are those of the document's file, and that file."""
        file = self.disk.look(document.real_path)
        if file is None:
            return (), None  # whoever opens it says so
        now = ((one, self.disk.look(one.real_path)) for one in document.links)
        return [one for one, state in now if state is not None and same_file(state, file)], file

    def _remove_name(
        self,
        removal: Removal,
        batch: int,
        file: os.stat_result | None = None,
        links: int | None = None,
    ) -> Result:
        """Remove one name of a document, which must be one of this ``file``, if that is known.

        ``links`` is how many names the file has left, if this is the last known one.
        """
        document = removal.document
        try:
            self._forbid(removal)
            with contextlib.ExitStack() as stack:
                target = stack.enter_context(_verified(self.disk, document, ReasonCode.IT))
                witnesses = [
                    stack.enter_context(_verified(self.disk, one, ReasonCode.KEPT))
                    for one in (() if self.action.original_stays else removal.witnesses)
                ]
                if file is not None and not same_file(target.status, file):
                    raise DeclinedError(ReasonCode.CHANGED_SINCE_SCAN)  # noqa: TRY301
                self._forbid_seen(target, witnesses)
                traces = [
                    witness.trace(one.form)
                    for witness, one in zip(witnesses, removal.witnesses, strict=False)
                ]
                paths = stack.enter_context(contextlib.closing(self._paths(target.path)))
                trace = target.trace(document.form, target.attributes())
                moved_to = next(paths, None)
                keeps_name = self.action.uses_trash and moved_to is None
                operation = self.journal.claim(
                    batch,
                    self.plan.action,
                    trace,
                    traces,
                    self.journal.since(self.plan.journal),
                    moved_to=moved_to,
                    holding=None if keeps_name else momentary_name(target.path.parent),
                    removes=not self.action.original_stays,
                    disks=self._disks([target.path, *(one.path for one in witnesses), moved_to]),
                )
                execution = Execution(
                    self.journal, self.trash, self.disk, operation, target, witnesses, paths
                )
                state, where, reason = self._outcome(execution)
                left = (target.status.st_nlink if file is None else links or 1) - 1
                if state is State.DONE and left > 0 and not self.action.original_stays:
                    reason = reason or Reason(ReasonCode.NAMES_STAY, (str(left),))
        except (ReadError, DeclinedError, RefusedError) as error:
            state, reason = State.SKIPPED, self._folder_gone(document) or error.reason
        except (OSError, TrashError) as error:
            state, reason = State.FAILED, self._folder_gone(document) or reason_of(error)
        else:
            return Result(document.path, state, where, reason)
        self.journal.skip(batch, _trace(removal), reason)
        return Result(document.path, state, None, reason)

    def _forbid(self, removal: Removal) -> None:
        """Raise ``DeclinedError`` if folders, marks or the disk forbid it now."""
        document = removal.document
        for path in (document.real_path, *(one.real_path for one in document.links)):
            obstacle = self.trash.obstacle(path) if self.action.uses_trash else None
            if obstacle is not None:
                raise DeclinedError(obstacle)
        if self.action.original_stays:
            return
        self._forbid_foreign_links(document.path, document.real_path)
        for one in document.links:
            self._forbid_foreign_links(one.path, one.real_path)
        role = strictest_now(document.real_names, *self.roles)
        if role is not Role.NORMAL:
            raise DeclinedError(KEPT_BY_ROLE[role])
        for witness in removal.witnesses:
            if witness.id in self.marked:
                raise DeclinedError(ReasonCode.KEPT_IS_MARKED)
            if strictest_now(witness.real_names, *self.roles) is Role.EXCLUDED:
                raise DeclinedError(ReasonCode.KEPT_IS_EXCLUDED)
            if all(in_trash(name, self.trashes) for name in witness.real_names):
                raise DeclinedError(ReasonCode.KEPT_IN_TRASH)

    def _forbid_foreign_links(self, path: Path, real: Path) -> None:
        """Raise ``DeclinedError`` if a link of another user leads from a named folder here.

        A folder that others may write to can become a link to any other, so naming it does not mean
        those documents. Their own folder may be named.
        """
        way, link = foreign_link(path.parent)
        if link is None and way / path.name == real:
            return
        if real == path or any(map(real.is_relative_to, self.plain_folders)):
            return
        way, link = foreign_link(path)
        if link is not None:
            raise DeclinedError(link.reason)
        if way != real:
            raise DeclinedError(ReasonCode.LEADS_ELSEWHERE, str(real))

    def _forbid_seen(self, target: VerifiedHandle, witnesses: list[VerifiedHandle]) -> None:
        """Raise ``DeclinedError`` if the files themselves forbid it."""
        for witness in witnesses:
            if same_file(target.status, witness.status):
                raise DeclinedError(ReasonCode.SAME_FILE)
            if not witness.lock(alone=False):
                raise DeclinedError(ReasonCode.KEPT_AT_WORK)
        if self.action.original_stays:
            return
        if not target.lock(alone=True):
            raise DeclinedError(ReasonCode.AT_WORK)
        if self.action.links and witnesses[0].content_hash != target.content_hash:
            raise DeclinedError(ReasonCode.NOT_SAME_BYTES)
        for operation in self.journal.relying_on_path(target.path, _NEEDING_PATH):
            link = operation.target.path
            if os.path.realpath(link) == os.path.realpath(target.path):
                raise DeclinedError(ReasonCode.LINKED_TO, str(link))

    def _paths(self, path: Path) -> Generator[Path, None, None]:
        plan = self.plan
        if self.action.uses_trash:
            yield from self.trash.paths(path)
        elif plan.destination is not None and self.action.needs_folder:
            # a root may be the document itself, if it was named
            around = (one for one in self.roots if one != path and path.is_relative_to(one))
            below = next(around, path.parent)
            goal = plan.destination / path.relative_to(below)
            self.disk.make_folders(goal.parent)
            yield from numbered(goal)

    def _disks(self, paths: Iterable[Path | None]) -> dict[Path, Volume]:
        folders = dict.fromkeys(path.parent for path in paths if path is not None)
        found = {folder: self.disk.volume_of(folder) for folder in folders}
        return {folder: one for folder, one in found.items() if one is not None}

    def _outcome(self, execution: Execution) -> Ending:
        """Perform the operation that the journal has, and record how it ended."""
        operation = execution.operation
        state = State.DONE
        where: Path | None = None
        reason: Reason | None = None
        try:
            execution.look_again()
            where = self.action.perform(execution)
        except DeclinedError as error:
            state, reason = State.SKIPPED, error.reason
        except StrandedError as error:
            state, where, reason = State.FAILED, error.where, error.reason
            if where == operation.holding and not self.action.links:
                return state, where, reason  # the next run tries once more to give it its name
        except JournalError as error:
            state, self.broken = State.FAILED, error.reason
            return state, None, self.broken
        except (OSError, ReadError, TrashError) as error:
            state, reason = State.FAILED, reason_of(error)
            if not self.action.original_stays and not self._is_at_its_path(execution.target):
                state = State.UNKNOWN
                if self._is_left_over(operation):
                    return state, None, reason  # recovery of the next run finishes it
        state, where, reason = self._settled(operation, state, where, reason)
        if state is State.DONE and self.action.links:
            where = execution.witnesses[0].path
        return state, where, reason

    def _settled(
        self, operation: Operation, state: State, where: Path | None, reason: Reason | None
    ) -> Ending:
        """Record how an operation ended, unless its disk is missing."""
        waiting = None
        with contextlib.suppress(OSError):  # then the steps tell
            waiting = waits_for_disk(operation, self.disk) if operation.disks else None
        if waiting is not None:
            return State.UNKNOWN, None, waiting
        try:
            self.journal.settle(operation.sequence, state, where, reason)
        except JournalError as error:
            # it is done nevertheless; recovery of the next run writes it down
            self.broken = reason = error.reason
        return state, where, reason

    def _folder_gone(self, document: Document) -> Reason | None:
        if not is_missing(document.real_path):
            return None
        for one in self.disks:
            if document.real_path.is_relative_to(one.point):
                now = self.disk.volume_of(one.point)
                if now is None or now.point != one.point:
                    return Reason(ReasonCode.ON_DISK_AWAY, (str(one.point),))
        gone = None
        for folder in document.real_path.parents:
            if not is_missing(folder):
                break
            gone = Reason(ReasonCode.FOLDER_GONE, (str(folder),))
        return gone

    @staticmethod
    def _is_at_its_path(target: VerifiedHandle) -> bool:
        with contextlib.suppress(OSError):  # not seen
            return target.is_at(target.path, moved=True)
        return False

    def _is_left_over(self, operation: Operation) -> bool:
        """Return whether a temporary name exists, as far as can be seen."""
        holding = operation.holding
        if holding is None:
            return False
        try:
            names = (holding, kept_name(holding))
            return any(self.disk.look(name) is not None for name in names)
        except OSError:
            return True


def _verified(disk: Disk, document: Document, role: ReasonCode) -> VerifiedHandle:
    """Open and read a document; raise ``ReadError`` if it is not what was scanned.

    ``role`` is the code of the reason: ``IT`` or ``KEPT``.
    """
    if not leads_to(document.path, document.real_path):
        elsewhere = Reason(ReasonCode.LEADS_ELSEWHERE, (str(document.real_path),))
        raise ReadError(role, elsewhere)
    try:
        handle = VerifiedHandle(disk, document.real_path, document.size)
    except ReadError as error:
        raise ReadError(role, error.reason) from error
    if handle.content_hash != document.content_hash:
        handle.close()
        raise ReadError(role, Reason(ReasonCode.CHANGED_SINCE_SCAN))
    return handle


def _trace(removal: Removal) -> Trace:
    document = removal.document
    return Trace(
        document.real_path,
        document.size,
        document.mtime_ns,
        0,
        document.device,
        document.inode,
        document.content_hash,
        document.form,
    )


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

    ``only`` names operations by their sequence numbers. Each document comes back byte for byte,
    with its time of change and mode. A file at its path is never replaced: the document is not
    moved, or with ``beside`` gets a numbered name. A permanently deleted document is restored as a
    copy of an identical one, if there still is one. If the copied original cannot be deleted, the
    result says so. Operations that could not be undone can be undone later. ``progress`` is called
    with the number of restored documents and the total; it may raise ``Cancelled``.

    Nothing is restored if the disk of a document, or the one that it was moved to, is not
    connected or another is in its place, unless ``any_disk``. Nothing is taken out of a protected
    folder (``read_roles``), unless ``ignore_roles``. Raises ``JournalError``, ``RolesError`` if
    the kept roles cannot be read, and ``SimcoreError`` if there is no such batch or nothing to
    undo.
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
    """Return the result if a folder's role keeps the moved document; None if it does not."""
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


def check_destination(destination: Path, folders: Iterable[str | Path]) -> None:
    """Refuse a folder in one of the scanned ``folders``, by whatever path. Raises ``ConfigError``.

    >>> check_destination(Path("documents/old"), ["documents"])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    simcore.model.reasons.ConfigError: documents/old: is in documents, where it would be found...
    """
    goal = Path(os.path.realpath(destination))
    real = {Path(os.path.realpath(one)): one for one in folders}
    for path in SameFolders(real).paths(goal):
        for one in (path, *path.parents):
            if one in real:
                raise ConfigError(ReasonCode.DESTINATION_SCANNED, str(destination), str(real[one]))


def check_disk_of(destination: Path, index: Path) -> None:
    """Refuse a folder whose disk is not connected. Raises ``ConfigError``.

    If the index or its journal knows a disk at or above the folder that is not mounted, documents
    would go below the mount point, and the disk would cover them.

    >>> check_disk_of(Path("removed"), Path("index.sqlite3"))
    """
    goal = Path(os.path.realpath(destination))
    around = {goal, *goal.parents}
    for one in disks_of(index):
        if one.point in around and not _is_mounted(one.point):
            raise ConfigError(ReasonCode.DESTINATION_AWAY, str(destination), str(one.point))


def disks_of(index: Path) -> set[Volume]:
    """Return all disks that documents of an index were on, or operations of its journal.

    >>> disks_of(Path("index.sqlite3"))  # the disk of the system is none of them
    set()
    """
    found: set[Volume] = set()
    if index.exists():
        # of a damaged index the journal still tells
        with (
            contextlib.suppress(IndexFileError),
            FingerprintIndex(index) as opened,
            opened.explained(),
        ):
            found.update(known_disks(opened).values())
    if (path := journal_beside(index)).exists():
        with Journal(path) as journal:
            found |= journal.disks()
    return found


def _is_mounted(point: Path) -> bool:
    disk = Disk()
    with contextlib.suppress(OSError):  # a disk may be mounted when it is asked for
        disk.has_folder(point)
    now = disk.volume_of(point)
    return now is not None and now.point == point

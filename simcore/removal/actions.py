"""The actions on a marked document: one class an action, found by its name in ``ACTIONS``.

All other code uses the class. A new action is a class here and a name in ``Action``; journals hold
the names. A file is known by device and inode, a temporary name by its random part.
"""

import contextlib
import errno
import functools
import itertools
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from simcore.files.containers import ReadState
from simcore.files.disk import Disk, identity, same_file
from simcore.files.moves import (
    DeclinedError,
    StrandedError,
    Trash,
    TrashError,
    VerifiedHandle,
    copy_stays,
    despite_its_answer,
    find_in,
    first_free,
    forget_trashed,
    holds,
    is_made,
    kept_name,
    left_behind,
    link_text,
    make_copy,
    make_hard_link,
    make_symbolic_link,
    move,
    put_back,
    rename,
    swap_in,
    unlink,
)
from simcore.files.names import momentary_name, numbered
from simcore.model.reasons import JournalError, ReadError, Reason, ReasonCode
from simcore.model.report import Action, Operation, State, same_disk
from simcore.removal.journal import Journal


@dataclass(frozen=True, slots=True)
class Execution:
    """An intended operation of the journal and its steps; the process may stop after any.

    ``target`` and ``witnesses`` are open. ``others`` are the paths to try after ``moved_to``. The
    steps raise ``OSError``, ``TrashError`` and ``DeclinedError`` with the document at its path;
    ``StrandedError``; and ``JournalError`` before anything was touched.
    """

    journal: Journal
    trash: Trash
    disk: Disk
    operation: Operation
    target: VerifiedHandle
    witnesses: Sequence[VerifiedHandle]
    others: Iterator[Path]

    def look_again(self) -> None:
        """Raise ``DeclinedError`` if a file is not the one that was opened."""
        for file in (self.target, *self.witnesses):
            if not file.is_at(file.path):
                raise DeclinedError(ReasonCode.CHANGED_WHILE_CHECKED, str(file.path))

    def _look_at_witnesses(self) -> None:
        for file in self.witnesses:
            if not file.is_at(file.path, moved=True):
                raise DeclinedError(ReasonCode.CHANGED_WHILE_CHECKED, str(file.path))

    @property
    def _holding(self) -> Path:
        holding = self.operation.holding
        assert holding is not None  # noqa: S101 - only a trash that moves files itself has none
        return holding

    @property
    def _first(self) -> Path:
        first = self.operation.moved_to
        assert first is not None  # noqa: S101 - moves and copies have a path
        return first

    def unlink(self) -> None:
        """Rename a document to its temporary name, verify it there, and unlink it."""
        unlink(self.disk, self.target, self._holding, self._look_at_witnesses)

    def replace_by(
        self, make: Callable[[Disk, VerifiedHandle, VerifiedHandle, Path], tuple[int, int]]
    ) -> None:
        """Replace a document by what ``make`` makes of the first witness."""
        made = make(self.disk, self.target, self.witnesses[0], self._holding)
        try:
            self.journal.note(self.operation.sequence, made=made)
        except JournalError:
            self.disk.unlink(self._holding)
            raise
        try:
            self._look_at_witnesses()
        except DeclinedError:
            with contextlib.suppress(OSError):
                self.disk.unlink(self._holding)
            raise

        def right(path: Path) -> bool:
            witnesses = (file.is_at(file.path, moved=True) for file in self.witnesses)
            return self.target.is_at(path, moved=True) and all(witnesses)

        swap_in(self.disk, self.target.path, self._holding, right)

    def move(self, *, to_trash: bool = False) -> Path:
        """Move a document to the first free path; each is recorded before it is tried.

        It is first renamed to its temporary name and verified there: another file at one of the
        paths was there before or came later. Paths in a trash (``to_trash``) are reserved before,
        and given back if they are taken.
        """
        paths = itertools.chain([self._first], self.others)
        folder = self.disk.look(self._first.parent)
        if folder is not None and folder.st_dev != self.target.status.st_dev:
            return self._move_across(paths, to_trash=to_trash)
        move(self.disk, self.target, self._holding)
        try:
            put = functools.partial(rename, self.disk, self._holding)
            return self._put(put, paths, to_trash=to_trash)
        except (OSError, JournalError, TrashError) as error:
            put_back(self.disk, self._holding, self.target.path)
            # this happens between two mounts of one volume, too
            if not isinstance(error, OSError) or error.errno != errno.EXDEV:
                raise
        return self._move_across(itertools.chain([self._first], paths), to_trash=to_trash)

    def _put(
        self, put: Callable[[Path], None], paths: Iterator[Path], *, to_trash: bool = False
    ) -> Path:
        for path in paths:
            if path != self.operation.moved_to:
                self.journal.note(self.operation.sequence, moved_to=path)
            try:
                if to_trash:
                    self.trash.reserve(path, self.target.path)
            except FileExistsError:
                continue
            try:
                put(path)
            except FileExistsError:
                if to_trash:
                    forget_trashed(path)
                continue
            return path
        raise OSError(errno.EEXIST, Reason(ReasonCode.NO_FREE_NAME))

    def copy(self) -> Path:
        return self._put(self._copy, itertools.chain([self._first], self.others))

    def _copy(self, path: Path) -> None:
        """Copy to one path; raise ``FileExistsError`` if it is taken."""
        momentary = path.parent / self._holding.name
        made, _ = make_copy(self.disk, self.target, momentary)
        try:
            self.journal.note(self.operation.sequence, made=made)
            rename(self.disk, momentary, path)
        except (OSError, JournalError) as error:
            if isinstance(error, OSError) and not isinstance(error, FileExistsError):
                raise left_behind(self.disk, momentary, error) from error
            with contextlib.suppress(OSError):
                self.disk.unlink(momentary)
            raise
        self.disk.sync_folder(path.parent)

    def _move_across(self, paths: Iterator[Path], *, to_trash: bool) -> Path:
        """Copy to another volume; unlink the original only after the copy is durable."""
        free = self._put(self._copy, paths, to_trash=to_trash)
        copied = self.disk.look(free)
        made = None if copied is None else identity(copied)

        def is_copy() -> bool:
            return is_made(self.disk, free, made, self.target.content_hash)

        def look() -> None:
            if not is_copy():
                raise DeclinedError(ReasonCode.COPY_CHANGED, str(free))

        try:
            unlink(self.disk, self.target, self._holding, look)
        except (OSError, DeclinedError, StrandedError):
            # an original that is not seen may be gone: then the copy is all there is
            with contextlib.suppress(OSError):
                if self._original_is_seen() and is_copy():
                    self.disk.unlink(free)
            raise
        return free

    def _original_is_seen(self) -> bool:
        file, content = identity(self.target.status), self.target.content_hash
        paths = self.target.path, self._holding
        return any(is_made(self.disk, path, file, content) for path in paths)

    def throw_away(self) -> Path | None:
        """Let the trash move a document; return its path, None if unknown."""
        path, disk = self.target.path, self.disk
        where = None
        try:
            where = self.trash.put(path)
            if where is not None:
                where = Path(os.path.realpath(where.parent), where.name)
        except TrashError:
            if self.target.is_at(path, moved=True):
                raise
        if self.target.is_at(path, moved=True):
            raise TrashError(ReasonCode.STILL_THERE)
        if where is None or disk.look(where) is None:
            folders = self.trash.folders(path)
            found = find_in(disk, folders, self.target.trace(b""))
            if found is None and (folders or where is not None):
                raise TrashError(ReasonCode.NEITHER_THERE_NOR_IN_TRASH)
            return found
        if not self.target.is_at(where, moved=True):
            with VerifiedHandle(disk, where) as other:
                if other.content_hash != self.target.content_hash:
                    put_back(disk, where, path)
                    forget_trashed(where)
                    raise DeclinedError(ReasonCode.NAME_TAKEN_REMOVING)
        return where


Ending = tuple[State, Path | None, Reason | None]
"""The state of an operation, the path of the document, and the reason."""


class Remains:
    """The files of one operation on the disk. Methods raise ``OSError`` and ``StrandedError``.

    A removal is rolled back if the original still exists under one of its names.
    """

    def __init__(
        self, action: "RemovalAction", operation: Operation, trash: Trash, disk: Disk
    ) -> None:
        self._action = action
        self.operation = operation
        self._file = operation.target.device, operation.target.inode
        self._trash = trash
        self.disk = disk

    def has(self, path: Path) -> bool:
        return self.disk.look(path) is not None

    def moved(self) -> Path | None:
        """Return the path to which the document was to be moved, if it is there."""
        found, made = self.operation.moved_to, self.operation.made
        content = self.operation.target.content_hash
        there = is_made(self.disk, found, self._file) or is_made(self.disk, found, made, content)
        return found if there else None

    def in_trash(self) -> Path | None:
        target = self.operation.target
        return find_in(self.disk, self._trash.folders(target.path), target)

    def clear_copy_on_its_way(self) -> None:
        """Unlink a copy under its temporary name, if the document still has its bytes elsewhere.

        Otherwise it counts as the document: a person may have put it there. A partial copy is
        always unlinked.
        """
        momentary = self._momentary_there
        moved, target = self.operation.moved_to, self.operation.target
        if momentary is None or moved is None or not self._action.needs_folder:
            return
        if momentary == self.operation.holding and not self._action.original_stays:
            return
        status = self.disk.look(momentary)
        if status is None:
            return
        original = identity(status) == self._file
        partial = status.st_size < target.size
        names = [target.path, self.operation.holding]
        if not original and (partial or self._is_elsewhere(momentary, names)):
            self.unlink(momentary)
        elif not self._action.original_stays or not original:
            put_back(self.disk, momentary, moved)

    def _is_elsewhere(self, path: Path, others: Iterable[Path | None]) -> bool:
        """Return whether another file than that of a path holds the bytes of the document."""
        content_hash = self.operation.target.content_hash
        return any(
            other is not None
            and not self._same(path, other)
            and holds(self.disk, other, content_hash)
            for other in others
        )

    @property
    def _momentary_there(self) -> Path | None:
        moved, holding = self.operation.moved_to, self.operation.holding
        return moved.parent / holding.name if moved and holding else None

    def is_original(self, path: Path) -> bool:
        return is_made(self.disk, path, self._file, self.operation.target.content_hash)

    def give_names_back(self) -> bool:
        """Clear the temporary names; return whether one had another file than the original.

        A file that the operation did not make gets its name back: the original, or one that another
        program saved under its path.
        """
        operation, disk, foreign = self.operation, self.disk, False
        target = operation.target.path
        if operation.holding is None:
            return False
        for name in (operation.holding, kept_name(operation.holding)):
            if disk.look(name) is None:
                continue
            original = is_made(disk, name, self._file)
            if (self._is_ours(name) and not original) or self._same(name, target):
                disk.unlink(name)
                continue
            foreign = foreign or not original
            if self._action.links and self._is_ours(target):
                if disk.exchange(name, target):
                    disk.unlink(name)
                else:
                    disk.replace(name, target)
            else:
                put_back(disk, name, target)
        return foreign

    def _is_ours(self, path: Path) -> bool:
        return self._action.is_ours(self.disk, self.operation, path)

    def _same(self, one: Path, other: Path) -> bool:
        left, right = self.disk.look(one), self.disk.look(other)
        return left is not None and right is not None and same_file(left, right)

    def of_undoing(self) -> Ending:
        """Return whether a document is back; if not, the removal counts as done."""
        operation, target = self.operation, self.operation.target
        done = State.DONE, operation.moved_to, Reason(ReasonCode.UNDO_INTERRUPTED)
        if self._action.original_stays:
            if operation.holding and is_made(self.disk, operation.holding, operation.made):
                put_back(self.disk, operation.holding, operation.moved_to or operation.holding)
            there = is_made(self.disk, operation.moved_to, operation.made)
            return done if there else (State.UNDONE, target.path, None)
        self._clear_copy()
        moved = operation.moved_to
        self._give_moved_its_name()
        away = moved if moved is not None and self.has(moved) else None
        content_hash = target.content_hash
        for path in itertools.islice(numbered(target.path), 1000):
            if self.disk.look(path) is None:
                break
            ours = is_made(self.disk, path, operation.made)
            if self._action.links and self._is_ours(path):
                continue
            if (ours or not away) and holds(self.disk, path, content_hash):
                # it was copied back from there, unless both have become one file
                stays = None
                if away and not self._same(path, away) and holds(self.disk, away, content_hash):
                    try:
                        self.unlink(away)
                    except OSError as error:
                        stays = copy_stays(away, error)
                return State.UNDONE, path, stays
        return done

    def _give_moved_its_name(self) -> None:
        """Give back the name of a document that was about to be deleted where it was moved to."""
        moved, momentary = self.operation.moved_to, self._momentary_there
        if moved is None or momentary is None or momentary == self.operation.holding:
            return
        if self.disk.look(momentary) is not None:
            put_back(self.disk, momentary, moved)

    def _clear_copy(self) -> None:
        """Unlink the copy that was to be restored, or the file that it replaced."""
        name, target, disk = self.operation.holding, self.operation.target, self.disk
        if name is None or disk.look(name) is None:
            return
        if (
            self._action.links
            and not self._is_ours(name)
            and not self._is_ours(target.path)
            and holds(disk, target.path, target.content_hash)
        ):
            disk.exchange(name, target.path)  # another program had replaced the link
        witnesses = [one.path for one in self.operation.witnesses]
        others = [target.path, self.operation.moved_to, *witnesses]
        if holds(disk, name, target.content_hash) and not (
            (self._action.links and self._is_ours(name)) or self._is_elsewhere(name, others)
        ):
            put_back(disk, name, target.path)  # a person has removed all others meanwhile
        else:
            self.unlink(name)

    def unlink(self, path: Path) -> None:
        with contextlib.suppress(FileNotFoundError):
            self.disk.unlink(path)


@dataclass(frozen=True, slots=True)
class Restoration:
    """An operation to undo, and the steps to undo it; each returns the document's path.

    With ``beside`` a document gets a numbered name if its own is taken. ``notes_copy`` records the
    made copy in the journal; links use that field themselves. ``lost`` are attributes that could
    not be restored, ``stays`` copies that could not be deleted. The steps raise ``OSError``, and
    ``SimcoreError`` with the reason.
    """

    journal: Journal
    trash: Trash
    disk: Disk
    operation: Operation
    beside: bool
    notes_copy: bool
    lost: list[Reason] = field(default_factory=list)
    stays: list[Reason] = field(default_factory=list)

    def _paths(self) -> Iterator[Path]:
        path = self.operation.target.path
        self.disk.make_folders(path.parent)
        return numbered(path) if self.beside else iter([path])

    def _is_back(self) -> bool:
        return holds(self.disk, self.operation.target.path, self.operation.target.content_hash)

    def move_back(self) -> Path:
        """Move a document back from its new path, or from the trash."""
        target, where, disk = self.operation.target, self.operation.moved_to, self.disk
        if where is None or disk.look(where) is None:
            if self._is_back():
                return target.path  # another program has restored it
            where = find_in(disk, self.trash.folders(target.path), target)
        if where is None:
            unknown = ReasonCode.WENT_NOBODY_KNOWS_WHERE
            was = self.operation.moved_to
            raise DeclinedError(ReasonCode.NO_LONGER_WHERE_MOVED if was else unknown)
        with VerifiedHandle(disk, where) as file:
            if file.content_hash != target.content_hash:
                raise DeclinedError(ReasonCode.CHANGED_SINCE_REMOVED, str(where))
            for path in self._paths():
                try:
                    move(disk, file, path)
                except FileExistsError:
                    continue
                except OSError as error:
                    if error.errno != errno.EXDEV:
                        raise
                    self._move_across(file, path)
                    return path
                self._give_state(file)
                return path
        raise DeclinedError(ReasonCode.NAME_TAKEN_IT_IS, str(where))

    def _move_across(self, file: VerifiedHandle, path: Path) -> None:
        """Copy a file back from another volume, and delete it there unless it was changed.

        The document is back then, even if its disk or folder there has become read-only.
        """
        disk, momentary = self.disk, self._copied_beside(file)
        self._named(momentary, iter([path]))
        disk.sync_folder(path.parent)

        def look() -> None:
            if not holds(disk, path, file.content_hash):
                raise DeclinedError(ReasonCode.COPY_CHANGED, str(path))

        try:
            unlink(disk, file, file.path.parent / momentary.name, look)
        except DeclinedError:
            look()  # else the file that was moved has changed, and stays
        except (OSError, StrandedError) as error:
            look()
            where = error.where if isinstance(error, StrandedError) else file.path
            self.stays.append(copy_stays(where, error))

    def _named(self, momentary: Path, paths: Iterator[Path]) -> Path:
        try:
            return first_free(self.disk, momentary, paths)
        except OSError:
            with contextlib.suppress(OSError):
                self.disk.unlink(momentary)
            raise

    def _copied_beside(self, file: VerifiedHandle) -> Path:
        momentary = momentary_name(self.operation.target.path.parent)
        self.journal.note(self.operation.sequence, holding=momentary)
        made = self._linked(momentary)
        if made is None:
            made, lost = make_copy(self.disk, file, momentary, self.operation.target)
            self.lost.extend(lost)
        try:
            if self.notes_copy:
                self.journal.note(self.operation.sequence, made=made)
        except JournalError:
            with contextlib.suppress(OSError):
                self.disk.unlink(momentary)
            raise
        return momentary

    def _linked(self, momentary: Path) -> tuple[int, int] | None:
        """Make it a name of its file, if another name of that is back or still there."""
        disk, target = self.disk, self.operation.target
        file = target.device, target.inode
        for other in self.journal.of_same_file(self.operation):
            path, made = other.target.path, file
            if other.state is State.UNDONE and other.made is not None:
                made = other.made
            if not is_made(disk, path, made, target.content_hash):
                continue
            with contextlib.suppress(OSError):  # then a copy does
                with despite_its_answer(functools.partial(is_made, disk, momentary, made)):
                    disk.link(path, momentary)
                if is_made(disk, momentary, made, target.content_hash):
                    return made
            with contextlib.suppress(OSError):
                disk.unlink(momentary)
        return None

    def _give_state(self, file: VerifiedHandle) -> None:
        target, status = self.operation.target, file.status
        if target.attributes is not None and target.attributes.owner != status.st_uid:
            return  # another file of the same bytes; its owner says who may read it
        if (status.st_mode, ReadState.of(status).mtime_ns) != (target.mode, target.mtime_ns):
            self.disk.set_state(file.place, target.mode, target.mtime_ns)

    def _identical(self, more: tuple[Path, ...] = ()) -> VerifiedHandle:
        """Open a file that has the bytes of the document. Raises ``DeclinedError``."""
        witnesses = [one.path for one in self.operation.witnesses]
        for path in (*witnesses, *more):
            with contextlib.suppress(ReadError):
                file = VerifiedHandle(self.disk, path)
                if file.content_hash == self.operation.target.content_hash:
                    return file
                file.close()
        for path in witnesses:
            before = (self.operation.disks or {}).get(path.parent)
            if before and not same_disk(before, self.disk.volume_of(path.parent)):
                raise DeclinedError(ReasonCode.IDENTICAL_NOT_CONNECTED, str(before.point))
        raise DeclinedError(ReasonCode.NO_IDENTICAL_LEFT)

    def copy_witness(self) -> Path:
        if self._is_back():
            return self.operation.target.path
        paths = self._paths()
        with self._identical() as file:
            try:
                return self._named(self._copied_beside(file), paths)
            except FileExistsError:
                raise DeclinedError(ReasonCode.NAME_TAKEN) from None

    def replace_link(self) -> Path:
        path, disk = self.operation.target.path, self.disk
        if disk.look(path) is None:
            return self.copy_witness()
        if not is_made(disk, path, self.operation.made):
            if self._is_back():
                return path
            if self.beside:
                return self.copy_witness()
            raise DeclinedError(ReasonCode.NO_LONGER_THE_LINK)
        with self._identical((path,)) as file:
            momentary = self._copied_beside(file)
            swap_in(disk, path, momentary, lambda name: is_made(disk, name, self.operation.made))
        return path

    def remove_copy(self) -> Path:
        """Remove a copy if it was not changed and its original still exists."""
        target, where, disk = self.operation.target, self.operation.moved_to, self.disk
        if where is None or disk.look(where) is None:
            return target.path
        if not is_made(disk, where, self.operation.made):
            raise DeclinedError(ReasonCode.ANOTHER_FILE_NOW, str(where))
        with VerifiedHandle(disk, where) as copy, VerifiedHandle(disk, target.path) as original:
            # a folder may have become a link to the other one
            if same_file(copy.status, original.status):
                raise DeclinedError(ReasonCode.COPY_IS_ORIGINAL)
            if not copy.content_hash == original.content_hash == target.content_hash:
                raise DeclinedError(ReasonCode.COPY_OR_ORIGINAL_CHANGED)
            momentary = momentary_name(where.parent)
            self.journal.note(self.operation.sequence, holding=momentary)
            unlink(disk, copy, momentary)
        return target.path


class RemovalAction(ABC):
    """One action on a document, from its plan to its recovery.

    ``planned`` is the text in a plan, with the folder for ``{0}``. ``option`` is the word after
    ``prune --to``, and ``option_help`` its help; without help it is not offered there, without a
    word it is chosen by naming a folder.

    >>> [name.value for name, action in ACTIONS.items() if action.for_good]
    ['delete']
    """

    name: ClassVar[Action]
    planned: ClassVar[str]
    option: ClassVar[str] = ""
    option_help: ClassVar[str] = ""

    uses_trash: ClassVar[bool] = False
    needs_folder: ClassVar[bool] = False
    original_stays: ClassVar[bool] = False
    """Whether the document stays where it is, so that it needs no witness."""
    links: ClassVar[bool] = False
    """Whether the document becomes a link to its witness, which must have the same bytes."""
    needs_witness_path: ClassVar[bool] = False
    """Whether the document is lost when its witness gets another path."""
    for_good: ClassVar[bool] = False
    """Whether the document can come back only as a copy of an identical one."""
    lost: ClassVar[ReasonCode] = ReasonCode.INTERRUPTED_LOST
    """The reason if the document is not found after an interruption."""

    @abstractmethod
    def perform(self, execution: Execution) -> Path | None:
        """Return the new path of the document or its copy, None if unknown."""

    @abstractmethod
    def undo(self, restoration: Restoration) -> Path:
        """Restore a document; return its path."""

    def recover(self, remains: Remains) -> Ending:
        """Roll a removal back if the original is still there, else complete it."""
        target = remains.operation.target
        remains.clear_copy_on_its_way()
        foreign = remains.give_names_back()
        if remains.is_original(target.path):
            ended = self._roll_back(remains)
            return ended or (State.SKIPPED, None, Reason(ReasonCode.INTERRUPTED))
        if foreign:
            return State.SKIPPED, None, Reason(ReasonCode.NAME_TAKEN_REMOVING)
        ended = self._find_ended(remains)
        if ended is not None:
            return ended
        if remains.has(target.path):
            return State.SKIPPED, None, Reason(ReasonCode.INTERRUPTED_NAME_TAKEN)
        return State.UNKNOWN, None, Reason(self.lost)

    def _roll_back(self, _remains: Remains) -> Ending | None:
        return None

    @abstractmethod
    def _find_ended(self, remains: Remains) -> Ending | None:
        """Return how it ended if the original is not at its path; None if unknown."""

    def is_ours(self, disk: Disk, operation: Operation, path: Path) -> bool:
        """Return whether a path is that of a copy or link made by the operation."""
        status = disk.look(path)
        if status is None:
            return False
        file = identity(status)
        return file == operation.made or self._is_made(disk, operation, path, file)

    def _is_made(self, disk: Disk, operation: Operation, path: Path, file: tuple[int, int]) -> bool:
        del disk, operation, path, file
        return False

    def forget(self, path: Path) -> None:
        if self.uses_trash:
            forget_trashed(path)


class _Move(RemovalAction):
    def perform(self, execution: Execution) -> Path | None:
        return execution.move()

    def undo(self, restoration: Restoration) -> Path:
        return restoration.move_back()


class _ToTrash(_Move):
    """To the desktop's trash, which reserves a path, or moves the document itself."""

    name = Action.TRASH
    planned = "would go to the trash"
    option = "trash"
    option_help = "trash"
    uses_trash = True
    lost = ReasonCode.INTERRUPTED_LOST_TRASH

    def perform(self, execution: Execution) -> Path | None:
        if execution.operation.moved_to is None:
            return execution.throw_away()
        return execution.move(to_trash=True)

    def recover(self, remains: Remains) -> Ending:
        ended = super().recover(remains)
        path = remains.operation.moved_to
        if path is not None and not remains.has(path):
            forget_trashed(path, remains.operation.target.path)
        return ended

    def _find_ended(self, remains: Remains) -> Ending | None:
        found = remains.moved() or remains.in_trash()
        if found is None:
            return None
        return State.DONE, found, Reason(ReasonCode.INTERRUPTED_TRASHED)


class _ToFolder(_Move):
    name = Action.MOVE
    planned = "would be moved to {0}"
    option_help = "a folder to move to"
    needs_folder = True

    def _roll_back(self, remains: Remains) -> Ending | None:
        operation, path = remains.operation, remains.operation.moved_to
        if path is None or not is_made(remains.disk, path, operation.made):
            return None
        if not holds(remains.disk, path, operation.target.content_hash):
            return State.SKIPPED, None, Reason(ReasonCode.INTERRUPTED_COPY_CHANGED, (str(path),))
        remains.unlink(path)
        return None

    def _find_ended(self, remains: Remains) -> Ending | None:
        found = remains.moved()
        return None if found is None else (State.DONE, found, Reason(ReasonCode.INTERRUPTED_MOVED))


class _CopyToFolder(RemovalAction):
    name = Action.COPY
    planned = "would be copied to {0}"
    needs_folder = True
    original_stays = True

    def perform(self, execution: Execution) -> Path | None:
        return execution.copy()

    def undo(self, restoration: Restoration) -> Path:
        return restoration.remove_copy()

    def _roll_back(self, remains: Remains) -> Ending | None:
        operation, disk, path = remains.operation, remains.disk, remains.operation.moved_to
        if not is_made(disk, path, operation.made, operation.target.content_hash):
            return None
        return State.DONE, path, Reason(ReasonCode.INTERRUPTED_COPIED)

    def _find_ended(self, _remains: Remains) -> Ending | None:
        return State.FAILED, None, Reason(ReasonCode.INTERRUPTED_GONE)

    def _is_made(self, *_of: object) -> bool:
        return True  # temporary names are of copies alone


class _Delete(RemovalAction):
    name = Action.DELETE
    planned = "would be deleted for good"
    option = "delete"
    option_help = "delete (for good)"
    for_good = True

    def perform(self, execution: Execution) -> Path | None:
        execution.unlink()
        return None

    def undo(self, restoration: Restoration) -> Path:
        return restoration.copy_witness()

    def _find_ended(self, _remains: Remains) -> Ending | None:
        return State.DONE, None, Reason(ReasonCode.INTERRUPTED_DELETED)


class _Link(RemovalAction):
    links = True

    def undo(self, restoration: Restoration) -> Path:
        return restoration.replace_link()

    def _find_ended(self, remains: Remains) -> Ending | None:
        path, made = remains.operation.target.path, remains.operation.made
        if not is_made(remains.disk, path, made):
            return None
        return State.DONE, None, Reason(ReasonCode.INTERRUPTED_REPLACED)


class _HardLink(_Link):
    name = Action.HARD_LINK
    planned = "would be replaced by hard links"
    option = "hardlink"
    option_help = "hardlink"

    def perform(self, execution: Execution) -> Path | None:
        execution.replace_by(make_hard_link)
        return None

    def _is_made(self, disk: Disk, operation: Operation, path: Path, file: tuple[int, int]) -> bool:
        del disk, path
        return file in [(witness.device, witness.inode) for witness in operation.witnesses]


class _SymbolicLink(_Link):
    name = Action.SYMBOLIC_LINK
    planned = "would be replaced by symbolic links"
    option = "symlink"
    option_help = "symlink (to the document that stays, of the same bytes)"
    needs_witness_path = True

    def perform(self, execution: Execution) -> Path | None:
        execution.replace_by(make_symbolic_link)
        return None

    def _is_made(self, disk: Disk, operation: Operation, path: Path, file: tuple[int, int]) -> bool:
        del file
        texts = [link_text(operation.target.path, witness.path) for witness in operation.witnesses]
        return disk.target_of(path) in texts


ACTIONS: Mapping[Action, RemovalAction] = {
    one.name: one
    for one in (_ToTrash(), _ToFolder(), _CopyToFolder(), _Delete(), _HardLink(), _SymbolicLink())
}

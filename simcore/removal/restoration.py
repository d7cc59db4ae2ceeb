"""The steps that undo one operation on the disk; no existing file is replaced."""

import contextlib
import errno
import functools
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from simcore.files.containers import ReadState
from simcore.files.disk import Disk, same_file
from simcore.files.links import swap_in
from simcore.files.moves import (
    DeclinedError,
    StrandedError,
    copy_stays,
    despite_its_answer,
    find_in,
    first_free,
    holds,
    is_made,
    make_copy,
    move,
    unlink,
)
from simcore.files.names import momentary_name, numbered
from simcore.files.trash import Trash
from simcore.files.verified_handle import VerifiedHandle
from simcore.model.errors import JournalError, ReadError
from simcore.model.operations import Operation, State, same_disk
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason
from simcore.removal.journal.journal import Journal


@dataclass(frozen=True, slots=True)
class Restoration:
    """An operation to undo, and the steps to undo it; each returns the document's path.

    With ``beside`` a document gets a numbered name where its own is taken. ``notes_copy`` tells
    that the journal is to know the copy that is made; not where it knows a link by that field.
    ``lost`` is what the document had and could not be given again, ``stays`` where and why a copy
    of it could not be deleted.
    The steps raise ``OSError``, and ``SimcoreError`` with the reason.
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
        """Make it a name of its file, where another one is back or still there; None if none is."""
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
        """Restore a permanently deleted document from an identical one."""
        if self._is_back():
            return self.operation.target.path
        paths = self._paths()
        with self._identical() as file:
            try:
                return self._named(self._copied_beside(file), paths)
            except FileExistsError:
                raise DeclinedError(ReasonCode.NAME_TAKEN) from None

    def replace_link(self) -> Path:
        """Replace a link by a copy of what it leads to."""
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

"""The steps of one operation on the disk, in an order in which none can lose the document."""

import contextlib
import errno
import functools
import itertools
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from simcore.files.disk import Disk, identity
from simcore.files.links import swap_in
from simcore.files.moves import (
    DeclinedError,
    StrandedError,
    find_in,
    is_made,
    left_behind,
    make_copy,
    move,
    put_back,
    rename,
    unlink,
)
from simcore.files.trash import Trash, TrashError, forget_trashed
from simcore.files.verified_handle import VerifiedHandle
from simcore.model.errors import JournalError
from simcore.model.operations import Operation
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason
from simcore.removal.journal.journal import Journal


@dataclass(frozen=True, slots=True)
class Execution:
    """An intended operation of the journal and its steps; the process may stop after any.

    ``target`` and ``witnesses`` are open. ``others`` are the paths to try after the operation's
    ``moved_to``. The steps raise ``OSError``, ``TrashError`` and ``DeclinedError``, the document
    being at its path then; ``StrandedError``; and ``JournalError`` before anything was touched.
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
        """Raise ``DeclinedError`` if a witness was written meanwhile: a link to it is no change."""
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
        paths, after a failure too, was there before or came later. Those in a trash (``to_trash``)
        are reserved before, and given back where they are taken all the same.
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
        """Call ``put`` with one path after another until one is free; return that."""
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
        """Copy a document to the first free path; each is recorded before it is tried."""
        return self._put(self._copy, itertools.chain([self._first], self.others))

    def _copy(self, path: Path) -> None:
        """Copy to one path; raises ``FileExistsError`` if it is taken."""
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
        """Return whether the document has its bytes under its own or its temporary name."""
        file, content = identity(self.target.status), self.target.content_hash
        paths = self.target.path, self._holding
        return any(is_made(self.disk, path, file, content) for path in paths)

    def throw_away(self) -> Path | None:
        """Let the trash move a document itself; return where it is, None if that is unknown."""
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

"""One operation done on the disk, step by step, so that none can lose the document."""

import contextlib
import errno
import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path

from simcore.files.disk import Disk
from simcore.files.links import make_link, swap_in
from simcore.files.moves import DeclinedError, StrandedError, is_made, make_copy, move, put_back
from simcore.files.names import momentary_name
from simcore.files.sighting import Sighting
from simcore.files.trash import Trash, TrashError, forget_trashed
from simcore.model.errors import JournalError
from simcore.model.operations import Action, Operation
from simcore.removal.journal.journal import Journal
from simcore.removal.recovery import find_in


class Execution:
    """Does what the journal says is intended; every step is safe to be the last."""

    def __init__(self, journal: Journal, trash: Trash, disk: Disk) -> None:
        self._journal = journal
        self._trash = trash
        self._disk = disk

    def act(
        self,
        operation: Operation,
        target: Sighting,
        witnesses: Sequence[Sighting],
        places: Iterator[Path],
    ) -> Path | None:
        """Do it; give where the document, or its copy, is now, None where nobody tells.

        ``places`` follow ``operation.moved_to``. Raises ``OSError``, ``TrashError`` and
        ``DeclinedError``, the document being at its place then; ``StrandedError``, and
        ``JournalError`` before anything was touched.
        """
        for file in (target, *witnesses):
            if not file.is_at(file.path):
                raise DeclinedError(f"{file.path} was changed while it was being checked")
        holding = operation.holding
        if operation.moved_to is not None:
            return self._to_place(operation, target, itertools.chain([operation.moved_to], places))
        if operation.action is Action.TRASH or holding is None:
            return self._put(target)
        if operation.action is Action.DELETE:
            move(self._disk, target, holding)
            self._unlink_held(target, holding)
            return None
        made = make_link(self._disk, operation.action, target, witnesses[0], holding)
        try:
            self._journal.note(operation.sequence, made=made)
        except JournalError:
            self._disk.unlink(holding)
            raise
        swap_in(self._disk, target.path, holding, lambda path: target.is_at(path, moved=True))
        return None

    def _unlink_held(self, target: Sighting, holding: Path) -> None:
        try:
            self._disk.unlink(holding)
        except OSError:
            put_back(self._disk, holding, target.path)
            raise

    def _to_place(
        self, operation: Operation, target: Sighting, places: Iterator[Path]
    ) -> Path | None:
        """Move or copy a document to the first place that is free, each written down before.

        It is moved by way of its momentary name, where it is looked at: whatever else is found at
        a place, after a failure too, was there before or came later.
        """
        if operation.action is Action.COPY:
            return self._copied_to(operation, target, places)
        disk, holding, first = self._disk, operation.holding, operation.moved_to
        assert holding is not None  # noqa: S101 - every move has one
        assert first is not None  # noqa: S101 - and a place
        folder = disk.look(first.parent)
        if folder is not None and folder.st_dev != target.status.st_dev:
            return self._move_across(operation, target, places)
        move(disk, target, holding)
        try:
            return self._placed(operation, holding, places)
        except (OSError, JournalError, TrashError) as error:
            put_back(disk, holding, target.path)
            # also between two mounts of one volume
            if not isinstance(error, OSError) or error.errno != errno.EXDEV:
                raise
        return self._move_across(operation, target, itertools.chain([first], places))

    def _placed(self, operation: Operation, holding: Path, places: Iterator[Path]) -> Path:
        for place in places:
            if place != operation.moved_to:
                self._journal.note(operation.sequence, moved_to=place)
            try:
                self._disk.rename(holding, place)
            except FileExistsError:
                if operation.action is Action.TRASH:
                    forget_trashed(place)
                continue
            return place
        raise OSError(errno.EEXIST, "there is no free name")

    def _copied_to(self, operation: Operation, target: Sighting, places: Iterator[Path]) -> Path:
        for place in places:
            if place != operation.moved_to:
                self._journal.note(operation.sequence, moved_to=place)
            try:
                return self._copy(operation, target, place)
            except FileExistsError:
                continue
        raise OSError(errno.EEXIST, "there is no free name")

    def _copy(self, operation: Operation, target: Sighting, place: Path) -> Path:
        """Copy to one place; ``FileExistsError`` where it is taken."""
        disk = self._disk
        momentary = place.parent / (operation.holding or momentary_name(place.parent)).name
        made = make_copy(disk, target, momentary)
        try:
            self._journal.note(operation.sequence, made=made)
            disk.rename(momentary, place)
        except (OSError, JournalError):
            with contextlib.suppress(OSError):
                disk.unlink(momentary)
            raise
        disk.sync_folder(place.parent)
        return place

    def _move_across(self, operation: Operation, target: Sighting, places: Iterator[Path]) -> Path:
        """Copy to another volume, and only when that is safely there, unlink the original."""
        disk, holding = self._disk, operation.holding
        assert holding is not None  # noqa: S101 - every move has one
        free = self._copied_to(operation, target, places)
        copied = disk.look(free)
        try:
            move(disk, target, holding)
            self._unlink_held(target, holding)
        except (OSError, DeclinedError, StrandedError):
            made = None if copied is None else (copied.st_dev, copied.st_ino)
            with contextlib.suppress(OSError):
                if is_made(disk, free, made):
                    disk.unlink(free)
            raise
        return free

    def _put(self, target: Sighting) -> Path | None:
        """Let the trash move a document its own way, and see what it has moved."""
        path, disk = target.path, self._disk
        where = None
        try:
            where = self._trash.put(path)
        except TrashError:
            if target.is_at(path, moved=True):
                raise
        if target.is_at(path, moved=True):
            raise TrashError("the trash said that it was moved, but it is still there")
        if where is None or disk.look(where) is None:
            folders = self._trash.folders(path)
            found = find_in(disk, folders, target.trace(b""))
            if found is None and (folders or where is not None):
                raise TrashError("is neither at its place nor in the trash")
            return found
        if not target.is_at(where, moved=True):
            with Sighting(disk, where) as other:
                if other.content_hash != target.content_hash:
                    put_back(disk, where, path)
                    forget_trashed(where)
                    raise DeclinedError("another file took its name while it was being removed")
        return where

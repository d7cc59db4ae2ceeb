"""Removals taken back: bytes, times and mode as they were, and nothing that is there replaced."""

import contextlib
import errno
import itertools
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from simcore.files.disk import Disk
from simcore.files.links import swap_in
from simcore.files.moves import (
    DeclinedError,
    StrandedError,
    first_free,
    is_made,
    make_copy,
    move,
    put_back,
)
from simcore.files.names import momentary_name, numbered
from simcore.files.sighting import Sighting
from simcore.files.trash import DesktopTrash, Trash, forget_trashed
from simcore.model.errors import JournalError, ReadError, SimcoreError
from simcore.model.operations import Action, Operation, Result, State
from simcore.model.progress import Cancelled
from simcore.removal.journal.journal import Journal
from simcore.removal.recovery import find_in, holds, recover

_UNDOABLE = (State.DONE, State.UNKNOWN)


def last_batch(journal: Journal) -> int | None:
    """Give the number of the newest batch of which something can be undone; None without one."""
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
) -> tuple[Result, ...]:
    """Undo what a batch did, the newest operation first; the last batch without a number.

    ``only`` names operations of it by their sequence numbers: the others stay as they are.

    Each document comes back byte for byte, with its time of change and mode. What stands at its
    place is never replaced: the document stays where it is then, or with ``beside`` gets
    a numbered name. What was deleted for good comes back as a copy of an identical document that is
    still there; without one it cannot. What could not be undone is still to be undone later.
    ``progress`` is told how many of how many; it may raise ``Cancelled``. Raises ``JournalError``,
    and ``SimcoreError`` when there is no such batch or nothing to undo.
    """
    disk = disk or Disk()
    trash = trash or DesktopTrash()
    recover(journal, trash, disk)
    number = last_batch(journal) if batch is None else batch
    if number is None:
        raise SimcoreError("there is nothing to undo")
    operations = journal.operations(number)
    if not operations and number not in {known.id for known in journal.batches()}:
        raise SimcoreError(f"there is no batch {number}")
    todo = [
        one
        for one in reversed(operations)
        if one.state in _UNDOABLE and (only is None or one.sequence in only)
    ]
    if not todo:
        raise SimcoreError(f"there is nothing to undo in batch {number}")
    results: list[Result] = []
    with journal.working():
        run = _Undoing(journal, trash, disk, beside=beside)
        for operation in todo:
            try:
                if progress is not None:
                    progress(len(results), len(todo))
            except Cancelled:
                break
            results.append(run.undo(operation))
    results += [
        Result(one.target.path, State.SKIPPED, one.moved_to, "cancelled before its turn")
        for one in todo[len(results) :]
    ]
    return tuple(results)


class _Undoing:
    """One batch being undone."""

    def __init__(self, journal: Journal, trash: Trash, disk: Disk, *, beside: bool) -> None:
        self._journal = journal
        self._trash = trash
        self._disk = disk
        self._beside = beside

    def undo(self, operation: Operation) -> Result:
        """Undo one operation, or say why it cannot be. Raises ``JournalError``."""
        path = operation.target.path
        if not self._journal.begin_undo(operation):
            return Result(path, State.SKIPPED, None, "another run is at work on it")
        where = operation.moved_to
        try:
            restored = self._restored(operation)
        except JournalError:
            raise
        except StrandedError as error:
            where, reason = error.where, str(error)
        except (OSError, SimcoreError) as error:
            reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        else:
            if operation.action is Action.TRASH and operation.moved_to is not None:
                forget_trashed(operation.moved_to)
            now = self._disk.look(restored)
            if now is not None:
                self._journal.restored(operation, restored, now.st_dev, now.st_ino)
            return Result(path, State.UNDONE, restored)
        self._journal.settle(operation.sequence, operation.state, where, reason)
        return Result(path, State.FAILED, where, reason)

    def _restored(self, operation: Operation) -> Path:
        """Bring a document back; give where it is."""
        if operation.action is Action.COPY:
            return self._without_copy(operation)
        if operation.action.links:
            return self._instead_of_link(operation)
        if operation.action is Action.DELETE:
            return self._from_witness(operation)
        return self._moved_back(operation)

    def _places(self, operation: Operation) -> Iterator[Path]:
        path = operation.target.path
        self._disk.make_folders(path.parent)
        return numbered(path) if self._beside else iter([path])

    def _is_back(self, operation: Operation) -> bool:
        return holds(self._disk, operation.target.path, operation.target.content_hash)

    def _moved_back(self, operation: Operation) -> Path:
        target, where, disk = operation.target, operation.moved_to, self._disk
        if where is None or disk.look(where) is None:
            if self._is_back(operation):
                return target.path  # somebody else has brought it back
            where = find_in(disk, self._trash.folders(target.path), target)
        if where is None:
            raise DeclinedError(
                "is no longer where it was moved to"
                if operation.moved_to
                else "nobody knows where it went; look for it in the trash"
            )
        with Sighting(disk, where) as file:
            if file.content_hash != target.content_hash:
                raise DeclinedError(f"was changed since it was removed; it is {where}")
            for place in self._places(operation):
                try:
                    move(disk, file, place)
                except FileExistsError:
                    continue
                except OSError as error:
                    if error.errno != errno.EXDEV:
                        raise
                    place = self._copied(operation, file, itertools.chain([place]))  # noqa: PLW2901
                    self._give_state(operation, place)
                    disk.sync_folder(place.parent)
                    if file.is_at(file.path):
                        disk.unlink(file.path)
                    return place
                self._give_state(operation, place)
                return place
        raise DeclinedError(f"another file has its name; it is {where}")

    def _copied(self, operation: Operation, file: Sighting, places: Iterator[Path]) -> Path:
        """Copy a file to the first free place, by way of a momentary name."""
        momentary = self._copied_beside(operation, file)
        try:
            return first_free(self._disk, momentary, places)
        except OSError:
            with contextlib.suppress(OSError):
                self._disk.unlink(momentary)
            raise

    def _copied_beside(self, operation: Operation, file: Sighting) -> Path:
        momentary = momentary_name(operation.target.path.parent)
        self._journal.note(operation.sequence, holding=momentary)
        made = make_copy(self._disk, file, momentary)
        try:
            self._give_state(operation, momentary)
            if not operation.action.links:  # there the link is known by that
                self._journal.note(operation.sequence, made=made)
        except (OSError, JournalError):
            with contextlib.suppress(OSError):
                self._disk.unlink(momentary)
            raise
        return momentary

    def _give_state(self, operation: Operation, path: Path) -> None:
        target, status = operation.target, self._disk.look(path)
        if status is not None and (status.st_mode, status.st_mtime_ns) != (
            target.mode,
            target.mtime_ns,
        ):
            self._disk.set_state(path, target.mode, target.mtime_ns)

    def _identical(self, operation: Operation, more: tuple[Path, ...] = ()) -> Sighting:
        """Open a file that has the bytes of what is gone. Raises ``DeclinedError``."""
        witnesses = [one.path for one in operation.witnesses]
        for path in (*witnesses, *more):
            with contextlib.suppress(ReadError):
                file = Sighting(self._disk, path)
                if file.content_hash == operation.target.content_hash:
                    return file
                file.close()
        raise DeclinedError("no identical document is left that it could be copied from")

    def _from_witness(self, operation: Operation) -> Path:
        """Copy what was deleted for good from an identical document."""
        if self._is_back(operation):
            return operation.target.path
        with self._identical(operation) as file:
            try:
                return self._copied(operation, file, self._places(operation))
            except FileExistsError:
                raise DeclinedError("another file has its name") from None

    def _instead_of_link(self, operation: Operation) -> Path:
        """Make a document of its own again of what became a link."""
        path, disk = operation.target.path, self._disk
        if disk.look(path) is None:
            return self._from_witness(operation)
        if not is_made(disk, path, operation.made):
            if self._is_back(operation):
                return path
            if self._beside:
                return self._from_witness(operation)
            raise DeclinedError("is no longer the link that was made")
        with self._identical(operation, (path,)) as file:
            momentary = self._copied_beside(operation, file)
            swap_in(disk, path, momentary, lambda name: is_made(disk, name, operation.made))
        return path

    def _without_copy(self, operation: Operation) -> Path:
        """Take a copy away again, if it is as it was made and its original still there."""
        target, where, disk = operation.target, operation.moved_to, self._disk
        if where is None or disk.look(where) is None:
            return target.path
        if not is_made(disk, where, operation.made):
            raise DeclinedError(f"{where} is another file now")
        with Sighting(disk, where) as copy, Sighting(disk, target.path) as original:
            if not copy.content_hash == original.content_hash == target.content_hash:
                raise DeclinedError("the copy or its original was changed since")
            momentary = momentary_name(where.parent)
            self._journal.note(operation.sequence, holding=momentary)
            move(disk, copy, momentary)
            try:
                disk.unlink(momentary)
            except OSError:
                put_back(disk, momentary, where)
                raise
        return target.path

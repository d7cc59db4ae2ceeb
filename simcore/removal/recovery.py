"""What a failure in the middle of an operation left behind: looked at, finished or rolled back.

The disk says what happened; the journal says what to look for. A file is known by device and
inode, a momentary name by that nobody else can have guessed it.
"""

import contextlib
import itertools
from collections.abc import Iterable
from pathlib import Path

from simcore.files.disk import Disk, same_file
from simcore.files.links import kept_name, link_text
from simcore.files.moves import StrandedError, is_made, put_back
from simcore.files.names import numbered
from simcore.files.sighting import Sighting
from simcore.files.trash import DesktopTrash, Trash, forget_trashed
from simcore.model.errors import ReadError
from simcore.model.operations import Action, Operation, Result, State, Trace
from simcore.removal.journal.journal import Journal

_INTERRUPTED = "was interrupted before its turn came to an end; it is as it was"


def recover(
    journal: Journal, trash: Trash | None = None, disk: Disk | None = None
) -> tuple[Result, ...]:
    """Finish or roll back what was interrupted, and say for each file what happened.

    Whoever removes or undoes calls this first. It does nothing while another process is at work.
    ``trash`` is asked for the folders to look in. Raises ``JournalError``.
    """
    if not journal.unfinished():
        return ()
    disk = disk or Disk()
    with journal.alone() as alone:
        if not alone:
            return ()
        return tuple(
            _recovered(journal, operation, trash or DesktopTrash(), disk)
            for operation in journal.unfinished()
        )


def _recovered(journal: Journal, operation: Operation, trash: Trash, disk: Disk) -> Result:
    found = _Remains(operation, trash, disk)
    try:
        removing = operation.state is State.INTENDED
        state, where, reason = found.of_removal() if removing else found.of_undoing()
    except StrandedError as error:
        state, where, reason = State.FAILED, error.where, str(error)
    except OSError as error:
        # as good as nothing is known; what is there is not touched
        state, where = State.UNKNOWN, operation.moved_to
        reason = f"was interrupted, and cannot be looked at: {error.strerror or error}"
    if state is State.UNDONE:
        now = disk.look(where or operation.target.path)
        if now is not None:
            path = where or operation.target.path
            journal.restored(operation, path, now.st_dev, now.st_ino)
    if state is State.UNDONE and operation.action is Action.TRASH and operation.moved_to:
        forget_trashed(operation.moved_to)
    journal.settle(operation.sequence, state, where, reason)
    return Result(operation.target.path, state, where, reason)


class _Remains:
    """What is left of one operation on the disk."""

    def __init__(self, operation: Operation, trash: Trash, disk: Disk) -> None:
        self._operation = operation
        self._target = operation.target
        self._file = operation.target.device, operation.target.inode
        self._trash = trash
        self._disk = disk

    def of_removal(self) -> tuple[State, Path | None, str]:
        """Roll a removal back where the original is still beside, else see that it has ended."""
        operation, target = self._operation, self._target
        self._clear_copy_on_its_way()
        foreign = self._give_names_back()
        if self._is_original(target.path):
            return self._as_it_was()
        if foreign:
            return State.SKIPPED, None, "another file took its name while it was being removed"
        if operation.action is Action.DELETE:
            return State.DONE, None, "was interrupted after it was deleted"
        if operation.action is Action.COPY:
            return State.FAILED, None, "was interrupted, and the document is no longer there"
        if operation.action.links and is_made(self._disk, target.path, operation.made):
            return State.DONE, None, "was interrupted after it was replaced"
        return self._of_move()

    def _of_move(self) -> tuple[State, Path | None, str]:
        """See where a document is that is not at its place, nor beside it."""
        operation, target = self._operation, self._target
        found = operation.moved_to
        if found is None or not self._is_moved(found):
            found = None
            if operation.action is Action.TRASH:
                found = find_in(self._disk, self._trash.folders(target.path), target)
        if found is not None:
            what = "moved to the trash" if operation.action is Action.TRASH else "moved"
            return State.DONE, found, f"was interrupted after it was {what}"
        if self._disk.look(target.path) is not None:
            return State.SKIPPED, None, "was interrupted, and another file has its name"
        where = "; look for it in the trash" if operation.action is Action.TRASH else ""
        return State.UNKNOWN, None, f"was interrupted, and is no longer where it was{where}"

    def _clear_copy_on_its_way(self) -> None:
        operation = self._operation
        if operation.action.moves_to_folder and operation.moved_to and operation.holding:
            momentary = operation.moved_to.parent / operation.holding.name
            if momentary != operation.holding or operation.action is Action.COPY:
                self._unlink(momentary)

    def _is_original(self, path: Path) -> bool:
        """Tell a file by its content, too: the inode of one that is gone is given to others."""
        return is_made(self._disk, path, self._file) and holds(
            self._disk, path, self._target.content_hash
        )

    def _is_moved(self, place: Path) -> bool:
        return is_made(self._disk, place, self._file) or (
            is_made(self._disk, place, self._operation.made)
            and holds(self._disk, place, self._target.content_hash)
        )

    def _as_it_was(self) -> tuple[State, Path | None, str]:
        """Take away what was made beside the original, which is at its place."""
        operation = self._operation
        if operation.action is Action.TRASH and operation.moved_to is not None:
            if not self._disk.look(operation.moved_to):
                forget_trashed(operation.moved_to)
        elif operation.action.moves_to_folder and operation.moved_to is not None:
            copied = is_made(self._disk, operation.moved_to, operation.made)
            if copied and operation.action is Action.COPY:
                if holds(self._disk, operation.moved_to, self._target.content_hash):
                    return State.DONE, operation.moved_to, "was interrupted after it was copied"
            elif copied:
                self._unlink(operation.moved_to)
        return State.SKIPPED, None, _INTERRUPTED

    def _give_names_back(self) -> bool:
        """Clear the momentary names; tell whether a file that is not the original had one.

        What is not of our making gets its name back: the original, or one that had come in its
        place.
        """
        operation, disk, foreign = self._operation, self._disk, False
        if operation.holding is None:
            return False
        for name in (operation.holding, kept_name(operation.holding)):
            if disk.look(name) is None:
                continue
            original = is_made(disk, name, self._file)
            if (self._is_ours(name) and not original) or self._same(name, self._target.path):
                disk.unlink(name)
                continue
            foreign = foreign or not original
            if operation.action.links and self._is_ours(self._target.path):
                self._swap_back(name)
            else:
                put_back(disk, name, self._target.path)
        return foreign

    def _swap_back(self, name: Path) -> None:
        if self._disk.exchange(name, self._target.path):
            self._disk.unlink(name)
        else:
            self._disk.replace(name, self._target.path)

    def _is_ours(self, path: Path) -> bool:
        """Tell whether a file is a copy or link that the operation made."""
        operation, status = self._operation, self._disk.look(path)
        if status is None:
            return False
        file = status.st_dev, status.st_ino
        if operation.action is Action.COPY or file == operation.made:
            return True
        if operation.action is Action.SYMBOLIC_LINK:
            texts = [link_text(self._target.path, w.path) for w in operation.witnesses]
            return self._disk.target_of(path) in texts
        return operation.action is Action.HARD_LINK and file in [
            (witness.device, witness.inode) for witness in operation.witnesses
        ]

    def _same(self, one: Path, other: Path) -> bool:
        left, right = self._disk.look(one), self._disk.look(other)
        return left is not None and right is not None and same_file(left, right)

    def of_undoing(self) -> tuple[State, Path | None, str]:
        """See whether a document is back; if not, the removal stands as it was."""
        operation, target = self._operation, self._target
        done = State.DONE, operation.moved_to, "could not be undone: it was interrupted"
        if operation.action is Action.COPY:
            if operation.holding and is_made(self._disk, operation.holding, operation.made):
                put_back(self._disk, operation.holding, operation.moved_to or operation.holding)
            there = is_made(self._disk, operation.moved_to, operation.made)
            return done if there else (State.UNDONE, target.path, "")
        self._clear_copy()
        moved = operation.moved_to
        away = moved is not None and self._disk.look(moved) is not None
        for place in itertools.islice(numbered(target.path), 1000):
            if self._disk.look(place) is None:
                break
            ours = is_made(self._disk, place, operation.made)
            if operation.action.links and self._is_ours(place):
                continue
            if (ours or not away) and holds(self._disk, place, target.content_hash):
                if moved is not None and away and holds(self._disk, moved, target.content_hash):
                    self._unlink(moved)  # it was copied back from there
                return State.UNDONE, place, ""
        return done

    def _clear_copy(self) -> None:
        """Unlink the copy that was to come back; if it has, that name is of what it replaced."""
        name, target, disk = self._operation.holding, self._target, self._disk
        if name is None or disk.look(name) is None:
            return
        if (
            self._operation.action.links
            and not self._is_ours(name)
            and not self._is_ours(target.path)
            and holds(disk, target.path, target.content_hash)
        ):
            disk.exchange(name, target.path)  # another file had come in the link's place
        self._unlink(name)

    def _unlink(self, path: Path) -> None:
        with contextlib.suppress(FileNotFoundError):
            self._disk.unlink(path)


def find_in(disk: Disk, folders: Iterable[Path], target: Trace) -> Path | None:
    """Find a file in some folders by device, inode and content."""
    for folder in folders:
        for name in disk.names(folder):
            path = folder / name
            if is_made(disk, path, (target.device, target.inode)) and holds(
                disk, path, target.content_hash
            ):
                return path
    return None


def holds(disk: Disk, path: Path, content_hash: bytes) -> bool:
    """Tell whether a regular file can be read and has this content."""
    try:
        with Sighting(disk, path) as file:
            return file.content_hash == content_hash
    except ReadError:
        return False

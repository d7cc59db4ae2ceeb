"""What an interrupted operation left on the disk.

A file is known by device and inode, a temporary name by its random part.
"""

import contextlib
import itertools
from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar, Protocol

from simcore.files.disk import Disk, identity, same_file
from simcore.files.links import kept_name
from simcore.files.moves import copy_stays, find_in, holds, is_made, put_back
from simcore.files.names import numbered
from simcore.files.trash import Trash
from simcore.model.operations import Operation, State
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason

Ending = tuple[State, Path | None, Reason | None]
"""The result of an operation: its state, the path of the document, and the reason."""


class Traits(Protocol):
    """What the remains of an action depend on; see ``RemovalAction``."""

    needs_folder: ClassVar[bool]
    original_stays: ClassVar[bool]
    links: ClassVar[bool]

    def is_ours(self, disk: Disk, operation: Operation, path: Path) -> bool:
        """Return whether there is a copy or link under a name that the operation made."""


class Remains:
    """The files of one operation on the disk. Its methods raise ``OSError``, ``StrandedError``.

    A removal is rolled back if the original still exists under one of its names.
    """

    def __init__(self, action: Traits, operation: Operation, trash: Trash, disk: Disk) -> None:
        self._action = action
        self.operation = operation
        self._file = operation.target.device, operation.target.inode
        self._trash = trash
        self.disk = disk

    def has(self, path: Path) -> bool:
        """Return whether there is any file under a name."""
        return self.disk.look(path) is not None

    def moved(self) -> Path | None:
        """Return the path to which the document was to be moved, if it is there."""
        found, made = self.operation.moved_to, self.operation.made
        content = self.operation.target.content_hash
        there = is_made(self.disk, found, self._file) or is_made(self.disk, found, made, content)
        return found if there else None

    def in_trash(self) -> Path | None:
        """Return the path of the document in the trash, if it is there."""
        target = self.operation.target
        return find_in(self.disk, self._trash.folders(target.path), target)

    def clear_copy_on_its_way(self) -> None:
        """Unlink a copy under its temporary name, if the document still has its bytes elsewhere.

        Else it is taken for the document: a person may have put that there. A part of a copy, which
        was being written, is unlinked in any case.
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
        """The temporary name in the folder that the document was to be moved or copied to."""
        moved, holding = self.operation.moved_to, self.operation.holding
        return moved.parent / holding.name if moved and holding else None

    def is_original(self, path: Path) -> bool:
        """Return whether a path is that of the document."""
        return is_made(self.disk, path, self._file, self.operation.target.content_hash)

    def give_names_back(self) -> bool:
        """Clear the temporary names; return whether one had another file than the original.

        A file that the operation did not make gets its name back: the original, or one that
        another program saved under its path.
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
        """Unlink the copy that was to be restored, or what it has replaced."""
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
        """Unlink a path, if it exists."""
        with contextlib.suppress(FileNotFoundError):
            self.disk.unlink(path)

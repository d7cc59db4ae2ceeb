"""The actions on a marked document: one class an action, found by its name in ``ACTIONS``.

Planning, checks, the journal, undoing, recovery and the command line use the class and refer to no
action by name. A new action is a class here and a name in ``Action``; journals hold the names.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from simcore.files.disk import Disk, identity
from simcore.files.links import link_text, make_hard_link, make_symbolic_link
from simcore.files.moves import holds, is_made
from simcore.files.trash import forget_trashed
from simcore.model.operations import Action, Operation, State
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason
from simcore.removal.execution import Execution
from simcore.removal.remains import Ending, Remains
from simcore.removal.restoration import Restoration


class RemovalAction(ABC):
    """One action on a document, from its plan to its recovery.

    ``planned`` is the text in a plan, with the folder for ``{0}``. ``option`` is the word for
    it after ``prune --to``, and ``option_help`` its help; without help it is not
    offered there, without a word it is chosen by naming a folder.

    >>> [name.value for name, action in simcore.ACTIONS.items() if action.for_good]
    ['delete']
    """

    name: ClassVar[Action]
    planned: ClassVar[str]
    option: ClassVar[str] = ""
    option_help: ClassVar[str] = ""

    uses_trash: ClassVar[bool] = False
    """Whether the document's disk must have a trash."""
    needs_folder: ClassVar[bool] = False
    """Whether a folder must be named."""
    original_stays: ClassVar[bool] = False
    """Whether the document stays where it is, so that it needs no witness."""
    links: ClassVar[bool] = False
    """Whether the document becomes a link to its witness, which must have the same bytes."""
    needs_witness_path: ClassVar[bool] = False
    """Whether the document is lost when its witness gets another path."""
    for_good: ClassVar[bool] = False
    """Whether the document can come back only as a copy of an identical one."""
    lost: ClassVar[ReasonCode] = ReasonCode.INTERRUPTED_LOST
    """Why its state is unknown if the document is not found after an interruption."""

    @abstractmethod
    def perform(self, execution: Execution) -> Path | None:
        """Carry it out; return the new path of the document or its copy, None if unknown.

        Raises the errors of the steps of ``Execution``.
        """

    @abstractmethod
    def undo(self, restoration: Restoration) -> Path:
        """Restore a document; return its path. Raises the errors of ``Restoration``."""

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
        """Delete files made beside an original that is at its path, or return that it is done."""
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
        """Return whether a file that the journal does not know was made by the operation, too."""
        del disk, operation, path, file
        return False

    def forget(self, path: Path) -> None:
        """Delete the information file of a path in the trash without the document."""
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
"""All actions by their names, in the order of ``Action``."""

"""The words of each action on marked documents: one record an action."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from app.language.wording import count_text, size_text
from simcore import Action

translate = QCoreApplication.translate  # the name lupdate looks for


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionWords:
    """The texts of an action in the language of the window. Pairs are for one document, and more.

    ``name`` is over the question, and in the menu, where the actions of one ``section`` stand
    together; ``state`` is for lists of what was done, ``result`` for what became of a document.
    ``folder_question`` is over the question for a folder, where there is one.
    """

    name: str
    tip: str
    button: str
    plan: tuple[str, str]
    state: str
    result: str
    done: tuple[str, str]
    progress: str
    undo: tuple[str, str]
    folder_question: str = ""
    icon: str | None = None
    section: int = 0

    def button_text(self, count: int) -> str:
        """Return the text of the button that carries out the action."""
        return self.button.format(count_text(count))

    def plan_text(self, documents: int, groups: int, size: int) -> str:
        """Return how much is about to be done; ``size`` in bytes."""
        if documents == 1:
            head = translate("removal", "1 document of 1 group")
        elif groups == 1:
            head = translate("removal", "{0} documents of 1 group")
        else:
            head = translate("removal", "{0} documents of {1} groups")
        head = head.format(count_text(documents), count_text(groups))
        return self.plan[documents != 1].format(head, size_text(size))

    def done_text(self, count: int) -> str:
        """Return how many documents it was done with."""
        return self.done[count != 1].format(count_text(count))

    def progress_text(self, done: int, total: int) -> str:
        """Return how far it is."""
        return self.progress.format(count_text(done), count_text(total))

    def undo_text(self, count: int) -> str:
        """Return the name of the command that undoes it."""
        return self.undo[count != 1].format(count_text(count))


def words_of(action: Action) -> ActionWords:
    """Return the words of an action."""
    return _WORDS[action]()


_WORDS: Mapping[Action, Callable[[], ActionWords]] = {
    Action.TRASH: lambda: ActionWords(
        name=translate("removal", "Move to the trash"),
        tip=translate("removal", "Move the marked documents to the trash, after a summary"),
        button=translate("removal", "Move {0} to trash"),
        plan=(
            translate("removal", "{0} goes to the trash, {1}."),
            translate("removal", "{0} go to the trash, {1}."),
        ),
        state=translate("removal", "moved to the trash"),
        result=translate("removal", "moved"),
        done=(
            translate("removal", "1 document was moved to the trash."),
            translate("removal", "{0} documents were moved to the trash."),
        ),
        progress=translate("removal", "Moving to the trash: {0} of {1}"),
        undo=(
            translate("removal", "&Undo moving 1 document to the trash"),
            translate("removal", "&Undo moving {0} documents to the trash"),
        ),
        icon="trash-2",
    ),
    Action.MOVE: lambda: ActionWords(
        name=translate("removal", "Move to a folder"),
        tip=translate("removal", "Move the marked documents to a folder, their own folders kept"),
        button=translate("removal", "Move {0} to the folder"),
        plan=(
            translate("removal", "{0} goes to another folder, {1}."),
            translate("removal", "{0} go to another folder, {1}."),
        ),
        state=translate("removal", "moved to a folder"),
        result=translate("removal", "moved"),
        done=(
            translate("removal", "1 document was moved to the folder."),
            translate("removal", "{0} documents were moved to the folder."),
        ),
        progress=translate("removal", "Moving: {0} of {1}"),
        undo=(
            translate("removal", "&Undo moving 1 document to a folder"),
            translate("removal", "&Undo moving {0} documents to a folder"),
        ),
        folder_question=translate("removal", "Move documents to a folder"),
    ),
    Action.COPY: lambda: ActionWords(
        name=translate("removal", "Copy to a folder"),
        tip=translate("removal", "Copy the marked documents to a folder; they stay, too"),
        button=translate("removal", "Copy {0} to the folder"),
        plan=(
            translate("removal", "{0} is copied and stays, {1}."),
            translate("removal", "{0} are copied and stay, {1}."),
        ),
        state=translate("removal", "copied to a folder"),
        result=translate("removal", "copied"),
        done=(
            translate("removal", "1 document was copied to the folder."),
            translate("removal", "{0} documents were copied to the folder."),
        ),
        progress=translate("removal", "Copying: {0} of {1}"),
        undo=(
            translate("removal", "&Undo copying 1 document to a folder"),
            translate("removal", "&Undo copying {0} documents to a folder"),
        ),
        folder_question=translate("removal", "Copy documents to a folder"),
    ),
    Action.DELETE: lambda: ActionWords(
        name=translate("removal", "Delete for good"),
        tip=translate("removal", "Delete the marked documents; no trash will have them"),
        button=translate("removal", "Delete {0} for good"),
        plan=(
            translate("removal", "{0} is deleted for good, {1}."),
            translate("removal", "{0} are deleted for good, {1}."),
        ),
        state=translate("removal", "deleted for good"),
        result=translate("removal", "deleted for good"),
        done=(
            translate("removal", "1 document was deleted for good."),
            translate("removal", "{0} documents were deleted for good."),
        ),
        progress=translate("removal", "Deleting for good: {0} of {1}"),
        undo=(
            translate("removal", "&Undo deleting 1 document for good"),
            translate("removal", "&Undo deleting {0} documents for good"),
        ),
        section=2,
    ),
    Action.HARD_LINK: lambda: ActionWords(
        name=translate("removal", "Replace by hard links"),
        tip=translate(
            "removal", "Make marked documents other names of the identical one that stays"
        ),
        button=translate("removal", "Replace {0} by hard links"),
        plan=(
            translate("removal", "{0} becomes another name of the file that stays, {1} to gain."),
            translate("removal", "{0} become other names of the files that stay, {1} to gain."),
        ),
        state=translate("removal", "replaced by hard links"),
        result=translate("removal", "hard link"),
        done=(
            translate("removal", "1 document was replaced by a hard link."),
            translate("removal", "{0} documents were replaced by hard links."),
        ),
        progress=translate("removal", "Replacing by links: {0} of {1}"),
        undo=(
            translate("removal", "&Undo replacing 1 document by a hard link"),
            translate("removal", "&Undo replacing {0} documents by hard links"),
        ),
        section=1,
    ),
    Action.SYMBOLIC_LINK: lambda: ActionWords(
        name=translate("removal", "Replace by symbolic links"),
        tip=translate("removal", "Make marked documents links to the identical one that stays"),
        button=translate("removal", "Replace {0} by symbolic links"),
        plan=(
            translate("removal", "{0} becomes a link to the file that stays, {1} to gain."),
            translate("removal", "{0} become links to the files that stay, {1} to gain."),
        ),
        state=translate("removal", "replaced by symbolic links"),
        result=translate("removal", "symbolic link"),
        done=(
            translate("removal", "1 document was replaced by a symbolic link."),
            translate("removal", "{0} documents were replaced by symbolic links."),
        ),
        progress=translate("removal", "Replacing by links: {0} of {1}"),
        undo=(
            translate("removal", "&Undo replacing 1 document by a symbolic link"),
            translate("removal", "&Undo replacing {0} documents by symbolic links"),
        ),
        section=1,
    ),
}

"""The actions on marked documents besides moving them to the trash, and the history."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from simcore.model.records import Action

from ..i18n import without_mnemonic

if TYPE_CHECKING:
    from simcore.removal.plan import RemovalPlan

translate = QCoreApplication.translate  # the name lupdate looks for


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionWords:
    """The texts of an action in the language of the window; pairs are singular and plural.

    Actions of one ``section`` are together in the menu. ``state`` is for lists of results,
    ``result`` for the result of one document. ``question`` is the title of the summary; ``promise``
    is below it, with {0} for the size and {1} for the folder. ``folder_question`` and ``place`` are
    for actions that need a folder.
    """

    name: str
    tip: str
    button: str
    question: tuple[str, str]
    promise: tuple[str, str]
    going: str
    state: str
    result: str
    done: tuple[str, str]
    progress: str
    undo: tuple[str, str]
    folder_question: str = ""
    place: str = ""
    icon: str = "trash-2"
    section: int = 0


def words_of(action: Action) -> ActionWords:
    return _WORDS[action]()


def words_of_plan(plan: "RemovalPlan", action: Action | None = None) -> ActionWords:
    return dropping_words() if plan.elsewhere else words_of(action or plan.action)


def dropping_words() -> ActionWords:
    return ActionWords(
        name=translate("removal", "Export ids to drop"),
        tip="",
        button=translate("removal", "Export ids ({0})…"),
        question=(
            translate("removal", "Export the id of 1 document to drop?"),
            translate("removal", "Export the ids of {0} documents to drop?"),
        ),
        promise=(
            translate(
                "removal",
                "It is not on this machine, where nothing changes. Where it is, it can be dropped "
                "by this list ({0}); one like it stays.",
            ),
            translate(
                "removal",
                "They are not on this machine, where nothing changes. Where they are, they can be "
                "dropped by this list ({0}); for each of them one document stays.",
            ),
        ),
        going=translate("removal", "Is to be dropped"),
        state="",
        result="",
        done=(
            translate("removal", "The id of 1 document was written to {1}."),
            translate("removal", "The ids of {0} documents were written to {1}."),
        ),
        progress="",
        undo=("", ""),
        icon="download",
    )


_WORDS: Mapping[Action, Callable[[], ActionWords]] = {
    Action.TRASH: lambda: ActionWords(
        name=translate("removal", "Move to the trash"),
        tip=translate("removal", "Move the marked documents to the trash, after a summary"),
        button=translate("removal", "Move {0} to trash"),
        question=(
            translate("removal", "Move 1 document to the trash?"),
            translate("removal", "Move {0} documents to the trash?"),
        ),
        promise=(
            translate(
                "removal",
                "One like it stays. Undo (Ctrl+Z) brings it back until the trash is emptied; that "
                "frees {0}.",
            ),
            translate(
                "removal",
                "For each of them one document stays. Undo (Ctrl+Z) brings them back until the "
                "trash is emptied; that frees {0}.",
            ),
        ),
        going=translate("removal", "Goes to the trash"),
        state=translate("removal", "moved to the trash"),
        result=translate("removal", "moved"),
        done=(
            translate("removal", "1 document was moved to the trash."),
            translate("removal", "{0} documents were moved to the trash."),
        ),
        progress=translate("removal", "{0} of {1} moved to the trash"),
        undo=(
            translate("removal", "&Undo the move of 1 document to the trash"),
            translate("removal", "&Undo the move of {0} documents to the trash"),
        ),
        place=translate("removal", "Trash (can be undone)"),
    ),
    Action.MOVE: lambda: ActionWords(
        name=translate("removal", "Move to a folder"),
        tip=translate("removal", "Move the marked documents to a folder, their own folders kept"),
        button=translate("removal", "Move {0} to the folder"),
        question=(
            translate("removal", "Move 1 document to a folder?"),
            translate("removal", "Move {0} documents to a folder?"),
        ),
        promise=(
            translate(
                "removal",
                "One like it stays. It goes to {1}, in the folders that it is in now: {0}. Undo "
                "(Ctrl+Z) brings it back.",
            ),
            translate(
                "removal",
                "For each of them one document stays. They go to {1}, in the folders that they are"
                " in now: {0}. Undo (Ctrl+Z) brings them back.",
            ),
        ),
        going=translate("removal", "Goes to the folder"),
        state=translate("removal", "moved to a folder"),
        result=translate("removal", "moved"),
        done=(
            translate("removal", "1 document was moved to the folder."),
            translate("removal", "{0} documents were moved to the folder."),
        ),
        progress=translate("removal", "{0} of {1} moved"),
        undo=(
            translate("removal", "&Undo the move of 1 document to a folder"),
            translate("removal", "&Undo the move of {0} documents to a folder"),
        ),
        folder_question=translate("removal", "Move documents to a folder"),
        place=translate("removal", "A folder…"),
        icon="folder",
    ),
    Action.COPY: lambda: ActionWords(
        name=translate("removal", "Copy to a folder"),
        tip=translate("removal", "Copy the marked documents to a folder; they stay, too"),
        button=translate("removal", "Copy {0} to the folder"),
        question=(
            translate("removal", "Copy 1 document to a folder?"),
            translate("removal", "Copy {0} documents to a folder?"),
        ),
        promise=(
            translate(
                "removal",
                "The document stays where it is. The copy goes to {1}, in the folders that the "
                "document is in now: {0}.",
            ),
            translate(
                "removal",
                "The documents stay where they are. The copies go to {1}, in the folders that the "
                "documents are in now: {0}.",
            ),
        ),
        going=translate("removal", "Is copied"),
        state=translate("removal", "copied to a folder"),
        result=translate("removal", "copied"),
        done=(
            translate("removal", "1 document was copied to the folder."),
            translate("removal", "{0} documents were copied to the folder."),
        ),
        progress=translate("removal", "{0} of {1} copied"),
        undo=(
            translate("removal", "&Undo the copy of 1 document"),
            translate("removal", "&Undo the copies of {0} documents"),
        ),
        folder_question=translate("removal", "Copy documents to a folder"),
        icon="files",
    ),
    Action.DELETE: lambda: ActionWords(
        name=translate("removal", "Delete for good"),
        tip=translate("removal", "Delete the marked documents; no trash will have them"),
        button=translate("removal", "Delete {0} for good"),
        question=(
            translate("removal", "Delete 1 document for good?"),
            translate("removal", "Delete {0} documents for good?"),
        ),
        promise=(
            translate("removal", "One like it stays. No trash will have it; {0} are free."),
            translate(
                "removal",
                "For each of them one document stays. No trash will have them; {0} are free.",
            ),
        ),
        going=translate("removal", "Is deleted for good"),
        state=translate("removal", "deleted for good"),
        result=translate("removal", "deleted for good"),
        done=(
            translate("removal", "1 document was deleted for good."),
            translate("removal", "{0} documents were deleted for good."),
        ),
        progress=translate("removal", "{0} of {1} deleted for good"),
        undo=(
            translate("removal", "&Undo the deletion of 1 document"),
            translate("removal", "&Undo the deletion of {0} documents"),
        ),
        section=2,
    ),
    Action.HARD_LINK: lambda: ActionWords(
        name=translate("removal", "Replace by hard links"),
        tip=translate(
            "removal", "Make marked documents other names of the identical one that stays"
        ),
        button=translate("removal", "Replace {0} by hard links"),
        question=(
            translate("removal", "Replace 1 document by a hard link?"),
            translate("removal", "Replace {0} documents by hard links?"),
        ),
        promise=(
            translate(
                "removal",
                "It becomes another name of the identical file that stays; that frees {0}. Undo "
                "(Ctrl+Z) makes a file of it again.",
            ),
            translate(
                "removal",
                "Each of them becomes another name of the identical file that stays; that frees "
                "{0}. Undo (Ctrl+Z) makes files of them again.",
            ),
        ),
        going=translate("removal", "Becomes a link"),
        state=translate("removal", "replaced by hard links"),
        result=translate("removal", "hard link"),
        done=(
            translate("removal", "1 document was replaced by a hard link."),
            translate("removal", "{0} documents were replaced by hard links."),
        ),
        progress=translate("removal", "{0} of {1} replaced by links"),
        undo=(
            translate("removal", "&Undo the hard link of 1 document"),
            translate("removal", "&Undo the hard links of {0} documents"),
        ),
        icon="link",
        section=1,
    ),
    Action.SYMBOLIC_LINK: lambda: ActionWords(
        name=translate("removal", "Replace by symbolic links"),
        tip=translate("removal", "Make marked documents links to the identical one that stays"),
        button=translate("removal", "Replace {0} by symbolic links"),
        question=(
            translate("removal", "Replace 1 document by a symbolic link?"),
            translate("removal", "Replace {0} documents by symbolic links?"),
        ),
        promise=(
            translate(
                "removal",
                "It becomes a link to the identical file that stays; that frees {0}. Undo (Ctrl+Z)"
                " makes a file of it again.",
            ),
            translate(
                "removal",
                "Each of them becomes a link to the identical file that stays; that frees {0}. "
                "Undo (Ctrl+Z) makes files of them again.",
            ),
        ),
        going=translate("removal", "Becomes a link"),
        state=translate("removal", "replaced by symbolic links"),
        result=translate("removal", "symbolic link"),
        done=(
            translate("removal", "1 document was replaced by a symbolic link."),
            translate("removal", "{0} documents were replaced by symbolic links."),
        ),
        progress=translate("removal", "{0} of {1} replaced by links"),
        undo=(
            translate("removal", "&Undo the symbolic link of 1 document"),
            translate("removal", "&Undo the symbolic links of {0} documents"),
        ),
        icon="link-2",
        section=1,
    ),
}


def nothing_text() -> str:
    return translate("undo", "&Undo")


class RemovalActions(QObject):
    """The other actions on marked documents, enabled whenever the trash action is.

    ``others`` maps each menu action to its action.
    """

    def __init__(self, trash: QAction, parent: QObject) -> None:
        super().__init__(parent)
        self._trash = trash
        self.others: dict[Action, QAction] = {}
        for kind in Action:
            words = words_of(kind)
            if kind is not Action.TRASH:
                self.others[kind] = action = QAction(self.tr("{0}…").format(words.name), self)
                action.setToolTip(words.tip)
        self.history = QAction(self.tr("&History of removals…"), self)
        self.history.setShortcut(QKeySequence("Ctrl+H"))
        self.history.setToolTip(self.tr("What was removed, and what of it can be undone (Ctrl+H)"))
        self.results = QAction(self.tr("&Show the list"), self)
        self.results.setToolTip(self.tr("What became of each document"))
        for action in (self.history, self.results):  # messages have buttons for them
            action.setIconText(without_mnemonic(action.text()).rstrip("…"))
        trash.changed.connect(self._follow)
        self._follow()

    def menu(self, parent: QWidget) -> QMenu:
        menu = QMenu(self.tr("&Other ways to remove"), parent)
        menu.setToolTipsVisible(True)
        for section in sorted({words_of(kind).section for kind in self.others}):
            if section:
                menu.addSeparator()
            of_section = [kind for kind in self.others if words_of(kind).section == section]
            menu.addActions([self.others[kind] for kind in of_section])
        return menu

    @Slot()
    def _follow(self) -> None:
        for action in self.others.values():
            action.setEnabled(self._trash.isEnabled())

"""What the undo command would take back, in the words of a menu."""

from PySide6.QtCore import QCoreApplication

from app.language.wording import count_text
from simcore import Action, Batch, State

translate = QCoreApplication.translate  # the name lupdate looks for


def nothing_text() -> str:
    """Return what the command is called while there is nothing to take back."""
    return translate("undo", "&Undo")


def saying_text(command: str) -> str:
    """Return what the command is called that takes back another, by that one's name."""
    return translate("undo", "&Undo “{0}”").format(command)


def forgetting_text() -> str:
    """Return what the command is called that brings back entries of the list of judgements."""
    return translate("undo", "&Undo “Delete from the list”")


def removal_text(batch: Batch) -> str:
    """Return what the command is called that takes back what is left to be undone of a batch."""
    count = batch.counts.get(State.DONE, 0) + batch.counts.get(State.UNKNOWN, 0)
    if count == 1:
        return {
            Action.TRASH: translate("undo", "&Undo moving 1 document to the trash"),
            Action.MOVE: translate("undo", "&Undo moving 1 document to a folder"),
            Action.COPY: translate("undo", "&Undo copying 1 document to a folder"),
            Action.DELETE: translate("undo", "&Undo deleting 1 document for good"),
            Action.HARD_LINK: translate("undo", "&Undo replacing 1 document by a hard link"),
            Action.SYMBOLIC_LINK: translate(
                "undo", "&Undo replacing 1 document by a symbolic link"
            ),
        }[batch.action]
    words = {
        Action.TRASH: translate("undo", "&Undo moving {0} documents to the trash"),
        Action.MOVE: translate("undo", "&Undo moving {0} documents to a folder"),
        Action.COPY: translate("undo", "&Undo copying {0} documents to a folder"),
        Action.DELETE: translate("undo", "&Undo deleting {0} documents for good"),
        Action.HARD_LINK: translate("undo", "&Undo replacing {0} documents by hard links"),
        Action.SYMBOLIC_LINK: translate("undo", "&Undo replacing {0} documents by symbolic links"),
    }[batch.action]
    return words.format(count_text(count))

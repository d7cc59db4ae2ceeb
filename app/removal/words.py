"""What is done with documents in words: on buttons, in summaries, in results, by action."""

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from app.language.punctuation import sentences
from app.language.wording import count_text, path_text, reason_text
from app.session.calls.removal import Outcome, RemovalOutcome, RemovalResult, UndoOutcome
from simcore import Action, Result, State

translate = QCoreApplication.translate  # the name lupdate looks for


def action_text(action: Action) -> str:
    """Return an action in a few words, for lists."""
    return {
        Action.TRASH: translate("removal", "moved to the trash"),
        Action.MOVE: translate("removal", "moved to a folder"),
        Action.COPY: translate("removal", "copied to a folder"),
        Action.DELETE: translate("removal", "deleted for good"),
        Action.HARD_LINK: translate("removal", "replaced by hard links"),
        Action.SYMBOLIC_LINK: translate("removal", "replaced by symbolic links"),
    }[action]


def title_text(action: Action) -> str:
    """Return what stands over a question about an action."""
    return {
        Action.TRASH: translate("removal", "Move to the trash"),
        Action.MOVE: translate("removal", "Move to a folder"),
        Action.COPY: translate("removal", "Copy to a folder"),
        Action.DELETE: translate("removal", "Delete for good"),
        Action.HARD_LINK: translate("removal", "Replace by hard links"),
        Action.SYMBOLIC_LINK: translate("removal", "Replace by symbolic links"),
    }[action]


def button_text(action: Action, count: int) -> str:
    """Return what a button that carries out an action will do."""
    return {
        Action.TRASH: translate("removal", "Move {0} to trash"),
        Action.MOVE: translate("removal", "Move {0} to the folder"),
        Action.COPY: translate("removal", "Copy {0} to the folder"),
        Action.DELETE: translate("removal", "Delete {0} for good"),
        Action.HARD_LINK: translate("removal", "Replace {0} by hard links"),
        Action.SYMBOLIC_LINK: translate("removal", "Replace {0} by symbolic links"),
    }[action].format(count_text(count))


def summary_text(action: Action, documents: int, groups: int, size: str) -> str:
    """Return how much an action is about to do."""
    if documents == 1:
        head = translate("removal", "1 document of 1 group")
    elif groups == 1:
        head = translate("removal", "{0} documents of 1 group").format(count_text(documents))
    else:
        head = translate("removal", "{0} documents of {1} groups")
        head = head.format(count_text(documents), count_text(groups))
    one = documents == 1
    sentence = {
        Action.TRASH: translate("removal", "{0} goes to the trash, {1}.")
        if one
        else translate("removal", "{0} go to the trash, {1}."),
        Action.MOVE: translate("removal", "{0} goes to another folder, {1}.")
        if one
        else translate("removal", "{0} go to another folder, {1}."),
        Action.COPY: translate("removal", "{0} is copied and stays, {1}.")
        if one
        else translate("removal", "{0} are copied and stay, {1}."),
        Action.DELETE: translate("removal", "{0} is deleted for good, {1}.")
        if one
        else translate("removal", "{0} are deleted for good, {1}."),
        Action.HARD_LINK: translate(
            "removal", "{0} becomes another name of the file that stays, {1} to gain."
        )
        if one
        else translate("removal", "{0} become other names of the files that stay, {1} to gain."),
        Action.SYMBOLIC_LINK: translate(
            "removal", "{0} becomes a link to the file that stays, {1} to gain."
        )
        if one
        else translate("removal", "{0} become links to the files that stay, {1} to gain."),
    }[action]
    return sentence.format(head, size)


def outcome_text(result: RemovalResult) -> str:
    """Return what became of a document, in a word or two."""
    match result.outcome:
        case Outcome.SKIPPED:
            return translate("removal", "skipped")
        case Outcome.FAILED:
            return translate("removal", "failed")
    return {
        Action.TRASH: translate("removal", "moved"),
        Action.MOVE: translate("removal", "moved"),
        Action.COPY: translate("removal", "copied"),
        Action.DELETE: translate("removal", "deleted for good"),
        Action.HARD_LINK: translate("removal", "hard link"),
        Action.SYMBOLIC_LINK: translate("removal", "symbolic link"),
    }[result.action]


def removal_words(outcome: RemovalOutcome) -> str:
    """Sum up an outcome in a sentence or three."""
    done = outcome.done
    said = [_done_words(action, done[action]) for action in Action if done[action]]
    if not said:
        said = [translate("removal", "Nothing was changed.")]
    skipped, failed = outcome.count(Outcome.SKIPPED), outcome.count(Outcome.FAILED)
    if skipped:
        said.append(translate("removal", "{0} skipped.").format(count_text(skipped)))
    if failed:
        said.append(translate("removal", "{0} failed.").format(count_text(failed)))
    if outcome.index_problem is not None:
        words = translate(
            "removal", "The index could not be told ({0}); the next scan will notice."
        )
        said.append(words.format(reason_text(outcome.index_problem)))
    return sentences(said)


def _done_words(action: Action, count: int) -> str:
    if count == 1:
        return {
            Action.TRASH: translate("removal", "1 document was moved to the trash."),
            Action.MOVE: translate("removal", "1 document was moved to the folder."),
            Action.COPY: translate("removal", "1 document was copied to the folder."),
            Action.DELETE: translate("removal", "1 document was deleted for good."),
            Action.HARD_LINK: translate("removal", "1 document was replaced by a hard link."),
            Action.SYMBOLIC_LINK: translate(
                "removal", "1 document was replaced by a symbolic link."
            ),
        }[action]
    words = {
        Action.TRASH: translate("removal", "{0} documents were moved to the trash."),
        Action.MOVE: translate("removal", "{0} documents were moved to the folder."),
        Action.COPY: translate("removal", "{0} documents were copied to the folder."),
        Action.DELETE: translate("removal", "{0} documents were deleted for good."),
        Action.HARD_LINK: translate("removal", "{0} documents were replaced by hard links."),
        Action.SYMBOLIC_LINK: translate(
            "removal", "{0} documents were replaced by symbolic links."
        ),
    }[action]
    return words.format(count_text(count))


def state_text(state: State) -> str:
    """Return how far an operation of the journal came, in a few words."""
    return {
        State.INTENDED: translate("removal", "begun"),
        State.DONE: translate("removal", "done"),
        State.SKIPPED: translate("removal", "left as it was"),
        State.FAILED: translate("removal", "failed"),
        State.UNKNOWN: translate("removal", "nobody knows where it is"),
        State.UNDOING: translate("removal", "being undone"),
        State.UNDONE: translate("removal", "undone"),
    }[state]


def undo_words(outcome: UndoOutcome) -> str:
    """Sum up what was taken back, and name what was not if it is one document alone."""
    back = len(outcome.back)
    said = [
        translate("removal", "1 document is as it was before.")
        if back == 1
        else translate("removal", "{0} documents are as they were before.").format(count_text(back))
    ]
    left = [one for one in outcome.results if one.state is not State.UNDONE]
    if len(left) == 1:
        words = translate("removal", "{0} could not be restored: {1}.")
        said.append(words.format(*_names(left)))
    elif left:
        words = translate("removal", "{0} could not be restored; the history says why.")
        said.append(words.format(count_text(len(left))))
    return sentences(said)


def _names(results: Iterable[Result]) -> tuple[str, str]:
    (one,) = results
    return path_text(Path(one.path)), reason_text(one.reason)

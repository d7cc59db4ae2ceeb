"""The results of removals in words, and the names of the undo command."""

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from simcore.model.reasons import ReasonCode
from simcore.model.records import Action
from simcore.model.report import Batch, Result, State

from ..i18n import counted, sentences
from ..session.calls import Outcome, RemovalOutcome, RemovalResult, UndoOutcome
from ..wording import count_text, path_text, reason_text
from .actions import words_of

translate = QCoreApplication.translate  # the name lupdate looks for

_MOST_FOLDERS = 3


def outcome_text(result: RemovalResult) -> str:
    match result.outcome:
        case Outcome.SKIPPED:
            return translate("removal", "skipped")
        case Outcome.FAILED:
            return translate("removal", "failed")
    return words_of(result.action).result


def removal_words(outcome: RemovalOutcome) -> str:
    done = outcome.done
    parts = [counted(*words_of(one).done, done[one]) for one in Action if done[one]]
    if not parts:
        parts = [translate("removal", "Nothing was changed.")]
    skipped, failed = outcome.count(Outcome.SKIPPED), outcome.count(Outcome.FAILED)
    if skipped:
        parts.append(translate("removal", "{0} skipped.").format(count_text(skipped)))
    if failed:
        parts.append(translate("removal", "{0} failed.").format(count_text(failed)))
    gone = outcome.folders_gone.most_common(_MOST_FOLDERS)
    parts += [folder_gone_words(folder, count) for folder, count in gone]
    for disk in dict.fromkeys(one.disk_away for one in outcome.results if one.disk_away):
        words = translate("removal", "{0} is not connected; its documents were left unchanged.")
        parts.append(words.format(path_text(disk)))
    if outcome.index_problem is not None:
        words = translate(
            "removal", "The index could not be told ({0}); the next scan will notice."
        )
        parts.append(words.format(reason_text(outcome.index_problem)))
    return sentences(parts)


def formats_text(documents: int) -> str:
    return counted(
        translate(
            "removal", "Check formats: 1 document is easier to edit than the one that stays."
        ),
        translate(
            "removal", "Check formats: {0} documents are easier to edit than the ones that stay."
        ),
        documents,
    )


def folder_gone_words(folder: Path, documents: int) -> str:
    words = translate(
        "removal", "The folder {0} is no longer there; its {1} documents were left unchanged."
    )
    if documents == 1:
        words = translate(
            "removal", "The folder {0} is no longer there; its document was left unchanged."
        )
    return words.format(path_text(folder), count_text(documents))


def state_text(state: State) -> str:
    return {
        State.INTENDED: translate("removal", "begun"),
        State.DONE: translate("removal", "done"),
        State.SKIPPED: translate("removal", "left as it was"),
        State.FAILED: translate("removal", "failed"),
        State.UNKNOWN: translate("removal", "nobody knows where it is"),
        State.UNDOING: translate("removal", "undo has begun"),
        State.UNDONE: translate("removal", "undone"),
    }[state]


def undo_words(outcome: UndoOutcome) -> str:
    told = [one for one in outcome.results if one.state is State.UNDONE and one.reason]
    stays = [one for one in told if one.reason and one.reason.code is ReasonCode.BACK_COPY_STAYS]
    lacking = [one for one in told if one not in stays]
    back = len(outcome.back) - len(lacking)
    one = translate("removal", "1 document restored.")
    parts = [counted(one, translate("removal", "{0} documents restored."), back)]
    parts += [result_words(one) for one in lacking[:3]]
    if len(lacking) > 3:
        words = translate("removal", "{0} more are back without all that they had.")
        parts.append(words.format(count_text(len(lacking) - 3)))
    if len(stays) == 1:
        parts.append(result_words(stays[0]))
    elif stays:
        words = translate(
            "removal",
            "Copies of {0} of them could not be deleted and stay where they were moved to.",
        )
        parts.append(words.format(count_text(len(stays))))
    left = [one for one in outcome.results if one.state is not State.UNDONE]
    causes = {one.reason for one in left}
    if len(left) > 1 and len(causes) == 1:
        words = translate("removal", "{0} could not be restored: {1}.")
        parts.append(words.format(count_text(len(left)), reason_text(left[0].reason)))
    elif len(left) == 1:
        words = translate("removal", "{0} could not be restored: {1}.")
        parts.append(words.format(*_names(left)))
    elif left:
        words = translate("removal", "{0} could not be restored; the history says why.")
        parts.append(words.format(count_text(len(left))))
    if outcome.keepers:
        words = counted(
            translate("removal", "1 group keeps again the document that it kept before the rules."),
            translate(
                "removal", "{0} groups keep again the document that they kept before the rules."
            ),
            outcome.keepers,
        )
        parts.append(words)
    if outcome.keepers_left:
        words = counted(
            translate(
                "removal",
                "1 group keeps the document that the rules chose until all of it is restored.",
            ),
            translate(
                "removal",
                "{0} groups keep the document that the rules chose until all of them is restored.",
            ),
            outcome.keepers_left,
        )
        parts.append(words)
    return sentences(parts)


def result_words(result: Result) -> str:
    words = translate("removal", "{0} {1}.")
    return words.format(path_text(result.path), reason_text(result.reason))


def _names(results: Iterable[Result]) -> tuple[str, str]:
    (one,) = results
    return path_text(Path(one.path)), reason_text(one.reason)


def saying_text(command: str) -> str:
    return translate("undo", "&Undo “{0}”").format(command)


def forgetting_text() -> str:
    return translate("undo", "&Undo “Delete from the list”")


def reading_text() -> str:
    return translate("undo", "&Undo “Read in another encoding”")


def removal_text(batch: Batch) -> str:
    count = batch.counts.get(State.DONE, 0) + batch.counts.get(State.UNKNOWN, 0)
    return counted(*words_of(batch.action).undo, count)

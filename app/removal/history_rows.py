"""What the history says of batches and their documents, as rows of words; no widgets."""

from datetime import datetime

from PySide6.QtCore import QCoreApplication

from app.language.punctuation import phrases
from app.language.wording import count_text, date_text, path_text, reason_text
from app.removal.words import action_text, state_text
from app.widgets.text_table import Row
from simcore import Batch, Operation, State

translate = QCoreApplication.translate  # the name lupdate looks for

UNDOABLE = frozenset({State.DONE, State.UNKNOWN})
"""The states of operations that can be undone."""

_ORDER = (
    State.UNDONE,
    State.UNDOING,
    State.INTENDED,
    State.SKIPPED,
    State.FAILED,
    State.UNKNOWN,
)
"""The states but ``done``, as a batch tells of them: first what something was done with."""


def batch_row(batch: Batch) -> Row:
    """Return what happened in a batch, when, and its note."""
    counts = [_in_state(batch.counts[state], state) for state in _ORDER if batch.counts.get(state)]
    done = batch.counts.get(State.DONE, 0)
    said = [_counted(done, action_text(batch.action))] if done or not counts else []
    if not said:
        counts = [_noted(counts[0], action_text(batch.action)), *counts[1:]]
    words = phrases([*said, *counts])
    moment = date_text(int(datetime.fromisoformat(batch.at).timestamp()) * 1_000_000_000)
    return Row((words, moment, batch.note), words)


def _in_state(count: int, state: State) -> str:
    if state is State.SKIPPED and count > 1:
        return translate("history", "{0} left as they were").format(count_text(count))
    return _counted(count, state_text(state))


def _counted(count: int, what: str) -> str:
    return translate("history", "{0} {1}", "how many, and what became of them").format(
        count_text(count), what
    )


def _noted(words: str, note: str) -> str:
    return translate("history", "{0} ({1})", "something, and a note on it").format(words, note)


def operation_row(one: Operation) -> Row:
    """Return a document, what became of it, and where it went or why."""
    path = path_text(one.target.path)
    detail = reason_text(one.reason)
    if one.state in UNDOABLE and one.moved_to is not None:
        where = path_text(one.moved_to)
        detail = _noted(where, detail) if detail else where
    elif one.state is State.DONE and one.action.links and not detail:
        detail = path_text(one.witnesses[0].path) if one.witnesses else ""
    state = state_text(one.state)
    if one.state is State.DONE:
        state = action_text(one.action)
    return Row((path, state, detail), "\n".join(filter(None, (path, state, detail))))

"""The history of batches and their documents in columns; no widgets."""

from PySide6.QtCore import QCoreApplication

import simcore
from simcore import Batch, Operation, State

from ..language.punctuation import phrases
from ..language.wording import count_text, moment_text, path_text, reason_text
from ..widgets.records import FIT, Column
from .action_words import words_of
from .words import state_text

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


def batch_text(batch: Batch) -> str:
    """Return the results of a batch in words."""
    counts = [_in_state(batch.counts[state], state) for state in _ORDER if batch.counts.get(state)]
    done = batch.counts.get(State.DONE, 0)
    parts = [_counted(done, words_of(batch.action).state)] if done or not counts else []
    if not parts:
        counts = [_noted(counts[0], words_of(batch.action).state), *counts[1:]]
    return phrases([*parts, *counts])


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


def _path(one: Operation) -> str:
    return path_text(one.target.path)


def _state(one: Operation) -> str:
    return words_of(one.action).state if one.state is State.DONE else state_text(one.state)


def _detail(one: Operation) -> str:
    detail = reason_text(one.reason)
    if one.state in UNDOABLE and one.moved_to is not None:
        where = path_text(one.moved_to)
        return _noted(where, detail) if detail else where
    if one.state is State.DONE and simcore.ACTIONS[one.action].links and not detail:
        return path_text(one.witnesses[0].path) if one.witnesses else ""
    return detail


def operation_tooltip(one: Operation) -> str:
    """Return all notes about an operation."""
    return "\n".join(filter(None, (_path(one), _state(one), _detail(one))))


BATCHES: tuple[Column[Batch], ...] = (
    Column(title=lambda: translate("HistoryWindow", "What happened"), text=batch_text),
    Column(
        title=lambda: translate("HistoryWindow", "When"),
        text=lambda batch: moment_text(batch.at),
        width=FIT,
    ),
    Column(
        title=lambda: translate("HistoryWindow", "Note"), text=lambda batch: batch.note, width=FIT
    ),
)
OPERATIONS: tuple[Column[Operation], ...] = (
    Column(title=lambda: translate("HistoryWindow", "Document"), text=_path),
    Column(title=lambda: translate("HistoryWindow", "What became of it"), text=_state, width=FIT),
    Column(title=lambda: translate("HistoryWindow", "Where it went, or why"), text=_detail),
)

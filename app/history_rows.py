"""What the history says of batches and their documents, as rows of words; no widgets."""

from datetime import datetime

from app.removal_words import action_text, reason_text, state_text
from app.text_table import Row
from app.wording import count_text, date_text, path_text
from simcore import Batch, Operation, State

__all__ = ["UNDOABLE", "batch_row", "operation_row"]

UNDOABLE = frozenset({State.DONE, State.UNKNOWN})
"""The states of operations that can be undone."""


def batch_row(batch: Batch) -> Row:
    """Return what happened in a batch, when, and its note."""
    counts = [
        f"{count_text(count)} {state_text(state)}"
        for state, count in sorted(batch.counts.items())
        if state is not State.DONE and count
    ]
    done = batch.counts.get(State.DONE, 0)
    said = [f"{count_text(done)} {action_text(batch.action)}"] if done or not counts else []
    if not said:
        counts = [f"{counts[0]} ({action_text(batch.action)})", *counts[1:]]
    words = ", ".join([*said, *counts])
    moment = date_text(int(datetime.fromisoformat(batch.at).timestamp()) * 1_000_000_000)
    return Row((words, moment, batch.note), words)


def operation_row(one: Operation) -> Row:
    """Return a document, what became of it, and where it went or why."""
    path = path_text(one.target.path)
    detail = reason_text(one.reason)
    if one.state in UNDOABLE and one.moved_to is not None:
        where = path_text(one.moved_to)
        detail = f"{where} ({detail})" if detail else where
    elif one.state is State.DONE and one.action.links and not detail:
        detail = ", ".join(path_text(witness.path) for witness in one.witnesses[:1])
    state = state_text(one.state)
    if one.state is State.DONE:
        state = action_text(one.action)
    return Row((path, state, detail), "\n".join(filter(None, (path, state, detail))))

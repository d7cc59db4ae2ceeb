"""What is done to files when documents are removed, and how it is remembered."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class Action(StrEnum):
    """What can be done with a marked document."""

    TRASH = "trash"  # to the desktop's trash
    MOVE = "move"  # to a folder
    COPY = "copy"  # to a folder; the document stays
    DELETE = "delete"  # for good
    HARD_LINK = "hard-link"  # becomes another name of the document that stays
    SYMBOLIC_LINK = "symbolic-link"  # becomes a link to the document that stays

    @property
    def links(self) -> bool:
        """Whether the document is replaced by a link."""
        return self in {Action.HARD_LINK, Action.SYMBOLIC_LINK}

    @property
    def moves_to_folder(self) -> bool:
        """Whether a folder must be named."""
        return self in {Action.MOVE, Action.COPY}


class State(StrEnum):
    """How far an operation came."""

    INTENDED = "intended"  # begun, not known to have ended
    DONE = "done"
    SKIPPED = "skipped"  # the document was left as it was, for a reason
    FAILED = "failed"  # it was tried, and the document is still there
    UNKNOWN = "unknown"  # nobody can tell any more where the document is
    UNDOING = "undoing"  # begun to be undone, not known to have ended
    UNDONE = "undone"


@dataclass(frozen=True, slots=True)
class Trace:
    """A file as it was when it was last read: by this it is known again.

    ``path`` is resolved; ``mtime_ns`` in nanoseconds; ``mode`` as in ``stat``.
    """

    path: Path
    size: int
    mtime_ns: int
    mode: int
    device: int
    inode: int
    content_hash: bytes
    text_hash: bytes


@dataclass(frozen=True, slots=True)
class Operation:
    """One document of a batch. ``sequence`` grows over all batches of a journal.

    ``witnesses`` are the documents that were relied on to stay, one of each group. ``moved_to``
    is where the document, its copy, or what was put in its place, went. ``holding`` is a
    name beside the document that is used for a moment. ``made`` is the device and inode of a
    file that the operation made, a copy or a link.
    """

    sequence: int
    batch: int
    action: Action
    target: Trace
    witnesses: tuple[Trace, ...]
    state: State
    moved_to: Path | None = None
    holding: Path | None = None
    made: tuple[int, int] | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Batch:
    """What was done in one go: ``at`` in UTC, for people; how many operations ended how."""

    id: int
    at: str
    action: Action
    note: str
    counts: Mapping[State, int]


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one file: where it is now, or why it was left as it was, or both."""

    path: Path
    state: State
    where: Path | None = None
    reason: str = ""

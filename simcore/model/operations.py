"""The operations of a removal on files, and their records in the journal."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from simcore.model import kinds
from simcore.model.reasons import Reason

Action = kinds.Action


class State(StrEnum):
    """The state of an operation, see ``carry_out``."""

    INTENDED = "intended"  # begun, not known to have ended
    DONE = "done"
    SKIPPED = "skipped"  # the document was left unchanged, for a reason
    FAILED = "failed"  # it was tried, and the document is still there
    UNKNOWN = "unknown"  # the path of the document is no longer known
    UNDOING = "undoing"  # begun to be undone, not known to have ended
    UNDONE = "undone"


@dataclass(frozen=True, slots=True)
class Attributes:
    """What a file has besides bytes, mode and times: owner and group, by their numbers.

    ``extended`` are its extended attributes by name, access lists (ACL) among them.
    """

    owner: int
    group: int
    extended: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class Volume:
    """A disk other than the system's: where it is mounted, and what tells it from others.

    The ``mark`` lasts as long as its file system; it is empty where nothing does.
    """

    point: Path
    mark: str = ""


def same_disk(before: Volume | None, now: Volume | None) -> bool:
    """Return whether a folder is on the disk where it was; None is the system's.

    >>> same_disk(Volume(Path("/media/usb"), "8d0c"), Volume(Path("/media/usb"), "77ab"))
    False
    """
    if before is None or now is None:
        return before is now
    return before.point == now.point and before.mark in {"", now.mark}


@dataclass(frozen=True, slots=True)
class Trace:
    """The state of a file when it was last read, to recognise it, and to bring it back.

    ``path`` is resolved; ``mtime_ns`` is in nanoseconds; ``mode`` as in ``stat``. ``text_hash`` is
    equal for documents that a reader cannot tell apart (``Document.form``). ``attributes`` are None
    where they are not known. A ``Journal`` holds it.
    """

    path: Path
    size: int
    mtime_ns: int
    mode: int
    device: int
    inode: int
    content_hash: bytes
    text_hash: bytes
    attributes: Attributes | None = None


@dataclass(frozen=True, slots=True)
class Operation:
    """One document of a batch in a ``Journal``. ``sequence`` grows over all batches of a journal.

    ``witnesses`` are the documents that must stay, one of each group. ``moved_to`` is the new path
    of the document, of its copy, or of the document that an undo replaced. ``holding`` is a
    temporary name beside the document. ``made`` is the device and inode of a file that the
    operation made, a copy or a link. ``lock`` names the lock that the run had: empty where locks
    did not work, None if an earlier version did not say. ``disks`` are those of the folders of all
    these files but for the system's disk; None if an earlier version did not say.
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
    reason: Reason | None = None
    lock: str | None = None
    disks: Mapping[Path, Volume] | None = None


@dataclass(frozen=True, slots=True)
class Batch:
    """The operations of one removal in a ``Journal``: the time ``at`` in UTC, counts by state.

    Of a damaged journal the time may be none, and the ``note`` empty.
    """

    id: int
    at: str
    action: Action
    note: str
    counts: Mapping[State, int]


@dataclass(frozen=True, slots=True)
class Result:
    """What ``carry_out`` did to a file: where it is now, or why it was left unchanged, or both.

    ``names`` are the results for its other names, which go before.
    """

    path: Path
    state: State
    where: Path | None = None
    reason: Reason | None = None
    names: tuple["Result", ...] = ()


@dataclass(frozen=True, slots=True)
class JournalMark:
    """A position in a ``Journal`` of removals: the journal, and the number of its last operation.

    Not a time of day, since clocks are set back.
    """

    journal: bytes
    sequence: int

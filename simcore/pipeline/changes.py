"""What became of documents since they were read: gone, changed, or no more readable."""

import stat
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from simcore.model.errors import ReadError
from simcore.model.records import Document, DocumentId, Problem, ProblemStage
from simcore.text.reading import content_hash, read_bytes


class Change(StrEnum):
    """What became of one document."""

    GONE = "gone"  # there is no such file any more
    CHANGED = "changed"  # the file holds other bytes, or is no file now
    UNREADABLE = "unreadable"  # whether it changed cannot be told


_REASONS = {
    Change.GONE: "is gone since the results were saved",
    Change.CHANGED: "changed since the results were saved",
}


@dataclass(frozen=True, slots=True)
class Changes:
    """The documents that are no more what they were, by id, and a problem for each of them."""

    of: dict[DocumentId, Change]
    problems: tuple[Problem, ...]

    def count(self, change: Change) -> int:
        """Give how many documents had this become of them."""
        return sum(one is change for one in self.of.values())


def find_changes(
    documents: Iterable[Document], told: Callable[[int], None] | None = None
) -> Changes:
    """Set documents against the files as they are now.

    A file of the same size and time of change is taken for the same; one of the same size and
    another time is read, and is the same when its bytes are. ``told`` is called with how many were
    looked at; what it raises ends the call.
    """
    found: dict[DocumentId, Change] = {}
    problems: list[Problem] = []
    for done, document in enumerate(documents):
        if told is not None:
            told(done)
        change, reason = _change(document)
        if change is not None:
            found[document.id] = change
            problems.append(Problem(document.path, ProblemStage.SAVED, reason))
    return Changes(found, tuple(problems))


def _change(document: Document) -> tuple[Change | None, str]:
    try:
        status = document.real_path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return Change.GONE, _REASONS[Change.GONE]
    except OSError as error:
        return Change.UNREADABLE, f"cannot be read: {error.strerror or error}"
    if not stat.S_ISREG(status.st_mode) or status.st_size != document.size:
        return Change.CHANGED, _REASONS[Change.CHANGED]
    if status.st_mtime_ns == document.mtime_ns:
        return None, ""
    return _reread(document)


def _reread(document: Document) -> tuple[Change | None, str]:
    try:
        data, _ = read_bytes(document.real_path, document.size)
    except ReadError as error:
        return Change.UNREADABLE, str(error)
    if content_hash(data) == document.content_hash:
        return None, ""
    return Change.CHANGED, _REASONS[Change.CHANGED]

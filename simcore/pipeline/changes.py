"""Changes of documents since they were read: gone, changed, or no longer readable."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from simcore.files.containers import ReadState, state_of
from simcore.files.names import leads_to
from simcore.model.errors import ReadError
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason, reason_of
from simcore.model.records import Document, DocumentId, Problem, ProblemStage
from simcore.text.hashing import content_hash
from simcore.text.reading import read_bytes


class Change(StrEnum):
    """The change of one document, see ``find_changes``."""

    GONE = "gone"  # the file no longer exists
    CHANGED = "changed"  # the file has other bytes, or is no regular file now
    UNREADABLE = "unreadable"  # it is unknown whether it changed


@dataclass(frozen=True, slots=True)
class Changes:
    """The documents that ``find_changes`` finds changed, by id, and a problem for each of them."""

    of: dict[DocumentId, Change]
    problems: tuple[Problem, ...]


def find_changes(
    documents: Iterable[Document], told: Callable[[int], None] | None = None
) -> Changes:
    """Compare documents with the current state of their files.

    A document whose path leads to another file than was saved has changed. One that is not on this
    machine has not, and no disk is asked.
    A file of the same size and times of change counts as unchanged; one of the same size and
    another time is read, and is unchanged if its bytes are. ``told`` is called with the number of
    documents done; its exceptions end the call.

    >>> report = simcore.scan("documents", simcore.ScanConfig(jobs=0))
    >>> Path("documents/Notes/untitled.txt").unlink()
    >>> found = find_changes(report.documents.values())
    >>> [(report.documents[one].path.name, change.value) for one, change in found.of.items()]
    [('untitled.txt', 'gone')]
    """
    found: dict[DocumentId, Change] = {}
    problems: list[Problem] = []
    for done, document in enumerate(documents):
        if told is not None:
            told(done)
        changed = None if document.elsewhere else _change(document)
        if changed is not None:
            found[document.id], reason = changed
            problems.append(Problem(document.path, ProblemStage.SAVED, reason))
    return Changes(found, tuple(problems))


def _change(document: Document) -> tuple[Change, Reason] | None:
    try:
        state = state_of(document.real_path)
        if not document.inside and not leads_to(document.path, document.real_path):
            return Change.CHANGED, Reason(ReasonCode.LEADS_ELSEWHERE, (str(document.real_path),))
        if has_its_bytes(document, state):
            return None
    except (FileNotFoundError, NotADirectoryError):
        return Change.GONE, Reason(ReasonCode.GONE_SINCE_SAVED)
    except OSError as error:
        return Change.UNREADABLE, Reason(ReasonCode.UNREADABLE, (reason_of(error),))
    except ReadError as error:
        return Change.UNREADABLE, error.reason
    return Change.CHANGED, Reason(ReasonCode.CHANGED_SINCE_SAVED)


def has_its_bytes(document: Document, state: ReadState) -> bool:
    """Return whether a document's file, in the ``state`` that it is in, has the bytes as read.

    Where the state is another one, the file is read: a new name, other rights and a backup change
    it, and some file systems tell another one each time. Raises ``ReadError``.
    """
    if state == (document.size, document.mtime_ns, document.ctime_ns):
        return True
    if state.size != document.size:
        return False
    data, _ = read_bytes(document.real_path, document.size)
    return content_hash(data) == document.content_hash

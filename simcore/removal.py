"""What may be removed: the rules that no deletion gets around.

Nothing is deleted here. A caller plans, then asks again for every single document at the moment
it removes it: lists grow stale, and files change behind them.
"""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from simcore.errors import ReadError
from simcore.reading import content_hash, read_bytes
from simcore.records import Document, DocumentId, Group, Kind, Problem, ProblemStage, ScanReport

__all__ = ["Removal", "RemovalPlan", "check_removal", "plan_removal"]


@dataclass(frozen=True, slots=True)
class Removal:
    """A document to remove and the one of its group that stays in its stead.

    ``group`` numbers the group from 1, ``kind`` and ``resemblance`` compare the two by way of
    the group's representative; ``resemblance`` is None where those were never compared.
    """

    document: Document
    witness: Document
    group: int
    kind: Kind
    resemblance: float | None


@dataclass(frozen=True, slots=True)
class RemovalPlan:
    """What can be removed, and what was refused and why; ``size`` in bytes is what is gained."""

    removals: tuple[Removal, ...]
    refused: tuple[Problem, ...]
    size: int


def plan_removal(
    report: ScanReport, marked: Collection[DocumentId], gone: Collection[DocumentId] = ()
) -> RemovalPlan:
    """Plan the removal of marked documents; every group keeps at least one that is not ``gone``.

    Where all of a group are marked, its representative stays (or, when that is gone, the member
    most like it) and is refused. Marked documents of no group are refused.
    """
    refused: list[Problem] = []
    wanted = set(marked) & report.documents.keys() - set(gone)
    present = [
        [document for document in _kinds(group) if document not in gone] for group in report.groups
    ]
    # a document may be in two groups, as a near-duplicate and as a part: first of all is said
    # who stays, so that no group takes another's survivor for its own
    for documents in present:
        if documents and wanted.issuperset(documents):
            wanted.remove(documents[0])
            path = report.documents[documents[0]].path
            reason = "is the last of its group and stays"
            refused.append(Problem(path, ProblemStage.REMOVE, reason))
    removals: dict[DocumentId, Removal] = {}
    for number, (group, documents) in enumerate(zip(report.groups, present, strict=True), 1):
        kinds = _kinds(group)
        staying = [document for document in documents if document not in wanted]
        for document in documents:
            if document in wanted and document not in removals:
                kind, resemblance = kinds[document]
                removals[document] = Removal(
                    report.documents[document],
                    report.documents[staying[0]],
                    number,
                    kind,
                    resemblance,
                )
    refused += [
        Problem(report.documents[document].path, ProblemStage.REMOVE, "is in no group and stays")
        for document in sorted(wanted - removals.keys())
    ]
    size = sum(removal.document.size for removal in removals.values())
    return RemovalPlan(tuple(removals.values()), tuple(refused), size)


def _kinds(group: Group) -> dict[DocumentId, tuple[Kind, float | None]]:
    """Give each document of a group, the representative first, with kind and resemblance."""
    kinds: dict[DocumentId, tuple[Kind, float | None]] = {
        group.representative: (Kind.IDENTICAL, 1.0)
    }
    return kinds | {member.document: (member.kind, member.resemblance) for member in group.members}


def check_removal(removal: Removal) -> str | None:
    """Read both documents of a removal now; give the reason not to remove, or None.

    The document must hold the bytes that were scanned, the witness must still hold its own, and
    they must be two files, not one under two names.
    """
    for document, role in ((removal.document, "it"), (removal.witness, "the document to keep")):
        reason = _changed(document)
        if reason is not None:
            return f"{role} {reason}"
    target, witness = (_state(d.real_path) for d in (removal.document, removal.witness))
    if target is None or witness is None:
        return "it or the document to keep is no longer there"
    return "it is the same file as the document to keep" if target == witness else None


def _changed(document: Document) -> str | None:
    if document.real_path.is_symlink():
        return "has become a symbolic link"
    try:
        if document.real_path.stat().st_size != document.size:
            return "has changed since the scan"
        data, _ = read_bytes(document.real_path, document.size)
    except ReadError as error:
        return str(error)
    except OSError as error:
        return f"cannot be read: {error.strerror or error}"
    return None if content_hash(data) == document.content_hash else "has changed since the scan"


def _state(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino

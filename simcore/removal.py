"""What may be removed: the rules that no deletion gets around.

Nothing is deleted here. A caller plans, then asks again for every single document at the moment
it removes it: lists grow stale, and files change behind them.
"""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from simcore.errors import ReadError
from simcore.reading import content_hash, read_bytes
from simcore.records import Document, DocumentId, Kind, Problem, ProblemStage, ScanReport

__all__ = ["Removal", "RemovalPlan", "check_removal", "plan_removal"]


@dataclass(frozen=True, slots=True)
class Removal:
    """A document to remove and the one of its group that stays in its stead.

    ``group`` numbers the group from 1, ``kind`` and ``resemblance`` compare the two by way of
    the group's representative.
    """

    document: Document
    witness: Document
    group: int
    kind: Kind
    resemblance: float


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
    removals: list[Removal] = []
    refused: list[Problem] = []
    left = set(marked)
    for number, group in enumerate(report.groups, 1):
        kinds = {group.representative: (Kind.IDENTICAL, 1.0)}
        kinds |= {member.document: (member.kind, member.resemblance) for member in group.members}
        present = [document for document in kinds if document not in gone]
        staying = [document for document in present if document not in left]
        if not staying and present:
            refused.append(
                Problem(
                    report.documents[present[0]].path,
                    ProblemStage.REMOVE,
                    "is the last of its group and stays",
                )
            )
            staying = present[:1]
        for document in present:
            if document in left and document not in staying:
                kind, resemblance = kinds[document]
                removals.append(
                    Removal(
                        report.documents[document],
                        report.documents[staying[0]],
                        number,
                        kind,
                        resemblance,
                    )
                )
        left.difference_update(kinds)
    refused += [
        Problem(report.documents[document].path, ProblemStage.REMOVE, "is in no group and stays")
        for document in sorted(left & report.documents.keys())
    ]
    size = sum(removal.document.size for removal in removals)
    return RemovalPlan(tuple(removals), tuple(refused), size)


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

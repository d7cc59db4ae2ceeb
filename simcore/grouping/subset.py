"""A report without documents that are gone or excluded, without another scan."""

from collections.abc import Callable, Collection
from dataclasses import replace

from simcore.files.roles import Role, Roles
from simcore.grouping.freeing import stepped
from simcore.grouping.regroup import regroup
from simcore.model.records import Document, DocumentId
from simcore.model.report import ScanReport


def without_excluded(
    report: ScanReport,
    roles: Roles,
    gone: Collection[DocumentId] = (),
    check: Callable[[], None] = lambda: None,
) -> ScanReport:
    """Remove the documents of excluded folders, and those that are ``gone``, from a report.

    Returns the report itself if there are none. ``check`` is called regularly and may raise,
    to stop.
    """
    out = set(gone)
    if roles.excludes:
        for key, document in stepped(report.documents.items(), check):
            if roles.of_document(document) is Role.EXCLUDED:
                out.add(key)
    return without_documents(report, out) if out else report


def without_documents(report: ScanReport, gone: Collection[DocumentId]) -> ScanReport:
    """Remove ``gone`` documents from a report and group the others again.

    In pairs a document is replaced by one of equal text, if any is left; otherwise the pairs are
    dropped.
    """
    missing = frozenset(gone)
    documents = {key: value for key, value in report.documents.items() if key not in missing}
    heirs: dict[int, Document] = {}  # by text
    for document in sorted(documents.values(), key=lambda document: document.order):
        heirs.setdefault(document.text, document)
    pairs = []
    for pair in report.pairs:
        if pair.left not in missing and pair.right not in missing:
            pairs.append(pair)
            continue
        left, right = (
            documents.get(end) or heirs.get(report.documents[end].text)
            for end in (pair.left, pair.right)
        )
        if left is not None and right is not None:
            left, right = sorted((left, right), key=lambda one: one.order)
            pairs.append(replace(pair, left=left.id, right=right.id))
    usable = [one for one in documents.values() if one.fingerprint is not None]
    counts = replace(report.counts, documents=len(usable), short=sum(one.short for one in usable))
    smaller = replace(report, documents=documents, pairs=tuple(pairs), counts=counts)
    return regroup(smaller, report.config.distance, report.config.similarity)

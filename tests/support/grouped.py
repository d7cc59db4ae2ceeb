"""Groups of documents that no report holds."""

from collections.abc import Iterable, Mapping

from simcore.grouping.grouper import Grouper
from simcore.model.config import ScanConfig
from simcore.model.records import Comparison, Document, DocumentId, Pair, TextId
from simcore.model.report import Group


def group_documents(
    documents: Mapping[DocumentId, Document],
    pairs: Iterable[Pair],
    config: ScanConfig,
    comparisons: Mapping[tuple[TextId, TextId], Comparison] | None = None,
) -> tuple[Group, ...]:
    return Grouper(documents, tuple(pairs), comparisons or {}).grouped(config).groups

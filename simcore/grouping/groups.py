"""Verified pairs to groups around a kept document: complete and deterministic.

Usually a group is a star: every member was compared with the representative itself and lies
within the thresholds of it, so "similar to something similar" never joins two texts. On request it
is a connected component of the pairs within the thresholds; then members beyond the thresholds of
the representative are of kind ``LINKED``. Either way the groups cover every text that has a
near-duplicate, each once, and the result depends on the documents, pairs and comparisons alone,
not on the order in which they were found.
"""

from collections.abc import Iterable, Mapping

from simcore.grouping.grouper import Grouper
from simcore.model.config import Grouping, ScanConfig
from simcore.model.records import Comparison, Document, DocumentId, Group, Judgements, Pair, TextId

_TextPair = tuple[TextId, TextId]


def group_documents(
    documents: Mapping[DocumentId, Document],
    pairs: Iterable[Pair],
    config: ScanConfig,
    comparisons: Mapping[_TextPair, Comparison] | None = None,
    judgements: Judgements | None = None,
) -> tuple[Group, ...]:
    """Group documents by their verified pairs, at the thresholds of a configuration.

    ``pairs`` are between texts: any document of a text may represent it. ``comparisons``, by texts
    in ascending order, join nothing: they are the figures of members of a component that make no
    pair with its representative. Documents with equal text are always together. Near-duplicates
    come first, then documents with their parts; both are ordered by the representative's path.
    """
    return Grouper(documents, tuple(pairs), comparisons or {}, judgements).groups(config)


def uncompared_pairs(
    documents: Mapping[DocumentId, Document],
    pairs: Iterable[Pair],
    config: ScanConfig,
    comparisons: Mapping[_TextPair, Comparison],
    judgements: Judgements | None = None,
) -> list[tuple[Document, Document, int]]:
    """Return representatives with members they were never compared with, and their distances.

    They occur only in groups by components, and in those of a document that was chosen to be kept.
    One document represents all of a text.
    """
    found: dict[_TextPair, tuple[Document, Document, int]] = {}
    if config.grouping == Grouping.COMPONENTS or (judgements and judgements.kept):
        for group in group_documents(documents, pairs, config, comparisons, judgements):
            kept = documents[group.representative]
            for member in group.members:
                if member.resemblance is None:
                    other = documents[member.document]
                    found[kept.text, other.text] = kept, other, member.distance
    return list(found.values())

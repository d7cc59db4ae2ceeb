"""The relation of any two documents of a report, as far as they were compared."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from simcore.grouping.kinds import of_equal_texts, pair_of, shown_kind
from simcore.model.judgements import are_apart
from simcore.model.records import (
    PARTS,
    Comparison,
    Document,
    DocumentId,
    Kind,
    Pair,
    TextId,
    TextPair,
)
from simcore.model.report import ScanReport


class Relation(NamedTuple):
    """How one document relates to another: the reason why it may go while the other stays.

    ``containment`` is the share of it that the other contains. None: not compared, or not known.
    """

    kind: Kind
    resemblance: float | None
    containment: float | None = None
    numbers_only: bool = False


class Relations:
    """Looks up pairs and comparisons of a report by texts, at its thresholds and judgements.

    Without ``compared`` only equal texts are known, and nothing is indexed.
    """

    def __init__(self, report: ScanReport, *, compared: bool = True) -> None:
        self._config = report.config
        self._judgements = report.judgements
        self._documents = report.documents
        self._comparisons: Mapping[TextPair, Comparison] = report.comparisons if compared else {}
        self._pairs: dict[TextPair, Pair] = {}
        # for each text the others compared with it, and the share of the other that it contains
        self._held: dict[TextId, dict[TextId, float]] = defaultdict(dict)
        for pair in report.pairs if compared else ():
            left, right = (self._documents[end].text for end in (pair.left, pair.right))
            self._pairs[min(left, right), max(left, right)] = pair
            self._held[left][right] = pair.right_in_left
            self._held[right][left] = pair.left_in_right
        for (one, other), found in self._comparisons.items():
            if (one, other) not in self._pairs:
                straight = found.left == one
                shares = found.left_in_right, found.right_in_left
                self._held[one][other] = shares[straight]
                self._held[other][one] = shares[not straight]

    def apart(self, one: Document, other: Document) -> bool:
        """Return whether two documents are judged to be no duplicates."""
        return are_apart(self._judgements, one, other)

    def of(self, stays: Document, goes: Document) -> Relation | None:
        """Return how the second relates to the first; None if they were not compared or are apart.

        ``contains``: the second is part of the first, by the threshold. ``linked``: they were
        compared, and are neither near at the thresholds nor contained.
        """
        if self.apart(stays, goes):
            return None
        if stays.text == goes.text or stays.content_hash == goes.content_hash:
            kind, alike, _ = of_equal_texts(stays, goes)
            return Relation(kind, alike)
        texts = min(stays.text, goes.text), max(stays.text, goes.text)
        pair = self._pairs.get(texts)
        if pair is None and texts in self._comparisons:
            pair = pair_of(stays, goes, self._comparisons[texts])
        if pair is None:
            return None
        kind = shown_kind(pair, self._config) or Kind.LINKED
        share = self._held[stays.text][goes.text]
        if kind in PARTS and share < max(self._config.containment, pair.containment):
            kind = Kind.LINKED  # the other way round: the second contains the first
        return Relation(kind, pair.resemblance, share, pair.numbers_only)

    def completeness(self, documents: Sequence[Document]) -> dict[DocumentId, float]:
        """Return, for each document, the average share of the other texts that it contains.

        Texts that were not compared count as not contained. A single text has 1.
        """
        texts = {document.text for document in documents}
        found = {}
        for text in texts:
            held = self._held.get(text, {})
            smaller = texts if len(texts) < len(held) else held
            shares = [held[one] for one in smaller if one in texts and one in held]
            found[text] = math.fsum(shares) / (len(texts) - 1) if len(texts) > 1 else 1.0
        return {document.id: found[document.text] for document in documents}

"""The pair of any two texts, shown or not, as far as they were compared."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from simcore.grouping.documents_by_text import DocumentsByText
from simcore.grouping.kinds import pair_of
from simcore.model.judgements import any_apart
from simcore.model.records import Comparison, Judgements, Pair, TextId, TextPair

Links = Mapping[TextId, Mapping[TextId, Pair]]
"""For each text its near-duplicates with their pairs, in both directions."""


@dataclass(frozen=True, slots=True)
class PairLookup:
    """Looks up the pair of two texts of a group in links, pairs and comparisons."""

    links: Links
    pairs: Mapping[TextPair, Pair]
    comparisons: Mapping[TextPair, Comparison]
    by_text: DocumentsByText
    judgements: Judgements = field(default_factory=Judgements)

    def of(self, head: TextId, text: TextId) -> tuple[Pair | None, bool]:
        """Return the pair of two texts, shown or not, and whether it comes from a comparison only.

        The pair is None if the texts were never compared.
        """
        texts = (min(head, text), max(head, text))
        pair = self.links[head].get(text) or self.pairs.get(texts)
        if pair is not None:
            return pair, False
        compared = self.comparisons.get(texts)
        if compared is None:
            return None, False
        left, right = self.by_text[head][0], self.by_text[text][0]
        return pair_of(left, right, compared), True

    def shares(self, pair: Pair, text: TextId) -> tuple[float, float]:
        """Return how much of a text of a pair the other one holds, and how much the reverse."""
        if any(document.id == pair.left for document in self.by_text[text]):
            return pair.left_in_right, pair.right_in_left
        return pair.right_in_left, pair.left_in_right

    def apart(self, head: TextId, text: TextId) -> bool:
        """Return whether documents of two texts are judged to be no duplicates."""
        return any_apart(self.judgements, self.by_text[head], self.by_text[text])

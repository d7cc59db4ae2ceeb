"""The kind of a pair of documents, and the kind shown at some thresholds."""

from simcore.fingerprint.simhash import distance_of
from simcore.model.config import ScanConfig
from simcore.model.records import Comparison, Document, Kind, Pair


def pair_of(left: Document, right: Document, compared: Comparison) -> Pair:
    """Make the pair of two documents from the comparison of their texts, in either order."""
    straight = compared.left == left.text
    return Pair(
        left.id,
        right.id,
        distance_of(left, right),
        compared.resemblance,
        compared.left_in_right if straight else compared.right_in_left,
        compared.right_in_left if straight else compared.left_in_right,
        kind_of(left, right),
        left.short or right.short,
        compared.numbers_only,
    )


def shown_kind(pair: Pair, config: ScanConfig) -> Kind | None:
    """Return the kind of a verified pair of different texts at some thresholds; None hides it.

    The distance hides near-duplicates only: the distance of a chapter and its book, or of two very
    short texts, is meaningless.
    """
    if pair.resemblance >= config.similarity:
        return Kind.NEAR if pair.short or pair.distance <= config.distance else None
    if config.contained and pair.containment >= config.containment:
        return Kind.CONTAINS
    return None


def kind_of(left: Document, right: Document) -> Kind:
    """Return the strongest kind of two near-duplicates.

    Documents that were not read in full have the same text only if they have the same bytes. Equal
    normal forms say nothing here: they fold what a reader sees.
    """
    if left.content_hash == right.content_hash:
        return Kind.IDENTICAL
    equal = left.text_hash == right.text_hash and left.words_hash == right.words_hash
    if not (equal and left.words_hash and left.whole and right.whole):
        return Kind.NEAR
    return Kind.SAME_TEXT if left.form_hash == right.form_hash else Kind.SAME_WORDS

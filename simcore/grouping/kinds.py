"""The kind of a pair of documents, the kind shown at some thresholds, and which of these hide it.

A pair is shown if it is near or a part. Neither depends on the other, so that a stricter threshold
never shows what a looser one hides.
"""

from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from simcore.fingerprinting.simhash import distance_of
from simcore.fingerprinting.stated import StatedDate, unpacked
from simcore.grouping.keeping.copy_names import folded
from simcore.grouping.keeping.versions import among_each_other, version_of
from simcore.model.config import DEFAULT_CONTAINMENT, PART_LENGTH, ScanConfig
from simcore.model.records import (
    FRAMED,
    PARTS,
    Comparison,
    Document,
    Kind,
    MeasuredBy,
    OnlyIn,
    Pair,
)

ALMOST = 0.9999
"""The greatest resemblance of documents whose words differ, if only in what shingles lack."""


def pair_of(left: Document, right: Document, compared: Comparison) -> Pair:
    """Make the pair of two documents from the comparison of their texts, in either order.

    Equal normal forms, which a scan does not compare, never differ in numbers only.
    """
    straight = compared.left == left.text
    equal = left.text_hash == right.text_hash
    kind, resemblance, only_in = of_equal_texts(left, right)
    if not equal:
        resemblance, only_in = min(compared.resemblance, ALMOST), compared.only_in
    shares = compared.left_in_right, compared.right_in_left
    left_in_right, right_in_left = shares if straight else shares[::-1]
    return Pair(
        left.id,
        right.id,
        distance_of(left, right),
        resemblance,
        left_in_right,
        right_in_left,
        kind,
        left.short or right.short,
        compared.numbers_only and not equal,
        only_in,
        measure=MeasuredBy.SHINGLES if equal else compared.measure,
        version=is_version(left, right, left_in_right, right_in_left),
    )


LEAST_OF_LATER, LEAST_OF_NAMESAKE = 1 / 2, 1 / 3
"""The least length of an earlier version, as a share of the later one: what is less is a piece.

One page of two releases of a manual grows to more than twice its length; of reports that have
numbers in their names, and tables in common, one that is less than half of another is none of it.
"""


class SaysOfItself(NamedTuple):
    """What a document says of itself, as in ``Document``."""

    named: Path
    title: str
    stated: int


def is_version(
    left: Document | SaysOfItself,
    right: Document | SaysOfItself,
    left_in_right: float,
    right_in_left: float,
) -> bool:
    """Return whether one of two documents holds the other and is the later one, by what they say.

    It is clearly longer, and either their paths are versions of one document and its is the higher,
    or both have one title and it states a later date. Of a chapter, a first half, or an article in
    a larger page neither is so; shares alone do not tell these from an earlier version.
    """
    share, back = max(left_in_right, right_in_left), min(left_in_right, right_in_left)
    if share < DEFAULT_CONTAINMENT or not LEAST_OF_NAMESAKE * share < back <= PART_LENGTH * share:
        return False
    later, earlier = (left, right) if left_in_right < right_in_left else (right, left)
    if back <= LEAST_OF_LATER * share and later.named.name != earlier.named.name:
        return False
    higher, lower = among_each_other([version_of(later.named), version_of(earlier.named)])
    if higher.frame and higher.frame == lower.frame and higher.rank != lower.rank:
        return higher.rank > lower.rank
    if not later.title or folded(later.title) != folded(earlier.title):
        return False
    dates = [max(unpacked(one.stated), default=_NO_DATE) for one in (later, earlier)]
    # a year alone is neither before nor after a day of it
    known = min(sum(map(bool, date)) for date in dates)
    return dates[0][:known] > dates[1][:known]


_NO_DATE: StatedDate = (0, 0, 0)


def of_equal_texts(left: Document, right: Document) -> tuple[Kind, float, OnlyIn | None]:
    """Return the kind of two documents of one normal form, their resemblance, and what differs.

    The last is None where nothing does, or they were not read in full.
    """
    kind = kind_of(left, right)
    if kind is not Kind.SIMILAR:
        return kind, 1.0, None
    known = left.whole and right.whole and left.words_hash and right.words_hash
    return kind, ALMOST, OnlyIn.LOOK if known else None


def shown_kind(pair: Pair, config: ScanConfig) -> Kind | None:
    """Return the kind of a verified pair of different texts at some thresholds; None hides it.

    Near obeys similarity and distance; a part obeys containment alone, and is clearly shorter than
    the whole, or less alike than near can be. The distance of two very short texts, or of a chapter
    and its book, is meaningless, and that of two with the same letters and digits hides nothing.
    What is ``framed`` is a form in the place of near, and boilerplate in that of a part; a
    ``version`` is one in that of a part.
    """
    if not _hiding_near(pair, config):
        return Kind.SAME_FORM if pair.framed else Kind.SIMILAR
    if _hiding_part(pair, config):
        return None
    if pair.framed:
        return Kind.BOILERPLATE
    return Kind.EARLIER_VERSION if pair.version else Kind.PART


_SUREST = (Kind.IDENTICAL, Kind.SAME_TEXT, Kind.SAME_WORDS)


def share_of(pair: Pair) -> float:
    """Return how alike two documents are, 0 to 1: of a part, how much of it is in the whole."""
    return pair.containment if pair.kind in PARTS else pair.resemblance


def surest_first(pair: Pair, other: Path) -> tuple[int, float, int, Path]:
    """Return a key that orders what one document is like, at these paths.

    Equal documents come first, the surest kind before others, and forms last; then the most alike,
    and of equally alike ones those with the shortest path.
    """
    sure = _SUREST.index(pair.kind) if pair.kind in _SUREST else len(_SUREST)
    sure += pair.kind in FRAMED
    return sure, -pair.resemblance, len(str(other)), other


class Hiding(StrEnum):
    """What hides a pair, as near or as a part: see ``Explanation`` and ``explain``."""

    SIMILARITY = "similarity"  # not near: less alike than the least similarity
    DISTANCE = "distance"  # not near: farther apart than the greatest distance
    PARTS = "parts"  # parts are not shown
    CONTAINMENT = "containment"  # no part: neither text holds enough of the other
    LENGTH = "length"  # no part: neither text is clearly shorter, and they are rather alike


def hiding(pair: Pair, config: ScanConfig) -> tuple[Hiding, ...]:
    """Return what hides a pair of different texts at some thresholds, nothing if it is shown."""
    near, part = _hiding_near(pair, config), _hiding_part(pair, config)
    return (*near, *part) if near and part else ()


def _hiding_near(pair: Pair, config: ScanConfig) -> list[Hiding]:
    hidden = [Hiding.SIMILARITY] if pair.resemblance < config.similarity else []
    if pair.measured and pair.distance > config.distance:
        hidden.append(Hiding.DISTANCE)
    return hidden


def _hiding_part(pair: Pair, config: ScanConfig) -> list[Hiding]:
    hidden = [] if config.contained else [Hiding.PARTS]
    if pair.containment < config.containment:
        hidden.append(Hiding.CONTAINMENT)
    if not pair.may_be_part:
        hidden.append(Hiding.LENGTH)
    return hidden


def kind_of(left: Document, right: Document) -> Kind:
    """Return the strongest kind of two near-duplicates.

    Documents that were not read in full have the same text only if they have the same bytes. Equal
    normal forms say nothing here: they fold what a reader sees.
    """
    if left.content_hash == right.content_hash:
        return Kind.IDENTICAL
    equal = left.text_hash == right.text_hash and left.words_hash == right.words_hash
    if not (equal and left.words_hash and left.whole and right.whole):
        return Kind.SIMILAR
    return Kind.SAME_TEXT if left.form_hash == right.form_hash else Kind.SAME_WORDS

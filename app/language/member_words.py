"""How a document of a group stands to the kept one, in words: sort, share, reason, differences."""

from PySide6.QtCore import QCoreApplication, QLocale

from simcore import PARTS, Kind, Member

from . import wording
from .resemblance_words import (
    counted_text,
    kind_explained,
    only_in_explained,
    only_in_text,
    resemblance_text,
    similarity_explained,
)

translate = QCoreApplication.translate  # the name lupdate looks for

_SECOND = 1_000_000_000
_MINUTE, _HOUR, _DAY = 60 * _SECOND, 3_600 * _SECOND, 86_400 * _SECOND


def sort_explained(member: Member) -> str:
    """Return a sentence that says what the kind of a member means."""
    if member.numbers_only:
        return translate(
            "wording",
            "Nothing but numbers, dates or names differs from the kept document, as in two "
            "invoices: probably another document, not a copy",
        )
    if member.only_in is not None:
        return only_in_explained(member.only_in)
    return kind_explained(member.kind)


def share_text(member: Member) -> str:
    """Return how much of both texts is common, or of a part how much the kept document holds."""
    if member.resemblance is None or member.containment is None:
        return resemblance_text(None)
    if member.kind in PARTS:
        return wording.percent_text(member.containment)
    return resemblance_text(member.resemblance)


def share_explained(member: Member) -> str:
    """Return a sentence that says what ``share_text`` means."""
    if member.resemblance is None or member.containment is None:
        return translate(
            "wording",
            "This document was not compared with the kept one itself; the next scan compares them",
        )
    if member.kind in PARTS:
        return translate(
            "wording",
            "{percent} of the runs of 4 or 5 characters of this document are in the kept one; of "
            "those of both together {other} are in both",
        ).format(
            percent=wording.percent_text(member.containment),
            other=wording.percent_text(member.resemblance),
        )
    return similarity_explained(member.resemblance, member.measure)


def short_explained(least: int, *, kept: bool) -> str:
    """Return sentences on a distance that was not used, for fewer than ``least`` features.

    ``kept`` is whether it is the kept one's fault.
    """
    words = (
        translate("wording", "The kept document has fewer than {least} features")
        if kept
        else translate("wording", "This document has fewer than {least} features")
    ).format(least=least)
    return translate(
        "wording",
        "{words}, such as different words:\ntoo few for a fingerprint to mean much. "
        "The distance was not used:\ntexts this short are found by their passages and judged by "
        "their exact similarity.",
    ).format(words=words)


def why_text(member: Member) -> str:
    """Return what puts a document into its group, in a few words."""
    match member.kind:
        case Kind.IDENTICAL:
            return translate("MemberWords", "same bytes as the kept document")
        case Kind.SAME_TEXT:
            return translate("MemberWords", "same text as the kept document, other bytes")
        case Kind.SAME_WORDS:
            return translate("MemberWords", "same words as the kept document, not all the rest")
        case Kind.EARLIER_VERSION:
            return translate(
                "MemberWords", "earlier version: {share} of it is in the kept document"
            ).format(share=share_text(member))
        case Kind.LINKED:
            return translate("MemberWords", "linked through others of the group")
        case Kind.PART:
            return translate("MemberWords", "{share} of it is in the kept document").format(
                share=share_text(member)
            )
        case Kind.SAME_FORM | Kind.BOILERPLATE:
            return translate(
                "MemberWords", "what it shares stands in many documents; {share} is its own text"
            ).format(share=wording.percent_text(member.own or 0))
    return _figures_text(member)


def _figures_text(member: Member) -> str:
    words = translate("MemberWords", "similarity {share}, distance {distance} bits")
    if member.distance == 1:
        words = translate("MemberWords", "similarity {share}, distance 1 bit")
    if member.short:
        words = translate(
            "MemberWords", "similarity {share}; too short for the distance ({distance})"
        )
    share = share_text(member)
    share = counted_text(share, member.measure)
    words = words.format(share=share, distance=wording.count_text(member.distance))
    if member.numbers_only:
        words = translate("MemberWords", "{words}; only numbers, dates or names differ").format(
            words=words
        )
    if member.only_in is not None:
        words = translate("MemberWords", "{words}; {what}").format(
            words=words, what=only_in_text(member.only_in)
        )
    return words


def copy_text(member: Member, original: str) -> str:
    """Return of which other member this one is a copy, in a few words."""
    if member.kind is Kind.IDENTICAL:
        return translate("MemberWords", "same bytes as {name}").format(name=original)
    return translate("MemberWords", "same text as {name}, other bytes").format(name=original)


def copy_explained(member: Member, original: str) -> str:
    """Return a sentence on a copy of another member, which stays when copies go."""
    return translate(
        "MemberWords",
        "{copy}. That document is not a copy of the kept one: it stays when true copies go",
    ).format(copy=copy_text(member, original))


def size_delta(size: int) -> str:
    """Return a difference in bytes with its sign.

    >>> size_delta(-1200)
    '\N{MINUS SIGN}1.2 kB'
    """
    return _signed(size, wording.size_text(abs(size)))


def count_delta(count: int) -> str:
    """Return a difference of two numbers with its sign."""
    return _signed(count, wording.count_text(abs(count)))


def time_delta(nanoseconds: int) -> str:
    """Return how much later, or with a minus earlier, in the largest unit that fits twice.

    >>> time_delta(3 * 86_400 * 10**9)
    '+3 days'
    """
    span = abs(nanoseconds)
    if span < _SECOND:
        return _signed(0, translate("MemberWords", "same time"))
    if span < 2 * _MINUTE:
        pattern, unit = translate("MemberWords", "{number} s"), _SECOND
    elif span < 2 * _HOUR:
        pattern, unit = translate("MemberWords", "{number} min"), _MINUTE
    elif span < 2 * _DAY:
        pattern, unit = translate("MemberWords", "{number} h"), _HOUR
    else:
        pattern, unit = translate("MemberWords", "{number} days"), _DAY
    return _signed(nanoseconds, pattern.format(number=QLocale().toString(span // unit)))


def _signed(value: int, words: str) -> str:
    if not value:
        return words
    return ("+" if value > 0 else "\N{MINUS SIGN}") + words

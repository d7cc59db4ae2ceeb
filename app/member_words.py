"""How a document of a group stands to the kept one, in words: why it is there, and differences."""

from PySide6.QtCore import QCoreApplication, QLocale

from app import wording
from simcore import Kind, Member

__all__ = ["count_delta", "size_delta", "time_delta", "why_text"]

translate = QCoreApplication.translate  # the name lupdate looks for

_SECOND = 1_000_000_000
_MINUTE, _HOUR, _DAY = 60 * _SECOND, 3_600 * _SECOND, 86_400 * _SECOND


def why_text(member: Member) -> str:
    """Return what puts a document into its group, in a few words."""
    match member.kind:
        case Kind.IDENTICAL:
            return translate("MemberWords", "same bytes as the kept document")
        case Kind.SAME_TEXT:
            return translate("MemberWords", "same text as the kept document, other bytes")
        case Kind.LINKED:
            return translate("MemberWords", "linked through others of the group")
        case Kind.CONTAINS:
            return translate("MemberWords", "{share} is contained by the kept document").format(
                share=wording.share_text(member)
            )
    words = translate("MemberWords", "{share} alike, {distance} bits apart")
    if member.short:
        words = translate("MemberWords", "{share} alike; too short for the distance ({distance})")
    words = words.format(
        share=wording.share_text(member), distance=wording.count_text(member.distance)
    )
    if member.numbers_only:
        words = translate("MemberWords", "{words}; only numbers, dates or names differ").format(
            words=words
        )
    return words


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

"""The relation of two documents in words: kind, resemblance, distance."""

from PySide6.QtCore import QCoreApplication

import simcore
from simcore import DecodedText, Kind, MeasuredBy, OnlyIn, Reason

from .wording import count_text, percent_text, reason_text

translate = QCoreApplication.translate  # the name lupdate looks for


def kind_explained(kind: Kind) -> str:
    """Return a sentence about the meaning of a kind."""
    match kind:
        case Kind.IDENTICAL:
            return translate("wording", "Every byte is the same as in the kept document")
        case Kind.SAME_TEXT:
            return translate(
                "wording",
                "A reader cannot tell the text from that of the kept document; the encoding, line "
                "breaks or the width of characters differ",
            )
        case Kind.SAME_WORDS:
            return translate(
                "wording",
                "The words are the same as in the kept document; links, images, comments, form "
                "values, the format, or traditional and simplified Chinese differ",
            )
        case Kind.SIMILAR:
            return translate(
                "wording", "Most of the text is the same as in the kept document, not all of it"
            )
        case Kind.EARLIER_VERSION:
            return translate(
                "wording",
                "An earlier version: the kept document holds most of it and is the later one by "
                "the versions between them, its name or its date.\nOnly its own row marks it",
            )
        case Kind.LINKED:
            return translate(
                "wording",
                "It is here through other documents of the group:\nit and the kept document are "
                "not known to be similar enough themselves.\nIt is marked by its own row alone",
            )
        case Kind.PART:
            return translate(
                "wording", "Most of this text stands in the kept document, which has more"
            )
        case Kind.SAME_FORM:
            return translate(
                "wording",
                "It and the kept document are on the same form: what they share stands in many "
                "documents, and what differs is their own.\nIt is marked by its own row alone",
            )
        case Kind.BOILERPLATE:
            return translate(
                "wording",
                "What it shares with the kept document stands in many documents, such as a "
                "licence or a footer.\nIt is marked by its own row alone",
            )


def only_in_text(only_in: OnlyIn) -> str:
    """Return what alone differs in two documents with the same letters and digits."""
    match only_in:
        case OnlyIn.LOOK:
            return translate("wording", "only capitals, superscripts or the layout differ")
        case OnlyIn.SPACES:
            return translate("wording", "only spaces differ")
        case OnlyIn.PUNCTUATION:
            return translate("wording", "only punctuation differs")
        case OnlyIn.ACCENTS:
            return translate("wording", "only accents differ")
        case OnlyIn.BOTH:
            return translate("wording", "only punctuation and accents differ")


def only_in_explained(only_in: OnlyIn) -> str:
    """Return a sentence about two documents with the same letters and digits."""
    return translate("wording", "The letters and digits are the same; {0}").format(
        only_in_text(only_in)
    )


def unlike_text(one: DecodedText, other: DecodedText) -> str:
    """Return a sentence on what differs in two documents of equal texts; empty if nothing does."""
    if one.marks != other.marks:
        return translate(
            "wording",
            "The characters are equal; superscripts, subscripts, struck-out text or the layout of "
            "code differ",
        )
    shown = [(read.beside, read.layout, read.markup) for read in (one, other)]
    if shown[0] != shown[1]:
        return translate(
            "wording",
            "The words are equal; links, images, comments, form values or the format differ",
        )
    if any(read.lossy or read.cut_short for read in (one, other)):
        return translate("wording", "The texts are equal as far as they could be read")
    return ""


def resemblance_text(resemblance: float | None) -> str:
    """Return a resemblance as a percentage; None is unknown."""
    if resemblance is None:
        return translate("wording", "not compared")
    return percent_text(resemblance)


def counted_text(share: str, measure: MeasuredBy) -> str:
    """Return a share, and of what it is, if not of runs of characters."""
    match measure:
        case MeasuredBy.WORDS:
            share = translate("wording", "{0} of the words").format(share)
        case MeasuredBy.ROWS:
            share = translate("wording", "{0} of the rows").format(share)
        case MeasuredBy.LETTERS:
            share = translate("wording", "{0} of the letters").format(share)
        case MeasuredBy.UNSTAMPED:
            share = translate("wording", "{0} without time stamps").format(share)
    return share


def similarity_explained(resemblance: float, measure: MeasuredBy) -> str:
    """Return a sentence about the meaning of a resemblance."""
    words = translate(
        "wording",
        "{percent} of the runs of 4 or 5 characters of both documents together are in both",
    )
    match measure:
        case MeasuredBy.WORDS:
            words = translate(
                "wording",
                "{percent} of the words of both documents together are in both, in the same "
                "order.\nTexts this short are compared by words",
            )
        case MeasuredBy.ROWS:
            words = translate(
                "wording",
                "{percent} of the rows of both documents together are in both.\n"
                "Tables whose rows stand in another order are compared by rows",
            )
        case MeasuredBy.LETTERS:
            words = translate(
                "wording",
                "{percent} of the letters of both documents together are in both, in the same "
                "order.\nTexts with single letters changed all over are compared by letters",
            )
        case MeasuredBy.UNSTAMPED:
            words = translate(
                "wording",
                "{percent} of the runs of 4 or 5 characters of both documents together are in "
                "both, without their time stamps, which are written otherwise",
            )
    return words.format(percent=percent_text(resemblance))


def distance_text(distance: int, *, short: bool) -> str:
    """Return a distance in bits, with a note if the texts are too short for it."""
    if short:
        return translate("wording", "too short: {bits}").format(bits=count_text(distance))
    return count_text(distance)


def distance_explained(distance: int) -> str:
    """Return a sentence about the meaning of a distance in bits."""
    if distance == 1:
        return translate("wording", "1 bit of the fingerprints differs")
    return translate("wording", "{bits} bits of the fingerprints differ").format(bits=distance)


def figures_text(figures: "simcore.TextFigures | Reason") -> str:
    """Return the figures of two texts in encodings chosen by hand, or why there are none."""
    if isinstance(figures, Reason):
        return translate("wording", "Read this way they cannot be compared: {0}").format(
            reason_text(figures)
        )
    distance = (
        translate("wording", "none")
        if figures.distance is None
        else distance_text(figures.distance, short=figures.short)
    )
    return translate(
        "wording",
        "Read this way: similarity {percent}, distance {distance}. The encoding is for this view "
        "only, unless “Always read these bytes this way” is chosen in its menu",
    ).format(percent=percent_text(figures.resemblance), distance=distance)

"""Figures and names in words for people: sizes, dates, percentages, kinds, stages, paths.

Pure functions of their arguments, the translation and the default locale; no widgets. File
names may hold what no screen can show: :func:`printable` is the way of every path and message
from the file system to the screen.
"""

import math
import re
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

import simcore
from app.engine_words import in_own_words
from simcore import LEAST_FEATURES, Kind, Member, ProblemStage

__all__ = [
    "count_text",
    "date_text",
    "distance_explained",
    "distance_text",
    "encoding_text",
    "figures_text",
    "folder_text",
    "full_date_text",
    "group_text",
    "kind_explained",
    "kind_text",
    "parts_text",
    "path_text",
    "percent_text",
    "printable",
    "reason_text",
    "resemblance_text",
    "share_explained",
    "share_text",
    "short_explained",
    "similarity_explained",
    "size_explained",
    "size_text",
    "sort_explained",
    "sort_text",
    "stage_explained",
    "stage_text",
    "worst_text",
]

translate = QCoreApplication.translate  # the name lupdate looks for

_UNITS = ("kB", "MB", "GB", "TB", "PB", "EB")

# Lone surrogates stand for bytes of a name that are not UTF-8; a font cannot show them, and
# encoding them raises. Bidirectional overrides can make a name read as another one.
_UNPRINTABLE = re.compile("[\ud800-\udfff\u202a-\u202e\u2066-\u2069]")
_CONTROLS = {code: 0x2400 + code for code in range(0x20)} | {0x7F: 0x2421}

_YEAR_10000 = 253_402_300_800 * 1_000_000_000
"""Damaged file systems tell times like the year 292,277,026, which no calendar shows."""


def printable(text: str) -> str:
    r"""Return ``text`` on one line, what cannot be shown replaced by a visible sign.

    >>> printable("caf\udce9")
    'caf\ufffd'
    """
    return _UNPRINTABLE.sub("\ufffd", text).translate(_CONTROLS)


def reason_text(reason: str) -> str:
    """Return a sentence of the engine for the screen, in the language of the window."""
    return printable(in_own_words(reason))


def path_text(path: Path) -> str:
    """Return a path for the screen; it may not lead back to the file, see :func:`printable`."""
    return printable(str(path))


def folder_text(path: Path) -> str:
    """Return the path of a folder for the screen, the user's home shortened to ``~``."""
    try:
        below = path.relative_to(Path.home())
    except (ValueError, RuntimeError):  # outside the home, or there is none
        return path_text(path)
    return path_text(Path("~") / below)


def count_text(count: int) -> str:
    """Return a whole number as the locale groups its digits."""
    return QLocale().toString(count)


def size_text(size: int) -> str:
    """Return ``size`` bytes as people read it, in powers of 1,000, with two digits or more.

    >>> size_text(41_300)
    '41 kB'
    """
    if size == 1:
        return translate("wording", "1 byte")
    if size < 1000:
        return translate("wording", "{count} bytes").format(count=count_text(size))
    value = size / 1000
    unit = 0
    while value >= 999.5 and unit < len(_UNITS) - 1:  # 999.5 would be rounded up to 1,000
        value /= 1000
        unit += 1
    digits = QLocale().toString(value, "f", 1 if value < 9.95 else 0)
    return translate("wording", "{number} {unit}").format(number=digits, unit=_UNITS[unit])


def size_explained(size: int) -> str:
    """Return the exact number of bytes."""
    return (
        translate("wording", "1 byte")
        if size == 1
        else translate("wording", "{count} bytes").format(count=count_text(size))
    )


def percent_text(fraction: float) -> str:
    """Return a fraction as a percentage, cut and never rounded up.

    100 % means all of it, to the last passage; from 99 % on there is a decimal.

    >>> percent_text(0.9999)
    '99.9 %'
    """
    if fraction >= 1:
        number = QLocale().toString(100)
    else:
        # 0.29 * 100 is 28.999...96: the tiny term undoes what the binary fraction lost.
        tenths = min(math.floor(max(fraction, 0.0) * 1000 + 1e-6), 999)
        number = (
            QLocale().toString(tenths / 10, "f", 1)
            if tenths >= 990
            else QLocale().toString(tenths // 10)
        )
    return translate("wording", "{number} %").format(number=number)


def date_text(mtime_ns: int) -> str:
    """Return a time in nanoseconds since 1970 as local date and time, with the whole year."""
    return _date_text(mtime_ns, long=False)


def full_date_text(mtime_ns: int) -> str:
    """Return a time in nanoseconds since 1970 with weekday, seconds and time zone."""
    return _date_text(mtime_ns, long=True)


def _date_text(mtime_ns: int, *, long: bool) -> str:
    if abs(mtime_ns) >= _YEAR_10000:
        return translate("wording", "unknown")
    moment = QDateTime.fromMSecsSinceEpoch(mtime_ns // 1_000_000)
    locale = QLocale()
    if locale.language() == QLocale.Language.C:  # its own short form reads 14 03 2025
        return locale.toString(moment, "yyyy-MM-dd HH:mm:ss" if long else "yyyy-MM-dd HH:mm")
    pattern = locale.dateTimeFormat(
        QLocale.FormatType.LongFormat if long else QLocale.FormatType.ShortFormat
    )
    if "yyyy" not in pattern:
        pattern = pattern.replace("yy", "yyyy")
    return locale.toString(moment, pattern)


def encoding_text(encoding: str, *, lossy: bool) -> str:
    """Return the name of an encoding, with a hint when some characters were lost in it."""
    name = printable(encoding)
    if name.islower():
        name = name.upper()
    return translate("wording", "{encoding} (lossy)").format(encoding=name) if lossy else name


def figures_text(figures: "simcore.TextFigures | str") -> str:
    """Return what was found of two texts in encodings chosen by hand, or why nothing was."""
    if isinstance(figures, str):
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
        "Read this way: {percent} alike, distance {distance}. The encoding is for this view only; "
        "the results keep the one that was recognised",
    ).format(percent=percent_text(figures.comparison.resemblance), distance=distance)


def kind_text(kind: Kind) -> str:
    """Return what a pair is, in a word or two."""
    match kind:
        case Kind.IDENTICAL:
            return translate("wording", "identical")
        case Kind.SAME_TEXT:
            return translate("wording", "same text")
        case Kind.NEAR:
            return translate("wording", "near")
        case Kind.LINKED:
            return translate("wording", "linked")
        case Kind.CONTAINS:
            return translate("wording", "part of it")


def kind_explained(kind: Kind) -> str:
    """Return a sentence that says what a kind means."""
    match kind:
        case Kind.IDENTICAL:
            return translate("wording", "Every byte is the same as in the kept document")
        case Kind.SAME_TEXT:
            return translate(
                "wording",
                "The text is the same as in the kept document; encoding, spacing, capitals or the "
                "width of characters differ",
            )
        case Kind.NEAR:
            return translate(
                "wording", "Most of the text is the same as in the kept document, not all of it"
            )
        case Kind.LINKED:
            return translate(
                "wording",
                "It is here through other documents of the group:\nit and the kept document are "
                "not known to be alike enough themselves.\nIt is marked by its own row alone",
            )
        case Kind.CONTAINS:
            return translate(
                "wording", "Most of this text stands in the kept document, which has more"
            )


def sort_text(member: Member) -> str:
    """Return what a member is to the kept document: its kind, or that only numbers differ."""
    return translate("wording", "numbers only") if member.numbers_only else kind_text(member.kind)


def sort_explained(member: Member) -> str:
    """Return a sentence that says what ``sort_text`` means."""
    if member.numbers_only:
        return translate(
            "wording",
            "Nothing but numbers, dates or names differs from the kept document, as in two "
            "invoices: probably another document, not a copy",
        )
    return kind_explained(member.kind)


def share_text(member: Member) -> str:
    """Return how much of both texts is common, or of a part how much the kept document holds."""
    if member.resemblance is None or member.containment is None:
        return resemblance_text(None)
    if member.kind is Kind.CONTAINS:
        return translate("wording", "{percent} of it").format(
            percent=percent_text(member.containment)
        )
    return resemblance_text(member.resemblance)


def resemblance_text(resemblance: float | None) -> str:
    """Return a resemblance as a percentage; None is one that nobody counted."""
    if resemblance is None:
        return translate("wording", "not compared")
    return percent_text(resemblance)


def share_explained(member: Member) -> str:
    """Return a sentence that says what ``share_text`` means."""
    if member.resemblance is None or member.containment is None:
        return translate(
            "wording",
            "This document was not compared with the kept one itself; the next scan compares them",
        )
    if member.kind is Kind.CONTAINS:
        return translate(
            "wording",
            "{percent} of the runs of 4 or 5 characters of this document are in the kept one; of "
            "those of both together {other} are in both",
        ).format(percent=percent_text(member.containment), other=percent_text(member.resemblance))
    return similarity_explained(member.resemblance)


def distance_explained(distance: int) -> str:
    """Return a sentence that says what a distance in bits means."""
    if distance == 1:
        return translate("wording", "1 bit of the fingerprints differs")
    return translate("wording", "{bits} bits of the fingerprints differ").format(bits=distance)


def distance_text(distance: int, *, short: bool) -> str:
    """Return a distance in bits; with a word where the texts are too short for it."""
    if short:
        return translate("wording", "too short: {bits}").format(bits=count_text(distance))
    return count_text(distance)


def short_explained(*, kept: bool) -> str:
    """Return sentences on a distance that was not used; ``kept``: it is the kept one's fault."""
    words = (
        translate("wording", "The kept document has fewer than {least} features")
        if kept
        else translate("wording", "This document has fewer than {least} features")
    ).format(least=LEAST_FEATURES)
    return translate(
        "wording",
        "{words}, such as different words:\ntoo few for a fingerprint to mean much. "
        "The distance was not used:\ntexts this short are found by their passages and judged by "
        "their exact similarity.",
    ).format(words=words)


def similarity_explained(resemblance: float) -> str:
    """Return a sentence that says what a resemblance means."""
    return translate(
        "wording",
        "{percent} of the runs of 4 or 5 characters of both documents together are in both",
    ).format(percent=percent_text(resemblance))


def group_text(documents: int, gain: int, worst: float, uncompared: int = 0) -> str:
    """Return the title of a group of ``documents``, two or more, the kept one included.

    ``gain`` is in bytes: what the others take up. ``worst`` is the least resemblance to the kept
    one, ``uncompared`` how many were not compared with it.
    """
    words = translate("wording", "{documents} documents, {gain} to gain, worst {worst}").format(
        documents=count_text(documents), gain=size_text(gain), worst=percent_text(worst)
    )
    if uncompared:
        more = translate("wording", "{words}, {count} not compared")
        words = more.format(words=words, count=count_text(uncompared))
    return words


def worst_text(name: str, worst: float) -> str:
    """Return a sentence on the worst pair of a group: the kept document and one ``name``."""
    return translate("wording", "Worst pair: the kept document and {name}, {worst} alike").format(
        name=name, worst=percent_text(worst)
    )


def parts_text(documents: int, gain: int) -> str:
    """Return the title of a group of a document and its parts, ``documents`` in all."""
    return translate(
        "wording", "{documents} documents, {gain} to gain, parts of the kept one"
    ).format(documents=count_text(documents), gain=size_text(gain))


def stage_text(stage: ProblemStage) -> str:
    """Return where a file dropped out, in a word or two."""
    match stage:
        case ProblemStage.LIST:
            return translate("wording", "listing")
        case ProblemStage.READ:
            return translate("wording", "reading")
        case ProblemStage.DECODE:
            return translate("wording", "decoding")
        case ProblemStage.TOKENS:
            return translate("wording", "finding words")
        case ProblemStage.VERIFY:
            return translate("wording", "comparing")
        case ProblemStage.REMOVE:
            return translate("wording", "removing")
        case ProblemStage.SAVED:
            return translate("wording", "opening results")


def stage_explained(stage: ProblemStage) -> str:
    """Return a sentence that says what went wrong at a stage."""
    match stage:
        case ProblemStage.LIST:
            return translate("wording", "It was left out while the folders were listed")
        case ProblemStage.READ:
            return translate("wording", "It could not be read")
        case ProblemStage.DECODE:
            return translate(
                "wording", "It is not text, or not in an encoding that could be recognised"
            )
        case ProblemStage.TOKENS:
            return translate("wording", "It holds no words that could be compared")
        case ProblemStage.VERIFY:
            return translate("wording", "It could not be read again for the exact comparison")
        case ProblemStage.REMOVE:
            return translate("wording", "It was marked for removal and stays")
        case ProblemStage.SAVED:
            return translate("wording", "It is not what it was when the results were saved")

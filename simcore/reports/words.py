"""The words of a report: English by default, those of the window for reports made there."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from simcore.model.reasons import QT_TRANSLATE_NOOP, Doubt, Reason, WhyKept
from simcore.model.records import (
    COUNTED_WORDS,
    LATEST,
    ONLY_IN_WORDS,
    Kind,
    MeasuredBy,
    OnlyIn,
    percent,
    percent_in_tenths,
)
from simcore.model.report import (
    LEAST_IDEOGRAPHS,
    LEAST_LETTERS,
    Checked,
    CheckedPassage,
    CheckedSource,
    QuotationSign,
)

_UNITS = "B", "kB", "MB", "GB", "TB", "PB"


def size_in_words(size: int) -> str:
    """Return a number of bytes in powers of 1,000.

    >>> size_in_words(999), size_in_words(41_300), size_in_words(1_250_000)
    ('999 B', '41 kB', '1.2 MB')
    """
    value, unit = float(size), 0
    while value >= 999.5 and unit < len(_UNITS) - 1:
        value /= 1000
        unit += 1
    return f"{value:.{int(bool(unit) and value < 9.95)}f} {_UNITS[unit]}"


CHECK_DATES = QT_TRANSLATE_NOOP("KeptReason", "check the dates")


def time_in_words(mtime_ns: int) -> str:
    """Return a time in nanoseconds since 1970 as local date and time.

    >>> time_in_words(10**30)
    'after 2262'
    """
    if abs(mtime_ns) >= LATEST:
        return "after 2262" if mtime_ns > 0 else "before 1677"
    try:
        moment = datetime.fromtimestamp(mtime_ns // 1_000_000_000, UTC).astimezone()
    except (OverflowError, ValueError, OSError):
        return "unknown"
    return moment.strftime("%Y-%m-%d %H:%M")


_KINDS = {one: one.words.capitalize() for one in Kind} | {
    Kind.LINKED: "Similar to others of the group",
    Kind.BOILERPLATE: "Shared boilerplate",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportWords:
    """All words of a report; ``{0}`` and so on are values, as text.

    ``language`` is a tag of BCP 47. ``count``, ``size``, ``time``, ``percent`` and ``reason`` put a
    number, a number of bytes, nanoseconds since 1970, a share and a reason into words.
    """

    language: str = "en"
    title: str = QT_TRANSLATE_NOOP("report", "Similar documents")
    made: str = QT_TRANSLATE_NOOP("report", "Made by Variorum on {0}")
    folders: str = QT_TRANSLATE_NOOP("report", "Folders")
    thresholds: str = QT_TRANSLATE_NOOP(
        "report", "Distance in bits up to {0}, similarity at least {1}"
    )
    found: str = QT_TRANSLATE_NOOP("report", "Documents: {0}, in groups: {1}")
    safe: str = QT_TRANSLATE_NOOP("report", "True copies: {0}, safe to free: {1}")
    safe_elsewhere: str = QT_TRANSLATE_NOOP("report", "True copies: {0}, safe to drop: {1}")
    review: str = QT_TRANSLATE_NOOP("report", "To review: {0}, {1}")
    facts: str = QT_TRANSLATE_NOOP("report", "{0} documents, {1}, lowest similarity {2}")
    whole: str = QT_TRANSLATE_NOOP("report", "Documents that it contains: {0}")
    shared: str = QT_TRANSLATE_NOOP("report", "Documents that share boilerplate with it: {0}")
    kept: str = QT_TRANSLATE_NOOP("report", "Kept: {0}")
    contents: str = QT_TRANSLATE_NOOP("report", "Contents")
    kind: str = QT_TRANSLATE_NOOP("report", "Kind")
    similarity: str = QT_TRANSLATE_NOOP("report", "Similarity")
    file_size: str = QT_TRANSLATE_NOOP("report", "Size")
    modified: str = QT_TRANSLATE_NOOP("report", "Modified")
    path: str = QT_TRANSLATE_NOOP("report", "Path")
    unknown: str = QT_TRANSLATE_NOOP("report", "not compared")
    numbers: str = "numbers only"
    own: str = QT_TRANSLATE_NOOP("report", "own text {0}")
    counted: Mapping[MeasuredBy, str] = field(
        default_factory=lambda: {one: f"{{0}} {words}" for one, words in COUNTED_WORDS.items()}
    )
    compared: str = QT_TRANSLATE_NOOP("report", "{0}: differences from the kept document")
    part: str = QT_TRANSLATE_NOOP("report", "{0}: lines that are not in the kept document")
    line: str = "Line {0} of {2}"
    lines: str = "Lines {0} to {1} of {2}"
    below: str = "{0}: {1}"
    equal: str = QT_TRANSLATE_NOOP("report", "No line differs.")
    all_inside: str = QT_TRANSLATE_NOOP("report", "All of its lines are in the kept document.")
    more: str = QT_TRANSLATE_NOOP("report", "Changes and lines that are not shown: {0}.")
    not_compared: str = QT_TRANSLATE_NOOP(
        "report", "Lines that were not compared, since the texts are very long: {0}."
    )
    listed_only: str = QT_TRANSLATE_NOOP(
        "report", "Documents of this group whose differences are not shown: {0}."
    )
    not_read: str = QT_TRANSLATE_NOOP("report", "{0}: the text could not be read again ({1}).")
    others: str = QT_TRANSLATE_NOOP("report", "Groups that are not shown in full: {0}")
    unnamed: str = QT_TRANSLATE_NOOP("report", "Groups that are not named either: {0}")
    removed: str = QT_TRANSLATE_NOOP("report", "Only in the kept document")
    added: str = QT_TRANSLATE_NOOP("report", "Only in this document")
    sections: Mapping[Kind, str] = field(default_factory=lambda: _KINDS)
    kinds: Mapping[Kind, str] = field(default_factory=lambda: _KINDS)
    only_in: Mapping[OnlyIn, str] = field(default_factory=lambda: ONLY_IN_WORDS)
    why_kept: Mapping[WhyKept, str] = field(default_factory=lambda: {one: one for one in WhyKept})
    check_dates: str = CHECK_DATES
    doubts: Mapping[Doubt, str] = field(default_factory=lambda: {one: one for one in Doubt})
    count: Callable[[int], str] = "{:,}".format
    size: Callable[[int], str] = size_in_words
    time: Callable[[int], str] = time_in_words
    percent: Callable[[float], str] = percent
    reason: Callable[[Reason], str] = str


ENGLISH = ReportWords()


_QUOTATION_SIGNS = {
    QuotationSign.MARKS: QT_TRANSLATE_NOOP("check", "between quotes"),
    QuotationSign.LINES: QT_TRANSLATE_NOOP("check", "in lines that begin with >"),
    QuotationSign.REFERENCES: QT_TRANSLATE_NOOP(
        "check", "its source stands in the list of references"
    ),
    QuotationSign.NAMED: QT_TRANSLATE_NOOP("check", "its source is named in the text"),
    QuotationSign.LISTED: QT_TRANSLATE_NOOP("check", "in the list of references"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckWords:
    """All words of a report of a check; the rest is as in ``ReportWords``."""

    language: str = "en"
    title: str = QT_TRANSLATE_NOOP("check", "Check of {0}")
    made: str = ENGLISH.made
    headline: str = QT_TRANSLATE_NOOP(
        "check", "{0} of this document stands in the library; {1} without quotations."
    )
    nothing: str = QT_TRANSLATE_NOOP("check", "No passage of this document stands in the library.")
    nothing_compared: str = QT_TRANSLATE_NOOP(
        "check",
        "No passage of this document stands in the documents it was compared with.",
    )
    largest: str = QT_TRANSLATE_NOOP("check", "{0} stands in one source alone.")
    counted: str = QT_TRANSLATE_NOOP(
        "check",
        "{0} characters are counted: letters, digits and ideographs. Found: {1} of them, "
        "quoted: {2} of these.",
    )
    least: str = QT_TRANSLATE_NOOP(
        "check", "A passage counts from {0} letters or {1} Chinese characters on."
    )
    unread: str = QT_TRANSLATE_NOOP(
        "check",
        "Not all was compared: more documents probably have passages of this one ({0}), and {1} "
        "that was not found may be theirs.",
    )
    outside: str = QT_TRANSLATE_NOOP(
        "check", "Documents left out, since they came before the days that are kept: {0}."
    )
    away: str = QT_TRANSLATE_NOOP(
        "check", "Documents left out, since their disk is not connected: {0}."
    )
    sources: str = QT_TRANSLATE_NOOP("check", "Sources")
    source: str = QT_TRANSLATE_NOOP("check", "Source")
    share: str = QT_TRANSLATE_NOOP("check", "Share")
    only: str = QT_TRANSLATE_NOOP("check", "Only there")
    document: str = QT_TRANSLATE_NOOP("check", "Document")
    copies: str = QT_TRANSLATE_NOOP("check", "Also there: {0}")
    more_copies: str = QT_TRANSLATE_NOOP("check", "{0} more")
    named: str = QT_TRANSLATE_NOOP("check", "named in the text")
    listed: str = QT_TRANSLATE_NOOP("check", "in the list of references")
    text: str = QT_TRANSLATE_NOOP("check", "Text")
    passages: str = QT_TRANSLATE_NOOP("check", "Passages")
    passage: str = QT_TRANSLATE_NOOP("check", "{0}, {1} characters ({2})")
    line: str = QT_TRANSLATE_NOOP("check", "Line {0}")
    lines: str = QT_TRANSLATE_NOOP("check", "Lines {0} to {1}")
    there: str = QT_TRANSLATE_NOOP("check", "in [{0}]: {1}")
    quoted: str = QT_TRANSLATE_NOOP("check", "quoted: {0}")
    also: str = QT_TRANSLATE_NOOP("check", "also in {0}")
    within: str = QT_TRANSLATE_NOOP("check", "all of it also in {0}")
    back: str = QT_TRANSLATE_NOOP("check", "to the text")
    left_out: str = QT_TRANSLATE_NOOP(
        "check", "{0} characters that were not found are not shown here."
    )
    not_shown: str = QT_TRANSLATE_NOOP(
        "check", "Passages that are not shown, since the page would be too large: {0}."
    )
    problems: str = QT_TRANSLATE_NOOP("check", "What could not be read, or may be misread")
    signs: Mapping[QuotationSign, str] = field(default_factory=lambda: _QUOTATION_SIGNS)
    count: Callable[[int], str] = "{:,}".format
    percent: Callable[[float], str] = percent_in_tenths
    time: Callable[[int], str] = time_in_words
    path: Callable[[Path], str] = str
    reason: Callable[[Reason], str] = str


ENGLISH_CHECK = CheckWords()


def check_facts(checked: Checked, words: CheckWords) -> list[str]:
    count, percent = words.count, words.percent
    found = [words.nothing_compared if checked.is_partial else words.nothing]
    if checked.found:
        found = [words.headline.format(percent(checked.share), percent(checked.unquoted_share))]
        if len(checked.sources) > 1:
            found.append(words.largest.format(percent(checked.largest_share)))
    found.append(
        words.counted.format(count(checked.characters), count(checked.found), count(checked.quoted))
    )
    found.append(words.least.format(count(LEAST_LETTERS), count(LEAST_IDEOGRAPHS)))
    if checked.unread or checked.open:
        share = percent(checked.of_all(checked.open))
        found.append(words.unread.format(count(checked.unread), share))
    if checked.outside:
        found.append(words.outside.format(count(checked.outside)))
    if checked.away:
        found.append(words.away.format(count(checked.away)))
    return found


def lines_of(first: int, last: int, words: CheckWords) -> str:
    count = words.count
    if first == last:
        return words.line.format(count(first))
    return words.lines.format(count(first), count(last))


def place_of_passage(passage: CheckedPassage, words: CheckWords) -> str:
    lines = lines_of(passage.there_first, passage.there_last, words)
    return words.there.format(words.count(passage.source + 1), lines)


def remarks_on(passage: CheckedPassage, words: CheckWords) -> list[str]:
    found = []
    if passage.quoted is not None:
        found.append(words.quoted.format(words.signs[passage.quoted]))
    if passage.also:
        found.append(words.also.format(", ".join(f"[{one + 1}]" for one in passage.also)))
    return found


def remarks_on_source(source: CheckedSource, words: CheckWords) -> list[str]:
    found = []
    if source.named is not None:
        found.append(words.listed if source.named is QuotationSign.REFERENCES else words.named)
    if source.within is not None:
        found.append(words.within.format(f"[{source.within + 1}]"))
    return found

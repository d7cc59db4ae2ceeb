"""The words of a report: English by default, those of the window for reports made there."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from simcore.model.reasons import Doubt, Reason, WhyKept
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


CHECK_DATES = "check the dates"


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
    title: str = "Similar documents"
    made: str = "Made by Variorum on {0}"
    folders: str = "Folders"
    thresholds: str = "Distance in bits up to {0}, similarity at least {1}"
    found: str = "Documents: {0}, in groups: {1}"
    safe: str = "True copies: {0}, safe to free: {1}"
    safe_elsewhere: str = "True copies: {0}, safe to drop: {1}"
    review: str = "To review: {0}, {1}"
    facts: str = "{0} documents, {1}, lowest similarity {2}"
    whole: str = "Documents that it contains: {0}"
    shared: str = "Documents that share boilerplate with it: {0}"
    kept: str = "Kept: {0}"
    contents: str = "Contents"
    kind: str = "Kind"
    similarity: str = "Similarity"
    file_size: str = "Size"
    modified: str = "Modified"
    path: str = "Path"
    unknown: str = "not compared"
    numbers: str = "numbers only"
    own: str = "own text {0}"
    counted: Mapping[MeasuredBy, str] = field(
        default_factory=lambda: {one: f"{{0}} {words}" for one, words in COUNTED_WORDS.items()}
    )
    compared: str = "{0}: differences from the kept document"
    part: str = "{0}: lines that are not in the kept document"
    line: str = "Line {0} of {2}"
    lines: str = "Lines {0} to {1} of {2}"
    below: str = "{0}: {1}"
    equal: str = "No line differs."
    all_inside: str = "All of its lines are in the kept document."
    more: str = "Changes and lines that are not shown: {0}."
    not_compared: str = "Lines that were not compared, since the texts are very long: {0}."
    listed_only: str = "Documents of this group whose differences are not shown: {0}."
    not_read: str = "{0}: the text could not be read again ({1})."
    others: str = "Groups that are not shown in full: {0}"
    unnamed: str = "Groups that are not named either: {0}"
    removed: str = "Only in the kept document"
    added: str = "Only in this document"
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
    QuotationSign.MARKS: "between quotes",
    QuotationSign.LINES: "in lines that begin with >",
    QuotationSign.REFERENCES: "its source stands in the list of references",
    QuotationSign.NAMED: "its source is named in the text",
    QuotationSign.LISTED: "in the list of references",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckWords:
    """All words of a report of a check; the rest is as in ``ReportWords``."""

    language: str = "en"
    title: str = "Check of {0}"
    made: str = "Made by Variorum on {0}"
    headline: str = "{0} of this document stands in the library; {1} without quotations."
    nothing: str = "No passage of this document stands in the library."
    nothing_compared: str = (
        "No passage of this document stands in the documents it was compared with."
    )
    largest: str = "{0} stands in one source alone."
    counted: str = (
        "{0} characters are counted: letters, digits and ideographs. Found: {1} of them, "
        "quoted: {2} of these."
    )
    least: str = "A passage counts from {0} letters or {1} Chinese characters on."
    unread: str = (
        "Not all was compared: more documents probably have passages of this one ({0}), and {1} "
        "that was not found may be theirs."
    )
    outside: str = "Documents left out, since they came before the days that are kept: {0}."
    away: str = "Documents left out, since their disk is not connected: {0}."
    sources: str = "Sources"
    source: str = "Source"
    share: str = "Share"
    only: str = "Only there"
    document: str = "Document"
    copies: str = "Also there: {0}"
    more_copies: str = "{0} more"
    named: str = "named in the text"
    listed: str = "in the list of references"
    text: str = "Text"
    passages: str = "Passages"
    passage: str = "{0}, {1} characters ({2})"
    line: str = "Line {0}"
    lines: str = "Lines {0} to {1}"
    there: str = "in [{0}]: {1}"
    quoted: str = "quoted: {0}"
    also: str = "also in {0}"
    within: str = "all of it also in {0}"
    back: str = "to the text"
    left_out: str = "{0} characters that were not found are not shown here."
    not_shown: str = "Passages that are not shown, since the page would be too large: {0}."
    problems: str = "What could not be read, or may be misread"
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

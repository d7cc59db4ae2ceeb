"""The words of a report of a check: English by default, those of the window where made there."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from simcore.model.checked import (
    LEAST_IDEOGRAPHS,
    LEAST_LETTERS,
    Checked,
    CheckedPassage,
    CheckedSource,
    QuotationSign,
)
from simcore.model.percent import percent_in_tenths
from simcore.model.reasons import Reason
from simcore.reports.html.words import time_in_words

_SIGNS = {
    QuotationSign.MARKS: "between quotes",
    QuotationSign.LINES: "in lines that begin with >",
    QuotationSign.REFERENCES: "its source stands in the list of references",
    QuotationSign.NAMED: "its source is named in the text",
    QuotationSign.LISTED: "in the list of references",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckWords:
    """All words of a report of a check; ``{0}`` and so on stand for values, which are text.

    ``language`` is a tag of BCP 47. ``count``, ``percent``, ``time`` and ``reason`` put a number, a
    share, nanoseconds since 1970 and a reason into words.
    """

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
    signs: Mapping[QuotationSign, str] = field(default_factory=lambda: _SIGNS)
    count: Callable[[int], str] = "{:,}".format
    percent: Callable[[float], str] = percent_in_tenths
    time: Callable[[int], str] = time_in_words
    path: Callable[[Path], str] = str
    reason: Callable[[Reason], str] = str


ENGLISH_CHECK = CheckWords()
"""The words of the command line."""


def check_facts(checked: Checked, words: CheckWords) -> list[str]:
    """Return the sentences on a whole check: the headline first."""
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
    """Return the lines of a passage in words."""
    count = words.count
    if first == last:
        return words.line.format(count(first))
    return words.lines.format(count(first), count(last))


def place_of_passage(passage: CheckedPassage, words: CheckWords) -> str:
    """Return where in its source a passage stands, in words."""
    lines = lines_of(passage.there_first, passage.there_last, words)
    return words.there.format(words.count(passage.source + 1), lines)


def remarks_on(passage: CheckedPassage, words: CheckWords) -> list[str]:
    """Return what else there is to say of a passage: that it is quoted, and where it also is."""
    found = []
    if passage.quoted is not None:
        found.append(words.quoted.format(words.signs[passage.quoted]))
    if passage.also:
        found.append(words.also.format(", ".join(f"[{one + 1}]" for one in passage.also)))
    return found


def remarks_on_source(source: CheckedSource, words: CheckWords) -> list[str]:
    """Return what else there is to say of a source: where it is named, and what has all of it."""
    found = []
    if source.named is not None:
        found.append(words.listed if source.named is QuotationSign.REFERENCES else words.named)
    if source.within is not None:
        found.append(words.within.format(f"[{source.within + 1}]"))
    return found

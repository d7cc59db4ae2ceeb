"""The words of a report: English by default, those of the window where it is made there."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from simcore.grouping.keeping.reasons import Doubt, WhyKept
from simcore.model.percent import percent
from simcore.model.reasons import Reason
from simcore.model.records import COUNTED_WORDS, LATEST, ONLY_IN_WORDS, Kind, MeasuredBy, OnlyIn

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
"""What is said of a kept document if name and date disagree about which is the latest."""


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


_KINDS = {
    Kind.IDENTICAL: "Identical",
    Kind.SAME_TEXT: "Same text",
    Kind.SAME_WORDS: "Same words",
    Kind.SIMILAR: "Similar",
    Kind.EARLIER_VERSION: "Earlier version",
    Kind.LINKED: "Similar to others of the group",
    Kind.PART: "Part",
    Kind.SAME_FORM: "Same form",
    Kind.BOILERPLATE: "Shared boilerplate",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportWords:
    """All words of a report; ``{0}`` and so on stand for values, which are text.

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
"""The words of the command line."""

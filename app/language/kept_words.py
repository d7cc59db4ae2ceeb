"""Why a document is the kept one of its group, in a word or two and in a sentence."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QCoreApplication

import simcore
from simcore import Doubt, Group, ScanReport, WhyKept

from .punctuation import clauses, sentences

translate = QCoreApplication.translate  # the name lupdate looks for


KEPT_WORDS: Mapping[WhyKept, Callable[[], str]] = {
    WhyKept.CHOSEN: lambda: translate("KeptReason", "your choice"),
    WhyKept.OWN_FILE: lambda: translate("KeptReason", "a file of its own"),
    WhyKept.UNDAMAGED: lambda: translate("KeptReason", "undamaged"),
    WhyKept.WHOLE: lambda: translate("KeptReason", "contains the others"),
    WhyKept.VERSION: lambda: translate("KeptReason", "higher version by name"),
    WhyKept.STATED_DATE: lambda: translate("KeptReason", "states the later date"),
    WhyKept.MODIFIED_LAST: lambda: translate("KeptReason", "modified last"),
    WhyKept.MOST_COPIES: lambda: translate("KeptReason", "has most copies"),
    WhyKept.SIMILAR_TO_MOST: lambda: translate("KeptReason", "similar to most"),
    WhyKept.LONGEST: lambda: translate("KeptReason", "longest text"),
    WhyKept.FORMAT: lambda: translate("KeptReason", "best format"),
    WhyKept.ENCODING: lambda: translate("KeptReason", "best encoding"),
    WhyKept.NO_COPY_NAME: lambda: translate("KeptReason", "not named as a copy"),
    WhyKept.OLDEST: lambda: translate("KeptReason", "oldest"),
    WhyKept.SHORTEST_PATH: lambda: translate("KeptReason", "shortest path"),
    WhyKept.FIRST_ON_DISK: lambda: translate("KeptReason", "first on the disk"),
    WhyKept.SHORTEST_NAME: lambda: translate("KeptReason", "shortest name"),
    WhyKept.FIRST: lambda: translate("KeptReason", "first by path"),
}
"""The words of each reason, in the language of now."""


KEPT_SENTENCES: Mapping[WhyKept, Callable[[], str]] = {
    WhyKept.CHOSEN: lambda: translate(
        "KeptReason", "It is kept because you, or your rules, chose it."
    ),
    WhyKept.OWN_FILE: lambda: translate(
        "KeptReason",
        "It is kept because it is a file of its own; the others are inside archives or mailboxes.",
    ),
    WhyKept.UNDAMAGED: lambda: translate(
        "KeptReason", "It is kept because it was read in full and without damaged characters."
    ),
    WhyKept.WHOLE: lambda: translate(
        "KeptReason", "It is kept because it contains what is in the others, and more."
    ),
    WhyKept.VERSION: lambda: translate(
        "KeptReason", "It is kept because its name or folder tells of a higher version."
    ),
    WhyKept.STATED_DATE: lambda: translate(
        "KeptReason", "It is kept because its text states a later date."
    ),
    WhyKept.MODIFIED_LAST: lambda: translate(
        "KeptReason",
        "It is kept because it was modified last, and not when the others were copied or unpacked.",
    ),
    WhyKept.MOST_COPIES: lambda: translate(
        "KeptReason", "It is kept because more documents equal it than equal another one here."
    ),
    WhyKept.SIMILAR_TO_MOST: lambda: translate(
        "KeptReason", "It is kept because it is the most similar to the other documents here."
    ),
    WhyKept.LONGEST: lambda: translate("KeptReason", "It is kept because its text is the longest."),
    WhyKept.FORMAT: lambda: translate(
        "KeptReason", "It is kept because its format is the best to go on with."
    ),
    WhyKept.ENCODING: lambda: translate(
        "KeptReason", "It is kept because its encoding is the best to go on with."
    ),
    WhyKept.NO_COPY_NAME: lambda: translate(
        "KeptReason", "It is kept because neither its name nor its folder is that of a copy."
    ),
    WhyKept.OLDEST: lambda: translate(
        "KeptReason", "It is kept because it is the oldest; the others were written after it."
    ),
    WhyKept.SHORTEST_PATH: lambda: translate(
        "KeptReason", "It is kept because it lies in the fewest folders."
    ),
    WhyKept.FIRST_ON_DISK: lambda: translate(
        "KeptReason",
        "It is kept because its file has the lowest number on the disk, as files that came first "
        "mostly have.",
    ),
    WhyKept.SHORTEST_NAME: lambda: translate(
        "KeptReason", "It is kept because its name is the shortest."
    ),
    WhyKept.FIRST: lambda: translate(
        "KeptReason",
        "It is kept because its path comes first; nothing else speaks for one of them.",
    ),
}


DOUBT_WORDS: Mapping[Doubt, Callable[[], str]] = {
    Doubt.NEWER: lambda: translate("KeptReason", "check: newer by date"),
    Doubt.HIGHER: lambda: translate("KeptReason", "check: higher version by name"),
}
"""What to check of a member before it goes."""


def check_dates() -> str:
    """Return what to do where name and date disagree about which document is the latest."""
    return translate("KeptReason", "check the dates")


def kept_sentence(report: ScanReport, group: Group) -> str:
    """Return why the kept document of a group stays, in a sentence."""
    words = KEPT_SENTENCES[simcore.why_kept(report, group)]()
    if not simcore.doubts(report, group):
        return words
    doubt = translate(
        "KeptReason", "Names and dates disagree about the latest version: compare before removing."
    )
    return sentences([words, doubt])


def kept_reason(report: ScanReport, group: Group) -> str:
    """Return why the kept document of a group stays."""
    words = KEPT_WORDS[simcore.why_kept(report, group)]()
    if not simcore.doubts(report, group):
        return words
    # first, since a narrow list cuts the end
    return clauses([check_dates(), words])

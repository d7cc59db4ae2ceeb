"""Why a document is the kept one of its group, in a word or two."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QCoreApplication

from simcore import Group, ScanReport, WhyKept, why_kept

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


def kept_reason(report: ScanReport, group: Group) -> str:
    """Return why the kept document of a group stays."""
    return KEPT_WORDS[why_kept(report, group)]()

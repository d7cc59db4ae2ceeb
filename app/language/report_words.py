"""The words of a report of groups as a page, in the language of the window."""

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication, QLocale

from simcore import Kind, MeasuredBy, OnlyIn, ReportWords

from . import wording
from .kept_words import DOUBT_WORDS, KEPT_WORDS, check_dates
from .resemblance_words import counted_text, only_in_text

translate = QCoreApplication.translate  # the name lupdate looks for


def report_words(kinds: Mapping[Kind, str]) -> ReportWords:
    """Return the words of a report, in the language of now; ``kinds`` are those of its badges."""
    tag = QLocale().bcp47Name()
    return ReportWords(
        language="en" if tag == "en-POSIX" else tag,  # the C locale's, which no browser knows
        title=translate("report", "Similar documents"),
        made=translate("report", "Made by Variorum on {0}"),
        folders=translate("report", "Folders"),
        thresholds=translate("report", "Distance in bits up to {0}, similarity at least {1}"),
        found=translate("report", "Documents: {0}, in groups: {1}"),
        safe=translate("report", "True copies: {0}, safe to free: {1}"),
        safe_elsewhere=translate("report", "True copies: {0}, safe to drop: {1}"),
        review=translate("report", "To review: {0}, {1}"),
        facts=translate("report", "{0} documents, {1}, lowest similarity {2}"),
        whole=translate("report", "Documents that it contains: {0}"),
        kept=translate("report", "Kept: {0}"),
        contents=translate("report", "Contents"),
        only_in={one: only_in_text(one) for one in OnlyIn},
        why_kept={reason: words() for reason, words in KEPT_WORDS.items()},
        check_dates=check_dates(),
        doubts={doubt: words() for doubt, words in DOUBT_WORDS.items()},
        kind=translate("report", "Kind"),
        similarity=translate("report", "Similarity"),
        file_size=translate("report", "Size"),
        modified=translate("report", "Modified"),
        path=translate("report", "Path"),
        unknown=translate("report", "not compared"),
        numbers=translate("kinds", "Numbers only"),
        own=translate("report", "own text {0}"),
        counted={one: counted_text("{0}", one) for one in list(MeasuredBy)[1:]},
        shared=translate("report", "Documents that share boilerplate with it: {0}"),
        compared=translate("report", "{0}: differences from the kept document"),
        part=translate("report", "{0}: lines that are not in the kept document"),
        line=translate("PartWords", "Line {0} of {2}"),
        lines=translate("PartWords", "Lines {0} to {1} of {2}"),
        below=translate("PartWords", "{0}: {1}", "a place, and the heading there"),
        equal=translate("report", "No line differs."),
        all_inside=translate("report", "All of its lines are in the kept document."),
        more=translate("report", "Changes and lines that are not shown: {0}."),
        not_compared=translate(
            "report", "Lines that were not compared, since the texts are very long: {0}."
        ),
        listed_only=translate(
            "report", "Documents of this group whose differences are not shown: {0}."
        ),
        not_read=translate("report", "{0}: the text could not be read again ({1})."),
        others=translate("report", "Groups that are not shown in full: {0}"),
        unnamed=translate("report", "Groups that are not named either: {0}"),
        removed=translate("report", "Only in the kept document"),
        added=translate("report", "Only in this document"),
        sections=kinds,
        kinds=kinds,
        count=wording.count_text,
        size=wording.size_text,
        time=wording.date_text,
        percent=wording.percent_text,
        reason=wording.in_own_words,
    )

"""The words of a check of a document, in its report and in the window, in the language of now."""

from PySide6.QtCore import QCoreApplication, QLocale

from simcore import CheckWords, QuotationSign

from . import wording

translate = QCoreApplication.translate  # the name lupdate looks for


def check_words() -> CheckWords:
    """Return the words of a check, in the language of now."""
    tag = QLocale().bcp47Name()
    return CheckWords(
        language="en" if tag == "en-POSIX" else tag,  # the C locale's, which no browser knows
        title=translate("check", "Check of {0}"),
        made=translate("report", "Made by Variorum on {0}"),
        headline=translate(
            "check", "{0} of this document stands in the library; {1} without quotations."
        ),
        nothing=translate("check", "No passage of this document stands in the library."),
        nothing_compared=translate(
            "check", "No passage of this document stands in the documents it was compared with."
        ),
        largest=translate("check", "{0} stands in one source alone."),
        counted=translate(
            "check",
            "{0} characters are counted: letters, digits and ideographs. Found: {1} of them, "
            "quoted: {2} of these.",
        ),
        least=translate("check", "A passage counts from {0} letters or {1} Chinese characters on."),
        unread=translate(
            "check",
            "Not all was compared: more documents probably have passages of this one ({0}), and "
            "{1} that was not found may be theirs.",
        ),
        outside=translate(
            "check", "Documents left out, since they came before the days that are kept: {0}."
        ),
        away=translate("check", "Documents left out, since their disk is not connected: {0}."),
        sources=translate("check", "Sources"),
        source=translate("check", "Source"),
        share=translate("check", "Share"),
        only=translate("check", "Only there"),
        document=translate("check", "Document"),
        copies=translate("check", "Also there: {0}"),
        more_copies=translate("check", "{0} more"),
        named=translate("check", "named in the text"),
        listed=translate("check", "in the list of references"),
        text=translate("check", "Text"),
        passages=translate("check", "Passages"),
        passage=translate("check", "{0}, {1} characters ({2})"),
        line=translate("check", "Line {0}"),
        lines=translate("check", "Lines {0} to {1}"),
        there=translate("check", "in [{0}]: {1}"),
        quoted=translate("check", "quoted: {0}"),
        also=translate("check", "also in {0}"),
        within=translate("check", "all of it also in {0}"),
        back=translate("check", "to the text"),
        left_out=translate("check", "{0} characters that were not found are not shown here."),
        not_shown=translate(
            "check", "Passages that are not shown, since the page would be too large: {0}."
        ),
        problems=translate("check", "What could not be read, or may be misread"),
        signs={
            QuotationSign.MARKS: translate("check", "between quotes"),
            QuotationSign.LINES: translate("check", "in lines that begin with >"),
            QuotationSign.REFERENCES: translate(
                "check", "its source stands in the list of references"
            ),
            QuotationSign.NAMED: translate("check", "its source is named in the text"),
            QuotationSign.LISTED: translate("check", "in the list of references"),
        },
        count=wording.count_text,
        percent=wording.percent_in_tenths,
        time=wording.date_text,
        path=wording.path_text,
        reason=wording.in_own_words,
    )

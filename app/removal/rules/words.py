"""Keep rules, their decisions, and the reasons for sparing documents, in words."""

from PySide6.QtCore import QCoreApplication

from simcore import COPY_NAMES, KeepBy, KeepRule

from ...language.punctuation import listed
from ...language.wording import folder_text, printable

translate = QCoreApplication.translate  # the name lupdate looks for


def by_text(by: KeepBy) -> str:
    """Return the criterion of a rule, in a word or two."""
    texts = {
        KeepBy.NEWEST: translate("RuleWords", "newest"),
        KeepBy.OLDEST: translate("RuleWords", "oldest"),
        KeepBy.LARGEST: translate("RuleWords", "largest file"),
        KeepBy.LONGEST: translate("RuleWords", "longest text"),
        KeepBy.MOST_COMPLETE: translate("RuleWords", "most complete"),
        KeepBy.SHORTEST_PATH: translate("RuleWords", "shortest path"),
        KeepBy.FOLDER: translate("RuleWords", "in these folders"),
        KeepBy.NAME: translate("RuleWords", "name like"),
        KeepBy.NOT_NAME: translate("RuleWords", "name not like"),
        KeepBy.ENCODING: translate("RuleWords", "best encoding"),
        KeepBy.EDITABLE: translate("RuleWords", "editable format"),
        KeepBy.PDF: translate("RuleWords", "a PDF"),
    }
    return texts[by]


def by_explained(by: KeepBy) -> str:
    """Return the words for the document that a rule keeps."""
    texts = {
        KeepBy.NEWEST: translate("RuleWords", "Keep the one modified last"),
        KeepBy.OLDEST: translate("RuleWords", "Keep the one modified first"),
        KeepBy.LARGEST: translate("RuleWords", "Keep the one with the most bytes"),
        KeepBy.LONGEST: translate("RuleWords", "Keep the one with the most characters of text"),
        KeepBy.MOST_COMPLETE: translate(
            "RuleWords", "Keep the one that holds the largest share of the others, on average"
        ),
        KeepBy.SHORTEST_PATH: translate(
            "RuleWords", "Keep the one in the fewest folders, then of the fewest characters"
        ),
        KeepBy.FOLDER: translate(
            "RuleWords", "Keep the one in the first of these folders, else in the second, and so on"
        ),
        KeepBy.NAME: translate("RuleWords", "Keep the one whose name matches one of the patterns"),
        KeepBy.NOT_NAME: translate(
            "RuleWords", "Keep the one whose name matches none of the patterns"
        ),
        KeepBy.ENCODING: translate(
            "RuleWords", "Keep the one without damaged characters, then the one in UTF-8"
        ),
        KeepBy.EDITABLE: translate(
            "RuleWords",
            "Keep the one that can be edited best: a word processor's document before plain text, "
            "a page, a book, a PDF",
        ),
        KeepBy.PDF: translate("RuleWords", "Keep the PDF"),
    }
    return texts[by]


def by_briefly(by: KeepBy) -> str:
    """Return a few words on how a rule decides; of one with values, what it wants."""
    texts = {
        KeepBy.NEWEST: translate("RuleWords", "by date of change"),
        KeepBy.OLDEST: translate("RuleWords", "by date of change"),
        KeepBy.LARGEST: translate("RuleWords", "by bytes"),
        KeepBy.LONGEST: translate("RuleWords", "by characters"),
        KeepBy.MOST_COMPLETE: translate("RuleWords", "holds most of the others"),
        KeepBy.SHORTEST_PATH: translate("RuleWords", "nearest the top folder"),
        KeepBy.FOLDER: translate("RuleWords", "wants a folder"),
        KeepBy.NAME: translate("RuleWords", "wants a pattern"),
        KeepBy.NOT_NAME: translate("RuleWords", "wants a pattern"),
        KeepBy.ENCODING: translate("RuleWords", "undamaged, then UTF-8"),
        KeepBy.EDITABLE: translate("RuleWords", "a Word file before a page or a PDF"),
        KeepBy.PDF: translate("RuleWords", "before any other format"),
    }
    return texts[by]


def values_text(rule: KeepRule) -> str:
    """Return the folders or patterns of a rule; empty for one without."""
    if rule.patterns == COPY_NAMES:
        return translate("RuleWords", "that of a copy")
    return listed([*map(folder_text, rule.folders), *map(printable, rule.patterns)])

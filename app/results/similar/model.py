"""The columns of documents that are like one file."""

from typing import NamedTuple

from simcore import PARTS, Document, Kind, Pair

from ...language import resemblance_words, wording
from ...looks.badges import badge_text
from ...widgets.records import FIT, RIGHT, Column

translate = wording.translate  # by this name lupdate knows it


class SimilarRow(NamedTuple):
    """A document and its pair with the file, which is the left one."""

    pair: Pair
    document: Document


def _kind_text(pair: Pair) -> str:
    if pair.kind in PARTS and pair.left_in_right > pair.right_in_left:
        return translate("SimilarModel", "Whole")
    return badge_text(pair, pair.only_in)


def _kind_tip(pair: Pair) -> str:
    if pair.numbers_only:
        return translate("SimilarModel", "Nothing but numbers, dates or names differs")
    if pair.only_in is not None:
        return resemblance_words.only_in_explained(pair.only_in)
    match pair.kind:
        case Kind.IDENTICAL:
            return translate("SimilarModel", "Every byte is the same")
        case Kind.SAME_TEXT:
            return translate("SimilarModel", "The same text; encoding or spacing differ")
        case Kind.SAME_WORDS:
            return translate(
                "SimilarModel",
                "The same words; links, images, comments, form values or the format differ",
            )
        case Kind.SAME_FORM:
            return translate(
                "SimilarModel",
                "The same form: what both share stands in many documents, and what differs is "
                "their own",
            )
        case Kind.BOILERPLATE:
            return translate(
                "SimilarModel",
                "What both share stands in many documents, such as a licence or a footer",
            )
        case Kind.PART | Kind.EARLIER_VERSION if pair.left_in_right > pair.right_in_left:
            return translate("SimilarModel", "Most of the file stands in this document")
        case Kind.PART | Kind.EARLIER_VERSION:
            return translate("SimilarModel", "Most of this document stands in the file")
    return translate("SimilarModel", "Most of the text is the same")


COLUMNS: tuple[Column[SimilarRow], ...] = (
    Column(
        title=lambda: translate("SimilarModel", "Name"),
        meaning=lambda: translate("SimilarModel", "The document's name"),
        text=lambda one: wording.name_text(one.document),
        tooltip=lambda one: wording.path_text(one.document.path),
        sort_key=lambda one: wording.folded(one.document.path.name),
    ),
    Column(
        title=lambda: translate("SimilarModel", "Kind"),
        meaning=lambda: translate(
            "SimilarModel", "What this document and the file are to each other"
        ),
        text=lambda one: _kind_text(one.pair),
        tooltip=lambda one: _kind_tip(one.pair),
        sort_key=lambda one: list(Kind).index(one.pair.kind),
        width=FIT,
    ),
    Column(
        title=lambda: translate("SimilarModel", "Similarity"),
        meaning=lambda: translate(
            "SimilarModel", "How much of the text of both together is in both"
        ),
        text=lambda one: wording.percent_text(one.pair.resemblance),
        tooltip=lambda one: resemblance_words.similarity_explained(
            one.pair.resemblance, one.pair.measure
        ),
        sort_key=lambda one: one.pair.resemblance,
        width=FIT,
        align=RIGHT,
    ),
    Column(
        title=lambda: translate("SimilarModel", "Of the file"),
        meaning=lambda: translate("SimilarModel", "How much of the file is in this document"),
        text=lambda one: wording.percent_text(one.pair.left_in_right),
        tooltip=lambda one: translate(
            "SimilarModel", "{percent} of the file is in this document"
        ).format(percent=wording.percent_text(one.pair.left_in_right)),
        sort_key=lambda one: one.pair.left_in_right,
        width=FIT,
        align=RIGHT,
    ),
    Column(
        title=lambda: translate("SimilarModel", "In the file"),
        meaning=lambda: translate("SimilarModel", "How much of this document is in the file"),
        text=lambda one: wording.percent_text(one.pair.right_in_left),
        tooltip=lambda one: translate(
            "SimilarModel", "{percent} of this document is in the file"
        ).format(percent=wording.percent_text(one.pair.right_in_left)),
        sort_key=lambda one: one.pair.right_in_left,
        width=FIT,
        align=RIGHT,
    ),
    Column(
        title=lambda: translate("SimilarModel", "Distance"),
        meaning=lambda: translate("SimilarModel", "How many bits of the two fingerprints differ"),
        text=lambda one: resemblance_words.distance_text(one.pair.distance, short=one.pair.short),
        tooltip=lambda one: resemblance_words.distance_explained(one.pair.distance),
        sort_key=lambda one: one.pair.distance,
        width=FIT,
        align=RIGHT,
    ),
    Column(
        title=lambda: translate("SimilarModel", "Folder"),
        meaning=lambda: translate("SimilarModel", "The folder that holds the document"),
        text=lambda one: wording.folder_text(one.document.path.parent),
        tooltip=lambda one: wording.path_text(one.document.path.parent),
        sort_key=lambda one: wording.folded(str(one.document.path.parent)),
    ),
)

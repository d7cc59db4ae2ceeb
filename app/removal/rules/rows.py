"""The rows of a preview: what would be marked, what decided, and what stays."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication

import simcore
from simcore import ScanReport, WhyKept

from ...language.kept_words import KEPT_WORDS, kept_reason
from ...language.punctuation import clauses
from ...language.resemblance_words import resemblance_text
from ...language.wording import place_text, size_text
from ...looks.badges import LOOKS
from ..pairs.delegate import BadgeOf, PairSide
from ..pairs.model import PairColumn, PairPart
from ..pairs.telling import places
from ..summary import shared_folder, shown_below
from .preview import Marked
from .words import by_text

translate = QCoreApplication.translate  # the name lupdate looks for


def columns_of(report: ScanReport) -> tuple[PairColumn, ...]:
    """Return the columns of the documents to mark."""
    documents, below = report.documents, shared_folder(report.folders)
    return (
        PairColumn(
            part=PairPart.GOES,
            title=lambda: translate("RulesDialog", "Would be marked"),
            value=partial(_side, report, below, 0),
            text=lambda one: shown_below(documents[one[1].document], below),
        ),
        PairColumn(
            part=PairPart.BADGE,
            title=lambda: translate("RulesDialog", "Kind"),
            value=_badge,
            text=lambda one: LOOKS[one[1].kind].word(),
        ),
        PairColumn(
            part=PairPart.TEXT,
            title=lambda: translate("RulesDialog", "Decided by"),
            value=partial(decided_by, report),
            text=partial(decided_by, report),
        ),
        PairColumn(
            part=PairPart.STAYS,
            title=lambda: translate("RulesDialog", "Stays"),
            value=partial(_side, report, below, 1),
            text=lambda one: shown_below(documents[one[0].stays], below),
        ),
    )


def tooltip_of(report: ScanReport) -> Callable[[Marked], str]:
    """Return what gives the whole paths of a row."""
    documents = report.documents

    def tooltip(one: Marked) -> str:
        both = documents[one[1].document], documents[one[0].stays]
        return "\n".join(place_text(document) for document in both)

    return tooltip


def _side(report: ScanReport, below: Path | None, number: int, one: Marked) -> PairSide:
    documents = report.documents
    goes, stays = documents[one[1].document], documents[one[0].stays]
    found = places(goes.path, stays.path, below, elsewhere=bool(goes.elsewhere))[number]
    words = translate("RulesDialog", " · {0}", "a size, behind a folder")
    return PairSide(found, "" if number else words.format(size_text(goes.size)))


def _badge(one: Marked) -> BadgeOf:
    chosen = one[1]
    note = "" if chosen.resemblance >= 1 else resemblance_text(chosen.resemblance)
    return BadgeOf(chosen.kind, LOOKS[chosen.kind].word(), note)


def decided_by(report: ScanReport, one: Marked) -> str:
    """Return what decided that a document would be marked, in the words of the rule.

    Where no rule did, that it was a tie, and what decided then.
    """
    ground, rule = one[1].ground, one[1].rule
    if rule is not None:
        return by_text(rule.by)
    same_time = one[1].same_time
    tie = translate("RulePreview", "same time") if same_time else translate("RulePreview", "tie")
    if ground is simcore.DecisionGround.GROUP:
        return clauses([tie, kept_reason(report, report.groups[one[0].group - 1])])
    texts = {
        simcore.DecisionGround.CHOSEN: translate("RulePreview", "you chose the one that stays"),
        simcore.DecisionGround.PROTECTED: translate("RulePreview", "protected folder"),
        simcore.DecisionGround.WHOLE: translate("RulePreview", "contains the others"),
    }
    if ground in texts:
        return texts[ground]
    ties = {
        simcore.DecisionGround.TIME: translate("RulePreview", "the other has no usable date"),
        simcore.DecisionGround.COPY_NAME: KEPT_WORDS[WhyKept.NO_COPY_NAME](),
        simcore.DecisionGround.PATH: KEPT_WORDS[WhyKept.FIRST](),
    }
    return clauses([tie, ties[ground]])

"""The preview of keep rules, in words and rows: computed in the background."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

import simcore
from app.background.gradual import Check, stepped
from app.language.punctuation import clauses
from app.language.resemblance_words import kind_text, resemblance_text
from app.language.wording import count_text, path_text, size_text
from app.removal.rules.words import by_text
from app.removal.summary import path_below, shared_folder
from app.session.results import Kept, named_kept
from app.settings.values import MarkingRules
from app.widgets.records import FIT, RIGHT, Column
from simcore import DocumentId, ScanReport

translate = QCoreApplication.translate  # the name lupdate looks for


Marked = tuple["simcore.Choice", "simcore.Chosen"]
"""A document to mark, and the choice of its group."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """The input of rules: the shown groups of a report, by number from 1.

    ``going`` are marked already, ``hidden`` are members that the filter hides.
    """

    report: ScanReport
    only: frozenset[int]
    going: frozenset[DocumentId]
    hidden: Collection[DocumentId]
    roles: "simcore.Roles"


@dataclass(frozen=True, slots=True)
class Preview:
    """What would be marked: choices, each document to mark with its choice, and sentences.

    ``hidden`` counts what is left alone because the filter hides it. ``kept`` are to lead their
    groups, of which ``instead_of`` has all documents.
    """

    shelf: Shelf
    choices: "simcore.Choices"
    rows: tuple[Marked, ...]
    summary: str
    undecided: str
    undecided_paths: str
    hidden: int
    kept: frozenset[Kept]
    instead_of: frozenset[Kept]

    @property
    def marked(self) -> int:
        """How many documents would be marked."""
        return len(self.rows)


def preview_of(shelf: Shelf, ruling: MarkingRules, check: Check) -> Preview:
    """Apply rules and describe the result. Raises the exceptions of ``check``."""
    choices = simcore.choose_kept(
        shelf.report,
        ruling.rules,
        ruling.kinds,
        only=shelf.only,
        going=shelf.going,
        hidden=shelf.hidden,
        roles=shelf.roles,
        check=check,
    )
    documents = shelf.report.documents
    rows = tuple(choices.marked())
    kept, instead_of = _leading(shelf.report, choices, check)
    open_groups = [choice for choice in choices.groups if not choice.decided]
    return Preview(
        shelf,
        choices,
        rows,
        _summary(choices, len(rows)),
        _undecided(open_groups),
        "\n".join(path_text(documents[choice.stays].path) for choice in open_groups[:20]),
        sum(
            one.reason is simcore.SpareReason.HIDDEN
            for choice in choices.groups
            for one in choice.spared
        ),
        kept,
        instead_of,
    )


def _leading(
    report: ScanReport, choices: "simcore.Choices", check: Check
) -> tuple[frozenset[Kept], frozenset[Kept]]:
    """Return the documents that are to lead groups instead of others, and all of those groups.

    Where copies of another text go, too, the one of them that stays is named beside the one that
    stays of the group: a document that is marked leads no group, however they are made anew.
    """
    kept: set[Kept] = set()
    instead_of: set[Kept] = set()
    with_copies = {choice.group for choice in choices.groups if choice.copies}
    for choice in stepped(choices.groups, check):
        group = report.groups[choice.group - 1]
        leads = choice.marked and choice.stays != group.representative
        if leads or choice.group in with_copies:
            kept.add(named_kept(report.documents[choice.stays]))
            keys = (group.representative, *(one.document for one in group.members))
            instead_of.update(named_kept(report.documents[key]) for key in keys)
    return frozenset(kept), frozenset(instead_of)


def columns_of(report: ScanReport) -> tuple[Column[Marked], ...]:
    """Return the columns of the documents to mark."""
    documents, below = report.documents, shared_folder(report.folders)
    return (
        Column(
            title=lambda: translate("RulesDialog", "Would be marked"),
            text=lambda one: path_text(path_below(documents[one[1].document].path, below)),
        ),
        Column(
            title=lambda: translate("RulesDialog", "Stays"),
            text=lambda one: path_text(path_below(documents[one[0].stays].path, below)),
        ),
        Column(
            title=lambda: translate("RulesDialog", "Kind"),
            text=lambda one: kind_text(one[1].kind),
            width=FIT,
        ),
        Column(
            title=lambda: translate("RulesDialog", "Alike"),
            text=lambda one: resemblance_text(one[1].resemblance),
            width=FIT,
            align=RIGHT,
        ),
        Column(
            title=lambda: translate("RulesDialog", "Size"),
            text=lambda one: size_text(documents[one[1].document].size),
            width=FIT,
            align=RIGHT,
        ),
        Column(title=lambda: translate("RulesDialog", "Decided by"), text=_decided, width=FIT),
    )


def _decided(marked: Marked) -> str:
    ground, rule = marked[1].ground, marked[1].rule
    if rule is not None:
        return by_text(rule.by)
    texts = {
        simcore.DecisionGround.CHOSEN: translate("RulePreview", "you chose the one that stays"),
        simcore.DecisionGround.PROTECTED: translate(
            "RulePreview", "the one that stays is protected"
        ),
        simcore.DecisionGround.WHOLE: translate("RulePreview", "it is part of the one that stays"),
        simcore.DecisionGround.PATH: translate("RulePreview", "no rule; the first path stays"),
    }
    return texts[ground]


def _summary(choices: "simcore.Choices", marked: int) -> str:
    groups = len({choice.group for choice in choices.groups if choice.marked})
    size = size_text(choices.size)
    of = count_text(choices.documents)
    if groups == 1:
        words = translate("RulePreview", "Would mark {0} of {1} documents in 1 group, {2}.")
        return words.format(count_text(marked), of, size)
    words = translate("RulePreview", "Would mark {0} of {1} documents in {2} groups, {3}.")
    return words.format(count_text(marked), of, count_text(groups), size)


def _undecided(groups: "list[simcore.Choice]") -> str:
    """Return the number of groups without marks despite matching kinds, and the reasons."""
    if not groups:
        return ""
    why = {
        simcore.SpareReason.BY_HAND: translate("RulePreview", "to be marked by hand only"),
        simcore.SpareReason.INSIDE: translate("RulePreview", "inside an archive or a mailbox"),
        simcore.SpareReason.ROLE: translate("RulePreview", "in a protected folder"),
        simcore.SpareReason.NEEDED: translate("RulePreview", "kept for another group"),
        simcore.SpareReason.UNKNOWN: translate(
            "RulePreview", "never compared with the one that stays"
        ),
        simcore.SpareReason.HIDDEN: translate("RulePreview", "hidden by the filter"),
    }
    counts = Counter(one.reason for choice in groups for one in choice.spared)
    reasons = clauses(
        translate("RulePreview", "{0} ({1})").format(text, count_text(counts[reason]))
        for reason, text in why.items()
        if counts[reason]
    )
    if len(groups) == 1:
        return translate("RulePreview", "1 group cannot be decided: {0}.").format(reasons)
    words = translate("RulePreview", "{0} groups cannot be decided: {1}.")
    return words.format(count_text(len(groups)), reasons)

"""The preview of keep rules, in words and rows: computed in the background."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace

from PySide6.QtCore import QCoreApplication

import simcore
from simcore import DocumentId, Freeing, Kind, ScanReport, safe_to_free

from ...background.gradual import Check, stepped
from ...language.punctuation import clauses
from ...language.wording import count_text, place_text, size_text
from ...session.results import Kept, named_kept
from ...settings.values import MarkingRules

translate = QCoreApplication.translate  # the name lupdate looks for


_MADE_ANEW = (Kind.SIMILAR, Kind.PART)
"""Kinds of which groups change with the document that is kept; equal texts are together always."""

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

    ``hidden`` counts what is left alone because the filter hides it, ``formats`` what can be worked
    on better than the document that stays for it, unless the rule asks for that. ``kept`` are to
    lead their groups, of which ``instead_of`` has all documents. ``at_most`` is whether fewer may
    be marked: around other documents that are kept, what is only alike may be in other groups, and
    be kept.
    """

    shelf: Shelf
    choices: "simcore.Choices"
    rows: tuple[Marked, ...]
    summary: str
    undecided: str
    undecided_paths: str
    hidden: int
    formats: int
    kept: frozenset[Kept]
    instead_of: frozenset[Kept]
    at_most: bool

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
    at_most = bool(kept) and any(one.kind in _MADE_ANEW for _, one in rows)
    open_groups = [choice for choice in choices.groups if not choice.decided]
    return Preview(
        shelf,
        choices,
        rows,
        _summary(choices, len(rows), at_most=at_most),
        _undecided(open_groups),
        "\n".join(place_text(documents[choice.stays]) for choice in open_groups[:20]),
        sum(
            one.reason is simcore.SpareReason.HIDDEN
            for choice in choices.groups
            for one in choice.spared
        ),
        sum(
            simcore.loses_format(documents[choice.stays], documents[one.document])
            for choice, one in rows
            if one.rule is None or one.rule.by is not simcore.KeepBy.PDF
        ),
        kept,
        instead_of,
        at_most,
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


def counts_of(shelf: Shelf, check: Check) -> Freeing:
    """Count the documents of each kind that could go. Raises the exceptions of ``check``."""
    groups = [
        replace(group, members=tuple(m for m in group.members if m.document not in shelf.hidden))
        for group in (shelf.report.groups[number - 1] for number in sorted(shelf.only))
    ]
    return safe_to_free(replace(shelf.report, groups=tuple(groups)), shelf.roles, check)


def _summary(choices: "simcore.Choices", marked: int, *, at_most: bool) -> str:
    groups = len({choice.group for choice in choices.groups if choice.marked})
    size = size_text(choices.size)
    if at_most and marked == 1:
        words = translate("RulePreview", "Would mark at most 1 document, {2}")
    elif at_most and groups == 1:
        words = translate("RulePreview", "Would mark at most {0} documents in 1 group, {2}")
    elif at_most:
        words = translate("RulePreview", "Would mark at most {0} documents in {1} groups, {2}")
    elif marked == 1:
        words = translate("RulePreview", "Would mark 1 document, {2}")
    elif groups == 1:
        words = translate("RulePreview", "Would mark {0} documents in 1 group, {2}")
    else:
        words = translate("RulePreview", "Would mark {0} documents in {1} groups, {2}")
    return words.format(count_text(marked), count_text(groups), size)


def _undecided(groups: "list[simcore.Choice]") -> str:
    """Return the number of groups without marks despite matching kinds, and the reasons."""
    if not groups:
        return ""
    why = {
        simcore.SpareReason.BY_HAND: translate("RulePreview", "to be marked by hand only"),
        simcore.SpareReason.DATES: translate(
            "RulePreview", "name and date disagree about the latest one"
        ),
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

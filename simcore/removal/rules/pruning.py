"""Plan the removal of what keep rules marked, each with the document that stays as witness."""

from dataclasses import replace
from pathlib import Path

from simcore.files.roles import NO_ROLES, Roles
from simcore.files.volumes import Volumes
from simcore.model.operations import Action
from simcore.model.records import Document
from simcore.model.report import ScanReport
from simcore.removal.actions import ACTIONS
from simcore.removal.journal.journal import NO_RELIANCE, Reliance
from simcore.removal.plan import RemovalPlan, plan_removal
from simcore.removal.rules.choices import Choices


def plan_pruning(
    report: ScanReport,
    choices: Choices,
    *,
    action: Action = Action.TRASH,
    destination: Path | None = None,
    roles: Roles = NO_ROLES,
    reliance: Reliance = NO_RELIANCE,
    volumes: Volumes | None = None,
) -> RemovalPlan:
    """Plan the removal of the documents that rules marked, by the rules of ``plan_removal``.

    The witness of each is the document that ``choices`` let stay, whichever represents the group:
    kind and resemblance refer to it, and it is read again. Raises the errors of ``plan_removal``.
    """
    chosen = {one.document: (choice, one) for choice, one in choices.marked()}
    plan = plan_removal(
        report,
        chosen.keys(),
        by_rule=chosen.keys(),
        action=action,
        destination=destination,
        roles=roles,
        reliance=reliance,
        volumes=volumes,
    )
    removals = []
    for removal in plan.removals:
        document = removal.document
        choice, one = chosen[document.id]
        keeper = report.documents[choice.stays]
        first: tuple[Document, ...] = (keeper, *removal.others)
        if removal.group != choice.group or reliance.on(document):
            first = (keeper, *removal.witnesses)
        if ACTIONS[plan.action].links and keeper.content_hash != document.content_hash:
            first = (*removal.witnesses, keeper)  # the link must lead to the same bytes
        witness, *others = dict.fromkeys(stays.id for stays in first)
        removals.append(
            replace(
                removal,
                witness=report.documents[witness],
                others=tuple(report.documents[other] for other in others),
                group=choice.group,
                kind=one.kind,
                resemblance=one.resemblance,
            )
        )
    return replace(plan, removals=tuple(removals))

"""Results filtered by role, without documents of excluded folders, in the thread that found them.

A scan reads excluded folders, too: its files depend on folders and patterns alone, so the index
stays complete, and a folder that is no longer excluded has its results back at once. They are left
out of the report before it is grouped.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import simcore
from simcore import DocumentId, Roles, ScanReport

from ...background.task import Task
from .saved_results import Opened
from .scan import ScanOutcome

_Result_co = TypeVar("_Result_co", covariant=True)
_Result = TypeVar("_Result", ScanOutcome, Opened)


@dataclass(frozen=True, slots=True)
class Filtered(Generic[_Result_co]):
    """The result of a call, with a report filtered by ``roles``.

    ``whole`` is the report with all of its documents.
    """

    result: _Result_co
    whole: ScanReport
    roles: Roles


def call_filtered(task: Task, call: Callable[[Task], _Result], roles: Roles) -> Filtered[_Result]:
    """Make a call, and leave out what is excluded of what it found. Raises the call's errors."""
    result = call(task)
    if isinstance(result, Opened):
        roles = roles.joined(result.roles)
    report = simcore.without_excluded(result.report, roles, check=task.check)
    return Filtered(replace(result, report=report), result.report, roles)


def leave_out(
    task: Task, whole: ScanReport, roles: Roles, gone: Collection[DocumentId]
) -> Filtered[ScanReport]:
    """Return a report without excluded documents, and without those that are gone.

    Raises ``Cancelled``.
    """
    return Filtered(simcore.without_excluded(whole, roles, gone, task.check), whole, roles)

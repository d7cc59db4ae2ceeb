"""Documents of excluded folders left out of results, in the thread that found them.

A scan reads excluded folders all the same: what it reads depends on folders and patterns alone, so
the index stays whole, and a folder that is excluded no more has its results back at once. They are
left out of the report before it is grouped.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import simcore
from app.background.task import Task
from app.session.calls.saved_results import Opened
from app.session.calls.scan import ScanOutcome
from simcore import DocumentId, Roles, ScanReport

_Result_co = TypeVar("_Result_co", covariant=True)
_Result = TypeVar("_Result", ScanOutcome, Opened)


@dataclass(frozen=True, slots=True)
class Sifted(Generic[_Result_co]):
    """What a call returned, with a report that leaves out what is excluded by ``roles``.

    ``whole`` is the report with all of its documents.
    """

    result: _Result_co
    whole: ScanReport
    roles: Roles


class Excluding(Generic[_Result]):
    """Makes a call that returns what holds a report; returns that as ``Sifted``."""

    def __init__(self, call: Callable[[Task], _Result], roles: Roles) -> None:
        self._call: Callable[[Task], _Result] = call
        self._roles = roles

    def __call__(self, task: Task) -> Sifted[_Result]:
        """Do it in the calling thread. Raises what the call raises."""
        result, roles = self._call(task), self._roles
        if isinstance(result, Opened):
            roles = roles.joined(result.roles)
        report = simcore.without_excluded(result.report, roles, check=task.check)
        return Sifted(replace(result, report=report), result.report, roles)


def leave_out(
    task: Task, whole: ScanReport, roles: Roles, gone: Collection[DocumentId]
) -> Sifted[ScanReport]:
    """Make of a whole report one without excluded documents, and without those that are gone.

    Raises ``Cancelled``.
    """
    return Sifted(simcore.without_excluded(whole, roles, gone, task.check), whole, roles)

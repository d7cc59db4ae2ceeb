"""Documents of excluded folders left out of results, in the thread that found them.

A scan reads excluded folders all the same: what it reads depends on folders and patterns alone, so
the index stays whole, and a folder that is excluded no more has its results back at once. They are
left out of the report before it is grouped.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

import simcore
from app.background.task import Task
from app.session.calls.saved_results import Opened
from app.session.calls.scan import ScanOutcome
from simcore import DocumentId, Roles, ScanReport


@dataclass(frozen=True, slots=True)
class Sifted:
    """What a call returned, with a report that leaves out what is excluded by ``roles``.

    ``whole`` is the report with all of its documents.
    """

    result: object
    whole: ScanReport
    roles: Roles


class Excluding:
    """Makes a call that returns a report, or something that holds one; returns ``Sifted``."""

    def __init__(self, call: Callable[[Task], object], roles: Roles) -> None:
        self._call = call
        self._roles = roles

    def __call__(self, task: Task) -> Sifted:
        """Do it in the calling thread. Raises what the call raises."""
        result = self._call(task)
        match result:
            case ScanReport():
                report = simcore.without_excluded(result, self._roles, check=task.check)
                return Sifted(report, result, self._roles)
            case ScanOutcome() | Opened():
                roles, whole = self._roles, result.report
                if isinstance(result, Opened):
                    roles = roles.joined(result.roles)
                report = simcore.without_excluded(whole, roles, check=task.check)
                if report is not whole:
                    result = replace(result, report=report)
                return Sifted(result, whole, roles)
        raise TypeError(f"{type(result)} holds no report")


def leave_out(task: Task, whole: ScanReport, roles: Roles, gone: Collection[DocumentId]) -> Sifted:
    """Make of a whole report one without excluded documents, and without those that are gone.

    Raises ``Cancelled``.
    """
    return Sifted(simcore.without_excluded(whole, roles, gone, task.check), whole, roles)

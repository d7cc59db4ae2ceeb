"""The progress of a long call, what it has found so far, and its cancellation."""

import typing
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from simcore.model.kinds import Kind

if typing.TYPE_CHECKING:
    from simcore.model.report import ScanReport


class Stage(StrEnum):
    """The stages of a scan, in their order, and their units; see ``Progress``."""

    LIST = "list"  # files found; the total is unknown
    CHECK = "check"  # files looked up in the index
    READ = "read"  # files
    PAIR = "pair"  # steps of finding near fingerprints, of about equal time
    PASSAGE = "passage"  # proposals by sketches, before they are counted
    RECALL = "recall"  # pairs looked up in the index
    VERIFY = "verify"  # pairs compared
    GROUP = "group"  # pairs


class Cancelled(Exception):  # noqa: N818 - a request of the user, no error
    """The user asked the run to stop; files already indexed stay indexed.

    >>> class Impatient(NoProgress):
    ...     def report(self, stage: Stage, done: int, total: int) -> None:
    ...         raise Cancelled
    >>> simcore.scan("documents", simcore.ScanConfig(jobs=0), progress=Impatient())
    Traceback (most recent call last):
    simcore.model.progress.Cancelled
    """


class Progress(Protocol):
    """A receiver of progress, which can also stop or pause the run.

    >>> class Stages(NoProgress):
    ...     def report(self, stage: Stage, done: int, total: int) -> None:
    ...         stages[stage.value] = total
    >>> stages: dict[str, int] = {}
    >>> _ = simcore.scan("documents", simcore.ScanConfig(jobs=0), progress=Stages())
    >>> stages["read"], list(stages)
    (25, ['list', 'check', 'read', 'pair', 'passage', 'recall', 'verify', 'group'])
    """

    def report(self, stage: Stage, done: int, total: int) -> None:
        """Report that ``done`` of ``total`` units of ``stage`` are done; 0 total means unknown.

        Within a stage ``done`` never falls, and its last report has the whole total. Grouping by
        components returns to ``RECALL`` and ``VERIFY`` for missing pairs.

        Called often (at least ten times a second while the engine waits): the receiver decides
        how often it shows anything. Raises ``Cancelled`` to stop the run at the next safe point.

        To pause a run, return later: meanwhile no work is started and nothing is written. The
        current jobs of worker processes are finished, and stored when the run continues. What was
        read before is written first, where the receiver has an attribute ``pausing`` that is true.
        """


class NoProgress:
    """A receiver that shows nothing and never cancels: a base of others, see ``Progress``."""

    def report(self, stage: Stage, done: int, total: int) -> None:
        """Do nothing."""


@dataclass(frozen=True, slots=True)
class ScanFigures:
    """How far a scan has come, in files; a ``Watcher`` is told.

    Of ``files`` to be looked at ``new`` ones are to be read, of ``new_size`` bytes together; the
    index knows the others. ``read`` of these were read so far, ``size`` bytes of them; ``not_read``
    could not be, or not in full or for sure, or have no words. ``left_out`` were excluded by a
    pattern, are links or second names, or too large; what no pattern includes is not counted.
    """

    files: int = 0
    new: int = 0
    new_size: int = 0
    read: int = 0
    size: int = 0
    not_read: int = 0
    left_out: int = 0


class Watcher(Protocol):
    """A receiver of what a scan has found so far.

    >>> class Last:
    ...     def found(self, figures: ScanFigures, kinds: object, report: object) -> None:
    ...         self.figures = figures
    >>> last = Last()
    >>> _ = simcore.scan("documents", simcore.ScanConfig(jobs=0), watcher=last)
    >>> last.figures.files, last.figures.not_read
    (25, 2)
    """

    def found(
        self, figures: ScanFigures, kinds: AbstractSet[Kind], report: Callable[[], "ScanReport"]
    ) -> None:
        """Take what was found so far; ``report`` makes a report of it.

        That is incomplete: of the kinds of pairs only ``kinds`` are looked for until now. It takes
        the time of grouping, in which the scan waits, so the receiver decides how often. Called
        often, in the thread of the scan. Raises what ends the scan.
        """

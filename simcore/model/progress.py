"""The progress of a long call, and its cancellation."""

from enum import StrEnum
from typing import Protocol


class Stage(StrEnum):
    """The stages of a scan, in their order, and their units."""

    LIST = "list"  # files found; the total is unknown
    CHECK = "check"  # files looked up in the index
    READ = "read"  # files
    PAIR = "pair"  # steps of finding near fingerprints, of about equal time
    PASSAGE = "passage"  # proposals by sketches, before they are counted
    RECALL = "recall"  # pairs looked up in the index
    VERIFY = "verify"  # pairs compared
    GROUP = "group"  # pairs


class Cancelled(Exception):  # noqa: N818 - a request of the user, no error
    """The user asked the run to stop; files already indexed stay indexed."""


class Progress(Protocol):
    """A receiver of progress, which can also stop or pause the run."""

    def report(self, stage: Stage, done: int, total: int) -> None:
        """Report that ``done`` of ``total`` units of ``stage`` are done; 0 total means unknown.

        Within a stage ``done`` never falls, and its last report has the whole total. Grouping by
        components returns to ``RECALL`` and ``VERIFY`` for missing pairs.

        Called often (at least ten times a second while the engine waits): the receiver decides
        how often it shows anything. Raises ``Cancelled`` to stop the run at the next safe point.

        To pause a run, return later: meanwhile no work is started and nothing is written. The
        current jobs of worker processes are finished, and stored when the run continues.
        """


class NoProgress:
    """A receiver that shows nothing and never cancels."""

    def report(self, stage: Stage, done: int, total: int) -> None:
        """Do nothing."""

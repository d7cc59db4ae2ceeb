"""How a long call tells where it is, and how it is told to stop."""

from enum import StrEnum
from typing import Protocol


class Stage(StrEnum):
    """The stages of a scan, in their order, and what their units are."""

    LIST = "list"  # files found; nobody knows of how many
    CHECK = "check"  # files looked up in the index
    READ = "read"  # files
    PAIR = "pair"  # steps of finding near fingerprints, each about as long
    PASSAGE = "passage"  # proposals by passages, before they are counted
    RECALL = "recall"  # pairs looked up in the index
    VERIFY = "verify"  # pairs compared
    GROUP = "group"  # pairs


class Cancelled(Exception):  # noqa: N818 - a wish of the user's, no error
    """The person asked the run to stop; what was indexed stays indexed."""


class Progress(Protocol):
    """One call that both reports and lets the caller stop the run."""

    def report(self, stage: Stage, done: int, total: int) -> None:
        """Tell that ``done`` of ``total`` units of ``stage`` are done; 0 total means unknown.

        Within a stage ``done`` never falls, and its last report has all of the total. Grouping by
        components goes back to ``RECALL`` and ``VERIFY`` for pairs that it finds missing.

        Called often (at least ten times a second while the engine waits): the receiver decides
        how often it shows anything. Raises ``Cancelled`` to stop the run at the next safe point.

        To pause a run, return later: nothing new is begun meanwhile, and nothing written. What
        worker processes have in hand is finished, and taken in when the run goes on.
        """


class NoProgress:
    """A receiver that shows nothing and never cancels."""

    def report(self, stage: Stage, done: int, total: int) -> None:
        """Do nothing."""

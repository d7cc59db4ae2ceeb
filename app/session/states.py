"""The activity of the session, and the origin of its results."""

from dataclasses import dataclass
from enum import StrEnum

from simcore.model.reasons import Reason


class Phase(StrEnum):
    EMPTY = "empty"  # no folders
    WAITING = "waiting"  # folders, never scanned as far as is known
    RECALLED = "recalled"  # the last known state, from the index
    SCANNED = "scanned"
    CANCELLED = "cancelled"
    FAILED = "failed"
    OPENED = "opened"  # results that were saved to a file


class Activity(StrEnum):
    NONE = "none"
    RECALLING = "recalling"
    SCANNING = "scanning"
    REMOVING = "removing"
    OPENING = "opening"  # a file of saved results


BUSY = frozenset({Activity.SCANNING, Activity.REMOVING, Activity.OPENING})
"""What can be cancelled, and lets nothing else begin that changes documents or results."""


@dataclass(frozen=True, slots=True)
class Status:
    """The last event.

    ``read`` of ``known`` files for a cancelled scan, ``message`` for a failed one, ``seconds`` and
    ``ended_ns`` for a finished one; ``saved_ns`` for saved results. Both times are in nanoseconds
    since 1970. ``elsewhere``: the documents of saved results are not on this machine, so nothing
    can be scanned again.
    """

    phase: Phase
    read: int = 0
    known: int = 0
    message: Reason | str = ""
    seconds: float = 0.0
    saved_ns: int = 0
    ended_ns: int = 0
    elsewhere: bool = False

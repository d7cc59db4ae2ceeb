"""What the session is doing, and how its results came to be what they are."""

from dataclasses import dataclass
from enum import StrEnum


class Phase(StrEnum):
    """How the results came to be what they are."""

    EMPTY = "empty"  # no folders
    WAITING = "waiting"  # folders, never scanned as far as is known
    RECALLED = "recalled"  # the last known state, from the index
    SCANNED = "scanned"
    CANCELLED = "cancelled"
    FAILED = "failed"
    OPENED = "opened"  # results that were saved to a file


class Activity(StrEnum):
    """What is being done right now."""

    NONE = "none"
    RECALLING = "recalling"
    SCANNING = "scanning"
    REMOVING = "removing"
    OPENING = "opening"  # a file of saved results


BUSY = frozenset({Activity.SCANNING, Activity.REMOVING, Activity.OPENING})
"""What can be cancelled, and lets nothing else begin that changes documents or results."""


@dataclass(frozen=True, slots=True)
class Status:
    """What happened last.

    ``read`` of ``known`` files for a cancelled scan, ``message`` for a failed one, ``seconds``
    for a finished one, ``saved_ns`` for saved results: when, in nanoseconds since 1970.
    """

    phase: Phase
    read: int = 0
    known: int = 0
    message: str = ""
    seconds: float = 0.0
    saved_ns: int = 0

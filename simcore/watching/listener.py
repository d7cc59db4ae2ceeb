"""Who is told what a watch notices, and what a watch is asked to do."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from simcore.model.arrivals import Arrival
from simcore.model.config import ScanConfig
from simcore.model.progress import Progress
from simcore.model.reasons import Reason

EVERY = 30.0
"""Seconds between two looks at a folder whose disk tells of no changes."""


@dataclass(frozen=True, slots=True)
class WatchWish:
    """What to watch: folders whose documents are told of, and others that these are set against.

    ``every`` is the seconds between two looks at a folder whose disk tells of no changes. With
    ``once`` the watch ends when it has told what came since the last one.
    """

    watched: Sequence[Path]
    library: Sequence[Path]
    config: ScanConfig
    index: Path
    every: float = EVERY
    once: bool = False


@dataclass(frozen=True, slots=True)
class Ready:
    """A watch knows all documents of its folders, and how changes come to it.

    ``folders`` are those that are there and watched, as they were named, ``library`` those that
    what comes is set against, too; ``polled`` is whether any of them is looked at from time to
    time. ``outside`` documents came too long ago to be kept.
    """

    folders: Sequence[Path]
    polled: bool
    documents: int
    outside: int = 0
    library: Sequence[Path] = ()


class Listener(Progress, Protocol):
    """Is told what a watch notices, in the thread of the watch; also the progress of its scans."""

    def arrived(self, arrivals: Sequence[Arrival]) -> None:
        """Tell of documents; once this returns, they are not told again."""

    def scanning(self, folders: Sequence[Path]) -> None:
        """Say that all folders are being listed."""

    def ready(self, ready: Ready) -> None:
        """Say that the watch knows its folders; again when any of it changes."""

    def problem(self, path: Path, reason: Reason) -> None:
        """Say what is wrong at a path."""

    def notice(self, reason: Reason) -> None:
        """Say what else is worth knowing."""

"""Which folders are there, and how changes in them come to the watch."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import InitVar, dataclass
from pathlib import Path
from typing import Protocol

from simcore.files.entering import FolderRules
from simcore.files.volumes import Volumes, mark_of
from simcore.model.config import ScanConfig
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason, reason_of
from simcore.watching.hints import Hint, HintKind, Hints
from simcore.watching.listener import Listener
from simcore.watching.roots import Root, Roots, tells_nothing

_ANOTHER = (-1, -1)
"""The identity of no folder."""

BETWEEN_LOOKS = 5.0
"""Seconds between two looks whether the folders are there."""


class EventSource(Protocol):
    """What the system says of folders, as hints; ``closes``: also when files are closed."""

    closes: bool

    def add(self, root: Path) -> None:
        """Watch a folder and all below. Raises ``OSError``; it is not watched then."""

    def drop(self, root: Path) -> None:
        """Watch a folder no more."""

    def close(self) -> None:
        """End; no hint comes any more."""


MakeEvents = Callable[[Hints, FolderRules], EventSource]


def events_of_system(hints: Hints, rules: FolderRules) -> EventSource:
    """Return what this system says of folders. Raises ``OSError`` where it says nothing."""
    platform: str = sys.platform
    if platform == "linux":
        from simcore.watching.linux import LinuxEvents  # noqa: PLC0415 - of one system

        return LinuxEvents(hints, rules)
    from simcore.watching.elsewhere import OtherEvents  # noqa: PLC0415 - of other systems

    return OtherEvents(hints, rules)


@dataclass
class Presence:
    """Follows which of the folders are there, and asks the system to tell of changes in them."""

    roots: Roots
    config: InitVar[ScanConfig]
    hints: InitVar[Hints]
    listener: Listener
    every: float
    make_events: InitVar[MakeEvents]

    def __post_init__(self, config: ScanConfig, hints: Hints, make_events: MakeEvents) -> None:
        self._next_look = 0.0
        self._next_poll: dict[Path, float] = {}
        self._events: EventSource | None = None
        self._failed: OSError | None = None
        self._rules = FolderRules([one.real for one in self.roots.all], config)
        try:
            self._events = make_events(hints, self._rules)
        except OSError as error:
            self._failed = error

    @property
    def closes(self) -> bool:
        """Whether the system tells when a file is closed."""
        return self._events is not None and self._events.closes

    @property
    def polled(self) -> bool:
        """Whether any folder that is there is looked at from time to time."""
        return bool(self._next_poll)

    def close(self) -> None:
        """End."""
        if self._events is not None:
            self._events.close()

    def check(self, now: float) -> list[Root]:
        """Look which folders are there; return those that came, or are others than before."""
        self._next_look = now + BETWEEN_LOOKS
        came = self._check(self.roots.all, now)
        self._find_disks()
        return came + self._check(self.roots.disks, now)

    def _find_disks(self) -> None:
        """Find disks that were mounted in folders that are there: no event tells of that."""
        volumes = Volumes()
        for root in self.roots.there:
            for point in volumes.below(root.real):
                above = point.parents[: len(point.parts) - len(root.real.parts) - 1]
                if all(map(self._rules.enters, (*above, point))) and point.is_mount():
                    self.roots.add_disk(point)

    def _check(self, roots: Sequence[Root], now: float) -> list[Root]:
        came = []
        for root in roots:
            found = root.look()
            if found == root.seen_as:
                continue
            if root.seen_as is not None:
                self._leave(root)
            if found is None:
                self._say_away(root)
                continue
            root.seen_as = found
            root.mounted = root.real.is_mount()
            root.mark = mark_of(root.real) if root.mounted else ""
            self._enter(root, now)
            came.append(root)
        return came

    def missing(self) -> None:
        """Say which folders are not there: none was, so far."""
        for root in self.roots.followed:
            if root.seen_as is None:
                self._say_away(root)

    def _say_away(self, root: Root) -> None:
        self.listener.problem(root.shown, Reason(ReasonCode.FOLDER_AWAY, (str(root.shown),)))

    def lost(self, path: Path) -> None:
        """Take a folder for another one: the system says that the one it watched is gone."""
        for root in self.roots.followed:
            if root.real == path and root.seen_as is not None:
                root.seen_as = _ANOTHER

    def _leave(self, root: Root) -> None:
        root.seen_as = None
        self._next_poll.pop(root.real, None)
        if self._events is not None:
            self._events.drop(root.real)

    def _enter(self, root: Root, now: float) -> None:
        if tells_nothing(root.real, Volumes()):
            seconds = f"{self.every:g}"
            self._poll(root, now, Reason(ReasonCode.FOLDER_POLLED, (str(root.shown), seconds)))
            return
        error = self._failed
        if self._events is not None and error is None:
            try:
                self._events.add(root.real)
            except OSError as failure:
                error = failure
        if error is not None:
            self._poll_for(root, now, error)

    def fail(self, error: OSError, now: float) -> None:
        """Look at all folders from time to time: the system tells no more of all that is there."""
        self._failed = error
        for root in self.roots.there:
            if root.real not in self._next_poll:
                self._poll_for(root, now, error)

    def _poll_for(self, root: Root, now: float, error: OSError) -> None:
        values = str(root.shown), reason_of(error), f"{self.every:g}"
        self._poll(root, now, Reason(ReasonCode.EVENTS_FAILED, values))

    def _poll(self, root: Root, now: float, reason: Reason) -> None:
        self._next_poll[root.real] = now + self.every
        self.listener.notice(reason)

    def due(self, now: float) -> list[Hint]:
        """Return hints at the folders that are to be looked at from time to time, now."""
        found = [path for path, at in self._next_poll.items() if at <= now]
        for path in found:
            self._next_poll[path] = now + self.every
        return [Hint(path, HintKind.FOLDER, now) for path in found]

    @property
    def next(self) -> float:
        """When something is to be done here."""
        return min([self._next_look, *self._next_poll.values()])

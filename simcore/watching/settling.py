"""When a path is worth a look: once whoever writes it is done, and renamings have both halves.

Pure: the time and the state of files are passed in.
"""

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from simcore.watching.hints import Hint, HintKind

State = tuple[int, int]
"""A file's size in bytes and its time of change in nanoseconds."""

AFTER_CLOSE = 0.005
"""Seconds after a close: time for the renaming of a file that was written under another name."""

AT_REST = 0.5
"""Seconds that size and time must rest where no close is told."""

WITHOUT_CLOSE = 30.0
"""Seconds of rest after which a file that is still open is looked at all the same."""

BEFORE_GONE = 0.3
"""Seconds for the other half of a renaming, or for a file that is made anew."""

_SAID_ONCE = frozenset({HintKind.FOUND, HintKind.GONE})
_QUICK = frozenset({HintKind.CLOSED, HintKind.MOVED, HintKind.FOLDER})


@dataclass(slots=True)
class _Unsettled:
    """A path that waits; ``state`` is that at the last check, if its rest is to be seen."""

    since: float
    due: float
    kind: HintKind
    state: State | None = None


@dataclass(frozen=True, slots=True)
class Due:
    """Paths to look at, each with the time of its event; of ``folders`` all that is below."""

    paths: dict[Path, float]
    folders: dict[Path, float]


@dataclass
class Settling:
    """Paths of which something was heard, until they are due.

    ``closes`` is whether the system tells when a file is closed. ``state`` returns the state of a
    file, None if there is none. ``known`` returns whether a document at or below a path was told
    of: only then its renaming has to wait for a new file of its name, which editors make.
    """

    state: Callable[[Path], State | None]
    known: Callable[[Path], bool]
    closes: bool = field(kw_only=True)
    _waiting: dict[Path, _Unsettled] = field(default_factory=dict, init=False)
    _order: list[tuple[float, Path]] = field(default_factory=list, init=False)

    def hear(self, hint: Hint, now: float) -> None:
        """Take up a hint."""
        before = self._waiting.get(hint.path)
        if before is not None and before.kind is hint.kind and hint.kind in _SAID_ONCE:
            return  # a listing says it each time
        kind, delay = hint.kind, AFTER_CLOSE
        if hint.kind is HintKind.GONE:
            delay = BEFORE_GONE
        elif hint.kind is HintKind.MOVED:
            delay = self._renamed(hint, now)
        elif hint.kind is HintKind.WRITTEN and self.closes:
            delay = WITHOUT_CLOSE
        elif hint.kind not in _QUICK:
            if before is not None and (before.kind in _QUICK or before.kind is HintKind.WRITTEN):
                return  # it is known better already
            delay = AT_REST
        if before is not None and before.kind is HintKind.FOLDER and kind is not HintKind.GONE:
            kind = HintKind.FOLDER
        rests = kind in {HintKind.WRITTEN, HintKind.MADE, HintKind.FOUND}
        state = self.state(hint.path) if rests and delay == AT_REST else None
        since = hint.at if before is None or kind is not before.kind else before.since
        if kind is HintKind.CLOSED:
            since = hint.at
        self._wait(hint.path, _Unsettled(since, now + delay, kind, state))

    def _renamed(self, hint: Hint, now: float) -> float:
        """Return how long a new name waits for its old one, which waits as long."""
        if hint.was is None or not self.known(hint.was):
            return AFTER_CLOSE
        self._wait(hint.was, _Unsettled(hint.at, now + BEFORE_GONE, HintKind.GONE))
        return BEFORE_GONE

    def _wait(self, path: Path, one: _Unsettled) -> None:
        self._waiting[path] = one
        heapq.heappush(self._order, (one.due, path))

    def next(self) -> float | None:
        """Return when something may be due; None if nothing waits."""
        while self._order:
            due, path = self._order[0]
            one = self._waiting.get(path)
            if one is not None and one.due == due:
                return due
            heapq.heappop(self._order)
        return None

    def take(self, now: float) -> Due:
        """Return what is due now, and forget it."""
        paths: dict[Path, float] = {}
        folders: dict[Path, float] = {}
        while (due := self.next()) is not None and due <= now:
            _, path = heapq.heappop(self._order)
            one = self._waiting.pop(path)
            if self._is_at_rest(path, one, now):
                (folders if one.kind is HintKind.FOLDER else paths)[path] = one.since
        return Due(paths, folders)

    def _is_at_rest(self, path: Path, one: _Unsettled, now: float) -> bool:
        """Return whether a path is due; if not, it waits on."""
        if one.kind not in {HintKind.WRITTEN, HintKind.MADE, HintKind.FOUND}:
            return True
        state = self.state(path)
        if one.kind is HintKind.MADE and self.closes and state is not None and not state[0]:
            # an empty file that was made is about to be written
            self._wait(path, _Unsettled(one.since, now + WITHOUT_CLOSE, HintKind.WRITTEN))
            return False
        if self.closes and one.kind is HintKind.WRITTEN:
            return True  # each write has put it off
        if state == one.state:
            return True
        self._wait(path, _Unsettled(one.since, now + AT_REST, one.kind, state))
        return False

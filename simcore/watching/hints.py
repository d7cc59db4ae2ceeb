"""What the system says of paths: each is a hint that something may have changed there."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from threading import Lock


class HintKind(Enum):
    """What the system says happened to a path; the disk says what is there now."""

    CLOSED = auto()  # a program that had written to it closed it
    WRITTEN = auto()  # a program has written to it, and may go on
    MADE = auto()  # it is there; whoever made it may write to it
    MOVED = auto()  # it is there whole: it was renamed
    GONE = auto()
    FOLDER = auto()  # a folder came, or its rights changed: all in it may have
    FOUND = auto()  # a listing found it changed; whether it is whole is not known


@dataclass(frozen=True, slots=True)
class Hint:
    """A path that may have changed, since when by the monotonic clock; ``was`` it was before."""

    path: Path
    kind: HintKind
    at: float
    was: Path | None = None


@dataclass(frozen=True, slots=True)
class Heard:
    """All hints since the last call; after ``lost`` ones, everything may have changed.

    ``failed`` is why the system tells of some folders no more.
    """

    hints: tuple[Hint, ...] = ()
    lost: bool = False
    failed: OSError | None = None


class Hints:
    """A box of hints: other threads put some in, the watch takes them out.

    Of a path that is written to again and again only the last hint is kept, so the box holds no
    more than there are paths.
    """

    def __init__(self, wake: Callable[[], None], clock: Callable[[], float]) -> None:
        self._wake = wake
        self._clock = clock
        self._lock = Lock()
        self._hints: dict[tuple[Path, HintKind], Hint] = {}
        self._lost = False
        self._failed: OSError | None = None

    def put(self, path: Path, kind: HintKind, was: Path | None = None) -> None:
        """Add a hint, and wake the watch."""
        hint = Hint(path, kind, self._clock(), was)
        with self._lock:
            waiting = bool(self._hints)
            # at the end: what was said last of a path holds
            self._hints.pop((path, kind), None)
            self._hints[path, kind] = hint
        if not waiting:
            self._wake()

    def lose(self) -> None:
        """Say that hints were lost."""
        with self._lock:
            self._lost = True
        self._wake()

    def fail(self, error: OSError) -> None:
        """Say that the system tells no more of some folders."""
        with self._lock:
            self._failed = error
        self._wake()

    def take(self) -> Heard:
        """Return all there is, and begin anew."""
        with self._lock:
            heard = Heard(tuple(self._hints.values()), self._lost, self._failed)
            self._hints, self._lost, self._failed = {}, False, None
        return heard

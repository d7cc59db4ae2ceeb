"""File system events of Linux (inotify(7)), as hints.

Of watchdog only the bindings are used: its observer silently skips folders that it cannot watch,
hides overflows, and delays all events after a move by half a second. A disk mounted below a folder
is followed like a folder.
"""

import ctypes
import errno
import os
import queue
import select
import struct
import sys
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import InitVar, dataclass
from enum import Enum, auto
from pathlib import Path
from threading import Lock, Thread
from typing import Protocol

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer
from watchdog.observers.api import ObservedWatch
from watchdog.observers.inotify_c import InotifyConstants as In
from watchdog.observers.inotify_c import Mask, inotify_add_watch, inotify_init, inotify_rm_watch

from simcore.files.disk import Volumes, identity, mark_of
from simcore.files.listing import FolderRules
from simcore.model.config import ScanConfig
from simcore.model.reasons import Reason, ReasonCode, reason_of
from simcore.model.report import Arrival, Cancelled, Progress, Stage


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

    ``failed`` is why the system no longer reports some folders.
    """

    hints: tuple[Hint, ...] = ()
    lost: bool = False
    failed: OSError | None = None


class Hints:
    """The last hint of each path: other threads put hints in, the watch takes them out."""

    def __init__(self, wake: Callable[[], None], clock: Callable[[], float]) -> None:
        self._wake = wake
        self._clock = clock
        self._lock = Lock()
        self._hints: dict[tuple[Path, HintKind], Hint] = {}
        self._lost = False
        self._failed: OSError | None = None

    def put(self, path: Path, kind: HintKind, was: Path | None = None) -> None:
        hint = Hint(path, kind, self._clock(), was)
        with self._lock:
            waiting = bool(self._hints)
            # at the end: what was said last of a path holds
            self._hints.pop((path, kind), None)
            self._hints[path, kind] = hint
        if not waiting:
            self._wake()

    def lose(self) -> None:
        with self._lock:
            self._lost = True
        self._wake()

    def fail(self, error: OSError) -> None:
        with self._lock:
            self._failed = error
        self._wake()

    def take(self) -> Heard:
        with self._lock:
            heard = Heard(tuple(self._hints.values()), self._lost, self._failed)
            self._hints, self._lost, self._failed = {}, False, None
        return heard


_SELF_WENT = In.IN_DELETE_SELF | In.IN_MOVE_SELF
_SELF = _SELF_WENT | In.IN_UNMOUNT  # which the system tells unasked
_CAME = In.IN_CREATE | In.IN_MOVED_TO
_WENT = In.IN_DELETE | In.IN_MOVED_FROM
_CHANGED = In.IN_MODIFY | In.IN_ATTRIB | In.IN_CLOSE_WRITE
_MASK = _CHANGED | _CAME | _WENT | _SELF_WENT | In.IN_ONLYDIR | In.IN_EXCL_UNLINK
_BUFFER = 1 << 18
_COOKIES = 1_000
_HEAD = struct.Struct("iIII")
_NAMES = {
    errno.ENOSPC: "fs.inotify.max_user_watches",
    errno.EMFILE: "fs.inotify.max_user_instances",
}
_LIMITS = {errno.ENOSPC, errno.EMFILE, errno.ENFILE, errno.ENOMEM}


class LinuxEvents:
    """Watches folders and all below that a walk enters; a thread turns events into hints.

    ``closes``: the system reports closed files. Raises ``OSError`` if inotify is not available.
    """

    closes = True

    def __init__(self, hints: Hints, rules: FolderRules) -> None:
        self._hints = hints
        self._rules = rules
        self._paths: dict[int, str] = {}  # strings: there are many, and all are gone through
        self._roots: set[Path] = set()
        self._came_from: OrderedDict[int, Path] = OrderedDict()
        self._lock = Lock()
        self._file = inotify_init()
        if self._file < 0:
            raise _error()
        os.set_inheritable(self._file, False)  # noqa: FBT003 - of os
        self._stopped, self._stop = os.pipe()
        self._thread = Thread(target=self._run, name="events", daemon=True)
        self._thread.start()

    def add(self, root: Path) -> None:
        """Watch a folder and all below. Raises ``OSError``; it is not watched then."""
        with self._lock:
            self._roots.add(root)
            try:
                if not self._add_below(root):
                    raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(root))
            except OSError:
                self._drop(root)
                raise

    def drop(self, root: Path) -> None:
        with self._lock:
            self._drop(root)

    def _drop(self, root: Path) -> None:
        self._roots.discard(root)
        if not any(root.is_relative_to(one) for one in self._roots):
            self._remove_below(root, self._roots)

    def close(self) -> None:
        os.close(self._stop)
        self._thread.join()
        os.close(self._stopped)
        os.close(self._file)

    def _add_below(self, top: Path) -> bool:
        pending = [top]
        while pending:
            folder = pending.pop()
            # watched first and listed then, so that nothing comes unnoticed in between
            number = inotify_add_watch(self._file, os.fsencode(folder), Mask(_MASK))
            if number < 0:
                error = _error()
                if error.errno in _LIMITS:
                    raise error
                if folder == top:
                    return False
                continue  # gone, or not to be listed, as a walk says
            before = self._paths.get(number)
            if before not in {None, str(folder)} and folder.is_relative_to(str(before)):
                continue  # a link to a folder around it
            self._paths[number] = str(folder)
            pending += self._rules.inside(folder)
        return True

    def _remove_below(self, top: Path, but: Iterable[Path] = ()) -> None:
        above = _prefix(top)
        kept = tuple(map(_prefix, but))
        for number, path in list(self._paths.items()):
            inside = path + os.sep
            if inside.startswith(above) and not inside.startswith(kept):
                inotify_rm_watch(self._file, number)  # type: ignore[arg-type] # its own NewType
                del self._paths[number]

    def _run(self) -> None:
        poll = select.poll()
        poll.register(self._file, select.POLLIN)
        poll.register(self._stopped, select.POLLHUP)
        while True:
            ready = {file for file, _ in poll.poll()}
            if self._stopped in ready:
                return
            data = os.read(self._file, _BUFFER)
            with self._lock:
                try:
                    self._hear(data)
                except OSError as error:
                    self._hints.fail(error)

    def _hear(self, data: bytes) -> None:
        at = 0
        failed: OSError | None = None
        while at < len(data):
            number, mask, cookie, size = _HEAD.unpack_from(data, at)
            name = data[at + _HEAD.size : at + _HEAD.size + size].rstrip(b"\0")
            at += _HEAD.size + size
            try:
                self._event(number, mask, cookie, os.fsdecode(name))
            except OSError as error:
                failed = error
        if failed is not None:
            raise failed

    def _event(self, number: int, mask: int, cookie: int, name: str) -> None:
        if mask & In.IN_Q_OVERFLOW:
            self._hints.lose()
            return
        if mask & In.IN_IGNORED:
            self._paths.pop(number, None)
            return
        known = self._paths.get(number)
        if known is None:
            return
        folder = Path(known)
        if mask & _SELF:
            if folder in self._roots:  # of others their parents tell
                self._hints.put(folder, HintKind.GONE)
            return
        if not name:
            return  # its rights: its parent tells, too
        path = folder / name
        # a link to a folder is none by itself
        linked = self._rules.follows and (
            (mask & _CAME and self._rules.enters(path))
            or (mask & _WENT and str(path) in self._paths.values())
        )
        if linked and mask & _WENT:
            self._remove_below(path)  # the folder itself goes on, and so would its watch
        if mask & In.IN_ISDIR or linked:
            self._of_folder(path, mask, cookie)
        else:
            self._of_file(path, mask, cookie)

    def _of_folder(self, path: Path, mask: int, cookie: int) -> None:
        if mask & _WENT:
            if mask & In.IN_MOVED_FROM:  # of what is deleted the system drops the watches
                self._remove_below(path)
            self._went(path, mask, cookie)
        elif self._rules.enters(path):
            self._add_below(path)
            if mask & In.IN_MOVED_TO and (was := self._came_from.pop(cookie, None)) is not None:
                self._hints.put(path, HintKind.MOVED, was)
            else:
                self._hints.put(path, HintKind.FOLDER)

    def _of_file(self, path: Path, mask: int, cookie: int) -> None:
        if mask & In.IN_CLOSE_WRITE:
            self._hints.put(path, HintKind.CLOSED)
        elif mask & In.IN_MODIFY:
            self._hints.put(path, HintKind.WRITTEN)
        elif mask & In.IN_MOVED_TO:
            self._hints.put(path, HintKind.MOVED, self._came_from.pop(cookie, None))
        elif mask & _WENT:
            self._went(path, mask, cookie)
        else:
            self._hints.put(path, HintKind.MADE if mask & _CAME else HintKind.FOUND)

    def _went(self, path: Path, mask: int, cookie: int) -> None:
        if mask & In.IN_MOVED_FROM:
            self._came_from[cookie] = path
            while len(self._came_from) > _COOKIES:
                self._came_from.popitem(last=False)
        self._hints.put(path, HintKind.GONE)


def _prefix(folder: Path) -> str:
    return os.path.join(folder, "")  # noqa: PTH118 - with a final separator


def _error() -> OSError:
    number = ctypes.get_errno()
    limit = _NAMES.get(number)
    if limit is not None:  # the system's own words are about disks and files
        return OSError(number, Reason(ReasonCode.SYSTEM_LIMIT, (limit,)))
    return OSError(number, os.strerror(number))


_KINDS = {
    "created": HintKind.MADE,
    "modified": HintKind.WRITTEN,
    "deleted": HintKind.GONE,
    "attrib": HintKind.FOUND,
    "closed": HintKind.CLOSED,
}


class OtherEvents:
    """Watches folders and all below; threads of watchdog turn events into hints.

    ``closes``: these systems do not report closed files. Raises ``OSError``.
    """

    closes = False

    def __init__(self, hints: Hints, rules: FolderRules) -> None:
        del rules  # a folder is watched with all that is below it, whatever the rules say
        self._handler = _Handler(hints)
        self._observer = Observer()
        self._observer.start()
        self._watches: dict[Path, ObservedWatch] = {}

    def add(self, root: Path) -> None:
        """Watch a folder and all below. Raises ``OSError``; it is not watched then."""
        self.drop(root)
        self._watches[root] = self._observer.schedule(self._handler, str(root), recursive=True)

    def drop(self, root: Path) -> None:
        watch = self._watches.pop(root, None)
        if watch is not None:
            self._observer.unschedule(watch)

    def close(self) -> None:
        self._observer.stop()
        self._observer.join()


class _Handler(FileSystemEventHandler):
    def __init__(self, hints: Hints) -> None:
        self._hints = hints

    def on_any_event(self, event: FileSystemEvent) -> None:
        path = Path(os.fsdecode(event.src_path))
        if event.event_type == "moved":
            to = Path(os.fsdecode(event.dest_path))
            self._hints.put(path, HintKind.GONE)
            self._hints.put(to, HintKind.MOVED, path)
            return
        kind = _KINDS.get(event.event_type)
        if kind is None or (event.is_directory and kind is HintKind.WRITTEN):
            return  # of what changes in a folder there are events of its own
        if event.is_directory and kind is not HintKind.GONE:
            kind = HintKind.FOLDER
        self._hints.put(path, kind)


@dataclass(slots=True)
class Root:
    """One folder, as named and resolved; ``told``: its documents are reported.

    ``seen_as`` is its identity when last seen, None while it is away; ``mounted``: a disk is
    mounted there, and ``mark`` which one, as in ``mark_of``.
    """

    shown: Path
    real: Path
    told: bool
    mounted: bool = False
    mark: str = ""
    seen_as: tuple[int, int] | None = None

    def look(self) -> tuple[int, int] | None:
        """Return the identity of the folder, None if it is not there.

        A mount point without its disk, a folder whose files cannot be reached, and an empty other
        disk count as missing.
        """
        try:
            # the folder by a name in it: its files can be reached
            found = identity(os.stat(os.path.join(self.real, os.curdir)))  # noqa: PTH116, PTH118
            os.scandir(self.real).close()
        except OSError:
            return None
        if self.mounted and not self.real.is_mount():
            return None
        if self.mark and found != self.seen_as and mark_of(self.real) != self.mark:
            return None if _is_empty(self.real) else found
        return found


class Roots:
    """All folders, the watched ones first, and the ``disks`` that are or were mounted below."""

    def __init__(
        self, watched: Iterable[Path], library: Iterable[Path], mounted: Mapping[Path, str]
    ) -> None:
        self.all: list[Root] = []
        self.disks: list[Root] = []
        for folders, told in ((watched, True), (library, False)):
            for folder in folders:
                real = Path(os.path.realpath(folder))
                shown = Path(os.path.abspath(folder))  # noqa: PTH100 - without following links
                if all(one.real != real for one in self.all):
                    root = Root(shown, real, told, real in mounted, mounted.get(real, ""))
                    self.all.append(root)
        for point in sorted(mounted):
            self.add_disk(point, mounted[point])

    def add_disk(self, point: Path, mark: str = "") -> None:
        root = self.of(point)
        if root is not None and all(one.real != point for one in self.followed):
            shown = root.shown / point.relative_to(root.real)
            self.disks.append(Root(shown, point, root.told, mounted=True, mark=mark))

    @property
    def followed(self) -> list[Root]:
        return [*self.all, *self.disks]

    def away(self) -> list[Path]:
        return [
            one.real for one in self.followed if one.seen_as is None or one.look() != one.seen_as
        ]

    @property
    def there(self) -> list[Root]:
        return [root for root in self.all if root.seen_as is not None]

    @property
    def shown(self) -> dict[Path, Path]:
        return {root.real: root.shown for root in self.there}

    def of(self, path: Path) -> Root | None:
        return next((one for one in self.all if is_within(path, one.real)), None)

    def is_told(self, path: Path) -> bool:
        return any(one.told and is_within(path, one.real) for one in self.all)


_OF_EVERY_DISK = {"lost+found", "System Volume Information", "$RECYCLE.BIN"}


def _is_empty(folder: Path) -> bool:
    try:
        with os.scandir(folder) as entries:
            return all(one.name in _OF_EVERY_DISK or one.name.startswith(".") for one in entries)
    except OSError:
        return True


def is_within(path: Path, folder: Path) -> bool:
    """Return whether a path is in a folder, or is it; faster than ``is_relative_to``.

    >>> [is_within(Path(one), Path("/a/b")) for one in ("/a/b", "/a/b/c", "/a/bc", "/a")]
    [True, True, False, False]
    """
    inner, outer = os.path.normcase(path), os.path.normcase(folder)
    return inner == outer or inner.startswith(os.path.join(outer, ""))  # noqa: PTH118 - ends it


def tells_nothing(path: Path, volumes: Volumes) -> bool:
    """Return whether the disk of a resolved path is known to report no changes.

    Network drives report only changes by this computer; so does FUSE, except for disks (fuseblk).
    """
    mount = volumes.mount_of(path)
    if mount is None:
        return not sys.platform.startswith(("linux", "win", "darwin"))
    own = mount.type == "fuse" or mount.type.startswith(("fuse.", "fuse3."))
    return own or volumes.is_network(path)


EVERY = 30.0
"""Seconds between two looks at a folder whose disk tells of no changes."""


@dataclass(frozen=True, slots=True)
class WatchWish:
    """What to watch: folders whose documents are reported, and others to compare them with.

    ``every`` is the interval in seconds for folders whose disk reports no changes. With ``once``
    the watch ends after reporting what came since the last one.
    """

    watched: Sequence[Path]
    library: Sequence[Path]
    config: ScanConfig
    index: Path
    every: float = EVERY
    once: bool = False


@dataclass(frozen=True, slots=True)
class Ready:
    """A watch knows all documents of its folders.

    ``folders`` are watched, as they were named; new documents are compared with ``library`` as
    well. ``polled``: some are checked at intervals. ``outside`` documents are too old to be kept.
    """

    folders: Sequence[Path]
    polled: bool
    documents: int
    outside: int = 0
    library: Sequence[Path] = ()


class Listener(Progress, Protocol):
    """Receives what a watch notices, in the thread of the watch, and the progress of its scans."""

    def arrived(self, arrivals: Sequence[Arrival]) -> None: ...

    def scanning(self, folders: Sequence[Path]) -> None: ...

    def ready(self, ready: Ready) -> None:
        """Say that the watch knows its folders; called again when they change."""

    def problem(self, path: Path, reason: Reason) -> None: ...

    def notice(self, reason: Reason) -> None: ...


# the identity of no folder
_ANOTHER = (-1, -1)
BETWEEN_LOOKS = 5.0
"""Seconds between two looks whether the folders are there."""


class EventSource(Protocol):
    """File system events as hints; ``closes``: closed files are reported, too."""

    closes: bool

    def add(self, root: Path) -> None:
        """Watch a folder and all below. Raises ``OSError``; it is not watched then."""

    def drop(self, root: Path) -> None: ...

    def close(self) -> None: ...


MakeEvents = Callable[[Hints, FolderRules], EventSource]


def events_of_system(hints: Hints, rules: FolderRules) -> EventSource:
    """Return the events of this system. Raises ``OSError`` if there are none."""
    platform: str = sys.platform
    if platform == "linux":
        return LinuxEvents(hints, rules)

    return OtherEvents(hints, rules)


@dataclass
class Presence:
    """Follows which of the folders are there, and asks the system for their changes."""

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
        return self._events is not None and self._events.closes

    @property
    def polled(self) -> bool:
        return bool(self._next_poll)

    def close(self) -> None:
        if self._events is not None:
            self._events.close()

    def check(self, now: float) -> list[Root]:
        """Check which folders are there; return those that came or are others than before."""
        self._next_look = now + BETWEEN_LOOKS
        came = self._check(self.roots.all, now)
        self._find_disks()
        return came + self._check(self.roots.disks, now)

    def _find_disks(self) -> None:
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
        """Report the missing folders: none was, so far."""
        for root in self.roots.followed:
            if root.seen_as is None:
                self._say_away(root)

    def _say_away(self, root: Root) -> None:
        self.listener.problem(root.shown, Reason(ReasonCode.FOLDER_AWAY, (str(root.shown),)))

    def lost(self, path: Path) -> None:
        """Treat a folder as another one: the system lost the one it watched."""
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
        """Check all folders at intervals from now on: the system no longer reports all changes."""
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
        found = [path for path, at in self._next_poll.items() if at <= now]
        for path in found:
            self._next_poll[path] = now + self.every
        return [Hint(path, HintKind.FOLDER, now) for path in found]

    @property
    def next(self) -> float:
        """When the next check at intervals is due."""
        return min([self._next_look, *self._next_poll.values()])


class Stop:
    """A request to end, and where a watch waits.

    All but ``wait`` may be called from any thread and from signal handlers: it uses no Python lock.
    """

    def __init__(self) -> None:
        self._wakes: queue.SimpleQueue[None] = queue.SimpleQueue()
        self.requested = False

    def request(self) -> None:
        """Ask the watch to end after its current report."""
        self.requested = True
        self.wake()

    def wake(self) -> None:
        self._wakes.put(None)

    def wait(self, seconds: float) -> None:
        try:
            self._wakes.get(timeout=seconds)
            while True:
                self._wakes.get_nowait()
        except queue.Empty:
            return

    def check(self) -> None:
        if self.requested:
            raise Cancelled

    def report(self, _stage: Stage, _done: int, _total: int) -> None:
        self.check()

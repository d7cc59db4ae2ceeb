"""WatchProcess: a watch of folders beside the window, in a process of its own."""

import heapq
import json
import logging
import math
import os
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from operator import attrgetter
from pathlib import Path
from typing import Any

from PySide6.QtCore import QElapsedTimer, QLockFile, QObject, QProcess, QTimer, Signal, Slot

from simcore.files.roles import FolderSettings
from simcore.index.judgements import change_folder_settings, read_folder_settings
from simcore.index.judgements import read_arrivals as read_arrival_file
from simcore.index.paths import arrivals_path
from simcore.model.config import ScanConfig, config_to_json
from simcore.model.reasons import Reason, ReasonCode, SimcoreError, reason_in
from simcore.model.report import Arrival, ArrivalEvent
from simcore.reports.formats import arrival_from_json, path_in

from ..session.session import Session
from ..settings.settings import Command, SeenArrival, SettingsStore, own_command
from ..tasks import Latest, Task

LONGEST = 4_000_000  # bytes of a line; a match takes about 300


@dataclass(frozen=True, slots=True)
class WatchListens:
    """A watch listens; ``polling``: it looks every few seconds instead.

    It knows ``documents``; ``outside`` of them are too old.
    """

    polling: bool
    documents: int
    outside: int


@dataclass(frozen=True, slots=True)
class WatchTrouble:
    """A sentence of a watch; ``path`` is None if it concerns no file or folder."""

    reason: Reason | str
    path: Path | None = None


@dataclass(frozen=True, slots=True)
class WatchFails:
    """A watch ends for a lasting reason; do not restart it."""

    reason: Reason | str


class WatchState(Enum):
    OFF = auto()
    LEARNING = auto()  # it starts, or reads what is there
    BEHIND = auto()  # it waits: another watch of the index is at work
    LISTENING = auto()
    PAUSED = auto()  # by a person
    WAITING = auto()  # it broke off, and is about to start again
    BROKEN = auto()  # it broke off too often, or for a reason that stays


Told = Arrival | WatchState | WatchListens | WatchTrouble | WatchFails


def told_in(line: bytes) -> Told:
    """Return the event in a line. Raises ``ValueError`` for anything else.

    >>> told_in(b'{"event": "watching", "mode": "events", "documents": 3, "outside": 0}')
    WatchListens(polling=False, documents=3, outside=0)
    """
    try:
        plain = json.loads(line)
    except RecursionError as error:
        raise ValueError("too deep") from error
    event = plain.get("event") if isinstance(plain, dict) else None
    read = _READ.get(event) if isinstance(event, str) else None
    if read is None:
        raise ValueError(f"no event of a watch: {event!r:.80}")
    return read(plain)


def _listens(plain: dict[str, Any]) -> Told:
    counts = plain.get("documents", 0), plain.get("outside", 0)
    if not all(type(one) is int and one >= 0 for one in counts):
        raise ValueError("no count")
    return WatchListens(plain.get("mode") == "polling", *counts)


def _trouble(plain: dict[str, Any]) -> WatchTrouble:
    path, sentence, code = plain.get("path"), plain.get("reason"), plain.get("code")
    if not isinstance(sentence, str) or not isinstance(path, str | None):
        raise ValueError("no reason")  # noqa: TRY004 - of the line
    reason = reason_in(code) if isinstance(code, str) else Reason(ReasonCode.UNKNOWN)
    known = reason.code is not ReasonCode.UNKNOWN
    where = path_in(plain, "path") if path else None
    return WatchTrouble(reason if known else sentence[:2000], where)


_READ: dict[str, Callable[[dict[str, Any]], Told]] = {
    "scanning": lambda _plain: WatchState.LEARNING,
    "watching": _listens,
    "problem": _trouble,
    "notice": _trouble,
    "stopped": lambda _plain: WatchState.OFF,
    "failed": lambda plain: WatchFails(_trouble(plain).reason),
} | {event.value: arrival_from_json for event in ArrivalEvent}


class LineCutter:
    """Cuts a stream of bytes into lines; a line that is too long is dropped."""

    def __init__(self, longest: int = LONGEST) -> None:
        self._longest = longest
        self._begun = bytearray()
        self._dropping = False

    def cut(self, piece: bytes) -> list[bytes | None]:
        """Return the lines that end in a piece, without their ends; None for one too long.

        >>> cutter = LineCutter(4)
        >>> cutter.cut(b"one" + bytes([10]) + b"tw"), cutter.cut(b"o" + bytes([10]) + b"three")
        ([b'one'], [b'two', None])
        """
        found: list[bytes | None] = []
        *ended, rest = piece.split(b"\n")
        for part in ended:
            if not self._dropping:
                found.append(self._line(part))
            self._dropping = False
            self._begun.clear()
        if not self._dropping:
            self._begun += rest
            if len(self._begun) > self._longest:
                self._dropping = True
                self._begun.clear()
                found.append(None)
        return found

    def _line(self, part: bytes) -> bytes | None:
        self._begun += part
        return bytes(self._begun) if len(self._begun) <= self._longest else None


_log = logging.getLogger(__name__)

PAUSES = 1_000, 5_000, 30_000  # milliseconds before each restart; then the user is asked
_STEADY = 120_000  # milliseconds after which the count of failures starts again
_PATIENCE = 5_000  # milliseconds for a watch to end, perhaps while it writes the index
_AT_THE_END = 2_000  # the same while the window closes
_LAST_WORDS = 64_000  # bytes of standard error that are kept
_WRONG_USAGE = 2  # exit code
_MOST_WRONG = 100  # invalid lines after which a watch is broken


class WatchProcess(QObject):
    """Runs this program as a watch in a process, and restarts it when it breaks off.

    ``came`` carries an ``Arrival``, ``troubled`` a ``WatchTrouble``; ``state_changed`` follows
    changes of ``state`` or ``listening``. ``broken`` follows when restarts do not help, with the
    reason in ``failure``. Its standard input closes with this program, which ends the watch.
    """

    came = Signal(object)
    state_changed = Signal()
    troubled = Signal(object)
    broken = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state = WatchState.OFF
        self.listening: WatchListens | None = None
        self.failure: Reason | str | None = None
        self._wanted: Command | None = None
        self._running: Command | None = None
        self._child: QProcess | None = None
        self._leaving = False  # it was asked to end
        self._failures = 0
        self._since = QElapsedTimer()
        self._cutter = LineCutter()
        self._wrong = 0
        self._last_words: deque[bytes] = deque()
        self._again = QTimer(self, singleShot=True)
        self._again.timeout.connect(self._start)
        self._ending = QTimer(self, singleShot=True, interval=_PATIENCE)
        self._ending.timeout.connect(self._kill)

    def watch(self, command: Command | None) -> None:
        """Run this command from now on, None for no watch; an equal one goes on."""
        if command == self._wanted:
            return
        self._wanted = command
        self._failures = 0
        if self.state is not WatchState.PAUSED:
            self._settle()

    @Slot()
    def pause(self) -> None:
        """End the watch until ``resume``, which reports what came meanwhile."""
        if self._wanted is not None and self.state is not WatchState.PAUSED:
            self._become(WatchState.PAUSED)
            self._settle()

    @Slot()
    def resume(self) -> None:
        """Go on after ``pause``, or retry after too many failures."""
        if self.state in {WatchState.PAUSED, WatchState.BROKEN}:
            self._failures = 0
            self._become(WatchState.OFF)
            self._settle()

    def last_words(self) -> str:
        return b"".join(self._last_words).decode("utf-8", "replace").strip()

    def shut_down(self) -> None:
        self._wanted = None
        self._again.stop()
        child = self._child
        if child is None:
            return
        child.blockSignals(True)  # noqa: FBT003 - Qt's own signature
        child.closeWriteChannel()
        if not child.waitForFinished(_AT_THE_END):
            child.kill()
            child.waitForFinished(_PATIENCE)
        self._child = None
        self._become(WatchState.OFF)

    def _settle(self) -> None:
        self._again.stop()
        wanted = None if self.state is WatchState.PAUSED else self._wanted
        if self._child is not None:
            if wanted != self._running and not self._leaving:
                self._leaving = True
                self._child.closeWriteChannel()
                self._ending.start()
        elif wanted is not None:
            self._start()
        elif self.state is not WatchState.PAUSED:
            self._become(WatchState.OFF)

    @Slot()
    def _start(self) -> None:
        wanted = self._wanted
        if wanted is None or self._child is not None:
            return
        child = QProcess(self)
        child.setProgram(wanted.words[0])
        child.setArguments(list(wanted.words[1:]))
        if wanted.folder is not None:
            child.setWorkingDirectory(str(wanted.folder))
        child.readyReadStandardOutput.connect(self._read)
        child.readyReadStandardError.connect(self._read_last_words)
        child.finished.connect(self._ended)
        child.errorOccurred.connect(self._failed)
        self._child, self._running, self._leaving = child, wanted, False
        self._cutter, self._wrong, self.failure = LineCutter(), 0, None
        self._last_words.clear()
        self._since.start()
        self._become(WatchState.LEARNING)
        child.start()

    @Slot()
    def _kill(self) -> None:
        if self._child is not None:
            self._child.kill()

    @Slot()
    def _ended(self) -> None:
        self._ending.stop()
        child = self._child
        if child is None:
            return
        self._read()
        self._read_last_words()
        if self.failure is None and child.exitCode() == _WRONG_USAGE:
            self.failure = self.last_words()
        self._child = self._running = None
        child.deleteLater()
        if self._leaving:
            self._settle()
        else:
            self._break_off()

    @Slot(QProcess.ProcessError)
    def _failed(self, error: QProcess.ProcessError) -> None:
        child = self._child
        if error is QProcess.ProcessError.FailedToStart and child is not None:
            # no signal of its end follows
            self._child = self._running = None
            self._last_words.append(child.errorString().encode())
            child.deleteLater()
            self._break_off()

    def _break_off(self) -> None:
        if self._since.elapsed() > _STEADY:
            self._failures = 0
        if self._failures < len(PAUSES) and self.failure is None:
            self._again.start(PAUSES[self._failures])
            self._failures += 1
            self._become(WatchState.WAITING)
        else:
            self._become(WatchState.BROKEN)
            self.broken.emit()

    def _become(self, state: WatchState, listening: WatchListens | None = None) -> None:
        if (state, listening) != (self.state, self.listening):
            self.state, self.listening = state, listening
            self.state_changed.emit()

    @Slot()
    def _read(self) -> None:
        child = self._child
        if child is None:
            return
        for line in self._cutter.cut(bytes(child.readAllStandardOutput().data())):
            if self._wrong > _MOST_WRONG:
                return
            try:
                if line is None:
                    raise ValueError("too long")  # noqa: TRY301 - told as all others are
                if line.strip():
                    self._take(told_in(line))
            except ValueError as error:
                self._note_wrong(error, child)

    def _note_wrong(self, error: ValueError, child: QProcess) -> None:
        self._wrong += 1
        _log.warning("a watch wrote what cannot be understood: %s", error)
        self._last_words.append(f"not understood: {error}\n".encode()[:500])
        if self._wrong == 1:
            words = self.tr("The watch of folders wrote something that cannot be understood")
            self.troubled.emit(WatchTrouble(words))
        if self._wrong > _MOST_WRONG:
            child.kill()

    def _take(self, told: Told) -> None:
        match told:
            case Arrival():
                self.came.emit(told)
            case WatchState.LEARNING if self.state is not WatchState.PAUSED:
                self._become(WatchState.LEARNING)
            case WatchListens() if self.state is not WatchState.PAUSED:
                self._become(WatchState.LISTENING, told)
            case WatchTrouble():
                if told.reason == Reason(ReasonCode.ANOTHER_WATCH):
                    self._become(WatchState.BEHIND)
                self.troubled.emit(told)
            case WatchFails():
                self.failure = told.reason

    @Slot()
    def _read_last_words(self) -> None:
        child = self._child
        if child is not None:
            self._last_words.append(bytes(child.readAllStandardError().data())[-_LAST_WORDS:])
            while sum(map(len, self._last_words)) > _LAST_WORDS and len(self._last_words) > 1:
                self._last_words.popleft()


def watch_words(
    watched: Sequence[Path], library: Sequence[Path], index: Path, config: ScanConfig
) -> tuple[str, ...]:
    """Return the arguments that watch folders with the parameters of a scan.

    Paths are absolute, so none looks like an option.
    """
    words = ["watch", "--json", "--until-closed", "--index", str(index)]
    words += ["--scan-config", json.dumps(config_to_json(config))]
    for folder in library:
        words += ["--library", os.path.abspath(folder)]  # noqa: PTH100 - ".." is to go
    return *words, "--", *(os.path.abspath(one) for one in watched)  # noqa: PTH100 - as above


MOST = 20_000  # arrivals that are kept, also in the file of a watch
_TOGETHER = 200  # milliseconds in which arrivals gather before they are shown
_ROUNDING = 0.001  # milliseconds; more than the rounding error of a time
_CAME = frozenset({ArrivalEvent.NEW, ArrivalEvent.CHANGED})


def has_come_like_others(one: Arrival) -> bool:
    """Return whether an arrival is new and similar to something."""
    return bool(one.matches) and one.event in _CAME


def read_arrivals(task: Task, index: Path) -> list[Arrival]:
    """Return recorded arrivals, newest first; none without the file.

    Times are in whole milliseconds, as a watch prints them, so that seen arrivals stay seen. Raises
    ``SimcoreError``.
    """
    task.check()
    found = read_arrival_file(arrivals_path(index), most=MOST)
    return [replace(one, time=math.floor(one.time * 1000 + _ROUNDING) / 1000) for one in found]


class ArrivalLog(QObject):
    """Arrivals, newest first; ``changed`` follows changes with a delay.

    ``came`` carries new ones. All up to ``seen_until``, in seconds since 1970, were seen by the
    user, and of later ones those in ``seen``.
    """

    changed = Signal()
    came = Signal(object)  # list[Arrival]
    failed = Signal(object)  # Reason | str

    def __init__(
        self,
        index: Path,
        seen_until: float,
        seen: Iterable[SeenArrival] = (),
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.all: list[Arrival] = []
        self._known: set[tuple[int, str, str]] = set()
        self.seen_until = seen_until
        self.seen = set(seen)
        self._index = index
        self._new: list[Arrival] = []
        self._reading = Latest(read_arrivals, self, self._take_history, self.failed)
        self._soon = QTimer(self, singleShot=True, interval=_TOGETHER)
        self._soon.timeout.connect(self._publish)
        # whoever sees one is in the middle of choosing a row
        self._telling = QTimer(self, singleShot=True, interval=0)
        self._telling.timeout.connect(self.changed)

    @property
    def busy(self) -> bool:
        return self._reading.busy or self._soon.isActive()

    @Slot()
    def read(self) -> None:
        self._reading.run(self._index)

    def take(self, arrival: Arrival) -> None:
        self._new.append(arrival)
        if not self._soon.isActive():
            self._soon.start()

    def is_seen(self, one: Arrival) -> bool:
        return (
            one.time <= self.seen_until
            or not has_come_like_others(one)
            or _as_seen(one) in self.seen
        )

    def unseen(self) -> int:
        return sum(not self.is_seen(one) for one in self._recent())

    def see(self, one: Arrival) -> None:
        if not self.is_seen(one):
            self.seen.add(_as_seen(one))
            self._telling.start()

    @Slot()
    def see_all(self) -> None:
        newest = max((one.time for one in self._recent()), default=0.0)
        if newest > self.seen_until:
            self.seen_until = newest
            self.seen.clear()
            self._telling.start()

    def sum_up(self) -> None:
        """Move ``seen_until`` forward as far as everything earlier was seen."""
        if self.busy:  # what is not read yet may be earlier
            return
        recent = list(self._recent())
        first = min((one.time for one in recent if not self.is_seen(one)), default=math.inf)
        before = (one.time for one in recent if one.time < first)
        self.seen_until = max(before, default=self.seen_until)
        self.seen &= {_as_seen(one) for one in self._recent()}

    def shut_down(self) -> None:
        self._soon.stop()
        self._reading.shut_down()

    def _recent(self) -> Iterable[Arrival]:
        # a clock that was set back leaves some out of order, so all are asked
        return (one for one in self.all if one.time > self.seen_until)

    @Slot(object)
    def _take_history(self, found: list[Arrival]) -> None:
        self._merge(found)
        self.changed.emit()

    @Slot()
    def _publish(self) -> None:
        new, self._new = self._new, []
        self._merge(new)
        self.came.emit(new)
        self.changed.emit()

    def _merge(self, others: list[Arrival]) -> None:
        fresh = {key: one for one in others if (key := _key(one)) not in self._known}
        ordered = sorted(fresh.values(), key=_newest_first)
        if not ordered:
            return
        newer = not self.all or ordered[-1].time >= self.all[0].time
        merged = ordered + self.all if newer else heapq.merge(ordered, self.all, key=_newest_first)
        self._known |= fresh.keys()
        self.all = list(merged)
        if len(self.all) > MOST:
            self._known.difference_update(map(_key, self.all[MOST:]))
            del self.all[MOST:]


def _key(one: Arrival) -> tuple[int, str, str]:
    return int(one.time * 1000), one.event.value, str(one.path)


def _as_seen(one: Arrival) -> SeenArrival:
    return SeenArrival(one.time, one.path)


def _newest_first(one: Arrival) -> float:
    return -one.time


_AT_REST = 500  # milliseconds without changes before a watch restarts with new settings
_ASKED_AGAIN = 30_000  # milliseconds between checks for another window that watches


class WatchSession(QObject):
    """Watches the folders of a session; outlives a window.

    ``settings_changed`` follows another ``folder_settings``, ``state_changed`` other changes. One
    window at a time watches an index; ``elsewhere`` is whether another one does. Unless ``kept``,
    nothing is written where other runs find it.
    """

    settings_changed = Signal()
    state_changed = Signal()
    failed = Signal(object)  # Reason | str

    def __init__(
        self,
        index: Path,
        session: Session,
        settings: SettingsStore,
        parent: QObject | None = None,
        *,
        kept: bool = True,
    ) -> None:
        super().__init__(parent)
        self._index = index
        self._session = session
        self._settings = settings
        self._kept = kept
        self.elsewhere = False
        self.folder_settings = FolderSettings()
        self.process = WatchProcess(self)
        now = settings.now
        self.log = ArrivalLog(index, now.arrivals_seen, now.arrivals_seen_since, self)
        self.log.failed.connect(self.failed)
        self._lock: QLockFile | None = None
        self._soon = QTimer(self, singleShot=True, interval=_AT_REST)
        self._soon.timeout.connect(self._adjust)
        self._later = QTimer(self, singleShot=True, interval=_ASKED_AGAIN)
        self._later.timeout.connect(self._adjust)
        self.process.came.connect(self.log.take)
        self.process.state_changed.connect(self.state_changed)
        settings.changed.connect(self.adjust)

    def start(self) -> None:
        if self._kept:
            try:
                self.folder_settings = read_folder_settings()
            except SimcoreError as error:
                self.failed.emit(error.reason)
        self._obey()
        self.log.read()
        self.settings_changed.emit()
        self._adjust()

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folders to watch: those of the session, or folders in them."""
        return watched_of(self._session.folders, self.folder_settings.watched)

    def change(self, after: FolderSettings) -> None:
        before = self.folder_settings
        if after.folders == before.folders:
            return
        self.folder_settings = after
        if self._kept:
            try:
                self.folder_settings = change_folder_settings(before, after)
            except SimcoreError as error:
                self.failed.emit(error.reason)
        self._obey()
        self.settings_changed.emit()
        self.adjust()

    def _obey(self) -> None:
        config, days = self._session.config, self.folder_settings.days
        if config.folder_days != days:
            self._session.set_config(replace(config, folder_days=days))

    @Slot()
    def adjust(self) -> None:
        self._soon.start()

    @Slot()
    def _adjust(self) -> None:
        self._soon.stop()
        folders = self.folders
        if not folders:
            self.process.watch(None)
            self._unlock()
        elif self._has_lock():
            words = watch_words(folders, self._session.folders, self._index, self._session.config)
            command = own_command()
            self.process.watch(Command((*command.words, *words), command.folder))
        else:
            self._later.start()
        self.state_changed.emit()

    def _has_lock(self) -> bool:
        if self._lock is None:
            lock = QLockFile(str(window_lock_path(self._index)))
            lock.setStaleLockTime(0)  # it is stale only when its program is gone
            self._index.parent.mkdir(parents=True, exist_ok=True)
            self.elsewhere = not lock.tryLock(0) and (
                lock.error() is QLockFile.LockError.LockFailedError
            )
            # where no lock can be made there is no other window either
            self._lock = None if self.elsewhere else lock
        return self._lock is not None

    def _unlock(self) -> None:
        self.elsewhere = False
        if self._lock is not None:
            self._lock.unlock()
            self._lock = None

    @property
    def watches(self) -> bool:
        """Whether a watch runs here, starts or pauses."""
        return self.process.state not in {WatchState.OFF, WatchState.BROKEN}

    def shut_down(self) -> None:
        self._soon.stop()
        self._later.stop()
        self.process.shut_down()
        self.log.shut_down()
        self._unlock()

    @Slot()
    def keep_seen(self) -> None:
        log, now = self.log, self._settings.now
        log.sum_up()
        seen = tuple(sorted(log.seen, key=attrgetter("time", "path")))
        if (log.seen_until, seen) != (now.arrivals_seen, now.arrivals_seen_since):
            after = replace(now, arrivals_seen=log.seen_until, arrivals_seen_since=seen)
            self._settings.keep(after)


def window_lock_path(index: Path) -> Path:
    """Return the lock file of the window that watches; the watch has another one."""
    return index.with_name(f"{index.name}.window.lock")


def watched_of(listed: Sequence[Path], watched: Sequence[Path]) -> tuple[Path, ...]:
    """Return which of ``listed`` folders, or which folders in them, to watch.

    ``watched`` are resolved. Folders below another result are left out.

    >>> found = watched_of([Path("/a"), Path("/b")], [Path("/b/in"), Path("/c")])
    >>> [one.as_posix() for one in found]
    ['/b/in']
    """
    found: dict[Path, None] = {}
    for folder in listed:
        real = Path(os.path.realpath(folder))
        if any(one == real or one in real.parents for one in watched):
            found[real] = None
        else:
            found |= dict.fromkeys(one for one in watched if real in one.parents)
    return tuple(one for one in found if found.keys().isdisjoint(one.parents))

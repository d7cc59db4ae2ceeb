"""The watch: a scan first, then what came since the last watch, then new events."""

import contextlib
import gc
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from simcore.files.disk import identity_at
from simcore.files.opening import lock, open_lock
from simcore.index.age import forget_old, scopes_of, shrink
from simcore.index.index import FingerprintIndex
from simcore.index.judgements import ArrivalFile
from simcore.index.paths import arrivals_path, watch_lock_path
from simcore.model.reasons import (
    FolderError,
    IndexCorruptError,
    IndexFileError,
    IndexTooNewError,
    IndexTooOldError,
    Reason,
    ReasonCode,
    SimcoreError,
    joined,
)
from simcore.model.report import Cancelled, Stage
from simcore.pipeline.jobs import FingerprintJob, recipe_key
from simcore.pipeline.resident import ResidentLibrary
from simcore.watch.arrivals import CLOCKS, Arriving, Clocks, Findings, Settling, state_at
from simcore.watch.events import (
    Hint,
    HintKind,
    Hints,
    Listener,
    MakeEvents,
    Presence,
    Ready,
    Roots,
    Stop,
    WatchWish,
    events_of_system,
)
from simcore.workers import give_back, make_executor, rest_executor, stop_executor

_SECONDS_A_LOCK = 2.0
FIRST_RETRY, LONGEST_RETRY = 5.0, 60.0
# problems that pass by themselves, or when somebody makes room
_PASSES = {ReasonCode.INDEX_FULL, ReasonCode.IN_USE}
_OF_NO_USE = (IndexCorruptError, IndexTooOldError, IndexTooNewError)


@contextlib.contextmanager
def alone(wanted: WatchWish, listener: Listener, stop: Stop) -> Iterator[None]:
    """Be the only watch of an index in a block; without locks there may be others."""
    path = watch_lock_path(wanted.index)
    with contextlib.ExitStack() as stack:
        waits = False
        # where it cannot be made, nothing can be stored either: the index says why
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            file = stack.enter_context(open_lock(path))
            while not lock(file, alone=True):
                if wanted.once:
                    raise IndexFileError(ReasonCode.ANOTHER_WATCH_NOW, str(wanted.index))
                if not waits:
                    listener.notice(Reason(ReasonCode.ANOTHER_WATCH))
                waits = True
                stop.wait(_SECONDS_A_LOCK)
                stop.check()
        yield


@contextlib.contextmanager
def opened(
    wanted: WatchWish, listener: Listener, stop: Stop, clock: Callable[[], float]
) -> Iterator[tuple[FingerprintIndex, ArrivalFile]]:
    """Open the index and the file of arrivals for a block.

    If the disk is full or another program holds them, this is reported and tried again, unless the
    watch is ``once``. Raises ``IndexFileError`` and its subclasses, and ``Cancelled``.
    """
    after = 0.0
    while True:
        with contextlib.ExitStack() as stack:
            try:
                index = stack.enter_context(FingerprintIndex(wanted.index, clock))
                arrivals = stack.enter_context(ArrivalFile(arrivals_path(wanted.index)))
            except IndexFileError as error:
                if wanted.once or error.reason.code not in _PASSES:
                    raise
                if not after:
                    listener.notice(Reason(ReasonCode.WATCH_WAITS, (error.reason,)))
            else:
                if after:
                    listener.notice(Reason(ReasonCode.WATCH_GOES_ON))
                index.wait_with(stop.check)
                arrivals.wait_with(stop.check)
                yield index, arrivals
                return
        after = min(2 * after or FIRST_RETRY, LONGEST_RETRY)
        stop.wait(after)
        stop.check()


_CLOCK_STEP = 2.0
_SECONDS_TO_FORGET = 3600.0
_SECONDS_TO_REST = 60.0
_SECONDS_A_LIST = 600.0  # without close events a system may lose others in silence, too


def watch(
    wanted: WatchWish,
    listener: Listener,
    stop: Stop,
    clocks: Clocks = CLOCKS,
    make_events: MakeEvents = events_of_system,
) -> None:
    """Report new documents in some folders, and their matches, until asked to stop.

    First all folders are scanned. In a folder that was watched before, what came, changed or went
    meanwhile is reported; the documents of a new one are taken as known. Whatever ends a watch, the
    next one reports the rest; after a kill, the last ones again. Another watch of the same index
    waits, and says so.

    Raises ``FolderError`` if no folder is there and the watch is ``once`` or the first,
    ``IndexFileError`` if a watch ``once`` finds another one at work, ``IndexCorruptError``,
    ``IndexTooOldError``, ``IndexTooNewError``, and what the listener raises. Other problems are
    reported, and tried again.
    """
    config = wanted.config
    executor = make_executor(config.jobs, config.seconds_a_file)

    def watch_on() -> None:
        with opened(wanted, listener, stop, clocks.wall) as (index, arrivals), index.explained():
            library = ResidentLibrary(recipe_key(config))
            roots = Roots(wanted.watched, wanted.library, arrivals.disks())
            arriving = Arriving(
                config, listener, stop, clocks, index, arrivals, executor, library, roots
            )
            hints = Hints(stop.wake, clocks.steady)
            presence = Presence(roots, config, hints, listener, wanted.every, make_events)
            with contextlib.closing(presence):
                _Watch(wanted, arriving, presence, hints).run()

    try:
        with alone(wanted, listener, stop):
            while not stop.requested:
                try:
                    watch_on()
                    break
                except _ReplacedError as error:
                    listener.notice(Reason(ReasonCode.FILE_REPLACED, (str(error),)))
    except Cancelled:
        pass  # what it was doing is left to the next one
    finally:
        stop_executor(executor)


class _ReplacedError(Exception):
    """The index or the file of arrivals was deleted or replaced: its path."""


@dataclass
class _Watch:
    """The loop: receives hints, lets them settle, and checks the paths."""

    _wanted: WatchWish
    _arriving: Arriving
    _presence: Presence
    _hints: Hints

    def __post_init__(self) -> None:
        arriving, closes = self._arriving, self._presence.closes
        self._roots, self._listener = arriving.roots, arriving.listener
        self._stop, self._clocks = arriving.stop, arriving.clocks
        self._settling = Settling(state_at, arriving.is_known, closes=closes)
        self._again: dict[Path, float] = {}
        self._everywhere = True
        self._retry_at = self._retry_after = 0.0
        self._next_list = 0.0
        self._ready: Ready | None = None
        self._documents = self._outside = 0
        self._next_forget = self._rest_at = math.inf
        self._offset = self._clocks.wall() - self._clocks.steady()
        self._files = {
            one: identity_at(one) for one in (arriving.index.path, arriving.arrivals.path)
        }

    def run(self) -> None:
        self._presence.check(self._clocks.steady())
        watched = [one for one in self._roots.all if one.told]
        known = any(one.real in self._arriving.begun for one in watched)
        if not self._roots.there and (self._wanted.once or not known):
            code = ReasonCode.DOES_NOT_EXIST  # mistyped, or its disk is not there
            away = [Reason(ReasonCode.OF, (str(one.shown), Reason(code))) for one in watched]
            raise FolderError(joined(away))
        self._presence.missing()
        self._listener.scanning([one.shown for one in self._roots.there])
        self._warm_up()
        while not self._stop.requested:
            self._round()
            if self._wanted.once:
                return
            self._stop.wait(max(0.0, self._next() - self._clocks.steady()))

    def _warm_up(self) -> None:
        self._arriving.executor.submit(FingerprintJob([], self._wanted.config))

    def _next(self) -> float:
        times = [self._presence.next, self._next_forget, self._rest_at]
        if (settled := self._settling.next()) is not None:
            times.append(settled)
        if self._again or self._everywhere:
            times.append(self._retry_at)
        return min(times)

    def _round(self) -> None:
        now = self._clocks.steady()
        self._watch_clock()
        self._hear(now)
        if not self._presence.closes and now >= self._next_list:
            self._everywhere = self._everywhere or self._next_list > 0
            self._next_list = now + _SECONDS_A_LIST
        paths, folders = self._settling.take(now)
        if now >= self._retry_at:
            paths |= self._again
            self._again = {}
        if folders and not self._attempt(lambda: self._look_into(folders)):
            self._again |= folders
        if paths and not self._attempt(lambda: self._look_at(paths)):
            self._again |= paths
        if self._everywhere and now >= self._retry_at:
            self._attempt(self._look_everywhere)
        if now >= self._next_forget:
            self._attempt(self._forget)
        if folders or paths or self._ready is None:
            self._rest_at = self._clocks.steady() + _SECONDS_TO_REST
        elif now >= self._rest_at:
            self._rest()
        self._say_ready()

    def _hear(self, now: float) -> None:
        heard = self._hints.take()
        if heard.lost:
            self._listener.notice(Reason(ReasonCode.EVENTS_LOST))
        if heard.failed is not None:
            self._presence.fail(heard.failed, now)
        self._everywhere = self._everywhere or heard.lost or heard.failed is not None
        roots = {root.real for root in self._roots.followed}
        lost = [one.path for one in heard.hints if one.kind is HintKind.GONE and one.path in roots]
        for path in lost:
            self._presence.lost(path)
        if lost or now >= self._presence.next:
            self._check_presence(now)
        for hint in (*heard.hints, *self._presence.due(now)):
            if hint.path not in lost:
                self._settling.hear(hint, now)

    def _check_presence(self, now: float) -> None:
        for path, before_now in self._files.items():
            if identity_at(path) != before_now:
                raise _ReplacedError(path)
        before = {one.real for one in self._roots.followed if one.seen_as is None}
        for root in self._presence.check(now):
            if root.real in before and self._ready is not None:
                self._listener.notice(Reason(ReasonCode.FOLDER_BACK, (str(root.shown),)))
            self._everywhere = True

    def _watch_clock(self) -> None:
        offset = self._clocks.wall() - self._clocks.steady()
        if offset < self._offset - _CLOCK_STEP:
            seconds = f"{self._offset - offset:.0f}"
            self._listener.notice(Reason(ReasonCode.CLOCK_SET_BACK, (seconds,)))
        self._offset = offset

    def _say_ready(self) -> None:
        if self._everywhere and self._ready is None:
            return  # not yet
        there = self._roots.there
        ready = Ready(
            [one.shown for one in there if one.told],
            self._presence.polled,
            self._documents,
            self._outside,
            [one.shown for one in there if not one.told],
        )
        if ready != self._ready:
            self._ready = ready
            self._listener.ready(ready)

    def _rest(self) -> None:
        self._rest_at = math.inf
        rest_executor(self._arriving.executor)
        self._warm_up()  # a new worker shares nearly all of its memory with the others
        gc.collect()
        give_back()

    def _forget(self) -> None:
        self._next_forget = self._clocks.steady() + _SECONDS_TO_FORGET
        index, config = self._arriving.index, self._wanted.config
        scopes = scopes_of([one.real for one in self._roots.there], config)
        forgotten = forget_old(index, config.retention, self._clocks.wall(), scopes)
        shrink(index, scattered=forgotten.scattered)
        if count := forgotten.documents:
            self._listener.notice(Reason(ReasonCode.DOCUMENTS_FORGOTTEN, (str(count),)))
            self._documents -= count
            self._outside += count
            self._arriving.resident.refresh(index)

    def _attempt(self, look: Callable[[], None]) -> bool:
        try:
            look()
        except SimcoreError as error:
            if self._wanted.once or isinstance(error, _OF_NO_USE):
                raise
            if not self._retry_after:
                self._listener.notice(Reason(ReasonCode.WATCH_WAITS, (error.reason,)))
            self._retry_after = min(2 * self._retry_after or FIRST_RETRY, LONGEST_RETRY)
            self._retry_at = self._clocks.steady() + self._retry_after
            return False
        if self._retry_after and not self._again:
            self._listener.notice(Reason(ReasonCode.WATCH_GOES_ON))
            self._retry_after = 0.0
        return True

    def _found(self, paths: Iterable[Path]) -> Findings:
        now = self._clocks.steady()
        roots = {root.real for path in paths if (root := self._roots.of(path)) is not None}
        disks = self._roots.disks
        if any(
            root.look() != root.seen_as
            for root in (*self._roots.all, *disks)
            if root.real in roots or root in disks
        ):
            self._check_presence(now)
        known = [path for path in paths if (root := self._roots.of(path)) and root.seen_as]
        look = self._arriving.looking().at(known, self._arriving.seen(known), self._stop)
        self._everywhere |= look.unsure
        return look

    def _look_into(self, folders: Iterable[Path]) -> None:
        look = self._found(folders)
        self._arriving.say_closed((one.path, one.reason) for one in look.closed)
        now = self._clocks.steady()
        found = [one.real_path for one in look.new]
        found += [
            one.real
            for one in look.known
            if self._roots.is_told(one.real) and look.before.get(one.real) != one.content
        ]
        for path in found:
            self._settling.hear(Hint(path, HintKind.FOUND, now), now)
        for path in look.gone:
            self._settling.hear(Hint(path, HintKind.GONE, now), now)

    def _look_at(self, paths: dict[Path, float]) -> None:
        look = self._found(paths)
        if not look.unsure:
            self._arriving.tell(look, paths)

    def _look_everywhere(self) -> None:
        now = self._clocks.steady()
        told = [root.real for root in self._roots.there if root.told]
        if self._roots.there:
            seen = self._arriving.seen(told)
            report, look = self._arriving.looking().everywhere(seen, told, self)
            self._documents = len(report.documents)
            self._outside = report.counts.outside
            self._arriving.linked = look.linked
            self._next_forget = now + _SECONDS_TO_FORGET
            del report
            gc.collect()  # it refers to itself, and is as large as the rest of the watch
            self._arriving.index.keep_few_pages()
            give_back()
            self._arriving.tell(look, {})
        away = set(self._roots.away())
        told = [one for one in told if one not in away]
        disks = {
            one.real: one.mark
            for one in self._roots.followed
            if one.mounted and one.real not in away
        }
        self._arriving.arrivals.begin(told, disks, self._clocks.wall())
        self._arriving.begun.update(told)
        self._everywhere = False
        self._retry_at = now

    def report(self, stage: Stage, done: int, total: int) -> None:
        self._stop.check()
        self._listener.report(stage, done, total)

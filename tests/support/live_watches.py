"""A watch of real folders in a thread, what it told, and texts for it."""

import contextlib
import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from simcore import ScanConfig
from simcore.model.reasons import Reason
from simcore.model.report import Arrival, Stage
from simcore.watch.arrivals import CLOCKS, Clocks
from simcore.watch.events import MakeEvents, Ready, Stop, WatchWish, events_of_system
from simcore.watch.watch import watch

SECONDS = 60.0
"""The longest that a test waits for a condition: a busy machine fails no test."""

_WORDS = [f"word{number}" for number in range(2_000)]


def text(seed: int, words: int = 300) -> str:
    """Return a text of its own."""
    return " ".join(random.Random(seed).choices(_WORDS, k=words))


@dataclass
class Told:
    """A listener that keeps what it was told, and lets a test wait for it."""

    arrivals: list[Arrival] = field(default_factory=list)
    readies: list[Ready] = field(default_factory=list)
    problems: list[tuple[Path, Reason]] = field(default_factory=list)
    notices: list[Reason] = field(default_factory=list)
    changed: threading.Condition = field(default_factory=threading.Condition)
    ended: bool = False
    asked: int = 0
    error: BaseException | None = None

    def report(self, stage: Stage, done: int, total: int) -> None:
        pass

    def arrived(self, arrivals: Sequence[Arrival]) -> None:
        with self.changed:
            self.arrivals += arrivals
            self.changed.notify_all()

    def scanning(self, folders: Sequence[Path]) -> None:
        pass

    def ready(self, ready: Ready) -> None:
        with self.changed:
            self.readies.append(ready)
            self.changed.notify_all()

    def problem(self, path: Path, reason: Reason) -> None:
        with self.changed:
            self.problems.append((path, reason))
            self.changed.notify_all()

    def notice(self, reason: Reason) -> None:
        with self.changed:
            self.notices.append(reason)
            self.changed.notify_all()

    def wait(self, condition: Callable[[], object]) -> None:
        """Wait until a condition holds of what was told; fails after a minute, or an error."""
        end = time.monotonic() + SECONDS
        with self.changed:
            # not all of what a test waits for is told
            while self.error is None and not condition():
                assert time.monotonic() < end, self.lines
                self.changed.wait(0.02)
        if self.error is not None:
            raise self.error

    def line(self, event: str, name: str) -> Arrival:
        """Wait for one line more than were asked for; return it, which says this and no other."""
        self.asked += 1
        self.wait(lambda: len(self.arrivals) >= self.asked)
        assert self.lines[self.asked - 1] == (event, name), self.lines
        return self.arrivals[self.asked - 1]

    @property
    def lines(self) -> list[tuple[str, str]]:
        """The events told so far, with the names of their documents."""
        return [(one.event.value, one.path.name) for one in self.arrivals]


@contextlib.contextmanager
def watching(
    index: Path,
    watched: Sequence[Path],
    library: Sequence[Path] = (),
    config: ScanConfig | None = None,
    *,
    clocks: Clocks = CLOCKS,
    make_events: MakeEvents = events_of_system,
    every: float = 30.0,
    ready: bool = True,
) -> Iterator[Told]:
    """Watch folders for a block, from the moment when the watch is ready; stop it at the end."""
    told, stop = Told(), Stop()
    wanted = WatchWish(watched, library, config or ScanConfig(jobs=0), index, every)

    def run() -> None:
        try:
            watch(wanted, told, stop, clocks, make_events)
        except BaseException as error:  # noqa: BLE001 - raised in the test's thread
            told.error = error
        with told.changed:
            told.ended = True
            told.changed.notify_all()

    thread = threading.Thread(target=run)
    thread.start()
    try:
        if ready:
            told.wait(lambda: told.readies)
        yield told
    finally:
        stop.request()
        thread.join(SECONDS)
        assert not thread.is_alive()
    if told.error is not None:
        raise told.error


def once(
    index: Path,
    watched: Sequence[Path],
    library: Sequence[Path] = (),
    config: ScanConfig | None = None,
) -> Told:
    """Tell what came since the last watch."""
    told = Told()
    watch(WatchWish(watched, library, config or ScanConfig(jobs=0), index, once=True), told, Stop())
    return told

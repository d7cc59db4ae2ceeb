"""Jobs that misbehave in worker processes; their correct results are known."""

import faulthandler
import os
import re
import signal
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Self

from simcore.model.reasons import FolderError, Reason
from simcore.workers import HEARTBEAT


def sleep() -> None:
    time.sleep(3_600)


def spin() -> None:
    while True:
        pass


def hold_the_lock() -> None:
    """Hold the GIL for hours."""
    re.match(r"(a|aa)+$", "a" * 80 + "b")


def leave() -> None:
    os._exit(0)


def crash() -> None:
    faulthandler.disable()
    import resource  # noqa: PLC0415 - Windows has neither this nor the signal

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # writing its memory may take seconds
    os.kill(os.getpid(), signal.SIGSEGV)
    sleep()


def use_up_memory() -> None:
    raise MemoryError


def fail() -> None:
    raise RecursionError("maximum depth exceeded")


def refuse() -> None:
    raise FolderError("the run cannot go on")


@dataclass(frozen=True)
class Doze:
    seconds: float

    def __call__(self) -> None:
        time.sleep(self.seconds)


@dataclass(frozen=True)
class LeaveOnce:
    """Ends its process the first time only, like a process that is killed from outside."""

    flag: Path

    def __call__(self) -> None:
        if not self.flag.exists():
            self.flag.touch()
            leave()


def _slowly(delay: float) -> float:
    time.sleep(delay)
    return delay


@dataclass(frozen=True)
class SlowToLoad:
    """Is slow to unpickle, like the first job of a process."""

    delay: float

    def __reduce__(self) -> tuple[Callable[[float], float], tuple[float]]:
        return _slowly, (self.delay,)


@dataclass(frozen=True)
class Doubling:
    """Doubles numbers, each after an optional action; an item is an index."""

    numbers: tuple[int, ...]
    at: Mapping[int, Callable[[], None]] = field(default_factory=dict)
    alone: bool = False
    extra: object = None

    @property
    def units(self) -> int:
        return len(self.numbers)

    def __call__(self) -> dict[int, int | str]:
        doubled: dict[int, int | str] = {}
        for item, number in enumerate(self.numbers):
            HEARTBEAT.begin(item)
            if number in self.at:
                self.at[number]()
            doubled[number] = 2 * number
        return doubled

    def parted(self, item: int) -> tuple[Self, Self | None]:
        others = self.numbers[:item] + self.numbers[item + 1 :]
        one = replace(self, numbers=(self.numbers[item],), alone=True)
        return one, replace(self, numbers=others) if others else None

    def given_up(self, reason: Reason) -> dict[int, int | str]:
        return dict.fromkeys(self.numbers, str(reason))


@dataclass(frozen=True)
class Then:
    """Creates a file when it begins, then does something else."""

    sign: Path
    what: Callable[[], None]

    def __call__(self) -> None:
        self.sign.touch()
        self.what()

"""Documents as they come to a watched folder: how soon they are told, and what waiting takes."""

import json
import os
import shutil
import statistics
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from benchmarks.speed.bench import Bench, Row
from benchmarks.speed.figures import MEGABYTES, MILLISECONDS, PERCENT, Figure, Limit, Line
from benchmarks.speed.library import library
from benchmarks.speed.processes import descendants, variorum

__all__ = ["ROWS"]

_MEDIAN, _SLOWEST = 0.06, 0.2
_ARRIVALS = 60
_DROPPED = 10  # in parts of the library
_TIMES_A_SCAN = 2.0
_MEMORY = 300e6
_IDLE_SECONDS = 60
_SECONDS_TO_CALM = 75  # after a minute a watch lets go of what only many documents need
_IDLE_SHARE = 0.002
_WHEN = "when ready", "after documents one by one", "when calm after many at once"


class _Watch:
    """A running ``variorum watch --json``."""

    def __init__(self, bench: Bench, inbox: Path, folder: Path, index: Path) -> None:
        words = (inbox, "--library", folder, "--index", index, "--json", "--until-closed")
        self.process = subprocess.Popen(  # noqa: S603 - put together here
            variorum(bench.python, "watch", *words),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def wait(self, event: str) -> float:
        """Wait for an event; return when its line was read."""
        assert self.process.stdout is not None  # noqa: S101 - a pipe
        while line := self.process.stdout.readline():
            if json.loads(line)["event"] == event:
                return time.monotonic()
        raise SystemExit(f"the watch ended before it told of {event}")

    @property
    def all(self) -> list[int]:
        return [self.process.pid, *descendants(self.process.pid)]

    def memory(self) -> float:
        """Return the proportional memory of all its processes, in bytes."""
        total = 0.0
        for pid in self.all:
            rolled = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
            total += next(int(one.split()[1]) for one in rolled.splitlines() if one[:4] == "Pss:")
        return total * 1024

    def seconds(self) -> float:
        """Return the processor seconds that its processes have taken, those that ended, too."""
        ticks = 0
        for pid in self.all:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:15]))  # its own, and of children that were waited for
        return ticks / os.sysconf("SC_CLK_TCK")


@contextmanager
def _watching(bench: Bench, inbox: Path, folder: Path, index: Path) -> Iterator[_Watch]:
    watch = _Watch(bench, inbox, folder, index)
    try:
        watch.wait("watching")
        yield watch
    finally:
        watch.process.communicate()


def _watch(bench: Bench) -> Sequence[Line]:
    made = library(bench)
    inbox, index = bench.emptied("inbox"), bench.work / "watched.sqlite3"
    for old in bench.work.glob(f"{index.stem}*"):
        old.unlink()
    shutil.copy(made.index, index)
    coming = bench.emptied("coming")
    count = made.count // _DROPPED
    for number in range(count):
        (coming / f"{number}.txt").write_bytes(made.corpus.content(number * _DROPPED, change=1))
    seconds: list[float] = []
    with _watching(bench, inbox, made.folder, index) as watch:
        ready = watch.memory()
        bench.say("documents that come one by one")
        step = max(1, made.count // _ARRIVALS)
        for number in range(0, made.count, step):
            path = inbox / f"{number}.txt"
            path.write_bytes(made.corpus.content(number, change=2))
            closed = time.monotonic()
            seconds.append(watch.wait("new") - closed)
            time.sleep(0.3)  # one by one: what is done after the line is not to hold up the next
        memories = [ready, watch.memory()]
        bench.say("waiting for nothing")
        before = watch.seconds()
        time.sleep(_IDLE_SECONDS)
        idle = (watch.seconds() - before) / _IDLE_SECONDS
        bench.say(f"{count:,} documents at once, and scans of them, in turns")
        dropped, alone, together = [], [], []
        again = bench.work / "watched-again.sqlite3"
        for turn in range(bench.rounds):
            alone.append(bench.scan(coming, again, fresh=True).seconds)
            for old in bench.work.glob(f"{again.stem}*"):
                old.unlink()
            shutil.copy(made.index, again)
            together.append(bench.scan(made.folder, again, coming).seconds)
            began = time.monotonic()
            coming.rename(inbox / f"dropped{turn}")
            for _ in range(count):
                told = watch.wait("new")
            dropped.append(told - began)
            coming = bench.emptied("coming")
            for number in range(count if turn + 1 < bench.rounds else 0):
                change = 3 + turn  # other bytes than before
                content = made.corpus.content(number * _DROPPED, change=change)
                (coming / f"{number}.txt").write_bytes(content)
        bench.say("waiting until the watch is calm")
        time.sleep(_SECONDS_TO_CALM)
        memories.append(watch.memory())
    subject = f"{WATCH.subject} of {made.count:,}"
    return [
        Line(
            WATCH.name,
            f"{subject}: from its close to its line, median",
            Figure((statistics.median(seconds),), MILLISECONDS),
            wish=f"at most {_MEDIAN * 1e3:g} ms",
            limit=Limit.FIGURE,
            most=_MEDIAN,
        ),
        Line(
            WATCH.name,
            f"{subject}: 95 % of them",
            Figure((statistics.quantiles(seconds, n=20)[-1],), MILLISECONDS),
            wish=f"at most {_SLOWEST * 1e3:g} ms",
            limit=Limit.FIGURE,
            most=_SLOWEST,
        ),
        *(
            Line(
                WATCH.name,
                f"{count:,} documents at once, until all are told",
                Figure(tuple(dropped)),
                what,
                Figure(tuple(scanned)),
                f"at most {_TIMES_A_SCAN:g} times",
                Limit.RATIO,
                _TIMES_A_SCAN,
            )
            for what, scanned in (
                ("a scan of them alone", alone),
                ("a scan that compares them with the library, too", together),
            )
        ),
        *(
            Line(
                WATCH.name,
                f"proportional memory of the watch with its workers, {when}",
                Figure((memory,), MEGABYTES),
                wish=f"at most {_MEMORY / 1e6:.0f} MB",
                limit=Limit.FIGURE,
                most=_MEMORY,
            )
            for when, memory in zip(_WHEN, memories, strict=True)
        ),
        Line(
            WATCH.name,
            f"processor time while nothing comes, over {_IDLE_SECONDS} s",
            Figure((idle,), PERCENT),
            wish=f"at most {_IDLE_SHARE:.1%} of a core",
            limit=Limit.FIGURE,
            most=_IDLE_SHARE,
        ),
    ]


WATCH = Row(
    "watch",
    "a document that comes to a watched folder, against a library",
    "60 ms, 200 ms for 95 % of them; 10,000 at once within 2 times a scan; 300 MB; 0.2 % idle",
    _watch,
)
ROWS = (WATCH,)

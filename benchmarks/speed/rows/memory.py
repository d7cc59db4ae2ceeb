"""Peaks of memory while a large library is scanned for the first time."""

from collections.abc import Sequence

from benchmarks.speed.bench import Bench, Row
from benchmarks.speed.figures import MEGABYTES, Figure, Limit, Line
from benchmarks.speed.library import library

__all__ = ["ROWS"]

_TOGETHER, _SECONDS = 400e6, 35.0


def _peaks(bench: Bench) -> Sequence[Line]:
    made = library(bench)
    ended = made.cold
    subject = f"{MEMORY.subject}, {made.count:,} documents, {made.bytes / 1e6:,.0f} MB"
    return [
        Line(
            MEMORY.name,
            f"{subject}: {process}",
            Figure((peak,), MEGABYTES),
            wish=MEMORY.wish if most else "",
            limit=Limit.FIGURE if most else Limit.NONE,
            most=most,
        )
        for process, peak, most in (
            ("all processes together", ended.together, _TOGETHER),
            ("main process", ended.main_peak, 0.0),
            ("largest worker", ended.worker_peak, 0.0),
        )
        # one job needs no worker
        if peak
    ] + [
        Line(
            MEMORY.name,
            "that scan, process start to exit",
            Figure((ended.seconds,)),
            wish=f"at most {_SECONDS:g} s",
            limit=Limit.FIGURE,
            most=_SECONDS,
        ),
        Line(
            MEMORY.name,
            "processor seconds of that scan",
            Figure((ended.processor_seconds,)),
        ),
    ]


MEMORY = Row(
    "memory",
    "peak memory of a cold scan",
    "at most 400 MB in all processes together",
    _peaks,
)
ROWS = (MEMORY,)

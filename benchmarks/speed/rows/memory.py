"""Peaks of memory while a large library is scanned for the first time."""

from collections.abc import Sequence

from benchmarks.speed.bench import Bench, Row
from benchmarks.speed.figures import MEGABYTES, Figure, Limit, Line
from benchmarks.speed.library import library

__all__ = ["ROWS"]

_MAIN, _WORKER = 400e6, 250e6


def _peaks(bench: Bench) -> Sequence[Line]:
    made = library(bench)
    ended = made.cold
    subject = f"{MEMORY.subject}, {made.count:,} documents, {made.bytes / 1e6:,.0f} MB"
    return [
        Line(
            MEMORY.name,
            f"{subject}: {process}",
            Figure((peak,), MEGABYTES),
            wish=f"at most {most / 1e6:.0f} MB",
            limit=Limit.FIGURE,
            most=most,
        )
        for process, peak, most in (
            ("main process", ended.main_peak, _MAIN),
            ("largest worker", ended.worker_peak, _WORKER),
        )
        # one job needs no worker
        if peak
    ] + [
        Line(MEMORY.name, "that scan, process start to exit", Figure((ended.seconds,))),
        Line(
            MEMORY.name,
            "processor seconds of that scan",
            Figure((ended.processor_seconds,)),
        ),
    ]


MEMORY = Row(
    "memory",
    "peak memory of a cold scan",
    "at most 400 MB in the main process, 250 MB a worker",
    _peaks,
)
ROWS = (MEMORY,)

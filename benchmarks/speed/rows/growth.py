"""How the cost of a cold scan grows with the number of documents.

The scans take minutes and cannot take turns, so processor seconds are compared: what else the
machine has to do hardly shows in them.
"""

from collections.abc import Sequence

from benchmarks.speed.bench import Bench, Row
from benchmarks.speed.figures import MILLISECONDS, Figure, Limit, Line, not_run
from benchmarks.speed.library import library

__all__ = ["ROWS"]

_MOST = 1.15
_SMALL, _USUAL = 500, 5_000


def _cost(bench: Bench, mean_bytes: int, count: int, start: float) -> Figure:
    """Scan documents of a size; return processor seconds a document, without those of a start."""
    seconds = library(bench, mean_bytes, count).cold.processor_seconds
    return Figure(((seconds - start) / count,), MILLISECONDS)


def _growth(bench: Bench) -> Sequence[Line]:
    tenth = bench.documents // 10
    start = library(bench, _SMALL, 1).cold.processor_seconds
    lines = []
    for mean_bytes in (_USUAL, _SMALL):
        sizes = [tenth, bench.documents]
        if mean_bytes == _SMALL and bench.million:
            sizes.append(10 * bench.documents)
        costs = [_cost(bench, mean_bytes, size, start) for size in sizes]
        for size, cost, before, less in zip(sizes[1:], costs[1:], sizes, costs, strict=False):
            lines.append(
                Line(
                    GROWTH.name,
                    f"processor time a document: one of {size:,} of {mean_bytes:,} bytes",
                    cost,
                    f"one of {before:,}",
                    less,
                    GROWTH.wish,
                    Limit.RATIO,
                    _MOST,
                )
            )
    if not bench.million:
        subject = f"a document of {10 * bench.documents:,} of {_SMALL} bytes"
        lines.append(not_run(GROWTH.name, subject, GROWTH.wish, "not run: asked for by --million"))
    return lines


GROWTH = Row(
    "growth",
    "cost growth from 10,000 to 100,000 to 1,000,000 documents",
    "linear in documents within 1.15 times",
    _growth,
)
ROWS = (GROWTH,)

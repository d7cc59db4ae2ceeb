"""The picture of the pairs in a large report: counting, painting, and dragging its lines.

    python picture.py DOCUMENTS PAIRS STEPS

Prints seconds, a line each: of counting the pairs in the background, of every step of the line of
distances until it is painted, of every step of the line of similarities, and of every time that
the GUI thread stood still while lines were dragged and groups made in the background.
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtWidgets import QApplication

import simcore
from app.application import InterpreterPolicy, PairCounter
from app.session.results import FoundCounts
from app.session.session import Session
from app.threshold_bar import ThresholdBar
from benchmarks.speed.programs.slider import document, pairs
from simcore import ScanConfig, ScanReport
from simcore.model.records import DocumentId
from simcore.model.report import Counts

_BEAT = 0.005
_HELD = 0.06
"""The time that the slider stays at each value, in seconds."""


class Watch(QObject):
    """Records the delays of a timer in the GUI thread, and the answers that arrive."""

    def __init__(self) -> None:
        super().__init__()
        self.gaps: list[float] = []
        self.found = 0
        self._last = time.perf_counter()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._beat)
        self._timer.start(round(_BEAT * 1000))

    @Slot()
    def _beat(self) -> None:
        now = time.perf_counter()
        self.gaps.append(now - self._last)
        self._last = now

    @Slot(object)
    def note_found(self, _found: FoundCounts) -> None:
        """Count an answer."""
        self.found += 1


def wait(qt: QApplication, seconds: float) -> None:
    """Process events for a while."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        qt.processEvents()
        time.sleep(0.001)


def main() -> None:
    """Make the report, count, move the lines, drag, print."""
    count, wanted, steps = map(int, sys.argv[1:])
    made = ScanReport(
        config=ScanConfig(),
        folders=(Path("/library"),),
        documents={DocumentId(number): document(number) for number in range(count)},
        pairs=tuple(pairs(count, wanted)),
        groups=(),
        problems=(),
        counts=Counts(documents=count),
        compared_distance=24,
    )
    report = simcore.regroup(made, made.config.thresholds)
    qt = QApplication([])
    sharing = InterpreterPolicy(qt)  # as the program does
    bar, counter, watch = ThresholdBar(), PairCounter(), Watch()
    bar.resize(1040, 200)
    bar.show()
    counter.succeeded.connect(bar.set_pairs)
    started = time.perf_counter()
    counter.count(report)
    while counter.busy:
        qt.processEvents()
        time.sleep(0.001)
    print(time.perf_counter() - started)
    for low, high, move in ((0, 24, bar.set_distance), (30, 100, set_percent(bar))):
        times = []
        for step in range(steps):
            started = time.perf_counter()
            move(low + (step * 7) % (high - low))
            bar.repaint()
            qt.processEvents()
            times.append(time.perf_counter() - started)
        print(*times)

    with tempfile.TemporaryDirectory() as folder:
        session = Session(Path(folder) / "index.sqlite", report.config)
        sharing.follow(session)
        session.results.found_changed.connect(watch.note_found)
        session.results.show(report, session.config)  # there was no scan
        wait(qt, 2)
        watch.gaps.clear()
        told = watch.found
        for step in range(steps):
            distance = 24 - step % 24
            bar.set_distance(distance)
            session.set_config(
                replace(session.config, distance=distance, similarity=0.7, contained=True)
            )
            wait(qt, _HELD)
        wait(qt, 3)
        if watch.found <= told:
            raise SystemExit("no figures followed the line")
        print(*watch.gaps)
        session.shut_down()
    counter.shut_down()


def set_percent(bar: ThresholdBar) -> Callable[[int], None]:
    """Return the function that sets the similarity in percent."""

    def move(percent: int) -> None:
        bar.set_similarity(percent / 100)

    return move


if __name__ == "__main__":
    main()

"""A step of the slider: groups at another distance, in the model and in the window.

    python slider.py DOCUMENTS PAIRS STEPS

Prints seconds, a line each: of every step to new groups in the model alone; of every step in the
whole window until it is painted; of one look at every pair by a Python loop, as often; and the
processor seconds of the first.
"""

import itertools
import os
import sys
import time
from pathlib import Path

from simcore.model.config import Thresholds

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QApplication

from app.application import InterpreterPolicy
from app.groups.model import GroupModel
from app.window.window import MainWindow
from benchmarks.speed.words import random_bits
from simcore import Document, Kind, Pair, ScanConfig, ScanReport, regroup
from simcore.model.records import DocumentId, Fingerprint, TextId
from simcore.model.report import Counts

_CLUSTERS = (2, 2, 2, 3, 4)
# all different: no step can be answered from the cache as a whole
_DISTANCES = (10, 18, 3, 24, 14, 6, 20, 12, 9, 17, 4, 22, 15, 7, 19, 11)


def document(number: int) -> Document:
    """Make up a document."""
    path = Path(f"/library/{number // 250:05}/{number:07}.txt")
    identity = number.to_bytes(16, "big")
    return Document(
        id=DocumentId(number),
        text=TextId(number),
        path=path,
        real_path=path,
        size=5_000 + number % 977,
        mtime_ns=1_700_000_000_000_000_000,
        device=1,
        inode=number,
        content_hash=identity,
        text_hash=identity,
        encoding="utf-8",
        lossy=False,
        characters=4_000 + number % 977,
        tokens=900,
        features=1_200,
        fingerprint=Fingerprint(number),
    )


def pairs(documents: int, count: int) -> list[Pair]:
    """Plant clusters of which every two documents are a pair, at any distance up to 24 bits."""
    # documents of a cluster lie anywhere in the library
    order = random_bits(documents, 1).argsort().tolist()
    noise = random_bits(count, 2).tolist()
    made: list[Pair] = []
    start = 0
    for size in itertools.cycle(_CLUSTERS):
        for ends in itertools.combinations(sorted(order[start : start + size]), 2):
            if len(made) == count:
                return made
            distance = noise[len(made)] % 25
            alike = 1 - distance / 60 - (noise[len(made)] >> 8) % 100 / 1_000
            left, right = map(DocumentId, ends)
            made.append(Pair(left, right, distance, alike, alike, alike, Kind.SIMILAR))
        start += size
        if start + size > documents:
            raise SystemExit(f"{documents} documents have no room for {count} pairs")
    return made


def main() -> None:
    """Make the report, move the slider, print."""
    count, wanted, steps = map(int, sys.argv[1:])
    planted = tuple(pairs(count, wanted))
    report = ScanReport(
        config=ScanConfig(),
        folders=(Path("/library"),),
        documents={DocumentId(number): document(number) for number in range(count)},
        pairs=planted,
        groups=(),
        problems=(),
        counts=Counts(documents=count),
        compared_distance=24,
    )
    qt = QApplication([])
    InterpreterPolicy(qt)  # as the program does
    model = GroupModel()
    window = MainWindow()
    window.show()
    similarity = report.config.similarity

    def wait(shown: GroupModel) -> None:
        while shown.busy:
            qt.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)

    shown = regroup(report, Thresholds(report.config.distance, similarity))
    model.set_report(shown)
    wait(model)
    window.show_report(shown)
    wait(window.group_model)
    qt.processEvents()
    in_model, in_window, looks, worked, sizes = [], [], [], [], set()
    for _, distance in zip(range(steps), itertools.cycle(_DISTANCES), strict=False):
        started, began = time.perf_counter(), time.process_time()
        shown = regroup(shown, Thresholds(distance, similarity))
        model.set_report(shown)
        wait(model)
        worked.append(time.process_time() - began)
        in_model.append(time.perf_counter() - started)
        sizes.add(model.rowCount())
        started = time.perf_counter()
        window.show_report(regroup(shown, Thresholds(distance, similarity)))
        wait(window.group_model)
        qt.processEvents()
        in_window.append(time.perf_counter() - started)
        started = time.perf_counter()
        sum(1 for pair in planted if pair.distance <= distance)
        looks.append(time.perf_counter() - started)
    if len(sizes) < 2:
        raise SystemExit(f"the steps gave the same groups: {sizes}")
    print(*in_model)
    print(*in_window)
    print(*looks)
    print(*worked)
    window.close()


if __name__ == "__main__":
    main()

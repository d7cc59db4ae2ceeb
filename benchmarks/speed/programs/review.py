"""The review of a large report in the window: how long each action takes, and what it holds up.

    python review.py GROUPS

Prints a line for each action, name and seconds: how long until its outcome is painted, the
longest that the window's thread did not answer a timer of 5 ms meanwhile, and the processor time of
all threads. The last line is the
peak of memory in bytes, and what it was before the report was shown.
"""

import os
import resource
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QElapsedTimer, QEventLoop, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.application import InterpreterPolicy
from app.groups.columns import GroupColumn
from app.groups.filter import GroupFilter
from app.tasks import shut_down_below
from app.window.window import MainWindow
from benchmarks.speed.words import random_bits
from simcore import Document, Group, Kind, ScanConfig, ScanReport
from simcore.grouping.grouper import Grouper
from simcore.model.records import DocumentId, Fingerprint, TextId
from simcore.model.report import Counts, Member

_GROUP = 5
_FOLDERS = (Path("/library/documents"), Path("/library/archive"))
_KINDS = (Kind.IDENTICAL, Kind.SAME_TEXT, Kind.SIMILAR, Kind.SIMILAR)
PAGES = 200
"""The number of scroll steps."""


class Heartbeat:
    """A timer in the GUI thread, and the longest delay of its event."""

    def __init__(self) -> None:
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(5)
        self._timer.timeout.connect(self._beat)
        self._since = QElapsedTimer()
        self.longest = 0.0

    def start(self) -> None:
        """Begin to look."""
        self.longest = 0.0
        self._since.start()
        self._timer.start()

    def stop(self) -> None:
        """Count the wait since the last beat, and stop the timer."""
        self._beat()
        self._timer.stop()

    def _beat(self) -> None:
        self.longest = max(self.longest, self._since.nsecsElapsed() * 1e-9)
        self._since.restart()


def document(number: int, noise: int) -> Document:
    """Make up a document."""
    folder = _FOLDERS[noise % 2] / f"{(noise >> 8) % 4000:04}"
    path = folder / f"合同 contract {(noise >> 20) % 1_000_000:06} {number:07}.txt"
    identity = number.to_bytes(16, "big")
    return Document(
        id=DocumentId(number),
        text=TextId(number),
        path=path,
        real_path=path,
        size=500 + noise % 90_000,
        mtime_ns=1_600_000_000_000_000_000 + noise % 10**17,
        device=1,
        inode=number,
        content_hash=identity,
        text_hash=identity,
        encoding=("utf-8", "gb18030", "big5")[noise % 3],
        lossy=False,
        characters=4_000,
        tokens=900 + noise % 700,
        features=1_200,
        fingerprint=Fingerprint(noise),
    )


def member(number: int, noise: int) -> Member:
    """Make up a member of a group."""
    kind = _KINDS[noise % len(_KINDS)]
    distance = (noise >> 10) % 19 if kind is Kind.SIMILAR else 0
    alike = 1.0 if kind is not Kind.SIMILAR else 0.7 + (noise >> 16) % 299 / 1000
    return Member(DocumentId(number), distance, alike, alike, kind)


def generated(groups: int) -> ScanReport:
    """Make a report of that many groups, each of five documents."""
    noise = [value >> 1 for value in random_bits(groups * _GROUP, 1).tolist()]
    documents = {DocumentId(n): document(n, abs(noise[n])) for n in range(groups * _GROUP)}
    made = []
    for first in range(0, groups * _GROUP, _GROUP):
        members = [member(n, abs(noise[n])) for n in range(first + 1, first + _GROUP)]
        members.sort(key=lambda one: -(one.resemblance or 0))
        worst = members[-1].resemblance or 0.0
        made.append(Group(DocumentId(first), tuple(members), worst))
    return ScanReport(
        config=ScanConfig(),
        folders=_FOLDERS,
        documents=documents,
        pairs=(),
        groups=tuple(made),
        problems=(),
        counts=Counts(documents=len(documents)),
        compared_distance=12,
        # as each report that was grouped has; why a document is kept is told by it
        regrouper=Grouper(documents, (), {}),
    )


class Review:
    """An empty window, and the actions of a user there."""

    def __init__(self, qt: QApplication) -> None:
        self._qt = qt
        self.window = MainWindow()
        self.window.show()
        self.window.resize(1280, 800)
        qt.processEvents()
        self.model, self.view = self.window.group_model, self.window.group_view
        self._heart = Heartbeat()

    def _settle(self) -> None:
        while self.model.busy:
            self._qt.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        self._qt.processEvents()

    def measure(self, name: str, action: Callable[[], object]) -> None:
        """Run an action, wait until its result is painted, and print a line."""
        QTest.qWait(50)
        self._heart.start()
        started, began = time.perf_counter(), time.process_time()
        action()
        self._settle()
        self.view.viewport().repaint()
        taken, worked = time.perf_counter() - started, time.process_time() - began
        QTest.qWait(30)
        self._heart.stop()
        print(f"{name}\t{taken}\t{self._heart.longest}\t{worked}", flush=True)

    def rest(self) -> None:
        """Wait until tiles and folders have their counts."""
        while self.model.counting:
            self._qt.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)

    def pages(self) -> None:
        """Go down page by page, each painted."""
        for _ in range(PAGES):
            QTest.keyClick(self.view, Qt.Key.Key_PageDown)
            self._qt.processEvents()

    def jumps(self) -> None:
        """Drag the scroll bar from one end to the other."""
        bar = self.view.verticalScrollBar()
        for step in range(PAGES):
            bar.setValue(bar.maximum() * step // PAGES)
            self._qt.processEvents()

    def sort(self) -> None:
        """Sort by several columns."""
        for column in (
            GroupColumn.SIZE,
            GroupColumn.SIMILARITY,
            GroupColumn.NAME,
            GroupColumn.FOLDER,
            GroupColumn.MODIFIED,
        ):
            action = partial(self.view.sortByColumn, column, Qt.SortOrder.DescendingOrder)
            self.measure(f"sort: {column.name.lower()}", action)
        self.measure(
            "sort: the report's order",
            partial(self.view.sortByColumn, -1, Qt.SortOrder.AscendingOrder),
        )

    def filter(self) -> None:
        """Filter in several ways; paths are computed once, when the box gets the focus."""
        self.measure("paths: found when the filter is entered", self._prepare)
        for name, wanted in (
            ("text", GroupFilter("contract 12")),
            ("kind and folder", GroupFilter(kinds=frozenset({Kind.IDENTICAL}), folder=_FOLDERS[1])),
            ("across folders", GroupFilter(across=True)),
            ("regular expression", GroupFilter("t 1[0-4].*7", regular=True)),
            ("none", GroupFilter()),
        ):
            self.measure(f"filter: {name}", partial(self._filter, wanted))

    def _prepare(self) -> None:
        self.model.prepare_filter()
        while self.model.preparing:
            self._qt.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)

    def _filter(self, wanted: GroupFilter) -> None:
        self.model.set_filter(wanted)

    def fold(self) -> None:
        """Close and open groups."""
        self.measure("fold: collapse all", self.view.collapseAll)
        self.measure("fold: expand all", self.view.expandAll)
        self.measure("fold: collapse one", lambda: self.view.collapse(self.model.index(0, 0)))
        self.measure("fold: expand one", lambda: self.view.expand(self.model.index(0, 0)))

    def mark(self, report: ScanReport) -> None:
        """Mark identical documents, and wait for the marks."""
        self.measure("mark: all identical", lambda: self.model.mark_kinds({Kind.IDENTICAL}))
        self.measure("mark: a new report", lambda: self.window.show_report(report))
        self.measure("select: all", self.view.selectAll)
        self.measure(
            "select: sort all", partial(self.view.sortByColumn, 4, Qt.SortOrder.AscendingOrder)
        )


def main() -> None:
    """Make the report, show it, run the actions of a user, print."""
    report = generated(int(sys.argv[1]))
    qt = QApplication([])
    InterpreterPolicy(qt)  # as the program does
    review = Review(qt)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    review.measure("first paint", partial(review.window.show_report, report))
    review.measure("count: what could go, once the results rest", review.rest)
    review.sort()
    review.filter()
    review.fold()
    review.view.setFocus()
    review.measure("scroll: pages down", review.pages)
    review.measure("scroll: jumps", review.jumps)
    review.mark(report)
    print(f"memory\t{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024}\t{before}")
    review.window.close()
    shut_down_below(review.window)  # what could go of the last report may still be counted


if __name__ == "__main__":
    main()

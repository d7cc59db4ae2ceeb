"""Compares two texts beside the window's thread; only the latest request has results."""

import gc
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QCoreApplication, QObject, Signal, Slot

from app.background.task import Task
from app.comparison.align.alignment import align
from app.comparison.align.ignoring import Ignoring
from app.comparison.align.inline import Change
from app.comparison.align.matching import Effort, Stopped
from app.comparison.align.rows import Alignment, RowKind
from app.comparison.align.sheet import Changes, Sheet, side_by_side, unified
from simcore import Cancelled

_AT_ONCE = 20_000_000
"""What may be spent on differences inside rows before the rows are shown, in units of effort."""

_ONE_ROW = 50_000_000
"""What may be spent on the differences inside one row."""


@dataclass(frozen=True, slots=True)
class Wish:
    """Two texts, and how they are to be compared and laid out.

    ``known`` is their alignment where only the layout is another one.
    """

    left: str
    right: str
    ignoring: Ignoring
    unified: bool = False
    known: Alignment | None = None
    changes: Changes | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """A result: what is shown, and what is known of the differences inside rows by now.

    ``simplified`` are rows inside which not all was compared in detail. When ``final``, no
    further result follows.
    """

    sheet: Sheet
    changes: Changes
    simplified: frozenset[int] = frozenset()
    final: bool = True


class _Request(QObject):
    """Work in a thread of its own; says nothing any more once it was dropped."""

    found = Signal(object)
    failed = Signal(str)

    def __init__(self, task: Task) -> None:
        super().__init__()
        self._wanted = True
        self.task = task
        self.task.progressed.connect(self._take)
        self.task.succeeded.connect(self._take)
        self.task.failed.connect(self._take_failure)
        self.task.finished.connect(self._end)

    def start(self) -> None:
        """Begin."""
        if not _running:
            # A collection looks at every line and match there is, and nothing else runs meanwhile;
            # what a comparison leaves behind has no cycles.
            gc.disable()
        _running.add(self)
        self.task.start()

    @Slot()
    def drop(self) -> None:
        """Stop soon, and say nothing."""
        self._wanted = False
        self.task.cancel()

    @Slot(object)
    def _take(self, result: object) -> None:
        if self._wanted:
            self.found.emit(result)

    @Slot(str)
    def _take_failure(self, reason: str) -> None:
        if self._wanted:
            self.failed.emit(reason)

    @Slot()
    def _end(self) -> None:
        _discard(self)


# What runs, wherever its owner is: a QThread must not be collected before it has ended.
_running: set[_Request] = set()


def _discard(request: _Request) -> None:
    if request in _running:
        _running.discard(request)
        if not _running:
            gc.enable()


class Comparing(QObject):
    """Emits ``compared`` with a ``Found``, or ``failed`` with a sentence, for the last request.

    Several results may follow a request, each better than the one before. ``detailed`` brings
    what differs inside rows that were asked for: a mapping of rows to changes, and the set of
    those rows that had to be simplified. Nothing of an older request is ever emitted once a
    newer one was made or ``cancel()`` was called.
    """

    compared = Signal(object)
    detailed = Signal(object, object)
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._request: _Request | None = None
        self._detail: _Request | None = None
        self._rows: list[int] = []
        self._alignment: Alignment | None = None
        self._started: list[_Request] = []
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.stop)

    def start(self, wish: Wish) -> None:
        """Compare two texts instead of whatever is being compared."""
        self.cancel()
        self._request = self._made(Task(partial(_compare, wish)))
        self._request.found.connect(self.compared)
        self._request.start()

    def ask(self, alignment: Alignment, rows: Sequence[int]) -> None:
        """Find what differs inside rows; those asked for last come first."""
        if alignment is not self._alignment:
            self._drop_detail()
            self._alignment = alignment
        self._rows = list(rows)
        if self._detail is None and self._rows:
            self._detail = self._made(Task(partial(_detail, alignment, self._rows)))
            self._detail.found.connect(self._take_detail)
            self._detail.start()

    @Slot(object)
    def _take_detail(self, result: tuple[dict[int, tuple[Change, ...]], set[int]]) -> None:
        self._detail = None
        changes, simplified = result
        left = [row for row in self._rows if row not in changes]
        self._rows = []
        self.detailed.emit(changes, simplified)
        if left and self._alignment is not None:
            self.ask(self._alignment, left)

    def cancel(self) -> None:
        """Drop the present request; its thread ends soon, and returns nothing."""
        if self._request is not None:
            self._request.drop()
            self._request = None
        self._drop_detail()

    def _drop_detail(self) -> None:
        if self._detail is not None:
            self._detail.drop()
            self._detail = None
        self._alignment = None
        self._rows = []

    @Slot()
    def stop(self) -> None:
        """Cancel, and wait until none of the threads started here runs."""
        self.cancel()
        for request in self._started:
            request.task.wait()
            _discard(request)
        self._started = []

    def _made(self, task: Task) -> _Request:
        request = _Request(task)
        request.failed.connect(self.failed)
        self.destroyed.connect(request.drop)
        self._started = [*filter(_running.__contains__, self._started), request]
        return request


def _compare(wish: Wish, task: Task) -> Found:
    """Do the work; runs in the task's thread."""
    lay_out = unified if wish.unified else side_by_side

    def stop() -> bool:
        task.give_way()
        return task.stopping

    def publish(alignment: Alignment) -> None:
        task.progressed.emit(Found(lay_out(alignment, {}, stop), {}, final=False))

    try:
        alignment = wish.known
        if alignment is None:
            alignment = align(wish.left, wish.right, stop, wish.ignoring, publish)
        changes = dict(wish.changes or {})
        simplified: set[int] = set()
        sheet = lay_out(alignment, changes, stop)
        _known_at_once(alignment, changes, simplified, sheet.long, stop)
        open_rows = [row for row in sheet.long if alignment.kinds[row] == RowKind.CHANGED.value]
        open_rows = [row for row in open_rows if row not in changes]
        if not open_rows:
            return Found(sheet, changes, frozenset(simplified))
        # Long rows are cut anew where their differences are, so all of them have to be known.
        task.progressed.emit(Found(sheet, changes, frozenset(simplified), final=False))
        work = Effort(4 * _ONE_ROW, stop)
        for row in open_rows:
            changes[row] = alignment.changes(row, work)
            if work.simplified:
                simplified.add(row)
        return Found(lay_out(alignment, changes, stop), changes, frozenset(simplified))
    except Stopped:
        raise Cancelled from None


def _known_at_once(
    alignment: Alignment,
    changes: dict[int, tuple[Change, ...]],
    simplified: set[int],
    long: Mapping[int, object],
    stop: Callable[[], bool],
) -> None:
    """Find what differs inside the first rows, as far as that takes no time."""
    left = _AT_ONCE
    for start, end in alignment.differences:
        for row in range(start, end):
            if row in changes or row in long or alignment.kinds[row] != RowKind.CHANGED.value:
                continue
            size = len(alignment.line(row, left=True) or "")
            size += len(alignment.line(row, left=False) or "")
            left -= 2000 + 40 * size
            if left < 0:
                return
            work = Effort(_ONE_ROW, stop)
            changes[row] = alignment.changes(row, work)
            if work.simplified:
                simplified.add(row)


def _detail(
    alignment: Alignment, rows: Sequence[int], task: Task
) -> tuple[dict[int, tuple[Change, ...]], set[int]]:
    """Find what differs inside rows; runs in the task's thread."""
    changes: dict[int, tuple[Change, ...]] = {}
    simplified: set[int] = set()
    try:
        for row in rows:
            work = Effort(_ONE_ROW, lambda: task.stopping)
            changes[row] = alignment.changes(row, work)
            if work.simplified:
                simplified.add(row)
    except Stopped:
        raise Cancelled from None
    return changes, simplified

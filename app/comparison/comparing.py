"""Comparing two texts in the background; only the newest request has results."""

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from threading import get_ident

from PySide6.QtCore import QObject, Signal, Slot

from simcore import Cancelled

from ..background.latest import Latest
from ..background.task import Task
from .align.alignment import align
from .align.flowing import SideText, flowed
from .align.ignored import Ignored
from .align.inline import InlineChange
from .align.matching import Effort, Stopped
from .align.part import placed
from .align.rows import EFFORT, Alignment, Margin, RowKind
from .align.sheet import InlineChanges, Sheet, side_by_side, unified

_AT_ONCE = 20_000_000
"""The effort for differences inside rows before the rows are shown."""

_ONE_ROW = 50_000_000
"""The effort for the differences inside one row."""

_Details = tuple[dict[int, tuple[InlineChange, ...]], set[int]]


@dataclass(frozen=True, slots=True)
class ComparisonRequest:
    """A request: two texts, and the options of their comparison and layout.

    ``known`` is their alignment where only the layout is another one. ``part_left`` tells that one
    of them is a part of the other, and which one; None: neither is.
    """

    left: SideText
    right: SideText
    ignoring: Ignored
    unified: bool = False
    known: Alignment | None = None
    changes: InlineChanges | None = None
    part_left: bool | None = None


@dataclass(frozen=True, slots=True)
class Differences:
    """A result: what is shown, and what is known of the differences inside rows by now.

    ``simplified`` are rows inside which not all was compared in detail. When ``final``, no
    further result follows.
    """

    sheet: Sheet
    changes: InlineChanges
    simplified: frozenset[int] = frozenset()
    final: bool = True


_working: dict[int, bool] = {}
"""The threads that compare, and whether garbage was collected when the first of them began."""


@contextmanager
def _no_collection() -> Iterator[None]:
    """Suspend garbage collection while this thread, or another in here, is working.

    A collection looks at every line and match there is, and nothing else runs meanwhile; what a
    comparison leaves behind has no cycles.
    """
    _working[get_ident()] = gc.isenabled() or any(_working.values())
    gc.disable()
    try:
        yield
    finally:
        before = _working.pop(get_ident())
        if before and not _working:
            gc.enable()


class TextComparer(Latest[[ComparisonRequest], Differences]):
    """Compares two texts; ``published`` and ``succeeded`` carry ``Differences``.

    Several results may follow a request, each better than the one before. ``detailed`` brings
    what differs inside rows that were asked for: a mapping of rows to changes, and the set of
    those rows that had to be simplified.
    """

    detailed = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(_compare, parent)
        self._detailing = Latest(_detail, self, self._take_detail, self.failed)
        self._rows: list[int] = []
        self._alignment: Alignment | None = None

    @Slot(object, object)
    def ask(self, alignment: Alignment, rows: Sequence[int]) -> None:
        """Find the changes inside rows; those requested last come first."""
        if alignment is not self._alignment:
            self._detailing.stop()
            self._alignment = alignment
        self._rows = list(rows)
        if self._rows and not self._detailing.busy:
            self._detailing.replace(alignment, self._rows)

    @Slot(object)
    def _take_detail(self, result: _Details) -> None:
        changes, simplified = result
        left = [row for row in self._rows if row not in changes]
        self._rows = []
        self.detailed.emit(changes, simplified)
        if left and self._alignment is not None:
            self.ask(self._alignment, left)

    @Slot()
    def stop(self) -> None:
        """Suppress the answers to earlier requests, and details of them."""
        super().stop()
        self._detailing.stop()
        self._alignment = None
        self._rows = []


def aligned(
    wish: ComparisonRequest,
    stop: Callable[[], bool],
    publish: Callable[[Alignment], None] = lambda _alignment: None,
) -> Alignment:
    """Break the lines of what flows, and align two texts as ``align`` does. Raises ``Stopped``."""
    left, right = flowed(wish.left, wish.right, Effort(EFFORT, stop))
    margins = _margin(left), _margin(right)
    lines = max(left.text.count("\n"), right.text.count("\n"))

    def finished(alignment: Alignment) -> Alignment:
        alignment = replace(alignment, margins=margins)
        part_left = wish.part_left
        return alignment if part_left is None else placed(alignment, part_left=part_left)

    def tell(first: Alignment) -> None:
        # the beginning of a whole says nothing of its part
        if wish.part_left is None or max(len(first.left), len(first.right)) >= lines:
            publish(finished(first))

    return finished(align(left.text, right.text, stop, wish.ignoring, tell))


def _margin(side: SideText) -> Margin | None:
    return None if side.numbers is None else Margin(side.numbers, side.pages)


@_no_collection()
def _compare(task: Task, wish: ComparisonRequest) -> Differences:
    """Do the work; runs in the task's thread."""
    lay_out = unified if wish.unified else side_by_side

    def stop() -> bool:
        task.give_way()
        return task.stopping

    def publish(alignment: Alignment) -> None:
        task.progressed.emit(Differences(lay_out(alignment, {}, stop), {}, final=False))

    try:
        alignment = wish.known
        if alignment is None:
            alignment = aligned(wish, stop, publish)
        changes = dict(wish.changes or {})
        simplified: set[int] = set()
        sheet = lay_out(alignment, changes, stop)
        _known_at_once(alignment, changes, simplified, sheet.long, stop)
        open_rows = [row for row in sheet.long if alignment.kinds[row] == RowKind.CHANGED.value]
        open_rows = [row for row in open_rows if row not in changes]
        if not open_rows:
            return Differences(sheet, changes, frozenset(simplified))
        # Long rows are cut anew where their differences are, so all of them have to be known.
        task.progressed.emit(Differences(sheet, changes, frozenset(simplified), final=False))
        work = Effort(4 * _ONE_ROW, stop)
        for row in open_rows:
            changes[row] = alignment.changes(row, work)
            if work.simplified:
                simplified.add(row)
        return Differences(lay_out(alignment, changes, stop), changes, frozenset(simplified))
    except Stopped:
        raise Cancelled from None


def _known_at_once(
    alignment: Alignment,
    changes: dict[int, tuple[InlineChange, ...]],
    simplified: set[int],
    long: Mapping[int, object],
    stop: Callable[[], bool],
) -> None:
    """Find the changes inside the first rows, as far as that is fast."""
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


@_no_collection()
def _detail(task: Task, alignment: Alignment, rows: Sequence[int]) -> _Details:
    """Find the changes inside rows; runs in the task's thread."""
    changes: dict[int, tuple[InlineChange, ...]] = {}
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

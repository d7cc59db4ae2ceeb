"""ArrivalLog: what watches told, of this run and of earlier ones, and what a person has seen."""

import heapq
import math
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot

import simcore
from simcore import Arrival, ArrivalEvent

from ..background.latest import Latest
from ..background.task import Task
from ..settings.values import SeenArrival

MOST = 20_000
"""How many arrivals are kept; the file of a watch keeps as many."""

_TOGETHER = 200
"""Milliseconds for which arrivals gather before they are shown."""

_ROUNDING = 0.001
"""More than what a time loses as a number with 53 bits, in milliseconds."""

_CAME = frozenset({ArrivalEvent.NEW, ArrivalEvent.CHANGED})


def has_come_like_others(one: Arrival) -> bool:
    """Return whether an arrival is worth telling: something came, and is like something."""
    return bool(one.matches) and one.event in _CAME


def read_arrivals(task: Task, index: Path) -> list[Arrival]:
    """Return what watches told beside an index, the newest first; nothing without its file.

    Times are in whole milliseconds, as in the lines of a watch: else what was seen of a line would
    be new when the file is read. Raises ``SimcoreError``.
    """
    task.check()
    found = simcore.read_arrivals(simcore.arrivals_path(index), most=MOST)
    return [replace(one, time=math.floor(one.time * 1000 + _ROUNDING) / 1000) for one in found]


class ArrivalLog(QObject):
    """Arrivals, the newest first; ``changed`` follows some time after there are others.

    ``came`` carries those that came since it was last sent. ``seen_until`` is the time, in seconds
    since 1970, up to which a person has seen them all, ``seen`` what they have seen of later ones.
    """

    changed = Signal()
    came = Signal(object)  # list[Arrival]
    failed = Signal(object)  # Reason | str

    def __init__(
        self,
        index: Path,
        seen_until: float,
        seen: Iterable[SeenArrival] = (),
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.all: list[Arrival] = []
        self._known: set[tuple[int, str, str]] = set()
        self.seen_until = seen_until
        self.seen = set(seen)
        self._index = index
        self._new: list[Arrival] = []
        self._reading = Latest(read_arrivals, self, self._take_history, self.failed)
        self._soon = QTimer(self, singleShot=True, interval=_TOGETHER)
        self._soon.timeout.connect(self._publish)
        # whoever sees one is in the middle of choosing a row
        self._telling = QTimer(self, singleShot=True, interval=0)
        self._telling.timeout.connect(self.changed)

    @property
    def busy(self) -> bool:
        """Whether the file is being read, or arrivals gather."""
        return self._reading.busy or self._soon.isActive()

    @Slot()
    def read(self) -> None:
        """Read the file of earlier watches, in the background."""
        self._reading.run(self._index)

    def take(self, arrival: Arrival) -> None:
        """Take what a watch has just told."""
        self._new.append(arrival)
        if not self._soon.isActive():
            self._soon.start()

    def is_seen(self, one: Arrival) -> bool:
        """Return whether a person has seen an arrival, or need not."""
        return (
            one.time <= self.seen_until
            or not has_come_like_others(one)
            or _as_seen(one) in self.seen
        )

    def unseen(self) -> int:
        """Return how many arrivals that are like others nobody has seen."""
        return sum(not self.is_seen(one) for one in self._recent())

    def see(self, one: Arrival) -> None:
        """Note that a person has seen an arrival."""
        if not self.is_seen(one):
            self.seen.add(_as_seen(one))
            self._telling.start()

    @Slot()
    def see_all(self) -> None:
        """Note that a person has seen all that is there, or need not."""
        newest = max((one.time for one in self._recent()), default=0.0)
        if newest > self.seen_until:
            self.seen_until = newest
            self.seen.clear()
            self._telling.start()

    def sum_up(self) -> None:
        """Let one time stand for what was seen, as far as nothing earlier is left to be seen."""
        if self.busy:  # what is not read yet may be earlier
            return
        recent = list(self._recent())
        first = min((one.time for one in recent if not self.is_seen(one)), default=math.inf)
        before = (one.time for one in recent if one.time < first)
        self.seen_until = max(before, default=self.seen_until)
        self.seen &= {_as_seen(one) for one in self._recent()}

    def shut_down(self) -> None:
        """Stop reading."""
        self._soon.stop()
        self._reading.shut_down()

    def _recent(self) -> Iterable[Arrival]:
        # a clock that was set back leaves some out of order, so all are asked
        return (one for one in self.all if one.time > self.seen_until)

    @Slot(object)
    def _take_history(self, found: list[Arrival]) -> None:
        self._merge(found)
        self.changed.emit()

    @Slot()
    def _publish(self) -> None:
        new, self._new = self._new, []
        self._merge(new)
        self.came.emit(new)
        self.changed.emit()

    def _merge(self, others: list[Arrival]) -> None:
        """Take others, each once: the file has what this run was told, too."""
        fresh = {key: one for one in others if (key := _key(one)) not in self._known}
        ordered = sorted(fresh.values(), key=_newest_first)
        if not ordered:
            return
        newer = not self.all or ordered[-1].time >= self.all[0].time
        merged = ordered + self.all if newer else heapq.merge(ordered, self.all, key=_newest_first)
        self._known |= fresh.keys()
        self.all = list(merged)
        if len(self.all) > MOST:
            self._known.difference_update(map(_key, self.all[MOST:]))
            del self.all[MOST:]


def _key(one: Arrival) -> tuple[int, str, str]:
    return int(one.time * 1000), one.event.value, str(one.path)


def _as_seen(one: Arrival) -> SeenArrival:
    return SeenArrival(one.time, one.path)


def _newest_first(one: Arrival) -> float:
    return -one.time

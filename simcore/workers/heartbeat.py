"""The heartbeat of a process: it beats at the start of each item of a job.

A beat costs less than a microsecond, so every file gets one. In a worker process the cells are in
memory shared with the parent, which thus knows how long a file has been worked on, and which one
it was if the worker ends.
"""

from collections.abc import Callable, MutableSequence


class Heartbeat:
    """The current item of a job, and the number of items begun."""

    def __init__(self) -> None:
        self._cells: MutableSequence[int] = [0, 0]
        self._begun: Callable[[], object] = tuple

    def share(self, cells: MutableSequence[int], begun: Callable[[], None]) -> None:
        """Write to these two cells from now on: the number of beats, and the last item.

        ``begun`` is called after each beat.
        """
        self._cells, self._begun = cells, begun

    def begin(self, item: int) -> None:
        """Record that work on an item begins; the job defines what ``item`` means."""
        self._cells[1] = item
        self._cells[0] += 1
        self._begun()

    def clear(self) -> None:
        """Record that a job begins, and none of its items yet."""
        self._cells[0] = self._cells[1] = 0

    @property
    def item(self) -> int:
        """The item begun last."""
        return self._cells[1]


HEARTBEAT = Heartbeat()
"""The heartbeat of this process, which works on one job at a time."""

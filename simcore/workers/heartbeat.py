"""What a process is at: it marks each item of a job as it begins it, and whoever watches looks.

A mark costs less than a microsecond, so every file gets one. In a worker process the cells lie in
memory that is shared with the parent, which so knows how long a file has been worked on, and
which one it was when the worker is gone.
"""

from collections.abc import Callable, MutableSequence


class Mark:
    """The place in a job that is being worked on, and how many were begun before."""

    def __init__(self) -> None:
        self._cells: MutableSequence[int] = [0, 0]
        self._begun: Callable[[], None] | None = None

    def share(self, cells: MutableSequence[int], begun: Callable[[], None]) -> None:
        """Write to these two cells from now on: how many marks were made, and the last place.

        ``begun`` is called after each mark.
        """
        self._cells, self._begun = cells, begun

    def begin(self, place: int) -> None:
        """Say that work on an item begins: what ``place`` means is the job's own affair."""
        self._cells[1] = place
        self._cells[0] += 1
        if self._begun is not None:
            self._begun()

    def clear(self) -> None:
        """Say that a job begins, and none of its items yet."""
        self._cells[0] = self._cells[1] = 0

    @property
    def place(self) -> int:
        """The item begun last."""
        return self._cells[1]


MARK = Mark()
"""The one mark of this process; a process works on one job at a time."""

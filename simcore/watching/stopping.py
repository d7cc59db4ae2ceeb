"""How a watch is woken and ended, from other threads and from handlers of signals."""

import queue

from simcore.model.progress import Cancelled, Stage


class Stop:
    """A request to end, and the place where a watch waits.

    All but ``wait`` may be called from any thread, and from a handler of a signal: what it is made
    of needs no lock of Python's.
    """

    def __init__(self) -> None:
        self._wakes: queue.SimpleQueue[None] = queue.SimpleQueue()
        self.requested = False

    def request(self) -> None:
        """Ask the watch to end; what it is telling is told."""
        self.requested = True
        self.wake()

    def wake(self) -> None:
        """End the waiting, if the watch waits."""
        self._wakes.put(None)

    def wait(self, seconds: float) -> None:
        """Wait until woken, or so long."""
        try:
            self._wakes.get(timeout=seconds)
            while True:
                self._wakes.get_nowait()
        except queue.Empty:
            return

    def check(self) -> None:
        """Raise ``Cancelled`` if it was asked to end."""
        if self.requested:
            raise Cancelled

    def report(self, _stage: Stage, _done: int, _total: int) -> None:
        """Do as ``check``: the progress of all that can be left."""
        self.check()

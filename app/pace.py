"""How fast work goes, and how long it will still take."""

from collections import deque

__all__ = ["Pace"]


class Pace:
    """The rate of the last seconds, from (time, units done) samples.

    A running mean over ``window`` seconds follows changes (small files after large ones) without
    flickering. Nothing is claimed before ``least`` seconds were seen.

    >>> pace = Pace()
    >>> pace.rate() is None
    True
    >>> for second in range(4):
    ...     pace.note(second * 100, at=float(second))
    >>> pace.rate()
    100.0
    >>> pace.seconds_left(1300)
    10.0
    """

    def __init__(self, window: float = 5.0, least: float = 0.5) -> None:
        self._window = window
        self._least = least
        self._samples: deque[tuple[float, int]] = deque()

    def restart(self) -> None:
        """Forget everything: other work begins."""
        self._samples.clear()

    def note(self, done: int, at: float) -> None:
        """Take in that ``done`` units were done at the time ``at``, in seconds."""
        self._samples.append((at, done))
        while at - self._samples[0][0] > self._window:
            self._samples.popleft()

    def rate(self) -> float | None:
        """Return units a second; None while too little was seen."""
        if not self._samples:
            return None
        (start, before), (end, after) = self._samples[0], self._samples[-1]
        if end - start < self._least:
            return None
        return (after - before) / (end - start)

    def seconds_left(self, total: int) -> float | None:
        """Return the time until ``total`` units are done at this rate; None where unknown."""
        rate = self.rate()
        if not rate:
            return None
        return max(0, total - self._samples[-1][1]) / rate

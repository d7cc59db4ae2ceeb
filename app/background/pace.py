"""The rate of work, and a time left that does not jump."""

from collections import deque

_LEAST_SLACK = 2.0
_LEAST_SLACK_SHARE = 0.05
_FIRST_SECONDS = 5.0


class Countdown:
    """The time left as a person likes to see it: it runs with the clock, and jumps nowhere.

    It slides towards what is expected by a twentieth of itself a second, and by two seconds a
    second at least; by more while little is known, in the first twenty seconds of work of one
    sort, and in the first five as far as it takes: before them nothing was known of it.
    """

    def __init__(self) -> None:
        self._shown: tuple[float, float] | None = None  # the time, and the time left shown then

    def next(self, expected: float, at: float, worked: float) -> float:
        """Return what to show at a time, after ``worked`` seconds of work of its sort.

        All are in seconds.
        """
        if self._shown is not None:
            then, shown = self._shown
            passed = at - then
            shown = max(0.0, shown - passed)
            share = max(_LEAST_SLACK_SHARE, 1 / max(1.0, worked))
            known = max(shown, expected) if worked < _FIRST_SECONDS else shown
            slack = passed * max(_LEAST_SLACK, share * known)
            expected = min(max(expected, shown - slack), shown + slack)
        self._shown = at, expected
        return expected


class Pace:
    """The rate of the work, from (time, units done) samples.

    The rate is a mean over the last ``window`` seconds, or the last third of all when that is
    more: it follows changes (small files after large ones), and a burst every few seconds, as
    batches end, does not make it flicker. Nothing is claimed before ``least`` seconds
    were seen.

    >>> pace = Pace()
    >>> pace.rate() is None
    True
    >>> for second in range(4):
    ...     pace.note(second * 100, at=float(second))
    >>> pace.rate()
    100.0
    """

    def __init__(self, window: float = 5.0, least: float = 0.5) -> None:
        self._window = window
        self._least = least
        self._samples: deque[tuple[float, int]] = deque()
        self._started = 0.0

    def restart(self) -> None:
        """Forget everything: other work begins."""
        self._samples.clear()

    def note(self, done: int, at: float) -> None:
        """Record that ``done`` units were done at the time ``at``, in seconds."""
        if not self._samples:
            self._started = at
        self._samples.append((at, done))
        window = max(self._window, (at - self._started) / 3)
        while at - self._samples[0][0] > window:
            self._samples.popleft()

    def rate(self) -> float | None:
        """Return units a second; None while there are too few samples."""
        if not self._samples:
            return None
        (start, before), (end, after) = self._samples[0], self._samples[-1]
        if end - start < self._least:
            return None
        return (after - before) / (end - start)

"""Which times of modification can be true."""

import time

DAY_NS = 86_400_000_000_000

FIRST_NS = 315_705_600_000_000_000
"""The 3rd of January 1980: archives and tools without a clock write the 1st, or one of 1970."""


def last_time(now_ns: int | None = None) -> int:
    """Return the last time that a file can have been modified: tomorrow, as clocks differ."""
    return (time.time_ns() if now_ns is None else now_ns) + DAY_NS


def is_time(mtime_ns: int, last_ns: int) -> bool:
    """Return whether a time of modification can be true; ``last_ns`` is the last that can.

    >>> [is_time(one, 1_700_000_000_000_000_000) for one in (0, -1, 10**18, 2 * 10**18)]
    [False, False, True, False]
    """
    return FIRST_NS < mtime_ns <= last_ns

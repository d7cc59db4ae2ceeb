"""Copy runs: times of modification that one copying, unpacking or checking out may have given.

A program that writes many files gives all of them nearly the same time, in an order that says
nothing. So times are taken together that follow one another closely in the whole library, and only
a document of a later run was modified later.
"""

from bisect import bisect_right
from collections.abc import Mapping
from math import inf

import numpy as np
from numpy.typing import NDArray

from simcore.grouping.keeping.times import FIRST_NS, is_time, last_time
from simcore.model.records import Document, DocumentId
from simcore.store.documents import Documents, as_times

GAP_NS = 60_000_000_000
"""Times that lie a minute apart or less are of one run: copying a large file may take as long."""

UNKNOWN = -1
"""The run of a time that says nothing."""


class CopyRuns:
    """The copy runs of a library, numbered by time from 0.

    >>> minute = 60_000_000_000
    >>> start = 1_700_000_000_000_000_000
    >>> runs = CopyRuns(np.array([start, start + minute, start + 2 * minute, start + 9 * minute]))
    >>> [runs.of(start + minutes * minute) for minutes in (0, 2, 9)], runs.of(0)
    ([0, 0, 1], -1)
    """

    def __init__(self, times_ns: NDArray[np.int64], now_ns: int | None = None) -> None:
        self.last_ns = last_time(now_ns)
        times = np.sort(times_ns)
        later = times[1:][np.diff(times) > GAP_NS]
        self._starts: list[int] = later[later > FIRST_NS].tolist()

    @classmethod
    def of_documents(cls, documents: Mapping[DocumentId, Document]) -> "CopyRuns":
        """Return the copy runs of all documents; those of an index are not built for it."""
        if isinstance(documents, Documents):
            return cls(documents.times_ns)
        return cls(as_times(one.mtime_ns for one in documents.values()))

    @staticmethod
    def telling(least_ns: NDArray[np.int64], most_ns: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the few of very many times that tell the same runs: the ends of each gap.

        Of each minute that has any times (``minute_of``), the least and the most of them are given.

        >>> times = np.arange(10) * GAP_NS
        >>> CopyRuns.telling(times, times).tolist(), CopyRuns.telling(times * 2, times * 2).size
        ([], 10)
        """
        times = np.sort(np.concatenate([least_ns, most_ns]))
        gaps = np.flatnonzero(np.diff(times) > GAP_NS)
        return np.unique(times[np.concatenate([gaps, gaps + 1])])

    def of(self, mtime_ns: int) -> int:
        """Return the number of the run of a time, ``UNKNOWN`` of one that says nothing."""
        known = is_time(mtime_ns, self.last_ns)
        return bisect_right(self._starts, mtime_ns) if known else UNKNOWN

    def time(self, mtime_ns: int) -> float:
        """Return a time of modification; infinity for one that says nothing."""
        return mtime_ns if is_time(mtime_ns, self.last_ns) else inf

    def age(self, mtime_ns: int) -> float:
        """Return a number that is less for an earlier run; a time that says nothing is last."""
        run = self.of(mtime_ns)
        return inf if run == UNKNOWN else run

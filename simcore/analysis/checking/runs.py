"""The equal runs of two texts, by their counted characters."""

from collections.abc import Iterator

import numpy as np

from simcore.analysis.checking.counted import LEAST_WEIGHT, SEED, CountedText
from simcore.analysis.equal_runs import EqualRun, runs_of
from simcore.candidates.sample_ranges import ranges

BETWEEN = 4
"""So many counted characters of either text may stand between two runs of one passage."""

_PREFIX_BITS = 20
_SHIFT = np.uint64(64 - _PREFIX_BITS)


class SeededText:
    """A document whose runs are looked for in many sources; its seeds are sorted once."""

    def __init__(self, counted: CountedText) -> None:
        self.counted = counted
        self._places = np.argsort(counted.seeds, kind="stable").astype(np.int32)
        self._ordered = counted.seeds[self._places]
        # most seeds of other texts are passed over by their leading bits
        self._known = np.zeros(1 << _PREFIX_BITS, dtype=np.bool_)
        self._known[self._ordered >> _SHIFT] = True

    def passages_in(self, source: CountedText) -> list[list[EqualRun]]:
        """Return the passages that the source has, each as its runs, in the document's order.

        Every run of ``SEED`` characters or more that both have is part of a run here, so what a
        passage covers of the document is exact. Runs with at most ``BETWEEN`` characters between
        them are one passage, which counts from ``LEAST_WEIGHT`` on, in whole words. No two runs
        overlap in the document. Where the source has a run several times, one that goes on where
        the run before it ended is taken.
        """
        document = self.counted
        seeds = source.seeds
        if not len(self._ordered) or not len(seeds):
            return []
        possible = np.flatnonzero(self._known[seeds >> _SHIFT])
        nearest = np.searchsorted(self._ordered, seeds[possible])
        nearest[nearest == len(self._ordered)] = 0
        equal = self._ordered[nearest] == seeds[possible]
        shared = possible[equal]
        if not len(shared):
            return []
        rows = np.unique(nearest[equal])
        ends = np.searchsorted(self._ordered, self._ordered[rows], side="right")
        inside = np.sort(self._places[ranges(rows, ends - rows)])
        all_runs = runs_of(
            (document.seeds, seeds), (inside, shared), (document.codes, source.codes), least=SEED
        )
        found: list[list[EqualRun]] = []
        reached = 0
        for passage in _chained(all_runs):
            if _weight(document, passage) < LEAST_WEIGHT:
                continue
            first, behind = _whole_words(document, source, passage)
            runs = list(_within(passage, first, behind))
            if _weight(document, runs) < LEAST_WEIGHT:
                continue
            kept = list(_within(runs, reached, behind))
            if kept:
                found.append(kept)
                reached = kept[-1].here + kept[-1].length
        return found


def _weight(document: CountedText, runs: list[EqualRun]) -> int:
    weights = document.weights
    return sum(int(weights[run.here + run.length] - weights[run.here]) for run in runs)


def _whole_words(
    document: CountedText, source: CountedText, passage: list[EqualRun]
) -> tuple[int, int]:
    """Return the range of a passage without the parts of words at its ends.

    Before and behind what was copied a few letters are the same by chance. Where no word of both
    texts begins or ends within ``SEED`` characters, it stays: not every script has spaces.
    """
    head, tail = passage[0], passage[-1]
    starts = document.edges[head.here : head.here + SEED]
    starts = starts & source.edges[head.there : head.there + SEED]
    here, there = tail.here + tail.length, tail.there + tail.length
    stops = document.edges[here - SEED + 1 : here + 1]
    stops = stops & source.edges[there - SEED + 1 : there + 1]
    first, behind = np.flatnonzero(starts), np.flatnonzero(stops[::-1])
    return (
        head.here + (int(first[0]) if len(first) else 0),
        here - (int(behind[0]) if len(behind) else 0),
    )


def _within(runs: list[EqualRun], first: int, behind: int) -> Iterator[EqualRun]:
    """Yield what of some runs lies in a range of the document."""
    for run in runs:
        over = max(0, first - run.here)
        length = min(run.length, behind - run.here) - over
        if length > 0:
            yield EqualRun(run.here + over, run.there + over, length)


def _chained(runs: list[EqualRun]) -> list[list[EqualRun]]:
    """Put runs together that follow each other in both texts."""
    found: list[list[EqualRun]] = []
    for run in runs:
        last = found[-1][-1] if found else None
        if (
            last is not None
            and 0 <= run.here - last.here - last.length <= BETWEEN
            and 0 <= run.there - last.there - last.length <= BETWEEN
        ):
            found[-1].append(run)
        else:
            found.append([run])
    return found

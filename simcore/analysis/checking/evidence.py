"""Which texts of the library probably have passages of a document, by its samples."""

import heapq
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from simcore.analysis.checking.counted import CountedText
from simcore.model.records import TextId
from simcore.text.shingles import firsts, shingles_in_order
from simcore.text.sketch import SAMPLINGS

STRETCH = 128
"""Samples are chosen, the rarest first, in stretches of so many counted characters."""

MOST_HOLDINGS = 400_000
"""Texts that are asked for, a text counted once for each sample that it has."""

MOST_OF_EACH = 256
"""Texts that are asked for of one sample; of more that have it all alike, one is enough."""

_APART = 2 * STRETCH
"""Two samples that a text has support each other if no more characters stand between them."""

_UNSUPPORTED = 1 / 64
"""A sample without support near it counts this much: chance gives every long text some."""

_Integers = NDArray[np.int64]
_Samples = NDArray[np.uint32]


class SampleHolders(Protocol):
    """The texts of a library by the samples of their sketches."""

    @property
    def texts(self) -> int:
        """How many texts there are."""

    def frequencies(self, samples: _Samples) -> _Integers:
        """Return how many texts have each of some samples, which ascend. Shape (n,)."""

    def holders(self, samples: _Samples, most: int) -> _Integers:
        """Return the texts that have each of some samples, which ascend, sample by sample.

        Of each sample as many come as ``frequencies`` says, but ``most`` at most: then those with
        the lowest ids, so that samples of one boilerplate name the same texts.
        """


@dataclass(frozen=True, slots=True)
class DocumentSamples:
    """The samples of a document: every shingle, since a text is sampled by its own rate.

    ``values`` ascend without repetitions, ``first`` is the counted character that each begins at,
    where it stands first.
    """

    values: _Samples
    first: _Integers


def samples_of(counted: CountedText) -> DocumentSamples:
    """Return the samples of a document."""
    low = shingles_in_order(counted.compacted).astype(np.uint32)
    order = np.argsort(low, kind="stable")
    ordered = low[order]
    distinct = firsts(ordered)
    starts = order[distinct]
    return DocumentSamples(ordered[distinct], np.searchsorted(counted.at, starts))


class Evidence:
    """What the samples of a document say of each text, until a passage explains them.

    A passage shows in several rare samples in a row; chance gives a text single ones. Of each
    stretch of the document, and for each sampling rate of texts, the rarest samples are asked for,
    as far as ``most`` allows.
    """

    def __init__(
        self,
        samples: DocumentSamples,
        holders: SampleHolders,
        most: int = MOST_HOLDINGS,
        check: Callable[[], None] = lambda: None,
    ) -> None:
        frequencies = holders.frequencies(samples.values)
        check()
        listed = np.minimum(frequencies, MOST_OF_EACH)
        chosen = _chosen(samples, frequencies, most)
        known = samples.first[frequencies > 0] // STRETCH
        self._passed_over = np.setdiff1d(known, samples.first[chosen] // STRETCH)
        listed = np.minimum(frequencies[chosen], MOST_OF_EACH)
        self._at = samples.first[chosen]
        # of a sample that half of all texts have one learns a little, too
        self._bits = np.log2(1 + holders.texts / np.maximum(1, frequencies[chosen]))
        texts = holders.holders(samples.values[chosen], MOST_OF_EACH)
        check()
        sample = np.repeat(np.arange(len(chosen)), listed)
        order = np.lexsort((self._at[sample], texts))
        self._sample = sample[order]
        ordered = texts[order]
        self._starts = np.flatnonzero(firsts(ordered))
        self._stops = np.append(self._starts[1:], len(ordered))
        self._texts = ordered[self._starts]
        self._explained = np.zeros(len(chosen), dtype=np.bool_)
        self._sure = math.log2(max(2, holders.texts) * max(1, len(chosen)))
        self._waiting = [
            (-weight, number)
            for number, weight in enumerate(self._weights().tolist())
            if weight > 0
        ]
        heapq.heapify(self._waiting)
        self._first = {number: -weight for weight, number in self._waiting}
        self._taken: set[int] = set()

    def _weights(self) -> NDArray[np.float64]:
        """Weigh all texts at once, as ``_weight`` does one."""
        if not len(self._texts):
            return np.zeros(0)
        at = self._at[self._sample]
        near = np.zeros(len(at), dtype=np.bool_)
        follows = (at[1:] - at[:-1] <= _APART) & (at[1:] > at[:-1])
        follows[self._starts[1:] - 1] = False
        near[1:] |= follows
        near[:-1] |= follows
        bits = self._bits[self._sample] * np.where(near, 1.0, _UNSUPPORTED)
        return np.add.reduceat(bits, self._starts)

    def _weight(self, number: int) -> float:
        """Weigh what a text has of the samples that no passage explains so far."""
        sample = self._sample[self._starts[number] : self._stops[number]]
        sample = sample[~self._explained[sample]]
        if not len(sample):
            return 0.0
        at = self._at[sample]
        near = np.zeros(len(at), dtype=np.bool_)
        follows = at[1:] - at[:-1] <= _APART
        near[1:] |= follows
        near[:-1] |= follows
        return float((self._bits[sample] * np.where(near, 1.0, _UNSUPPORTED)).sum())

    def explain(self, found: NDArray[np.bool_]) -> None:
        """Take the samples out that begin at counted characters which were found."""
        self._explained = found[np.minimum(self._at, len(found) - 1)]

    def __iter__(self) -> Iterator[tuple[TextId, bool]]:
        """Yield texts, the most promising first, by what is not explained by then.

        With each comes whether this is more than chance gives any text. Texts all of whose samples
        are explained do not come.
        """
        while self._waiting:
            _, number = heapq.heappop(self._waiting)
            # it can only have become less since it was weighed
            weight = self._weight(number)
            if weight <= 0:
                continue
            if self._waiting and weight < -self._waiting[0][0]:
                heapq.heappush(self._waiting, (-weight, number))
                continue
            self._taken.add(number)
            yield TextId(int(self._texts[number])), weight >= self._sure

    def others(self) -> Iterator[TextId]:
        """Yield the texts that have not come so far, by all that they have, explained or not."""
        left = [number for number in self._first if number not in self._taken]
        for number in sorted(left, key=lambda one: (-self._first[one], self._texts[one])):
            yield TextId(int(self._texts[number]))

    def left(self, counts: Callable[[TextId], bool]) -> tuple[int, NDArray[np.int64]]:
        """Count the texts that did not come and have more than chance, of those that ``counts``.

        Also return the stretches of the document, by their numbers, in which their samples begin,
        and those that there was no room to ask for.
        """
        count, places = 0, [self._passed_over]
        for _, number in self._waiting:
            text = TextId(int(self._texts[number]))
            if self._weight(number) >= self._sure and counts(text):
                count += 1
                sample = self._sample[self._starts[number] : self._stops[number]]
                places.append(self._at[sample[~self._explained[sample]]] // STRETCH)
        return count, np.unique(np.concatenate(places))


def _chosen(samples: DocumentSamples, frequencies: _Integers, most: int) -> _Integers:
    """Return the positions of the samples to ask for, ascending.

    In each stretch, the rarest that only unsampled texts have, the rarest that those sampled a
    little have, too, and the rarest that all may have: then the second rarest of each, and so on.
    """
    known = np.flatnonzero(frequencies > 0)
    values, listed = samples.values[known], frequencies[known]
    level = np.zeros(len(known), dtype=np.int64)
    for sampling in SAMPLINGS[1:]:
        level += values & np.uint32(sampling - 1) == 0
    stretch = samples.first[known] // STRETCH * len(SAMPLINGS) + level
    order = np.lexsort((listed, stretch))
    begins = np.flatnonzero(firsts(stretch[order]))
    lengths = np.diff(begins, append=len(order))
    rank = np.arange(len(order)) - np.repeat(begins, lengths)
    # all the rarest first, then all the second rarest: no stretch is passed over for another
    by_rank = order[np.lexsort((listed[order], rank))]
    within = np.cumsum(np.minimum(listed, MOST_OF_EACH)[by_rank]) <= most
    return np.sort(known[by_rank[within]])

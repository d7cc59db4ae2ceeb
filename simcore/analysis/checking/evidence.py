"""Which texts of the library probably have passages of a document, by its samples."""

import heapq
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from simcore.analysis.checking.counted import CountedText
from simcore.candidates.sample_ranges import ranges
from simcore.model.checked import LEAST_IDEOGRAPHS
from simcore.model.progress import Progress, Stage
from simcore.model.records import TextId
from simcore.pipeline.forms.sketched import rates_of
from simcore.store.index import FingerprintIndex
from simcore.text.shingles import firsts, places_in_runs, shingles_in_order
from simcore.text.sketch import SAMPLINGS

STRETCH = 128
"""Samples are chosen, the rarest first, in stretches of so many counted characters."""

MOST_HOLDINGS = 400_000
"""Texts that are asked for, a text counted once for each sample that it has."""

MOST_OF_EACH = 256
"""Texts that are asked for of one sample; of more that have it all alike, one is enough."""

_MISS = 4.0
"""Bits that a sample speaks against a passage if the text does not have it: one in 16 differs."""

_BITS_A_LETTER = 1.5
"""Samples overlap or lie in one word: together they tell no more than the letters they span.

About what a letter tells who knows those before it (Shannon 1951); an ideograph tells three times
as much.
"""

_KEPT = 4_096
"""Texts that are waiting to be read at most, the most promising: hardly a hundred are."""

_PREFIX_BITS = 22
_Integers = NDArray[np.int64]
_Samples = NDArray[np.uint32]


class SampleHolders(Protocol):
    """The texts of a library by the samples of their sketches."""

    def __len__(self) -> int:
        """Return the number of texts."""

    def frequencies(self, samples: _Samples) -> _Integers:
        """Return about how many texts have each of some samples, which ascend. Shape (n,)."""

    def holders(self, samples: _Samples, most: int) -> tuple[_Integers, _Integers]:
        """Return texts that have any of some samples, which ascend, and which: its position.

        Sample by sample. Of each at most ``most`` texts come, those with the lowest ids, so that
        the samples of one boilerplate name the same texts.
        """


class IndexSamples:
    """Reads all sketches of an index once, in parts, where no resident library is there to ask.

    For the samples of one document. Of a sample that very many texts have, the first are kept:
    memory grows with the document, not with the library. Takes a few seconds for 100,000 texts.
    """

    def __init__(self, index: FingerprintIndex, samples: _Samples, progress: Progress) -> None:
        self._samples = samples
        self._frequencies = np.zeros(len(samples), dtype=np.int64)
        # most values of other texts are passed over by their leading bits
        known = np.zeros(1 << _PREFIX_BITS, dtype=np.bool_)
        shift = np.uint32(32 - _PREFIX_BITS)
        known[samples >> shift] = True
        self._texts = 0
        owners: list[_Integers] = []
        places: list[_Integers] = []
        for texts, values, sizes in index.sketches():
            progress.report(Stage.PASSAGE, self._texts, 0)
            self._texts += len(texts)
            at = np.flatnonzero(known[values >> shift])
            place = np.searchsorted(samples, values[at])
            place[place == len(samples)] = 0
            shared = samples[place] == values[at] if len(samples) else np.zeros(0, dtype=np.bool_)
            at, place = at[shared], place[shared]
            wanted = self._frequencies[place] < MOST_OF_EACH
            self._frequencies += np.bincount(place, minlength=len(samples))
            owner = np.searchsorted(np.cumsum(sizes), at[wanted], side="right")
            owners.append(texts[owner])
            places.append(place[wanted])
        progress.report(Stage.PASSAGE, self._texts, self._texts)
        none = np.zeros(0, dtype=np.int64)
        owned, placed = np.concatenate([none, *owners]), np.concatenate([none, *places])
        # stable: texts come in ascending order, and stay so
        order = np.argsort(placed, kind="stable")
        self._owners = owned[order]
        self._starts = np.searchsorted(placed[order], np.arange(len(samples) + 1))

    def __len__(self) -> int:
        """Return the number of texts."""
        return self._texts

    def frequencies(self, samples: _Samples) -> _Integers:
        """Return how many texts have each of some of the document's samples."""
        return self._frequencies[np.searchsorted(self._samples, samples)]

    def holders(self, samples: _Samples, most: int) -> tuple[_Integers, _Integers]:
        """Return texts that have any of some of the document's samples, and which of them."""
        at = np.searchsorted(self._samples, samples)
        counts = np.minimum(self._starts[at + 1] - self._starts[at], most)
        held = ranges(self._starts[at], counts)
        return self._owners[held], np.repeat(np.arange(len(samples)), counts)


@dataclass(frozen=True, slots=True)
class DocumentSamples:
    """The samples of a document: every shingle, since a text is sampled by its own rate.

    ``values`` ascend without repetitions, ``first`` is the counted character that each begins at,
    where it stands first.
    """

    counted: CountedText
    values: _Samples
    first: NDArray[np.int32]


def samples_of(counted: CountedText) -> DocumentSamples:
    """Return the samples of a document."""
    low = shingles_in_order(counted.compared).astype(np.uint32)
    order = np.argsort(low, kind="stable").astype(np.int32)
    ordered = low[order]
    distinct = firsts(ordered)
    first = np.searchsorted(counted.at, order[distinct]).astype(np.int32)
    return DocumentSamples(counted, ordered[distinct], first)


class Evidence:
    """What the samples of a document say of each text, until a passage explains them.

    Of each stretch of the document, and for each sampling rate of texts, the rarest samples are
    asked for, as ``MOST_HOLDINGS`` allows. A passage shows as samples in a row that a text has. It
    is weighed by the likelihood that it is one rather than chance, in bits: a sample that one text
    in a thousand has speaks for it with 10, one within that the text does not have against it. A
    text is worth what its best row is. By chance one of all texts reaches the logarithm of their
    number times that of the samples (Karlin and Altschul 1990): what has more is ``sure``.
    """

    def __init__(
        self,
        samples: DocumentSamples,
        holders: SampleHolders,
        check: Callable[[], None] = lambda: None,
    ) -> None:
        frequencies = holders.frequencies(samples.values)
        check()
        chosen = _chosen(samples, frequencies)
        known = samples.first[frequencies > 0] // STRETCH
        self._passed_over = np.setdiff1d(known, samples.first[chosen] // STRETCH)
        # in the order of the document
        place = np.argsort(samples.first[chosen], kind="stable")
        self._at = samples.first[chosen][place]
        # the letters before each; an ideograph is as many as it is worth in a passage
        self._letters = samples.counted.weights[self._at] / LEAST_IDEOGRAPHS
        values, listed = samples.values[chosen][place], frequencies[chosen][place]
        # of a sample that all texts have one learns a little, too
        self._bits = np.log2(1 + len(holders) / np.maximum(1, listed))
        self._level = rates_of(values)
        texts, sample = holders.holders(samples.values[chosen], MOST_OF_EACH)
        check()
        numbered = np.empty(len(chosen), dtype=np.int64)
        numbered[place] = np.arange(len(chosen))
        sample = numbered[sample]
        order = np.lexsort((sample, texts))
        self._sample, ordered = sample[order], texts[order]
        self._starts = np.flatnonzero(firsts(ordered))
        self._stops = np.append(self._starts[1:], len(ordered))
        self._texts = ordered[self._starts]
        self._open = np.ones(len(chosen), dtype=np.bool_)
        self._ranks = np.zeros((len(SAMPLINGS), len(chosen) + 1), dtype=np.int32)
        self._rank(0)
        self._sure = math.log2(max(2, len(holders)) * max(2, len(chosen)))
        weights = self._weights()
        check()
        promising = np.argsort(-weights, kind="stable")[:_KEPT]
        self._first = dict(zip(promising.tolist(), weights[promising].tolist(), strict=True))
        self._waiting = [(-weight, number) for number, weight in self._first.items()]
        heapq.heapify(self._waiting)
        self._taken: set[int] = set()

    def _rank(self, first: int) -> None:
        """Give the open samples of each rate numbers, so that those between two can be counted.

        Those before ``first`` have theirs.
        """
        opened, levels = self._open[first:], self._level[first:]
        for level, ranks in enumerate(self._ranks):
            np.cumsum(opened & (levels >= level), dtype=np.int32, out=ranks[first + 1 :])
            ranks[first + 1 :] += ranks[first]

    def _weights(self) -> NDArray[np.float64]:
        """Weigh all texts at once, as ``_weight`` does one."""
        if not len(self._texts):
            return np.zeros(0)
        level = np.minimum.reduceat(self._level[self._sample], self._starts)
        lengths = self._stops - self._starts
        rank = self._ranks[np.repeat(level, lengths), self._sample + 1]
        missed = np.diff(rank, prepend=rank[:1]) - 1
        missed[self._starts] = 0
        bits = self._told(self._sample)
        bits[self._starts] = self._bits[self._sample[self._starts]]
        ends = np.cumsum(bits - _MISS * missed)
        begins = ends - bits
        # the lowest beginning so far, of the same text: each text lies far below the one before
        far = 1 + float(np.ptp(np.append(ends, begins)))
        below = np.repeat(np.arange(len(lengths)) * far, lengths)
        lowest = np.minimum.accumulate(begins - below) + below
        best: NDArray[np.float64] = np.maximum.reduceat(ends - lowest, self._starts)
        return best

    def _weight(self, number: int) -> float:
        """Weigh the best row of a text among the samples that no passage explains so far."""
        sample = self._sample[self._starts[number] : self._stops[number]]
        level = int(self._level[sample].min())
        sample = sample[self._open[sample]]
        if not len(sample):
            return 0.0
        rank = self._ranks[level, sample + 1]
        missed = np.diff(rank, prepend=rank[0] - 1) - 1
        bits = self._told(sample)
        ends = np.cumsum(bits - _MISS * missed)
        lowest = np.minimum.accumulate(ends - bits)
        return float((ends - lowest).max())

    def _told(self, sample: _Integers) -> NDArray[np.float64]:
        """Return what each of some samples of a text tells beyond the one before it, in bits."""
        apart = np.diff(self._letters[sample], prepend=-np.inf)
        told: NDArray[np.float64] = np.minimum(self._bits[sample], _BITS_A_LETTER * apart)
        return told

    def explain(self, found: NDArray[np.bool_]) -> None:
        """Take the samples out that begin at counted characters which were found."""
        closed = np.flatnonzero(self._open & found[np.minimum(self._at, len(found) - 1)])
        if len(closed):
            self._open[closed] = False
            self._rank(int(closed[0]))

    def __iter__(self) -> Iterator[tuple[TextId, bool]]:
        """Yield texts, the most promising first, by what is not explained by then.

        With each comes whether it is sure. Texts all of whose samples are explained do not come.
        """
        while self._waiting:
            before, number = heapq.heappop(self._waiting)
            weight = self._weight(number)
            if weight <= 0:
                continue
            # it was weighed before others were explained: then it has its turn later
            if weight < -before and self._waiting and weight < -self._waiting[0][0]:
                heapq.heappush(self._waiting, (-weight, number))
                continue
            self._taken.add(number)
            yield TextId(int(self._texts[number])), weight >= self._sure

    def others(self) -> Iterator[TextId]:
        """Yield the texts that have not come so far, by all that they have, explained or not."""
        for number, _ in sorted(self._first.items(), key=lambda one: -one[1]):
            if number not in self._taken:
                yield TextId(int(self._texts[number]))

    def left(self, counts: Callable[[TextId], bool]) -> tuple[int, NDArray[np.int64]]:
        """Count the texts that did not come and are sure, of those that ``counts``.

        Also return the stretches of the document, by their numbers, in which their samples begin,
        and those that there was no room to ask for.
        """
        count, places = 0, [self._passed_over]
        for before, number in self._waiting:
            text = TextId(int(self._texts[number]))
            if -before >= self._sure and counts(text) and self._weight(number) >= self._sure:
                count += 1
                sample = self._sample[self._starts[number] : self._stops[number]]
                places.append(self._at[sample[self._open[sample]]] // STRETCH)
        return count, np.unique(np.concatenate(places))


def _chosen(samples: DocumentSamples, frequencies: _Integers) -> _Integers:
    """Return the positions of the samples to ask for, ascending.

    In each stretch, the rarest that only unsampled texts have, the rarest that those sampled a
    little have, too, and the rarest that all may have: then the second rarest of each, and so on.
    """
    known = np.flatnonzero(frequencies > 0)
    values, listed = samples.values[known], frequencies[known]
    stretch = samples.first[known] // STRETCH * len(SAMPLINGS) + rates_of(values)
    order = np.lexsort((listed, stretch))
    rank = places_in_runs(stretch[order])
    # all the rarest first, then all the second rarest: no stretch is passed over for another
    by_rank = order[np.lexsort((listed[order], rank))]
    within = np.cumsum(np.minimum(listed, MOST_OF_EACH)[by_rank]) <= MOST_HOLDINGS
    return np.sort(known[by_rank[within]])

"""The sketches of some texts side by side, and how many texts and documents have each sample."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.sample_ranges import (
    positions_in,
    ranges,
    sizes_by_sampling,
    times_each,
)
from simcore.grouping.pairs.table import components
from simcore.pipeline.forms.rule import FORMS
from simcore.text.sketch import SAMPLINGS

_SAMPLES_AT_ONCE = 1 << 20

Integers = NDArray[np.int64]
Values = NDArray[np.uint32]
Part = tuple[Integers, Values, Integers]
"""The ids of some texts, their joined sketches, and the size of each."""


@dataclass(frozen=True, slots=True)
class Sketched:
    """Texts by ascending ids, their joined ``samples``, where each begins, and how many it has.

    ``level`` is the index of each text's sampling rate in ``SAMPLINGS``.
    """

    texts: Integers
    samples: Values
    starts: Integers
    sizes: Integers
    level: Integers

    @classmethod
    def of(cls, parts: Iterable[Part]) -> "Sketched":
        """Put parts together, in any order; no text is in two."""
        none = np.zeros(0, dtype=np.int64)
        listed = [(none, np.zeros(0, dtype=np.uint32), none), *parts]
        texts, samples, sizes = (np.concatenate(column) for column in zip(*listed, strict=True))
        level, _ = sizes_by_sampling(samples, sizes)
        order = np.argsort(texts)
        starts = np.cumsum(sizes) - sizes
        return cls(texts[order], samples, starts[order], sizes[order], level[order])

    @property
    def across(self) -> NDArray[np.float64]:
        """How many samples across one place are expected of each text."""
        return FORMS.across / np.array(SAMPLINGS, dtype=np.float64)[self.level]

    def counted(self, marked: NDArray[np.bool_]) -> Integers:
        """Count the samples of each text that are marked."""
        before = np.concatenate([[0], np.cumsum(marked)])
        of_each: Integers = before[self.starts + self.sizes] - before[self.starts]
        return of_each

    def rows_of(self, texts: Integers) -> Integers:
        """Return the rows of texts, -1 where a text is not here."""
        rows, there = positions_in(self.texts, texts)
        return np.where(there, rows, -1)

    def at_rows(self, rows: Integers) -> "Sketched":
        """Return those at some rows."""
        return Sketched(
            self.texts[rows], self.samples, self.starts[rows], self.sizes[rows], self.level[rows]
        )

    def at_level(self, rows: Integers, level: Integers) -> tuple[Integers, Integers]:
        """Return the places of the samples of some rows, each at a rate, and whose each is.

        The second is a position in ``rows``, ascending; the samples of each row ascend.
        """
        sizes = self.sizes[rows]
        places = ranges(self.starts[rows], sizes)
        whose = np.repeat(np.arange(len(rows)), sizes)
        rates = np.array(SAMPLINGS, dtype=np.uint32)[level]
        kept = self.samples[places] & (rates[whose] - np.uint32(1)) == 0
        return places[kept], whose[kept]


@dataclass(frozen=True, slots=True)
class Spread:
    """How many texts have each sample of a ``Sketched``, and how many documents do.

    ``kin`` are those texts only that verified pairs lead to from the text of the sample. Among many
    thousand other texts any run of five letters is found, and tells nothing of these.
    """

    texts: NDArray[np.int32]
    documents: NDArray[np.int32]
    kin: NDArray[np.int32]

    @classmethod
    def of(
        cls, sketched: Sketched, texts: NDArray[np.int32], several: Sketched, more: Integers
    ) -> "Spread":
        """Add the documents: texts that ``several`` documents have count ``more`` times as well."""
        if not len(several.texts):
            return cls(texts, texts, texts)
        samples = several.samples[ranges(several.starts, several.sizes)]
        values, at = np.unique(samples, return_inverse=True)
        total = np.bincount(at, np.repeat(more, several.sizes)).astype(np.int32)
        at, there = positions_in(values, sketched.samples)
        documents = texts.copy()
        documents[there] += total[at[there]]
        return cls(texts, documents, texts)

    def among_kin(self, sketched: Sketched, rows: Integers) -> "Spread":
        """Return the same with the ``kin`` that pairs of rows, shape (2, n), lead to."""
        left, right = rows[:, (rows >= 0).all(axis=0)]
        label = components(left, right, len(sketched.texts))
        places = ranges(sketched.starts, sketched.sizes)
        label = np.repeat(label, sketched.sizes)
        values = sketched.samples[places]
        kin = np.ones_like(self.texts)
        # hashes: as many in each range of values
        pieces = np.linspace(0, 1 << 32, len(places) // _SAMPLES_AT_ONCE + 2)
        for first, behind in pairwise(pieces):
            some = np.flatnonzero((values >= first) & (values < behind))
            kin[places[some]] = times_each(label[some] << 32 | values[some])
        return replace(self, kin=kin)


def rates_of(samples: Values) -> Integers:
    """Return the index in ``SAMPLINGS`` of the sparsest rate at which each sample is kept."""
    rate = np.zeros(len(samples), dtype=np.int64)
    for sampling in SAMPLINGS[1:]:
        rate += samples & np.uint32(sampling - 1) == 0
    return rate


def more_than_one(contents: Mapping[int, set[bytes]]) -> dict[int, int]:
    """Return how many documents more than one have each text, those of equal bytes counted once.

    >>> more_than_one({1: {b"a"}, 2: {b"b", b"c"}})
    {2: 1}
    """
    return {text: len(found) - 1 for text, found in contents.items() if len(found) > 1}

"""What texts share at least by their sketches, if they may reach thresholds."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.parameters import PARAMETERS, Check, affordable_distance, probed_distance
from simcore.candidates.postings import (
    SampleLists,
    SampleRanges,
    least_compared,
    least_promising,
    least_shared,
)
from simcore.model.config import CLASSIC_DISTANCE, GREATEST_DISTANCE, LEAST_SIMILARITY, ScanConfig
from simcore.text.shingles import distinct, places_in_runs

MOST_OTHERWISE = 64
"""So many texts at most are read for one question that only rows, letters or stamps could show."""

LOSS = 1e-9
"""The chance at most that a pair on a threshold is left out by what its sketches share."""

_EXACTLY = 1e-9
_OUTLINED = 512
"""So many samples of a text at most: of more, those that a sparser sampling keeps."""
_SPARSER = 4
_BITS = 12
WORD_BITS = 6
"""A word has two to the power of so many bits; so are all numbers of bits here."""
_BITS_OF_SIGNS = 10
_PLACE = np.uint32(32 - _BITS_OF_SIGNS)
_WORDS_OF_SIGNS = 1 << _BITS_OF_SIGNS - WORD_BITS
_TEXTS_AT_ONCE = 1 << 14
_SPREAD = np.uint32(0x9E3779B1)
_PAIRS_AT_ONCE = 1 << 14

_Integers = NDArray[np.int64]
_Numbers = NDArray[np.float64]
_Mask = NDArray[np.bool_]


def proposing_distance(config: ScanConfig, texts: int, width: int) -> int:
    """Return within how many bits fingerprints propose one more text to so many.

    No less than in a scan of these texts, and than the block tables of an index serve.
    """
    if config.compared_distance is not None:
        return config.compared_distance
    by_size = affordable_distance(texts, CLASSIC_DISTANCE, GREATEST_DISTANCE, width)
    return max(by_size, min(config.distance, probed_distance(width)))


class LeastShared:
    """What promising pairs share at least, by the sizes of both sketches at their sampling rate."""

    def __init__(self, containment: float) -> None:
        self.containment = containment
        self._by_size: dict[tuple[int, int], NDArray[np.int32]] = {}

    def with_one(self, level: int, size: int) -> NDArray[np.int32]:
        """Return it for one text, by the size of the other; the last also holds for larger ones.

        It never falls with the size. A text that is so much larger only has the one as a part.
        """
        least = self._by_size.get((level, size))
        if least is None:
            share = PARAMETERS.least_similarity / (1 + PARAMETERS.least_similarity)
            count = int(size * max(1, self.containment / share)) + 2
            other, one = np.arange(count, dtype=np.float64), np.full(count, float(size))
            sampled = np.full(count, level > 0)
            exact = least_promising(one, other, sampled, self.containment).astype(np.int32)
            least = np.minimum.accumulate(exact[::-1])[::-1]
            self._by_size[level, size] = least
        return least


def least_of_smaller(sizes: _Integers, containment: float) -> _Integers:
    """Return, for each sampling rate and smaller size of two, what promising texts share at least.

    ``sizes`` are the greatest smaller sizes at each rate.
    """
    least = np.zeros((len(sizes), int(sizes.max()) + 1), dtype=np.int64)
    for level, size in enumerate(sizes.tolist()):
        smaller = np.arange(size + 1, dtype=np.float64)
        least[level, : size + 1] = least_shared(smaller, PARAMETERS.samplings[level], containment)
    return least


def are_possible(
    shared: _Numbers,
    one: _Numbers,
    other: _Numbers,
    level: _Integers,
    near: _Mask,
    config: ScanConfig,
) -> _Mask:
    """Mark the pairs that may be shown at the thresholds, by what their sketches share.

    ``one`` and ``other`` are the sizes of these at a sampling rate, its index ``level``; only what
    is ``near`` may be shown as alike. Short texts may be more alike by their words than by what
    they share.
    """
    sampled = level > 0
    # sampled sizes estimate: no text that is compared by words has twice as many
    longest = PARAMETERS.compared_by_words * np.where(sampled, 2, 1)
    in_words = np.array(PARAMETERS.samplings)[level] * np.maximum(one, other) <= longest
    by_words = np.minimum(least_compared(one, other, sampled), config.similarity)
    similarity = np.where(in_words, by_words, config.similarity)
    shown = may_reach(shared, one + other - shared, sampled, similarity) & near
    if config.contained:
        shown |= may_reach(shared, np.minimum(one, other), sampled, config.containment)
    return shown


def may_be_pairs(
    samples: SampleRanges, left: _Integers, right: _Integers, containment: float, check: Check
) -> _Mask:
    """Mark the pairs that a scan may keep, by what the sketches of both texts share at most.

    A scan keeps what is ``LEAST_SIMILARITY`` alike, may be alike by words, or reaches the
    ``containment``. A pair on one of these is left out with a chance of at most
    ``PARAMETERS.near_loss``. ``check`` is called often, and may raise.
    """
    rates = np.array(PARAMETERS.samplings)[samples.level]
    texts = np.arange(samples.texts)
    sizes = samples.sizes[samples.level, texts]
    while (many := sizes > _OUTLINED).any():
        sizes = np.where(many, sizes // _SPARSER, sizes)
        rates = np.where(many, rates * _SPARSER, rates)
    compared_at = np.maximum(rates[left], rates[right])
    marked = np.zeros(len(left), dtype=np.bool_)
    for rate in sorted({*compared_at.tolist()}):
        at = np.flatnonzero(compared_at == rate)
        outlines = _Outlines(samples, distinct(np.concatenate([left[at], right[at]])), rate, check)
        doubtful = np.zeros(len(left), dtype=np.bool_)
        for start in range(0, len(at), _PAIRS_AT_ONCE):
            check()
            some = at[start : start + _PAIRS_AT_ONCE]
            most, about, one, other = outlines.shared(left[some], right[some])
            marked[some] = _may_be_kept(most, one, other, rate, containment)
            doubtful[some] = marked[some] & ~_may_be_kept(about, one, other, rate, containment)
        some = np.flatnonzero(doubtful)
        counted = samples.shared(left[some], right[some], check, rate)
        one, other = outlines.sizes(left[some], right[some])
        marked[some] = _may_be_kept(counted, one, other, rate, containment)
    return marked


def _may_be_kept(
    shared: _Numbers, one: _Numbers, other: _Numbers, rate: int, containment: float
) -> _Mask:
    sampled, loss = np.full(len(shared), rate > 1), PARAMETERS.near_loss
    alike = least_compared(one, other, sampled)
    found = may_reach(shared, one + other - shared, sampled, alike, loss)
    found |= may_reach(shared, np.minimum(one, other), sampled, containment, loss)
    return found


def spread(
    values: NDArray[np.uint32], texts: NDArray[np.integer[Any]], bits: int
) -> tuple[_Integers, NDArray[np.uint64]]:
    """Return the words of values, where each text has so many bits, and of each the one bit set."""
    places = values * _SPREAD >> np.uint32(32 - bits)
    words = texts.astype(np.int64) << bits - WORD_BITS
    words += places >> np.uint32(WORD_BITS)
    within = (places & np.uint32((1 << WORD_BITS) - 1)).astype(np.uint64)
    return words, np.uint64(1) << within


@dataclass(frozen=True, slots=True)
class Signs:
    """A bit set for each sample of each text that another has, too: 128 bytes a text.

    ``sizes`` is how many each text has, ``words`` its bits, of shape (texts, words).
    """

    sizes: _Integers
    words: NDArray[np.uint64]

    @classmethod
    def of(cls, samples: SampleLists, check: Check) -> "Signs":
        """Make those of texts of samples. ``check`` is called often, and may raise."""
        sizes = np.zeros(samples.texts, dtype=np.int64)
        words = [np.zeros(0, dtype=np.uint64)]
        # a byte for each bit of some texts, which a cache holds, takes half as long as bits of all
        for start in range(0, samples.texts, _TEXTS_AT_ONCE):
            count = min(_TEXTS_AT_ONCE, samples.texts - start)
            bits = np.zeros(count << _BITS_OF_SIGNS, dtype=np.bool_)
            for part in range(len(samples)):
                check()
                values, counts, owners = samples.of(part)
                at = np.flatnonzero((owners >= start) & (owners < start + count))
                places = np.repeat((values * _SPREAD >> _PLACE).astype(np.int32), counts)[at]
                rows = owners[at] - np.int32(start)
                sizes[start : start + count] += np.bincount(rows, minlength=count)
                bits[rows << np.int32(_BITS_OF_SIGNS) | places] = True
            words.append(_packed(bits))
        return cls(sizes, np.concatenate(words).reshape(samples.texts, _WORDS_OF_SIGNS))

    @classmethod
    def of_runs(cls, values: NDArray[np.uint32], sizes: _Integers) -> "Signs":
        """Make those of texts that have so many of the values, one text after another."""
        bits = np.zeros(len(sizes) << _BITS_OF_SIGNS, dtype=np.bool_)
        texts = np.repeat(np.arange(len(sizes)), sizes)
        bits[texts << _BITS_OF_SIGNS | (values * _SPREAD >> _PLACE).astype(np.int64)] = True
        return cls(sizes, _packed(bits).reshape(len(sizes), _WORDS_OF_SIGNS))

    def most_shared(self, left: _Integers, right: _Integers) -> NDArray[np.float64]:
        """Return an upper bound of the samples that the texts of each pair share."""
        shared = np.empty(len(left))
        for start in range(0, len(left), _PAIRS_AT_ONCE):
            some = slice(start, start + _PAIRS_AT_ONCE)
            ends = left[some], right[some]
            one, other = (self.words[texts] for texts in ends)
            # a bit that the other one has not is that of a sample that it has not
            shared[some] = np.minimum(
                *(
                    self.sizes[texts] - np.bitwise_count(words).sum(axis=1, dtype=np.int64)
                    for texts, words in zip(ends, (one & ~other, other & ~one), strict=True)
                )
            )
        return shared


def _packed(bits: _Mask) -> NDArray[np.uint64]:
    words: NDArray[np.uint64] = np.packbits(bits, bitorder="little").view(np.uint64)
    return words


class _Outlines:
    """Bits for the samples of some texts: these differ in no fewer samples than bits.

    Of each text the samples that a sampling ``rate`` keeps. Takes 512 bytes a text.
    """

    def __init__(self, samples: SampleRanges, texts: _Integers, rate: int, check: Check) -> None:
        self._row = np.full(samples.texts, -1, dtype=np.int32)
        self._row[texts] = np.arange(len(texts), dtype=np.int32)
        self._sizes = np.zeros(len(texts), dtype=np.int64)
        words = np.zeros(len(texts) << _BITS - WORD_BITS, dtype=np.uint64)
        for part in range(len(samples)):
            check()
            values, rows = samples.values(part), self._row[samples.owners(part)]
            here = (rows >= 0) & (values & np.uint32(rate - 1) == 0)
            values, rows = values[here], rows[here]
            self._sizes += np.bincount(rows, minlength=len(texts))
            np.bitwise_xor.at(words, *spread(values, rows, _BITS))
        self._words = words.reshape(len(texts), -1)

    def sizes(self, left: _Integers, right: _Integers) -> tuple[_Numbers, _Numbers]:
        """Return how many samples both texts of pairs have."""
        one, other = self._row[left], self._row[right]
        return self._sizes[one].astype(np.float64), self._sizes[other].astype(np.float64)

    def shared(
        self, left: _Integers, right: _Integers
    ) -> tuple[_Numbers, _Numbers, _Numbers, _Numbers]:
        """Return how many samples each pair shares at most, and about, and how many both have."""
        one, other = self.sizes(left, right)
        words = self._words[self._row[left]] ^ self._words[self._row[right]]
        apart = np.bitwise_count(words).sum(axis=1, dtype=np.int64)
        # two samples on one bit leave it as it was
        unset = np.maximum(1 - 2.0 * apart / (1 << _BITS), np.finfo(np.float64).tiny)
        differing = np.log(unset) * -(1 << _BITS - 1)
        return (one + other - apart) / 2, np.maximum(0, one + other - differing) / 2, one, other


def others_of_each(
    marked: _Mask, shared: _Numbers, of: _Numbers, sampled: _Mask, number: _Integers
) -> _Integers:
    """Return those of the ``marked`` pairs that rows, letters or stamps may show as alike.

    See ``simcore.text.similarity``. They share ``shared`` ``of`` all samples; of each ``number``,
    in ascending order, the ``MOST_OTHERWISE`` most alike are returned.
    """
    rows = np.flatnonzero(marked & may_reach(shared, of, sampled, LEAST_SIMILARITY))
    alike = shared[rows] / np.maximum(1, of[rows])
    ordered: _Integers = rows[np.lexsort((-alike, number[rows]))]
    return ordered[places_in_runs(number[ordered]) < MOST_OTHERWISE]


def may_reach(
    shared: _Numbers,
    of: _Numbers,
    sampled: _Mask,
    share: float | _Numbers,
    loss: float = LOSS,
) -> _Mask:
    """Mark where two texts may share so much, by the ``shared`` among ``of`` their samples.

    Where they do, a count as low as an unmarked one has a chance of at most ``loss``.

    >>> few, many = np.array([20.0, 60.0]), np.array([100.0, 100.0])
    >>> may_reach(few, many, np.array([True, True]), 0.7).tolist()
    [False, True]
    """
    size = np.maximum(1, of)
    observed = np.clip(shared / size, 0, 1)
    share = np.broadcast_to(share, size.shape)
    exponent = size * (_information(observed, share) + _information(1 - observed, 1 - share))
    likely = exponent <= -np.log(loss)
    # the figures are rational: rounding must not lose a pair exactly on the threshold
    marked: _Mask = (shared >= share * of * (1 - _EXACTLY)) | (sampled & likely)
    return marked


def _information(observed: _Numbers, expected: _Numbers) -> _Numbers:
    """Return ``observed * log(observed / expected)``, 0 of nothing, without end of what is not."""
    tiny = np.finfo(np.float64).tiny
    told = observed * np.log(np.maximum(observed, tiny) / np.maximum(expected, tiny))
    without_end = (expected <= 0) & (observed > 0)
    return np.where(without_end, np.inf, told)

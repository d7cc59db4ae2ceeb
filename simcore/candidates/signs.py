"""Bits for the samples of texts: which of one another one cannot have."""

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.sample_ranges import SampleRanges
from simcore.candidates.threads import Check

_SPREAD = np.uint32(0x9E3779B1)
_BITS = 10
_WORD_BITS = 6

_Integers = NDArray[np.int64]


class Signs:
    """A bit set for each sample of each text: 128 bytes a text."""

    def __init__(self, samples: SampleRanges, check: Check) -> None:
        self._sizes = samples.sizes[samples.level, np.arange(samples.texts)]
        words = np.zeros(samples.texts << _BITS - _WORD_BITS, dtype=np.uint64)
        for part in range(len(samples)):
            check()
            bits = samples.values(part) * _SPREAD >> np.uint32(32 - _BITS)
            word = samples.owners(part).astype(np.int64) << _BITS - _WORD_BITS
            word += bits >> np.uint32(_WORD_BITS)
            bit = (bits & np.uint32((1 << _WORD_BITS) - 1)).astype(np.uint64)
            np.bitwise_or.at(words, word, np.uint64(1) << bit)
        self._words = words.reshape(samples.texts, 1 << _BITS - _WORD_BITS)

    def most_shared(self, left: _Integers, right: _Integers) -> NDArray[np.float64]:
        """Return an upper bound of the samples that the texts of each pair share."""
        one, other = self._words[left], self._words[right]
        # a bit that the other one has not is that of a sample that it has not
        most = [
            self._sizes[text] - np.bitwise_count(words).sum(axis=1, dtype=np.int64)
            for text, words in ((left, one & ~other), (right, other & ~one))
        ]
        shared: NDArray[np.float64] = np.minimum(*most).astype(np.float64)
        return shared

"""The bytes of packed tables of fingerprints: those to be expected, and those of a real table.

Two kinds are packed. A table of keys with the numbers of its documents is written as the steps from
each used key to the next, how many documents it has, and the steps from one number to the next, all
as varints: seven bits a byte (Witten, Moffat and Bell 1999, section 3.3). A table of sorted
fingerprints leaves out of each the leading bits that it shares with the one before (Manku, Jain and
Das Sarma 2007, section 3.2), tells how many these are by a code that is as short as it can be, and
numbers documents with as few bits as are needed.
"""

import itertools
import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

_VARINT_BITS = 7
_LARGEST_BITS = 64
_SURELY_APART = 200
"""With keys of so many bits no two documents have one."""


def lists_bytes(documents: int, key_bits: int) -> float:
    """Return the expected bytes of the lists of random keys, each document in one.

    >>> round(lists_bytes(1000, 0))  # one key, and all numbers follow each other
    1003
    """
    missing = math.log1p(-math.ldexp(1.0, -key_bits)) if key_bits else -math.inf
    numbers = sum(
        (documents - passed) * (math.exp(passed * missing) if passed else 1.0)
        for passed in _passed(documents)
    )
    if key_bits > _SURELY_APART:
        steps = math.ceil(key_bits / _VARINT_BITS)  # nearly all are that long
        return numbers + documents * (steps + 1)
    keys = math.ldexp(1.0, key_bits)
    used = keys * -math.expm1(documents * missing)
    apart = math.log1p(-used / keys) if used < keys else -math.inf
    steps_of_keys = sum(
        used * (1 - passed / keys) * (math.exp(passed * apart) if passed else 1.0)
        for passed in _passed(keys)
    )
    return numbers + steps_of_keys + used + _long_lists(documents / keys, keys)


def sorted_bytes(documents: int, bits: int) -> float:
    """Return the expected bytes of random fingerprints, sorted, with the numbers of documents.

    >>> round(sorted_bytes(1, 64))
    8
    """
    if documents == 1:
        return bits / 8
    # how often a fingerprint shares just so many leading bits with the one before: as often as
    # there are ``shared`` leading bits with which some go on with 0 and some with 1
    counts = [
        max(0.0, math.ldexp(2 * _some(documents, shared + 1) - _some(documents, shared), shared))
        for shared in range(bits)
    ]
    equal = max(0.0, documents - 1 - sum(counts))
    rest = sum(count * (bits - 1 - shared) for shared, count in enumerate(counts))
    told = sum(
        count * math.log2((documents - 1) / count) for count in (*counts, equal) if count > 0
    )
    numbers = documents * (documents - 1).bit_length()
    return (bits + rest + told + numbers) / 8


def packed_lists(keys: NDArray[np.int64], numbers: NDArray[np.int64]) -> int:
    """Return the bytes of a table that is there, packed: keys, ascending, then numbers."""
    if not len(keys):
        return 0
    first = np.flatnonzero(np.diff(keys, prepend=keys[0] - 1))
    steps = np.diff(numbers, prepend=0)
    steps[first] = numbers[first]
    counts = np.diff(first, append=len(keys))
    used = np.diff(keys[first], prepend=0)
    return sum(map(_varints, (steps, counts, used)))


def _varints(values: NDArray[np.int64]) -> int:
    return sum(
        int(np.count_nonzero(values >= 1 << bits))
        for bits in range(_VARINT_BITS, _LARGEST_BITS - 1, _VARINT_BITS)
    ) + len(values)


def _passed(most: float) -> Iterator[int]:
    """Return how many a step passes over at least if it takes one byte, two bytes, and so on."""
    steps = ((1 << bits) - 1 for bits in itertools.count(0, _VARINT_BITS))
    return itertools.takewhile(lambda passed: passed < most, steps)


def _some(documents: int, shared: int) -> float:
    """Return the probability that any document has certain leading bits."""
    return -math.expm1(documents * math.log1p(-math.ldexp(1.0, -shared))) if shared else 1.0


def _long_lists(mean: float, keys: float) -> float:
    """Return how many bytes the lengths of lists take beyond one for each."""
    spread = math.sqrt(2 * mean)
    return sum(
        keys * math.erfc(((1 << bits) - 0.5 - mean) / spread) / 2
        for bits in range(_VARINT_BITS, _LARGEST_BITS, _VARINT_BITS)
    )

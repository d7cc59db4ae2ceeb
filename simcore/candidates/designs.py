"""Designs of block tables, and the cost of each to find all fingerprints within a distance.

The designs with which the index looks one up, and ``simcore.candidates.blocks`` finds all pairs of
a library, are marked.

Manku, Jain and Das Sarma 2007 (section 3) keep several tables of the fingerprints, each with its
bits permuted so that some blocks lead, and look up the leading bits once in each. Norouzi, Punjani
and Fleet 2012 (multi-index hashing) keep few tables and look up neighbouring keys as well.

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
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.blocks import (
    MOST_PROBED_RADIUS,
    are_joined,
    block_count,
    radii,
)
from simcore.model.reasons import ConfigError

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
    steps = ((1 << bits) - 1 for bits in itertools.count(0, _VARINT_BITS))
    return itertools.takewhile(lambda passed: passed < most, steps)


def _some(documents: int, shared: int) -> float:
    return -math.expm1(documents * math.log1p(-math.ldexp(1.0, -shared))) if shared else 1.0


def _long_lists(mean: float, keys: float) -> float:
    """Return how many bytes the lengths of lists take beyond one for each."""
    spread = math.sqrt(2 * mean)
    return sum(
        keys * math.erfc(((1 << bits) - 0.5 - mean) / spread) / 2
        for bits in range(_VARINT_BITS, _LARGEST_BITS, _VARINT_BITS)
    )


_MOST_LEADING_BLOCKS = 4
_CLASSIC_TABLES = 4
_MOST_DOCUMENTS = 2**63
_NUMBER_BYTES = 8


@dataclass(frozen=True, slots=True)
class Design:
    """One way to find all fingerprints within a distance of a given one, and what it costs.

    ``key_bits`` is the least number of leading bits that a look-up compares, ``lookups`` the number
    of look-ups of a query over all tables. ``candidates`` is the mean number of uniformly
    distributed fingerprints that a look-up returns; each is then compared in full.
    ``storage_bytes`` is the size of the tables without a database around them: fingerprints, and
    document numbers of 8 bytes; ``packed_bytes`` is what they take packed, as
    ``simcore.candidates.designs`` says. ``exact`` is whether nothing within the distance is
    missed, ``in_use`` whether Variorum looks a document up this way, ``in_use_for_pairs`` whether
    it finds all pairs of uniformly distributed fingerprints so in a library of that size.
    """

    name: str
    tables: int
    key_bits: int
    lookups: int
    candidates: float
    storage_bytes: int
    packed_bytes: int
    exact: bool = True
    in_use: bool = False
    in_use_for_pairs: bool = False

    @property
    def candidates_a_query(self) -> float:
        """The number of candidates that a query compares in full, over all look-ups."""
        return self.candidates * self.lookups


def table_key_bits(bits: int, blocks: int, leading: int) -> int:
    """Return the least bits of ``leading`` of ``blocks`` blocks, cut as evenly as possible.

    >>> table_key_bits(64, 4, 1), table_key_bits(64, 6, 3), table_key_bits(64, 5, 2)
    (16, 31, 25)
    """
    narrow, wider = divmod(bits, blocks)
    return leading * narrow + max(0, leading - (blocks - wider))


def designs(documents: int, distance: int, bits: int = 64) -> tuple[Design, ...]:
    """Return designs for finding fingerprints within ``distance`` of ``bits`` bits.

    Ordered by the number of tables. With k + z blocks, k differing bits leave z blocks equal, so
    tables in which every choice of z blocks leads once miss nothing. Raises ``ConfigError`` for
    less than 1 or more than 2**63 documents, a distance below 0 or not below ``bits``, and bits
    that are not a multiple of 8 from 8 to 1024.

    >>> for design in designs(2**34, 3):
    ...     print(design.tables, design.key_bits, design.lookups, design.candidates)
    0 0 1 17179869184.0
    1 64 43745 9.313225746154785e-10
    4 16 4 262144.0
    4 16 4 262144.0
    10 25 10 512.0
    16 28 16 64.0
    20 31 20 8.0
    35 36 35 0.25
    """
    if not 1 <= documents <= _MOST_DOCUMENTS:
        raise ConfigError(f"the documents must be 1 to {_MOST_DOCUMENTS}, not {documents}")
    if bits % 8 or not 8 <= bits <= 1024:
        raise ConfigError(f"the bits must be a multiple of 8 from 8 to 1024, not {bits}")
    if not 0 <= distance < bits:
        raise ConfigError(f"the distance must lie between 0 and {bits - 1} bits, not {distance}")
    # the rule of simcore.index.index
    probed = max(radii(distance, max(1, block_count(bits)))) <= MOST_PROBED_RADIUS
    joined = are_joined(documents, distance, bits)
    found = [
        replace(
            _sorted("no table, compared with all", documents, bits, 0, key_bits=0, lookups=1),
            in_use=not probed,
            in_use_for_pairs=not joined,
        ),
        _neighbours(documents, distance, bits),
        replace(_probing(documents, distance, bits), in_use=probed, in_use_for_pairs=joined),
    ]
    if distance >= _CLASSIC_TABLES:
        # a common misuse: the four tables for 3 bits, used for larger distances
        name = f"{_CLASSIC_TABLES} blocks, exact to {_CLASSIC_TABLES - 1} bits only"
        classic = _numbered(name, documents, bits, _CLASSIC_TABLES, _CLASSIC_TABLES)
        found.append(replace(classic, exact=False))
    found += [
        _permuted(documents, distance, bits, leading)
        for leading in range(1, _MOST_LEADING_BLOCKS + 1)
        if distance + leading <= bits
    ]
    nested = _nested(documents, distance, bits)
    if nested is not None:
        found.append(nested)
    return tuple(sorted(found, key=lambda design: design.tables))


def _sorted(
    name: str, documents: int, bits: int, tables: int, *, key_bits: int, lookups: int
) -> Design:
    """Describe copies of all fingerprints, each with the number of its document, sorted."""
    copies = max(1, tables)
    return Design(
        name,
        tables,
        key_bits,
        lookups,
        math.ldexp(float(documents), -key_bits),
        copies * documents * (bits // 8 + _NUMBER_BYTES),
        round(copies * sorted_bytes(documents, bits)),
    )


def _numbered(name: str, documents: int, bits: int, tables: int, lookups: int) -> Design:
    """Describe tables of document numbers by the bits of a block; fingerprints are stored once."""
    key_bits = bits // tables
    return Design(
        name,
        tables,
        key_bits,
        lookups,
        math.ldexp(float(documents), -key_bits),
        documents * (bits // 8 + tables * _NUMBER_BYTES),
        round(documents * (bits // 8) + tables * lists_bytes(documents, key_bits)),
    )


def _neighbours(documents: int, distance: int, bits: int) -> Design:
    lookups = sum(math.comb(bits, flipped) for flipped in range(distance + 1))
    name = "sorted fingerprints, every neighbour looked up"
    return _sorted(name, documents, bits, 1, key_bits=bits, lookups=lookups)


def _probing(documents: int, distance: int, bits: int) -> Design:
    blocks = max(1, block_count(bits))
    width = bits // blocks
    flips = radii(distance, blocks)
    lookups = sum(
        math.comb(width, flipped) for radius in flips for flipped in range(min(radius, width) + 1)
    )
    most = max(flips)
    name = f"{blocks} blocks, keys with up to {most} bits flipped" if most else f"{blocks} blocks"
    return _numbered(name, documents, bits, blocks, lookups)


def _permuted(documents: int, distance: int, bits: int, leading: int) -> Design:
    blocks = distance + leading
    tables = math.comb(blocks, leading)
    key_bits = table_key_bits(bits, blocks, leading)
    name = f"permuted copies, {leading} of {blocks} blocks leading"
    return _sorted(name, documents, bits, tables, key_bits=key_bits, lookups=tables)


def _nested(documents: int, distance: int, bits: int) -> Design | None:
    """Lead with one block, then cut the rest again (Manku's 16 tables); None for too few bits."""
    blocks = distance + 1
    widths = {bits // blocks, -(-bits // blocks)}
    if blocks == 1 or min(bits - width for width in widths) < blocks:
        return None
    key_bits = min(width + table_key_bits(bits - width, blocks, 1) for width in widths)
    tables = blocks * blocks
    name = f"permuted copies, 1 of {blocks} blocks leading, then 1 of {blocks} of the rest"
    return _sorted(name, documents, bits, tables, key_bits=key_bits, lookups=tables)

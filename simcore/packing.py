"""Passages as the index keeps them: a text's sorted sample in about two thirds of its bytes.

A value is divided by the sampling that its text shows (all are 0 mod 16, mod 4, or not) and cut
into three: its lowest 16 bits, the bits between, and its highest 8. The parts stand one behind the
other: the lowest as an array, those between as another, and the highest, which ascend, as one
string of bits with a 1 for each value behind as many 0s as its highest bits count (Elias 1974,
Fano 1971), so that they cost little more than a bit each. The lowest parts of very many texts can
be looked up at once without unpacking any of them.

    4 bytes     how many values, times 4, plus the form: the place of the sampling in ``SAMPLINGS``,
                or 3 for values that are kept as they are
    2 a value   lowest 16 bits
    1/2 or 1    the bits between: 4 under the sparsest sampling, else up to 8
    rest        highest 8 bits, padded to a whole number of 16 bits

All numbers are little-endian, of bits the lowest comes first.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from simcore.postings import SAMPLINGS, promising

__all__ = ["holding_at_most", "pack", "packed", "unpack"]

_SHIFTS = tuple(sampling.bit_length() - 1 for sampling in SAMPLINGS)
_PLAIN = len(SAMPLINGS)
_SHORT = 40
"""Fewer values than this take less room as they are."""

_HEADER = 4
_WINDOW = 1 << 16
_HIGHEST = 1 << 8
_VALUES_AT_ONCE = 1 << 20

_Values = NDArray[np.uint32]
_Bytes = NDArray[np.uint8]
_Integers = NDArray[np.int64]


def pack(values: _Values) -> bytes:
    """Write a sample, ascending and without repetitions, in the form of the index.

    >>> sample = np.arange(100, dtype=np.uint32) ** 4 * 16
    >>> len(pack(sample)), unpack([pack(sample)])[0].tolist() == sample.tolist()
    (300, True)
    """
    if len(values) < _SHORT:
        return _header(len(values), _PLAIN) + values.astype("<u4").tobytes()
    bits = int(np.bitwise_or.reduce(values))
    form = max(form for form, sampling in enumerate(SAMPLINGS) if bits & (sampling - 1) == 0)
    divided = values >> np.uint32(_SHIFTS[form])
    between = (divided >> np.uint32(16) & np.uint32(_HIGHEST - 1 >> _SHIFTS[form])).astype(np.uint8)
    if _is_halved(form):
        between = np.append(between, np.zeros(len(between) % 2, dtype=np.uint8))
        between = between[::2] | between[1::2] << np.uint8(4)
    highest = np.zeros(_highest_bytes(len(values), len(between)) * 8, dtype=np.uint8)
    highest[(values >> np.uint32(24)) + np.arange(len(values))] = 1
    return b"".join(
        (
            _header(len(values), form),
            divided.astype("<u2").tobytes(),
            between.tobytes(),
            np.packbits(highest, bitorder="little").tobytes(),
        )
    )


def packed(sample: bytes) -> bytes:
    """Give the same for a sample as ``simcore.records.Fingerprinted`` has it."""
    return pack(np.frombuffer(sample, dtype="<u4"))


def unpack(blobs: Sequence[bytes]) -> list[_Values]:
    """Undo ``pack`` for many samples, in their order."""
    unpacked: list[_Values] = [np.zeros(0, dtype=np.uint32)] * len(blobs)
    counts, forms = _headers(blobs)
    for form in np.unique(forms).tolist():
        for places in _parts(np.flatnonzero(forms == form), counts):
            joined = np.frombuffer(b"".join([blobs[place] for place in places]), dtype=np.uint8)
            sizes = np.array([len(blobs[place]) for place in places], dtype=np.int64)
            some = counts[places]
            values = _unpack(joined, np.cumsum(sizes) - sizes, sizes, some, form)
            ends = np.cumsum(some).tolist()
            for place, start, end in zip(places.tolist(), [0, *ends], ends, strict=False):
                unpacked[place] = values[start:end]
    return unpacked


def _header(count: int, form: int) -> bytes:
    return (count << 2 | form).to_bytes(_HEADER, "little")


def _headers(blobs: Sequence[bytes]) -> tuple[_Integers, _Integers]:
    """Read how many values each sample has, and its form."""
    joined = np.frombuffer(b"".join([blob[:_HEADER] for blob in blobs]), dtype="<u4")
    return (joined >> np.uint32(2)).astype(np.int64), (joined & np.uint32(3)).astype(np.int64)


def _is_halved(form: int) -> bool:
    # 32 bits without the 16 lowest, the 8 highest and those that the sampling leaves 0
    return 8 - _SHIFTS[form] <= 4


def _highest_bytes(count: int, between: int) -> int:
    needed = -(-(count + _HIGHEST) // 8)
    return needed + (between + needed) % 2


def _parts(places: _Integers, counts: _Integers) -> Iterator[_Integers]:
    """Cut samples into runs of a bounded number of values, at least one sample each."""
    part = np.cumsum(counts[places]) // _VALUES_AT_ONCE
    yield from np.split(places, np.flatnonzero(np.diff(part)) + 1)


def _unpack(
    joined: _Bytes, starts: _Integers, sizes: _Integers, counts: _Integers, form: int
) -> _Values:
    """Unpack samples of one form that stand one behind the other."""
    if form == _PLAIN:
        plain: _Values = np.delete(joined.view("<u4"), starts // 4).astype(np.uint32)
        return plain
    owner = np.repeat(np.arange(len(counts)), counts)
    within = np.arange(len(owner)) - np.repeat(np.cumsum(counts) - counts, counts)
    lowest = joined.view("<u2")[(starts + _HEADER)[owner] // 2 + within].astype(np.uint32)
    second = starts + _HEADER + 2 * counts
    if _is_halved(form):
        between = joined[second[owner] + within // 2] >> (within % 2 * 4).astype(np.uint8) & 15
        third = second + (counts + 1) // 2
    else:
        between = joined[second[owner] + within]
        third = second + counts
    # what comes before the third parts has no ones in it
    ones = np.ones(len(joined), dtype=np.bool_)
    ones[_spread(starts, third - starts)] = False
    rest = np.unpackbits(joined[ones], bitorder="little")
    lengths = 8 * (sizes - (third - starts))
    highest = np.flatnonzero(rest) - np.repeat(np.cumsum(lengths) - lengths, counts) - within
    divided = lowest | between.astype(np.uint32) << np.uint32(16)
    values: _Values = divided << np.uint32(_SHIFTS[form])
    values |= highest.astype(np.uint32) << np.uint32(24)
    return values


def _spread(starts: _Integers, counts: _Integers) -> _Integers:
    offsets = starts - (np.cumsum(counts) - counts)
    return np.repeat(offsets, counts) + np.arange(int(counts.sum()))


def holding_at_most(query: _Values, blobs: Sequence[bytes], containment: float) -> list[int]:
    """Give the positions of the samples that ``simcore.passages.holding`` may choose, ascending.

    None that it would choose is missing, and few others are there. The lowest 16 bits of the
    query's values are looked up in all that the samples consist of: where these are other parts of
    them that makes more hits, never fewer.
    """
    counts, forms = _headers(blobs)
    bits = int(np.bitwise_or.reduce(query, initial=0))
    least = max(form for form, sampling in enumerate(SAMPLINGS) if bits & (sampling - 1) == 0)
    found: list[int] = []
    for form in np.unique(forms).tolist():
        level = form % _PLAIN  # plain values are looked up like those that were not sampled
        places = np.flatnonzero(forms == form)
        chosen = [blobs[place] for place in places.tolist()]
        asked = query[query & np.uint32(SAMPLINGS[level] - 1) == 0]
        known = np.zeros(_WINDOW, dtype=np.uint8)
        known[asked >> np.uint32(_SHIFTS[level]) & np.uint32(_WINDOW - 1)] = 1
        sizes = np.fromiter(map(len, chosen), np.int64, len(chosen)) // 2
        starts = np.cumsum(sizes) - sizes
        joined = np.frombuffer(b"".join(chosen), dtype="<u2")
        some = counts[places]
        of_each = some.astype(np.float64)
        if form < least:
            # less of these samples counts: how much shows in their lowest parts, looked at alone
            joined = joined[_spread(starts + _HEADER // 2, some)]
            starts = np.cumsum(some) - some
            counted = joined & np.uint16((SAMPLINGS[least] >> _SHIFTS[form]) - 1) == 0
            of_each = np.add.reduceat(counted, starts, dtype=np.int64).astype(np.float64)
        hits = np.flatnonzero(known.take(joined))
        most = np.bincount(np.searchsorted(starts, hits, side="right") - 1, minlength=len(starts))
        shared = np.minimum(most, np.minimum(some, len(asked))).astype(np.float64)
        worth = shared > 0
        if form < _PLAIN:
            asked_of_each = np.full(len(places), float(len(asked)))
            sampled = np.full(len(places), max(form, least) > 0)
            worth &= promising(shared, asked_of_each, of_each, sampled, containment)
        found += places[worth].tolist()
    return sorted(found)

"""Sketches as the index stores them: a sorted sketch in about two thirds of its bytes.

A value is divided by the sampling rate of its text (all are 0 mod 16, mod 4, or not) and split
into three: its lowest 16 bits, the middle bits, and its highest 8. The lowest parts are stored as
one array, the middle parts as another, and the highest, which ascend, in Elias-Fano coding (Elias
1974, Fano 1971): a bit string with a 1 for each value, preceded by 0s that count up its highest
bits, at little more than a bit each.

    4 bytes     number of values, times 4, plus the form: the index of the rate in ``SAMPLINGS``,
                or 3 for values stored unchanged
    2 a value   lowest 16 bits
    1/2 or 1    the middle bits: 4 at the sparsest rate, else up to 8
    rest        highest 8 bits, padded to a multiple of 16 bits

All numbers are little-endian, bits are lowest first.
"""

from collections.abc import Iterator, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.parameters import MOST_SAMPLINGS, PARAMETERS
from simcore.candidates.sample_ranges import ranges

_SAMPLINGS = PARAMETERS.samplings
_SHIFTS = tuple(sampling.bit_length() - 1 for sampling in _SAMPLINGS)
_PLAIN = MOST_SAMPLINGS
_SHORT = 40
"""Fewer values than this are smaller unchanged."""

_HEADER = 4
_HIGHEST = 1 << 8
_VALUES_AT_ONCE = 1 << 18

_Values = NDArray[np.uint32]
_Bytes = NDArray[np.uint8]
_Integers = NDArray[np.int64]
_Count = TypeVar("_Count", int, _Integers)


def packed(sample: bytes) -> bytes:
    """Encode a sketch given as bytes, as in ``simcore.model.records.TextPrint``.

    >>> sample = np.arange(100, dtype="<u4") ** 4 * 16
    >>> blob = packed(sample.tobytes())
    >>> len(blob), unpack_joined([blob])[0].tolist() == sample.tolist()
    (300, True)
    """
    return pack([sample])[0]


def pack(samples: Sequence[bytes]) -> list[bytes]:
    """Encode many sketches as ``packed`` does: each is ascending and without repetitions."""
    blobs = [_header(len(sample) // 4, _PLAIN) + sample for sample in samples]
    positions = np.array([at for at, one in enumerate(samples) if len(one) >= 4 * _SHORT], np.int64)
    counts = np.array([len(one) // 4 for one in samples], dtype=np.int64)
    for part in _parts(positions, counts) if len(positions) else ():
        values = np.frombuffer(b"".join([samples[at] for at in part.tolist()]), dtype="<u4")
        sizes = counts[part]
        starts = np.cumsum(sizes) - sizes
        bits = np.bitwise_or.reduceat(values, starts)
        forms = np.zeros(len(part), dtype=np.int64)
        for form, sampling in enumerate(_SAMPLINGS):
            forms[bits & np.uint32(sampling - 1) == 0] = form
        for form in sorted({*forms.tolist()}):
            alike = np.flatnonzero(forms == form)
            some = values[ranges(starts[alike], sizes[alike])]
            made = _pack(some, sizes[alike], form)
            for at, blob in zip(part[alike].tolist(), made, strict=True):
                blobs[at] = blob
    return blobs


def _pack(values: _Values, counts: _Integers, form: int) -> Iterator[bytes]:
    """Encode sketches of one form."""
    divided = values >> np.uint32(_SHIFTS[form])
    lowest = divided.astype("<u2").tobytes()
    between = (divided >> np.uint32(16) & np.uint32(_HIGHEST - 1 >> _SHIFTS[form])).astype(np.uint8)
    places = np.arange(len(values)) - np.repeat(np.cumsum(counts) - counts, counts)
    halves = counts
    if _is_halved(form):
        halves = (counts + 1) // 2
        nibbles = np.zeros(2 * int(halves.sum()), dtype=np.uint8)
        nibbles[places + np.repeat(2 * (np.cumsum(halves) - halves), counts)] = between
        between = nibbles[::2] | nibbles[1::2] << np.uint8(4)
    sizes = _highest_bytes(counts, halves)
    bits = np.zeros(8 * int(sizes.sum()), dtype=np.uint8)
    places += np.repeat(8 * (np.cumsum(sizes) - sizes), counts)
    bits[places + (values >> np.uint32(24))] = 1
    seconds, thirds = between.tobytes(), np.packbits(bits, bitorder="little").tobytes()
    first = second = third = 0
    for count, half, size in zip(counts.tolist(), halves.tolist(), sizes.tolist(), strict=True):
        yield b"".join(
            (
                _header(count, form),
                lowest[first : first + 2 * count],
                seconds[second : second + half],
                thirds[third : third + size],
            )
        )
        first, second, third = first + 2 * count, second + half, third + size


def unpack_joined(blobs: Sequence[bytes]) -> tuple[_Values, _Integers]:
    """Decode many sketches: their concatenated values, and the size of each."""
    counts, forms = _headers(blobs)
    listed = sorted({*forms.tolist()})
    unpacked: _Values = np.zeros(int(counts.sum()) if len(listed) != 1 else 0, dtype=np.uint32)
    starts = np.cumsum(counts) - counts
    for form in listed:
        positions = np.flatnonzero(forms == form)
        values = np.concatenate(
            [
                _unpack([blobs[p] for p in some.tolist()], counts[some], form)
                for some in _parts(positions, counts)
            ]
        )
        if len(listed) == 1:
            return values, counts
        unpacked[ranges(starts[positions], counts[positions])] = values
    return unpacked, counts


def is_packed(blob: bytes) -> bool:
    """Return whether bytes can be decoded, as those of a damaged file need not.

    >>> is_packed(packed(bytes(range(8)))), is_packed(bytes(range(7)))
    (True, False)
    """
    if len(blob) < _HEADER:
        return False
    counts, forms = _headers([blob])
    count, form = int(counts[0]), int(forms[0])
    if form == _PLAIN:
        return len(blob) == _HEADER + 4 * count
    between = (count + 1) // 2 if _is_halved(form) else count
    start = _HEADER + 2 * count + between
    highest = int.from_bytes(blob[start:], "little")
    return len(blob) == start + _highest_bytes(count, between) and highest.bit_count() == count


def _header(count: int, form: int) -> bytes:
    return (count << 2 | form).to_bytes(_HEADER, "little")


def _headers(blobs: Sequence[bytes]) -> tuple[_Integers, _Integers]:
    """Read the number of values and the form of each sketch."""
    joined = np.frombuffer(b"".join([blob[:_HEADER] for blob in blobs]), dtype="<u4")
    return (joined >> np.uint32(2)).astype(np.int64), (joined & np.uint32(3)).astype(np.int64)


def _is_halved(form: int) -> bool:
    # 32 bits less the 16 lowest, the 8 highest and those that are 0 at this rate
    return 8 - _SHIFTS[form] <= 4


def _highest_bytes(count: _Count, between: _Count) -> _Count:
    needed = -(-(count + _HIGHEST) // 8)
    return needed + (between + needed) % 2


def _parts(positions: _Integers, counts: _Integers) -> Iterator[_Integers]:
    """Split sketches into runs of a bounded number of values, of at least one sketch each."""
    part = np.cumsum(counts[positions]) // _VALUES_AT_ONCE
    yield from np.split(positions, np.flatnonzero(np.diff(part)) + 1)


def _unpack(blobs: Sequence[bytes], counts: _Integers, form: int) -> _Values:
    """Decode sketches of one form into one array."""
    if form == _PLAIN:
        plain = b"".join([blob[_HEADER:] for blob in blobs])
        return np.frombuffer(plain, dtype="<u4").astype(np.uint32)
    # joining slices of bytes is much faster than NumPy's fancy indexing
    seconds = (_HEADER + 2 * counts).tolist()
    halves = (counts + 1) // 2 if _is_halved(form) else counts
    thirds = (_HEADER + 2 * counts + halves).tolist()
    lowest = b"".join([blob[_HEADER:end] for blob, end in zip(blobs, seconds, strict=True)])
    between = b"".join(
        [blob[start:end] for blob, start, end in zip(blobs, seconds, thirds, strict=True)]
    )
    highest = [blob[start:] for blob, start in zip(blobs, thirds, strict=True)]
    values: _Values = np.frombuffer(lowest, dtype="<u2").astype(np.uint32)
    values |= _between(between, counts, form).astype(np.uint32) << np.uint32(16)
    values <<= np.uint32(_SHIFTS[form])
    bits = np.unpackbits(np.frombuffer(b"".join(highest), dtype=np.uint8), bitorder="little")
    # a value's highest bits are the number of zeros before its one, which fits a byte
    zeros = np.cumsum(bits ^ 1, dtype=np.uint8)[bits.view(np.bool_)]
    of_each = 8 * np.fromiter(map(len, highest), np.int64, len(highest)) - counts
    zeros -= np.repeat((np.cumsum(of_each) - of_each).astype(np.uint8), counts)
    values |= zeros.astype(np.uint32) << np.uint32(24)
    return values


def _between(joined: bytes, counts: _Integers, form: int) -> _Bytes:
    """Return the middle bits of sketches of one form, each in a byte of its own."""
    between = np.frombuffer(joined, dtype=np.uint8)
    if not _is_halved(form):
        return between
    both = np.empty((len(between), 2), dtype=np.uint8)
    np.bitwise_and(between, 15, out=both[:, 0])
    np.right_shift(between, 4, out=both[:, 1])
    padded = counts + counts % 2
    return np.delete(both.ravel(), (np.cumsum(padded) - 1)[counts % 2 == 1])

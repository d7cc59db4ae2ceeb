"""Sketches: samples of the runs of a text, by which similar texts are found.

A run has twelve letters, or six characters where it begins with a Chinese one: in two unrelated
texts hardly one is the same, while shorter runs stand in nearly every text of a language. It is
kept when its hash is 0 mod the sampling rate (Broder 1997, section 4; FracMinHash, Irber and others
2022): every text keeps the same runs, so the share of samples estimates the share of runs. Rates
are powers of two, the sparsest that leaves a text ``LEAST_SKETCH`` samples; two texts are compared
at the sparser of their rates. A text of fewer than ``SHORT_TEXT`` letters keeps all its shingles,
too: one changed letter may break every long run of it.

A sketch is an ascending array of 32-bit values: a hash without its highest bit, which is set in
shingles of short texts.
"""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.arrays import runs
from simcore.kernel import core
from simcore.kernel.core import Sized
from simcore.text.shingles import is_chinese

SAMPLINGS = (1, 2, 4, 8, 16, 32)
LEAST_SKETCH = 96
SHORT_TEXT = 128
OF_SHINGLE = np.uint32(1 << 31)
"""Set in the values of shingles."""

_SAMPLES_AT_ONCE = 1 << 20

Values = NDArray[np.uint32]
Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Sketches:
    """The sketches of some texts, one after another: ``values``, and how many of each text."""

    values: Values
    sizes: Integers

    @classmethod
    def of(cls, sketches: Sequence[Values]) -> "Sketches":
        values = np.concatenate([np.zeros(0, dtype=np.uint32), *sketches])
        return cls(values, np.fromiter(map(len, sketches), np.int64, len(sketches)))

    @classmethod
    def joined(cls, parts: list["Sketches"]) -> "Sketches":
        """Return some one after another. Empties the list: the memory of large ones is returned."""
        made = cls(
            np.empty(sum(len(one.values) for one in parts), dtype=np.uint32),
            np.concatenate([np.zeros(0, dtype=np.int64), *(one.sizes for one in parts)]),
        )
        stop = len(made.values)
        while parts:
            values = parts.pop().values
            made.values[stop - len(values) : stop] = values
            stop -= len(values)
        return made

    def __len__(self) -> int:
        return len(self.sizes)

    @property
    def owners(self) -> NDArray[np.int32]:
        """Whose each value is."""
        return np.repeat(np.arange(len(self), dtype=np.int32), self.sizes)

    @property
    def levels(self) -> Integers:
        """The index of each text's sampling rate in ``SAMPLINGS``: the sparsest that fits."""
        return self.sized.rows[:, 2].astype(np.int64)

    @cached_property
    def sized(self) -> Sized:
        """What these are compared by."""
        size, without, level = sizes_of(self.values, self.sizes)
        coarser = np.repeat(without[:, None], len(SAMPLINGS) - 1, axis=1)
        start = 0
        for some in runs(self.sizes, _SAMPLES_AT_ONCE):
            stop = start + int(self.sizes[some].sum())
            part = Sketches(self.values[start:stop], self.sizes[some])
            dense = level[some] < len(SAMPLINGS) - 1  # others have no coarser rate
            coarser[some][dense] = _coarser(part.where(dense))
            start = stop
        return Sized.of(size, without, level, coarser)

    def where(self, marked: NDArray[np.bool_]) -> "Sketches":
        """Return those of the texts that are marked."""
        if marked.all():
            return self
        return Sketches(self.values[np.repeat(marked, self.sizes)], self.sizes[marked])


def sizes_of(values: Values, sizes: Integers) -> tuple[Integers, Integers, Integers]:
    """Return of each text how many samples it has, how many are runs, and the level of its rate."""
    ends = np.cumsum(sizes)
    bits = np.zeros(len(sizes), dtype=np.uint32)
    some = sizes > 0
    if some.any():
        bits[some] = np.bitwise_or.reduceat(values, (ends - sizes)[some])
    whose = np.searchsorted(ends, np.flatnonzero(values >= OF_SHINGLE), side="right")
    without = sizes - np.bincount(whose, minlength=len(sizes))
    # a text with shingles keeps everything, as does one of few runs
    bits[bits >= OF_SHINGLE] |= np.uint32(1)
    return sizes, without, rates_of(bits)


def _coarser(sketches: Sketches) -> Integers:
    """Return how many samples, shingles left out, each text has at the rates after the first."""
    found = np.zeros((len(sketches), len(SAMPLINGS) - 1), dtype=np.int64)
    values, owners = sketches.values, sketches.owners
    for at, sampling in enumerate(SAMPLINGS[1:]):
        # what is at one rate is at those before it
        kept = values & (OF_SHINGLE | np.uint32(sampling - 1)) == 0
        values, owners = values[kept], owners[kept]
        found[:, at] = np.bincount(owners, minlength=len(sketches))
    return found


def rates_of(samples: Values) -> Integers:
    """Return the index in ``SAMPLINGS`` of the sparsest rate at which each sample is kept."""
    bits = samples | np.uint32(SAMPLINGS[-1])
    lowest: Integers = np.bitwise_count(~bits & (bits - np.uint32(1))).astype(np.int64)
    return lowest


def samples_in_order(form: NDArray[np.uint32]) -> tuple[Values, Integers]:
    """Return the values of all runs of a comparison form in order, and where each begins."""
    count = len(core.shingles(form))
    at = np.arange(count)
    starts = np.flatnonzero(at + np.where(is_chinese(form[:count]), 2, 7) < count)
    values = core.runs(form).astype(np.uint32) & ~OF_SHINGLE
    return values, starts if len(starts) else at[: len(values)]


_WIDE = 128
_HEAD = 3  # bytes


def pack_sketches(sketches: Sequence[bytes]) -> list[bytes]:
    """Encode sketches given as bytes, as in ``simcore.model.records.TextPrint``.

    The first byte has the level of the sampling rate, by which the values are divided, and whether
    the differences of successive values take four bytes each (128 more) or three. The next two are
    a checksum that tells any other byte.

    >>> sample = np.arange(0, 32_000_000, 320_000, dtype="<u4")
    >>> (blob,) = pack_sketches([sample.tobytes()])
    >>> len(blob), unpack_sketches([blob]).values.tolist() == sample.tolist()
    (303, True)
    """
    values = np.frombuffer(b"".join(sketches), dtype="<u4")
    sizes = np.fromiter(map(len, sketches), np.int64, len(sketches)) // 4
    ends = np.cumsum(sizes)
    some = sizes > 0
    first = (ends - sizes)[some]
    levels = sizes_of(values, sizes)[2].astype(np.uint32) * some
    values = values >> np.repeat(levels, sizes)
    steps = np.diff(values, prepend=np.uint32(0))
    steps[first] = values[first]
    wide = np.zeros(len(sizes), dtype=np.bool_)
    wide[some] = np.maximum.reduceat(steps, first) >> 24 > 0 if some.any() else False
    forms = np.where(wide, levels | _WIDE, levels).tolist()
    whole = steps.astype("<u4")
    narrow = whole.view(np.uint8).reshape(-1, 4)[:, :3].tobytes()
    of_form = [(narrow, 3), (whole.tobytes(), 4)]
    packed = []
    for form, end, size in zip(forms, ends.tolist(), sizes.tolist(), strict=True):
        data, width = of_form[form >= _WIDE]
        packed.append(_with_check(form, data[width * (end - size) : width * end]))
    return packed


def _with_check(form: int, steps: bytes) -> bytes:
    total = zlib.adler32(steps, form + 1) & 0xFFFF
    return bytes((form, total & 0xFF, total >> 8)) + steps


def unpack_sketches(blobs: Sequence[bytes]) -> Sketches:
    """Undo ``pack_sketches``."""
    forms = np.fromiter((blob[0] for blob in blobs), np.uint8, len(blobs))
    wide, levels = forms >= _WIDE, (forms & np.uint8(_WIDE - 1)).astype(np.uint32)
    lengths = np.fromiter(map(len, blobs), np.int64, len(blobs)) - _HEAD
    sizes = np.where(wide, lengths // 4, lengths // 3)
    steps = np.zeros(int(sizes.sum()), dtype=np.uint32)
    of_wide = np.repeat(wide, sizes)
    for form, width in ((False, 3), (True, 4)):
        some = b"".join([blobs[at][_HEAD:] for at in np.flatnonzero(wide == form).tolist()])
        cells = np.zeros((len(some) // width, 4), dtype=np.uint8)
        cells[:, :width] = np.frombuffer(some, dtype=np.uint8).reshape(-1, width)
        steps[of_wide == form] = cells.view("<u4").ravel()
    # differences add up to the value within a text: what the texts before have is taken away
    total = np.cumsum(steps, dtype=np.uint32)
    starts = np.cumsum(sizes) - sizes
    before = np.concatenate([np.zeros(1, dtype=np.uint32), total])[starts]
    total -= np.repeat(before, sizes)
    return Sketches(total << np.repeat(levels, sizes), sizes)


def is_packed_sketch(blob: bytes) -> bool:
    """Return whether bytes can be decoded, as those of a damaged file need not.

    >>> is_packed_sketch(pack_sketches([bytes(range(8))])[0]), is_packed_sketch(bytes(range(8)))
    (True, False)
    """
    if len(blob) < _HEAD or blob[0] & (_WIDE - 1) >= len(SAMPLINGS):
        return False
    if (len(blob) - _HEAD) % (4 if blob[0] >= _WIDE else 3):
        return False
    return _with_check(blob[0], blob[_HEAD:]) == blob

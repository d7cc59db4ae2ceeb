"""What two texts share, counted in the core: see ``measures.c``."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.kernel.library import library
from simcore.kernel.texts import Codes, address, core

Hashes = NDArray[np.uint64]


class ReadForm(NamedTuple):
    """What a normal form is compared by.

    The shingles of its comparison form in order, and the distinct ones, sorted; the hash of the
    comparison form; how often each sign occurs.
    """

    in_order: Hashes
    distinct: Hashes
    letters: bytes
    signs: NDArray[np.int64]


def read(codes: Codes, places: NDArray[np.uint8], kinds: int) -> ReadForm:
    """Prepare a normal form to be compared.

    ``places`` has the place of each character among ``kinds`` of signs, up to some character; at
    place 0 all others are counted.
    """
    loaded, count = core(), len(codes)
    form, hashes = np.empty(count, dtype=np.uint32), np.empty(count, dtype=np.uint64)
    signs, letters = np.zeros(kinds, dtype=np.int64), np.empty(16, dtype=np.uint8)
    made = loaded.library.core_read(
        loaded.tables,
        address(codes),
        count,
        address(form),
        address(hashes),
        address(places),
        len(places),
        address(signs),
        address(letters),
    )
    in_order = hashes[:made].copy()  # it may be kept
    return ReadForm(in_order, distinct(in_order), letters.tobytes(), signs)


def distinct(values: Hashes) -> Hashes:
    """Return the distinct values, sorted."""
    made = np.sort(values)  # several times as fast as a sort of bytes, where vectors are
    return made[: library().core_unique(address(made), len(made))]


def longer(in_order: Hashes, length: int) -> Hashes:
    """Return the hashes of runs of ``length`` characters from those of shingles in order."""
    made = np.empty(len(in_order), dtype=np.uint64)
    count = library().core_longer(address(in_order), len(in_order), length, address(made))
    return made[:count]


def each(runs: Hashes) -> Hashes:
    """Return hashes that tell the occurrences of each hash apart, sorted."""
    made = np.sort(runs)
    if library().core_apart(address(made), len(made)):
        made.sort()
    return made


def shared(left: Hashes, right: Hashes) -> int:
    """Count what two sorted arrays of different values share."""
    made: int = library().core_shared(address(left), len(left), address(right), len(right))
    return made

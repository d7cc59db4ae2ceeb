"""All pairs of a collection's texts, each compared exactly: the truth to measure routes by."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simcore.pipeline.rereading import read_text
from simcore.text.words import normalise

_LARGEST_FILE = 64_000_000


@dataclass(frozen=True, slots=True)
class Text:
    """A text, and the names of the documents that have it, with slashes, in order."""

    normal: str
    names: tuple[str, ...]


def texts_of(folder: Path) -> list[Text]:
    """Read every file below a folder as a scan does; equal normal forms are one text."""
    names: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            normal = normalise(read_text(path, _LARGEST_FILE)[0].text)
            names.setdefault(normal, []).append(path.relative_to(folder).as_posix())
    return [Text(normal, tuple(named)) for normal, named in names.items()]


def shared_counts(sets: Sequence[NDArray[np.uint64]]) -> NDArray[np.int32]:
    """Count the common elements of every two sorted sets: a matrix with its upper half filled."""
    sizes = np.array([len(one) for one in sets], dtype=np.int64)
    values, numbered, times = np.unique(
        np.concatenate([*sets, np.zeros(0, dtype=np.uint64)]),
        return_inverse=True,
        return_counts=True,
    )
    # an element of one set alone is shared by no pair
    numbers = numbered.astype(np.int32)
    kept = times[numbers] > 1
    numbers, owner = numbers[kept], np.repeat(np.arange(len(sets)), sizes)[kept]
    starts = np.searchsorted(owner, np.arange(len(sets) + 1))
    shared = np.zeros((len(sets), len(sets)), dtype=np.int32)
    inside = np.zeros(len(values), dtype=np.bool_)
    for row in range(len(sets) - 1):
        own = numbers[starts[row] : starts[row + 1]]
        inside[own] = True
        rest = numbers[starts[row + 1] :]
        counted = np.concatenate([[0], np.cumsum(inside[rest])])
        ends = starts[row + 1 :] - starts[row + 1]
        shared[row, row + 1 :] = np.diff(counted[ends])
        inside[own] = False
    return shared


@dataclass(frozen=True, slots=True)
class Compared:
    """Two texts by their positions, left < right, with their exact figures.

    ``containment`` is the larger of both directions.
    """

    left: int
    right: int
    resemblance: float
    containment: float


def compared(
    sets: Sequence[NDArray[np.uint64]], resemblance: float, containment: float
) -> Iterator[Compared]:
    """Yield every pair of sets that reaches one of two thresholds, by comparing all of them."""
    sizes = np.array([len(one) for one in sets], dtype=np.int64)
    for left, row in enumerate(shared_counts(sets)):
        shared = row[left + 1 :].astype(np.float64)
        others = sizes[left + 1 :]
        alike = shared / np.maximum(1, sizes[left] + others - shared)
        held = shared / np.maximum(1, np.minimum(sizes[left], others))
        for at in np.flatnonzero((alike >= resemblance) | (held >= containment)).tolist():
            yield Compared(left, left + 1 + at, float(alike[at]), float(held[at]))

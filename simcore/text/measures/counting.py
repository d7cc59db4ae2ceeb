"""Shingles of texts, and how many two texts share.

As a rule shingles are a set (Broder 1997): a word more or less often says little. Where a text
has long passages twice, or so few different short runs that longer ones are counted (see
``simcore.text.measures.lengths``), each occurrence counts as well, so that a text is half of
itself twice, not the same. Of both counts that with the lesser resemblance holds.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.text.measures.lengths import least_length, longer
from simcore.text.shingles import (
    MOST_CHARACTERS,
    distinct,
    mix,
    places_in_runs,
    shingles_in_order,
)

Hashes = NDArray[np.uint64]

_FACTOR = np.uint64(0xD1B54A32D192ED03)


class SharedShingles(NamedTuple):
    """How many shingles two texts share, and how many each has.

    Shingles are of ``length`` characters, one less where they are Chinese. ``each`` is whether
    each occurrence of one counts.
    """

    shared: int
    left: int
    right: int
    length: int
    each: bool

    @property
    def resemblance(self) -> float:
        """Jaccard coefficient, 0 to 1."""
        union = self.left + self.right - self.shared
        return self.shared / union if union else 0.0


@dataclass(slots=True)
class Shingled:
    """The shingles of a text: their ``length``, as it needs them, and whether it is ``repeated``.

    ``plain`` is the set of them, ``counted`` has each occurrence, where it is to count; both are
    sorted. ``form`` returns the comparison form again, for a partner with longer ones.
    """

    length: int
    repeated: bool
    plain: Hashes
    counted: Hashes | None
    form: Callable[[], str]
    _others: dict[int, tuple[Hashes, Hashes]] = field(default_factory=dict)

    @classmethod
    def of(cls, compared: str, form: Callable[[], str] | None = None) -> "Shingled":
        """Shingle a comparison form; ``form`` returns it again, and may make it anew."""
        in_order = shingles_in_order(compared)
        length, repeated = least_length(in_order)
        runs = longer(in_order, length)
        counts = repeated or length > MOST_CHARACTERS
        each = each_occurrence(runs) if counts else None
        return cls(length, repeated, distinct(runs), each, form or (lambda: compared))

    @property
    def occurrences_count(self) -> bool:
        """Whether each occurrence of a shingle counts."""
        return self.repeated or self.length > MOST_CHARACTERS

    @property
    def nbytes(self) -> int:
        """The bytes of all shingles."""
        others = chain.from_iterable(self._others.values())
        return sum(one.nbytes for one in (self.plain, self.counted, *others) if one is not None)

    def at(self, length: int) -> tuple[Hashes, Hashes]:
        """Return the set of shingles of a length, at least the own one, and each occurrence."""
        if length == self.length and self.counted is not None:
            return self.plain, self.counted
        if length not in self._others:
            runs = longer(shingles_in_order(self.form()), length)
            self._others[length] = distinct(runs), each_occurrence(runs)
        return self._others[length]


def shared_by(left: Shingled, right: Shingled) -> SharedShingles:
    """Count the shingles that two texts share, by the longer of the lengths that they need."""
    if not (left.occurrences_count or right.occurrences_count):
        return SharedShingles(*_shared(left.plain, right.plain), left.length, each=False)
    length = max(left.length, right.length)
    sets, lists = zip(left.at(length), right.at(length), strict=True)
    plain = SharedShingles(*_shared(*sets), length, each=False)
    each = SharedShingles(*_shared(*lists), length, each=True)
    return each if each.resemblance < plain.resemblance else plain


def each_occurrence(runs: Hashes) -> Hashes:
    """Return hashes that tell the occurrences of each hash apart, sorted; the first keeps its own.

    Two lists share as many of them as the sum of the lesser number of each hash.

    >>> one, two = (each_occurrence(np.array(runs, np.uint64)) for runs in ([7, 7, 7, 8], [7, 7]))
    >>> len(np.intersect1d(one, two))
    2
    """
    ordered = np.sort(runs)
    places = places_in_runs(ordered).astype(np.uint64)
    again = np.flatnonzero(places)
    ordered[again] = mix(ordered[again] + places[again] * _FACTOR)
    return np.sort(ordered)


def _shared(left: Hashes, right: Hashes) -> tuple[int, int, int]:
    both = np.concatenate([left, right])
    # a stable sort merges two sorted halves in one pass
    both.sort(kind="stable")
    return int(np.count_nonzero(both[1:] == both[:-1])), len(left), len(right)

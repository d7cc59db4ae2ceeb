"""Shingles of texts, and how many two texts share.

As a rule shingles are a set (Broder 1997): a word more or less often says little. Where a text
has long passages twice, or needs runs much longer than usual (see
``simcore.text.measures.lengths``), each occurrence counts as well, so that a text is half of
itself twice, not the same. Of all these counts that with the least resemblance holds. Where two
texts differ and yet have the same runs, as lists whose values changed places, the shortest runs of
which they have others count.

Two long texts in one language have a tenth of their short runs in common, whatever they are about.
So where they share little, longer runs say how much. The same holds for a note beside a book: four
fifths of its short runs may be anywhere in there.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from simcore.kernel import measures, texts
from simcore.kernel.measures import Placed
from simcore.kernel.texts import Codes
from simcore.model.config import LEAST_SIMILARITY
from simcore.text.characters import code_points
from simcore.text.measures.lengths import LENGTHS, least_length, longer
from simcore.text.shingles import MOST_CHARACTERS

Hashes = NDArray[np.uint64]

LITTLE = 0.6
"""Of less than this share of the shorter text a part may be in the longer one by chance."""

LITTLE_LENGTH = 8
"""Characters of the shingles that count where little is shared."""

LONG = 128
"""Shingles of a text of a few lines: of two shorter ones a few runs are much."""

MANY = 8192
"""Shingles of a text so long that it has most of those of some short text by chance: of 1,220
sentences one of a hundred was a part of a copyright file of so many, or more, by runs of five
characters, by runs of eight those that stand there."""


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

    @property
    def containment(self) -> float:
        """The larger share of one text that is in the other, 0 to 1."""
        return self.shared / max(1, min(self.left, self.right))

    @property
    def little(self) -> bool:
        """Whether so little is shared that chance has a part in it."""
        return self.resemblance < LEAST_SIMILARITY and self.containment < LITTLE


@dataclass(slots=True)
class Shingled:
    """The shingles of a text, as ``shingles_in_order`` returns them.

    ``length`` is that which the text needs, in characters, and ``repeated`` whether it has long
    passages twice. ``nbytes`` are the bytes of all that is kept.
    """

    in_order: Hashes
    length: int
    repeated: bool
    nbytes: int = field(default=0, init=False)
    _runs: dict[tuple[int, bool], Placed] = field(default_factory=dict, init=False)
    _places: NDArray[np.uint32] | None = field(default=None, init=False)

    @classmethod
    def of(cls, compared: str) -> "Shingled":
        """Shingle a comparison form."""
        return cls.of_form(code_points(compared))

    @classmethod
    def of_form(cls, form: Codes) -> "Shingled":
        """Shingle a comparison form, given as code points."""
        in_order = texts.shingles(form)
        different = measures.distinct(in_order)
        made = cls(in_order, *least_length(in_order, different))
        placed = made._runs[MOST_CHARACTERS, False] = Placed(different)
        made.nbytes = in_order.nbytes + placed.nbytes
        return made

    @property
    def occurrences_count(self) -> bool:
        """Whether each occurrence of a shingle counts."""
        return self.repeated or self.length > LITTLE_LENGTH

    @property
    def places(self) -> NDArray[np.uint32]:
        """Where each of the shortest shingles in order stands among the different ones."""
        if self._places is None:
            self._places = self.runs(MOST_CHARACTERS).places(self.in_order)
            self.nbytes += self._places.nbytes
        return self._places

    def runs(self, length: int, *, each: bool = False) -> Placed:
        """Return the different runs of a length, or ``each`` of them, occurrences told apart."""
        known = self._runs.get((length, each))
        if known is None:
            found = longer(self.in_order, length)
            known = Placed(measures.each(found) if each else measures.distinct(found))
            self._runs[length, each] = known
            self.nbytes += known.nbytes
        return known


def shared_by(left: Shingled, right: Shingled) -> SharedShingles:
    """Count the shingles that two texts share: see ``shared_by_each``."""
    (found,) = shared_by_each([(left, right)])
    return found


def shared_by_each(pairs: Sequence[tuple[Shingled, Shingled]]) -> list[SharedShingles]:
    """Count the shingles that the two texts of each pair share.

    By the longer of the lengths that they need. Where texts, one of them long, share little, or a
    short one is compared with a very long one, longer ones are counted. Such counts hold only
    where they say less than the set of the shortest shingles, which sketches sample: so these bound
    what two texts can reach.
    """
    plain = _shared([(left, right, MOST_CHARACTERS, False) for left, right in pairs])
    asked: list[_Asked] = []
    of: list[int] = []
    for at, (left, right) in enumerate(pairs):
        length = _length_needed(left, right, plain[at])
        if length > MOST_CHARACTERS:
            asked.append((left, right, length, False))
            of.append(at)
        if left.occurrences_count or right.occurrences_count:
            asked.append((left, right, length, True))
            of.append(at)
    found = list(plain)
    for at, other in zip(of, _shared(asked), strict=True):
        less_held = other.containment <= plain[at].containment
        if less_held and other.resemblance < found[at].resemblance:
            found[at] = other
    return [
        _telling_apart(*pair, one) if one.shared == one.left == one.right else one
        for pair, one in zip(pairs, found, strict=True)
    ]


def _length_needed(left: Shingled, right: Shingled, plain: SharedShingles) -> int:
    length = max(left.length, right.length)
    short, long = sorted((plain.left, plain.right))
    # a text of a few letters has no such run
    note = LITTLE_LENGTH - MOST_CHARACTERS < short <= LONG
    if (long > LONG and plain.little) or (note and long >= MANY):
        return max(length, LITTLE_LENGTH)
    return length


def _telling_apart(left: Shingled, right: Shingled, equal: SharedShingles) -> SharedShingles:
    """Count the shortest runs that are not the same in both; where all are, return ``equal``."""
    if not np.array_equal(left.in_order, right.in_order):
        for length in LENGTHS:
            (found,) = _shared([(left, right, length, True)])
            if found.resemblance < 1:
                return found
    return equal


_Asked: TypeAlias = tuple[Shingled, Shingled, int, bool]
"""Two texts, the length of the runs that are counted, and whether each occurrence counts."""


def _shared(asked: Sequence[_Asked]) -> list[SharedShingles]:
    runs = [
        (left.runs(length, each=each), right.runs(length, each=each))
        for left, right, length, each in asked
    ]
    return [
        SharedShingles(shared, one.size, other.size, length, each)
        for shared, (one, other), (_, _, length, each) in zip(
            measures.shared(runs), runs, asked, strict=True
        )
    ]

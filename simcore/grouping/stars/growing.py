"""The earlier versions of a text: what it holds, and grew from by small steps."""

import functools
from collections.abc import Collection, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from simcore.grouping.stars.lookup import Links, PairLookup
from simcore.model.config import PART_LENGTH
from simcore.model.records import TextId, TextPair

HOLDS = 0.5
"""The least share of an earlier version that its later one holds: most of it."""

LOST_FOR_GAINED = 0.2
"""What a version lost since an earlier one is at most this share of what it gained.

Where each new line comes with a change of one word elsewhere it is .09 to .14 of it; of pages of
one manual that have little to do with each other, as near as they are, it is .24 to .3.
"""

STEP = 1 / 3
"""The least share of a text that an earlier version of it is long, where the two are not near.

One line, two lines, three: the first steps of a file that grows by as much each time.
"""


_ROUNDED = 1 + 1e-9
"""Shares are quotients: what is exactly at a limit must not depend on how one was worked out."""

_Shares = NDArray[np.float64]


class GrowingSet(NamedTuple):
    """What is known of texts among which one holds another that is not near it.

    ``held`` are those that some other holds, ``holding`` counts how many each one holds. ``steps``
    are, for each text, those a step below it that are not near.
    """

    held: AbstractSet[TextId]
    holding: Mapping[TextId, int]
    steps: Mapping[TextId, Collection[TextId]]


@overload
def is_grown(share: float, back: float) -> bool: ...
@overload
def is_grown(share: _Shares, back: _Shares) -> NDArray[np.bool_]: ...
def is_grown(share: float | _Shares, back: float | _Shares) -> bool | NDArray[np.bool_]:
    """Return whether a text grew from a shorter one, by how much of it it holds, and the reverse.

    >>> is_grown(1.0, 0.5), is_grown(0.9, 0.6), is_grown(0.9, 0.7), is_grown(0.4, 0.01)
    (True, True, False, False)
    """
    held = (share >= HOLDS) & (back <= PART_LENGTH * share * _ROUNDED)
    # of either text, what it alone has is in proportion to the shares of what both have
    return held & ((1 - share) * back <= LOST_FOR_GAINED * (1 - back) * share * _ROUNDED)


class Growing:
    """Tells the earlier versions of a text of a set, which it holds, from its parts.

    A part stands in its whole. A version is contained as well, and versions between lead to it,
    each near one that is longer and holds it. So a chapter of a book is a part, and half a text.
    """

    def __init__(self, links: Links, known: GrowingSet, lookup: PairLookup, least: float) -> None:
        """``least`` is the containment of what counts as held by a step's longer text."""
        self.known = known
        self._links = links
        self._lookup = lookup
        self._least = least
        self.versions = functools.cache(self._versions)
        """Returns the earlier versions of a text that are not near it."""
        self.holds = functools.cache(self._holds)
        """Returns whether a text holds most of another that is clearly shorter."""
        self.uncompared: set[TextPair] = set()
        """Texts and what may be earlier versions of them, but was never compared with them."""

    def texts(self) -> AbstractSet[TextId]:
        """Return all texts of the set."""
        return {*self._links, *self.known.held, *self.known.holding}

    def resemblance(self, one: TextId, other: TextId) -> float:
        """Return how alike two compared texts are."""
        pair, _ = self._lookup.of(one, other)
        return pair.resemblance if pair is not None else 0.0

    def _holds(self, text: TextId, other: TextId) -> bool:
        pair, _ = self._lookup.of(text, other)
        if pair is None or pair.framed:
            return False
        share, back = self._lookup.shares(pair, other)
        return is_grown(share, back) and not self._lookup.apart(text, other)

    def _versions(self, text: TextId) -> AbstractSet[TextId]:
        """Go down from a text and what is near it, by steps, as long as it holds what is there."""
        family = {text, *self._links[text]}
        found: set[TextId] = set()
        unknown: set[TextId] = set()
        for far in (False, True):
            waiting = list(family)
            while waiting:
                for other in self._below(waiting.pop(), family, far=far):
                    if self.holds(text, other):
                        family.add(other)
                        found.add(other)
                        waiting.append(other)
                    elif self._lookup.of(text, other)[0] is None:
                        unknown.add(other)
            # other parts count as versions only of what grew by small steps
            if not found or not self.known.steps:
                break
        if found:
            self.uncompared |= {(min(text, other), max(text, other)) for other in unknown}
        return found

    def _below(self, text: TextId, family: AbstractSet[TextId], *, far: bool) -> Iterator[TextId]:
        """Yield the texts outside a family from which one of it may have grown."""
        for other, pair in self._links[text].items():
            if other not in family:
                share, back = self._lookup.shares(pair, other)
                if share >= self._least and share >= back:
                    yield other
        if far:
            yield from (one for one in self.known.steps.get(text, ()) if one not in family)

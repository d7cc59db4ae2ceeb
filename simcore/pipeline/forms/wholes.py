"""Texts that others hold as a whole: what these are versions of, or the blank form of all."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.sample_ranges import positions_in, ranges, runs
from simcore.pipeline.forms.deciding import Looked, Mask
from simcore.pipeline.forms.rule import FORMS
from simcore.pipeline.forms.sketched import Integers
from simcore.text.shingles import firsts

_Shares = NDArray[np.float64]
_LOOKED_UP_AT_ONCE = 1 << 20


@dataclass(frozen=True, slots=True)
class Wholes:
    """What texts hold, by their numbers: ``holder`` ascends, of each those first that most hold.

    ``share`` is how much of the holder stands in the ``whole`` text. ``places`` is how many samples
    across the places where its holders have put in something are expected, by its number.
    """

    holder: Integers
    whole: Integers
    share: _Shares
    places: _Shares

    @classmethod
    def of(cls, ends: Integers, shares: _Shares, looked: Looked, across: _Shares) -> "Wholes":
        """Find them from all verified pairs; ``shares`` are as in ``Figures``.

        ``across`` is how many samples across one place are expected of each text.
        """
        held = (shares >= FORMS.whole) & looked.plain
        whole = np.concatenate([ends[0, held[0]], ends[1, held[1]]])
        holder = np.concatenate([ends[1, held[0]], ends[0, held[1]]])
        share = np.concatenate([shares[1, held[0]], shares[0, held[1]]])
        holders = np.bincount(whole, minlength=len(across))
        # of equals the first pair: pairs are in the order of paths
        order = np.lexsort((-holders[whole], holder))
        places = np.zeros(len(across))
        np.add.at(places, whole, across[holder])
        return cls(holder[order], whole[order], share[order], places)

    def are_versions(self, ends: Integers, shares: _Shares, looked: Looked) -> Mask:
        """Mark the pairs that look like forms and may be two versions of one text that both hold.

        Who fills in a form puts what is his in the same places as all others; who writes on does so
        anywhere. Where that cannot be told they may be either.
        """
        like = np.flatnonzero(looked.like)
        one = self._in_both(ends[:, like], shares[:, like])
        both = one >= 0
        number = len(self.places)
        pairs = np.bincount(one[both], minlength=number)
        elsewhere = np.bincount(one[both & looked.missed[like]], minlength=number)
        filled = elsewhere <= FORMS.most_elsewhere * pairs
        filled &= self.places >= FORMS.least_places
        found = np.zeros(len(looked.like), dtype=np.bool_)
        found[like] = both & ~filled[one]
        return found

    def _in_both(self, ends: Integers, shares: _Shares) -> Integers:
        """Return the whole text of each pair that has nearly all that the two share, or -1."""
        found = np.full(ends.shape[1], -1)
        keys = self.holder << 32 | self.whole
        order = np.argsort(keys)
        keys = keys[order]
        start = np.searchsorted(self.holder, ends[0], side="left")
        sizes = np.searchsorted(self.holder, ends[0], side="right") - start
        for some in runs(sizes, _LOOKED_UP_AT_ONCE):
            pair = np.repeat(np.arange(some.start, some.stop), sizes[some])
            at = ranges(start[some], sizes[some])
            theirs, there = positions_in(keys, ends[1, pair] << 32 | self.whole[at])
            pair, at, theirs = pair[there], at[there], order[theirs[there]]
            of_each = np.stack([self.share[at], self.share[theirs]])
            covers = (of_each >= FORMS.least_covered * shares[:, pair]).all(axis=0)
            pair, at = pair[covers], at[covers]
            first = firsts(pair)
            found[pair[first]] = self.whole[at[first]]
        return found

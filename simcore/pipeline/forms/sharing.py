"""What two texts share and what each has alone, by the number of texts that have it.

A sample that is 0 mod 16 is in the sketch of every text that has its shingle, any other one only in
the sketches of texts that are sampled as densely. So samples are told apart by the sparsest rate at
which they are kept, and how many texts have one is set against its like alone.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.sample_ranges import medians, positions_in, runs
from simcore.pipeline.forms.rule import FORMS
from simcore.pipeline.forms.sketched import Integers, Sketched, Spread, rates_of
from simcore.text.sketch import SAMPLINGS

_PAIRS_AT_ONCE = 1 << 15
_SAMPLES_AT_ONCE = 1 << 20
_RATES = len(SAMPLINGS)


@dataclass(frozen=True, slots=True)
class Sharing:
    """Columns of equal length, a row a pair, counted in samples at the sparser rate of the two.

    ``shared`` samples are in both texts, ``rare`` of them in no third one, or in far fewer than the
    usual shared sample, which is in ``family`` texts and ``documents``. ``own`` samples are in one
    of the two alone, those of the left one and of the right one, shape (2, n); ``owned`` of them
    are in nearly no other of their kin, and so many are ``missed`` by the other one: at least a
    third as many of these have them as have the usual shared sample. So many shared samples are
    ``varied``, in fewer texts than the frame of a form, and so many of the frame are ``lost`` to
    the other one; ``dense`` is whether samples are so many that this is seen. See ``FormRule``.
    """

    shared: Integers
    rare: Integers
    family: Integers
    documents: Integers
    own: Integers
    owned: Integers
    missed: Integers
    varied: Integers
    lost: Integers
    dense: NDArray[np.bool_]

    @property
    def plain(self) -> NDArray[np.bool_]:
        """Whether either has nothing of its own: all that the other one lacks is missed there."""
        return self.own - self.missed <= FORMS.most_own * self.shared


def sharing_of(left: Integers, right: Integers, sketched: Sketched, held: Spread) -> Sharing:
    """Count what pairs of texts share; ``left`` and ``right`` are rows of ``sketched``."""
    sizes = sketched.sizes[left] + sketched.sizes[right]
    counted = [_counted(left[some], right[some], sketched, held) for some in _pieces(sizes)]
    found = np.concatenate([np.zeros((14, 0), dtype=np.int64), *counted], axis=1)
    shared, rare, family, documents, varied, dense = found[:6]
    own, owned, missed, lost = (found[at : at + 2] for at in (6, 8, 10, 12))
    return Sharing(shared, rare, family, documents, own, owned, missed, varied, lost, dense > 0)


def _pieces(sizes: Integers) -> Iterator[slice]:
    for run in runs(sizes, _SAMPLES_AT_ONCE):
        for start in range(run.start, run.stop, _PAIRS_AT_ONCE):
            yield slice(start, min(run.stop, start + _PAIRS_AT_ONCE))


def _counted(left: Integers, right: Integers, sketched: Sketched, held: Spread) -> Integers:
    level = np.maximum(sketched.level[left], sketched.level[right])
    ends = [sketched.at_level(rows, level) for rows in (left, right)]
    keys = [whose << 32 | sketched.samples[places] for places, whose in ends]
    both, theirs = _common(*keys)
    groups = len(left) * _RATES

    def like_of(places: Integers, whose: Integers) -> Integers:
        return whose * _RATES + rates_of(sketched.samples[places])

    places, whose = (column[both] for column in ends[0])
    like, texts = like_of(places, whose), held.texts[places]
    usual = medians(like, texts, groups)
    usual_of_kin = medians(like, held.kin[places], groups)
    in_documents = usual
    if held.documents is not held.texts:
        in_documents = medians(like, held.documents[places], groups)
    seen = usual >= FORMS.least_texts
    # what is seen in too few texts tells nothing
    told = seen[like]
    whose, texts, of_like = whose[told], texts[told], usual[like[told]]
    rare = (texts <= 2) | (FORMS.rare_below * texts <= of_like)
    rows = [
        _summed(whose, left),
        _summed(whose[rare], left),
        usual.reshape(len(left), -1).max(axis=1, initial=0),
        in_documents.reshape(len(left), -1).max(axis=1, initial=0),
        _summed(whose[texts <= FORMS.usual_above * of_like], left),
        np.array(SAMPLINGS)[level] <= FORMS.intact_sampling,
    ]
    nearly_none = np.maximum(usual_of_kin // 8, np.clip(usual_of_kin // 3, 1, 3))
    own, owned, missed, lost = [], [], [], []
    for columns, shared in zip(ends, (both, theirs), strict=True):
        places, whose = (column[~shared] for column in columns)
        like = like_of(places, whose)
        told = seen[like]
        whose, like, kin = whose[told], like[told], held.kin[places[told]]
        of_kin = usual_of_kin[like]
        own.append(_summed(whose, left))
        owned.append(_summed(whose[kin <= nearly_none[like]], left))
        missed.append(_summed(whose[FORMS.missed_below * kin >= of_kin], left))
        lost.append(_summed(whose[kin > FORMS.usual_above * of_kin], left))
    return np.stack([*rows, *own, *owned, *missed, *lost])


def _common(one: Integers, other: Integers) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Mark what two ascending arrays have in common, in each."""
    at, both = positions_in(other, one)
    theirs = np.zeros(len(other), dtype=np.bool_)
    theirs[at[both]] = True
    return both, theirs


def _summed(whose: Integers, pairs: Integers) -> Integers:
    """Count the samples of each pair at all rates."""
    return np.bincount(whose, minlength=len(pairs))

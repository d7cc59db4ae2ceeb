"""The forms among the texts that one text is compared with."""

from collections.abc import Callable, Collection, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.sample_ranges import positions_in
from simcore.model.config import LEAST_SIMILARITY, ScanConfig
from simcore.model.records import Comparison, Document, TextId
from simcore.pipeline.forms import deciding
from simcore.pipeline.forms.rule import FORMS
from simcore.pipeline.forms.sharing import Sharing, sharing_of
from simcore.pipeline.forms.sketched import Integers, Part, Sketched, Spread, Values, more_than_one
from simcore.pipeline.forms.wholes import Wholes
from simcore.store.held_texts import count_alike, read_texts
from simcore.store.index import FingerprintIndex

_WHOLES_ASKED = 4

Frequencies = Callable[[Values], NDArray[np.int64]]
"""Returns how many texts have each of some samples, which ascend."""


def framed_with(
    text: TextId,
    compared: Sequence[Comparison],
    documents: Mapping[TextId, Sequence[Document]],
    config: ScanConfig,
    index: FingerprintIndex,
    recipe: str,
    frequencies: Frequencies,
    sketch: Values | None = None,
    more: int = 0,
) -> frozenset[TextId]:
    """Return the texts with which one is a form, of those that it was ``compared`` with.

    As a scan of all documents of the index would say, but for the other pairs of those texts: they
    are not looked at. A ``sketch`` is given of a text that is not in the index under this id:
    ``more`` is 1 if it is not there at all. Nothing is read unless a pair may be a form that the
    thresholds of ``config`` show.
    """
    verified = [
        one
        for one in compared
        if one.resemblance >= LEAST_SIMILARITY or one.containment >= config.containment
    ]
    figures = deciding.Figures.of(verified)
    shown = figures.shares.max(axis=0, initial=0) >= min(config.similarity, config.containment)
    if not (figures.may_be_framed & shown).any():
        return frozenset()
    others = [one.right if one.left == text else one.left for one in verified]
    # what NumPy has for sets imports masked arrays, which takes longer than all that follows
    wanted = np.array(sorted({*others} if sketch is not None else {*others, text}), dtype=np.int64)
    parts: list[Part] = [
        (some.texts, some.samples, some.sizes) for some in read_texts(index, recipe, wanted)
    ]
    if sketch is not None:
        own = np.array([text], dtype=np.int64)
        parts.append((own, sketch, np.array([len(sketch)], dtype=np.int64)))
    sketched = Sketched.of(parts)
    ends = np.array([[one.left, one.right] for one in verified], dtype=np.int64).T
    rows = sketched.rows_of(ends)
    here = np.flatnonzero((rows >= 0).all(axis=0))
    rows, figures = rows[:, here], figures.at(here)
    held = _held(sketched, documents, frequencies, sketch, more).among_kin(sketched, rows)
    sharing = sharing_of(rows[0], rows[1], sketched, held)
    like, intact = deciding.are_like_forms(figures, sharing), deciding.have_intact_frame(sharing)
    may_be = like & figures.have_own
    versions = _are_versions(text, ends[:, here], figures, sharing, may_be, sketched, held, index)
    # of the other texts it is not known what else they are like
    alone = np.where(ends[:, here] == text, 0, np.arange(1, len(here) + 1))
    found = deciding.are_forms(alone, figures, like, intact, versions)
    most = deciding.most_kin(figures, sharing)
    # most are not, whatever else the two are like
    if ((most >= 0) & figures.may_be_framed).any():
        kin = count_alike(index, wanted, FORMS.kin_alike)
        kin[text] = int(np.count_nonzero(figures.alike >= FORMS.kin_alike))
        of_each = [[kin.get(one, 0) for one in side] for side in ends[:, here].tolist()]
        boilerplate = deciding.of_wholes(figures, np.array(of_each, dtype=np.int64)) <= most
        found |= boilerplate & figures.may_be_framed
    return frozenset(others[at] for at in here[found].tolist())


def _are_versions(
    text: TextId,
    ends: Integers,
    figures: deciding.Figures,
    sharing: Sharing,
    like: deciding.Mask,
    sketched: Sketched,
    held: Spread,
    index: FingerprintIndex,
) -> deciding.Mask:
    """Mark the pairs that may be versions of a text that both hold, as ``Wholes`` says.

    What others hold is known of stored comparisons.
    """
    left = ends[0] == text
    mine = np.where(left, figures.shares[0], figures.shares[1])
    theirs = np.where(left, figures.shares[1], figures.shares[0])
    other = np.where(left, ends[1], ends[0])
    usual = float(np.median(mine[like])) if like.any() else 1.0
    may_be = np.where(left, sharing.plain[1], sharing.plain[0])
    may_be &= (theirs >= FORMS.whole) & (mine >= FORMS.least_covered * usual)
    # what is most of all part of this text is so of most others
    some = np.flatnonzero(may_be)
    some = some[np.argsort(-theirs[some], kind="stable")][:_WHOLES_ASKED]
    stored = index.comparisons(
        [
            (TextId(min(one, whole)), TextId(max(one, whole)))
            for whole in other[some].tolist()
            for one in other[like].tolist()
            if one != whole
        ]
    )
    if not stored:
        return np.zeros(len(like), dtype=np.bool_)
    more = np.array([*stored], dtype=np.int64).T
    rows = sketched.rows_of(more)
    between = sharing_of(rows[0], rows[1], sketched, held)
    every = np.concatenate([sketched.rows_of(ends), rows], axis=1)
    shares = np.concatenate([figures.shares, deciding.Figures.of(stored.values()).shares], axis=1)
    none = np.zeros(len(stored), dtype=np.bool_)
    plain = np.concatenate([sharing.plain, between.plain], axis=1)
    missed = np.concatenate([sharing.missed, between.missed], axis=1).sum(axis=0) > 0
    every_like = np.concatenate([like, none])
    looked = deciding.Looked(every_like, every_like, np.zeros_like(missed), missed, plain)
    whole = Wholes.of(every, shares, looked, sketched.across)
    return whole.are_versions(every, shares, looked)[: len(like)]


def _held(
    sketched: Sketched,
    documents: Mapping[TextId, Collection[Document]],
    frequencies: Frequencies,
    sketch: Values | None,
    also: int,
) -> Spread:
    values, at = np.unique(sketched.samples, return_inverse=True)
    counts = frequencies(values).astype(np.int32)
    if sketch is not None:
        counts += np.int32(also) * positions_in(sketch, values)[1]
    more = more_than_one(
        {text: {one.content_hash for one in found} for text, found in documents.items()}
    )
    _, have_more = positions_in(np.array(sorted(more), dtype=np.int64), sketched.texts)
    rows = np.flatnonzero(have_more)
    several = sketched.at_rows(rows)
    of_each = np.array([more[TextId(text)] for text in several.texts.tolist()], dtype=np.int64)
    return Spread.of(sketched, counts[at], several, of_each)


def counted_in(index: FingerprintIndex, values: Values, after: int = 0) -> NDArray[np.int64]:
    """Return how many texts of an index have each of some samples: their sketches are read.

    Of those whose ids come ``after`` one.
    """
    counts = np.zeros(len(values), dtype=np.int64)
    for _, samples, _ in index.sketches(after):
        at, there = positions_in(values, samples)
        counts += np.bincount(at[there], minlength=len(values))
    return counts

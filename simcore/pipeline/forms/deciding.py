"""Which pairs are forms, from what they share and what differs, all at once."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from simcore.grouping.pairs.table import column_of
from simcore.model.config import PART_LENGTH
from simcore.model.records import Comparison, Pair
from simcore.pipeline.forms.rule import FORMS
from simcore.pipeline.forms.sharing import Sharing
from simcore.pipeline.forms.sketched import Integers

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of pairs as columns; ``shares`` are those of the left and of the right text."""

    alike: NDArray[np.float64]
    shares: NDArray[np.float64]
    numbers_only: Mask

    @classmethod
    def of(cls, pairs: Iterable[Pair | Comparison]) -> "Figures":
        """Take the columns of pairs."""
        column = partial(column_of, list(pairs))
        shares = np.stack([column(name, np.float64) for name in ("left_in_right", "right_in_left")])
        return cls(column("resemblance", np.float64), shares, column("numbers_only", np.bool_))

    def at(self, rows: Integers) -> "Figures":
        """Return those of some pairs."""
        return Figures(self.alike[rows], self.shares[:, rows], self.numbers_only[rows])

    @property
    def may_be_framed(self) -> Mask:
        """The pairs that their figures rule out neither as forms nor as boilerplate."""
        own = self.shares.max(axis=0, initial=0) < FORMS.most_contained
        within: Mask = own & (self.alike < FORMS.most_alike_intact) & ~self.numbers_only
        return within

    @property
    def have_own(self) -> Mask:
        """The pairs of texts that both have something of their own."""
        most = np.where(self.one_shorter, FORMS.most_contained_of_part, FORMS.most_contained)
        own: Mask = self.shares.max(axis=0, initial=0) < most
        return own

    @property
    def one_shorter(self) -> Mask:
        """As ``Pair.one_shorter``."""
        least, most = self.shares.min(axis=0, initial=1), self.shares.max(axis=0, initial=0)
        shorter: Mask = least <= PART_LENGTH * most
        return shorter

    @property
    def part(self) -> Integers:
        """The side of which more is contained: 0 or 1."""
        side: Integers = (self.shares[1] >= self.shares[0]).astype(np.int64)
        return side


@dataclass(frozen=True, slots=True)
class Looked:
    """What each pair looks like by itself: ``like`` a form, or a part that is ``boilerplate``.

    ``intact`` marks those like forms whose frame both have as a whole.
    ``missed`` marks those of which one lacks what is in most texts that have what they share;
    ``plain``, shape (2, n), those texts that have nothing of their own beside the other one.
    """

    like: Mask
    intact: Mask
    boilerplate: Mask
    missed: Mask
    plain: Mask


def are_like_forms(figures: Figures, sharing: Sharing) -> Mask:
    """Mark the pairs that look like forms by themselves, however much they are alike."""
    told = _may_be_owned(figures, sharing)
    owned = sharing.owned >= FORMS.least_owned * sharing.own
    # the longer one of two may have more that is common
    owned |= figures.one_shorter & (figures.part != np.arange(2)[:, None])
    return told & owned.all(axis=0) | have_intact_frame(sharing)


def have_intact_frame(sharing: Sharing) -> Mask:
    """Mark the pairs that look like forms since both have all that most of their kin have."""
    return _may_be_intact(sharing) & ~sharing.lost.any(axis=0)


def _may_be_intact(sharing: Sharing) -> Mask:
    few = sharing.varied <= np.maximum(1, FORMS.most_varied * sharing.shared)
    told = _are_told(sharing, FORMS.least_documents_intact, FORMS.most_rare)
    may_be: Mask = told & few & sharing.dense
    return may_be


def may_be_like_forms(figures: Figures, sharing: Sharing) -> Mask:
    """Mark the pairs that look like forms unless what differs is not their own."""
    return _may_be_owned(figures, sharing) | _may_be_intact(sharing)


def _may_be_owned(figures: Figures, sharing: Sharing) -> Mask:
    rare = np.where(figures.one_shorter, FORMS.most_rare_of_part, FORMS.most_rare)
    return _are_told(sharing, FORMS.least_documents, rare)


def most_kin(figures: Figures, sharing: Sharing) -> NDArray[np.float64]:
    """Return how many texts may be like the whole for each part to be boilerplate.

    -1 if it is none, however few are: no passage of very many documents.
    """
    told = _are_told(sharing, FORMS.boilerplate_documents, FORMS.most_rare_of_boilerplate)
    apart = figures.one_shorter & (figures.alike <= FORMS.most_alike_boilerplate)
    return np.where(told & apart, FORMS.kin * sharing.family, -1.0)


def of_wholes(figures: Figures, of_each: Integers) -> Integers:
    """Return those numbers, of the left and the right text of pairs, that are of the whole."""
    found: Integers = np.where(figures.part == 0, of_each[1], of_each[0])
    return found


def _are_told(sharing: Sharing, documents: int, rare: float | NDArray[np.float64]) -> Mask:
    many = (sharing.documents >= documents) & (sharing.family >= FORMS.least_texts)
    few = sharing.rare <= np.maximum(1, rare * sharing.shared)
    return many & few & (sharing.shared >= FORMS.least_samples)


def are_forms(ends: Integers, figures: Figures, like: Mask, intact: Mask, versions: Mask) -> Mask:
    """Mark the forms among pairs; ``versions`` are those that may be versions of one text.

    ``ends`` are numbers of the texts of each pair, shape (2, n).
    """
    such = like & figures.have_own & ~versions
    # a frame alone says nothing of the others
    counted = ~figures.numbers_only & (figures.have_own | ~intact)
    most = np.where(intact, FORMS.most_alike_intact, FORMS.most_alike)
    may_be = (figures.alike < most) & ~figures.numbers_only
    return such & _are_agreed(ends, such, counted) & may_be


def _are_agreed(ends: Integers, like: Mask, counted: Mask) -> Mask:
    """Mark the pairs of which most pairs of both texts are ``like`` forms.

    ``ends`` are numbers of the texts of each pair, shape (2, n). Only pairs that are ``counted``
    are.
    """
    size = int(ends.max(initial=-1)) + 1
    every = np.bincount(ends[:, counted].ravel(), minlength=size)
    such = np.bincount(ends[:, counted & like].ravel(), minlength=size)
    agreed: Mask = np.greater_equal(such, FORMS.least_agreeing * every)
    found: Mask = agreed[ends[0]] & agreed[ends[1]]
    return found

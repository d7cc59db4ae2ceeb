"""The forms among the verified pairs of a scan: documents alike because of one template.

Two invoices, or two mails with one signature, share characters, but a person sees two documents.
What they share occurs in many others; what differs occurs in none. The sketches of all texts show
this. Two versions of one text, by contrast, lack nothing that their kin have. Where sketches are
too small to decide, a pair stays what it was.

Samples are counted at the sparsest rate at which both texts keep them. Only the kind of a pair
changes (``Pair.framed``), never whether it is found. Decisions are kept in the index: if neither
documents nor pairs changed, no sketch is read. During a scan, possible forms are shown as forms, so
no pair turns from near-duplicate into form.
"""

import contextlib
import zlib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.arrays import medians, positions_in, ranges, runs, times_each
from simcore.candidates.sketches import (
    LEAST_SKETCH,
    SAMPLINGS,
    Sketches,
    rates_of,
    sizes_of,
)
from simcore.grouping.pairs import column_of, components, ends_of
from simcore.index.documents import Documents
from simcore.index.index import FingerprintIndex, count_alike
from simcore.model.config import LEAST_SIMILARITY, PART_LENGTH, ScanConfig
from simcore.model.records import Comparison, Document, Pair, TextId
from simcore.pipeline.candidates import CandidatePairs
from simcore.pipeline.resident import MappedSketches, mapped_sketches
from simcore.text.normal_form import content_hash
from simcore.text.shingles import firsts


@dataclass(frozen=True, slots=True)
class FormRule:
    """What makes two texts a form, measured in benchmarks/quality/RESULTS-kinds.md.

    In forms, what two texts share occurs in the same many documents, and what each has besides
    occurs nowhere else. In versions, what one has and the other lacks occurs in earlier or later
    versions, too. So forms are recognised by the differences of both sides and by more than one
    pair.
    """

    # the usual shared sample is in so many documents (equal bytes count once) and different texts
    least_documents: int = 10
    least_texts: int = 4
    # fewer shared samples decide nothing: 1 in 20 of what they represent may be missed
    least_samples: int = 24
    # a shared sample is rare if it is in no third text, or in a fourth of the usual number
    rare_below: int = 4
    # at most this share of shared samples is rare (one is chance); more where one text is clearly
    # shorter: a footer and a long page share some words
    most_rare: float = 0.02
    most_rare_of_part: float = 0.04
    # on each side, this share of what differs is in almost no other kin; of versions that branch
    # from one text it is half: the other half was changed by the other one, and is in all but that
    least_owned: float = 0.7
    # A frame is intact if almost all shared samples are in more than this share of the usual number
    # of texts, and neither text lacks a sample that so many of its kin have. Editing replaces what
    # most others have; filling in a form does not. This works even where the entries are common: a
    # name, a place, a way to begin a program.
    usual_above: float = 0.75
    most_varied: float = 0.02  # the other shared samples, at most; one is chance
    least_documents_intact: int = 12  # as ``least_documents``
    # only for texts sampled at least so densely: an insertion breaks three or four shingles, of
    # which one is seen
    intact_sampling: int = 4
    most_alike_intact: float = 0.95  # pairs at least so similar on an intact frame are near
    # this share of all pairs of either text are form-like, too; of versions a few are, by chance
    least_agreeing: float = 0.6
    most_alike: float = 0.9  # pairs at least so similar are near: even forms would be mostly equal
    # a text contained to this share has nothing of its own; a part to the second one, since the
    # shingles across the ends of the passage are gone
    most_contained: float = 0.98
    most_contained_of_part: float = 0.95
    # Versions: two texts hold so much of a third, which has nothing of its own, that is, all but
    # ``most_own`` of it is missed in each: one in ``missed_below`` of the texts with the shared
    # samples has it. They are near if it is ``least_covered`` of what they share,
    whole: float = 0.5
    most_own: float = 0.005
    missed_below: int = 3
    least_covered: float = 0.9
    # unless all but this share of pairs were filled in at the same places: a shingle across another
    # place is in all others. That is seen from ``least_places`` expected samples on, with
    # ``across`` shingles across a place (4 of letters, 3 of Chinese characters).
    most_elsewhere: float = 0.05
    least_places: int = 8
    across: int = 3
    # A part is boilerplate, whatever differs, if its usual sample is in so many documents and the
    # whole resembles at most ``kin`` of these texts (by ``kin_alike``): versions resemble all. Not
    # if the two are more similar than this, or more of the shared samples are rare.
    boilerplate_documents: int = 32
    kin: float = 0.25
    kin_alike: float = 0.5
    most_alike_boilerplate: float = 0.6
    most_rare_of_boilerplate: float = 0.1


FORMS = FormRule()


_SAMPLES_AT_ONCE = 1 << 20

Integers = NDArray[np.int64]
Values = NDArray[np.uint32]
Part = tuple[Integers, Sketches]
"""The ids of some texts, and their sketches."""


@dataclass(frozen=True, slots=True)
class Sketched:
    """Texts by ascending ids: joined ``samples``, the start of each text, and its count.

    ``level`` is the index of each text's sampling rate in ``SAMPLINGS``.
    """

    texts: Integers
    samples: Values
    starts: Integers
    sizes: Integers
    level: Integers

    @classmethod
    def of(cls, parts: Iterable[Part]) -> "Sketched":
        listed = [(np.zeros(0, dtype=np.int64), Sketches.of([])), *parts]
        texts = np.concatenate([ids for ids, _ in listed])
        joined = Sketches.joined([some for _, some in listed])
        sizes, level = joined.sizes, sizes_of(joined.values, joined.sizes)[2]
        order = np.argsort(texts)
        starts = np.cumsum(sizes) - sizes
        return cls(texts[order], joined.values, starts[order], sizes[order], level[order])

    @property
    def across(self) -> NDArray[np.float64]:
        return FORMS.across / np.array(SAMPLINGS, dtype=np.float64)[self.level]

    def counted(self, marked: NDArray[np.bool_]) -> Integers:
        before = np.concatenate([[0], np.cumsum(marked)])
        of_each: Integers = before[self.starts + self.sizes] - before[self.starts]
        return of_each

    def rows_of(self, texts: Integers) -> Integers:
        rows, there = positions_in(self.texts, texts)
        return np.where(there, rows, -1)

    def at_rows(self, rows: Integers) -> "Sketched":
        return Sketched(
            self.texts[rows], self.samples, self.starts[rows], self.sizes[rows], self.level[rows]
        )

    def at_level(self, rows: Integers, level: Integers) -> tuple[Integers, Integers]:
        """Return places of samples of rows at given rates, and the position of each in ``rows``."""
        sizes = self.sizes[rows]
        places = ranges(self.starts[rows], sizes)
        whose = np.repeat(np.arange(len(rows)), sizes)
        rates = np.array(SAMPLINGS, dtype=np.uint32)[level]
        kept = self.samples[places] & (rates[whose] - np.uint32(1)) == 0
        return places[kept], whose[kept]


@dataclass(frozen=True, slots=True)
class Spread:
    """How many texts, and how many documents, have each sample of a ``Sketched``.

    ``kin`` counts only texts that verified pairs connect with the sample's text: among thousands of
    unrelated texts any run of five letters occurs.
    """

    texts: NDArray[np.int32]
    documents: NDArray[np.int32]
    kin: NDArray[np.int32]

    @classmethod
    def of(
        cls, sketched: Sketched, texts: NDArray[np.int32], several: Sketched, more: Integers
    ) -> "Spread":
        """Add the documents: texts of ``several`` documents count ``more`` times as well."""
        if not len(several.texts):
            return cls(texts, texts, texts)
        samples = several.samples[ranges(several.starts, several.sizes)]
        values, at = np.unique(samples, return_inverse=True)
        total = np.bincount(at, np.repeat(more, several.sizes)).astype(np.int32)
        at, there = positions_in(values, sketched.samples)
        documents = texts.copy()
        documents[there] += total[at[there]]
        return cls(texts, documents, texts)

    def among_kin(self, sketched: Sketched, rows: Integers) -> "Spread":
        """Return the same with ``kin`` counted by pairs of rows, shape (2, n)."""
        left, right = rows[:, (rows >= 0).all(axis=0)]
        label = components(left, right, len(sketched.texts))
        places = ranges(sketched.starts, sketched.sizes)
        label = np.repeat(label, sketched.sizes)
        values = sketched.samples[places]
        kin = np.ones_like(self.texts)
        # hashes: as many in each range of values
        pieces = np.linspace(0, 1 << 32, len(places) // _SAMPLES_AT_ONCE + 2)
        for first, behind in pairwise(pieces):
            some = np.flatnonzero((values >= first) & (values < behind))
            kin[places[some]] = times_each(label[some] << 32 | values[some])
        return replace(self, kin=kin)


def more_than_one(contents: Mapping[int, set[bytes]]) -> dict[int, int]:
    """Return the number of documents beyond one of each text; equal bytes count once."""
    return {text: len(found) - 1 for text, found in contents.items() if len(found) > 1}


_PAIRS_AT_ONCE = 1 << 15
_RATES = len(SAMPLINGS)


@dataclass(frozen=True, slots=True)
class Sharing:
    """Counts of samples that pairs share, at the sparser rate of the two; a row a pair.

    ``shared`` samples are in both texts; ``rare`` of them in no third text or far fewer than the
    usual shared one, which is in ``family`` texts and ``documents``. ``own`` samples, shape (2, n),
    are in one text only; ``owned`` of them in almost no other kin; ``missed`` are lacking in the
    other text although a third as many kin have them as the usual shared one. ``varied`` shared
    samples are in fewer texts than the frame of a form; ``lost`` frame samples are missing in the
    other text. ``dense``: enough samples to see this. See ``FormRule``.
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
        """Whether either text has nothing of its own: whatever the other lacks is missed there."""
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
    at, both = positions_in(keys[1], keys[0])
    theirs = np.zeros(len(keys[1]), dtype=np.bool_)
    theirs[at[both]] = True
    groups = len(left) * _RATES
    summed = partial(np.bincount, minlength=len(left))

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
        summed(whose),
        summed(whose[rare]),
        usual.reshape(len(left), -1).max(axis=1, initial=0),
        in_documents.reshape(len(left), -1).max(axis=1, initial=0),
        summed(whose[texts <= FORMS.usual_above * of_like]),
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
        own.append(summed(whose))
        owned.append(summed(whose[kin <= nearly_none[like]]))
        missed.append(summed(whose[FORMS.missed_below * kin >= of_kin]))
        lost.append(summed(whose[kin > FORMS.usual_above * of_kin]))
    return np.stack([*rows, *own, *owned, *missed, *lost])


Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Figures:
    alike: NDArray[np.float64]
    shares: NDArray[np.float64]
    numbers_only: Mask

    @classmethod
    def of(cls, pairs: Iterable[Pair | Comparison]) -> "Figures":
        column = partial(column_of, list(pairs))
        shares = np.stack([column(name, np.float64) for name in ("left_in_right", "right_in_left")])
        return cls(column("resemblance", np.float64), shares, column("numbers_only", np.bool_))

    def at(self, rows: Integers) -> "Figures":
        return Figures(self.alike[rows], self.shares[:, rows], self.numbers_only[rows])

    @property
    def may_be_framed(self) -> Mask:
        own = self.shares.max(axis=0, initial=0) < FORMS.most_contained
        within: Mask = own & (self.alike < FORMS.most_alike_intact) & ~self.numbers_only
        return within

    @property
    def have_own(self) -> Mask:
        most = np.where(self.one_shorter, FORMS.most_contained_of_part, FORMS.most_contained)
        own: Mask = self.shares.max(axis=0, initial=0) < most
        return own

    @property
    def one_shorter(self) -> Mask:
        least, most = self.shares.min(axis=0, initial=1), self.shares.max(axis=0, initial=0)
        shorter: Mask = least <= PART_LENGTH * most
        return shorter

    @property
    def part(self) -> Integers:
        side: Integers = (self.shares[1] >= self.shares[0]).astype(np.int64)
        return side


@dataclass(frozen=True, slots=True)
class Looked:
    """What each pair looks like by itself: ``like`` a form, or a part that is ``boilerplate``.

    ``intact``: both have the whole frame. ``missed``: one lacks what most texts of the family have.
    ``plain``, shape (2, n): texts that have nothing of their own beside the other one.
    """

    like: Mask
    intact: Mask
    boilerplate: Mask
    missed: Mask
    plain: Mask


def are_like_forms(figures: Figures, sharing: Sharing) -> Mask:
    """Mark the pairs that look like forms by themselves, at any similarity."""
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
    """Mark the pairs that look like forms unless their differences are not their own."""
    return _may_be_owned(figures, sharing) | _may_be_intact(sharing)


def _may_be_owned(figures: Figures, sharing: Sharing) -> Mask:
    rare = np.where(figures.one_shorter, FORMS.most_rare_of_part, FORMS.most_rare)
    return _are_told(sharing, FORMS.least_documents, rare)


def most_kin(figures: Figures, sharing: Sharing) -> NDArray[np.float64]:
    """Return how many texts may resemble the whole of boilerplate; -1 if it is none."""
    told = _are_told(sharing, FORMS.boilerplate_documents, FORMS.most_rare_of_boilerplate)
    apart = figures.one_shorter & (figures.alike <= FORMS.most_alike_boilerplate)
    return np.where(told & apart, FORMS.kin * sharing.family, -1.0)


def of_wholes(figures: Figures, of_each: Integers) -> Integers:
    """Return the numbers of the whole of each pair, from those of the left and the right text."""
    found: Integers = np.where(figures.part == 0, of_each[1], of_each[0])
    return found


def _are_told(sharing: Sharing, documents: int, rare: float | NDArray[np.float64]) -> Mask:
    many = (sharing.documents >= documents) & (sharing.family >= FORMS.least_texts)
    few = sharing.rare <= np.maximum(1, rare * sharing.shared)
    return many & few & (sharing.shared >= FORMS.least_samples)


def are_forms(ends: Integers, figures: Figures, like: Mask, intact: Mask, versions: Mask) -> Mask:
    """Mark the forms; ``ends`` are numbers of the texts of each pair, shape (2, n)."""
    such = like & figures.have_own & ~versions
    # a frame alone says nothing of the others
    counted = ~figures.numbers_only & (figures.have_own | ~intact)
    most = np.where(intact, FORMS.most_alike_intact, FORMS.most_alike)
    may_be = (figures.alike < most) & ~figures.numbers_only
    return such & _are_agreed(ends, such, counted) & may_be


def _are_agreed(ends: Integers, like: Mask, counted: Mask) -> Mask:
    """Mark the pairs for which most ``counted`` pairs of both texts are ``like`` forms."""
    size = int(ends.max(initial=-1)) + 1
    every = np.bincount(ends[:, counted].ravel(), minlength=size)
    such = np.bincount(ends[:, counted & like].ravel(), minlength=size)
    agreed: Mask = np.greater_equal(such, FORMS.least_agreeing * every)
    found: Mask = agreed[ends[0]] & agreed[ends[1]]
    return found


# raised if the code decides differently by the same thresholds, or encodes differently
_CODE = 3


def key_of(
    ends: Integers, figures: Figures, every: Integers, several: Integers, more: Integers
) -> bytes:
    """Return a hash of all that the forms among pairs depend on: 16 bytes.

    ``ends`` are the texts of the pairs, ``every`` all texts, ``several`` those in ``more``
    documents. An id means one text, and so one sketch, for the life of an index.
    """
    settings = repr((_CODE, FORMS, SAMPLINGS, LEAST_SKETCH, len(every), len(several)))
    columns = ends, figures.alike, figures.shares, figures.numbers_only, every, several, more
    of_each = (np.ascontiguousarray(column).tobytes() for column in columns)
    return content_hash(settings.encode() + b"".join(of_each))


def decided_before(index: FingerprintIndex, key: bytes, pairs: int) -> Mask | None:
    """Return which pairs are forms, as kept under a key; None if unknown."""
    kept = index.cached(key)
    if kept is None:
        return None
    try:
        bits = np.frombuffer(zlib.decompress(kept), dtype=np.uint8)
    except zlib.error:
        return None
    if len(bits) != (pairs + 7) // 8:
        return None
    return np.unpackbits(bits, count=pairs).astype(np.bool_)


_Shares = NDArray[np.float64]
_LOOKED_UP_AT_ONCE = 1 << 20


@dataclass(frozen=True, slots=True)
class Wholes:
    """Which texts contain which, by number: ``holder`` ascends, the most contained first.

    ``share`` is how much of the holder is in the ``whole`` text; ``places`` the expected number of
    samples across the insertions of its holders, by its number.
    """

    holder: Integers
    whole: Integers
    share: _Shares
    places: _Shares

    @classmethod
    def of(cls, ends: Integers, shares: _Shares, looked: Looked, across: _Shares) -> "Wholes":
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
        """Mark form-like pairs that may be versions of one text that both hold.

        Forms are filled in at the same places, versions change anywhere. Where that cannot be
        decided, both are possible.
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


@dataclass(slots=True)
class FormSearch:
    """Decides which verified pairs of a scan are forms.

    This depends on all documents and the least containment of verified pairs, on no other
    threshold. Sketches are read once, and not at all if the index has the decision. ``proposed``
    are the candidate pairs; if these were searched in all sketches, the counts of samples are
    known.
    """

    documents: Documents
    index: FingerprintIndex
    proposed: CandidatePairs
    _read: tuple[Sketched, Spread] | None = field(default=None, init=False)
    _first: "_PairLooks | None" = field(default=None, init=False)

    def so_far(self, pairs: Sequence[Pair]) -> list[Pair]:
        """Return the pairs so far, all possible forms marked: no near pair becomes a form later."""
        figures = Figures.of(pairs)
        may_be = figures.may_be_framed
        if may_be.any():
            ends = _ends(pairs, self.documents)
            if self._first is None:
                # what differs is known to be their own when all pairs are there
                self._first = _PairLooks(
                    *self._sketches(lambda: self.proposed.texts(self.documents)),
                    may_be_like_forms,
                )
            looked, _ = self._first.of(ends, figures)
            may_be &= looked.like & figures.have_own | looked.boilerplate
        return _framed(pairs, may_be)

    def decided(
        self, pairs: Sequence[Pair], check: Callable[[], None], *, remember: bool
    ) -> list[Pair]:
        """Return all verified pairs, the forms marked; with ``remember`` the index keeps this."""
        figures = Figures.of(pairs)
        may_be = figures.may_be_framed
        if not may_be.any():
            return list(pairs)
        ends = _ends(pairs, self.documents)
        every, several, more = self._counted()
        key = key_of(ends, figures, every, several, more)
        found = decided_before(self.index, key, len(pairs))
        if found is None:
            found = forms_among(ends, figures, *self._sketches(lambda: np.unique(ends), check))
            if remember:
                kept = zlib.compress(np.packbits(found).tobytes(), 1)
                self.index.cache(key, kept, forms=True)
        return _framed(pairs, found)

    def _counted(self) -> tuple[Integers, Integers, Integers]:
        documents = self.documents
        every, copies = np.unique(documents.texts[documents.usable], return_counts=True)
        more = more_than_one(_contents(every[copies > 1], documents))
        several = np.array(sorted(more), dtype=np.int64)
        return every, several, np.array([more[text] for text in several.tolist()], dtype=np.int64)

    def _sketches(
        self, texts: Callable[[], Integers], check: Callable[[], None] = lambda: None
    ) -> tuple[Sketched, Spread]:
        """Read sketches, once; return those of some texts, and who of all has them."""
        if self._read is not None:
            return self._read
        every, several, more = self._counted()
        chosen_texts = texts()
        known = self.proposed.counted
        counted = known[1] if known and np.array_equal(known[0], every) else None
        only = np.union1d(chosen_texts, several)
        parts: list[Part] = []
        for ids, some in self.index.sketches(only=only):
            check()
            parts.append((ids, some))
        read = Sketched.of(parts)
        sketched, copied = (
            read.at_rows(np.flatnonzero(np.isin(read.texts, wanted)))
            for wanted in (chosen_texts, several)
        )
        values, at = np.unique(sketched.samples, return_inverse=True)
        if counted is None:
            kept = mapped_sketches(self.index, read=True)
            counts = counted_in(self.index, values, kept, only=every, check=check).astype(np.int32)
        else:
            counts = counted.of(values)
        rows, _ = positions_in(several, copied.texts)
        self._read = sketched, Spread.of(sketched, counts[at], copied, more[rows])
        return self._read


def forms_among(ends: Integers, figures: Figures, sketched: Sketched, held: Spread) -> Mask:
    """Mark the forms among verified pairs, which are in the order of their documents' paths.

    ``ends`` are the ids of both texts, shape (2, n); ``sketched`` has the sketches of all these
    texts, ``held`` how many of all texts and documents have each sample. Only texts connected by
    pairs are kin.
    """
    held = held.among_kin(sketched, sketched.rows_of(ends))
    looked, rows = _PairLooks(sketched, held, are_like_forms).of(ends, figures)
    whole = Wholes.of(rows, figures.shares, looked, sketched.across)
    versions = whole.are_versions(rows, figures.shares, looked)
    found = looked.boilerplate & figures.may_be_framed
    found |= are_forms(rows, figures, looked.like, looked.intact, versions)
    return found


# the looks of a pair that was not looked at
_NOTHING = np.array([[0], [0], [-1], [0], [0], [0]], dtype=np.float32)


@dataclass(slots=True)
class _PairLooks:
    """What pairs of texts look like by what they share; each is computed once."""

    sketched: Sketched
    held: Spread
    like: Callable[[Figures, Sharing], Mask]
    _keys: Integers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    _told: NDArray[np.float32] = field(default_factory=lambda: np.zeros((6, 0), dtype=np.float32))

    def of(self, ends: Integers, figures: Figures) -> tuple[Looked, Integers]:
        rows = self.sketched.rows_of(ends)
        keys = rows[0] << 32 | rows[1]
        self._look(rows, keys, figures)
        at, there = positions_in(self._keys, keys)
        told = np.tile(_NOTHING, len(keys))
        told[:, there] = self._told[:, at[there]]
        like, intact, most, missed, *plain = told
        alike = rows[:, figures.alike >= FORMS.kin_alike]
        kin = np.bincount(alike.ravel(), minlength=len(self.sketched.texts))
        boilerplate = of_wholes(figures, kin[rows]) <= most
        found = Looked(like > 0, intact > 0, boilerplate, missed > 0, np.stack(plain) > 0)
        return found, rows

    def _look(self, rows: Integers, keys: Integers, figures: Figures) -> None:
        _, known = positions_in(self._keys, keys)
        known |= (rows < 0).any(axis=0)
        # texts of which enough samples are in many documents for any form
        common = self.sketched.counted(self.held.documents >= FORMS.least_documents)
        enough = common >= FORMS.least_samples // 2
        new = np.flatnonzero(~known & enough[rows].all(axis=0))
        if not len(new):
            return
        sharing = sharing_of(rows[0, new], rows[1, new], self.sketched, self.held)
        some = figures.at(new)
        every = np.concatenate([self._keys, keys[new]])
        told = [self.like(some, sharing), have_intact_frame(sharing), most_kin(some, sharing)]
        told += [sharing.missed.sum(axis=0), *sharing.plain]
        order = np.argsort(every)
        self._keys = every[order]
        self._told = np.concatenate([self._told, np.stack(told, dtype=np.float32)], axis=1)[
            :, order
        ]


def _ends(pairs: Sequence[Pair], documents: Documents) -> Integers:
    return np.stack(ends_of(pairs, dict(zip(documents, documents.texts.tolist(), strict=True))))


def _framed(pairs: Sequence[Pair], found: Mask) -> list[Pair]:
    return [
        replace(pair, framed=True) if framed else pair
        for pair, framed in zip(pairs, found.tolist(), strict=True)
    ]


def _contents(texts: Integers, documents: Documents) -> dict[int, set[bytes]]:
    contents: dict[int, set[bytes]] = defaultdict(set)
    hashes = documents.column("content_hash")
    for position in np.flatnonzero(documents.usable & np.isin(documents.texts, texts)).tolist():
        contents[int(documents.texts[position])].add(hashes[position])
    return contents


_WHOLES_ASKED = 4

CountTexts = Callable[[Values], NDArray[np.int64]]
"""Returns how many texts have each of some samples, which ascend."""


def framed_with(
    text: TextId,
    compared: Sequence[Comparison],
    documents: Mapping[TextId, Sequence[Document]],
    config: ScanConfig,
    index: FingerprintIndex,
    frequencies: CountTexts,
    sketch: Values | None = None,
    more: int = 0,
) -> frozenset[TextId]:
    """Return the texts with which one is a form, of those that it was ``compared`` with.

    As a scan of the whole index, except that other pairs of those texts are ignored. ``sketch`` is
    that of a text that is not in the index under this id; ``more`` is 1 if it is not there at all.
    Sketches are read only if a pair may be a visible form at the thresholds of ``config``.
    """
    verified = [
        one
        for one in compared
        if one.resemblance >= LEAST_SIMILARITY or one.containment >= config.containment
    ]
    figures = Figures.of(verified)
    shown = figures.shares.max(axis=0, initial=0) >= min(config.similarity, config.containment)
    if not (figures.may_be_framed & shown).any():
        return frozenset()
    others = [one.right if one.left == text else one.left for one in verified]
    # what NumPy has for sets imports masked arrays, which takes longer than all that follows
    wanted = np.array(sorted({*others} if sketch is not None else {*others, text}), dtype=np.int64)
    parts: list[Part] = [*index.sketches(only=wanted)]
    if sketch is not None:
        parts.append((np.array([text], dtype=np.int64), Sketches.of([sketch])))
    sketched = Sketched.of(parts)
    ends = np.array([[one.left, one.right] for one in verified], dtype=np.int64).T
    rows = sketched.rows_of(ends)
    here = np.flatnonzero((rows >= 0).all(axis=0))
    rows, figures = rows[:, here], figures.at(here)
    held = _held(sketched, documents, frequencies, sketch, more).among_kin(sketched, rows)
    sharing = sharing_of(rows[0], rows[1], sketched, held)
    like, intact = are_like_forms(figures, sharing), have_intact_frame(sharing)
    may_be = like & figures.have_own
    versions = _are_versions(text, ends[:, here], figures, sharing, may_be, sketched, held, index)
    # of the other texts it is not known what else they are like
    alone = np.where(ends[:, here] == text, 0, np.arange(1, len(here) + 1))
    found = are_forms(alone, figures, like, intact, versions)
    most = most_kin(figures, sharing)
    # most are not, whatever else the two are like
    if ((most >= 0) & figures.may_be_framed).any():
        kin = count_alike(index, wanted, FORMS.kin_alike)
        kin[text] = int(np.count_nonzero(figures.alike >= FORMS.kin_alike))
        of_each = [[kin.get(one, 0) for one in side] for side in ends[:, here].tolist()]
        boilerplate = of_wholes(figures, np.array(of_each, dtype=np.int64)) <= most
        found |= boilerplate & figures.may_be_framed
    return frozenset(others[at] for at in here[found].tolist())


def _are_versions(
    text: TextId,
    ends: Integers,
    figures: Figures,
    sharing: Sharing,
    like: Mask,
    sketched: Sketched,
    held: Spread,
    index: FingerprintIndex,
) -> Mask:
    """Mark the pairs that may be versions of one text, by stored comparisons, see ``Wholes``."""
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
    shares = np.concatenate([figures.shares, Figures.of(stored.values()).shares], axis=1)
    none = np.zeros(len(stored), dtype=np.bool_)
    plain = np.concatenate([sharing.plain, between.plain], axis=1)
    missed = np.concatenate([sharing.missed, between.missed], axis=1).sum(axis=0) > 0
    every_like = np.concatenate([like, none])
    looked = Looked(every_like, every_like, np.zeros_like(missed), missed, plain)
    whole = Wholes.of(every, shares, looked, sketched.across)
    return whole.are_versions(every, shares, looked)[: len(like)]


def _held(
    sketched: Sketched,
    documents: Mapping[TextId, Collection[Document]],
    frequencies: CountTexts,
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


def counted_in(
    index: FingerprintIndex,
    values: Values,
    kept: MappedSketches | None = None,
    *,
    only: Integers | None = None,
    check: Callable[[], None] = lambda: None,
) -> NDArray[np.int64]:
    """Return how many texts of an index, or of ``only`` some, have each of ascending samples.

    ``kept`` is the file of sketches, if there is one: only newer texts are then read.
    """
    counts, after = np.zeros(len(values), dtype=np.int64), 0
    if kept is not None:
        if only is not None:
            kept = replace(kept, gone=kept.gone | ~np.isin(kept.texts, only, assume_unique=True))
        with contextlib.suppress(IndexError, ValueError):  # of a damaged file
            counts, after = kept.frequencies(values), kept.newest
    for ids, some in index.sketches(after):
        check()
        wanted = some if only is None else some.where(np.isin(ids, only, assume_unique=True))
        at, there = positions_in(values, wanted.values)
        counts += np.bincount(at[there], minlength=len(values))
    return counts

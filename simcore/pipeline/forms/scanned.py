"""The forms among the verified pairs of a scan."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.sample_ranges import Frequencies, SampleLists, SampleRanges, positions_in
from simcore.grouping.pairs.table import ends_of
from simcore.model.records import Pair
from simcore.pipeline.candidate_search import CandidatePairs
from simcore.pipeline.forms import deciding
from simcore.pipeline.forms.kept import decided_before, keep_decided, key_of
from simcore.pipeline.forms.rule import FORMS
from simcore.pipeline.forms.sharing import Sharing, sharing_of
from simcore.pipeline.forms.sketched import Integers, Part, Sketched, Spread, more_than_one
from simcore.pipeline.forms.wholes import Wholes
from simcore.store.documents import Documents
from simcore.store.index import FingerprintIndex


@dataclass(slots=True)
class FormSearch:
    """Tells which verified pairs are forms among the documents of a scan.

    That depends on all of these documents, and on no threshold: not on those of the scan but the
    least containment, above which a pair is verified. Sketches are read once, and not at all where
    the index keeps what was decided. ``proposed`` has all pairs that may be verified; where these
    were searched for in all sketches, how many texts have each sample is known, and only theirs are
    read.
    """

    documents: Documents
    index: FingerprintIndex
    proposed: CandidatePairs
    _read: tuple[Sketched, Spread] | None = field(default=None, init=False)
    _first: "_PairLooks | None" = field(default=None, init=False)

    def so_far(self, pairs: Sequence[Pair]) -> list[Pair]:
        """Return the pairs verified so far, those of them ``framed`` that may be forms in the end.

        Which pairs are forms is known when all are there: no pair that is near or a part here is a
        form then.
        """
        figures = deciding.Figures.of(pairs)
        may_be = figures.may_be_framed
        if may_be.any():
            ends = _ends(pairs, self.documents)
            if self._first is None:
                # what differs is known to be their own when all pairs are there
                self._first = _PairLooks(
                    *self._sketches(lambda: self.proposed.texts(self.documents)),
                    deciding.may_be_like_forms,
                )
            looked, _ = self._first.of(ends, figures)
            may_be &= looked.like & figures.have_own | looked.boilerplate
        return _framed(pairs, may_be)

    def decided(
        self, pairs: Sequence[Pair], check: Callable[[], None], *, remember: bool
    ) -> list[Pair]:
        """Return all verified pairs, those ``framed`` that are forms.

        With ``remember`` the index keeps it for the next scan of the same documents. ``check`` is
        called often, and may raise.
        """
        figures = deciding.Figures.of(pairs)
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
                keep_decided(self.index, key, found)
        return _framed(pairs, found)

    def _counted(self) -> tuple[Integers, Integers, Integers]:
        """Return all texts, those in documents of other bytes, and in how many more these are."""
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
        counted, only = None, None
        if self.proposed.counted and np.array_equal(self.proposed.counted[0], every):
            counted, only = self.proposed.counted[1], np.union1d(chosen_texts, several)
        samples = SampleRanges(len(every))
        chosen: list[Part] = []
        common: list[Part] = []
        for ids, values, sizes in self.index.sketches(only=only):
            check()
            for wanted, parts in ((chosen_texts, chosen), (several, common)):
                here = np.isin(ids, wanted, assume_unique=True)
                if here.any():
                    parts.append((ids[here], values[np.repeat(here, sizes)], sizes[here]))
            if counted is None:
                there = np.isin(ids, every, assume_unique=True)
                kept = values if there.all() else values[np.repeat(there, sizes)]
                samples.add(np.searchsorted(every, ids[there]), kept, sizes[there])
        frequencies = counted or SampleLists(samples, check).frequencies
        del samples
        check()
        sketched, copied = Sketched.of(chosen), Sketched.of(common)
        at, _ = positions_in(several, copied.texts)
        spread = Spread.of(sketched, _counts(frequencies, sketched), copied, more[at])
        self._read = sketched, spread
        return self._read


def forms_among(
    ends: Integers, figures: deciding.Figures, sketched: Sketched, held: Spread
) -> deciding.Mask:
    """Mark the forms among verified pairs, which are in the order of their documents' paths.

    ``ends`` are the ids of both texts of each, shape (2, n); ``sketched`` has the sketches of all
    these texts, ``held`` how many of all texts and documents have each of their samples. What pairs
    do not lead to from either text of a pair says nothing of it.
    """
    held = held.among_kin(sketched, sketched.rows_of(ends))
    looked, rows = _PairLooks(sketched, held, deciding.are_like_forms).of(ends, figures)
    whole = Wholes.of(rows, figures.shares, looked, sketched.across)
    versions = whole.are_versions(rows, figures.shares, looked)
    found = looked.boilerplate & figures.may_be_framed
    found |= deciding.are_forms(rows, figures, looked.like, looked.intact, versions)
    return found


_NOTHING = np.array([[0], [0], [-1], [0], [0], [0]], dtype=np.float32)
"""What is told of a pair that was not looked at."""


@dataclass(slots=True)
class _PairLooks:
    """What pairs of texts look like by what they share, looked at once each."""

    sketched: Sketched
    held: Spread
    like: Callable[[deciding.Figures, Sharing], deciding.Mask]
    _keys: Integers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    _told: NDArray[np.float32] = field(default_factory=lambda: np.zeros((6, 0), dtype=np.float32))

    def of(self, ends: Integers, figures: deciding.Figures) -> tuple[deciding.Looked, Integers]:
        """Return what pairs of texts look like, and numbers of these, shape (2, n).

        Of boilerplate are those that the pairs given here leave it to be.
        """
        rows = self.sketched.rows_of(ends)
        keys = rows[0] << 32 | rows[1]
        self._look(rows, keys, figures)
        at, there = positions_in(self._keys, keys)
        told = np.tile(_NOTHING, len(keys))
        told[:, there] = self._told[:, at[there]]
        like, intact, most, missed, *plain = told
        alike = rows[:, figures.alike >= FORMS.kin_alike]
        kin = np.bincount(alike.ravel(), minlength=len(self.sketched.texts))
        boilerplate = deciding.of_wholes(figures, kin[rows]) <= most
        found = deciding.Looked(like > 0, intact > 0, boilerplate, missed > 0, np.stack(plain) > 0)
        return found, rows

    def _look(self, rows: Integers, keys: Integers, figures: deciding.Figures) -> None:
        """Look at the pairs that were not looked at."""
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
        told = [
            self.like(some, sharing),
            deciding.have_intact_frame(sharing),
            deciding.most_kin(some, sharing),
        ]
        told += [sharing.missed.sum(axis=0), *sharing.plain]
        order = np.argsort(every)
        self._keys = every[order]
        self._told = np.concatenate([self._told, np.stack(told, dtype=np.float32)], axis=1)[
            :, order
        ]


def _ends(pairs: Sequence[Pair], documents: Documents) -> Integers:
    return np.stack(ends_of(pairs, dict(zip(documents, documents.texts.tolist(), strict=True))))


def _framed(pairs: Sequence[Pair], found: deciding.Mask) -> list[Pair]:
    return [
        replace(pair, framed=True) if framed else pair
        for pair, framed in zip(pairs, found.tolist(), strict=True)
    ]


def _counts(frequencies: Frequencies, sketched: Sketched) -> NDArray[np.int32]:
    at, there = positions_in(frequencies.values, sketched.samples)
    counts = np.ones(len(sketched.samples), dtype=np.int32)
    counts[there] = frequencies.counts[at[there]]
    return counts


def _contents(texts: Integers, documents: Documents) -> dict[int, set[bytes]]:
    contents: dict[int, set[bytes]] = defaultdict(set)
    hashes = documents.column("content_hash")
    for position in np.flatnonzero(documents.usable & np.isin(documents.texts, texts)).tolist():
        contents[int(documents.texts[position])].add(hashes[position])
    return contents

"""Sketches: pairs of texts that share sampled shingles, however far apart their fingerprints are.

A shingle is kept when its hash is 0 mod 16 (Broder 1997, section 4: mod-m sampling keeps the same
shingles in every text, so shares of sketches estimate shares of texts); a shorter text keeps those
that are 0 mod 4, and a short one all of them. Two texts are compared at the sparser of their
sampling rates. The samples they share estimate their resemblance and their containment in each
other, so this route finds a chapter inside its book, and near-duplicates that fingerprints miss.

Rare samples propose first, common ones (a licence, a header, a template) last, up to a number of
proposals that grows with the library. Samples commoner than that propose nothing and are reported;
where rarer samples propose a pair, they count like any other. Pairs that share nothing else are
found at the thresholds of the scan (``simcore.candidates.crowded``), below these they are not.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.bounds import Signs
from simcore.candidates.crowded import crowded_pairs, most_pairs, with_hubs
from simcore.candidates.parameters import PARAMETERS
from simcore.candidates.postings import Postings, promising
from simcore.candidates.sample_ranges import (
    Frequencies,
    SampleLists,
    SampleRanges,
    Sketches,
    each_once,
    runs,
    sizes_by_sampling,
)
from simcore.candidates.threads import ahead
from simcore.kernel import measures
from simcore.model.config import DEFAULT_SIMILARITY
from simcore.model.progress import NoProgress, Progress, Stage
from simcore.text.shingles import firsts, places_in_runs

_MOST_ASKED = 0.25
_PROPOSALS_AT_ONCE = 1 << 17

_Integers = NDArray[np.int64]
_Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class MostCompared:
    """How many ``pairs`` can be compared, and how many ``shingles`` be read for that, or any."""

    pairs: int
    shingles: int | None

    def holds(self, samples: Sketches, one: _Integers, other: _Integers) -> bool:
        """Return whether these pairs can be compared: each time all shingles of both are read."""
        if len(one) > self.pairs or self.shingles is None:
            return len(one) <= self.pairs
        shingles = samples.shingles()
        return int(shingles[one].sum() + shingles[other].sum()) <= self.shingles


@dataclass(frozen=True, slots=True)
class SketchPairs:
    """Pairs of positions of texts that share samples, left < right, ordered.

    ``common`` are the samples in too many texts to propose anything, ascending. Other texts
    influence whether two are proposed only through the samples that they make common, and only
    below the thresholds. Where too many may reach these, about ``missed`` pairs are left out, of
    so many texts ``passed_over``. Pairs that find ``room`` are all compared, whatever proposes
    them. ``frequencies`` are of the samples of all texts.
    """

    left: _Integers
    right: _Integers
    common: NDArray[np.uint32]
    passed_over: int = 0
    missed: int = 0
    room: MostCompared = MostCompared(0, None)
    frequencies: Frequencies | None = None


def sketch_pairs(
    sketches: SampleRanges | Sequence[NDArray[np.uint32]],
    containment: float,
    progress: Progress | None = None,
    similarity: float = DEFAULT_SIMILARITY,
    order: _Integers | None = None,
) -> SketchPairs:
    """Find the pairs of texts that may be alike, or one part of the other, by their sketches.

    ``sketches`` are as ``simcore.text.sketch`` has them, ``containment`` is the
    lowest to be found; two texts of different sampling rates are compared at the sparser one.
    Those at least ``similarity`` alike are found even where they share common samples only; if
    there are too many, the first texts in ``order`` are preferred. ``SampleRanges`` may be empty
    afterwards. Raises ``Cancelled``.

    >>> texts = [np.arange(start, start + 32, dtype=np.uint32) * 16 for start in (0, 8, 99)]
    >>> found = sketch_pairs(texts, 0.5)
    >>> found.left.tolist(), found.right.tolist()
    ([0], [1])
    """
    ranges = sketches if isinstance(sketches, SampleRanges) else SampleRanges.of(sketches)
    reports = _Reports(progress or NoProgress())
    tries = _tries(SampleLists(ranges, reports.check), containment, similarity, reports)
    return next(found for search in tries if (found := search.pairs(order)) is not None)


def updated_sketch_pairs(
    samples: SampleRanges,
    containment: float,
    before: NDArray[np.uint32],
    new: NDArray[np.bool_],
    progress: Progress | None = None,
    similarity: float = DEFAULT_SIMILARITY,
    order: _Integers | None = None,
) -> tuple[SketchPairs, NDArray[np.bool_]] | None:
    """Find the pairs of ``sketch_pairs`` that may differ from those of an earlier search.

    ``before`` is the ``common`` of that search, ``new`` marks the texts that it did not have.
    Returns the pairs of the texts that were searched again, and a mask of these texts: the new
    ones, and those with a sample that has become common or is no longer. All other pairs stay as
    they were. Returns None if nearly all texts would be searched again, or if the pairs are more
    than can be compared. ``samples`` may be empty afterwards. Raises ``Cancelled``.
    """
    reports = _Reports(progress or NoProgress())
    lists = SampleLists(samples, reports.check, before)
    search = next(_tries(lists, containment, similarity, reports))
    changed = np.setxor1d(search.common, before, assume_unique=True)
    asked = new | lists.having(changed)
    if np.count_nonzero(asked) > _MOST_ASKED * lists.texts:
        return None
    # which pairs are left out depends on all texts
    made = search.pairs(order, asked)
    return None if made is None else (made, asked)


def _tries(
    samples: SampleLists, containment: float, similarity: float, reports: "_Reports"
) -> Iterator["_SampleSearch"]:
    """Yield searches, each by rarer samples than the one before, but those that propose too much.

    Where texts share most of a small vocabulary, only the rarest samples separate them.
    """
    budget = max(PARAMETERS.least_proposals, PARAMETERS.proposals_a_text * samples.texts)
    while True:
        most, proposals = samples.frequencies.most(budget)
        postings = Postings(samples, most, reports.check)
        search = _SampleSearch(samples, postings, containment, similarity, reports)
        # the search alone keeps them, and gives them back in time
        del postings
        if proposals <= PARAMETERS.doubtful * search.most or not search.is_too_much():
            yield search
        del search
        budget //= 8
        reports.once = True


class _Reports:
    """Reports the progress of the first search; of a repeated one only that it is not over."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._done = self._total = 0
        self.once = False

    def check(self) -> None:
        """Report no progress, so that the search can be cancelled."""
        self._progress.report(Stage.PASSAGE, self._done, self._total)

    def report(self, done: int, total: int) -> None:
        if self.once:
            done = total = self._total
        self._done, self._total = done, total
        self.check()


@dataclass(frozen=True, slots=True)
class _ByRare:
    """Pairs by rare samples, as columns: what may be ``shown``, and about how much is ``alike``."""

    one: _Integers
    other: _Integers
    shown: NDArray[np.bool_]
    alike: _Numbers

    @classmethod
    def joined(cls, parts: Sequence["_ByRare"]) -> "_ByRare":
        columns = zip(
            *((part.one, part.other, part.shown, part.alike) for part in parts), strict=True
        )
        return cls(*map(np.concatenate, columns))

    def at(self, kept: NDArray[np.bool_]) -> "_ByRare":
        return _ByRare(self.one[kept], self.other[kept], self.shown[kept], self.alike[kept])

    def few(self, shingles: _Integers, order: _Integers, similarity: float) -> NDArray[np.bool_]:
        """Mark the pairs to compare in a crowd: the most alike, and the first few of each text.

        And, as in ``crowded_pairs``, those with the first texts in ``order``. What may be shown
        comes before what is below the thresholds.
        """
        rank = np.empty(len(order), dtype=np.int64)
        rank[order] = np.arange(len(order))
        earlier, later = np.sort(rank[np.stack([self.one, self.other])], axis=0)
        shown = np.flatnonzero(self.shown)
        shown = shown[np.lexsort((earlier[shown], later[shown]))]
        hubs = shown[with_hubs(later[shown], self.alike[shown] >= similarity)]
        best = np.lexsort((-self.alike, ~self.shown))
        read = (shingles[self.one] + shingles[self.other])[best]
        kept = np.zeros(len(best), dtype=np.bool_)
        kept[best] = np.cumsum(read) <= PARAMETERS.read_in_a_crowd(int(shingles.sum()))
        for_each = np.concatenate([best, best])
        texts = np.concatenate([self.one[best], self.other[best]])
        # stable: of each text the most alike first, as both halves are merged by their rank
        rank = np.tile(np.arange(len(best)), 2)
        by_text = np.lexsort((rank, texts))
        first = places_in_runs(texts[by_text]) < PARAMETERS.nearest
        kept[for_each[by_text[first]]] = True
        kept[hubs] = True
        return kept


class _SampleSearch:
    """One search by the samples that ``postings`` do not call common, and what common ones add."""

    def __init__(
        self,
        samples: SampleLists,
        postings: Postings,
        containment: float,
        similarity: float,
        reports: _Reports,
    ) -> None:
        self._samples = samples
        self._postings = postings
        self._thresholds = containment, similarity
        self._reports = reports
        self._crowded = postings.crowded(containment, similarity)
        # where texts are crowded, more pairs reach the thresholds than below them are worth
        crowded = any(texts.any() for texts in self._crowded)
        a_text = PARAMETERS.common_a_text if crowded else PARAMETERS.candidates_a_text
        most = a_text * samples.texts
        most = min(most, PARAMETERS.most_crowded) if crowded else most
        self.most = max(PARAMETERS.least_candidates, most)
        self._room = MostCompared(
            self.most, self.most * PARAMETERS.shingles_a_pair if crowded else None
        )

    @property
    def common(self) -> NDArray[np.uint32]:
        """The samples that propose nothing, ascending."""
        return self._postings.common

    def pairs(
        self, order: _Integers | None = None, asked: NDArray[np.bool_] | None = None
    ) -> SketchPairs | None:
        """Find the pairs, once; None if rare samples propose more than can be compared.

        Or those with a text that is ``asked`` for.
        """
        if asked is not None:
            self._postings.ask(asked)
        rare = self._by_rare()
        common = self._postings.common
        del self._postings
        if rare is None:
            return None
        check = self._reports.check
        shingles = self._samples.shingles()
        if order is None:
            order = np.arange(len(shingles))
        crowded = crowded_pairs(
            self._samples, common, self._crowded, *self._thresholds, check, order, asked
        )
        if crowded is None:
            return None
        missed, passed_over = crowded.missed, crowded.passed_over
        if missed:
            kept = rare.few(shingles, order, self._thresholds[1])
            missed += int(np.count_nonzero(rare.shown & ~kept))
            for ends in (rare.one, rare.other):
                passed_over[ends[rare.shown & ~kept]] = True
            rare = rare.at(kept)
        one = np.concatenate([rare.one, crowded.left])
        other = np.concatenate([rare.other, crowded.right])
        left, right = each_once(one, other)
        passed = int(np.count_nonzero(passed_over))
        room = self._room
        if room.shingles is not None:
            # pairs by common samples have to find room, too; there a text may seem longer
            most = min(self.most, most_pairs(self._samples.texts))
            room = MostCompared(most, most * PARAMETERS.shingles_a_pair // PARAMETERS.samplings[-1])
        frequencies = self._samples.frequencies
        return SketchPairs(left, right, common, passed, missed, room, frequencies)

    def _by_rare(self) -> "_ByRare | None":
        postings = self._postings
        total = int(postings.counts.sum(dtype=np.int64))
        self._reports.report(0, total)
        # room for all that there may be, of which no more is taken than is filled
        kept = np.empty((3, min(total, PARAMETERS.doubtful * self.most)), dtype=np.int32)
        filled = done = 0
        signs = Signs(self._samples, self._reports.check)
        for proposals, pairs in self._doubtful(signs):
            kept[:, filled : filled + pairs.shape[1]] = pairs
            filled += pairs.shape[1]
            done += proposals
            self._reports.report(done, total)
        left, right, rare = kept[:, :filled]
        del signs
        postings.no_more_proposals()
        shared = self._samples.shared(left, right, self._reports.check)
        found = [_ByRare(*(np.zeros(0, dtype=of) for of in (np.int64, np.int64, np.bool_, float)))]
        for start in range(0, len(left), _PROPOSALS_AT_ONCE):
            some = slice(start, start + _PROPOSALS_AT_ONCE)
            one, other = left[some].astype(np.int64), right[some].astype(np.int64)
            counts = rare[some].astype(np.float64), shared[some] - rare[some]
            worth = postings.worth_comparing(one, other, counts[0], *self._thresholds, counts[1])
            one, other = one[worth], other[worth]
            figures = postings.figures(one, other, shared[some][worth], *self._thresholds)
            found.append(_ByRare(one, other, *figures))
        found_all = _ByRare.joined(found)
        affordable = self._room.holds(self._samples, found_all.one, found_all.other)
        return found_all if affordable else None

    def is_too_much(self) -> bool:
        """Return whether rare samples propose too much to be kept, which takes much memory."""
        doubtful = 0
        for _, pairs in self._doubtful():
            doubtful += pairs.shape[1]
            if doubtful > PARAMETERS.doubtful * self.most:
                return True
        return False

    def _doubtful(self, signs: Signs | None = None) -> Iterator[tuple[int, _Integers]]:
        """Yield what may be pairs, however many common samples they share, or as ``signs`` allow.

        That is, how many proposals were looked at, and of each pair the texts and their number of
        shared rare samples, shape (3, n).
        """
        postings = self._postings
        least = postings.least(*self._thresholds)

        def counted(part: slice) -> tuple[int, _Integers]:
            pairs = _counted(postings, part, least)
            for bound in (None, signs) if signs else (None,):
                left, right, shared = pairs
                common = None if bound is None else bound.most_shared(left, right) - shared
                worth = postings.worth_comparing(left, right, shared, *self._thresholds, common)
                pairs = pairs[:, worth]
            if signs is not None:
                pairs = pairs[:, np.lexsort(pairs[1::-1])]
            return int(postings.counts[part].sum(dtype=np.int64)), pairs

        parts = _parts(postings.owner[postings.entries], postings.counts)
        work = int(postings.counts.sum(dtype=np.int64))
        return ahead(counted, parts, self._reports.check, work)


def _parts(owner: NDArray[np.int32], counts: NDArray[np.int32]) -> Iterator[slice]:
    """Split entries, ordered by text, between texts into runs of a bounded number of proposals."""
    starts = np.flatnonzero(firsts(owner))
    ends = np.append(starts[1:], len(owner))
    sizes = np.add.reduceat(counts, starts, dtype=np.int64) if len(starts) else starts
    for run in runs(sizes, _PROPOSALS_AT_ONCE):
        yield slice(int(starts[run.start]), int(ends[run.stop - 1]))


def _counted(postings: Postings, part: slice, least: NDArray[np.int32]) -> _Integers:
    """Count the samples that each proposed pair of some entries shares: both texts and the number.

    Pairs that share fewer than the bound ``least`` of either text are left out.
    """
    owners = postings.owner[postings.entries[part]]
    found = measures.joined(postings.owner, postings.slices(part), owners, least)
    pairs: _Integers = found.T.astype(np.int64)
    if postings.asked is not None:
        # where both are asked, each proposes the other, and itself
        pairs = pairs[:, (pairs[0] < pairs[1]) | ~postings.asked[pairs[1]]]
    return pairs


def sketch_candidates(
    query: NDArray[np.uint32], sketches: Sequence[NDArray[np.uint32]], containment: float
) -> list[int]:
    """Return the positions of the texts that a query may resemble, contain or be contained in.

    Decides as ``sketch_pairs`` does, without regard to how common a sample is. Ascending.
    """
    sizes = np.array([len(query), *map(len, sketches)], dtype=np.int64)
    values = np.concatenate([query, *sketches])
    level, kept = sizes_by_sampling(values, sizes)
    pair_level = np.maximum(level[0], level[1:])
    texts = np.arange(1, len(sizes))
    owner = np.repeat(np.arange(len(sketches)), sizes[1:])
    hits = np.isin(values[len(query) :], query)
    shared = np.bincount(owner[hits], minlength=len(sketches)).astype(np.float64)
    one, other = kept[pair_level, 0], kept[pair_level, texts]
    worth = promising(shared, one, other, pair_level > 0, containment)
    return np.flatnonzero(worth & (shared > 0)).tolist()

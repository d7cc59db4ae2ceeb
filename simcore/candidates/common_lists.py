"""Samples that many texts share, inverted: the texts of each one, and those of each text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.bounds import WORD_BITS, spread
from simcore.candidates.parameters import PARAMETERS
from simcore.candidates.postings import least_shared, may_be_shown
from simcore.candidates.sample_ranges import SampleLists, positions_in, ranges, runs
from simcore.candidates.threads import Check, ahead
from simcore.kernel import measures
from simcore.text.shingles import places_in_runs

_ENTRIES_AT_ONCE = 1 << 18
_BITS = 8
_TELLING = 8

_Integers = NDArray[np.int64]
_Numbers = NDArray[np.float64]
_Positions = NDArray[np.int32]
_Lists = NDArray[np.uint32]
_Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Crowds:
    """Texts that may be shown with others by samples alone that are ``common``, and when they are.

    ``marked`` has them for each sampling rate (``postings.Worth.crowded``). ``similarity`` is a
    resemblance, ``containment`` the lowest to be found. ``check`` is called often, and may raise.
    """

    samples: SampleLists
    common: NDArray[np.uint32]
    marked: Sequence[_Mask]
    containment: float
    similarity: float
    check: Check

    def levels(self) -> list[int]:
        """Return the sampling rates, as indices in ``SAMPLINGS``, that have pairs of their own."""
        of = self.samples.level
        return [at for at, some in enumerate(self.marked) if (some & (of == at)).any()]

    def least(self, level: int) -> _Integers:
        """Return what each text shares at least with one that is no smaller, or 1."""
        sizes, sampling = self.samples.sizes[level], PARAMETERS.samplings[level]
        return np.maximum(1, least_shared(sizes, sampling, self.containment, self.similarity))

    def may_be_shown(self, level: int, sizes: NDArray[np.integer[Any]], shared: _Numbers) -> _Mask:
        """Mark the pairs that may be shown, by the ``sizes`` of both sketches, and the shared."""
        sampled = np.full(len(shared), level > 0)
        one, other = sizes.astype(np.float64)
        return may_be_shown(shared, one, other, sampled, self.containment, self.similarity)


class CommonLists:
    """For each common sample that several of some texts contain, these texts: at one rate.

    Texts are numbered by their place in ``order``, lists by their length: the rarest sample comes
    first. ``owners`` are the texts list by list, ascending; list n begins at ``starts[n]`` and has
    ``lengths[n]``. Text t is in ``number[t]`` lists. The ``last`` that are made give back the
    samples.
    """

    def __init__(
        self, given: Crowds, level: int, order: _Integers | None = None, *, last: bool = False
    ) -> None:
        samples, chosen, check = given.samples, given.marked[level], given.check
        self._check = check
        rank = None
        if order is not None:
            rank = np.empty(samples.texts, dtype=np.int32)
            rank[order] = np.arange(samples.texts, dtype=np.int32)
        common = given.common[given.common & np.uint32(PARAMETERS.samplings[level] - 1) == 0]

        def listed(part: int) -> tuple[_Positions, _Integers]:
            """Return the lists of a range, joined, and their lengths."""
            values, counts, owners = samples.of(part)
            if last:
                samples.drop(part)
            wanted = positions_in(common, values)[1]
            owners = owners[np.repeat(wanted, counts)]
            which = np.repeat(np.flatnonzero(wanted), counts[wanted])
            here = chosen[owners]
            owners, which = owners[here], which[here]
            of_each = np.bincount(which, minlength=len(values))
            if rank is not None:
                keys = which.view(np.uint64)
                keys <<= np.uint64(32)
                keys |= rank[owners].view(np.uint32)
                measures.sort(keys)
                owners = keys.astype(np.int32)
            several = of_each > 1
            return owners[np.repeat(several, of_each)], of_each[several]

        parts = ahead(listed, range(len(samples)), check, samples.samples)
        self._arrange(*map(list, zip(*parts, strict=True)))
        self.number = np.bincount(self.owners, minlength=samples.texts)

    def _arrange(self, owners: list[_Positions], lengths: list[_Integers]) -> None:
        """Put the lists in order; the lists of owners are given back."""
        of_each = np.concatenate(lengths)
        order = np.argsort(of_each, kind="stable")
        self.lengths = of_each[order]
        self.starts = np.cumsum(self.lengths) - self.lengths
        begin = np.empty_like(self.starts)
        begin[order] = self.starts
        self.owners = np.empty(sum(map(len, owners)), dtype=np.int32)
        done = len(begin)
        while owners:
            self._check()
            some = slice(done - len(lengths[-1]), done)
            self.owners[ranges(begin[some], lengths.pop())] = owners.pop()
            done = some.start

    def in_parts(self, number: int | None = None) -> Iterator[tuple[_Positions, _Lists, int]]:
        """Yield the owners of all lists, or of a ``number`` of the shortest, in parts.

        And which list each is of, and where in ``owners`` these begin.
        """
        for run in runs(self.lengths[:number], _ENTRIES_AT_ONCE):
            self._check()
            lists = np.repeat(np.arange(run.start, run.stop, dtype=np.uint32), self.lengths[run])
            start = int(self.starts[run.start])
            yield self.owners[start : start + len(lists)], lists, start

    def list_by_text(self) -> None:
        """Have the ``lists`` of each text, too: those of text t begin at ``first[t]``.

        ``entries`` are the indices of ``owners`` text by text, of each the rarest first. Takes
        eight bytes more an entry.
        """
        self.first = np.cumsum(self.number) - self.number
        self.entries = np.empty_like(self.owners)
        self.lists = np.empty(len(self.owners), dtype=np.uint32)
        following = self.first.copy()
        for owners, lists, start in self.in_parts():
            # text in the upper half: sorts faster than argsort by text
            keys = owners.astype(np.uint64) << np.uint64(32)
            keys |= np.arange(len(lists), dtype=np.uint64)
            measures.sort(keys)
            texts, at = (keys >> np.uint64(32)).astype(np.int64), keys.astype(np.uint32)
            places = following[texts] + places_in_runs(texts)
            self.entries[places] = at + np.uint32(start)
            self.lists[places] = lists[at]
            following += np.bincount(texts, minlength=len(following))

    def signs(self) -> NDArray[np.uint64]:
        """Return four words of each text, with a bit set for each of its samples.

        Texts differ in no fewer samples than bits. Not for what an eighth of the texts have: it
        would only hide the others.
        """
        signs = np.zeros(len(self.number) << _BITS - WORD_BITS, dtype=np.uint64)
        most = np.count_nonzero(self.number) / _TELLING
        telling = int(np.searchsorted(self.lengths, most, side="right"))
        for owners, lists, _ in self.in_parts(telling):
            np.bitwise_or.at(signs, *spread(lists, owners, _BITS))
        return signs.reshape(-1, 1 << _BITS - WORD_BITS)

    def __len__(self) -> int:
        return len(self.lengths)

    def of(self, texts: slice) -> tuple[_Integers, _Integers, slice]:
        """Return, for each of some texts, where its entries begin and how many it has.

        And which of all entries these are; the first begin at the first of these.
        """
        first, number = self.first[texts], self.number[texts]
        start, stop = (int(first[0]), int(first[-1] + number[-1])) if len(first) else (0, 0)
        return first - start, number, slice(start, stop)


def proposed(earlier: _Integers, place: _Integers, crowd: int) -> _Integers:
    """Return how many of ``earlier`` texts entries propose: beyond so many in a list a few."""
    few = np.minimum(earlier, PARAMETERS.hubs + PARAMETERS.beside)
    return np.where(place < crowd, earlier, few)


@dataclass(frozen=True, slots=True)
class Offers:
    """What each entry of some texts may propose: texts before it in the list of its sample.

    All of them if its ``text`` is ``sought`` by it, else those that are: so many ``earlier`` ones,
    from ``start`` on in the list of all or of these. The entry has this ``place`` in its list.
    """

    text: _Integers
    start: _Integers
    earlier: _Integers
    place: _Integers
    sought: _Mask

    def parts(self, numbers: _Integers, after: int) -> _Integers:
        """Return two slices of each entry, of so many that it proposes, and whether it is sought.

        Of those that do not propose all the first ``hubs``, and the last before them. The list of
        those that are sought by a sample comes ``after`` so many. Shape (two for each, 3).
        """
        start = np.where(self.sought, self.start, self.start + after)
        end = start + self.earlier
        first = np.where(numbers < self.earlier, PARAMETERS.hubs, numbers)
        slices = start, start + first, self.sought, end - (numbers - first), end, self.sought
        return np.stack(slices, axis=1).reshape(-1, 3)

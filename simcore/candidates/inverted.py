"""Texts held in memory to be asked about: their fingerprints, and their sketches inverted.

A question is one text against all others. Its samples are looked up among the sorted samples of all
texts, its fingerprint is compared with each. What a sketch or a fingerprint proposes is then left
out again if, by what both sketches share, it cannot reach the thresholds asked for: reading and
comparing a text costs thousands of times what the look-up of one does.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.blocks import affordable_distance, as_array, probed_distance
from simcore.candidates.packed_postings import PackedPostings
from simcore.candidates.parameters import PARAMETERS
from simcore.candidates.postings import least_shared, promising
from simcore.candidates.sample_ranges import SampleRanges, sizes_by_sampling
from simcore.candidates.threads import Check
from simcore.model.config import CLASSIC_DISTANCE, GREATEST_DISTANCE, ScanConfig
from simcore.text.shingles import firsts

LOSS = 1e-9
"""The chance at most that a pair on a threshold is left out by what its sketches share."""

_EXACTLY = 1e-9
_MOST_FLOORS = 6
_MANY_DOUBTFUL = 8

_Integers = NDArray[np.int64]
_Numbers = NDArray[np.float64]
_Values = NDArray[np.uint32]
_Mask = NDArray[np.bool_]
_Piece = tuple[_Values, NDArray[np.int32]]


@dataclass(frozen=True, slots=True)
class Asked:
    """A text that is asked about. Fingerprints of ``short`` ones propose nothing, as in a scan.

    ``finer`` is its sketch at a denser rate, as of ``finer_sketch_of``; it may be empty.
    """

    fingerprint: int
    short: bool
    sketch: _Values
    finer: _Values = field(default_factory=lambda: np.zeros(0, dtype=np.uint32))


@dataclass(frozen=True, slots=True)
class Proposed:
    """Texts, and for each the share of the union of both sketches that both have."""

    texts: _Integers
    alike: _Numbers


def proposing_distance(config: ScanConfig, texts: int, width: int) -> int:
    """Return within how many bits fingerprints propose one more text to so many.

    No less than in a scan of these texts, and than the block tables of an index serve.
    """
    if config.compared_distance is not None:
        return config.compared_distance
    by_size = affordable_distance(texts, CLASSIC_DISTANCE, GREATEST_DISTANCE, width)
    return max(by_size, min(config.distance, probed_distance(width)))


@dataclass(frozen=True, slots=True, eq=False)
class InvertedTexts:
    """Some texts, each once, in no order: arrays that never change.

    ``words`` are fingerprints as of ``as_array``; ``level`` and ``sizes`` are as those of
    ``SampleRanges``. ``postings`` have the samples of all texts, 5 bytes each. Texts that are
    ``gone`` are no longer found. ``floors`` are those of ``_floor``, as far as they were asked for.
    """

    texts: _Integers
    words: NDArray[np.uint64]
    short: _Mask
    level: NDArray[np.uint8]
    sizes: NDArray[np.int32]
    postings: PackedPostings
    gone: _Mask
    floors: dict[tuple[int, float], NDArray[np.int32]] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        texts: _Integers,
        words: NDArray[np.uint64],
        short: _Mask,
        samples: SampleRanges,
        check: Check = lambda: None,
    ) -> "InvertedTexts":
        """Invert the sketches of texts; ``samples`` is empty afterwards.

        ``check`` is called now and then, and may raise.
        """
        total = int(samples.sizes[0].sum(dtype=np.int64))

        def pieces() -> Iterator[_Piece]:
            for part in range(len(samples)):
                check()
                keys = samples.keys(part)
                samples.drop(part)
                yield (keys >> np.uint64(32)).astype(np.uint32), keys.astype(np.int32)

        postings = PackedPostings.of(pieces(), total, len(texts))
        level = samples.level.astype(np.uint8)
        return cls(texts, words, short, level, samples.sizes, postings, np.zeros_like(short))

    def __len__(self) -> int:
        return len(self.texts)

    @property
    def samples(self) -> int:
        """The number of samples."""
        return len(self.postings)

    @property
    def nbytes(self) -> int:
        """The memory taken, in bytes."""
        held = self.texts, self.words, self.short, self.level, self.sizes, self.gone
        return sum(one.nbytes for one in (*held, *self.floors.values())) + self.postings.nbytes

    def without(self, texts: _Integers) -> "InvertedTexts":
        """Return the same without some texts; with many gone the memory is given back."""
        gone = self.gone | np.isin(self.texts, texts)
        marked = replace(self, gone=gone)
        return marked.compact() if 4 * np.count_nonzero(gone) > len(gone) else marked

    def let_go(self) -> None:
        """Drop what was worked out for other questions: the next ones take a little longer."""
        self.postings.masks.clear()
        self.floors.clear()

    def compact(self) -> "InvertedTexts":
        """Return the same without what is gone."""
        if not self.gone.any():
            return self
        here = ~self.gone
        number = np.cumsum(here, dtype=np.int32) - np.int32(1)
        sizes = self.sizes[:, here]

        def pieces() -> Iterator[_Piece]:
            for values, owners in self.postings.pieces():
                kept = here[owners]
                yield values[kept], number[owners[kept]]

        total = int(sizes[0].sum(dtype=np.int64))
        return InvertedTexts(
            self.texts[here],
            self.words[here],
            self.short[here],
            self.level[here],
            sizes,
            PackedPostings.of(pieces(), total, sizes.shape[1]),
            self.gone[here],
        )

    def merged(self, newer: "InvertedTexts") -> "InvertedTexts":
        """Return the texts of both, without what is gone."""
        one, other = self.compact(), newer.compact()
        after = np.int32(len(one))

        def pieces() -> Iterator[_Piece]:
            both = zip(one.postings.pieces(), other.postings.pieces(), strict=True)
            for (values, owners), (more, theirs) in both:
                # where each sample of the newer ones goes: one pass, nothing is sorted again
                at = np.searchsorted(values, more, side="right")
                yield np.insert(values, at, more), np.insert(owners, at, theirs + after)

        texts = np.concatenate([one.texts, other.texts])
        return InvertedTexts(
            texts,
            np.concatenate([one.words, other.words]),
            np.concatenate([one.short, other.short]),
            np.concatenate([one.level, other.level]),
            np.concatenate([one.sizes, other.sizes], axis=1),
            PackedPostings.of(pieces(), one.samples + other.samples, len(texts)),
            np.concatenate([one.gone, other.gone]),
        )

    def _apart(self, fingerprint: int) -> NDArray[np.uint8]:
        """Return the distance of each fingerprint from one, in bits."""
        asked = as_array([fingerprint], 64 * self.words.shape[1])
        words = np.bitwise_count(self.words ^ asked)
        apart: NDArray[np.uint8] = words[:, 0] if words.shape[1] == 1 else _sum(words)
        return apart

    def _floor(self, level: int, containment: float) -> NDArray[np.int32]:
        """Return what each text shares at least with a promising one that is no smaller.

        That one has the sampling rate ``level``.
        """
        floor = self.floors.get((level, containment))
        if floor is None:
            levels = np.maximum(level, self.level)
            sizes = self.sizes[levels, np.arange(len(self))].astype(np.int64)
            most = np.full(len(self.sizes), sizes.max(initial=0))
            floor = np.maximum(1, _least_promising(most, containment)[levels, sizes])
            if len(self.floors) >= _MOST_FLOORS:  # others may ask for any containment
                self.floors.clear()
            floor = self.floors[level, containment] = floor.astype(np.int32)
        return floor

    def sharing(self, sketch: _Values) -> tuple[_Integers, NDArray[np.int32]]:
        """Return the texts that have any sample of a sketch, and how many of them."""
        shared = self.postings.shared(sketch, len(self))
        at = np.flatnonzero((shared > 0) & ~self.gone)
        return self.texts[at], shared[at]

    def frequencies(self, samples: _Values) -> _Integers:
        """Return how many texts have each of some samples, those that are gone among them."""
        found = np.zeros(len(samples), dtype=np.int64)
        for asked, _ in self.postings.holding(samples):
            found += np.bincount(asked, minlength=len(samples))
        return found

    def holders(self, samples: _Values, most: int) -> tuple[_Integers, _Integers]:
        """Return texts that have any of some samples, and the position of the sample.

        Sample by sample, of each at most ``most`` texts, those that were added first.
        """
        texts, numbers = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
        for asked, owners in self.postings.holding(samples):
            here = np.flatnonzero(~self.gone[owners])
            number = asked[here]
            starts = np.flatnonzero(firsts(number))
            place = np.arange(len(number)) - np.repeat(starts, np.diff(starts, append=len(number)))
            texts.append(self.texts[owners[here[place < most]]])
            numbers.append(number[place < most])
        return np.concatenate(texts), np.concatenate(numbers)

    def near(self, fingerprint: int, distance: int) -> tuple[_Integers, _Integers]:
        """Return the texts whose fingerprints are within a distance, and their distances."""
        apart = self._apart(fingerprint)
        at = np.flatnonzero((apart <= distance) & ~self.gone)
        return self.texts[at], apart[at].astype(np.int64)

    def candidates(self, asked: Asked, config: ScanConfig, proposing: int) -> Proposed:
        """Return the texts worth an exact comparison with one, at the thresholds of ``config``.

        These are the texts that a scan proposes to it (``sketches.sketch_pairs``, without regard to
        how common a sample is, and fingerprints within ``proposing`` bits), but those that cannot
        be shown by what both sketches share. Among the samples of two texts each is one of both
        with the chance of their resemblance, and among those of the smaller text with that of its
        containment, so their number is as of a binomial distribution at most. By Chernoff's bound
        (1952) a pair on a threshold is left out with a chance of at most ``LOSS``, one above it
        with a smaller one. Where texts kept all their shingles nothing is left to chance.

        A text that is much shorter than the one asked about has few samples at the rate of that
        one, too few to tell. Many such are looked at again by the ``finer`` sketch, with the same
        bound.
        """
        shared_by_all = self.postings.shared(asked.sketch, len(self))
        apart = self._apart(asked.fingerprint)
        voting = ~self.short & (not asked.short)
        near = voting & (apart <= proposing)
        (own_level,), own_sizes = sizes_by_sampling(
            asked.sketch, np.array([len(asked.sketch)], dtype=np.int64)
        )
        own = own_sizes[:, 0].astype(np.int64)
        bounds = _least_promising(own, config.containment)
        # few texts share as much as either of the two bounds says
        least = min(int(bounds[one, own[one]]) for one in range(own_level, len(own)))
        floor = np.minimum(self._floor(int(own_level), config.containment), np.int32(max(1, least)))
        at = np.flatnonzero(((shared_by_all >= floor) | near) & ~self.gone)
        level = np.maximum(own_level, self.level[at])
        other = self.sizes[level, at]
        enough = shared_by_all[at] >= bounds[level, np.minimum(own[level], other)]
        enough = np.flatnonzero(enough | near[at])
        at, level = at[enough], level[enough]
        one, other = own_sizes[level, 0], other[enough].astype(np.float64)
        shared, apart = shared_by_all[at].astype(np.float64), apart[at]
        voting, near = voting[at], near[at]
        sampled = level > 0
        proposed = promising(shared, one, other, sampled, config.containment) & (shared > 0) | near

        union = one + other - shared
        near_enough = ~voting | (apart <= config.distance)
        shown = are_possible(shared, one, other, sampled, near_enough, config)
        chosen = np.flatnonzero(proposed & shown)
        doubtful = chosen[self.level[at[chosen]] < own_level]
        if len(doubtful) >= _MANY_DOUBTFUL and len(asked.finer):
            chosen = np.setdiff1d(
                chosen, self._refuted(asked.finer, doubtful, at, near_enough, config)
            )
        return Proposed(self.texts[at[chosen]], shared[chosen] / np.maximum(1, union[chosen]))

    def _refuted(
        self, finer: _Values, doubtful: _Integers, at: _Integers, near: _Mask, config: ScanConfig
    ) -> _Integers:
        """Return the ``doubtful`` rows of ``at`` that a finer sketch shows to be too unlike."""
        texts = at[doubtful]
        (level,), sizes = sizes_by_sampling(finer, np.array([len(finer)], dtype=np.int64))
        shared = self.postings.shared(finer, len(self))[texts].astype(np.float64)
        levels = np.maximum(level, self.level[texts])
        one, other = sizes[levels, 0], self.sizes[levels, texts].astype(np.float64)
        shown = are_possible(shared, one, other, levels > 0, near[doubtful], config)
        refuted: _Integers = doubtful[~shown]
        return refuted


def _sum(words: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Add the bits that each word of a fingerprint differs in: no width has more than 255."""
    total: NDArray[np.uint8] = words.sum(axis=1, dtype=np.uint8)
    return total


def _least_promising(sizes: _Integers, containment: float) -> _Integers:
    """Return, for each sampling rate and smaller size of two, what promising texts share at least.

    ``sizes`` are the greatest smaller sizes at each rate.
    """
    least = np.zeros((len(sizes), int(sizes.max()) + 1), dtype=np.int64)
    for level, size in enumerate(sizes.tolist()):
        smaller = np.arange(size + 1, dtype=np.float64)
        least[level, : size + 1] = least_shared(smaller, PARAMETERS.samplings[level], containment)
    return least


def are_possible(
    shared: _Numbers,
    one: _Numbers,
    other: _Numbers,
    sampled: _Mask,
    near: _Mask,
    config: ScanConfig,
) -> _Mask:
    """Mark the pairs that may be shown at the thresholds, by what their sketches share.

    ``one`` and ``other`` are the sizes of these; only what is ``near`` may be shown as alike.
    """
    shown = may_reach(shared, one + other - shared, sampled, config.similarity) & near
    if config.contained:
        shown |= may_reach(shared, np.minimum(one, other), sampled, config.containment)
    return shown


def may_reach(shared: _Numbers, of: _Numbers, sampled: _Mask, share: float) -> _Mask:
    """Mark where two texts may share so much, by the ``shared`` among ``of`` their samples.

    Where they do, a count as low as an unmarked one has a chance of at most ``LOSS``.

    >>> few, many = np.array([20.0, 60.0]), np.array([100.0, 100.0])
    >>> may_reach(few, many, np.array([True, True]), 0.7).tolist()
    [False, True]
    """
    size = np.maximum(1, of)
    observed = np.clip(shared / size, 0, 1)
    exponent = size * (_information(observed, share) + _information(1 - observed, 1 - share))
    likely = exponent <= -np.log(LOSS)
    # the figures are rational: rounding must not lose a pair exactly on the threshold
    marked: _Mask = (shared >= share * of * (1 - _EXACTLY)) | (sampled & likely)
    return marked


def _information(observed: _Numbers, expected: float) -> _Numbers:
    """Return ``observed * log(observed / expected)``, 0 of nothing, without end of what is not."""
    if expected <= 0:
        return np.where(observed > 0, np.inf, 0.0)
    return observed * np.log(np.maximum(observed, np.finfo(np.float64).tiny) / expected)

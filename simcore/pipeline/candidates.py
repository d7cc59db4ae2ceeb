"""Candidates for the exact comparison: pairs proposed by fingerprints and by sketches.

They depend only on the texts and a few settings, so the index caches them: a scan of unchanged
texts searches nothing.
"""

import struct
import time
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.bounds import may_be_pairs
from simcore.candidates.inverted import PackedSketches
from simcore.candidates.near import SearchRadius, leader_pairs, near_pairs, pairs_of, search_radius
from simcore.candidates.parameters import PARAMETERS, as_array, least_width
from simcore.candidates.postings import (
    MANY_TEXTS,
    Frequencies,
    SampleLists,
    SampleRanges,
    each_once,
    positions_in,
)
from simcore.candidates.sketches import SketchPairs, Tried, sketch_pairs, updated_sketch_pairs
from simcore.fingerprints import distance_of
from simcore.index.documents import Documents
from simcore.index.index import FingerprintIndex
from simcore.model.config import Thresholds, least_features
from simcore.model.records import Document, TextId
from simcore.model.report import NoProgress, Progress, Stage
from simcore.pipeline.resident import mapped_sketches
from simcore.text.normal_form import content_hash
from simcore.text.shingles import distinct
from simcore.workers import give_back, keep_nothing_large

# raised if the code finds other candidates with the same parameters, or encodes differently
_CODE = 8
_HEADER = struct.Struct("<16sqqqqqqq")
_LEVEL = 1  # compressing more would take longer than finding the pairs again

_Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class CachedCandidates:
    """Candidate pairs of texts, ordered, the lower end in ``one``: indices among the ids ``texts``.

    ``settings`` is the key of ``settings_of``, ``common`` are samples in too many texts to propose
    pairs; these and ``texts`` ascend. Fingerprints proposed pairs within ``distance`` bits.
    ``missed`` estimates the pairs not found among the ``passed_over`` texts.
    """

    settings: bytes
    texts: _Numbers
    one: _Numbers
    other: _Numbers
    common: NDArray[np.uint32]
    distance: int
    passed_over: int = 0
    missed: int = 0
    tried: tuple[Tried, ...] = ()


def settings_of(recipe: str, thresholds: Thresholds, *, as_asked: bool = False) -> bytes:
    """Return a hash of all that candidates depend on besides the texts: 16 bytes."""
    of_recipe = recipe, least_features(recipe)
    bits, *shares = thresholds.distance, thresholds.containment, thresholds.similarity
    settings = repr((_CODE, PARAMETERS, of_recipe, bits, as_asked, *shares))
    return content_hash(settings.encode())


def key_of(settings: bytes, texts: _Numbers, hashes: Sequence[bytes]) -> bytes:
    """Return the key of candidates in the cache, 16 bytes; ``texts`` are ids, ascending."""
    ids = np.ascontiguousarray(texts, dtype="<i8").tobytes()
    return content_hash(settings + len(texts).to_bytes(8, "little") + ids + b"".join(hashes))


def encode(candidates: CachedCandidates) -> bytes:
    one, other = candidates.one, candidates.other
    counts = len(one), len(candidates.texts), len(candidates.common)
    # differences: small numbers, many of them equal
    steps = [
        np.diff(one, prepend=0),
        other - one,
        np.diff(candidates.texts, prepend=0),
        np.diff(candidates.common.astype(np.int64), prepend=0),
    ]
    for tried in candidates.tried:
        ends = np.array([len(tried.common), tried.pairs])
        steps += [ends, np.diff(tried.common.astype(np.int64), prepend=0), tried.of_each]
    # all lowest bytes, then all next ones
    planes = np.concatenate(steps).astype("<i8").view(np.uint8).reshape(-1, 8).T
    header = _HEADER.pack(
        candidates.settings,
        *counts,
        candidates.distance,
        candidates.passed_over,
        candidates.missed,
        len(candidates.tried),
    )
    return header + zlib.compress(np.ascontiguousarray(planes).tobytes(), _LEVEL)


def decode(data: bytes) -> CachedCandidates | None:
    """Decode the bytes of ``encode``; None if they are damaged: pairs can be searched again."""
    try:
        found = _decoded(data)
    except (struct.error, zlib.error, TypeError, ValueError):
        return None
    return found if len(found.one) == len(found.other) else None


def _decoded(data: bytes) -> CachedCandidates:
    settings, count, texts, common, distance, passed_over, missed, tries = _HEADER.unpack_from(data)
    planes = np.frombuffer(zlib.decompress(data[_HEADER.size :]), dtype=np.uint8)
    steps = np.ascontiguousarray(planes.reshape(8, -1).T).view("<i8").ravel()
    ends = np.cumsum([count, count, texts, common])
    one, apart, ids, values, rest = np.split(steps, ends)
    one = np.cumsum(one)
    tried: list[Tried] = []
    for _ in range(tries):
        size, pairs = rest[:2].tolist()
        of_common, of_each, rest = np.split(rest[2:], [size, size + texts])
        tried.append(Tried(np.cumsum(of_common).astype(np.uint32), pairs, of_each))
    return CachedCandidates(
        settings,
        np.cumsum(ids),
        one,
        one + apart,
        np.cumsum(values).astype(np.uint32),
        distance,
        passed_over,
        missed,
        tuple(tried),
    )


_MOST_NEW = 0.25
_TEXTS_MEASURED = 512
# of processor time: on a busy machine less is allocated meanwhile
_SECONDS_TO_KEEP = 0.1
_Indices = NDArray[np.int64]
_Found = tuple[CachedCandidates, Frequencies | None]


@dataclass(frozen=True, slots=True)
class CandidatePairs:
    """Pairs to be compared exactly, as positions of documents: left < right, ordered.

    The first of the documents with equal text represents all. ``common`` counts the samples in too
    many texts to propose pairs, ``distance`` is in bits. ``counted`` has all texts and how many
    have each sample, if that was counted.
    """

    left: _Indices
    right: _Indices
    common: int
    distance: int
    passed_over: int = 0
    missed: int = 0
    counted: tuple[_Indices, Frequencies] | None = None

    def texts(self, documents: Documents) -> _Indices:
        return np.unique(documents.texts[np.concatenate([self.left, self.right])])


def find_candidates(
    documents: Documents,
    index: FingerprintIndex,
    recipe: str,
    thresholds: Thresholds,
    progress: Progress | None = None,
    *,
    as_asked: bool = False,
    remember: bool = True,
) -> CandidatePairs:
    """Return the candidates proposed by fingerprints within a distance or by sketches.

    Fingerprints of very short texts propose nothing. In dense libraries the distance is reduced
    (``simcore.candidates.near``) unless it is ``as_asked``. Pairs within ``thresholds`` are found
    however common their samples, see ``ScanConfig.sought``. Without ``remember`` nothing is cached.
    Raises ``Cancelled`` and ``SimcoreError``.
    """
    firsts = documents.firsts
    # texts are numbered by their ids
    rows = firsts[np.argsort(documents.texts[firsts])]
    texts = documents.texts[rows]
    settings = settings_of(recipe, thresholds, as_asked=as_asked)
    hashes = documents.column("text_hash")
    key = key_of(settings, texts, [hashes[row] for row in rows.tolist()])
    kept = index.cached(key)
    found = None if kept is None else decode(kept)
    frequencies = None
    if found is None:
        keep_nothing_large()
        values = documents.fingerprints(rows.tolist())
        width = least_width(values)
        fingerprints = as_array(values, width)
        del values
        # where texts are too many to be compared, which ones are does not follow from their ids:
        # these depend on which worker was done first
        by_path = np.argsort(rows)
        long = by_path[~documents.short[rows[by_path]]]
        distance = thresholds.distance
        radius = SearchRadius(distance, distance)
        if not as_asked:
            # estimated by some texts, always the same ones
            some = rows[long][:: max(1, len(long) // _TEXTS_MEASURED)].tolist()
            characters = sum(documents.at(row).characters for row in some) / max(1, len(some))
            radius = search_radius(fingerprints[long], distance, characters)
        search = _Search(
            texts,
            fingerprints,
            width,
            long,
            settings,
            radius,
            thresholds,
            by_path,
            _most_copied(documents, texts, by_path),
            _GivesBack(progress or NoProgress()),
        )
        found, frequencies = search.again(index) or search.anew(index)
        give_back()
        if remember:
            index.cache(key, encode(found))
    left, right = each_once(rows[found.one], rows[found.other])
    return CandidatePairs(
        left,
        right,
        len(found.common),
        found.distance,
        found.passed_over,
        found.missed,
        None if frequencies is None else (texts, frequencies),
    )


class _GivesBack:
    """Reports progress, and returns free memory of the C library now and then."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._given = time.process_time()
        self._told: tuple[Stage, int, int] | None = None

    def report(self, stage: Stage, done: int, total: int) -> None:
        if total or self._told is None or self._told[0] is not stage:
            self._told = stage, done, total
        self._progress.report(*self._told)
        if time.process_time() - self._given > _SECONDS_TO_KEEP:
            give_back()
            self._given = time.process_time()


@dataclass(frozen=True, slots=True)
class _Search:
    """A search for candidate pairs of texts; ``long`` are the positions of those not too short.

    Texts and ``by_path`` are ordered by path. Texts ``copied`` most lead groups.
    """

    texts: _Indices
    fingerprints: NDArray[np.uint64]
    width: int
    long: _Indices
    settings: bytes
    radius: SearchRadius
    thresholds: Thresholds
    by_path: _Indices
    copied: _Indices
    progress: Progress

    def anew(self, index: FingerprintIndex) -> _Found:
        fingerprints = self.fingerprints[self.long]
        left, right, _ = near_pairs(
            fingerprints, self.radius.distance, self.progress, width=self.width
        )
        led = leader_pairs(fingerprints, self.radius)
        left = self.long[np.concatenate([left, led[0]])]
        right = self.long[np.concatenate([right, led[1]])]
        samples = self._samples(index)
        possible = may_be_pairs(samples, left, right, self.thresholds.containment, self._check)
        left, right = left[possible], right[possible]
        order = self._order(samples)
        shared = sketch_pairs(samples, self.thresholds, self.progress, order)
        one, other = np.concatenate([left, shared.left]), np.concatenate([right, shared.right])
        return self._found(one, other, shared)

    def again(self, index: FingerprintIndex) -> _Found | None:
        """Search for pairs of new texts only; take the others from an earlier search.

        The result equals that of ``anew``. None if no earlier search helps.
        """
        # the leaders of dense neighbourhoods depend on all texts
        earlier = None if self.radius.is_reduced else self._earlier(index)
        if earlier is None:
            return None
        numbers, there = positions_in(self.texts, earlier.texts)
        new = np.ones(len(self.texts), dtype=np.bool_)
        new[numbers[there]] = False
        left, right = pairs_of(
            np.flatnonzero(new[self.long]),
            self.fingerprints[self.long],
            self.radius.distance,
            self.progress,
        )
        left, right = self.long[left], self.long[right]
        stays = there[earlier.one] & there[earlier.other]
        one, other = numbers[earlier.one[stays]], numbers[earlier.other[stays]]
        samples = self._lists(index, earlier.common)
        found = updated_sketch_pairs(
            samples,
            self.thresholds,
            earlier.common,
            new,
            self.progress,
            [tried.of(numbers, there, len(self.texts)) for tried in earlier.tried],
        )
        if found is None:
            return None
        shared, asked = found
        # of these only what fingerprints propose may still be candidates, besides what is found
        again = asked[one] | asked[other]
        near = again & self._near(one, other)
        ends = np.concatenate([left, one[near]]), np.concatenate([right, other[near]])
        paired = _sample_ranges(self.texts, index, self.texts[distinct(np.concatenate(ends))])
        possible = may_be_pairs(paired, *ends, self.thresholds.containment, self._check)
        one = np.concatenate([one[~again], ends[0][possible], shared.left])
        other = np.concatenate([other[~again], ends[1][possible], shared.right])
        # at least as many as sketches propose
        if not shared.room.holds(samples, one, other):
            return None
        return self._found(one, other, shared)

    def _samples(self, index: FingerprintIndex) -> SampleRanges:
        # the total is known once all are loaded
        self._check()
        return _sample_ranges(self.texts, index)

    def _lists(self, index: FingerprintIndex, also: NDArray[np.uint32]) -> SampleLists:
        """Return the samples of all texts, from the file beside the index as far as possible."""
        if kept := mapped_sketches(index, read=True):
            numbers, there = positions_in(self.texts, kept.texts)
            later = np.setdiff1d(self.texts, kept.texts, assume_unique=True)
            if (later > kept.newest).all():
                read = _sample_ranges(self.texts, index, later)
                numbers = np.where(there, numbers, -1)
                packed = PackedSketches(kept.postings, numbers, kept.level, kept.sizes, read)
                return SampleLists(packed, self._check, also)
        return SampleLists(self._samples(index), self._check, also)

    def _order(self, samples: SampleRanges) -> _Indices:
        """Return the texts in order of preference: those with most copies, then the longest."""
        shingles = samples.shingles()[self.by_path]
        by_length = self.by_path[np.argsort(-shingles, kind="stable")]
        rest = by_length[np.isin(by_length, self.copied, invert=True)]
        return np.concatenate([self.copied, rest])

    def _check(self) -> None:
        self.progress.report(Stage.PASSAGE, 0, 0)

    def _earlier(self, index: FingerprintIndex) -> CachedCandidates | None:
        for data in index.earlier_candidates():
            if data.startswith(self.settings):  # as ``encode`` packs them
                earlier = decode(data)
                # what is left out depends on all texts
                if earlier is None or earlier.missed or earlier.distance != self.radius.distance:
                    continue
                _, there = positions_in(self.texts, earlier.texts)
                new = len(self.texts) - int(np.count_nonzero(there))
                if new <= _MOST_NEW * len(self.texts):
                    return earlier
        return None

    def _near(self, one: _Indices, other: _Indices) -> NDArray[np.bool_]:
        long = np.zeros(len(self.texts), dtype=np.bool_)
        long[self.long] = True
        differing = self.fingerprints[one] ^ self.fingerprints[other]
        bits = np.bitwise_count(differing).sum(axis=1, dtype=np.int64)
        near: NDArray[np.bool_] = long[one] & long[other] & (bits <= self.radius.distance)
        return near

    def _found(self, one: _Indices, other: _Indices, shared: SketchPairs) -> _Found:
        left, right = each_once(one, other)
        distance = self.radius.distance
        # fingerprints may propose what sketches left out, and what both routes left out is one
        most = len(self.texts) * (len(self.texts) - 1) // 2 - len(left)
        missed = max(0, min(most, shared.missed - (len(left) - len(shared.left))))
        passed_over = shared.passed_over if missed else 0
        texts, common = self.texts, shared.common
        found = CachedCandidates(
            self.settings, texts, left, right, common, distance, passed_over, missed, shared.tried
        )
        return found, shared.frequencies


def _most_copied(documents: Documents, texts: _Indices, by_path: _Indices) -> _Indices:
    rows, there = positions_in(texts, documents.texts)
    number = np.bincount(rows[there], minlength=len(texts))[by_path]
    most = np.argsort(-number, kind="stable")[: PARAMETERS.hubs // 2]
    return by_path[most[number[most] > 1]]


def _sample_ranges(
    texts: _Indices, index: FingerprintIndex, only: _Indices | None = None
) -> SampleRanges:
    samples = SampleRanges(len(texts), many=len(texts) > MANY_TEXTS)
    for ids, values, sizes in index.sketches(only=only):
        rows, wanted = positions_in(texts, ids)
        some = values if wanted.all() else values[np.repeat(wanted, sizes)]
        samples.add(rows[wanted], some, sizes[wanted])
    return samples


def candidate_pairs(
    documents: Iterable[Document], distance: int, progress: Progress | None = None
) -> list[tuple[Document, Document, int]]:
    """Return all pairs of fingerprints within a distance, ordered by path, without comparing texts.

    Of documents with equal text only the first by path is paired with others.
    """
    firsts = _first_of_each_text(documents)
    values = [d.fingerprint for d in firsts if d.fingerprint is not None]
    width = least_width(values)
    found = near_pairs(as_array(values, width), distance, progress, width=width)
    return [
        (firsts[left], firsts[right], bits)
        for left, right, bits in zip(*(column.tolist() for column in found), strict=True)
    ]


def sketch_candidate_pairs(
    documents: Iterable[Document],
    index: FingerprintIndex,
    containment: float,
    progress: Progress | None = None,
) -> tuple[list[tuple[Document, Document, int]], int]:
    """Return all pairs that sketches propose, and the number of samples that were too common.

    Pairs are as in ``candidate_pairs``, at any distance; ``containment`` is the lowest to find.
    """
    firsts = _first_of_each_text(documents)
    firsts.sort(key=lambda document: document.text)
    texts = np.array([document.text for document in firsts], dtype=np.int64)
    found = sketch_pairs(
        _sample_ranges(texts, index), Thresholds(containment=containment), progress
    )
    pairs = []
    for ends in zip(found.left.tolist(), found.right.tolist(), strict=True):
        left, right = sorted((firsts[end] for end in ends), key=lambda document: document.path)
        pairs.append((left, right, distance_of(left, right)))
    return sorted(pairs, key=lambda pair: (pair[0].path, pair[1].path)), len(found.common)


def _first_of_each_text(documents: Iterable[Document]) -> list[Document]:
    firsts: dict[TextId, Document] = {}
    for document in sorted(documents, key=lambda document: document.path):
        if document.fingerprint is not None:
            firsts.setdefault(document.text, document)
    return list(firsts.values())

"""Candidates for the exact comparison: pairs proposed by sketches and by fingerprints.

They depend only on the texts and a few settings, so the index caches them: a scan of unchanged
texts searches nothing, and one of a few changed texts searches pairs with these only.
"""

import math
import struct
import time
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.arrays import each_once, positions_in
from simcore.candidates.blocks import as_array, least_width, near_pairs
from simcore.candidates.inverted import (
    Bounds,
    Frequencies,
    SketchPairs,
    cut_numbers,
    sketch_pairs,
)
from simcore.candidates.sketches import LEAST_SKETCH, SAMPLINGS, SHORT_TEXT, Sketches
from simcore.candidates.threads import Check
from simcore.index.documents import Documents
from simcore.index.index import FingerprintIndex
from simcore.model.config import Thresholds, least_features
from simcore.model.records import Document, TextId
from simcore.model.report import NoProgress, Progress, Stage
from simcore.pipeline.resident import mapped_sketches, read_sketches
from simcore.text.normal_form import content_hash
from simcore.workers import give_back, keep_nothing_large

MOST_COPIED = 2
"""Texts that lead groups, before the longest."""

# raised if the code finds other candidates with the same numbers, or encodes differently
_CODE = 12
_HEADER = struct.Struct("<16sqqqqq")
_LEVEL = 1  # compressing more would take longer than finding the pairs again
_MOST_NEW = 0.25
_PAIRS_A_TEXT, _LEAST_PAIRS = 64, 1 << 17
# of processor time: on a busy machine less is allocated meanwhile
_SECONDS_TO_KEEP = 0.1

_Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class CachedCandidates:
    """Candidate pairs of texts, ordered, the lower end in ``one``: indices among the ids ``texts``.

    ``settings`` is the key of ``settings_of``; ``texts`` ascend. Fingerprints proposed pairs within
    ``distance`` bits. ``missed`` estimates the pairs not found among the ``passed_over`` texts.
    """

    settings: bytes
    texts: _Numbers
    one: _Numbers
    other: _Numbers
    distance: int
    passed_over: int = 0
    missed: int = 0


def settings_of(recipe: str, thresholds: Thresholds, *, as_asked: bool = False) -> bytes:
    """Return a hash of all that candidates depend on besides the texts: 16 bytes."""
    of_recipe = recipe, least_features(recipe)
    of_sketches = SAMPLINGS, LEAST_SKETCH, SHORT_TEXT, *Bounds.of(thresholds)
    numbers = of_sketches, cut_numbers(), _PAIRS_A_TEXT, _LEAST_PAIRS
    bits, *shares = thresholds.distance, thresholds.containment, thresholds.similarity
    settings = repr((_CODE, numbers, of_recipe, bits, as_asked, *shares))
    return content_hash(settings.encode())


def key_of(settings: bytes, texts: _Numbers, hashes: Sequence[bytes]) -> bytes:
    """Return the key of candidates in the cache, 16 bytes; ``texts`` are ids, ascending."""
    ids = np.ascontiguousarray(texts, dtype="<i8").tobytes()
    return content_hash(settings + len(texts).to_bytes(8, "little") + ids + b"".join(hashes))


def encode(candidates: CachedCandidates) -> bytes:
    one, other = candidates.one, candidates.other
    # differences: small numbers, many of them equal
    steps = [np.diff(one, prepend=0), other - one, np.diff(candidates.texts, prepend=0)]
    # all lowest bytes, then all next ones
    planes = np.concatenate(steps).astype("<i8").view(np.uint8).reshape(-1, 8).T
    header = _HEADER.pack(
        candidates.settings,
        len(one),
        len(candidates.texts),
        candidates.distance,
        candidates.passed_over,
        candidates.missed,
    )
    return header + zlib.compress(np.ascontiguousarray(planes).tobytes(), _LEVEL)


def decode(data: bytes) -> CachedCandidates | None:
    """Decode the bytes of ``encode``; None if they are damaged: pairs can be searched again."""
    try:
        settings, count, texts, distance, passed_over, missed = _HEADER.unpack_from(data)
        planes = np.frombuffer(zlib.decompress(data[_HEADER.size :]), dtype=np.uint8)
        steps = np.ascontiguousarray(planes.reshape(8, -1).T).view("<i8").ravel()
        if len(steps) != 2 * count + texts:
            return None
    except (struct.error, zlib.error, TypeError, ValueError):
        return None
    one, apart, ids = np.split(steps, [count, 2 * count])
    one = np.cumsum(one)
    return CachedCandidates(
        settings, np.cumsum(ids), one, one + apart, distance, passed_over, missed
    )


def most_together(texts: int) -> int:
    """Return how many pairs of fingerprints may have a key in common where these propose."""
    return max(_LEAST_PAIRS, _PAIRS_A_TEXT * texts)


@dataclass(frozen=True, slots=True)
class CandidatePairs:
    """Pairs to be compared exactly, as positions of documents: left < right, ordered.

    The first of the documents with equal text represents all; ``distance`` is in bits. ``counted``
    has all texts and how many have each sample, if that was counted.
    """

    left: _Numbers
    right: _Numbers
    distance: int
    passed_over: int = 0
    missed: int = 0
    counted: tuple[_Numbers, Frequencies] | None = None

    def texts(self, documents: Documents) -> _Numbers:
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
    """Return the candidates proposed by sketches, or by fingerprints within a distance.

    Fingerprints of very short texts propose nothing; nor do those of a crowd, unless the distance
    is ``as_asked``. In a crowd each text meets some others (``simcore.candidates.inverted``).
    Without ``remember`` nothing is cached. Raises ``Cancelled`` and ``SimcoreError``.
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
        search = _Search(documents, rows, thresholds, _GivesBack(progress or NoProgress()))
        proposed = search.by_fingerprints(as_asked=as_asked)
        pairs, missed, passed_over = search.again(index, settings), 0, 0
        if pairs is None:
            made = search.anew(index)
            pairs, frequencies = (made.left, made.right), made.frequencies
            missed, passed_over = made.missed, made.passed_over
        one, other = each_once(*map(np.concatenate, zip(proposed, pairs, strict=True)))
        found = CachedCandidates(
            settings, texts, one, other, thresholds.distance, passed_over, missed
        )
        give_back()
        if remember:
            index.cache(key, encode(found))
    left, right = each_once(rows[found.one], rows[found.other])
    return CandidatePairs(
        left,
        right,
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

    def report(self, stage: Stage, done: int, total: int) -> None:
        self._progress.report(stage, done, total)
        if time.process_time() - self._given > _SECONDS_TO_KEEP:
            give_back()
            self._given = time.process_time()


@dataclass(frozen=True, slots=True)
class _Search:
    """A search for candidate pairs of the texts of some documents, by ascending ids."""

    documents: Documents
    rows: _Numbers
    thresholds: Thresholds
    progress: Progress

    @property
    def texts(self) -> _Numbers:
        return self.documents.texts[self.rows]

    @property
    def _bounds(self) -> Bounds:
        return Bounds.of(self.thresholds)

    def by_fingerprints(self, *, as_asked: bool) -> tuple[_Numbers, _Numbers]:
        """Return the pairs of texts, not too short, whose fingerprints are near."""
        long = np.flatnonzero(~self.documents.short[self.rows])
        values = self.documents.fingerprints(self.rows[long].tolist())
        width = least_width(values)
        left, right, _ = near_pairs(
            as_array(values, width),
            self.thresholds.distance,
            self.progress,
            width=width,
            most=math.inf if as_asked else most_together(len(long)),
        )
        return long[left], long[right]

    def anew(self, index: FingerprintIndex) -> SketchPairs:
        """Search all pairs."""
        self._check()
        sketches = sketches_of(index, self.texts, self._check)
        keys = self._hashes()
        ranks = np.empty(len(keys), dtype=np.int64)
        ranks[np.argsort(keys)] = np.arange(len(keys))
        return sketch_pairs(sketches, self._bounds, self._order(keys), self._check, ranks)

    def again(self, index: FingerprintIndex, settings: bytes) -> tuple[_Numbers, _Numbers] | None:
        """Search pairs with new texts only, and take the others from an earlier search.

        None if no earlier search helps.
        """
        earlier = self._earlier(index, settings)
        kept = None if earlier is None else mapped_sketches(index, read=True)
        if earlier is None or kept is None:
            return None
        texts = self.texts
        numbers, there = positions_in(texts, earlier.texts)
        stays = there[earlier.one] & there[earlier.other]
        new = np.ones(len(texts), dtype=np.bool_)
        new[numbers[there]] = False
        places, known = positions_in(texts, kept.texts)
        # and what the file does not have
        others = np.flatnonzero(new | np.isin(texts, kept.texts, invert=True))
        sketches = sketches_of(index, texts[others], self._check)
        asked_about = sketches.where(new[others])
        among = sketch_pairs(sketches, self._bounds, check=self._check)
        if among.missed or kept.cuts_lists(asked_about):  # a crowd: what meets depends on all texts
            return None
        one, other = others[among.left], others[among.right]
        of_new = new[one] | new[other]
        number, at, _ = kept.met(asked_about, self._bounds, self._check)
        asked, met = np.flatnonzero(new)[number], places[at]
        found = known[at] & (asked != met)
        return (
            np.concatenate([numbers[earlier.one[stays]], one[of_new], asked[found]]),
            np.concatenate([numbers[earlier.other[stays]], other[of_new], met[found]]),
        )

    def _hashes(self) -> NDArray[np.bytes_]:
        hashes = self.documents.column("text_hash")
        return np.array([hashes[row] for row in self.rows.tolist()], dtype="S16")

    def _order(self, keys: NDArray[np.bytes_]) -> _Numbers:
        """Return the texts in order of preference: those with most copies, then the longest.

        Of equal ones by their hashes: ids depend on which worker was done first.
        """
        rows, there = positions_in(self.texts, self.documents.texts)
        copies = np.bincount(rows[there], minlength=len(keys))
        most = np.lexsort((keys, -copies))[:MOST_COPIED]
        copied = np.isin(np.arange(len(keys)), most) & (copies > 1)
        lengths = np.array(self.documents.column("characters"), dtype=np.int64)[self.rows]
        return np.lexsort((keys, -lengths, ~copied))

    def _check(self) -> None:
        self.progress.report(Stage.PASSAGE, 0, 0)

    def _earlier(self, index: FingerprintIndex, settings: bytes) -> CachedCandidates | None:
        for data in index.earlier_candidates():
            if data.startswith(settings):  # as ``encode`` packs them
                earlier = decode(data)
                if earlier is None or earlier.missed:  # what is left out depends on all texts
                    continue
                _, there = positions_in(self.texts, earlier.texts)
                new = len(self.rows) - int(np.count_nonzero(there))
                if new <= _MOST_NEW * len(self.rows):
                    return earlier
        return None


def sketches_of(index: FingerprintIndex, texts: _Numbers, check: Check) -> Sketches:
    """Return the sketches of texts with ascending ids; of one that has none an empty one."""
    ids, found = read_sketches(index, texts, check)
    sizes = np.zeros(len(texts), dtype=np.int64)
    sizes[positions_in(texts, ids)[0]] = found.sizes
    return Sketches(found.values, sizes)


def candidate_pairs(
    documents: Iterable[Document], distance: int, progress: Progress | None = None
) -> list[tuple[Document, Document, int]]:
    """Return all pairs of fingerprints within a distance, ordered by path, without comparing texts.

    Of documents with equal text only the first by path is paired with others.
    """
    firsts: dict[TextId, Document] = {}
    for document in sorted(documents, key=lambda document: document.path):
        if document.fingerprint is not None:
            firsts.setdefault(document.text, document)
    listed = list(firsts.values())
    values = [one.fingerprint for one in listed if one.fingerprint is not None]
    width = least_width(values)
    found = near_pairs(as_array(values, width), distance, progress, width=width)
    return [
        (listed[left], listed[right], bits)
        for left, right, bits in zip(*(column.tolist() for column in found), strict=True)
    ]

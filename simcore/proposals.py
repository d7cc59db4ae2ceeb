"""What proposes pairs for the exact comparison: fingerprints, and shared passages.

What was proposed depends on nothing but the texts and a few settings, so it is remembered in the
index: where a scan finds the same texts again, nothing is searched.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.bands import Bands
from simcore.blocks import as_array, least_width
from simcore.crowds import Reach, beside_leaders, reach_of
from simcore.documents import Documents
from simcore.fingerprint import distance_of
from simcore.index import FingerprintIndex
from simcore.pairs import near_pairs, pairs_of
from simcore.passages import (
    Proposals,
    most_candidates,
    share_passages,
    share_passages_again,
)
from simcore.progress import NoProgress, Progress, Stage
from simcore.records import Document, TextId
from simcore.remembered import Remembered, begins_with, key_of, readable, settings_of, written

__all__ = ["Proposed", "candidate_pairs", "passage_pairs", "propose"]

_MOST_NEW = 0.25

_Places = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Proposed:
    """Pairs to be compared exactly, as places of documents: left < right, ordered.

    Of documents with equal text the first stands for all. ``common`` counts the passages that
    were in too many texts to propose anything. ``distance`` is that within which fingerprints
    proposed, in bits.
    """

    left: _Places
    right: _Places
    common: int
    distance: int


def propose(
    documents: Documents,
    index: FingerprintIndex,
    recipe: str,
    distance: int,
    containment: float,
    progress: Progress | None = None,
    *,
    as_asked: bool = False,
    remember: bool = True,
) -> Proposed:
    """Give what fingerprints within a distance or passages propose.

    Fingerprints of texts that are too short for theirs to mean much propose nothing. Where there
    would be too many pairs the distance is a smaller one (``simcore.crowds``), unless it is to be
    kept ``as_asked``. ``containment`` is the least that is looked for. Without ``remember`` what
    is found is not written to the index. Raises ``Cancelled`` and ``SimcoreError``.
    """
    firsts = documents.firsts
    # texts are numbered in the order of their ids
    places = firsts[np.argsort(documents.texts[firsts])]
    texts = documents.texts[places]
    settings = settings_of(recipe, distance, containment, as_asked=as_asked)
    key = key_of(settings, texts, [documents.text_hash(place) for place in places.tolist()])
    kept = index.proposals(key)
    found = None if kept is None else readable(kept)
    if found is None:
        fingerprints, width = _fingerprints(documents, places)
        long = np.flatnonzero(~documents.short[places])
        reach = Reach(distance, distance)
        if not as_asked:
            reach = reach_of(fingerprints[long], distance)
        search = _Search(
            texts,
            fingerprints,
            width,
            long,
            settings,
            reach,
            containment,
            progress or NoProgress(),
        )
        found = search.again(index) or search.anew(index)
        if remember:
            index.store_proposals(key, written(found))
    one, other = places[found.one], places[found.other]
    left, right = _ordered(np.minimum(one, other), np.maximum(one, other))
    return Proposed(left, right, len(found.common), found.distance)


def _fingerprints(documents: Documents, places: _Places) -> tuple[NDArray[np.uint64], int]:
    """Give the fingerprints of documents, and a width that holds them."""
    values = [documents.fingerprint(place) for place in places.tolist()]
    width = least_width(values)
    return as_array(values, width), width


@dataclass(frozen=True, slots=True)
class _Search:
    """Texts, by their numbers, of which pairs are looked for; ``long`` are not too short."""

    texts: _Places
    fingerprints: NDArray[np.uint64]
    width: int
    long: _Places
    settings: bytes
    reach: Reach
    containment: float
    progress: Progress

    def anew(self, index: FingerprintIndex) -> Remembered:
        """Look for all pairs."""
        fingerprints = self.fingerprints[self.long]
        left, right, _ = near_pairs(
            fingerprints, self.reach.distance, self.progress, width=self.width
        )
        led = beside_leaders(fingerprints, self.reach)
        left, right = np.concatenate([left, led[0]]), np.concatenate([right, led[1]])
        # how many there are shows once all are loaded
        self.progress.report(Stage.PASSAGE, 0, 0)
        shared = share_passages(_samples(self.texts, index), self.containment, self.progress)
        one = np.concatenate([self.long[left], shared.left])
        return self._found(one, np.concatenate([self.long[right], shared.right]), shared)

    def again(self, index: FingerprintIndex) -> Remembered | None:
        """Look for the pairs of new texts alone, and take the others from an earlier search.

        What comes out is what ``anew`` gives. None where there was no search that helps.
        """
        # who leads a crowd depends on all of it
        earlier = None if self.reach.crowded else self._earlier(index)
        if earlier is None:
            return None
        numbers, there = _places_in(self.texts, earlier.texts)
        new = np.ones(len(self.texts), dtype=np.bool_)
        new[numbers[there]] = False
        left, right = pairs_of(
            np.flatnonzero(new[self.long]),
            self.fingerprints[self.long],
            self.reach.distance,
            self.progress,
        )
        self.progress.report(Stage.PASSAGE, 0, 0)
        samples = _samples(self.texts, index)
        found = share_passages_again(samples, self.containment, earlier.common, new, self.progress)
        if found is None:
            return None
        shared, asked = found
        stays = there[earlier.one] & there[earlier.other]
        one, other = numbers[earlier.one[stays]], numbers[earlier.other[stays]]
        # what passages proposed may do so no more
        stays = self._near(one, other) | ~(asked[one] | asked[other])
        one = np.concatenate([one[stays], self.long[left], shared.left])
        other = np.concatenate([other[stays], self.long[right], shared.right])
        # at least as many as passages propose
        if len(one) > most_candidates(len(self.texts)):
            return None
        return self._found(one, other, shared)

    def _earlier(self, index: FingerprintIndex) -> Remembered | None:
        for data in index.earlier_proposals():
            if begins_with(data, self.settings):
                earlier = readable(data)
                if earlier is None or earlier.distance != self.reach.distance:
                    continue
                _, there = _places_in(self.texts, earlier.texts)
                new = len(self.texts) - int(np.count_nonzero(there))
                if new <= _MOST_NEW * len(self.texts):
                    return earlier
        return None

    def _near(self, one: _Places, other: _Places) -> NDArray[np.bool_]:
        """Tell which pairs fingerprints propose."""
        long = np.zeros(len(self.texts), dtype=np.bool_)
        long[self.long] = True
        differing = self.fingerprints[one] ^ self.fingerprints[other]
        bits = np.bitwise_count(differing).sum(axis=1, dtype=np.int64)
        near: NDArray[np.bool_] = long[one] & long[other] & (bits <= self.reach.distance)
        return near

    def _found(self, one: _Places, other: _Places, shared: Proposals) -> Remembered:
        left, right = _ordered(np.minimum(one, other), np.maximum(one, other))
        distance = self.reach.distance
        return Remembered(self.settings, self.texts, left, right, shared.common, distance)


def _places_in(ordered: _Places, wanted: _Places) -> tuple[_Places, NDArray[np.bool_]]:
    """Give where some numbers are among others, which ascend, and which of them are there."""
    places = np.searchsorted(ordered, wanted)
    there = places < len(ordered)
    there[there] = ordered[places[there]] == wanted[there]
    return places, there


def _ordered(left: _Places, right: _Places) -> tuple[_Places, _Places]:
    """Put pairs in their order, each once."""
    order = np.lexsort((right, left))
    left, right = left[order], right[order]
    new = np.ones(len(left), dtype=np.bool_)
    new[1:] = (left[1:] != left[:-1]) | (right[1:] != right[:-1])
    return left[new], right[new]


def _samples(texts: _Places, index: FingerprintIndex) -> Bands:
    """Read the samples of texts, which are ids in ascending order."""
    bands = Bands(len(texts))
    for ids, values, sizes in index.passages():
        places, wanted = _places_in(texts, ids)
        some = values if wanted.all() else values[np.repeat(wanted, sizes)]
        bands.add(places[wanted], some, sizes[wanted])
    return bands


def candidate_pairs(
    documents: Iterable[Document], distance: int, progress: Progress | None = None
) -> list[tuple[Document, Document, int]]:
    """Give all pairs of fingerprints within a distance, without the exact comparison.

    Among documents with the same text only the first by path is compared with others. Ordered by
    path.
    """
    firsts = _first_of_each_text(documents)
    values = [d.fingerprint for d in firsts if d.fingerprint is not None]
    width = least_width(values)
    found = near_pairs(as_array(values, width), distance, progress, width=width)
    return [
        (firsts[left], firsts[right], bits)
        for left, right, bits in zip(*(column.tolist() for column in found), strict=True)
    ]


def passage_pairs(
    documents: Iterable[Document],
    index: FingerprintIndex,
    containment: float,
    progress: Progress | None = None,
) -> tuple[list[tuple[Document, Document, int]], int]:
    """Give all pairs that shared passages propose, and how many passages were too common.

    Pairs as ``candidate_pairs`` gives them, at any distance. ``containment`` is the least that
    is looked for.
    """
    firsts = _first_of_each_text(documents)
    firsts.sort(key=lambda document: document.text)
    texts = np.array([document.text for document in firsts], dtype=np.int64)
    found = share_passages(_samples(texts, index), containment, progress)
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

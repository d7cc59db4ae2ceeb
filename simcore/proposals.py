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
from simcore.documents import Documents
from simcore.fingerprint import distance_of
from simcore.index import FingerprintIndex
from simcore.pairs import near_pairs
from simcore.passages import share_passages
from simcore.progress import NoProgress, Progress, Stage
from simcore.records import Document, TextId
from simcore.remembered import Remembered, key_of, read, written

__all__ = ["Proposed", "candidate_pairs", "passage_pairs", "propose"]

_Places = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Proposed:
    """Pairs to be compared exactly, as places of documents: left < right, ordered.

    Of documents with equal text the first stands for all. ``common`` counts the passages that
    were in too many texts to propose anything.
    """

    left: _Places
    right: _Places
    common: int


def propose(
    documents: Documents,
    index: FingerprintIndex,
    recipe: str,
    distance: int,
    containment: float,
    progress: Progress | None = None,
    *,
    remember: bool = True,
) -> Proposed:
    """Give what fingerprints within a distance or passages propose.

    Fingerprints of texts that are too short for theirs to mean much propose nothing.
    ``containment`` is the least that is looked for. Without ``remember`` what is found is not
    written to the index. Raises ``Cancelled`` and ``SimcoreError``.
    """
    progress = progress or NoProgress()
    firsts = documents.firsts
    texts = documents.texts[firsts]
    by_text = np.argsort(texts)
    hashes = [documents.text_hash(place) for place in firsts[by_text].tolist()]
    key = key_of(texts[by_text], hashes, recipe, distance, containment)
    kept = index.proposals(key)
    if kept is not None:
        found = read(kept)
        # the texts are numbered in the order of their ids
        places = firsts[by_text]
        one, other = places[found.one], places[found.other]
        return _ordered(np.minimum(one, other), np.maximum(one, other), found.common)
    proposed = _search(documents, index, distance, containment, progress)
    if remember:
        numbers = np.zeros(len(documents), dtype=np.int64)
        numbers[firsts[by_text]] = np.arange(len(firsts))
        one, other = numbers[proposed.left], numbers[proposed.right]
        index.store_proposals(key, written(Remembered(one, other, proposed.common)))
    return proposed


def _search(
    documents: Documents,
    index: FingerprintIndex,
    distance: int,
    containment: float,
    progress: Progress,
) -> Proposed:
    firsts = documents.firsts
    long = firsts[~documents.short[firsts]]
    values = [documents.fingerprint(place) for place in long.tolist()]
    width = least_width(values)
    left, right, _ = near_pairs(as_array(values, width), distance, progress, width=width)
    # how many there are shows once all are loaded
    progress.report(Stage.PASSAGE, 0, 0)
    places = firsts[np.argsort(documents.texts[firsts])]
    shared = share_passages(_samples(documents.texts[places], index), containment, progress)
    one, other = places[shared.left], places[shared.right]
    return _ordered(
        np.concatenate([long[left], np.minimum(one, other)]),
        np.concatenate([long[right], np.maximum(one, other)]),
        shared.common,
    )


def _ordered(left: _Places, right: _Places, common: int) -> Proposed:
    """Put pairs in their order, each once."""
    order = np.lexsort((right, left))
    left, right = left[order], right[order]
    new = np.ones(len(left), dtype=np.bool_)
    new[1:] = (left[1:] != left[:-1]) | (right[1:] != right[:-1])
    return Proposed(left[new], right[new], common)


def _samples(texts: _Places, index: FingerprintIndex) -> Bands:
    """Read the samples of texts, which are ids in ascending order."""
    bands = Bands(len(texts))
    for ids, values, sizes in index.passages():
        wanted = np.isin(ids, texts)
        if not wanted.all():
            values, ids, sizes = values[np.repeat(wanted, sizes)], ids[wanted], sizes[wanted]
        bands.add(np.searchsorted(texts, ids), values, sizes)
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
    return sorted(pairs, key=lambda pair: (pair[0].path, pair[1].path)), found.common


def _first_of_each_text(documents: Iterable[Document]) -> list[Document]:
    firsts: dict[TextId, Document] = {}
    for document in sorted(documents, key=lambda document: document.path):
        if document.fingerprint is not None:
            firsts.setdefault(document.text, document)
    return list(firsts.values())

"""The exact comparison: two texts' full sets of shingles, counted.

A fingerprint proposes a pair, this decides it. Resemblance and containment (Broder 1997) follow
from three counts that are true of two texts for good, so each comparison is made once and kept.
"""

import itertools
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simcore.config import ScanConfig
from simcore.errors import ReadError
from simcore.marks import MARK
from simcore.reading import read_text
from simcore.records import Comparison, Document, Problem, ProblemStage, TextId
from simcore.tokens import compact, normalise, shingles

__all__ = ["TextPair", "TextSource", "batches_of", "compare", "compare_files", "text_source"]

_CACHE_BYTES = 64 * 1024 * 1024
_TEXTS_A_BLOCK = 256
_LEAST_PAIRS_A_BATCH = 256

TextPair = tuple[TextId, TextId]
"""Two texts, in ascending order."""


@dataclass(frozen=True, slots=True)
class TextSource:
    """Where a text can be read again: a file, the hash its bytes had, and its encoding."""

    path: Path
    real_path: Path
    content_hash: bytes
    encoding: str


def text_source(document: Document) -> TextSource:
    """Say where a document's text can be read again."""
    return TextSource(document.path, document.real_path, document.content_hash, document.encoding)


def batches_of(pairs: Sequence[TextPair]) -> Iterator[list[TextPair]]:
    """Cut pairs into batches in which few texts meet often, so that each is read few times.

    The texts are cut into blocks; the pairs between two blocks stay together, and where they
    are few they are joined to the next ones up to a size worth a worker's while.
    """
    texts = sorted(set(itertools.chain.from_iterable(pairs)))
    block = {text: place // _TEXTS_A_BLOCK for place, text in enumerate(texts)}

    def tile(pair: TextPair) -> tuple[int, int]:
        return block[pair[0]], block[pair[1]]

    batch: list[TextPair] = []
    for _, together in itertools.groupby(sorted(pairs, key=tile), tile):
        batch += together
        if len(batch) >= _LEAST_PAIRS_A_BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def compare(
    left: TextId,
    right: TextId,
    left_shingles: NDArray[np.uint64],
    right_shingles: NDArray[np.uint64],
) -> Comparison:
    """Count what two sorted sets of shingles share."""
    small, large = sorted((left_shingles, right_shingles), key=len)
    # a search in the larger for each of the smaller: both are sorted and without repeats
    places = np.searchsorted(large, small)
    places[places == len(large)] = 0
    shared = int(np.count_nonzero(large[places] == small)) if len(large) else 0
    return Comparison(left, right, shared, len(left_shingles), len(right_shingles))


class _Shingles:
    """Sets of shingles read from files; the last used ones are kept, up to a size."""

    def __init__(self, sources: Mapping[TextId, Sequence[TextSource]], config: ScanConfig) -> None:
        self._sources = sources
        self._config = config
        self._kept: OrderedDict[TextId, NDArray[np.uint64] | None] = OrderedDict()
        self._bytes = 0
        self.problems: list[Problem] = []

    def of(self, text: TextId) -> NDArray[np.uint64] | None:
        if text in self._kept:
            self._kept.move_to_end(text)
            return self._kept[text]
        read = self._read(text)
        self._kept[text] = read
        self._bytes += 0 if read is None else read.nbytes
        # two are needed at once, whatever their size
        while self._bytes > _CACHE_BYTES and len(self._kept) > 2:
            _, dropped = self._kept.popitem(last=False)
            self._bytes -= 0 if dropped is None else dropped.nbytes
        return read

    def _read(self, text: TextId) -> NDArray[np.uint64] | None:
        """Read any of the files that held the text; None when none does any more."""
        MARK.begin(text)
        for source in self._sources[text]:
            try:
                decoded, found = read_text(
                    source.real_path, self._config.largest_file, source.encoding
                )
                reason = "changed during the scan; scan again"
            except ReadError as error:
                found, reason = b"", str(error)
            if found == source.content_hash:
                return shingles(compact(normalise(decoded.text)))
            self.problems.append(Problem(source.path, ProblemStage.VERIFY, reason))
        return None


def compare_files(
    pairs: Sequence[TextPair],
    sources: Mapping[TextId, Sequence[TextSource]],
    config: ScanConfig,
) -> tuple[list[Comparison], list[Problem]]:
    """Read the files of pairs of texts again and compare them, what a worker process does.

    A file that is gone or holds other bytes than it did gives a ``Problem``; its pairs are
    left out unless another file still holds the text. A text is marked by its id when it is read,
    a pair by the inverse of its position, ``~place``, when it is compared.
    """
    sets = _Shingles(sources, config)
    made: list[Comparison] = []
    for place, (left, right) in enumerate(pairs):
        left_shingles, right_shingles = sets.of(left), sets.of(right)
        MARK.begin(~place)
        if left_shingles is not None and right_shingles is not None:
            made.append(compare(left, right, left_shingles, right_shingles))
    return made, sets.problems

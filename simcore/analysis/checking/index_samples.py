"""The texts by their samples, read from the index: where no resident library is there to ask."""

import numpy as np
from numpy.typing import NDArray

from simcore.analysis.checking.evidence import MOST_OF_EACH
from simcore.candidates.sample_ranges import ranges
from simcore.model.progress import Progress, Stage
from simcore.store.index import FingerprintIndex

_PREFIX_BITS = 22


class IndexSamples:
    """Reads all sketches of an index once, in parts, for the samples of one document.

    Of a sample that very many texts have, the first are kept: memory grows with the document, not
    with the library. Takes a few seconds for 100,000 texts.
    """

    def __init__(
        self, index: FingerprintIndex, samples: NDArray[np.uint32], progress: Progress
    ) -> None:
        self._samples = samples
        self._frequencies = np.zeros(len(samples), dtype=np.int64)
        # most values of other texts are passed over by their leading bits
        known = np.zeros(1 << _PREFIX_BITS, dtype=np.bool_)
        shift = np.uint32(32 - _PREFIX_BITS)
        known[samples >> shift] = True
        self._texts = 0
        owners: list[NDArray[np.int64]] = []
        places: list[NDArray[np.int64]] = []
        for texts, values, sizes in index.sketches():
            progress.report(Stage.PASSAGE, self._texts, 0)
            self._texts += len(texts)
            at = np.flatnonzero(known[values >> shift])
            place = np.searchsorted(samples, values[at])
            place[place == len(samples)] = 0
            shared = samples[place] == values[at] if len(samples) else np.zeros(0, dtype=np.bool_)
            at, place = at[shared], place[shared]
            wanted = self._frequencies[place] < MOST_OF_EACH
            self._frequencies += np.bincount(place, minlength=len(samples))
            owner = np.searchsorted(np.cumsum(sizes), at[wanted], side="right")
            owners.append(texts[owner])
            places.append(place[wanted])
        progress.report(Stage.PASSAGE, self._texts, self._texts)
        none = np.zeros(0, dtype=np.int64)
        owned, placed = np.concatenate([none, *owners]), np.concatenate([none, *places])
        # stable: texts come in ascending order, and stay so
        order = np.argsort(placed, kind="stable")
        self._owners = owned[order]
        self._starts = np.searchsorted(placed[order], np.arange(len(samples) + 1))

    def __len__(self) -> int:
        """Return the number of texts."""
        return self._texts

    def frequencies(self, samples: NDArray[np.uint32]) -> NDArray[np.int64]:
        """Return how many texts have each of some of the document's samples."""
        return self._frequencies[np.searchsorted(self._samples, samples)]

    def holders(
        self, samples: NDArray[np.uint32], most: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return texts that have any of some of the document's samples, and which of them."""
        at = np.searchsorted(self._samples, samples)
        counts = np.minimum(self._starts[at + 1] - self._starts[at], most)
        held = ranges(self._starts[at], counts)
        return self._owners[held], np.repeat(np.arange(len(samples)), counts)

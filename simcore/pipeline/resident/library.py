"""The resident library: what follows an index, and answers from memory."""

import threading
import weakref
from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.blocks import as_array
from simcore.candidates.bounds import LeastShared, proposing_distance
from simcore.candidates.inverted import Asked, InvertedTexts, Proposed
from simcore.candidates.sample_ranges import SampleRanges
from simcore.fingerprinting.recipes import width_of
from simcore.model.config import ScanConfig
from simcore.model.records import TextId
from simcore.store import held_texts
from simcore.store.index import FingerprintIndex
from simcore.workers.memory import give_back

_TIMES_AS_LARGE = 4
"""A part is merged with what follows it unless it is more than so many times as large.

So a sample is copied a few times, however the texts came, and an answer looks at few parts.
"""

_NO_TEXTS = np.zeros(0, dtype=np.int64)

_MANY = 10_000
"""Texts, from which what loading them took is given back to the system at once."""


class ResidentLibrary:
    """Fingerprints and inverted sketches of all texts that an index has of one recipe.

    Takes four to five bytes a sample, of which a text of 5 kB has about 150. One thread at a time
    can refresh, any number may ask meanwhile: they are answered from what there was before.
    """

    def __init__(self, recipe: str) -> None:
        self.recipe = recipe
        """The key of the recipe of the fingerprints, see ``recipe_key``."""
        self._width = width_of(recipe)
        self._parts: tuple[InvertedTexts, ...] = ()
        self._lock = threading.Lock()
        self._held = np.zeros(0, dtype=np.int64)
        self.file: tuple[int, ...] = ()
        """What tells the index that was loaded from another file, see ``file_at``."""
        self._newest = 0
        self._mark: tuple[bytes, int] | None = None
        self._seen: weakref.WeakKeyDictionary[FingerprintIndex, held_texts.IndexState]
        self._seen = weakref.WeakKeyDictionary()

    def __len__(self) -> int:
        return len(self._held)

    def let_go(self) -> None:
        """Drop what was worked out for other questions: the next ones take a little longer."""
        for part in self._parts:
            part.let_go()

    def refresh(self, index: FingerprintIndex, check: Callable[[], None] = lambda: None) -> None:
        """Follow the index: the first call loads it, later ones take up what has changed.

        Where nothing has changed since the last call with this open index, that takes microseconds.
        Another file in the place of the first is loaded anew. ``check`` is called often, and may
        raise; then nothing has changed here. Raises the errors of the index, too.
        """
        with self._lock, index.explained():
            state = held_texts.state_now(index)
            if self._seen.get(index) == state:
                return
            with held_texts.one_state(index):
                self._follow(index, check)
            self._seen[index] = state

    def _follow(self, index: FingerprintIndex, check: Callable[[], None]) -> None:
        file, newest = held_texts.file_of(index), held_texts.newest_text(index)
        # an id is never used twice in a file, but the number of a file that was deleted is
        mark = held_texts.marks_of_texts(index, [self._newest]).get(self._newest)
        other = None not in (mark, self._mark) and mark != self._mark
        replaced = file != self.file or newest < self._newest or other
        known = self._held[:0] if replaced else self._held
        parts = () if replaced else self._parts
        now = held_texts.held(index, self.recipe)
        gone = np.setdiff1d(known, now, assume_unique=True)
        new = np.setdiff1d(now, known, assume_unique=True)
        if len(gone):
            parts = tuple(part.without(gone) for part in parts)
            parts = tuple(part for part in parts if not part.gone.all())
        if len(new):
            listed = held_texts.read_texts(index, self.recipe, new)
            parts = (*parts, self._inverted(new, listed, check))
        parts = _merged(parts, check)
        if replaced:
            self._seen.clear()
        self._parts, self._held, self.file, self._newest = parts, now, file, newest
        self._mark = held_texts.marks_of_texts(index, [newest]).get(newest)

    def take(self, some: held_texts.HeldTexts) -> None:
        """Take up texts that were just written to the index, none of which is here.

        For who writes to it alone: the index is not asked, which takes longer the more it has.
        """
        with self._lock:
            new = self._inverted(some.texts, [some], lambda: None)
            self._parts = _merged((*self._parts, new), lambda: None)
            self._held = np.concatenate([self._held, some.texts])

    def drop(self, texts: NDArray[np.int64]) -> None:
        """Drop texts that no document of the index has any more; as ``take``."""
        with self._lock:
            parts = (part.without(texts) for part in self._parts)
            self._parts = tuple(part for part in parts if not part.gone.all())
            self._held = np.setdiff1d(self._held, texts, assume_unique=True)

    def _inverted(
        self,
        new: NDArray[np.int64],
        listed: Iterable[held_texts.HeldTexts],
        check: Callable[[], None],
    ) -> InvertedTexts:
        def check_piece() -> None:
            check()
            if many:
                give_back()

        many = len(new) > _MANY
        samples = SampleRanges(len(new))
        words, short = [], []
        done = 0
        for some in listed:
            check()
            count = len(some.texts)
            samples.add(np.arange(done, done + count), some.samples, some.sizes)
            words.append(as_array(some.fingerprints, self._width))
            short.append(some.short)
            done += count
        made = InvertedTexts.of(
            new, np.concatenate(words), np.concatenate(short), samples, check_piece
        )
        del samples
        check_piece()
        return made

    def candidates(self, asked: Asked, config: ScanConfig) -> list[TextId]:
        """Return the texts worth an exact comparison with one more, the most alike first."""
        return self.candidates_of([asked], config)[0]

    def candidates_of(self, asked: Sequence[Asked], config: ScanConfig) -> list[list[TextId]]:
        """Return the texts worth an exact comparison with each of some, the most alike first.

        Compared exactly, they give all that a scan shows for it at the thresholds of ``config``,
        and more where that scan exhausted a budget. See ``InvertedTexts.candidates`` for the chance
        that a pair is lost, and for ``finer`` sketches. A text that is here already is among its
        own candidates.
        """
        parts = self._parts
        proposing = proposing_distance(config, sum(map(len, parts)), self._width)
        least = LeastShared(config.containment)
        found = [part.candidates(asked, config, proposing, least) for part in parts]
        return [_most_alike_first([some[at] for some in found]) for at in range(len(asked))]

    def frequencies(self, samples: NDArray[np.uint32]) -> NDArray[np.int64]:
        """Return how many texts have each of some samples; a few that are gone may count."""
        found = np.zeros(len(samples), dtype=np.int64)
        for part in self._parts:
            found += part.frequencies(samples)
        return found

    def holders(
        self, samples: NDArray[np.uint32], most: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return texts that have any of some samples, and the position of the sample, ascending.

        Of each sample at most ``most`` texts, those that the index got first: so samples that the
        same texts have name the same.
        """
        none = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
        found = [part.holders(samples, most) for part in self._parts]
        texts = np.concatenate([one for one, _ in [none, *found]])
        places = np.concatenate([one for _, one in [none, *found]])
        if len(found) < 2:
            return texts, places
        order = np.lexsort((texts, places))
        texts, places = texts[order], places[order]
        begins = np.searchsorted(places, np.arange(len(samples)))
        within = np.arange(len(places)) - begins[places] < most
        return texts[within], places[within]


def _merged(
    parts: tuple[InvertedTexts, ...], check: Callable[[], None]
) -> tuple[InvertedTexts, ...]:
    while len(parts) > 1 and len(parts[-2].postings) <= _TIMES_AS_LARGE * len(parts[-1].postings):
        check()
        parts = (*parts[:-2], parts[-2].merged(parts[-1]))
    return parts


def _most_alike_first(found: Sequence[Proposed]) -> list[TextId]:
    texts = np.concatenate([_NO_TEXTS, *(some.texts for some in found)])
    alike = np.concatenate([np.zeros(0), *(some.alike for some in found)])
    return [TextId(text) for text in texts[np.lexsort((texts, -alike))].tolist()]

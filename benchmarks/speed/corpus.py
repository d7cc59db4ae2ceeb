"""A corpus of any size that follows from its seed, byte by byte, with planted near-duplicates.

Each document is a function of the seed and its number, so a small corpus is the beginning of a
large one. Half of the documents are Chinese, half English; every tenth is a copy, of one of seven
kinds, of an earlier document anywhere in the corpus.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.speed.copies import Copy, kinds, substituted
from benchmarks.speed.words import Bits, Codes, Vocabulary, chinese, english, random_bits

__all__ = ["COPY_EVERY", "Corpus", "Planted"]

COPY_EVERY = 10
_FILES_A_FOLDER = 250
# lengths in parts of the mean; their own mean is 1
_LENGTHS = (0.25, 0.4, 0.55, 0.7, 0.85, 1.0, 1.3, 2.95)
_CHANGED_SHARE = 0.03
# the third part of a key, besides seed and number: the purpose of the random values
_CHOICES, _WORDS, _EDIT, _CHANGE = range(4)


@dataclass(frozen=True, slots=True)
class Planted:
    """A copy, its original (both by number), and the kind of copy."""

    copy: int
    source: int
    kind: str


@dataclass(frozen=True, slots=True)
class Corpus:
    """Documents of ``mean_bytes`` in UTF-8 on average, copies included nearly so."""

    seed: int = 1
    mean_bytes: int = 5_000

    def path(self, number: int) -> Path:
        """Return a document's path below the corpus's folder."""
        return Path(f"{number // _FILES_A_FOLDER:05}", f"{number:07}.txt")

    def source(self, number: int) -> int | None:
        """Return the original of a copy, None for an original."""
        if number % COPY_EVERY != COPY_EVERY - 1:
            return None
        originals = number - number // COPY_EVERY
        chosen = self._choice(number, 1) % originals
        return chosen + chosen // (COPY_EVERY - 1)

    def planted(self, count: int) -> list[Planted]:
        """List the copies among the first ``count`` documents."""
        found = []
        for number in range(COPY_EVERY - 1, count, COPY_EVERY):
            source = self.source(number)
            assert source is not None  # noqa: S101 - every tenth has one
            found.append(Planted(number, source, self._kind(number, source).name))
        return found

    def content(self, number: int, change: int = 0) -> bytes:
        """Return a document's bytes; with ``change`` 1 or more, those of a later version."""
        source = self.source(number)
        original = number if source is None else source
        vocabulary = self._vocabulary(original)
        codes = self._original(original)
        written: Callable[[str], bytes] = str.encode
        if source is not None:
            kind = self._kind(number, source)
            codes = kind.edit(codes, vocabulary, self._bits(len(codes), number, _EDIT))
            written = kind.written
        if change:
            bits = random_bits(len(codes), self.seed, number, _CHANGE, change)
            codes = substituted(codes, vocabulary, bits, _CHANGED_SHARE)
        return written(vocabulary.text(codes))

    def write(self, folder: Path, numbers: Iterable[int], change: int = 0) -> int:
        """Write documents, or later versions of them, below a folder; return their bytes."""
        total = 0
        made: set[Path] = set()
        for number in numbers:
            path = folder / self.path(number)
            if path.parent not in made:
                path.parent.mkdir(parents=True, exist_ok=True)
                made.add(path.parent)
            total += path.write_bytes(self.content(number, change))
        return total

    def _bits(self, count: int, number: int, purpose: int) -> Bits:
        return random_bits(count, self.seed, number, purpose)

    def _choice(self, number: int, which: int) -> int:
        return int(self._bits(3, number, _CHOICES)[which] >> 16)

    def _vocabulary(self, number: int) -> Vocabulary:
        return chinese() if self._choice(number, 0) % 2 else english()

    def _kind(self, number: int, source: int) -> Copy:
        listed = kinds(self._vocabulary(source).name)
        return listed[number // COPY_EVERY % len(listed)]

    def _original(self, number: int) -> Codes:
        vocabulary = self._vocabulary(number)
        length = _LENGTHS[self._choice(number, 2) % len(_LENGTHS)]
        count = max(1, round(length * self.mean_bytes / vocabulary.bytes_a_word))
        return vocabulary.draw(self._bits(count, number, _WORDS))

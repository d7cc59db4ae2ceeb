"""What a maker draws on: the texts, forms and chances of one kind in one half."""

import random
from collections.abc import Callable, Iterator

from benchmarks.quality.kinds.filling import Filler, written
from benchmarks.quality.kinds.model import HalfName
from benchmarks.quality.kinds.sources import Paragraphs, Sources

IDEOGRAPHIC = ("zh", "ja")
# a character of these says about as much as three letters
_DENSE = 3
# of a language with so few letters in all, passages are of so many at most
_LITTLE, _SHORT = 12_000, 450


class Supply:
    """Texts and chances of one kind in one half; the same names give the same of both."""

    def __init__(self, kind: str, half: HalfName, sources: Sources) -> None:
        self.kind = kind
        self.half = half
        self.sources = sources
        self.random = random.Random(f"{half} {kind}")
        self._streams: dict[str, Iterator[str]] = {}

    def prose(
        self, language: str, letters: int, fits: Callable[[str], bool] | None = None
    ) -> Paragraphs:
        """Return paragraphs of about so many letters that this kind has not had yet.

        In ideographs it is a third of them, and fewer where the half has little in a language.
        With ``fits``, of a text that it says yes to.
        """
        size = letters // _DENSE if language in IDEOGRAPHIC else letters
        documents = self.sources.documents(self.half, language)
        if sum(len(text) for document in documents for text in document) < _LITTLE:
            size = min(size, _SHORT)
        # one stream for all sizes: a short passage is no beginning of a long one
        stream = self._streams.setdefault(language, self._paragraphs(language))
        passage: Paragraphs = []
        for paragraph in stream:
            passage.append(paragraph)
            if sum(map(len, passage)) < size:
                continue
            if fits is None or fits("\n".join(passage)):
                return passage
            passage = []
        raise ValueError(f"{self.kind}: no more texts of {size} letters in {language}")

    def _paragraphs(self, language: str) -> Iterator[str]:
        """Yield the paragraphs of all documents; where one ends too early the next goes on."""
        documents = list(self.sources.documents(self.half, language))
        random.Random(f"{self.half} {self.kind} {language}").shuffle(documents)
        # sources repeat their notes; no two passages share one
        yield from dict.fromkeys(paragraph for document in documents for paragraph in document)

    def filler(self, file: str, seed: object, changed: float = 0) -> Filler:
        """Return what fills in the forms of a file; equal seeds give equal documents.

        With ``changed`` that share of their numbers is another.
        """
        return Filler(self.half, file, f"{self.half} {self.kind} {seed}", changed)

    def rows(self, file: str, section: str | None = None) -> list[list[str]]:
        """Return the rows that were written by hand for this kind."""
        return written(self.half, file, section or self.kind)

"""The same passages in another order."""

import itertools

from benchmarks.quality.kinds.each import FAR, WIDE, Maker, each
from benchmarks.quality.kinds.edits.layout import text_of
from benchmarks.quality.kinds.edits.words import joined, sentences
from benchmarks.quality.kinds.supply import Supply

_LETTERS = 2_400


def _paragraphs(supply: Supply, language: str, number: int) -> tuple[str, str]:
    del number
    left = supply.prose(language, _LETTERS)
    while len(left) < 4:
        left = [*left, *supply.prose(language, _LETTERS)]
    return text_of(left), text_of(_shuffled(supply, left))


def _sentences(supply: Supply, language: str, number: int) -> tuple[str, str]:
    del number
    left = sentences(" ".join(supply.prose(language, _LETTERS)))
    return joined(left, language) + "\n", joined(_shuffled(supply, left), language) + "\n"


def _shuffled(supply: Supply, parts: list[str]) -> list[str]:
    """Return another order in which no part follows the one that it followed."""
    follow = set(itertools.pairwise(parts))
    best = parts
    for _ in range(200):
        other = supply.random.sample(parts, len(parts))
        kept = len(follow & set(itertools.pairwise(other)))
        if kept == 0:
            return other
        best = other
    return best


KINDS: dict[str, Maker] = {
    "paragraphs-reordered": each(WIDE, _paragraphs),
    "sentences-reordered": each(FAR, _sentences),
}

"""Long texts with a small change: words, a number, a "not"."""

from benchmarks.quality.kinds.each import FAR, WIDE, Maker, each
from benchmarks.quality.kinds.edits.layout import text_of
from benchmarks.quality.kinds.edits.words import (
    can_be_denied,
    denied,
    exchanged,
    has_number,
    with_another_number,
)
from benchmarks.quality.kinds.supply import Supply

_LETTERS = 2_000
_NUMBERED = "en en en zh zh zh ru ru ja ko".split()


def _few_words(supply: Supply, language: str, number: int) -> tuple[str, str]:
    text = text_of(supply.prose(language, _LETTERS))
    others = text_of(supply.prose(language, _LETTERS))
    share = (0.01, 0.02, 0.03)[number % 3]
    return text, exchanged(text, share, language, others, supply.random)


def _one_number(supply: Supply, language: str, number: int) -> tuple[str, str]:
    del number
    text = text_of(supply.prose(language, _LETTERS, has_number))
    return text, with_another_number(text, supply.random)


def _one_not(supply: Supply, language: str, number: int) -> tuple[str, str]:
    del number
    found = can_be_denied(language)
    text = text_of(supply.prose(language, _LETTERS, lambda text: bool(found.search(text))))
    return text, denied(text, language)


KINDS: dict[str, Maker] = {
    "few-words-changed": each(FAR, _few_words),
    "one-number-changed": each(_NUMBERED, _one_number),
    "one-not-inserted": each(WIDE, _one_not),
}

"""One text with other letters: marks left out, other width, other spaces, another script."""

import re
from collections.abc import Callable

from benchmarks.quality.kinds.each import Maker, couples, each
from benchmarks.quality.kinds.edits.characters import (
    german_without_umlauts,
    half_width_kana,
    without_marks,
)
from benchmarks.quality.kinds.edits.layout import text_of
from benchmarks.quality.kinds.model import Made
from benchmarks.quality.kinds.supply import Supply

_SIZES = (120, 400, 1_500)  # letters


def _of_rows(edit: Callable[[str], str]) -> Maker:
    """Return a maker of the texts that were written by hand, each with its edit."""

    def made(supply: Supply) -> Made:
        texts = [row[0] for row in supply.rows("scripts")]
        return Made(couples([(f"{text}\n", f"{edit(text)}\n") for text in texts]))

    return made


def _other_spaces(supply: Supply, language: str, number: int) -> tuple[str, str]:
    """Write Korean with other spaces, as people do: some words together, all, or half of them."""
    text = text_of(supply.prose(language, 900))
    share = (0.1, 0.2, 0.3, 0.5, 1.0)[number % 5]
    together = re.sub(
        r"(?<=[가-힣]) (?=[가-힣])", lambda _: "" if supply.random.random() < share else " ", text
    )
    return text, together


def _without_accents(supply: Supply, language: str, number: int) -> tuple[str, str]:
    text = text_of(supply.prose(language, 900))
    bare = without_marks(text)
    return text, bare.upper() if number % 2 else bare


def _without_umlauts(supply: Supply, language: str, number: int) -> tuple[str, str]:
    text = text_of(supply.prose(language, _SIZES[number % 3]))
    return text, german_without_umlauts(text)


def _without_diacritics(supply: Supply, language: str, number: int) -> tuple[str, str]:
    text = text_of(supply.prose(language, _SIZES[number % 3]))
    return text, without_marks(text)


def _half_width(supply: Supply, language: str, number: int) -> tuple[str, str]:
    text = text_of(supply.prose(language, _SIZES[number % 3], _many_katakana))
    return text, half_width_kana(text)


def _many_katakana(text: str) -> bool:
    return sum("\u30a1" <= letter <= "\u30fc" for letter in text) > len(text) // 6


KINDS: dict[str, Maker] = {
    "arabic-marks": _of_rows(without_marks),
    "russian-yo": _of_rows(lambda text: text.replace("ё", "е").replace("Ё", "Е")),
    "german-umlauts": each(["de"] * 10, _without_umlauts),
    "diacritics": each("fr fr fr cs cs cs pl pl es es".split(), _without_diacritics),
    "kana-width": each(["ja"] * 10, _half_width),
    "korean-spaces": each(["ko"] * 10, _other_spaces),
    "greek-accents": each(["el"] * 10, _without_accents),
}

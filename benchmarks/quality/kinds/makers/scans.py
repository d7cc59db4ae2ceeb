"""Texts as scanners, typesetters and shouting people leave them."""

from benchmarks.quality.kinds.each import CASED, WIDE, Maker, each
from benchmarks.quality.kinds.edits.characters import misread, without_punctuation
from benchmarks.quality.kinds.edits.layout import markdown, text_of, wrapped
from benchmarks.quality.kinds.supply import Supply

_LETTERS = 2_000
_SCANNED = "en en en en zh zh zh ru ru ja".split()
_SHARES = (0.01, 0.03, 0.05, 0.08, 0.01, 0.04, 0.08, 0.02, 0.06, 0.03)
_WRAPPED = "en en en en ru ru el zh zh ja".split()
_PAGE = 24  # lines


def _misread(supply: Supply, language: str, number: int) -> tuple[str, str]:
    text = text_of(supply.prose(language, _LETTERS))
    return text, misread(text, _SHARES[number], supply.random)


def _corrected(supply: Supply, language: str, number: int) -> tuple[str, str]:
    """Make what a scanner gave, with running heads and page numbers, and what was made of it."""
    del number
    paragraphs = supply.prose(language, _LETTERS)
    title = paragraphs[0][:30]
    lines = wrapped(paragraphs, 66, hyphens=True).splitlines()
    pages = [lines[at : at + _PAGE] for at in range(0, len(lines), _PAGE)]
    scanned = "\n\f\n".join(
        "\n".join([f"{page + 17}        {title}", "", *body]) for page, body in enumerate(pages)
    )
    return misread(scanned, 0.025, supply.random) + "\n", markdown(title, paragraphs)


def _capitals(supply: Supply, language: str, number: int) -> tuple[str, str]:
    del number
    text = text_of(supply.prose(language, _LETTERS))
    return text, without_punctuation(text).upper()


def _wrapped_anew(supply: Supply, language: str, number: int) -> tuple[str, str]:
    del number
    paragraphs = supply.prose(language, _LETTERS)
    return wrapped(paragraphs, 96), wrapped(paragraphs, 40, hyphens=True)


KINDS: dict[str, Maker] = {
    "misread": each(_SCANNED, _misread),
    "scan-corrected": each(WIDE, _corrected),
    "capitals": each(CASED, _capitals),
    "wrapped-anew": each(_WRAPPED, _wrapped_anew),
}

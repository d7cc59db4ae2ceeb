"""One text in another: with a letter before it, a half, a chapter, a copied section, twice."""

from collections import Counter

from benchmarks.quality.kinds.each import FAR, WIDE, Maker, couples, each
from benchmarks.quality.kinds.edits.layout import text_of
from benchmarks.quality.kinds.edits.words import joined, sentences
from benchmarks.quality.kinds.model import PAIRS, Made
from benchmarks.quality.kinds.supply import Supply
from benchmarks.quality.kinds.works import Translation, translations

_LETTERS = 1_800
_LETTER = {
    "tuned": {"en": "en", "zh": "zh", "ru": "ru", "ja": "ja"},
    "aside": {"en": "en", "zh": "zh", "ko": "ko", "de": "de"},
}
_COVERED = {
    "tuned": "en en en zh zh zh ru ru ja ja".split(),
    "aside": "en en en zh zh zh ko ko ko ko".split(),
    "fresh": "en en en zh zh zh ja ja ja ja".split(),
}
_TAKEN = "en en en zh zh zh zh ru ja ko".split()


def _cover_letter(supply: Supply, language: str, number: int) -> tuple[str, str]:
    paragraphs = supply.prose(language, _LETTERS)
    letter = supply.filler("mails", number).fill(f"letter.{language}")
    return text_of(paragraphs), f"{letter}\n\n\n{text_of(paragraphs)}"


def _covered(supply: Supply) -> Made:
    return each(_COVERED[supply.half], _cover_letter)(supply)


def _first_half(supply: Supply, language: str, number: int) -> tuple[str, str]:
    del number
    whole = sentences(" ".join(supply.prose(language, 2 * _LETTERS)))
    half: list[str] = []
    while sum(map(len, half)) < sum(map(len, whole)) * 0.45:
        half.append(whole[len(half)])
    return joined(whole, language) + "\n", joined(half, language) + "\n"


def _chapter(supply: Supply, language: str, number: int) -> tuple[str, str]:
    # in these a half has few texts
    count = 3 if language in ("ar", "hi") else 6
    chapters = [supply.prose(language, _LETTERS) for _ in range(count)]
    book = [paragraph for chapter in chapters for paragraph in chapter]
    return text_of(book), text_of(chapters[number % len(chapters)])


def _taken_over(supply: Supply, language: str, number: int) -> tuple[str, str]:
    """Make a paper of which 75 to 95 % of the sentences are those of another."""
    source = sentences(" ".join(supply.prose(language, 2 * _LETTERS)))
    own = sentences(" ".join(supply.prose(language, _LETTERS)))
    count = round(len(source) * 0.6)
    at = supply.random.randrange(len(source) - count + 1)
    taken = source[at : at + count]
    share = 0.75 + 0.2 * number / (PAIRS - 1)
    mixed = list(taken)
    for sentence in own[: max(1, round(count * (1 - share) / share))]:
        mixed.insert(supply.random.randrange(len(mixed) + 1), sentence)
    return joined(source, language) + "\n", joined(mixed, language) + "\n"


def _twice(supply: Supply, language: str, number: int) -> tuple[str, str]:
    del number
    text = text_of(supply.prose(language, _LETTERS))
    return text, f"{text}\n{text}"


def _bilingual(supply: Supply) -> Made:
    """Make pages in two languages, a paragraph of each by turns, and one of the languages."""
    pairs = []
    for number, page in enumerate(_translated(supply)):
        both = [text for couple in zip(page.english, page.other, strict=True) for text in couple]
        pairs.append((text_of(both), text_of(page.other if number % 2 else page.english)))
    return Made(couples(pairs))


def _translation(supply: Supply) -> Made:
    pages = _translated(supply)
    return Made(couples([(text_of(page.english), text_of(page.other)) for page in pages]))


def _translated(supply: Supply) -> list[Translation]:
    """Return ten translated pages, of each language by turns, and no page twice."""
    found = translations(supply.sources, supply.half)
    supply.random.shuffle(found)
    # the first of each language, then the second of each
    seen: Counter[str] = Counter()
    turns = []
    for page in found:
        seen[page.language] += 1
        turns.append((seen[page.language], page))
    chosen: dict[str, Translation] = {}
    for _, page in sorted(turns, key=lambda turn: turn[0]):
        chosen.setdefault(page.name, page)
    if len(chosen) < PAIRS:
        raise ValueError(f"{supply.kind}: {len(chosen)} translated pages only")
    return list(chosen.values())[:PAIRS]


KINDS: dict[str, Maker] = {
    "cover-letter": _covered,
    "first-half": each(WIDE, _first_half),
    "chapter-in-book": each(FAR, _chapter),
    "sentences-taken-over": each(_TAKEN, _taken_over),
    "text-twice": each(FAR, _twice),
    "bilingual-page": _bilingual,
    "translation": _translation,
}

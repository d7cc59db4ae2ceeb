"""Poems: with four words changed, and with annotations."""

from benchmarks.quality.kinds.each import Maker, couples
from benchmarks.quality.kinds.edits.words import words
from benchmarks.quality.kinds.model import PAIRS, HalfName, Made
from benchmarks.quality.kinds.supply import Supply
from benchmarks.quality.kinds.works import poems

_CHANGED = 4
_LEAST_LINES = 6
_BY_HAND = {"tuned": ("en", "zh", "ru"), "aside": ("en", "de"), "fresh": ("en", "es", "ru")}


def _poems(supply: Supply) -> list[tuple[str, str, str, list[str]]]:
    """Return language, title, author and lines of ten poems."""
    found = []
    for language in _BY_HAND[supply.half]:
        for title, author, text in supply.rows("poems", language):
            found.append((language, title, author, text.split("\n")))
    if supply.half is not HalfName.TUNED:
        collected = poems(supply.sources, supply.half)
        long = [poem for poem in collected if len(poem[2]) >= _LEAST_LINES]
        found += [("zh", *poem) for poem in supply.random.sample(long, PAIRS - len(found))]
    return found[:PAIRS]


def _with_other_words(supply: Supply) -> Made:
    """Change four words in four lines."""
    pairs = []
    for language, title, author, lines in _poems(supply):
        put = supply.filler("poems", title)
        changed = list(lines)
        for at in supply.random.sample(range(len(lines)), min(_CHANGED, len(lines))):
            match = supply.random.choice(words(lines[at], language))
            line = lines[at]
            changed[at] = line[: match.start()] + put.line("words", language) + line[match.end() :]
        head = f"{title}\n{author}\n\n"
        pairs.append((head + "\n".join(lines) + "\n", head + "\n".join(changed) + "\n"))
    return Made(couples(pairs))


def _annotated(supply: Supply) -> Made:
    """Put a note under every second line."""
    pairs = []
    for language, title, author, lines in _poems(supply):
        notes = supply.filler("poems", title)
        out = []
        for number, line in enumerate(lines):
            out.append(line)
            if number % 2:
                out.append(f"    {notes.line('note', language)}")
        head = f"{title}\n{author}\n\n"
        pairs.append((head + "\n".join(lines) + "\n", head + "\n".join(out) + "\n"))
    return Made(couples(pairs))


KINDS: dict[str, Maker] = {"poem-words": _with_other_words, "poem-annotated": _annotated}

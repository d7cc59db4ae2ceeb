"""What makers share: ten pairs by one way to make a pair, in a spread of languages."""

from collections.abc import Callable, Sequence

from benchmarks.quality.kinds.model import PAIRS, Couple, File, Made
from benchmarks.quality.kinds.supply import Supply

Maker = Callable[[Supply], Made]
"""Makes the documents of a kind."""

PairMaker = Callable[[Supply, str, int], tuple[str, str]]
"""Makes the two texts of a pair of a supply, in a language; pairs are counted from 0."""

WIDE = "en en en zh zh zh ru ja hi ko".split()
CASED = "en en en ru ru ru el el zh ja".split()
FAR = "en en zh zh ru ja ko el ar hi".split()


def each(languages: Sequence[str], make: PairMaker, suffix: str = ".txt") -> Maker:
    """Return a maker of ten pairs of texts, one a language."""
    if len(languages) != PAIRS:
        raise ValueError(f"{len(languages)} languages for {PAIRS} pairs")

    def made(supply: Supply) -> Made:
        texts = [make(supply, language, number) for number, language in enumerate(languages)]
        return Made(tuple((File.of(a, suffix), File.of(b, suffix)) for a, b in texts))

    return made


def by_half(tuned: Maker, aside: Maker) -> Maker:
    """Return a maker that is another one in each half."""
    return lambda supply: (tuned if supply.half == "tuned" else aside)(supply)


def couples(pairs: Sequence[tuple[str, str]], suffix: str = ".txt") -> tuple[Couple, ...]:
    """Make files of pairs of texts."""
    return tuple((File.of(a, suffix), File.of(b, suffix)) for a, b in pairs)

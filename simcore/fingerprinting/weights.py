"""Frozen weights of words: inverse document frequencies, the same for every library.

Weights learnt from the library itself would change every fingerprint with the next scan, so they
come from two published tables: for Chinese the inverse document frequencies shipped with jieba,
for English the word counts of the SymSpell frequency dictionary (Google Books n-grams within the
SCOWL word lists). Both files are checked by their hash, so that a release with a changed table is
detected.
"""

import functools
import importlib.util
from decimal import Context, Decimal
from pathlib import Path

from simcore.model.errors import ConfigError
from simcore.model.reason_codes import ReasonCode
from simcore.text.hashing import content_hash
from simcore.text.tokens import WORDS_REMEMBERED

_CHINESE = ("jieba", "analyse/idf.txt", "42dbdc8331c7a05a2d149837c2d656b8")
_ENGLISH = ("symspellpy", "frequency_dictionary_en_82_765.txt", "798b3c57ad6d8d7922b147fab7120ee2")

UNKNOWN_WEIGHT = 1195
"""The weight of a word in neither table: the median of jieba's, as in jieba."""

# logarithms in decimal arithmetic are rounded correctly, whatever the C library
_ARITHMETIC = Context(prec=20)


@functools.cache
def _table(package: str, name: str, expected: str) -> dict[str, str]:
    found = importlib.util.find_spec(package)  # for its data only: the package is not imported
    folders = (found and found.submodule_search_locations) or ["."]
    path = Path(folders[0]) / name
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ConfigError(ReasonCode.WEIGHTS_UNREADABLE, str(path), str(error)) from error
    if content_hash(data).hex() != expected:
        raise ConfigError(ReasonCode.WEIGHTS_FOREIGN, str(path))
    lines = data.decode("utf-8-sig").replace("\r\n", "\n").split("\n")
    return dict(line.split(" ", 1) for line in lines if " " in line)


@functools.cache
def _english() -> tuple[dict[str, str], int]:
    counts = _table(*_ENGLISH)
    return counts, sum(map(int, counts.values()))


@functools.lru_cache(WORDS_REMEMBERED)
def inverse_frequency(word: str) -> int:
    """Return a normalised word's inverse frequency: hundredths of a natural logarithm, above 0.

    Raises ``ConfigError`` if a table is missing or differs from the expected one.

    >>> [inverse_frequency(word) for word in ("的", "数据库", "the", "database", "xqzzy")]
    [88, 892, 315, 856, 1195]
    """
    known = _table(*_CHINESE).get(word)
    if known is not None:
        return round(Decimal(known) * 100)
    counts, total = _english()
    count = counts.get(word)
    if count is None:
        return UNKNOWN_WEIGHT
    rarity = _ARITHMETIC.ln(_ARITHMETIC.divide(Decimal(total), Decimal(count)))
    return round(rarity * 100)

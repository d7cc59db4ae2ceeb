"""From a text to its fingerprint, and to all other data that the index stores of it.

A recipe names which features vote, with what weight, under what hash and at what width. Its name,
options and version are the key of its fingerprints; a change of output raises the version. Weights
come from two published tables, jieba's inverse document frequencies and SymSpell's English word
counts, both checked by hash: weights from the library would change all fingerprints with each scan.

Functions take the words of the normal form in order. Hash bits beyond the width do not vote.
"""

import functools
import hashlib
import importlib.util
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Context, Decimal
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simcore.kernel import core
from simcore.model.config import least_features
from simcore.model.reasons import ConfigError, ReasonCode
from simcore.model.records import DecodedText, Document, Fingerprint, Script, TextPrint
from simcore.text.normal_form import HAN, code_points, content_hash, string_of
from simcore.text.shingles import distinct, mix
from simcore.text.visible import VisibleHashes, visible_hashes
from simcore.text.words import (
    WORDS_REMEMBERED,
    Cut,
    NormalForm,
    normal_form,
    only_words,
    stem_words,
    stop_words,
)

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


WIDTHS = (32, 64, 128)
"""The widths of fingerprints, in bits."""

Features = tuple[NDArray[np.uint64], NDArray[np.int64]]
"""Hashes and weights of the distinct features of a text, of shapes (n, 64-bit words) and (n,).

A hash's first word holds its lowest 64 bits; hashes of up to 64 bits have one word.
"""

Extractor = Callable[[list[str], int], Features]
"""Maps the words of a text in order, and the width in bits, to features."""

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FNV = {
    32: (0x811C9DC5, 0x01000193),
    64: (0xCBF29CE484222325, 0x00000100000001B3),
    128: (0x6C62272E07BB014262B821756295C58D, 0x0000000001000000000000000000013B),
}
_TOP_WORDS = 20


def _blake2(word: str, width: int) -> int:
    """Hash a word by BLAKE2b (RFC 7693); 32 bits are the lowest of 64."""
    data = word.encode("utf-8", "surrogatepass")
    digest = hashlib.blake2b(data, digest_size=max(8, width // 8)).digest()
    return int.from_bytes(digest, "little")


def fnv1(word: str, width: int = 64) -> int:
    units = np.frombuffer(word.encode("utf-16-le", "surrogatepass"), dtype="<u2").tolist()
    value, prime = _FNV[width]
    mask = (1 << width) - 1
    for unit in units:
        value = value * prime & mask ^ unit
    return value


def string_hash(word: str, width: int = 128) -> int:
    """Hash a word as Python 2 hashed strings, to any width, as the first SimHash library did.

    >>> hex(string_hash("is"))
    '0x2fbfaea690c58a'
    """
    if not word:
        return 0
    mask = (1 << width) - 1
    value = ord(word[0]) << 7
    for character in word:
        value = value * 1000003 & mask ^ ord(character)
    return value ^ len(word)


@functools.cache
def _remembering(function: Callable[[str, int], int], width: int) -> Callable[[str], int]:
    return functools.lru_cache(WORDS_REMEMBERED)(lambda word: function(word, width))


def _hashes(
    listed: Iterable[str], function: Callable[[str, int], int], width: int
) -> NDArray[np.uint64]:
    values = map(_remembering(function, width), listed)
    if width <= 64:
        return np.fromiter(values, dtype=np.uint64).reshape(-1, 1)
    joined = b"".join(value.to_bytes(width // 8, "little") for value in values)
    return np.frombuffer(joined, dtype="<u8").reshape(-1, width // 64)


def _runs(hashed: NDArray[np.uint64], length: int) -> NDArray[np.uint64]:
    length = min(length, len(hashed))
    if not length:
        return hashed
    count = len(hashed) - length + 1
    total = np.full((count, hashed.shape[1]), length, dtype=np.uint64)
    for offset in range(length):
        total = mix(total * _GOLDEN + hashed[offset : offset + count])
    return total


def _once(hashed: NDArray[np.uint64]) -> Features:
    if hashed.shape[1] == 1:
        hashed = distinct(hashed.ravel()).reshape(-1, 1)
    else:
        hashed = hashed[np.unique(hashed[:, 0], return_index=True)[1]]
    return hashed, np.ones(len(hashed), dtype=np.int64)


def _weighted(
    weights: Mapping[str, int], function: Callable[[str, int], int], width: int
) -> Features:
    listed = np.fromiter(weights.values(), dtype=np.int64, count=len(weights))
    return _hashes(weights, function, width), listed


def words_and_pairs(listed: list[str], width: int) -> Features:
    hashed = _hashes(listed, _blake2, width)
    return _once(np.concatenate([mix(hashed), _runs(hashed, 2)]))


def word_runs(listed: list[str], width: int, *, length: int) -> Features:
    return _once(_runs(_hashes(listed, _blake2, width), length))


def _grams(listed: list[str], length: int, width: int) -> NDArray[np.uint64]:
    text = "".join(listed)
    codes = code_points(text)
    # characters have 21 bits: each 64-bit word of the hash starts from distinct values
    starts = np.arange(max(1, width // 64), dtype=np.uint64) << np.uint64(32)
    return _runs(mix(codes.astype(np.uint64)[:, None] + starts + np.uint64(1)), length)


def character_grams(listed: list[str], width: int, *, length: int) -> Features:
    return _once(_grams(listed, length, width))


def counted_character_grams(listed: list[str], width: int, *, length: int) -> Features:
    """Return the same weighted by their counts."""
    hashed = _grams(listed, length, width)
    _, first, counts = np.unique(hashed[:, 0], return_index=True, return_counts=True)
    return hashed[first], counts.astype(np.int64)


def counted(listed: list[str], width: int, *, function: Callable[[str, int], int]) -> Features:
    return _weighted(Counter(listed), function, width)


def top_words(listed: list[str], width: int) -> Features:
    """Return the 20 words of the highest tf-idf, weighted by it; ties are broken by code points."""
    weights = {word: count * inverse_frequency(word) for word, count in Counter(listed).items()}
    best = sorted(weights, key=lambda word: (-weights[word], word))[:_TOP_WORDS]
    return _weighted({word: weights[word] for word in best}, _blake2, width)


def levels(listed: list[str], width: int) -> Features:
    """Return the words with weights from 1 to 5, by fifths of their rank by tf-idf."""
    counted = Counter(listed)
    ranked = sorted(counted, key=lambda word: (counted[word] * inverse_frequency(word), word))
    ranks = {word: 1 + 5 * rank // len(ranked) for rank, word in enumerate(ranked)}
    return _weighted(ranks, _blake2, width)


INSTEAD = "simcore.fingerprint(text) makes the fingerprint of a text"
"""Said to who gives a text where its parts are wanted."""

_ROWS_AT_ONCE = 1 << 9  # more are worth other threads to the library for algebra


def hamming_distance(left: int, right: int) -> int:
    """Count the bits in which two fingerprints differ.

    >>> hamming_distance(851459198, 847263864)
    4
    """
    return (left ^ right).bit_count()


def distance_of(left: Document, right: Document) -> int:
    return hamming_distance(left.fingerprint or 0, right.fingerprint or 0)


def votes(
    hashes: NDArray[np.uint64] | Sequence[int], weights: NDArray[np.int64], width: int = 64
) -> NDArray[np.int64]:
    """Return the votes on each bit: weights of hashes that set it, minus weights of the others.

    ``hashes`` are n integers, or an array of shape (n,) or (n, 64-bit words), the lowest word
    first; bits beyond ``width`` do not vote. ``weights`` has shape (n,), integers, so sums are
    exact. Returns shape (width,), lowest bit first. Raises ``TypeError`` for texts instead of
    hashes.

    >>> votes([0b100101, 0b101011], np.array([4, 5]), width=6)[::-1].tolist()
    [9, -9, 1, -1, 1, 9]
    """
    size = -(-width // 8)
    if isinstance(hashes, str | bytes) or (len(hashes) and isinstance(hashes[0], str | bytes)):
        raise TypeError(f"features are hashes, whole numbers, and these are text; {INSTEAD}")
    if isinstance(hashes, np.ndarray):
        contiguous = np.ascontiguousarray(hashes, dtype="<u8")
        size_there = contiguous.nbytes // max(1, len(hashes))
        rows = contiguous.view(np.uint8).reshape(len(hashes), size_there)[:, :size]
    else:
        joined = b"".join(value.to_bytes(size, "little") for value in hashes)
        rows = np.frombuffer(joined, dtype=np.uint8).reshape(len(hashes), size)
    # sums of integers are exact in double precision, in any order, up to 2**53
    total = np.zeros(width, dtype=np.float64)
    for start in range(0, len(rows), _ROWS_AT_ONCE):
        some = slice(start, start + _ROWS_AT_ONCE)
        bits = np.unpackbits(rows[some], axis=1, count=width, bitorder="little")
        total += weights[some] @ bits.astype(np.float64)
    return (2 * total).astype(np.int64) - int(weights.sum())


def simhash(
    hashes: NDArray[np.uint64] | Sequence[int],
    weights: NDArray[np.int64] | None = None,
    width: int = 64,
) -> Fingerprint | None:
    """Return the fingerprint of weighted features: a bit is 1 where its vote is 0 or more.

    Parameters and errors as for ``votes``; without ``weights`` each feature counts once. None
    without features: else all empty texts would be duplicates. For a text see
    ``simcore.fingerprint``.

    >>> bin(simhash([0b100101, 0b101011], np.array([4, 5]), width=6))
    '0b101011'
    """
    if not len(hashes) and not isinstance(hashes, str | bytes):
        return None
    if weights is None:
        weights = np.ones(len(hashes), dtype=np.int64)
    ones = votes(hashes, weights, width) >= 0
    return Fingerprint(int.from_bytes(np.packbits(ones, bitorder="little").tobytes(), "little"))


_USUAL_WIDTH = 64


@dataclass(frozen=True, slots=True)
class Recipe:
    """How features are made of words; ``key`` identifies it in the index. See ``find_recipe``.

    ``extract`` takes the words of a text in order; ``width`` is in bits. The option ``stop`` drops
    Chinese and English stop words, ``stem`` reduces English words to stems.
    """

    name: str
    summary: str
    extract: Extractor
    width: int = _USUAL_WIDTH
    version: int = 1

    @property
    def _options(self) -> list[str]:
        return self.name.split("+")[1:]

    @property
    def least_features(self) -> int:
        """From how many features on a fingerprint means something."""
        return least_features(self.name)

    @property
    def key(self) -> str:
        """The recipe with its options, width (where it is not 64) and version."""
        is_implied = self.width == _USUAL_WIDTH or str(self.width) in self._options
        width = "" if is_implied else f"+{self.width}"
        return f"{self.name}{width}/{self.version}"

    @property
    def in_core(self) -> bool:
        plain = {"stop", "stem"}.isdisjoint(self._options)
        return self.extract is words_and_pairs and self.width <= 64 and plain

    def features(self, words: Sequence[str]) -> Features:
        """Return the features of words. Raises ``ConfigError``, ``TypeError`` for a single text."""
        if isinstance(words, str):
            raise TypeError(
                f"features are made of a list of words, and this is one text; {INSTEAD}"
            )
        listed = list(words)
        if "stop" in self._options:
            dropped = stop_words()
            listed = [word for word in listed if word not in dropped]
        return self.extract(stem_words(listed) if "stem" in self._options else listed, self.width)


RECIPES: dict[str, Recipe] = {
    recipe.name: recipe
    for recipe in (
        Recipe(
            "default",
            "words and pairs of neighbouring words, each counted once",
            words_and_pairs,
        ),
        Recipe(
            "charikar",
            "words weighted by how often they occur, FNV-1 (Charikar 2002)",
            functools.partial(counted, function=fnv1),
        ),
        Recipe(
            "shingles",
            "runs of three words, each counted once (Broder 1997)",
            functools.partial(word_runs, length=3),
        ),
        Recipe("tfidf-20", "the 20 words of highest tf-idf, weighted by it", top_words),
        Recipe("levels", "words with weights from 1 to 5, by fifths of their tf-idf", levels),
        Recipe(
            "chars-4",
            "runs of four characters, weighted by how often they occur",
            functools.partial(counted_character_grams, length=4),
        ),
        Recipe(
            "bigrams-32",
            "runs of two characters, each counted once, 32 bits",
            functools.partial(character_grams, length=2),
            width=32,
        ),
        Recipe(
            "classic-128",
            "words, one vote for every occurrence, the string hash of Python 2, 128 bits",
            functools.partial(counted, function=string_hash),
            width=128,
        ),
    )
}
"""The recipes by name."""


@functools.cache
def find_recipe(name: str) -> Recipe:
    """Return the recipe of a name with options: ``+stop``, ``+stem``, ``+32``, ``+64``, ``+128``.

    Raises ``ConfigError`` for an unknown name or option, and for two widths.

    >>> find_recipe("charikar+stem+stop").key, find_recipe("default+128").key
    ('charikar+stop+stem/1', 'default+128/1')
    """
    base, *options = name.split("+")
    if base not in RECIPES:
        raise ConfigError(ReasonCode.NO_RECIPE, repr(base), ", ".join(RECIPES))
    recipe = RECIPES[base]
    known = ["stop", "stem", *map(str, WIDTHS)]
    unknown = set(options) - set(known)
    if unknown:
        listed = ", ".join(f"+{option}" for option in known)
        raise ConfigError(ReasonCode.BAD_RECIPE_OPTION, repr(name), listed, min(unknown))
    widths = {int(option) for option in options if option.isdecimal()} or {recipe.width}
    if len(widths) > 1:
        raise ConfigError(ReasonCode.RECIPE_WIDTHS, repr(name))
    (width,) = widths
    chosen = [option for option in known[:2] if option in options]
    if width != recipe.width:
        chosen.append(str(width))
    return replace(recipe, name="+".join([base, *chosen]), width=width)


def width_of(key: str) -> int:
    """Return the width of a recipe's fingerprints, in bits, from its key.

    >>> width_of("default/1"), width_of("bigrams-32+32/1"), width_of("default+stop+128/1")
    (64, 32, 128)
    """
    options = key.partition("/")[0].split("+")[1:]
    return next((width for width in WIDTHS if str(width) in options), _USUAL_WIDTH)


_SAMPLE, _GLANCE = 4_000, 32
_SCRIPTS = tuple(Script)
_LETTERS = {
    Script.LATIN: "a-z\u00aa\u00ba\u00c0-\u024f\u1e00-\u1eff",
    Script.HAN: HAN,
    Script.JAPANESE: "\u3040-\u30ff\u31f0-\u31ff",
    Script.HANGUL: "\u1100-\u11ff\u3130-\u318f\uac00-\ud7af",
    Script.CYRILLIC: "\u0400-\u052f",
    Script.GREEK: "\u0370-\u03ff\u1f00-\u1fff",
    Script.ARABIC: "\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff",
    Script.HEBREW: "\u0590-\u05ff",
    Script.DEVANAGARI: "\u0900-\u097f",
    Script.THAI: "\u0e00-\u0e7f",
}
_LETTER = (
    "|".join(f"(?P<{script.value}>[{letters}])" for script, letters in _LETTERS.items())
    + rf"|(?P<{Script.OTHER.value}>[^\W\d_])"
)
# a Chinese character counts as three letters, a syllable as two
_WEIGHTS = {Script.HAN: 3, Script.JAPANESE: 2, Script.HANGUL: 2}
# the least share of kana among kana and Chinese characters of a Japanese text
_LEAST_KANA = 0.05


def script_of(codes: NDArray[np.uint32], *, ascii_only: bool = False) -> Script:
    """Return the script of most of the beginning of a text, by the code points of its normal form.

    ``ascii_only``: it is known to have no other characters. Chinese characters with kana are
    Japanese.

    >>> from simcore.text.normal_form import code_points
    >>> texts = "合同 no 2", "that is 合", "これは本です", "계약", "1"
    >>> [script_of(code_points(text)).value for text in texts]
    ['han', 'latin', 'japanese', 'hangul', 'none']
    """
    codes = codes[:_SAMPLE]
    if ascii_only:
        # the usual log, code or English text, whose first characters mostly tell
        letters = any(map(str.isalpha, string_of(codes[:_GLANCE])))
        letters = letters or any(map(str.isalpha, string_of(codes)))
        return Script.LATIN if letters else Script.NONE
    counts = dict(zip(_SCRIPTS, _counted(codes), strict=True))
    kana, han = counts[Script.JAPANESE], counts[Script.HAN]
    if kana and kana >= _LEAST_KANA * (kana + han):
        counts[Script.JAPANESE], counts[Script.HAN] = kana + han, 0
    else:
        counts[Script.JAPANESE] = 0
    counts[Script.NONE] = 0
    found = max(counts, key=lambda script: counts[script] * _WEIGHTS.get(script, 1))
    return found if counts[found] else Script.NONE


# the number of each character's script, from 1; 0 is not known yet
_places = np.zeros(0x110000, dtype=np.uint8)


def _counted(codes: NDArray[np.uint32]) -> list[int]:
    found = _places.take(codes)
    counted: list[int] = np.bincount(found, minlength=1 + len(_SCRIPTS)).tolist()
    new, *counts = counted
    if not new:
        return counts
    for code in set(codes[found == 0].tolist()):
        letter = re.match(_LETTER, chr(code))
        script = Script(letter.lastgroup or Script.NONE) if letter else Script.NONE
        _places[code] = 1 + _SCRIPTS.index(script)
    return _counted(codes)


@dataclass(frozen=True, slots=True)
class VotingText:
    normal: NormalForm
    features: Features
    fingerprint: Fingerprint | None


def read_features(text: str, recipe: Recipe, cut: Cut) -> VotingText:
    normal = normal_form(text)
    features = recipe.features(only_words(cut.pieces(normal.text, foreign=normal.foreign)))
    return VotingText(normal, features, simhash(*features, recipe.width))


def fingerprint_text(text: str, recipe: Recipe, cut: Cut) -> TextPrint:
    """Fingerprint a text. Pure, and the same on every machine.

    Recipes and results can be pickled; ``cut`` cannot: each process gets it from ``segmenter``.
    Raises ``ConfigError`` if a table of the recipe is missing.

    >>> from simcore.text.masking import segmenter
    >>> left, right = (
    ...     fingerprint_text(text, find_recipe("default"), segmenter())
    ...     for text in ("合同自签订之日起生效。", "合同自簽訂之日起生效")
    ... )
    >>> left.text_hash == right.text_hash, left.fingerprint == right.fingerprint, left.tokens
    (False, True, 5)
    """
    return _printed(normal_form(text), recipe, cut)


def fingerprint_document(
    decoded: DecodedText, recipe: Recipe, cut: Cut
) -> tuple[TextPrint, VisibleHashes, Script]:
    """Fingerprint a document's text, hash what a reader sees of it, and detect its script.

    As ``fingerprint_text``.
    """
    normal = normal_form(decoded.text)
    printed = _printed(normal, recipe, cut)
    seen = visible_hashes(decoded, normal, printed.text_hash)
    return printed, seen, script_of(normal.codes, ascii_only=decoded.text.isascii())


def _printed(normal: NormalForm, recipe: Recipe, cut: Cut) -> TextPrint:
    foreign = core.may_be_foreign(normal.codes) if normal.foreign is None else normal.foreign
    made = core.printed(normal.codes, foreign=foreign, words=cut.dictionary)
    fingerprint, features = made.fingerprint, made.features
    if not recipe.in_core:
        found = recipe.features(only_words(cut.pieces(normal.text, foreign=foreign)))
        fingerprint, features = simhash(*found, recipe.width), len(found[0])
    elif fingerprint is not None:
        fingerprint &= (1 << recipe.width) - 1
    return TextPrint(
        text_hash=made.text_hash,
        fingerprint=None if fingerprint is None else Fingerprint(fingerprint),
        characters=len(normal.codes),
        tokens=made.words,
        features=features,
        least_features=recipe.least_features,
        sketch=made.sketch,
    )

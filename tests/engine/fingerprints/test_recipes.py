"""Every recipe against its definition, written again in plain Python."""

import functools
import hashlib
import importlib
import math
import subprocess
import sys
import warnings
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import symspellpy
from hypothesis import given
from hypothesis import strategies as st

from builders import voted
from places import ROOT
from simcore import fingerprints
from simcore.fingerprints import RECIPES, UNKNOWN_WEIGHT, find_recipe, inverse_frequency, width_of
from simcore.model.reasons import ConfigError
from simcore.text.masking import segmenter
from simcore.text.words import normalise, words

CHINESE = (
    "数据库集群的备份与恢复：管理员应当定期备份数据库，并且验证备份可以恢复。备份文件应保存在另一台"
    "服务器上；恢复之前，先停止集群中的所有节点，再检查日志。日志记录了每一次备份的时间和结果。"
)
ENGLISH = (
    "The buyer shall inspect the goods within ten days of delivery. If the goods do not conform to "
    "the agreement, the buyer shall notify the seller; the seller shall replace the goods or "
    "refund the price. This Agreement is governed by the laws of the seller's country."
)
TEXTS = {"zh": CHINESE, "en": ENGLISH}
WORDS = {name: words(normalise(text), segmenter()) for name, text in TEXTS.items()}

GOLDEN: dict[str, tuple[str, str]] = {
    "default": ("0x8e0b54092742405b", "0xfc47aafbacbedfd7"),
    "charikar": ("0xc63ad07b501c75b", "0x189ed01caafbbe7e"),
    "shingles": ("0x8fc2f5b9a4dbf3c5", "0xcf45dc577d555111"),
    "tfidf-20": ("0x9f369be21ae1b090", "0xfeeab151c8e9fa67"),
    "levels": ("0x1d349e221be9b411", "0xfbceb11cd8e9fb67"),
    "chars-4": ("0xbf71531f2d1f6b16", "0x82f1d1fae81ee5e4"),
    "bigrams-32": ("0xd726cdc0", "0x35f6c937"),
    "classic-128": ("0x200002c0842e25ad", "0x304633f5e6323cea7eb"),
}

# --- the definitions, in plain integers ----------------------------------------------------------

MASK = (1 << 64) - 1
Votes = dict[int, int]


def vote(features: list[tuple[int, int]], width: int) -> int:
    sums = [sum(w if h >> bit & 1 else -w for h, w in features) for bit in range(width)]
    return sum(1 << bit for bit in range(width) if sums[bit] >= 0)


def lanes(value: int, width: int) -> list[int]:
    return [value >> 64 * lane & MASK for lane in range(max(1, width // 64))]


def joined(values: list[int]) -> int:
    return sum(value << 64 * lane for lane, value in enumerate(values))


def mixed(value: int) -> int:
    value ^= value >> 30
    value = value * 0xBF58476D1CE4E5B9 & MASK
    value ^= value >> 27
    value = value * 0x94D049BB133111EB & MASK
    return value ^ value >> 31


def blake2(word: str, width: int) -> int:
    size = 16 if width == 128 else 8
    return int.from_bytes(hashlib.blake2b(word.encode(), digest_size=size).digest(), "little")


def fnv(word: str, width: int) -> int:
    value, prime = {
        32: (0x811C9DC5, 2**24 + 2**8 + 0x93),
        64: (0xCBF29CE484222325, 2**40 + 2**8 + 0xB3),
        128: (144066263297769815596495629667062367629, 2**88 + 2**8 + 0x3B),
    }[width]
    data = word.encode("utf-16-be")
    for at in range(0, len(data), 2):
        value = value * prime % 2**width ^ (data[at] << 8 | data[at + 1])
    return value


def python_2_hash(word: str, width: int) -> int:
    value = ord(word[0]) << 7
    for character in word:
        value = (value * 1000003) % 2**width ^ ord(character)
    return value ^ len(word)


def run_hash(parts: list[int], width: int) -> int:
    """Chain the hashes of a run, in each 64-bit word by itself."""
    totals = []
    for lane in range(max(1, width // 64)):
        total = len(parts)
        for part in parts:
            total = mixed((total * 0x9E3779B97F4A7C15 + lanes(part, width)[lane]) & MASK)
        totals.append(total)
    return joined(totals)


def runs(parts: list[int], length: int, width: int) -> list[int]:
    length = min(length, len(parts))
    return [run_hash(parts[at : at + length], width) for at in range(len(parts) - length + 1)]


def characters(listed: list[str], width: int) -> list[int]:
    lane_count = max(1, width // 64)
    return [
        joined([mixed(ord(c) + 1 + (lane << 32)) for lane in range(lane_count)])
        for c in "".join(listed)
    ]


def once(hashes: list[int]) -> list[tuple[int, int]]:
    return [(value, 1) for value in set(hashes)]


def rarity(word: str) -> int:
    """The published tables, read by others: jieba's own loader, and the words' counts."""
    frequencies, median = _jieba_weights()
    counts, total = _counts()
    if word in frequencies:
        return round(frequencies[word] * 100)
    if word in counts:
        return round(math.log(total / counts[word]) * 100)
    return round(median * 100)


@functools.cache
def _jieba_weights() -> tuple[dict[str, float], float]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it leaves its own file open
        loader = importlib.import_module("jieba.analyse").default_tfidf.idf_loader
    return loader.idf_freq, loader.median_idf


@functools.cache
def _counts() -> tuple[dict[str, int], int]:
    table = Path(symspellpy.__file__).with_name("frequency_dictionary_en_82_765.txt")
    lines = table.read_text(encoding="utf-8-sig").splitlines()
    counts = {line.split()[0]: int(line.split()[1]) for line in lines}
    return counts, sum(counts.values())


def default(listed: list[str], width: int) -> list[tuple[int, int]]:
    hashed = [blake2(word, width) for word in listed]
    singles = [joined([mixed(lane) for lane in lanes(value, width)]) for value in hashed]
    return once(singles + runs(hashed, 2, width))


def tfidf_20(listed: list[str], width: int) -> list[tuple[int, int]]:
    scored = sorted((-count * rarity(word), word) for word, count in Counter(listed).items())
    return [(blake2(word, width), -score) for score, word in scored[:20]]


def levels(listed: list[str], width: int) -> list[tuple[int, int]]:
    scored = sorted((count * rarity(word), word) for word, count in Counter(listed).items())
    size = len(scored)
    return [
        (blake2(word, width), next(level for level in range(1, 6) if place < level * size / 5))
        for place, (_, word) in enumerate(scored)
    ]


DEFINITIONS: dict[str, Callable[[list[str], int], list[tuple[int, int]]]] = {
    "default": default,
    "charikar": lambda listed, width: [(fnv(word, width), 1) for word in listed],
    "shingles": lambda listed, width: once(runs([blake2(w, width) for w in listed], 3, width)),
    "tfidf-20": tfidf_20,
    "levels": levels,
    "chars-4": lambda listed, width: [(h, 1) for h in runs(characters(listed, width), 4, width)],
    "bigrams-32": lambda listed, width: once(runs(characters(listed, width), 2, width)),
    "classic-128": lambda listed, width: [(python_2_hash(word, width), 1) for word in listed],
}


def test_every_recipe_has_a_definition_and_golden_values() -> None:
    assert list(DEFINITIONS) == list(GOLDEN) == list(RECIPES)


@pytest.mark.parametrize("name", RECIPES)
def test_golden_values(name: str) -> None:
    """A change of any of these needs a new version of its recipe."""
    recipe = find_recipe(name)
    found = tuple(hex(voted(recipe, WORDS[text]) or 0) for text in TEXTS)
    assert found == GOLDEN[name]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("width", [32, 64, 128])
@pytest.mark.parametrize("name", RECIPES)
def test_recipes_equal_their_definition(name: str, width: int, text: str) -> None:
    expected = vote(DEFINITIONS[name](WORDS[text], width), width)
    assert voted(find_recipe(f"{name}+{width}"), WORDS[text]) == expected


@pytest.mark.parametrize("name", RECIPES)
@given(listed=st.lists(st.text("ab数据𠀀", min_size=1, max_size=3), max_size=12))
def test_features_of_any_words(name: str, listed: list[str]) -> None:
    recipe = find_recipe(name)
    hashes, weighted = recipe.features(listed)
    assert hashes.shape == (len(weighted), max(1, recipe.width // 64))
    assert weighted.dtype == np.int64
    assert (weighted > 0).all()
    assert len(set(map(tuple, hashes.tolist()))) == len(hashes), "each feature once"
    if not listed:
        assert voted(recipe, listed) is None
    else:
        assert voted(recipe, listed) == vote(DEFINITIONS[name](listed, recipe.width), recipe.width)


@pytest.mark.parametrize("name", [n for n in RECIPES if n not in {"charikar", "classic-128"}])
def test_a_narrow_fingerprint_is_the_lower_half(name: str) -> None:
    wide = voted(find_recipe(f"{name}+64"), WORDS["zh"])
    assert voted(find_recipe(f"{name}+32"), WORDS["zh"]) == wide % 2**32


def test_stop_words_and_stems_are_taken_out_before_characters() -> None:
    stopped = voted(find_recipe("chars-4+stop"), "the seller and the buyer".split())
    assert stopped == voted(find_recipe("chars-4"), ["seller", "buyer"])
    stemmed = voted(find_recipe("classic-128+stem"), ["goods"])
    assert stemmed == voted(find_recipe("classic-128"), ["good"])


def test_capitals_are_folded_before_words_are_cut() -> None:
    """The vectors of classic-128 have capitals; a text of a scan comes in its normal form."""
    text = "This is a test string for testing"
    listed = words(normalise(text), segmenter())
    hashes = [(python_2_hash(word, 128), 1) for word in text.lower().split()]
    assert voted(find_recipe("classic-128"), listed) == vote(hashes, 128)


@pytest.mark.parametrize(
    ("name", "key", "width"),
    [
        ("default", "default/1", 64),
        ("default+64", "default/1", 64),
        ("charikar", "charikar/1", 64),
        ("shingles+stem+stop", "shingles+stop+stem/1", 64),
        ("default+128+stop", "default+stop+128/1", 128),
        ("chars-4+32", "chars-4+32/1", 32),
        ("bigrams-32", "bigrams-32+32/1", 32),
        ("bigrams-32+32", "bigrams-32+32/1", 32),
        ("bigrams-32+64", "bigrams-32+64/1", 64),
        ("classic-128", "classic-128+128/1", 128),
        ("classic-128+64+stem", "classic-128+stem+64/1", 64),
    ],
)
def test_keys_name_what_fingerprints_depend_on(name: str, key: str, width: int) -> None:
    recipe = find_recipe(name)
    assert (recipe.key, recipe.width, width_of(recipe.key)) == (key, width, width)
    assert find_recipe(recipe.name) == recipe
    assert width_of(f"{key}/0123abcd") == width, "with a dictionary's hash"


@pytest.mark.parametrize(
    "name",
    ["nothing", "default+unknown", "", "default+", "default+16", "default+32+64", "default+٣٢"],
)
def test_unknown_recipes(name: str) -> None:
    with pytest.raises(ConfigError):
        find_recipe(name)


def test_fingerprints_do_not_depend_on_the_process() -> None:
    """Two hash seeds of Python and that of this process: one fingerprint by every recipe."""
    code = (
        "from simcore.fingerprints import RECIPES, simhash;"
        f"words = {WORDS['zh'] + WORDS['en']!r};"
        "print(*(hex(simhash(*one.features(words), one.width)) for one in RECIPES.values()))"
    )
    printed = set()
    for seed in ("0", "4242"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=True,
            text=True,
        )
        printed.add(done.stdout.strip())
    here = WORDS["zh"] + WORDS["en"]
    assert printed == {" ".join(hex(voted(find_recipe(name), here) or 0) for name in RECIPES)}


def test_weights_are_the_published_ones() -> None:
    for word in ["的", "数据库", "我们", "the", "database", "conform", "xqzzy", "2024"]:
        assert inverse_frequency(word) == rarity(word)
    assert inverse_frequency("xqzzy") == UNKNOWN_WEIGHT
    assert inverse_frequency("的") < inverse_frequency("数据库")
    assert inverse_frequency("the") < inverse_frequency("database")
    assert min(map(float, fingerprints._table(*fingerprints._CHINESE).values())) > 0.005, (
        "no weight rounds to nothing"
    )


def test_another_table_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    package, name, _ = fingerprints._ENGLISH
    with pytest.raises(ConfigError, match=r"82_765\.txt: is not the table"):
        fingerprints._table(package, name, "0" * 32)
    with pytest.raises(ConfigError, match=r"nothing\.txt: the table .* cannot be read"):
        fingerprints._table(package, "nothing.txt", "0" * 32)
    with pytest.raises(ConfigError, match="cannot be read"):
        fingerprints._table("no_such_package", name, "0" * 32)

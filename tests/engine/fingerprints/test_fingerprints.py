"""SimHash and its recipes: worked examples, published vectors, definitions in plain Python."""

import functools
import hashlib
import importlib
import itertools
import math
import pickle
import subprocess
import sys
import warnings
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, replace
from functools import partial
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import symspellpy
from hypothesis import given
from hypothesis import strategies as st

import simcore
from amounts import combined
from builders import chinese_text, edited, english_text, letters_and_digits, voted
from oracle.comparing import WORD_BITS as MASK
from oracle.comparing import mixed
from oracle.sketching import sketch_of
from places import ROOT
from simcore import FingerprintIndex, ScanConfig, explain, fingerprints, recall, scan
from simcore.cli.lines import explanation_lines
from simcore.explanation import ReadAs, compare_as
from simcore.fingerprints import (
    RECIPES,
    UNKNOWN_WEIGHT,
    find_recipe,
    fingerprint_text,
    fnv1,
    hamming_distance,
    inverse_frequency,
    script_of,
    simhash,
    votes,
    width_of,
)
from simcore.model.reasons import ConfigError
from simcore.model.records import Fingerprinted, Script, SourceFile
from simcore.pipeline.candidates import candidate_pairs
from simcore.pipeline.jobs import fingerprint_files
from simcore.pipeline.similar import find_similar
from simcore.text.masking import segmenter
from simcore.text.normal_form import code_points
from simcore.text.words import normalise, words
from simcore.workers import make_executor


def test_distances_of_three_32_bit_fingerprints() -> None:
    values = (851459198, 847263864, 984968088)
    distances = [hamming_distance(a, b) for a, b in itertools.combinations(values, 2)]
    assert distances == [4, 16, 12]
    assert simhash([], np.zeros(0, dtype=np.int64)) is None


def test_two_weighted_features() -> None:
    hashes, weights = [0b100101, 0b101011], np.array([4, 5])
    assert votes(hashes, weights, width=6)[::-1].tolist() == [9, -9, 1, -1, 1, 9]
    assert simhash(hashes, weights, width=6) == 0b101011


def test_three_features() -> None:
    rows = {
        0b010111: (5, [-5, 5, -5, 5, 5, 5]),
        0b000101: (3, [-3, -3, -3, 3, -3, 3]),
        0b100111: (1, [1, -1, -1, 1, 1, 1]),
    }
    for value, (weight, expected) in rows.items():
        assert votes([value], np.array([weight]), width=6)[::-1].tolist() == expected
    weights = np.array([weight for weight, _ in rows.values()])
    assert votes(list(rows), weights, width=6)[::-1].tolist() == [-7, 1, -9, 9, 3, 9]
    assert simhash(list(rows), weights, width=6) == 0b010111


def test_128_bits_unweighted() -> None:
    """The published vectors, through the recipe: words unchanged, with capitals."""

    def fingerprint(text: str) -> int | None:
        listed = words(text, segmenter())
        assert listed == text.split()
        return voted(find_recipe("classic-128"), listed)

    first = fingerprint("This is a test string for testing")
    second = fingerprint("This is a string testing 11")
    assert first == 0x20302202800D8E90E45CC488
    assert second == 0x20342200801D8ECEA45CC9C8
    assert hamming_distance(first, second) == 13
    # a text of a scan comes in its normal form
    text = "This is a test string for testing"
    hashes = [(python_2_hash(word, 128), 1) for word in text.lower().split()]
    listed = words(normalise(text), segmenter())
    assert voted(find_recipe("classic-128"), listed) == vote(hashes, 128)


def test_fnv1_vectors() -> None:
    # 32 and 64 bits of ASCII text, whose bytes are its code units: test vectors of the FNV authors;
    # 128 bits: the offset is by definition the hash of their signature with an offset of 0, which
    # proves both constants
    vectors = [0xCBF29CE484222325, 0xAF63BD4C8601B7BE, 0x340D8765A4DDA9C2]
    assert [fnv1(word) for word in ("", "a", "foobar")] == vectors
    assert [fnv1(word, 32) for word in ("", "a", "foobar")] == [0x811C9DC5, 0x050C5D7E, 0x31F0B262]
    value = 0
    for byte in b"chongo <Landon Curt Noll> /\\../\\":
        value = value * (2**88 + 2**8 + 0x3B) % 2**128 ^ byte
    assert fnv1("", 128) == value
    assert fnv1("a", 128) == value * (2**88 + 2**8 + 0x3B) % 2**128 ^ ord("a")


@pytest.mark.parametrize("width", [64, 128])
@given(data=st.data())
def test_votes_equal_the_definition(width: int, data: st.DataObject) -> None:
    weighted = st.tuples(st.integers(0, 2**width - 1), st.integers(1, 10**6))
    features = data.draw(st.lists(weighted, min_size=1, max_size=40))
    rows = np.array([lanes(h, width) for h, _ in features], dtype=np.uint64)
    weights = np.array([w for _, w in features], dtype=np.int64)
    expected = [sum(w if h >> bit & 1 else -w for h, w in features) for bit in range(width)]
    assert votes(rows, weights, width=width).tolist() == expected
    assert votes([h for h, _ in features], weights, width=width).tolist() == expected
    assert simhash(rows, weights, width) == vote(features, width)
    assert simhash(rows[::-1], weights[::-1], width) == vote(features, width)
    if width == 64:
        assert votes(rows, weights, width=32).tolist() == expected[:32]


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


def vote(features: list[tuple[int, int]], width: int) -> int:
    sums = [sum(w if h >> bit & 1 else -w for h, w in features) for bit in range(width)]
    return sum(1 << bit for bit in range(width) if sums[bit] >= 0)


def lanes(value: int, width: int) -> list[int]:
    return [value >> 64 * lane & MASK for lane in range(max(1, width // 64))]


def joined(values: list[int]) -> int:
    return sum(value << 64 * lane for lane, value in enumerate(values))


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


def test_golden_values() -> None:
    """A change of any of these needs a new version of its recipe."""
    assert list(DEFINITIONS) == list(GOLDEN) == list(RECIPES)
    for name, values in GOLDEN.items():
        recipe = find_recipe(name)
        assert tuple(hex(voted(recipe, WORDS[text]) or 0) for text in TEXTS) == values, name


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


def test_stop_words_and_stems_are_taken_out_before_characters() -> None:
    stopped = voted(find_recipe("chars-4+stop"), "the seller and the buyer".split())
    assert stopped == voted(find_recipe("chars-4"), ["seller", "buyer"])
    stemmed = voted(find_recipe("classic-128+stem"), ["goods"])
    assert stemmed == voted(find_recipe("classic-128"), ["good"])


@pytest.mark.parametrize(
    ("names", "key", "width"),
    [
        ("default default+64", "default/1", 64),
        ("charikar", "charikar/1", 64),
        ("shingles+stem+stop", "shingles+stop+stem/1", 64),
        ("default+128+stop", "default+stop+128/1", 128),
        ("chars-4+32", "chars-4+32/1", 32),
        ("bigrams-32 bigrams-32+32", "bigrams-32+32/1", 32),
        ("bigrams-32+64", "bigrams-32+64/1", 64),
        ("classic-128", "classic-128+128/1", 128),
        ("classic-128+64+stem", "classic-128+stem+64/1", 64),
    ],
)
def test_keys_name_what_fingerprints_depend_on(names: str, key: str, width: int) -> None:
    for recipe in map(find_recipe, names.split()):
        assert (recipe.key, recipe.width, width_of(recipe.key)) == (key, width, width)
        assert find_recipe(recipe.name) == recipe
    assert width_of(f"{key}/0123abcd") == width, "with a dictionary's hash"


@pytest.mark.parametrize(
    "name", ["", *"nothing default+unknown default+ default+16 default+32+64 default+٣٢".split()]
)
def test_unknown_recipes(name: str) -> None:
    with pytest.raises(ConfigError):
        find_recipe(name)


def test_fingerprints_do_not_depend_on_the_process() -> None:
    """Two hash seeds of Python and that of this process: one fingerprint by every recipe.

    What Spark and Ray do: function, recipe and result are pickled, dictionaries are not.
    """
    jobs = [partial(fingerprint_text, CHINESE + ENGLISH, recipe) for recipe in RECIPES.values()]
    code = (
        "import pickle, sys; from simcore.text.masking import segmenter;"
        "jobs = pickle.load(sys.stdin.buffer);"
        "sys.stdout.buffer.write(pickle.dumps([job(segmenter()) for job in jobs]))"
    )
    expected = [job(segmenter()) for job in jobs]
    for seed in ("0", "4242"):
        run = subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            input=pickle.dumps(jobs),
            capture_output=True,
            check=True,
        )
        assert pickle.loads(run.stdout) == expected  # noqa: S301 - our own


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


FILES = {
    "中文.txt": chinese_text(1, 100).encode("gb18030"),
    "english.md": english_text(2, 100).encode(),
    "mixed.txt": f"École № 5, ＡＢＣ 電腦。{chinese_text(3, 50)} ไทย {english_text(4, 50)}".encode(
        "utf-16"
    ),
    "page.html": f"<p>{chinese_text(5, 100)}</p><b>déjà vu</b>".encode(),
    "short.txt": "一份合同".encode(),
}


@pytest.fixture(params=FILES)
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / str(request.param)
    path.write_bytes(FILES[path.name])
    return path


@pytest.mark.parametrize(
    ("file", "name"),
    combined(FILES, [*RECIPES, "default+128", "charikar+stop+stem"]),
    indirect=["file"],
)
def test_scans_and_comparisons_take_the_one_way(file: Path, name: str) -> None:
    config = ScanConfig(recipe=name)
    text = simcore.read_document(file.name, file.read_bytes()).text
    one = fingerprint_text(text, find_recipe(name), segmenter())
    (scanned,) = fingerprint_files([SourceFile(file, file, 0, 0, 0, 0)], config)
    assert isinstance(scanned, Fingerprinted)
    assert {field: getattr(scanned, field) for field in asdict(one)} == asdict(one)
    other = file.with_name("other.txt")
    other.write_text(chinese_text(9, 50) + english_text(9, 50), "utf-8")
    explained = simcore.explain(file, other, config)
    assert explained.left.fingerprint == one.fingerprint
    assert len(explained.left.hashes) == one.features
    assert explained.left.words.total() == one.tokens
    compared = compare_as(ReadAs(file), ReadAs(other), config)
    assert compared.distance == explained.distance
    assert compared.comparison == explained.comparison


def test_a_text_print_is_what_its_parts_say() -> None:
    none = fingerprint_text("……，。 \n", find_recipe("default"), segmenter())
    assert (none.fingerprint, none.tokens, none.features) == (None, 0, 0)
    for data in FILES.values():
        text = simcore.read_document("a", data).text
        normal = normalise(text)
        listed = words(normal, segmenter())
        one = fingerprint_text(text, find_recipe("default"), segmenter())
        assert one.text_hash == hashlib.blake2b(normal.encode(), digest_size=16).digest()
        assert one.fingerprint == voted(find_recipe("default"), listed)
        assert (one.characters, one.tokens) == (len(normal), len(listed))
        assert one.features == len(set(listed) | set(pairwise(listed)))
        assert np.frombuffer(one.sketch, "<u4").tolist() == sketch_of(letters_and_digits(normal))


@pytest.mark.parametrize("text", ["", "1 + 2", "1 a", "A" * 9, " " * 4_000 + "a"])
def test_scripts_of_ascii(text: str) -> None:
    codes = code_points(text.casefold())
    assert script_of(codes, ascii_only=True) is script_of(codes)
    assert script_of(code_points("a")) is Script.LATIN


RECIPES_AND_WIDTHS = ("default+32", "default", "default+128", "classic-128", "bigrams-32", "levels")


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "documents"
    folder.mkdir()
    for number in range(6):
        (folder / f"{number} zh.txt").write_text(chinese_text(number), encoding="utf-8")
        (folder / f"{number} en.txt").write_text(english_text(number), encoding="utf-8")
    (folder / "0 zh revised.txt").write_text(edited(chinese_text(0), 1, 1), encoding="utf-8")
    return folder


def test_one_index_holds_every_recipe(library: Path, tmp_path: Path) -> None:
    """Switching the recipe computes what is missing; switching back reads nothing."""
    with FingerprintIndex(tmp_path / "index.sqlite3") as index, make_executor(0) as executor:
        for turn, name in itertools.product((1, 2), RECIPES_AND_WIDTHS):
            config = ScanConfig(recipe=name, compared_distance=24, distance=24, jobs=0)
            report = scan([library], config, index, executor)
            assert report.counts.read == (13 if turn == 1 else 0)
            (group,) = report.groups
            names = {report.documents[group.representative].path.name}
            names |= {report.documents[member.document].path.name for member in group.members}
            assert names == {"0 zh.txt", "0 zh revised.txt"}
            documents = list(report.documents.values())
            expected = [
                (left, right, bits)
                for left, right in itertools.combinations(documents, 2)
                if left.fingerprint is not None and right.fingerprint is not None
                if (bits := (left.fingerprint ^ right.fingerprint).bit_count()) <= 24
            ]
            assert candidate_pairs(documents, 24) == expected
            assert recall([library], config, index).groups == report.groups
            query = library / "0 zh.txt"
            at = replace(report, config=replace(report.config, distance=24))
            (similar,) = find_similar(query, at, index)
            assert report.documents[similar.right].path.name == "0 zh revised.txt"
            width = find_recipe(name).width
            assert max(d.fingerprint or 0 for d in documents).bit_length() > width - 8


@pytest.mark.parametrize("name", RECIPES_AND_WIDTHS)
def test_an_explanation_has_the_width_of_its_recipe(library: Path, name: str) -> None:
    config = ScanConfig(recipe=name)
    explained = explain(library / "0 zh.txt", library / "0 zh revised.txt", config)
    width = find_recipe(name).width
    sides = (explained.left, explained.right)
    assert [side.votes.shape for side in sides] == [(width,)] * 2
    assert explained.width == width
    for side in sides:
        voted_for = (bit for bit, votes in enumerate(side.votes.tolist()) if votes >= 0)
        assert side.fingerprint == sum(1 << bit for bit in voted_for)
    bits = explained.left.fingerprint ^ explained.right.fingerprint
    differing = [bit for bit in range(width) if bits >> bit & 1]
    assert [item.bit for item in explained.differing] == differing != []
    if name in {"classic-128", "levels"}:  # the features do not depend on the words' order
        left, right = (find_recipe(name).features(list(s.words.elements()))[0] for s in sides)
        shared = {*map(tuple, left.tolist())} & {*map(tuple, right.tolist())}
        assert explained.shared_features == len(shared)
    assert 0 < explained.shared_features <= min(len(side.hashes) for side in sides)
    printed = "\n".join(explanation_lines(explained, ScanConfig()))
    assert f"of {width} bits differ" in printed
    assert f"{explained.left.fingerprint:0{width // 4}x}" in printed

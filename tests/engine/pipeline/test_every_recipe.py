"""Every recipe finds what comparing all pairs finds, and has its own limit of features."""

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from alike import alike as compared
from builders import voted
from simcore import (
    FingerprintIndex,
    ScanConfig,
    ScanReport,
    load_results,
    regroup,
    save_results,
    scan,
)
from simcore.cli.main import main
from simcore.fingerprints import RECIPES, find_recipe
from simcore.grouping.pairs import shown_kind
from simcore.index.index import held, read_texts
from simcore.model.config import DEFAULT_DISTANCE, Thresholds, least_features, start_distance
from simcore.model.records import Kind
from simcore.pipeline.candidates import settings_of
from simcore.pipeline.jobs import recipe_key
from simcore.pipeline.similar import find_similar
from simcore.workers import make_executor

OTHERS = [name for name in [*RECIPES, "default+128", "default+32+stem"] if name != "default"]
LOOSE = 0.3


def texts() -> Iterator[str]:
    """Yield families of texts of drawn words, each with more and more words exchanged."""
    chance = random.Random(20)
    letters = "abcdefghijklmnopqrstuvwxyz"
    drawn = ["".join(chance.choices(letters, k=chance.randint(2, 9))) for _ in range(900)]
    for family in range(16):
        words = chance.choices(drawn, k=110 if family % 2 else 45)
        for changes in (0, 3, 8, 15, 25, 40):
            some = list(words)
            for at in chance.sample(range(len(some)), changes):
                some[at] = chance.choice(drawn)
            yield " ".join(some)


def runs(text: str) -> set[str]:
    """Return the runs of five letters of a text, by which two texts are compared."""
    letters = text.replace(" ", "")
    return {letters[at : at + 5] for at in range(len(letters) - 4)}


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shelf")
    for number, text in enumerate(texts()):
        (folder / f"{number:02}.txt").write_text(text)
    return folder


@pytest.fixture(scope="module")
def alike(shelf: Path) -> dict[tuple[str, str], float]:
    """How alike each two texts are, by comparing all pairs, those of the same length by words."""
    texts = {path.name: path.read_text() for path in sorted(shelf.iterdir())}
    sets = {name: runs(text) for name, text in texts.items()}
    found = {
        (one, other): compared(sets[one], sets[other], (texts[one], texts[other]))
        for one, other in itertools.combinations(sets, 2)
    }
    assert sum(by_words for (share, *_), by_words in found.values() if share >= LOOSE) > 20
    return {pair: share for pair, ((share, *_), _) in found.items()}


def scanned(folder: Path, config: ScanConfig, index: Path = Path(":memory:")) -> ScanReport:
    with FingerprintIndex(index) as opened, make_executor(0) as executor:
        return scan([folder], config, opened, executor)


def shown(report: ScanReport) -> set[tuple[str, str]]:
    return {
        (report.documents[pair.left].path.name, report.documents[pair.right].path.name)
        for pair in report.pairs
        if shown_kind(pair, report.config) is Kind.SIMILAR
    }


@pytest.mark.parametrize("recipe", OTHERS)
def test_no_recipe_loses_a_pair(
    recipe: str, shelf: Path, alike: dict[tuple[str, str], float]
) -> None:
    """What passages propose is shown whatever the fingerprints of a recipe are good for."""
    report = scanned(shelf, ScanConfig(recipe=recipe, similarity=LOOSE, jobs=0, contained=False))
    true = {pair for pair, share in alike.items() if share >= LOOSE}
    assert len(true) > 90
    assert shown(report) == true
    stricter = regroup(report, Thresholds(report.config.distance, 0.7))
    assert shown(stricter) == {pair for pair, share in alike.items() if share >= 0.7}


def test_the_usual_recipe_loses_none_at_its_thresholds(
    shelf: Path, alike: dict[tuple[str, str], float]
) -> None:
    assert shown(scanned(shelf, ScanConfig(jobs=0, contained=False))) == {
        pair for pair, share in alike.items() if share >= 0.7
    }


@pytest.mark.parametrize("recipe", [*OTHERS, "default", "default+64", "bigrams-32+64"])
def test_a_recipe_starts_with_all_its_bits(recipe: str) -> None:
    """Only the distance of the usual one is measured; a distance that is asked for is obeyed."""
    expected = DEFAULT_DISTANCE if recipe == "default" else find_recipe(recipe).width
    assert start_distance(recipe) == expected
    assert ScanConfig(recipe=recipe).distance == expected
    assert ScanConfig(recipe=recipe, distance=DEFAULT_DISTANCE).distance == DEFAULT_DISTANCE


def test_another_recipe_brings_its_start_unless_a_distance_was_chosen() -> None:
    usual = ScanConfig()
    assert usual.by_recipe_of(replace(usual, recipe="chars-4")).distance == 64
    other = ScanConfig(recipe="chars-4")
    assert other.by_recipe_of(replace(other, recipe="default")).distance == DEFAULT_DISTANCE
    chosen = replace(usual, recipe="chars-4", distance=10)
    assert usual.by_recipe_of(chosen) == chosen
    stricter = replace(usual, distance=10)
    assert stricter.by_recipe_of(replace(stricter, recipe="chars-4")).distance == 10
    assert usual.by_recipe_of(replace(usual, similarity=0.5)) == replace(usual, similarity=0.5)


def test_the_limit_of_features_is_the_recipes() -> None:
    """A recipe that takes 20 words of any text needs no more; a cached search knows its limit."""
    words = [f"{a}{b}" for a in "bcdfghjk" for b in "aeiouxyz"]
    for recipe in RECIPES:
        most = len(find_recipe(recipe).features(words * 2)[0])
        assert least_features(recipe) <= most, recipe
        assert least_features(find_recipe(recipe).key) == least_features(recipe)
    assert settings_of("tfidf-20/1", Thresholds(3, 0.7, 0.8)) != settings_of(
        "default/1", Thresholds(3, 0.7, 0.8)
    )


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """Two texts of more than 20 words, alike, and two of 12."""
    folder = tmp_path / "notes"
    folder.mkdir()
    chance = random.Random(3)
    words = ["".join(chance.choices("abcdefghij", k=6)) for _ in range(60)]
    (folder / "long.txt").write_text(" ".join(words))
    (folder / "long 2.txt").write_text(" ".join([*words[:-1], "another"]))
    few = ["".join(chance.choices("klmnopqrst", k=6)) for _ in range(12)]
    (folder / "few.txt").write_text(" ".join(few))
    (folder / "few 2.txt").write_text(" ".join([*few[1:], "other"]))
    return folder


def test_the_twenty_most_telling_words_are_enough(notes: Path, tmp_path: Path) -> None:
    """In a scan, from the index, in memory, in a question and in saved results."""
    config, index = ScanConfig(recipe="tfidf-20", jobs=0), tmp_path / "index"
    report = scanned(notes, config, index)
    again = scanned(notes, config, index)
    path = tmp_path / "saved.variorum"
    save_results(report, (), path)
    for one in (report, again, load_results(path).report):
        short = {document.path.stem for document in one.documents.values() if document.short}
        assert short == {"few", "few 2"}
        pairs = {
            tuple(one.documents[end].path.stem for end in (pair.left, pair.right)): pair.short
            for pair in one.pairs
        }
        assert pairs["few 2", "few"]
        assert not pairs["long 2", "long"]
    assert (report.counts.short, again.counts.short) == (2, 2)
    with FingerprintIndex(index) as opened:
        key = recipe_key(config)
        in_memory = list(read_texts(opened, key, held(opened, key)))
        found = find_similar(
            notes / "long.txt", replace(report, config=replace(report.config, distance=64)), opened
        )
    assert sorted(short for some in in_memory for short in some.short.tolist()) == [0, 0, 1, 1]
    by_name = {report.documents[pair.right].path.stem: pair.short for pair in found}
    assert not by_name["long 2"]


def test_its_classic_use_works(notes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Pairs within a few bits without a comparison, and with one: the distances are shown."""
    recipe = find_recipe("tfidf-20")
    prints = {
        path.name: voted(recipe, path.read_text().split()) or 0 for path in sorted(notes.iterdir())
    }
    apart = {
        (one, other): (prints[one] ^ prints[other]).bit_count()
        for one, other in itertools.combinations(prints, 2)
    }
    most = str(apart["long 2.txt", "long.txt"])
    asked = "--recipe", "tfidf-20", "--distance", most, "--index", ":memory:", "--jobs", "0"
    assert main(["pairs", *asked, "--unverified", str(notes)]) == 0
    rows = [row.split(",") for row in capsys.readouterr().out.splitlines()[1:]]
    assert {(Path(one).name, Path(other).name): int(bits) for one, other, bits, *_ in rows} == {
        pair: bits for pair, bits in apart.items() if bits <= int(most)
    }
    assert main(["groups", *asked, str(notes)]) == 0
    printed = capsys.readouterr()
    lines = {Path(line).name: line for line in printed.out.splitlines()}
    assert f"{most} bits  " in lines["long.txt"] + lines["long 2.txt"]
    assert "(too short)" in lines["few.txt"] + lines["few 2.txt"]
    assert "2 documents have fewer than 20 features" in printed.err

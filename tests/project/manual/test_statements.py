"""Sentences of README and manuals that were once false, tried by the program as it is run."""

import csv
import io
import itertools
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from app.main import run_words
from builders import chinese_text, english_words, letters_and_digits, prose, shingle_strings

Told = Callable[..., tuple[int, str, str]]

LEASE = chinese_text(7)

NOT_ALL = 3
"""The code with which a command ends that could not do all."""


@pytest.fixture
def told(
    capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Told:
    """Return a runner of the program in a folder of its own: its code and what it said."""
    monkeypatch.chdir(tmp_path)

    def run(*words: object) -> tuple[int, str, str]:
        code = run_words([str(word) for word in words])
        output, errors = capfdbinary.readouterr()
        return code, output.decode("utf-8-sig"), errors.decode()

    return run


# ---- "all pairs within one that is named are found, whatever it costs": 18 bits


@pytest.fixture
def drafts(tmp_path: Path) -> dict[str, str]:
    """Write texts with ever more of their words changed; return them by their names."""
    texts: dict[str, str] = {}
    for number in range(4):
        chance = random.Random(number)
        words, strange = english_words(number, 400), english_words(number + 100, 400)
        for tenth in range(8):
            changed = set(chance.sample(range(400), 20 * tenth))
            text = prose(
                [strange[at] if at in changed else words[at] for at in range(400)], " ", ". "
            )
            texts[f"{number}-{tenth}.txt"] = text
    (tmp_path / "drafts").mkdir()
    for name, text in texts.items():
        (tmp_path / "drafts" / name).write_text(text, "utf-8")
    return texts


def test_a_distance_that_is_named_finds_all_within_it_and_nothing_beyond(
    drafts: dict[str, str], told: Told
) -> None:
    """Similarity by brute force over runs of five letters, distance by the fingerprints told."""
    code, output, _ = told("fingerprints", "drafts", "--jobs", 0)
    assert code == 0
    listed = csv.DictReader(io.StringIO(output))
    prints = {Path(row["path"]).name: int(row["fingerprint"], 16) for row in listed}
    assert set(prints) == set(drafts)
    runs = {name: set(shingle_strings(letters_and_digits(text))) for name, text in drafts.items()}

    def near(within: int, least: float) -> set[frozenset[str]]:
        return {
            frozenset(two)
            for two in itertools.combinations(drafts, 2)
            if (prints[two[0]] ^ prints[two[1]]).bit_count() <= within
            and len(runs[two[0]] & runs[two[1]]) / len(runs[two[0]] | runs[two[1]]) >= least
        }

    alike = {bits: near(bits, 0.7) for bits in (3, 18, 64)}
    # what is at least 70 % alike lies within 18 bits, and some of it beyond 3
    assert alike[3] < alike[18] == alike[64]
    # what is less alike does not: a named distance hides it
    assert near(18, 0.3) < near(64, 0.3)
    for bits, least in ((3, 0.7), (18, 0.7), (18, 0.3), (64, 0.3)):
        options = "--distance", bits, "--similarity", least, "--no-contained", "--jobs", 0
        code, output, _ = told("pairs", "drafts", *options)
        assert code == 0
        found = {
            frozenset({Path(row["left"]).name, Path(row["right"]).name})
            for row in csv.DictReader(io.StringIO(output))
        }
        assert found == near(bits, least), (bits, least)


# ---- what `--to delete` can and cannot undo


@pytest.fixture
def copies(tmp_path: Path) -> Path:
    """Return a folder with a document, a copy of its bytes, and its text in another encoding."""
    folder = tmp_path / "合同"
    folder.mkdir()
    (folder / "租约.txt").write_text(LEASE, "utf-8")
    (folder / "租约 (1).txt").write_text(LEASE, "utf-8")
    (folder / "租约 旧编码.txt").write_text(LEASE, "gb18030")
    return folder


PRUNE = "prune", "合同", "--keep", "name=租约.txt", "--to", "delete", "--apply", "--jobs", 0


def test_a_deletion_takes_identical_documents_and_undo_brings_them_back(
    copies: Path, told: Told
) -> None:
    before = {path.name: path.read_bytes() for path in copies.iterdir()}
    code, *_ = told(*PRUNE)
    assert code == 0
    assert {path.name for path in copies.iterdir()} == {"租约.txt", "租约 旧编码.txt"}
    code, *_ = told("undo")
    assert code == 0
    assert {path.name: path.read_bytes() for path in copies.iterdir()} == before


def test_a_deletion_of_the_same_text_must_be_asked_for_and_cannot_be_undone(
    copies: Path, told: Told
) -> None:
    """Its bytes are nowhere any more: undo says so, ends with 1, and brings back what it can."""
    code, *_ = told(*PRUNE, "--kinds", "identical,same-text")
    assert code == 0
    assert {path.name for path in copies.iterdir()} == {"租约.txt"}
    code, output, _ = told("undo")
    assert code == NOT_ALL
    assert "租约 旧编码.txt" in output
    assert {path.name for path in copies.iterdir()} == {"租约.txt", "租约 (1).txt"}
    assert (copies / "租约 (1).txt").read_bytes() == LEASE.encode()


def test_a_deletion_cannot_be_undone_when_no_identical_document_is_left(
    copies: Path, told: Told
) -> None:
    code, *_ = told(*PRUNE)
    assert code == 0
    (copies / "租约.txt").write_text("改写了。" * 40, "utf-8")
    code, output, _ = told("undo")
    assert code == NOT_ALL
    assert "租约 (1).txt" in output
    assert not (copies / "租约 (1).txt").exists()

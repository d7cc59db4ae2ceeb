"""How much of a document stands in another: as a table of groups, and where no distance is told."""

import csv
import io
import random
from pathlib import Path

import pytest

from simcore.cli.main import main

OPTIONS = "--jobs", "0", "--index", ":memory:"


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """A book, a chapter of it with a few words of its own, a revision, and a copy."""
    chance = random.Random(16)
    words = ["".join(chance.choices("abcdefghijklmn", k=7)) for _ in range(900)]
    revised = [*words[:880], *("another" for _ in range(40))]
    folder = tmp_path / "library"
    folder.mkdir()
    (folder / "book.txt").write_text(" ".join(words))
    (folder / "book copy.txt").write_text(" ".join(words) + "\n")
    (folder / "revised book.txt").write_text(" ".join(revised))
    (folder / "chapter.txt").write_text(" ".join([*words[300:500], "and", "more", "of", "its"]))
    return folder


def runs(path: Path) -> set[str]:
    letters = path.read_text().replace(" ", "").strip()
    return {letters[at : at + 5] for at in range(len(letters) - 4)}


def test_groups_say_what_stands_in_the_kept_document(
    library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both shares are those of comparing the sets of runs by hand."""
    assert main(["groups", *OPTIONS, "--format", "csv", str(library)]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    kept = {row["group"]: Path(row["path"]) for row in rows if row["kept"] == "yes"}
    assert {row["kind"] for row in rows} == {"kept", "same-text", "similar", "part"}
    for row in rows:
        ours, theirs = runs(Path(row["path"])), runs(kept[row["group"]])
        shared = len(ours & theirs)
        assert float(row["in_kept"]) == pytest.approx(shared / len(ours), abs=2e-6)
        assert float(row["kept_in"]) == pytest.approx(shared / len(theirs), abs=2e-6)


def test_no_distance_is_told_of_a_part(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A chapter lies as far from its book as chance has it."""
    assert main(["similar", *OPTIONS, str(library / "book.txt"), str(library)]) == 0
    lines = {Path(line).name: line for line in capsys.readouterr().out.splitlines()}
    assert " bit" in lines["book copy.txt"]
    assert " bit" in lines["revised book.txt"]
    assert lines["chapter.txt"].startswith("part ")
    assert " bit" not in lines["chapter.txt"]
    column = {line.index(str(library)) for line in lines.values()}
    assert len(column) == 1
    assert main(["groups", *OPTIONS, str(library)]) == 0
    (part,) = [one for one in capsys.readouterr().out.splitlines() if one.startswith("    part ")]
    assert " bit" not in part


def test_half_a_book_is_a_part_of_it_where_less_is_listed_as_similar(
    library: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """``similar`` lists from 30 % on; a part or a whole is called so there as in a scan."""
    words = (library / "book.txt").read_text().split()
    half = tmp_path / "half.txt"
    half.write_text(" ".join(words[200:700]))
    shared = len(runs(half) & runs(library / "book.txt")) / len(runs(library / "book.txt"))
    assert 0.5 < shared < 0.6
    command = ["similar", *OPTIONS, str(half), str(library)]
    assert main(command) == 0
    lines = {Path(line).name: line for line in capsys.readouterr().out.splitlines()}
    assert lines["book.txt"].startswith("whole             100 % ")
    assert lines["chapter.txt"].startswith("part ")
    assert main([*command, "--similarity", "0.5"]) == 0
    lines = {Path(line).name: line for line in capsys.readouterr().out.splitlines()}
    assert lines["book.txt"].startswith("similar ")

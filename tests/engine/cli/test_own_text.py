"""How much of a document is its own text is told of forms, and of nothing else."""

import csv
import io
import re
from pathlib import Path

import pytest

from forms import forms, versions, write_all
from simcore.cli.main import main


def runs(path: Path) -> set[str]:
    """Return the runs of five letters of a text of made-up words."""
    letters = path.read_text(encoding="utf-8").replace(" ", "")
    return {letters[at : at + 5] for at in range(len(letters) - 4)}


def own(one: Path, other: Path) -> float:
    return len(runs(one) - runs(other)) / len(runs(one))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = write_all(tmp_path / "letters", forms(21, 12, 80, (6, 12)))
    return write_all(folder, versions(22, 2, 90, "in a line", "all"), "zz-version")


def listed(out: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(out)))


def test_pairs_and_groups_tell_the_share_of_own_text(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = str(folder), "--jobs", "0", "--index", ":memory:"
    assert main(["pairs", *options]) == 0
    rows = listed(capsys.readouterr().out)
    assert list(rows[0])[7:11] == ["badge", "left_own", "right_own", "measure"]
    (near,) = [row for row in rows if row["kind"] == "similar"]
    assert (near["left_own"], near["right_own"]) == ("", "")
    assert len(rows) == 1 + 12 * 11 // 2
    for row in (row for row in rows if row is not near):
        assert row["kind"] == "same-form"
        left, right = Path(row["left"]), Path(row["right"])
        assert float(row["left_own"]) == pytest.approx(own(left, right), abs=1e-6)
        assert float(row["right_own"]) == pytest.approx(own(right, left), abs=1e-6)

    assert main(["groups", *options, "--format", "csv"]) == 0
    members = listed(capsys.readouterr().out)
    assert list(members[0])[13:16] == ["why", "own", "measure"]
    kept = {row["group"]: Path(row["path"]) for row in members if row["kind"] == "kept"}
    assert {bool(row["own"]) for row in members if row["kind"] != "same-form"} == {False}
    of_forms = [row for row in members if row["kind"] == "same-form"]
    assert len(of_forms) == 11
    for row in of_forms:
        share = own(Path(row["path"]), kept[row["group"]])
        assert float(row["own"]) == pytest.approx(share, abs=1e-6)


def test_similar_tells_the_share_of_own_text(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = folder / "text-003.txt"
    assert main(["similar", str(asked), str(folder), "--jobs", "0", "--index", ":memory:"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 11
    for line in lines:
        path = Path(re.search(r"bits  (.*?)  \(", line)[1])  # type: ignore[index]
        whole = re.search(r"\(own text (\d+)\.?\d* ?%\)$", line)
        assert whole is not None, line
        assert abs(int(whole[1]) - 100 * own(path, asked)) <= 1

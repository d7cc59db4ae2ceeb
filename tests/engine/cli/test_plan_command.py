"""``variorum plan`` as a shell sees it."""

import csv
import itertools
import json
import sqlite3
from pathlib import Path

import pytest

from builders import english_text
from simcore.cli.main import main
from simcore.cli.plan import PLAN_COLUMNS
from simcore.index.paths import default_index_path


def test_table(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", "--documents", str(2**34), "--distance", "3"]) == 0
    out, err = capfd.readouterr()
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert err == ""
    assert lines[0].startswith("17,179,869,184 fingerprints of 64 bits, all within 3 bits")
    # the first, "4 blocks", is the one in use
    assert [line for line in lines if line.startswith("*")] == [
        "* 4 16 4 262,144 1,048,576 687 GB 328 GB 4 blocks"
    ]
    assert "20 31 20 8 160 5.5 TB 2.89 TB permuted copies, 3 of 6 blocks leading" in lines


@pytest.mark.parametrize(
    ("distance", "said"),
    [
        (
            3,
            "in a cluster 4 tables, for each of which a fingerprint is sent: about 36 B a document",
        ),
        (24, "in a cluster no tables: each fingerprint is compared with each other one"),
    ],
)
def test_a_cluster(capsys: pytest.CaptureFixture[str], distance: int, said: str) -> None:
    assert main(["plan", "--documents", "100000", "--distance", str(distance)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == said


def test_csv_and_json_say_the_same(tmp_path: Path) -> None:
    asked = ["plan", "--documents", "1000000", "--distance", "6", "--bits", "128"]
    for name in ("csv", "json"):
        assert main([*asked, "--format", name, "--output", str(tmp_path / name)]) == 0
    rows = json.loads((tmp_path / "json").read_bytes())["rows"]
    with (tmp_path / "csv").open(encoding="utf-8", newline="") as file:
        listed = list(csv.DictReader(file))
    assert tuple(rows[0]) == tuple(listed[0]) == PLAN_COLUMNS
    told = {True: "yes", False: "no"}
    assert [
        {name: told[value] if type(value) is bool else str(value) for name, value in row.items()}
        for row in rows
    ] == listed
    assert [row["in_use"] for row in rows].count(True) == 1
    assert [row["exact"] for row in rows].count(False) == 1


def test_an_index_is_measured(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for number in range(40):
        (tmp_path / f"{number}.txt").write_text(english_text(number))
    assert main(["scan", str(tmp_path), "--jobs", "0"]) == 0
    path = default_index_path()
    capfd.readouterr()
    asked = ["plan", "--index", str(path), "--distance", "3"]
    assert main(asked) == 0
    out, err = capfd.readouterr()
    assert err == ""
    assert out.startswith("40 fingerprints of 64 bits")
    assert f"{path}: " in out
    assert "40 documents" in out
    # four keys a text, nearly all of them used once: a step of keys in three bytes at most
    with sqlite3.connect(path) as index:
        places = sorted(index.execute("select place, text from block").fetchall())
    index.close()
    assert len(places) == 160
    expected = packed_by_hand(places)
    assert f"delta-packed {expected} B" in out
    assert main([*asked, "--format", "json"]) == 0
    rows = {row["design"]: row for row in json.loads(capfd.readouterr().out)["rows"]}
    blocks = rows[f"{path}: block"]
    assert (blocks["packed_bytes"], blocks["tables"]) == (expected, None)
    assert rows[f"{path}: document"]["packed_bytes"] is None
    whole = sum(row["storage_bytes"] for name, row in rows.items() if name.startswith(str(path)))
    assert whole <= path.stat().st_size
    assert main(["plan", "--index", str(tmp_path / "none"), "--distance", "3"]) == 2
    assert "does not exist" in capfd.readouterr().err


def packed_by_hand(rows: list[tuple[int, int]]) -> int:
    """Count seven bits a byte: steps of keys, lengths of lists, steps of numbers."""
    values: list[int] = []
    before = 0
    for key in sorted({key for key, _ in rows}):
        numbers = [number for one, number in rows if one == key]
        values += [key - before, len(numbers)]
        values += [b - a for a, b in itertools.pairwise([0, *numbers])]
        before = key
    return sum(max(1, -(-value.bit_length() // 7)) for value in values)

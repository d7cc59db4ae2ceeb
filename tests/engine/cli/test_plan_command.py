"""``variorum plan`` as a shell sees it."""

import csv
import json
from pathlib import Path

import pytest

from simcore.cli.commands.plan import PLAN_COLUMNS
from simcore.cli.main import main


def test_table(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", "--documents", str(2**34), "--distance", "3"]) == 0
    out, err = capfd.readouterr()
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert err == ""
    assert lines[0].startswith("17,179,869,184 fingerprints of 64 bits, all within 3 bits")
    # the first, "4 blocks", is the one in use
    assert [line for line in lines if line.startswith("*")] == [
        "* 4 16 4 262,144 1,048,576 687 GB 4 blocks"
    ]
    assert "20 31 20 8 160 5.5 TB permuted copies, 3 of 6 blocks leading" in lines


def test_csv_and_json_say_the_same(tmp_path: Path) -> None:
    asked = ["plan", "--documents", "1000000", "--distance", "6", "--bits", "128"]
    for name in ("csv", "json"):
        assert main([*asked, "--format", name, "--output", str(tmp_path / name)]) == 0
    rows = json.loads((tmp_path / "json").read_bytes())
    with (tmp_path / "csv").open(encoding="utf-8", newline="") as file:
        listed = list(csv.DictReader(file))
    assert tuple(rows[0]) == tuple(listed[0]) == PLAN_COLUMNS
    assert [{name: str(value) for name, value in row.items()} for row in rows] == listed
    assert [row["in_use"] for row in rows].count(True) == 1
    assert [row["exact"] for row in rows].count(False) == 1


@pytest.mark.parametrize(
    "options",
    [
        [],
        ["--documents", "10"],
        ["--documents", "ten", "--distance", "3"],
        ["--documents", "0", "--distance", "3"],
        ["--documents", "10", "--distance", "64"],
        ["--documents", "10", "--distance", "3", "--bits", "60"],
    ],
)
def test_wrong_usage(options: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    try:
        code = main(["plan", *options])
    except SystemExit as error:
        code = int(error.code or 0)
    out, err = capfd.readouterr()
    assert (code, out) == (2, "")
    assert "--d" in err or "must" in err

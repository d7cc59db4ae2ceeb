"""The programs of benchmarks/quality run: what they print is believed elsewhere."""

import subprocess
import sys
from pathlib import Path

from builders import english_text

QUALITY = Path(__file__).parents[1] / "benchmarks" / "quality"


def run(name: str, *arguments: object) -> tuple[list[list[str]], str]:
    done = subprocess.run(
        [sys.executable, QUALITY / name, *map(str, arguments)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    rows = [line.strip("| ").split(" | ") for line in done.stdout.splitlines() if " | " in line]
    return rows, done.stderr


def test_edits(tmp_path: Path) -> None:
    rows, _ = run("edits.py", tmp_path / "made", "--documents", 2)
    found = {(row[0], row[1]): row for row in rows[1:]}
    for language in ("english", "chinese"):
        assert found[language, "substituted 1%"][2:6] == ["2", "1.000", "0", "1.000"]
        # what is only written differently is the same text
        assert found[language, "in utf-16"][3:9] == ["1.000", "0", "1.000", "1.00", "1.00", "0"]
        # the first three quarters of a text are in it, and it is about as alike as it is long
        row = found[language, "first 75%"]
        assert 0.70 <= float(row[6]) <= 0.80
        assert float(row[7]) >= 0.95
    folder = tmp_path / "made" / "english" / "first-25%"
    whole, part = (
        (folder / side / "0001.txt").read_text(encoding="utf-8").split()
        for side in ("original", "edited")
    )
    assert len(whole) >= 250
    assert len(part) == round(len(whole) / 4)
    # the last word of what was kept may have gained a full stop
    assert part[:-1] == whole[: len(part) - 1]
    # every kind of edit is made of the same documents
    originals = [path.read_bytes() for path in tmp_path.glob("made/english/*/original/0001.txt")]
    assert len(originals) >= 10
    assert len(set(originals)) == 1


def test_peers_and_corpora(tmp_path: Path) -> None:
    folder = tmp_path / "mccormick-articles"
    folder.mkdir()
    for number in range(3):
        text = english_text(number)
        (folder / f"{number}.txt").write_text(text, encoding="utf-8")
        (folder / f"{number}-copy.txt").write_text(text.upper(), encoding="utf-8")
    labels = tmp_path / "mccormick-articles.pairs.csv"
    # one of the three copies is not labelled
    labels.write_text("left,right\n0.txt,0-copy.txt\n1-copy.txt,1.txt\n", encoding="utf-8")
    rows, _ = run("peers.py", folder, labels, "--tool", "variorum")
    assert rows[1][2:] == ["3", "0.667", "1.000", "0.800", "1.000", "0.333"]
    rows, complaints = run("corpora.py", tmp_path)
    assert ["18 (start)", "3", "0.6667", "1.0000", "0.8000", "1.0000", "0.3333"] in [
        row[:7] for row in rows
    ]
    assert complaints.count("tidb-docs-zh: is not there, left out") == 2
    # all three pairs have equal text, two of them are labelled
    rows, _ = run("../recipes.py", folder, labels, "default")
    assert [row[:2] for row in rows] == [["default", "3: 1.000 of 3"]]

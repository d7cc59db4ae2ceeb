"""The programs of benchmarks run, and tell what is planted from what is not: others believe them.

No time is judged: ``.ci/long`` runs the speed table itself. Where the real corpora are, ``python -m
benchmarks.quality.kinds --check`` looks at what is made of them.
"""

import csv
import doctest
import gzip
import io
import random
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from amounts import in_long_runs
from benchmarks.quality.keeping import __main__ as keeping
from benchmarks.quality.kinds import __main__ as kinds
from benchmarks.quality.kinds.model import File, Made, Verdict
from benchmarks.quality.kinds.saying import HIDDEN, NOT_READ, answers
from benchmarks.recipes import __main__ as recipes
from benchmarks.recipes import scores
from benchmarks.speed import figures
from benchmarks.speed.corpus import Corpus
from builders import edited, english_text
from places import ROOT
from simcore import FingerprintIndex, ScanConfig, scan
from simcore.pipeline.rereading import read_text
from simcore.text.words import normalise
from simcore.workers import make_executor


@pytest.mark.parametrize("module", [figures, scores])
def test_examples_in_the_documentation(module: ModuleType) -> None:
    done = doctest.testmod(module)
    assert (done.failed, done.attempted > 0) == (0, True)


# ---- speed


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return Corpus(seed=7, mean_bytes=2_000)


def test_what_was_planted_is_found(tmp_path: Path, corpus: Corpus) -> None:
    count = 300
    corpus.write(tmp_path, range(count))
    config = ScanConfig(jobs=1, containment=0.8)
    with FingerprintIndex(Path(":memory:")) as index, make_executor(1) as executor:
        found = scan([tmp_path], config, index, executor)
    assert found.counts.documents == count
    group_of: dict[Path, set[int]] = {}
    for number, group in enumerate(found.groups):
        for identity in (group.representative, *(m.document for m in group.members)):
            path = found.documents[identity].path.relative_to(tmp_path)
            group_of.setdefault(path, set()).add(number)
    missed = [
        one
        for one in corpus.planted(count)
        # copies of one source may belong to it by another copy
        if one.kind not in {"chapter", "substituted 5%", "header and footer"}
        and not group_of.get(corpus.path(one.copy), set())
        & group_of.get(corpus.path(one.source), set())
    ]
    assert missed == []


def test_copies_in_other_encodings_are_the_same_text(tmp_path: Path, corpus: Corpus) -> None:
    for one in corpus.planted(1_000):
        if one.kind in {"in gb18030", "in utf-16", "in utf-8-sig"}:
            path = tmp_path / "copy.txt"
            path.write_bytes(corpus.content(one.copy))
            decoded, _ = read_text(path, 1_000_000)
            assert normalise(decoded.text) == normalise(corpus.content(one.source).decode())


# ---- quality: edits, pages, parts, encodings


Rows = list[list[str]]


def run(name: str, *arguments: object) -> tuple[Rows, str]:
    """Run a program of benchmarks; return the rows of its tables, and what it complained of."""
    done = subprocess.run(
        [sys.executable, "-m", f"benchmarks.{name}", *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    rows = [line.strip("| ").split(" | ") for line in done.stdout.splitlines() if " | " in line]
    return rows, done.stderr


@in_long_runs
def test_edits(tmp_path: Path) -> None:
    rows, _ = run("quality.edits", tmp_path / "made", "--documents", 2)
    found = {(row[0], row[1]): row for row in rows[1:]}
    for language in ("english", "chinese"):
        assert found[language, "substituted 1%"][2:6] == ["2", "1.000", "0", "1.000"]
        # what is only written differently is the same text
        assert found[language, "in utf-16"][3:9] == ["1.000", "0", "1.000", "1.00", "1.00", "0"]
        # the first three quarters of a text are in it, and it is about as alike as it is long
        row = found[language, "first 75%"]
        assert 0.70 <= float(row[6]) <= 0.80
        assert float(row[7]) >= 0.95


@in_long_runs
def test_noisy_pages(tmp_path: Path) -> None:
    """The slider hides hardly a page with misread characters: it is compared by letters."""
    rows, _ = run("quality.noisy", tmp_path / "made", "--documents", 8)
    titles, *collections = rows
    at = {title.removeprefix("hidden at "): place for place, title in enumerate(titles)}
    assert len(collections) == 18
    for row in collections:
        verified, alike = int(row[2]), int(row[3])
        assert verified >= alike
        assert alike or row[1] not in {"1 %", "2 %", "3 %", "all"}
        if alike:
            assert float(row[at["24"]]) <= 0.01, row
            assert float(row[at["0"]]) <= 0.2, row


def test_limits_of_parts(tmp_path: Path) -> None:
    """A text of 100 lines, and its first 79, 81 and 95 lines: parts by length alone."""
    drawn = random.Random(1).choices(range(0x4E00, 0x9000), k=3_000)
    lines = ["".join(map(chr, drawn[at : at + 30])) + "\n" for at in range(0, 3_000, 30)]
    for count in (100, 95, 81, 79):
        (tmp_path / f"{count}.txt").write_text("".join(lines[:count]), encoding="utf-8")
    rows, _ = run("quality.parts", tmp_path)
    parts = {row[0].strip("*"): (int(row[1]), row[3]) for row in rows[1:]}
    # all are near at the start; at distance 0 what is short enough beside another one is a part
    assert [parts[limit][0] for limit in ("0.7", "0.8", "1")] == [0, 0, 0]
    hidden = {limit: row[1].partition(" of ") for limit, row in parts.items()}
    assert {count for _, _, count in hidden.values()} == {"6"}
    assert {limit: share for limit, (share, _, _) in hidden.items()} == {
        "0.7": "0.000",
        "0.75": "0.000",
        "0.78": "0.000",
        "0.8": "0.167",
        "0.82": "0.333",
        "0.85": "0.500",
        "0.9": "0.667",
        "1": "1.000",
    }


@in_long_runs
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
    rows, _ = run("quality.peers", folder, labels, "--tool", "variorum")
    assert float(rows[1][2]) > 0
    assert rows[1][3:] == ["3", "0.667", "1.000", "0.800", "1.000", "0.333"]
    rows, complaints = run("quality.corpora", tmp_path)
    assert ["24 (start)", "3", "0.6667", "1.0000", "0.8000", "1.0000", "0.3333"] in [
        row[:7] for row in rows
    ]
    assert complaints.count("tidb-docs-zh: is not there, left out") == 2
    # all three pairs have equal text, two of them are labelled
    rows, _ = run("recipes.fingerprints", folder, labels, "default")
    assert [row[:2] for row in rows] == [["default", "3: 1.000 of 3"]]
    rows, _ = run("quality.shingles", tmp_path, "--documents", 3)
    assert {row[1] for row in rows[1:9]} == {"2 of 2"}
    # pairs of different texts only
    for number in range(3):
        text = f"{english_text(number)} The last sentence is new."
        (folder / f"{number}-later.txt").write_text(text, encoding="utf-8")
    rows, _ = run("quality.search", folder)
    assert rows[1] == [folder.name, "6", "3", "3", "1.00", "1.0000", "1.0000"]


@in_long_runs
def test_formats(tmp_path: Path) -> None:
    """Two pages are found beside their sources; one is another page under the name of a third."""
    (tmp_path / "_sources").mkdir()
    for number, other in ((0, 0), (1, 1), (2, 9)):
        page = "".join(f"<p>See <em>{line}</em></p>" for line in english_text(other).splitlines())
        source = "".join(f"See *{line}*\n\n" for line in english_text(number).splitlines())
        (tmp_path / f"{number}.html").write_text(page, encoding="utf-8")
        (tmp_path / "_sources" / f"{number}.rst.txt").write_text(source, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, ROOT / "benchmarks" / "quality" / "formats.py", tmp_path, "--show"],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    first, *shown = done.stdout.splitlines()
    assert first.startswith("of 3 pages 2 are found in both formats, 0 of them as parts; 0 wrong")
    assert [line for line in shown if line.startswith("hidden")] == ["hidden: 2.rst.txt"]


def test_decoding(tmp_path: Path) -> None:
    """Of pages in two languages every codec of these is written, and most are read rightly."""
    for language, sentence in (
        ("de", "Für größere Änderungen öffnet man die Übersicht der Schlüssel, außer früh am Tag."),
        ("ru", "Эта страница описывает, как читают документы в любой кодировке и на любом языке."),
    ):
        page = tmp_path / "man" / language / "man1" / "page.1.gz"
        page.parent.mkdir(parents=True)
        page.write_bytes(gzip.compress(f".SH NAME\n{sentence}\n".encode() * 300))
    rows, _ = run("quality.decoding", tmp_path, "--each", 1)
    titles, *codecs = rows
    assert titles == ["codec", "200 bytes", "2 kB", "20 kB"]
    shares = {row[0]: row[1:] for row in codecs}
    for name in ("cp866", "iso8859-5", "koi8-r", "cp437", "mac-roman", "cp1252", "utf-16-le"):
        assert shares[name] == ["1.000"] * 3
    assert "cp737" not in shares, "there is nothing Greek"
    assert float(shares["all"][1]) >= 0.9


# ---- quality: which document is kept, and which kind a pair is


@pytest.mark.parametrize("half", ["tuned", "aside", "strangers", "unseen"])
def test_the_right_document_of_a_family_is_kept(
    half: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--only", "families", "--half", half, "--work", str(tmp_path), "--jobs", "0"]
    assert keeping.main(options) == 0
    _, _, total, right, _ = capsys.readouterr().out.split("|")
    assert int(total) >= 12
    assert int(right.split()[0]) >= 0.95 * int(total)


def test_what_the_program_says_is_a_verdict() -> None:
    text, other = english_text(1), english_text(2)
    with_number = text + "The meeting begins at 10 past 9 and the river is 300 metres wide.\n"
    couples = (
        (File.of(text), File(text.encode("utf-16"))),
        (File.of(text), File.of(text.replace("table", "chair", 1))),
        (File.of(with_number), File.of(with_number.replace("300", "470"))),
        (File.of(text), File.of(text + other + english_text(3))),
        (File.of(english_text(4)), File.of(english_text(5))),
        (File.of(english_text(6)), File(b"%PDF-1.4 nothing", ".pdf")),
    )
    found = answers(Made(couples))
    assert [answer.verdicts for answer in found] == [
        {Verdict.SAME},
        {Verdict.NEAR},
        {Verdict.NUMBERS},
        {Verdict.PART},
        {Verdict.OTHER},
        frozenset(),
    ]
    assert [found[4].words, found[5].words] == [HIDDEN, NOT_READ]


def test_kinds_of_pairs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folders = ["--corpora", str(tmp_path), "--debian", str(tmp_path)]
    assert kinds.main(["--kind", "paraphrase", "--show", "1", *folders]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-2:] == [
        "| paraphrase | other | 10 | |",
        "| **1 kind** | | **10 of 10, 100.0%** | 1 kinds at 8 of 10 |",
    ]
    assert kinds.main(["--check", *folders, "--kind", "rst-html"]) == 2
    printed = capsys.readouterr()
    assert "not made: rst-html\n  the Debian package sphinx-doc" in printed.err
    assert "0 kinds are made, 0 faults" in printed.out


def test_tables(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Of three true pairs: an edited one, a copy, and one with a file that is not there."""
    library, labels = tmp_path / "library", tmp_path / "pairs.csv"
    library.mkdir()
    for number in range(3):
        (library / f"{number}.txt").write_text(english_text(number), encoding="utf-8")
    (library / "near.txt").write_text(edited(english_text(0), 1, 3), encoding="utf-8")
    (library / "copy.txt").write_text(english_text(1), encoding="utf-16")
    labels.write_text("left,right\nnear.txt,0.txt\n1.txt,copy.txt\n2.txt,gone.txt\n", "utf-8")
    asked = [str(library), str(labels), "--jobs", "0"]
    assert recipes.main(asked) == 0
    out, err = capfd.readouterr()
    assert f"line 4: left out, gone.txt is not in {library}\n" in err
    # at the distance where the window starts both are found, and nothing else
    assert "\n| 24 (start) | 2 | 1.0000 | 1.0000 | 1.0000 | 1.0000 | 0.0000 |" in out
    assert recipes.main([*asked, "--recipe", "charikar", "--distance", "20", "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capfd.readouterr().out)))
    # 21 distances by five thresholds, the shown and the proposed; passages have none
    assert (tuple(rows[0]), len(rows)) == (recipes.EVALUATION_COLUMNS, 21 * 5 * 2 + 5)
    (library / "near.txt").write_bytes(bytes(range(256)))
    assert recipes.main(asked) == 0
    out, err = capfd.readouterr()
    assert "near.txt: is labelled, but was not read; its pairs count as missed" in err
    assert "\n| 24 (start) | 1 | 1.0000 | 0.5000 |" in out

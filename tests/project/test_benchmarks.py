"""The programs of benchmarks/quality run: what they print is believed elsewhere."""

import gzip
import importlib
import itertools
import random
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amounts import in_long_runs
from builders import english_text
from places import ROOT
from simcore.text import shingles as counted

QUALITY = ROOT / "benchmarks" / "quality"


def run(name: str, *arguments: object) -> tuple[list[list[str]], str]:
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
    # a page of 100 characters with 4 % misread has 4 others
    clean, scanned = (
        "".join(path.read_text(encoding="utf-8") for path in sorted(folder.iterdir()))
        for folder in (tmp_path / "made/chinese/4/clean", tmp_path / "made/chinese/4/one")
    )
    assert len(clean) == len(scanned)
    changed = sum(a != b for a, b in zip(clean, scanned, strict=True))
    assert 0.03 <= changed / len(clean.replace("\n", "")) <= 0.05


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
    assert {limit: (share, count) for limit, (share, _, count) in hidden.items()} == {
        "0.7": ("0.000", "6"),
        "0.75": ("0.000", "6"),
        "0.78": ("0.000", "6"),
        "0.8": ("0.167", "6"),
        "0.82": ("0.333", "6"),
        "0.85": ("0.500", "6"),
        "0.9": ("0.667", "6"),
        "1": ("1.000", "6"),
    }


@pytest.fixture(scope="module")
def kinds_of_shingle() -> ModuleType:
    return importlib.import_module("benchmarks.quality.shingles")


SETS = st.lists(st.sets(st.integers(0, 40), max_size=20), max_size=7)


@given(SETS, st.sampled_from([0.1, 0.5, 1.0]), st.sampled_from([0.3, 0.8, 2.0]))
def test_all_pairs(
    kinds_of_shingle: ModuleType, sets: list[set[int]], resemblance: float, containment: float
) -> None:
    expected = []
    for (i, a), (j, b) in itertools.combinations(enumerate(sets), 2):
        alike = len(a & b) / max(1, len(a | b))
        held = len(a & b) / max(1, min(len(a), len(b)))
        if alike >= resemblance or held >= containment:
            expected.append((i, j, alike, held))
    arrays = [np.array(sorted(one), dtype=np.uint64) for one in sets]
    found = kinds_of_shingle.compared(arrays, resemblance, containment)
    assert [(p.left, p.right, p.resemblance, p.containment) for p in found] == expected


@settings(deadline=None)
@given(st.lists(st.text("ab数据库", max_size=30), min_size=2, max_size=2))
def test_kinds_of_shingle(kinds_of_shingle: ModuleType, texts: list[str]) -> None:
    def runs(text: str, of_chinese: int, of_others: int) -> set[str]:
        lengths = [of_chinese if character in "数据库" else of_others for character in text]
        every = {
            text[at : at + length] for at, length in enumerate(lengths) if at + length <= len(text)
        }
        return every or ({text} - {""} if len(text) <= min(lengths, default=0) else set())

    for of_chinese, of_others in ((3, 3), (6, 6), (3, 5), (4, 5), (4, 6)):
        kind = kinds_of_shingle.characters(of_chinese, of_others)
        sets = [runs(text, of_chinese, of_others) for text in texts]
        if not all(sets):
            # too short for a shingle of both sorts: a run that is no whole text
            continue
        left, right = (kind(text) for text in texts)
        assert (len(left), len(right)) == (len(sets[0]), len(sets[1]))
        assert len(np.intersect1d(left, right)) == len(sets[0] & sets[1])
        if (of_chinese, of_others) == (4, 5):
            own = [counted.distinct(counted.shingles_in_order(text)) for text in texts]
            assert [len(one) for one in own] == [len(left), len(right)]
            assert len(np.intersect1d(*own)) == len(np.intersect1d(left, right))


def test_three_words(kinds_of_shingle: ModuleType) -> None:
    kind = kinds_of_shingle.three_words()
    one, other = kind("一起 the end of the 数据库"), kind("end of the 数据库")
    # 一起 the end, the end of, end of the, of the 数据库; of these the last two
    assert (len(one), len(other), len(np.intersect1d(one, other))) == (4, 2, 2)
    assert len(kind("数据库")) == 1


@in_long_runs
def test_shingles(kinds_of_shingle: ModuleType, tmp_path: Path) -> None:
    folder = tmp_path / "mccormick-articles"
    folder.mkdir()
    language = kinds_of_shingle.english()
    for number in range(4):
        text = language.text(language.document(random.Random(number)))
        (folder / f"{number}.txt").write_text(text, encoding="utf-8")
        changed = text.replace(" they ", " people ")
        (folder / f"{number}-changed.txt").write_text(changed, encoding="utf-8")
    labels = tmp_path / "mccormick-articles.pairs.csv"
    labels.write_text("left,right\n0.txt,0-changed.txt\n1-changed.txt,1.txt\n", encoding="utf-8")
    rows, complaints = run("quality.shingles", tmp_path, "--documents", 3)
    assert complaints.count("tidb-docs-zh: is not there, left out") == 1
    articles, chinese, english = (rows[at : at + 9] for at in range(0, 27, 9))
    # four pairs are alike, two of them are labelled; by three letters all English texts are alike
    figures = {row[0]: row[1:] for row in articles[1:]}
    short = figures.pop("3 characters")
    assert short[0] == "2 of 2"
    assert int(short[1]) > 10
    assert {tuple(row[:2]) for row in figures.values()} == {("2 of 2", "2")}
    for table in (chinese, english):
        means = {row[0]: [float(row[at]) for at in (1, 4, 7)] for row in table[1:]}
        assert len(means) == 8
        for falling in means.values():
            assert 1 > falling[0] > falling[1] > falling[2] > 0
        # a longer shingle is spoiled more easily
        assert means["3 characters"] > means["4 characters"] > means["6 characters"]
    # a script is looked at alone: what the other one's shingles are changes nothing
    by_script = "**4 Chinese, 5 other**"
    assert english[1:][list(means).index(by_script)][1:] == english[3][1:]


@in_long_runs
def test_routes(kinds_of_shingle: ModuleType, tmp_path: Path) -> None:
    language = kinds_of_shingle.chinese()
    paragraphs = [language.draw(50, random.Random(number)) for number in range(40)]
    whole, near = (language.text(some) for some in (paragraphs, paragraphs[:-1]))
    part = language.text(paragraphs[:1])
    (tmp_path / "whole.txt").write_text(whole, encoding="utf-8")
    (tmp_path / "near.txt").write_text(near, encoding="utf-8")
    (tmp_path / "part.txt").write_text(part, encoding="utf-8")
    (tmp_path / "same.txt").write_bytes(part.encode("gb18030"))
    (tmp_path / "other.txt").write_text(english_text(2), encoding="utf-8")
    rows, _ = run("quality.routes", tmp_path)
    by_kind = {row[0]: row[1:] for row in rows[1:]}
    found = "1.0000, 0 missed"
    alike, held = by_kind["resemblance at least 0.3"], by_kind["containment at least 0.8"]
    assert alike == ["1", *[found] * 4]
    # a fortieth of a text has another fingerprint; passages tell that both revisions hold it
    assert held[0] == "3"
    assert held[1] == "0.3333, 2 missed"
    assert held[2:] == [found] * 3
    # what is kept of either is a beginning: all three pairs are whole parts
    rows, _ = run("quality.routes", tmp_path, "--containment", "1")
    assert rows[2][:2] == ["containment at least 1.0", "3"]


ORPHAN = """
import subprocess, sys, peers
burn = "import time\\nwhile time.process_time() < 0.5: pass"
orphan = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {burn!r}])"
peers.adopt_orphans()
used = peers.processor_seconds()
subprocess.run([sys.executable, "-c", orphan])
print(peers.processor_seconds() - used)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets orphans be adopted")
def test_processor_seconds_of_what_nobody_waits_for() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ORPHAN], cwd=QUALITY, capture_output=True, text=True, check=True
    )
    # not how long it takes, but whether it is counted
    assert float(done.stdout) >= 0.5


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


@in_long_runs
def test_formats(tmp_path: Path) -> None:
    """Two pages are found beside their sources; one is another page under the name of a third."""
    for number in range(4):
        text = english_text(number if number < 3 else 9)
        page = "".join(f"<p>See <em>{line}</em></p>" for line in text.splitlines())
        source = "".join(f"See *{line}*\n\n" for line in english_text(number).splitlines())
        (tmp_path / "_sources").mkdir(exist_ok=True)
        (tmp_path / f"{number}.html").write_text(page, encoding="utf-8")
        (tmp_path / "_sources" / f"{number}.rst.txt").write_text(source, encoding="utf-8")
    (tmp_path / "_sources" / "short.rst.txt").write_text("Too short to be drawn.", "utf-8")
    (tmp_path / "short.html").write_text("<p>Too short to be drawn.", "utf-8")
    (tmp_path / "4.html").write_bytes((tmp_path / "0.html").read_bytes())
    (tmp_path / "_sources" / "4.rst.txt").write_text(english_text(8), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, QUALITY / "formats.py", tmp_path, "--show"],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    first, *shown = done.stdout.splitlines()
    assert first == (
        "of 5 pages 3 are found in both formats, 0 of them as parts; "
        "1 wrong pairs, 1 within a format"
    )
    assert {line for line in shown if line.startswith("hidden")} == {
        "hidden: 3.rst.txt",
        "hidden: 4.rst.txt",
    }


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

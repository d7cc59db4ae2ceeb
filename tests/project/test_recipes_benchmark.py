"""Scores against labelled pairs: counts made by hand, and what the program prints."""

import csv
import doctest
import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.recipes import scores
from benchmarks.recipes.__main__ import EVALUATION_COLUMNS, main
from benchmarks.recipes.plot import plot_curves
from benchmarks.recipes.scores import (
    Evaluation,
    FoundPair,
    Label,
    Route,
    Score,
    absent,
    document_names,
    evaluate,
    found_pairs,
    named_pairs,
    read_labels,
)
from builders import document, edited, english_text, pair
from simcore import ScanConfig, ScanReport
from simcore.model.reasons import SimcoreError
from simcore.model.records import TextId
from simcore.model.report import Counts


def at(evaluation: Evaluation, measure: str, distance: int, threshold: float) -> Score:
    (score,) = [
        s
        for s in evaluation.scores
        if (s.measure, s.distance, s.threshold) == (measure, distance, threshold)
    ]
    return score


# six documents, a to f; the figures of each test are counted from these lines
LABELS = [
    Label("a", "b", 0.95, 0.97),
    Label("a", "c", 0.92, 0.95),
    Label("b", "c", 0.75, 0.80),
    Label("d", "e", 0.55, 0.99),
]
FOUND = [
    FoundPair("b", "a", 2, 0.95, 0.97),
    FoundPair("b", "c", 9, 0.75, 0.80),
    FoundPair("d", "e", 12, 0.55, 0.99),
    FoundPair("e", "f", 5, 0.80, 0.85),
]


def test_examples() -> None:
    assert doctest.testmod(scores).failed == 0
    assert doctest.testmod(scores).attempted > 0


def test_scores_by_distance_and_threshold() -> None:
    found = evaluate(FOUND, LABELS, [0, 3, 8, 16], [0.5, 0.7, 0.9])
    # at 0.7 three are true; within 8 bits a-b is shown, and e-f, which nobody labelled
    score = at(found, "similarity", 8, 0.7)
    assert (score.true, score.shown, score.hits) == (3, 2, 1)
    assert (score.precision, score.recall, score.f1) == (1 / 2, 1 / 3, 0.4)
    # of the two labelled at least 0.9, a-b is shown; of the two shown, e-f is wrong
    assert (score.must_find, score.must_not) == (1 / 2, 1 / 2)
    # at 16 bits b-c comes; d-e is below 0.7
    score = at(found, "similarity", 16, 0.7)
    assert (score.precision, score.recall) == (2 / 3, 2 / 3)
    assert (score.must_find, score.must_not) == (1 / 2, 1 / 3)
    # at 0.5 all four labels are true, and d-e is shown though labelled below 0.6
    score = at(found, "similarity", 16, 0.5)
    assert (score.precision, score.recall, score.must_not) == (3 / 4, 3 / 4, 2 / 4)
    # at 0.9 a-b alone is shown
    score = at(found, "similarity", 16, 0.9)
    assert (score.precision, score.recall) == (1, 1 / 2)
    # nothing within 0 bits: no wrong pair among none
    score = at(found, "similarity", 0, 0.7)
    assert (score.shown, score.precision, score.recall, score.f1, score.must_not) == (0, 1, 0, 0, 0)


def test_scores_by_containment() -> None:
    found = evaluate(FOUND, LABELS, [16], [0.9])
    # a-b, a-c and d-e are contained; a-b and d-e are shown
    score = at(found, "containment", 16, 0.9)
    assert (score.true, score.shown, score.hits) == (3, 2, 2)
    assert (score.precision, score.recall, score.f1) == (1, 2 / 3, 0.8)
    assert (score.must_find, score.must_not) == (2 / 3, 0)


def test_labels_without_figures_are_true_at_every_similarity() -> None:
    labels = [Label("a", "b"), Label("c", "d")]
    found = evaluate(FOUND, labels, [16], [0.5, 0.95])
    assert {score.measure for score in found.scores} == {"similarity"}
    assert [(score.true, score.hits) for score in found.scores] == [(2, 1), (2, 1)]


def test_a_pair_counts_once_whatever_its_direction() -> None:
    twice = [FoundPair("a", "b", 2, 0.9, 0.9), FoundPair("b", "a", 2, 0.9, 0.9)]
    labels = [Label("a", "b"), Label("b", "a")]
    (score,) = evaluate(twice, labels, [3], [0.7]).scores
    assert (score.true, score.shown, score.hits) == (1, 1, 1)


def test_routes() -> None:
    prints = Route(
        "fingerprints",
        {frozenset("ab"): 2, frozenset("bc"): 9, frozenset("ef"): 5, frozenset("ad"): 9},
    )
    passages = Route("passages", {frozenset("ac"): None, frozenset("xy"): None})
    found = evaluate([], LABELS, [3, 9], [0.7, 0.9], [prints, passages])
    assert [
        (s.route, s.distance, s.threshold, s.candidates, s.true, s.hits) for s in found.routes
    ] == [
        ("fingerprints", 3, 0.7, 1, 3, 1),
        ("fingerprints", 9, 0.7, 4, 3, 2),
        ("fingerprints", 3, 0.9, 1, 2, 1),
        ("fingerprints", 9, 0.9, 4, 2, 1),
        ("passages", None, 0.7, 2, 3, 1),
        ("passages", None, 0.9, 2, 2, 1),
    ]
    assert found.routes[1].recall == 2 / 3


def test_routes_propose_texts_and_so_every_copy() -> None:
    # b and c hold one text, so a-b proposes a-c, and b-c needs no proposal
    texts = {name: TextId(number) for name, number in {"a": 1, "b": 2, "c": 2, "d": 3}.items()}
    route = Route("fingerprints", {frozenset("ab"): 4})
    labels = [Label("a", "b"), Label("a", "c"), Label("b", "c"), Label("a", "d")]
    found = evaluate([], labels, [0, 4], [0.7], [route], texts)
    assert [(score.candidates, score.hits) for score in found.routes] == [(0, 1), (1, 3)]


def test_nothing_labelled_nothing_found() -> None:
    (score,) = evaluate([], [], [3], [0.7], [Route("fingerprints", {})]).scores
    assert (score.precision, score.recall, score.f1, score.must_find) == (1, 1, 1, 1)


def test_pairs_of_a_report_with_every_copy_and_whatever_its_thresholds() -> None:
    documents = [
        document(1),
        document(2),
        document(3, text=2),
        document(4, fingerprint=0b11),
    ]
    config = ScanConfig(distance=0, similarity=0.9)
    report = ScanReport(
        config,
        (Path("/documents"),),
        {d.id: d for d in documents},
        (pair(1, 2, 0.4, 20),),
        (),
        (),
        Counts(),
        24,
    )
    assert [
        (p.left, p.right, p.distance, p.resemblance)
        for p in found_pairs(report, Path("/documents"))
    ] == [
        ("00001.txt", "00002.txt", 20, 0.4),
        ("00001.txt", "00003.txt", 20, 0.4),
        ("00002.txt", "00003.txt", 0, 1.0),
    ]
    pairs = named_pairs([(documents[0], documents[3], 2)], Path("/documents"))
    route = Route("fingerprints", pairs)
    assert route.proposed == {frozenset({"00001.txt", "00004.txt"}): 2}
    assert set(document_names(documents, Path("/"))) == {
        f"documents/0000{number}.txt" for number in range(1, 5)
    }


def test_reading_labels(tmp_path: Path) -> None:
    path = tmp_path / "pairs.csv"
    path.write_text("left,right,jaccard\n甲.txt,乙/丙.txt,0.5\na,b,\n", encoding="utf-8-sig")
    assert read_labels(path) == (
        Label("甲.txt", "乙/丙.txt", 0.5, None, 2),
        Label("a", "b", None, None, 3),
    )


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "line 1: there must be columns left and right"),
        (b"left,rite\na,b\n", "line 1: there must be columns left and right"),
        (b"left,right\n", "has no labelled pair"),
        (b"left,right\na\n", "line 2: a pair must name two different files"),
        (b"left,right\na,./a\n", "line 2: a pair must name two different files"),
        (b"left,right,jaccard\na,b,much\n", "line 2: jaccard and containment must be shares"),
        (b"left,right,containment\na,b,nan\n", "line 2: jaccard and containment must be shares"),
        (b"left,right,jaccard\na,b,1.01\n", "line 2: jaccard and containment must be shares"),
        ("left,right\n甲,乙\n".encode("gbk"), "is not in UTF-8"),
    ],
)
def test_bad_labels_are_refused_with_their_line(tmp_path: Path, data: bytes, reason: str) -> None:
    path = tmp_path / "pairs.csv"
    path.write_bytes(data)
    with pytest.raises(SimcoreError, match=reason) as caught:
        read_labels(path)
    assert str(path) in str(caught.value)


def test_absent_files(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / name).touch()
    labels = [Label("a", "b"), Label("a", "x"), Label("y", "x")]
    assert absent(labels, tmp_path) == {labels[1]: ["x"], labels[2]: ["y", "x"]}


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Write three true pairs: an edited one, a copy, and one with a file that is not there."""
    folder = tmp_path / "library"
    folder.mkdir()
    for number in range(3):
        (folder / f"{number}.txt").write_text(english_text(number), encoding="utf-8")
    (folder / "near.txt").write_text(edited(english_text(0), 1, 3), encoding="utf-8")
    (folder / "copy.txt").write_text(english_text(1), encoding="utf-16")
    (tmp_path / "pairs.csv").write_text(
        "left,right\nnear.txt,0.txt\n1.txt,copy.txt\n2.txt,gone.txt\n", encoding="utf-8"
    )
    return folder


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(library: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> Run:
    def run(*options: object) -> tuple[int, str, str]:
        asked = [library, tmp_path / "pairs.csv", "--jobs", 0, *options]
        code = main([str(one) for one in asked])
        out, err = capfd.readouterr()
        return code, out, err

    return run


def test_tables(library: Path, run: Run) -> None:
    code, out, err = run()
    assert code == 0
    assert f"line 4: left out, gone.txt is not in {library}\n" in err
    assert "recipe default: 5 documents, 2 labelled pairs" in out
    assert "Pairs at least 0.7 alike, 2 of them true, by distance:" in out
    # at the distance where the window starts both are found, and nothing else
    line = next(line for line in out.splitlines() if line.startswith("| 24 (start) |"))
    assert line.startswith("| 24 (start) | 2 | 1.0000 | 1.0000 | 1.0000 | 1.0000 | 0.0000 |")


def test_rows(run: Run) -> None:
    code, out, _ = run("--recipe", "charikar", "--recipe", "shingles", "--distance", 20, "--csv")
    assert code == 0
    rows = list(csv.DictReader(io.StringIO(out)))
    assert tuple(rows[0]) == EVALUATION_COLUMNS
    assert {row["recipe"] for row in rows} == {"charikar", "shingles"}
    assert {row["measure"] for row in rows} == {
        "similarity",
        "candidates: fingerprints",
        "candidates: passages",
    }
    # 21 distances by five thresholds, two recipes, the shown and the proposed; passages have none
    assert len(rows) == 21 * 5 * 2 * 2 + 5 * 2
    (first,) = [
        row
        for row in rows
        if (row["recipe"], row["measure"]) == ("charikar", "candidates: fingerprints")
        and (row["distance"], row["threshold"]) == ("20", "0.7")
    ]
    assert (first["true"], first["hits"], first["recall"]) == ("2", "2", "1.0")


def test_labelled_files_that_cannot_be_read_count_as_missed(library: Path, run: Run) -> None:
    (library / "near.txt").write_bytes(bytes(range(256)))
    code, out, err = run()
    assert code == 0
    assert "near.txt: is labelled, but was not read; its pairs count as missed" in err
    line = next(line for line in out.splitlines() if line.startswith("| 24 (start) |"))
    assert line.startswith("| 24 (start) | 1 | 1.0000 | 0.5000 |")


def test_what_cannot_be_evaluated(library: Path, run: Run, tmp_path: Path) -> None:
    code, out, err = run("--recipe", "none")
    assert (code, out, "there is no recipe 'none'" in err) == (1, "", True)
    (tmp_path / "pairs.csv").write_text("left,right\nx,y\n", encoding="utf-8")
    code, out, err = run()
    assert (code, out, "x and y are not in" in err) == (1, "", True)
    assert f"none of its pairs has both files in {library}" in err


def test_plot(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    assert run("--plot", tmp_path / "curves.png")[0] == 0
    assert (tmp_path / "curves.png").read_bytes().startswith(b"\x89PNG")
    code, out, err = run("--plot", "curves.doc")
    assert (code, out, "a plot's name must end in one of" in err) == (1, "", True)


def test_plot_draws_a_route_without_distance() -> None:
    pytest.importorskip("matplotlib")
    routes = [Route("passages", {frozenset("ab"): None})]
    with_passages = evaluate(FOUND, LABELS, [0, 3, 8], [0.7], routes)
    without = evaluate(FOUND, LABELS, [0, 3, 8], [0.7])
    drawn = [io.BytesIO(), io.BytesIO()]
    for file, one in zip(drawn, (with_passages, without), strict=True):
        plot_curves({"default": one}, file, ".png", 0.7)
    assert drawn[0].getvalue() != drawn[1].getvalue()


def test_plot_without_matplotlib_says_what_to_install(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    code, out, err = run("--plot", "curves.png")
    assert (code, out) == (1, "")
    assert err == "a plot needs matplotlib, which is not installed: pip install matplotlib\n"

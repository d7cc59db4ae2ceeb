"""One more file against the index: the same answers as comparing it with every document."""

import os
import shutil
from concurrent.futures import Executor, Future
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from alike import alike
from amounts import LONG
from builders import chinese_text, edited, letters_and_digits
from simcore import Cancelled, FingerprintIndex, Pair, ScanConfig, scan
from simcore.model.records import Document, DocumentId, Kind, OnlyIn
from simcore.model.report import ScanReport, Stage
from simcore.pipeline.jobs import FingerprintJob
from simcore.pipeline.similar import find_similar, recall_similar
from simcore.text.decoding import decode
from simcore.text.shingles import shingles_in_order
from simcore.workers import make_executor, stop_executor

CONFIG = ScanConfig(jobs=0, similarity=0.3)


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Texts of all lengths, so of all sampling rates, with revisions and parts, and a few words."""
    folder = tmp_path / "文档"
    folder.mkdir()
    for number, words in enumerate((30, 90, 400, 1_500, 6_000)):
        text = chinese_text(number, words)
        lines = len(text.splitlines())
        for revision, edits in enumerate((0, 1, lines // 10, lines // 3)):
            name = f"{number}{revision}.txt"
            (folder / name).write_text(edited(text, edits, edits), encoding="utf-8")
        (folder / f"{number} part.txt").write_text(
            text[len(text) // 3 : len(text) // 3 + len(text) // 4]
        )
    (folder / "words.txt").write_text("天气很好")
    shutil.copyfile(folder / "20.txt", folder / "twin.txt")
    return folder


def scanned(folder: Path, index: FingerprintIndex, config: ScanConfig = CONFIG) -> ScanReport:
    executor = make_executor(0)
    try:
        return scan([folder], config, index, executor, compare=False)
    finally:
        stop_executor(executor)


@cache
def sets(data: bytes) -> frozenset[int]:
    return frozenset(shingles_in_order(letters_and_digits(decode(data).text)).tolist())


def brute_force(query: Path, report: ScanReport) -> dict[str, tuple[float, float, float]]:
    """Compare a file with every document; return those above a threshold.

    Their values are the resemblance, and the share of either text that is in the other.
    """
    data = query.read_bytes()
    left, text = sets(data), decode(data).text
    found = {}
    for document in report.documents.values():
        data = document.path.read_bytes()
        right, other = sets(data), decode(data).text
        figures, _ = alike(left, right, (text, other))
        near = figures[0] >= CONFIG.similarity
        if document.path != query and (near or max(figures[1:]) >= CONFIG.containment):
            found[document.path.name] = figures
    return found


def figures(pairs: list[Pair], documents: dict[DocumentId, Document]) -> dict[str, object]:
    return {
        documents[pair.right].path.name: (
            pair.resemblance,
            pair.left_in_right,
            pair.right_in_left,
        )
        for pair in pairs
    }


def test_similar_equals_comparing_with_every_document(
    library: Path, index: FingerprintIndex
) -> None:
    config = replace(CONFIG, compared_distance=64)
    report = scanned(library, index, config)
    hits = 0
    # every second one in a short run: of each length, and of each kind of revision
    for query in sorted(library.iterdir())[:: 1 if LONG else 2]:
        # no distance hides anything here: that is a threshold of its own
        expected = brute_force(query, report)
        found = find_similar(
            query, replace(report, config=replace(report.config, distance=64)), index
        )
        assert figures(found, dict(report.documents)) == expected, query
        recalled = recall_similar(query, replace(config, distance=64), index)
        assert figures(list(recalled.pairs), dict(recalled.documents)) == expected
        assert recalled.problems == ()
        assert [pair.resemblance for pair in recalled.pairs] == [p.resemblance for p in found]
        hits += len(expected)
    assert hits > (60 if LONG else 30)


@pytest.mark.parametrize(("asked", "probed"), [(None, 15), (24, 24)])
def test_chance_proposes_nothing_unless_asked_to(
    asked: int | None, probed: int, library: Path, index: FingerprintIndex
) -> None:
    """Of 100,000 unrelated texts 3,000 lie within 24 bits of any, one or two within 15."""
    config = replace(CONFIG, compared_distance=asked)
    scanned(library, index, config)
    looked: list[int] = []
    near = index.near
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(index, "near", lambda r, f, k: looked.append(k) or near(r, f, k))
        found = recall_similar(library / "33.txt", replace(config, distance=24), index)
    assert looked == [probed]
    assert "32.txt" in figures(list(found.pairs), dict(found.documents))


def test_the_index_is_asked_without_a_folder(
    library: Path, index: FingerprintIndex, tmp_path: Path
) -> None:
    other = tmp_path / "elsewhere"
    other.mkdir()
    shutil.copyfile(library / "30.txt", other / "copy.txt")
    report = scanned(library, index)
    scanned(other, index)
    query = tmp_path / "query.txt"
    query.write_text(edited(chinese_text(3, 1_500), 3, 3), encoding="utf-16")
    inside = figures(
        find_similar(query, replace(report, config=replace(report.config, distance=20)), index),
        dict(report.documents),
    )
    everywhere = recall_similar(query, replace(CONFIG, distance=20), index)
    assert set(figures(list(everywhere.pairs), dict(everywhere.documents))) == {
        *inside,
        "copy.txt",
    }
    assert "copy.txt" not in inside
    kinds = {everywhere.documents[p.right].path.name: p.kind for p in everywhere.pairs}
    assert kinds["3 part.txt"] is Kind.PART


def test_what_is_gone_or_changed_is_told_and_not_shown(
    library: Path, index: FingerprintIndex, tmp_path: Path
) -> None:
    scanned(library, index)
    query = tmp_path / "query.txt"
    shutil.copyfile(library / "30.txt", query)
    (library / "30.txt").unlink()
    changed = library / "31.txt"
    changed.write_text("something else")
    unnoticed = library / "32.txt"
    status = unnoticed.stat()
    unnoticed.write_bytes(unnoticed.read_bytes().replace("。".encode(), "，".encode()))
    os.utime(unnoticed, ns=(status.st_atime_ns, status.st_mtime_ns))
    similar = recall_similar(query, replace(CONFIG, distance=20), index)
    names = {similar.documents[pair.right].path.name for pair in similar.pairs}
    assert names == {"33.txt", "3 part.txt"}
    told = {problem.path.name: str(problem.reason) for problem in similar.problems}
    assert set(told) == {"30.txt", "31.txt", "32.txt"}
    assert "scan again" in told["30.txt"]
    assert "changed" in told["31.txt"]
    assert "changed" in told["32.txt"]


def test_another_recipe_is_another_index(
    library: Path, index: FingerprintIndex, tmp_path: Path
) -> None:
    scanned(library, index)
    query = tmp_path / "query.txt"
    shutil.copyfile(library / "30.txt", query)
    config = ScanConfig(jobs=0, recipe="charikar")
    assert recall_similar(query, replace(config, distance=20), index).pairs == ()
    scanned(library, index, config)
    assert len(recall_similar(query, replace(config, distance=20), index).pairs) > 1


def test_a_search_can_be_told_to_stop(
    library: Path, index: FingerprintIndex, tmp_path: Path
) -> None:
    scanned(library, index)
    told: list[tuple[Stage, int]] = []

    class Stopper:
        def __init__(self, at: int) -> None:
            self.at = at

        def report(self, stage: Stage, done: int, total: int) -> None:
            told.append((stage, done))
            if len(told) == self.at:
                raise Cancelled

    query = library / "30.txt"
    for at in (1, 2, 3):
        told.clear()
        with pytest.raises(Cancelled):
            recall_similar(query, CONFIG, index, Stopper(at))
        assert len(told) == at
    told.clear()
    recall_similar(query, CONFIG, index, Stopper(0))
    assert [stage for stage, _ in told[:3]] == [Stage.READ, Stage.READ, Stage.VERIFY]


class Places(Executor):
    """Notes the names of the documents that it is given, and reads them here."""

    def __init__(self) -> None:
        self.given: list[str] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        if isinstance(fn, FingerprintJob):
            self.given += [one.path.name for one in fn.files]
        else:
            self.given += [one.path.name for found in fn.sources.values() for one in found]
        return make_executor(0).submit(fn, *args, **kwargs)


def test_what_has_to_be_parsed_is_read_by_the_executor(
    tmp_path: Path, index: FingerprintIndex
) -> None:
    """A hostile document takes all memory of a process, not of the window."""
    folder = tmp_path / "documents"
    folder.mkdir()
    text = "The harbour master closed the western pier for repairs until the end of the summer. "
    (folder / "plain.txt").write_text(text * 3, encoding="utf-8")
    (folder / "rich.rtf").write_text(r"{\rtf1\ansi " + text * 3 + "}", encoding="ascii")
    scanned(folder, index)
    for query, elsewhere in (("rich.rtf", True), ("plain.txt", False)):
        places = Places()
        found = recall_similar(folder / query, CONFIG, index, executor=places)
        assert len(found.pairs) == 1
        assert "rich.rtf" in places.given
        assert (query in places.given[:1]) is elsewhere
        assert found.pairs == recall_similar(folder / query, CONFIG, index).pairs


def test_numbers_only_is_said_of_different_texts_alone(
    tmp_path: Path, index: FingerprintIndex
) -> None:
    folder = tmp_path / "发票"
    folder.mkdir()
    form = "\n".join(f"第{line}条 租金每月{{}}元，不含税，乙方应按时付清。" for line in range(40))
    (folder / "一.txt").write_text(form.format(*range(3_000, 3_040)), encoding="utf-8")
    (folder / "二.txt").write_text(form.format(*range(3_000, 3_039), 77), encoding="utf-8")
    file = tmp_path / "一.txt"
    file.write_text(form.format(*range(3_000, 3_040)), encoding="gb18030")
    scanned(folder, index)
    similar = recall_similar(file, CONFIG, index)
    said = {
        similar.documents[pair.right].path.name: (pair.kind, pair.numbers_only)
        for pair in similar.pairs
    }
    assert said == {"一.txt": (Kind.SAME_TEXT, False), "二.txt": (Kind.SIMILAR, True)}


def test_numbers_only_is_not_said_of_an_equal_normal_form(
    tmp_path: Path, index: FingerprintIndex
) -> None:
    folder = tmp_path / "文档"
    folder.mkdir()
    text = chinese_text(1, 300)
    (folder / "a.txt").write_text(f"{text}\n10² m", encoding="utf-8")
    file = tmp_path / "b.txt"
    file.write_text(f"{text}\n102 m", encoding="utf-8")
    scanned(folder, index)
    (pair,) = recall_similar(file, CONFIG, index).pairs
    assert (pair.kind, pair.only_in, pair.numbers_only) == (Kind.SIMILAR, OnlyIn.LOOK, False)
    assert 0.99 < pair.resemblance < 1

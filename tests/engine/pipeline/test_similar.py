"""One more file against the index: the same answers as comparing it with every document."""

import os
import shutil
from collections.abc import Iterable, Mapping
from concurrent.futures import Executor, Future
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from alike import alike
from amounts import LONG
from builders import chinese_text, edited, english_text, letters_and_digits
from scans import CONFIG as USUAL
from scans import names, scanned, within
from simcore import Cancelled, FingerprintIndex, Pair, ReadError, ScanConfig, check_document
from simcore.cli.main import main
from simcore.model.reasons import ReasonCode
from simcore.model.records import Document, DocumentId, Kind, OnlyIn
from simcore.model.report import ScanReport, Stage
from simcore.pipeline.jobs import FingerprintJob
from simcore.pipeline.similar import find_similar, recall_similar
from simcore.reports.words import ENGLISH_CHECK, check_facts
from simcore.text.decoding import decode
from simcore.text.shingles import shingles_in_order
from simcore.workers import make_executor
from sticks import Mounts, Stick
from written import written

CONFIG = ScanConfig(jobs=0, similarity=0.3)


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Texts of all lengths, so of all sampling rates, with revisions and parts, and a few words."""
    files = {"words.txt": "天气很好", "twin.txt": chinese_text(2, 400)}
    for number, words in enumerate((30, 90, 400, 1_500, 6_000)):
        text = chinese_text(number, words)
        lines = len(text.splitlines())
        for revision, edits in enumerate((0, 1, lines // 10, lines // 3)):
            files[f"{number}{revision}.txt"] = edited(text, edits, edits)
        files[f"{number} part.txt"] = text[len(text) // 3 : len(text) // 3 + len(text) // 4]
    return written(tmp_path / "文档", files)


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


def figures(pairs: Iterable[Pair], documents: Mapping[DocumentId, Document]) -> dict[str, object]:
    return {
        documents[one.right].path.name: (one.resemblance, one.left_in_right, one.right_in_left)
        for one in pairs
    }


def test_similar_equals_brute_force(library: Path, index: FingerprintIndex) -> None:
    config = replace(CONFIG, compared_distance=64)
    report = scanned(library, index, config, compare=False)
    hits = 0
    # every second one in a short run: of each length, and of each kind of revision
    for query in sorted(library.iterdir())[:: 1 if LONG else 2]:
        # no distance hides anything here: that is a threshold of its own
        expected = brute_force(query, report)
        found = find_similar(query, within(report, 64), index)
        assert figures(found, report.documents) == expected, query
        recalled = recall_similar(query, replace(config, distance=64), index)
        assert figures(recalled.pairs, recalled.documents) == expected
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
    scanned(library, index, config, compare=False)
    looked: list[int] = []
    near = index.near
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(index, "near", lambda r, f, k: looked.append(k) or near(r, f, k))
        found = recall_similar(library / "33.txt", config, index)
    assert looked == [probed]
    assert "32.txt" in figures(found.pairs, found.documents)


def test_asked_without_a_folder(library: Path, index: FingerprintIndex, tmp_path: Path) -> None:
    other = tmp_path / "elsewhere"
    other.mkdir()
    shutil.copyfile(library / "30.txt", other / "copy.txt")
    report = scanned(library, index, CONFIG, compare=False)
    scanned(other, index, CONFIG, compare=False)
    query = tmp_path / "query.txt"
    query.write_text(edited(chinese_text(3, 1_500), 3, 3), encoding="utf-16")
    inside = figures(find_similar(query, within(report, 20), index), report.documents)
    everywhere = recall_similar(query, replace(CONFIG, distance=20), index)
    assert set(figures(everywhere.pairs, everywhere.documents)) == {
        *inside,
        "copy.txt",
    }
    assert "copy.txt" not in inside
    kinds = {everywhere.documents[p.right].path.name: p.kind for p in everywhere.pairs}
    assert kinds["3 part.txt"] is Kind.PART


def test_gone_or_changed_is_told(library: Path, index: FingerprintIndex, tmp_path: Path) -> None:
    scanned(library, index, CONFIG, compare=False)
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


def test_another_recipe_is_another_index(library: Path, index: FingerprintIndex) -> None:
    scanned(library, index, CONFIG, compare=False)
    config = ScanConfig(jobs=0, recipe="charikar")
    assert recall_similar(library / "30.txt", replace(config, distance=20), index).pairs == ()
    report = scanned(library, index, config, compare=False)
    found = recall_similar(library / "30.txt", replace(config, distance=20), index)
    assert len(found.pairs) > 1
    assert "30.txt" not in names(found), "a document is not its own duplicate"
    with pytest.raises(ReadError, match="nowhere"):
        find_similar(library / "nowhere.txt", within(report, 16), index)


def test_a_search_can_stop(library: Path, index: FingerprintIndex, tmp_path: Path) -> None:
    scanned(library, index, CONFIG, compare=False)
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


def test_what_is_parsed_is_read_by_the_executor(tmp_path: Path, index: FingerprintIndex) -> None:
    """A hostile document takes all memory of a process, not of the window."""
    text = "The harbour master closed the western pier for repairs until the end of summer. " * 3
    files = {"plain.txt": text, "rich.rtf": r"{\rtf1\ansi " + text + "}"}
    folder = written(tmp_path / "documents", files)
    scanned(folder, index, CONFIG, compare=False)
    for query, elsewhere in (("rich.rtf", True), ("plain.txt", False)):
        places = Places()
        found = recall_similar(folder / query, CONFIG, index, executor=places)
        assert len(found.pairs) == 1
        assert "rich.rtf" in places.given
        assert (query in places.given[:1]) is elsewhere
        assert found.pairs == recall_similar(folder / query, CONFIG, index).pairs


def test_what_alone_differs_is_said(tmp_path: Path, index: FingerprintIndex) -> None:
    form = "\n".join(f"第{line}条 租金每月{{}}元，不含税，乙方应按时付清。" for line in range(40))
    bill, text = form.format(*range(3_000, 3_040)), chinese_text(1, 300)
    other = form.format(*range(3_000, 3_039), 77)
    files = {"一.txt": bill, "二.txt": other, "a.txt": f"{text}\n10² m"}
    scanned(written(tmp_path / "发票", files), index, CONFIG, compare=False)
    asked = {"一.txt": bill.encode("gb18030"), "b.txt": f"{text}\n102 m"}
    written(tmp_path, asked)
    found = [recall_similar(tmp_path / name, CONFIG, index) for name in asked]
    assert {
        one.documents[pair.right].path.name: (pair.kind, pair.numbers_only, pair.only_in)
        for one in found
        for pair in one.pairs
    } == {
        "一.txt": (Kind.SAME_TEXT, False, None),
        "二.txt": (Kind.SIMILAR, True, None),
        # of one normal form
        "a.txt": (Kind.SIMILAR, False, OnlyIn.LOOK),
    }
    assert 0.99 < found[1].pairs[0].resemblance < 1


# ---- questions to an index while the disk of some of its documents is not connected


ON_STICK = 270
"""More than a check reads in vain."""


def stick_with(tmp_path: Path, patch: pytest.MonkeyPatch, files: dict[str, str]) -> Stick:
    """Make a disk with files, and a folder beside it."""
    made = Stick(tmp_path, "usb")
    written(made.point, files)
    (tmp_path / "here").mkdir()
    Mounts(patch, made)
    return made


@pytest.fixture
def stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, index: FingerprintIndex) -> Stick:
    """A disk with many documents like ``q.txt``, scanned and unplugged; one stays in ``here``."""
    text = english_text(1, 40)
    (tmp_path / "q.txt").write_text(text)
    texts = [f"{text}\n{english_text(number + 2, 6)}" for number in range(ON_STICK)]
    files = {f"{number}.txt": one for number, one in enumerate(texts)}
    made = stick_with(tmp_path, monkeypatch, files)
    scanned([made.point, tmp_path / "here"], index, compare=False)
    made.unplug()
    return made


def test_similar_tells_once(tmp_path: Path, index: FingerprintIndex, stick: Stick) -> None:
    found = recall_similar(tmp_path / "q.txt", USUAL, index)
    assert found.pairs == ()
    ((path, reason),) = [(one.path, one.reason) for one in found.problems]
    assert (path, reason.code, reason.values) == (
        stick.point,
        ReasonCode.LEFT_OUT_AWAY,
        (ON_STICK,),
    )
    stick.plug()
    (stick.point / "7.txt").unlink()  # what is gone from a disk that is there is told by name
    found = recall_similar(tmp_path / "q.txt", USUAL, index)
    assert len(found.pairs) == ON_STICK - 1
    assert [one.path.name for one in found.problems] == ["7.txt"]


def test_a_check_counts_the_rest(tmp_path: Path, index: FingerprintIndex, stick: Stick) -> None:
    executor = make_executor(0)
    checked = check_document(tmp_path / "q.txt", USUAL, index, executor)
    assert (checked.found, checked.away, checked.is_partial) == (0, ON_STICK, True)
    assert [one.path for one in checked.problems] == [stick.point]
    facts = check_facts(checked, ENGLISH_CHECK)
    assert facts[0].endswith("in the documents it was compared with.")
    assert facts[-1] == f"Documents left out, since their disk is not connected: {ON_STICK}."
    copy = shutil.copy(tmp_path / "q.txt", tmp_path / "here" / "copy.txt")
    scanned(tmp_path / "here", index)
    checked = check_document(tmp_path / "q.txt", USUAL, index, executor)
    assert [one.document.path for one in checked.sources] == [Path(copy)]
    assert (checked.share, checked.away) == (1, ON_STICK)


@pytest.mark.parametrize("check", [(), ("--check",)])
def test_the_command_tells_so_in_one_line_and_ends_as_incomplete(
    tmp_path: Path,
    index: FingerprintIndex,
    stick: Stick,
    capsys: pytest.CaptureFixture[str],
    check: tuple[str, ...],
) -> None:
    words = ["similar", str(tmp_path / "q.txt"), *check, "--index", str(index.path)]
    assert main(words) == 3
    out, err = capsys.readouterr()
    (line,) = err.splitlines()
    assert line == (
        f"variorum: {stick.point}: the disk is not connected; "
        f"documents on it that were not compared: {ON_STICK}"
    )
    assert "No passage of this document stands in the library" not in out


@pytest.fixture
def away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, index: FingerprintIndex) -> Path:
    """A folder below the mount point of a disk that was scanned, and is not connected."""
    files = {f"docs/{number}.txt": english_text(1, 40) for number in range(3)}
    made = stick_with(tmp_path, monkeypatch, files)
    (tmp_path / "here" / "copy.txt").write_text(english_text(1, 40))
    scanned(made.point, index)
    made.unplug()
    return made.point / "docs"


@pytest.mark.parametrize("point", [True, False], ids=["empty", "no point"])
@pytest.mark.parametrize(
    "words", [["scan"], ["groups"], ["problems"], ["prune", "--keep", "newest"]]
)
def test_a_folder_on_a_disk_that_is_away_is_no_folder_that_is_gone(
    tmp_path: Path,
    index: FingerprintIndex,
    away: Path,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    point: bool,
) -> None:
    if not point:  # as desktops leave it
        away.parent.rmdir()
    for folders in ([away], [tmp_path / "here", away], [away / "new"]):
        named = [*map(str, folders), "--index", str(index.path), "--jobs", "0"]
        assert main([*words, *named]) == 3
        told = "".join(capsys.readouterr())
        assert "the disk is not connected; documents on it stay in the index: 3" in told
        assert str(away.parent) in told
        assert "does not exist" not in told
        assert index.value("select count(*) from on_disk") == 3
    assert main([*words, str(tmp_path / "typo"), "--index", str(index.path)]) == 2
    assert "does not exist" in capsys.readouterr().err


def test_a_quiet_command_says_in_a_line_why_it_is_incomplete(
    tmp_path: Path, index: FingerprintIndex, away: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["groups", str(tmp_path / "here"), str(away.parent), "-q", "--index", str(index.path)]
    assert main([*words, "--jobs", "0"]) == 3
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"variorum: incomplete: {away.parent}: the disk is not connected")

"""Documents that were not read in full: named, and never taken for the same as another one."""

from pathlib import Path

import pytest

from builders import chinese_text
from simcore import (
    FingerprintIndex,
    Kind,
    ScanConfig,
    ScanReport,
    choose_kept,
    load_results,
    plan_removal,
    recall,
    regroup,
    save_results,
    scan,
)
from simcore.cli.main import main
from simcore.model.config import Thresholds
from simcore.model.reasons import ReasonCode
from simcore.model.records import UNMARKED, ProblemStage
from simcore.pipeline.rereading import read_again
from simcore.workers import make_executor

CONFIG = ScanConfig(jobs=0)
BEGINNING = f"<p>{chinese_text(1, 200)}</p>\n"
DEEP = "<div>" * 5_000


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """Pages that are equal as far as any parser reads, and text of what it reads."""
    folder = tmp_path / "网页"
    folder.mkdir()
    (folder / "一.html").write_text(f"{BEGINNING}{DEEP}first end", encoding="utf-8")
    (folder / "二.html").write_text(f"{BEGINNING}{DEEP}second end", encoding="gb18030")
    return folder


def scanned(folder: Path, index: FingerprintIndex) -> ScanReport:
    with make_executor(0) as executor:
        return scan([folder], CONFIG, index, executor)


def kinds(report: ScanReport) -> dict[str, Kind]:
    (group,) = report.groups
    return {report.documents[one.document].path.name: one.kind for one in group.members}


def refused(report: ScanReport, *names: str) -> dict[str, ReasonCode]:
    marked = {key for key, one in report.documents.items() if one.path.name in names}
    plan = plan_removal(report, marked)
    assert len(plan.refused) + len(plan.removals) == len(names)
    return {one.path.name: one.reason.code for one in plan.refused}


def test_it_is_named_and_is_not_the_same(pages: Path, index: FingerprintIndex) -> None:
    first = scanned(pages, index)
    again = scanned(pages, index)
    assert again.counts.read == 0
    for report in (first, again, recall([pages], CONFIG, index)):
        assert set(kinds(report).values()) == {Kind.SIMILAR}
        assert {one.path.name for one in report.problems} == {"一.html", "二.html"}
        for one in report.problems:
            assert one.stage is ProblemStage.DECODE
            assert one.reason.code is ReasonCode.CUT_SHORT
            assert str(one.reason).startswith("was not read in full: its markup nests too deep")
        for grouped in (report, regroup(report, Thresholds(0, 0.99))):
            choices = choose_kept(grouped, [], set(Kind) - UNMARKED)
            assert not list(choices.marked())


def test_it_is_neither_removed_nor_a_witness(pages: Path, index: FingerprintIndex) -> None:
    (pages / "text.txt").write_text(chinese_text(1, 200), encoding="utf-8")
    report = scanned(pages, index)
    (group,) = report.groups
    kept = report.documents[group.representative].path.name
    others = sorted({"一.html", "二.html", "text.txt"} - {kept})
    found = refused(report, *others)
    pages_marked = {name for name in others if name.endswith("html")}
    assert {name for name, code in found.items() if code is ReasonCode.CUT_SHORT_STAYS} == (
        pages_marked
    )
    # whatever is marked: a page stays, and the text does unless it was compared with all of one
    assert "一.html" in refused(report, "一.html")
    assert "二.html" in refused(report, "二.html", "text.txt")


def test_a_copy_with_the_same_bytes_may_go(pages: Path, index: FingerprintIndex) -> None:
    (pages / "copy.html").write_bytes((pages / "一.html").read_bytes())
    report = scanned(pages, index)
    assert sorted(kinds(report).values()) == [Kind.IDENTICAL, Kind.SIMILAR]
    assert refused(report, "copy.html") == {}
    assert len(refused(report, "一.html", "copy.html")) == 1


def test_read_again_it_is_as_before(pages: Path, index: FingerprintIndex) -> None:
    (one, _) = scanned(pages, index).problems
    with make_executor(0) as executor:
        assert read_again(one.path, [pages], CONFIG, index, executor).problem == one
    assert one in scanned(pages, index).problems


def test_saved_results_know_it(pages: Path, index: FingerprintIndex, tmp_path: Path) -> None:
    report = scanned(pages, index)
    save_results(report, [], tmp_path / "results.variorum")
    loaded = load_results(tmp_path / "results.variorum").report
    assert [one.cut_short for one in loaded.documents.values()] == [
        one.cut_short for one in report.documents.values()
    ]
    assert set(kinds(loaded).values()) == {Kind.SIMILAR}
    assert refused(loaded, "一.html") == {"一.html": ReasonCode.CUT_SHORT_STAYS}
    assert loaded.problems == report.problems


def test_the_command_line_deletes_none(
    pages: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path.name: path.read_bytes() for path in pages.iterdir()}
    words = ["prune", pages, "--index", tmp_path / "index.sqlite3", "--to", "delete", "--apply"]
    for wanted in ("same-text", "near,contains"):
        options = ["--keep", "newest", "--kinds", f"identical,{wanted}", "--jobs", 0]
        assert main([str(word) for word in [*words, *options]]) == 0
    assert {path.name: path.read_bytes() for path in pages.iterdir()} == before
    assert "was not read in full" in capsys.readouterr().err


def test_replaced_characters_are_not_the_same_text(tmp_path: Path, index: FingerprintIndex) -> None:
    """The same sign of replacement stands for different bytes."""
    folder = tmp_path / "文档"
    folder.mkdir()
    text = chinese_text(1, 200).encode()
    for name, byte in (("a.txt", b"\xff"), ("b.txt", b"\xfe")):
        (folder / name).write_bytes(text + byte + text)
    report = scanned(folder, index)
    assert all(one.lossy for one in report.documents.values())
    assert set(kinds(report).values()) == {Kind.SIMILAR}

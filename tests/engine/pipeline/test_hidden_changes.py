"""Bytes that change while size, time of change and inode stay, and changes of no bytes at all."""

import os
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

import simcore.index.index
from builders import english_text
from live_watches import text, watching
from simcore import (
    Action,
    FingerprintIndex,
    Journal,
    Kind,
    ScanConfig,
    ScanReport,
    carry_out,
    load_results,
    plan_removal,
    save_results,
    scan,
)
from simcore.model.reasons import ReasonCode
from simcore.model.report import State
from simcore.pipeline.rereading import find_changes
from simcore.pipeline.similar import recall_similar
from simcore.workers import make_executor

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no ctime")
CONFIG = ScanConfig(jobs=0)


def scanned(folder: Path, index: FingerprintIndex) -> ScanReport:
    with make_executor(0) as executor:
        return scan([folder], CONFIG, index, executor)


def rewrite(path: Path, old: str, new: str) -> None:
    """Write other bytes of the same size into a file, and set its times back."""
    assert len(old) == len(new)
    before = path.stat()
    found = path.read_text()
    assert old in found
    with path.open("r+") as file:
        file.write(found.replace(old, new))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    after = path.stat()
    names = ("st_size", "st_mtime_ns", "st_ino", "st_dev")
    assert [getattr(before, one) for one in names] == [getattr(after, one) for one in names]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    where = tmp_path / "documents"
    where.mkdir()
    for name in "ab":
        (where / f"{name}.txt").write_text(english_text(1))
    return where


@pytest.fixture
def index(tmp_path: Path) -> FingerprintIndex:
    return FingerprintIndex(tmp_path / "index.sqlite3")


def kinds(report: ScanReport) -> list[Kind]:
    return [one.kind for group in report.groups for one in group.members]


def test_a_scan_sees_other_bytes_under_the_old_time(folder: Path, index: FingerprintIndex) -> None:
    assert kinds(scanned(folder, index)) == [Kind.IDENTICAL]
    rewrite(folder / "b.txt", "meadow", "harbor")
    report = scanned(folder, index)
    assert kinds(report) == [Kind.SIMILAR]
    assert report.counts.read == 1
    again = scanned(folder, index)
    assert (kinds(again), again.counts.read) == ([Kind.SIMILAR], 0)


def test_what_a_removal_refuses_is_right_after_the_next_scan(
    folder: Path, index: FingerprintIndex, tmp_path: Path
) -> None:
    def removed(report: ScanReport) -> State:
        (member,) = report.groups[0].members
        plan = plan_removal(report, {member.document}, action=Action.DELETE)
        with Journal(tmp_path / "journal.sqlite3") as journal:
            (result,) = carry_out(plan, journal)
        return result.state

    report = scanned(folder, index)
    (member,) = report.groups[0].members
    rewrite(report.documents[member.document].path, "meadow", "harbor")
    assert removed(report) is State.SKIPPED
    assert removed(scanned(folder, index)) is State.DONE


def test_similar_and_opened_results_see_it(
    folder: Path, index: FingerprintIndex, tmp_path: Path
) -> None:
    saved = tmp_path / "saved.variorum"
    save_results(scanned(folder, index), (), saved)
    (folder / "a.txt").chmod(0o600)  # other rights are no other bytes
    assert not find_changes(load_results(saved).report.documents.values()).of
    found = recall_similar(folder / "b.txt", replace(CONFIG, distance=10), index)
    assert ([one.kind for one in found.pairs], found.problems) == ([Kind.IDENTICAL], ())
    rewrite(folder / "a.txt", "meadow", "harbor")
    (problem,) = find_changes(load_results(saved).report.documents.values()).problems
    assert problem.path == folder / "a.txt"
    found = recall_similar(folder / "b.txt", replace(CONFIG, distance=10), index)
    assert [one.reason.code for one in found.problems] == [ReasonCode.CHANGED_SINCE_LAST_SCAN]
    assert not found.pairs


def test_rights_names_and_backups_change_nothing(
    folder: Path, index: FingerprintIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is compared again, nothing came anew, and the second scan opens no file."""
    first = scanned(folder, index)
    came = index.arrivals(first.documents)
    index.clock = lambda: 2e9
    for number in range(3):  # as where each look finds another ctime
        (folder / "a.txt").chmod(0o600 + 0o40 * (number % 2))
        os.utime(folder / "b.txt", ns=(number, (folder / "b.txt").stat().st_mtime_ns))
        report = scanned(folder, index)
        assert (report.counts.read, report.counts.unchanged) == (0, 2)
        assert list(report.documents) == list(first.documents)
        assert kinds(report) == [Kind.IDENTICAL]
        assert index.arrivals(report.documents) == came
    monkeypatch.setattr(simcore.index.index, "has_bytes", None)
    assert scanned(folder, index).counts.unchanged == 2


def test_where_no_ctime_is_known_the_bytes_are_looked_at_once(
    folder: Path, index: FingerprintIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = index.path
    scanned(folder, index)
    index.connection.execute("update document set ctime_ns = null")
    index.close()
    rewrite(folder / "b.txt", "meadow", "harbor")
    with FingerprintIndex(path) as opened:
        report = scanned(folder, opened)
        assert kinds(report) == [Kind.SIMILAR]
        assert (report.counts.read, report.counts.unchanged) == (1, 1)
        monkeypatch.setattr(simcore.index.index, "has_bytes", None)
        assert scanned(folder, opened).counts.unchanged == 2
        opened.check()


def test_what_is_inside_an_archive_is_seen_too(tmp_path: Path, index: FingerprintIndex) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "a.txt").write_text(english_text(1))

    def pack(said: str) -> None:
        with zipfile.ZipFile(folder / "b.zip", "w") as archive:
            archive.writestr(zipfile.ZipInfo("b.txt"), said)

    def run() -> ScanReport:
        with make_executor(0) as executor:
            return scan([folder], ScanConfig(jobs=0, containers=True), index, executor)

    pack(english_text(1))
    times = (folder / "b.zip").stat()
    assert kinds(run()) == [Kind.IDENTICAL]
    (folder / "b.zip").chmod(0o600)
    report = run()
    assert (kinds(report), report.counts.read) == ([Kind.IDENTICAL], 0)
    pack(english_text(1).replace("meadow", "harbor"))
    os.utime(folder / "b.zip", ns=(times.st_atime_ns, times.st_mtime_ns))
    assert kinds(run()) == [Kind.SIMILAR]


def test_a_watch_tells_other_bytes_and_not_other_rights(tmp_path: Path) -> None:
    inbox = tmp_path / "in"
    inbox.mkdir()
    (inbox / "a.txt").write_text(text(1))
    (inbox / "b.txt").write_text(text(2))
    with watching(tmp_path / "index.sqlite3", [inbox]) as told:
        (inbox / "a.txt").chmod(0o600)
        rewrite(inbox / "b.txt", text(2)[:3], "xyz")
        told.wait(lambda: told.lines == [("changed", "b.txt")])

"""Files whose names promise nothing: manual pages, and any text where all is to be read."""

import gzip
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from builders import english_text
from simcore import (
    FingerprintIndex,
    ScanConfig,
    ScanReport,
    load_results,
    recall,
    save_results,
    scan,
)
from simcore.model.reasons import ReasonCode
from simcore.model.report import NotRead, not_read
from simcore.workers import make_executor

PAGE = b".TH A 1\n.SH NAME\na \\- " + english_text(1, 60).encode() + b"\n"
CONFIG = ScanConfig(jobs=0)
BINARY = bytes(range(256)) * 300


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "a.1").write_bytes(PAGE)
    (folder / "a.1.gz").write_bytes(gzip.compress(PAGE))
    (folder / "libfoo.so.1").write_bytes(BINARY)
    (folder / "syslog.1").write_text(english_text(2, 90), encoding="utf-8")
    (folder / "LICENSE").write_text(english_text(3, 90), encoding="utf-8")
    (folder / "COPYING.LESSER").write_text(english_text(3, 90), encoding="utf-8")
    (folder / "notes.xyz").write_text(english_text(4, 90), encoding="utf-8")
    (folder / "photo.JPG").write_bytes(BINARY)
    (folder / "other.jpg").write_bytes(BINARY)
    (folder / "program").write_bytes(BINARY)
    return folder


def scanned(folder: Path, config: ScanConfig = CONFIG) -> ScanReport:
    with FingerprintIndex(folder.parent / "index.sqlite3") as index:
        return scan([folder], config, index, make_executor(0))


def names(report: ScanReport) -> set[str]:
    return {one.path.name for one in report.documents.values()}


USUAL = {"a.1", "a.1.gz", "LICENSE", "COPYING.LESSER"}


def test_what_is_no_manual_page_is_left_out_quietly(folder: Path) -> None:
    report = scanned(folder)
    assert names(report) == USUAL
    assert report.problems == ()
    assert {**report.left_out} == {".1": 2, ".jpg": 2, ".xyz": 1, "": 1}
    assert (report.counts.listed, report.counts.skipped, report.counts.read) == (4, 6, 4)
    # of the two that have the name of a page nothing is read again
    again = scanned(folder)
    assert (again.counts.read, again.counts.unchanged, again.counts.skipped) == (0, 4, 6)
    assert names(again) == USUAL
    assert again.left_out == report.left_out
    with FingerprintIndex(folder.parent / "index.sqlite3") as index:
        assert names(recall([folder], CONFIG, index)) == USUAL
        assert recall([folder], CONFIG, index).problems == ()


def test_all_text_is_read_when_it_is_asked_for(folder: Path) -> None:
    scanned(folder)
    everything = replace(CONFIG, all_text=True)
    report = scanned(folder, everything)
    assert names(report) == USUAL | {"syslog.1", "notes.xyz"}
    assert report.problems == ()
    assert {**report.left_out} == {".1": 1, ".jpg": 2, "": 1}
    assert scanned(folder, everything).counts.read == 0
    # and no longer when it is not
    report = scanned(folder)
    assert names(report) == USUAL
    assert {**report.left_out} == {".1": 2, ".jpg": 2, ".xyz": 1, "": 1}
    with FingerprintIndex(folder.parent / "index.sqlite3") as index:
        assert names(recall([folder], CONFIG, index)) == USUAL


def test_a_name_that_the_user_gives_is_no_trial(folder: Path) -> None:
    scanned(folder)
    report = scanned(folder, replace(CONFIG, include=("*.1", "*.jpg")))
    assert names(report) == {"a.1", "syslog.1"}
    assert not_read(report.left_out, report.problems)[:2] == [
        NotRead(".jpg", 2, ReasonCode.IS_BINARY),
        NotRead(".1", 1, ReasonCode.IS_BINARY),
    ]


def test_a_large_file_of_no_promise_is_no_problem(folder: Path) -> None:
    config = replace(CONFIG, all_text=True, largest_file=70_000)
    report = scanned(folder, config)
    assert report.problems == ()
    assert report.left_out[".jpg"] == 2


def test_what_is_inside_an_archive_is_tried_in_the_same_way(folder: Path) -> None:
    with zipfile.ZipFile(folder / "all.zip", "w") as archive:
        for name in ("a.1", "libfoo.so.1", "syslog.1", "notes.xyz", "photo.JPG"):
            archive.write(folder / name, f"inside {name}")
    report = scanned(folder, replace(CONFIG, containers=True))
    assert names(report) == USUAL | {"inside a.1"}
    assert report.problems == ()
    report = scanned(folder, replace(CONFIG, containers=True, all_text=True))
    inside = {"inside a.1", "inside syslog.1", "inside notes.xyz"}
    assert names(report) == USUAL | inside | {"syslog.1", "notes.xyz"}
    assert report.problems == ()


def test_formats_that_nobody_reads_are_named(folder: Path) -> None:
    (folder / "论文.caj").write_bytes(b"CAJ" + BINARY)
    (folder / "mail.msg").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + BINARY)
    assert scanned(folder).left_out[".caj"] == 1
    report = scanned(folder, replace(CONFIG, include=("*.caj", "*.msg")))
    assert {one.path.name: str(one.reason) for one in report.problems} == {
        "论文.caj": "is a file of CAJ, a format that is not read",
        "mail.msg": "is a file of Outlook, a format that is not read",
    }


def test_saved_results_say_what_was_left_out(folder: Path, tmp_path: Path) -> None:
    report = scanned(folder)
    path = tmp_path / "a.variorum"
    save_results(report, (), path)
    assert load_results(path).report.left_out == report.left_out


def test_what_programs_lay_beside_documents_is_no_problem(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "报告.txt").write_text(english_text(3, 90), encoding="utf-8")
    for name in ("._报告.docx", "~$报告.docx", ".~lock.报告.odt#", ".DS_Store", "Thumbs.db"):
        (folder / name).write_bytes(b"\0\5\x16\7" + BINARY)
    (folder / "报告.docx").write_bytes(BINARY)
    (folder / "._notes.txt").write_text(english_text(4, 90), encoding="utf-8")
    with zipfile.ZipFile(folder / "mac.zip", "w") as file:
        file.writestr("a.txt", english_text(5, 90))
        file.writestr("__MACOSX/._a.txt", b"\0\5\x16\7" + BINARY)
    for config in (
        replace(CONFIG, containers=True),
        replace(CONFIG, containers=True, all_text=True),
    ):
        for _ in range(2):  # the second finds it in the index
            report = scanned(folder, config)
            assert names(report) == {"报告.txt", "._notes.txt", "a.txt"}
            assert [one.path.name for one in report.problems] == ["报告.docx"]
            assert [
                (one.kind, one.count) for one in not_read(report.left_out, report.problems)
            ] == [(".docx", 1)]

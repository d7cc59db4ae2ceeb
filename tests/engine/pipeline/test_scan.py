"""Whole scans over real files with planted duplicates: what is read, found and told."""

import gzip
import multiprocessing
import os
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from builders import chinese_text, edited, english_text
from packages import docx, run
from places import python_environment
from scans import (
    CONFIG,
    Meddler,
    kept,
    member_kinds,
    names,
    reopened,
    rewrite,
    saved_lines,
    scanned,
)
from simcore import (
    Cancelled,
    FingerprintIndex,
    Grouping,
    Kind,
    ScanConfig,
    ScanReport,
    load_results,
    recall,
    regroup,
    save_results,
    scan,
)
from simcore.files.opening import open_to_read
from simcore.formats.reading import READER_VERSION
from simcore.model.config import Thresholds
from simcore.model.reasons import FolderError, IndexFullError, ReasonCode
from simcore.model.records import ProblemStage
from simcore.model.report import NotRead, Stage, not_read
from simcore.pipeline.candidates import candidate_pairs, find_candidates
from simcore.pipeline.jobs import ComparisonJob
from simcore.workers import make_executor
from word_lists import shorten_dictionary
from written import written


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Ten unlike Chinese texts, with four copies of the first in several disguises."""
    text = chinese_text(0)
    copies = {
        "exact.txt": text,
        "gb18030.txt": text.encode("gb18030"),
        "wrapped.txt": text.replace("。\n", "。\r\n\r\n").encode("utf-16"),
        "revised.txt": edited(text, 1, 2),
    }
    files = {f"{number:02} 文章.txt": chinese_text(number) for number in range(10)}
    written(tmp_path / "文档" / "copies", copies)
    return written(tmp_path / "文档", files)


def shown(report: ScanReport) -> list[dict[str, tuple[str, float | None]]]:
    """Groups as names, for comparing; the kept one has the kind "kept"."""
    name = {document.id: document.path.name for document in report.documents.values()}
    return [
        {name[group.representative]: ("kept", 1.0)}
        | {name[m.document]: (m.kind.value, m.resemblance) for m in group.members}
        for group in report.groups
    ]


def test_planted_duplicates_are_found(library: Path, index: FingerprintIndex) -> None:
    report = scanned(library, index)
    (group,) = shown(report)
    assert set(group) == {"00 文章.txt", "exact.txt", "gb18030.txt", "wrapped.txt", "revised.txt"}
    kinds = [kind for kind, _ in group.values()]
    assert sorted(kinds) == ["identical", "kept", "same-text", "same-text", "similar"]
    # 300 words of 12 to a line: 2 of 25 lines replaced leave 23 of 27 distinct ones shared
    assert 0.75 < report.groups[0].worst < 0.95
    counts = report.counts
    assert (counts.listed, counts.read, counts.documents) == (14, 14, 14)
    assert (counts.exact, counts.similar, counts.unusable, counts.too_short) == (3, 1, 0, 0)
    assert report.complete


def test_a_rescan_opens_no_file(
    library: Path, index: FingerprintIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = scanned(library, index)
    opened: list[str] = []

    def spy(path: bytes) -> tuple[int, os.stat_result]:
        opened.append(os.fsdecode(path))
        return open_to_read(path)

    monkeypatch.setattr("simcore.formats.reading.open_to_read", spy)
    after = scanned(library, index)
    assert not opened
    assert after.groups == before.groups
    assert after.pairs == before.pairs
    assert (after.counts.read, after.counts.unchanged) == (0, 14)
    # and one file that changed is one file read; the comparisons need those of its pairs
    like = (library / "08 文章.txt").read_text(encoding="utf-8")
    (library / "05 文章.txt").write_text(edited(like, 99, 2), encoding="utf-8")
    again = scanned(library, index)
    assert (again.counts.read, again.counts.unchanged) == (1, 13)
    (changed,) = (d for d in again.documents.values() if d.path.name == "05 文章.txt")
    paired = [pair for pair in again.pairs if changed.id in (pair.left, pair.right)]
    beside = {again.documents[one].path for pair in paired for one in (pair.left, pair.right)}
    assert library / "08 文章.txt" in beside
    assert {Path(path) for path in opened} == beside
    assert beside != {d.path for d in again.documents.values()}


def test_slider_regroups_without_reading(library: Path, index: FingerprintIndex) -> None:
    report = scanned(library, index)
    shutil.rmtree(library)
    exact = regroup(report, Thresholds(0, 0.7))
    assert exact.counts.similar in {0, 1}
    assert len(exact.groups[0].members) == 3 + exact.counts.similar
    strict = regroup(report, Thresholds(24, 1.0))
    assert strict.counts.similar == 0
    assert strict.counts.exact == 3
    back = regroup(strict, CONFIG.thresholds)
    assert back == report
    with pytest.raises(ValueError, match="least similarity"):
        regroup(report, Thresholds(3, 0.1))


def test_reports_are_of_the_folders_asked_for(library: Path, index: FingerprintIndex) -> None:
    report = scanned(library, index)
    few = scanned(library / "copies", index)
    assert names(few) == {"exact.txt", "gb18030.txt", "wrapped.txt", "revised.txt"}
    assert few.counts.read == 0
    shutil.rmtree(library)
    recalled = recall([library], CONFIG, index)
    assert recalled.groups == report.groups
    assert not recalled.complete
    assert recalled.counts.documents == 14
    narrowed = recall([library], ScanConfig(exclude=("copies",)), index)
    assert narrowed.counts.documents == 10
    assert not narrowed.groups


class CancelAt:
    """A progress that cancels at a stage, once so many units are done."""

    def __init__(self, stage: Stage, done: int = 0) -> None:
        self.stage, self.done = stage, done

    def report(self, stage: Stage, done: int, total: int) -> None:
        if stage is self.stage and done >= self.done:
            raise Cancelled


@pytest.mark.parametrize("stage", [Stage.LIST, Stage.READ, Stage.PAIR, Stage.VERIFY, Stage.GROUP])
def test_cancel_keeps_what_was_read(
    library: Path, index: FingerprintIndex, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simcore.pipeline.jobs._FILES_A_BATCH", 3)
    done = 6 if stage is Stage.READ else 0
    with pytest.raises(Cancelled):
        scanned(library, index, progress=CancelAt(stage, done))
    stored = len(index.below([library.resolve()], "default/1", READER_VERSION))
    assert stored == {Stage.LIST: 0, Stage.READ: 6}.get(stage, 14)
    if stage is Stage.READ:
        assert recall([library], CONFIG, index).counts.documents == 6
    report = scanned(library, index)
    assert report.counts.read == 14 - stored
    assert len(report.groups[0].members) == 4


def test_files_that_cannot_be_used(library: Path, index: FingerprintIndex) -> None:
    empty = {"empty.txt": "", "empty too.txt": "", "dots.txt": "…… !!\n"}
    binary = dict.fromkeys(["binary.txt", "binary copy.txt"], BINARY)
    written(library, {**empty, **binary, "huge.txt": ""})
    os.truncate(library / "huge.txt", 200_000_000)
    for _ in range(2):
        report = scanned(library, index)
        reasons = {problem.path.name: problem for problem in report.problems}
        assert set(reasons) == {*empty, *binary, "huge.txt"}
        assert reasons["empty.txt"].stage is ProblemStage.TOKENS
        assert "no words" in str(reasons["dots.txt"].reason)
        assert "binary" in str(reasons["binary.txt"].reason)
        assert "limit of 64 MB (200 MB)" in str(reasons["huge.txt"].reason)
        assert report.counts.too_short == 3
        assert report.counts.unusable == 3
        assert len(report.groups) == 1, "what has no text is in no group"
    # the binary ones are stored in the index; the size of the huge one is read again
    assert report.counts.read == 1


def test_a_large_file_is_read_when_allowed(tmp_path: Path, index: FingerprintIndex) -> None:
    (tmp_path / "a.txt").write_text(english_text(1, 1_000))
    config = ScanConfig(jobs=0, largest_file=100)
    assert scanned(tmp_path, index, config).counts.unusable == 1
    assert scanned(tmp_path, index).counts.documents == 1
    (problem,) = scanned(tmp_path, index, config).problems
    assert problem.reason.code is ReasonCode.TOO_LARGE, "also where an earlier scan has read it"
    assert scanned(tmp_path, index).counts.documents == 1


def test_file_that_may_not_be_read(
    library: Path, index: FingerprintIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: bytes) -> tuple[int, os.stat_result]:
        if Path(os.fsdecode(path)).name.startswith("01"):
            raise PermissionError(13, "Permission denied")
        return open_to_read(path)

    monkeypatch.setattr("simcore.formats.reading.open_to_read", refuse)
    report = scanned(library, index)
    assert [(p.path.name, p.stage, str(p.reason)) for p in report.problems] == [
        ("01 文章.txt", ProblemStage.READ, "may not be read (no rights)")
    ]
    assert len(report.groups) == 1
    monkeypatch.undo()
    assert not scanned(library, index).problems, "it is tried again"


def test_what_has_most_letters_is_compared_first(
    tmp_path: Path, index: FingerprintIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However few its pairs are: else one worker is still at it when the others are done."""
    monkeypatch.setattr("simcore.pipeline.jobs._LEAST_PAIRS_A_BATCH", 1)
    monkeypatch.setattr("simcore.pipeline.jobs._TEXTS_A_BLOCK", 2)
    for name, versions, words in (("long", 2, 3_000), ("short", 6, 100)):
        for number in range(versions):
            text = edited(chinese_text(versions, words), number, 1)
            (tmp_path / f"{name} {number}.txt").write_text(text, encoding="utf-8")
    jobs: list[object] = []
    report = scan([tmp_path], CONFIG, index, Meddler(jobs.append))
    names = {one.text: one.path.name for one in report.documents.values()}
    first, *rest = [job for job in jobs if isinstance(job, ComparisonJob)]
    assert {names[text] for text in first.sources} == {"long 0.txt", "long 1.txt"}
    assert max(len(job.pairs) for job in rest) > len(first.pairs)


def test_a_file_that_changes_after_listing(library: Path, index: FingerprintIndex) -> None:
    """It is indexed as it was read, and the next scan finds it unchanged."""

    def change(_: object) -> None:
        (library / "03 文章.txt").write_text(chinese_text(0), encoding="utf-8")

    once: list[object] = []
    report = scan(
        [library], CONFIG, index, Meddler(lambda fn: once or once.append(fn) or change(fn))
    )
    assert "03 文章.txt" in shown(report)[0]
    assert scanned(library, index).counts.read == 0


@pytest.mark.parametrize("in_hand", [True, False])
def test_file_that_changes_before_it_is_compared(
    library: Path, index: FingerprintIndex, monkeypatch: pytest.MonkeyPatch, *, in_hand: bool
) -> None:
    """A pair is only shown if both texts are those that the fingerprints were made of."""
    if not in_hand:
        monkeypatch.setattr("simcore.pipeline.jobs.MOST_BYTES", 0)

    def change(job: object) -> None:
        if isinstance(job, ComparisonJob):
            (library / "copies" / "revised.txt").write_text("other", encoding="utf-8")

    def vanish(job: object) -> None:
        if isinstance(job, ComparisonJob):
            (library / "00 文章.txt").unlink(missing_ok=True)

    # a text is compared from any file that has it
    with FingerprintIndex(Path(":memory:")) as other:
        assert scan([library], CONFIG, other, Meddler(vanish)).counts.similar == 1
    written(library, {"00 文章.txt": chinese_text(0)})

    report = scan([library], CONFIG, index, Meddler(change))
    changed = [] if in_hand else [("revised.txt", ProblemStage.VERIFY)]
    assert [(p.path.name, p.stage) for p in report.problems] == changed
    assert report.counts.similar == in_hand
    assert report.counts.exact == 3
    again = scanned(library, index)
    assert (again.counts.read, again.counts.similar) == (1, 0)


def test_empty_and_missing_folders(tmp_path: Path, index: FingerprintIndex) -> None:
    (tmp_path / "empty").mkdir()
    report = scanned(tmp_path / "empty", index)
    assert not report.groups
    assert report.counts.listed == 0
    report = scanned([tmp_path / "missing", tmp_path / "empty"], index)
    assert [str(problem.reason) for problem in report.problems] == ["does not exist"]


def test_a_missing_folder_keeps_its_documents(library: Path, index: FingerprintIndex) -> None:
    """Documents on a drive that is not plugged in are not forgotten."""
    scanned(library, index)
    library.rename(library.with_name("elsewhere"))
    with pytest.raises(FolderError):
        scanned(library, index)
    library.with_name("elsewhere").rename(library)
    assert scanned(library, index).counts.read == 0


def test_full_disk_in_the_middle(library: Path, index: FingerprintIndex) -> None:
    for number in range(300):
        (library / f"more {number}.txt").write_text(english_text(number, 60))
    pages = index.connection.execute("pragma page_count").fetchone()[0]
    index.connection.execute(f"pragma max_page_count = {pages + 40}")
    with pytest.raises(IndexFullError, match="disk is full"):
        scanned(library, index)
    stored = len(index.below([library.resolve()], "default/1", READER_VERSION))
    assert stored > 0
    index.connection.execute("pragma max_page_count = 1000000")
    report = scanned(library, index)
    assert report.counts.read == 314 - stored
    assert report.counts.documents == 314


def test_recipes_live_side_by_side(library: Path, index: FingerprintIndex) -> None:
    first = scanned(library, index)
    charikar = ScanConfig(jobs=0, recipe="charikar")
    other = scanned(library, index, charikar)
    assert other.counts.read == 14
    assert [d.fingerprint for d in other.documents.values()] != [
        d.fingerprint for d in first.documents.values()
    ]
    assert scanned(library, index, charikar).counts.read == 0
    assert scanned(library, index).counts.read == 0


def test_dictionary_is_part_of_the_recipe(
    library: Path, index: FingerprintIndex, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shorten_dictionary(monkeypatch, tmp_path)
    scanned(library, index)
    dictionary = tmp_path / "words.txt"
    dictionary.write_text("合同双方 100000\n", encoding="utf-8")
    config = ScanConfig(jobs=0, dictionary=dictionary)
    assert scanned(library, index, config).counts.read == 14
    assert scanned(library, index, config).counts.read == 0
    dictionary.write_text("协议签订 100000\n", encoding="utf-8")
    assert scanned(library, index, config).counts.read == 14
    assert scanned(library, index).counts.read == 0


@pytest.mark.parametrize("grouping", Grouping)
def test_a_thousand_copies(tmp_path: Path, index: FingerprintIndex, grouping: Grouping) -> None:
    for number in range(1_000):
        (tmp_path / f"{number}.txt").write_text("一样的内容，一样的文件。")
    report = scanned(tmp_path, index, ScanConfig(jobs=1, grouping=grouping))
    (group,) = report.groups
    assert len(group.members) == 999
    assert all(member.kind is Kind.IDENTICAL for member in group.members)
    assert report.pairs == ()
    assert not report.comparisons
    assert report.counts.candidates == 0


def test_candidates_equal_brute_force(library: Path, index: FingerprintIndex) -> None:
    report = scanned(library, index, compare=False)
    assert report.pairs == ()
    firsts = {}
    for document in sorted(report.documents.values(), key=lambda d: d.path):
        firsts.setdefault(document.text, document)
    for distance in (0, 5, 24, 40, 64):
        expected = {
            frozenset((a.id, b.id)): (a.fingerprint ^ b.fingerprint).bit_count()
            for a in firsts.values()
            for b in firsts.values()
            if a.id < b.id and (a.fingerprint ^ b.fingerprint).bit_count() <= distance
        }
        found = candidate_pairs(report.documents.values(), distance)
        assert {frozenset((a.id, b.id)): bits for a, b, bits in found} == expected
        assert all(left.path < right.path for left, right, _ in found)


def test_a_chapter_is_found_inside_its_book(tmp_path: Path, index: FingerprintIndex) -> None:
    chapters = [chinese_text(100 + number, 400) for number in range(8)]
    written(tmp_path, {"chapter.txt": chapters[5], "other.txt": chinese_text(7, 400)})
    (tmp_path / "book.txt").write_text("\n".join(chapters), encoding="gb18030")
    report = scanned(tmp_path, index)
    (group,) = report.groups
    assert group.parts
    assert (kept(report), member_kinds(report)) == (["book.txt"], {"chapter.txt": Kind.PART})
    (member,) = group.members
    assert member.containment > 0.99
    # a chapter of eight: about an eighth of the samples of both are shared
    assert 0.05 < member.resemblance < 0.25
    assert report.counts.parts == 1
    assert regroup(report, Thresholds(16, 0.7), contained=False).groups == ()
    again = scanned(tmp_path, index)
    assert again.groups == report.groups
    assert again.counts.read == 0


def test_no_worker_waits_for_candidates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search takes the most memory; others compare, and none is left when groups are made."""
    files = {f"{number}.txt": edited(chinese_text(1), number, number) for number in range(3)}
    folder = written(tmp_path / "documents", files)
    running: list[int] = []

    def find(*arguments: object, **named: object) -> object:
        running.append(len(multiprocessing.active_children()))
        return find_candidates(*arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr("simcore.pipeline.scan._MANY_DOCUMENTS", 2)
    monkeypatch.setattr("simcore.pipeline.candidates.find_candidates", find)
    with FingerprintIndex(tmp_path / "index") as index, make_executor(2) as executor:
        report = scan([folder], ScanConfig(), index, executor)
        running.append(len(multiprocessing.active_children()))
    assert running == [0, 0]
    assert len(report.pairs) == 3


# ---- a scan in one line: a folder as a string or a path, an index by its name, no executor


@pytest.fixture
def four_documents(tmp_path: Path) -> Path:
    folder = tmp_path / "-合同 'a'\n"
    folder.mkdir()
    for number in range(4):
        text = chinese_text(number // 2, 80)
        (folder / f"{number}.txt").write_text(text, "gb18030" if number % 2 else "utf-8")
    return folder


@pytest.mark.parametrize("form", [str, Path, lambda one: [str(one)], lambda one: (one,)])
def test_a_folder_in_any_form_gives_the_same_report(
    four_documents: Path, form: Callable[[Path], str | Path | list[str]]
) -> None:
    expected = scanned([four_documents])
    report = scan(form(four_documents), CONFIG)
    assert report.folders == expected.folders == (four_documents,)
    assert len(report.groups) == 2
    assert repr(report) == "<ScanReport of 4 documents, 2 groups, 0 problems>"
    with pytest.raises(FolderError):
        scan(form(four_documents / "missing"), CONFIG)
    assert shown(report) == shown(expected)


@pytest.mark.parametrize("form", [str, Path])
def test_an_index_is_named_by_its_path_and_used_again(
    four_documents: Path, tmp_path: Path, form: Callable[[Path], str | Path]
) -> None:
    path = tmp_path / "new" / "index.sqlite3"
    assert scan(four_documents, CONFIG, form(path)).counts.read == 4
    again = scan(four_documents, CONFIG, index=form(path))
    assert (again.counts.read, again.counts.unchanged) == (0, 4)
    assert len(again.groups) == 2
    path.rename(tmp_path / "closed.sqlite3")  # on Windows an open file could not be


ALONE = """
import os, sys
from pathlib import Path
import simcore
report = simcore.scan(sys.argv[1])
print(len(report.groups), report.counts.read)
print([path for path in Path(os.environ["HOME"]).rglob("*")])
"""


def test_nothing_is_left_behind_and_workers_end(four_documents: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    places = {name: str(home) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "TMPDIR")}
    run = subprocess.run(
        [sys.executable, "-c", ALONE, os.fspath(four_documents)],
        env={**python_environment(), **places},
        capture_output=True,
        text=True,
        check=False,
        cwd=home,
    )
    assert (run.stdout, run.stderr) == ("2 4\n[]\n", "")


# ---- files whose names promise nothing: manual pages, and any text where all is to be read


PAGE = b".TH A 1\n.SH NAME\na \\- " + english_text(1, 60).encode() + b"\n"
BINARY = bytes(range(256)) * 300


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    binary = dict.fromkeys(["libfoo.so.1", "photo.JPG", "other.jpg", "program"], BINARY)
    texts = {"syslog.1": 2, "LICENSE": 3, "COPYING.LESSER": 3, "notes.xyz": 4}
    files = {name: english_text(seed, 90) for name, seed in texts.items()}
    pages = {"a.1": PAGE, "a.1.gz": gzip.compress(PAGE)}
    return written(tmp_path / "folder", {**files, **pages, **binary})


USUAL = {"a.1", "a.1.gz", "LICENSE", "COPYING.LESSER"}


def test_no_manual_page(folder: Path, index: FingerprintIndex, tmp_path: Path) -> None:
    report = scanned(folder, index)
    assert names(report) == USUAL
    assert report.problems == ()
    assert {**report.left_out} == {".1": 2, ".jpg": 2, ".xyz": 1, "": 1}
    assert (report.counts.listed, report.counts.skipped, report.counts.read) == (4, 6, 4)
    # of the two that have the name of a page nothing is read again
    again = scanned(folder, index)
    assert (again.counts.read, again.counts.unchanged, again.counts.skipped) == (0, 4, 6)
    assert names(again) == USUAL
    assert again.left_out == report.left_out
    assert reopened(report, tmp_path / "saved").left_out == report.left_out
    recalled = recall([folder], CONFIG, index)
    assert (names(recalled), recalled.problems) == (USUAL, ())


def test_all_text_is_read_when_it_is_asked_for(folder: Path, index: FingerprintIndex) -> None:
    scanned(folder, index)
    everything = replace(CONFIG, all_text=True)
    report = scanned(folder, index, everything)
    assert names(report) == USUAL | {"syslog.1", "notes.xyz"}
    assert report.problems == ()
    assert {**report.left_out} == {".1": 1, ".jpg": 2, "": 1}
    assert scanned(folder, index, everything).counts.read == 0
    # a large one of no promise is no problem, either
    small = scanned(folder, config=replace(everything, largest_file=70_000))
    assert (small.problems, small.left_out[".jpg"]) == ((), 2)
    # and no longer when it is not
    report = scanned(folder, index)
    assert names(report) == USUAL
    assert {**report.left_out} == {".1": 2, ".jpg": 2, ".xyz": 1, "": 1}
    assert names(recall([folder], CONFIG, index)) == USUAL


def test_a_name_that_the_user_gives_is_no_trial(folder: Path, index: FingerprintIndex) -> None:
    scanned(folder, index)
    report = scanned(folder, index, replace(CONFIG, include=("*.1", "*.jpg")))
    assert names(report) == {"a.1", "syslog.1"}
    assert not_read(report.left_out, report.problems)[:2] == [
        NotRead(".jpg", 2, ReasonCode.IS_BINARY),
        NotRead(".1", 1, ReasonCode.IS_BINARY),
    ]


def test_tried_inside_archives(folder: Path, index: FingerprintIndex) -> None:
    with zipfile.ZipFile(folder / "all.zip", "w") as archive:
        for name in ("a.1", "libfoo.so.1", "syslog.1", "notes.xyz", "photo.JPG"):
            archive.write(folder / name, f"inside {name}")
    report = scanned(folder, index, replace(CONFIG, containers=True))
    assert names(report) == USUAL | {"inside a.1"}
    assert report.problems == ()
    report = scanned(folder, index, replace(CONFIG, containers=True, all_text=True))
    inside = {"inside a.1", "inside syslog.1", "inside notes.xyz"}
    assert names(report) == USUAL | inside | {"syslog.1", "notes.xyz"}
    assert report.problems == ()


def test_formats_that_nobody_reads_are_named(folder: Path, index: FingerprintIndex) -> None:
    (folder / "论文.caj").write_bytes(b"CAJ" + BINARY)
    (folder / "mail.msg").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + BINARY)
    assert scanned(folder, index).left_out[".caj"] == 1
    report = scanned(folder, index, replace(CONFIG, include=("*.caj", "*.msg")))
    assert {one.path.name: str(one.reason) for one in report.problems} == {
        "论文.caj": "is a file of CAJ, a format that is not read",
        "mail.msg": "is a file of Outlook, a format that is not read",
    }


def test_what_programs_lay_beside_documents(tmp_path: Path, index: FingerprintIndex) -> None:
    beside = ("._报告.docx", "~$报告.docx", ".~lock.报告.odt#", ".DS_Store", "Thumbs.db")
    folder = written(tmp_path / "folder", dict.fromkeys(beside, b"\0\5\x16\7" + BINARY))
    texts = {"报告.txt": english_text(3, 90), "._notes.txt": english_text(4, 90)}
    written(folder, {**texts, "报告.docx": BINARY})
    with zipfile.ZipFile(folder / "mac.zip", "w") as file:
        file.writestr("a.txt", english_text(5, 90))
        file.writestr("__MACOSX/._a.txt", b"\0\5\x16\7" + BINARY)
    for all_text in (False, False, True, True):  # the second finds it in the index
        config = replace(CONFIG, containers=True, all_text=all_text)
        report = scanned(folder, index, config)
        assert names(report) == {"报告.txt", "._notes.txt", "a.txt"}
        assert [one.path.name for one in report.problems] == ["报告.docx"]
        told = not_read(report.left_out, report.problems)
        assert [(one.kind, one.count) for one in told] == [(".docx", 1)]


# ---- titles are kept in the index and in saved results, and nothing is read for them


HOSTILE = "a\u202egnp.exe"


@pytest.fixture
def titled(tmp_path: Path) -> Path:
    heading = f'<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr>{run("协议")}</w:p>'
    files = {
        "1.md": f"# 合同\n\n{chinese_text(1)}",
        "2.html": f"<h1>Lease</h1><p>{chinese_text(1)}</p>",
        "3.txt": chinese_text(1),
        "4.docx": docx(f"{heading}<w:p>{run(chinese_text(2))}</w:p>"),
    }
    return written(tmp_path / "文档", files)


def titles(report: ScanReport) -> dict[str, str]:
    return {one.path.name: one.title for one in report.documents.values()}


FOUND = {"1.md": "合同", "2.html": "Lease", "3.txt": "", "4.docx": "协议"}


def test_a_title_is_known_without_reading_again(titled: Path, tmp_path: Path) -> None:
    index = tmp_path / "index.sqlite3"
    assert titles(scanned(titled, index)) == FOUND
    again = scanned(titled, index)
    assert (titles(again), again.counts.read) == (FOUND, 0)
    with FingerprintIndex(index) as opened:
        assert titles(recall([titled], CONFIG, opened)) == FOUND
    assert titles(reopened(again, tmp_path / "results.variorum")) == FOUND


def test_what_an_index_or_a_file_of_results_says_is_made_safe(titled: Path, tmp_path: Path) -> None:
    index, path = tmp_path / "index.sqlite3", tmp_path / "results.variorum"
    scanned(titled, index)
    connection = sqlite3.connect(index)
    connection.execute("update document set title = ?", (HOSTILE + "b" * 10**6,))
    connection.commit()
    connection.close()
    for title in titles(scanned(titled, index)).values():
        assert title.startswith("agnp.exe")
        assert len(title) == 120
    save_results(scanned(titled, index), (), path)
    lines = saved_lines(path)
    for line in lines[1:]:
        if line[0] == "documents":
            line[1:] = [[*row[:-5], HOSTILE, None, 0, "", 0] for row in line[1:]]
    rewrite(path, lines)
    assert set(titles(load_results(path).report).values()) == {"agnp.exe"}

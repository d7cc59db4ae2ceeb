"""Whole scans over real files with planted duplicates."""

import multiprocessing
import os
import shutil
import sys
from concurrent.futures import Executor, Future
from dataclasses import replace
from pathlib import Path

import pytest

from builders import chinese_text, edited, english_text
from simcore import (
    Cancelled,
    FingerprintIndex,
    Grouping,
    Kind,
    ScanConfig,
    ScanReport,
    SimcoreError,
    recall,
    regroup,
    scan,
)
from simcore.candidates.parameters import PARAMETERS
from simcore.files.opening import open_to_read
from simcore.formats.reading import READER_VERSION
from simcore.model.config import Thresholds
from simcore.model.reasons import FolderError, IndexFullError, ReasonCode
from simcore.model.records import ProblemStage
from simcore.model.report import NoProgress, Stage
from simcore.pipeline.candidates import candidate_pairs, find_candidates
from simcore.pipeline.jobs import ComparisonJob
from simcore.pipeline.similar import find_similar
from simcore.workers import make_executor
from word_lists import shorten_dictionary

CONFIG = ScanConfig(jobs=0)


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Ten unlike Chinese texts, with four copies of the first in several disguises."""
    folder = tmp_path / "文档"
    (folder / "copies").mkdir(parents=True)
    for number in range(10):
        (folder / f"{number:02} 文章.txt").write_text(chinese_text(number), encoding="utf-8")
    text = chinese_text(0)
    (folder / "copies" / "exact.txt").write_bytes((folder / "00 文章.txt").read_bytes())
    (folder / "copies" / "gb18030.txt").write_text(text, encoding="gb18030")
    wrapped = text.replace("。\n", "。\r\n\r\n")
    (folder / "copies" / "wrapped.txt").write_bytes(wrapped.encode("utf-16"))
    (folder / "copies" / "revised.txt").write_text(edited(text, 1, 2), encoding="utf-8")
    return folder


def run(
    *folders: Path, index: FingerprintIndex, config: ScanConfig = CONFIG, **options: object
) -> ScanReport:
    with make_executor(config.jobs, config.seconds_a_file) as executor:
        return scan(folders, config, index, executor, **options)  # type: ignore[arg-type]


def shown(report: ScanReport) -> list[dict[str, tuple[str, float]]]:
    """Groups as names, for comparing; the kept one has the kind "kept"."""
    names = {document.id: document.path.name for document in report.documents.values()}
    return [
        {names[group.representative]: ("kept", 1.0)}
        | {names[m.document]: (m.kind.value, m.resemblance) for m in group.members}
        for group in report.groups
    ]


def test_planted_duplicates_are_found_and_told_apart(
    library: Path, index: FingerprintIndex
) -> None:
    report = run(library, index=index)
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
    before = run(library, index=index)
    opened: list[str] = []

    def spy(path: bytes) -> tuple[int, os.stat_result]:
        opened.append(os.fsdecode(path))
        return open_to_read(path)

    monkeypatch.setattr("simcore.formats.reading.open_to_read", spy)
    after = run(library, index=index)
    assert not opened
    assert after.groups == before.groups
    assert after.pairs == before.pairs
    assert (after.counts.read, after.counts.unchanged) == (0, 14)
    # and one file that changed is one file read; the comparisons need those of its pairs
    like = (library / "08 文章.txt").read_text(encoding="utf-8")
    (library / "05 文章.txt").write_text(edited(like, 99, 2), encoding="utf-8")
    again = run(library, index=index)
    assert (again.counts.read, again.counts.unchanged) == (1, 13)
    (changed,) = (d for d in again.documents.values() if d.path.name == "05 文章.txt")
    paired = [pair for pair in again.pairs if changed.id in (pair.left, pair.right)]
    beside = {again.documents[one].path for pair in paired for one in (pair.left, pair.right)}
    assert library / "08 文章.txt" in beside
    assert {Path(path) for path in opened} == beside
    assert beside != {d.path for d in again.documents.values()}


def test_any_number_of_workers_and_scans_gives_the_same(library: Path, tmp_path: Path) -> None:
    def fresh(name: str, config: ScanConfig, *folders: Path) -> ScanReport:
        with FingerprintIndex(tmp_path / name) as index:
            for folder in folders:
                run(folder, index=index, config=config)
            return run(library, index=index, config=config)

    one = fresh("1", CONFIG)
    two = fresh("2", ScanConfig(jobs=2))
    parts = fresh("3", CONFIG, library / "copies")
    for other in (two, parts):
        assert shown(other) == shown(one)
        assert [d.fingerprint for d in other.documents.values()] == [
            d.fingerprint for d in one.documents.values()
        ]


def test_results_are_of_the_folders_of_the_moment(library: Path, index: FingerprintIndex) -> None:
    run(library, index=index)
    report = run(library / "copies", index=index)
    assert {d.path.name for d in report.documents.values()} == {
        "exact.txt",
        "gb18030.txt",
        "wrapped.txt",
        "revised.txt",
    }
    assert report.counts.read == 0


def test_slider_regroups_without_reading(library: Path, index: FingerprintIndex) -> None:
    report = run(library, index=index)
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


def test_deleted_and_moved_files(library: Path, index: FingerprintIndex) -> None:
    run(library, index=index)
    (library / "copies" / "exact.txt").unlink()
    (library / "copies" / "gb18030.txt").rename(library / "moved.txt")
    report = run(library, index=index)
    assert set(shown(report)[0]) == {"00 文章.txt", "moved.txt", "wrapped.txt", "revised.txt"}
    known = index.below([library.resolve()], "default/1", READER_VERSION)
    assert len(known) == 13


def test_recall_shows_what_is_known_without_touching_files(
    library: Path, index: FingerprintIndex
) -> None:
    report = run(library, index=index)
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
        run(library, index=index, progress=CancelAt(stage, done))
    kept = len(index.below([library.resolve()], "default/1", READER_VERSION))
    assert kept == {Stage.LIST: 0, Stage.READ: 6}.get(stage, 14)
    if stage is Stage.READ:
        assert recall([library], CONFIG, index).counts.documents == 6
    report = run(library, index=index)
    assert report.counts.read == 14 - kept
    assert len(report.groups[0].members) == 4


def test_progress_counts_files(library: Path, index: FingerprintIndex) -> None:
    seen: list[tuple[Stage, int, int]] = []

    class Watch(NoProgress):
        def report(self, stage: Stage, done: int, total: int) -> None:
            seen.append((stage, done, total))

    run(library, index=index, progress=Watch())
    stages = list(dict.fromkeys(stage for stage, _, _ in seen))
    assert stages == list(Stage)
    read = [(done, total) for stage, done, total in seen if stage is Stage.READ]
    assert read[0] == (0, 14)
    assert read[-1] == (14, 14)
    assert [done for done, _ in read] == sorted(done for done, _ in read)


def test_files_that_cannot_be_used(library: Path, index: FingerprintIndex) -> None:
    (library / "empty.txt").write_bytes(b"")
    (library / "empty too.txt").write_bytes(b"")
    (library / "dots.txt").write_text("…… !!\n")
    (library / "binary.txt").write_bytes(bytes(range(256)) * 20)
    (library / "binary copy.txt").write_bytes(bytes(range(256)) * 20)
    with (library / "huge.txt").open("wb") as file:
        file.truncate(200_000_000)
    for _ in range(2):
        report = run(library, index=index)
        reasons = {problem.path.name: problem for problem in report.problems}
        assert set(reasons) == {
            "empty.txt",
            "empty too.txt",
            "dots.txt",
            "binary.txt",
            "binary copy.txt",
            "huge.txt",
        }
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
    assert run(tmp_path, index=index, config=config).counts.unusable == 1
    assert run(tmp_path, index=index).counts.documents == 1
    (problem,) = run(tmp_path, index=index, config=config).problems
    assert problem.reason.code is ReasonCode.TOO_LARGE, "also where an earlier scan has read it"
    assert run(tmp_path, index=index).counts.documents == 1


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="no rights to lack")
def test_file_without_rights(library: Path, index: FingerprintIndex) -> None:
    (library / "01 文章.txt").chmod(0)
    report = run(library, index=index)
    (problem,) = report.problems
    assert "no rights" in str(problem.reason)
    (library / "01 文章.txt").chmod(0o600)
    assert not run(library, index=index).problems


def test_file_that_may_not_be_read(
    library: Path, index: FingerprintIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: bytes) -> tuple[int, os.stat_result]:
        if Path(os.fsdecode(path)).name.startswith("01"):
            raise PermissionError(13, "Permission denied")
        return open_to_read(path)

    monkeypatch.setattr("simcore.formats.reading.open_to_read", refuse)
    report = run(library, index=index)
    assert [(p.path.name, p.stage, str(p.reason)) for p in report.problems] == [
        ("01 文章.txt", ProblemStage.READ, "may not be read (no rights)")
    ]
    assert len(report.groups) == 1
    monkeypatch.undo()
    assert not run(library, index=index).problems, "it is tried again"


class Meddler(Executor):
    """Changes the files before each job runs."""

    def __init__(self, before: object) -> None:
        self.before = before

    def submit(self, fn: object, /, *args: object, **kwargs: object) -> Future[object]:
        self.before(fn)  # type: ignore[operator]
        future: Future[object] = Future()
        future.set_result(fn(*args, **kwargs))  # type: ignore[operator]
        return future


def test_file_that_disappears_between_listing_and_reading(
    library: Path, index: FingerprintIndex
) -> None:
    def vanish(_: object) -> None:
        (library / "03 文章.txt").unlink(missing_ok=True)

    report = scan([library], CONFIG, index, Meddler(vanish))
    assert [(p.path.name, str(p.reason)) for p in report.problems] == [
        ("03 文章.txt", "is no longer there")
    ]
    assert report.counts.documents == 13
    assert len(report.groups) == 1


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


def test_file_that_changes_between_listing_and_reading(
    library: Path, index: FingerprintIndex
) -> None:
    """It is indexed as it was read, and the next scan finds it unchanged."""

    def change(_: object) -> None:
        (library / "03 文章.txt").write_text(chinese_text(0), encoding="utf-8")

    once: list[object] = []
    report = scan(
        [library], CONFIG, index, Meddler(lambda fn: once or once.append(fn) or change(fn))
    )
    assert "03 文章.txt" in shown(report)[0]
    assert run(library, index=index).counts.read == 0


def test_file_that_grows_while_it_is_read(
    library: Path, index: FingerprintIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.fstat
    calls: dict[int, int] = {}

    def fstat(descriptor: int) -> os.stat_result:
        status = real(descriptor)
        if status.st_ino == (library / "03 文章.txt").stat().st_ino:
            calls[status.st_ino] = calls.get(status.st_ino, 0) + 1
            if calls[status.st_ino] == 1:  # as it is opened
                with (library / "03 文章.txt").open("a") as file:
                    file.write("more")
        return status

    monkeypatch.setattr(os, "fstat", fstat)
    report = run(library, index=index)
    assert [(p.path.name, str(p.reason)) for p in report.problems] == [
        ("03 文章.txt", "changed while it was read; scan again")
    ]
    monkeypatch.undo()
    assert run(library, index=index).counts.documents == 14


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

    report = scan([library], CONFIG, index, Meddler(change))
    changed = [] if in_hand else [("revised.txt", ProblemStage.VERIFY)]
    assert [(p.path.name, p.stage) for p in report.problems] == changed
    assert report.counts.similar == in_hand
    assert report.counts.exact == 3
    again = run(library, index=index)
    assert (again.counts.read, again.counts.similar) == (1, 0)


def test_a_copy_stands_in_for_a_vanished_file(
    library: Path, index: FingerprintIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A text is compared from any file that has it."""
    monkeypatch.setattr("simcore.pipeline.jobs.MOST_BYTES", 0)

    def vanish(job: object) -> None:
        if isinstance(job, ComparisonJob):
            (library / "00 文章.txt").unlink(missing_ok=True)

    report = scan([library], CONFIG, index, Meddler(vanish))
    assert report.counts.similar == 1


def test_empty_and_missing_folders(tmp_path: Path, index: FingerprintIndex) -> None:
    (tmp_path / "empty").mkdir()
    report = run(tmp_path / "empty", index=index)
    assert not report.groups
    assert report.counts.listed == 0
    with pytest.raises(FolderError, match="missing: does not exist"):
        run(tmp_path / "missing", index=index)
    report = run(tmp_path / "missing", tmp_path / "empty", index=index)
    assert [str(problem.reason) for problem in report.problems] == ["does not exist"]


def test_a_missing_folder_keeps_its_documents(library: Path, index: FingerprintIndex) -> None:
    """Documents on a drive that is not plugged in are not forgotten."""
    run(library, index=index)
    library.rename(library.with_name("elsewhere"))
    with pytest.raises(FolderError):
        run(library, index=index)
    library.with_name("elsewhere").rename(library)
    assert run(library, index=index).counts.read == 0


def test_full_disk_in_the_middle(library: Path, index: FingerprintIndex) -> None:
    for number in range(300):
        (library / f"more {number}.txt").write_text(english_text(number, 60))
    pages = index.connection.execute("pragma page_count").fetchone()[0]
    index.connection.execute(f"pragma max_page_count = {pages + 40}")
    with pytest.raises(IndexFullError, match="disk is full"):
        run(library, index=index)
    kept = len(index.below([library.resolve()], "default/1", READER_VERSION))
    assert kept > 0
    index.connection.execute("pragma max_page_count = 1000000")
    report = run(library, index=index)
    assert report.counts.read == 314 - kept
    assert report.counts.documents == 314


def test_recipes_live_side_by_side(library: Path, index: FingerprintIndex) -> None:
    first = run(library, index=index)
    charikar = ScanConfig(jobs=0, recipe="charikar")
    other = run(library, index=index, config=charikar)
    assert other.counts.read == 14
    assert [d.fingerprint for d in other.documents.values()] != [
        d.fingerprint for d in first.documents.values()
    ]
    assert run(library, index=index, config=charikar).counts.read == 0
    assert run(library, index=index).counts.read == 0


def test_dictionary_is_part_of_the_recipe(
    library: Path, index: FingerprintIndex, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shorten_dictionary(monkeypatch, tmp_path)
    run(library, index=index)
    dictionary = tmp_path / "words.txt"
    dictionary.write_text("合同双方 100000\n", encoding="utf-8")
    config = ScanConfig(jobs=0, dictionary=dictionary)
    assert run(library, index=index, config=config).counts.read == 14
    assert run(library, index=index, config=config).counts.read == 0
    dictionary.write_text("协议签订 100000\n", encoding="utf-8")
    assert run(library, index=index, config=config).counts.read == 14
    assert run(library, index=index).counts.read == 0


@pytest.mark.parametrize("grouping", Grouping)
def test_thousand_identical_files(
    tmp_path: Path, index: FingerprintIndex, grouping: Grouping
) -> None:
    for number in range(1_000):
        (tmp_path / f"{number}.txt").write_text("一样的内容，一样的文件。")
    report = run(tmp_path, index=index, config=ScanConfig(jobs=1, grouping=grouping))
    (group,) = report.groups
    assert len(group.members) == 999
    assert all(member.kind is Kind.IDENTICAL for member in group.members)
    assert report.pairs == ()
    assert not report.comparisons
    assert report.counts.candidates == 0


def test_candidates_at_any_distance_equal_brute_force(
    library: Path, index: FingerprintIndex
) -> None:
    report = run(library, index=index, compare=False)
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


def test_find_similar(library: Path, index: FingerprintIndex, tmp_path: Path) -> None:
    report = run(library, index=index, compare=False)
    query = tmp_path / "query.txt"
    query.write_text(edited(chinese_text(0), 5, 1), encoding="utf-16")
    found = find_similar(query, report, index)
    names = [report.documents[pair.right].path.name for pair in found]
    assert set(names[:4]) == {"00 文章.txt", "exact.txt", "gb18030.txt", "wrapped.txt"}
    assert [pair.resemblance for pair in found] == sorted(
        (pair.resemblance for pair in found), reverse=True
    )
    inside = find_similar(library / "00 文章.txt", report, index)
    kinds = {report.documents[pair.right].path.name: pair.kind.value for pair in inside}
    assert kinds["exact.txt"] == "identical"
    assert kinds["gb18030.txt"] == "same-text"
    assert "00 文章.txt" not in kinds, "a document is not its own duplicate"
    with pytest.raises(SimcoreError, match="nowhere"):
        find_similar(tmp_path / "nowhere.txt", report, index)


def test_a_chapter_is_found_inside_its_book(tmp_path: Path, index: FingerprintIndex) -> None:
    chapters = [chinese_text(100 + number, 400) for number in range(8)]
    (tmp_path / "book.txt").write_text("\n".join(chapters), encoding="gb18030")
    (tmp_path / "chapter.txt").write_text(chapters[5], encoding="utf-8")
    (tmp_path / "other.txt").write_text(chinese_text(7, 400), encoding="utf-8")
    report = run(tmp_path, index=index)
    (group,) = report.groups
    assert group.parts
    assert report.documents[group.representative].path.name == "book.txt"
    (member,) = group.members
    assert report.documents[member.document].path.name == "chapter.txt"
    assert member.kind is Kind.PART
    assert member.containment > 0.99
    # a chapter of eight: about an eighth of the samples of both are shared
    assert 0.05 < member.resemblance < 0.25
    assert report.counts.parts == 1
    assert regroup(report, Thresholds(16, 0.7), contained=False).groups == ()
    again = run(tmp_path, index=index)
    assert again.groups == report.groups
    assert again.counts.read == 0


def test_passages_find_what_fingerprints_are_too_far_apart_for(
    library: Path, index: FingerprintIndex
) -> None:
    config = ScanConfig(jobs=0, compared_distance=0, distance=64)
    report = run(library, index=index, config=config)
    assert any(pair.distance > 0 for pair in report.pairs)
    assert "revised.txt" in shown(report)[0]


def test_boilerplate_proposes_nothing_and_is_reported(
    tmp_path: Path, index: FingerprintIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "simcore.candidates.sketches.PARAMETERS",
        replace(PARAMETERS, least_proposals=100, proposals_a_text=0),
    )
    licence = chinese_text(50, 40)
    for number in range(8):
        text = licence + chinese_text(200 + number, 40)
        (tmp_path / f"{number}.txt").write_text(text, encoding="utf-8")
    config = ScanConfig(jobs=0, compared_distance=0)
    report = run(tmp_path, index=index, config=config)
    assert report.counts.common_passages > 20
    assert report.pairs == ()


def test_short_texts_are_compared_by_their_passages(
    tmp_path: Path, index: FingerprintIndex
) -> None:
    text = "本店因内部装修，自三月五日起停业十天，三月十五日恢复营业。不便之处，敬请谅解。"
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    (tmp_path / "b.txt").write_text(text.replace("十天", "半月"), encoding="utf-8")
    (tmp_path / "c.txt").write_text("今天天气很好，我们去公园放风筝吧！", encoding="utf-8")
    report = run(tmp_path, index=index)
    assert all(document.short for document in report.documents.values())
    (pair,) = report.pairs
    assert pair.short
    assert pair.resemblance > 0.7
    # no distance hides it
    assert len(regroup(report, Thresholds(0, 0.7)).groups) == 1


def test_similar_finds_the_book_of_a_chapter(tmp_path: Path, index: FingerprintIndex) -> None:
    chapters = [chinese_text(100 + number, 400) for number in range(8)]
    folder = tmp_path / "books"
    folder.mkdir()
    (folder / "book.txt").write_text("\n".join(chapters), encoding="utf-8")
    (folder / "other.txt").write_text(chinese_text(7, 400), encoding="utf-8")
    (tmp_path / "chapter.txt").write_text(chapters[5], encoding="gb18030")
    report = run(folder, index=index, compare=False)
    (found,) = find_similar(tmp_path / "chapter.txt", report, index)
    assert report.documents[found.right].path.name == "book.txt"
    assert found.kind is Kind.PART
    assert found.left_in_right > 0.99


def test_of_many_documents_no_worker_waits_while_candidates_are_sought(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search takes the most memory; others compare, and none is left when groups are made."""
    text = chinese_text(1)
    folder = tmp_path / "documents"
    folder.mkdir()
    for number in range(3):
        (folder / f"{number}.txt").write_text(edited(text, number, number), encoding="utf-8")
    running: list[int] = []

    def find(*arguments: object, **named: object) -> object:
        running.append(len(multiprocessing.active_children()))
        return find_candidates(*arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr("simcore.pipeline.scan.MANY_TEXTS", 2)
    monkeypatch.setattr("simcore.pipeline.candidates.find_candidates", find)
    with FingerprintIndex(tmp_path / "index") as index, make_executor(2) as executor:
        report = scan([folder], ScanConfig(), index, executor)
        running.append(len(multiprocessing.active_children()))
    assert running == [0, 0]
    assert len(report.pairs) == 3

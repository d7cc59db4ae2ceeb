"""Documents without words: those of the same bytes are identical, and nothing else is like them."""

import hashlib
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pytest

import simcore
from builders import english_text
from clusters import groups_in_memory, groups_of, job_of, named, pairs_in_memory, pairs_of
from live_watches import watching
from local_frames import LocalFrame, LocalFrames
from simcore import (
    Action,
    FingerprintIndex,
    Journal,
    Kind,
    ReadError,
    ScanConfig,
    ScanReport,
    carry_out,
    choose_kept,
    load_results,
    plan_pruning,
    plan_removal,
    recall,
    save_results,
    scan,
)
from simcore.cli.main import main
from simcore.cluster.job import ClusterJob
from simcore.grouping.freeing import safe_to_free
from simcore.model.reasons import ReasonCode
from simcore.model.report import State
from simcore.pipeline.rereading import find_changes
from simcore.pipeline.similar import find_similar, recall_similar
from simcore.reports.tables import pair_rows
from simcore.workers import make_executor

CONFIG = ScanConfig(jobs=0)


def scan_of_page(note: str) -> bytes:
    """Return a PDF with a page on which nothing stands."""
    return (
        b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
        b"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
        b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\n"
        b"trailer<</Root 1 0 R>>\n%" + note.encode() + b"\n"
    )


FILES = {
    "emoji 1.txt": "😀😀 🎉\n".encode(),
    "emoji 2.txt": "😀😀 🎉\n".encode(),
    "emoji 3.txt": "👍👍 🎉\n".encode(),
    "empty 1.txt": b"",
    "empty 2.txt": b"",
    "scan 1.pdf": scan_of_page("one"),
    "scan 2.pdf": scan_of_page("one"),
    "scan 3.pdf": scan_of_page("two"),
    "text.txt": english_text(1).encode(),
}
COPIES = {("emoji 1.txt", "emoji 2.txt"), ("scan 1.pdf", "scan 2.pdf")}


def test_truth() -> None:
    """The table says which files have the same bytes."""
    same: dict[bytes, list[str]] = {}
    for name, data in FILES.items():
        same.setdefault(hashlib.sha256(data).digest(), []).append(name)
    assert {(*names,) for names in same.values() if len(names) > 1 and FILES[names[0]]} == COPIES


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    where = tmp_path / "documents"
    where.mkdir()
    for name, data in FILES.items():
        (where / name).write_bytes(data)
    return where


@pytest.fixture
def index(tmp_path: Path) -> FingerprintIndex:
    return FingerprintIndex(tmp_path / "index.sqlite3")


def scanned(folder: Path, index: FingerprintIndex) -> ScanReport:
    with make_executor(0) as executor:
        return scan([folder], CONFIG, index, executor)


def copies(report: ScanReport) -> set[tuple[str, ...]]:
    """Return the names in each group, all of which are identical."""
    names = {one.id: one.path.name for one in report.documents.values()}
    assert all(one.kind is Kind.IDENTICAL for group in report.groups for one in group.members)
    assert not report.pairs
    found = [
        sorted(names[one] for one in (group.representative, *(m.document for m in group.members)))
        for group in report.groups
    ]
    return set(map(tuple, found))


def test_they_are_identical_wherever_a_scan_is_told(
    folder: Path, index: FingerprintIndex, tmp_path: Path
) -> None:
    report = scanned(folder, index)
    again = scanned(folder, index)
    assert (again.counts.read, again.counts.unchanged) == (0, len(FILES))
    save_results(report, (), tmp_path / "saved.variorum")
    opened = load_results(tmp_path / "saved.variorum").report
    assert not find_changes(opened.documents.values()).of
    for found in (report, again, opened, recall([folder], CONFIG, index)):
        assert copies(found) == COPIES
        told = {one.path.name: one.reason.code for one in found.problems}
        assert told == {
            name: ReasonCode.NO_TEXT_LAYER if name.endswith("pdf") else ReasonCode.NO_WORDS
            for name in FILES
            if name != "text.txt"
        }
        free = safe_to_free(found).safe
        assert (free.documents, free.size) == (2, sum(len(FILES[one]) for _, one in COPIES))
    rows = {(row.left.path.name, row.right.path.name) for row in pair_rows(report)}
    assert rows == COPIES
    (folder / "emoji 2.txt").write_bytes(FILES["emoji 3.txt"])
    changed = COPIES - {("emoji 1.txt", "emoji 2.txt")} | {("emoji 2.txt", "emoji 3.txt")}
    assert copies(scanned(folder, index)) == changed


def test_rules_take_them_and_a_copy_of_the_bytes_stays(
    folder: Path, index: FingerprintIndex, tmp_path: Path
) -> None:
    report = scanned(folder, index)
    everything = plan_removal(report, set(report.documents), action=Action.DELETE)
    assert len(everything.removals) == len(COPIES)
    plan = plan_pruning(report, choose_kept(report, ()), action=Action.DELETE)
    assert len(plan.removals) == len(COPIES)
    assert all(one.document.content_hash == one.witness.content_hash for one in plan.removals)
    with Journal(tmp_path / "journal.sqlite3") as journal:
        assert {one.state for one in carry_out(plan, journal)} == {State.DONE}
    left = {path.read_bytes() for path in folder.iterdir()}
    assert left == set(FILES.values())


def test_one_more_file_is_asked_about(
    folder: Path, index: FingerprintIndex, tmp_path: Path
) -> None:
    report = scanned(folder, index)
    for name, others in {
        "scan 1.pdf": ["scan 1.pdf", "scan 2.pdf"],
        "emoji 3.txt": ["emoji 3.txt"],
    }.items():
        asked = tmp_path / name
        asked.write_bytes(FILES[name])
        found = recall_similar(asked, replace(CONFIG, distance=10), index)
        assert [found.documents[one.right].path.name for one in found.pairs] == others
        assert {one.kind for one in found.pairs} == {Kind.IDENTICAL}
        assert len(find_similar(asked, report, index)) == len(others)
    for name in ("empty 1.txt", "emoji 3.txt", "scan 3.pdf"):
        with pytest.raises(ReadError, match="has no "):
            recall_similar(folder / name, replace(CONFIG, distance=10), index)


def test_a_watch_tells_of_copies(folder: Path, tmp_path: Path) -> None:
    with watching(tmp_path / "index.sqlite3", [folder]) as told:
        for name in ("scan 3.pdf", "emoji 3.txt"):
            (folder / f"new {name}").write_bytes(FILES[name])
            told.wait(lambda name=name: told.lines[-1:] == [("new", f"new {name}")])
            (match,) = told.arrivals[-1].matches
            assert (match.path, match.kind) == (folder / name, Kind.IDENTICAL)
            assert told.arrivals[-1].problem is None
        (folder / "alone.txt").write_bytes("🎈".encode())
        told.wait(lambda: told.lines[-1:] == [("new", "alone.txt")])
        assert told.arrivals[-1].matches == ()
        problem = told.arrivals[-1].problem
        assert problem is not None
        assert problem.code is ReasonCode.NO_WORDS


def test_strings_and_a_library_of_them() -> None:
    texts = ["😀😀", "👍", "😀😀", "", ""]
    (group,) = simcore.groups(texts)
    assert (group.kept, [(one.key, one.kind) for one in group.members]) == (
        0,
        [(2, Kind.IDENTICAL)],
    )
    assert [(one.left, one.right) for one in simcore.pairs(texts)] == [(0, 2)]
    library = simcore.Library({"a": "😀😀", "b": "👍", "c": ""})
    assert [(one.key, one.kind) for one in library.near("😀😀")] == [("a", Kind.IDENTICAL)]
    for text in ("🎈", ""):
        found = library.near(text)
        assert (len(found), len(found.problems)) == (0, 1)
    library.remove("a")
    assert not library.near("😀😀")


@pytest.mark.parametrize("buckets", [1, 5])
def test_a_cluster_finds_them_as_well(buckets: int) -> None:
    texts = named(["😀😀", english_text(1), "👍", "😀😀", "", "", english_text(1) + "."])
    job = job_of(texts, buckets)
    assert pairs_of(job) == pairs_in_memory(texts)
    assert groups_of(job) == groups_in_memory(texts)
    assert job.usable == 2
    schema = pa.schema([("id", pa.string()), ("content", pa.binary())])
    rows = [{"id": name, "content": data} for name, data in FILES.items()]
    dealt = [[pa.RecordBatch.from_pylist(rows[at::2], schema=schema)] for at in range(2)]
    files = ClusterJob(LocalFrames(), LocalFrame(dealt, schema), CONFIG, buckets, named=True)
    found = files.frames.rows(files.pairs).to_pylist()
    assert {(one["left"], one["right"]) for one in found} == COPIES
    assert {one["kind"] for one in found} == {"identical"}
    told = files.frames.rows(files.problems).to_pylist()
    assert {one["id"]: one["code"] for one in told}["scan 1.pdf"] == "no-text-layer"
    assert len(told) == len(FILES) - 1


def test_commands_know_a_scan_by_its_bytes(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It was read, and what can be known of it is: nothing is missing."""
    options = "--index", str(tmp_path / "of commands.sqlite3"), "--jobs", "0"
    for words in ("scan", "groups", "problems"):
        assert main([words, str(folder), *options]) == 0, words
        said = capsys.readouterr()
        assert "not read" not in said.out + said.err
        if words == "scan":
            assert "1 document can be compared; 5 have no words, 3 have no text" in said.out
        elif words == "groups":
            lines = [line for line in said.out.splitlines() if "identical" in line.casefold()]
            assert len(lines) == len(COPIES)
            assert not any("bit" in line or "short" in line for line in lines)
    assert main(["explain", *(str(folder / f"scan {number}.pdf") for number in (1, 2))]) == 0
    assert "scan 2.pdf are identical byte for byte" in capsys.readouterr().out
    assert main(["explain", *(str(folder / f"emoji {number}.txt") for number in (1, 2))]) == 0
    assert "emoji 2.txt are identical byte for byte" in capsys.readouterr().out
    for pair in (("scan 1.pdf", "scan 3.pdf"), ("empty 1.txt", "empty 2.txt")):
        assert main(["explain", *(str(folder / name) for name in pair)]) == 3
        assert "identical" not in capsys.readouterr().err

"""When documents came: once, by the index's clock, whatever becomes of their files' times."""

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from builders import english_text, fingerprinted
from removals import put
from simcore import Document, FingerprintIndex, Problem, ScanConfig, ScanReport, scan
from simcore.model.reasons import Reason, ReasonCode
from simcore.model.records import Comparison, Fingerprinted, ProblemStage, SourceFile
from simcore.workers import make_executor

RECIPE, READER = "default/1", 1
HERE = Path(__file__).parent
OLD_LIBRARY = Path("/tmp/variorum-old-library")  # noqa: S108 - what the index was made of


class Clock:
    """Seconds since 1970, set by hand."""

    def __init__(self, now: float) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock(1000.9)


@pytest.fixture
def index(clock: Clock) -> Iterator[FingerprintIndex]:
    with FingerprintIndex(Path(":memory:"), clock) as opened:
        yield opened


def read(name: str, content: int = 1, **fields: int) -> Fingerprinted:
    path = Path("/documents") / name
    values = {"size": 10, "mtime_ns": 5, "device": 2, "inode": 1, **fields}
    return fingerprinted(SourceFile(path, path, **values), content)


def came(index: FingerprintIndex) -> dict[str, int]:
    rows = index.connection.execute(
        "select cast(folder.path || document.name as text), arrived from document"
        " join folder on folder.id = document.folder"
    )
    return {Path(path).name: arrived for path, arrived in rows}


def test_a_document_comes_when_it_is_stored_first(index: FingerprintIndex, clock: Clock) -> None:
    index.store(RECIPE, READER, [read("a.txt")])
    clock.now = 2000.0
    index.store(RECIPE, READER, [read("b.txt", 2)])
    assert came(index) == {"a.txt": 1000, "b.txt": 2000}
    (a,) = (one for one in index.below([Path("/")], RECIPE, READER) if one.path.name == "a.txt")
    assert isinstance(a, Document)
    assert index.arrivals([a.id]) == {a.id: 1000}
    assert index.arrivals([]) == {}


def test_other_bytes_come_anew_and_all_else_does_not(index: FingerprintIndex, clock: Clock) -> None:
    index.store(RECIPE, READER, [read("a.txt")])
    clock.now = 2000.0
    index.store(RECIPE, READER, [read("a.txt", mtime_ns=9, inode=7)])  # touched
    index.store(RECIPE, READER + 1, [read("a.txt")])
    index.store("other/1", READER, [read("a.txt")])
    index.store(RECIPE, READER, [replace(read("a.txt"), text_hash=bytes(16))])
    assert came(index) == {"a.txt": 1000}
    index.store(RECIPE, READER, [read("a.txt", 2)])  # of the same size and time
    assert came(index) == {"a.txt": 2000}


def test_a_file_that_could_not_be_read_comes_once_unless_it_changes(
    index: FingerprintIndex, clock: Clock
) -> None:
    problem = Problem(Path("/documents/a.txt"), ProblemStage.READ, Reason(ReasonCode.IS_BINARY))
    index.store(RECIPE, READER, [], [(read("a.txt").source, problem)])
    clock.now = 2000.0
    index.store(RECIPE, READER, [read("a.txt")])
    assert came(index) == {"a.txt": 1000}
    index.store(RECIPE, READER, [], [(read("b.txt").source, problem)])
    clock.now = 3000.0
    index.store(RECIPE, READER, [read("b.txt", size=11)])
    assert came(index) == {"a.txt": 1000, "b.txt": 3000}


def test_a_rename_keeps_the_document(index: FingerprintIndex, clock: Clock) -> None:
    a, b = index.store(RECIPE, READER, [read("a.txt"), read("b.txt", 2, inode=2)])
    clock.now = 2000.0
    new = SourceFile(Path("x"), Path("/documents/new/文.txt"), 10, 5, 2, 1)
    assert index.renamed(a.real_path, new)
    assert came(index) == {"文.txt": 1000, "b.txt": 1000}
    found = {one.path: one for one in index.below([Path("/documents")], RECIPE, READER)}
    moved = found[new.real_path]
    assert isinstance(moved, Document)
    assert (moved.id, moved.text, moved.inode) == (a.id, a.text, 1)
    # over another document, which is gone with its text
    assert index.renamed(new.real_path, replace(new, real_path=b.real_path))
    (left,) = index.below([Path("/documents")], RECIPE, READER)
    assert isinstance(left, Document)
    assert (left.id, left.path, left.text) == (a.id, b.real_path, a.text)
    assert not index.renamed(Path("/documents/unknown.txt"), new)
    index.check()


def test_a_rename_to_another_format_is_read_again(index: FingerprintIndex) -> None:
    (a,) = index.store(RECIPE, READER, [read("a.txt")])
    page = SourceFile(Path("x"), Path("/documents/a.html"), 10, 5, 2, 1)
    assert not index.renamed(a.real_path, page)
    assert index.below([Path("/documents")], RECIPE, READER) == []
    assert came(index) == {"a.html": 1000}


def scanned(folder: Path, index: FingerprintIndex) -> ScanReport:
    with make_executor(0) as executor:
        return scan([folder], ScanConfig(jobs=0), index, executor)


def test_a_scan_knows_a_file_that_was_moved_or_touched(
    tmp_path: Path, index: FingerprintIndex, clock: Clock
) -> None:
    library = tmp_path / "library"
    for number, name in enumerate(("moved.txt", "touched.txt", "linked.txt", "changed.txt")):
        put(library / name, english_text(number).encode())
    scanned(library, index)
    clock.now = 2000.0
    (library / "in").mkdir()
    (library / "moved.txt").rename(library / "in" / "new name.txt")
    os.utime(library / "touched.txt", (77, 77))
    os.link(library / "linked.txt", library / "in" / "second name.txt")
    put(library / "changed.txt", english_text(99).encode())
    scanned(library, index)
    arrivals = came(index)
    assert arrivals["new name.txt"] == 1000
    assert arrivals["touched.txt"] == 1000
    assert arrivals["changed.txt"] == 2000
    # a second name of a file that is still there: listed once
    assert len(arrivals) == 4


def test_a_comparison_of_a_text_that_was_forgotten_meanwhile_is_left_out(
    index: FingerprintIndex,
) -> None:
    """Another process may forget documents while a scan compares them."""
    a, b, c = index.store(RECIPE, READER, [read(f"{one}.txt", one, inode=one) for one in (1, 2, 3)])
    index.forget([a.id])
    gone = Comparison(a.text, b.text, 5, 9, 9)
    kept = Comparison(b.text, c.text, 5, 9, 9)
    index.store_comparisons([gone, kept])
    pairs = [(one.left, one.right) for one in (gone, kept)]
    assert index.comparisons(pairs) == {(b.text, c.text): kept}
    index.check()

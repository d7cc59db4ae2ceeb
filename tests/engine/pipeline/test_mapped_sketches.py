"""The inverted sketches in a file beside the index: the same answers as the index gives."""

import itertools
import math
import os
import random
import shutil
import sys
from collections.abc import Callable, Iterable
from operator import attrgetter
from pathlib import Path
from typing import IO, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from amounts import combined, examples
from builders import chinese_text, edited, english_text
from simcore import Cancelled, FingerprintIndex, ScanConfig, scan
from simcore.candidates.inverted import Bounds
from simcore.files.opening import lock, open_lock
from simcore.index.paths import sketches_path
from simcore.model.config import Thresholds
from simcore.pipeline import candidates, resident
from simcore.pipeline.forms import counted_in
from simcore.pipeline.resident import MappedSketches, keep_sketches, mapped_sketches
from simcore.pipeline.similar import recall_similar
from simcore.workers import make_executor
from written import written

CONFIG = ScanConfig(jobs=0)


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resident, "LEAST_TEXTS", 1)


def scanned(folder: Path, index: FingerprintIndex) -> None:
    scan([folder], CONFIG, index, make_executor(0), compare=False)


def file_of(path: Path) -> tuple[int, int]:
    """Return what a file that is written anew has of its own, and one that is read keeps."""
    now = sketches_path(path).stat()
    return now.st_ino, now.st_mtime_ns


def a_text(generator: random.Random) -> str:
    """Make one of few texts, so that many share something."""
    number = generator.randrange(5)
    length = (4, 40, 150, 700, 4_000)[number]
    text = (chinese_text if generator.random() < 0.6 else english_text)(number, length)
    if generator.random() < 0.5:
        return edited(text, generator.randrange(99), generator.randrange(text.count("\n") + 1) // 2)
    start = generator.randrange(len(text))
    return text[start : start + generator.randrange(len(text)) + 1]


@pytest.fixture
def library(tmp_path: Path) -> Path:
    generator = random.Random(1)
    return written(
        tmp_path / "文档", {f"{at:03}.txt": "word " + a_text(generator) for at in range(24)}
    )


@given(st.integers(0, 2**32))
@settings(max_examples=examples(24))
def test_what_came_later_and_went(tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
    """The file is written once; after that documents come, change and go."""
    generator = random.Random(seed)
    place = tmp_path_factory.mktemp("library")
    folder = place / "文档"
    folder.mkdir()
    path = place / "index.sqlite3"
    with FingerprintIndex(path) as index, pytest.MonkeyPatch.context() as patch:
        patch.setattr(resident, "_MOST_OTHERS", math.inf)
        for number in range(generator.randrange(1, 20)):
            (folder / f"{number:03}.txt").write_text(a_text(generator), encoding="utf-8")
        scanned(folder, index)
        first = file_of(path)
        for _ in range(2):
            for one in sorted(folder.iterdir()):
                if generator.random() < 0.3:
                    one.unlink()
            for number in range(generator.randrange(6)):
                (folder / f"{number:03}.txt").write_text(a_text(generator), encoding="utf-8")
            scanned(folder, index)
            found = mapped_sketches(index)
            assert found is not None
            assert file_of(path) == first
            for ids, some in index.sketches():
                for sketch in np.split(some.values, np.cumsum(some.sizes)[:-1]):
                    containment = generator.choice([0.3, 0.5, 0.8, 1.0])
                    bounds = Bounds.of(Thresholds(containment=containment))
                    later = index.sketch_candidates(sketch, bounds, after=found.newest)
                    asked = found.candidates(sketch, bounds)
                    assert asked | later == index.sketch_candidates(sketch, bounds)
                    assert asked.isdisjoint(later)
                    counts = counted_in(index, sketch, found)
                    assert counts.tolist() == counted_in(index, sketch).tolist()
                assert len(ids) == len(some) > 0
    shutil.rmtree(place)


def asked(library: Path, index: FingerprintIndex, step: int = 1) -> object:
    """Ask about the documents, or about every one in so many."""
    return [recall_similar(one, CONFIG, index) for one in sorted(library.iterdir())[::step]]


def test_a_question_has_the_same_answer(library: Path, index: FingerprintIndex) -> None:
    """Pairs, documents and what is told of files that have changed."""
    scanned(library, index)
    (library / "003.txt").write_text("changed since")
    (library / "004.txt").unlink()
    assert mapped_sketches(index) is not None
    by_file = asked(library, index)
    sketches_path(index.path).unlink()
    assert mapped_sketches(index) is None
    assert by_file == asked(library, index)


def _older(data: bytes) -> bytes:
    """Let it be of another way to read documents: the header is right, and says so."""
    start = len(resident._MAGIC)
    header = data[start + 16 : resident._HEADER_BYTES].rstrip(b"\0")
    other = header.replace(b'{"made as": [', b'{"made as": [1')
    first = resident._MAGIC + resident.content_hash(other) + other
    return first.ljust(resident._HEADER_BYTES, b"\0") + data[resident._HEADER_BYTES :]


def _overwritten(by: Callable[[NDArray[Any]], NDArray[Any]], name: str) -> Callable[[Path], None]:
    """Return what writes another array of the same size over one of the file."""

    def overwrite(path: Path) -> None:
        with FingerprintIndex(path) as index:
            found = mapped_sketches(index)
            assert found is not None
            array = attrgetter(name)(found).copy()
        data = sketches_path(path).read_bytes()
        assert data.count(array.tobytes()) == 1
        sketches_path(path).write_bytes(data.replace(array.tobytes(), by(array).tobytes()))

    return overwrite


UNUSABLE: dict[str, Callable[[bytes], bytes]] = {
    "grown": lambda data: data + b"more",
    "cut": lambda data: data[:-64],
    "turned": lambda data: data[:100] + bytes([data[100] ^ 1]) + data[101:],
    "empty": lambda data: b"",
    "older": _older,
    "of another index": lambda data: data,
    "a folder": lambda data: data,
}
DAMAGED = {
    "samples descend": _overwritten(lambda values: values[::-1], "values"),
    "texts that there are not": _overwritten(
        lambda owners: np.full_like(owners, 1 << 30), "owners"
    ),
    # no number in the file is impossible
    "sizes of others": _overwritten(lambda rows: rows[::-1], "rows"),
    "grown": lambda path: sketches_path(path).write_bytes(sketches_path(path).read_bytes() + b"1"),
}


@pytest.mark.parametrize("harm", UNUSABLE)
def test_a_file_that_does_not_serve_is_not_used(library: Path, tmp_path: Path, harm: str) -> None:
    path = tmp_path / "index.sqlite3"
    file = sketches_path(path)
    with FingerprintIndex(path) as index:
        scanned(library, index)
    kept = UNUSABLE[harm](file.read_bytes())
    if harm == "of another index":  # of the same documents, which came at another time
        path.unlink()
        with FingerprintIndex(path, clock=lambda: 1e9) as index:
            scanned(library, index)
    file.unlink()
    if harm == "a folder":
        file.mkdir()
    else:
        file.write_bytes(kept)
    with FingerprintIndex(path) as index:
        assert mapped_sketches(index) is None
        assert asked(library, index, step=4)
        scanned(library, index)
        assert (mapped_sketches(index) is None) == (harm == "a folder")


def test_positions_that_are_none_are_not_believed(library: Path, index: FingerprintIndex) -> None:
    scanned(library, index)
    right = asked(library, index)
    DAMAGED["texts that there are not"](index.path)
    assert mapped_sketches(index) is not None
    assert asked(library, index) == right


def test_it_serves_whatever_becomes_of_the_newest_documents(library: Path, tmp_path: Path) -> None:
    """They are changed, and changed back: they came at another time then."""
    path = tmp_path / "index.sqlite3"
    times = itertools.count(1_000)
    with FingerprintIndex(path, clock=lambda: float(next(times))) as index:
        scanned(library, index)
        first = sketches_path(path).stat().st_ino
        few = [library / f"{number:03}.txt" for number in range(20, 24)]
        before = [one.read_text("utf-8") for one in few]
        for texts in ([chinese_text(50 + number) for number in range(4)], before):
            for file, text in zip(few, texts, strict=True):
                file.write_text(text, encoding="utf-8")
            scanned(library, index)
            assert mapped_sketches(index) is not None
            assert sketches_path(path).stat().st_ino == first


def test_it_serves_no_earlier_state_of_its_index(library: Path, tmp_path: Path) -> None:
    """A copy of the index goes another way, and gives ids to other texts."""
    path = tmp_path / "index.sqlite3"
    scans = [path.with_name(name) for name in ("copy.sqlite3", "copy.sketches")]
    with FingerprintIndex(path) as index:
        scanned(library, index)
    for copy, suffix in zip(scans, (".sqlite3", ".sketches"), strict=True):
        shutil.copyfile(path.with_suffix(suffix), copy)
    for number in range(12):
        (library / f"more {number}.txt").write_text(chinese_text(60 + number), encoding="utf-8")
    with FingerprintIndex(path) as index:
        scanned(library, index)
        assert mapped_sketches(index) is not None
    (library / "more 0.txt").write_text(chinese_text(99), encoding="utf-8")
    with FingerprintIndex(scans[0]) as index:
        assert mapped_sketches(index) is not None  # of the same state
        shutil.copyfile(sketches_path(path), sketches_path(scans[0]))
        assert mapped_sketches(index) is None
        scanned(library, index)
        assert mapped_sketches(index) is not None


def test_written_anew_when_a_quarter_is_new(library: Path, index: FingerprintIndex) -> None:
    scanned(library, index)
    first = file_of(index.path)
    scanned(library, index)
    (library / "one more.txt").write_text(chinese_text(50))
    scanned(library, index)
    assert file_of(index.path) == first
    for number in range(10):
        (library / f"more {number}.txt").write_text(chinese_text(60 + number))
    scanned(library, index)
    found = mapped_sketches(index)
    assert found is not None
    (newest,) = index.connection.execute("select max(id) from text").fetchone()
    assert found.newest == newest
    assert file_of(index.path)[0] != first[0]


@pytest.mark.parametrize("stays", [True, False])
def test_nothing_stays_of_what_is_forgotten(
    stays: bool, library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where documents are kept for some days, of those that came before them nothing is."""
    config = ScanConfig(jobs=0, keep_days=30)
    path, now = tmp_path / "index.sqlite3", [1e9]
    with FingerprintIndex(path, clock=lambda: now[0]) as index:
        scan([library], config, index, make_executor(0), compare=False)
        found = mapped_sketches(index)
        assert found is not None
        before = set(found.texts.tolist())
        now[0] += 29 * 86_400
        (library / "one more.txt").write_text(chinese_text(50))
        scan([library], config, index, make_executor(0), compare=False)
        now[0] += 2 * 86_400
        if not stays:
            monkeypatch.setattr(resident, "LEAST_TEXTS", 10)
        scan([library], config, index, make_executor(0), compare=False)
        texts = {text for (text,) in index.connection.execute("select id from text")}
        assert texts
        assert texts.isdisjoint(before)
        found = mapped_sketches(index)
        if stays:
            assert found is not None
            assert set(found.texts.tolist()) == texts
        else:
            assert not sketches_path(path).exists()


def test_not_for_few_texts(
    library: Path, index: FingerprintIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resident, "LEAST_TEXTS", 100)
    scanned(library, index)
    assert not sketches_path(index.path).exists()


@pytest.mark.parametrize("checks", [0, 1, 2, 3])
def test_cancelled(checks: int, library: Path, index: FingerprintIndex, tmp_path: Path) -> None:
    """Before sketches are read, and as the file is written."""

    class Stop:
        left = checks

        def __call__(self) -> None:
            self.left -= 1
            if self.left < 0:
                raise Cancelled

    scanned(library, index)
    sketches_path(index.path).unlink()
    before = sorted(tmp_path.iterdir())
    with pytest.raises(Cancelled):
        keep_sketches(index, Stop(), read=True)
    assert sorted(tmp_path.iterdir()) == before
    assert not index.connection.in_transaction


def test_one_process_writes_it(library: Path, index: FingerprintIndex, tmp_path: Path) -> None:
    """Another one may be in the middle of it, or have been killed there."""
    part = tmp_path / ".index.sketches.part"
    scanned(library, index)
    sketches_path(index.path).unlink()
    part.write_bytes(b"a part of it")
    with open_lock(part) as file:
        assert lock(file, alone=True)
        keep_sketches(index, lambda: None, read=True)
        assert part.read_bytes() == b"a part of it"
        assert mapped_sketches(index) is None
    keep_sketches(index, lambda: None, read=True)
    assert mapped_sketches(index) is not None
    assert not part.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="what is open keeps its name there")
def test_what_was_finished_meanwhile_is_not_written_over(
    library: Path, index: FingerprintIndex, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its name was taken between opening and locking it: it may be mapped by now."""
    scanned(library, index)
    kept = sketches_path(index.path).read_bytes()
    sketches_path(index.path).unlink()

    def finished(file: IO[bytes], *, alone: bool) -> bool:
        (tmp_path / ".index.sketches.part").write_bytes(kept)
        (tmp_path / ".index.sketches.part").rename(sketches_path(index.path))
        return lock(file, alone=alone)

    monkeypatch.setattr(resident, "lock", finished)
    keep_sketches(index, lambda: None, read=True)
    assert sketches_path(index.path).read_bytes() == kept


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes with names there")
def test_a_pipe_in_its_place_is_not_waited_for(library: Path, index: FingerprintIndex) -> None:
    scanned(library, index)
    sketches_path(index.path).unlink()
    os.mkfifo(sketches_path(index.path))
    assert mapped_sketches(index) is None
    scanned(library, index)


def test_none_for_an_index_in_memory(library: Path) -> None:
    with FingerprintIndex(Path(":memory:")) as index:
        scanned(library, index)
        assert mapped_sketches(index) is None


def _candidates(folder: Path, index: FingerprintIndex) -> object:
    """Return what a scan compares, as names."""
    report = scan([folder], CONFIG, index, make_executor(0))
    names = {one.id: one.path.name for one in report.documents.values()}
    pairs = sorted((names[one.left], names[one.right], one.resemblance) for one in report.pairs)
    return pairs, report.counts.candidates


@pytest.mark.parametrize(
    ("harm", "seed"),
    combined([None, *DAMAGED], range(3)),
)
def test_a_search_after_some_changes_reads_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int, harm: str | None
) -> None:
    """It finds what a search of all finds, whether the file serves or not."""
    served = harm is None
    folder, path = tmp_path / "文档", tmp_path / "index.sqlite3"
    folder.mkdir()
    generator = random.Random(seed)

    def more(numbers: Iterable[int]) -> None:
        for number in numbers:
            text = chinese_text(number % 9, 150) + edited(english_text(number % 7, 90), number, 2)
            text += a_text(generator)
            (folder / f"{number:03}.txt").write_text(text, encoding="utf-8")

    more(range(60))
    kept: list[MappedSketches] = []

    def watched(index: FingerprintIndex, *, read: bool) -> MappedSketches | None:
        found = mapped_sketches(index, read=read)
        kept.extend([found] if found else [])
        return found

    with FingerprintIndex(path) as index:
        _candidates(folder, index)
    if harm is not None:
        DAMAGED[harm](path)
    with FingerprintIndex(path) as index, monkeypatch.context() as patch:
        more(range(57, 64))
        (folder / "012.txt").unlink()
        patch.setattr(candidates, "mapped_sketches", watched)
        if served:  # only what came later is searched
            patch.setattr(candidates._Search, "anew", None)
        found = _candidates(folder, index)
    assert len(kept) == served
    with FingerprintIndex(tmp_path / "fresh.sqlite3") as index:
        assert found == _candidates(folder, index)

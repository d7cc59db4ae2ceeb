"""The index: round trips, concurrent use, when documents came, how large its tables are."""

import contextlib
import multiprocessing
import os
import random
import sqlite3
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from operator import attrgetter
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import simcore.index.index
from amounts import combined
from builders import english_text, fingerprinted
from removals import put
from simcore import Document, FingerprintIndex, Problem, ScanConfig, ScanReport, scan
from simcore.files.listing import Files
from simcore.fingerprints import WIDTHS
from simcore.index.database import Database
from simcore.index.documents import Documents
from simcore.index.index import estimated_sizes, index_sizes
from simcore.index.paths import default_index_path
from simcore.index.sqlite_file import from_stored, to_stored
from simcore.model.reasons import (
    IndexCorruptError,
    IndexFullError,
    IndexTooOldError,
    Reason,
    ReasonCode,
)
from simcore.model.records import (
    Comparison,
    Fingerprint,
    Fingerprinted,
    ListedFile,
    ListedFolder,
    ProblemStage,
    SourceFile,
    TextId,
)
from simcore.workers import make_executor

RECIPE, READER = "default/1", 1
RECIPE_OF_WIDTH = {32: "bigrams-32+32/1", 64: RECIPE, 128: "classic-128+128/1"}


def source(number: int, folder: str = "/documents", **fields: int) -> SourceFile:
    path = Path(folder) / f"{number:04}.txt"
    values = {"size": 10, "mtime_ns": 5, "device": 2, "inode": number, **fields}
    return SourceFile(path, path, **values)


def digested(
    number: int, fingerprint: int | None = 0, text: int | None = None, **fields: int
) -> Fingerprinted:
    text = number if text is None else text
    return Fingerprinted(
        source=source(number, **fields),
        content_hash=number.to_bytes(16, "big"),
        text_hash=text.to_bytes(16, "big"),
        fingerprint=None if fingerprint is None else Fingerprint(fingerprint),
        characters=100,
        tokens=50,
        features=90,
        sketch=np.array([7, text * 16], dtype="<u4").tobytes(),
        encoding="gb18030",
        lossy=False,
        form_hash=text.to_bytes(16, "little"),
        words_hash=text.to_bytes(16, "little" if number % 2 else "big"),
    )


def known(
    index: FingerprintIndex, sources: Sequence[SourceFile], recipe: str, reader: int
) -> dict[Path, Document | Problem]:
    """List some files; return the records of the unchanged ones."""
    folders = {str(one.path.parent): ListedFolder(*[f"{one.path.parent}/"] * 2) for one in sources}
    state = attrgetter("path.name", "size", "mtime_ns", "device", "inode")
    files = [ListedFile(folders[str(one.path.parent)], *state(one)) for one in sources]
    found = index.known(Files(files), [Path("/documents")], recipe, reader)
    documents = Documents(found.documents)
    items: list[tuple[ListedFile, Document | Problem]] = [*found.problems]
    listed = {file.path for file, _ in items}
    listed |= {one.path for one in documents.values()}
    new = [SourceFile(file.path, file.real_path, *file[2:]) for file in found.new]
    assert new == [s for s in sources if s.path not in listed]
    kept = {one.real_path: one for one in documents.values()}
    return kept | {file.real_path: item for file, item in items}


def passages(index: FingerprintIndex) -> dict[int, list[int]]:
    return {
        text: sample.tolist()
        for texts, some in index.sketches()
        for text, sample in zip(
            texts.tolist(), np.split(some.values, np.cumsum(some.sizes)[:-1]), strict=True
        )
    }


class Clock(SimpleNamespace):
    """Seconds since 1970, set by hand."""

    def __call__(self) -> float:
        return float(self.now)


@pytest.fixture
def clock() -> Clock:
    return Clock(now=1000.9)


@pytest.fixture
def index(tmp_path: Path, clock: Clock) -> Iterator[FingerprintIndex]:
    with FingerprintIndex(tmp_path / "new folder" / "index.sqlite3", clock) as opened:
        yield opened


@given(st.sampled_from(WIDTHS), st.data())
def test_stored_and_back(width: int, data: st.DataObject) -> None:
    value = data.draw(st.integers(0, 2**width - 1))
    stored = to_stored(value, width)
    assert isinstance(stored, bytes) == (width == 128)
    assert width == 128 or -(2**63) <= stored < 2**63
    assert from_stored(stored) == value


def test_fingerprints_of_every_width_come_out_side_by_side(index: FingerprintIndex) -> None:
    blocks = 0
    for width, recipe in RECIPE_OF_WIDTH.items():
        values = [0, 1, 2 ** (width - 1), 2**width - 1]
        index.store(recipe, READER, [digested(n, value) for n, value in enumerate(values)])
        blocks += width // 16 * len(values)
        assert _rows(index)["block"] == blocks
    for width, recipe in RECIPE_OF_WIDTH.items():
        found = index.below([Path("/documents")], recipe, READER)
        assert [one.fingerprint for one in found] == [0, 1, 2 ** (width - 1), 2**width - 1]
        assert [bits for _, bits in index.near(recipe, Fingerprint(2**width - 2), 1)] == [1]


def test_what_goes_in_comes_out(index: FingerprintIndex) -> None:
    items = [
        digested(1, 2**64 - 1, inode=2**100),
        digested(2, None),
        digested(3, 2**64 - 1, text=1),
    ]
    stored = index.store(RECIPE, READER, items)
    found = known(index, [item.source for item in items], RECIPE, READER)
    assert [found[item.source.real_path] for item in items] == stored
    first = stored[0]
    assert (first.fingerprint, first.inode) == (2**64 - 1, 2**100)
    assert (first.encoding, first.tokens) == ("gb18030", 50)
    assert stored[1].fingerprint is None
    assert stored[2].text == first.text


class Counted:
    """A connection that counts its statements, ``executemany`` as one."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.asked = 0

    def __getattr__(self, name: str) -> Any:
        self.asked += name in {"execute", "executemany"}
        return getattr(self._connection, name)


def test_statements_of_a_batch(index: FingerprintIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    connection = index.connection
    asked = []
    queries = []
    for numbers in (range(1), range(1, 501), range(250, 750)):
        counted = Counted(connection)
        traced: list[str] = []
        connection.set_trace_callback(traced.append)
        monkeypatch.setattr(index, "connection", counted)
        index.store(RECIPE, READER, [digested(number, number) for number in numbers])
        connection.set_trace_callback(None)
        asked.append(counted.asked)
        queries.append(sum("select" in statement for statement in traced))
    assert asked[0] == asked[1] == asked[2] <= 20
    assert queries[0] == queries[1] == queries[2], "nothing is looked up file by file"
    monkeypatch.undo()
    assert len(index.below([Path("/documents")], RECIPE, READER)) == 750


def test_a_batch_may_say_things_twice(index: FingerprintIndex) -> None:
    """The same text in several files, the same file twice: the later state of a file stays."""
    problem = Problem(source(3).path, ProblemStage.DECODE, Reason(ReasonCode.IS_BINARY))
    some = [digested(1, 7), digested(2, 7, text=1), digested(1, 9, text=4)]
    some += [digested(3, 11), digested(5, None)]
    stored = index.store(RECIPE, READER, some, [(source(3), problem)])
    first, twin, again, third, wordless = stored
    assert (first.text, first.id) == (twin.text, again.id)
    assert len({first.text, again.text, third.text, wordless.text}) == 4
    below = {item.path.name: item for item in index.below([Path("/documents")], RECIPE, READER)}
    read = {"0001.txt": again, "0002.txt": twin, "0005.txt": wordless}
    assert below == read | {"0003.txt": problem}
    updated = index.store(RECIPE, READER, [digested(2, 9, text=4, size=77)])
    assert (updated[0].id, updated[0].text, updated[0].size) == (twin.id, again.text, 77)
    assert index.store("charikar/1", READER, [digested(1, 5, text=4)])[0].text == again.text
    assert index.near("charikar/1", Fingerprint(5), 0) == [(again.text, 0)]
    assert sorted(index.near(RECIPE, Fingerprint(9), 1)) == [(again.text, 0), (third.text, 1)]


@pytest.mark.parametrize("field", ["size", "mtime_ns", "device", "inode"])
def test_a_changed_file_is_unknown(index: FingerprintIndex, field: str) -> None:
    index.store(RECIPE, READER, [digested(1)])
    assert known(index, [source(1)], RECIPE, READER)
    assert not known(index, [source(1, **{field: 99})], RECIPE, READER)


STATES = "same same same changed gone new unreadable chosen taken-back far".split()


@settings(max_examples=30, deadline=None)
@given(st.lists(st.sampled_from(STATES), max_size=40), st.sampled_from([1, 5, 2_000]))
def test_each_file_is_told_apart_whatever_is_beside_it(states: list[str], at_once: int) -> None:
    def named(*wanted: str) -> list[str]:
        return [f"{n:04}.txt" for n, state in enumerate(states) if state in wanted]

    items = [digested(n, inode=(state == "far") << 63 | n) for n, state in enumerate(states)]
    by_hand = {"chosen", "taken-back"}
    read = [
        replace(item, by_hand=state in by_hand)
        for item, state in zip(items, states, strict=True)
        if state not in {"new", "unreadable"}
    ]
    unusable = [
        (item.source, Problem(item.source.path, ProblemStage.DECODE, Reason(ReasonCode.IS_BINARY)))
        for item, state in zip(items, states, strict=True)
        if state == "unreadable"
    ]
    folder = ListedFolder("/documents/", "/documents/")
    files = [
        ListedFile(folder, f"{n:04}.txt", 10 + (state == "changed"), 5, 2, item.source.inode)
        for n, (item, state) in enumerate(zip(items, states, strict=True))
        if state != "gone"
    ]
    chosen = {
        item.content_hash: item.encoding
        for item, state in zip(items, states, strict=True)
        if state == "chosen"
    }
    with (
        FingerprintIndex(Path(":memory:")) as index,
        mock.patch("simcore.index.index._FILES_AT_ONCE", at_once),
    ):
        index.store(RECIPE, READER, read, unusable)
        roots = [Path("/documents")]
        found = index.known(Files(files), roots, RECIPE, READER, encodings=chosen)
    assert [name for _, name in found.documents.named()] == named("same", "chosen", "far")
    assert [one.name for one in found.new] == named("changed", "new", "taken-back")
    assert [file.name for file, _ in found.problems] == named("unreadable")
    assert [path.name for _, path in found.absent] == named("gone")


def test_recipe_and_reader_invalidate_only_what_they_must(index: FingerprintIndex) -> None:
    (before,) = index.store(RECIPE, READER, [digested(1, 7)])
    assert not known(index, [source(1)], "charikar/1", READER)
    assert not known(index, [source(1)], RECIPE, READER + 1)
    (other,) = index.store("charikar/1", READER, [digested(1, 9)])
    assert other.id == before.id, "an id is stable"
    assert known(index, [source(1)], RECIPE, READER)[source(1).real_path].fingerprint == 7
    assert known(index, [source(1)], "charikar/1", READER)[source(1).real_path].fingerprint == 9


def test_below_a_folder(index: FingerprintIndex) -> None:
    folders = ("/documents", "/documents/sub", "/documents2", "/documents-")
    for number, folder in enumerate(folders):
        moved = replace(digested(number), source=source(number, folder))
        index.store(RECIPE, READER, [moved])
    problem = Problem(source(9).path, ProblemStage.DECODE, Reason(ReasonCode.IS_BINARY))
    index.store(RECIPE, READER, [], [(source(9), problem)])
    assert known(index, [source(9)], RECIPE, READER) == {source(9).real_path: problem}
    found = index.below([Path("/documents"), Path("/documents/sub")], RECIPE, READER)
    assert [str(d.path.parent) for d in found] == ["/documents", "/documents", "/documents/sub"]
    assert found[1] == problem
    raw = b"/documents2/\xb5\xda\xd2\xbb.txt"
    if sys.platform != "win32":  # names are text there
        path = Path(os.fsdecode(raw))
        odd = replace(digested(5), source=SourceFile(path, path, 1, 1, 1, 1))
        index.store(RECIPE, READER, [odd])
        found = index.below([Path("/documents2")], RECIPE, READER)
        assert raw in {os.fsencode(one.path) for one in found}


@pytest.mark.parametrize(("width", "distance"), combined(WIDTHS, range(0, 21, 2)))
@settings(max_examples=5, deadline=None)
@given(data=st.data())
def test_near_equals_brute_force(distance: int, width: int, data: st.DataObject) -> None:
    recipe = RECIPE_OF_WIDTH[width]
    centre = data.draw(st.integers(0, 2**width - 1))
    values = set()
    for _ in range(25):
        value = centre
        for bit in data.draw(st.lists(st.integers(0, width - 1), max_size=distance + 4)):
            value ^= 1 << bit
        values.add(value)
    with FingerprintIndex(Path(":memory:")) as index:
        items = [digested(n, value) for n, value in enumerate(values)]
        stored = index.store(recipe, READER, items)
        expected = {
            (document.text, (centre ^ document.fingerprint).bit_count())
            for document in stored
            if (centre ^ document.fingerprint).bit_count() <= distance
        }
        assert set(index.near(recipe, Fingerprint(centre), distance)) == expected
        assert index.near(f"other+{width}/1", Fingerprint(centre), distance) == []


def test_anyone_can_ask_the_file(index: FingerprintIndex) -> None:
    value = 0x0123456789ABCDEF0FEDCBA987654321
    index.store("classic-128+128/1", READER, [digested(1, value), digested(2, None)])
    index.store(RECIPE, READER, [digested(1, 1)])
    ask = index.connection.execute
    (blob,) = ask("select value from fingerprint where typeof(value) = 'blob'").fetchone()
    bits = ask("select hamming(value, 0) from fingerprint where typeof(value) = 'integer'")
    assert bits.fetchall() == [(1,)]
    assert ask("select hamming(?, ?)", (blob, bytes(16))).fetchone() == (value.bit_count(),)
    assert ask("select hamming(?, 0)", (blob,)).fetchone() == (None,), "of different kinds"
    shown = ask("select path, fingerprint from documents").fetchall()
    assert ("/documents/0001.txt", f"{value:032x}") in shown
    assert ("/documents/0001.txt", f"{1:016x}") in shown
    assert ("/documents/0002.txt", None) in shown


def test_hot_queries_walk_no_table(index: FingerprintIndex) -> None:
    index.store(RECIPE, READER, [digested(n, n) for n in range(50)])
    statements: list[str] = []
    index.connection.set_trace_callback(statements.append)
    index.near(RECIPE, Fingerprint(1), 3)
    known(index, [source(1)], RECIPE, READER)
    index.comparisons([(TextId(1), TextId(2))])
    index.below([Path("/documents")], RECIPE, READER)
    index.of_texts([TextId(1)], RECIPE, READER)
    index.forget_missing([], [])
    index.cache(b"key", b"pairs")
    index.cached(b"key")
    list(index.earlier_candidates())
    index.cache(b"other key", b"forms", forms=True)
    index.cached(b"other key")
    index.store(RECIPE, READER, [digested(1, 1), digested(60, 60)])
    index.connection.set_trace_callback(None)
    plans = [one for one in statements if one not in {"begin immediate", "commit"}]
    assert len({plan.split()[0] for plan in plans}) > 2
    for statement in plans:
        rows = index.connection.execute(f"explain query plan {statement}").fetchall()
        details = [row[3] for row in rows]
        walked = [detail for detail in details if detail.startswith("SCAN")]
        # what holds the parameters is walked by design: json_each's virtual tables, and values
        by_design = ("VIRTUAL TABLE", "CONSTANT ROW", "wanted")
        assert all(any(one in detail for one in by_design) for detail in walked), statement


def test_comparisons_are_kept(index: FingerprintIndex) -> None:
    first, second = (d.text for d in index.store(RECIPE, READER, [digested(1), digested(2)]))
    made = Comparison(first, second, 60, 80, 100)
    assert passages(index) == {first: [7, 16], second: [7, 32]}
    index.store_comparisons([made])
    assert index.comparisons([(first, second), (TextId(8), TextId(9))]) == {(first, second): made}
    assert made.resemblance == 60 / 120
    assert made.left_in_right == 60 / 80
    assert made.right_in_left == 60 / 100
    assert index.comparisons([]) == {}
    index.cache(b"key", b"forms", forms=True)
    index.check()


def test_forgetting_leaves_nothing_behind(index: FingerprintIndex) -> None:
    one, two, twin = index.store(RECIPE, READER, [digested(1), digested(2), digested(3, text=1)])
    index.store_comparisons([Comparison(one.text, two.text, 1, 2, 3)])
    index.forget([one.id])
    assert _rows(index) == _expected(texts=2, comparisons=1)
    index.forget([twin.id])
    assert _rows(index) == _expected(texts=1, comparisons=0)


def _expected(texts: int, comparisons: int) -> dict[str, int]:
    alike = dict.fromkeys(("document", "text", "fingerprint", "passage"), texts)
    return {**alike, "block": 4 * texts, "comparison": comparisons}


def _rows(index: FingerprintIndex) -> dict[str, int]:
    ask = index.connection.execute
    return {one: ask(f"select count(*) from {one}").fetchone()[0] for one in _expected(0, 0)}


def test_missing_files_are_forgotten(index: FingerprintIndex, tmp_path: Path) -> None:
    there = tmp_path / "there.txt"
    there.write_text("text")
    paths = [there, tmp_path / "gone.txt", tmp_path / "shut" / "unknown.txt"]
    for number, path in enumerate(paths):
        item = SourceFile(path, path, 1, 1, 1, number)
        index.store(RECIPE, READER, [replace(digested(number), source=item)])
    beside = index.known(Files(), [tmp_path, tmp_path], RECIPE, READER).absent
    assert sorted(path for _, path in beside) == sorted(paths)
    assert index.forget_missing(beside, [tmp_path / "shut"]) == 1
    left = index.below([tmp_path], RECIPE, READER)
    assert {document.path for document in left} == {paths[0], paths[2]}


def _write(path: Path, start: int) -> None:
    with FingerprintIndex(path) as index:
        for number in range(start, start + 40):
            index.store(RECIPE, READER, [digested(number, number, text=number // 2)])


def test_two_processes_write_at_once(tmp_path: Path) -> None:
    path = tmp_path / "index.sqlite3"
    context = multiprocessing.get_context("spawn")
    # the second one's numbers overlap the first one's
    processes = [context.Process(target=_write, args=(path, start)) for start in (0, 20)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(60)
        assert process.exitcode == 0
    with FingerprintIndex(path) as index:
        assert len(index.below([Path("/documents")], RECIPE, READER)) == 60
        assert index.connection.execute("pragma integrity_check").fetchone() == ("ok",)


def test_versions_of_the_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before a release they are declared anew, and after it a migration is added."""
    path = tmp_path / "index.sqlite3"

    def version() -> int:
        with contextlib.closing(sqlite3.connect(path)) as connection:
            return int(connection.execute("pragma user_version").fetchone()[0])

    monkeypatch.setattr(Database, "first_version", 3)
    FingerprintIndex(path).close()
    assert version() == 3
    added = "create table added (one integer)"
    monkeypatch.setattr(Database, "migrations", (*Database.migrations, added))
    for _ in range(2):
        with FingerprintIndex(path) as index:
            assert index.connection.execute("select count(*) from added").fetchone() == (0,)
            index.check()
        assert version() == 4
    monkeypatch.setattr(Database, "first_version", 5)
    before = path.read_bytes()
    with pytest.raises(IndexTooOldError, match=r"index\.sqlite3: was made by an earlier version"):
        FingerprintIndex(path)
    assert path.read_bytes() == before


def test_damage_inside_is_told(tmp_path: Path) -> None:
    path = tmp_path / "index.sqlite3"
    with FingerprintIndex(path) as index:
        index.store(RECIPE, READER, [digested(n, n) for n in range(300)])
    data = bytearray(path.read_bytes())
    data[8192:] = b"\xa5" * (len(data) - 8192)
    path.write_bytes(data)
    told = pytest.raises(IndexCorruptError, match="move it away")
    with told, FingerprintIndex(path) as index:
        index.below([Path("/documents")], RECIPE, READER)
        index.store(RECIPE, READER, [digested(n, n) for n in range(300, 400)])


def test_full_disk_keeps_what_was_written(index: FingerprintIndex) -> None:
    index.store(RECIPE, READER, [digested(1)])
    pages = index.connection.execute("pragma page_count").fetchone()[0]
    # SQLite's own way to say that there is no room
    index.connection.execute(f"pragma max_page_count = {pages}")
    with pytest.raises(IndexFullError, match=r"index\.sqlite3.*full"):
        index.store(RECIPE, READER, [digested(n, n * 7919) for n in range(2, 2_000)])
    with FingerprintIndex(index.path) as again:
        for opened in (index, again):
            assert len(opened.below([Path("/documents")], RECIPE, READER)) == 1


def test_where_an_index_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with FingerprintIndex(Path(":memory:")) as index:
        index.store(RECIPE, READER, [digested(1)])
    assert list(tmp_path.iterdir()) == []
    assert default_index_path().is_relative_to(Path.home())
    assert "variorum" in str(default_index_path())


def test_several_open_a_new_file_at_once(tmp_path: Path) -> None:
    """A half-made file was once mistaken for another program's."""
    for turn in range(20):
        path = tmp_path / str(turn) / "index.sqlite3"
        gate = threading.Barrier(3)

        def open_it(path: Path = path, gate: threading.Barrier = gate) -> None:
            gate.wait()
            with FingerprintIndex(path) as index:
                index.below([tmp_path], RECIPE, READER)

        with ThreadPoolExecutor(3) as threads:
            for future in [threads.submit(open_it) for _ in range(3)]:
                future.result()


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


def test_an_unreadable_file_comes_once(index: FingerprintIndex, clock: Clock) -> None:
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
    assert index.renamed(b.real_path, replace(new, inode=2))
    (left,) = index.below([Path("/documents")], RECIPE, READER)
    assert isinstance(left, Document)
    assert (left.id, left.path, left.text) == (b.id, new.real_path, b.text)
    assert _rows(index)["text"] == 1
    assert not index.renamed(Path("/documents/unknown.txt"), new)
    # what is of another format by its name is read again
    assert not index.renamed(new.real_path, replace(new, real_path=Path("/documents/b.html")))
    assert index.below([Path("/documents")], RECIPE, READER) == []
    assert came(index) == {"b.html": 1000}
    index.check()


def scanned(folder: Path, index: FingerprintIndex) -> ScanReport:
    with make_executor(0) as executor:
        return scan([folder], ScanConfig(jobs=0), index, executor)


def test_moved_and_touched_files(tmp_path: Path, index: FingerprintIndex, clock: Clock) -> None:
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


def test_a_comparison_of_a_forgotten_text_is_left_out(index: FingerprintIndex) -> None:
    """Another process may forget documents while a scan compares them."""
    a, b, c = index.store(RECIPE, READER, [read(f"{one}.txt", one, inode=one) for one in (1, 2, 3)])
    index.forget([a.id])
    gone = Comparison(a.text, b.text, 5, 9, 9)
    kept = Comparison(b.text, c.text, 5, 9, 9)
    index.store_comparisons([gone, kept])
    pairs = [(one.left, one.right) for one in (gone, kept)]
    assert index.comparisons(pairs) == {(b.text, c.text): kept}
    index.check()


def drawn(number: int) -> Fingerprinted:
    chance = random.Random(number)
    path = Path(f"/news/{number % 37}/document number {number:07}.txt")
    state = chance.randrange(2_000, 20_000), 1_700_000_000 * 10**9 + number * 1013
    return Fingerprinted(
        source=SourceFile(path, path, *state, 2049, 10_000_000 + number),
        content_hash=chance.randbytes(16),
        text_hash=chance.randbytes(16),
        fingerprint=Fingerprint(chance.getrandbits(64)),
        characters=5_000,
        tokens=900,
        features=700,
        # ascending values of 32 bits, as sketches are
        sketch=b"".join(
            value.to_bytes(4, "little")
            for value in sorted({chance.getrandbits(32) for _ in range(chance.randrange(20, 90))})
        ),
        encoding="utf-8",
        lossy=False,
        form_hash=chance.randbytes(16),
        title=f"The title of document {number}",
    )


@pytest.fixture(scope="module")
def news(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FingerprintIndex]:
    chance = random.Random(1)
    with FingerprintIndex(tmp_path_factory.mktemp("sizes") / "index.sqlite3") as opened:
        for first in range(0, 3_200, 64):
            opened.store("default/1", 1, [drawn(number) for number in range(first, first + 64)])
        for _ in range(10):
            pairs = {tuple(sorted(chance.sample(range(1, 3_200), 2))) for _ in range(300)}
            opened.store_comparisons(
                Comparison(TextId(a), TextId(b), 50, 300, 400) for a, b in sorted(pairs)
            )
        yield opened


def settle(news: FingerprintIndex) -> None:
    """Write what the journal holds into the file: tests come in any order, one of them packs it."""
    news.connection.execute("pragma wal_checkpoint(truncate)").fetchall()


def needs_dbstat(news: FingerprintIndex) -> None:
    options = {one for (one,) in news.connection.execute("pragma compile_options")}
    if "ENABLE_DBSTAT_VTAB" not in options:
        pytest.skip("this SQLite has no dbstat")


def test_all_pages_of_the_file_are_some_tables(news: FingerprintIndex) -> None:
    needs_dbstat(news)
    settle(news)
    sizes = index_sizes(news)
    assert not sizes.estimated
    assert sum(sizes.tables.values()) + sizes.free == sizes.whole == news.path.stat().st_size
    assert sizes.documents == 3_200
    assert {"block", "document", "fingerprint", "passage", "text"} <= sizes.tables.keys()
    assert list(sizes.tables.values()) == sorted(sizes.tables.values(), reverse=True)


@pytest.mark.parametrize("packed", [False, True])
def test_an_estimate_is_within_five_percent(
    news: FingerprintIndex, monkeypatch: pytest.MonkeyPatch, *, packed: bool
) -> None:
    needs_dbstat(news)
    if packed:
        news.connection.execute("vacuum")
    counted = index_sizes(news)
    monkeypatch.setattr(simcore.index.index, "_OF_TABLES", "select ?, 0 from no_dbstat")
    found = index_sizes(news)
    assert found.estimated
    assert found.whole == counted.whole
    assert sum(found.tables.values()) == pytest.approx(sum(counted.tables.values()), rel=0.001)
    assert found.tables.keys() == counted.tables.keys()
    for name, size in counted.tables.items():
        # of a small table one page more or less is a large share
        near = pytest.approx(size, rel=0.05, abs=0.01 * counted.whole)
        assert found.tables[name] == near, name


def test_an_empty_index_is_estimated_too() -> None:
    with FingerprintIndex(Path(":memory:")) as empty:
        assert sum(estimated_sizes(empty.connection).values()) > 0
        assert index_sizes(empty).documents == 0

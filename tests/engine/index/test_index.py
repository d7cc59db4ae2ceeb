"""The index file: round trips, concurrent use, and foreign files left unharmed."""

import contextlib
import multiprocessing
import os
import sqlite3
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amounts import combined
from simcore import Document, FingerprintIndex, Problem
from simcore.files.listing import Files
from simcore.fingerprints import WIDTHS
from simcore.index.database import Database
from simcore.index.documents import Documents
from simcore.index.paths import default_index_path
from simcore.index.sqlite_file import from_stored, to_stored
from simcore.model.reasons import (
    IndexCorruptError,
    IndexFileError,
    IndexFullError,
    IndexTooNewError,
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
    files = [
        ListedFile(
            folders[str(one.path.parent)],
            one.path.name,
            one.size,
            one.mtime_ns,
            one.device,
            one.inode,
        )
        for one in sources
    ]
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
        for texts, values, sizes in index.sketches()
        for text, sample in zip(
            texts.tolist(), np.split(values, np.cumsum(sizes)[:-1]), strict=True
        )
    }


@pytest.fixture
def index(tmp_path: Path) -> FingerprintIndex:
    with FingerprintIndex(tmp_path / "new folder" / "index.sqlite3") as opened:
        yield opened


@given(st.integers(0, 2**64 - 1))
def test_signed_and_back(value: int) -> None:
    assert -(2**63) <= to_stored(value, 64) < 2**63
    assert from_stored(to_stored(value, 64)) == value


@given(st.sampled_from(WIDTHS), st.data())
def test_stored_and_back(width: int, data: st.DataObject) -> None:
    value = data.draw(st.integers(0, 2**width - 1))
    stored = to_stored(value, width)
    assert isinstance(stored, bytes) == (width == 128)
    assert from_stored(stored) == value


@pytest.mark.parametrize("recipe", RECIPE_OF_WIDTH.values())
def test_fingerprints_of_every_width_come_out(index: FingerprintIndex, recipe: str) -> None:
    width = next(w for w, key in RECIPE_OF_WIDTH.items() if key == recipe)
    values = [0, 1, 2 ** (width - 1), 2**width - 1]
    index.store(recipe, READER, [digested(n, value) for n, value in enumerate(values)])
    found = index.below([Path("/documents")], recipe, READER)
    assert [document.fingerprint for document in found] == values
    assert _rows(index)["block"] == width // 16 * len(values)


def test_recipes_of_all_widths_live_side_by_side(index: FingerprintIndex) -> None:
    for width, recipe in RECIPE_OF_WIDTH.items():
        index.store(recipe, READER, [digested(1, 2**width - 1), digested(2, 7)])
    for width, recipe in RECIPE_OF_WIDTH.items():
        near = index.near(recipe, Fingerprint(2**width - 2), 1)
        assert [bits for _, bits in near] == [1]


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
    assert isinstance(first, Document)
    assert (first.fingerprint, first.encoding, first.tokens, first.inode) == (
        2**64 - 1,
        "gb18030",
        50,
        2**100,
    )
    assert stored[1].fingerprint is None
    assert stored[2].text == first.text


class Counted:
    """A connection that counts its statements, ``executemany`` as one."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.asked = 0

    @property
    def total_changes(self) -> int:
        return self._connection.total_changes

    def execute(self, *arguments: object) -> sqlite3.Cursor:
        self.asked += 1
        return self._connection.execute(*arguments)

    def executemany(self, *arguments: object) -> sqlite3.Cursor:
        self.asked += 1
        return self._connection.executemany(*arguments)


def test_a_batch_takes_as_many_statements_as_a_file(
    index: FingerprintIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
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
    stored = index.store(
        RECIPE,
        READER,
        [
            digested(1, 7),
            digested(2, 7, text=1),
            digested(1, 9, text=4),
            digested(3, 11),
            digested(5, None),
        ],
        [(source(3), problem)],
    )
    first, twin, again, third, wordless = stored
    assert (first.text, first.id) == (twin.text, again.id)
    assert len({first.text, again.text, third.text, wordless.text}) == 4
    below = {item.path.name: item for item in index.below([Path("/documents")], RECIPE, READER)}
    assert below == {
        "0001.txt": again,
        "0002.txt": twin,
        "0003.txt": problem,
        "0005.txt": wordless,
    }
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


def test_problems_are_remembered(index: FingerprintIndex) -> None:
    problem = Problem(source(1).path, ProblemStage.DECODE, Reason(ReasonCode.IS_BINARY))
    index.store(RECIPE, READER, [], [(source(1), problem)])
    assert known(index, [source(1)], RECIPE, READER) == {source(1).real_path: problem}
    assert index.below([Path("/documents")], RECIPE, READER) == [problem]


def test_below_a_folder(index: FingerprintIndex) -> None:
    folders = ("/documents", "/documents/sub", "/documents2", "/documents-")
    for number, folder in enumerate(folders):
        item = digested(number)
        moved = source(number, folder)
        index.store(RECIPE, READER, [replace(item, source=moved)])
    found = index.below([Path("/documents"), Path("/documents/sub")], RECIPE, READER)
    assert [str(d.path.parent) for d in found] == ["/documents", "/documents/sub"]


@pytest.mark.skipif(sys.platform == "win32", reason="names are text there")
def test_path_bytes_survive(index: FingerprintIndex) -> None:
    raw = b"/documents/\xb5\xda\xd2\xbb.txt"
    path = Path(os.fsdecode(raw))
    odd = SourceFile(path, path, 1, 1, 1, 1)
    index.store(RECIPE, READER, [replace(digested(1), source=odd)])
    (found,) = index.below([Path("/documents")], RECIPE, READER)
    assert os.fsencode(found.path) == raw


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
    index.store(RECIPE, READER, [digested(1, 2**64 - 1), digested(2, 1), digested(3, None)])
    rows = index.connection.execute(
        "select text, hamming(value, 0) from fingerprint order by text"
    ).fetchall()
    assert [bits for _, bits in rows] == [64, 1, None]
    shown = index.connection.execute("select path, fingerprint from documents").fetchall()
    assert ("/documents/0001.txt", "f" * 16) in shown


def test_anyone_can_ask_for_wide_fingerprints(index: FingerprintIndex) -> None:
    value = 0x0123456789ABCDEF0FEDCBA987654321
    index.store("classic-128+128/1", READER, [digested(1, value), digested(2, None)])
    index.store(RECIPE, READER, [digested(1, 1)])
    (blob,) = index.connection.execute(
        "select value from fingerprint where typeof(value) = 'blob'"
    ).fetchone()
    ask = index.connection.execute
    assert ask("select hamming(?, ?)", (blob, bytes(16))).fetchone() == (value.bit_count(),)
    assert ask("select hamming(?, 0)", (blob,)).fetchone() == (None,), "of different kinds"
    shown = ask("select path, fingerprint from documents").fetchall()
    assert ("/documents/0001.txt", f"{value:032x}") in shown
    assert ("/documents/0001.txt", f"{1:016x}") in shown
    assert ("/documents/0002.txt", None) in shown


def test_kept_forms_are_part_of_a_whole_index(index: FingerprintIndex) -> None:
    index.cache(b"key", b"forms", forms=True)
    index.check()


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
        for detail in walked:
            assert "VIRTUAL TABLE" in detail or "CONSTANT ROW" in detail or "wanted" in detail, (
                statement,
                details,
            )


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


def test_forgetting_leaves_nothing_behind(index: FingerprintIndex) -> None:
    one, two, twin = index.store(RECIPE, READER, [digested(1), digested(2), digested(3, text=1)])
    index.store_comparisons([Comparison(one.text, two.text, 1, 2, 3)])
    index.forget([one.id])
    assert _rows(index) == {
        "document": 2,
        "text": 2,
        "fingerprint": 2,
        "block": 8,
        "comparison": 1,
        "passage": 2,
    }
    index.forget([twin.id])
    assert _rows(index) == {
        "document": 1,
        "text": 1,
        "fingerprint": 1,
        "block": 4,
        "comparison": 0,
        "passage": 1,
    }


def _expected(texts: int, comparisons: int) -> dict[str, int]:
    alike = dict.fromkeys(("document", "text", "fingerprint", "passage"), texts)
    return {**alike, "block": 4 * texts, "comparison": comparisons}


def _rows(index: FingerprintIndex) -> dict[str, int]:
    tables = ("document", "text", "fingerprint", "block", "comparison", "passage")
    return {
        name: index.connection.execute(f"select count(*) from {name}").fetchone()[0]
        for name in tables
    }


def test_missing_files_are_forgotten_but_not_below_unlisted_folders(
    index: FingerprintIndex, tmp_path: Path
) -> None:
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


def test_the_version_is_counted_from_that_of_the_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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


def test_newer_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "index.sqlite3"
    with FingerprintIndex(path) as index:
        index.connection.execute("pragma user_version = 99")
    before = path.read_bytes()
    with pytest.raises(IndexTooNewError, match=r"index\.sqlite3.*newer version"):
        FingerprintIndex(path)
    assert path.read_bytes() == before


def test_damaged_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "index.sqlite3"
    path.write_bytes(b"this is no database, and long enough to be looked at\n" * 100)
    before = path.read_bytes()
    with pytest.raises(IndexCorruptError, match=r"index\.sqlite3"):
        FingerprintIndex(path)
    assert path.read_bytes() == before


def test_damage_inside_is_told(tmp_path: Path) -> None:
    path = tmp_path / "index.sqlite3"
    with FingerprintIndex(path) as index:
        index.store(RECIPE, READER, [digested(n, n) for n in range(300)])
    data = bytearray(path.read_bytes())
    data[8192:] = b"\xa5" * (len(data) - 8192)
    path.write_bytes(data)
    with pytest.raises(IndexCorruptError, match=r"move it away"):
        _use(path)


def _use(path: Path) -> None:
    with FingerprintIndex(path) as index:
        index.below([Path("/documents")], RECIPE, READER)
        index.store(RECIPE, READER, [digested(n, n) for n in range(300, 400)])


def test_foreign_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mail.sqlite3"
    with sqlite3.connect(path) as connection:
        connection.execute("create table mail (id integer)")
    connection.close()
    with pytest.raises(IndexCorruptError, match="another program"):
        FingerprintIndex(path)


def test_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(IndexFileError, match=r"index\.sqlite3"):
        FingerprintIndex(tmp_path / "file" / "index.sqlite3")
    with pytest.raises(IndexFileError):
        FingerprintIndex(tmp_path)


def test_full_disk_keeps_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "index.sqlite3"
    with FingerprintIndex(path) as index:
        index.store(RECIPE, READER, [digested(1)])
        pages = index.connection.execute("pragma page_count").fetchone()[0]
        # SQLite's own way to say that there is no room
        index.connection.execute(f"pragma max_page_count = {pages}")
        with pytest.raises(IndexFullError, match=r"index\.sqlite3.*full"):
            index.store(RECIPE, READER, [digested(n, n * 7919) for n in range(2, 2_000)])
        assert len(index.below([Path("/documents")], RECIPE, READER)) == 1
    with FingerprintIndex(path) as index:
        assert len(index.below([Path("/documents")], RECIPE, READER)) == 1


def test_memory_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with FingerprintIndex(Path(":memory:")) as index:
        index.store(RECIPE, READER, [digested(1)])
    assert list(tmp_path.iterdir()) == []


def test_default_place_is_the_users(private_home: Path) -> None:
    assert default_index_path().is_relative_to(private_home)
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

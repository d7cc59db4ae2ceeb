"""The SQLite files of the program, and whatever may stand in the place of a file of ours."""

import contextlib
import json
import os
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from places import ROOT
from simcore import SimcoreError
from simcore.index.database import Database
from simcore.index.judgements import ArrivalFile, JudgementFile
from simcore.index.sqlite_file import SqliteFile
from simcore.model.reasons import IndexCorruptError, IndexFileError, IndexTooNewError, JournalError
from simcore.removal.journal import Journal

each = pytest.mark.parametrize("kind", [Database, Journal, JudgementFile, ArrivalFile])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "file.sqlite3"


@each
@pytest.mark.parametrize("mark", ["application_id", "user_version"])
def test_a_marked_empty_file_is_theirs(path: Path, kind: type[SqliteFile], mark: str) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute(f"pragma {mark} = 1")
    before = path.read_bytes()
    assert before
    with pytest.raises((IndexFileError, JournalError), match=f"{path.name}: is (a data|no )"):
        kind(path)
    assert path.read_bytes() == before


def noise(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"no database, and long enough" * 100)


def of_another(path: Path) -> None:
    path.parent.mkdir()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("create table mail (id integer)")


STRANGE: dict[str, tuple[Callable[[Path], object], type[Exception]]] = {
    "noise": (noise, IndexCorruptError),
    "of another program": (of_another, IndexCorruptError),
    "a folder": (lambda path: path.mkdir(parents=True), IndexFileError),
    "below a file": (lambda path: path.parent.write_text("in the way"), IndexFileError),
}


@each
@pytest.mark.parametrize(("make", "error"), STRANGE.values(), ids=STRANGE)
def test_what_is_no_file_of_ours_is_left_as_it_is(
    tmp_path: Path, kind: type[SqliteFile], make: Callable[[Path], object], error: type[Exception]
) -> None:
    path = tmp_path / "folder" / "file.sqlite3"
    make(path)
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(JournalError if kind is Journal else error, match=r"file\.sqlite3: "):
        kind(path)
    assert (path.read_bytes() if path.is_file() else None) == before


@each
def test_a_newer_version_is_left_as_it_is(path: Path, kind: type[SqliteFile]) -> None:
    with kind(path) as file:
        file.connection.execute("pragma user_version = 99")
    before = path.read_bytes()
    error = JournalError if kind is Journal else IndexTooNewError
    with pytest.raises(error, match=r"file\.sqlite3.*newer version"):
        kind(path)
    assert path.read_bytes() == before


@each
def test_opened_beside_one_who_writes(path: Path, kind: type[SqliteFile]) -> None:
    kind(path).close()
    with kind(path) as writer, writer.transaction():
        with (
            contextlib.closing(sqlite3.connect(path, timeout=0)) as other,
            pytest.raises(sqlite3.OperationalError, match="locked"),
        ):
            other.execute("begin immediate")
        kind(path).close()


@each
def test_how_much_outlasts_a_power_failure(path: Path, kind: type[SqliteFile]) -> None:
    """What can be built again need not sync; the journal and judgements must."""
    with kind(path) as file:
        ask = file.connection.execute
        found = ask("pragma synchronous").fetchone() + ask("pragma journal_mode").fetchone()
        safe = kind in {Journal, JudgementFile}
        assert found == ((2, "delete") if safe else (1, "wal"))
        assert ask("pragma foreign_keys").fetchone() == (1,)


@each
def test_text_that_is_none_is_told(path: Path, kind: type[SqliteFile]) -> None:
    """Python raises this error, not SQLite, and without a code."""
    with kind(path) as file:
        told = pytest.raises(SimcoreError, match=f"{path.name}: .*UTF-8")
        with told, file.translated():
            file.connection.execute("select cast(x'ff' as text)").fetchone()


@each
def test_a_block_that_fails_leaves_nothing(path: Path, kind: type[SqliteFile]) -> None:
    with kind(path) as file:
        with contextlib.suppress(KeyboardInterrupt), file.transaction() as connection:
            connection.execute("create table half (done)")
            raise KeyboardInterrupt
        with file.transaction() as connection:
            tables = connection.execute("select name from sqlite_schema").fetchall()
        assert tables
        assert ("half",) not in tables


names_are_files = pytest.mark.skipif(sys.platform == "win32", reason="names of pipes are others")

OPENED = """
import json, sys
from pathlib import Path
import simcore
from simcore.index.judgements import JudgementFile
from simcore.pipeline.rereading import read_text
from simcore.removal.journal import mark_of
from simcore.text.masking import segmenter
path = Path(sys.argv[1])
opening = {
    "index": lambda: simcore.FingerprintIndex(path),
    "journal": lambda: simcore.Journal(path),
    "judgements": lambda: JudgementFile(path),
    "results": lambda: simcore.load_results(path),
    "mark": lambda: mark_of(path),
    "document": lambda: read_text(path, 1000),
    "dictionary": lambda: segmenter(path),
}
for what, opened in opening.items():
    try:
        said = str(opened())
    except simcore.SimcoreError as error:
        said = f"{type(error).__name__} {error}"
    print(json.dumps([what, said]), flush=True)
"""


@pytest.fixture(params=["pipe", "device", "socket", "folder"])
def odd(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "odd"
    match request.param:
        case "pipe":
            os.mkfifo(path)
        case "device":
            path.symlink_to("/dev/zero")
        case "socket":
            with socket.socket(socket.AF_UNIX) as server:
                server.bind(str(path))
        case "folder":
            path.mkdir()
    return path


def answers(code: str, path: Path) -> str:
    """Ask in another process, which would wait for ever; the last line says for what."""
    command = [sys.executable, "-c", code, str(path)]
    done = subprocess.run(command, capture_output=True, check=True, timeout=60, cwd=ROOT)
    return done.stdout.decode()


@names_are_files
def test_what_is_no_regular_file_is_refused_by_name(odd: Path) -> None:
    before = odd.lstat()
    said = dict(json.loads(line) for line in answers(OPENED, odd).splitlines())
    assert said.pop("mark") == "None"
    assert [*said] == ["index", "journal", "judgements", "results", "document", "dictionary"]
    for what, answer in said.items():
        assert str(odd) in answer or what == "document"  # whoever reads one names it
        assert "no regular file" in answer, what
    assert (odd.lstat().st_ino, odd.lstat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert [path.name for path in odd.parent.iterdir()] == ["odd"]


LOCKED = """
import sys
from pathlib import Path
from simcore import Journal, SimcoreError
try:
    with Journal(Path(sys.argv[1])).working():
        pass
except SimcoreError as error:
    print(error)
"""


@names_are_files
def test_a_pipe_in_place_of_the_lock_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    os.mkfifo(f"{path}.lock")
    said = answers(LOCKED, path)
    assert f"{path}.lock" in said
    assert "no regular file" in said

"""The common behaviour of the SQLite files: index, journal and judgements."""

import contextlib
import sqlite3
from pathlib import Path

import pytest

from simcore import SimcoreError
from simcore.index.database import Database
from simcore.index.judgements import JudgementFile
from simcore.index.sqlite_file import SqliteFile
from simcore.model.reasons import IndexFileError, JournalError
from simcore.removal.journal import JournalFile

pytestmark = pytest.mark.parametrize("kind", [Database, JournalFile, JudgementFile])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "file.sqlite3"


@pytest.mark.parametrize("mark", ["application_id", "user_version"])
def test_an_empty_file_that_somebody_has_marked_is_theirs(
    path: Path, kind: type[SqliteFile], mark: str
) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute(f"pragma {mark} = 1")
    before = path.read_bytes()
    assert before
    with pytest.raises((IndexFileError, JournalError), match=f"{path.name}: is (a data|no list)"):
        kind(path)
    assert path.read_bytes() == before


def test_a_file_that_is_up_to_date_is_opened_beside_one_who_writes(
    path: Path, kind: type[SqliteFile]
) -> None:
    kind(path).close()
    with kind(path) as writer, writer.transaction():
        with (
            contextlib.closing(sqlite3.connect(path, timeout=0)) as other,
            pytest.raises(sqlite3.OperationalError, match="locked"),
        ):
            other.execute("begin immediate")
        kind(path).close()


def test_how_much_outlasts_a_power_failure(path: Path, kind: type[SqliteFile]) -> None:
    """An index can be built again and need not sync; the journal and judgements must."""
    with kind(path) as file:
        ask = file.connection.execute
        found = ask("pragma synchronous").fetchone() + ask("pragma journal_mode").fetchone()
        assert found == ((1, "wal") if kind is Database else (2, "delete"))
        assert ask("pragma foreign_keys").fetchone() == (1,)


def test_text_that_is_none_is_told(path: Path, kind: type[SqliteFile]) -> None:
    """Python raises this error, not SQLite, and without a code."""
    with kind(path) as file:
        told = pytest.raises(SimcoreError, match=f"{path.name}: .*UTF-8")
        with told, file.translated():
            file.connection.execute("select cast(x'ff' as text)").fetchone()


def test_a_block_that_fails_leaves_nothing(path: Path, kind: type[SqliteFile]) -> None:
    with kind(path) as file:
        with contextlib.suppress(KeyboardInterrupt), file.transaction() as connection:
            connection.execute("create table half (done)")
            raise KeyboardInterrupt
        with file.transaction() as connection:
            tables = connection.execute("select name from sqlite_schema").fetchall()
        assert tables
        assert ("half",) not in tables

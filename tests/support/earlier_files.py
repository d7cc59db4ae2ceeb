"""SQLite files that earlier versions of the program wrote, from what they hold as SQL."""

import contextlib
import sqlite3
from pathlib import Path

from places import ROOT

PROJECT = ROOT / "tests" / "project"


def restored(name: str, path: Path, edition: str = "first_edition") -> Path:
    """Make the SQLite file of a dump, with the application id and version it had."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.executescript((PROJECT / edition / f"{name}.sql").read_text(encoding="utf-8"))
    return path


def earlier_index(path: Path, version: int = 6) -> Path:
    """Make an index of before its schema was declared anew; the versions were 1 to 30."""
    restored("index", path)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute(f"pragma user_version = {version}")
    return path

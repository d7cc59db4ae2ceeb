"""What every test of watches has: the path of an index, and a folder to watch."""

from pathlib import Path

import pytest


@pytest.fixture
def index(tmp_path: Path) -> Path:
    return tmp_path / "index.sqlite3"


@pytest.fixture
def inbox(tmp_path: Path) -> Path:
    folder = tmp_path / "in"
    folder.mkdir()
    return folder

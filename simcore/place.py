"""Where the index is unless somebody says so, and what lies beside it."""

from pathlib import Path

import platformdirs

__all__ = ["default_index_path", "judgements_path"]


def default_index_path() -> Path:
    """Give the place of the index in the user's data folder, as the platform has it."""
    return Path(platformdirs.user_data_dir("variorum", appauthor=False)) / "index.sqlite3"


def judgements_path(index: Path) -> Path:
    """Give the place of the file of judgements that belongs to an index: beside it.

    >>> judgements_path(Path("folder/index.sqlite3")).as_posix()
    'folder/judgements.sqlite3'
    """
    return index.with_name("judgements.sqlite3")

"""Where the index is unless somebody says so, and what lies beside it."""

from pathlib import Path

import platformdirs


def default_index_path() -> Path:
    """Give the place of the index in the user's data folder, as the platform has it."""
    return Path(platformdirs.user_data_dir("variorum", appauthor=False)) / "index.sqlite3"


def journal_beside(index: Path) -> Path:
    """Give the place of the journal: a file of its own, so that it outlives a lost index.

    An index in memory has the journal of the default one: what was removed must be known.
    """
    if str(index) == ":memory:":
        index = default_index_path()
    return index.with_name("journal.sqlite")


def judgements_path(index: Path) -> Path:
    """Give the place of the file of judgements that belongs to an index: beside it.

    >>> judgements_path(Path("folder/index.sqlite3")).as_posix()
    'folder/judgements.sqlite3'
    """
    return index.with_name("judgements.sqlite3")

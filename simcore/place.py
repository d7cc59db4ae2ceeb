"""Where the index is unless somebody says so."""

from pathlib import Path

import platformdirs

__all__ = ["default_index_path"]


def default_index_path() -> Path:
    """Give the place of the index in the user's data folder, as the platform has it."""
    return Path(platformdirs.user_data_dir("variorum", appauthor=False)) / "index.sqlite3"

"""Folders of documents that a test writes out."""

from collections.abc import Mapping
from pathlib import Path


def written(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files by their names in a folder, which is made; text is written in UTF-8."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.encode() if isinstance(data, str) else data)
    return folder

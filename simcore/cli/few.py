"""Whether there is so little to scan that one worker reads it sooner than several start."""

import os
from collections.abc import Iterable
from pathlib import Path

from simcore.model.config import ScanConfig

_ENTRIES, _BYTES = 64, 1 << 20
"""As many files, and as much of them, as a worker gets at once."""


def are_few(folders: Iterable[Path], config: ScanConfig) -> bool:
    """Return whether folders hold a few small files; looks at 64 entries at most.

    What cannot be looked at may be many.
    """
    if config.follow_links:
        return False
    pending = [os.fspath(folder) for folder in folders]
    entries = size = 0
    try:
        while pending:
            with os.scandir(pending.pop()) as listed:
                for entry in listed:
                    entries += 1
                    if entry.is_dir(follow_symlinks=False):
                        pending.append(entry.path)
                    else:
                        size += entry.stat(follow_symlinks=False).st_size
                    if entries > _ENTRIES or size > _BYTES:
                        return False
    except OSError:
        return False
    return True

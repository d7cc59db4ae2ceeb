"""Setting a damaged index aside, so that a new one is made. Nothing is deleted."""

import contextlib
import os
from pathlib import Path

from simcore.files.disk import Disk
from simcore.files.names import numbered
from simcore.model.errors import IndexCorruptError, IndexFileError
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason, reason_of
from simcore.store.index import FingerprintIndex

_BESIDE = ("-wal", "-shm", "-journal", "")
"""The log goes first: with the name of a new index it would be taken for part of that."""


def renew_damaged(path: Path) -> Path | None:
    """Rename an index if it is damaged, and return its new path; None if it is whole or missing.

    All of it is read. The judgements and the journal beside it are not touched. Raises
    ``IndexFileError`` if it is of another program or version, in use, or cannot be renamed.
    """
    if not path.exists():
        return None
    try:
        with FingerprintIndex(path) as index:
            index.check()
    except IndexCorruptError as error:
        if error.reason.code is not ReasonCode.INDEX_DAMAGED:
            raise
        return _set_aside(path)
    return None


def _set_aside(path: Path) -> Path:
    disk = Disk()
    wanted = path.with_name(f"{path.stem}.damaged{path.suffix}")
    aside = next(
        one
        for one in numbered(wanted)
        if not any(os.path.lexists(f"{one}{tail}") for tail in _BESIDE)
    )
    try:
        for tail in _BESIDE:
            with contextlib.suppress(FileNotFoundError):
                disk.rename(Path(f"{path}{tail}"), Path(f"{aside}{tail}"))
    except OSError as error:
        reason = Reason(ReasonCode.INDEX_NOT_SET_ASIDE, (str(path), reason_of(error)))
        raise IndexFileError(reason) from error
    return aside

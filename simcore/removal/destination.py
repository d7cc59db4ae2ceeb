"""Whether documents may be moved or copied to a folder."""

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path

from simcore.files.disk import Disk
from simcore.files.roles import SameFolders
from simcore.model.errors import ConfigError, IndexFileError
from simcore.model.operations import Volume
from simcore.model.reason_codes import ReasonCode
from simcore.removal.journal.journal import Journal
from simcore.store.elsewhere.disks import known_disks
from simcore.store.index import FingerprintIndex
from simcore.store.paths import journal_beside


def check_destination(destination: Path, folders: Iterable[str | Path]) -> None:
    """Refuse a folder in one of the scanned ``folders``, by whatever path. Raises ``ConfigError``.

    What goes there would be found again.

    >>> simcore.check_destination(Path("documents/old"), ["documents"])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    simcore.model.errors.ConfigError: documents/old: is in documents, where it would be found...
    """
    goal = Path(os.path.realpath(destination))
    real = {Path(os.path.realpath(one)): one for one in folders}
    for path in SameFolders(real).paths(goal):
        for one in (path, *path.parents):
            if one in real:
                raise ConfigError(ReasonCode.DESTINATION_SCANNED, str(destination), str(real[one]))


def check_disk_of(destination: Path, index: Path) -> None:
    """Refuse a folder whose disk is not connected. Raises ``ConfigError``.

    Where the index or the journal beside it knows a disk at or above the folder, and none is
    mounted there now, documents would go into the folder below the mount point, and the disk would
    cover them.

    >>> simcore.check_disk_of(Path("removed"), Path("index.sqlite3"))
    """
    goal = Path(os.path.realpath(destination))
    around = {goal, *goal.parents}
    for one in disks_of(index):
        if one.point in around and not _is_mounted(one.point):
            raise ConfigError(ReasonCode.DESTINATION_AWAY, str(destination), str(one.point))


def disks_of(index: Path) -> set[Volume]:
    """Return all disks that documents of an index were on, or operations of its journal.

    >>> simcore.disks_of(Path("index.sqlite3"))  # the disk of the system is none of them
    set()
    """
    found: set[Volume] = set()
    if index.exists():
        # of a damaged index the journal still tells
        with (
            contextlib.suppress(IndexFileError),
            FingerprintIndex(index) as opened,
            opened.explained(),
        ):
            found.update(known_disks(opened).values())
    if (path := journal_beside(index)).exists():
        with Journal(path) as journal:
            found |= journal.disks()
    return found


def _is_mounted(point: Path) -> bool:
    disk = Disk()
    with contextlib.suppress(OSError):  # a disk may be mounted when it is asked for
        disk.has_folder(point)
    now = disk.volume_of(point)
    return now is not None and now.point == point

"""The default path of the index, the paths of the files beside it, and ranges of stored paths."""

import os
from collections.abc import Callable
from pathlib import Path

from simcore.store.schema import APPLICATION_ID

_SQLITE = b"SQLite format 3\0"
_OURS = APPLICATION_ID.to_bytes(4, "big")
_SUFFIXES = {".sqlite3", ".sqlite", ".db"}


def default_index_path() -> Path:
    """Return the path of the index in the platform's folder for user data."""
    import platformdirs  # noqa: PLC0415 - most runs are told where the index is

    return Path(platformdirs.user_data_dir("variorum", appauthor=False)) / "index.sqlite3"


def journal_beside(index: Path) -> Path:
    """Return the path of the journal: a separate file that survives the loss of the index.

    An index in memory has the journal of the default one: removals must be recorded.
    """
    if str(index) == ":memory:":
        index = default_index_path()
    return index.parent / "journal.sqlite"


def judgements_path(index: Path) -> Path:
    """Return the path of the file of judgements of an index, beside it.

    >>> judgements_path(Path("folder/index.sqlite3")).as_posix()
    'folder/judgements.sqlite3'
    """
    return index.parent / "judgements.sqlite3"


def path_range(folder: Path) -> tuple[bytes, bytes]:
    """Return the half-open range of the stored paths of a folder and the folders below it."""
    prefix = os.path.join(os.fsencode(folder), b"")  # noqa: PTH118 - bytes, with a final separator
    return prefix, prefix[:-1] + bytes([prefix[-1] + 1])


def _beside(tail: str) -> Callable[[Path], Path]:
    """Return what makes the path of a file beside an index, whose name begins as the index's."""
    return lambda index: index.with_name(f"{index.stem}{tail}")


watch_lock_path = _beside(".watch.lock")
"""The file that the watch of an index locks."""

resident_path = _beside(".resident")
"""The file that says who can be asked about an index."""

sketches_path = _beside(".sketches")
"""The inverted sketches of an index, a cache."""


def arrivals_path(index: Path) -> Path:
    """Return the path of the file of arrivals of an index, beside it.

    >>> arrivals_path(Path("folder/index.sqlite3")).as_posix()
    'folder/index.arrivals.sqlite3'
    """
    return _beside(".arrivals.sqlite3")(index)


def may_be_index(path: Path) -> bool:
    """Return whether a file is an index, whole or damaged, or may become one: none is there yet.

    The application id in the header of SQLite decides; the file may be cut off before it. Without
    that id a file is an index only where its beginning was overwritten: it is the default index, or
    its name ends as that of a database and other files of Variorum are beside it. An empty file
    holds nothing, and SQLite takes it for a new one. What is no regular file, or cannot be read, is
    left to whoever opens it.
    """
    try:
        if not path.is_file():
            return True
        with path.open("rb") as file:
            header = file.read(100)
    except OSError:
        return True
    if not header or (header.startswith(_SQLITE) and _OURS.startswith(header[68:72])):
        return True
    return path == default_index_path() or (path.suffix in _SUFFIXES and _has_own_beside(path))


def _has_own_beside(index: Path) -> bool:
    named = journal_beside, judgements_path, arrivals_path, sketches_path
    return any(one(index) != index and one(index).is_file() for one in named)


OUTPUTS = "outputs.json"
"""The name of the file, beside the default index, that knows what commands wrote."""


def is_own(path: Path, index: Path) -> bool:
    """Return whether a resolved path leads to a file of this program, of this or its own index.

    >>> here = Path("folder").resolve()
    >>> is_own(here / "journal.sqlite-wal", here / "a.sqlite3"), is_own(here / "a.csv", here / "a")
    (True, False)
    """
    from simcore.files.disk import identity_at  # noqa: PLC0415 - not for a window that opens

    default = default_index_path()
    own = [default.with_name(name) for name in ("roles.json", "folders.json", OUTPUTS)]
    for one in (default, index):
        own += [one, journal_beside(one), judgements_path(one), arrivals_path(one)]
        own += [sketches_path(one), resident_path(one), _beside(".texts.sqlite3")(one)]
        own.append(watch_lock_path(one).with_suffix(""))
    name = str(path)
    for tail in ("-wal", "-shm", "-journal", ".lock"):
        name = name.removesuffix(tail)
    here = identity_at(path)
    return name in map(os.path.realpath, own) or here in {identity_at(one) for one in own} - {None}

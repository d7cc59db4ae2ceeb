"""The default path of the index, the paths of the files beside it, and ranges of stored paths."""

import os
import re
import stat
import zlib
from collections.abc import Callable
from pathlib import Path, PurePath, PureWindowsPath
from typing import TypeVar
from urllib.parse import unquote

from simcore.files.opening import open_regular
from simcore.index.schema import APPLICATION_ID, EARLIER_ID
from simcore.model.reasons import Reason, ReasonCode

_SQLITE = b"SQLite format 3\0"
_OURS = tuple(one.to_bytes(4, "big") for one in (APPLICATION_ID, EARLIER_ID))
_SUFFIXES = {".sqlite3", ".sqlite", ".db"}


def default_index_path() -> Path:
    """Return the path of the index in the platform's folder for user data.

    >>> default_index_path().name
    'index.sqlite3'
    """
    import platformdirs  # noqa: PLC0415 - most runs are told where the index is

    return Path(platformdirs.user_data_dir("variorum", appauthor=False)) / "index.sqlite3"


def journal_beside(index: Path) -> Path:
    """Return the path of the journal, a separate file that survives the loss of the index.

    An index in memory has the journal of the default one: removals must be recorded.
    """
    if str(index) == ":memory:":
        index = default_index_path()
    return index.parent / "journal.sqlite"


def judgements_path(index: Path) -> Path:
    return index.parent / "judgements.sqlite3"


def path_range(folder: Path) -> tuple[bytes, bytes]:
    """Return the half-open range of the stored paths of a folder and the folders below it."""
    prefix = os.path.join(os.fsencode(folder), b"")  # noqa: PTH118 - bytes, with a final separator
    return prefix, prefix[:-1] + bytes([prefix[-1] + 1])


def _beside(tail: str) -> Callable[[Path], Path]:
    return lambda index: index.with_name(f"{index.stem}{tail}")


watch_lock_path = _beside(".watch.lock")

sketches_path = _beside(".sketches")
"""The inverted sketches of an index, a cache."""


def arrivals_path(index: Path) -> Path:
    return _beside(".arrivals.sqlite3")(index)


def may_be_index(path: Path) -> bool:
    """Return whether a file is an index, whole or damaged, or may become one (missing or empty).

    The application id in the header decides. Without it a file is an index only if its beginning
    was overwritten: it is the default index, or has a database's suffix and files of Variorum
    beside it. True for files that cannot be read: opening them gives the reason.
    """
    try:
        if not path.is_file():
            return True
        with path.open("rb") as file:
            header = file.read(100)
    except OSError:
        return True
    marked = header.startswith(_SQLITE) and any(one.startswith(header[68:72]) for one in _OURS)
    if not header or marked:
        return True
    return path == default_index_path() or (path.suffix in _SUFFIXES and _has_own_beside(path))


def _has_own_beside(index: Path) -> bool:
    named = journal_beside, judgements_path, arrivals_path, sketches_path
    return any(one(index) != index and one(index).is_file() for one in named)


OUTPUTS = "outputs.json"
"""The name of the file, beside the default index, that lists what commands wrote."""


def is_own(path: Path, index: Path) -> bool:
    """Return whether a resolved path is a file of this program, of this or the default index.

    >>> here = Path("folder").resolve()
    >>> is_own(here / "journal.sqlite-wal", here / "a.sqlite3"), is_own(here / "a.csv", here / "a")
    (True, False)
    """
    from simcore.files.disk import identity_at  # noqa: PLC0415 - not for a window that opens

    default = default_index_path()
    own = [default.with_name(name) for name in ("roles.json", "folders.json", OUTPUTS)]
    for one in (default, index):
        own += [one, journal_beside(one), judgements_path(one), arrivals_path(one)]
        own += [sketches_path(one), _beside(".texts.sqlite3")(one)]
        own.append(watch_lock_path(one).with_suffix(""))
    name = str(path)
    for tail in ("-wal", "-shm", "-journal", ".lock"):
        name = name.removesuffix(tail)
    here = identity_at(path)
    return name in map(os.path.realpath, own) or here in {identity_at(one) for one in own} - {None}


BEGINS = b'{"variorum":"results",'
"""The beginning, unpacked, of a file of saved results that may hold documents elsewhere."""

LONGEST_ID = 100_000

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")
_EMPTY = "%"  # as nothing else is written: what is escaped has two digits behind it
_HEAD_BYTES = 4_096
# the second: what parts paths on Windows
_ESCAPED = re.compile("[\x00-\x1f%\x7f\ud800-\udfff]")
_ESCAPED_THERE = re.compile("[\x00-\x1f%\x7f\ud800-\udfff:\\\\]")
_ANY = re.compile(r"[\s\S]")
_DOTS = re.compile(r"(?:\A|/)\.*(?:/|\Z)")  # a part that is empty, or of dots alone
_P = TypeVar("_P", bound=PurePath)


def path_elsewhere(results: _P, name: str) -> _P:
    """Return the path, below a file of results, of a document called ``name`` elsewhere.

    Results of a cluster are opened where their documents are not: rows of tables, or files at
    addresses. Since a file has no paths below it, nothing that opens or removes files by path can
    reach a file of this machine. ``name_elsewhere`` is the inverse.

    >>> from pathlib import PurePosixPath
    >>> path_elsewhere(PurePosixPath("near.variorum"), "s3://bucket/合同.txt").as_posix()
    'near.variorum/s3:/bucket/合同.txt'
    >>> path_elsewhere(PurePosixPath("near.variorum"), "/../50%").as_posix()
    'near.variorum/%/%2E%2E/50%25'
    """
    found = _SCHEME.match(name)
    scheme = found[0] if found else ""
    if scheme and name.startswith("//", len(scheme)):
        return results / f"{scheme}/{_escaped(results, name[len(scheme) + 2 :])}"
    escaped = _escaped(results, name)
    if scheme and escaped.startswith("/", len(scheme)):
        # else it would be the path of one with two slashes
        escaped = f"{scheme[:-1]}%3A{escaped[len(scheme) :]}"
    return results / escaped


def path_in_escapes(results: _P, name: str) -> _P:
    """Return another path of a name, for systems that ignore case in paths."""
    return results.joinpath(*(_ANY.sub(_escape, one) or _EMPTY for one in name.split("/")))


def _escaped(results: PurePath, name: str) -> str:
    escaped = _ESCAPED_THERE if isinstance(results, PureWindowsPath) else _ESCAPED
    plain = escaped.sub(_escape, name)
    if not _DOTS.search(plain):  # nearly all, and they are many
        return plain
    return "/".join(
        one if one.strip(".") else "%2E" * len(one) or _EMPTY for one in plain.split("/")
    )


def _escape(found: "re.Match[str]") -> str:
    return "".join(f"%{byte:02X}" for byte in found[0].encode("utf-8", "surrogatepass"))


def name_elsewhere(path: PurePath, results: PurePath) -> str:
    """Return the name of a document elsewhere by its path below a file of results.

    Raises ``ValueError`` for a path of no name.
    """
    listed = path.relative_to(results).parts
    parts = [_unescaped(one) for one in listed]
    if len(parts) > 1 and _SCHEME.fullmatch(listed[0]):
        return f"{parts[0]}//{'/'.join(parts[1:])}"
    return "/".join(parts)


class PlacesElsewhere:
    """The paths of the documents elsewhere of a file of results, one for each id."""

    def __init__(self, results: Path) -> None:
        self.results = results
        self.names: set[str] = set()
        self._paths: set[Path] = set()

    def check(self, name: str) -> None:
        """Raise ``ValueError`` for an id that is too long or was given before."""
        if len(name) > LONGEST_ID:
            raise ValueError(Reason(ReasonCode.ID_TOO_LONG, (f"{LONGEST_ID:,}",)))
        if name in self.names:
            raise ValueError(Reason(ReasonCode.SAME_ID, (name,)))
        self.names.add(name)

    def add(self, name: str) -> Path:
        self.check(name)
        path = path_elsewhere(self.results, name)
        if isinstance(path, PureWindowsPath):  # where capitals are as small letters
            if path in self._paths:
                path = path_in_escapes(self.results, name)
            self._paths.add(path)
        return path


def _unescaped(part: str) -> str:
    return "" if part == _EMPTY else unquote(part, "utf-8", "surrogatepass")


def results_above(path: Path) -> Path | None:
    """Return the file of results that a path is below; None for any other path."""
    try:
        for outer in reversed(path.parents):  # the parents of a long one are many, and long
            mode = outer.stat().st_mode
            if not stat.S_ISDIR(mode):
                return outer if stat.S_ISREG(mode) and _is_results(outer) else None
    except (OSError, ValueError):  # a path that no system takes
        pass
    return None


def called_elsewhere(path: Path) -> str | None:
    results = results_above(path)
    return None if results is None else name_elsewhere(path, results)


def _is_results(path: Path) -> bool:
    with open_regular(path) as file:
        head = file.read(_HEAD_BYTES)
    try:
        unpacking = zlib.decompressobj(zlib.MAX_WBITS | 16)
        return unpacking.decompress(head, len(BEGINS)) == BEGINS
    except zlib.error:
        return False

"""Files that Spark passes over, since a name on their way begins with ``.`` or ``_``.

A scan reads them: ``_index.md`` of a site, ``.github``. Spark takes a folder that it is given by
name, whatever that is; such a file it never takes, so those are read here, one by one. Files of
this machine are listed as a scan does (``here``).
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from simcore.cluster.session import place_of
from simcore.files.volumes import is_trash_name
from simcore.model.config import DEFAULT_EXCLUDE

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_HIDDEN, _PLAIN = "/{.*,_*}", "/[^._]*"
_SPECIAL = re.compile(r"([\\*?\[\]{}])")
_BYTES_AT_ONCE = 64 << 20
_TRASH = "$Recycle.Bin"

_READ = pa.schema(
    [
        ("path", pa.string()),
        ("modified_ns", pa.int64()),
        ("length", pa.int64()),
        ("content", pa.binary()),
    ]
)


@dataclass(frozen=True, slots=True)
class Hidden:
    """What Spark passes over in an input: ``folders``, as patterns that name one each, and files.

    ``files`` are objects of Java, a ``FileStatus`` each.
    """

    session: "SparkSession"
    folders: list[str]
    files: list[Any]

    def read(self, largest: int) -> Iterator[pa.Table]:
        """Yield the files as rows, without the content of those of more bytes than ``largest``.

        Files of no bytes are left out, as Spark does.
        """
        rows: list[dict[str, Any]] = []
        held = 0
        for one in self.files:
            path, size = str(one.getPath().toString()), int(one.getLen())
            if not size:
                continue
            content = self._content(path) if size <= largest else None
            time = 1_000_000 * int(one.getModificationTime())
            rows.append({"path": path, "modified_ns": time, "length": size, "content": content})
            held += len(content or b"")
            if held > _BYTES_AT_ONCE:
                yield pa.Table.from_pylist(rows, schema=_READ)
                rows, held = [], 0
        if rows:
            yield pa.Table.from_pylist(rows, schema=_READ)

    def _content(self, address: str) -> bytes:
        path, system = place_of(self.session, address)
        opened = system.open(path)
        try:
            java: Any = self.session._jvm  # noqa: SLF001 - as in ``place_of``
            return bytes(java.org.apache.commons.io.IOUtils.toByteArray(opened))
        finally:
            opened.close()


def find_hidden(
    session: "SparkSession", where: str, names: str, included: Callable[[str], bool]
) -> Hidden:
    """Find what Spark passes over in an input: folders, and files whose ``names`` are wanted.

    ``names`` is a pattern of Hadoop for all that may be ``included``. What a scan does not
    enter is left out. Raises what Spark raises.
    """
    java: Any = session._jvm  # noqa: SLF001 - as in ``place_of``
    wanted = java.org.apache.hadoop.fs.GlobFilter(names)
    found = Hidden(session, [], [])
    looked_at = [where.rstrip("/") or "/"]
    hits = [one for one in _listed(session, where) if one.isFile() and _name(one)[0] in "._"]
    while True:
        for one in hits:
            if one.isDirectory():
                looked_at.append(_SPECIAL.sub(r"\\\1", str(one.getPath().toString())))
                found.folders.append(looked_at[-1])
            elif wanted.accept(one.getPath()) and included(_name(one)):
                found.files.append(one)
        if not looked_at:
            return found
        hits = [one for one in _hidden_below(session, looked_at.pop()) if _is_entered(_name(one))]


def _hidden_below(session: "SparkSession", folder: str) -> Iterator[Any]:
    """Yield what is hidden in folders of a pattern, and in those in them that are not hidden."""
    while True:
        yield from _listed(session, folder + _HIDDEN)
        folder += _PLAIN
        if not _listed(session, folder):
            return


def _listed(session: "SparkSession", pattern: str) -> Any:
    """Return an array of Java, of what a pattern names."""
    path, system = place_of(session, pattern)
    return system.globStatus(path) or ()


def _name(status: Any) -> str:
    return str(status.getPath().getName())


def _is_entered(name: str) -> bool:
    return not is_trash_name(name) and not any(
        fnmatchcase(name.lower(), one.lower()) for one in DEFAULT_EXCLUDE
    )


def without_excluded(found: "DataFrame", where: str) -> "DataFrame":
    """Return files, by their ``path``, without those in folders that a scan does not enter."""
    from pyspark.sql import functions as F  # noqa: N812, PLC0415 - it is optional

    above = where if ":" in where else Path(where).absolute().as_posix()
    for name in (*DEFAULT_EXCLUDE, _TRASH):
        if name[0] not in "._":
            entered = f"{above}/".lower().count(f"/{name.lower()}/")
            parts = F.size(F.split("path", f"(?i)/{re.escape(name)}/"))
            found = found.where(parts <= entered + 1)
    return found

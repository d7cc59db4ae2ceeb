"""The places that a job is to read and to write: what is wrong with them, before Spark starts."""

import os
import re
from collections.abc import Sequence
from pathlib import Path

from simcore.cluster.inputs import Columns, InputKind, check_columns, does_not_exist
from simcore.cluster.outputs import check_apart, exists_already
from simcore.cluster.session import will_be_plain
from simcore.files.names import as_on_disk

_SCHEME = re.compile(r"[^/]*:")
_PATTERN = re.compile(r"[*?\[\]{}\\]")
_HIDDEN = (".", "_")
_SUMMARIES = ("_metadata", "_common_metadata")


def check_places(
    where: str, into: str, kind: InputKind, named: Columns, master: str | None
) -> None:
    """Raise ``ConfigError`` for what is certainly wrong, as the job says it a start of Spark later.

    Only paths of this machine are looked at: addresses of other file systems are Spark's, and so
    is each path without a scheme where settings could name another default one.
    """
    plain = will_be_plain(master)
    source, target = local_path(where, plain=plain), local_path(into, plain=plain)
    if target is not None and os.path.exists(target):  # noqa: PTH110 - it never raises
        raise exists_already(into)
    if source is None:
        return
    if not os.path.exists(source):  # noqa: PTH110 - as above
        raise does_not_exist(where)
    if target is not None:
        check_apart(where, into, os.path.realpath(source), os.path.realpath(target))
    if kind is InputKind.PARQUET and plain:
        names = _columns(source)
        if names is not None:
            check_columns(names, named)


def local_path(where: str, *, plain: bool) -> Path | None:
    """Return the path of this machine that is meant, or None where that is for Spark to say.

    ``plain`` is whether it is meant by what has no scheme.

    >>> paths = [local_path(one, plain=True) for one in ("file:///in/a", "in/a", "hdfs:///in/a")]
    >>> [path and path.as_posix() for path in paths]
    ['/in/a', 'in/a', None]
    """
    if _PATTERN.search(where):
        return None
    if _SCHEME.match(where) is None:
        return as_on_disk(Path(where)) if plain and where else None
    found = re.fullmatch(r"file:(?://)?(/(?!/).*)", where)
    return as_on_disk(Path(found[1])) if found else None


def _columns(source: Path) -> Sequence[str] | None:
    """Return the columns that Spark finds: those of the first file, without partitions."""
    import pyarrow as pa  # noqa: PLC0415 - it is optional
    import pyarrow.parquet as pq  # noqa: PLC0415 - as above

    try:
        if source.is_dir():
            inside = sorted(source.iterdir())
            seen = [one for one in inside if not one.name.startswith(_HIDDEN)]
            if not seen or len(seen) != len([one for one in seen if one.is_file()]):
                return None
            if any(one.name in _SUMMARIES for one in inside):
                return None
            source = seen[0]
        names: list[str] = pq.read_schema(source).names
    except (OSError, pa.ArrowException):
        return None
    return names

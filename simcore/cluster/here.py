"""What Spark does not tell of files of this machine: which are one, and which are empty."""

import os
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import pyarrow as pa

from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_EMPTY = pa.schema(
    [
        ("id", pa.string()),
        ("modified_ns", pa.int64()),
        ("size", pa.int64()),
        ("content", pa.binary()),
        ("unread", pa.string()),
    ]
)


@dataclass(frozen=True, slots=True)
class FilesHere:
    """Some of the files of an input, by their addresses.

    ``links`` are further names of files that are read by another one, with this one; ``empty`` are
    those of no bytes, with their time of modification in nanoseconds.
    """

    links: dict[str, str]
    empty: dict[str, int]

    @property
    def skipped(self) -> list[tuple[str, Reason]]:
        """The links, and why they are not read."""
        return [
            (name, Reason(ReasonCode.SECOND_NAME, (first,))) for name, first in self.links.items()
        ]

    def empty_rows(self) -> pa.Table:
        """Return the empty files as rows of documents."""
        rows = [
            {"id": name, "modified_ns": time, "size": 0, "content": b"", "unread": None}
            for name, time in self.empty.items()
        ]
        return pa.Table.from_pylist(rows, schema=_EMPTY)


def files_here(
    session: "SparkSession", where: str, found: "DataFrame", more: Iterable[str]
) -> FilesHere:
    """Look at the files that Spark has found of an input, and ``more``, if they are here.

    One that is a link or below one is read by its own name, if that is among them. Of a file of
    another file system nothing is known. Raises what Spark raises.
    """
    java: Any = session._jvm  # noqa: SLF001 - PySpark has no other way to a file system
    frame: Any = found._jdf  # noqa: SLF001 - ten thousands of names one by one take seconds
    hadoop = java.org.apache.hadoop
    settings = session._jsparkSession.sessionState().newHadoopConf()  # noqa: SLF001 - as above
    if hadoop.fs.Path(where).getFileSystem(settings).getUri().getScheme() != "file":
        return FilesHere({}, {})
    addresses = str(hadoop.util.StringUtils.join("\n", frame.inputFiles())).split("\n")
    paths = [unquote(one.removeprefix("file://")) for one in addresses if one]
    return look_at([*paths, *(one.removeprefix("file:") for one in more)])


def look_at(paths: list[str]) -> FilesHere:
    """Look at files of this machine; what has gone meanwhile is left to Spark."""
    of_file: defaultdict[tuple[int, int], list[str]] = defaultdict(list)
    empty: dict[str, int] = {}
    for path in sorted(paths):
        try:
            status = os.stat(path)  # noqa: PTH116 - a path of each file takes twice as long
        except OSError:
            continue
        of_file[status.st_dev, status.st_ino].append(path)
        if not status.st_size:
            empty[path] = status.st_mtime_ns
    links: dict[str, str] = {}
    for names in of_file.values():
        if len(names) > 1:
            first = min(names, key=lambda name: (os.path.realpath(name) != name, name))
            links |= {name: first for name in names if name != first}
    return FilesHere(
        {f"file:{name}": f"file:{first}" for name, first in links.items()},
        {f"file:{name}": time for name, time in empty.items() if name not in links},
    )

"""Files of this machine, listed and read as a scan does, in the place of Spark's reader.

That follows links, passes over hidden and empty files, and knows no document inside another file.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from simcore.cluster.frames import Rows
from simcore.cluster.session import place_of
from simcore.files.listing import list_files
from simcore.files.names import as_on_disk
from simcore.model.config import ScanConfig
from simcore.model.errors import ConfigError, FolderError, ReadError
from simcore.model.progress import NoProgress
from simcore.model.reasons import Reason, to_json
from simcore.model.records import ListedFile
from simcore.text.reading import read_bytes

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_BYTES_AT_ONCE, _FILES_AT_ONCE = 16 << 20, 256
_BYTES_A_PART, _FILES_A_PART = 32 << 20, 5_000

_FOUND = pa.schema(
    [
        ("id", pa.string()),
        ("path", pa.binary()),
        ("size", pa.int64()),
        ("modified_ns", pa.int64()),
    ]
)


def roots_here(session: "SparkSession", where: str) -> list[Path] | None:
    """Return the files and folders of this machine that an input names, or None if it is elsewhere.

    What is there under just this name is that, or else it is a pattern of Hadoop. Raises what Spark
    raises.
    """
    path, system = place_of(session, where)
    if system.getUri().getScheme() != "file":
        return None
    literal = as_on_disk(Path(path.toUri().getPath()).absolute())
    if os.path.lexists(literal):
        return [literal]
    found = system.globStatus(path) or ()
    return [Path(str(one.getPath().toUri().getPath())) for one in found]


@dataclass(frozen=True, slots=True)
class FilesHere:
    """Files as rows of their addresses and paths, and what was ``skipped``, with the reason."""

    found: pa.Table
    skipped: list[tuple[str, Reason]]

    def read(self, session: "SparkSession", largest: int) -> "DataFrame":
        """Return rows of ``ReadHere``."""
        size = sum(self.found["size"].to_pylist())
        enough = max(size // _BYTES_A_PART, len(self.found) // _FILES_A_PART)
        at_once = 2 * session.sparkContext.defaultParallelism
        parts = max(1, min(len(self.found), max(at_once, enough)))
        listed = session.createDataFrame(self.found).repartition(parts)
        return listed.mapInArrow(ReadHere(largest), ReadHere.columns)


def list_here(roots: list[Path], config: ScanConfig) -> FilesHere:
    """List the files that a scan of some files and folders reads. Raises ``ConfigError``."""
    try:
        listing = list_files(roots, config, NoProgress())
    except FolderError as error:
        raise ConfigError(str(error)) from error
    names: set[str] = set()
    rows = [_row(one, names) for one in listing.files]
    skipped = [(address_of(one.path), one.reason) for one in listing.problems]
    return FilesHere(pa.Table.from_pylist(rows, schema=_FOUND), skipped)


def _row(file: ListedFile, names: set[str]) -> dict[str, object]:
    address = address_of(file.path)
    while address in names:  # two names that differ in what is no UTF-8
        address += "\ufffd"
    names.add(address)
    return {
        "id": address,
        "path": file.raw_path,
        "size": file.size,
        "modified_ns": file.mtime_ns,
    }


def address_of(path: Path) -> str:
    """Return the address of a file, as Spark writes it; what is no UTF-8 is U+FFFD."""
    return "file:" + os.fsencode(path).decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class ReadHere:
    """Reads files of at most so many bytes, or says why not."""

    largest: int

    columns = "id string, modified_ns bigint, size bigint, content binary, unread string"

    def __call__(self, batches: Rows) -> Iterator[pa.RecordBatch]:
        """Return rows of ``columns`` for those of files."""
        rows: list[dict[str, Any]] = []
        held = 0
        for batch in batches:
            for given in batch.to_pylist():
                rows.append(self._read(given))
                held += len(rows[-1]["content"] or b"")
                if held > _BYTES_AT_ONCE or len(rows) == _FILES_AT_ONCE:
                    yield _batch(rows)
                    rows, held = [], 0
        yield _batch(rows)

    def _read(self, given: dict[str, Any]) -> dict[str, Any]:
        path, row = given.pop("path"), given | {"content": None, "unread": None}
        try:
            data, state = read_bytes(path, self.largest)
        except ReadError as error:
            return row | {"unread": to_json(error.reason)}
        return row | {"content": data, "size": len(data), "modified_ns": state.mtime_ns}


_READ = pa.schema(
    [
        ("id", pa.string()),
        ("modified_ns", pa.int64()),
        ("size", pa.int64()),
        ("content", pa.binary()),
        ("unread", pa.string()),
    ]
)


def _batch(rows: list[dict[str, Any]]) -> pa.RecordBatch:
    return pa.RecordBatch.from_pylist(rows, schema=_READ)

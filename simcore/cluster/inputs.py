"""What a job reads: files, lines of files, Parquet and JSON Lines, by Spark's own readers.

That follows links, passes over hidden and empty files, and knows no document inside another file.

A scan reads them: ``_index.md`` of a site, ``.github``. Spark takes a folder that it is given by
name, whatever that is; such a file it never takes, so those are read here, one by one. Files of
this machine are listed as a scan does (``here``).
"""

import json
import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from simcore.cluster.packets import Rows
from simcore.cluster.session import place_of, sentence_of, spark_errors
from simcore.files.disk import is_trash_name
from simcore.files.listing import list_files
from simcore.files.names import as_on_disk
from simcore.files.patterns import patterns_of
from simcore.formats.reading import read_bytes
from simcore.model.config import DEFAULT_EXCLUDE, ScanConfig
from simcore.model.reasons import (
    ConfigError,
    FolderError,
    ReadError,
    Reason,
    ReasonCode,
    megabytes,
    to_json,
)
from simcore.model.records import ListedFile
from simcore.model.report import NoProgress
from simcore.text.decoding import decode

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


_READ_SCHEMA = pa.schema(
    [
        ("id", pa.string()),
        ("modified_ns", pa.int64()),
        ("size", pa.int64()),
        ("content", pa.binary()),
        ("unread", pa.string()),
    ]
)


def _batch(rows: list[dict[str, Any]]) -> pa.RecordBatch:
    return pa.RecordBatch.from_pylist(rows, schema=_READ_SCHEMA)


_HIDDEN_GLOB, _PLAIN = "/{.*,_*}", "/[^._]*"
_SPECIAL = re.compile(r"([\\*?\[\]{}])")
_HIDDEN_BYTES_AT_ONCE = 64 << 20
_TRASH = "$Recycle.Bin"

_HIDDEN_SCHEMA = pa.schema(
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
            if held > _HIDDEN_BYTES_AT_ONCE:
                yield pa.Table.from_pylist(rows, schema=_HIDDEN_SCHEMA)
                rows, held = [], 0
        if rows:
            yield pa.Table.from_pylist(rows, schema=_HIDDEN_SCHEMA)

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
        yield from _listed(session, folder + _HIDDEN_GLOB)
        folder += _PLAIN
        if not _listed(session, folder):
            return


def _listed(session: "SparkSession", pattern: str) -> Any:
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


KEYS = {"string", "tinyint", "smallint", "int", "bigint"}
"""The types of columns by whose values rows are told apart."""

_BROKEN = "_corrupt_record"
_LINES_LOOKED_AT = 1_000
_BEGINNING = 80
_COLUMNS_TOLD = 12
_LETTER = re.compile(r"\[[^]]*\]|[a-zA-Z]")
_SEVERAL = re.compile(r"\[[!^][^]]*\]|\[[^]]*[^]\x00-\x7f][^]]*\]|\?|[a-zA-Z]?[^\x00-\x7f]")
"""What is one character of a pattern, and of a name in another Unicode form several."""
_LINES = pa.schema([("id", pa.string()), ("text", pa.string()), ("unread", pa.string())])


class InputKind(StrEnum):
    """What the documents of an input are."""

    FILES = "files"
    """Each file is one, of any format that the program reads."""
    LINES = "lines"
    """Each line of each file is one; blank ones are left out."""
    PARQUET = "parquet"
    """Each row is one, with columns of ids and texts."""
    JSONL = "jsonl"
    """Each line is an object, which has both."""


@dataclass(frozen=True, slots=True)
class Input:
    """Rows as ``ReadDocuments`` takes them.

    ``named`` is whether ids are the addresses of files, ``unique`` whether each is known to stand
    once. ``broken`` has the rows of which nothing
    could be read: the ``id`` of their file, and why, as ``unread``; what was ``skipped`` on
    purpose has its id and the reason.
    """

    rows: "DataFrame"
    named: bool = False
    unique: bool = False
    broken: "DataFrame | None" = None
    skipped: Sequence[tuple[str, Reason]] = ()


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns that are read: that of ids, and that of texts, or of the ``content`` of files.

    ``spelled`` is how a person names them, ``{}`` in it being ``id``, ``text`` or ``content``.
    """

    key: str
    text: str
    content: str | None = None
    spelled: str = "--{}"

    @property
    def used(self) -> tuple[str, str]:
        """What is read beside ids, and the column that has it."""
        return ("text", self.text) if self.content is None else ("content", self.content)


def kind_of(where: str) -> InputKind:
    """Return what the documents of an input are by its name: files unless it says otherwise.

    >>> kind_of("s3a://bucket/pages.parquet"), kind_of("hdfs:///in/*.jsonl"), kind_of("letters/")
    (<InputKind.PARQUET: 'parquet'>, <InputKind.JSONL: 'jsonl'>, <InputKind.FILES: 'files'>)
    """
    name = where.rstrip("/").lower()
    for packed in (".gz", ".bz2", ".zst"):
        name = name.removesuffix(packed)
    if name.endswith(".parquet"):
        return InputKind.PARQUET
    return InputKind.JSONL if name.endswith((".jsonl", ".ndjson")) else InputKind.FILES


def open_input(
    session: "SparkSession",
    where: str,
    kind: InputKind,
    *,
    named: Columns,
    config: ScanConfig,
) -> Input:
    """Return the rows of an input, of tables by the columns that are ``named``.

    ``where`` is a path or an address, of files, folders or both, as Spark takes it: ``*`` stands
    for any part of a name. Of files, those are read that a scan with a configuration reads.

    Raises ``ConfigError`` if there is nothing, if Spark cannot read it, or a column is missing or
    of another type.
    """
    try:
        if kind is InputKind.PARQUET:
            return Input(columns(session.read.parquet(where), named))
        if kind is InputKind.JSONL:
            return _objects(session, where, named)
        return _files(session, where, config, lines=kind is InputKind.LINES)
    except spark_errors() as error:
        if "[PATH_NOT_FOUND]" in str(error):
            raise does_not_exist(where) from error
        raise ConfigError(f"{where}: {sentence_of(error)}") from error


def does_not_exist(where: str) -> ConfigError:
    """Return the error that there is nothing of an input's name."""
    return ConfigError(f"{where}: does not exist")


def check_columns(there: Collection[str], named: Columns) -> None:
    """Raise ``ConfigError`` if a column is missing."""
    for word, name in (("id", named.key), named.used):
        if name not in there:
            some = ", ".join(list(there)[:_COLUMNS_TOLD])
            more = len(there) - _COLUMNS_TOLD
            rest = f" and {more:,} more" if more > 0 else ""
            raise ConfigError(
                f"there is no column {name!r}; {named.spelled.format(word)} names one of: "
                f"{some}{rest}"
            )


def columns(df: "DataFrame", named: Columns) -> "DataFrame":
    """Return the columns of a DataFrame that are read, under their usual names.

    Where there is neither a text nor content, that is why the row is ``unread``. Raises
    ``ConfigError`` if one is missing or of another type.
    """
    from pyspark.sql import functions as F  # noqa: N812, PLC0415 - it is optional

    key, (word, used) = named.key, named.used
    kind = "string" if named.content is None else "binary"
    types = dict(df.dtypes)
    check_columns(types, named)
    if types[used] != kind:
        raise ConfigError(f"the column {used!r} is of the type {types[used]}, not {kind}")
    if types[key] not in KEYS:
        raise ConfigError(
            f"the column {key!r} is of the type {types[key]}; ids are strings or whole numbers"
        )
    ids, of = (F.col(f"`{name.replace('`', '``')}`") for name in (key, used))
    given = [ids.cast("string").alias("id")]
    given.append((F.make_valid_utf8(of) if named.content is None else of).alias(word))
    given.append(F.when(of.isNull(), to_json(Reason(ReasonCode.TEXT_MISSING))).alias("unread"))
    if named.content is not None and types.get("modificationTime") == "timestamp":
        given.append((F.unix_micros("modificationTime") * 1000).alias("modified_ns"))
    return df.select(*given)


def _objects(session: "SparkSession", where: str, named: Columns) -> Input:
    """Read JSON Lines."""
    from pyspark.sql import functions as F  # noqa: N812, PLC0415 - it is optional

    _check_members(session, where, named)
    file = F.col("_metadata.file_path").alias("file")
    lines = session.read.text(where).select(F.make_valid_utf8("value").alias("line"), file)
    parsed = lines.mapInArrow(_Members(named.key, named.text), _Members.columns)
    told = parsed.where("broken is not null")
    return Input(
        parsed.where("broken is null").select("id", "text", "unread"),
        broken=told.select(F.col("file").alias("id"), F.col("broken").alias("unread")),
    )


@dataclass(frozen=True, slots=True)
class _Members:
    """Takes an id and a text from the objects of lines, or says why a line has none.

    What is no string or whole number is no id. A row whose text is no string is ``unread``, a line
    that is no object ``broken``.
    """

    key: str
    text: str

    columns = "id string, text string, unread string, broken string, file string"

    def __call__(self, batches: Rows) -> Iterator[pa.RecordBatch]:
        names = ("id", "text", "unread", "broken", "file")
        schema = pa.schema([(name, pa.string()) for name in names])
        for batch in batches:
            pairs = zip(batch["line"].to_pylist(), batch["file"].to_pylist(), strict=True)
            rows = [self._row(line) | {"file": file} for line, file in pairs if line.strip()]
            yield pa.RecordBatch.from_pylist(rows, schema=schema)

    def _row(self, line: str) -> dict[str, str | None]:
        try:
            found = json.loads(line.removeprefix("\ufeff"))
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            reason = Reason(ReasonCode.NO_JSON_OBJECT, (_beginning(line),))
            return {"broken": to_json(reason)}
        key, text = found.get(self.key), found.get(self.text)
        known = isinstance(key, str) or type(key) is int
        row = {"id": _whole(str(key)) if known else None}
        if isinstance(text, str):
            return row | {"text": _whole(text)}
        return row | {"unread": to_json(_no_text(text))}


def _no_text(value: object) -> Reason:
    if value is None:
        return Reason(ReasonCode.TEXT_MISSING)
    return Reason(ReasonCode.NO_TEXT, (_beginning(json.dumps(value, ensure_ascii=False)),))


def _whole(text: str) -> str:
    return text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")


def _beginning(line: str) -> str:
    return line if len(line) <= _BEGINNING else f"{line[:_BEGINNING]}…"


def _check_members(session: "SparkSession", where: str, named: Columns) -> None:
    """Raise ``ConfigError`` if no object of JSON Lines has a member.

    The first lines tell, or else all of them.
    """
    names: dict[str, None] = {}
    for row in session.read.text(where).limit(_LINES_LOOKED_AT).collect():
        try:
            found = json.loads(row.value)
        except ValueError:
            continue
        names.update(dict.fromkeys(found if isinstance(found, Mapping) else ()))
    if {named.key, named.text} <= names.keys():
        return
    names.update(dict.fromkeys(name for name, _ in session.read.json(where).dtypes))
    names.pop(_BROKEN, None)
    if not names:
        raise ConfigError(f"{where}: no line is an object of JSON; --as tells what it is")
    check_columns(names, named)


def _files(session: "SparkSession", where: str, config: ScanConfig, *, lines: bool) -> Input:
    """Read files whole."""
    roots = roots_here(session, where)
    skipped: list[tuple[str, Reason]] = []
    if roots is None:
        rows = _files_elsewhere(session, where, config)
    else:
        if not roots:
            raise does_not_exist(where)
        here = list_here(roots, config)
        rows, skipped = here.read(session, config.largest_file), here.skipped
    if not lines:
        return Input(rows, named=True, unique=True, skipped=skipped)
    split = "id string, text string, unread string"
    return Input(
        rows.select("id", "content", "unread").mapInArrow(split_lines, split), skipped=skipped
    )


def _files_elsewhere(session: "SparkSession", where: str, config: ScanConfig) -> "DataFrame":
    """Read files that Spark finds, and those that it passes over; see ``ReadHere.columns``."""
    from pyspark.sql import functions as F  # noqa: N812, PLC0415 - it is optional

    reader = session.read.format("binaryFile").option("recursiveFileLookup", "true")
    names = glob_of(config.include)
    included = _Included(config.include if any(map(_SEVERAL.search, config.include)) else ("*",))
    hidden = find_hidden(session, where, names, included)
    found = reader.option("pathGlobFilter", names).load([where, *hidden.folders])
    if included.patterns == config.include:
        found = found.where(F.udf(included, "boolean")("path"))
    known = found.withColumn("modified_ns", F.unix_micros("modificationTime") * 1000)
    known = without_excluded(known.select("path", "modified_ns", "length", "content"), where)
    for table in hidden.read(config.largest_file):
        known = known.unionByName(session.createDataFrame(table))
    plain = [F.col("path").alias("id"), "modified_ns", F.col("length").alias("size")]
    # what is larger is not even opened: Spark looks at lengths first
    small = F.col("length") <= config.largest_file
    read = known.where(small).select(*plain, "content", F.lit(None).cast("string").alias("unread"))
    larger = known.where(~small).select(*plain)
    told = larger.mapInArrow(_TooLarge(config.largest_file), _TooLarge.columns)
    return read.unionByName(told, allowMissingColumns=True)


@dataclass(frozen=True, slots=True)
class _TooLarge:
    """Says of files that they are larger than so many bytes."""

    largest: int

    columns = "id string, modified_ns bigint, size bigint, unread string"

    def __call__(self, batches: Rows) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            unread = [self._reason(size) for size in batch["size"].to_pylist()]
            yield batch.append_column("unread", pa.array(unread, pa.string()))

    def _reason(self, size: int) -> str:
        sizes = megabytes(self.largest), megabytes(size)
        return to_json(Reason(ReasonCode.TOO_LARGE, sizes))


def split_lines(batches: Rows) -> Iterator[pa.RecordBatch]:
    """Return the lines of files: those of the ``content`` of an ``id``, numbered from 1.

    A file that is ``unread``, or holds no text, is a row that says why.
    """
    for batch in batches:
        rows: list[dict[str, Any]] = []
        for name, data, unread in zip(*(one.to_pylist() for one in batch.columns), strict=True):
            if unread is not None:
                rows.append({"id": name, "unread": unread})
                continue
            try:
                text = decode(data).text if data else ""
            except ReadError as error:
                rows.append({"id": name, "unread": to_json(error.reason)})
                continue
            rows += [
                {"id": f"{name}:{number}", "text": line}
                for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1)
                if line.strip()
            ]
        yield pa.RecordBatch.from_pylist(rows, schema=_LINES)


def glob_of(patterns: Iterable[str]) -> str:
    """Return one pattern for what any of several matches, capital letters or small ones.

    What may be several characters in another Unicode form is matched by ``*``: ``_Included`` says
    which names are meant.

    >>> glob_of(["*.txt", "a[1-9].md"])
    '{*.[tT][xX][tT],[aA][1-9].[mM][dD]}'
    """

    def either(found: re.Match[str]) -> str:
        one = found[0]
        return one if len(one) > 1 else f"[{one.lower()}{one.upper()}]"

    return "{" + ",".join(_LETTER.sub(either, _SEVERAL.sub("*", one)) for one in patterns) + "}"


@dataclass(frozen=True, slots=True)
class _Included:
    """Says of the address of a file whether patterns include its name, as a scan does."""

    patterns: tuple[str, ...]

    def __call__(self, address: str) -> bool:
        name = address.rpartition("/")[2]
        return patterns_of(ScanConfig(include=self.patterns)).includes(name, name)

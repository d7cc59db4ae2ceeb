"""The index: all files ever read, in one SQLite file that several processes may use at once.

Writes use few statements for any number of files: ids are assigned here, in the transaction, known
rows are looked up in one query a table, and new ones are inserted in the order of the key.
"""

import codecs
import contextlib
import functools
import itertools
import json
import math
import os
import sqlite3
import sys
from collections import defaultdict
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.blocks import (
    MOST_PROBED_RADIUS,
    as_array,
    block_count,
    block_keys,
    probe_masks,
    radii,
)
from simcore.candidates.inverted import Bounds, promising
from simcore.candidates.sketches import Sketches, pack_sketches, unpack_sketches
from simcore.files.containers import has_bytes
from simcore.files.disk import identity_at, is_missing
from simcore.files.listing import Files, topmost
from simcore.fingerprints import width_of
from simcore.index.database import BADGES, Database, split_path
from simcore.index.documents import (
    CHOSEN,
    COLUMNS,
    OF_CONTENT,
    OF_PRINT,
    SELECTED,
    KnownFiles,
    document_of,
    row_of,
    written_document,
)
from simcore.index.paths import path_range
from simcore.index.sqlite_file import from_identity, from_stored, to_identity, to_stored
from simcore.index.texts import KeptTexts, texts_path
from simcore.model.formats import format_named
from simcore.model.reasons import reason_in, to_json
from simcore.model.records import (
    INSIDE,
    Comparison,
    Document,
    DocumentId,
    Fingerprint,
    Fingerprinted,
    ListedFile,
    Problem,
    ProblemStage,
    Source,
    TextId,
    TextPair,
)
from simcore.model.report import NoProgress, Progress, Stage, Volume

_ROWS_AT_ONCE = 10_000
"""SQLite takes 32,766 parameters a statement by default."""

_TEXTS = """
with wanted (hash) as (values {rows})
select text.hash, text.id from wanted cross join text
    on substr(text.hash, -4) = substr(wanted.hash, -4) and text.hash = wanted.hash
"""
_FINGERPRINTED = """
select fingerprint.text from json_each(?) as wanted cross join fingerprint
    on fingerprint.recipe = ? and fingerprint.text = wanted.value
"""
_ADD_NAME = "insert or ignore into {table} ({column}) values (?)"
_NAMED = "select {column}, id from {table} where {column} in ({marks})"
_MOST = "select coalesce(max(id), 0) from {table}"
_DOCUMENTS = """
with wanted (folder, name) as (values {rows})
select document.folder, document.name, document.id from wanted cross join document
    on document.folder = wanted.folder and document.name = wanted.name
"""
# of a row the state of the file comes first, then what it refers to, then what was read of it
_OF_FILE = slice(COLUMNS.index("lossy"), COLUMNS.index("text_hash"))
_COLUMNS = ("folder", "name", *COLUMNS[2 : _OF_FILE.stop], "arrived")
_NO_TEXT = [0 if name == "guessed" else None for name in OF_CONTENT]

# the bytes are the same: they came when they came; those of a file that could not be read are not
# known
_SAME_BYTES = """case when document.content_hash is null or excluded.content_hash is null
    then document.size = excluded.size and document.mtime_ns = excluded.mtime_ns
    else document.content_hash = excluded.content_hash end"""
_STORE = "insert into document (id, {names}) values ({marks}) on conflict (id) do update set {set}"
_STORE = _STORE.format(
    names=", ".join(_COLUMNS),
    marks=", ".join("?" * (1 + len(_COLUMNS))),
    set=", ".join(f"{name} = excluded.{name}" for name in _COLUMNS[:-1])
    + f", arrived = iif({_SAME_BYTES}, document.arrived, excluded.arrived)",
)
_AT = """
select document.id from folder cross join document on document.folder = folder.id
where folder.path = ? and document.name = ?
"""
_MOVE = """
update document set folder = (select id from folder where path = ?), name = ?, size = ?,
    mtime_ns = ?, device = ?, inode = ?, ctime_ns = null, reader = iif(?, reader, 0) where id = ?
"""

# the newest text stays, so that no id is used twice: the candidate cache refers to ids
_ORPHANS = (
    "select id from {texts} as one where not exists"
    " (select 1 from document where document.text = one.id)"
    " and id < (select max(id) from text)"
)
_OF_TEXTS = """
select recipe.id, recipe.key, fingerprint.text, fingerprint.value
from json_each(?) as wanted cross join recipe cross join fingerprint
    on fingerprint.recipe = recipe.id and fingerprint.text = wanted.value
"""

_T = TypeVar("_T")
_Name = TypeVar("_Name", str, bytes)


def block_places_of(recipe: int, no: int, keys: NDArray[np.int64]) -> NDArray[np.int64]:
    return keys + ((recipe << 19) + (no << 16))


def block_places(recipe: int, values: Sequence[int], width: int) -> NDArray[np.int64]:
    keys = block_keys(as_array(values, width), width).astype(np.int64)
    columns = [block_places_of(recipe, no, column) for no, column in enumerate(keys.T)]
    return np.stack(columns, axis=1)


def drop_orphans(connection: sqlite3.Connection, among: Sequence[TextId] | None = None) -> None:
    """Within a transaction, remove texts, of all or of some, and folders without a document."""
    texts = "text" if among is None else "(select value as id from json_each(?))"
    asked = () if among is None else (json.dumps(among),)
    found = connection.execute(_ORPHANS.format(texts=texts), asked)
    orphans = json.dumps([text for (text,) in found])
    gone: list[tuple[int, int]] = []
    blocks: list[tuple[int, int]] = []
    for recipe, key, text, value in connection.execute(_OF_TEXTS, (orphans,)):
        gone.append((recipe, text))
        if value is not None:
            (places,) = block_places(recipe, [from_stored(value)], width_of(key))
            blocks += [(place, text) for place in places.tolist()]
    connection.executemany("delete from block where place = ? and text = ?", sorted(blocks))
    connection.executemany("delete from fingerprint where recipe = ? and text = ?", gone)
    connection.execute("delete from text where id in (select value from json_each(?))", (orphans,))
    connection.execute(
        "delete from folder where not exists"
        " (select 1 from document where document.folder = folder.id)"
    )


def _store_texts(
    connection: sqlite3.Connection, fingerprinted: Sequence[Fingerprinted]
) -> dict[bytes, TextId]:
    by_hash: dict[bytes, Fingerprinted] = {}
    for item in fingerprinted:
        by_hash.setdefault(item.text_hash, item)
    known = {
        found: TextId(text)
        for some in _batches(list(by_hash))
        for found, text in connection.execute(_TEXTS.format(rows=_placeholders(some, 1)), some)
    }
    new = [text_hash for text_hash in by_hash if text_hash not in known]
    ids = range(following := _following(connection, "text"), following + len(new))
    connection.executemany(
        "insert into text (id, hash, characters) values (?, ?, ?)",
        [(text, one, by_hash[one].characters) for text, one in zip(ids, new, strict=True)],
    )
    known.update(zip(new, map(TextId, ids), strict=True))
    sketches = pack_sketches([item.sketch for item in by_hash.values()])
    # a known text may lack its sketch, from before sketches were stored
    connection.executemany(
        "insert or ignore into passage (text, hashes) values (?, ?)",
        sorted(zip(map(known.__getitem__, by_hash), sketches, strict=True)),
    )
    return known


def _store_fingerprints(
    connection: sqlite3.Connection, recipe: int, width: int, wanted: dict[TextId, Fingerprinted]
) -> None:
    asked = (str(list(wanted)), recipe)
    known = {text for (text,) in connection.execute(_FINGERPRINTED, asked)}
    new = sorted((text, item) for text, item in wanted.items() if text not in known)
    # a known text may lack a column, from before it was stored
    missing = ", ".join(f"{name} = coalesce({name}, excluded.{name})" for name in OF_PRINT)
    connection.executemany(
        f"insert into fingerprint (recipe, text, value, {', '.join(OF_PRINT)})"
        f" values (?, ?, ?{', ?' * len(OF_PRINT)}) on conflict do update set {missing}",
        [
            (
                recipe,
                text,
                None if item.fingerprint is None else to_stored(item.fingerprint, width),
                *(getattr(item, name) for name in OF_PRINT),
            )
            for text, item in sorted(wanted.items(), key=lambda pair: pair[0])
        ],
    )
    voted = [(text, item.fingerprint) for text, item in new if item.fingerprint is not None]
    places = block_places(recipe, [value for _, value in voted], width)
    owners = np.repeat([text for text, _ in voted], places.shape[1])
    order = np.argsort(places.ravel(), kind="stable")  # texts ascend as it is
    connection.executemany(
        "insert into block (place, text) values (?, ?)",
        zip(places.ravel()[order].tolist(), owners[order].tolist(), strict=True),
    )


def _store_documents(
    connection: sqlite3.Connection,
    reader: int,
    rows: Sequence[tuple[Source, tuple[object, ...]]],
    disks: Mapping[bytes, int],
) -> list[DocumentId]:
    split = [split_path(source.raw_path) for source, _ in rows]
    folders = _ids(connection, "folder", "path", [folder for folder, _ in split])
    keys = [(folders[folder], name) for folder, name in split]
    ids: dict[tuple[int, bytes], int] = {}
    for some in _batches(list(dict.fromkeys(keys))):
        statement = _DOCUMENTS.format(rows=_placeholders(some, 2))
        for folder, name, document in connection.execute(
            statement, [v for row in some for v in row]
        ):
            ids[folder, name] = document
    new = [key for key in dict.fromkeys(keys) if key not in ids]
    ids.update(zip(new, itertools.count(_following(connection, "document")), strict=False))
    connection.executemany(
        _STORE,
        [
            (
                ids[key],
                *key,
                source.size,
                source.mtime_ns,
                to_identity(source.device),
                to_identity(source.inode),
                source.ctime_ns,
                reader,
                *rest,
            )
            for key, (source, rest) in zip(keys, rows, strict=True)
        ],
    )
    in_folders = ((ids[key], folder) for key, (folder, _) in zip(keys, split, strict=True))
    _note_disks(connection, dict(in_folders), disks)
    return [DocumentId(ids[key]) for key in keys]


def _note_disks(
    connection: sqlite3.Connection, folders: Mapping[int, bytes], disks: Mapping[bytes, int]
) -> None:
    if not disks:
        return
    within = {
        folder: max(filter(folder.startswith, disks), key=len, default=b"")
        for folder in set(folders.values())
    }
    rows = [(document, disks.get(within[folder])) for document, folder in folders.items()]
    connection.executemany(
        "insert or replace into on_disk values (?, ?)", [row for row in rows if row[1] is not None]
    )
    connection.executemany(
        "delete from on_disk where document = ?", [row[:1] for row in rows if row[1] is None]
    )


def _ids(
    connection: sqlite3.Connection, table: str, column: str, names: Iterable[_Name]
) -> dict[_Name, int]:
    wanted = sorted(set(names))
    connection.executemany(
        _ADD_NAME.format(table=table, column=column), [(name,) for name in wanted]
    )
    return {
        name: number
        for some in _batches(wanted)
        for name, number in connection.execute(
            _NAMED.format(table=table, column=column, marks=_placeholders(some, 1)), some
        )
    }


def _following(connection: sqlite3.Connection, table: str) -> int:
    (most,) = connection.execute(_MOST.format(table=table)).fetchone()
    return int(most) + 1


def _batches(rows: Sequence[_T]) -> Iterator[Sequence[_T]]:
    return (rows[at : at + _ROWS_AT_ONCE] for at in range(0, len(rows), _ROWS_AT_ONCE))


def _placeholders(rows: Sequence[Any], columns: int) -> str:
    row = ", ".join("?" * columns)
    return ", ".join([f"({row})"] * len(rows))


_ID, _FOLDER, _SIZE, _CTIME, _READER, _CONTENT, _TEXT, _ENCODED, _STAGE, _FORM, _GUESSED = (
    COLUMNS.index(name)
    for name in (
        "id folder size ctime_ns reader content_hash text encoding stage form_hash guessed".split()
    )
)
_TOKENS, _NAME = (COLUMNS.index(name) for name in ("tokens", "name"))
_WHOLE = itemgetter(COLUMNS.index(OF_PRINT[-1]), _FORM, _GUESSED)
"""Returns the values that are None for a document stored before the column existed."""
# as in os.fsdecode, which is too slow for every name of a library
_ENCODING, _ERRORS = sys.getfilesystemencoding(), sys.getfilesystemencodeerrors()

IndexedFile = Document | Problem


@dataclass(slots=True)
class ListingDiff:
    """The listed files, compared with the records of the index below the same folders.

    ``documents`` and ``problems`` are of unchanged files, ``new`` has all others in order. The
    files of ``absent`` documents were not listed; ``moved`` are those that are the same file as a
    new one. ``touched`` documents have another ctime and the same bytes.
    """

    documents: KnownFiles = field(default_factory=KnownFiles)
    problems: list[tuple[ListedFile, Problem]] = field(default_factory=list)
    new: Files = field(default_factory=Files)
    absent: list[tuple[DocumentId, Path]] = field(default_factory=list)
    moved: list[tuple[DocumentId, Path, ListedFile]] = field(default_factory=list)
    touched: list[tuple[DocumentId, int]] = field(default_factory=list)


def compare_listing(
    files: Files,
    parts: Iterable[Sequence[Sequence[Any]]],
    reader: int,
    progress: Progress,
    encodings: Mapping[bytes, str],
    largest: float,
) -> ListingDiff:
    """Compare listed files with the rows of the index.

    ``parts`` are all rows of the listed folders, each once. A document that was not read in its
    chosen encoding (``encodings``), or has more than ``largest`` bytes, counts as new. Raises
    ``Cancelled``.
    """
    known = ListingDiff()
    places = _ByPath(files)
    unseen = bytearray(b"\1") * len(files)
    states: list[tuple[object, ...]] = []
    looked_up = 0
    progress.report(Stage.CHECK, 0, len(files))

    def has_same_bytes(row: Sequence[Any], file: tuple[Any, ...]) -> bool:
        progress.report(Stage.CHECK, looked_up, len(files))
        # of what could not be read there may be no hash: it is as it was when none was known
        unread = row[_TEXT] is None and row[_CTIME] is None
        path = Path(os.fsdecode(raw_path(row)))
        if not (unread or has_bytes(path, row[_SIZE], row[_CONTENT])):
            return False
        known.touched.append((row[_ID], file[-1]))
        return True

    for rows in parts:
        columns: list[Sequence[Any]] = [*zip(*rows, strict=True)]
        listed = [*places.of(columns[_FOLDER], columns[_NAME])]
        kept = bytearray(len(rows))
        size, mtime_ns, device, inode = columns[2:6]
        of_files = zip(
            size, mtime_ns, map(from_identity, device), map(from_identity, inode), strict=True
        )
        for at, (row, state, file) in enumerate(zip(rows, of_files, listed, strict=True)):
            if file is None:
                known.absent.append((row[_ID], Path(os.fsdecode(raw_path(row)))))
                states.append(state)
            elif (
                row[_READER] == reader
                and state == file[3:-1]
                and row[_SIZE] <= largest
                and _is_whole(row, encodings)
                and (row[_CTIME] == file[-1] or has_same_bytes(row, file))
            ):
                unseen[file[0]] = False
                if row[_TEXT] is None:
                    found = ListedFile(*file[1:])
                    known.problems.append((found, _problem(row, found.path)))
                else:
                    kept[at] = True
        looked_up += len(rows) - listed.count(None)
        if not all(kept):
            columns = [[*itertools.compress(column, kept)] for column in columns]
            listed = [*itertools.compress(listed, kept)]
        columns[_CTIME] = [file[-1] for file in listed if file]
        known.documents.add_columns(columns, [file[1:3] for file in listed if file])
        progress.report(Stage.CHECK, looked_up, len(files))
    progress.report(Stage.CHECK, len(files), len(files))
    known.new = files.only(unseen)
    if states and known.new:
        known.moved = _moved(known, states)
    return known


class _ByPath:
    """The listed files, with their numbers before their values, by the paths that the index has."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._runs: defaultdict[bytes, list[tuple[int, int]]] = defaultdict(list)
        self._folder, self._here = b"", dict[str, tuple[Any, ...]]()
        start = 0
        for folder, count in files.folders():
            self._runs[os.fsencode(folder.real)].append((start, count))
            start += count

    def of(
        self, folders: Iterable[bytes], names: Iterable[bytes]
    ) -> Iterator[tuple[Any, ...] | None]:
        decoded = (name.decode(_ENCODING, _ERRORS) for name in names)
        for folder, together in itertools.groupby(folders):
            if folder != self._folder:  # rows come folder by folder
                self._folder = folder
                self._here = {
                    file[1]: (start + number, *file)
                    for start, count in self._runs.get(folder, ())
                    for number, file in enumerate(itertools.islice(self._files.rows(start), count))
                }
            yield from map(self._here.get, itertools.islice(decoded, len([*together])))


def _is_whole(row: Sequence[Any], encodings: Mapping[bytes, str]) -> bool:
    if row[_STAGE] is not None and row[_TEXT] is None:
        return row[_CONTENT] not in encodings and row[_GUESSED] is not None
    # the name of the encoding may be anything where the index is damaged
    return (
        None not in _WHOLE(row) and _is_encoding(row[_ENCODED]) and _read_as_chosen(row, encodings)
    )


def _moved(
    known: ListingDiff, states: Sequence[tuple[object, ...]]
) -> list[tuple[DocumentId, Path, ListedFile]]:
    new = {file[2:-1]: file for file in known.new if file.device != INSIDE}
    return [
        (document, path, new[state])
        for (document, path), state in zip(known.absent, states, strict=True)
        if state in new
    ]


def _read_as_chosen(row: Sequence[Any], encodings: Mapping[bytes, str]) -> bool:
    chosen = encodings.get(row[_CONTENT])
    if chosen is None:
        return bool(row[_GUESSED] != CHOSEN)  # or else the choice was taken back
    return bool(row[_GUESSED] == CHOSEN and row[_ENCODED] == chosen)


def raw_path(row: Sequence[Any]) -> bytes:
    path: bytes = row[_FOLDER] + row[_NAME]
    return path


def indexed(row: Sequence[Any], recipe: str, reader: int) -> IndexedFile | None:
    if row[_READER] != reader:
        return None
    path = Path(os.fsdecode(raw_path(row)))
    if row[_STAGE] is not None and row[_TEXT] is None:
        return _problem(row, path)
    if row[_TOKENS] is None or not _is_encoding(row[_ENCODED]):
        return None  # no fingerprint by this recipe yet, or damaged
    return document_of(row, path, path, recipe)


@functools.cache
def _is_encoding(name: object) -> bool:
    try:
        return isinstance(name, str) and (format_named(name) or codecs.lookup(name)) is not None
    except (LookupError, ValueError):
        return False


def _problem(row: Sequence[Any], path: Path) -> Problem:
    content = row[_CONTENT] if isinstance(row[_CONTENT], bytes) else b""
    return Problem(path, ProblemStage(row[_STAGE]), reason_in(row[_STAGE + 1]), content)


_FILES_AT_ONCE = 256
_PAIRS_AT_ONCE = 10_000
_CACHED_SEARCHES = 4
_UNPACKED_AT_ONCE = 1024

_SELECT = f"""
select {SELECTED}
from {{rows}}
left join encoding on encoding.id = document.encoding
left join text on text.id = document.text
left join fingerprint on fingerprint.text = document.text
    and fingerprint.recipe = (select id from recipe where key = ?)
"""
_IN_FOLDERS = "folder cross join document on document.folder = folder.id"
_DOCUMENT_AT = " where folder.path = ? and document.name = ?"
_BELOW = " where folder.path >= ? and folder.path < ?"
_SKETCHES = "select text, hashes from passage where text > ?"
_BY_TEXT = _SELECT.format(
    rows="json_each(?) as wanted cross join document on document.text = wanted.value"
    " cross join folder on folder.id = document.folder"
)
_ON_DISKS = """
select document from json_each(?) as wanted cross join on_disk on document = wanted.value
where disk in (select value from json_each(?))
"""
_FINGERPRINTS = "select text, value from fingerprint where recipe = ? and value is not null"
# cross join fixes the order: otherwise SQLite scans a whole table
_PROBE = """
select fingerprint.text, fingerprint.value from json_each(?) as probe
cross join block on block.place = probe.value
cross join fingerprint on fingerprint.recipe = ? and fingerprint.text = block.text
"""


class FingerprintIndex(Database):
    """The index file of ``simcore``: files, their texts, fingerprints, blocks and comparisons.

    It is created if missing; ``:memory:`` leaves no file. Use it in a ``with`` block or close it;
    it belongs to one thread. A file's *resolved* path is its key; files with the same normalised
    text share one text, its fingerprints and comparisons. Raises ``IndexFileError`` and its
    subclasses.

    >>> index = FingerprintIndex(Path(":memory:"))
    >>> _ = index.connection.execute("pragma max_page_count = 1")  # as if the disk were full
    >>> index.cache(b"key", bytes(100_000))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    simcore.model.reasons.IndexFullError: :memory:: the disk is full or failing...
    """

    volumes: Mapping[int, Volume] | None = None
    """All known disks by number; None until they are read."""
    disks: Mapping[bytes, int] = MappingProxyType({})
    """The numbers of connected disks, by prefixes of paths; see ``look_for_disks``."""
    away: Mapping[int, Path] = MappingProxyType({})
    """The disks that are not connected, by number; their documents are kept."""

    def known(
        self,
        files: Files,
        paths: Iterable[Path],
        recipe: str,
        reader: int,
        progress: Progress | None = None,
        encodings: Mapping[bytes, str] | None = None,
        largest: float = math.inf,
    ) -> ListingDiff:
        """Compare the records of the index at and below resolved paths with all files listed there.

        A file is unchanged if its size, times and identity are, this ``reader`` version read it,
        and its text has a fingerprint by this ``recipe``. If only its ctime changed, its bytes are
        compared. Files that could not be read are new, unless they took too long. See
        ``compare_listing`` for the other arguments. Raises ``Cancelled``.
        """
        with contextlib.closing(self._rows_at(paths, recipe)) as rows:
            told = progress or NoProgress()
            found = compare_listing(files, rows, reader, told, encodings or {}, largest)
        if found.touched:
            with self.transaction() as connection:
                connection.executemany(
                    "update document set ctime_ns = ?2 where id = ?1", found.touched
                )
        return found

    def _rows_at(
        self, paths: Iterable[Path], recipe: str
    ) -> Generator[list[Sequence[Any]], None, None]:
        """Yield the rows at and below resolved paths in parts, each row once.

        Close it if you stop early: its cursor must not outlive the connection.
        """
        rows = _SELECT.format(rows=_IN_FOLDERS)
        named = dict.fromkeys(paths)
        for path in filter(set(topmost(named)).__contains__, named):
            of_file = (recipe, *split_path(os.fsencode(path)))
            with self.translated():
                if found := self.connection.execute(rows + _DOCUMENT_AT, of_file).fetchall():
                    yield found
                with contextlib.closing(
                    self.connection.execute(rows + _BELOW, (recipe, *path_range(path)))
                ) as cursor:
                    while found := cursor.fetchmany(_FILES_AT_ONCE):
                        yield found

    def has_at(self, path: Path) -> bool:
        with contextlib.closing(self._rows_at([path], "")) as parts:
            return any(parts)

    def below(self, folders: Iterable[Path], recipe: str, reader: int) -> list[IndexedFile]:
        with contextlib.closing(self._rows_at(folders, recipe)) as parts:
            found = {raw_path(row): indexed(row, recipe, reader) for rows in parts for row in rows}
        return [item for _, item in sorted(found.items()) if item is not None]

    def store(
        self,
        recipe: str,
        reader: int,
        fingerprinted: Sequence[Fingerprinted],
        unusable: Sequence[tuple[Source, Problem]] = (),
        arrivals: Mapping[Path, int] | None = None,
    ) -> list[Document]:
        """Write a batch of read files in one transaction; return their documents.

        ``arrivals`` (seconds since 1970, by resolved path) are those of files that came earlier.
        """
        stored = self.store_rows(recipe, reader, fingerprinted, unusable, arrivals)
        return [
            written_document(document, TextId(row[_TEXT]), one)
            for (document, row), one in zip(stored, fingerprinted, strict=True)
        ]

    def store_rows(
        self,
        recipe: str,
        reader: int,
        fingerprinted: Sequence[Fingerprinted],
        unusable: Sequence[tuple[Source, Problem]],
        arrivals: Mapping[Path, int] | None,
    ) -> list[tuple[DocumentId, tuple[Any, ...]]]:
        """Do as ``store``; return the ids of the fingerprinted files and their rows."""
        now = int(self.clock())

        def arrived(file: Source) -> int:
            return arrivals.get(file.real_path, now) if arrivals else now

        with self.transaction() as connection:
            (recipe_id,) = _ids(connection, "recipe", "key", [recipe]).values()
            texts = _store_texts(connection, fingerprinted)
            width = width_of(recipe)
            # of several files with one text the first, which comes last here
            by_text = {texts[item.text_hash]: item for item in reversed(fingerprinted)}
            _store_fingerprints(connection, recipe_id, width, by_text)
            encodings = _ids(
                connection, "encoding", "name", [item.encoding for item in fingerprinted]
            )
            read = [row_of(item, texts[item.text_hash], width) for item in fingerprinted]
            rows: list[tuple[Source, tuple[object, ...]]] = [
                (
                    item.source,
                    (
                        row[_CONTENT],
                        row[_TEXT],
                        encodings[row[_ENCODED]],
                        *row[_OF_FILE],
                        arrived(item.source),
                    ),
                )
                for item, row in zip(fingerprinted, read, strict=True)
            ]
            for source, problem in unusable:
                why = False, problem.stage, to_json(problem.reason)
                content = problem.content_hash or None
                rows.append((source, (content, None, None, *why, *_NO_TEXT, arrived(source))))
            ids = _store_documents(connection, reader, rows, self.disks)
            return list(zip(ids, read, strict=False))

    def arrivals(self, documents: Iterable[DocumentId]) -> dict[DocumentId, int]:
        with self.translated():
            rows = self.connection.execute(
                "select document.id, document.arrived from json_each(?) as wanted"
                " cross join document on document.id = wanted.value",
                (json.dumps(list(documents)),),
            )
            return dict(rows.fetchall())

    def renamed(self, old: Path, source: Source) -> bool:
        """Record that a file has another resolved path now, with the same bytes.

        It keeps its id, text and arrival; a document at the new path is removed. Returns False if
        the file must be read: the old path was unknown, or the new name may mean another format.
        """
        with self.transaction() as connection:
            row = connection.execute(_AT, split_path(os.fsencode(old))).fetchone()
            if row is None:
                return False
            folder, name = split_path(source.raw_path)
            connection.execute(_ADD_NAME.format(table="folder", column="path"), (folder,))
            replaced = connection.execute(_AT, (folder, name)).fetchone()
            if replaced not in {None, row}:
                connection.execute("delete from document where id = ?", replaced)
            as_before = old.suffix.lower() == source.real_path.suffix.lower()
            identity = to_identity(source.device), to_identity(source.inode)
            moved = folder, name, source.size, source.mtime_ns, *identity, as_before, *row
            connection.execute(_MOVE, moved)
            _note_disks(connection, {row[0]: folder}, self.disks)
            if replaced not in {None, row}:
                drop_orphans(connection)
        return as_before

    def sketches(
        self, after: int = 0, only: NDArray[np.int64] | None = None
    ) -> Iterator[tuple[NDArray[np.int64], Sketches]]:
        """Yield the sketches of all texts in parts, with ascending ids.

        Only those with an id greater than ``after``, or in ``only``.
        """
        wanted = "" if only is None else " and text in (select value from json_each(?))"
        listed = () if only is None else (json.dumps(only.tolist()),)
        with self.translated():
            asked = f"{_SKETCHES}{wanted} order by text"
            cursor = self.connection.execute(asked, (after, *listed))
            while rows := cursor.fetchmany(_UNPACKED_AT_ONCE):
                ids = np.array([text for text, _ in rows], dtype=np.int64)
                yield ids, unpack_sketches([hashes for _, hashes in rows])

    def sketch_candidates(
        self, query: NDArray[np.uint32], bounds: Bounds, after: int = 0
    ) -> set[TextId]:
        """Return the texts of ids ``after`` one that share enough of their sketch with another."""
        found: set[TextId] = set()
        for ids, some in self.sketches(after):
            found.update(map(TextId, ids[promising(query, some, bounds)].tolist()))
        return found

    def of_texts(self, texts: Iterable[TextId], recipe: str, reader: int) -> list[Document]:
        with self.translated():
            rows = self.connection.execute(_BY_TEXT, (json.dumps(sorted(texts)), recipe))
            found = {raw_path(row): indexed(row, recipe, reader) for row in rows}
        return [item for _, item in sorted(found.items()) if isinstance(item, Document)]

    def comparisons(self, pairs: Sequence[TextPair]) -> dict[TextPair, Comparison]:
        with self.translated():
            rows = self.connection.execute(
                "select comparison.* from json_each(?) as wanted cross join comparison"
                """ on comparison."left" = json_extract(wanted.value, '$[0]')"""
                """ and comparison."right" = json_extract(wanted.value, '$[1]')""",
                (json.dumps(pairs),),
            )
            return dict(map(_comparison, rows))

    def every_comparison(self) -> Iterator[dict[TextPair, Comparison]]:
        with self.translated():
            cursor = self.connection.execute("select * from comparison")
            while rows := cursor.fetchmany(_PAIRS_AT_ONCE):
                yield dict(map(_comparison, rows))

    def count_comparisons(self) -> int:
        return int(self.value("select count(*) from comparison"))

    def store_comparisons(self, made: Iterable[Comparison]) -> None:
        """Write exact comparisons, without those of texts that are gone meanwhile."""
        with self.transaction() as connection:
            connection.executemany(
                "insert or replace into comparison select ?1, ?2, ?3, ?4, ?5, ?6"
                " where exists (select 1 from text where id = ?1)"
                " and exists (select 1 from text where id = ?2)",
                [(*one[:5], BADGES.index(one[5:])) for one in made],
            )

    def cached(self, key: bytes) -> bytes | None:
        with self.translated():
            rows = self.connection.execute("select pairs from proposal where key = ?", (key,))
            return next((pairs for (pairs,) in rows if isinstance(pairs, bytes)), None)

    def earlier_candidates(self) -> Iterator[bytes]:
        with self.translated():
            rows = self.connection.execute(
                "select pairs from proposal where id > 0 order by id desc"
            )
            for (pairs,) in rows:
                if isinstance(pairs, bytes):
                    yield pairs

    def cache(self, key: bytes, found: bytes, *, forms: bool = False) -> None:
        """Store candidates, or which pairs are ``forms``, under a key; only the last few are kept.

        Forms are kept apart from the candidates: their ids count from 0 down.
        """
        last, on, back, before = ("min", "-", "+", ">") if forms else ("max", "+", "-", "<")
        with self.transaction() as connection:
            connection.execute(
                "insert or replace into proposal (id, key, pairs)"
                f" values ((select {last}(coalesce({last}(id), 0), 0) {on} 1 from proposal), ?, ?)",
                (key, found),
            )
            connection.execute(
                "delete from proposal where (id < 0) = ?"
                f" and id {before}= (select {last}(id) from proposal) {back} ?",
                (forms, _CACHED_SEARCHES),
            )

    def near(
        self, recipe: str, fingerprint: Fingerprint, distance: int
    ) -> list[tuple[TextId, int]]:
        """Return the texts within ``distance`` bits of a fingerprint: ids and distances.

        Uses the block tables up to 15 bits (of 64; 7 of 32, 31 of 128), beyond that all
        fingerprints.
        """
        width = width_of(recipe)
        flipped = radii(distance, block_count(width))
        ask = self.connection.execute
        with self.translated():
            number = ask("select id from recipe where key = ?", (recipe,)).fetchone()
            if number is None:
                return []
            if max(flipped) > MOST_PROBED_RADIUS:
                rows = ask(_FINGERPRINTS, number).fetchall()
            else:
                keys = block_keys(as_array([fingerprint], width), width)[0]
                probed = [
                    block_places_of(number[0], no, (key ^ probe_masks(radius)).astype(np.int64))
                    for no, (key, radius) in enumerate(zip(keys, flipped, strict=True))
                    if radius >= 0
                ]
                # sorted as in the table: neighbours are in pages just read
                places = json.dumps(np.sort(np.concatenate(probed)).tolist())
                rows = ask(_PROBE, (places, *number)).fetchall()
        values = as_array([from_stored(value) for _, value in rows], width)
        apart = np.bitwise_count(values ^ as_array([fingerprint], width)).sum(axis=1).tolist()
        near = {text: bits for (text, _), bits in zip(rows, apart, strict=True) if bits <= distance}
        return sorted(near.items(), key=lambda found: found[::-1])

    def forget(
        self, documents: Iterable[DocumentId], texts: Sequence[TextId] | None = None
    ) -> None:
        """Remove documents, and the texts that no other one has: of ``texts``, if given."""
        with self.transaction() as connection:
            connection.executemany(
                "delete from document where id = ?", [(document,) for document in documents]
            )
            drop_orphans(connection, texts)
        self.drop_texts()

    def drop_texts(self) -> None:
        if str(self.path) != ":memory:":
            KeptTexts(texts_path(self.path), reader=0).keep_held(self._held)

    def _held(self, contents: Collection[bytes]) -> set[bytes]:
        known = self.connection.execute("select distinct content_hash from document")
        return {content for (content,) in known if content in contents}

    def forget_missing(
        self, absent: Iterable[tuple[DocumentId, Path]], unlisted: Sequence[Path]
    ) -> int:
        """Remove the documents whose files no longer exist; return their number.

        Kept are documents below ``unlisted`` folders, on disks that are ``away``, and those whose
        files may not be looked at.
        """
        gone = [
            document
            for document, path in absent
            if not any(path.is_relative_to(folder) for folder in unlisted) and is_missing(path)
        ]
        if gone and self.away:
            with self.translated():
                asked = _ON_DISKS, (json.dumps(gone), json.dumps([*self.away]))
                kept = {document for (document,) in self.connection.execute(*asked)}
            gone = [document for document in gone if document not in kept]
        if gone:
            self.forget(gone)
        return len(gone)


def _comparison(row: tuple[Any, ...]) -> tuple[TextPair, Comparison]:
    return row[:2], Comparison(*row[:5], *BADGES[row[5]])


OTHER = "other"

_OF_TABLES = """
select coalesce(it.tbl_name, ?), sum(pgsize) from dbstat
left join sqlite_schema as it on it.name = dbstat.name
where aggregate = 1 group by 1
"""
_EXPRESSIONS = {-1: "rowid", -2: "substr(hash, -4)"}
"""The SQL of an index column that is not a plain column; the schema has one expression."""
_COUNTED_AT_ONCE = 50_000
_HEADER = 8
_POINTER = 2


@dataclass(frozen=True, slots=True)
class IndexSizes:
    """Bytes of the index file by table, the largest first; ``free`` bytes hold nothing."""

    tables: Mapping[str, int]
    documents: int
    free: int
    whole: int
    estimated: bool


def index_sizes(index: FingerprintIndex) -> IndexSizes:
    """Return the bytes of each table on disk. Reads the whole file. Raises ``IndexFileError``.

    SQLite without ``dbstat`` gives an estimate.
    """
    ask = index.connection.execute
    with index.translated():
        size, pages, free = pages_of(index.connection)
        (documents,) = ask("select count(*) from document").fetchone()
        estimated = False
        try:
            found = dict(ask(_OF_TABLES, (OTHER,)).fetchall())
        except sqlite3.OperationalError as error:
            if "dbstat" not in str(error):  # this SQLite has no such table
                raise
            found = estimated_sizes(index.connection)
            estimated = True
    ordered = dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))
    return IndexSizes(ordered, documents, free * size, pages * size, estimated)


def pages_of(connection: sqlite3.Connection) -> tuple[int, int, int]:
    names = "page_size", "page_count", "freelist_count"
    size, pages, free = (connection.execute(f"pragma {name}").fetchone()[0] for name in names)
    return size, pages, free


def block_rows(index: FingerprintIndex) -> tuple[int, NDArray[np.int64], NDArray[np.int64]]:
    """Return how many texts have fingerprints, and the places and texts of all blocks, ascending.

    Raises ``IndexFileError``.
    """
    parts = [np.empty((0, 2), dtype=np.int64)]
    with index.translated():
        cursor = index.connection.execute("select place, text from block order by place, text")
        while rows := cursor.fetchmany(_COUNTED_AT_ONCE):
            parts.append(np.array(rows, dtype=np.int64))
    places, numbers = np.concatenate(parts).T
    texts = index.value("select count(distinct text) from fingerprint where value is not null")
    return int(texts), places, numbers


def estimated_sizes(connection: sqlite3.Connection) -> dict[str, int]:
    """Estimate the bytes of tables from the lengths of their cells.

    The rest of the file is shared among the trees that are not plain tables: their pages are split
    as rows come, and filled less.
    """
    ask = connection.execute
    size, pages, free = pages_of(connection)
    full: dict[str, float] = defaultdict(float)
    loose: dict[str, float] = defaultdict(float)
    for tree in _trees(connection):
        kind = full if tree.leaves else loose
        kind[tree.table] += tree.pages(ask(tree.question(size)).fetchone(), size)
    (schema,) = ask("select total(length(sql) + 50) from sqlite_schema").fetchone()
    of_schema = math.ceil((schema + 100) / (size - _HEADER))
    full[OTHER] += of_schema + (of_schema > 1)
    left = pages - free - sum(full.values())
    together = sum(loose.values())
    if together:
        # pages that were split are at least half full, and none is more than full
        share = min(2.0, max(1.0, left / together))
        for table, some in loose.items():
            full[table] += some * share
    whole = sum(full.values()) or 1.0
    return {
        table: round(some * (pages - free) * size / whole) for table, some in full.items() if some
    }


class _Tree(NamedTuple):
    """A table or an index: its columns, and whether all rows are in its leaves."""

    table: str
    columns: list[str]
    leaves: bool

    def question(self, size: int) -> str:
        """Return SQL for the number of cells, their bytes, squared bytes, and overflow pages."""
        body = " + ".join(map(_length, self.columns)) or "0"
        least = (size - 12) * 32 // 255 - 23
        most = size - 35 if self.leaves else (size - 12) * 64 // 255 - 23
        number = 3 if self.leaves else 0
        return f"""
            with payload (bytes) as materialized
                (select {len(self.columns) + 1} + {body} from "{self.table}"),
            placed (whole, kept) as materialized (select bytes, case
                when bytes <= {most} then bytes
                when {least} + (bytes - {least}) % {size - 4} <= {most}
                    then {least} + (bytes - {least}) % {size - 4}
                else {least} end from payload),
            cell (bytes, over) as materialized (select
                kept + {number + _POINTER} + iif(whole > 127, 2, 1) + iif(whole > kept, 4, 0),
                (whole - kept + {size - 5}) / {size - 4} from placed)
            select count(*), total(bytes), total(bytes * bytes), total(over) from cell
        """

    def pages(self, sums: tuple[int, float, float, float], size: int) -> float:
        cells, total, squares, overflow = sums
        if not cells:
            return 1.0
        lost = squares / total / 2 if self.leaves or total / cells > 64 else 0.0
        leaves = math.ceil(total / (size - _HEADER - lost))
        inner = leaves * (12 if self.leaves else total / cells + 4) / size
        return leaves + (math.ceil(inner) if leaves > 1 else 0) + overflow


def _length(name: str) -> str:
    return f"""case typeof({name}) when 'null' then 0 when 'real' then 8
        when 'integer' then case
            when {name} in (0, 1) then 0 when abs({name} + ({name} < 0)) < 128 then 1
            when abs({name} + ({name} < 0)) < 32768 then 2
            when abs({name} + ({name} < 0)) < 8388608 then 3
            when abs({name} + ({name} < 0)) < 2147483648 then 4
            when abs({name} + ({name} < 0)) < 140737488355328 then 6 else 8 end
        else length(cast({name} as blob)) + (length(cast({name} as blob)) > 57) end"""


def _trees(connection: sqlite3.Connection) -> Iterator[_Tree]:
    ask = connection.execute
    tables = ask("select name, sql from sqlite_schema where type = 'table'").fetchall()
    for table, sql in tables:
        columns = ask(f'pragma table_info("{table}")').fetchall()
        without = "without rowid" in sql.lower()
        # the number of a row is no part of its record
        names = [
            f'"{name}"'
            for _, name, kind, _, _, key in columns
            if without or not (key and kind.lower() == "integer")
        ]
        yield _Tree(table, names, leaves=not without)
        for _, index, _, origin, _ in ask(f'pragma index_list("{table}")').fetchall():
            if without and origin == "pk":
                continue
            rows = ask(f'pragma index_xinfo("{index}")').fetchall()
            named = [_EXPRESSIONS.get(column) or f'"{name}"' for _, column, name, *_ in rows]
            yield _Tree(table, named, leaves=False)


_TEXTS_AT_ONCE = 1_024

_HELD = """
select group_concat(text) from fingerprint
where recipe = (select id from recipe where key = ?) and value is not null
"""
_FIRST_SEEN = """
select hex(text.hash) || min(document.arrived)
from text cross join document on document.text = text.id where text.id = ?
"""
_EVERY = "select group_concat(id) from text"
_OF_HASH = "select id from text where substr(hash, -4) = substr(?1, -4) and hash = ?1"


_ALIKE = """
select wanted.value, count(*)
from json_each(?1) as wanted
cross join (
    select "left" as one, shared, left_size, right_size from comparison
    union all select "right", shared, left_size, right_size from comparison
) as compared on compared.one = wanted.value
where compared.shared >= ?2 * (compared.left_size + compared.right_size - compared.shared)
group by wanted.value
"""


IndexState = tuple[int, int]
"""The changes of an index by others and by this connection: equal while nothing changed."""


def state_now(index: FingerprintIndex) -> IndexState:
    return int(index.value("pragma data_version")), index.connection.total_changes


def file_of(index: FingerprintIndex) -> tuple[int, ...]:
    if str(index.path) == ":memory:":
        return (id(index.connection),)
    return identity_at(index.path) or ()


def newest_text(index: FingerprintIndex) -> int:
    return int(index.value("select coalesce(max(id), 0) from text"))


def first_seen(index: FingerprintIndex, text: int) -> str | None:
    """Return the hash of a text and when its first document came; None without one."""
    found: str | None = index.value(_FIRST_SEEN, (text,))
    return found


def mark_anew(index: FingerprintIndex) -> None:
    """Give an index a new random mark, for ``mark_of``.

    Files with this mark were made of this index, or of its original, after it was marked: each text
    that both have under an id is the same.
    """
    with index.transaction() as connection:
        connection.execute("delete from mark")
        connection.execute("insert into mark (value) values (randomblob(16))")


def mark_of(index: FingerprintIndex) -> str:
    """Return the mark of an index in hexadecimal digits, empty before the first."""
    return str(index.value("select hex(value) from mark") or "")


def every_text(index: FingerprintIndex) -> NDArray[np.int64]:
    return _numbers(index.value(_EVERY))


def held(index: FingerprintIndex, recipe: str) -> NDArray[np.int64]:
    return _numbers(index.value(_HELD, (recipe,)))


def _numbers(listed: str | None) -> NDArray[np.int64]:
    found = np.fromstring(listed or "", dtype=np.int64, sep=",")
    found.sort()
    return found


def count_alike(index: FingerprintIndex, texts: NDArray[np.int64], least: float) -> dict[int, int]:
    asked = json.dumps(texts.tolist())
    with index.translated():
        return dict(index.connection.execute(_ALIKE, (asked, least)).fetchall())


def text_of(index: FingerprintIndex, text_hash: bytes) -> TextId | None:
    found = index.value(_OF_HASH, (text_hash,))
    return None if found is None else TextId(found)


@contextlib.contextmanager
def one_state(index: FingerprintIndex) -> Iterator[None]:
    """Let a block read one state of the index, whatever others write meanwhile."""
    with index.translated():
        index.connection.execute("begin")
        try:
            yield
        finally:
            index.connection.execute("rollback")

"""Writing a batch of read files to the index, and dropping what no file has any more.

Few statements for any number of files: ids are assigned here, in the transaction that writes them,
known rows are looked up in one query a table, and new ones are written in one statement a table, in
the order of the key.
"""

import itertools
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.blocks import as_array, block_keys
from simcore.candidates.sketch_codec import pack
from simcore.fingerprinting.recipes import width_of
from simcore.model.reasons import to_json
from simcore.model.records import DocumentId, Fingerprinted, Problem, Source, TextId
from simcore.store.database import from_stored, split_path, to_identity, to_stored
from simcore.store.documents import OF_PRINT, IndexRow, row_of

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
_OF_FILE = slice(IndexRow._fields.index("lossy"), IndexRow._fields.index("stated") + 1)
_COLUMNS = ("folder", "name", *IndexRow._fields[2 : _OF_FILE.stop], "arrived")
_NO_TEXT = (None, None, 0, None, None, None)
"""The columns from ``form_hash`` to ``stated`` of a file that could not be read."""

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
    "select id from text where not exists (select 1 from document where document.text = text.id)"
    " and id < (select max(id) from text)"
)
_OF_TEXTS = """
select recipe.id, recipe.key, fingerprint.text, fingerprint.value
from json_each(?) as wanted cross join recipe cross join fingerprint
    on fingerprint.recipe = recipe.id and fingerprint.text = wanted.value
"""

_T = TypeVar("_T")
_Name = TypeVar("_Name", str, bytes)


def store_batch(
    connection: sqlite3.Connection,
    recipe: str,
    reader: int,
    fingerprinted: Sequence[Fingerprinted],
    unusable: Sequence[tuple[Source, Problem]],
    now: int,
    arrivals: Mapping[Path, int] | None,
    disks: Mapping[bytes, int],
) -> list[tuple[DocumentId, IndexRow]]:
    """Write files within a transaction; return the ids of the fingerprinted ones and their rows.

    A file comes ``now``, in seconds since 1970, or as ``arrivals`` say of its resolved path; one
    whose bytes are as they were came when it did. ``disks`` are the numbers of disks by the prefix
    of the paths there.
    """

    def arrived(file: Source) -> int:
        return arrivals.get(file.real_path, now) if arrivals else now

    (recipe_id,) = _ids(connection, "recipe", "key", [recipe]).values()
    texts = _store_texts(connection, fingerprinted)
    width = width_of(recipe)
    # of several files with one text the first, which comes last here
    by_text = {texts[item.text_hash]: item for item in reversed(fingerprinted)}
    _store_fingerprints(connection, recipe_id, width, by_text)
    encodings = _ids(connection, "encoding", "name", [item.encoding for item in fingerprinted])
    read = [row_of(item, texts[item.text_hash], width) for item in fingerprinted]
    rows: list[tuple[Source, tuple[object, ...]]] = [
        (
            item.source,
            (
                row.content_hash,
                row.text,
                encodings[row.encoding],
                *tuple(row)[_OF_FILE],
                arrived(item.source),
            ),
        )
        for item, row in zip(fingerprinted, read, strict=True)
    ]
    for source, problem in unusable:
        why = False, problem.stage, to_json(problem.reason)
        content = problem.content_hash or None
        rows.append((source, (content, None, None, *why, *_NO_TEXT, arrived(source))))
    return list(zip(_store_documents(connection, reader, rows, disks), read, strict=False))


def move_document(
    connection: sqlite3.Connection, old: Path, source: Source, disks: Mapping[bytes, int]
) -> tuple[bool, bool]:
    """Give a document another path; return whether it is known there, and whether one was replaced.

    It is not where the old path was unknown, or the name may mean another format than before: then
    the file has to be read.
    """
    (was_in, was), (folder, name) = (split_path(one) for one in (os.fsencode(old), source.raw_path))
    row = connection.execute(_AT, (was_in, was)).fetchone()
    if row is None:
        return False, False
    connection.execute(_ADD_NAME.format(table="folder", column="path"), (folder,))
    replaced = connection.execute(_AT, (folder, name)).fetchone()
    if replaced is not None and replaced != row:
        connection.execute("delete from document where id = ?", replaced)
    as_before = old.suffix.lower() == source.real_path.suffix.lower()
    identity = to_identity(source.device), to_identity(source.inode)
    moved = folder, name, source.size, source.mtime_ns, *identity, as_before, *row
    connection.execute(_MOVE, moved)
    _note_disks(connection, {row[0]: folder}, disks)
    return as_before, replaced not in {None, row}


def block_places_of(recipe: int, no: int, keys: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the values of the column ``block.place`` for keys of a recipe's block ``no``."""
    return keys + ((recipe << 19) + (no << 16))


def block_places(recipe: int, values: Sequence[int], width: int) -> NDArray[np.int64]:
    """Return the values of ``block.place``: a row for each fingerprint of ``width`` bits."""
    keys = block_keys(as_array(values, width), width).astype(np.int64)
    columns = [block_places_of(recipe, no, column) for no, column in enumerate(keys.T)]
    return np.stack(columns, axis=1)


def drop_orphans(connection: sqlite3.Connection) -> None:
    """Within a transaction, remove what no document has any more."""
    orphans = json.dumps([text for (text,) in connection.execute(_ORPHANS)])
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
    sketches = pack([item.sketch for item in by_hash.values()])
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
    """Note for documents in some folders which disks they are on now."""
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
    """Return the ids of names in a table of names; new ones are written."""
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

"""Documents as rows of the index, built on demand, and the carried texts of documents elsewhere.

A scan needs few of the documents of a library as objects; the others stay packed in columns. A file
of carried texts may come from a stranger: it is read only if it is as ``write_carried`` makes it.
"""

import contextlib
import functools
import itertools
import os
import shutil
import sqlite3
import stat
import sys
import zlib
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray

from simcore.files.listing import OtherNames, Packed
from simcore.files.opening import open_regular, replacing
from simcore.index.paths import name_elsewhere, results_above
from simcore.index.sqlite_file import from_identity, from_stored, to_stored
from simcore.index.texts import texts_path
from simcore.model.config import USUAL_RECIPE, least_features
from simcore.model.reasons import (
    ReadError,
    Reason,
    ReasonCode,
    ResultsFileError,
    megabytes,
    reason_in,
    to_json,
)
from simcore.model.records import (
    FACTS,
    DecodedText,
    Document,
    DocumentId,
    Fingerprint,
    Fingerprinted,
    ListedFolder,
    Pair,
    ProblemStage,
    Script,
    SourceFile,
    TextId,
    clean_title,
)

OF_PRINT = ("tokens", "features")
"""Columns of a text beside its fingerprint: fields of ``TextPrint``. Add at the end.

A scan reads texts again that lack the last one, so a migration may add its column with null.
"""


OF_CONTENT = tuple(
    name
    for name in FACTS
    if name not in {"content_hash", "encoding", "lossy", "cut_short", "by_hand", "text_hash"}
    and name not in {"characters", "tokens", "features", "fingerprint"}
)
"""Facts in columns of their own that are null where there is none.

``words_hash`` is null if it equals ``form_hash``, ``guessed`` is 0 for a sure encoding, 1 for one
that was guessed, 2 for one that a person chose.
"""

COLUMNS = (
    *"id folder size mtime_ns device inode ctime_ns reader content_hash text encoding".split(),
    *("lossy", "stage", "reason", *OF_CONTENT),
    *"text_hash characters tokens fingerprint features name".split(),
)
"""The selected columns of a file in the index. With a ``text``, ``reason`` says why only a part
was read."""

_ELSEWHERE = {
    "folder": "folder.path",
    "encoding": "encoding.name",
    "text_hash": "text.hash",
    "characters": "text.characters",
    "fingerprint": "fingerprint.value",
    **{name: f"fingerprint.{name}" for name in OF_PRINT},
}
SELECTED = ", ".join(_ELSEWHERE.get(name, f"document.{name}") for name in COLUMNS)

_ID, _FOLDER, _NAME, _FINGERPRINT, ENCODED = (
    COLUMNS.index(name) for name in "id folder name fingerprint encoding".split()
)

_LAST_NS = (1 << 63) - 1
_SCRIPTS = {script.value: script for script in Script}
# an index may be a stranger's
_FACT_IN: dict[object, Callable[[Any], object]] = {
    bytes: lambda cell: cell if isinstance(cell, bytes) else b"",
    int: lambda cell: cell if isinstance(cell, int) else 0,
    bool: lambda cell: cell == 1,
    str: lambda cell: clean_title(cell) if isinstance(cell, str) else "",
    Script | None: lambda cell: _SCRIPTS.get(cell or ""),
}
_READ = [(name, COLUMNS.index(name), _FACT_IN[FACTS[name]]) for name in OF_CONTENT]

_OF_SOURCE = {field.name for field in fields(SourceFile)}
_OF_NO_FILE = {"id", "text", "elsewhere", "other_names", "unseen_names"}
_OF_FILE = [field.name for field in fields(Document) if field.name not in _OF_NO_FILE]


CHOSEN = 2


def written_document(document: DocumentId, text: TextId, item: Fingerprinted) -> Document:
    sides = ((name, item.source if name in _OF_SOURCE else item) for name in _OF_FILE)
    return Document(document, text, **{name: getattr(side, name) for name, side in sides})


def document_of(row: Sequence[Any], path: Path, real_path: Path, recipe: str) -> Document:
    of = dict(zip(COLUMNS, row, strict=True))
    known: dict[str, Any] = {name: made(row[at]) for name, at, made in _READ}
    known["words_hash"] = known["words_hash"] or known["form_hash"]
    value = of["fingerprint"]
    return Document(
        id=DocumentId(of["id"]),
        text=TextId(of["text"]),
        path=path,
        real_path=real_path,
        size=of["size"],
        mtime_ns=of["mtime_ns"],
        device=from_identity(of["device"]),
        inode=from_identity(of["inode"]),
        ctime_ns=of["ctime_ns"] or 0,
        content_hash=of["content_hash"],
        text_hash=of["text_hash"],
        encoding=of["encoding"],
        lossy=bool(of["lossy"]),
        characters=of["characters"],
        tokens=of["tokens"] or 0,
        features=of["features"],
        fingerprint=None if value is None else Fingerprint(from_stored(value)),
        cut_short=None if of["stage"] is None else reason_in(of["reason"]),
        by_hand=of["guessed"] == CHOSEN,
        least_features=least_features(recipe),
        **known,
    )


def row_of(item: Fingerprinted, text: TextId, width: int) -> tuple[Any, ...]:
    """Return the ``COLUMNS`` of a file that was just read, without its id, path and reader.

    Its fingerprint has ``width`` bits.
    """
    value, source = item.fingerprint, item.source
    cells: dict[str, Any] = {name: getattr(item, name) or None for name in OF_CONTENT}
    cells |= {
        "id": 0,
        "folder": b"",
        "size": source.size,
        "mtime_ns": source.mtime_ns,
        "device": source.device,
        "inode": source.inode,
        "ctime_ns": source.ctime_ns,
        "reader": 0,
        "content_hash": item.content_hash,
        "text": text,
        "encoding": sys.intern(item.encoding),
        "lossy": item.lossy,
        "stage": None if item.cut_short is None else ProblemStage.DECODE,
        "reason": None if item.cut_short is None else to_json(item.cut_short),
        "form_hash": item.form_hash,
        "words_hash": None if item.words_hash == item.form_hash else item.words_hash,
        "guessed": CHOSEN if item.by_hand else int(item.guessed),
        "text_hash": item.text_hash,
        "characters": item.characters,
        "tokens": item.tokens,
        "fingerprint": None if value is None else to_stored(value, width),
        "features": item.features,
        "name": b"",
    }
    return tuple([cells[name] for name in COLUMNS])


class KnownFiles(Packed):
    """Documents as packed rows; ``folder`` is a ``ListedFolder``, ``name`` a string."""

    def add_columns(
        self, columns: list[Sequence[Any]], places: Sequence[tuple[ListedFolder, str]]
    ) -> None:
        if places:
            columns[_FOLDER], columns[_NAME] = zip(*places, strict=True)
            self.add(columns)

    def add_read(
        self,
        stored: Sequence[tuple[DocumentId, tuple[Any, ...]]],
        places: Sequence[tuple[ListedFolder, str]],
    ) -> None:
        columns: list[Sequence[Any]] = [*zip(*(row for _, row in stored), strict=True)]
        if columns:
            columns[_ID] = [document for document, _ in stored]
            self.add_columns(columns, places)

    def document(self, number: int, recipe: str) -> Document:
        row = self.row(number)
        folder, name = row[_FOLDER], row[_NAME]
        path = folder.path / name
        same = folder.shown == folder.real
        return document_of(row, path, path if same else Path(folder.real + name), recipe)

    def every(self, recipe: str) -> Iterator[Document]:
        return (self.document(number, recipe) for number in range(len(self)))

    def named(self) -> Iterator[tuple[ListedFolder, str]]:
        return zip(self.column(_FOLDER), self.column(_NAME), strict=True)


def path_key(path: Path) -> str:
    """Return a string that sorts like the path: part by part, on Windows ignoring case."""
    joined = "\0".join(path.parts)
    return joined.lower() if os.name == "nt" else joined


def _keys(files: KnownFiles) -> list[str]:
    before: dict[ListedFolder, str] = {}
    keys = []
    for folder, name in files.named():
        start = before.get(folder)
        if start is None:
            start = before[folder] = path_key(Path(folder.shown + "_"))[:-1]
        keys.append(start + name)
    return [key.lower() for key in keys] if os.name == "nt" else keys


def order_key(document: Document) -> str:
    """Return a string that orders documents as ``Document.order`` does, faster."""
    return document.elsewhere if document.row else path_key(document.path)


def as_times(times_ns: Iterable[int]) -> NDArray[np.int64]:
    """Return times as a column; impossible ones from a saved file are clipped.

    >>> as_times([-1, 7, 1 << 70]).tolist() == [0, 7, (1 << 63) - 1]
    True
    """
    listed = list(times_ns)
    try:
        found = np.array(listed, dtype=np.int64)
    except OverflowError:
        found = np.array([min(max(one, 0), _LAST_NS) for one in listed], dtype=np.int64)
    return np.maximum(found, 0)


class Documents(Mapping[DocumentId, Document]):
    """Documents by id, ordered by path; ``known`` ones are built at their first access.

    The columns are in this order: ``texts`` are ids, ``usable`` marks documents with a fingerprint,
    ``short`` those with too few features for the ``recipe``. For a part of a library,
    ``library_ns`` has the times that give its copy runs. ``names`` are other names of known ones.
    """

    def __init__(
        self,
        known: KnownFiles,
        made: Sequence[Document] = (),
        recipe: str = USUAL_RECIPE,
        library_ns: NDArray[np.int64] | None = None,
        names: OtherNames = MappingProxyType({}),
    ) -> None:
        self._recipe = recipe
        self.library_ns = library_ns
        self._names = names
        self._known = known
        self._built = dict(enumerate(made, len(known)))  # by number: those known come first
        keys = [*_keys(known), *map(order_key, made)]
        self._order = array("q", sorted(range(len(keys)), key=keys.__getitem__))
        self._ids = np.array(self.column("id"), dtype=np.int64)
        self.texts: NDArray[np.int64] = np.array(self.column("text"), dtype=np.int64)
        usable = [one is not None for one in self.column("fingerprint")]
        self.usable: NDArray[np.bool_] = np.array(usable, dtype=np.bool_)
        sized = np.array([*map(bool, self.column("size"))], dtype=np.bool_)
        self.comparable: NDArray[np.bool_] = self.usable | sized
        features = np.array(self.column("features"), dtype=np.int64)
        self.short: NDArray[np.bool_] = features < least_features(recipe)

    @functools.cached_property
    def _positions(self) -> dict[DocumentId, int]:
        return dict(zip(self, range(len(self)), strict=True))

    def __getitem__(self, key: DocumentId) -> Document:
        return self.at(self._positions[key])

    def __iter__(self) -> Iterator[DocumentId]:
        return map(DocumentId, self._ids.tolist())

    def __len__(self) -> int:
        return len(self._order)

    def __contains__(self, key: object) -> bool:
        return key in self._positions

    def at(self, position: int) -> Document:
        number = self._order[position]
        made = self._built.get(number)
        if made is None:
            made = self._known.document(number, self._recipe)
            if found := self._names.get((made.device, made.inode)):
                made = replace(made, other_names=found[0], unseen_names=found[1])
            self._built[number] = made
        return made

    def column(self, name: str, of_made: str = "") -> list[Any]:
        values = self._known.column(COLUMNS.index(name))
        given = range(len(values), len(self))
        values += [getattr(self._built[number], of_made or name) for number in given]
        return [*map(values.__getitem__, self._order)]

    def fingerprints(self, positions: Iterable[int]) -> list[int]:
        """Return the fingerprints of the documents at some positions, which must have one."""
        found = self._known.column(_FINGERPRINT)
        wanted = [self._order[position] for position in positions]
        return [
            from_stored(found[one]) if one < len(found) else self._built[one].fingerprint or 0
            for one in wanted
        ]

    def contents(self) -> Iterator[tuple[str, bytes]]:
        """Yield the real path and the hash of the bytes of each document, building none."""
        known = [folder.real + name for folder, name in self._known.named()]
        for number, content in zip(self._order, self.column("content_hash"), strict=True):
            here = known[number] if number < len(known) else str(self._built[number].real_path)
            yield here, content

    def where(self, marks: Iterable[object]) -> list[Document]:
        return [*map(self.at, itertools.compress(range(len(self)), marks))]

    @functools.cached_property
    def times_ns(self) -> NDArray[np.int64]:
        if self.library_ns is not None:
            return self.library_ns
        return as_times(self.column("mtime_ns"))

    @functools.cached_property
    def firsts(self) -> NDArray[np.int64]:
        """The positions of the first document of each text with a fingerprint, ascending."""
        usable = np.flatnonzero(self.usable)
        _, first = np.unique(self.texts[usable], return_index=True)
        return usable[np.sort(first)]

    def of_texts(self, texts: Iterable[TextId]) -> list[Document]:
        return self.where(np.isin(self.texts, np.fromiter(texts, dtype=np.int64)))

    def grouped(self, pairs: Iterable[Pair]) -> dict[DocumentId, Document]:
        """Return the documents that may be in a group: texts in pairs, or in several documents."""
        texts, counts = np.unique(self.texts[self.comparable], return_counts=True)
        ends = np.array([end for one in pairs for end in (one.left, one.right)], dtype=np.int64)
        wanted = {*self.texts[np.isin(self._ids, ends)].tolist(), *texts[counts > 1].tolist()}
        return {one.id: one for one in self.of_texts(wanted) if one.comparable}


def in_groups(
    documents: Mapping[DocumentId, Document], pairs: Iterable[Pair]
) -> Mapping[DocumentId, Document]:
    """Leave out documents that can be in no group, if columns show it."""
    return documents.grouped(pairs) if isinstance(documents, Documents) else documents


_APPLICATION_ID = 0x56617265  # four letters: Vare
_LARGEST = 256_000_000
"""The most bytes of one unpacked text: a strange file may unpack to anything."""

_MAGIC = b"SQLite format 3\0"
_AT, _HEADER = 68, 100  # where the application id is in the header of a file, and its size
_TABLE = "CREATE TABLE carried (id blob primary key, encoding text, data blob) without rowid"
_ADD = "insert into carried (id, encoding, data) values (?, ?, ?)"
_SCHEMA = "select type, name, sql from sqlite_schema limit 2"
_FIND = "select encoding, data from carried where id = ?"
_STEPS = 1_000_000  # of SQLite's machine, where a hundred find a row


def write_carried(path: Path, rows: Iterable[tuple[str, str, str]]) -> None:
    """Write the texts of documents elsewhere: rows of id, encoding, and text.

    For results in ``near.variorum`` the path is ``texts_path`` of it. An older file is replaced
    atomically. Raises ``ResultsFileError`` if the file cannot be written, two rows have one id, or
    a text takes more than 256 MB, and what ``rows`` raises; an older file is then unchanged.
    """
    latest = ""

    def packed() -> Iterator[tuple[bytes, str, bytes]]:
        nonlocal latest
        for name, encoding, text in rows:
            latest = name
            data = text.encode("utf-8", "surrogatepass")
            if len(data) > _LARGEST:
                limit, size = megabytes(_LARGEST), megabytes(len(data))
                _fail(path, Reason(ReasonCode.TOO_LARGE, (limit, size)))
            yield _key(name), encoding, zlib.compress(data, 6)

    with replacing(path, ResultsFileError) as file:
        try:
            with contextlib.closing(sqlite3.connect(file.name, isolation_level=None)) as made:
                made.execute("pragma journal_mode = off")  # it has its name when it is done
                made.execute("pragma synchronous = off")
                made.execute("begin exclusive")
                made.execute(_TABLE)
                made.execute(f"pragma application_id = {_APPLICATION_ID}")
                made.executemany(_ADD, packed())
                made.execute("commit")
        except sqlite3.IntegrityError:
            _fail(path, Reason(ReasonCode.SAME_ID, (latest,)))
        except sqlite3.Error as error:
            _fail(path, str(error))


def copy_carried(source: Path, target: Path) -> None:
    """Copy the carried texts of results that are saved again to another file.

    Texts beside ``target`` are replaced, unless ``source`` has none. Raises ``ResultsFileError``.
    """
    texts, old = texts_path(source), texts_path(target)
    if texts == old or os.path.realpath(texts) == os.path.realpath(old):
        return
    if _is_carried(texts):
        with replacing(old, ResultsFileError) as file, open_regular(texts) as given:
            shutil.copyfileobj(given, file)


def _is_carried(path: Path) -> bool:
    with contextlib.suppress(OSError):
        return _is_own(path)
    return False


def _fail(path: Path, why: Reason | str) -> None:
    raise ResultsFileError(ReasonCode.CANNOT_BE_WRITTEN, str(path), why)


def _key(name: str) -> bytes:
    return name.encode("utf-8", "surrogatepass")


def read_carried(path: Path) -> DecodedText | None:
    """Return the text of a document elsewhere, by its path; None for any other path.

    Raises ``ReadError`` if its text was not carried along.
    """
    results = results_above(path)
    if results is None:
        return None
    found = None
    # names of a path, tables and values may be anything
    with contextlib.suppress(sqlite3.Error, zlib.error, OSError, ValueError, TypeError):
        found = _carried(texts_path(results), name_elsewhere(path, results))
    if found is None:
        raise ReadError(ReasonCode.NOT_CARRIED)
    return found


def _carried(path: Path, name: str) -> DecodedText | None:
    if not _is_own(path):
        return None
    # immutable: no journal beside it is looked for, and no lock is taken where none can be
    uri = f"file:{quote(str(path.absolute()))}?mode=ro&immutable=1"
    with contextlib.closing(sqlite3.connect(uri, uri=True)) as opened:
        opened.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LARGEST)
        opened.set_progress_handler(lambda: 1, _STEPS)
        opened.execute("pragma trusted_schema = off")
        opened.execute("pragma cell_size_check = on")
        if opened.execute(_SCHEMA).fetchall() != [("table", "carried", _TABLE)]:
            return None
        row = opened.execute(_FIND, (_key(name),)).fetchone()
    if row is None or not isinstance(row[0], str) or not isinstance(row[1], bytes):
        return None
    unpacking = zlib.decompressobj()
    data = unpacking.decompress(row[1], _LARGEST)
    if not unpacking.eof:
        return None
    return DecodedText(data.decode("utf-8", "replace"), row[0], lossy=False)


def _is_own(path: Path) -> bool:
    if not stat.S_ISREG(path.lstat().st_mode):
        return False
    with open_regular(path) as file:
        header = file.read(_HEADER)
    number = int.from_bytes(header[_AT : _AT + 4], "big")
    return header.startswith(_MAGIC) and number == _APPLICATION_ID

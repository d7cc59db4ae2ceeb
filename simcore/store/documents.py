"""Documents as rows of the index, built on demand.

A library has very many documents, and a scan that finds nothing changed needs only the few that
are in a group. Properties that are needed of all are columns.
"""

import functools
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.model.config import USUAL_RECIPE, least_features
from simcore.model.reasons import reason_in, to_json
from simcore.model.records import (
    Document,
    DocumentId,
    Fingerprint,
    Fingerprinted,
    ListedFile,
    ListedFolder,
    Pair,
    ProblemStage,
    Script,
    SourceFile,
    TextId,
)
from simcore.model.titles import clean_title
from simcore.store.database import from_identity, from_stored, to_stored

OF_PRINT = ("tokens", "features")
"""What the index keeps of a text beside its fingerprint: fields of ``TextPrint``, one a column.

Add one at the end, and a column that may be null by a migration: a scan reads texts again that
lack the last one.
"""


class IndexRow(NamedTuple):
    """The selected columns of a file in the index; ``stage`` and those after it may be None.

    With a ``text``, ``reason`` is why only a part of the document was read. ``words_hash`` is None
    if it is the ``form_hash``. ``guessed`` is 0 if the encoding is sure, 1 if it was guessed, 2 if
    a person chose it, None if that is not known. ``title`` is None where there is none, and where
    the file was read before titles were kept; ``script`` is, too, if it is one of another version.
    So is ``stated`` where there are no dates.
    """

    id: int
    folder: bytes
    size: int
    mtime_ns: int
    device: int | bytes
    inode: int | bytes
    reader: int
    content_hash: bytes
    text: int
    encoding: str
    lossy: int
    stage: str | None
    reason: str | None
    form_hash: bytes | None
    words_hash: bytes | None
    guessed: int | None
    title: str | None
    script: str | None
    stated: int | None
    text_hash: bytes
    characters: int
    tokens: int | None
    fingerprint: int | bytes | None
    features: int
    name: bytes


_ELSEWHERE = {
    "folder": "folder.path",
    "encoding": "encoding.name",
    "text_hash": "text.hash",
    "characters": "text.characters",
    "fingerprint": "fingerprint.value",
    **{name: f"fingerprint.{name}" for name in OF_PRINT},
}
SELECTED = ", ".join(_ELSEWHERE.get(name, f"document.{name}") for name in IndexRow._fields)
"""The columns of ``IndexRow`` in SQL."""

KnownFile = tuple[ListedFile, Sequence[Any]]
"""An unchanged file, and its row as SQLite returned it."""

_ID, _MTIME, _CONTENT, _TEXT, _TEXT_HASH, _FINGERPRINT, _FEATURES, _STAGE, _GUESSED = (
    IndexRow._fields.index(name)
    for name in "id mtime_ns content_hash text text_hash fingerprint features stage guessed".split()
)
ENCODED = IndexRow._fields.index("encoding")

_LAST_NS = (1 << 63) - 1
_SCRIPTS = {script.value: script for script in Script}

_SHARED = {field.name for field in fields(Document)}
_OF_SOURCE = [field.name for field in fields(SourceFile)]
_OF_FILE = [field.name for field in fields(Fingerprinted) if field.name in _SHARED]


CHOSEN = 2
"""``IndexRow.guessed`` where a person chose the encoding."""


def written_document(document: DocumentId, text: TextId, item: Fingerprinted) -> Document:
    """Make the document of a file that was just read."""
    of_source: dict[str, Any] = {name: getattr(item.source, name) for name in _OF_SOURCE}
    of_file: dict[str, Any] = {name: getattr(item, name) for name in _OF_FILE}
    return Document(id=document, text=text, **of_source, **of_file)


def document_of(row: Sequence[Any], path: Path, real_path: Path, recipe: str) -> Document:
    """Make the document of a row; its fingerprint is by a recipe, of this key or name."""
    of = IndexRow(*row)
    return Document(
        id=DocumentId(of.id),
        text=TextId(of.text),
        path=path,
        real_path=real_path,
        size=of.size,
        mtime_ns=of.mtime_ns,
        device=from_identity(of.device),
        inode=from_identity(of.inode),
        content_hash=of.content_hash,
        text_hash=of.text_hash,
        encoding=of.encoding,
        lossy=bool(of.lossy),
        characters=of.characters,
        tokens=of.tokens or 0,
        features=of.features,
        fingerprint=None if of.fingerprint is None else Fingerprint(from_stored(of.fingerprint)),
        cut_short=None if of.stage is None else reason_in(of.reason),
        form_hash=of.form_hash or b"",
        words_hash=of.words_hash or of.form_hash or b"",
        guessed=of.guessed == 1,
        by_hand=of.guessed == CHOSEN,
        script=_SCRIPTS.get(of.script or ""),
        # an index may be a stranger's
        title=clean_title(of.title) if of.title else "",
        stated=of.stated if isinstance(of.stated, int) else 0,
        least_features=least_features(recipe),
    )


def row_of(item: Fingerprinted, text: TextId, width: int) -> IndexRow:
    """Return what the index has of a file that was just read, but for its id, path and reader.

    Its fingerprint has ``width`` bits.
    """
    value, source = item.fingerprint, item.source
    return IndexRow(
        id=0,
        folder=b"",
        size=source.size,
        mtime_ns=source.mtime_ns,
        device=source.device,
        inode=source.inode,
        reader=0,
        content_hash=item.content_hash,
        text=text,
        encoding=sys.intern(item.encoding),
        lossy=item.lossy,
        stage=None if item.cut_short is None else ProblemStage.DECODE,
        reason=None if item.cut_short is None else to_json(item.cut_short),
        form_hash=item.form_hash,
        words_hash=None if item.words_hash == item.form_hash else item.words_hash,
        guessed=CHOSEN if item.by_hand else int(item.guessed),
        title=item.title or None,
        script=item.script,
        stated=item.stated or None,
        text_hash=item.text_hash,
        characters=item.characters,
        tokens=item.tokens,
        fingerprint=None if value is None else to_stored(value, width),
        features=item.features,
        name=b"",
    )


def known_file(document: DocumentId, row: IndexRow, file: ListedFile) -> KnownFile:
    """Return a document that was just read as a listed file and a row, in half of the memory."""
    # values at reading; usually equal to, and shared with, those of the listing
    state = zip(row[2:4], file[2:4], strict=True)
    size, mtime_ns = (listed if read == listed else read for read, listed in state)
    return file, row._replace(
        id=document, size=size, mtime_ns=mtime_ns, device=file.device, inode=file.inode
    )


def path_key(path: Path) -> str:
    """Return a string that sorts like the path.

    Paths are compared part by part, on Windows ignoring case; the separator sorts before every
    character and cannot be part of a name.
    """
    joined = "\0".join(path.parts)
    return joined.lower() if os.name == "nt" else joined


def _keys(files: Iterable[ListedFile]) -> list[str]:
    """Return the ``path_key`` of files, computing each folder once."""
    before: dict[ListedFolder, str] = {}
    keys = []
    for file in files:
        folder = file[0]
        start = before.get(folder)
        if start is None:
            start = before[folder] = path_key(Path(folder.shown + "_"))[:-1]
        keys.append(start + file[1])
    return [key.lower() for key in keys] if os.name == "nt" else keys


def as_times(times_ns: Iterable[int]) -> NDArray[np.int64]:
    """Return times as a column: what a file of saved results says may be no time at all.

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

    The columns are in the order of the documents: ``texts`` are ids, ``usable`` marks those with
    a fingerprint, ``short`` those with too few features for it to mean much by the ``recipe``.
    """

    def __init__(
        self,
        known: Sequence[KnownFile],
        made: Sequence[Document] = (),
        recipe: str = USUAL_RECIPE,
    ) -> None:
        self._recipe = recipe
        keys = _keys(file for file, _ in known) + [path_key(one.path) for one in made]
        given: list[KnownFile | Document] = [*known, *made]
        rows = [row for _, row in known]
        ids: list[DocumentId] = [row[_ID] for row in rows] + [one.id for one in made]
        order: slice | list[int] = slice(None)
        if sorted(keys) != keys:  # those of an index mostly are
            order = sorted(range(len(keys)), key=keys.__getitem__)
            given = [given[index] for index in order]
            ids = [ids[index] for index in order]
        self._given = given
        self._positions = dict(zip(ids, range(len(ids)), strict=True))
        texts = [row[_TEXT] for row in rows] + [one.text for one in made]
        features = [row[_FEATURES] for row in rows] + [one.features for one in made]
        usable = [row[_FINGERPRINT] is not None for row in rows]
        usable += [one.fingerprint is not None for one in made]
        self.texts: NDArray[np.int64] = np.array(texts, dtype=np.int64)[order]
        self.usable: NDArray[np.bool_] = np.array(usable, dtype=np.bool_)[order]
        few = np.array(features, dtype=np.int64)[order] < least_features(recipe)
        self.short: NDArray[np.bool_] = few

    def __getitem__(self, key: DocumentId) -> Document:
        return self.at(self._positions[key])

    def __iter__(self) -> Iterator[DocumentId]:
        return iter(self._positions)

    def __len__(self) -> int:
        return len(self._given)

    def __contains__(self, key: object) -> bool:
        return key in self._positions

    def at(self, position: int) -> Document:
        """Return the document at a position in the order."""
        given = self._given[position]
        if isinstance(given, Document):
            return given
        file, row = given
        path = file.path
        same = file.folder.shown == file.folder.real
        made = document_of(row, path, path if same else file.real_path, self._recipe)
        self._given[position] = made
        return made

    def fingerprint(self, position: int) -> int:
        """Return the fingerprint of the document at a position, which must have one."""
        given = self._given[position]
        if isinstance(given, Document):
            return given.fingerprint or 0
        return from_stored(given[1][_FINGERPRINT])

    def text_hash(self, position: int) -> bytes:
        """Return the hash of the text of the document at a position."""
        given = self._given[position]
        return given.text_hash if isinstance(given, Document) else given[1][_TEXT_HASH]

    def content_hash(self, position: int) -> bytes:
        """Return the hash of the bytes of the document at a position."""
        given = self._given[position]
        return given.content_hash if isinstance(given, Document) else given[1][_CONTENT]

    def contents(self) -> Iterator[tuple[str, bytes]]:
        """Yield the real path of each document and the hash of its bytes, building none."""
        for given in self._given:
            if isinstance(given, Document):
                yield str(given.real_path), given.content_hash
            else:
                file, row = given
                yield file.folder.real + file.name, row[_CONTENT]

    def cut_short(self) -> Iterator[Document]:
        """Yield the documents of which only a part was read."""
        for position, given in enumerate(self._given):
            if given.cut_short if isinstance(given, Document) else given[1][_STAGE]:
                yield self.at(position)

    def guessed(self) -> Iterator[Document]:
        """Yield the documents with a guessed encoding."""
        for position, given in enumerate(self._given):
            if given.guessed if isinstance(given, Document) else given[1][_GUESSED] == 1:
                yield self.at(position)

    @functools.cached_property
    def times_ns(self) -> NDArray[np.int64]:
        """The times of modification of all documents, those that are none at the nearest time."""
        times = (
            given.mtime_ns if isinstance(given, Document) else given[1][_MTIME]
            for given in self._given
        )
        return as_times(times)

    @functools.cached_property
    def firsts(self) -> NDArray[np.int64]:
        """The positions of the first document of each text with a fingerprint, ascending."""
        usable = np.flatnonzero(self.usable)
        _, first = np.unique(self.texts[usable], return_index=True)
        return usable[np.sort(first)]

    def of_texts(self, texts: Iterable[TextId]) -> list[Document]:
        """Return the documents with any of some texts."""
        wanted = np.fromiter(texts, dtype=np.int64)
        return [
            self.at(position) for position in np.flatnonzero(np.isin(self.texts, wanted)).tolist()
        ]

    def grouped(self, pairs: Iterable[Pair]) -> dict[DocumentId, Document]:
        """Return the documents that may be in a group: texts in pairs, or in several documents."""
        texts, counts = np.unique(self.texts[self.usable], return_counts=True)
        ends = {end for one in pairs for end in (one.left, one.right)}
        wanted = {*self.texts[[self._positions[end] for end in ends]].tolist()} if ends else set()
        wanted.update(texts[counts > 1].tolist())
        return {one.id: one for one in self.of_texts(wanted) if one.fingerprint is not None}


def in_groups(
    documents: Mapping[DocumentId, Document], pairs: Iterable[Pair]
) -> Mapping[DocumentId, Document]:
    """Leave out documents that can be in no group, as far as columns tell without building them."""
    return documents.grouped(pairs) if isinstance(documents, Documents) else documents

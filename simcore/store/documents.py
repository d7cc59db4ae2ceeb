"""Documents as rows of the index: ordered and counted as rows, made when one is asked for.

A library has very many documents, and a scan that finds nothing changed needs hardly any of them:
those that are in a group. What is needed of all stands in columns.
"""

import functools
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.files.listing import ListedFile, ListedFolder
from simcore.model.config import LEAST_FEATURES
from simcore.model.records import Document, DocumentId, Fingerprint, Pair, TextId
from simcore.store.database import from_identity, from_stored, to_stored


class Row(NamedTuple):
    """What the index selects of a file, in that order; ``stage`` and what follows may be None."""

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
    reason: str
    text_hash: bytes
    characters: int
    tokens: int | None
    fingerprint: int | bytes | None
    features: int
    name: bytes


KnownFile = tuple[ListedFile, Sequence[Any]]
"""A file that has not changed, and its row, as plain as it came."""

_ID, _TEXT, _TEXT_HASH, _FINGERPRINT, _FEATURES = (
    Row._fields.index(name) for name in ("id", "text", "text_hash", "fingerprint", "features")
)


def document_of(row: Sequence[Any], path: Path, real_path: Path) -> Document:
    """Make the document of a row."""
    of = Row(*row)
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
    )


def known_file(document: Document, file: ListedFile, width: int) -> KnownFile:
    """Give a listed file that was read as what is known of it: half of the document's memory.

    Its fingerprint has ``width`` bits.
    """
    value = document.fingerprint
    row = Row(
        id=document.id,
        folder=b"",
        # as it was read; usually that is how it was listed
        size=file.size if document.size == file.size else document.size,
        mtime_ns=file.mtime_ns if document.mtime_ns == file.mtime_ns else document.mtime_ns,
        device=file.device,
        inode=file.inode,
        reader=0,
        content_hash=document.content_hash,
        text=document.text,
        encoding=sys.intern(document.encoding),
        lossy=document.lossy,
        stage=None,
        reason="",
        text_hash=document.text_hash,
        characters=document.characters,
        tokens=document.tokens,
        fingerprint=None if value is None else to_stored(value, width),
        features=document.features,
        name=b"",
    )
    return file, row


def path_key(path: Path) -> str:
    """Give a string that sorts as the path does.

    Paths are compared part by part, on Windows whatever their case; nothing sorts before the
    character between the parts, which no name can have.
    """
    joined = "\0".join(path.parts)
    return joined.lower() if os.name == "nt" else joined


def _keys(files: Iterable[ListedFile]) -> list[str]:
    """Give what ``path_key`` gives of files: once a folder, a name behind it."""
    before: dict[ListedFolder, str] = {}
    keys = []
    for file in files:
        folder = file[0]
        start = before.get(folder)
        if start is None:
            start = before[folder] = path_key(Path(folder.shown + "_"))[:-1]
        keys.append(start + file[1])
    return [key.lower() for key in keys] if os.name == "nt" else keys


class Documents(Mapping[DocumentId, Document]):
    """Documents by id, ordered by path; ``known`` ones are made when they are asked for.

    The columns are in the order of the documents: ``texts`` are ids, ``usable`` tells which have
    a fingerprint, ``short`` which have too few features for it to mean much.
    """

    def __init__(self, known: Sequence[KnownFile], made: Sequence[Document] = ()) -> None:
        keys = _keys(file for file, _ in known) + [path_key(one.path) for one in made]
        order = sorted(range(len(keys)), key=keys.__getitem__)
        given: list[KnownFile | Document] = [*known, *made]
        self._given = [given[place] for place in order]
        rows = [row for _, row in known]
        ids = [row[_ID] for row in rows] + [one.id for one in made]
        self._places = {DocumentId(ids[place]): at for at, place in enumerate(order)}
        texts = [row[_TEXT] for row in rows] + [one.text for one in made]
        features = [row[_FEATURES] for row in rows] + [one.features for one in made]
        usable = [row[_FINGERPRINT] is not None for row in rows]
        usable += [one.fingerprint is not None for one in made]
        self.texts: NDArray[np.int64] = np.array(texts, dtype=np.int64)[order]
        self.usable: NDArray[np.bool_] = np.array(usable, dtype=np.bool_)[order]
        self.short: NDArray[np.bool_] = np.array(features, dtype=np.int64)[order] < LEAST_FEATURES

    def __getitem__(self, key: DocumentId) -> Document:
        return self.at(self._places[key])

    def __iter__(self) -> Iterator[DocumentId]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._given)

    def __contains__(self, key: object) -> bool:
        return key in self._places

    def at(self, place: int) -> Document:
        """Give the document at a place in the order."""
        given = self._given[place]
        if isinstance(given, Document):
            return given
        file, row = given
        path = file.path
        same = file.folder.shown == file.folder.real
        made = document_of(row, path, path if same else file.real_path)
        self._given[place] = made
        return made

    def fingerprint(self, place: int) -> int:
        """Give the fingerprint of the document at a place, which must have one."""
        given = self._given[place]
        if isinstance(given, Document):
            return given.fingerprint or 0
        return from_stored(given[1][_FINGERPRINT])

    def text_hash(self, place: int) -> bytes:
        """Give the hash of the text of the document at a place."""
        given = self._given[place]
        found: bytes = given.text_hash if isinstance(given, Document) else given[1][_TEXT_HASH]
        return found

    @functools.cached_property
    def firsts(self) -> NDArray[np.int64]:
        """The places of the first document of each text that has a fingerprint, ascending."""
        usable = np.flatnonzero(self.usable)
        _, first = np.unique(self.texts[usable], return_index=True)
        return usable[np.sort(first)]

    def of_texts(self, texts: Iterable[TextId]) -> list[Document]:
        """Give the documents that hold any of some texts."""
        wanted = np.fromiter(texts, dtype=np.int64)
        return [self.at(place) for place in np.flatnonzero(np.isin(self.texts, wanted)).tolist()]

    def grouped(self, pairs: Iterable[Pair]) -> dict[DocumentId, Document]:
        """Give the documents that may be in a group: texts in pairs, or in several documents."""
        texts, counts = np.unique(self.texts[self.usable], return_counts=True)
        wanted = {self.texts[self._places[end]] for one in pairs for end in (one.left, one.right)}
        wanted.update(texts[counts > 1].tolist())
        return {one.id: one for one in self.of_texts(wanted) if one.fingerprint is not None}


def in_groups(
    documents: Mapping[DocumentId, Document], pairs: Iterable[Pair]
) -> Mapping[DocumentId, Document]:
    """Leave out documents that can be in no group, as far as that is known without making them."""
    return documents.grouped(pairs) if isinstance(documents, Documents) else documents

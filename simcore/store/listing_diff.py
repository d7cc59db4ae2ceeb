"""The difference between the index and a listing of files."""

import codecs
import functools
import itertools
import operator
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from simcore.model.formats import format_named
from simcore.model.progress import Progress, Stage
from simcore.model.reasons import reason_in
from simcore.model.records import INSIDE, Document, DocumentId, ListedFile, Problem, ProblemStage
from simcore.store.database import to_identity
from simcore.store.documents import CHOSEN, OF_PRINT, IndexRow, KnownFile, document_of

_ID, _FOLDER, _READER, _CONTENT, _TEXT, _ENCODED, _STAGE, _FORM, _GUESSED, _TOKENS, _NAME = (
    IndexRow._fields.index(name)
    for name in (
        "id folder reader content_hash text encoding stage form_hash guessed tokens name".split()
    )
)
_NEWEST = IndexRow._fields.index(OF_PRINT[-1])
# as in os.fsdecode, which is too slow for every name of a library
_ENCODING, _ERRORS = sys.getfilesystemencoding(), sys.getfilesystemencodeerrors()
_NOTHING: dict[str, ListedFile] = {}

IndexedFile = Document | Problem
"""The index's record of a file: its document, or the problem why it has none."""


@dataclass(slots=True)
class ListingDiff:
    """The listed files, compared with the records of the index below the same folders.

    ``documents`` and ``problems`` are of unchanged files, ``new`` has all others, in the order of
    the listing. ``absent`` are documents whose files were not listed. ``moved`` are those of them
    that are the same file as a new one, by identity, size and time of change, with that one.
    """

    documents: list[KnownFile] = field(default_factory=list)
    problems: list[tuple[ListedFile, Problem]] = field(default_factory=list)
    new: list[ListedFile] = field(default_factory=list)
    absent: list[tuple[DocumentId, Path]] = field(default_factory=list)
    moved: list[tuple[DocumentId, Path, ListedFile]] = field(default_factory=list)


def compare_listing(
    files: Sequence[ListedFile],
    parts: Iterable[Sequence[Sequence[Any]]],
    reader: int,
    progress: Progress,
    encodings: Mapping[bytes, str],
) -> ListingDiff:
    """Compare listed files with the rows of the index.

    ``parts`` are all rows of the listed folders, in parts, each row once, with the columns of
    ``IndexRow``. ``encodings`` are those of ``Judgements``: a document that was not read so has
    to be read again. Raises ``Cancelled``.
    """
    known = ListingDiff()
    unseen: dict[bytes, dict[str, ListedFile]] = {}
    for folder, together in itertools.groupby(files, operator.itemgetter(0)):
        names = unseen.setdefault(os.fsencode(folder.real), {})  # as the index has it
        names.update((file[1], file) for file in together)
    states: list[tuple[object, ...]] = []
    looked_up = 0
    progress.report(Stage.CHECK, 0, len(files))
    for rows in parts:
        for row in rows:
            name = row[_NAME].decode(_ENCODING, _ERRORS)
            listed = unseen.get(row[_FOLDER], _NOTHING).get(name)
            if listed is None:
                known.absent.append((row[_ID], Path(os.fsdecode(raw_path(row)))))
                states.append(tuple(row[2:6]))
                continue
            looked_up += 1
            # size, time and identity; nearly always equal to those of the row
            if row[_READER] != reader or not (row[2:6] == listed[2:] or _unchanged(row, listed)):
                continue
            if row[_STAGE] is not None and row[_TEXT] is None:
                if row[_CONTENT] in encodings or row[_GUESSED] is None:
                    continue
                known.problems.append((listed, _problem(row, listed.path)))
            elif (
                row[_NEWEST] is not None
                and row[_FORM] is not None
                and row[_GUESSED] is not None
                and _is_encoding(row[_ENCODED])
                and _read_as_chosen(row, encodings)
            ):
                # the first three are None where the document is from before the column, and the
                # name of the encoding may be anything where the index is damaged
                known.documents.append((listed, row))
            else:
                continue
            del unseen[row[_FOLDER]][name]
        progress.report(Stage.CHECK, looked_up, len(files))
    progress.report(Stage.CHECK, len(files), len(files))
    known.new = [file for names in unseen.values() for file in names.values()]
    if states and known.new:
        known.moved = _moved(known, states)
    return known


def _moved(
    known: ListingDiff, states: Sequence[tuple[object, ...]]
) -> list[tuple[DocumentId, Path, ListedFile]]:
    """Find the absent documents, with these states, whose files are listed under a new name.

    What is inside an archive has no identity of its own.
    """
    new = {_state(file): file for file in known.new if file.device != INSIDE}
    return [
        (document, path, new[state])
        for (document, path), state in zip(known.absent, states, strict=True)
        if state in new
    ]


def _state(file: ListedFile) -> tuple[object, ...]:
    return file.size, file.mtime_ns, to_identity(file.device), to_identity(file.inode)


def _read_as_chosen(row: Sequence[Any], encodings: Mapping[bytes, str]) -> bool:
    """Return whether a document was read in the encoding that is chosen for it, if one is."""
    chosen = encodings.get(row[_CONTENT])
    if chosen is None:
        return bool(row[_GUESSED] != CHOSEN)  # or else the choice was taken back
    return bool(row[_GUESSED] == CHOSEN and row[_ENCODED] == chosen)


def raw_path(row: Sequence[Any]) -> bytes:
    """Return the path of a row of the index."""
    path: bytes = row[_FOLDER] + row[_NAME]
    return path


def _unchanged(row: Sequence[Any], file: ListedFile) -> bool:
    _, _, size, changed, device, inode, *_ = row
    return bool(
        size == file.size
        and changed == file.mtime_ns
        and (device == file.device or device == to_identity(file.device))
        and (inode == file.inode or inode == to_identity(file.inode))
    )


def indexed(row: Sequence[Any], recipe: str, reader: int) -> IndexedFile | None:
    """Make a record of a row of the index; None if the file has to be read again.

    The row is that of a ``recipe``.
    """
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
    """Return whether a column names an encoding or a format without one.

    In a damaged index it may be anything.
    """
    try:
        return isinstance(name, str) and (format_named(name) or codecs.lookup(name)) is not None
    except (LookupError, ValueError):
        return False


def _problem(row: Sequence[Any], path: Path) -> Problem:
    content = row[_CONTENT] if isinstance(row[_CONTENT], bytes) else b""
    return Problem(path, ProblemStage(row[_STAGE]), reason_in(row[_STAGE + 1]), content)

"""The difference between the index and a listing of files."""

import codecs
import functools
import itertools
import os
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from pathlib import Path
from typing import Any

from simcore.files.containers import has_bytes
from simcore.files.listed import Files
from simcore.model.formats import format_named
from simcore.model.progress import Progress, Stage
from simcore.model.reasons import reason_in
from simcore.model.records import (
    INSIDE,
    Document,
    DocumentId,
    ListedFile,
    Problem,
    ProblemStage,
)
from simcore.store.database import from_identity
from simcore.store.documents import CHOSEN, OF_PRINT, IndexRow, KnownFiles, document_of

_ID, _FOLDER, _SIZE, _CTIME, _READER, _CONTENT, _TEXT, _ENCODED, _STAGE, _FORM, _GUESSED = (
    IndexRow._fields.index(name)
    for name in (
        "id folder size ctime_ns reader content_hash text encoding stage form_hash guessed".split()
    )
)
_TOKENS, _NAME = (IndexRow._fields.index(name) for name in ("tokens", "name"))
_WHOLE = itemgetter(IndexRow._fields.index(OF_PRINT[-1]), _FORM, _GUESSED)
"""Returns what is None where a document is from before the column."""
# as in os.fsdecode, which is too slow for every name of a library
_ENCODING, _ERRORS = sys.getfilesystemencoding(), sys.getfilesystemencodeerrors()

IndexedFile = Document | Problem
"""The index's record of a file: its document, or the problem why it has none."""


@dataclass(slots=True)
class ListingDiff:
    """The listed files, compared with the records of the index below the same folders.

    ``documents`` and ``problems`` are of unchanged files, ``new`` has all others, in the order of
    the listing. ``absent`` are documents whose files were not listed. ``moved`` are those of them
    that are the same file as a new one, by identity, size and time of change, with that one.
    ``touched`` are the documents with another ctime and the same bytes, each with its new ctime:
    a new name changes it, other rights and a backup do, and what a program wrote before it set the
    time of change back.
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

    ``parts`` are all rows of the listed folders, in parts, each row once, with the columns of
    ``IndexRow``. ``encodings`` are those of ``Judgements``: a document that was not read so has
    to be read again, and so does one of more than ``largest`` bytes. Raises ``Cancelled``.
    """
    known = ListingDiff()
    places = _ByPath(files)
    unseen = bytearray(b"\1") * len(files)
    states: list[tuple[object, ...]] = []
    looked_up = 0
    progress.report(Stage.CHECK, 0, len(files))

    def has_same_bytes(row: Sequence[Any], file: tuple[Any, ...]) -> bool:
        """Read a file of which nothing but the ctime changed, or was not known."""
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
        """Yield what is listed in some folders under these names; None where nothing is."""
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
    """Return whether a row has all that reading its file again would tell."""
    if row[_STAGE] is not None and row[_TEXT] is None:
        return row[_CONTENT] not in encodings and row[_GUESSED] is not None
    # the name of the encoding may be anything where the index is damaged
    return (
        None not in _WHOLE(row) and _is_encoding(row[_ENCODED]) and _read_as_chosen(row, encodings)
    )


def _moved(
    known: ListingDiff, states: Sequence[tuple[object, ...]]
) -> list[tuple[DocumentId, Path, ListedFile]]:
    """Find the absent documents, with these states, whose files are listed under a new name.

    What is inside an archive has no identity of its own.
    """
    new = {file[2:-1]: file for file in known.new if file.device != INSIDE}
    return [
        (document, path, new[state])
        for (document, path), state in zip(known.absent, states, strict=True)
        if state in new
    ]


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

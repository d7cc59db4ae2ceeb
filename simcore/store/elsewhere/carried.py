"""The texts of documents that are not on this machine, carried along beside a file of results.

The file may be a stranger's: it is never written to, and what of it is not as ``write_carried``
makes it is not read. Whatever is wrong with it, the text was not carried along.
"""

import contextlib
import os
import shutil
import sqlite3
import stat
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import quote

from simcore.files.opening import open_regular, replacing
from simcore.model.errors import ReadError, ResultsFileError
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason, megabytes
from simcore.model.records import DecodedText
from simcore.store.elsewhere.places import name_elsewhere, results_above
from simcore.store.kept_texts import texts_path

_APPLICATION_ID = 0x56617265  # four letters: Vare
_LARGEST = 256_000_000
"""Bytes of one text at most, unpacked: a file may hold one that unpacks to anything."""

_MAGIC = b"SQLite format 3\0"
_AT, _HEADER = 68, 100  # where the application id is in the header of a file, and its size
_TABLE = "CREATE TABLE carried (id blob primary key, encoding text, data blob) without rowid"
_ADD = "insert into carried (id, encoding, data) values (?, ?, ?)"
_SCHEMA = "select type, name, sql from sqlite_schema limit 2"
_FIND = "select encoding, data from carried where id = ?"
_STEPS = 1_000_000  # of SQLite's machine, where a hundred find a row


def write_carried(path: Path, rows: Iterable[tuple[str, str, str]]) -> None:
    """Write the texts of documents elsewhere: rows of id, encoding, and text.

    Of results in ``near.variorum`` they belong to ``simcore.texts_path`` of it, beside it. An older
    file is replaced atomically; the encoding is the one that a document was read in. Raises
    ``ResultsFileError`` if the file cannot be written, two rows have one id, or a text takes more
    than 256 MB; an older file is then unchanged. What ``rows`` raises ends the call likewise.

    >>> path = texts_path(Path("near.variorum"))
    >>> write_carried(path, [("s3://bucket/a.txt", "gb18030", "合同")])
    >>> path.name, path.stat().st_size > 0
    ('near.texts.sqlite3', True)
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
    """Let results that are saved again to another file carry the same texts along.

    Both are paths of files of results. Texts that stood beside ``target`` are replaced, unless
    ``source`` carries none. Raises ``ResultsFileError``.
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
    """Return whether it is a file of carried texts by its header; no link, pipe or other file."""
    if not stat.S_ISREG(path.lstat().st_mode):
        return False
    with open_regular(path) as file:
        header = file.read(_HEADER)
    number = int.from_bytes(header[_AT : _AT + 4], "big")
    return header.startswith(_MAGIC) and number == _APPLICATION_ID

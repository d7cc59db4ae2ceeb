"""Reading one file: its bytes, checked for changes and hashed, and its text."""

import os
from collections.abc import Mapping
from pathlib import Path

from simcore.files.containers import ReadState, read_inside
from simcore.files.opening import open_to_read
from simcore.model.errors import ReadError
from simcore.model.formats import format_named, format_of
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import megabytes, reason_of
from simcore.model.records import DecodedText
from simcore.text.chosen import Kept, read_by_choice
from simcore.text.formats import read_document
from simcore.text.hashing import content_hash

READER_VERSION = 9
"""Raised whenever a format's reader or the normal form returns another text for some bytes."""


def _read(descriptor: int, count: int) -> bytes:
    """Read ``count`` bytes, or up to the end, or all but the last one."""
    data = os.read(descriptor, count)
    while more := os.read(descriptor, count - len(data)) if 0 < len(data) < count - 1 else b"":
        data += more
    return data


def read_bytes(path: bytes | Path, largest: int) -> tuple[bytes, ReadState]:
    """Read a whole file, or a document inside one; return its bytes and its state at that moment.

    Raises ``ReadError`` if it is gone, may not be read, is no regular file, is larger than
    ``largest`` bytes, or changed while it was read.
    """
    try:
        # without a file object, which would ask for the state twice more
        descriptor, before = open_to_read(path)
        try:
            if before.st_size > largest:
                most, size = megabytes(largest), megabytes(before.st_size)
                raise ReadError(ReasonCode.TOO_LARGE, most, size)
            # one byte past the limit detects a file that grew, without reading it all
            data = _read(descriptor, min(before.st_size, largest) + 1)
            after = os.fstat(descriptor)
        finally:
            os.close(descriptor)
    except (FileNotFoundError, NotADirectoryError):
        inside = read_inside(Path(os.fsdecode(path)), largest)
        if inside is not None:
            return inside
        raise ReadError(ReasonCode.GONE) from None
    except PermissionError:
        raise ReadError(ReasonCode.NO_RIGHTS) from None
    except OSError as error:
        raise ReadError(ReasonCode.UNREADABLE, reason_of(error)) from error
    if before.st_mtime_ns != after.st_mtime_ns or len(data) != after.st_size:
        raise ReadError(ReasonCode.CHANGED_WHILE_READ_SCAN_AGAIN)
    # where it changes meanwhile, the next scan reads the file again
    return data, ReadState.of(after)._replace(ctime_ns=ReadState.of(before).ctime_ns)


def read_text(
    path: Path,
    largest: int,
    encoding: str | None = None,
    encodings: Mapping[bytes, str] | None = None,
    kept: Kept | None = None,
) -> tuple[DecodedText, bytes]:
    """Read a document's text like a scan; return it and the hash of the bytes.

    ``encoding`` is as in ``simcore.text.formats.read_document``; without it, that of
    ``encodings`` is used, see ``Judgements``. What was extracted before is taken from ``kept``.
    Raises ``ReadError``.
    """
    data, _ = read_bytes(path, largest)
    return text_of(path.name, data, encoding, encodings, kept)


def text_of(
    name: str,
    data: bytes,
    encoding: str | None = None,
    encodings: Mapping[bytes, str] | None = None,
    kept: Kept | None = None,
) -> tuple[DecodedText, bytes]:
    """Return the text of bytes that were read, and their hash, as ``read_text`` does."""
    content = content_hash(data)
    if encoding is None or format_named(encoding):
        decoded, _, _ = read_by_choice(
            format_of(name, data), name, data, content, encodings or {}, kept
        )
        return decoded, content
    return read_document(name, data, encoding), content

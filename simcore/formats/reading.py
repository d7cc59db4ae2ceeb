"""The text of a file's bytes: chooses the reader of its format, before any decoding.

A reader that leaves ``beside`` empty knows nothing beside the words: only identical files are the
same text then.
"""

import codecs
import importlib
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from simcore.files.containers import ReadState, read_inside
from simcore.files.opening import open_to_read
from simcore.formats.plain import markdown_title, restructured_title, without_halves
from simcore.model import formats
from simcore.model.formats import Format, format_named, format_of
from simcore.model.reasons import ReadError, Reason, ReasonCode, megabytes, reason_of
from simcore.model.records import DecodedText
from simcore.text.decoding import decode_in
from simcore.text.normal_form import content_hash

Reader = Callable[[bytes, str | None], DecodedText]
_TITLES = {formats.Markup.MARKDOWN: markdown_title, formats.Markup.RESTRUCTURED: restructured_title}


def read_document(name: str, data: bytes, encoding: str | None = None) -> DecodedText:
    r"""Return the text of a document. Its bytes and its ``name`` decide the format.

    ``encoding`` is that of an earlier read of the same bytes, or chosen by the user: any bytes
    decode then. None detects it. Raises ``ReadError`` if the bytes are not text, or the document is
    damaged, protected or cannot be parsed.

    >>> read_document("page.HTML", b"<p>Two<br>lines</p><script>no()</script>").text
    'Two\nlines'
    >>> read_document("notes.txt", "合同".encode("gb18030"), "windows-1251").text
    'єПН¬'
    """
    return read_as(formats.format_of(name, data), name, data, encoding)


def read_as(
    of: formats.Format | None, name: str, data: bytes, encoding: str | None = None
) -> DecodedText:
    """Read a document of a known format, None for plain text, as ``read_document`` does."""
    try:
        decoded = _read(of, name, data, encoding)
    except ReadError as error:
        title = formats.unread_title(name)
        if title is None:
            raise
        raise ReadError(ReasonCode.NO_READER, title) from error
    if decoded.encoding == "utf-8" and not decoded.beside:
        return decoded  # plain text, whose encoding has no halves of characters
    # some formats contain lone surrogates, which no file can
    whole = without_halves(decoded.text)
    return decoded if whole is decoded.text else replace(decoded, text=whole, lossy=True)


def _read(of: formats.Format | None, name: str, data: bytes, encoding: str | None) -> DecodedText:
    if encoding is not None and formats.format_named(encoding):
        encoding = None  # these bytes were read as a format that has no encoding
    if of is not None:
        # imported when it is first needed
        module, _, function = of.reader.partition(":")
        read: Reader = getattr(importlib.import_module(f"simcore.formats.{module}"), function)
        decoded = read(data, encoding)
        # without a reader's word all files are different
        beside = (of.name, *(decoded.beside or (content_hash(data).hex(),)))
        named = decoded.encoding if of.decoded else of.name
        return replace(decoded, encoding=named, beside=beside)
    if encoding is None and formats.is_archive(data):
        raise ReadError(ReasonCode.IS_ARCHIVE)
    if encoding is None and formats.is_mailbox(name, data):
        raise ReadError(ReasonCode.IS_MAILBOX)
    decoded = decode_in(data, encoding)
    if formats.keeps_layout(name):
        return replace(decoded, layout=True)
    if markup := formats.markup_of(name):
        return replace(decoded, markup=markup, title=_TITLES[markup](decoded.text))
    return decoded


_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,63}")
_GREATEST_LOSS = 0.05
_MOST_ASCII = 0.9
_PLAIN = bytes(range(0x20, 0x7F)) + b"\t\n\r"
# Python's own notations, and what depends on the machine
_NO_ENCODINGS = frozenset(
    {"idna", "punycode", "undefined", "unicode-escape", "raw-unicode-escape", "mbcs", "oem"}
)


def is_encoding(name: str) -> bool:
    """Return whether bytes can be read as text in an encoding of this name."""
    if not _NAME.fullmatch(name):  # Python accepts about any spelling
        return False
    try:
        b"a".decode(name, errors="replace")  # raises for what does not make text of bytes
        return codecs.lookup(name).name not in _NO_ENCODINGS
    except (LookupError, ValueError):
        return False


def read_as_chosen(name: str, data: bytes, encoding: str) -> DecodedText:
    """Read a document in a chosen encoding; a few bytes that do not fit become U+FFFD.

    Raises ``ReadError`` if many do not fit, if pairs of ASCII would become wide characters, or if
    the encoding is unknown.
    """
    if not is_encoding(encoding):
        raise ReadError(ReasonCode.UNKNOWN_ENCODING, encoding)
    decoded = read_document(name, data, encoding)
    wide = decoded.encoding.lower().replace("_", "-").startswith(("utf-16", "utf-32"))
    # any two characters of ASCII make a Chinese one; of UTF-16 less than half is ASCII without NUL
    in_pairs = wide and len(data.translate(None, _PLAIN)) < (1 - _MOST_ASCII) * len(data)
    lost = decoded.text.count("\ufffd") if decoded.lossy else 0
    # ASCII fits nearly every encoding, so it proves nothing
    beyond = sum(not one.isascii() for one in decoded.text) if lost else 0
    if in_pairs or lost == beyond > 0 or lost > max(1, beyond * _GREATEST_LOSS):
        raise ReadError(ReasonCode.NOT_IN_CHOSEN_ENCODING, encoding)
    return decoded


class Kept(Protocol):
    """Texts that were extracted before; see ``simcore.index.texts``."""

    def of(self, content: bytes, encoding: str) -> DecodedText | None:
        """Return the text of bytes with this hash, read as a format, if it is kept."""


def read_by_choice(
    of: Format | None,
    name: str,
    data: bytes,
    content: bytes,
    encodings: Mapping[bytes, str],
    kept: Kept | None = None,
) -> tuple[DecodedText, bool, Reason | None]:
    """Read a document in the encoding chosen for its bytes, or a detected one.

    ``content`` is the hash of the bytes, and ``encodings`` maps such hashes to choices. A format
    without an encoding is not parsed if its text is ``kept``. Return the text, whether the choice
    was used, and why it was not. Raises ``ReadError``.
    """
    refused = None
    if of is not None and not of.decoded:
        found = kept.of(content, of.name) if kept and not of.quick else None
        return found or read_as(of, name, data), False, None
    chosen = encodings.get(content)
    if chosen is not None:
        try:
            return read_as_chosen(name, data, chosen), True, None
        except ReadError as error:
            refused = Reason(ReasonCode.CHOICE_NOT_USED, (error.reason,))
    return read_as(of, name, data), False, refused


# raised whenever a reader or the normal form returns another text for some bytes
READER_VERSION = 9


def _read_bytes(descriptor: int, count: int) -> bytes:
    data = os.read(descriptor, count)
    while more := os.read(descriptor, count - len(data)) if 0 < len(data) < count - 1 else b"":
        data += more
    return data


def read_bytes(path: bytes | Path, largest: int) -> tuple[bytes, ReadState]:
    """Read a whole file, or a document inside one; return its bytes and its state at that moment.

    Raises ``ReadError`` if it is gone, unreadable, not a regular file, larger than ``largest``
    bytes, or changed meanwhile.
    """
    try:
        # without a file object, which would ask for the state twice more
        descriptor, before = open_to_read(path)
        try:
            if before.st_size > largest:
                most, size = megabytes(largest), megabytes(before.st_size)
                raise ReadError(ReasonCode.TOO_LARGE, most, size)
            # one byte past the limit detects a file that grew, without reading it all
            data = _read_bytes(descriptor, min(before.st_size, largest) + 1)
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
    """Read a document as a scan does; return its text and the hash of its bytes.

    ``encoding`` is as in ``read_document``; without it the choice in ``encodings`` is used. Texts
    that were extracted before come from ``kept``. Raises ``ReadError``.
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
    """Return the text of bytes and their hash, as ``read_text`` does."""
    content = content_hash(data)
    if encoding is None or format_named(encoding):
        of = format_of(name, data)
        return read_by_choice(of, name, data, content, encodings or {}, kept)[0], content
    return read_document(name, data, encoding), content

"""Documents inside archives (zip) and mailboxes (mbox): listed, and read one by one.

A document inside has a path below that of its container, which no file can have: nothing that
opens, moves or removes files by path reaches it. Archives within archives are not opened.
"""

import bz2
import functools
import hashlib
import mmap
import os
import re
import stat
import struct
import typing
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain, pairwise
from pathlib import Path
from typing import IO, NamedTuple, Self

from simcore.files.names import as_on_disk, composed
from simcore.files.opening import open_regular
from simcore.model.reasons import ReadError, ReasonCode, damaged, megabytes, reason_of
from simcore.model.records import LATEST

if typing.TYPE_CHECKING:
    from zipfile import ZipInfo

CONTAINERS = ("zip", "mbox")  # suffixes
_MOST_ENTRIES = 65_534  # of a plain zip; more need its extension, and a gigabyte to be listed
_MOST_DIRECTORY = 32_000_000
_MOST_MESSAGES = 1_000_000
_MESSAGES_A_CHECK = 1_000
_END = b"PK\5\6"
_END_SIZE = 22
_LONGEST_COMMENT = 65_535
_LONGEST_PATH = 2_000  # bytes of a name in an archive: with its folder no system would take more
_SHORTENED = 500  # characters
_LOCAL = struct.Struct("<4s22xHH")
_UTF8_NAME = 0x800
_ENCRYPTED = 0x1
_STORED, _DEFLATED, _BZIP2 = 0, 8, 12  # methods of packing
_BEGINS = b"\nFrom "
_AT_ONCE = 1 << 26  # bytes that are looked through before others may have their turn
_HEADERS_END = re.compile(rb"\n\r?\n")
_BIG_LOCATOR, _BIG_END_SIGN, _BIG_END_SIZE = b"PK\6\7", b"PK\6\6", 56  # of Zip64
_LOCATOR, _BIG_END = struct.Struct("<4s4xQ4x"), struct.Struct("<4s28xQQ")
_PACKED_ROOM = 65_536  # bytes that a short entry may take more, packed, than unpacked
_ESCAPED = re.compile(rb"^>(>*From )", re.MULTILINE)
_HEAD_BYTES = 65_536
_LONGEST_SUBJECT = 80
_READ_AT_ONCE = 1 << 20
_HAS_CTIME = os.name != "nt"  # there it is the time of creation
_NOT_IN_NAMES = re.compile(r"[\x00-\x1f\x7f/\\]+")


class ReadState(NamedTuple):
    """The size in bytes of a file or of a document inside one, and its times of change.

    ``ctime_ns`` is as in ``SourceFile``, of a document inside that of its container. Times before
    1677 or after 2262 do not fit 64 bits and become the nearest that do.
    """

    size: int
    mtime_ns: int
    ctime_ns: int = 0

    @classmethod
    def of(cls, status: os.stat_result) -> Self:
        changed = status.st_ctime_ns if _HAS_CTIME else 0
        return cls(
            status.st_size,
            max(-LATEST, min(status.st_mtime_ns, LATEST)),
            max(-LATEST, min(changed, LATEST)),
        )


class Inside(NamedTuple):
    """A document inside a container: its path there, size in bytes, identity, number from 0."""

    path: str
    size: int
    inode: int
    number: int


def is_container(name: str) -> bool:
    """Return whether a file of this name may hold documents."""
    return name.lower().rpartition(".")[2] in CONTAINERS


def listed(path: Path, check: Callable[[], None] = lambda: None) -> tuple[ReadState, list[Inside]]:
    """Return the state of a container and the documents inside. Raises ``ReadError``."""
    try:
        with open_regular(path, buffering=0) as file:
            held = _held(path, file, check)
            return held.state, list(held.inside.values())
    except OSError as error:
        raise ReadError(ReasonCode.UNREADABLE, reason_of(error)) from error


def container_of(path: Path) -> Path | None:
    """Return the container of the document with a path, unopened; None for other paths."""
    for outer in path.parents:
        if is_container(outer.name) and outer.is_file():
            return outer
    return None


def as_stored(path: Path) -> Path:
    """Return a path with names as the disk and the container store them; see ``as_on_disk``."""
    path = as_on_disk(path)
    outer = None if str(path).isascii() else container_of(path)
    if outer is None:
        return path
    try:
        names = [one.path for one in listed(outer)[1]]
    except ReadError:
        return path
    below = path.relative_to(outer).as_posix()
    others = [one for one in names if composed(one) == composed(below)]
    return outer / others[0] if below not in names and len(others) == 1 else path


def read_inside(path: Path, largest: int) -> tuple[bytes, ReadState] | None:
    """Read a document inside a container; None for other paths. Raises ``ReadError``."""
    outer = container_of(path)
    if outer is None:
        return None
    try:
        with open_regular(outer, buffering=0) as file:
            held = _held(outer, file)
            found = held.inside.get(path.relative_to(outer).as_posix())
            if found is None:
                raise ReadError(ReasonCode.GONE)
            if found.size > largest:
                most, size = megabytes(largest), megabytes(found.size)
                raise ReadError(ReasonCode.TOO_LARGE, most, size)
            return held.read(file, found), held.state._replace(size=found.size)
    except OSError as error:
        raise ReadError(ReasonCode.UNREADABLE, reason_of(error)) from error


def find_inside(path: Path) -> tuple[ReadState, Inside] | None:
    """Return a document inside a container by its path, with the container's state, or None."""
    outer = container_of(path)
    if outer is None:
        return None
    try:
        state, inside = listed(outer)
    except ReadError:
        return None
    below = path.relative_to(outer).as_posix()
    return next(((state, one) for one in inside if one.path == below), None)


def state_of(path: Path) -> ReadState:
    """Return the state of a file, or of a document inside a container. Raises ``OSError``."""
    try:
        status = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        found = find_inside(path)
        if found is None:
            raise
        state, inside = found
        return state._replace(size=inside.size)
    if not stat.S_ISREG(status.st_mode):
        return ReadState.of(status)._replace(size=-1)
    return ReadState.of(status)


def has_bytes(path: Path, size: int, content: bytes | None) -> bool:
    """Return whether a file, or a document inside one, can be read and has this size and hash."""
    digest = hashlib.blake2b(digest_size=16)  # as in simcore.text.normal_form
    try:
        with open_regular(path, buffering=0) as file:
            while data := file.read(_READ_AT_ONCE):
                size -= len(data)
                digest.update(data)
    except (FileNotFoundError, NotADirectoryError):
        try:
            data, _ = read_inside(path, size) or (b"", None)
        except ReadError:
            return False
        size -= len(data)
        digest.update(data)
    except OSError:
        return False
    return size == 0 and digest.digest() == content


# --- what a container holds ----------------------------------------------------------------------


@dataclass(slots=True)
class _Held:
    """The contents of a container by path; ``read`` takes the open file."""

    state: ReadState
    read: Callable[[IO[bytes], Inside], bytes]
    inside: dict[str, Inside] = field(default_factory=dict)

    def add(self, path: str, size: int, number: int, salt: bytes) -> None:
        """Add a document; several with one path are numbered."""
        base, dot, suffix = path.rpartition(".")
        name, copy = path, 1
        while name in self.inside:
            copy += 1
            name = f"{base} ({copy}){dot}{suffix}" if base else f"{path} ({copy})"
        digest = hashlib.blake2b(salt + f"{number}/{name}".encode("utf-8", "surrogatepass"))
        inode = int.from_bytes(digest.digest()[:8], "little")
        self.inside[name] = Inside(name, size, inode, number)


def _held(path: Path, file: IO[bytes], check: Callable[[], None] = lambda: None) -> _Held:
    status = os.fstat(file.fileno())
    key = status.st_dev, status.st_ino, *ReadState.of(status)
    known = _KNOWN.get(path)
    if known is not None and known[0] == key:
        return known[1]
    state = ReadState.of(status)
    salt = repr(key[:-1]).encode()  # a document inside is the same one whatever else changed
    if path.name.lower().endswith("mbox"):
        held = _messages(file, state, salt, check)
    else:
        held = _entries(file, state, salt)
    _KNOWN.clear()  # files follow each other by container: one is enough
    _KNOWN[path] = key, held
    return held


_KNOWN: dict[Path, tuple[tuple[int, ...], _Held]] = {}


def _entries(file: IO[bytes], state: ReadState, salt: bytes) -> _Held:
    import zipfile  # noqa: PLC0415 - most folders have no archive

    _check_directory(file, state.size)
    try:
        with zipfile.ZipFile(file) as archive:
            found = archive.infolist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError, struct.error) as error:
        raise damaged(str(error)) from error
    held = _Held(state, functools.partial(_entry, found))
    for number, one in enumerate(found):
        name = _entry_name(one)
        if name and not one.is_dir():
            held.add(_shortened(name), one.file_size, number, salt)
    return held


def _check_directory(file: IO[bytes], size: int) -> None:
    """Refuse a directory that would take all memory."""
    tail = min(size, _END_SIZE + _LONGEST_COMMENT)
    file.seek(size - tail)
    end = file.read(tail)
    at = end.rfind(_END)
    if at < 0 or len(end) < at + _END_SIZE:
        raise ReadError(ReasonCode.NO_DIRECTORY)
    counts = [struct.unpack_from("<HI", end, at + 10)]
    if at >= _LOCATOR.size and end.startswith(_BIG_LOCATOR, at - _LOCATOR.size):
        # its extension overrides the end itself; the stated place may be wrong
        where = size - tail + at - _LOCATOR.size
        _, said = _LOCATOR.unpack_from(end, at - _LOCATOR.size)
        for place in (where - _BIG_END_SIZE, said):
            if 0 <= place < size:
                file.seek(place)
                big = file.read(_BIG_END.size)
                if len(big) == _BIG_END.size and big.startswith(_BIG_END_SIGN):
                    counts.append(_BIG_END.unpack(big)[1:])
    if any(entries > _MOST_ENTRIES or most > _MOST_DIRECTORY for entries, most in counts):
        raise ReadError(ReasonCode.HOLDS_TOO_MANY, f"{_MOST_ENTRIES:,}")


def _entry_name(entry: "ZipInfo") -> str:
    name = entry.filename
    if not entry.flag_bits & _UTF8_NAME and not name.isascii():
        raw = name.encode("cp437", "replace")
        for encoding in ("utf-8", "gb18030", "cp437"):
            try:
                name = raw.decode(encoding)
                break
            except UnicodeDecodeError:
                continue
    return "/".join(_part(one) for one in name.replace("\\", "/").split("/") if _part(one))


def _shortened(path: str) -> str:
    """Shorten a path that is too long in its middle; its suffix stays."""
    if len(path.encode()) <= _LONGEST_PATH:
        return path
    name = path.rpartition("/")[2][-_SHORTENED // 4 :]
    return f"{path[: _SHORTENED - len(name) - 1]}…{name}"


def _part(name: str) -> str:
    whole = name.encode("utf-8", "replace").decode()  # halves of a character make no file name
    clean = _NOT_IN_NAMES.sub(" ", whole).strip()
    return "" if clean in {"", ".", ".."} else clean


def _entry(entries: "list[ZipInfo]", file: IO[bytes], wanted: Inside) -> bytes:
    one = entries[wanted.number]
    if one.flag_bits & _ENCRYPTED:
        raise ReadError(ReasonCode.PASSWORD)
    file.seek(one.header_offset)
    header = file.read(_LOCAL.size)
    if len(header) < _LOCAL.size or header[:4] != b"PK\3\4":
        raise damaged("no entry")
    _, name, extra = _LOCAL.unpack(header)
    file.seek(one.header_offset + _LOCAL.size + name + extra)
    if one.compress_size > 2 * one.file_size + _PACKED_ROOM:
        raise damaged("it is larger than what it holds")
    packed = _exactly(file, one.compress_size)
    most = one.file_size + 1
    try:
        if one.compress_type == _STORED:
            data = packed[:most]
        elif one.compress_type == _DEFLATED:
            data = zlib.decompressobj(-zlib.MAX_WBITS).decompress(packed, most)
        elif one.compress_type == _BZIP2:
            data = bz2.BZ2Decompressor().decompress(packed, most)
        else:
            raise damaged(f"compression {one.compress_type}")
    except (zlib.error, OSError, ValueError) as error:
        raise damaged(str(error)) from error
    if len(data) != one.file_size or zlib.crc32(data) != one.CRC:
        raise damaged("other bytes than were packed")
    return data


def _exactly(file: IO[bytes], size: int) -> bytes:
    parts: list[bytes] = []
    while size > 0 and (part := file.read(size)):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _messages(file: IO[bytes], state: ReadState, salt: bytes, check: Callable[[], None]) -> _Held:
    """Return the messages of a mailbox (RFC 4155)."""
    spans: list[tuple[int, int]] = []
    held = _Held(state, functools.partial(_message, spans))
    if not state.size:
        return held
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        lines = chain(_first_lines(data, check), [(len(data), 0)])
        for number, ((_, start), (after, _)) in enumerate(pairwise(lines)):
            end = max(start, after)
            if not number % _MESSAGES_A_CHECK:
                check()
            if number == _MOST_MESSAGES:
                raise ReadError(ReasonCode.HOLDS_TOO_MANY, f"{_MOST_MESSAGES:,}")
            spans.append((start, end))
            title = _part(_subject(data[start : min(end, start + _HEAD_BYTES)]))
            held.add(f"{number + 1:05} {title}".rstrip() + ".eml", end - start, number, salt)
    if not spans:
        raise damaged("no message")
    return held


def _first_lines(data: mmap.mmap, check: Callable[[], None]) -> Iterator[tuple[int, int]]:
    """Yield start and end of each line that begins a message, with the empty line before it."""
    if data[: len(_BEGINS) - 1] == _BEGINS[1:]:
        end = data.find(b"\n") + 1
        if not end:
            return
        yield 0, end
    for window in range(0, len(data), _AT_ONCE):
        check()
        at = window
        most = window + _AT_ONCE + len(_BEGINS) - 1
        while (at := data.find(_BEGINS, at, most)) >= 0:
            before = data[max(0, at - 2) : at]
            end = data.find(b"\n", at + 1) + 1
            if not end:
                return
            if before.endswith((b"\n", b"\n\r")):
                yield at - (2 if before == b"\n\r" else 1), end
            at += 1


def _subject(head: bytes) -> str:
    from email.errors import MessageError  # noqa: PLC0415 - most folders have no mailbox
    from email.header import decode_header, make_header  # noqa: PLC0415
    from email.parser import BytesHeaderParser  # noqa: PLC0415

    ends = _HEADERS_END.search(head)

    try:
        said = BytesHeaderParser().parsebytes(head[: ends and ends.end()]).get("Subject", "")
        return str(make_header(decode_header(str(said))))[:_LONGEST_SUBJECT]
    except (MessageError, LookupError, ValueError, AttributeError, TypeError):
        return ""


def _message(spans: list[tuple[int, int]], file: IO[bytes], wanted: Inside) -> bytes:
    start, end = spans[wanted.number]
    file.seek(start)
    return _ESCAPED.sub(rb"\1", _exactly(file, end - start))

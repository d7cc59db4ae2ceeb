"""The members of a ZIP package, none of which may unpack to more than a document can hold.

The directory is read by Python's own ``zipfile``. What it points to is unpacked here: ``zipfile``
unpacks a member as a whole before it sees that its size is a lie.
"""

import contextlib
import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar
from urllib.parse import unquote

from simcore.model.errors import ReadError, damaged
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason, reason_of
from simcore.text.formats.office.markup import MOST_ELEMENTS, Events, attributes_of, parse
from simcore.text.hashing import content_hash

_MB = 1_000_000
LARGEST_MB = 64
"""Of what a package unpacks to, in all."""
_SMALL_MB, _MOST_TIMES = 4, 100
"""What unpacks to more than either is a bomb: markup of real documents shrinks to a tenth or so."""

_MOST_MEMBERS = 20_000
_HEADER, _HEADER_BYTES = b"PK\3\4", 30
_ENTRY, _END = b"PK\1\2", b"PK\5\6"
_STORED, _DEFLATED = zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED

_SAVED = re.compile(r"docProps/thumbnail\.\w+|Thumbnails/thumbnail\.png")
"""Members that show what a document looked like when it was saved."""

_PROPERTY = re.compile(rb"<(?:\w+:)?([\w-]+)((?:\s[^<>]*+)?)>([^<]*[^<\s][^<]*)</")
_WRITTEN = {
    "docProps/core.xml": b"title subject creator description keywords category contentStatus "
    b"identifier language version",
    "docProps/app.xml": b"Company Manager HyperlinkBase",
    "meta.xml": b"title subject initial-creator description keyword user-defined language",
}
"""The properties that a person fills in, by the members that have properties.

All others tell when, by whom and by which program a document was saved, and what it counted.
"""

_ATTRIBUTE = rb'[\w:]++="[^"<>]*+"'
_OF_SAVING = (
    # in a tag only: text may say the same
    (
        b"w:rsid",
        re.compile(rb"(<w:\w++(?: (?!w:rsid)%b)*+)(?: (?=w:rsid)%b)++" % (_ATTRIBUTE, _ATTRIBUTE)),
    ),
    (b"<w:rsid", re.compile(rb"<w:rsid[^<>]*+>()")),
    (b"</w:rsids", re.compile(rb"</w:rsids>()")),
    (b"<w:proofErr", re.compile(rb"<w:proofErr[^<>]*+>()")),
    (b"<w:lastRenderedPageBreak", re.compile(rb"<w:lastRenderedPageBreak[^<>]*+>()")),
    (
        b'"dcterms:modified"',
        re.compile(rb'<meta property="dcterms:modified"[^<>]*+>[^<]*</meta>()'),
    ),
    (b'"generator"', re.compile(rb'<meta(?=\s[^<>]*name="generator")[^<>]*+>()')),
)
"""What Word, or a program that makes books, writes anew at every save; the group stays."""
_NO_TAGS_IN = re.compile(rb"<!--|<!\[CDATA\[")

_T = TypeVar("_T")


class Shared(dict[bytes, _T]):
    """What was made of members, by their keys: documents of one template share most of theirs."""

    def of(self, key: bytes, make: Callable[[], _T]) -> _T:
        """Return what was made of a member, or make it."""
        found = self.get(key)
        if found is None:
            if len(self) >= _MOST_SHARED:
                self.clear()
            found = self[key] = make()
        return found


_MOST_SHARED, _LARGEST_SHARED = 1_000, _MB
_HASHES: Shared[bytes] = Shared()


def too_large(megabytes: int = LARGEST_MB) -> ReadError:
    """Return the error of a package that unpacks to more than is read."""
    return ReadError(ReasonCode.UNPACKS_TOO_LARGE, str(megabytes))


@dataclass(slots=True)
class _Allowance:
    """What may still be read."""

    left: int  # bytes
    elements: int


class Package:
    """The members of a package by name. Raises ``ReadError`` if there is no whole directory.

    What ``read`` returns of a package has 64 MB at most, all in all, and together with what it
    returns of the package ``outer`` that holds it.
    """

    def __init__(self, data: bytes, outer: "Package | None" = None) -> None:
        self._data = data
        if data.count(_ENTRY) > _MOST_MEMBERS:
            raise too_large()
        if _END not in data:
            raise ReadError(ReasonCode.NO_DIRECTORY)
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                self._members = archive.infolist()
        except (zipfile.BadZipFile, ValueError, NotImplementedError, OverflowError) as error:
            raise damaged(str(error)) from error
        ends = 0
        for member in sorted(self._members, key=lambda one: one.header_offset):
            if member.header_offset < ends:
                raise too_large()  # each would unpack the same bytes again
            ends = member.header_offset + _HEADER_BYTES + member.compress_size
        # some programs write names as Windows does
        self._by_name = {one.filename.replace("\\", "/"): one for one in self._members}
        own = _Allowance(LARGEST_MB * _MB, MOST_ELEMENTS)
        self._allowance: _Allowance = own if outer is None else outer._allowance  # noqa: SLF001 - its class
        self._read: dict[str, bytes] = {}
        self.cut_short: Reason | None = None
        """Why not all was read, as far as that was noted."""

    def __contains__(self, name: str) -> bool:
        return name in self._by_name

    def names(self) -> Collection[str]:
        """Return the names of the members."""
        return self._by_name

    def read(self, name: str) -> bytes:
        """Return a member. Raises ``ReadError``: damaged, encrypted, or too large in all."""
        member = self._by_name.get(name)
        if member is None:
            raise damaged(f"{name} is missing")
        if member.flag_bits & 1:
            raise ReadError(ReasonCode.PASSWORD)
        if member.file_size > self._allowance.left:
            raise too_large()
        found = self._unpacked(member, self._allowance.left)
        self._allowance.left -= len(found)
        self._read[name] = _hashed(found, name)
        return found

    @contextlib.contextmanager
    def noting(self, *, main: bool = False) -> Iterator[None]:
        """Note why a block did not read a part. Raises what concerns the whole file.

        Of a ``main`` part the beginning must be there.
        """
        try:
            yield
        except ReadError as error:
            reason = reason_of(error)
            if reason.code is ReasonCode.DAMAGED and not main:
                reason = Reason(ReasonCode.DAMAGED_INSIDE, reason.values)
            elif reason.code is not ReasonCode.ELEMENT_LIMIT:
                raise
            self.cut_short = reason

    def parse(self, name: str, events: Events) -> None:
        """Hand a member over as events, see ``parse`` and ``read``; elements count in all."""
        self._allowance.elements -= parse(self.read(name), events, self._allowance.elements)

    def shared(self, name: str, made: "Shared[_T]", make: Callable[[bytes], _T]) -> _T:
        """Return what is made of a member, or was made of the same one in another package.

        What is missing is taken for empty.
        """
        member = self._by_name.get(name)
        if member is None:
            return make(b"")
        if member.file_size > _LARGEST_SHARED:
            return make(self.read(name))
        key = content_hash(self._packed_bytes(member))
        return made.of(key, lambda: make(self.read(name)))

    def relations(self, name: str = "") -> Mapping[str, tuple[str, str]]:
        """Return what a member refers to, by identifier: the last word of the kind, and the name.

        Without a name it is what the package itself refers to. What is outside of it is left out.
        """
        folder, _, own = name.rpartition("/")
        path = f"{folder}/_rels/{own}.rels" if folder else f"_rels/{own}.rels"
        if path not in self:
            return {}
        found = {}
        for one in attributes_of(self.read(path), "Relationship"):
            if one.get("TargetMode") != "External" and one.keys() >= {"Id", "Type", "Target"}:
                target = posixpath.normpath(posixpath.join("/", folder, unquote(one["Target"])))
                found[one["Id"]] = (one["Type"].rpartition("/")[2], target.lstrip("/"))
        return found

    def beside(self) -> tuple[str, ...]:
        """Return the name and a hash of each member, of properties of what a person wrote.

        The same members packed in another way have the same hashes. Nothing is known of a package
        with two members of one name: programs differ in which of them they show.
        """
        if len(self._by_name) < len(self._members):
            return ()
        members = [
            one
            for one in self._members
            if not _SAVED.fullmatch(one.filename) and (one.file_size or not one.is_dir())
        ]
        # what does not unpack to much is told by what it holds, all else by its bytes as they are
        whole = sum(one.file_size for one in members) <= LARGEST_MB * _MB
        hashes = ((one.filename, self._hash(one, whole=whole)) for one in members)
        return tuple(sorted(f"{name} {found}" for name, found in hashes if found))

    def _hash(self, member: zipfile.ZipInfo, *, whole: bool) -> str:
        known = self._read.get(member.filename.replace("\\", "/"))
        if known is None:
            try:
                known = self._member_hash(member, whole=whole)
            except ReadError as error:
                known = content_hash(f"{error} {member.CRC}".encode() + self._packed_bytes(member))
        return known.hex()

    def _member_hash(self, member: zipfile.ZipInfo, *, whole: bool) -> bytes:
        packed = content_hash(self._packed_bytes(member))
        if not whole or member.flag_bits & 1:
            return packed
        name = member.filename if member.filename in _WRITTEN else ""
        key = b"%b %d %d %b" % (packed, member.CRC, member.file_size, name.encode())
        return _HASHES.of(key, lambda: _hashed(self._unpacked(member, member.file_size), name))

    def _packed_bytes(self, member: zipfile.ZipInfo) -> bytes:
        """Return the bytes of a member as they stand in the file."""
        at, data = member.header_offset, self._data
        header = data[at : at + _HEADER_BYTES]
        if len(header) < _HEADER_BYTES or not header.startswith(_HEADER):
            return b""
        names = int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little")
        begin = at + _HEADER_BYTES + names
        return data[begin : begin + member.compress_size]

    def _unpacked(self, member: zipfile.ZipInfo, limit: int) -> bytes:
        """Return a whole member of at most ``limit`` bytes. Raises ``ReadError``."""
        packed = self._packed_bytes(member)
        if member.file_size > max(_SMALL_MB * _MB, _MOST_TIMES * len(packed)):
            raise too_large(_SMALL_MB)
        if member.compress_type == _STORED:
            found = packed
        elif member.compress_type == _DEFLATED:
            unpacking = zlib.decompressobj(-zlib.MAX_WBITS)
            try:
                found = unpacking.decompress(packed, min(limit, member.file_size) + 1)
            except zlib.error as error:
                raise damaged(f"{member.filename}: {error}") from error
        else:
            raise damaged(f"{member.filename}: packed by method {member.compress_type}")
        if len(found) > limit:
            raise too_large()
        if len(found) != member.file_size or zlib.crc32(found) != member.CRC:
            raise damaged(f"{member.filename}: its checksum is wrong")
        return found


def _hashed(member: bytes, name: str = "") -> bytes:
    """Return the hash of a member, whenever it was saved; of properties that are empty, nothing."""
    if name in _WRITTEN and b"\0" not in member and not _NO_TAGS_IN.search(member):
        names = _WRITTEN[name].split()
        written = [one for one in _PROPERTY.findall(member) if one[0] in names]
        return content_hash(repr(written).encode()) if written else b""
    found = [pattern for mark, pattern in _OF_SAVING if mark in member]
    if found and not _NO_TAGS_IN.search(member):
        for pattern in found:
            member = pattern.sub(rb"\1", member)
    return content_hash(member)


def main_part(package: Package, default: str) -> str:
    """Return the name of the member that a package of Office is about."""
    kinds: Collection[tuple[str, str]] = package.relations().values()
    return next((name for kind, name in kinds if kind == "officeDocument"), default)

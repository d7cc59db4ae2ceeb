"""ZIP packages of Office, OpenDocument and EPUB, their XML as events, and writing of their text.

What a package unpacks to is bounded. ``zipfile`` reads the directory only: it unpacks a whole
member before it sees that the stated size is a lie. No entity is expanded: neither Office nor
OpenDocument allow them.
"""

import contextlib
import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NoReturn, TypeVar
from urllib.parse import unquote
from xml.parsers import expat

from simcore.formats.plain import LOWERED, RAISED, STRUCK, Writing
from simcore.model.reasons import ReadError, Reason, ReasonCode, damaged, reason_of
from simcore.model.records import DecodedText
from simcore.text.normal_form import content_hash

Attributes = Mapping[str, str]

_CHUNK = 1 << 16
_LONGEST_TAG = 1 << 23
_MOST_NAMES = 20_000
_DEEPEST = 5_000
MOST_ELEMENTS = 3_000_000  # a sheet of a million cells and more, in seconds
ELEMENT_LIMIT = Reason(ReasonCode.ELEMENT_LIMIT, (f"{MOST_ELEMENTS:,}",))

_EDITIONS = "http://schemas.openxmlformats.org/{}/2006/{}", "http://purl.oclc.org/ooxml/{}/{}"
_OFFICE = {
    ("wordprocessingml", "main"): "w", ("drawingml", "main"): "a", ("presentationml", "main"): "p",
    ("spreadsheetml", "main"): "x", ("officeDocument", "math"): "m",
    ("officeDocument", "relationships"): "r",
}  # fmt: skip
_OASIS = "urn:oasis:names:tc:opendocument:xmlns:"
# the prefixes of names here, in both editions of OOXML
_PREFIXES = {
    "http://schemas.openxmlformats.org/markup-compatibility/2006": "mc",
    **{f"{_OASIS}{name}:1.0": name for name in "office text table style presentation".split()},
    f"{_OASIS}drawing:1.0": "draw",
    **{edition.format(*name): prefix for edition in _EDITIONS for name, prefix in _OFFICE.items()},
}
SCRIPTS = {"m:sup": RAISED, "m:sub": LOWERED}  # elements of formulas


class Events:
    """Handlers of elements and text; names have the prefixes of ``_PREFIXES``, or ``?``."""

    def start(self, name: str, attributes: Attributes) -> None:
        """Take the start of an element, whose name is ``w:p``, or ``?:p`` if nobody knows it."""

    def end(self, name: str) -> None:
        """Take the end of an element."""

    def text(self, text: str) -> None:
        """Handle text, which may come in parts."""


class _ShortNames(dict[str, str]):
    def __missing__(self, full: str) -> str:
        space, _, local = full.rpartition(" ")
        self[full] = name = f"{_PREFIXES.get(space, '?')}:{local}" if space else local
        return name


def parse(source: bytes, events: Events, most: int = MOST_ELEMENTS) -> int:
    """Pass a document to ``events``; return the number of its elements, at most ``most``.

    Raises ``ReadError``: damaged if malformed or hostile, or ``ELEMENT_LIMIT`` after so many.
    """
    names, depth, count = _ShortNames(), 0, 0
    start, end = events.start, events.end

    def started(full: str, attributes: dict[str, str]) -> None:
        nonlocal depth, count
        depth += 1
        count += 1
        if depth > _DEEPEST:
            raise damaged("its markup nests too deep")
        if count > most:
            raise ReadError(ELEMENT_LIMIT)
        if attributes:
            attributes = {names[key]: value for key, value in attributes.items()}
        start(names[full], attributes)

    def ended(full: str) -> None:
        nonlocal depth
        depth -= 1
        end(names[full])

    def refuse(*_: object) -> NoReturn:
        raise damaged("it declares entities")

    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.EntityDeclHandler = refuse
    parser.StartElementHandler = started
    parser.EndElementHandler = ended
    parser.CharacterDataHandler = events.text
    try:
        for at in range(0, len(source), _CHUNK):
            parser.Parse(source[at : at + _CHUNK])
            # what expat keeps of a document: its names, and a tag that has not ended
            if len(parser.intern) > _MOST_NAMES or at - parser.CurrentByteIndex > _LONGEST_TAG:
                raise damaged("its markup has more names, or a longer tag, than can be meant")
        parser.Parse(b"", True)  # noqa: FBT003 - it takes no keyword
    except (expat.ExpatError, LookupError, ValueError) as error:
        raise damaged(str(error)) from error
    return count


class _Collected(Events):
    def __init__(self, name: str) -> None:
        self._name = name
        self.found: list[Attributes] = []
        self.words = ""  # of the first element with any
        self._reading = False

    def start(self, name: str, attributes: Attributes) -> None:
        if name.rpartition(":")[2] == self._name:
            self.found.append(attributes)
            self._reading |= not self.words.strip()

    def end(self, name: str) -> None:
        self._reading &= name.rpartition(":")[2] != self._name

    def text(self, text: str) -> None:
        if self._reading:
            self.words += text


def attributes_of(source: bytes, name: str) -> list[Attributes]:
    """Return the attributes of each element of a name, in any namespace. Raises ``ReadError``."""
    collected = _Collected(name)
    parse(source, collected)
    return collected.found


def first_text(source: bytes, name: str) -> str:
    """Return the text of the first non-empty element of a name. Raises ``ReadError``."""
    collected = _Collected(name)
    parse(source, collected)
    return collected.words


def number_in(attributes: Attributes, key: str, default: int = 0) -> int:
    """Return a whole number of up to nine digits, else ``default``."""
    value = attributes.get(key, "")
    return int(value) if value.isdecimal() and len(value) < 10 else default


def is_on(attributes: Attributes, key: str = "w:val") -> bool:
    return attributes.get(key, "1") not in {"0", "false", "off", "none"}


_MB = 1_000_000
LARGEST_MB = 64  # that a package unpacks to, in all
_SMALL_MB, _MOST_TIMES = 4, 100  # beyond both it is a bomb: markup shrinks to a tenth or so
_MOST_MEMBERS = 20_000
_HEADER, _HEADER_BYTES = b"PK\3\4", 30
_ENTRY, _END = b"PK\1\2", b"PK\5\6"
_STORED, _DEFLATED = zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED

# pictures of the document when it was saved
_SAVED = re.compile(r"docProps/thumbnail\.\w+|Thumbnails/thumbnail\.png")
_PROPERTY = re.compile(rb"<(?:\w+:)?([\w-]+)((?:\s[^<>]*+)?)>([^<]*[^<\s][^<]*)</")
# the properties that a person fills in; programs write all others at each save
_WRITTEN = {
    "docProps/core.xml": b"title subject creator description keywords category contentStatus "
    b"identifier language version",
    "docProps/app.xml": b"Company Manager HyperlinkBase",
    "meta.xml": b"title subject initial-creator description keyword user-defined language",
}
_ATTRIBUTE = rb'[\w:]++="[^"<>]*+"'
# what Word, or a program that makes books, writes anew at every save; the group stays
_OF_SAVING = (
    # in tags only: text may contain the same
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
_NO_TAGS_IN = re.compile(rb"<!--|<!\[CDATA\[")

_T = TypeVar("_T")


class Shared(dict[bytes, _T]):
    """Results by the key of a member: documents of one template share most of their members."""

    def of(self, key: bytes, make: Callable[[], _T]) -> _T:
        found = self.get(key)
        if found is None:
            if len(self) >= _MOST_SHARED:
                self.clear()
            found = self[key] = make()
        return found


_MOST_SHARED, _LARGEST_SHARED = 1_000, _MB
_HASHES: Shared[bytes] = Shared()


def too_large(megabytes: int = LARGEST_MB) -> ReadError:
    return ReadError(ReasonCode.UNPACKS_TOO_LARGE, str(megabytes))


@dataclass(slots=True)
class _Allowance:
    left: int  # bytes
    elements: int


class Package:
    """The members of a package by name. Raises ``ReadError`` without a complete directory.

    ``read`` returns 64 MB at most in all, including those of the package ``outer`` that holds it.
    ``cut_short`` is why not everything was read, see ``noting``.
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

    def __contains__(self, name: str) -> bool:
        return name in self._by_name

    def names(self) -> Collection[str]:
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
        """Note why a part, not the beginning of a ``main`` one, was not read."""
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
        """Pass a member to ``events``; the limit of elements is that of the whole package."""
        self._allowance.elements -= parse(self.read(name), events, self._allowance.elements)

    def shared(self, name: str, made: "Shared[_T]", make: Callable[[bytes], _T]) -> _T:
        """Return ``make`` of a member, empty if missing, or what it made of an equal one."""
        member = self._by_name.get(name)
        if member is None:
            return make(b"")
        if member.file_size > _LARGEST_SHARED:
            return make(self.read(name))
        key = content_hash(self._packed_bytes(member))
        return made.of(key, lambda: make(self.read(name)))

    def relations(self, name: str = "") -> Mapping[str, tuple[str, str]]:
        """Return kind and target of each relation of a member, or of the package, by identifier.

        The kind is the last word of its type. External targets are left out.
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
        """Return name and hash of each member, without properties that programs write.

        The hashes do not depend on compression. A package with two members of one name has none:
        programs differ in which of them they show.
        """
        if len(self._by_name) < len(self._members):
            return ()
        members = [
            one
            for one in self._members
            if not _SAVED.fullmatch(one.filename) and (one.file_size or not one.is_dir())
        ]
        # members of large packages are hashed packed
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
        at, data = member.header_offset, self._data
        header = data[at : at + _HEADER_BYTES]
        if len(header) < _HEADER_BYTES or not header.startswith(_HEADER):
            return b""
        names = int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little")
        begin = at + _HEADER_BYTES + names
        return data[begin : begin + member.compress_size]

    def _unpacked(self, member: zipfile.ZipInfo, limit: int) -> bytes:
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
    """Return the hash of a member without traces of saving, empty for no properties."""
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
    kinds: Collection[tuple[str, str]] = package.relations().values()
    return next((name for kind, name in kinds if kind == "officeDocument"), default)


_Step = tuple[str, tuple[str, ...]]

_PAGE = "\f"  # XML has none
_WORDS = re.compile(r"\s+|\S+")
_EDGE = re.compile(r"(?P<end>/?)(?P<mark>sup|sub|del|s|strike) (?P<at>\d{1,9})")
_MARKS = {RAISED: RAISED, LOWERED: LOWERED}  # all others strike out
_WIDEST_GAP = 32  # empty cells in a row
_MOST_REPEATED = 1_000_000  # characters, and ends of cells and rows


@dataclass(frozen=True, slots=True)
class Look:
    """The look of a run; None means that another style decides, ``placed`` is one of the marks."""

    placed: str | None = None
    struck: bool | None = None
    hidden: bool | None = None

    def over(self, other: "Look") -> "Look":
        return Look(
            other.placed if self.placed is None else self.placed,
            other.struck if self.struck is None else self.struck,
            other.hidden if self.hidden is None else self.hidden,
        )

    @property
    def mark(self) -> str:
        return STRUCK if self.struck else self.placed or ""


PLAIN = Look()


def placed_by(shift: str) -> str:
    """Return ``RAISED``, ``LOWERED`` or nothing for a shift in any unit."""
    if not any(map("123456789".__contains__, shift)):
        return ""
    return LOWERED if shift.startswith("-") else RAISED


@dataclass(slots=True)
class _Level:
    steps: list[_Step] = field(default_factory=list)
    after: list[_Step] = field(default_factory=list)  # the paragraph that has not ended yet
    rows: int = 0


class Flow:
    """Writing that moves asides in a paragraph behind it, or to the end of the document."""

    def __init__(self) -> None:
        self._writing = Writing()
        self._levels = [_Level()]
        self._later: dict[str, list[_Step]] = {}
        self._repeats = _MOST_REPEATED
        self._left = LARGEST_MB * 1_000_000
        self.cut_short = False  # whether not all was written that is to be

    def _do(self, step: str, *values: str) -> None:
        if len(self._levels) == 1:
            getattr(self._writing, step)(*values)
        else:
            self._levels[-1].steps.append((step, values))

    def add(self, run: str, mark: str = "") -> None:
        """Add a run of text, see ``Writing``; text beyond the limit is dropped."""
        self._left -= len(run)
        if self._left < 0:
            self.cut_short = True
        else:
            self._do("add", run, mark)

    def end_paragraph(self) -> None:
        self._do("end_paragraph")
        level = self._levels[-1]
        steps, level.after = level.after, []
        for step, values in steps:
            self._do(step, *values)

    def add_document(self, document: DecodedText) -> None:
        edges: dict[int, str] = {}
        for one in document.marks:
            if found := _EDGE.fullmatch(one):
                mark = "" if found["end"] else _MARKS.get(found["mark"], STRUCK)
                edges[int(found["at"])] = mark
        places = iter(sorted(edges))
        following, seen, mark = next(places, -1), 0, ""
        for line in document.text.rstrip("\n").split("\n"):
            for run in _WORDS.findall(line) if following >= 0 else [line]:
                at = 0
                size = 0 if run.isspace() else len(run)
                while following >= 0 and seen <= following < seen + size:
                    self.add(run[at : following - seen], mark)
                    at, mark = following - seen, edges[following]
                    following = next(places, -1)
                self.add(run[at:], mark)
                seen += size
            self.end_paragraph()

    def begin_row(self) -> None:
        self._levels[-1].rows += 1
        self._do("begin_row")

    def end_cell(self) -> None:
        if self._levels[-1].rows:
            self._do("end_cell")

    def end_row(self) -> None:
        if self._levels[-1].rows:
            self._levels[-1].rows -= 1
            self._do("end_row")

    def begin_aside(self) -> None:
        self._levels.append(_Level())

    def end_aside(self, part: str = "") -> None:
        """End an aside. Asides with a ``part`` are written at the end, grouped by part."""
        level = self._levels.pop()
        steps = [*level.steps, *level.after]
        if part:
            self._later.setdefault(part, []).extend(steps)
        else:
            self._levels[-1].after.extend(steps)

    def end_repeated(self, times: int, step: str = "") -> None:
        """End an aside and write it ``times`` times in place, calling ``step`` after each."""
        level = self._levels.pop()
        steps = [*level.steps, *level.after]
        if not any(values and values[0] for _, values in steps):
            times = min(times, _WIDEST_GAP if step else 1)
        elif times > 1:
            size = len(steps) + sum(len(values[0]) for _, values in steps if values)
            most = 1 + self._repeats // size
            self.cut_short |= times > most
            times = min(times, most)
            self._repeats -= (times - 1) * size
        for _ in range(times):
            for name, values in steps:
                self._do(name, *values)
            if step:
                getattr(self, step)()

    def begin_page(self) -> None:
        self.end_paragraph()
        self.end_paragraph()
        self.add(_PAGE)

    def finish(
        self,
        *parts: str,
        cut_short: Reason | None = None,
        beside: tuple[str, ...] = (),
        title: str = "",
    ) -> DecodedText:
        """Return the document, with the asides of ``parts`` at its end in this order."""
        while len(self._levels) > 1:  # only of a document that ended too early
            self.end_aside()
        for steps in (self._levels[0].after, *(self._later.get(part, []) for part in parts)):
            for step, values in steps:
                getattr(self._writing, step)(*values)
        text, pages = self._writing.text, []
        if _PAGE in text:
            before, *slides = text.split(_PAGE)
            line = before.count("\n")
            for slide in slides:
                pages.append(line)
                line += slide.count("\n")
            text = text.replace(_PAGE, "")
        if self.cut_short and not cut_short:
            cut_short = Reason(ReasonCode.TEXT_LIMIT, (str(LARGEST_MB),))
        return DecodedText(
            text,
            "",
            lossy=False,
            cut_short=cut_short,
            marks=self._writing.marks,
            beside=beside,
            pages=tuple(pages),
            title=title,
        )

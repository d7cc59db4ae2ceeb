"""E-mails and web archives (MHTML): the subject and the visible text of the parts.

Of alternatives the plain text is taken, of a web archive the page. Attachments, names and dates are
left out. The parts are split here: the standard library's parser takes a multiple of the file as
memory, and recurses for parts within parts.
"""

import binascii
import codecs
import quopri
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.errors import MessageError
from email.header import decode_header
from email.message import Message
from email.parser import BytesHeaderParser

from simcore.formats.html import read_page
from simcore.model.reasons import ReadError, Reason, ReasonCode, damaged
from simcore.model.records import DecodedText, clean_title
from simcore.text.decoding import decode

_DEEPEST, _MOST_PARTS, _LONGEST_HEADERS = 12, 2_000, 1 << 18
_WITH_PARAMETERS, _LONGEST_PARAMETERS = ("Content-Type", "Content-Disposition"), 4_096
_TEXT_LIMIT = 64_000_000
_HEADERS_END = re.compile(rb"\r?\n[ \t]*\r?\n|\r\r")
_FROM_LINE = re.compile(rb"\s*From [^\n]*\n")
_ESCAPED = re.compile("[\udc80-\udcff]")
_SEVEN_BIT = re.compile(r"iso-?2022|hz|utf-?7|utf-?16|utf-?32")
_READ_AS = dict(  # labels that are too narrow for what they are given to
    one.split(":")
    for one in "gb2312:gb18030 gbk:gb18030 big5:big5hkscs ascii:cp1252 iso8859-1:cp1252 "
    "euc_kr:cp949 shift_jis:cp932".split()
)


@dataclass(slots=True)
class _Found:
    archive: bool = False
    texts: list[str] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    lossy: bool = False
    cut_short: Reason | None = None
    title: str = ""
    parts: int = 0
    characters: int = 0

    def add(self, text: str) -> None:
        if text.strip():
            self.texts.append(text.strip("\n"))
            self.characters += len(text)


def read(data: bytes, _encoding: str | None) -> DecodedText:
    start = _FROM_LINE.match(data)
    data = data[start.end() if start else 0 :].removeprefix(codecs.BOM_UTF8).lstrip()
    headers, body = _split(data)
    if data and not headers.keys():
        raise damaged("MIME")
    found = _Found()
    # a browser that saves a page has nobody to send it to
    found.archive = not any(map(headers.__contains__, ("To", "Cc", "Message-ID", "Received")))
    found.archive &= headers.get_content_type() in {"multipart/related", "text/html"}
    _message(headers, body, found, 0)
    text = "\n\n".join(found.texts)
    return DecodedText(
        f"{text}\n" if text else "",
        "utf-8",
        lossy=found.lossy,
        cut_short=found.cut_short,
        marks=tuple(found.marks),
        title=found.title,
    )


def _split(data: bytes) -> tuple[Message, bytes]:
    if data[:1] in {b"\n", b"\r"}:
        return Message(), data.lstrip(b"\r").removeprefix(b"\n")
    end = _HEADERS_END.search(data, 0, _LONGEST_HEADERS)
    head, rest = (data[: end.start()], data[end.end() :]) if end else (data[:_LONGEST_HEADERS], b"")
    headers = BytesHeaderParser().parsebytes(head)
    for name in _WITH_PARAMETERS:
        said = str(headers.get(name, ""))  # bytes that are not ASCII make it another object
        if len(said) > _LONGEST_PARAMETERS:
            del headers[name]  # whose parts are sorted by trying each with each
            headers[name] = said[:_LONGEST_PARAMETERS].replace("\r", "").replace("\n", "")
    return headers, rest


def _message(headers: Message, body: bytes, found: _Found, depth: int) -> None:
    if not found.archive:
        subject = _subject(headers, found)
        found.title = found.title or clean_title(subject)
        found.add(subject)
    _part(headers, body, found, depth)


def _part(headers: Message, body: bytes, found: _Found, depth: int) -> None:
    kind = headers.get_content_type()
    found.parts += 1
    if depth > _DEEPEST or found.parts > _MOST_PARTS or found.characters > _TEXT_LIMIT:
        found.cut_short = Reason(ReasonCode.DAMAGED_INSIDE, (kind,))
        return
    if kind == "message/rfc822":
        _message(*_split(_unpacked(headers, body)), found, depth + 1)
    elif kind.startswith("multipart/"):
        _parts(headers, body, found, depth)
    elif headers.get_content_disposition() == "attachment":
        return
    elif kind == "text/html":
        # the page names an encoding itself where the part does not
        page = read_page(_decoded(_unpacked(headers, body), _charset(headers), found))
        found.cut_short = found.cut_short or page.cut_short
        found.marks += page.marks
        found.title = found.title or page.title
        found.add(page.text)
    elif kind == "text/plain":
        found.add(_decoded(_unpacked(headers, body), _charset(headers), found).text)


def _parts(headers: Message, body: bytes, found: _Found, depth: int) -> None:
    boundary = headers.get_boundary()
    if not boundary:
        found.cut_short = Reason(ReasonCode.DAMAGED_INSIDE, (headers.get_content_type(),))
        return
    parts = [_split(part) for part in _between(body, boundary.encode("ascii", "replace"), found)]
    kind = headers.get_content_subtype()
    if kind == "alternative":
        first = "text/html" if found.archive else "text/plain"
        shown = [one for one in parts if one[0].get_content_maintype() in {"text", "multipart"}]
        parts = [one for one in parts if one[0].get_content_type() == first][:1] or shown[:1]
    elif kind in {"related", "signed"}:
        root = headers.get_param("start")
        named = [one for one in parts if root and one[0].get("Content-ID") == root]
        parts = (named or parts)[:1]
    elif kind == "digest":
        for one, _ in parts:
            one.set_default_type("message/rfc822")
    for one, inside in parts:
        _part(one, inside, found, depth + 1)


def _between(body: bytes, boundary: bytes, found: _Found) -> Iterator[bytes]:
    """Yield the parts between the boundaries (RFC 2046, section 5.1.1)."""
    line = re.compile(rb"(?:\A|\r?\n)--" + re.escape(boundary) + rb"(--)?[ \t]*(?=\r?\n|\Z)")
    start = -1
    for number, mark in enumerate(line.finditer(body)):
        if start >= 0:
            yield body[start : mark.start()]
        start = mark.end()
        if mark[1] or number > _MOST_PARTS:
            return
        # the line end belongs to the boundary; an empty line behind it ends the headers
        start += 2 if body.startswith(b"\r\n", start) else 1
    found.cut_short = Reason(ReasonCode.DAMAGED_INSIDE, ("MIME",))
    if start >= 0:
        yield body[start:]


def _unpacked(headers: Message, body: bytes) -> bytes:
    match str(headers.get("Content-Transfer-Encoding", "")).strip().lower():
        case "quoted-printable":
            return quopri.decodestring(body)
        case "base64":
            letters = re.sub(rb"[^A-Za-z0-9+/]+", b"", body.partition(b"=")[0])
            letters = letters[: len(letters) - (len(letters) % 4 == 1)]
            return binascii.a2b_base64(letters + b"=" * (-len(letters) % 4))
        case _:
            return body


def _charset(headers: Message) -> str:
    try:
        return headers.get_content_charset("")
    except (ValueError, LookupError, MessageError):
        return ""


def _decoded(data: bytes, label: str, found: _Found) -> DecodedText:
    """Decode a part; its label is only a hint, since many are wrong or too narrow."""
    try:
        name = codecs.lookup(label).name if label else ""
    except (LookupError, ValueError):
        name = ""
    tried = [name] if _SEVEN_BIT.match(name) else ["utf-8", _READ_AS.get(name, name)]
    for encoding in filter(None, tried):
        try:
            return DecodedText(data.decode(encoding), encoding, lossy=False)
        except (ValueError, LookupError):
            continue
    try:
        decoded = decode(data)
    except ReadError:
        text = data.decode(_READ_AS.get(name, "utf-8"), "replace")
        decoded = DecodedText(text, "utf-8", lossy=True)
    found.lossy |= decoded.lossy
    return decoded


def _subject(headers: Message, found: _Found) -> str:
    raw = next((value for key, value in headers.raw_items() if key.lower() == "subject"), "")
    raw = re.sub(r"[\r\n]+", "", str(raw))
    if _ESCAPED.search(raw):
        return _decoded(raw.encode("ascii", "surrogateescape"), _charset(headers), found).text
    try:
        parts = decode_header(raw)
    except (MessageError, ValueError):
        return raw
    return "".join(
        one if isinstance(one, str) else _decoded(one, label or "", found).text
        for one, label in parts
    )

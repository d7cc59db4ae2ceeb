"""Bytes to text: byte order mark, escape sequences, strict UTF-8, then a detected encoding.

The order follows from measurements: a mark and strict UTF-8 are never wrong and cost nothing;
ISO-2022 and the like are valid UTF-8 and come before it. An encoding that is detected from a sample
is accepted only if the whole document decodes. See ``simcore.text.detection``.
"""

import codecs
import re
from collections.abc import Sequence
from dataclasses import replace

from simcore.model.reasons import ReadError, ReasonCode
from simcore.model.records import DecodedText

_MARKS = (
    # UTF-32 first: its little-endian mark begins with that of UTF-16
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_ANY_MARK = tuple(mark for mark, _ in _MARKS)

_SAMPLE_BYTES = 64 * 1024
_HEAD_BYTES = 1024
_GREATEST_LOSS = 0.05
_AT_ONCE = 1 << 20
_GREATEST_CONTROL_SHARE = 0.02

_SEVEN_BIT = re.compile(rb"\x1b\$|~\{[!-w]|\+[A-Za-z0-9+/]{3}")
_ISO_2022 = ("iso2022_kr", "iso2022_jp", "iso2022_jp_2", "iso2022_jp_2004", "iso2022_jp_ext")
_SUPERSETS = dict(
    one.split(":")
    for one in "iso8859-1:cp1252 iso8859-6:cp1256 iso8859-7:cp1253 iso8859-8:cp1255 "
    "iso8859-9:cp1254 iso8859-13:cp1257 tis-620:cp874 euc_kr:cp949 shift_jis_2004:cp932".split()
)
_NOT_LATIN = re.compile(r"[^\x00-\u024f\u2000-\u2bff]")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_LEAST_NOT_LATIN = 5
_LEAST_IN_UTF7 = 20
_C1_CONTROL = re.compile(r"[\x80-\x84\x86-\x9f]")

# the look-behind anchors them at the start of a word or line: tried at each byte, a long line of
# base64 would take minutes
_FOREIGN_WORD = re.compile(rb"(?<![^\n ])[^\n ]*[\x80-\xff][^\n ]*\s?")
_FOREIGN_LINE = re.compile(rb"(?<![^\n])[^\n]*[\x80-\xff][^\n]*\n?")
_C0 = *range(0x09), *range(0x0E, 0x1B), *range(0x1C, 0x20), 0x7F
_C1_IN_UTF8 = 0xC2  # begins some other characters, too
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f-\x84\x86-\x9f]")


def decode(data: bytes) -> DecodedText:
    """Decode the bytes of a document with a detected encoding.

    ``lossy`` is set if a few bytes do not fit and became U+FFFD. ``guessed`` is set if another text
    is nearly as likely, never for UTF-8 nor after a byte order mark. Raises ``ReadError`` if the
    bytes are not text or no encoding fits.

    >>> decode("短文档：合同第一条".encode("gb18030")).encoding
    'gb18030'
    """
    if data.startswith(_ANY_MARK):
        mark, encoding = next(one for one in _MARKS if data.startswith(one[0]))
        return replace(_checked(_fitting(data[len(mark) :], encoding)), signed=True)
    if b"\0" not in data:
        # each byte alone is found many times faster than by an expression for all
        signs = data.isascii() and (b"+" in data or b"~" in data or b"\x1b" in data)
        if signs and _SEVEN_BIT.search(data):
            escaped = _seven_bit(data)
            if escaped is not None:
                return escaped
        try:
            decoded = DecodedText(data.decode("utf-8"), "utf-8", lossy=False)
        except UnicodeDecodeError:
            damaged = _damaged_utf8(data)
            if damaged is not None:
                return _checked(damaged)
        else:
            plain = _C1_IN_UTF8 not in data and not any(map(data.__contains__, _C0))
            return decoded if plain else _checked(decoded)
    return _checked(_detected(data))


def decode_in(data: bytes, encoding: str | None) -> DecodedText:
    """Decode with an encoding as ``decode_as`` does, or with a detected one for None."""
    return decode(data) if encoding is None else decode_as(data, encoding)


def decode_as(data: bytes, encoding: str) -> DecodedText:
    """Decode with an encoding that an earlier ``decode`` found or the user chose.

    Bytes that do not fit become U+FFFD, however many; a byte order mark of that encoding is
    removed. Raises ``ReadError`` for an unknown encoding, and if nothing fits.
    """
    before = [mark for mark, marked in _MARKS if marked == encoding and data.startswith(mark)]
    data = data[len(before[0]) :] if before else data
    try:
        return replace(_fitting(data, encoding, most=1), signed=bool(before))
    except LookupError:
        raise ReadError(ReasonCode.UNKNOWN_ENCODING, encoding) from None
    except UnicodeError:  # some of Python's, such as idna, cannot replace what does not fit
        raise ReadError(ReasonCode.NOT_IN_ENCODING, encoding) from None


def _fitting(data: bytes, encoding: str, most: float = _GREATEST_LOSS) -> DecodedText:
    """Decode if at most ``most`` of the characters are lost. Raises ``ReadError``."""
    try:
        return DecodedText(data.decode(encoding), encoding, lossy=False)
    except UnicodeDecodeError:
        text = data.decode(encoding, errors="replace")
        if text.count("\ufffd") > max(1, len(text) * most):
            raise ReadError(ReasonCode.NOT_IN_ENCODING, encoding) from None
        return DecodedText(text, encoding, lossy=True)


def _damaged_utf8(data: bytes) -> DecodedText | None:
    text = data.decode("utf-8", errors="replace")
    lost = text.count("\ufffd")
    foreign = len(text) - sum(map(str.isascii, text)) - lost
    return DecodedText(text, "utf-8", lossy=True) if lost * 20 <= foreign else None


def _sample(data: bytes, pattern: re.Pattern[bytes]) -> bytes:
    pieces: list[bytes] = []
    size = 0
    for match in pattern.finditer(data):
        pieces.append(match.group()[:_SAMPLE_BYTES])
        size += len(pieces[-1])
        if size >= _SAMPLE_BYTES:
            break
    return b"".join(pieces)


def _seven_bit(data: bytes) -> DecodedText | None:
    """Decode ISO-2022, HZ or UTF-7; None for plain ASCII.

    Escape sequences make ISO-2022 unmistakable. HZ and UTF-7 consist of printable characters, which
    programs and telephone numbers contain, too: HZ must give Chinese words, UTF-7 must look like
    text.
    """
    from simcore.text.detection import begins_chinese, guess  # noqa: PLC0415 - for few texts

    encodings: tuple[str, ...] = ()
    if b"\x1b$" in data:
        encodings = _ISO_2022[:1] if b"\x1b$)C" in data else _ISO_2022[1:]
    elif b"~{" in data:
        encodings = ("hz",) if begins_chinese(data[data.index(b"~{") :], "hz") else ()
    else:
        encodings = ("utf-7",)
    for encoding in encodings:
        decoded = _strictly(data, encoding)
        if decoded is not None and not decoded.text.isascii():
            if encoding != "utf-7":
                return decoded
            # asked last: it takes a hundred times as long
            return _as_utf7(decoded) if guess(data[:_SAMPLE_BYTES]) == encoding else None
    return None


def _as_utf7(decoded: DecodedText) -> DecodedText | None:
    """Accept Latin letters, or many of other scripts: a few may as well be plain ASCII."""
    foreign = _NOT_ASCII.findall(decoded.text)
    other = set(_NOT_LATIN.findall(decoded.text))
    if other and len(other) < _LEAST_NOT_LATIN:
        return None
    return replace(decoded, guessed=len(foreign) < _LEAST_IN_UTF7)


def _detected(data: bytes) -> DecodedText:
    from simcore.text import detection  # noqa: PLC0415 - as above

    if b"\0" in data:
        # UTF-16 or UTF-32 without a mark, or binary: alignment matters, so take no pieces
        wide = detection.wide_guess(data[:_SAMPLE_BYTES])
        if wide is None:
            raise ReadError(ReasonCode.IS_BINARY)
        return _fitting(data, wide)
    words = _sample(data, _FOREIGN_WORD)
    modern = detection.modern_guess(words)
    is_chinese = modern in detection.CHINESE and detection.begins_chinese(words, modern)
    chinese = modern if is_chinese else detection.chinese_reading(words)
    decoded = None if chinese is None else _nearly(data, [chinese])
    if decoded is not None:
        return decoded
    # single-byte encodings differ by language, so whole lines are better samples
    declared = detection.declared_in(data[:_HEAD_BYTES])
    encodings, unsure = detection.ranked(_sample(data, _FOREIGN_LINE), words, declared)
    for encoding in encodings:
        decoded = _whole(data, encoding)
        if decoded is not None:
            return replace(decoded, guessed=unsure)
    decoded = _nearly(data, encodings if modern is None else [*encodings, modern])
    if decoded is None:
        raise ReadError(ReasonCode.NO_KNOWN_ENCODING)
    return replace(decoded, guessed=True)


def _nearly(data: bytes, encodings: Sequence[str]) -> DecodedText | None:
    for encoding in encodings:
        try:
            return _fitting(data, encoding)
        except ReadError:
            continue
    return None


def _whole(data: bytes, encoding: str) -> DecodedText | None:
    """Decode if all bytes fit the encoding or its superset; None if not.

    The superset is preferred if it changes nothing but controls: systems use it under either name.
    """
    narrow = _strictly(data, encoding)
    wide = _strictly(data, _SUPERSETS[encoding]) if encoding in _SUPERSETS else None
    if narrow is None or wide is None:
        return narrow or wide
    same = narrow.text == wide.text or _C1_CONTROL.search(narrow.text)
    return wide if same else narrow


def _strictly(data: bytes, encoding: str) -> DecodedText | None:
    try:
        return DecodedText(data.decode(encoding), encoding, lossy=False)
    except UnicodeDecodeError:
        return None


def _checked(decoded: DecodedText) -> DecodedText:
    # in parts: a call of the library holds the GIL
    controls = sum(
        len(_CONTROL.findall(decoded.text, start, start + _AT_ONCE))
        for start in range(0, len(decoded.text), _AT_ONCE)
    )
    if controls > max(1, len(decoded.text) * _GREATEST_CONTROL_SHARE):
        raise ReadError(ReasonCode.IS_BINARY)
    return decoded

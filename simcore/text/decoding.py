"""Bytes to text: byte order mark, strict UTF-8, then chardet on a sample, then the whole.

The order follows from measurements on Chinese documents: a mark and strict UTF-8 are never wrong
and cost nothing; chardet is right on all but a few documents in ten thousand if its sample is taken
from the words that are not ASCII; its answer is accepted only if the whole document decodes.
"""

import codecs
import re

from simcore.model.errors import ReadError
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason
from simcore.model.records import DecodedText
from simcore.text.segmentation import segmenter

_MARKS = (
    # UTF-32 first: its little-endian mark begins with that of UTF-16
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

_SAMPLE_BYTES = 64 * 1024
_GREATEST_LOSS = 0.05
_AT_ONCE = 1 << 20
_GREATEST_CONTROL_SHARE = 0.02

# the look-behind anchors them at the start of a word or line: tried at each byte, a long line of
# base64 would take minutes
_FOREIGN_WORD = re.compile(rb"(?<![^\n ])[^\n ]*[\x80-\xff][^\n ]*\s?")
_FOREIGN_LINE = re.compile(rb"(?<![^\n])[^\n]*[\x80-\xff][^\n]*\n?")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f-\x84\x86-\x9f]")
_HAN = re.compile(r"[\u3400-\u9fff]")
_LEAST_IN_WORDS = 0.2
_CHINESE = ("gb18030", "big5hkscs")
_DOUBLE_BYTE = frozenset({*_CHINESE, "cp949", "cp932", "euc_jis_2004", "johab"})


def decode(data: bytes) -> DecodedText:
    """Decode the bytes of a document with a detected encoding.

    ``lossy`` is set if the encoding fits all but a few bytes, which became U+FFFD. Raises
    ``ReadError`` if the bytes are not text or no encoding fits.

    >>> decode("短文档：合同第一条".encode("gb18030")).encoding
    'gb18030'
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _checked(_fitting(data[len(mark) :], encoding))
    if b"\0" not in data:
        try:
            return _checked(DecodedText(data.decode("utf-8"), "utf-8", lossy=False))
        except UnicodeDecodeError:
            damaged = _damaged_utf8(data)
            if damaged is not None:
                return _checked(damaged)
    return _checked(_detected(data))


def decode_as(data: bytes, encoding: str) -> DecodedText:
    """Decode with an encoding that an earlier ``decode`` found or the user chose.

    Bytes that do not fit become U+FFFD, however many; a byte order mark of that encoding is not
    part of the text. Raises ``ReadError`` for an unknown encoding.

    >>> decode_as("合同".encode("gb18030"), "windows-1251").text
    'єПН¬'
    """
    for mark, marked in _MARKS:
        if marked == encoding and data.startswith(mark):
            data = data[len(mark) :]
            break
    try:
        return DecodedText(data.decode(encoding), encoding, lossy=False)
    except UnicodeDecodeError:
        return DecodedText(data.decode(encoding, errors="replace"), encoding, lossy=True)
    except LookupError:
        raise ReadError(Reason(ReasonCode.UNKNOWN_ENCODING, (encoding,))) from None


def _fitting(data: bytes, encoding: str) -> DecodedText:
    """Decode if nearly all bytes fit. Raises ``ReadError``."""
    try:
        return DecodedText(data.decode(encoding), encoding, lossy=False)
    except UnicodeDecodeError:
        text = data.decode(encoding, errors="replace")
        if text.count("\ufffd") > max(1, len(text) * _GREATEST_LOSS):
            raise ReadError(Reason(ReasonCode.NOT_IN_ENCODING, (encoding,))) from None
        return DecodedText(text, encoding, lossy=True)


def _damaged_utf8(data: bytes) -> DecodedText | None:
    """Accept UTF-8 with a few invalid bytes; text in another encoding has many of them."""
    text = data.decode("utf-8", errors="replace")
    lost = text.count("\ufffd")
    foreign = len(text) - sum(map(str.isascii, text)) - lost
    return DecodedText(text, "utf-8", lossy=True) if lost * 20 <= foreign else None


def _sample(data: bytes, pattern: re.Pattern[bytes]) -> bytes:
    """Collect the pieces that distinguish encodings, up to the size of a sample."""
    pieces: list[bytes] = []
    size = 0
    for match in pattern.finditer(data):
        pieces.append(match.group()[:_SAMPLE_BYTES])
        size += len(pieces[-1])
        if size >= _SAMPLE_BYTES:
            break
    return b"".join(pieces)


def _guess(sample: bytes, *, every: bool = False) -> str | None:
    """Ask chardet; None if it takes the sample for binary, or nothing fits.

    Considers the encodings of the modern web, or with ``every`` all that it knows.
    """
    import chardet  # noqa: PLC0415 - most documents are UTF-8
    from chardet.enums import EncodingEra  # noqa: PLC0415 - as above

    found = chardet.detect(
        sample,
        encoding_era=EncodingEra.ALL if every else EncodingEra.MODERN_WEB,
        prefer_superset=True,
        compat_names=False,
        no_match_encoding="utf-8",  # already ruled out, so it stands for none
    )["encoding"]
    return None if found == "utf-8" else found


def _detected(data: bytes) -> DecodedText:
    if b"\0" in data:
        # UTF-16 or UTF-32 without a mark, or binary: alignment matters, so take no pieces
        encoding = _guess(data[:_SAMPLE_BYTES], every=True)
        if encoding is None or not encoding.startswith(("utf-16", "utf-32")):
            raise ReadError(ReasonCode.IS_BINARY)
        return _fitting(data, encoding)
    words = _sample(data, _FOREIGN_WORD)
    candidates = [_guess(words)]
    if candidates[0] not in _CHINESE:
        candidates[:0] = _chinese_reading(words)
    if candidates[0] not in _DOUBLE_BYTE:
        # single-byte encodings differ by language, so whole lines are better samples
        lines = _sample(data, _FOREIGN_LINE)
        candidates[:0] = [_guess(lines)]
        candidates.append(_guess(lines, every=True))
    for encoding in candidates:
        if encoding is not None:
            try:
                return _fitting(data, encoding)
            except ReadError:
                continue
    raise ReadError(ReasonCode.NO_KNOWN_ENCODING)


def _chinese_reading(sample: bytes) -> list[str]:
    """Return the Chinese encoding in which a sample has dictionary words, if there is one.

    chardet rejects an encoding for one invalid byte, and a few characters are valid in several
    encodings. In the right one, at least a quarter of the characters of Chinese prose belong to
    dictionary words of two or more characters; in a wrong one, or in text of another language,
    hardly any do.
    """
    best, encoding = _LEAST_IN_WORDS, []
    for candidate in _CHINESE:
        text = sample.decode(candidate, errors="replace")
        han = len(_HAN.findall(text))
        cut = segmenter()(text)
        in_words = sum(len(word) for word in cut if len(word) > 1 and _HAN.match(word))
        if text.count("\ufffd") <= han * _GREATEST_LOSS + 1 and in_words > best * han:
            best, encoding = in_words / han, [candidate]
    return encoding


def _checked(decoded: DecodedText) -> DecodedText:
    """Reject binary data that decodes: it has many control characters."""
    # in parts: a call of the library holds the GIL
    controls = sum(
        len(_CONTROL.findall(decoded.text, start, start + _AT_ONCE))
        for start in range(0, len(decoded.text), _AT_ONCE)
    )
    if controls > max(1, len(decoded.text) * _GREATEST_CONTROL_SHARE):
        raise ReadError(ReasonCode.IS_BINARY)
    return decoded

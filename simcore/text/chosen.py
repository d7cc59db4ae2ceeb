"""Reading bytes in an encoding that a person chose for them, whatever their name.

A choice may come from a file of somebody else: only encodings of text are taken, and only those
that fit.
"""

import codecs
import re
from collections.abc import Mapping
from typing import Protocol

from simcore.model.errors import ReadError
from simcore.model.formats import Format
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason
from simcore.model.records import DecodedText
from simcore.text.formats import read_as, read_document

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,63}")
_GREATEST_LOSS = 0.05
_MOST_ASCII = 0.9
_PLAIN = bytes(range(0x20, 0x7F)) + b"\t\n\r"
# Python's own notations, and what depends on the machine
_NO_ENCODINGS = frozenset(
    {"idna", "punycode", "undefined", "unicode-escape", "raw-unicode-escape", "mbcs", "oem"}
)


def is_encoding(name: str) -> bool:
    """Return whether bytes can be read as text in an encoding of this name.

    >>> is_encoding("gb18030"), is_encoding("zlib"), is_encoding("no such")
    (True, False, False)
    """
    if not _NAME.fullmatch(name):  # Python accepts about any spelling
        return False
    try:
        b"a".decode(name, errors="replace")  # raises for what does not make text of bytes
        return codecs.lookup(name).name not in _NO_ENCODINGS
    except (LookupError, ValueError):
        return False


def read_as_chosen(name: str, data: bytes, encoding: str) -> DecodedText:
    """Return the text of a document in a chosen encoding, as ``read_document`` does.

    A few bytes that do not fit become U+FFFD. Raises ``ReadError`` where there are many for the
    characters beyond ASCII, or for pairs of ASCII that would be wide characters, and for an unknown
    encoding.
    """
    if not is_encoding(encoding):
        raise ReadError(ReasonCode.UNKNOWN_ENCODING, encoding)
    decoded = read_document(name, data, encoding)
    wide = decoded.encoding.lower().replace("_", "-").startswith(("utf-16", "utf-32"))
    # any two characters of ASCII make a Chinese one; of UTF-16 less than half is ASCII without NUL
    in_pairs = wide and len(data.translate(None, _PLAIN)) < (1 - _MOST_ASCII) * len(data)
    if in_pairs or _is_too_lossy(decoded):
        raise ReadError(ReasonCode.NOT_IN_CHOSEN_ENCODING, encoding)
    return decoded


def _is_too_lossy(decoded: DecodedText) -> bool:
    if not decoded.lossy:
        return False
    lost = decoded.text.count("\ufffd")
    # ASCII fits nearly every encoding, and says nothing for this one
    beyond = sum(not character.isascii() for character in decoded.text)
    return lost == beyond > 0 or lost > max(1, beyond * _GREATEST_LOSS)


class Kept(Protocol):
    """Texts that were extracted before; see ``simcore.store.kept_texts``."""

    def of(self, content: bytes, encoding: str) -> DecodedText | None:
        """Return the text of bytes with this hash as a document of a format, if it is kept."""


def read_by_choice(
    of: Format | None,
    name: str,
    data: bytes,
    content: bytes,
    encodings: Mapping[bytes, str],
    kept: Kept | None = None,
) -> tuple[DecodedText, bool, Reason | None]:
    """Read a document in the encoding that is chosen for its bytes, or else found.

    ``of`` is its format, ``content`` the hash of the bytes, and ``encodings`` maps such hashes to
    choices. A format without an encoding is not parsed where its text is ``kept``. Return the text,
    whether it is that of a choice, and why a choice was not used. Raises ``ReadError``.
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

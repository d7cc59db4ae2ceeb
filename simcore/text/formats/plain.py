"""Plain text and source code: what most documents are, and what a format of text begins with."""

from simcore.model.records import DecodedText
from simcore.text.decoding import decode, decode_as


def read(data: bytes, encoding: str | None) -> DecodedText:
    """Decode a document, see ``simcore.text.formats.read_document``. Raises ``ReadError``."""
    return decode(data) if encoding is None else decode_as(data, encoding)

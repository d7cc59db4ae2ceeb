"""Plain text and source code, and the decoding step of other text formats."""

from simcore.model.records import DecodedText
from simcore.text.decoding import decode, decode_as


def read(data: bytes, encoding: str | None) -> DecodedText:
    """Decode a document, see ``simcore.text.formats.read_document``. Raises ``ReadError``."""
    return decode(data) if encoding is None else decode_as(data, encoding)

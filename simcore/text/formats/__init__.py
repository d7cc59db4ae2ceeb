"""The text of a file's bytes: one reader a format, chosen before any decoding.

To add a format, write a module here, or in a room below, with a function ``read``, which takes the
bytes and an encoding and imports its parser when it is called, and add a line to
``simcore.model.formats``. A format that has its own encoding ignores the parameter. What a reader
sees beside the words goes to ``beside``; a module that leaves it empty says that nothing is known
of it, so that no two files but identical ones are the same text. What a module may rely on is in
``writing``.

Exports: read_document, read_as.

May import: model, text.
"""

import importlib
from collections.abc import Callable
from dataclasses import replace

from simcore.model import formats
from simcore.model.errors import ReadError
from simcore.model.reason_codes import ReasonCode
from simcore.model.records import DecodedText
from simcore.text.decoding import decode_in
from simcore.text.formats.titles import markdown_title, restructured_title
from simcore.text.formats.writing import without_halves
from simcore.text.hashing import content_hash

Reader = Callable[[bytes, str | None], DecodedText]
_TITLES = {formats.Markup.MARKDOWN: markdown_title, formats.Markup.RESTRUCTURED: restructured_title}


def read_document(name: str, data: bytes, encoding: str | None = None) -> DecodedText:
    r"""Return the text of a document, read by the format that its bytes and its ``name`` tell.

    ``encoding`` is that of an earlier read of the same bytes, or one chosen by the user:
    any bytes decode then. None detects it. Raises ``ReadError`` if the bytes are not text, or the
    format cannot be parsed at all, is protected or is damaged.

    >>> read_document("page.HTML", b"<p>Two<br>lines</p><script>no()</script>").text
    'Two\nlines'
    >>> read_document("notes.txt", "合同".encode("gb18030"), "windows-1251").text
    'єПН¬'
    """
    return read_as(formats.format_of(name, data), name, data, encoding)


def read_as(
    of: formats.Format | None, name: str, data: bytes, encoding: str | None = None
) -> DecodedText:
    """Return the text of a document of a format, None for plain text, as ``read_document`` does."""
    try:
        decoded = _read(of, name, data, encoding)
    except ReadError as error:
        title = formats.unread_title(name)
        if title is None:
            raise
        raise ReadError(ReasonCode.NO_READER, title) from error
    if decoded.encoding == "utf-8" and not decoded.beside:
        return decoded  # plain text, whose encoding has no halves of characters
    # no text can be written down with these, which some formats say
    whole = without_halves(decoded.text)
    return decoded if whole is decoded.text else replace(decoded, text=whole, lossy=True)


def _read(of: formats.Format | None, name: str, data: bytes, encoding: str | None) -> DecodedText:
    if encoding is not None and formats.format_named(encoding):
        encoding = None  # these bytes were read as a format that has no encoding
    if of is not None:
        # imported when it is first needed
        read: Reader = importlib.import_module(f"{__name__}.{of.reader}").read
        decoded = read(data, encoding)
        # what its reader does not tell counts as different
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
    markup = formats.markup_of(name)
    return (
        replace(decoded, markup=markup, title=_TITLES[markup](decoded.text)) if markup else decoded
    )

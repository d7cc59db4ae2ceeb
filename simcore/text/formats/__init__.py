"""One public way from a file's bytes to its text: a reader a format, found before any decoding.

To add a format, write a module here with a function of bytes and an encoding, which imports its
parser when it is first called, and name it in ``FORMATS``. A new or changed text for bytes that
were read before needs another ``simcore.text.reading.READER_VERSION``.

Exports: read_document.

May import: model, and of its own room decoding.
"""

from collections.abc import Callable
from dataclasses import dataclass

from simcore.model.records import DecodedText
from simcore.text.formats.html import read_html
from simcore.text.formats.plain import read_plain


@dataclass(frozen=True, slots=True)
class Format:
    """A reader, and the documents that it is for.

    These begin with one of the ``leading`` bytes, if there are any, and their names end in one of
    the ``suffixes``, in small letters, if there are any. ``read`` takes the bytes and the encoding,
    see ``read_document``; a format that has its own ignores the latter and names itself instead.
    """

    read: Callable[[bytes, str | None], DecodedText]
    leading: tuple[bytes, ...] = ()
    suffixes: tuple[str, ...] = ()

    def reads(self, name: str, data: bytes) -> bool:
        """Tell whether a document is of this format."""
        return (not self.leading or data.startswith(self.leading)) and (
            not self.suffixes or name.lower().endswith(self.suffixes)
        )


FORMATS = (
    Format(read_html, suffixes=(".html", ".htm", ".xhtml")),
    Format(read_plain),
)
"""The first that fits reads a document: those with leading bytes stand first, plain text last."""


def read_document(name: str, data: bytes, encoding: str | None = None) -> DecodedText:
    r"""Give the text of a document, by the bytes it begins with and the suffix of its ``name``.

    ``encoding`` is that of an earlier read of the same bytes, or the one that a person chose:
    whatever the bytes are, there is a text then. None recognises it. Raises ``ReadError`` when the
    bytes are no text, or the markup cannot be parsed at all.

    >>> read_document("page.HTML", b"<p>Two<br>lines</p><script>no()</script>").text
    'Two\nlines'
    >>> read_document("notes.txt", "合同".encode("gb18030"), "windows-1251")
    DecodedText(text='єПН¬', encoding='windows-1251', lossy=False)
    """
    return next(one for one in FORMATS if one.reads(name, data)).read(data, encoding)

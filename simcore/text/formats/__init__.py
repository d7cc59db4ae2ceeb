"""The text of a file's bytes: one reader a format, chosen before any decoding.

To add a format, write a module here with a function ``read``, which takes the bytes and an encoding
and imports its parser when it is called, and add a line to ``simcore.model.formats``. A format that
has its own encoding ignores the parameter, and returns a name to show instead. What a reader sees
beside the words goes to ``beside``, its first item the name of the format.

Exports: read_document.

May import: model, text.
"""

import importlib
from collections.abc import Callable
from dataclasses import replace

from simcore.model.formats import FORMATS, format_of, keeps_layout, markup_of
from simcore.model.records import DecodedText

_READERS: dict[str, Callable[[bytes, str | None], DecodedText]] = {
    name: importlib.import_module(f"{__name__}.{name}").read
    for name in ("plain", *(one.name for one in FORMATS))
}


def read_document(name: str, data: bytes, encoding: str | None = None) -> DecodedText:
    r"""Return the text of a document, read by the format that its bytes and its ``name`` tell.

    ``encoding`` is that of an earlier read of the same bytes, or one chosen by the user:
    any bytes decode then. None detects it. Raises ``ReadError`` if the
    bytes are not text, or the markup cannot be parsed at all.

    >>> read_document("page.HTML", b"<p>Two<br>lines</p><script>no()</script>").text
    'Two\nlines'
    >>> read_document("notes.txt", "合同".encode("gb18030"), "windows-1251").text
    'єПН¬'
    """
    of = format_of(name, data)
    decoded = _READERS[of](data, encoding)
    if of != "plain":
        return decoded
    if keeps_layout(name):
        return replace(decoded, layout=True)
    markup = markup_of(name)
    return replace(decoded, markup=markup) if markup else decoded

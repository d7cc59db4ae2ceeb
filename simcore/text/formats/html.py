"""HTML pages: the visible text, without markup."""

import re
from dataclasses import replace

from simcore.model.errors import ReadError
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason
from simcore.model.records import DecodedText
from simcore.text.formats.plain import read as read_plain

_XML_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
_WIDE = r"[\u3000-\u303f\u3400-\u9fff\uff00-\uff60]"
_SPACE_IN_CHINESE = re.compile(rf"(?<={_WIDE}) (?={_WIDE})")
_NOT_XML = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def read(data: bytes, encoding: str | None) -> DecodedText:
    """Decode a page and extract its text. Raises ``ReadError``."""
    decoded = read_plain(data, encoding)
    return replace(decoded, text=visible_text(decoded.text))


def visible_text(markup: str) -> str:
    r"""Return the visible text of markup. Raises ``ReadError`` if it cannot be parsed at all.

    >>> visible_text("<p>Two<br>lines</p><script>no()</script>")
    'Two\nlines'
    """
    # slow to import, and most documents are not HTML
    import html_text  # noqa: PLC0415
    import lxml.etree  # type: ignore[import-untyped] # noqa: PLC0415 - ships no type information

    # lxml rejects a declared encoding in text, and characters that XML forbids
    source = _NOT_XML.sub(" ", _XML_DECLARATION.sub("", markup))
    try:
        text = html_text.extract_text(source) if source.strip() else ""
    except (lxml.etree.LxmlError, ValueError, AssertionError) as error:
        raise ReadError(Reason(ReasonCode.NOT_HTML, (str(error),))) from error
    # inline tags become spaces, which Chinese does not have
    return _SPACE_IN_CHINESE.sub("", text)

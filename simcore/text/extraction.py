"""Decoded file to the text that people read: markup that is not text is taken away."""

import re

from simcore.model.errors import ReadError
from simcore.model.records import DecodedText

_HTML_SUFFIXES = (".html", ".htm", ".xhtml")
_XML_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
_WIDE = r"[\u3000-\u303f\u3400-\u9fff\uff00-\uff60]"
_SPACE_IN_CHINESE = re.compile(rf"(?<={_WIDE}) (?={_WIDE})")
_NOT_XML = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def extract(name: str, decoded: DecodedText) -> DecodedText:
    r"""Reduce a document to its text by the suffix of its ``name``; most are text already.

    Raises ``ReadError`` when the markup cannot be parsed at all.

    >>> page = DecodedText("<p>Two<br>lines</p><script>no()</script>", "utf-8", lossy=False)
    >>> extract("page.HTML", page).text
    'Two\nlines'
    """
    if not name.lower().endswith(_HTML_SUFFIXES):
        return decoded
    # these take a while to load, and most documents are no HTML
    import html_text  # noqa: PLC0415
    import lxml.etree  # type: ignore[import-untyped] # noqa: PLC0415 - ships no type information

    # lxml refuses a declared encoding in text, and characters that XML does not know
    source = _NOT_XML.sub(" ", _XML_DECLARATION.sub("", decoded.text))
    try:
        text = html_text.extract_text(source) if source.strip() else ""
    except (lxml.etree.LxmlError, ValueError, AssertionError) as error:
        raise ReadError(f"cannot be parsed as HTML: {error}") from error
    # inline tags become spaces, which Chinese does not have
    return DecodedText(_SPACE_IN_CHINESE.sub("", text), decoded.encoding, decoded.lossy)

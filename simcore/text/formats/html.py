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
    text, cut_short = _visible_text(decoded.text)
    return replace(decoded, text=text, cut_short=cut_short)


def _visible_text(markup: str) -> tuple[str, Reason | None]:
    """Return the visible text of markup, and why it is not all of it. Raises ``ReadError``."""
    # slow to import, and most documents are not HTML
    import html_text  # noqa: PLC0415
    import lxml.html  # type: ignore[import-untyped] # noqa: PLC0415 - ships no type information

    # lxml rejects a declared encoding in text, and characters that XML forbids
    source = _NOT_XML.sub(" ", _XML_DECLARATION.sub("", markup)).strip()
    if not source:
        return "", None
    # by default libxml2 drops all that follows 256 open elements, or a text of 10 MB
    parser = lxml.html.HTMLParser(encoding="utf-8", huge_tree=True)
    try:
        root = lxml.etree.fromstring(source.encode("utf-8"), parser=parser)
        # what stands behind </html> is shown, too, and is an element beside the root
        roots = () if root is None else (root, *root.itersiblings(lxml.etree.Element))
        text = "\n\n".join(filter(None, map(html_text.extract_text, roots)))
    except (lxml.etree.LxmlError, ValueError, AssertionError) as error:
        raise ReadError(Reason(ReasonCode.NOT_HTML, (str(error),))) from error
    # markup with errors is usual, and is read in full; fatal is only what ends the parsing
    fatal = [one for one in parser.error_log if one.level == lxml.etree.ErrorLevels.FATAL]
    limits = [Reason(ReasonCode.PARSER_LIMIT, (str(one.line), one.message)) for one in fatal]
    # inline tags become spaces, which Chinese does not have
    return _SPACE_IN_CHINESE.sub("", text), limits[0] if limits else None

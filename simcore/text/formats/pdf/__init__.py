"""PDF: the text of each page as pdfium finds it, without what only pages have.

pypdfium2 (BSD; pdfium BSD) takes a tenth of the time of pypdf and finds words where pdfminer does
not. Running headers, page numbers and hyphens at ends of lines are left out; lines stay. PDF does
not say what is raised, hidden or deleted, and values of forms and notes are not read: only files of
the same bytes are the same text.

Exports: read.

May import: model, text.
"""

import re

from simcore.model.errors import ReadError
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason
from simcore.model.records import DecodedText
from simcore.text.formats.pdf.bombs import check_sizes
from simcore.text.formats.pdf.breaks import closed
from simcore.text.formats.pdf.furniture import without_furniture
from simcore.text.formats.pdf.hyphens import HYPHEN, joined
from simcore.text.formats.pdf.pages import pages_of
from simcore.text.formats.titles import shown_on

_BULLET = re.compile(r"^[\uf0b7\uf0a7\uf0d8\uf076](?=\s)")
"""Signs before items in fonts that number them as they like: no other font shows them."""

_NO_TEXT = Reason(ReasonCode.NO_TEXT_LAYER)


def read(data: bytes, _encoding: str | None) -> DecodedText:
    """Return the text of a document, and with which lines its pages begin. Raises ``ReadError``."""
    check_sizes(data)
    found = pages_of(data)
    if not any(found.texts):
        values = found.cut_short.values if found.cut_short else ()
        raise ReadError(Reason(ReasonCode.DAMAGED, values) if values else _NO_TEXT)
    pages = closed(joined(without_furniture([_lines(text) for text in found.texts])))
    starts, lines = [], 0
    for page in pages:
        starts.append(lines)
        lines += len(page)
    text = "".join(f"{line}\n" for page in pages for line in page)
    last = max(0, lines - 1)  # an empty page at the end has no line of its own
    return DecodedText(
        text,
        "",
        lossy="\ufffd" in text,
        cut_short=found.cut_short,
        pages=tuple(min(start, last) for start in starts),
        title=shown_on(found.texts[0], found.title),
    )


def _lines(text: str) -> list[str]:
    """Return the lines of a page that are not empty; one ends behind each hyphen."""
    whole = text.replace("\x02", HYPHEN).replace(HYPHEN, f"{HYPHEN}\n").replace("\0", "")
    lines = [line for line in map(str.strip, whole.splitlines()) if line]
    return [_BULLET.sub("•", line) for line in lines]

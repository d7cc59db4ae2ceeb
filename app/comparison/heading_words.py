"""The words of a side's heading: what it is read by, how its lines end, what it is to the other."""

from PySide6.QtCore import QCoreApplication

from ..language.wording import count_text, encoding_text
from .align.rows import PageSort
from .file_words import line_ends_text
from .titled_text import TitledText

translate = QCoreApplication.translate  # the name lupdate looks for


def described(side: TitledText) -> str:
    """Return the encoding of a text, or its format with the number of pages; empty if unknown."""
    if not side.encoding:
        return ""
    name = encoding_text(side.encoding, lossy=side.lossy, guessed=side.guessed)
    count = len(side.pages)
    if not count:
        return name
    if side.page_sort is PageSort.PAGES:
        one, many = translate("heading", "{0}, 1 page"), translate("heading", "{0}, {1} pages")
    else:
        one, many = translate("heading", "{0}, 1 slide"), translate("heading", "{0}, {1} slides")
    return (one if count == 1 else many).format(name, count_text(count))


def ends_badge(side: TitledText, other: TitledText) -> tuple[str, str]:
    """Return the line ends of a text for its badge, and a sentence on them.

    The usual ones (LF) are told only where those of the other text are others.
    """
    ends, others = line_ends_text(side.file), line_ends_text(other.file)
    if not ends or (ends == "LF" and others in ("", ends)):
        return "", ""
    return ends, translate("heading", "Line ends: {0}").format(ends)

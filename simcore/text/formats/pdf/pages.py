"""What pdfium finds on each page. It is one library a process, for one thread at a time."""

import ctypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from simcore.model.errors import ReadError, damaged
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason

_ONE_THREAD = threading.Lock()
_MOST_CHARACTERS = 64_000_000
_LONGEST_NOTE = 4_096  # bytes of a title
_MOST_DAMAGED = 1_000  # pages; a document may say that it has any number of them


class FoundPages(NamedTuple):
    """The text of each page, why it may not be all of it, and the title that is noted beside it."""

    texts: list[str]
    cut_short: Reason | None
    title: str = ""


def pages_of(data: bytes) -> FoundPages:
    """Return what stands on the pages. Raises ``ReadError``."""
    # takes 50 ms, and loads the library
    import pypdfium2.raw as pdfium  # type: ignore[import-untyped] # noqa: PLC0415 - no types

    with _ONE_THREAD, _opened(pdfium, data) as document:
        texts: list[str] = []
        title = _noted_title(pdfium, document)
        room = _MOST_CHARACTERS
        scans = 0
        damaged: list[int] = []
        for number in range(pdfium.FPDF_GetPageCount(document)):
            text, is_scan = _page(pdfium, document, number)
            if text is None:
                damaged.append(number + 1)
            texts.append((text or "")[:room])
            scans += is_scan
            room -= len(text or "")
            if len(damaged) > _MOST_DAMAGED:
                break
            if room < 0:
                return FoundPages(texts, Reason(ReasonCode.TEXT_LIMIT, ("64",)), title)
    cut_short = None
    if damaged:
        cut_short = Reason(ReasonCode.DAMAGED_INSIDE, (f"{damaged[0]}",))
    elif scans and any(texts):
        cut_short = Reason(ReasonCode.SCANNED_PAGES, (str(scans),))
    return FoundPages(texts, cut_short, title)


def _noted_title(pdfium: Any, document: Any) -> str:
    size = pdfium.FPDF_GetMetaText(document, b"Title", None, 0)
    if not 2 < size <= _LONGEST_NOTE:  # with two bytes for its end
        return ""
    noted = ctypes.create_string_buffer(size)
    pdfium.FPDF_GetMetaText(document, b"Title", noted, size)
    return noted.raw[: size - 2].decode("utf-16-le", "replace")


@contextmanager
def _opened(pdfium: Any, data: bytes) -> Iterator[Any]:
    """Open a document. Its bytes are not copied, and have to stay."""
    document = pdfium.FPDF_LoadMemDocument64(data, len(data), None)
    if not document:
        error = pdfium.FPDF_GetLastError()
        if error in {pdfium.FPDF_ERR_PASSWORD, pdfium.FPDF_ERR_SECURITY}:
            raise ReadError(ReasonCode.PASSWORD)
        raise damaged("PDF")
    try:
        yield document
    finally:
        pdfium.FPDF_CloseDocument(document)


def _page(pdfium: Any, document: Any, number: int) -> tuple[str | None, bool]:
    """Return the text of a page, None if it cannot be read, and whether it is a mere picture."""
    page = pdfium.FPDF_LoadPage(document, number)
    if not page:
        return None, False
    try:
        text = _text(pdfium, page)
        return text, not text and _is_picture(pdfium, page)
    finally:
        pdfium.FPDF_ClosePage(page)


def _text(pdfium: Any, page: Any) -> str | None:
    found = pdfium.FPDFText_LoadPage(page)
    if not found:
        return None
    try:
        count = pdfium.FPDFText_CountChars(found)
        if count <= 0:
            return ""
        # characters beyond the first plane take two places
        places = (ctypes.c_ushort * (2 * count + 2))()
        written = pdfium.FPDFText_GetText(found, 0, count, places)
        return bytes(memoryview(places)[: max(0, written - 1)]).decode("utf-16-le", "replace")
    finally:
        pdfium.FPDFText_ClosePage(found)


def _is_picture(pdfium: Any, page: Any) -> bool:
    """Tell whether one picture fills more than half of a page, as those of scanners do."""
    whole = pdfium.FPDF_GetPageWidthF(page) * pdfium.FPDF_GetPageHeightF(page)
    for number in range(min(pdfium.FPDFPage_CountObjects(page), 50)):
        thing = pdfium.FPDFPage_GetObject(page, number)
        if pdfium.FPDFPageObj_GetType(thing) != pdfium.FPDF_PAGEOBJ_IMAGE:
            continue
        left, bottom, right, top = (ctypes.c_float() for _ in range(4))
        if pdfium.FPDFPageObj_GetBounds(thing, left, bottom, right, top):
            width, height = right.value - left.value, top.value - bottom.value
            if width * height * 2 > whole:
                return True
    return False

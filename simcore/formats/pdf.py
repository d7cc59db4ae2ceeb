"""PDF: the text of each page by pdfium, without running headers, page numbers and divided words.

pypdfium2 takes a tenth of the time of pypdf, and finds words where pdfminer does not. pdfium is one
library per process, for one thread at a time. PDF does not say what is raised, hidden or deleted,
and form values and notes are not read: only files of the same bytes are the same text.
"""

import ctypes
import functools
import importlib.util
import re
import threading
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from simcore.formats.plain import shown_on, width_of
from simcore.model.reasons import ReadError, Reason, ReasonCode, damaged
from simcore.model.records import DecodedText

_ONE_THREAD = threading.Lock()
_MOST_CHARACTERS = 64_000_000
_LONGEST_NOTE = 4_096  # bytes of a title
_MOST_DAMAGED = 1_000  # pages; a document may claim any number of them


class FoundPages(NamedTuple):
    texts: list[str]
    cut_short: Reason | None
    title: str = ""


def pages_of(data: bytes) -> FoundPages:
    """Return page texts, why they are incomplete, and the title noted. Raises ``ReadError``."""
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
    """Open a document. Its bytes are not copied and must stay alive."""
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
    """Return the text of a page, None if unreadable, and whether it is only a picture."""
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
    """Return whether one picture fills more than half of a page, as those of scanners do."""
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


_STREAM = re.compile(rb"stream\r?\n")  # endstream, too, which no dictionary precedes
_FLATE = re.compile(rb"/Fl(?:ateDecode)?(?![A-Za-z])")
_BIG = re.compile(rb"/Image(?![A-Za-z])[^\0]*/Width|/Width[^\0]*/Image(?![A-Za-z])|/Length1")
_HEAD_BYTES = 1_000  # bytes that contain the dictionary of a stream
_LARGEST, _LARGEST_OF_ALL = 64_000_000, 600_000_000  # bytes, of one stream and of a file
_DENSE, _LARGEST_DENSE = 100, 8_000_000  # times, and bytes of all that unpacks to so much
_CHUNK = 65_536


def check_sizes(data: bytes) -> None:
    """Raise ``ReadError`` if the zlib streams of a document unpack to more than the limits.

    Pictures and fonts are not measured. A bomb in another filter ends the worker that reads it.
    """
    total = dense = 0
    for found in _STREAM.finditer(data):
        head = data[max(0, found.start() - _HEAD_BYTES) : found.start()]
        head = head[head.rfind(b" obj") + 1 :]
        filters = len(_FLATE.findall(head))
        if not filters or _BIG.search(head):
            continue
        packed, size = _unpacked(data, found.end(), min(filters, 4))
        total += size
        if size > packed * _DENSE:
            dense += size
        if size > _LARGEST or total > _LARGEST_OF_ALL or dense > _LARGEST_DENSE:
            raise ReadError(ReasonCode.UNPACKS_TOO_LARGE, str(_LARGEST // 1_000_000))


def _unpacked(data: bytes, at: int, filters: int) -> tuple[int, int]:
    """Return the length of a stream and the size it unpacks to, which may exceed the limit."""
    first = at
    size = 0
    chain = [zlib.decompressobj() for _ in range(filters)]
    try:
        while at < len(data) and not chain[0].eof and size <= _LARGEST:
            piece = data[at : at + _CHUNK]
            at += len(piece)
            for number, one in enumerate(chain):
                # the last one may unpack to anything, so only a part is taken at a time
                limit = 4 * _LARGEST_DENSE
                piece = one.decompress(one.unconsumed_tail + piece, limit)
                if len(piece) == limit:
                    return at - first, size + limit
                if number == filters - 1:
                    size += len(piece)
    except zlib.error:
        pass
    return at - first - len(chain[0].unused_data), size


_SIGNS = (
    "\u3001-\u3003\u3008-\u3011\u3014-\u301f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65"
)
_OTHERS = "\u2e80-\u3000\u3004-\u3007\u3040-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff10-\uff19"
_OPENING = "（［｛〈《「『【〔"
_CLOSING = frozenset("，、。；：！？）］｝〉》」』】〕")  # these begin no line
_GOES_ON = frozenset("，、" + _OPENING)  # these end no paragraph
_SIGN = re.compile(rf"[{_SIGNS}]")
# the beginning of an item of a list, which is a paragraph
_LISTED = re.compile(r"[（(]?[0-9一二三四五六七八九十]{1,4}[）).、．]|[-+*/!#•·●]")
_LINE_HEAD = re.compile(rf"[{_SIGNS}]*[^\s{_SIGNS}{_OTHERS}]*")


def closed(pages: list[list[str]]) -> list[list[str]]:
    """Move words beside a full-width sign back to the line of that sign.

    pdfium breaks lines there, and beside ， or （ a line break would count as a space. A line in
    which the word would have fitted ends a paragraph, and stays.

    >>> closed([["在选择索引时，", "TiDB 会先尝试", "前置规则。"]])
    [['在选择索引时，TiDB', '会先尝试', '前置规则。']]
    """
    found: list[list[str]] = []
    last: list[str] = []  # the page of the last line
    widest = 0
    for page in pages:
        widest = max(map(width_of, page), default=widest)
        lines: list[str] = []
        for line in page:
            rest = line
            if last and line and (_SIGN.match(last[-1][-1]) or _SIGN.match(line[0])):
                head = _LINE_HEAD.match(line)
                end = head.end() if head else 0
                if end and (
                    last[-1][-1] in _GOES_ON
                    or line[0] in _CLOSING
                    or not (_LISTED.match(line) or _fits(last[-1], line, end, widest))
                ):
                    last[-1] += line[:end]
                    rest = line[end:].lstrip()
            if rest:
                lines.append(rest)
                last = lines
        found.append(lines)
    return found


def _fits(before: str, line: str, end: int, widest: int) -> bool:
    if line[end - 1] in _OPENING:
        end += 1  # it is never the last of a line
    return width_of(before) + width_of(line[:end]) <= widest


_EDGE = 2  # lines
_LONGEST_FURNITURE = 300  # characters of such a line
_COUNTED = re.compile(r"\d{1,6}")
_NUMBER = r"(?:\d{1,5}|[０-９]{1,5}|[〇零一二三四五六七八九十百]{1,6}|[ivxlc]{1,8})"
_PAGE = "[页頁]"
_PAGE_NUMBER = re.compile(
    rf"""
    第\s*{_NUMBER}\s*{_PAGE}\s*[,，/／|·(（]?(?:\s*[共总總]\s*{_NUMBER}\s*{_PAGE}\s*[)）]?)?
    | [共总總]\s*{_NUMBER}\s*{_PAGE}\s*[,，/／|·]?\s*第\s*{_NUMBER}\s*{_PAGE}
    | {_NUMBER}\s*[/／]\s*[共总總]?\s*{_NUMBER}\s*{_PAGE}
    | [-–—−·•~*|]+\s*{_NUMBER}(?:\s*(?:/|of|／)\s*{_NUMBER})?\s*[-–—−·•~*|]+
    | (?:page(?:\ no\.?)?|pg\.?|p\.)\s*{_NUMBER}(?:\s*(?:of|/)\s*{_NUMBER})?
    | \d{{1,5}}\ of\ \d{{1,5}}
    """,
    re.IGNORECASE | re.VERBOSE,
)

# whether a line is at the top, what it is, and by how much its number exceeds the page's
_Key = tuple[bool, str, int | None]


def without_furniture(pages: list[list[str]]) -> list[list[str]]:
    """Remove running headers, footers and page numbers from each page.

    They are among the first or last two lines, recur on half of the pages, and may contain one
    number that counts the pages. At most one line a page is removed for each: a title may equal the
    header.

    >>> without_furniture([["Laws", "Laws", "One", "- 1 -"], ["Laws", "two.", "- 2 -"]])
    [['Laws', 'One'], ['two.']]
    """
    enough = max(2, sum(map(bool, pages)) // 2)
    counts: Counter[_Key] = Counter()
    for number, page in enumerate(pages):
        counts.update({key for at in _edges(page) for key in _keys(page, at, number)})
    recurring = {key for key, count in counts.items() if count >= enough}
    return [_without(page, number, recurring) for number, page in enumerate(pages)]


def _edges(page: list[str]) -> list[int]:
    count = len(page)
    places = (place for at in range(_EDGE) for place in (count - 1 - at, at))
    return list(dict.fromkeys(place for place in places if 0 <= place < count))


def _keys(page: list[str], at: int, number: int) -> Iterator[_Key]:
    line = "".join(page[at].split())
    if len(line) > _LONGEST_FURNITURE:
        return
    for top in (True, False):
        if at < _EDGE if top else at >= len(page) - _EDGE:
            yield top, line, None
            for found in _COUNTED.finditer(line):
                form = f"{line[: found.start()]}#{line[found.end() :]}"
                yield top, form, int(found[0]) - number
                # whatever chapter is named beside the number of the page
                if at in {0, len(page) - 1} and found.end() == len(line):
                    yield top, "...#", int(found[0]) - number
                elif at in {0, len(page) - 1} and not found.start():
                    yield top, "#...", int(found[0]) - number


def _without(page: list[str], number: int, recurring: set[_Key]) -> list[str]:
    dropped: set[int] = set()
    used: set[_Key] = set()
    for at in _edges(page):
        keys = recurring.intersection(_keys(page, at, number)) - used
        if keys or (len(page[at]) <= _LONGEST_FURNITURE and _PAGE_NUMBER.fullmatch(page[at])):
            used |= keys
            dropped.add(at)
    return [line for at, line in enumerate(page) if at not in dropped]


HYPHEN = "\ufffe"

_TABLE = "symspellpy", "frequency_dictionary_en_82_765.txt"
_LETTERS = r"[^\W\d_]"
_HYPHENS = HYPHEN, "-", "\u2010"
_BACKWARD = re.compile(rf"({_LETTERS}*)")
_LONGEST_JOINED = 10_000  # characters of a line, to which words are joined on and on
_WORD = re.compile(rf"{_LETTERS}+(?:[-\u2010]{_LETTERS}+)*")
_REST = re.compile(rf"({_LETTERS}*)\S*\s*")
_RARE, _SHORT = 500_000, 20_000_000  # of 600,000 million words; those of up to three letters


def joined(pages: list[list[str]]) -> list[list[str]]:
    """Join words divided at line ends, each on the line where it begins.

    pdfium marks every hyphen at a line end alike, so a table of English words, and the other words
    of the text, decide whether the hyphen belongs to the word.
    """
    if not any(line.endswith(_HYPHENS) for page in pages for line in page):
        return pages
    known = Counter(_WORD.findall("\n".join(line for page in pages for line in page).lower()))
    found: list[list[str]] = []
    last: list[str] = []  # the page of the last line
    for page in pages:
        lines: list[str] = []
        for line in page:
            whole = line
            if last and last[-1].endswith(_HYPHENS) and len(last[-1]) < _LONGEST_JOINED:
                rest = _REST.match(line)
                before = last[-1][-2:-1]
                # a real hyphen may also end a line of a table or a list
                inside = last[-1].endswith(HYPHEN) or line[0].isdigit() or line[0].islower()
                if rest and before.isalnum() and inside:
                    hyphen = "" if _is_one(last[-1][:-1], rest[1], known) else "-"
                    last[-1] = f"{last[-1][:-1]}{hyphen}{rest[0].rstrip()}"
                    whole = line[rest.end() :]
            if last and last[-1].endswith(HYPHEN):
                last[-1] = f"{last[-1][:-1]}-"
            if whole:
                lines.append(whole)
                last = lines
        found.append(lines)
    if last and last[-1].endswith(HYPHEN):
        last[-1] = f"{last[-1][:-1]}-"
    return found


def _is_one(line: str, second: str, known: Mapping[str, int]) -> bool:
    """Return whether the end of a line and ``second`` are one word without a hyphen."""
    token = line.rsplit(None, 1)[-1]
    backward = _BACKWARD.match(token[::-1])
    first = backward[1][::-1] if backward else ""
    if not (first and second):
        return False  # 2-to-12-year, I-35
    one, two = first.lower(), second.lower()
    whole = one + two
    if f"{one}-{two}" in known:
        return False
    if whole in known:
        return True
    counts = _english()
    if whole in counts:
        return True
    # names of many parts; words of the text besides, since each half is counted once here
    if "-" in token or known.get(one, 0) > 1 or known.get(two, 0) > 1:
        return False
    # a capital is not inside of a word, and parts of words are rare or short as words
    usual = all(counts.get(part, 0) >= (_RARE if len(part) > 3 else _SHORT) for part in (one, two))
    return not (usual or second[0].isupper() or any(map(str.isdigit, token)))


@functools.cache
def _english() -> dict[str, int]:
    found = importlib.util.find_spec(_TABLE[0])  # for its data only: the package is not imported
    folders = (found and found.submodule_search_locations) or ["."]
    try:
        data = (Path(folders[0]) / _TABLE[1]).read_text(encoding="utf-8-sig")
    except OSError:
        return {}
    pairs = (line.partition(" ") for line in data.splitlines())
    return {word: int(count) for word, _, count in pairs if count.isdigit()}


# bullets in fonts of symbols, which no other font shows
_BULLET = re.compile(r"^[\uf0b7\uf0a7\uf0d8\uf076](?=\s)")
_NO_TEXT = Reason(ReasonCode.NO_TEXT_LAYER)


def read(data: bytes, _encoding: str | None) -> DecodedText:
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
    whole = text.replace("\x02", HYPHEN).replace(HYPHEN, f"{HYPHEN}\n").replace("\0", "")
    lines = [line for line in map(str.strip, whole.splitlines()) if line]
    return [_BULLET.sub("•", line) for line in lines]

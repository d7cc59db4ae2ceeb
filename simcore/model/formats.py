"""The table of formats: which documents are not plain text, and whose reader they get."""

import re
from dataclasses import dataclass
from enum import StrEnum

from simcore.model.reasons import QT_TRANSLATE_NOOP


@dataclass(frozen=True, slots=True, eq=False)
class Format:
    """Documents that begin with one of ``leading`` and contain one of ``holding``.

    ``name`` is used by index and reports, ``title`` by people. ``reader`` is the module and
    function in ``simcore.formats``, ``suffixes`` are lower case without dot. Leading bytes decide
    before the suffix; a format without them is known by its suffix. ``decoded`` formats are text in
    an encoding, lines of formats that ``flows`` end where the page does, and texts of ``quick``
    ones are not cached.
    """

    name: str
    title: str
    reader: str
    suffixes: tuple[str, ...]
    leading: tuple[bytes, ...] = ()
    holding: tuple[bytes, ...] = ()
    decoded: bool = False
    flows: bool = False
    quick: bool = False


_ZIP, _COMPOUND = (b"PK\3\4",), (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",)


def _zipped(title: str, reader: str, suffixes: str, mark: str) -> Format:
    listed = tuple(suffixes.split())
    return Format(listed[0], title, reader, listed, _ZIP, (mark.encode(),))


def _oasis(title: str, suffixes: str, kind: str) -> Format:
    return _zipped(title, "odf:read", suffixes, f"application/vnd.oasis.opendocument.{kind}")


def _compound(title: str, reader: str, suffixes: str, streams: str) -> Format:
    listed = tuple(suffixes.split())
    marks = tuple(name.encode("utf-16-le") for name in streams.split())
    return Format(listed[0], title, reader, listed, _COMPOUND, marks)


FORMATS: tuple[Format, ...] = (
    _zipped(
        QT_TRANSLATE_NOOP("formats", "Word"), "docx:read", "docx docm dotx dotm", "word/document"
    ),
    _zipped(
        QT_TRANSLATE_NOOP("formats", "PowerPoint"),
        "docx:read_pptx",
        "pptx pptm ppsx ppsm potx potm",
        "ppt/presentation",
    ),
    _zipped(
        QT_TRANSLATE_NOOP("formats", "Excel"),
        "xlsx:read",
        "xlsx xlsm xltx xltm xlsb",
        "xl/workbook",
    ),
    _oasis(QT_TRANSLATE_NOOP("formats", "OpenDocument text"), "odt ott odm", "text"),
    _oasis(QT_TRANSLATE_NOOP("formats", "OpenDocument slides"), "odp otp", "presentation"),
    _oasis(QT_TRANSLATE_NOOP("formats", "OpenDocument sheet"), "ods ots", "spreadsheet"),
    _zipped(QT_TRANSLATE_NOOP("formats", "EPUB"), "html:read_epub", "epub", "application/epub+zip"),
    _compound(
        QT_TRANSLATE_NOOP("formats", "Word 97"), "word97:read", "doc dot wps", "WordDocument"
    ),
    Format(
        "pdf", QT_TRANSLATE_NOOP("formats", "PDF"), "pdf:read", ("pdf",), (b"%PDF-",), flows=True
    ),
    Format("rtf", QT_TRANSLATE_NOOP("formats", "RTF"), "rtf:read", ("rtf",), (b"{\\rtf",)),
    _compound(
        QT_TRANSLATE_NOOP("formats", "Excel 97"), "excel97:read", "xls xlt et", "Workbook Book"
    ),
    Format(
        "html",
        QT_TRANSLATE_NOOP("formats", "HTML"),
        "html:read",
        ("html", "htm", "xhtml"),
        decoded=True,
    ),
    Format("eml", QT_TRANSLATE_NOOP("formats", "E-mail"), "mail:read", ("eml",)),
    Format("mhtml", QT_TRANSLATE_NOOP("formats", "Web archive"), "mail:read", ("mht", "mhtml")),
    Format("ipynb", QT_TRANSLATE_NOOP("formats", "Notebook"), "plain:read", ("ipynb",)),
    Format(
        "srt",
        QT_TRANSLATE_NOOP("formats", "Subtitles"),
        "plain:read_subtitles",
        ("srt",),
        decoded=True,
    ),
    Format(
        "vtt",
        QT_TRANSLATE_NOOP("formats", "Subtitles"),
        "plain:read_subtitles",
        ("vtt",),
        decoded=True,
    ),
    Format("tex", QT_TRANSLATE_NOOP("formats", "TeX"), "tex:read", ("tex", "ltx"), decoded=True),
    # known by its name and its bytes together
    Format("man", QT_TRANSLATE_NOOP("formats", "Manual page"), "man:read", (), quick=True),
)
"""All other documents are plain text, or no text.

All suffixes are in ``DEFAULT_INCLUDE``. Of formats that begin alike, the first is the default.
"""

WHAT_IS_READ = QT_TRANSLATE_NOOP(
    "formats",
    "plain text, source code, Word, PowerPoint, Excel, OpenDocument, RTF, PDF, EPUB, web pages, "
    "e-mails, notebooks, subtitles, TeX and manual pages",
)
"""All formats in one clause for users."""

_BY_NAME = {one.name: one for one in FORMATS}

_HEAD_BYTES = 1024  # what may stand before the mark of a PDF, in the readers that people have
_PAGE = re.compile(rb"\s*<(?:!doctype\s+html|html)[\s>]", re.IGNORECASE)


_SECTIONS = ("", "p", "pm", "perl", "ssl", "x", "type", "const")
MANUAL_PATTERNS = tuple(f"*.[1-9]{one}{packed}" for packed in ("", ".gz") for one in _SECTIONS)
"""Patterns of the names of manual pages; libraries and old logs have such names too."""

_MANUAL_NAME = re.compile(rf".\.[1-9](?:{'|'.join(_SECTIONS[1:])})?(?:\.gz)?\Z", re.IGNORECASE)
_MANUAL_HEAD = 1 << 15  # macros may be defined before the line that begins a page
_MANUAL = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?=[.'\\])(?:.*\n)*?[.'][ \t]*(?:TH|Dd)[ \t]")
_GZIP = b"\x1f\x8b"


def is_manual_name(file_name: str) -> bool:
    return _MANUAL_NAME.search(file_name) is not None


def is_manual(file_name: str, data: bytes) -> bool:
    r"""Return whether a file is a manual page, plain or compressed, by its name and its bytes.

    >>> page = b'.\\" made by hand\n.TH A 1\n'
    >>> is_manual("a.1", page), is_manual("a.3pm", b"text"), is_manual("a.txt", page)
    (True, False, False)
    """
    if not is_manual_name(file_name):
        return False
    head = data[:_MANUAL_HEAD]
    if head.startswith(_GZIP):
        import zlib  # noqa: PLC0415 - few files are

        try:
            head = zlib.decompressobj(wbits=31).decompress(data, _MANUAL_HEAD)
        except zlib.error:
            return False
    return _MANUAL.match(head) is not None


_MARKDOWN, _RESTRUCTURED = (".md", ".markdown"), (".rst",)
# not TeX and AsciiDoc, where comments and blocks of code depend on line breaks
_PROSE = (".txt", ".text", *_MARKDOWN, *_RESTRUCTURED, ".org")

WELL_KNOWN_NAMES = (
    "readme license licence copying copyright notice authors contributors maintainers credits "
    "thanks acknowledgements acknowledgments changelog changes history news todo install faq "
    "roadmap contributing"
).split()

_WELL_KNOWN_STARTS = ("license-", "licence-", "license.", "licence.", "copying.")
WELL_KNOWN_PATTERNS = (*WELL_KNOWN_NAMES, *(f"{start}*" for start in _WELL_KNOWN_STARTS))
"""Patterns of these names, and of their variants (``COPYING.LESSER``, ``LICENSE-MIT``)."""


_UNREAD = {
    "CAJ": "caj kdh nh", "Outlook": "msg pst", "Kindle": "mobi azw azw3 prc", "Pages": "pages",
    "Numbers": "numbers", "Keynote": "key", "PowerPoint 97": "ppt pps pot",
    "WordPerfect": "wpd", "DjVu": "djvu djv", "HTML Help": "chm", "XPS": "xps oxps",
    "OneNote": "one", "Publisher": "pub", "Hangul": "hwp hwpx", "7-Zip": "7z", "RAR": "rar",
    "WPS": "wps dps", "Ichitaro": "jtd",
}  # fmt: skip
_UNREAD_TITLES = {one: title for title, suffixes in _UNREAD.items() for one in suffixes.split()}


def unread_title(file_name: str) -> str | None:
    """Return the title of a well-known format that is not supported, by a file's name.

    >>> unread_title("论文.CAJ"), unread_title("a.txt")
    ('CAJ', None)
    """
    return _UNREAD_TITLES.get(file_name.lower().rpartition(".")[2])


class Markup(StrEnum):
    """Plain text with markup in which more white space has a meaning."""

    MARKDOWN = "markdown"  # two spaces or a backslash before a line end
    RESTRUCTURED = "rst"  # indentation by a single space


def markup_of(file_name: str) -> Markup | None:
    name = file_name.lower()
    if name.endswith(_MARKDOWN):
        return Markup.MARKDOWN
    return Markup.RESTRUCTURED if name.endswith(_RESTRUCTURED) else None


def keeps_layout(file_name: str) -> bool:
    """Return whether line breaks and indentation of plain text of this name have a meaning.

    >>> keeps_layout("notes.TXT"), keeps_layout("README"), keeps_layout("build.py")
    (False, False, True)
    """
    name = file_name.lower()
    return not (
        name.endswith(_PROSE) or name in WELL_KNOWN_NAMES or name.startswith(_WELL_KNOWN_STARTS)
    )


_RANKED = (
    "docx pptx xlsx odt odp ods tex ipynb",  # what programs of today write and read
    "doc xls rtf",
    "",  # plain text, subtitles, manual pages: words, without how they look
    "html eml mhtml",
    "epub",
    "pdf",
)
_EDITABLE = {name: rank for rank, names in enumerate(_RANKED) for name in names.split()}
_PLAIN_RANK = _RANKED.index("")


def how_editable(name: str | None) -> int:
    """Return the rank of a format by how well it can be edited, the best first; None: plain text.

    >>> sorted(["pdf", "rtf", None, "docx"], key=how_editable)
    ['docx', 'rtf', None, 'pdf']
    """
    return _EDITABLE.get(name or "", _PLAIN_RANK)


def format_of_name(file_name: str, encoding: str) -> str | None:
    """Return the name of the format that a document was read as, None for plain text.

    ``encoding`` is that of the document, or the name of its format if that has none.

    >>> format_of_name("a.txt", "pdf"), format_of_name("a.htm", "utf-8")
    ('pdf', 'html')
    """
    if encoding in _BY_NAME or encoding in _EDITABLE:
        return encoding
    return next((one.name for one in _named(file_name) if one.decoded), None)


def format_named(name: str) -> Format | None:
    return _BY_NAME.get(name)


def flows(name: str) -> bool:
    of = format_named(name)
    return of is not None and of.flows


def format_of(file_name: str, data: bytes) -> Format | None:
    """Return the format of a document, None if it is plain text or unknown.

    >>> [getattr(format_of(name, b"<p>"), "name", None) for name in ("page.htm", "notes.txt")]
    ['html', None]
    >>> [format_of(name, b"%PDF-1.7").name for name in ("a.PDF", "a.html", "a")]
    ['pdf', 'pdf', 'pdf']
    >>> format_of("a.pdf", b"text")
    """
    named = _named(file_name)
    if data.startswith(_LEADING):
        return _begun(data, named)
    if named:
        head = data[:_HEAD_BYTES]
        # first those that begin with nothing of their own
        for one in sorted(named, key=lambda one: bool(one.leading)):
            if not one.leading or any(mark in head for mark in one.leading):
                return one
        if _PAGE.match(data.removeprefix(b"\xef\xbb\xbf")):
            # word processors save pages under the suffixes of their own formats
            return _BY_NAME["html"]
    return _BY_NAME["man"] if is_manual(file_name, data) else None


def is_archive(data: bytes) -> bool:
    return data.startswith((*_ZIP, b"PK\5\6"))


def is_mailbox(file_name: str, data: bytes) -> bool:
    """Return whether a file is a mailbox (RFC 4155), by its name and first line.

    >>> is_mailbox("Inbox.MBOX", b"From a@b Mon"), is_mailbox("mbox", b"From me, to you")
    (True, True)
    """
    return data.startswith(b"From ") and file_name.lower().rpartition(".")[2] == "mbox"


def _listed(data: bytes) -> bytes:
    end = data.rfind(b"PK\5\6")
    if end < 0 or len(data) < end + 16:
        return data  # cut off
    size = int.from_bytes(data[end + 12 : end + 16], "little")
    kind = data[30:128] if data[30:38] == b"mimetype" else b""
    return kind + data[max(0, end - size) : end]


_LEADING = tuple(mark for one in FORMATS for mark in one.leading)
_BY_SUFFIX: dict[str, list[Format]] = {}
for _one in FORMATS:
    for _suffix in _one.suffixes:
        _BY_SUFFIX.setdefault(_suffix, []).append(_one)


def _named(file_name: str) -> list[Format]:
    _, point, ending = file_name.lower().rpartition(".")
    return _BY_SUFFIX.get(ending, []) if point else []


def _begun(data: bytes, named: list[Format]) -> Format | None:
    begun = [one for one in FORMATS if data.startswith(one.leading)]
    listed = _listed(data) if begun[0].leading is _ZIP else data
    held = [one for one in begun if any(mark in listed for mark in one.holding)]
    known = [one for one in held or begun if one in named]
    # an archive names what it holds: without a mark, and by another name, it is no document
    return next(iter(known or held or [one for one in begun if one.leading is not _ZIP]), None)

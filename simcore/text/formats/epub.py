"""EPUB: the pages of a book in the order of its spine, each read as a page of HTML.

EbookLib is under the AGPL, and reads pages in the order of the manifest.
"""

import posixpath
import re
from dataclasses import replace
from urllib.parse import unquote

from simcore.model.errors import ReadError, damaged
from simcore.model.reason_codes import ReasonCode
from simcore.model.records import DecodedText
from simcore.text.decoding import decode_in
from simcore.text.formats.html import extracted
from simcore.text.formats.office.markup import MOST_ELEMENTS, attributes_of, first_text
from simcore.text.formats.office.package import Package
from simcore.text.formats.titles import shown_on

_CONTAINER, _ENCRYPTION = "META-INF/container.xml", "META-INF/encryption.xml"
_PAGES = frozenset({"application/xhtml+xml", "text/html", "application/html"})
_MOST_TAGS_OF_PAGE = 400_000  # a tree of them takes 200 MB
_EMPTY = re.compile(
    r"<(?!(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)[\s/>])"
    r"([a-zA-Z][\w:-]*+)((?:[^<>\"']|\"[^\"<]*+\"|'[^'<]*+')*?)/>"
)
_HEAD, _HEAD_END = (re.compile(one, re.IGNORECASE) for one in (r"<head[\s>]", r"</head\s*>"))


def read(data: bytes, _encoding: str | None) -> DecodedText:
    """Read a book, see ``simcore.text.formats``. Raises ``ReadError``."""
    package = Package(data)
    names, noted = _pages(package)
    title = ""
    if _ENCRYPTION in package:
        hidden = attributes_of(package.read(_ENCRYPTION), "CipherReference")
        if {unquote(one.get("URI", "")) for one in hidden} & set(names):
            raise ReadError(ReasonCode.PASSWORD)
    texts: list[str] = []
    marks: list[str] = []
    before = tags = 0
    for name in names:
        with package.noting():
            member = package.read(name)
            count = member.count(b"<")
            tags += count
            if count > _MOST_TAGS_OF_PAGE or tags > MOST_ELEMENTS:
                most = _MOST_TAGS_OF_PAGE if count > _MOST_TAGS_OF_PAGE else MOST_ELEMENTS
                raise ReadError(ReasonCode.ELEMENT_LIMIT, f"{most:,}")
            source = decode_in(member, None)
            page = extracted(replace(source, text=_as_html(source.text)), before)
            package.cut_short = package.cut_short or page.cut_short
            title = title or page.title
            if page.text:
                texts.append(page.text)
                marks += page.marks
                before += sum(map(len, page.text.split()))
    if package.cut_short and not texts:
        raise damaged(str(package.cut_short))
    text = "\n\n".join(texts)
    return DecodedText(
        text,
        "",
        lossy=False,
        cut_short=package.cut_short,
        marks=tuple(marks),
        beside=package.beside(),
        title=shown_on(text, noted) or title,
    )


def _pages(package: Package) -> tuple[list[str], str]:
    """Return the names of the pages in the order of reading, and the title that is noted.

    Raises ``ReadError``.
    """
    roots = attributes_of(package.read(_CONTAINER), "rootfile")
    main = next((one["full-path"] for one in roots if one.get("full-path")), None)
    if main is None:
        raise damaged("it names no book")
    source = package.read(main)
    folder = posixpath.dirname(main)
    items = {
        one["id"]: posixpath.normpath(posixpath.join(folder, unquote(one["href"])))
        for one in attributes_of(source, "item")
        if "id" in one and "href" in one and one.get("media-type", "").lower() in _PAGES
    }
    spine = [one.get("idref", "") for one in attributes_of(source, "itemref")]
    names = [items[one] for one in dict.fromkeys(spine) if one in items]
    return names, first_text(source, "title")


def _as_html(page: str) -> str:
    """Return XHTML as HTML shows it, where an empty element has an end of its own.

    >>> _as_html('<html><head><title/></head><body><a id="1"/>A<br/></body></html>')
    '<html><body><a id="1"></a>A<br/></body></html>'
    """
    begins = _HEAD.search(page)
    ends = _HEAD_END.search(page, begins.end()) if begins else None
    if begins and ends:
        page = page[: begins.start()] + page[ends.end() :]
    return _EMPTY.sub(r"<\1\2></\1>", page)

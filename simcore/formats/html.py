"""HTML pages and EPUB books: the visible text, without markup.

EbookLib is under the AGPL, and reads pages in the order of the manifest.
"""

import posixpath
import re
from collections.abc import Iterable
from dataclasses import replace
from html import escape
from typing import Any
from urllib.parse import unquote

import lxml.html  # type: ignore[import-untyped] # ships no type information
from html_text import html_text

from simcore.formats.package import MOST_ELEMENTS, Package, attributes_of, first_text
from simcore.formats.plain import in_unicode, shown_on
from simcore.model.reasons import ReadError, Reason, ReasonCode, damaged
from simcore.model.records import DecodedText, clean_title
from simcore.text.decoding import decode_in
from simcore.text.visible import page_form

_XML_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
_XHTML = re.compile(r"^\s*<\?xml[ \t\r\n]|[\"']http://www\.w3\.org/1999/xhtml[\"']")
_CDATA = re.compile(r"<!--.*?(?:-->|\Z)|<!\[CDATA\[(?:(?P<text>.*?)\]\]>|.*\Z)", re.DOTALL)
_WIDE = r"[\u3000-\u303f\u3400-\u9fff\uff00-\uff60]"
_SPACE_IN_CHINESE = re.compile(rf"(?<={_WIDE}) (?={_WIDE})")
_RAISED = frozenset({"sup", "sub", "del", "s", "strike"})  # 10<sup>2</sup> is not 102
_AS_THEY_STAND = frozenset({"pre", "math", "svg"})
_WHOLE = _AS_THEY_STAND | {"script", "style"}
_LOOK = r"(?:span|font|b|i|em|strong|small)\b[^<>]*+>"
_DIGITS = re.compile(
    rf"<(?P<tag>sup|sub)(?:\s[^<>]*+)?>(?:<{_LOOK}|\s)*+"
    rf"(?P<digits>[0-9]++)(?:</{_LOOK}|\s)*+</(?P=tag)\s*+>",
    re.IGNORECASE,
)

_INLINE = (
    "a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span "
    "strike strong sub sup time tt u var"
)
_TAG = rf"(?:{'|'.join(_INLINE.split())})(?:\s[^<>]*+)?>"
# inline tags with text right before and behind
_WITHIN = re.compile(
    rf"<(?<=[^\s>]<)(?:{_TAG}(?:<{_TAG})*+|/{_TAG}(?:</{_TAG})*+)(?=[^\s<])", re.IGNORECASE
)

# for private use, and in no font
_JOINED, _KEPT, _WIDE_SPACE = "\U0010fffd", "\U0010fffc", "\U0010fffb"
_JOIN = re.compile(f" ?{_JOINED}|{_KEPT}")
_IN_PRE = str.maketrans({_JOINED: "", _KEPT: "", _WIDE_SPACE: "\u3000"})
_SPACE = r"(?:[ \t\xa0]|&(?:nbsp|ensp|emsp|#160);)"
_OWN_SPACE = re.compile(
    rf"(?<={_WIDE})(?=[ \t\xa0&<])(?=(?:</?{_TAG})*+{_SPACE}++(?:</?{_TAG})*+{_WIDE})",
    re.IGNORECASE,
)
# the page's own space between Chinese characters; html_text adds more
_OWN_WIDE_SPACE = re.compile(rf"\u3000(?={_WIDE})")
_NOT_XML = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def read(data: bytes, encoding: str | None) -> DecodedText:
    return read_page(decode_in(data, encoding))


def read_page(decoded: DecodedText) -> DecodedText:
    return replace(extracted(decoded), beside=(page_form(decoded.text),))


def extracted(decoded: DecodedText, before: int = 0) -> DecodedText:
    """Return the visible text of markup, without ``beside``, which takes longest.

    ``before`` is the number of characters other than white space that precede the page in its
    document: the positions of marks start there. Raises ``ReadError``.
    """
    page = decoded.text
    if "<![CDATA[" in page and _XHTML.search(page):
        # in HTML it is a comment
        page = _CDATA.sub(_plain, page)
    # lxml rejects a declared encoding in text, and characters that XML forbids
    source = _NOT_XML.sub(" ", _XML_DECLARATION.sub("", page)).strip()
    # raised and lowered digits as characters of their own need no mark
    source = _DIGITS.sub(
        lambda one: in_unicode(one["digits"], one["tag"].lower()) or one[0], source
    )
    source = _marked_spaces(source)
    if not source:
        return replace(decoded, text="")
    # by default libxml2 drops all that follows 256 open elements, or a text of 10 MB
    parser = lxml.etree.HTMLParser(encoding="utf-8", huge_tree=True)
    # lxml.html would ask for the class of each element, form or label, in Python
    kinds = lxml.html.HtmlElement, lxml.html.HtmlComment, lxml.html.HtmlProcessingInstruction
    parser.set_element_class_lookup(lxml.etree.ElementDefaultClassLookup(*kinds))
    try:
        root = lxml.etree.fromstring(source.encode("utf-8"), parser=parser)
        # elements behind </html> are shown, too, and are siblings of the root
        roots = () if root is None else (root, *root.itersiblings(lxml.etree.Element))
        text = "\n\n".join(filter(None, map(_shown, roots)))
        marks = tuple(mark for one in roots for mark in _marks(one, before))
        title = _title(roots)
    except (lxml.etree.LxmlError, ValueError, AssertionError) as error:
        raise ReadError(ReasonCode.NOT_HTML, str(error)) from error
    # markup with errors is usual, and is read in full; fatal is only what ends the parsing
    fatal = [one for one in parser.error_log if one.level == lxml.etree.ErrorLevels.FATAL]
    limits = [
        Reason(ReasonCode.MARKUP_LIMIT, (str(one.line),))
        # the parser's own words advise to set what is set
        if one.type == lxml.etree.ErrorTypes.ERR_RESOURCE_LIMIT
        else Reason(ReasonCode.PARSER_LIMIT, (str(one.line), one.message))
        for one in fatal
    ]
    # inline tags and ends of lines become spaces, which Chinese does not have
    text = _JOIN.sub("", _SPACE_IN_CHINESE.sub("", text))
    return replace(
        decoded,
        text=text.replace(_WIDE_SPACE, "\u3000"),
        cut_short=limits[0] if limits else None,
        marks=marks,
        title=title,
    )


def _shown(root: Any) -> str:
    """Return the text of a page as ``html_text.extract_text`` does, in less time."""
    try:
        tree = html_text.cleaner.clean_html(root)
    except AssertionError:  # of lxml, for a misplaced element
        tree = root
    one, two = html_text.NEWLINE_TAGS, html_text.DOUBLE_NEWLINE_TAGS
    breaks = dict.fromkeys(one, 1) | dict.fromkeys(two, 2)
    chunks: list[str] = []
    broken, before = 2, ""  # how many lines have ended since the last text, and how that ends
    for event, element in lxml.etree.iterwalk(tree, events=("start", "end")):
        ends = breaks.get(element.tag, 0)
        if ends > broken:
            chunks.append("\n" * (ends - broken))
            broken = ends
        text = element.text if event == "start" else None if element is tree else element.tail
        if text and (shown := " ".join(text.split())):
            if not broken and (before.isspace() or (shown[0] not in ',:;.!?")' and before != "(")):
                chunks.append(" ")
            chunks.append(shown)
            broken, before = 0, text[-1]
    return "".join(chunks).strip()


def _title(roots: Iterable[Any]) -> str:
    """Return the first heading of level 1 that has words, else the title of the page."""
    for name in "h1", "title":
        for root in roots:
            for element in root.iter(name):
                words = element.xpath("string()")
                title = clean_title(_JOIN.sub("", words).replace(_WIDE_SPACE, "\u3000"))
                if title:
                    return title
    return ""


def _marked_spaces(source: str) -> str:
    """Mark places where html_text adds a space inside a word, or at a line break."""
    # hardly any page has one, and that is seen at once
    for private in (_JOINED, _KEPT, _WIDE_SPACE):
        source = source.replace(private, "")
    source = _WITHIN.sub(rf"\g<0>{_JOINED}", source)
    if source.isascii():
        return source
    return _OWN_WIDE_SPACE.sub(_WIDE_SPACE, _OWN_SPACE.sub(_KEPT, source))


def _plain(found: re.Match[str]) -> str:
    return found[0] if found["text"] is None else escape(found["text"], quote=False)


def _marks(root: Any, before: int) -> list[str]:
    """Return the marks of raised, lowered and struck text, of code and of formulas."""
    marks: list[str] = []
    seen = before
    if next(root.iter(*_RAISED), None) is None:  # no positions are needed
        walk = lxml.etree.iterwalk(root, events=("start",), tag=_WHOLE)
    else:
        walk = lxml.etree.iterwalk(root, events=("start", "end", "comment", "pi"))
    for event, element in walk:
        if event == "start":
            if element.tag in _RAISED:
                marks.append(f"{element.tag} {seen}")
            if element.tag in _WHOLE:
                walk.skip_subtree()  # one inside another would be read again for each
                if element.tag == "pre":
                    marks.append(element.text_content().translate(_IN_PRE))
                elif element.tag == "math":
                    marks.append(lxml.etree.tostring(element, encoding="unicode", with_tail=False))
            else:
                seen += _characters(element.text)
        else:
            if element.tag in _RAISED:
                marks.append(f"/{element.tag} {seen}")
            seen += _characters(element.tail)
    return marks


def _characters(text: str | None) -> int:
    if not text:
        return 0
    marks = 0 if text.isascii() else sum(map(text.count, (_JOINED, _KEPT, _WIDE_SPACE)))
    return sum(map(len, text.split())) - marks


_CONTAINER, _ENCRYPTION = "META-INF/container.xml", "META-INF/encryption.xml"
_PAGES = frozenset({"application/xhtml+xml", "text/html", "application/html"})
_MOST_TAGS_OF_PAGE = 400_000  # a tree of them takes 200 MB
_EMPTY = re.compile(
    r"<(?!(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)[\s/>])"
    r"([a-zA-Z][\w:-]*+)((?:[^<>\"']|\"[^\"<]*+\"|'[^'<]*+')*?)/>"
)
_HEAD, _HEAD_END = (re.compile(one, re.IGNORECASE) for one in (r"<head[\s>]", r"</head\s*>"))


def read_epub(data: bytes, _encoding: str | None) -> DecodedText:
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
    """Return the pages in reading order, and the title in the metadata. Raises ``ReadError``."""
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
    """Return XHTML as HTML, in which an empty element needs an end tag.

    >>> _as_html('<html><head><title/></head><body><a id="1"/>A<br/></body></html>')
    '<html><body><a id="1"></a>A<br/></body></html>'
    """
    begins = _HEAD.search(page)
    ends = _HEAD_END.search(page, begins.end()) if begins else None
    if begins and ends:
        page = page[: begins.start()] + page[ends.end() :]
    return _EMPTY.sub(r"<\1\2></\1>", page)

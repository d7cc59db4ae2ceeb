"""What a person put into a page of HTML, as one string: equal only for copies of one page.

It is the source itself, without what nobody wrote or would miss: how a character is written, the
order and the quotes of attributes, white space that is not shown, the name of the program that
saved the page, and when. What is not known to be such stays, comments and properties too, and
markup that is not well-formed stands as it is to the end.
"""

import re
from html import unescape
from html.entities import html5
from typing import NamedTuple

from simcore.text.normal_form import visible

_GAP = r"[ \t\n\f\r]"
_VALUE = r""""[^"]*+"|'[^']*+'|[^ \t\n\f\r"'=<>`]++"""
_ATTRIBUTE = rf"""{_GAP}++([^ \t\n\f\r"'<>/=]++)(?:{_GAP}*+={_GAP}*+({_VALUE}))?+"""
_ATTRIBUTES = re.compile(_ATTRIBUTE)
_LONGEST_TAG = 1_000  # of those that are found among the ones before
_TOKEN = re.compile(
    r"(?P<text>(?:[^<]++|<(?![a-zA-Z/!?]))++)"
    r"|(?P<comment><!--(?:-?>|.*?(?:--!?>|\Z)))"
    rf"|<(?P<end>/?)(?P<name>[a-zA-Z][a-zA-Z0-9:-]*+)(?P<attributes>(?:{_ATTRIBUTE})*+)"
    rf"{_GAP}*+(?P<empty>/?)>"
    r"|(?P<doctype><![dD][oO][cC][tT][yY][pP][eE][^<>\[]*+>)"
    r"|(?P<data><!\[CDATA\[.*?(?:\]\]>|\Z))",
    re.DOTALL,
)
_SPACES = re.compile(f"{_GAP}+")
_REFERENCE = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|([a-zA-Z][a-zA-Z0-9]*+));")
_DECLARATION = re.compile(rf"^\s*<\?xml{_GAP}[^>]*\?>")

_UNSEEN = frozenset({"class", "id", "lang", "xml:lang", "role"})
_UNSEEN_KINDS = "data-", "aria-"
_SAID = frozenset({"aria-label", "aria-description", "aria-placeholder", "aria-valuetext"})
"""Attributes with text for people who hear a page."""
_LOOKED_AT = re.compile(
    r"[<:](?:script|style|q)\b|stylesheet|@import|javascript:|[\s\"'/]on\w++\s*+="
    r"|=\s*[\"']?[^\"'\s>#=]*+\#|\s(?:for|form|list|usemap|headers)\s*=",
    re.IGNORECASE,
)
"""Where attributes that are not seen can have an effect: style sheets, scripts, links to them."""
_SPACE_SHOWN = re.compile(r"white-?space|xml:space", re.IGNORECASE)
_PLACED = re.compile(
    r"stylesheet|[<:]script|@import|javascript:|[\s\"'/]on\w++\s*+=|hidden|popover|align|display"
    r"|float|position|visibility",
    re.IGNORECASE,
)
"""Where white space beside what is a block by itself may be shown."""

_IDLE_META = frozenset("generator progid originator created changed changedby".split())
"""Properties that programs write when they save a page: Word, LibreOffice."""
_SAVED_AT = re.compile(
    r"(<!--\s*(?:Mirrored from \S+ by HTTrack|Page saved with SingleFile\b.*?\ssaved date:))"
    r"[^\n]*",
    re.DOTALL,
)
"""The comments of programs that save pages, HTTrack and SingleFile, which end with the time."""
_ROOTS = frozenset({"html", "head", "body"})
_IN_HEAD = _ROOTS | {"meta", "link", "base", "title", "style", "script"}
_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
_BLOCKS = frozenset(
    "address article aside blockquote br caption center col colgroup dd div dl dt fieldset "
    "figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr legend li main nav ol p pre section "
    "summary table tbody td tfoot th thead tr ul".split()
)
_KEEPING = frozenset({"pre", "listing"})
_IN_LINE = frozenset(
    "a abbr b big br cite code del em font i img ins kbd mark q s samp small span strike "
    "strong sub sup tt u var wbr".split()
)
_WRITTEN = frozenset({"title", "textarea"})
_RAW = frozenset("script style xmp iframe noembed noframes noscript plaintext".split())
_END = {name: re.compile(rf"</{name}(?=[ \t\n\f\r/>])", re.IGNORECASE) for name in _WRITTEN | _RAW}


def page_form(source: str) -> str:
    """Return what the source of a page shows.

    >>> page_form("<p  title=a class=b>10<b>0</b>&#x20;A") == page_form("<P title='a'>10<b>0</b> A")
    True
    >>> page_form("<p>10<b>0</b>") == page_form("<p>10 <b>0</b>")
    False
    """
    source = source.replace("\0", "\ufffd").replace("\r\n", "\n").replace("\r", "\n")
    return _Page(_DECLARATION.sub("", source).strip(" \t\n\f\r")).form()


class _Tag(NamedTuple):
    """A tag as it is written; ``part`` is what is seen of it, if anything."""

    part: str
    name: str
    end: bool
    block: bool


class _Page:
    """The parts of a page: tags, what stands as it is, and text between them."""

    def __init__(self, source: str) -> None:
        self._source = source
        written = _decoded(source)
        self._all_attributes = bool(_LOOKED_AT.search(written))
        self._all_spaces = bool(_SPACE_SHOWN.search(written))
        self._beside_blocks = bool(_PLACED.search(written))
        self._tags: dict[str, _Tag] = {}  # by how they are written: most recur
        self._parts: list[str] = []
        self._comments: list[str] = []
        self._texts: list[int] = []  # their positions in the parts
        self._pending: list[str] = []  # text since the last part
        self._in_head = True
        self._after_block = False
        self._keeper = ""  # the outermost open element that keeps white space
        self._keeps_on = False  # to the end of the page

    def form(self) -> str:
        at, source = 0, self._source
        while at < len(source):
            start = source.find("<", at)
            if start != at:
                text = source[at:] if start < 0 else source[at:start]
                self._pending.append(_decoded(text) if "&" in text else text)
                if start < 0:
                    break
            end = source.find(">", start, start + _LONGEST_TAG) + 1
            tag = self._tags.get(source[start:end])
            at = self._read(start) if tag is None else self._tag(tag, end)
        self._end_text(block=True)
        texts = visible("\0".join(self._parts[at] for at in self._texts)).split("\0")
        for position, text in zip(self._texts, texts, strict=False):
            self._parts[position] = f"={text}"
        return "\0".join((*self._parts, *self._comments))

    def _read(self, at: int) -> int:
        """Take what begins with an angle bracket; return where the source goes on."""
        found = _TOKEN.match(self._source, at)
        if found is None:
            self._add(f"!{self._source[at:]}")
            return len(self._source)
        if found["text"] is not None:
            self._pending.append(_decoded(found["text"]))
        elif found["name"] is not None:
            tag = self._tags[found[0]] = self._tag_of(found)
            return self._tag(tag, found.end())
        elif found["doctype"] is not None:
            self._add(_SPACES.sub(" ", found["doctype"]).lower())
        elif found["data"] is not None:
            self._add(found["data"])
        else:
            self._comment(found["comment"])
        return found.end()

    def _comment(self, written: str) -> None:
        """Note a comment that says something, and between which tags it stands."""
        said = " ".join(_SAVED_AT.sub(r"\1", written).split())[4:].strip(" -!>")
        if any(map(str.isalnum, said)):
            self._comments.append(f"!{len(self._parts) - len(self._texts)} {said}")

    def _tag_of(self, found: re.Match[str]) -> _Tag:
        name = found["name"].lower()
        attributes = list(self._attributes(found["attributes"]))
        listed = "".join(f" {key}={value!r}" for key, value in attributes)
        closed = "/" if found["empty"] and name not in _VOID else ""
        idle = name == "meta" and _is_idle(dict(attributes))
        seen = not (idle or (name in _ROOTS and not attributes))
        part = f"<{found['end']}{name}{listed}{closed}>" if seen else ""
        return _Tag(part, name, bool(found["end"]), name in _BLOCKS)

    def _tag(self, tag: _Tag, at: int) -> int:
        """Take a tag that ends at a place; return where the source goes on."""
        part, name, end, block = tag
        if not part:
            return at
        if self._in_head:
            self._in_head = name in _IN_HEAD
        if self._pending:
            self._end_text(block=block)
        self._parts.append(part)
        self._after_block = block
        if self._keeper or name in _KEEPING:
            self._keep(name, end=end)
        if end or name not in _END:
            return at
        ends = None if name == "plaintext" else _END[name].search(self._source, at)
        behind = ends.start() if ends else len(self._source)
        inside = self._source[at:behind]
        if name in _WRITTEN:
            inside = _decoded(inside)
        self._add(" ".join(inside.split()) if name == "title" else inside)
        return behind

    def _keep(self, name: str, *, end: bool) -> None:
        """Note where white space is kept: to the end where the element holds more than a line."""
        if not self._keeper:
            self._keeper = name if name in _KEEPING and not end else ""
        elif name == self._keeper and end and not self._keeps_on:
            self._keeper = ""
        elif name not in _IN_LINE:
            self._keeps_on = True

    def _attributes(self, written: str) -> list[tuple[str, str]]:
        found = []
        for key, value in _ATTRIBUTES.findall(written):
            name = key.lower()
            unseen = name in _UNSEEN or (name.startswith(_UNSEEN_KINDS) and name not in _SAID)
            if self._all_attributes or not unseen:
                quoted = value[:1] in {'"', "'"}
                found.append((name, _decoded(value[1:-1] if quoted else value)))
        return sorted(found, key=lambda one: one[0])

    def _add(self, part: str) -> None:
        if self._pending:
            self._end_text(block=False)
        self._parts.append(part)
        self._after_block = False

    def _end_text(self, *, block: bool) -> None:
        """Take the text since the last part; ``block`` is whether a block begins or ends here."""
        text = "".join(self._pending)
        self._pending.clear()
        if not (self._keeper or self._all_spaces):
            # most of it is white space alone
            text = _SPACES.sub(" ", text) if text.strip(" \t\n\f\r") else text and " "
            if self._in_head and text == " ":
                return
            if not self._beside_blocks:
                text = text.removeprefix(" ") if self._after_block else text
                text = text.removesuffix(" ") if block else text
        if text:
            self._in_head = False
            self._texts.append(len(self._parts))
            self._parts.append(text)


def _is_idle(attributes: dict[str, str]) -> bool:
    """Return whether an element ``meta`` tells what a program wrote, and nobody would miss."""
    if "http-equiv" in attributes:
        return attributes["http-equiv"].lower() == "content-type"
    return "charset" in attributes or attributes.get("name", "").lower() in _IDLE_META


def _decoded(text: str) -> str:
    return _REFERENCE.sub(_character, text) if "&" in text else text


def _character(found: re.Match[str]) -> str:
    """Return what a reference stands for; the ampersand, and what is unknown, stay references."""
    if found[1] and f"{found[1]};" not in html5:
        return found[0]
    meant = unescape(found[0])
    return "&amp;" if meant == "&" else meant.replace("\0", "\ufffd") or found[0]

"""What a reader sees of a document: two documents with equal hashes of it are the same text.

Prose is compared by its visible form with white space folded. In source code, tables and data, in
code blocks and in lines with a layout only canonical forms and line ends are folded. Of the source
of a page, what nobody wrote or would miss is removed.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from html import unescape
from html.entities import html5
from typing import NamedTuple

from simcore.model.formats import Markup
from simcore.model.records import DecodedText
from simcore.text.normal_form import (
    BULLETS,
    content_hash,
    fold_spaces,
    simplified,
    string_of,
    visible,
)
from simcore.text.words import IN_CONTEXT, NormalForm, normal_form

_COLUMNS, _TABS = "   ", "\t\t"
_LINE = r"\n(?:(?:  |\t)[ \t]*+(?=\S)|[>|])[^\n]*+"
_LINES, _INDENTED = (
    re.compile(rf"{line}(?:(?:\n[ \t]*+(?=\n))*+{line})*+")
    for line in (_LINE, _LINE.replace("  |", " |"))
)
_BREAK = re.compile(r"\n(?:(?<=  \n)|(?<=\\\n))(?=[ \t]*+\S)")
_BLOCKS = re.compile(
    rf"\n[ \t]*+#\+begin_.*?(?:\n[ \t]*+#\+end_|\Z)|{_LINE}", re.IGNORECASE | re.DOTALL
)
_BLANK_ENDS = re.compile(r"[ \t]++(?=\n|\Z)")
_WIDEST_INDENT = 3  # of a fence
_TICKS, _FENCE = re.compile("````*+"), re.compile("````*+|~~~~*+")


class VisibleHashes(NamedTuple):
    """Hashes of 16 bytes. ``form`` is equal for documents that a reader cannot tell apart.

    ``words`` is equal if only what is beside the words differs: links, images, form values, the
    format, or traditional and simplified Chinese.
    """

    form: bytes
    words: bytes


def visible_hashes(
    decoded: DecodedText, normal: NormalForm | None = None, text_hash: bytes | None = None
) -> VisibleHashes:
    """Return the hashes of what a reader sees of a document, and of its words alone.

    ``normal`` and ``text_hash`` are its normal form and the hash of that, if known.
    """
    normal = normal or normal_form(decoded.text)
    seen = _of_text(decoded, normal, text_hash)
    around, plain = list(decoded.marks), list(decoded.marks)
    if not decoded.layout:
        blocks = list(_code_blocks(decoded.text))
        if blocks:
            # the text between them is in the prose, too
            code = laid_out("\n```\n".join(blocks))
            around.append(code)
            plain.append(code if code.isascii() else simplified(code))
    words = _with(seen.words, plain)
    same = seen.form is seen.words and plain == around
    form = words if same else _with(seen.form, around)
    ascii_only = decoded.text.isascii()
    if not (decoded.layout or ascii_only) and any(map(decoded.text.__contains__, BULLETS)):
        form = _with(form, (fold_spaces(visible(decoded.text, bullets=True)),))
    beside = decoded.beside
    if not (decoded.layout or beside):
        # the text of a page has no lines of its own
        lines = _lines_as_they_are(decoded.text, decoded.markup)
        beside = ("\n".join(lines),) if lines else ()
        if normal.spaces:
            form = content_hash(form + normal.spaces)
    return VisibleHashes(_with(form, beside), words)


def _of_text(decoded: DecodedText, normal: NormalForm, text_hash: bytes | None) -> VisibleHashes:
    if decoded.layout:
        seen = _hashed(laid_out(decoded.text))
        return VisibleHashes(seen, seen)
    words = content_hash((text_hash or _hashed(normal.text)) + normal.seen)
    if normal.form is normal.codes:
        return VisibleHashes(words, words)
    shown = string_of(normal.form)
    form = content_hash(_hashed(shown) + normal.seen)
    if normal.seen == IN_CONTEXT:
        plain = simplified(shown)
        words = form if plain == shown else content_hash(_hashed(plain) + normal.seen)
    return VisibleHashes(form, words)


def laid_out(text: str) -> str:
    """Return a text with meaningful layout without invisible characters at line ends."""
    lines = _unix(unicodedata.normalize("NFC", text)).rstrip().split("\n")
    return "\n".join(map(str.rstrip, lines))


def _unix(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _code_blocks(text: str) -> Iterator[str]:
    """Yield the blocks of code in Markdown (CommonMark 0.31, section 4.5)."""
    # a fence of one kind is found many times faster than lines that begin with either
    tildes = "~" in text and "~~~" in text
    if not (tildes or "```" in text):
        return
    text = _unix(text)
    fence, start = "", 0
    for found in (_FENCE if tildes else _TICKS).finditer(text):
        at = found.start()
        # looking farther back, for each fence in a line, takes the square of its length
        line = text.rfind("\n", max(0, at - _WIDEST_INDENT - 1), at) + 1
        if at - line > _WIDEST_INDENT or text[line:at].strip(" "):
            continue
        if not fence:
            fence, start = found[0], found.end()
        elif found[0].startswith(fence):
            yield text[start : line - 1]
            fence = ""
    if fence:
        yield text[start:]


def _lines_as_they_are(text: str, markup: Markup | None = None) -> list[str]:
    """Return the lines of prose that cannot be wrapped in another way without a visible change.

    They are indented or quoted, have columns, or are in a block of Org. Each run comes with the
    number of characters before it, and so do hard line breaks of Markdown (CommonMark 0.31, section
    6.7).
    """
    text = "\n" + _unix(text if text.isascii() else unicodedata.normalize("NFC", text))
    tabs = "\t" in text
    # a single character is found ten times faster than two
    blocks = "+" in text and "#+" in text
    lines = _INDENTED if markup is Markup.RESTRUCTURED else _BLOCKS if blocks else _LINES
    found: list[str] = []
    at = seen = 0
    for run in lines.finditer(text):
        start, end = run.span()
        if text.find(_COLUMNS, at, start) >= 0 or (tabs and text.find(_TABS, at, start) >= 0):
            found += _columns(text[at:start], seen)
        seen += _characters(text, at, start, tabs=tabs)
        kept = run[0]
        if " \n" in kept or "\t\n" in kept or kept[-1] in " \t":
            kept = _BLANK_ENDS.sub("", kept)
        found.append(f"{seen} {kept}")
        at = end
    if text.find(_COLUMNS, at) >= 0 or (tabs and text.find(_TABS, at) >= 0):
        found += _columns(text[at:], seen)
    if markup is Markup.MARKDOWN and ("  \n" in text or ("\\" in text and "\\\n" in text)):
        found += _breaks(text)
    return found


def _breaks(text: str) -> Iterator[str]:
    at = seen = 0
    for found in _BREAK.finditer(text):
        end = found.start()
        if text[text.rfind("\n", 0, end) : end].isspace():
            continue  # an empty line
        seen += _characters(text, at, end)
        yield f"{seen} \\"
        at = end


def _columns(text: str, seen: int) -> Iterator[str]:
    for line in text.split("\n"):
        if _COLUMNS in (bare := line.strip()) or _TABS in bare:
            yield f"{seen} {bare}"
        seen += _characters(line, 0, len(line))


def _characters(text: str, start: int, end: int, *, tabs: bool = True) -> int:
    space = text.count(" ", start, end) + text.count("\n", start, end)
    return end - start - space - (text.count("\t", start, end) if tabs else 0)


def _with(seen: bytes, parts: Iterable[str]) -> bytes:
    hashes = list(map(_hashed, parts))
    return content_hash(b"".join((seen, *hashes))) if hashes else seen


def _hashed(text: str) -> bytes:
    return content_hash(text.encode("utf-8", "surrogatepass"))


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
# text for people who hear a page
_SAID = frozenset({"aria-label", "aria-description", "aria-placeholder", "aria-valuetext"})
# with style sheets and scripts invisible attributes can have an effect
_LOOKED_AT = re.compile(
    r"[<:](?:script|style|q)\b|stylesheet|@import|javascript:|[\s\"'/]on\w++\s*+="
    r"|=\s*[\"']?[^\"'\s>#=]*+\#|\s(?:for|form|list|usemap|headers)\s*=",
    re.IGNORECASE,
)
_SPACE_SHOWN = re.compile(r"white-?space|xml:space", re.IGNORECASE)
# with these white space beside blocks may be shown
_PLACED = re.compile(
    r"stylesheet|[<:]script|@import|javascript:|[\s\"'/]on\w++\s*+=|hidden|popover|align|display"
    r"|float|position|visibility",
    re.IGNORECASE,
)

# written by Word and LibreOffice at each save
_IDLE_META = frozenset("generator progid originator created changed changedby".split())
# comments of HTTrack and SingleFile, which end with the time
_SAVED_AT = re.compile(
    r"(<!--\s*(?:Mirrored from \S+ by HTTrack|Page saved with SingleFile\b.*?\ssaved date:))"
    r"[^\n]*",
    re.DOTALL,
)
_ROOTS = frozenset({"html", "head", "body"})
_IN_HEAD = _ROOTS | {"meta", "link", "base", "title", "style", "script"}
_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
_BLOCK_ELEMENTS = frozenset(
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
    """Return the source of a page without what nobody sees.

    Removed are the order and quotes of attributes, white space that is not shown, and the program
    and time of saving. All else stays, such as comments, and malformed markup to the end.

    >>> page_form("<p  title=a class=b>10<b>0</b>&#x20;A") == page_form("<P title='a'>10<b>0</b> A")
    True
    >>> page_form("<p>10<b>0</b>") == page_form("<p>10 <b>0</b>")
    False
    """
    source = source.replace("\0", "\ufffd").replace("\r\n", "\n").replace("\r", "\n")
    return _Page(_DECLARATION.sub("", source).strip(" \t\n\f\r")).form()


class _Tag(NamedTuple):
    """A tag as written; ``part`` is its visible part, empty if there is none."""

    part: str
    name: str
    end: bool
    block: bool


class _Page:
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
        return _Tag(part, name, bool(found["end"]), name in _BLOCK_ELEMENTS)

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
        """Track where white space is kept: to the end if the element has more than a line."""
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
    if "http-equiv" in attributes:
        return attributes["http-equiv"].lower() == "content-type"
    return "charset" in attributes or attributes.get("name", "").lower() in _IDLE_META


def _decoded(text: str) -> str:
    return _REFERENCE.sub(_character, text) if "&" in text else text


def _character(found: re.Match[str]) -> str:
    """Decode a reference; the ampersand and unknown references stay."""
    if found[1] and f"{found[1]};" not in html5:
        return found[0]
    meant = unescape(found[0])
    return "&amp;" if meant == "&" else meant.replace("\0", "\ufffd") or found[0]

"""What a reader sees of a document: two that have it in common are the same text.

Prose is compared by its visible form (``simcore.text.normal_form``), in which white space is
folded, too. Where line breaks and indentation have a meaning, in source code, tables and data and
in the blocks of code of Markdown, only canonical forms and line ends are folded, and so in lines
of prose that are indented or quoted, have columns, or end in a hard line break of Markdown.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from simcore.model.formats import Markup
from simcore.model.records import DecodedText
from simcore.text.characters import BULLETS, fold_spaces, string_of
from simcore.text.chinese_variants import simplified
from simcore.text.hashing import content_hash
from simcore.text.normal_form import visible
from simcore.text.tokens import IN_CONTEXT, NormalForm, normal_form

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

    ``words`` is equal for those that differ in nothing but what is beside their words: links,
    images, form values, the format, or traditional and simplified Chinese.
    """

    form: bytes
    words: bytes


def visible_hashes(
    decoded: DecodedText, normal: NormalForm | None = None, text_hash: bytes | None = None
) -> VisibleHashes:
    """Return the hashes of what a reader sees of a document, and of its words alone.

    ``normal`` and ``text_hash`` are its normal form and the hash of that, if they are known.
    """
    normal = normal or normal_form(decoded.text)
    seen = _of_text(decoded, normal, text_hash)
    around, plain = list(decoded.marks), list(decoded.marks)
    if not decoded.layout:
        blocks = list(_code_blocks(decoded.text))
        if blocks:
            # what stands between them is in the prose, too
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
    """Return a text whose layout has a meaning without what cannot be seen at ends of lines."""
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
    """Return the lines of prose that cannot be wrapped otherwise without a change that is seen.

    They are indented or quoted, have columns, or are in a block of Org: code, tables, nested lists.
    Each run of them comes with the number of characters before it, which tells where it is, and so
    do hard line breaks of Markdown (CommonMark 0.31, section 6.7).
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
    """Yield the hard line breaks of Markdown, see ``_lines_as_they_are``."""
    at = seen = 0
    for found in _BREAK.finditer(text):
        end = found.start()
        if text[text.rfind("\n", 0, end) : end].isspace():
            continue  # an empty line
        seen += _characters(text, at, end)
        yield f"{seen} \\"
        at = end


def _columns(text: str, seen: int) -> Iterator[str]:
    """Yield the lines that have columns, see ``_lines_as_they_are``."""
    for line in text.split("\n"):
        if _COLUMNS in (bare := line.strip()) or _TABS in bare:
            yield f"{seen} {bare}"
        seen += _characters(line, 0, len(line))


def _characters(text: str, start: int, end: int, *, tabs: bool = True) -> int:
    space = text.count(" ", start, end) + text.count("\n", start, end)
    return end - start - space - (text.count("\t", start, end) if tabs else 0)


def _with(seen: bytes, parts: Iterable[str]) -> bytes:
    """Add what else is seen to a hash."""
    hashes = list(map(_hashed, parts))
    return content_hash(b"".join((seen, *hashes))) if hashes else seen


def _hashed(text: str) -> bytes:
    return content_hash(text.encode("utf-8", "surrogatepass"))

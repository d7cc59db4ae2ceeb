"""OpenDocument: texts, presentations and sheets, as LibreOffice shows the final text.

Notes, comments and text boxes are at the end. Left out: deleted and hidden text, headers and
footers. odfpy builds a tree and takes 60 times as long.
"""

import re
from dataclasses import dataclass, replace

from simcore.formats.docx import NamedStyles
from simcore.formats.package import (
    PLAIN,
    Attributes,
    Flow,
    Look,
    Package,
    Shared,
    number_in,
    placed_by,
)
from simcore.formats.plain import LOWERED, RAISED, Headings
from simcore.model.reasons import ReadError, ReasonCode
from simcore.model.records import DecodedText

_CONTENT, _STYLES, _MANIFEST = "content.xml", "styles.xml", "META-INF/manifest.xml"
_SKIPPED = frozenset(
    "text:tracked-changes text:ruby-text text:note-citation office:forms table:tracked-changes "
    "table:label-ranges draw:page-thumbnail".split()
)
_FURNITURE = frozenset({"header", "footer", "date-time", "page-number"})
_PARAGRAPHS = frozenset({"text:p", "text:h"})
_CELLS = frozenset({"table:table-cell", "table:covered-table-cell"})
_PARTS = "footnote", "endnote", "annotation", "box"
_PLACED = {"super": RAISED, "sub": LOWERED}
_MOST_SPACES = 1_000
_SPACES = re.compile(r"[ \t\r\n]+")


def read(data: bytes, _encoding: str | None) -> DecodedText:
    package = Package(data)
    if _MANIFEST in package and b"encryption-data" in package.read(_MANIFEST):
        raise ReadError(ReasonCode.PASSWORD)
    named = _OdfStyles()
    with package.noting():
        named = package.shared(_STYLES, _NAMED, _OdfStyles.parsed)
    content = _Content(named)
    with package.noting(main=True):
        package.parse(_CONTENT, content)
    beside, title = package.beside(), content.headings.title
    return content.flow.finish(*_PARTS, cut_short=package.cut_short, beside=beside, title=title)


class _OdfStyles(NamedStyles):
    element = "style:style"
    formatted = b"text-position", b"line-through", b"text:display", b'parent-style-name="Title"'

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "style:style":
            family = attributes.get("style:family", "")
            self._style = f"{family} {attributes.get('style:name', '')}"
            if parent := attributes.get("style:parent-style-name", ""):
                self.parents[self._style] = f"{family} {parent}"
        elif name == "style:text-properties" and self._style:
            look = self.looks.get(self._style, PLAIN)
            self.looks[self._style] = _with_properties(look, attributes)


def _with_properties(look: Look, attributes: Attributes) -> Look:
    if position := attributes.get("style:text-position"):
        first = "".join(position.split()[:1])
        look = replace(look, placed=_PLACED.get(first) or placed_by(first))
    lines = [attributes.get(f"style:text-line-through-{one}") for one in ("style", "type")]
    if any(lines):
        look = replace(look, struck="none" not in lines)
    if display := attributes.get("text:display"):
        look = replace(look, hidden=display == "none")
    return look


_NAMED: Shared[_OdfStyles] = Shared()


@dataclass(frozen=True, slots=True)
class _Open:
    """An open paragraph, span, aside or repeated cell; ``look`` is None outside paragraphs."""

    depth: int
    look: Look | None = None  # None is what is no paragraph: its text is not read
    part: str | None = None  # of an aside
    times: int = 1


class _Content(_OdfStyles):
    def __init__(self, named: _OdfStyles) -> None:
        super().__init__()
        self._named = named
        self.flow = Flow()
        self.headings = Headings()
        self._heading = 0  # the depth of the paragraph that is one
        self._in_title = False  # of a slide
        self._depth = 0
        self._skipped = 0  # the depth of the element that is not read
        self._open: list[_Open] = []
        self._in_sheet = self._in_slides = False
        self._styles: dict[str, tuple[Look, bool]] = {}

    def start(self, name: str, attributes: Attributes) -> None:
        self._depth += 1
        if self._skipped:
            return
        if self._is_skipped(name, attributes):
            self._skipped = self._depth
        elif name in _PARAGRAPHS:
            look, is_title = self._style_of("paragraph", attributes)
            is_title |= self._in_title
            if (is_title or name == "text:h") and not (self._in_sheet or self._heading):
                self._heading = self._depth
                self.headings.begin(is_title=is_title)
            if self._look is None:
                self._push(look)
            else:
                # of a shape that is part of a line
                self._begin_aside("", look)
        elif self._look is not None:
            self._start_inside(name, attributes, self._look)
        else:
            self._start_block(name, attributes)

    def _is_skipped(self, name: str, attributes: Attributes) -> bool:
        if name == "text:section":
            return attributes.get("text:display") == "none"
        if self._in_slides and attributes.get("presentation:class") in _FURNITURE:
            return True
        return name in _SKIPPED or (self._in_slides and name == "text:page-number")

    @property
    def _look(self) -> Look | None:
        return self._open[-1].look if self._open else None

    def _push(self, look: Look | None = None, part: str | None = None, times: int = 1) -> None:
        self._open.append(_Open(self._depth, look, part, times))

    def _begin_aside(self, part: str, look: Look | None = None) -> None:
        self._push(look, part)
        self.flow.begin_aside()

    def _style_of(self, family: str, attributes: Attributes) -> tuple[Look, bool]:
        style = f"{family} {attributes.get('text:style-name', '')}"
        if style not in self._styles:
            is_title = "paragraph Title" in self.chain(style, self._named)
            self._styles[style] = self.look(style, self._named), is_title
        return self._styles[style]

    def _start_inside(self, name: str, attributes: Attributes, look: Look) -> None:
        match name:
            case "text:span":
                self._push(self._style_of("text", attributes)[0].over(look))
            case "text:s":
                self._add(" " * min(number_in(attributes, "text:c", 1), _MOST_SPACES))
            case "text:tab":
                self._add("\t")
            case "text:line-break":
                self._add("\n")
            case "text:hidden-paragraph" if attributes.get("text:is-hidden") == "true":
                self._open[-1] = replace(self._open[-1], look=replace(look, hidden=True))
            case "text:note":
                self._begin_aside(attributes.get("text:note-class", _PARTS[0]))
            case "office:annotation":
                self._begin_aside(_PARTS[2])
            case _ if name.startswith("draw:"):
                self._begin_aside(_PARTS[3])

    def _start_block(self, name: str, attributes: Attributes) -> None:
        match name:
            case "office:annotation":
                self._begin_aside(_PARTS[2])
            case "table:table-row":
                self._start_repeated(number_in(attributes, "table:number-rows-repeated", 1))
                self.flow.begin_row()
            case "table:table-cell" | "table:covered-table-cell":
                self._start_repeated(number_in(attributes, "table:number-columns-repeated", 1))
            case "table:table" if self._in_sheet:
                self.flow.end_paragraph()
                self.flow.end_paragraph()
                self.flow.add(attributes.get("table:name", ""))
                self.flow.end_paragraph()
            case "office:spreadsheet":
                self._in_sheet = True
            case "draw:page":
                self._in_slides = True
                self.flow.begin_page()
            case "draw:frame":
                self._in_title = attributes.get("presentation:class") == "title"
            case _:
                super().start(name, attributes)

    def _start_repeated(self, times: int) -> None:
        if times > 1 and self._in_sheet:
            self._push(times=times)
            self.flow.begin_aside()

    def end(self, name: str) -> None:
        depth, self._depth = self._depth, self._depth - 1
        if self._skipped:
            if self._skipped == depth:
                self._skipped = 0
            return
        opened = self._open.pop() if self._open and self._open[-1].depth == depth else None
        if name in _PARAGRAPHS:
            if self._heading == depth:
                self.headings.end()
                self._heading = 0
            self.flow.end_paragraph()
        elif name == "table:table-row":
            self.flow.end_row()
        elif name in _CELLS and opened is None:
            self.flow.end_cell()
        else:
            super().end(name)
        if opened is None:
            return
        if opened.part is not None:
            self.flow.end_aside(opened.part)
        elif opened.times > 1:
            self.flow.end_repeated(opened.times, "end_cell" if name in _CELLS else "")

    def text(self, text: str) -> None:
        if self._look is not None and not self._skipped:
            self._add(_SPACES.sub(" ", text))

    def _add(self, text: str) -> None:
        look = self._look
        if look is not None and not look.hidden:
            self.flow.add(text, look.mark)
            if self._heading and not any(one.part for one in self._open):
                self.headings.add(text)

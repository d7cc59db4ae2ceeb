"""Word and PowerPoint since 2007: the final text, with notes, comments and text boxes at the end.

Left out: deleted and hidden text, field codes, headers, footers, list numbers, dates and slide
numbers. python-docx and python-pptx build trees of all parts and take 15 times as long.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from typing import ClassVar, Self

from simcore.formats.package import (
    PLAIN,
    SCRIPTS,
    Attributes,
    Events,
    Flow,
    Look,
    Package,
    Shared,
    attributes_of,
    is_on,
    main_part,
    parse,
    placed_by,
)
from simcore.formats.plain import LOWERED, RAISED, STRUCK, Headings
from simcore.model.formats import format_of
from simcore.model.reasons import ReadError, Reason, ReasonCode
from simcore.model.records import DecodedText

_LONGEST_CHAIN = 100  # of styles


class NamedStyles(Events):
    """The looks of named styles; a subclass fills ``looks`` and ``parents`` by style name.

    Only parts with any of the bytes ``formatted`` are parsed; ``element`` begins a style.
    """

    formatted: ClassVar[tuple[bytes, ...]]
    element: ClassVar[str]

    def __init__(self) -> None:
        self.looks: dict[str, Look] = {}
        self.parents: dict[str, str] = {}
        self._style = ""  # the open one

    @classmethod
    def parsed(cls, source: bytes) -> Self:
        styles = cls()
        if any(one in source for one in cls.formatted):
            parse(source, styles)
        return styles

    def end(self, name: str) -> None:
        if name == self.element:
            self._style = ""

    def look(self, style: str, *others: "NamedStyles") -> Look:
        """Return the look of a style in these or ``others``, with those it is based on."""
        return reduce(Look.over, self.chain(style, *others).values(), PLAIN)

    def chain(self, style: str, *others: "NamedStyles") -> dict[str, Look]:
        """Return the own looks of a style and of those it is based on, in this order."""
        found: dict[str, Look] = {}
        while style and style not in found and len(found) < _LONGEST_CHAIN:
            told = (one for one in (self, *others) if style in one.looks or style in one.parents)
            holder = next(told, self)
            found[style] = holder.looks.get(style, PLAIN)
            style = holder.parents.get(style, "")
        return found


_PARTS = "footnotes", "endnotes", "comments"
_BOXES = "boxes"
_SKIPPED = frozenset(
    "w:del w:moveFrom w:instrText w:delText w:delInstrText w:rt w:rPrChange w:pPrChange "
    "w:tblPrChange w:trPrChange w:tcPrChange w:sectPrChange w:tblGridChange w:sdtPr mc:Fallback "
    "w:fldData w:cellDel m:ctrlPr".split()
)
_BREAKS = {
    "w:tab": "\t", "w:ptab": "\t", "w:br": "\n", "w:cr": "\n", "w:noBreakHyphen": "\u2011",
    "w:softHyphen": "\u00ad",
}  # fmt: skip
_IN_FORMULAS = {"m:rad": "√", "m:den": "/"}
_OF_CHUNKS = frozenset({"docx", "html", "mhtml", "eml", "rtf"})
_DEEPEST_CHUNK = 8  # documents within documents

_HEADING = re.compile("heading [1-9]")  # in any language: only what is shown is translated
_NO_NOTES = frozenset({"separator", "continuationSeparator", "continuationNotice"})


def read(data: bytes, _encoding: str | None) -> DecodedText:
    package = Package(data)
    return replace(_document(package, 0), beside=package.beside())


def _document(package: Package, depth: int) -> DecodedText:
    """Read a document, or one inside another (``depth``). Raises ``ReadError``."""
    main = main_part(package, "word/document.xml")
    relations = package.relations(main)
    related = dict(relations.values())
    styles = _WordStyles()
    with package.noting():
        styles = package.shared(related.get("styles", ""), _STYLES, _WordStyles.parsed)
    flow, headings = Flow(), Headings()

    def add_chunk(identifier: str) -> None:
        name = relations.get(identifier, ("", ""))[1]
        try:
            chunk = _chunk(package, name, depth)
        except ReadError as error:
            package.cut_short = Reason(ReasonCode.OF, (name, error.reason))
        else:
            flow.add_document(chunk)
            if chunk.title:
                headings.begin(is_title=False)
                headings.add(chunk.title)
                headings.end()
            package.cut_short = chunk.cut_short or package.cut_short

    with package.noting(main=True):
        package.parse(main, _WordStory(flow, styles, add_chunk, headings))
    for kind in _PARTS:
        if kind in related and related[kind] in package:
            with package.noting():
                package.parse(related[kind], _WordStory(flow, styles))
    return flow.finish(_BOXES, cut_short=package.cut_short, title=headings.title)


def _chunk(package: Package, name: str, depth: int) -> DecodedText:
    """Read a document that replaces paragraphs (``altChunk``). Raises ``ReadError``."""
    from simcore.formats.reading import read_document  # noqa: PLC0415 - which imports this module

    data = package.read(name)
    of = format_of(name, data)
    if of and (of.name not in _OF_CHUNKS or depth == _DEEPEST_CHUNK):
        raise ReadError(ReasonCode.NO_READER, of.title)
    if of and of.name == "docx":
        return _document(Package(data, package), depth + 1)
    return read_document(name, data)


def _with_property(look: Look, name: str, attributes: Attributes) -> Look:
    if name == "w:vertAlign":
        placed = {"superscript": RAISED, "subscript": LOWERED}
        return replace(look, placed=placed.get(attributes.get("w:val", ""), ""))
    if name == "w:position":
        return replace(look, placed=look.placed or placed_by(attributes.get("w:val", "")))
    if name in {"w:strike", "w:dstrike"}:
        return replace(look, struck=is_on(attributes))
    return replace(look, hidden=is_on(attributes)) if name == "w:vanish" else look


class _WordStyles(NamedStyles):
    element = "w:style"
    formatted = b"vertAlign", b"position", b"trike", b"vanish", b"eading ", b"itle", b"outlineLvl"

    def __init__(self) -> None:
        super().__init__()
        self._titles: dict[str, bool | None] = {}

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "w:style":
            self._style = attributes.get("w:styleId", "")
        elif not self._style:
            pass
        elif name == "w:basedOn":
            self.parents[self._style] = attributes.get("w:val", "")
        elif name == "w:name":
            named = attributes.get("w:val", "").lower()
            if named == "title" or _HEADING.fullmatch(named):
                self._titles[self._style] = named == "title"
        elif name == "w:outlineLvl" and _is_level(attributes):
            self._titles.setdefault(self._style, False)
        elif name in {"w:vertAlign", "w:position", "w:strike", "w:dstrike", "w:vanish"}:
            look = self.looks.get(self._style, PLAIN)
            self.looks[self._style] = _with_property(look, name, attributes)

    def is_title(self, style: str) -> bool | None:
        """Return True for a style of titles, False for one of headings, None for any other."""
        if style not in self._titles:
            told = (self._titles[one] for one in self.chain(style) if one in self._titles)
            self._titles[style] = next(told, None)
        return self._titles[style]


def _is_level(attributes: Attributes) -> bool:
    return attributes.get("w:val", "") in set("012345678")


_STYLES: Shared[_WordStyles] = Shared()


class _WordStory(Events):
    def __init__(
        self,
        flow: Flow,
        styles: _WordStyles,
        add_chunk: Callable[[str], None] = lambda _identifier: None,
        headings: Headings | None = None,
    ) -> None:
        self._flow = flow
        self._styles = styles
        self._add_chunk = add_chunk
        self._headings = headings or Headings()
        self._heading = 0  # how many paragraphs are open in the one that is a heading, with it
        self._skipped = 0  # open elements, from the one on that is not read
        self._reading = False  # the text of a run
        self._look = PLAIN
        self._outer: list[Look] = []  # of runs and boxes that are open
        self._paragraphs: list[Look] = []
        self._joined = False  # the paragraph's mark is deleted, so the next one is part of it
        self._properties: list[str] = []
        self._fields: list[bool] = []  # whether each open field is still at its code
        self._scripts: list[str] = []  # of a formula

    def start(self, name: str, attributes: Attributes) -> None:
        if self._skipped:
            self._skipped += 1
        elif name in _SKIPPED or (
            name in {"w:footnote", "w:endnote"} and attributes.get("w:type") in _NO_NOTES
        ):
            self._skipped = 1
            self._joined |= name == "w:del" and self._properties == ["w:pPr", "w:rPr"]
        elif self._properties:
            self._start_property(name, attributes)
        elif name in {"w:t", "m:t"}:
            self._reading = True
        elif name in {"w:pPr", "w:rPr"}:
            self._properties.append(name)
        else:
            self._start_block(name, attributes)

    def _start_property(self, name: str, attributes: Attributes) -> None:
        if name in {"w:pPr", "w:rPr"}:
            self._properties.append(name)
        elif name == "w:pStyle" and self._paragraphs:
            style = attributes.get("w:val", "")
            self._paragraphs[-1] = self._styles.look(style)
            self._begin_heading(self._styles.is_title(style))
        elif name == "w:outlineLvl" and self._paragraphs:
            self._begin_heading(False if _is_level(attributes) else None)
        elif self._properties != ["w:rPr"] or not self._outer:
            pass
        elif name == "w:rStyle":
            self._look = self._look.over(self._styles.look(attributes.get("w:val", "")))
        else:
            self._look = _with_property(self._look, name, attributes)

    def _begin_heading(self, is_title: bool | None) -> None:  # noqa: FBT001 - what a style is
        if is_title is not None and not self._heading:
            self._heading = len(self._paragraphs)
            self._headings.begin(is_title=is_title)

    def _start_block(self, name: str, attributes: Attributes) -> None:
        match name:
            case "w:p":
                self._paragraphs.append(PLAIN)
            case "w:r" | "m:r" | "w:txbxContent":
                self._outer.append(self._look)
                self._look = PLAIN
                if name == "w:txbxContent":
                    self._flow.begin_aside()
            case "w:fldChar":
                self._field(attributes.get("w:fldCharType", ""))
            case "w:sym":
                self._add(_symbol(attributes.get("w:char", "")))
            case "w:br" if attributes.get("w:type", "textWrapping") != "textWrapping":
                pass  # a page or a column ends
            case "w:tr":
                self._flow.begin_row()
            case "w:altChunk":
                self._add_chunk(attributes.get("r:id", ""))
            case _ if name in _BREAKS and self._outer:
                self._add(_BREAKS[name])
            case _:
                self._start_formula(name)

    def _start_formula(self, name: str) -> None:
        if name in SCRIPTS:
            self._scripts.append(SCRIPTS[name])
        elif name in _IN_FORMULAS:
            self._add(_IN_FORMULAS[name])

    def end(self, name: str) -> None:
        if self._skipped:
            self._skipped -= 1
        elif self._properties:
            if name in {"w:pPr", "w:rPr"}:
                self._properties.pop()
        elif name in {"w:t", "m:t"}:
            self._reading = False
        else:
            self._end_block(name)

    def _end_block(self, name: str) -> None:
        match name:
            case "w:p":
                if self._heading == len(self._paragraphs):
                    self._headings.end()
                    self._heading = 0
                self._paragraphs.pop()
                if not self._joined:
                    self._flow.end_paragraph()
                self._joined = False
            case "w:r" | "m:r":
                self._look = self._outer.pop()
            case "w:tc":
                self._flow.end_cell()
            case "w:tr":
                self._flow.end_row()
            case "w:txbxContent":
                self._look = self._outer.pop()
                self._flow.end_aside(_BOXES)
            case _ if name in SCRIPTS:
                self._scripts.pop()

    def text(self, text: str) -> None:
        if self._reading:
            self._add(text)

    def _field(self, part: str) -> None:
        if part == "begin":
            self._fields.append(True)
        elif self._fields:
            if part == "separate":
                self._fields[-1] = False
            else:
                self._fields.pop()

    def _add(self, text: str) -> None:
        look = self._look
        if self._paragraphs:
            look = look.over(self._paragraphs[-1])
        if not (look.hidden or any(self._fields)):
            if self._scripts:
                look = replace(look, placed=self._scripts[-1])
            self._flow.add(text, look.mark)
            if self._heading == len(self._paragraphs):
                self._headings.add(text)


def _symbol(code: str) -> str:
    try:
        return chr(int(code, 16))
    except (ValueError, OverflowError):
        return ""


_KINDS = "diagramData", "notesSlide", "comments"
_TITLES = frozenset({"title", "ctrTitle"})
_FURNITURE = frozenset({"dt", "ftr", "hdr", "sldNum", "sldImg"})

_SLIDE_BREAKS = {"a:br": "\n", "m:den": "/"}


def read_pptx(data: bytes, _encoding: str | None) -> DecodedText:
    package = Package(data)
    main = main_part(package, "ppt/presentation.xml")
    related = package.relations(main)
    flow, headings = Flow(), Headings()
    for one in attributes_of(package.read(main), "sldId"):
        kind, slide = related.get(one.get("r:id", ""), ("", ""))
        if kind != "slide":
            continue
        flow.begin_page()
        with package.noting():
            package.parse(slide, _Slide(flow, headings))
            beside = sorted(package.relations(slide).values())
            for wanted in _KINDS:
                for name in (name for found, name in beside if found == wanted):
                    package.parse(name, _Slide(flow))
    return flow.finish(cut_short=package.cut_short, beside=package.beside(), title=headings.title)


class _Slide(Events):
    def __init__(self, flow: Flow, headings: Headings | None = None) -> None:
        self._flow = flow
        self._headings = headings or Headings()
        self._skipped = 0  # open elements, from the one on that is not read
        self._furniture = False
        self._reading = False
        self._mark = ""
        self._scripts: list[str] = []  # of a formula

    def start(self, name: str, attributes: Attributes) -> None:
        if self._skipped:
            self._skipped += 1
            return
        if name == "mc:Fallback" or (
            name == "a:fld" and attributes.get("type", "").startswith(("slidenum", "datetime"))
        ):
            self._skipped = 1
        match name:
            case "p:ph":
                self._place(attributes.get("type", ""))
            case "a:r":
                self._mark = ""
            case "a:rPr":
                self._mark = _mark(attributes)
            case "a:t" | "m:t" | "p:text":
                self._reading = True
            case "a:tr":
                self._flow.begin_row()
            case _ if name in SCRIPTS:
                self._scripts.append(SCRIPTS[name])
            case _ if name in _SLIDE_BREAKS:
                self._add(_SLIDE_BREAKS[name])

    def _place(self, kind: str) -> None:
        self._furniture |= kind in _FURNITURE
        if kind in _TITLES:
            self._headings.begin(is_title=True)

    def end(self, name: str) -> None:
        if self._skipped:
            self._skipped -= 1
            return
        match name:
            case "p:sp" | "p:graphicFrame" | "p:pic":
                self._furniture = False
                self._headings.end()
            case "a:t" | "m:t":
                self._reading = False
            case "a:r":
                self._mark = ""
            case "a:p":
                self._flow.end_paragraph()
            case "p:text":
                self._reading = False
                self._flow.end_paragraph()
            case "a:tc":
                self._flow.end_cell()
            case "a:tr":
                self._flow.end_row()
            case _ if name in SCRIPTS:
                self._scripts.pop()

    def text(self, text: str) -> None:
        if self._reading:
            self._add(text)

    def _add(self, text: str) -> None:
        if not self._furniture:
            self._flow.add(text, self._scripts[-1] if self._scripts else self._mark)
            self._headings.add(text)


def _mark(attributes: Attributes) -> str:
    if attributes.get("strike", "noStrike") != "noStrike":
        return STRUCK
    return placed_by(attributes.get("baseline", ""))

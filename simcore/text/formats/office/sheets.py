"""Excel since 2007: each sheet under its name, hidden ones too, row by row, cells as shown.

calamine reads only the binary files, see ``binary_sheets`` for why. openpyxl takes 40 times as long
and does not apply formats either.
"""

import math
import re
from dataclasses import replace

from simcore.model.records import DecodedText
from simcore.text.formats.office.cell_formats import BUILT_IN, GENERAL, shown
from simcore.text.formats.office.flow import Flow
from simcore.text.formats.office.markup import Attributes, Events, attributes_of, is_on, number_in
from simcore.text.formats.office.package import Package, main_part
from simcore.text.formats.writing import LOWERED, RAISED, STRUCK

_PLACED = {"superscript": RAISED, "subscript": LOWERED}
_COLUMN = re.compile(r"[A-Z]{1,3}")
_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")
_WIDEST_GAP = 32  # empty cells between two
_SHEETS = frozenset({"worksheet", "dialogsheet", "chartsheet"})

_Runs = tuple[tuple[str, str], ...]
"""A text and the marks of its parts."""


def read(data: bytes, encoding: str | None) -> DecodedText:
    """Read a workbook, see ``simcore.text.formats``. Raises ``ReadError``."""
    package = Package(data)
    main = main_part(package, "xl/workbook.xml")
    if main.endswith(".bin"):
        from simcore.text.formats.office import binary_sheets  # noqa: PLC0415 - rare

        return replace(binary_sheets.read(data, encoding), beside=package.beside())
    source = package.read(main)
    related = package.relations(main)
    parts = {kind: name for kind, name in related.values() if name in package}
    styles, shared = _CellStyles(), _Strings()
    with package.noting():
        if "styles" in parts:
            package.parse(parts["styles"], styles)
        if "sharedStrings" in parts:
            package.parse(parts["sharedStrings"], shared)
    styles.from_1904 = any(
        is_on(one, "date1904") and "date1904" in one for one in attributes_of(source, "workbookPr")
    )
    flow = Flow()
    for one in attributes_of(source, "sheet"):
        kind, name = related.get(one.get("r:id", ""), ("", ""))
        if kind not in _SHEETS:
            continue
        flow.add(one.get("name", ""))
        flow.end_paragraph()
        with package.noting():
            package.parse(name, _SheetReader(flow, shared.found, styles))
            _add_comments(flow, package, name)
        flow.end_paragraph()
        flow.end_paragraph()
    return flow.finish("comments", cut_short=package.cut_short, beside=package.beside())


def _add_comments(flow: Flow, package: Package, sheet: str) -> None:
    """Put the comments of a sheet at the end. Raises ``ReadError``."""
    for kind, name in sorted(package.relations(sheet).values()):
        if kind == "comments":
            comments = _Strings("comment")
            package.parse(name, comments)
            flow.begin_aside()
            for runs in comments.found:
                for text, mark in runs:
                    flow.add(text, mark)
                flow.end_paragraph()
            flow.end_aside("comments")


class _CellStyles(Events):
    """The number format and the mark of each style of cells."""

    def __init__(self) -> None:
        self.from_1904 = False
        self._codes = dict(BUILT_IN)
        self._fonts: list[str] = []
        self._cells: list[tuple[str, str]] = []
        self._inside = ""

    def start(self, name: str, attributes: Attributes) -> None:
        match name:
            case "x:numFmt":
                self._codes[number_in(attributes, "numFmtId")] = attributes.get(
                    "formatCode", GENERAL
                )
            case "x:fonts" | "x:cellXfs":
                self._inside = name
            case "x:font" if self._inside == "x:fonts":
                self._fonts.append("")
            case "x:strike" | "x:vertAlign" if self._inside == "x:fonts" and self._fonts:
                self._fonts[-1] = _mark(name, attributes) or self._fonts[-1]
            case "x:xf" if self._inside == "x:cellXfs":
                code = self._codes.get(number_in(attributes, "numFmtId"), GENERAL)
                font = number_in(attributes, "fontId")
                mark = self._fonts[font] if font < len(self._fonts) else ""
                self._cells.append((code, mark))

    def end(self, name: str) -> None:
        if name == self._inside:
            self._inside = ""

    def of(self, cell: int) -> tuple[str, str]:
        """Return the format and the mark of a cell's style."""
        return self._cells[cell] if cell < len(self._cells) else (GENERAL, "")


def _mark(name: str, attributes: Attributes) -> str:
    if name == "x:strike":
        return STRUCK if is_on(attributes, "val") else ""
    return _PLACED.get(attributes.get("val", ""), "")


class _RunReader(Events):
    """Text in runs, without what tells how it is pronounced."""

    def __init__(self) -> None:
        self._runs: list[tuple[str, str]] = []
        self._mark = ""
        self._reading = False
        self._sounds = False

    def start(self, name: str, attributes: Attributes) -> None:
        match name:
            case "x:t":
                self._reading = not self._sounds
            case "x:r":
                self._mark = ""
            case "x:strike" | "x:vertAlign":
                self._mark = _mark(name, attributes) or self._mark
            case "x:rPh":
                self._sounds = True

    def end(self, name: str) -> None:
        match name:
            case "x:t":
                self._reading = False
            case "x:r":
                self._mark = ""
            case "x:rPh":
                self._sounds = False

    def text(self, text: str) -> None:
        if self._reading:
            self._runs.append((text, self._mark))

    def taken(self) -> _Runs:
        """Return what was read since the last time."""
        runs = tuple((_ESCAPED.sub(_character, text), mark) for text, mark in self._runs)
        self._runs.clear()
        return runs


def _character(found: re.Match[str]) -> str:
    """Return a character that XML cannot hold; one that is no text is left out."""
    character = chr(int(found[1], 16))
    return character if character.isprintable() or character in "\t\n" else ""


class _Strings(_RunReader):
    """The texts that cells share, or comments."""

    def __init__(self, name: str = "si") -> None:
        super().__init__()
        self._name = f"x:{name}"
        self.found: list[_Runs] = []

    def end(self, name: str) -> None:
        if name == self._name:
            self.found.append(self.taken())
        super().end(name)


class _SheetReader(_RunReader):
    """The events of a sheet."""

    def __init__(self, flow: Flow, shared: list[_Runs], styles: _CellStyles) -> None:
        super().__init__()
        self._flow = flow
        self._shared = shared
        self._styles = styles
        self._in_value = False
        self._value: list[str] = []
        self._kind = ""
        self._style = 0
        self._column = 0

    def start(self, name: str, attributes: Attributes) -> None:
        match name:
            case "x:c":
                self._kind = attributes.get("t", "n")
                self._style = number_in(attributes, "s")
                self._move(attributes.get("r", ""))
            case "x:v":
                self._in_value = True
            case "x:row":
                self._column = 0
                self._flow.begin_row()
            case _:
                super().start(name, attributes)

    def _move(self, place: str) -> None:
        """Go to a cell: there is a tab behind each before it, but not behind many empty ones."""
        found = _COLUMN.match(place)
        column = self._column + 1
        if found:
            column = 0
            for letter in found[0]:
                column = column * 26 + ord(letter) - 64
        for _ in range(min(column - self._column - 1, _WIDEST_GAP)):
            self._flow.end_cell()
        self._column = max(column, self._column)

    def end(self, name: str) -> None:
        match name:
            case "x:c":
                code, mark = self._styles.of(self._style)
                for text, own in self._content(code):
                    self._flow.add(text, own or mark)
                self._value.clear()
                self._flow.end_cell()
            case "x:v":
                self._in_value = False
            case "x:row":
                self._flow.end_row()
            case _:
                super().end(name)

    def text(self, text: str) -> None:
        if self._in_value:
            self._value.append(text)
        else:
            super().text(text)

    def _content(self, code: str) -> _Runs:
        """Return what the cell shows whose value was read."""
        value = "".join(self._value)
        runs = self.taken()
        if self._kind == "inlineStr":
            return runs
        if self._kind == "s":
            at = int(value) if value.isdecimal() and len(value) < 10 else len(self._shared)
            return self._shared[at] if at < len(self._shared) else ()
        if self._kind == "b":
            return (("TRUE" if value.strip() == "1" else "FALSE", ""),)
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if self._kind != "n" or not math.isfinite(number):
            return ((value, ""),)
        return ((shown(number, code, from_1904=self._styles.from_1904), ""),)

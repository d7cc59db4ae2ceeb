"""Excel since 2007: cells as Excel shows them, by number formats (ECMA-376, part 1, 18.8.31).

Colours, widths and conditions in brackets are ignored. Binary workbooks (xlsb) are read by
calamine, without number formats. openpyxl takes 40 times as long and applies no formats either.
"""

import io
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

import python_calamine

from simcore.formats.package import (
    Attributes,
    Events,
    Flow,
    Package,
    attributes_of,
    is_on,
    main_part,
    number_in,
    too_large,
)
from simcore.formats.plain import LOWERED, RAISED, STRUCK
from simcore.model.reasons import ReadError, ReasonCode, damaged
from simcore.model.records import DecodedText

GENERAL = "General"

# formats by number; those that differ by country are the Chinese ones
BUILT_IN = {
    0: GENERAL, 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00",
    12: "# ?/?", 13: "# ??/??", 14: "yyyy/m/d", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy",
    18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "yyyy/m/d h:mm",
    **dict.fromkeys((37, 38), "#,##0_);(#,##0)"), 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0",
    **dict.fromkeys((39, 40), "#,##0.00_);(#,##0.00)"), 48: "##0.0E+0", 49: "@", 30: "m-d-yy",
    **dict.fromkeys((27, 36, 50, 52, 57), 'yyyy"年"m"月"'), 31: 'yyyy"年"m"月"d"日"',
    **dict.fromkeys((28, 29, 51, 53, 54, 58), 'm"月"d"日"'),
    32: 'h"时"mm"分"', **dict.fromkeys((34, 55), '上午/下午h"时"mm"分"'),
    33: 'h"时"mm"分"ss"秒"', **dict.fromkeys((35, 56), '上午/下午h"时"mm"分"ss"秒"'),
}  # fmt: skip
_TOKEN = re.compile(
    r"""(?P<quoted>"[^"]*"?)|\\(?P<escaped>.)|_(?P<gap>.)|(?P<fill>\*.|g+(?!eneral))"""
    r"""|\[(?P<elapsed>h+|m+|s+)\]|\[\$(?P<currency>[^\]\-]*)(?:-[^\]]*)?\]|(?P<bracket>\[[^\]]*\])"""
    r"""|(?P<general>general)|(?P<half>am/pm|a/p|上午/下午)|(?P<exponent>e[+\-])"""
    r"""|(?P<date>y+|m+|d+|h+|s+(?:\.0+)?|a{3,4}|e+)|(?P<place>[0#?])|(?P<sign>[.,%/;@])|(?P<other>.)""",
    re.IGNORECASE | re.DOTALL,
)
_BEFORE_THREE = re.compile(r"(?<=[0-9])(?=(?:[0-9]{3})+\Z)")
_LONGEST = 255  # characters of a format, as in Excel
_MONTHS = "January February March April May June July August September October November December"
_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday"
_LAST_DAY = 2_958_466  # 9999-12-31, and a day more
_MOST_PLACES = 30


class _Token(NamedTuple):
    kind: str
    text: str


@lru_cache(maxsize=500)
def _sections(code: str) -> tuple[tuple[_Token, ...], ...]:
    sections: list[list[_Token]] = [[]]
    for found in _TOKEN.finditer(code[:_LONGEST]):
        kind = found.lastgroup or "other"
        text = found[kind]
        if kind == "sign" and text == ";":
            sections.append([])
        elif kind in {"quoted", "escaped", "currency", "gap", "other"}:
            literal = {"quoted": text.strip('"'), "gap": " "}.get(kind, text)
            sections[-1].append(_Token("literal", literal))
        elif kind not in {"fill", "bracket"}:
            sections[-1].append(_Token(kind, text.lower()))
    return tuple(map(tuple, sections))


def shown(value: float, code: str, *, from_1904: bool = False) -> str:
    """Return a number as a cell of this format shows it.

    >>> shown(1234.5, "#,##0.00"), shown(0.256, "0.0%"), shown(-3, '0;"("0")"')
    ('1,234.50', '25.6%', '(3)')
    >>> shown(44260.5, 'yyyy"年"m"月"d"日"'), shown(44260.5, "yyyy-mm-dd hh:mm")
    ('2021年3月5日', '2021-03-05 12:00')
    >>> shown(3.0, "General"), shown(0.1, "General"), shown(1.5, "[h]:mm")
    ('3', '0.1', '36:00')
    """
    if code == GENERAL:
        return general(value)
    sections = _sections(code)
    at = 1 if value < 0 else 2 if value == 0 else 0
    at = at if at < len(sections) else 0
    tokens = sections[at]
    kinds = {one.kind for one in tokens}
    if kinds & {"date", "elapsed", "half"}:
        return _date(value, tokens, from_1904=from_1904)
    size = abs(value)
    minus = "-" if value < 0 and at == 0 else ""
    if "general" in kinds:
        return minus + "".join(
            general(size) if one.kind == "general" else one.text if one.kind == "literal" else ""
            for one in tokens
        )
    if "place" not in kinds:
        if any(one.text == "@" for one in tokens):
            return general(value)
        return minus + "".join(one.text for one in tokens if one.kind in {"literal", "sign"})
    number = _number(size, tokens)
    zero = not any(one in "123456789" for one in number)
    return number if zero else minus + number


def general(value: float) -> str:
    """Return a number without a format, with at most 15 digits.

    >>> general(1e6), general(1 / 3), general(1e20)
    ('1000000', '0.333333333333333', '1E+20')
    """
    text = f"{value:.15g}".upper()
    return "0" if text == "-0" else text


def _number(size: float, tokens: Sequence[_Token]) -> str:
    if any(one == ("sign", "/") for one in tokens):
        return _fraction(size, tokens)
    places = [at for at, one in enumerate(tokens) if one.kind == "place"]
    first, last = places[0], places[-1]
    power = next((at for at, one in enumerate(tokens) if one.kind == "exponent"), len(tokens))
    point = next(
        (at for at, one in enumerate(tokens) if one == ("sign", ".")), min(power, last + 1)
    )
    whole = [at for at in places if at < point and at < power]
    parts = [at for at in places if point < at < power]
    commas = [at for at, one in enumerate(tokens) if one == ("sign", ",") and at > first]
    last_place = max((at for at in places if at < power), default=last)
    grouped = any(at < max(whole, default=0) for at in commas)
    scaled = sum(last_place < at < power for at in commas) + sum(
        max(whole, default=point) < at < point for at in commas
    ) * bool(parts)
    percents = sum(one == ("sign", "%") for one in tokens)
    try:
        number = Decimal(repr(size)) * Decimal(10) ** (2 * percents - 3 * scaled)
        exponent = 0
        if power < len(tokens) and number:
            step = max(1, len(whole))
            exponent = number.adjusted() // step * step if step > 1 else number.adjusted()
            number = number.scaleb(-exponent)
        decimals = min(len(parts), _MOST_PLACES)
        rounded = f"{number.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP):f}"
    except InvalidOperation:  # more digits than a number has
        return general(size)
    digits, _, after = rounded.partition(".")
    least = sum(tokens[at].text == "0" for at in whole)
    digits = digits.lstrip("0").rjust(least, "0")
    if grouped:
        digits = _BEFORE_THREE.sub(",", digits)
    kept = len(after)
    while kept and after[kept - 1] == "0" and tokens[parts[kept - 1]].text != "0":
        kept -= 1
    return _filled(tokens, whole, parts, digits, after[:kept], exponent, power)


def _filled(
    tokens: Sequence[_Token],
    whole: Sequence[int],
    parts: Sequence[int],
    digits: str,
    after: str,
    exponent: int,
    power: int,
) -> str:
    """Put digits into the places of a section, the whole number into the first of its places."""
    shown_at: dict[int, str] = dict.fromkeys((*whole, *parts), "")
    shown_at.update(zip(parts, after, strict=False))
    if power < len(tokens):
        sign = "-" if exponent < 0 else tokens[power].text[1].replace("-", "")
        width = sum(one.kind == "place" for one in tokens[power:])
        shown_at[power] = f"E{sign}{str(abs(exponent)).rjust(width, '0')}"
    point = next((at for at, one in enumerate(tokens) if one == ("sign", ".")), None)
    if point is not None:
        shown_at[point] = "." if after or not parts else ""
    first = whole[0] if whole else point
    if first is not None:
        shown_at[first] = digits + shown_at[first]
    return "".join(
        one.text if one.kind == "literal" or one.text == "%" else shown_at.get(at, "")
        for at, one in enumerate(tokens)
    )


def _fraction(size: float, tokens: Sequence[_Token]) -> str:
    slash = tokens.index(_Token("sign", "/"))
    below = "".join(one.text for one in tokens[slash + 1 :] if one.kind in {"place", "literal"})
    fixed = below.strip()
    whole = any(one.kind == "literal" and one.text == " " for one in tokens[:slash])
    if fixed.isdecimal() and len(fixed) < 10 and int(fixed):
        number, bottom = Fraction(round(Fraction(size) * int(fixed)), 1), int(fixed)
        top = int(number)
    else:
        most = 10 ** max(1, min(4, sum(one.kind == "place" for one in tokens[slash + 1 :]))) - 1
        found = Fraction(size).limit_denominator(most)
        top, bottom = found.numerator, found.denominator
    if not whole:
        return f"{top}/{bottom}"
    before, top = divmod(top, bottom)
    if not top:
        return str(before)
    return f"{before} {top}/{bottom}" if before else f"{top}/{bottom}"


def _date(value: float, tokens: Sequence[_Token], *, from_1904: bool) -> str:
    if not 0 <= value < _LAST_DAY:
        return general(value)
    fine = any(one.kind == "date" and "." in one.text for one in tokens)
    seconds = round(value * 86_400, 3 if fine else 0)
    # Excel has a day too many in 1900, so that its first two months are a day later
    begin = datetime(1904, 1, 1) if from_1904 else datetime(1899, 12, 30 if value >= 60 else 31)
    try:
        moment = begin + timedelta(seconds=seconds)
    except OverflowError:
        return general(value)
    halves = any(one.kind == "half" for one in tokens)
    found: list[str] = []
    for at, one in enumerate(tokens):
        if one.kind == "elapsed":
            unit = {"h": 3_600, "m": 60, "s": 1}[one.text[0]]
            found.append(str(int(seconds // unit)).rjust(len(one.text), "0"))
        elif one.kind == "half":
            before, after = ("上午", "下午") if one.text[0] == "上" else ("AM", "PM")
            found.append(before if moment.hour < 12 else after)
        elif one.kind == "date":
            minutes = one.text[0] == "m" and len(one.text) < 3 and _is_minutes(tokens, at)
            found.append(_part(moment, one.text, minutes=minutes, halves=halves))
        elif one.kind in {"literal", "sign"}:
            found.append(one.text)
    return "".join(found)


def _is_minutes(tokens: Sequence[_Token], at: int) -> bool:
    """Return whether ``m`` means minutes: after hours or before seconds."""
    parts = [one for one in tokens[:at] if one.kind in {"date", "elapsed"}]
    if parts and parts[-1].text[0] == "h":
        return True
    after = next((one for one in tokens[at + 1 :] if one.kind in {"date", "elapsed"}), None)
    return after is not None and after.text[0] == "s"


def _part(moment: datetime, letters: str, *, minutes: bool, halves: bool) -> str:
    size = len(letters)
    if letters[0] == "s":
        places = len(letters.partition(".")[2])
        whole = str(moment.second).rjust(size - places - bool(places), "0")
        return f"{whole}.{moment.microsecond:06d}"[: len(whole) + 1 + places] if places else whole
    if letters[0] in "ye":
        return str(moment.year)[-2:] if size <= 2 and letters[0] == "y" else str(moment.year)
    if letters[0] == "a" or (letters[0] == "d" and size > 2):
        day = moment.weekday()
        if letters[0] == "a":
            return ("星期" if size == 4 else "") + "一二三四五六日"[day]
        name = _DAYS.split()[day]
        return name if size > 3 else name[:3]
    if letters[0] == "m" and size > 2:
        name = _MONTHS.split()[moment.month - 1]
        return {3: name[:3], 5: name[:1]}.get(size, name)
    hour = (moment.hour + 11) % 12 + 1 if halves else moment.hour
    number = {"d": moment.day, "h": hour, "m": moment.minute if minutes else moment.month}
    return str(number[letters[0]]).rjust(size, "0")


_PLACED = {"superscript": RAISED, "subscript": LOWERED}
_COLUMN = re.compile(r"[A-Z]{1,3}")
_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")
_WIDEST_GAP = 32  # empty cells between two
_SHEETS = frozenset({"worksheet", "dialogsheet", "chartsheet"})

_Runs = tuple[tuple[str, str], ...]  # texts and their marks


def read(data: bytes, encoding: str | None) -> DecodedText:
    package = Package(data)
    main = main_part(package, "xl/workbook.xml")
    if main.endswith(".bin"):
        return replace(read_binary(data, encoding), beside=package.beside())
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
    def __init__(self) -> None:
        self.from_1904 = False
        self._codes = dict(BUILT_IN)
        self._fonts: list[str] = []
        self._cells: list[tuple[str, str]] = []
        self._inside = ""

    def start(self, name: str, attributes: Attributes) -> None:
        match name:
            case "x:numFmt":
                number = number_in(attributes, "numFmtId")
                self._codes[number] = attributes.get("formatCode", GENERAL)
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
        return self._cells[cell] if cell < len(self._cells) else (GENERAL, "")


def _mark(name: str, attributes: Attributes) -> str:
    if name == "x:strike":
        return STRUCK if is_on(attributes, "val") else ""
    return _PLACED.get(attributes.get("val", ""), "")


class _RunReader(Events):
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
        runs = tuple((_ESCAPED.sub(_character, text), mark) for text, mark in self._runs)
        self._runs.clear()
        return runs


def _character(found: re.Match[str]) -> str:
    character = chr(int(found[1], 16))
    return character if character.isprintable() or character in "\t\n" else ""


class _Strings(_RunReader):
    def __init__(self, name: str = "si") -> None:
        super().__init__()
        self._name = f"x:{name}"
        self.found: list[_Runs] = []

    def end(self, name: str) -> None:
        if name == self._name:
            self.found.append(self.taken())
        super().end(name)


class _SheetReader(_RunReader):
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
        """Go to a cell: write a tab for each cell passed over, up to a limit."""
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


_MOST_CELLS = 2_000_000
_ROW, _LAST_CELL = 0, 19  # records of xlsb


def read_binary(data: bytes, _encoding: str | None) -> DecodedText:
    _check(Package(data))
    flow = Flow()
    try:
        book = python_calamine.load_workbook(io.BytesIO(data))
        for name in book.sheet_names:
            flow.add(name)
            flow.end_paragraph()
            sheet = book.get_sheet_by_name(name)
            for values in sheet.iter_rows():
                flow.begin_row()
                for value in values:
                    flow.add(_shown(value))
                    flow.end_cell()
                flow.end_row()
            flow.end_paragraph()
            flow.end_paragraph()
    except python_calamine.PasswordError as error:
        raise ReadError(ReasonCode.PASSWORD) from error
    except (python_calamine.CalamineError, ValueError, OSError) as error:
        raise damaged(str(error)) from error
    except BaseException as error:
        if type(error).__name__ == "PanicException":  # of Rust, which is no Exception
            raise damaged("its records contradict each other") from error
        raise
    return flow.finish()


def _shown(value: Any) -> str:
    match value:
        case bool():
            return str(value).upper()
        case int() | float():
            return general(float(value))
        case datetime():
            whole = value.time() == time()
            return value.date().isoformat() if whole else value.isoformat(" ", "seconds")
        case date() | time():
            return value.isoformat()
    return str(value)


def _check(package: Package) -> None:
    """Raise ``ReadError`` for far cells: calamine reserves memory for all cells before them."""
    for name in package.names():
        if not (name.startswith("xl/worksheets/") and name.endswith(".bin")):
            continue
        rows = columns = 0
        for kind, number in _binary_records(package.read(name)):
            if kind == _ROW:
                rows = max(rows, number)
            elif kind <= _LAST_CELL:
                columns = max(columns, number)
            if (rows + 1) * (columns + 1) > _MOST_CELLS:
                raise too_large()


def _binary_records(part: bytes) -> Iterator[tuple[int, int]]:
    """Yield the kind and the first number of each record ([MS-XLSB] 2.1.4)."""
    at = 0
    while at < len(part):
        kind, at = _varying(part, at, 2)
        size, at = _varying(part, at, 4)
        yield kind, int.from_bytes(part[at : at + min(size, 4)], "little")
        at += size


def _varying(part: bytes, at: int, longest: int) -> tuple[int, int]:
    """Return a number in up to ``longest`` bytes of seven bits, and its end."""
    number = 0
    for place, one in enumerate(part[at : at + longest]):
        at += 1
        number |= (one & 127) << 7 * place
        if one < 128:
            break
    return number, at

"""RTF: the text of a word processor's document, by its control words (RTF 1.9.1).

Read are the body, footnotes, endnotes, comments and text boxes, in this order, and the results of
fields. Left out: headers, footers, deleted and hidden text, list numbers, styles and formulas.
striprtf (BSD) reads headers and deleted text, and knows no marks, rows or notes.
"""

import codecs
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from simcore.formats.plain import LOWERED, RAISED, STRUCK, Headings, Paragraphs, Writing
from simcore.model.reasons import Reason, ReasonCode, damaged
from simcore.model.records import DecodedText

_TOKEN = re.compile(
    rb"(?P<units>(?:\\u-?\d{1,6} ?(?:\\'3f|\?))+)"  # what most characters of Chinese look like
    rb"|(?P<words>(?:\\(?!u-?\d|bin\d)[a-zA-Z]{1,32}(?:-?\d{1,10})? ?)+)"
    rb"|\\(?:u(?P<unit>-?\d{1,6})|bin(?P<binary>\d{1,10})) ?"
    rb"|\\'(?P<hex>[0-9a-fA-F]{2})"
    rb"|\\(?P<sign>[^a-zA-Z])"
    rb"|(?P<group>[{}])"
    rb"|(?P<text>[^\\{}\r\n]+)"
)
_ONE_WORD = re.compile(rb"\\([a-zA-Z]+)(-?\d+)?")
_DESTINATION = re.compile(rb"\s*(\\\*\s*)?\\([a-zA-Z]{1,32})")
_NESTING = re.compile(rb"\\(?:bin(\d{1,9}) ?|[\\{}])|([{}])")
_OF_STYLE = re.compile(rb"\{\\s(\d{1,5})(?!\d)[^{}]*? ([^\\{};]{1,60});\s*\}")
_OF_FONT = re.compile(rb"\\(f|fcharset|cpg)(\d{1,9})")
_DEEPEST = 5_000
_LONGEST_FORM = 10_000  # bytes, of what is written twice

_SKIPPED = frozenset(
    b"aftncn aftnsep aftnsepc atnauthor atndate atnicn atnid atnref bkmkend bkmkstart colortbl "
    b"datafield filetbl fldinst fonttbl footer footerf footerl footerr ftncn ftnsep ftnsepc "
    b"header headerf headerl headerr info listoverridetable listtable listtext mmathPict "
    b"nonesttables nonshppict objclass objdata objname pict pntext private revtbl rsidtbl rxe "
    b"shprslt sn sp stylesheet sv tc template txe xe".split()
)
# destinations that are read although they may be skipped
_READ = frozenset(b"annotation footnote nesttableprops shpinst ud".split())
_NOTES = b"footnote", b"ftnalt", b"annotation", b"shpinst"  # in the order in which they follow
_NAMES = (
    "77 mac_roman 128 cp932 129 cp949 130 johab 134 gb18030 136 cp950 161 cp1253 162 cp1254 "
    "163 cp1258 177 cp1255 178 cp1256 186 cp1257 204 cp1251 222 cp874 238 cp1250 254 cp437 "
    "255 cp850 0 western 2 ascii"  # the last one is of symbols, which are no text
).split()
_SYMBOLS = "ascii"
_CHARSETS = dict(zip(map(int, _NAMES[::2]), _NAMES[1::2], strict=True))
_PAGES = {936: "gb18030", 1361: "johab", 10000: "mac_roman", 65001: "utf-8"}
_DOUBLE = frozenset({"cp932", "cp949", "johab", "gb18030", "cp950"})
_WORDS = (
    b"line lbr tab emdash endash emspace enspace qmspace bullet lquote rquote ldblquote rdblquote"
)
_SAID = dict(zip(_WORDS.split(), "\n\n\t—–\u2003\u2002\u2005•‘’“”", strict=True))
_SIGNS = dict(zip(b"~-_\t\\{}\r\n", "\xa0\xad\u2011\t\\{}\n\n", strict=True))
_PARAGRAPH_ENDS = frozenset((b"par", b"sect", b"page", b"column"))
_TABLE_ENDS = frozenset((b"cell", b"nestcell", b"row", b"nestrow"))
_CLASSES = frozenset((b"loch", b"hich", b"dbch", b"ltrch", b"rtlch"))
_SCRIPTS = {b"super": RAISED, b"up": RAISED, b"sub": LOWERED, b"dn": LOWERED, b"nosupersub": ""}
_SWITCHES = {b"v": "hidden", b"deleted": "deleted", b"strike": "struck", b"striked": "struck"}
_NUMBERS = {b"f": "font", b"af": "wide_font", b"uc": "fallback"}
_KNOWN = frozenset(
    (b"itap", b"pard", b"intbl", b"plain", b"ansicpg", b"deff", b"s", b"outlinelevel")
).union(_SAID, _PARAGRAPH_ENDS, _TABLE_ENDS, _CLASSES, _SCRIPTS, _SWITCHES, _NUMBERS)


class _RunLook(NamedTuple):
    """The state of text, restored at the end of a group."""

    fallback: int = 1  # characters that replace one of Unicode
    font: int = -1
    wide_font: int = -1
    wide: bool = False
    hidden: bool = False
    deleted: bool = False
    script: str = ""
    struck: bool = False


def read(data: bytes, _encoding: str | None) -> DecodedText:
    document = _RtfText(data[max(0, data.find(b"{\\rtf")) :])
    writing = document.written()
    short = Reason(ReasonCode.DAMAGED_INSIDE, ("}",)) if document.cut_off else None
    return writing.document(short, document.headings.title)


class _RtfText:
    def __init__(self, data: bytes) -> None:
        self._data = data
        self._charsets: dict[int, str] = {}
        self._page = "cp1252"
        self._default_font = -1
        self._notes: dict[bytes, list[tuple[int, int, _RunLook]]] = {kind: [] for kind in _NOTES}
        self._writing = Writing()
        self._out = Paragraphs(self._writing)
        self._look = _RunLook()
        self._outer: list[_RunLook] = []
        self._bytes = bytearray()  # of text that is not decoded yet
        self._skips = 0  # such characters that follow
        self.headings = Headings()
        self._titles: dict[int, bool] = {}  # of styles
        self._heading: bool | None = None  # of the paragraph, if known
        self._in_note = self._in_table = self.cut_off = False
        self._depth = 0  # of tables, if known
        # a method for each sort of token
        self._acts: dict[str | None, Callable[[re.Match[bytes]], int | None]]
        self._acts = {sort: getattr(self, f"_{sort}") for sort in _TOKEN.groupindex}

    def written(self) -> Writing:
        self._read(0, len(self._data))
        self.cut_off |= bool(self._outer)
        self._in_note = True
        for kind in _NOTES:
            for start, end, look in self._notes[kind]:
                self._look = _RunLook(look.fallback, look.font, look.wide_font)
                self._outer = [self._look]
                self._in_table, self._depth = False, 0
                self._read(start, end)
        return self._writing

    def _read(self, at: int, end: int) -> None:
        acts = self._acts
        while at < end:
            for found in _TOKEN.finditer(self._data, at, end):
                moved = acts[found.lastgroup](found)
                if moved is not None:
                    at = moved
                    break
            else:
                break
        self._flush()
        self._out.end()

    def _group(self, found: re.Match[bytes]) -> int | None:
        """Begin or end a group; return where to go on, None for right behind."""
        self._flush()
        self._skips = 0
        at = found.end()
        if found[0] == b"{":
            return self._begin(at)
        if self._outer:
            self._look = self._outer.pop()
        return None if self._outer else len(self._data)

    def _begin(self, at: int) -> int | None:
        if len(self._outer) > _DEEPEST:
            raise damaged("{")
        named = _DESTINATION.match(self._data, at)
        starred, word = named.groups() if named else (None, b"")
        if word == b"upr":
            # the same in Unicode follows
            inner = self._data.find(b"{\\*\\ud", at, at + _LONGEST_FORM)
            self._outer.append(self._look)
            return inner if inner >= 0 else None
        note = word in self._notes and not self._in_note
        if note or word in _SKIPPED or (starred and word not in _READ):
            end = self._end_of_group(at)
            if word == b"fonttbl":
                self._fonts(self._data[at:end])
            elif word == b"stylesheet":
                self._styles(self._data[at:end])
            if note and not (self._look.hidden or self._look.deleted):
                kind = b"ftnalt" if b"\\ftnalt" in self._data[at : at + 40] else word
                self._notes[kind].append((at, end, self._look))
            return end
        self._outer.append(self._look)
        return None

    def _end_of_group(self, at: int) -> int:
        """Return the end of a group that is skipped now."""
        depth = 1
        while at < len(self._data):
            for found in _NESTING.finditer(self._data, at):
                at = found.end() + int(found[1] or 0)
                depth += {b"{": 1, b"}": -1}.get(found[0], 0)
                if not depth:
                    return at
                if found[1]:
                    break
            else:
                break
        self.cut_off = True
        return len(self._data)

    def _fonts(self, table: bytes) -> None:
        font = -1
        for name, number in _OF_FONT.findall(table):
            value = int(number)
            if name == b"f":
                font = value
            elif name == b"cpg":
                self._charsets[font] = _page(value)
            elif value in _CHARSETS:
                self._charsets[font] = _CHARSETS[value]

    def _styles(self, sheet: bytes) -> None:
        for number, name in _OF_STYLE.findall(sheet):
            if name.lower() == b"title" or name.lower().startswith(b"heading "):
                self._titles[int(number)] = name.lower() == b"title"

    def _text(self, found: re.Match[bytes]) -> None:
        text = found[0]
        if self._skips:
            text = text[self._skips :]
            self._skips = max(0, self._skips - len(found[0]))
        self._bytes += text

    def _hex(self, found: re.Match[bytes]) -> None:
        if self._skips:
            self._skips -= 1
        else:
            self._bytes.append(int(found["hex"], 16))

    def _units(self, found: re.Match[bytes]) -> int | None:
        self._flush()
        codes = found[0].replace(b"\\'3f", b"").replace(b"?", b"").split(b"\\u")[1:]
        if self._look.fallback != 1:
            # their replacements are longer: go on behind the first
            codes, self._skips = codes[:1], self._look.fallback
        # negative from 0x8000 on
        self._add("".join([chr(int(code) & 0xFFFF) for code in codes]))
        return found.start() + 2 + len(codes[0]) if self._look.fallback != 1 else None

    def _sign(self, found: re.Match[bytes]) -> None:
        self._flush()
        if self._skips:
            self._skips -= 1
        elif found["sign"] in b"\r\n":
            self._end_paragraph()
        else:
            self._add(_SIGNS.get(found["sign"][0], ""))

    def _unit(self, found: re.Match[bytes]) -> None:
        self._flush()
        self._add(chr(int(found["unit"]) & 0xFFFF))
        self._skips = self._look.fallback

    def _binary(self, found: re.Match[bytes]) -> int:
        return found.end() + int(found["binary"])

    def _words(self, found: re.Match[bytes]) -> None:
        self._skips = 0
        for word, number in _words_of(found["words"]):
            self._flush()
            if word in _SAID:
                self._add(_SAID[word])
            elif not self._place(word, number):
                self._style(word, number)

    def _flush(self) -> None:
        if not self._bytes:
            return
        text, look = bytes(self._bytes), self._look
        self._bytes.clear()
        page = self._charsets.get(look.font, self._page)
        if look.wide and self._charsets.get(look.wide_font) in _DOUBLE:
            page = self._charsets[look.wide_font]
        # fonts of Chinese text are declared Western, too
        western = page == "western"
        try:
            self._add(text.decode(self._page if western and self._page in _DOUBLE else page))
        except (UnicodeDecodeError, LookupError):
            page = "cp1252" if western else page
            self._add(text.decode(page, "ignore" if page == _SYMBOLS else "replace"))

    def _add(self, text: str) -> None:
        look = self._look
        if text and not (look.hidden or look.deleted):
            self._out.add(text, STRUCK if look.struck else look.script)
            if self._heading is not None:
                self.headings.add(text)

    def _end_paragraph(self) -> None:
        if not (self._look.hidden or self._look.deleted):
            self._out.end_paragraph(self._depth or int(self._in_table))
            self._end_heading(self._heading)

    def _end_heading(self, following: bool | None) -> None:  # noqa: FBT001 - as in styles
        """End a heading. The next paragraph is one too, unless something else is said."""
        self.headings.end()
        self._heading = following
        if following is not None:
            self.headings.begin(is_title=following)

    def _style_paragraph(self, word: bytes, number: int) -> None:
        if self._in_note:
            return
        is_level = word == b"outlinelevel" and 0 <= number <= 8 and self._heading is None
        is_title = self._titles.get(number) if word == b"s" else False if is_level else None
        if is_title is not None:
            self._end_heading(is_title)

    def _place(self, word: bytes, number: int | None) -> bool:
        if word in _PARAGRAPH_ENDS:
            self._end_paragraph()
        elif word in _TABLE_ENDS:
            ended = self._out.end_cell if word.endswith(b"cell") else self._out.end_row
            ended(max(2, self._depth) if word.startswith(b"nest") else 1)
        elif word == b"itap":
            self._depth = min(max(0, number or 0), 64)
        elif word in {b"pard", b"intbl"}:
            self._in_table = word == b"intbl"
            if word == b"pard":
                self._end_heading(None)
            self._depth = self._depth if self._in_table else 0
        elif word in {b"s", b"outlinelevel"}:
            self._style_paragraph(word, number or 0)
        else:
            return False
        return True

    def _style(self, word: bytes, number: int | None) -> None:
        look, on = self._look, number != 0
        change: dict[str, Any] = {}
        if word in _SWITCHES:
            change = {_SWITCHES[word]: on}
        elif word in _SCRIPTS:
            change = {"script": _SCRIPTS[word] if on else ""}
        elif word in _CLASSES:
            change = {"wide": word == b"dbch"}
        elif word in _NUMBERS and (look.wide or word != b"af"):
            change = {_NUMBERS[word]: min(max(0, 1 if number is None else number), 99_999)}
        elif word == b"plain":
            self._look = _RunLook(look.fallback, self._default_font)
        elif word == b"ansicpg":
            self._page = _page(number or 0)
        elif word == b"deff":
            self._default_font = number or 0
        if change:
            self._look = look._replace(**change)


@lru_cache(4096)
def _words_of(run: bytes) -> list[tuple[bytes, int | None]]:
    found = _ONE_WORD.findall(run)
    return [(word, int(number) if number else None) for word, number in found if word in _KNOWN]


def _page(number: int) -> str:
    """Return Python's name of a Windows code page, or that of Western text."""
    try:
        return codecs.lookup(_PAGES.get(number, f"cp{number}")).name
    except LookupError:
        return "cp1252"

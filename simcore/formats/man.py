"""Manual pages in the macros ``man`` and ``mdoc``, plain or compressed by gzip.

Programs that format pages are under the GPL or not available everywhere. Fonts, indents and filling
are left out; a line of text stays a line.
"""

import functools
import re
import unicodedata
import zlib

from simcore.formats.plain import of_source
from simcore.model.reasons import ReadError, Reason, ReasonCode, damaged
from simcore.model.records import DecodedText

_LARGEST = 64_000_000
_LONGEST_ARGUMENTS = 100_000
_GZIP = b"\x1f\x8b"

_ESCAPE = re.compile(
    r"""\\(?:
    ["\#].*                                                             # a comment
  | f(?:\[[^\]\n]{0,99}\]|\(..|.) | \*(?:\[[^\]\n]{0,99}\]|\(..|.)
  | [mMFgkRVYn](?:[+-]?(?:\[[^\]\n]{0,99}\]|\(..|.))
  | s(?:[+-]?\d\d?|[+-]?\(..|[+-]?\[[^\]\n]{0,99}\]|[+-]?'[^'\n]*')
  | [bDhHlLNoSvwxXZABCR]'[^'\n]*'
  | (\[[^\]\n]{0,99}\] | \(.. | . | ))  # a character or a name; none at the end of a line
    """,
    re.VERBOSE,
)
_SIGNS = {
    "em": "—", "en": "–", "hy": "-", "mi": "−", "bu": "•", "co": "©", "rg": "®", "tm": "™",
    "lq": "“", "rq": "”", "oq": "‘", "cq": "’", "aq": "'", "dq": '"', "Bq": "„", "bq": "‚",
    "ga": "`", "ha": "^", "ti": "~", "rs": "\\", "sl": "/", "at": "@", "sh": "#", "Do": "$",
    "de": "°", "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o/": "ø", "O/": "Ø",
    "Fo": "«", "Fc": "»", "fo": "‹", "fc": "›", "r!": "¡", "r?": "¿", "sc": "§", "ps": "¶",
    "mu": "×", "di": "÷", "+-": "±", "<=": "≤", ">=": "≥", "!=": "≠", "->": "→", "<-": "←",
    "ua": "↑", "da": "↓", "Eu": "€", "Po": "£", "Ye": "¥", "ct": "¢", "12": "½", "14": "¼",
    "34": "¾", "S1": "¹", "S2": "²", "S3": "³", "mc": "µ", "*m": "μ", "*a": "α", "*b": "β",
    "lB": "[", "rB": "]", "lC": "{", "rC": "}", "la": "⟨", "ra": "⟩", "ba": "|", "or": "|",
    "ul": "_", "no": "¬", "dg": "†", "dd": "‡", "if": "∞", "AT": "@", "eq": "=", "pl": "+",
    "Im": "ℑ", "aa": "´", "a^": "^", "a~": "~", "OK": "✓", "ci": "○", "sq": "□", ":a": "ä",
    ":o": "ö", ":u": "ü", ":A": "Ä", ":O": "Ö", ":U": "Ü", ",c": "ç", ",C": "Ç", "oa": "å",
    "oA": "Å", "/o": "ø", "/O": "Ø",
}  # fmt: skip
_ACCENTS = {"'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303"}
_ONE = {"-": "-", "e": "\\", "E": "\\", "\\": "\\", "'": "´", "`": "`", "~": " ", " ": " ",
        "0": " ", "t": "\t", ".": ".", "_": "_"}  # fmt: skip
_NOTHING = frozenset("&,/|^!%:acdpruz{})\n")

_SHORT = 100
_WORD = re.compile(r'"((?:[^"\\]|\\.|"")*)(?:"|\Z)|((?:[^\s"\\]|\\.)(?:[^\s\\]|\\.)*)|(\\\Z)')
# the arguments of these are text; other requests are ignored
_MAN = frozenset(
    "SH SS B I R BI BR IB IR RB RI SM SB IP TP TQ UR MT ME UE OP SY YS EX EE LP PP P HP RS RE "
    "TH".split()
)
_JOINED = frozenset("BI BR IB IR RB RI".split())  # without spaces between the arguments
_MDOC = frozenset(
    "Sh Ss Nm Nd Fl Ar Op Oo Oc Cm Dv Er Ev Fa Fd Fn Fo Fc Ft Ic Li Pa Sx Sy Em Tn Va Vt Xr At Bx "
    "Bsx Fx Nx Ox Dx Ux Aq Bq Brq Dq Pq Ql Qq Sq No Ns Ap Do Dc Eo Ec It Lk Mt An Ad Cd In St Rv "
    "Ex Bro Brc Po Pc Qo Qc So Sc Xo Xc Ao Ac Bo Bc D1 Dl Rs Re Dt Ms Lb Tg Ta Pf".split()
)
_REFERENCE = frozenset("%A %B %C %D %I %J %N %O %P %Q %R %T %U %V".split())
_CALLED = _MDOC - {"Sh", "Ss", "It", "Nd", "Rs", "Re", "Dt", "D1", "Dl"}
_MDOC_SHOWS = {"Bx": "BSD", "Fx": "FreeBSD", "Nx": "NetBSD", "Ox": "OpenBSD", "Dx": "DragonFly",
               "Bsx": "BSD/OS", "Ux": "UNIX", "At": "AT&T UNIX"}  # fmt: skip
_PUNCTUATION = frozenset(".,:;()[]?!")
_PARAGRAPH = frozenset("SH SS Sh Ss PP LP P Pp TP IP HP It Bl El Bd Ed RS RE sp".split())
_COLUMNS = "TS"  # the layout of columns, up to a line that ends with a full stop
_IGNORED_TO = {"ig", "de", "de1", "am", "dei"}


def read(data: bytes, encoding: str | None) -> DecodedText:
    source = _unpacked(data) if data.startswith(_GZIP) else data
    return of_source(source, encoding, _text)


def _unpacked(data: bytes) -> bytes:
    parts: list[bytes] = []
    left = _LARGEST
    while data.startswith(_GZIP):
        unpacking = zlib.decompressobj(wbits=31)
        try:
            parts.append(unpacking.decompress(data, left + 1))
        except zlib.error as error:
            raise damaged(str(error)) from error
        left -= len(parts[-1])
        if left < 0:
            raise ReadError(ReasonCode.UNPACKS_TOO_LARGE, str(_LARGEST // 1_000_000))
        if not unpacking.eof:
            raise damaged(Reason(ReasonCode.ENDS_TOO_EARLY))
        data = unpacking.unused_data
    return b"".join(parts)


def _text(source: str) -> str:
    """Return the text of a page."""
    lines: list[str] = []
    plain: list[int] = []  # the lines of text, whose escapes are resolved together
    ignored = ""
    tables = "T{" in source or "T}" in source
    for line in source.replace("\r\n", "\n").split("\n"):
        if ignored:
            # the end of a macro, or of the layout of columns
            ends = line.rstrip().endswith(".") if ignored == _COLUMNS else _ends(line, ignored)
            if ends:
                ignored = ""
        elif line.startswith((".", "'")):
            name, _, rest = line[1:].lstrip().partition(" ")
            if name in _IGNORED_TO:
                words = rest.partition('\\"')[0].split()
                ignored = words[-1] if len(words) > 1 else "."
            elif name == "TS":
                ignored = _COLUMNS
            else:
                lines += (_known_request if len(line) < _SHORT else _request)(name, rest)
        else:
            if "\\" in line:
                plain.append(len(lines))
            lines.append(line.removeprefix("T}").removesuffix("T{") if tables else line)
    _show(lines, plain)
    text = re.sub("\n\n\n+", "\n\n", "\n".join(lines))
    return f"{text.strip()}\n"


def _show(lines: list[str], places: list[int]) -> None:
    shown = _shown("\n".join([lines[at] for at in places])).split("\n")
    if len(shown) > len(places):  # an escape was a line end
        shown = [_shown(lines[at]) for at in places]
    for at, line in zip(places, shown, strict=False):
        lines[at] = line


def _ends(line: str, name: str) -> bool:
    return line[:1] in {".", "'"} and line[1:].lstrip().startswith(name)


def _request(name: str, rest: str) -> list[str]:
    if "\t" in name:
        name, _, more = name.partition("\t")
        rest = f"{more} {rest}"
    before = [""] if name in _PARAGRAPH else []
    if name in _MAN:
        words = [_shown(word) for word in _arguments(rest)]
        words = words[:2] if name == "TH" else words[:1] if name == "IP" else words
        line = ("" if name in _JOINED else " ").join(words)
    elif name in _MDOC:
        line = _called([name, *_arguments(rest)])
    elif name in _REFERENCE:
        line = _shown(rest)
    else:
        return before
    return [*before, line] if line else before


_known_request = functools.lru_cache(1 << 14)(_request)


def _arguments(rest: str) -> list[str]:
    if len(rest) > _LONGEST_ARGUMENTS:
        return [rest]
    return [
        (quoted.replace('""', '"') if quoted else plain or last)
        for quoted, plain, last in _WORD.findall(rest)
    ]


def _called(words: list[str]) -> str:
    """Return the text of a line of ``mdoc``, with macros among the words."""
    parts: list[str] = []
    glued = False
    flag = False
    for at, word in enumerate(words):
        if word in _MDOC and (at == 0 or word in _CALLED):
            glued = word in {"Ns", "Ap", "Pf"}
            flag = word == "Fl"
            shown = {"Ap": "'"}.get(word, _MDOC_SHOWS.get(word, ""))
            if not shown:
                continue
        else:
            shown = f"-{_shown(word)}" if flag and word not in _PUNCTUATION else _shown(word)
        joined = glued or (word in _PUNCTUATION and word not in "([")
        if parts and not joined and parts[-1] not in {"(", "["}:
            parts.append(" ")
        parts.append(shown)
        glued = False
    if words[0] == "Xr" and len(words) > 2:
        return f"{_shown(words[1])}({_shown(words[2])}){''.join(words[3:])}"
    return "".join(parts)


def _shown(text: str) -> str:
    if "\\" not in text:
        return text
    parts = _ESCAPE.split(text)
    parts[1::2] = map(_escaped, parts[1::2])
    return "".join(parts)


@functools.lru_cache(1 << 12)
def _escaped(escape: str | None) -> str:
    """Return the text of an escape: ``[name]``, ``(xx`` or a character; None has no text."""
    if not escape:
        return ""
    if len(escape) == 1:
        return _ONE.get(escape, "" if escape in _NOTHING else escape)
    name = escape[1:].removesuffix("]") if escape[0] == "[" else escape[1:]
    if name in _SIGNS:
        return _SIGNS[name]
    number = re.fullmatch(r"u([0-9A-Fa-f]{4,6})((?:_[0-9A-Fa-f]{4,6})*)|char(\d{1,3})", name)
    if number:
        codes = [int(number[3])] if number[3] else [int(one, 16) for one in name[1:].split("_")]
        return "".join(chr(one) for one in codes if one < 0xD800 or 0xE000 <= one < 0x110000)
    if len(name) == 2 and name[0] in _ACCENTS and name[1].isalpha():
        return unicodedata.normalize("NFC", name[1] + _ACCENTS[name[0]])
    return ""

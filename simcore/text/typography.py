"""How odd a text looks: what a wrong encoding puts where nobody writes it.

chardet compares pairs of bytes with those of each language. Where few bytes are not ASCII, or
those that differ are signs, many encodings come out alike. What tells them apart then is the same
in all languages: nobody writes an uppercase letter after a lowercase one, a box drawing inside a
word, or letters of two scripts in one word.
"""

import re
import unicodedata
from typing import Final

_KINDS_OF_SIGNS: Final = (
    ("([{¿¡„‚", "("),
    (")]}", ")"),
    ('«»“”‟‹›‘"', '"'),
    ("’'ʼ", "'"),
    (".,;:!?…", "."),
    ("-‐‑‒–—―/", "-"),
    ("©®™°²³§·•€£½¼¾×ªº†‡±¹%&@#*+=<>_~^`$\\→←≤≥", "s"),
)
_SCRIPTS: Final = dict(
    one.split(":")
    for one in "LATIN:lU CYRILLIC:kK GREEK:gG HEBREW:hh ARABIC:rr THAI:tt HANGUL:ww HIRAGANA:jj "
    "KATAKANA:jj HALFWIDTH:jj CJK:zz".split()
)
_OTHER_SCRIPT: Final = "oo"
_LETTERS: Final = "lUkKgGhrtwjzo"


class _Kinds(dict[int, str]):
    """The kind of each character as one ASCII character, worked out when it is first met."""

    def __missing__(self, code: int) -> str:
        self[code] = kind = _kind(chr(code))
        return kind


def _kind(character: str) -> str:
    category = unicodedata.category(character)
    if character in "\t\n\r\f\x1b" or category[0] == "Z":
        return " "
    if category in {"Cc", "Cn", "Co", "Cs"} or character == "\ufffd":
        return "!"
    for characters, kind in _KINDS_OF_SIGNS:
        if character in characters:
            return kind
    if category[0] == "M" or category in {"Lm", "Sk", "Cf"}:
        return "m"
    if category == "Nd":
        return "d"
    if category[0] == "L":
        script = unicodedata.name(character, "").partition(" ")[0]
        return _SCRIPTS.get(script, _OTHER_SCRIPT)[category == "Lu"]
    if "\u2500" <= character <= "\u259f" or character == "|":
        return "b"
    if "\u3000" <= character <= "\u303f" or "\uff00" <= character <= "\uffef":
        return "."
    return "x"


_FAULTS: Final = tuple(
    (weight, re.compile(pattern))
    for weight, pattern in (
        # controls, and what is no character
        (8, "!"),
        # an uppercase letter after a lowercase one; letters of two scripts in a word
        (2, "(?<=[lkg])(?=[UKG])"),
        (3, "(?<=[lU])(?=[kKgGhrtwjzo])|(?<=[kK])(?=[lUgGhrtwjzo])|(?<=[gG])(?=[lUkKhrtwjzo])"),
        (3, "(?<=h)(?=[lUkKgGrtwjzo])|(?<=r)(?=[lUkKgGhtwjzo])|(?<=t)(?=[lUkKgGhrwjzo])"),
        # signs inside words, and signs that few texts have
        (2, f'(?<=[{_LETTERS}])["sbx(.](?=[{_LETTERS}])'),
        (1, f"(?<=[{_LETTERS}])[bx]|[bx](?=[{_LETTERS}])"),
        (1, "x|(?<!b)b(?!b)"),
        # brackets that open or close nothing, accents and full stops that stand alone
        (1, rf"\((?=[ .])|(?<=[{_LETTERS}])\(|\)(?=[{_LETTERS}])|(?<= )\)"),
        (1, r"(?<=[ (])m|(?<= )\.(?= )"),
    )
)
_LONE: Final = re.compile("(?<= )[lUkKgGhrt](?= )|(?<=d)[lU]")
_ASCII_LETTERS: Final = re.compile("[A-Za-z]")
_FOREIGN: Final = re.compile(r"[^\x00-\x7f]")
_USUAL: Final = frozenset("áàâäãåæçéèêëíìîïñóòôöõøœßúùûüÁÀÂÄÃÅÆÇÉÈÊËÍÎÓÔÖÕØÚÜ–—’“”‘…«»°©®•\xa0")
_KIND_OF: Final = _Kinds()


def faults(text: str) -> int:
    """Count what is odd in a text, each kind of fault by its weight.

    Only the difference between two readings of the same bytes has a meaning: what is odd in both
    is how the text was written.

    >>> faults("«Größe» – 30 °"), faults("½GrªlàeŠ Ð 30 ø")
    (0, 4)
    """
    kinds = text.translate(_KIND_OF)
    unbalanced = abs(text.count("[") - text.count("]"))
    return unbalanced + sum(weight * len(found.findall(kinds)) for weight, found in _FAULTS)


def rarities(text: str) -> int:
    """Count characters beyond ASCII that few texts have, and letters that stand alone twice.

    >>> rarities("30° in Köln"), rarities("30ø in Kšln")
    (0, 3)
    """
    kinds = _ASCII_LETTERS.sub("_", text).translate(_KIND_OF)
    lone = len(_LONE.findall(kinds))
    return 2 * lone + sum(character not in _USUAL for character in _FOREIGN.findall(text))

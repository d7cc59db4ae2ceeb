"""The encoding of bytes that are not UTF-8: chardet's candidates, then the least odd reading.

Where chardet is wrong, the right encoding nearly always has the same confidence, up to a hundredth:
in one language ``cp437``, ``cp850`` and ``cp858`` differ by a few signs. So candidates within a
twentieth of the best are read, and what no language writes is counted: an uppercase letter after a
lowercase one, two scripts in one word. Figures: ``benchmarks/quality/RESULTS-decoding.md``.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from simcore.text.words import Cut

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
        # brackets that open or close nothing, single accents and full stops
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

    Only the difference between two readings of the same bytes means something.

    >>> faults("«Größe» – 30 °"), faults("½GrªlàeŠ Ð 30 ø")
    (0, 4)
    """
    kinds = text.translate(_KIND_OF)
    unbalanced = abs(text.count("[") - text.count("]"))
    return unbalanced + sum(weight * len(found.findall(kinds)) for weight, found in _FAULTS)


def rarities(text: str) -> int:
    """Count rare characters beyond ASCII, and single letters twice."""
    kinds = _ASCII_LETTERS.sub("_", text).translate(_KIND_OF)
    lone = len(_LONE.findall(kinds))
    return 2 * lone + sum(character not in _USUAL for character in _FOREIGN.findall(text))


CHINESE = ("gb18030", "big5hkscs")

_WITHIN = 0.05
_WORDS_BYTES = 16_000
_DENSE_BYTES = 4_000
_WIDE_BYTES = 4_000
_OF_ASCII = 4

# weights by measurement, see ``benchmarks/quality/decoding.py``
_OF_FAULTS = 0.15
_OF_RARITIES = 0.03
_OF_DECLARED = 0.15
_WORST = 2

_UNSURE_GAP = 0.01
_UNSURE_EVIDENCE = 0.2
_FEW_BYTES = 4
_FEW_BYTES_GAP = 0.08

_UTF_16 = ("utf-16-le", "utf-16-be")
_EXCLUDED = frozenset({"utf-8", "ascii"})

_DECLARED = re.compile(rb"""(?i)(?:charset|encoding|coding)["']?\s*[=:]\s*["']?([a-z][\w.:-]*)""")
_FOREIGN_BYTE = re.compile(rb"[\x80-\xff]")
_HAN_PAIR = re.compile(r"[\u3400-\u9fff]{2}")
_HAN = re.compile(r"[\u3400-\u9fff]")
_LEAST_IN_WORDS = 0.2
_SOME_IN_WORDS = 0.05
_FIRST_BYTES = 400
_FEW_HAN = 30
_GREATEST_LOSS = 0.05


@dataclass(frozen=True, slots=True)
class _Reading:
    encoding: str
    text: str
    score: float


def modern_guess(sample: bytes) -> str | None:
    """Ask chardet for an encoding of the web of today; None if nothing fits."""
    import chardet  # noqa: PLC0415 - most documents are UTF-8
    from chardet.enums import EncodingEra  # noqa: PLC0415 - as above

    found = chardet.detect(
        sample,
        encoding_era=EncodingEra.MODERN_WEB,
        prefer_superset=True,
        compat_names=False,
        no_match_encoding="utf-8",  # already ruled out, so it means none
    )["encoding"]
    return None if found == "utf-8" else found


def wide_guess(sample: bytes) -> str | None:
    """Return the encoding of UTF-16 or UTF-32 without a mark; None for other bytes."""
    found = guess(sample)
    if found not in _UTF_16:
        return found if found is not None and found.startswith("utf-32") else None
    # In the other order Chinese and Thai can be characters of other scripts, but spaces, digits and
    # line breaks are none of ASCII.
    texts = {name: sample[:_WIDE_BYTES].decode(name, errors="replace") for name in _UTF_16}
    odd = {
        name: faults(text) - _OF_ASCII * sum(map(str.isascii, text)) for name, text in texts.items()
    }
    return min(_UTF_16, key=lambda name: (odd[name], name != found))


def guess(sample: bytes) -> str | None:
    import chardet  # noqa: PLC0415 - as above

    return chardet.detect(sample, compat_names=False)["encoding"]


def declared_in(head: bytes) -> str | None:
    """Return chardet's name of the encoding that a page or a source declares."""
    from chardet.registry import lookup_encoding  # noqa: PLC0415 - as above

    found = _DECLARED.search(head)
    name = lookup_encoding(found[1].decode()) if found is not None else None
    # what is called Shift JIS is that of Windows: the other has no backslash
    return "cp932" if name == "shift_jis_2004" else name


def ranked(lines: bytes, words: bytes, declared: str | None) -> tuple[list[str], bool]:
    """Return the encodings that fit, the best first, and whether the choice is unsure.

    ``lines`` and ``words`` are those of a document with characters beyond ASCII, ``declared`` is
    the encoding that it declares. Empty if the bytes are binary or nothing fits.
    """
    import chardet  # noqa: PLC0415 - as above

    found = [
        (encoding, result["confidence"] + _OF_DECLARED * (encoding == declared))
        for result in chardet.detect_all(
            # chardet believes any declaration
            _DECLARED.sub(b"", lines),
            ignore_threshold=True,
            compat_names=False,
            no_match_encoding="utf-8",
        )
        if (encoding := result["encoding"]) is not None and encoding not in _EXCLUDED
    ]
    if not found:
        return [], True
    readings = sorted(_readings(found, words), key=lambda reading: -reading.score)
    return [reading.encoding for reading in readings], _unsure(readings, words)


def _readings(found: Sequence[tuple[str, float]], words: bytes) -> list[_Reading]:
    best = max(sure for _, sure in found)
    sample = _looked_at(words)
    foreign = max(1, len(_FOREIGN_BYTE.findall(sample)))
    texts = [
        (encoding, sure, sample.decode(encoding, errors="replace"))
        for encoding, sure in found
        if sure >= best - _WITHIN
    ]
    different = {text for _, _, text in texts}
    if len(different) == 1:  # as most often in scripts other than Latin
        return [_Reading(encoding, text, sure) for encoding, sure, text in texts]
    odd = {text: (faults(text), rarities(text)) for text in different}
    least = min(count for count, _ in odd.values())
    return [
        _Reading(
            encoding,
            text,
            sure
            - _OF_FAULTS * min((odd[text][0] - least) / foreign, _WORST)
            - _OF_RARITIES * odd[text][1] / foreign / (foreign + 2),
        )
        for encoding, sure, text in texts
    ]


def _looked_at(words: bytes) -> bytes:
    """Return as much of a sample as is enough to tell readings apart."""
    first = words[:_DENSE_BYTES]
    # EBCDIC has no such space, and is all foreign; its codecs differ by a few rare signs
    dense = len(_FOREIGN_BYTE.findall(first)) > len(first) / 2 and b" " in first
    return first if dense else words[:_WORDS_BYTES]


def _unsure(readings: Sequence[_Reading], words: bytes) -> bool:
    first = readings[0]
    other = next((reading for reading in readings if reading.text != first.text), None)
    if other is None:
        return False
    gap = first.score - other.score
    foreign = max(1, len(_FOREIGN_BYTE.findall(_looked_at(words))))
    if foreign < _FEW_BYTES:
        return gap < _FEW_BYTES_GAP
    return gap < _UNSURE_GAP and gap * foreign < _UNSURE_EVIDENCE


def chinese_reading(sample: bytes) -> str | None:
    """Return the Chinese encoding in which a sample has dictionary words, if there is one.

    In the right encoding at least a quarter of the characters of Chinese prose belong to dictionary
    words of two or more characters; in a wrong one, or in another language, hardly any do. chardet
    rejects an encoding for one invalid byte.
    """
    best, encoding = _LEAST_IN_WORDS, None
    for candidate in CHINESE:
        text = sample.decode(candidate, errors="replace")
        han, in_words = _words_of(text)
        if text.count("\ufffd") <= han * _GREATEST_LOSS + 1 and in_words > best * han:
            best, encoding = in_words / han, candidate
    return encoding


def begins_chinese(sample: bytes, encoding: str) -> bool:
    """Return whether a sample begins like Chinese: it has words, or in a short text pairs."""
    text = sample[:_FIRST_BYTES].decode(encoding, errors="replace")
    han, in_words = _words_of(text)
    few = han < _FEW_HAN and _HAN_PAIR.search(text) is not None
    return few or in_words > _SOME_IN_WORDS * han


def _words_of(text: str) -> tuple[int, int]:
    cut = Cut()(text)
    in_words = sum(len(word) for word in cut if len(word) > 1 and _HAN.match(word))
    return len(_HAN.findall(text)), in_words

"""The script that a text is mostly written in, which says something of its language.

It does not tell languages apart that share a script: English from German, Russian from Bulgarian.
"""

import re

import numpy as np
from numpy.typing import NDArray

from simcore.model.records import Script
from simcore.text.characters import HAN, string_of

_SAMPLE, _GLANCE = 4_000, 32
_SCRIPTS = tuple(Script)
_LETTERS = {
    Script.LATIN: "a-z\u00aa\u00ba\u00c0-\u024f\u1e00-\u1eff",
    Script.HAN: HAN,
    Script.JAPANESE: "\u3040-\u30ff\u31f0-\u31ff",
    Script.HANGUL: "\u1100-\u11ff\u3130-\u318f\uac00-\ud7af",
    Script.CYRILLIC: "\u0400-\u052f",
    Script.GREEK: "\u0370-\u03ff\u1f00-\u1fff",
    Script.ARABIC: "\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff",
    Script.HEBREW: "\u0590-\u05ff",
    Script.DEVANAGARI: "\u0900-\u097f",
    Script.THAI: "\u0e00-\u0e7f",
}
_LETTER = (
    "|".join(f"(?P<{script.value}>[{letters}])" for script, letters in _LETTERS.items())
    + rf"|(?P<{Script.OTHER.value}>[^\W\d_])"
)
_WEIGHTS = {Script.HAN: 3, Script.JAPANESE: 2, Script.HANGUL: 2}
"""A Chinese character says about as much as three letters, a syllable as two."""

_LEAST_KANA = 0.05
"""The share of kana among Chinese characters and kana from which on a text is Japanese."""


def script_of(codes: NDArray[np.uint32], *, ascii_only: bool = False) -> Script:
    """Return the script of most of the beginning of a text, by the code points of its normal form.

    ``ascii_only`` is whether it is known to have no other characters.

    Chinese characters with kana among them are Japanese.

    >>> from simcore.text.characters import code_points
    >>> texts = "合同 no 2", "that is 合", "これは本です", "계약", "1"
    >>> [script_of(code_points(text)).value for text in texts]
    ['han', 'latin', 'japanese', 'hangul', 'none']
    """
    codes = codes[:_SAMPLE]
    if ascii_only:
        # the usual log, code or English text, whose first characters mostly tell
        letters = any(map(str.isalpha, string_of(codes[:_GLANCE])))
        letters = letters or any(map(str.isalpha, string_of(codes)))
        return Script.LATIN if letters else Script.NONE
    counts = dict(zip(_SCRIPTS, _counted(codes), strict=True))
    kana, han = counts[Script.JAPANESE], counts[Script.HAN]
    if kana and kana >= _LEAST_KANA * (kana + han):
        counts[Script.JAPANESE], counts[Script.HAN] = kana + han, 0
    else:
        counts[Script.JAPANESE] = 0
    counts[Script.NONE] = 0
    found = max(counts, key=lambda script: counts[script] * _WEIGHTS.get(script, 1))
    return found if counts[found] else Script.NONE


_places = np.zeros(0x110000, dtype=np.uint8)
"""The place of each character's script among all, from 1 on; 0 is not known yet."""


def _counted(codes: NDArray[np.uint32]) -> list[int]:
    found = _places.take(codes)
    counted: list[int] = np.bincount(found, minlength=1 + len(_SCRIPTS)).tolist()
    new, *counts = counted
    if not new:
        return counts
    for code in set(codes[found == 0].tolist()):
        letter = re.match(_LETTER, chr(code))
        script = Script(letter.lastgroup or Script.NONE) if letter else Script.NONE
        _places[code] = 1 + _SCRIPTS.index(script)
    return _counted(codes)

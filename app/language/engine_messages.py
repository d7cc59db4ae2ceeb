"""What the engine says, in the language of the window.

The engine knows no translations: its reasons and errors are English sentences with figures, names
and paths in them. Each of those sentences stands once in ``engine_sentences``, with fields for what
varies; a sentence is recognised by its fixed words and said anew. A test takes every sentence out
of the engine's source and looks for it there.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache, partial

from PySide6.QtCore import QCoreApplication

from app.language.engine_sentences import OF_ENGINE, OF_SYSTEM

SENTENCES: Sequence[str] = tuple(map(str, (*OF_ENGINE, *OF_SYSTEM)))
"""Every sentence, fields numbered in the order of the source."""

_TWO_WORDS = 14
_FIELD = re.compile(r"\{(\d+)\}")


def in_own_words(message: str) -> str:
    """Return a sentence of the engine in the language of the window; an unknown one as it is.

    What a field holds may be a sentence of the engine in its turn.

    >>> in_own_words("is binary, not text")
    'is binary, not text'
    """
    sentence, parts = _recognised(message)
    if not sentence:
        return message
    said = QCoreApplication.translate("engine", sentence)
    return _FIELD.sub(partial(_filled, parts), said)


@lru_cache(maxsize=1000)  # of 100,000 problems most have one of a few reasons
def _recognised(message: str) -> tuple[str, Mapping[str, str]]:
    """Find the sentence that a message is, and what its fields hold; an empty one if it is none.

    The language has no part in it, so it is remembered whatever is spoken.
    """
    if message in SENTENCES and _FIELD.search(message) is None:
        return message, {}
    for sentence, longest, pattern in _patterns():
        found = pattern.fullmatch(message) if longest in message else None
        if found is not None:
            return sentence, found.groupdict()
    return "", {}


def _filled(parts: Mapping[str, str], field: re.Match[str]) -> str:
    return in_own_words(parts[f"f{field[1]}"])


@cache
def _patterns() -> list[tuple[str, str, re.Pattern[str]]]:
    """Return the sentences with fields, the one with most fixed words first.

    Each comes with its longest run of fixed words, to pass it over by, and what recognises it.
    """
    varying = [sentence for sentence in SENTENCES if _FIELD.search(sentence)]
    varying.sort(key=_weight, reverse=True)
    return [(one, max(_FIELD.split(one)[::2], key=len), _pattern(one)) for one in varying]


def _weight(sentence: str) -> int:
    """Count fixed characters; two sentences in a row are told before a sentence of two words."""
    return _TWO_WORDS if sentence == "{0}; {1}" else len(_FIELD.sub("", sentence))


def _pattern(sentence: str) -> re.Pattern[str]:
    texts = [re.escape(text) for text in _FIELD.split(sentence)[::2]]
    fields = [f"(?P<f{number}>.*?)" for number in _FIELD.findall(sentence)]
    parts = zip(texts, [*fields, ""], strict=True)
    return re.compile("".join(text + field for text, field in parts), re.DOTALL)

"""What the engine says, in the language of the window.

The engine knows no translations: its reasons and errors are English sentences with figures, names
and paths in them. Here stands each of those sentences once, with fields for what varies; a
sentence is recognised by its fixed words and said anew. A test takes every sentence out of the
engine's source and looks for it here.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache, partial

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

__all__ = ["SENTENCES", "in_own_words"]

SENTENCES: Sequence[str] = tuple(
    str(sentence) for sentence in (QT_TRANSLATE_NOOP("engine", "is binary, not text"),)
)
"""Every sentence, fields numbered in the order of the source."""

_FIELD = re.compile(r"\{(\d+)\}")


def in_own_words(message: str) -> str:
    """Return a sentence of the engine in the language of the window; an unknown one as it is.

    What a field holds may be a sentence of the engine in its turn.

    >>> in_own_words("is binary, not text")
    'is binary, not text'
    """
    for sentence, pattern in _patterns():
        found = pattern.fullmatch(message)
        if found is not None:
            said = QCoreApplication.translate("engine", sentence)
            return _FIELD.sub(partial(_filled, found.groupdict()), said)
    return message


def _filled(parts: Mapping[str, str], field: re.Match[str]) -> str:
    return in_own_words(parts[f"f{field[1]}"])


@cache
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    """Give each sentence with what recognises it, the one with most fixed words first."""
    by_length = sorted(SENTENCES, key=lambda one: len(_FIELD.sub("", one)), reverse=True)
    return [(sentence, _pattern(sentence)) for sentence in by_length]


def _pattern(sentence: str) -> re.Pattern[str]:
    texts = [re.escape(text) for text in _FIELD.split(sentence)[::2]]
    fields = [f"(?P<f{number}>.*)" for number in _FIELD.findall(sentence)]
    parts = zip(texts, [*fields, ""], strict=True)
    return re.compile("".join(text + field for text, field in parts), re.DOTALL)

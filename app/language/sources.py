"""The English of what is shown in another language, read out of the compiled translations.

The format is that of Qt's own ``qtranslator.cpp``: sections of a tag, a length and bytes; the
messages are items, each a tag and, but for the end, a length and bytes.
"""

import re
import struct
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from .languages import Language, compiled_file, spoken
from .mnemonics import without_mnemonic

_MAGIC = bytes.fromhex("3cb86418caef9c95cd211cbf60a1bddd")
_MESSAGES = 0x69
_END, _TRANSLATION, _OBSOLETE, _SOURCE = 1, 3, 5, 6
_FIELD = re.compile(r"\{\w*\}")
_ESCAPED = re.compile(r"\\{\w*\\}")
_SAID = re.compile(r"\S")
_LEAST = 2


def read_messages(data: bytes) -> list[tuple[str, str]]:
    """Return source and translation of each message of a ``.qm`` file; nothing of another file."""
    if not data.startswith(_MAGIC):
        return []
    at = len(_MAGIC)
    found: list[tuple[str, str]] = []
    while at + 5 <= len(data):
        tag, length = struct.unpack_from(">BI", data, at)
        at += 5
        if tag == _MESSAGES:
            found += _messages(data[at : at + length])
        at += length
    return found


def _messages(data: bytes) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    source, translation, at = "", "", 0
    while at < len(data):
        tag = data[at]
        at += 1
        if tag == _END:
            found.append((source, translation))
            source, translation = "", ""
        elif tag == _OBSOLETE:
            at += 4
        else:
            (length,) = struct.unpack_from(">I", data, at)
            at += 4
            held = data[at : at + length]
            at += length
            if tag == _TRANSLATION:
                translation = held.decode("utf-16-be", errors="replace")
            elif tag == _SOURCE:
                source = held.decode("utf-8", errors="replace")
    return found


class _Filled(NamedTuple):
    """A translation that something is filled into, and the longest piece that stands in it."""

    piece: str
    shown: str
    source: str


@lru_cache(maxsize=4)
def _by_translation(file: Path) -> tuple[dict[str, tuple[str, ...]], list[_Filled]]:
    try:
        data = file.read_bytes()
    except OSError:
        data = b""
    exact: dict[str, dict[str, None]] = {}
    filled: list[tuple[int, str, str]] = []
    for source, shown in read_messages(data):
        bare, english = _bare(shown), _bare(source)
        exact.setdefault(bare, {})[english] = None
        letters = len(_SAID.findall(_FIELD.sub("", shown))) if "{" in shown else 0
        if letters >= _LEAST and _FIELD.search(shown):
            filled.append((letters, bare, english))
    # what says most is tried first; what says next to nothing fits everything
    tried = [
        _Filled(max(_FIELD.split(shown), key=len), shown, source)
        for _, shown, source in sorted(filled, reverse=True)
    ]
    return {shown: tuple(sources) for shown, sources in exact.items()}, tried


@lru_cache(maxsize=256)
def _pattern(shown: str) -> re.Pattern[str]:
    """Return what finds the values; to compile all of them would keep the window waiting."""
    return re.compile(_ESCAPED.sub("(.+?)", re.escape(shown)))


def english_of(text: str) -> tuple[str, ...]:
    """Return the English texts that a text of the window may have been translated from.

    Two texts may have one translation. What was filled into a text is filled into its English.
    It is the text itself where that is English, or nothing is known of it. All are without the
    letters of menus and dots at the end.
    """
    language, bare = spoken(), _bare(text)
    if language is Language.ENGLISH or not text:
        return (bare,)
    exact, tried = _by_translation(compiled_file(language))
    if bare in exact:
        return exact[bare]
    for piece, shown, source in tried:
        match = _pattern(shown).fullmatch(bare) if piece in bare else None
        if match is not None:
            # what is filled in may be words of the window, too
            values = iter([english_of(value)[0] for value in match.groups()])
            return (_FIELD.sub(lambda _: next(values, ""), source),)  # noqa: B023 - used here
    return (bare,)


def _bare(text: str) -> str:
    """Return a text as buttons have it: without the letter of menus, and the dots behind it."""
    return without_mnemonic(text).rstrip("…")

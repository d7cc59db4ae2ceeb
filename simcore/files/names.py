"""Names for files that are made: unguessable for a moment, numbered for good."""

import itertools
import os
import secrets
from collections.abc import Iterator
from pathlib import Path

_LONGEST = 255  # bytes of a name, on all common file systems


def momentary_name(folder: Path) -> Path:
    """Give a hidden name that nobody can guess; 26 bytes, however long other names are."""
    return folder / f".variorum-{secrets.token_hex(8)}"


def numbered(path: Path, longest: int = _LONGEST) -> Iterator[Path]:
    """Give a path, then the same with (2), (3) ... before its suffix, without end.

    A name of more than ``longest`` bytes is cut before its suffix.

    >>> names = numbered(Path("合同.txt"))
    >>> [str(next(names)) for _ in range(3)]
    ['合同.txt', '合同 (2).txt', '合同 (3).txt']
    """
    suffix = path.suffix if len(os.fsencode(path.suffix)) <= 32 else ""
    stem = path.name.removesuffix(suffix)
    for number in itertools.count(1):
        tail = f" ({number}){suffix}" if number > 1 else suffix
        yield path.with_name(_shortened(stem, longest - len(os.fsencode(tail))) + tail)


def _shortened(text: str, room: int) -> str:
    """Cut a text to so many bytes, between characters."""
    while len(os.fsencode(text)) > room:
        text = text[:-1]
    return text

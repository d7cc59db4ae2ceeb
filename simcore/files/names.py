"""Names for new files: unguessable temporary ones, and numbered ones."""

import itertools
import os
import secrets
from collections.abc import Iterator
from pathlib import Path

_LONGEST = 255  # bytes of a name, on all common file systems


def momentary_name(folder: Path) -> Path:
    """Return the path of a hidden temporary file that cannot be guessed; its name has 26 bytes."""
    return folder / f".variorum-{secrets.token_hex(8)}"


def leads_to(path: Path, real_path: Path) -> bool:
    """Return whether a path leads to a resolved one now, itself a link or not.

    >>> leads_to(Path("/a/b"), Path("/a/c"))
    False
    """
    found = os.path.realpath(path), os.path.join(os.path.realpath(path.parent), path.name)  # noqa: PTH118
    return str(real_path) in found


def numbered(path: Path, longest: int = _LONGEST) -> Iterator[Path]:
    """Yield a path, then the same with (2), (3) ... before its suffix, without end.

    A name of more than ``longest`` bytes is shortened before its suffix.

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
    """Shorten a text to at most ``room`` bytes, between characters."""
    while len(os.fsencode(text)) > room:
        text = text[:-1]
    return text

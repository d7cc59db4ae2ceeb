"""Characters: scripts without spaces, signs of lists, white space; and texts as code points.

What becomes of each character in the normal form is in ``packaging/tables``.
"""

import functools
import re
import unicodedata

import numpy as np
from numpy.typing import NDArray

HAN = "\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""Chinese characters, as a character class."""

UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff"
"""Scripts without spaces that are not in the dictionary, likewise."""


@functools.cache
def marks() -> str:
    r"""List marks that belong to a letter as a character class: Python's ``\w`` excludes them."""
    planes = (*range(0x300, 0x1E00), *range(0x20D0, 0x2100), *range(0xA600, 0xAC00))
    return "".join(chr(c) for c in planes if unicodedata.category(chr(c)).startswith("M"))


BULLETS = "•◦‣⁃▪▫\uf0b7\uf0a7\uf0d8\uf076"
"""Signs before the items of lists, likewise; the last are of the fonts Symbol and Wingdings.

Word processors keep them apart from the text, pages and exported texts do not, so they count as no
part of it. Signs that may mean something, such as boxes that are ticked, are missing here.
"""

DROPPED = re.compile(f"[\u00ad\u034f\u061c\u180e\u200b-\u200f\u2060-\u2064\ufeff{BULLETS}]+")
"""Characters that the normal form does not have: invisible ones, and signs of lists."""

_BESIDE_IDLE = f"[{HAN}{UNSPACED}\u3000-\u303f]"


@functools.cache
def beside_idle() -> re.Pattern[str]:
    """Return what matches a character beside which a space has no meaning; slow to compile."""
    return re.compile(_BESIDE_IDLE)


@functools.cache
def _idle(one: str) -> re.Pattern[str]:
    """Return what finds a space or line break beside such a character, fast: by ``one`` first."""
    return re.compile(f"{one}(?:(?={_BESIDE_IDLE})|(?<={_BESIDE_IDLE}{one}))")


def code_points(text: str) -> NDArray[np.uint32]:
    """Return the code points of a text, shape (n,); lone surrogates are allowed.

    >>> code_points("a数").tolist()
    [97, 25968]
    """
    # utf-32-le has one value a character on every machine
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")


def string_of(codes: NDArray[np.uint32]) -> str:
    """Return the text of code points: what ``code_points`` undoes."""
    # NumPy strings drop trailing zeros, and there are none of nothing
    if len(codes) and codes[-1]:
        return str(codes.view(f"<U{len(codes)}").item())
    return codes.tobytes().decode("utf-32-le", "surrogatepass")


def beyond_ascii(text: str) -> set[str]:
    """Return the characters of a text that are not ASCII.

    >>> sorted(beyond_ascii("a数据, 数"))
    ['据', '数']
    """
    codes = code_points(text)
    return set(string_of(codes[codes > 0x7F]))


def unspaced(character: str) -> bool:
    """Return whether a character is of a script written without spaces, or a sign of one."""
    return beside_idle().match(character) is not None


def fold_spaces(text: str) -> str:
    """Replace white space by one space, and by none beside scripts written without spaces."""
    return _idle(" ").sub("", " ".join(text.split()))


def seen_spaces(text: str) -> str:
    """Replace white space by one space, and line breaks by none beside scripts without spaces."""
    lines = (" ".join(line.split()) for line in re.split(r"[\n\x0b\x0c\r]", text))
    return _idle("\n").sub("", "\n".join(filter(None, lines)))

"""Names of files as a shell takes them."""

import os
import re

from simcore.reports.formats import unlike_an_option

_TAKEN = re.compile(r"[\s|&;<>()$`\\\"'*?\[\]#~=%!^{}]")
"""What a shell would take for something else than a part of a word."""

_CONTROL = "\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
_HIDDEN = re.compile(f"[{_CONTROL}\ud800-\udfff]+")
"""What a terminal would obey, or could not show: bytes that are no UTF-8 among it."""

_LETTERS = {7: "a", 8: "b", 9: "t", 10: "n", 11: "v", 12: "f", 13: "r"}


def quoted(name: str) -> str:
    r"""Return a name that a shell (bash, zsh, and others with ``$'...'``) takes for that name.

    It is as it is where nothing of it means something else to a shell. Otherwise it is in quotes,
    as ``ls`` has it on a terminal: what cannot be shown is written as its bytes. A name that begins
    with ``-`` gets ``./`` before it.

    >>> print(quoted("合同.txt"), quoted("a b"), quoted("it's"), quoted("one\ntwo"))
    合同.txt 'a b' "it's" 'one'$'\n''two'
    """
    name = unlike_an_option(name)
    if _HIDDEN.search(name) is None:
        if name and _TAKEN.search(name) is None:
            return name
        # what means something between double quotes, too, goes between single ones
        if "'" in name and not set(name) & set('"$`\\!'):
            return f'"{name}"'
        return _between(name)
    parts, at = [], 0
    for found in _HIDDEN.finditer(name):
        before = name[at : found.start()]
        parts += [_between(before)] if before else []
        parts.append(f"$'{''.join(map(_written, os.fsencode(found.group())))}'")
        at = found.end()
    return "".join([*parts, *([_between(name[at:])] if at < len(name) else [])])


def _between(text: str) -> str:
    return "'" + text.replace("'", r"'\''") + "'"


def _written(byte: int) -> str:
    return f"\\{_LETTERS[byte]}" if byte in _LETTERS else f"\\{byte:03o}"

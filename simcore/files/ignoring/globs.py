"""Patterns of paths as git reads them, as regular expressions.

The meaning is that of ``wildmatch`` with ``WM_PATHNAME`` in git, but of characters, not of bytes:
``*``, ``?`` and classes match no slash, ``**`` between slashes, or at an end, matches any number of
folders.
"""

import re

_CLASSES = {
    "alnum": "a-zA-Z0-9",
    "alpha": "a-zA-Z",
    "blank": " \\t",
    "cntrl": "\\x00-\\x1f\\x7f",
    "digit": "0-9",
    "graph": "\\x21-\\x7e",
    "lower": "a-z",
    "print": "\\x20-\\x7e",
    "punct": "\\x21-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7e",
    "space": "\\s",
    "upper": "A-Z",
    "xdigit": "0-9a-fA-F",
}
_NAMED = re.compile(r"\[:([a-z]*):\]")


def glob_regex(pattern: str) -> str | None:
    r"""Return an expression for ``fullmatch``; None for a pattern that can never match.

    ``pattern`` is without the slash at its beginning or its end that says where it holds.

    >>> [bool(re.fullmatch(glob_regex("a/**/[!b]*.txt"), one)) for one in ("a/c.txt", "a/x/b.txt")]
    [True, False]
    >>> glob_regex("a[b"), glob_regex("a\\")
    (None, None)
    """
    found: list[str] = []
    at, end = 0, len(pattern)
    while at < end:
        sign = pattern[at]
        if sign == "*":
            said, at = _stars(pattern, at)
            found.append(said)
        elif sign == "?":
            found.append("[^/]")
            at += 1
        elif sign == "[":
            made = _class(pattern, at + 1)
            if made is None:
                return None
            said, at = made
            found.append(said)
        elif sign == "\\":
            if at + 1 == end:
                return None
            found.append(re.escape(pattern[at + 1]))
            at += 2
        else:
            found.append(re.escape(sign))
            at += 1
    return f"(?s:{''.join(found)})"


def _stars(pattern: str, at: int) -> tuple[str, int]:
    """Return the expression of stars that begin somewhere, and where what follows them begins."""
    behind = at + len(pattern[at:]) - len(pattern[at:].lstrip("*"))
    whole = pattern[at - 1 : at] in {"", "/"} and pattern[behind : behind + 1] in {"", "/"}
    if behind - at < 2 or not whole:
        return "[^/]*", behind
    if behind == len(pattern):
        return ".*", behind
    return "(?:.*/)?", behind + 1  # the slash, too: there may be no folder at all


def _class(pattern: str, at: int) -> tuple[str, int] | None:
    """Return the expression of a class in brackets, and where what follows it begins.

    ``at`` is where it begins, behind the bracket. None if it does not end.
    """
    negated = pattern[at : at + 1] in {"!", "^"}
    at += negated
    parts: list[str] = []
    first = at
    while True:
        sign = pattern[at : at + 1]
        if not sign:
            return None
        if sign == "]" and at > first:
            break
        part = _part(pattern, at)
        if part is None:
            return None
        said, at = part
        parts.append(said)
    return f"(?!/)[{'^' if negated else ''}{''.join(parts)}]", at + 1


def _part(pattern: str, at: int) -> tuple[str, int] | None:
    """Return a part of a class, a name, a range or a character; None where it is none."""
    name = _NAMED.match(pattern, at)
    if name is not None:
        return (_CLASSES[name[1]], name.end()) if name[1] in _CLASSES else None
    low = _sign(pattern, at)
    if low is None:
        return None
    at += len(low)
    if pattern[at : at + 1] != "-" or pattern[at + 1 : at + 2] in {"", "]"}:
        return re.escape(low[-1]), at
    high = _sign(pattern, at + 1)
    if high is None:
        return None
    # of a range that ends before it begins, wildmatch takes the beginning
    said = re.escape(low[-1]) + (f"-{re.escape(high[-1])}" if low[-1] <= high[-1] else "")
    return said, at + 1 + len(high)


def _sign(pattern: str, at: int) -> str | None:
    """Return a character of a class, with the backslash before it; None where there is none."""
    sign = pattern[at : at + 1]
    if sign == "\\":
        sign = pattern[at : at + 2]
        return sign if len(sign) == 2 else None
    return sign or None

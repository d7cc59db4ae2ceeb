"""Titles of documents in a form that one line can show."""

import re

LONGEST_TITLE = 120
"""The characters of a title at most; a longer one ends in an ellipsis."""

_READ = 4 * LONGEST_TITLE
_INVISIBLE = re.compile(
    "[\xad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]"
)
"""What has no look of its own: among them all that turn the direction of what follows."""
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
_HALVES = re.compile("[\ud800-\udfff]")


def clean_title(found: str) -> str:
    r"""Return a title as one line of at most ``LONGEST_TITLE`` characters, safe to show anywhere.

    White space and control characters become a space, characters that turn the direction of text
    and other invisible ones go, and a half of a character is replaced.

    >>> clean_title("  Lease\n of \u202egnp.exe\0 ")
    'Lease of gnp.exe'
    >>> clean_title("\u2014\u2003*"), len(clean_title("a" * 999))
    ('', 120)
    """
    title = _CONTROL.sub(" ", found[:_READ])
    title = " ".join(_HALVES.sub("\ufffd", _INVISIBLE.sub("", title)).split())
    if not any(map(str.isalnum, title)):
        return ""
    if len(title) > LONGEST_TITLE:
        return f"{title[: LONGEST_TITLE - 1].rstrip()}…"
    return title

"""Values as a person reads them: shares as percentages, cut in one way; titles in one line."""

import math
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


def tenths_of_percent(share: float) -> int:
    """Return a share in tenths of a percent, cut and never rounded up: 1,000 only if it is 1.

    >>> tenths_of_percent(0.29), tenths_of_percent(0.9999), tenths_of_percent(1.0)
    (290, 999, 1000)
    """
    if share >= 1:
        return 1_000
    # 0.29 * 100 is 28.999...96: the tiny term undoes what the binary fraction lost
    return min(math.floor(max(share, 0.0) * 1_000 + 1e-6), 999)


def percent(share: float) -> str:
    """Return a share as a percentage, as the window does: from 99 % on there is a decimal.

    >>> percent(0.916), percent(0.9999), percent(1.0)
    ('91 %', '99.9 %', '100 %')
    """
    tenths = tenths_of_percent(share)
    return f"{tenths / 10} %" if 990 <= tenths < 1_000 else f"{tenths // 10} %"


def percent_in_tenths(share: float) -> str:
    """Return a share as a percentage with a decimal; what is there is never nothing.

    >>> percent_in_tenths(0.0129), percent_in_tenths(1.0), percent_in_tenths(0.0009)
    ('1.2 %', '100.0 %', '< 0.1 %')
    """
    tenths = tenths_of_percent(share)
    return f"{tenths / 10} %" if tenths or share <= 0 else "< 0.1 %"

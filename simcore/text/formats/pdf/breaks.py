"""Lines that break beside punctuation of full width, where Chinese has no space.

A line break beside a Chinese character is no space in any text, but beside ，or （ it is one, since
these are compared as the punctuation of English. So the word that stood there goes back.
"""

import re

from simcore.text.formats.titles import width_of

_SIGNS = (
    "\u3001-\u3003\u3008-\u3011\u3014-\u301f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65"
)
_OTHERS = "\u2e80-\u3000\u3004-\u3007\u3040-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff10-\uff19"
_OPENING = "（［｛〈《「『【〔"
_CLOSING = frozenset("，、。；：！？）］｝〉》」』】〕")
"""What begins no line."""
_GOES_ON = frozenset("，、" + _OPENING)
"""What ends no paragraph."""
_SIGN = re.compile(rf"[{_SIGNS}]")
_LISTED = re.compile(r"[（(]?[0-9一二三四五六七八九十]{1,4}[）).、．]|[-+*/!#•·●]")
"""How an item of a list begins, which is a paragraph."""
_HEAD = re.compile(rf"[{_SIGNS}]*[^\s{_SIGNS}{_OTHERS}]*")


def closed(pages: list[list[str]]) -> list[list[str]]:
    r"""Return the lines of each page, with what stood beside a sign of full width beside it again.

    A line in which the word would have found room ends a paragraph, and stays.

    >>> closed([["在选择索引时，", "TiDB 会先尝试", "前置规则。"]])
    [['在选择索引时，TiDB', '会先尝试', '前置规则。']]
    """
    found: list[list[str]] = []
    last: list[str] = []  # the page of the last line
    widest = 0
    for page in pages:
        widest = max(map(width_of, page), default=widest)
        lines: list[str] = []
        for line in page:
            rest = line
            if last and line and (_SIGN.match(last[-1][-1]) or _SIGN.match(line[0])):
                head = _HEAD.match(line)
                end = head.end() if head else 0
                if end and (
                    last[-1][-1] in _GOES_ON
                    or line[0] in _CLOSING
                    or not (_LISTED.match(line) or _fits(last[-1], line, end, widest))
                ):
                    last[-1] += line[:end]
                    rest = line[end:].lstrip()
            if rest:
                lines.append(rest)
                last = lines
        found.append(lines)
    return found


def _fits(before: str, line: str, end: int, widest: int) -> bool:
    """Tell whether the beginning of a line would have found room in the line before."""
    if line[end - 1] in _OPENING:
        end += 1  # it is never the last of a line
    return width_of(before) + width_of(line[:end]) <= widest

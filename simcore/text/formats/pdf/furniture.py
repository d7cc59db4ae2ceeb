"""Running headers and footers and page numbers: what stands on a page, not in the text.

A line among the first or last two of a page is left out when it stands there on half of the pages,
with nothing in it that changes but one number, which counts the pages; once a page, since a title
may equal the header. So is the outermost line when it begins or ends with such a number, and a page
number that is known by its pattern.
"""

import re
from collections import Counter
from collections.abc import Iterator

_EDGE = 2  # lines
_LONGEST = 300  # characters of such a line
_COUNTED = re.compile(r"\d{1,6}")
_NUMBER = r"(?:\d{1,5}|[０-９]{1,5}|[〇零一二三四五六七八九十百]{1,6}|[ivxlc]{1,8})"
_PAGE = "[页頁]"
_PAGE_NUMBER = re.compile(
    rf"""
    第\s*{_NUMBER}\s*{_PAGE}\s*[,，/／|·(（]?(?:\s*[共总總]\s*{_NUMBER}\s*{_PAGE}\s*[)）]?)?
    | [共总總]\s*{_NUMBER}\s*{_PAGE}\s*[,，/／|·]?\s*第\s*{_NUMBER}\s*{_PAGE}
    | {_NUMBER}\s*[/／]\s*[共总總]?\s*{_NUMBER}\s*{_PAGE}
    | [-–—−·•~*|]+\s*{_NUMBER}(?:\s*(?:/|of|／)\s*{_NUMBER})?\s*[-–—−·•~*|]+
    | (?:page(?:\ no\.?)?|pg\.?|p\.)\s*{_NUMBER}(?:\s*(?:of|/)\s*{_NUMBER})?
    | \d{{1,5}}\ of\ \d{{1,5}}
    """,
    re.IGNORECASE | re.VERBOSE,
)

_Key = tuple[bool, str, int | None]
"""Where a line stands, at the top or not, what it is, and by how much its number counts more."""


def without_furniture(pages: list[list[str]]) -> list[list[str]]:
    """Return the lines of each page without what recurs from page to page.

    >>> without_furniture([["Laws", "Laws", "One", "- 1 -"], ["Laws", "two.", "- 2 -"]])
    [['Laws', 'One'], ['two.']]
    """
    enough = max(2, sum(map(bool, pages)) // 2)
    counts: Counter[_Key] = Counter()
    for number, page in enumerate(pages):
        counts.update({key for at in _edges(page) for key in _keys(page, at, number)})
    recurring = {key for key, count in counts.items() if count >= enough}
    return [_without(page, number, recurring) for number, page in enumerate(pages)]


def _edges(page: list[str]) -> list[int]:
    """Return where the first and the last lines are, the outermost first."""
    count = len(page)
    places = (place for at in range(_EDGE) for place in (count - 1 - at, at))
    return list(dict.fromkeys(place for place in places if 0 <= place < count))


def _keys(page: list[str], at: int, number: int) -> Iterator[_Key]:
    """Yield what a line has in common with the same line of other pages."""
    line = "".join(page[at].split())
    if len(line) > _LONGEST:
        return
    for top in (True, False):
        if at < _EDGE if top else at >= len(page) - _EDGE:
            yield top, line, None
            for found in _COUNTED.finditer(line):
                form = f"{line[: found.start()]}#{line[found.end() :]}"
                yield top, form, int(found[0]) - number
                # whatever chapter is named beside the number of the page
                if at in {0, len(page) - 1} and found.end() == len(line):
                    yield top, "...#", int(found[0]) - number
                elif at in {0, len(page) - 1} and not found.start():
                    yield top, "#...", int(found[0]) - number


def _without(page: list[str], number: int, recurring: set[_Key]) -> list[str]:
    dropped: set[int] = set()
    used: set[_Key] = set()
    for at in _edges(page):
        keys = recurring.intersection(_keys(page, at, number)) - used
        if keys or (len(page[at]) <= _LONGEST and _PAGE_NUMBER.fullmatch(page[at])):
            used |= keys
            dropped.add(at)
    return [line for at, line in enumerate(page) if at not in dropped]

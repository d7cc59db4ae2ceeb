"""Which characters of a document are quoted, by what sign, and where its references are listed."""

import re
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from simcore.analysis.checking.counted import LEAST_WEIGHT, CountedText
from simcore.analysis.checking.hits import SourceHits
from simcore.model.checked import QuotationSign

CODES: tuple[QuotationSign | None, ...] = (None, *QuotationSign)
"""The sign of each code in an array; 0 is none."""

_CODE = {sign: np.int8(code) for code, sign in enumerate(CODES)}

_PAIRS = {
    one[0]: one[1:]
    for one in (
        '“” „“” ‟” «» »« ‹› ›‹ 「」 『』 ﹁﹂ ﹃﹄ 〝〞〟 \uff62\uff63 "" \uff02\uff02'
    ).split()
}
"""What may end a quotation, by the mark that begins it: of English, Chinese, German, French ..."""

_CLOSED_BY = {
    mark: tuple(one for one, ends in _PAIRS.items() if mark in ends)
    for mark in {*_PAIRS, *"".join(_PAIRS.values())}
}
"""What a mark may end."""

_OPENING = re.compile("[" + re.escape("".join(_PAIRS)) + "]")
_STRAIGHT = '"\uff02'
_MARK = re.compile("[" + re.escape("".join(_PAIRS) + "".join(_PAIRS.values())) + "]")
_PARAGRAPH = re.compile(r"(?:[^\n]*\S[^\n]*(?:\n|$))+")
_QUOTED_LINES = re.compile(r"(?:^[ \t]{0,3}>[^\n]*(?:\n|$))+", re.MULTILINE)
_REFERENCES = re.compile(
    r"^[ \t#*=\d.、第章节節一二三四五六七八九十]{0,12}(?:"
    r"references|bibliography|works[ ]cited|literature[ ]cited|list[ ]of[ ]references|literatur"
    r"|literaturverzeichnis|bibliographie|参考文献|參考文獻|引用文献|引用文獻|主要参考文献|主要參考文獻"
    r"|参考书目|參考書目|参考资料|參考資料|文献|文獻"
    r")[ \t:：*=#]*$",
    re.IGNORECASE | re.MULTILINE,
)

_Ranges = list[tuple[int, int]]
"""Half-open ranges of a text, in order."""


def marked_ranges(text: str) -> _Ranges:
    r"""Return what stands between quotation marks, without them.

    Marks pair within a paragraph. One that no mark ends counts up to the end of its paragraph if
    the next one begins with the same mark, as quotations of several paragraphs do; else it counts
    for nothing. A straight mark begins a quotation where no letter stands before it.

    >>> text = "He wrote “one « two »”, 「三」 and 5\" wide."
    >>> [text[start:stop] for start, stop in marked_ranges(text)]
    ['one « two »', '三']
    """
    found: _Ranges = []
    paragraphs = list(_PARAGRAPH.finditer(text))
    for number, paragraph in enumerate(paragraphs):
        following = paragraphs[number + 1] if number + 1 < len(paragraphs) else None
        goes_on = "" if following is None else following.group().lstrip()[:1]
        found += _in_paragraph(text, paragraph.start(), paragraph.end(), goes_on)
    return found


def _in_paragraph(text: str, start: int, stop: int, goes_on: str) -> Iterator[tuple[int, int]]:
    """Yield the outermost quotations of a paragraph, in one pass whatever it holds."""
    opened: dict[str, list[int]] = {mark: [] for mark in _PAIRS}
    pairs: list[tuple[int, int]] = []
    for found in _MARK.finditer(text, start, stop):
        mark, at = found.group(), found.start()
        begun = max((opened[one][-1] for one in _CLOSED_BY[mark] if opened[one]), default=-1)
        if begun >= 0 and not (mark in _STRAIGHT and text[at - 1].isspace()):
            for places in opened.values():  # what was begun inside it and not ended is no quotation
                while places and places[-1] >= begun:
                    places.pop()
            pairs.append((begun + 1, at))
        elif mark in _PAIRS and _may_open(text, at, mark):
            opened[mark].append(at)
    if goes_on in _PAIRS and goes_on not in _STRAIGHT and opened[goes_on]:
        pairs.append((opened[goes_on][0] + 1, stop))
    reached = start
    for begin, end in sorted(pairs, key=lambda pair: (pair[0], -pair[1])):
        if begin >= reached:
            yield begin, end
            reached = end


def _may_open(text: str, at: int, mark: str) -> bool:
    before, behind = text[at - 1 : at] if at else "", text[at + 1 : at + 2]
    if mark in _STRAIGHT:
        return not before.isalnum() and bool(behind.strip())
    # in German and Danish they point inwards, in French outwards
    return mark not in "»›" or (not before.isalnum() and bool(behind.strip()))


def references_start(text: str) -> int | None:
    r"""Return where the list of references begins, None if there is none.

    It is what stands under the last heading that says so.

    >>> references_start("Text.\n\n## References\n\nA. Author: One."), references_start("文献综述")
    (7, None)
    """
    headings = [found.start() for found in _REFERENCES.finditer(text)]
    return headings[-1] if headings else None


class QuotedCharacters:
    """The quoted characters of a document.

    ``listed`` is the first that stands in a list of references, or how many there are.
    """

    def __init__(self, counted: CountedText) -> None:
        self._weights = counted.weights
        self._marked = _counted_ranges(counted, marked_ranges(counted.text))
        self._mark = np.full(len(counted), -1, dtype=np.int32)
        for number, (start, stop) in enumerate(self._marked):
            self._mark[start:stop] = number
        self._lines = np.zeros(len(counted), dtype=np.bool_)
        # of mail and Markdown
        lines = [found.span() for found in _QUOTED_LINES.finditer(counted.text)]
        for start, stop in _counted_ranges(counted, lines):
            self._lines[start:stop] = True
        references = references_start(counted.text)
        self.listed = len(counted)
        if references is not None:
            self.listed = int(np.searchsorted(counted.positions, references))

    def of(
        self, source: SourceHits, characters: NDArray[np.int64], named: QuotationSign | None
    ) -> NDArray[np.int8]:
        """Return the code of the sign of each of some characters, which are given to a source.

        Marks that stand in the source as well quote nothing where the text around them that was
        copied, too, is a passage by itself: they were copied along, as the dialogue of a novel is.
        """
        codes = np.full(len(characters), _CODE[named], dtype=np.int8)
        if named is None:
            codes[characters >= self.listed] = _CODE[QuotationSign.LISTED]
        codes[self._lines[characters]] = _CODE[QuotationSign.LINES]
        marks = self._mark[characters]
        quoting = np.zeros(len(self._marked) + 1, dtype=np.bool_)  # the last one: no mark
        for number in np.unique(marks[marks >= 0]).tolist():
            quoting[number] = not self._came_along(source, *self._marked[number])
        codes[quoting[marks]] = _CODE[QuotationSign.MARKS]
        return codes

    def _came_along(self, source: SourceHits, start: int, stop: int) -> bool:
        if not source.has_all(np.array([start]), np.array([start + 1])):
            return False
        first, last = source.around(start, stop)
        weights = self._weights
        around = weights[start] - weights[first] + weights[last] - weights[stop]
        return around >= LEAST_WEIGHT and bool(_OPENING.search(source.before(start)))


def _counted_ranges(counted: CountedText, ranges: _Ranges) -> _Ranges:
    found = np.searchsorted(counted.positions, np.array(ranges))
    return [(start, stop) for start, stop in found.tolist() if start < stop]

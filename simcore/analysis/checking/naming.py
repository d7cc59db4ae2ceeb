"""Whether a document names a source: by its title or file name, in its text or its references."""

import re
from collections.abc import Sequence

import numpy as np

from simcore.analysis.checking.counted import CountedText
from simcore.analysis.checking.hits import SourceHits
from simcore.model.checked import QuotationSign
from simcore.model.records import Document
from simcore.text.letters.comparison_form import comparable
from simcore.text.tokens import normalise

_LEAST_LETTERS = 12
_LEAST_IDEOGRAPHS = 4
"""A shorter title or name may be a common word."""

_LEAST_MARKED = 2
_TITLE_MARKS = "《〈"
_IDEOGRAPH = re.compile("[\u3005-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]")
_NUMBER = re.compile(r"^[\s\d().\[\]-]+|[\s\d().\[\]-]+$")


class NamedSources:
    """Looks for the names of sources in a document.

    ``listed`` is its first counted character that stands in a list of references.
    """

    def __init__(self, counted: CountedText, listed: int) -> None:
        self._counted = counted
        self._text = "".join(map(chr, counted.codes.tolist()))
        self._listed = listed

    def sign(self, documents: Sequence[Document], source: SourceHits) -> QuotationSign | None:
        """Return where a source is named, by any of its documents; None if it is not.

        A title that was copied with the text below it names nothing. Nor does a line that has
        nothing else, a heading.
        """
        best: QuotationSign | None = None
        names = (name for one in documents for name in (one.title, one.path.stem))
        for name in dict.fromkeys(names):
            found = self._named(_NUMBER.sub("", name), source)
            if found is QuotationSign.REFERENCES:
                return found
            best = best or found
        return best

    def _named(self, name: str, source: SourceHits) -> QuotationSign | None:
        wanted = "".join(filter(str.isalnum, comparable(normalise(name))))
        ideographs = len(_IDEOGRAPH.findall(wanted))
        if len(wanted) < _LEAST_MARKED:
            return None
        long = ideographs >= _LEAST_IDEOGRAPHS or len(wanted) - ideographs >= _LEAST_LETTERS
        at, found = -1, None
        while (at := self._text.find(wanted, at + 1)) >= 0:
            stop = at + len(wanted)
            start, end = self._counted.span(at, stop)
            if not self._is_name(start, end, long=long) or source.has_all(
                np.array([at]), np.array([stop])
            ):
                continue
            if at >= self._listed:
                return QuotationSign.REFERENCES
            if not self._is_line(start, end):
                found = QuotationSign.NAMED
        return found

    def _is_name(self, start: int, end: int, *, long: bool) -> bool:
        """Return whether a range is a name and not a part of other words."""
        text = self._counted.text
        before, behind = text[max(0, start - 1) : start], text[end : end + 1]
        if before and before in _TITLE_MARKS:
            return True
        return long and not any(
            one.isalnum() and inner.isalnum() and not _IDEOGRAPH.match(inner)
            for one, inner in ((before, text[start]), (behind, text[end - 1]))
        )

    def _is_line(self, start: int, end: int) -> bool:
        text = self._counted.text
        first = text.rfind("\n", 0, start) + 1
        last = text.find("\n", end)
        line = text[first:start] + text[end : len(text) if last < 0 else last]
        return not any(map(str.isalnum, line))

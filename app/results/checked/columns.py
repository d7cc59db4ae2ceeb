"""The columns of the sources of a checked document, and of its passages."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from simcore import Checked, CheckedPassage, CheckedSource, Document

from ...language import wording
from ...language.check_words import check_words
from ...widgets.records import FIT, RIGHT, Column

translate = QCoreApplication.translate  # the name lupdate looks for

_EXCERPT = 200


class SourceRow(NamedTuple):
    """A document of a source, by the source's number from 1, of a check.

    ``copy`` is whether it is another document with the text of the source. ``roots`` are the
    folders that were scanned.
    """

    number: int
    source: CheckedSource
    document: Document
    checked: Checked
    roots: Sequence[Path] = ()

    @property
    def copy(self) -> bool:
        """Whether it is another document than the one that was read."""
        return self.document is not self.source.document


class PassageRow(NamedTuple):
    """A passage of a check."""

    passage: CheckedPassage
    checked: Checked


def _share(checked: Checked, characters: int) -> str:
    return wording.percent_in_tenths(checked.of_all(characters))


def _share_of(one: SourceRow) -> str:
    return "" if one.copy else _share(one.checked, one.source.characters)


def _only(one: SourceRow) -> str:
    if one.copy:
        return translate("kinds", "Same text")
    if one.source.within is not None:
        return check_words().also.format(f"[{one.source.within + 1}]")
    return _share(one.checked, one.source.only)


def source_tip(one: SourceRow) -> str:
    """Return what a source is, and where."""
    words = check_words()
    lines = [one.document.title, wording.path_text(one.document.path)]
    if one.source.named is not None:
        lines.append(words.listed if one.source.named == "references" else words.named)
    if one.source.within is not None:
        lines.append(words.within.format(f"[{one.source.within + 1}]"))
    return "\n".join(filter(None, lines))


def _lines(first: int, last: int) -> str:
    if first == last:
        return wording.count_text(first)
    return f"{wording.count_text(first)}–{wording.count_text(last)}"


def _quoted(one: PassageRow) -> str:
    sign = one.passage.quoted
    return "" if sign is None else check_words().signs[sign]


def _beginning(one: PassageRow) -> str:
    start = one.passage.start
    text = one.checked.text[start : min(one.passage.stop, start + _EXCERPT)]
    return wording.printable(" ".join(text.split()))


def _sources(one: PassageRow) -> str:
    return " ".join(f"[{number + 1}]" for number in (one.passage.source, *one.passage.also))


SOURCES: tuple[Column[SourceRow], ...] = (
    Column(
        title=lambda: translate("CheckModel", "No."),
        meaning=lambda: translate("CheckModel", "The number that passages name the source by"),
        text=lambda one: f"[{one.number}]",
        sort_key=lambda one: one.number,
        width=FIT,
        align=RIGHT,
    ),
    Column(
        title=lambda: translate("check", "Share"),
        meaning=lambda: translate("CheckModel", "How much of the document stands in this source"),
        text=_share_of,
        sort_key=lambda one: one.source.characters,
        width=FIT,
        align=RIGHT,
    ),
    Column(
        title=lambda: translate("check", "Only there"),
        meaning=lambda: translate(
            "CheckModel", "How much of the document stands in this source and in no other"
        ),
        text=_only,
        sort_key=lambda one: one.source.only,
        width=FIT,
        align=RIGHT,
    ),
    Column(
        title=lambda: translate("check", "Document"),
        text=lambda one: wording.name_text(one.document),
        sort_key=lambda one: wording.folded(one.document.path.name),
    ),
    Column(
        title=lambda: translate("SimilarModel", "Folder"),
        meaning=lambda: translate("SimilarModel", "The folder that holds the document"),
        text=lambda one: wording.below_text(one.document.path.parent, one.roots),
        tooltip=lambda one: wording.path_text(one.document.path.parent),
        sort_key=lambda one: wording.folded(str(one.document.path.parent)),
    ),
)

PASSAGES: tuple[Column[PassageRow], ...] = (
    Column(
        title=lambda: translate("CheckModel", "Lines"),
        meaning=lambda: translate("CheckModel", "The lines of the document"),
        text=lambda one: _lines(one.passage.first_line, one.passage.last_line),
        sort_key=lambda one: one.passage.start,
        width=FIT,
        align=RIGHT,
    ),
    Column(
        title=lambda: translate("check", "Source"),
        meaning=lambda: translate(
            "CheckModel", "The source that it is given to, and others that have most of it"
        ),
        text=_sources,
        sort_key=lambda one: one.passage.source,
        width=FIT,
    ),
    Column(
        title=lambda: translate("check", "Share"),
        meaning=lambda: translate("CheckModel", "How much of the document this passage is"),
        text=lambda one: _share(one.checked, one.passage.characters),
        sort_key=lambda one: one.passage.characters,
        width=FIT,
        align=RIGHT,
    ),
    Column(
        title=lambda: translate("CheckModel", "Quoted"),
        meaning=lambda: translate("CheckModel", "What shows that the passage is a quotation"),
        text=_quoted,
        width=FIT,
    ),
    Column(
        title=lambda: translate("CheckModel", "Begins with"),
        text=_beginning,
        sort_key=lambda one: one.passage.start,
    ),
)


def rows_of(checked: Checked, roots: Sequence[Path]) -> tuple[list[SourceRow], list[PassageRow]]:
    """Return the rows of both tables; ``roots`` are the folders that were scanned."""
    sources = [
        SourceRow(number, one, document, checked, roots)
        for number, one in enumerate(checked.sources, 1)
        for document in (one.document, *one.copies)
    ]
    return sources, [PassageRow(one, checked) for one in checked.passages]

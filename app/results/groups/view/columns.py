"""The columns of the groups: their titles, what stands in a cell, and how rows sort by them."""

from collections.abc import Callable, Sequence
from enum import IntEnum
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from app.language import member_words, resemblance_words, wording
from simcore import Document, Member

translate = QCoreApplication.translate  # by this name lupdate knows it


class Column(IntEnum):
    """The columns, left to right as they stand at first."""

    NAME = 0
    KIND = 1
    DISTANCE = 2
    SIMILARITY = 3
    SIZE = 4
    MODIFIED = 5
    ENCODING = 6
    FOLDER = 7
    WORDS = 8
    WHY = 9


NUMBERS = frozenset({Column.DISTANCE, Column.SIMILARITY, Column.SIZE, Column.WORDS})
"""The columns whose figures stand flush right."""

DELTAS = frozenset({Column.SIZE, Column.MODIFIED, Column.WORDS})
"""The columns that can show the difference to the kept document in place of the figure."""

HIDDEN_AT_FIRST = frozenset({Column.WORDS, Column.WHY})
"""The columns that a person has to ask for."""


def title(column: Column) -> str:
    """Return what stands at the top of a column."""
    return {
        Column.NAME: translate("GroupColumns", "Name"),
        Column.KIND: translate("GroupColumns", "Kind"),
        Column.DISTANCE: translate("GroupColumns", "Distance"),
        Column.SIMILARITY: translate("GroupColumns", "Similarity"),
        Column.SIZE: translate("GroupColumns", "Size"),
        Column.MODIFIED: translate("GroupColumns", "Modified"),
        Column.ENCODING: translate("GroupColumns", "Encoding"),
        Column.FOLDER: translate("GroupColumns", "Folder"),
        Column.WORDS: translate("GroupColumns", "Words"),
        Column.WHY: translate("GroupColumns", "Why it is here"),
    }[column]


def meaning(column: Column) -> str:
    """Return a sentence on what a column tells."""
    return {
        Column.NAME: translate("GroupColumns", "The file's name; tick what is to be removed"),
        Column.KIND: translate("GroupColumns", "What a document is to the one that is kept"),
        Column.DISTANCE: translate(
            "GroupColumns", "How many bits of the fingerprints differ from the kept document's"
        ),
        Column.SIMILARITY: translate(
            "GroupColumns",
            "How much of the text of both documents together is in both; groups are sorted "
            "by their worst pair",
        ),
        Column.SIZE: translate(
            "GroupColumns", "The size of the file; groups are sorted by what there is to gain"
        ),
        Column.MODIFIED: translate("GroupColumns", "When the file was last changed"),
        Column.ENCODING: translate("GroupColumns", "How the file's bytes were read as characters"),
        Column.FOLDER: translate("GroupColumns", "The folder that holds the file"),
        Column.WORDS: translate("GroupColumns", "How many words were found in the text"),
        Column.WHY: translate("GroupColumns", "What puts the document into its group"),
    }[column]


def _encoding_explained(document: Document) -> str:
    if not document.lossy:
        return meaning(Column.ENCODING)
    return translate(
        "GroupColumns",
        "Some characters could not be decoded; they are shown and compared as \ufffd",
    )


_OF_DOCUMENT: dict[Column, Callable[[Document], str]] = {
    Column.NAME: lambda document: wording.printable(document.path.name),
    Column.SIZE: lambda document: wording.size_text(document.size),
    Column.MODIFIED: lambda document: wording.date_text(document.mtime_ns),
    Column.ENCODING: lambda document: wording.encoding_text(
        document.encoding, lossy=document.lossy
    ),
    Column.WORDS: lambda document: wording.count_text(document.tokens),
}
_OF_MEMBER: dict[Column, Callable[[Member], str]] = {
    Column.KIND: member_words.sort_text,
    Column.DISTANCE: lambda member: resemblance_words.distance_text(
        member.distance, short=member.short
    ),
    Column.SIMILARITY: member_words.share_text,
    Column.WHY: member_words.why_text,
}
_DELTA: dict[Column, Callable[[Document, Document], str]] = {
    Column.SIZE: lambda document, kept: member_words.size_delta(document.size - kept.size),
    Column.MODIFIED: lambda document, kept: member_words.time_delta(
        document.mtime_ns - kept.mtime_ns
    ),
    Column.WORDS: lambda document, kept: member_words.count_delta(document.tokens - kept.tokens),
}
_DOCUMENT_EXPLAINED: dict[Column, Callable[[Document], str]] = {
    Column.NAME: lambda document: wording.path_text(document.path),
    Column.SIZE: lambda document: wording.size_explained(document.size),
    Column.MODIFIED: lambda document: wording.full_date_text(document.mtime_ns),
    Column.ENCODING: _encoding_explained,
    Column.FOLDER: lambda document: wording.path_text(document.path),
    Column.WORDS: lambda document: wording.count_text(document.tokens),
}
_MEMBER_EXPLAINED: dict[Column, Callable[[Member], str]] = {
    Column.KIND: member_words.sort_explained,
    Column.DISTANCE: lambda member: resemblance_words.distance_explained(member.distance),
    Column.SIMILARITY: member_words.share_explained,
    Column.WHY: member_words.sort_explained,
}


def cell_text(
    document: Document,
    member: Member | None,
    column: Column,
    roots: Sequence[Path] = (),
    kept: Document | None = None,
) -> str:
    """Return what a document's cell shows; ``member`` is None for the kept document.

    ``roots`` are the folders that were scanned. With ``kept``, sizes, times and numbers of words
    are given as differences to that one.
    """
    if column == Column.FOLDER:
        return wording.folder_text(document.path.parent, roots)
    if kept is not None and member is not None and column in _DELTA:
        return _DELTA[column](document, kept)
    if column in _OF_DOCUMENT:
        return _OF_DOCUMENT[column](document)
    if member is not None:
        return _OF_MEMBER[column](member)
    if column in {Column.KIND, Column.WHY}:
        return translate("GroupColumns", "kept")
    if column == Column.DISTANCE and document.short:
        return translate("GroupColumns", "too short")
    return "–"


def cell_tooltip(document: Document, member: Member | None, column: Column) -> str:
    """Return what a document's cell means; ``member`` is None for the kept document."""
    if column in _DOCUMENT_EXPLAINED:
        text = _DOCUMENT_EXPLAINED[column](document)
        if column == Column.NAME and member is not None:
            text += "\n" + member_words.why_text(member)
        return text
    if member is None:
        text = translate(
            "GroupColumns", "This document is kept; the others of its group are compared with it"
        )
    else:
        text = _MEMBER_EXPLAINED[column](member)
    if column == Column.DISTANCE and is_short(document, member):
        text = f"{text}\n{member_words.short_explained(kept=not document.short)}"
    return text


def is_short(document: Document, member: Member | None) -> bool:
    """Tell whether a row's distance means little; ``member`` is None for the kept document."""
    return document.short if member is None else member.short

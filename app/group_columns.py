"""The columns of the groups: their titles, what stands in a cell, and how rows sort by them."""

from collections.abc import Callable
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QCoreApplication

from app import wording
from simcore import Document, Group, Kind, Member, ScanReport

__all__ = [
    "NUMBERS",
    "Column",
    "cell_text",
    "cell_tooltip",
    "is_short",
    "meaning",
    "sorted_rows",
    "title",
]

translate = QCoreApplication.translate  # by this name lupdate knows it

_RANKS = {Kind.IDENTICAL: 0, Kind.SAME_TEXT: 1, Kind.NEAR: 2, Kind.LINKED: 3, Kind.CONTAINS: 4}


class Column(IntEnum):
    """The columns, left to right."""

    NAME = 0
    KIND = 1
    DISTANCE = 2
    SIMILARITY = 3
    SIZE = 4
    MODIFIED = 5
    ENCODING = 6
    FOLDER = 7


NUMBERS = frozenset({Column.DISTANCE, Column.SIMILARITY, Column.SIZE})
"""The columns whose figures stand flush right."""


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
            "GroupColumns", "How much of the text of both documents together is in both"
        ),
        Column.SIZE: translate("GroupColumns", "The size of the file"),
        Column.MODIFIED: translate("GroupColumns", "When the file was last changed"),
        Column.ENCODING: translate("GroupColumns", "How the file's bytes were read as characters"),
        Column.FOLDER: translate("GroupColumns", "The folder that holds the file"),
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
    Column.FOLDER: lambda document: wording.folder_text(document.path.parent),
}
_OF_MEMBER: dict[Column, Callable[[Member], str]] = {
    Column.KIND: wording.sort_text,
    Column.DISTANCE: lambda member: wording.distance_text(member.distance, short=member.short),
    Column.SIMILARITY: wording.share_text,
}
_DOCUMENT_EXPLAINED: dict[Column, Callable[[Document], str]] = {
    Column.NAME: lambda document: wording.path_text(document.path),
    Column.SIZE: lambda document: wording.size_explained(document.size),
    Column.MODIFIED: lambda document: wording.full_date_text(document.mtime_ns),
    Column.ENCODING: _encoding_explained,
    Column.FOLDER: lambda document: wording.path_text(document.path),
}
_MEMBER_EXPLAINED: dict[Column, Callable[[Member], str]] = {
    Column.KIND: wording.sort_explained,
    Column.DISTANCE: lambda member: wording.distance_explained(member.distance),
    Column.SIMILARITY: wording.share_explained,
}


def cell_text(document: Document, member: Member | None, column: Column) -> str:
    """Return what a document's cell shows; ``member`` is None for the kept document."""
    if column in _OF_DOCUMENT:
        return _OF_DOCUMENT[column](document)
    if member is not None:
        return _OF_MEMBER[column](member)
    if column == Column.KIND:
        return translate("GroupColumns", "kept")
    if column == Column.DISTANCE and document.short:
        return translate("GroupColumns", "too short")
    return "–"


def cell_tooltip(document: Document, member: Member | None, column: Column) -> str:
    """Return what a document's cell means; ``member`` is None for the kept document."""
    if column in _DOCUMENT_EXPLAINED:
        return _DOCUMENT_EXPLAINED[column](document)
    if member is None:
        text = translate(
            "GroupColumns", "This document is kept; the others of its group are compared with it"
        )
    else:
        text = _MEMBER_EXPLAINED[column](member)
    if column == Column.DISTANCE and is_short(document, member):
        text += ".\n" + wording.short_explained(kept=not document.short)
    return text


def is_short(document: Document, member: Member | None) -> bool:
    """Tell whether a row's distance means little; ``member`` is None for the kept document."""
    return document.short if member is None else member.short


def sorted_rows(
    report: ScanReport, column: Column, *, descending: bool
) -> list[tuple[Group, tuple[Member, ...]]]:
    """Return the groups and the members of each, sorted by a column; equals keep their order.

    A group sorts by what its title tells (similarity: the worst, distance: the greatest, size:
    what is to gain), else by its kept document.
    """
    documents = report.documents
    document_key = _DOCUMENT_KEYS.get(column, _name_key)

    def member_key(member: Member) -> Any:  # comparable with its like
        match column:
            case Column.KIND:
                return _RANKS[member.kind]
            case Column.DISTANCE:
                return member.distance
            case Column.SIMILARITY:
                return -1.0 if member.resemblance is None else member.resemblance
        return document_key(documents[member.document])

    def group_key(group: Group) -> Any:
        match column:
            case Column.KIND | Column.DISTANCE:
                return max(member_key(member) for member in group.members)
            case Column.SIMILARITY:
                return group.worst
            case Column.SIZE:
                return sum(documents[member.document].size for member in group.members)
        return document_key(documents[group.representative])

    return [
        (group, tuple(sorted(group.members, key=member_key, reverse=descending)))
        for group in sorted(report.groups, key=group_key, reverse=descending)
    ]


_DOCUMENT_KEYS: dict[Column, Callable[[Document], Any]] = {
    Column.SIZE: lambda document: document.size,
    Column.MODIFIED: lambda document: document.mtime_ns,
    Column.ENCODING: lambda document: document.encoding.casefold(),
    Column.FOLDER: lambda document: str(document.path.parent).casefold(),
}


def _name_key(document: Document) -> str:
    return document.path.name.casefold()

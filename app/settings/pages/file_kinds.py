"""Kinds of files as people know them, and the patterns of names that each stands for."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from simcore import FORMATS, ScanConfig

translate = QCoreApplication.translate  # the name lupdate looks for

_TEXT = "txt text md markdown rst org adoc asciidoc log"
_SUBTITLES = "ass"
_TABLES = "csv tsv"
_SPECIAL = "bib"
_OF_FORMATS = {
    "word": "docx odt doc rtf",
    "pdf": "pdf",
    "web": "html mhtml",
    "books": "epub",
    "mail": "eml",
    "office": "pptx xlsx odp ods xls",
    "special": "tex ipynb man",
    "subtitles": "srt vtt",
}


@dataclass(frozen=True, slots=True)
class FileKind:
    """A kind and all patterns of names that it stands for."""

    name: str
    patterns: tuple[str, ...]


def _endings(suffixes: Iterable[str]) -> list[str]:
    return [f"*.{suffix}" for suffix in suffixes]


def _of_formats(kind: str) -> list[str]:
    names = _OF_FORMATS[kind].split()
    return [f"*.{suffix}" for one in FORMATS if one.name in names for suffix in one.suffixes]


def file_kinds() -> list[FileKind]:
    """Return the kinds in the language of now; together they hold every pattern of the defaults."""
    defaults = ScanConfig().include
    by_custom = [one for one in defaults if not one.startswith("*.")]  # README, COPYING ...
    manuals = [one for one in defaults if one.startswith("*.[")]
    found = [
        FileKind(
            translate("kinds of files", "Text and Markdown"),
            (*_endings(_TEXT.split()), *by_custom),
        ),
        FileKind(
            translate("kinds of files", "Word, OpenDocument, RTF"), tuple(_of_formats("word"))
        ),
        FileKind(translate("kinds of files", "PDF"), tuple(_of_formats("pdf"))),
        FileKind(translate("kinds of files", "Web pages"), tuple(_of_formats("web"))),
        FileKind(translate("kinds of files", "E-books"), tuple(_of_formats("books"))),
        FileKind(translate("kinds of files", "E-mail"), tuple(_of_formats("mail"))),
        FileKind(
            translate("kinds of files", "Presentations, tables"),
            (*_of_formats("office"), *_endings(_TABLES.split())),
        ),
        FileKind(
            translate("kinds of files", "TeX, notebooks, manual pages"),
            (*_of_formats("special"), *_endings(_SPECIAL.split()), *manuals),
        ),
        FileKind(
            translate("kinds of files", "Subtitles"),
            (*_of_formats("subtitles"), *_endings(_SUBTITLES.split())),
        ),
    ]
    taken = {pattern for kind in found for pattern in kind.patterns}
    rest = tuple(one for one in defaults if one not in taken)
    found.append(FileKind(translate("kinds of files", "Source code"), rest))
    return found


def without_kinds(patterns: Sequence[str], kinds: Iterable[FileKind]) -> list[str]:
    """Return the patterns that are of none of the kinds that are there as a whole."""
    whole = {one for kind in kinds if set(kind.patterns) <= set(patterns) for one in kind.patterns}
    return [one for one in patterns if one not in whole]

"""The file of a library of strings: JSON Lines, which any other program can read, too.

The first line says what it is and how many texts follow; each other line has a key and a text. What
is compared of the texts is made again when the file is opened: it is of the version that opens it.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO

from simcore.files.opening import open_regular, replacing
from simcore.model.errors import StringsFileError
from simcore.model.reasons import reason_of

_KIND = "library of strings"
_FORMAT = 1

Key = str | int
"""What a text of a library is known by."""


def write_library(path: Path, recipe: str, texts: Mapping[Key, str]) -> None:
    """Write texts and their keys, replacing an older file atomically.

    Raises ``StringsFileError`` if it cannot be written; an older file is then unchanged.
    """
    head = {"variorum": _KIND, "format": _FORMAT, "recipe": recipe, "texts": len(texts)}
    try:
        with replacing(path, StringsFileError) as file:
            _put(file, head)
            for key, text in texts.items():
                _put(file, {"key": key, "text": text})
    except ValueError as error:  # of a name with a zero byte
        raise StringsFileError(f"{path}: cannot be written: {error}") from error


def _put(file: IO[bytes], row: Mapping[str, object]) -> None:
    # a key may be the name of a file, whose bytes need not be text
    written = json.dumps(row, ensure_ascii=False).encode("utf-8", "surrogatepass")
    file.write(written + b"\n")


def read_library(path: Path) -> tuple[str, dict[Key, str]]:
    """Return the name of the recipe and the texts of a file, in their order.

    Raises ``StringsFileError`` if it cannot be read, is none of a library, is of a newer version,
    or is damaged; it is never changed.
    """
    try:
        with open_regular(path) as file:
            rows = _rows(path, file)
            recipe, count = _head(path, next(rows, None))
            texts: dict[Key, str] = {}
            for number, row in enumerate(rows, 2):
                key, text = row.get("key"), row.get("text")
                if not (isinstance(key, str) or type(key) is int) or not isinstance(text, str):
                    raise StringsFileError(f"{path}: line {number} is no key and text")
                if key in texts:
                    raise StringsFileError(f"{path}: line {number}: the key {key!r} stands twice")
                texts[key] = text
    except (OSError, ValueError) as error:  # the latter of a name with a zero byte
        raise StringsFileError(f"{path}: cannot be read: {reason_of(error)}") from error
    if len(texts) != count:
        raise StringsFileError(
            f"{path}: is damaged, or was not copied to its end: it has {len(texts)} texts of "
            f"{count}"
        )
    return recipe, texts


def _rows(path: Path, file: IO[bytes]) -> Iterator[dict[str, object]]:
    for number, line in enumerate(file, 1):
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            if number == 1:
                yield {}
            raise StringsFileError(f"{path}: line {number} is no JSON: {error}") from error
        if not isinstance(row, dict):
            raise StringsFileError(f"{path}: line {number} is no JSON object")
        yield row


def _head(path: Path, head: Mapping[str, object] | None) -> tuple[str, int]:
    head = head or {}
    version, recipe, count = head.get("format"), head.get("recipe"), head.get("texts")
    if head.get("variorum") != _KIND:
        raise StringsFileError(f"{path}: is no library of strings that Variorum wrote")
    if type(version) is int and version > _FORMAT:
        raise StringsFileError(
            f"{path}: was written by a newer version of Variorum (format {version}, this one knows "
            f"{_FORMAT})"
        )
    if version != _FORMAT or not isinstance(recipe, str) or type(count) is not int:
        raise StringsFileError(f"{path}: its first line is damaged")
    return recipe, count

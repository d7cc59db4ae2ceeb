"""The file of tables beside this one: written when the package is built, mapped when it runs.

A head of 8 bytes of magic, the version and the number of sections (32 bits each), the length of the
file, and for each section its start and its length (64 bits each), all little-endian; then the
sections, each at a multiple of 64 bytes, so that C may read them as what they are made of.
"""

import mmap
import os
import struct
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from simcore.model.errors import CoreError
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason

VERSION = 5
"""Of what the sections are; a program and the tables that it was built with have the same."""

CHARACTERS, WORDS, NAMES, STOP_WORDS = range(4)
"""The sections: of all characters, of jieba's words (see ``core.h``), and two lists of words."""

NAME = "tables.bin"
MAGIC = b"VARTABLE"
ALIGNED = 64
_HEAD = struct.Struct("<8sIIQ")
_SECTION = struct.Struct("<QQ")


@cache
def mapped_tables() -> list[memoryview]:
    """Return the sections of the tables, mapped once a process and never written.

    Raises ``CoreError`` where they are missing, damaged or of another version.
    """
    return map_sections(Path(__file__).parent / NAME)


def mapped_words(section: int) -> frozenset[str]:
    """Return the words of a section, one a line. Raises ``CoreError``, see ``mapped_tables``."""
    return frozenset(bytes(mapped_tables()[section]).decode("utf-8").split("\n"))


def map_sections(path: Path) -> list[memoryview]:
    """Return the sections of a file, read-only. Raises ``CoreError``, see ``mapped_tables``."""
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            whole = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except FileNotFoundError as error:
        raise CoreError(Reason(ReasonCode.CORE_MISSING, (str(path),))) from error
    except (OSError, ValueError) as error:  # an empty file cannot be mapped
        raise _unusable(path, str(error)) from error
    if size < _HEAD.size:
        raise _unusable(path, f"{size} bytes")
    magic, version, count, length = _HEAD.unpack_from(whole)
    if magic != MAGIC:
        raise _unusable(path, "not the tables that were built")
    if version != VERSION:
        values = str(path), str(version), str(VERSION)
        raise CoreError(Reason(ReasonCode.CORE_OTHER_VERSION, values))
    if length != size or _HEAD.size + count * _SECTION.size > size:
        raise _unusable(path, f"{size} of {length} bytes")
    places = [_SECTION.unpack_from(whole, _HEAD.size + at * _SECTION.size) for at in range(count)]
    if any(start + extent > size for start, extent in places):
        raise _unusable(path, "a section reaches beyond its end")
    return [whole[start : start + extent] for start, extent in places]


def _unusable(path: Path, why: str) -> CoreError:
    return CoreError(Reason(ReasonCode.CORE_UNUSABLE, (str(path), why)))


def write_tables(path: Path, sections: Sequence[bytes]) -> None:
    """Write a file of sections, in their order."""
    at = _HEAD.size + len(sections) * _SECTION.size
    places, body = [], bytearray(at)
    for section in sections:
        body.extend(bytes(-len(body) % ALIGNED))
        places.append((len(body), len(section)))
        body.extend(section)
    _HEAD.pack_into(body, 0, MAGIC, VERSION, len(sections), len(body))
    for number, place in enumerate(places):
        _SECTION.pack_into(body, _HEAD.size + number * _SECTION.size, *place)
    path.write_bytes(body)

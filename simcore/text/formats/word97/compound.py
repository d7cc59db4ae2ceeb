"""The streams of a compound file ([MS-CFB]), by olefile, which is not safe from hostile ones.

What it does not bound is checked before it reads: the table of sectors, which a file may name any
number of times, and the sizes of sectors.
"""

import io
import struct
from typing import Any

import olefile  # type: ignore[import-untyped]

from simcore.model.errors import damaged

_HEADER = struct.Struct("<30xHH10xI")  # of both kinds of sectors the shift, and how many tables
_IN_HEADER = 109  # places of the table of sectors that the header has room for
_DAMAGES = (OSError, ValueError, LookupError, struct.error, TypeError, AttributeError)


class CompoundFile:
    """The named streams of a compound file. Raises ``ReadError`` if it is damaged."""

    def __init__(self, data: bytes) -> None:
        shift, small, tables = _HEADER.unpack_from(data.ljust(_HEADER.size))
        if shift not in {9, 12} or small != 6:
            raise damaged("CFB")
        sectors = len(data) >> shift
        if tables > max(_IN_HEADER, 2 * (sectors >> (shift - 2)) + 2):
            raise damaged("FAT")
        try:
            self._file: Any = olefile.OleFileIO(io.BytesIO(data))
        except RecursionError:
            raise damaged("CFB") from None
        except _DAMAGES as error:
            raise damaged(str(error) or "CFB") from error

    def holds(self, name: str) -> bool:
        """Tell whether there is a stream of this name."""
        return bool(self._file.get_type(name))

    def stream(self, name: str) -> bytes:
        """Return the bytes of a stream. Raises ``ReadError``."""
        try:
            return bytes(self._file.openstream(name).read())
        except _DAMAGES as error:
            raise damaged(name) from error

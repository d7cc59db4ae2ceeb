"""What pdfium would unpack without a bound: up to 3 GB, and then it ends the whole process.

Each stream that zlib unpacks is measured before, but for pictures, which pdfium leaves alone where
only text is wanted, and fonts. Streams of other filters, and those of encrypted documents, are not
measured: who hides a bomb so ends the worker that reads it.
"""

import re
import zlib

from simcore.model.errors import ReadError
from simcore.model.reason_codes import ReasonCode

_STREAM = re.compile(rb"stream\r?\n")  # endstream, too, before which nothing is said
_FLATE = re.compile(rb"/Fl(?:ateDecode)?(?![A-Za-z])")
_BIG = re.compile(rb"/Image(?![A-Za-z])[^\0]*/Width|/Width[^\0]*/Image(?![A-Za-z])|/Length1")
_HEAD = 1_000  # bytes, which are enough for what says how a stream is packed
_LARGEST, _LARGEST_OF_ALL = 64_000_000, 600_000_000  # bytes, of one stream and of a file
_DENSE, _LARGEST_DENSE = 100, 8_000_000  # times, and bytes of all that unpacks to so much
_CHUNK = 65_536


def check_sizes(data: bytes) -> None:
    """Raise ``ReadError`` if the streams of a document unpack to more than it may need."""
    total = dense = 0
    for found in _STREAM.finditer(data):
        head = data[max(0, found.start() - _HEAD) : found.start()]
        head = head[head.rfind(b" obj") + 1 :]
        filters = len(_FLATE.findall(head))
        if not filters or _BIG.search(head):
            continue
        packed, size = _unpacked(data, found.end(), min(filters, 4))
        total += size
        if size > packed * _DENSE:
            dense += size
        if size > _LARGEST or total > _LARGEST_OF_ALL or dense > _LARGEST_DENSE:
            raise ReadError(ReasonCode.UNPACKS_TOO_LARGE, str(_LARGEST // 1_000_000))


def _unpacked(data: bytes, at: int, filters: int) -> tuple[int, int]:
    """Return how long a stream is, and to how many bytes it unpacks, or to more than may be."""
    first = at
    size = 0
    chain = [zlib.decompressobj() for _ in range(filters)]
    try:
        while at < len(data) and not chain[0].eof and size <= _LARGEST:
            piece = data[at : at + _CHUNK]
            at += len(piece)
            for number, one in enumerate(chain):
                # the last one may unpack to anything, so only a part is taken at a time
                limit = 4 * _LARGEST_DENSE
                piece = one.decompress(one.unconsumed_tail + piece, limit)
                if len(piece) == limit:
                    return at - first, size + limit
                if number == filters - 1:
                    size += len(piece)
    except zlib.error:
        pass
    return at - first - len(chain[0].unused_data), size

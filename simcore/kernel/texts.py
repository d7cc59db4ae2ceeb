"""The functions of the core, over NumPy arrays and strings.

Each takes what ``core.h`` declares, and brings the memory. It is kept from call to call, one piece
a thread, up to a size.
"""

import ctypes
import functools
import threading
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.kernel.flags import FOLD_IN_CONTEXT, FOLD_OTHER_LETTER, FOLD_SEVERAL
from simcore.kernel.library import library
from simcore.kernel.tables import CHARACTERS, WORDS, mapped_tables

_NO_ROOM, _IN_CONTEXT = -1, -2
_FOLD, _LETTERS, _SIMPLE = range(3)
_KEPT_MEMORY = 64 << 20

Codes = NDArray[np.uint32]


class Core(NamedTuple):
    """The library, and where its tables and jieba's words stand in memory."""

    library: ctypes.CDLL
    tables: int
    words: int


@functools.cache
def core() -> Core:
    """Return the core, loaded once a process. Raises ``CoreError``."""
    sections = mapped_tables()
    tables, words = (
        address(np.frombuffer(sections[at], dtype=np.uint8)) for at in (CHARACTERS, WORDS)
    )
    return Core(library(), tables, words)


class _CFolded(ctypes.Structure):
    _fields_ = (
        ("length", ctypes.c_int64),
        ("notes", ctypes.c_int64),
        ("spaces", ctypes.c_int64),
        ("wanted", ctypes.c_int64),
        ("traditional", ctypes.c_uint32),
        ("foreign", ctypes.c_uint32),
    )


class _CPrint(ctypes.Structure):
    _fields_ = (
        ("fingerprint", ctypes.c_uint64),
        ("words", ctypes.c_int64),
        ("features", ctypes.c_int64),
        ("sketch", ctypes.c_int64),
        ("finer", ctypes.c_int64),
        ("hash", ctypes.c_uint8 * 16),
    )


class FoldedCodes(NamedTuple):
    """A text with its characters and spaces folded, before simplified Chinese.

    ``traditional`` is whether it has traditional Chinese characters, ``foreign`` whether it has
    letters that are neither ASCII nor Chinese. ``notes`` has the characters that look otherwise, in
    order: all positions in the normal form, then what a reader sees instead. Both together are
    equal for texts with one visible form, spaces beside scripts written without them left out;
    ``spaces`` has the positions of those that are seen.
    """

    codes: Codes
    traditional: bool
    foreign: bool
    notes: bytes
    spaces: bytes


class Print(NamedTuple):
    """What the index stores of a text: see ``simcore.model.records.TextPrint``."""

    fingerprint: int | None
    words: int
    features: int
    sketch: bytes
    finer: bytes
    text_hash: bytes


class Memory(NamedTuple):
    """Bytes, and where they stand in memory."""

    bytes: NDArray[np.uint8]
    at: int


def memory(size: int) -> Memory:
    """Return so many bytes, all zeros."""
    made = np.zeros(size, dtype=np.uint8)
    return Memory(made, address(made))


class _OfThread(threading.local):
    def __init__(self) -> None:
        self._memory = memory(1 << 20)

    def of(self, size: int) -> Memory:
        """Return at least so many bytes: those of the last call, or more, which are zeros."""
        if size <= len(self._memory.bytes):
            return self._memory
        made = memory(size + size // 4)
        if len(made.bytes) <= _KEPT_MEMORY:
            self._memory = made
        return made


def address(array: NDArray[Any]) -> int:
    """Return where an array stands in memory. Raises ``ValueError`` if it is not in one piece."""
    if not array.flags.c_contiguous:
        raise ValueError("an array in several pieces")
    at: int = array.__array_interface__["data"][0]
    return at


def _text(codes: Codes) -> bytes | int:
    """Return what the core gets of a text: where it stands, or its bytes, which takes less time."""
    whole: object = codes.base
    return whole if type(whole) is bytes and len(whole) == codes.nbytes else address(codes)


MEMORY = _OfThread()
_MEMORY_OF_WORDS = _OfThread()
"""It begins with the hashes of words that came before: see ``core_print``."""


def fold(codes: Codes, *, seen: bool) -> FoldedCodes | None:
    """Fold a text; None if a character depends on its neighbours.

    With ``seen`` what looks otherwise is noted.
    """
    loaded = core()
    count = room = len(codes)
    made = _CFolded()
    text = _text(codes)
    while True:
        found, out = MEMORY.of(16 * room)
        places, looks, spaces = (out + 4 * room * part for part in (1, 2, 3))
        result = loaded.library.core_fold(
            loaded.tables, text, count, seen, room, out, places, looks, spaces, ctypes.byref(made)
        )
        if result != _NO_ROOM:
            break
        room = made.wanted
    if result == _IN_CONTEXT:
        return None

    def written(at: int, many: int) -> bytes:
        return found[at - out : at - out + 4 * many].tobytes()

    return FoldedCodes(
        np.frombuffer(written(out, made.length), dtype=np.uint32),
        made.traditional != 0,
        made.foreign != 0,
        written(places, made.notes) + written(looks, made.notes) if made.notes else b"",
        written(spaces, made.spaces) if made.spaces else b"",
    )


def printed(
    codes: Codes, *, foreign: bool, finer: bool = False, words: bytes | None = None
) -> Print:
    """Fingerprint a normal form by the default recipe, cut by the packed dictionary ``words``."""
    loaded = core()
    count = len(codes)
    memory = _MEMORY_OF_WORDS.of(loaded.library.core_needs(count))
    samples, at = MEMORY.of(8 * count)
    made = _CPrint()
    result = loaded.library.core_print(
        loaded.tables,
        loaded.words if words is None else words,
        _text(codes),
        count,
        foreign,
        memory.at,
        len(memory.bytes),
        at,
        at + 4 * count if finer else None,
        ctypes.byref(made),
    )
    if result:
        raise ValueError(f"the core has no room for {count} characters")
    return Print(
        made.fingerprint if made.features else None,
        made.words,
        made.features,
        samples[: 4 * made.sketch].tobytes(),
        samples[4 * count : 4 * (count + made.finer)].tobytes(),
        bytes(made.hash),
    )


def pieces(codes: Codes, *, foreign: bool, words: bytes | None = None) -> tuple[Codes, Codes]:
    """Cut a normal form; return where the pieces end, and the text in which they do.

    ``words`` is a packed dictionary, jieba's own if it is None.
    """
    loaded = core()
    count = len(codes)
    memory = MEMORY.of(loaded.library.core_needs(count))
    ends, bare = np.empty(count, dtype=np.uint32), np.empty(count if foreign else 0, np.uint32)
    made = loaded.library.core_pieces(
        loaded.tables,
        loaded.words if words is None else words,
        address(codes),
        count,
        foreign,
        memory.at,
        len(memory.bytes),
        address(ends),
        address(bare),
    )
    if made < 0:
        raise ValueError(f"the core has no room for {count} characters")
    ends = ends[:made]
    return ends, bare[: int(ends[-1]) if made else 0] if foreign else codes


def _entries(which: int, codes: Codes) -> Codes:
    """Return what a table has of each character: see ``core_entries``."""
    made = np.empty(len(codes), dtype=np.uint32)
    loaded = core()
    loaded.library.core_entries(loaded.tables, which, address(codes), len(codes), address(made))
    return made


def simple(codes: Codes) -> Codes:
    """Return the simplified character of each one."""
    return _entries(_SIMPLE, codes)


def may_be_foreign(codes: Codes) -> bool:
    """Return whether a normal form may have letters that are neither ASCII nor Chinese."""
    found = int(np.bitwise_or.reduce(_entries(_FOLD, codes)))
    return found & (FOLD_OTHER_LETTER | FOLD_IN_CONTEXT | FOLD_SEVERAL) != 0


def compared(codes: Codes) -> tuple[Codes, Codes]:
    """Return the comparison form of a normal form, and where its characters stand there."""
    loaded = core()
    made = np.empty((2, len(codes)), dtype=np.uint32)
    at = address(made)
    count = loaded.library.core_compared(
        loaded.tables, address(codes), len(codes), at, at + 4 * len(codes)
    )
    return made[0, :count], made[1, :count]


def letters(codes: Codes) -> Codes:
    """Return what the tables have of each character of a normal form: see ``core.h``."""
    return _entries(_LETTERS, codes)


def shingles(form: Codes) -> NDArray[np.uint64]:
    """Return the hashes of a comparison form's shingles in order."""
    made = np.empty(len(form), dtype=np.uint64)
    return made[: library().core_shingles(address(form), len(form), address(made))]

"""The functions of the core, over NumPy arrays and strings.

Each takes what ``core.h`` declares, and brings the memory. It is kept from call to call, one piece
a thread, up to a size.

An entry is the character that another one becomes, in the lowest 21 bits, with flags above.

A head of 8 bytes of magic, the version and the number of sections (32 bits each), the length of the
file, and for each section its start and its length (64 bits each), all little-endian; then the
sections, each at a multiple of 64 bytes, so that C may read them as what they are made of.
"""

import ctypes
import functools
import hashlib
import math
import mmap
import os
import platform
import struct
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.model.reasons import CoreError, Reason, ReasonCode

CODE = 0x1FFFFF

FOLD_IDLE = 1 << 21
FOLD_TRADITIONAL = 1 << 22
FOLD_DROPPED = 1 << 23
FOLD_SEVERAL = 1 << 24
FOLD_IN_CONTEXT = 1 << 25
FOLD_OTHER_LETTER = 1 << 26
FOLD_WORD = 1 << 28
FOLD_SEEN = 1 << 29

LETTER_DIGIT = 1 << 22
LETTER_WORD = 1 << 23
LETTER_MARK = 1 << 24
LETTER_POINT = 1 << 25
LETTER_BETWEEN = 1 << 26
LETTER_MINUS = 1 << 27
LETTER_CURRENCY = 1 << 28
LETTER_JOINED = 1 << 29


VERSION = 15
"""Of the functions and their arguments: ``CORE_VERSION`` in ``source/core.h`` is the same."""

NAME = {"win32": "_core.dll", "darwin": "_core.dylib"}.get(sys.platform, "_core.so")
MACHINES = {"x86_64", "amd64", "arm64", "aarch64"}

_POINTER, _COUNT, _FLAG = ctypes.c_void_p, ctypes.c_int64, ctypes.c_int32
_REAL = ctypes.c_double
_TEXT = _POINTER, _COUNT
_ARGUMENTS: dict[str, tuple[type | None, ...]] = {
    name: (_COUNT, *arguments)
    for name, arguments in {
        "core_fold": (_POINTER, *_TEXT, _FLAG, _COUNT, *[_POINTER] * 5),
        "core_entries": (_POINTER, _FLAG, *_TEXT, _POINTER),
        "core_compared": (_POINTER, *_TEXT, _POINTER, _POINTER),
        "core_shingles": (*_TEXT, _POINTER),
        "core_runs": (*_TEXT, _POINTER),
        "core_needs": (_COUNT,),
        "core_pieces": (_POINTER, _POINTER, *_TEXT, _FLAG, *_TEXT, _POINTER, _POINTER),
        "core_print": (_POINTER, _POINTER, *_TEXT, _FLAG, *_TEXT, *[_POINTER] * 2),
        "core_sort": (*_TEXT, _POINTER),
        "core_distinct": (*_TEXT, _POINTER),
        "core_each": (*_TEXT, _POINTER),
        "core_longer": (*_TEXT, _COUNT),
        "core_index": (*_TEXT, _COUNT, _POINTER),
        "core_shared": _TEXT,
        "core_places": (_POINTER, *_TEXT, _POINTER),
        "core_alone": (*_TEXT, _COUNT, _COUNT, _POINTER),
        "core_met": (
            *(_POINTER, _POINTER, _POINTER, _POINTER, _COUNT, _POINTER, _POINTER),
            *(_REAL, _REAL, _REAL, _POINTER, _POINTER, _POINTER, _COUNT),
        ),
    }.items()
}
"""What each function returns and takes; pointers are those of arrays."""


@cache
def library() -> ctypes.CDLL:
    """Return the core, loaded once a process; ctypes lets go of the GIL while a function runs.

    Raises ``CoreError`` where it is missing, cannot be loaded or is of another version.
    """
    return load(Path(__file__).parent / NAME)


def load(path: Path) -> ctypes.CDLL:
    """Load a library and declare its functions. Raises ``CoreError``, see ``library``."""
    try:
        loaded = ctypes.CDLL(os.fspath(path))
    except OSError as error:
        refuse_other_machines()
        if not path.exists():
            raise CoreError(Reason(ReasonCode.CORE_MISSING, (str(path),))) from error
        raise CoreError(Reason(ReasonCode.CORE_UNUSABLE, (str(path), str(error)))) from error
    try:
        loaded.core_version.restype = ctypes.c_uint32
        version = int(loaded.core_version())
    except AttributeError:  # what has no such function is none of ours
        version = 0
    if version != VERSION:
        values = str(path), str(version), str(VERSION)
        raise CoreError(Reason(ReasonCode.CORE_OTHER_VERSION, values))
    for name, (result, *arguments) in _ARGUMENTS.items():
        function = getattr(loaded, name)
        function.restype, function.argtypes = result, arguments
    return loaded


def refuse_other_machines() -> None:
    """Raise ``CoreError`` on a processor that the core is not made for.

    The build refuses them already (``packaging/native/targets.py``), so this is asked only where
    the core cannot be loaded.
    """
    machine = platform.machine()
    if machine.lower() in MACHINES and sys.byteorder == "little" and sys.maxsize > 2**32:
        return
    found = f"{machine or '?'}, {ctypes.sizeof(ctypes.c_void_p) * 8}-bit, {sys.byteorder}-endian"
    raise CoreError(Reason(ReasonCode.CORE_MACHINE, (found,)))


TABLES_VERSION = 5
"""Of what the sections are; a program and the tables that it was built with have the same."""

CHARACTERS, WORDS, NAMES, STOP_WORDS = range(4)
"""The sections: of all characters, of jieba's words (see ``core.h``), and two lists of words."""

TABLES_NAME = "tables.bin"
MAGIC = b"VARTABLE"
ALIGNED = 64
_HEAD = struct.Struct("<8sIIQ")
_SECTION = struct.Struct("<QQ")


@cache
def mapped_tables() -> list[memoryview]:
    """Return the sections of the tables, mapped once a process and never written.

    Raises ``CoreError`` where they are missing, damaged or of another version.
    """
    return map_sections(Path(__file__).parent / TABLES_NAME)


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
    if version != TABLES_VERSION:
        values = str(path), str(version), str(TABLES_VERSION)
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
    _HEAD.pack_into(body, 0, MAGIC, TABLES_VERSION, len(sections), len(body))
    for number, place in enumerate(places):
        _SECTION.pack_into(body, _HEAD.size + number * _SECTION.size, *place)
    path.write_bytes(body)


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


def printed(codes: Codes, *, foreign: bool, words: bytes | None = None) -> Print:
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
        ctypes.byref(made),
    )
    if result:
        raise ValueError(f"the core has no room for {count} characters")
    return Print(
        made.fingerprint if made.features else None,
        made.words,
        made.features,
        samples[: 4 * made.sketch].tobytes(),
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


_ALIGNED = 64


def packed(arrays: Sequence[NDArray[Any]], tail: bytes = b"") -> bytes:
    """Return the place and the length of each array, in bytes, then ``tail``, then the arrays."""
    at = _aligned(16 * len(arrays) + len(tail))
    places: list[int] = []
    parts: list[bytes] = []
    for array in arrays:
        data = array.astype(array.dtype.newbyteorder("<")).tobytes()
        places += [at, len(data)]
        parts.append(data.ljust(_aligned(len(data)), b"\0"))
        at += len(parts[-1])
    head = np.array(places, dtype="<u8").tobytes() + tail
    return head.ljust(_aligned(len(head)), b"\0") + b"".join(parts)


def _aligned(size: int) -> int:
    return -(-size // _ALIGNED) * _ALIGNED


_FIRST_HAN, _BEHIND_HAN = 0x4E00, 0x9FD6
_SIGNS = frozenset("+#&._%-")
_NODE_BITS, _NUMBER_BITS = 22, 16
_GOES_ON = np.uint64(1 << 62)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


def in_block(codes: Codes) -> NDArray[np.bool_]:
    """Mark the characters of which jieba's words are: Chinese ones, ASCII letters, a few signs."""
    block = (codes >= _FIRST_HAN) & (codes < _BEHIND_HAN)
    for character in map(chr, range(0x80)):
        if character.isalnum() or character in _SIGNS:
            block |= codes == ord(character)
    return block


def _numbers(codes: Codes) -> NDArray[np.int64]:
    wide = codes.astype(np.int64)
    return np.where(wide < 0x80, wide, wide - _FIRST_HAN + 0x80)


def _is_cut(codes: Codes, lengths: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Mark the words that a run of such characters may have; no other one is ever looked up."""
    behind = np.cumsum(lengths)
    outside = np.concatenate([[0], np.cumsum(~in_block(codes))])
    whole: NDArray[np.bool_] = outside[behind] == outside[behind - lengths]
    return whole


def dictionary(frequencies: Mapping[str, int], total: int) -> bytes:
    """Pack words with their frequencies, whose sum is ``total`` (see ``core.h``).

    Words of frequency 0 are none: jieba lists the beginnings of words so. Raises ``ValueError`` for
    more than some million words.
    """
    words = [word for word, times in frequencies.items() if times > 0 and word]
    lengths = np.fromiter(map(len, words), dtype=np.int64, count=len(words))
    codes = np.frombuffer("".join(words).encode("utf-32-le", "surrogatepass"), dtype="<u4")
    cut = np.flatnonzero(_is_cut(codes, lengths))
    starts = (np.cumsum(lengths) - lengths)[cut]
    lengths, words = lengths[cut], [words[at] for at in cut.tolist()]
    numbers = _numbers(codes)
    times = np.array([frequencies[word] for word in words], dtype=np.float64)
    nodes, keys = _nodes(starts, lengths, numbers, times)
    count = len(keys) + 1
    known = np.zeros(count, dtype=[("weight", np.float64), ("hash", np.uint64)])
    known["weight"] = np.nan  # of what is no word
    of_total = math.log(total)
    known["weight"][nodes] = [math.log(frequencies[word]) - of_total for word in words]
    known["hash"][nodes] = np.fromiter(map(_word_hash, words), dtype=np.uint64, count=len(words))
    each = np.arange(1, count, dtype=np.uint64)
    each |= keys.astype(np.uint64) << np.uint64(_NODE_BITS)
    each[np.unique(keys >> _NUMBER_BITS)[1:] - 1] |= _GOES_ON  # all parents but the root
    roots = keys < 1 << _NUMBER_BITS
    first = np.zeros(0x80 + _BEHIND_HAN - _FIRST_HAN, dtype=np.uint64)
    first[keys[roots]] = each[roots]
    edges, slots = _hashed(keys[~roots], each[~roots])
    tail = np.array([math.log(1) - of_total]).tobytes() + slots.to_bytes(8, "little")
    return packed([first, edges, known], tail)


def _word_hash(word: str) -> int:
    if not any(map(str.isalnum, word)):
        return 0
    return int.from_bytes(hashlib.blake2b(word.encode(), digest_size=8).digest(), "little")


def _nodes(
    starts: NDArray[np.int64],
    lengths: NDArray[np.int64],
    numbers: NDArray[np.int64],
    times: NDArray[np.float64],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the node of each word, and the key of each node but the root: parent and character.

    What is frequent comes first, so that what is known of it stands in few pages of memory.
    """
    now = np.zeros(len(starts), dtype=np.int64)
    keys: list[NDArray[np.int64]] = []
    made = 1
    for depth in range(int(lengths.max(initial=0))):
        longer = np.flatnonzero(lengths > depth)
        key = now[longer] << _NUMBER_BITS | numbers[starts[longer] + depth]
        new, at = np.unique(key, return_inverse=True)
        order = np.argsort(-np.bincount(at, weights=times[longer]), kind="stable")
        now[longer] = made + np.argsort(order)[at]
        keys.append(new[order])
        made += len(new)
    if made >> _NODE_BITS:
        raise ValueError("a dictionary of so many words")
    return now, np.concatenate([*keys, np.zeros(0, dtype=np.int64)])


def _hashed(keys: NDArray[np.int64], edges: NDArray[np.uint64]) -> tuple[NDArray[np.uint64], int]:
    """Hash edges to slots, a power of two; what finds its own full goes to the next empty one."""
    slots = 1 << max(4, (2 * len(keys)).bit_length())
    slot = keys.astype(np.uint64) * _GOLDEN >> np.uint64(32) & np.uint64(slots - 1)
    order = np.argsort(slot, kind="stable")
    rank = np.arange(len(order))
    places = np.maximum.accumulate(slot[order].astype(np.int64) - rank) + rank
    # behind the last one is an empty slot
    table = np.zeros(max(slots, int(places.max(initial=0)) + 1) + 1, dtype=np.uint64)
    table[places] = edges[order]
    return table, slots


Hashes = NDArray[np.uint64]
Counts = NDArray[np.int32]


def runs(form: Codes) -> Hashes:
    """Return the hashes of a comparison form's longer runs in order; a short form is one.

    They have twelve letters, or six characters where they begin with a Chinese one.
    """
    made = shingles(form)
    return made[: library().core_runs(address(form), len(made), address(made))]


Positions = NDArray[np.int64]
Places = NDArray[np.uint32]

_FIELDS, _SHARED = 7, 4
"""Of ``Sets`` in ``core.h``: how many, and from which on these are counts."""

_PAIRS_AT_ONCE = 1 << 16
_TEXTS_AT_ONCE = 256

_BEHIND = 4
"""Hashes behind others, as ``core.h`` says."""


def sort(values: Hashes) -> None:
    """Sort values in place: hashes several times as fast as NumPy, others hardly slower."""
    _called(library().core_sort, values)


def distinct(values: Hashes) -> Hashes:
    """Return the distinct values, sorted."""
    made = values.copy()
    return made[: _called(library().core_distinct, made)]


def longer(in_order: Hashes, length: int) -> Hashes:
    """Return the hashes of runs of ``length`` characters from those of shingles in order."""
    made = in_order.copy()
    count = library().core_longer(address(made), len(made), length)
    return made[:count]


def each(runs: Hashes) -> Hashes:
    """Return hashes that tell the occurrences of each hash apart, sorted; the first keeps its own.

    Two lists share as many of them as the sum of the lesser number of each hash.

    >>> one, two = (each(np.array(runs, np.uint64)) for runs in ([7, 7, 7, 8], [7, 7]))
    >>> shared([(Placed(one), Placed(two))])
    [2]
    """
    made = runs.copy()
    _called(library().core_each, made)
    return made


def _called(function: Callable[[int, int, int], int], values: Hashes) -> int:
    """Call what sorts values, with the spare room that it needs. Raises ``TypeError``."""
    if values.dtype != np.uint64:
        raise TypeError(f"values of {values.dtype} in the place of hashes")
    spare = MEMORY.of(2 * values.nbytes)
    return function(address(values), len(values), spare.at)


class Placed:
    """Sorted hashes, all different, which are compared with others often: see ``core.h``."""

    __slots__ = ("_kept", "at", "hashes", "nbytes", "size")

    def __init__(self, hashes: Hashes) -> None:
        size = self.size = len(hashes)
        kept = np.empty(size + _BEHIND, dtype=np.uint64)
        kept[:size] = hashes
        kept[size:] = hashes[-1] if size else 0
        self.hashes = kept[:size]
        # one or two hashes for each of the highest bits
        bits = max(2, size.bit_length() - 1)
        index = np.empty((1 << bits) + 1, dtype=np.uint32)
        at, of_index = address(kept), address(index)
        library().core_index(at, size, bits, of_index)
        row = np.array([at, of_index, size, bits], dtype=np.int64)
        self.at = address(row)
        """Where the core finds all of it."""
        self.nbytes = kept.nbytes + index.nbytes
        """The bytes of all that is kept."""
        self._kept = index, row

    def places(self, values: Hashes) -> Places:
        """Return where values stand among these hashes, which have all of them."""
        made = np.empty(len(values), dtype=np.uint32)
        library().core_places(self.at, address(values), len(values), address(made))
        return made


def shared(pairs: Sequence[tuple[Placed, Placed]]) -> list[int]:
    """Count what the two of each pair share."""
    ends = [
        (one.at, other.at) if one.size < other.size else (other.at, one.at) for one, other in pairs
    ]
    asked = np.zeros((len(pairs), _FIELDS), dtype=np.int64)
    asked[:, :2] = np.array(ends, dtype=np.int64).reshape(-1, 2)
    library().core_shared(address(asked), len(asked))
    counts: list[int] = asked[:, _SHARED].tolist()
    return counts


def alone(pairs: Sequence[tuple[Placed, Places, Placed]], single: int, few: int) -> Positions:
    """Count the runs of hashes that others lack, of each: hashes, their order, and others.

    The order is that of ``Placed.places``. Shape (3, n): the numbers of all runs, of those of up to
    ``single`` hashes, and of up to ``few``.
    """
    asked = np.zeros((len(pairs), _FIELDS), dtype=np.int64)
    asked[:, :_SHARED] = np.array(
        [(one.at, other.at, address(places), len(places)) for one, places, other in pairs],
        dtype=np.int64,
    ).reshape(-1, _SHARED)
    marks = MEMORY.of(max((one.size for one, *_ in pairs), default=0) + 1)
    library().core_alone(address(asked), len(asked), single, few, marks.at)
    return asked.T[_SHARED:]


class Sized(NamedTuple):
    """What sketches are compared by: rows of eight numbers, ``Sketched`` of ``core.h``."""

    rows: Counts

    @classmethod
    def of(cls, sizes: Positions, runs: Positions, rates: Positions, coarser: Positions) -> "Sized":
        """Put the columns together; ``coarser`` has five, of the samples at sparser rates."""
        return cls(np.column_stack([sizes, runs, rates, coarser]).astype(np.int32))


class Meeting:
    """Finds the texts that share lists with others, often enough to be compared.

    ``lists`` are texts, list by list; ``every`` is of all texts. A pair is found that may share
    ``alike`` of both sketches or ``held`` of the smaller one, less one or ``slack`` times the
    square root of that. Several threads may ask at a time.
    """

    def __init__(
        self, lists: Counts, every: Sized, alike: float, held: float, slack: float = 0.0
    ) -> None:
        self._held = lists, every.rows
        self._shares = alike / (1 + alike), held, slack

    def of(
        self, slices: Counts, first: Positions, asked: Sized, rows: slice, check: Callable[[], None]
    ) -> Iterator[Counts]:
        """Yield pairs with some of the asked texts: its number, the text, how often they meet.

        ``slices`` of the lists, shape (n, 2), are those of asked text t from ``first[t]`` to
        ``first[t + 1]``. Shape of the pairs: (n, 3).
        """
        lists, every = self._held
        texts = len(every)
        times, met = np.zeros(texts, dtype=np.int32), np.empty(texts + 1, dtype=np.int32)
        room = texts + _PAIRS_AT_ONCE
        pairs = np.empty((room, 3), dtype=np.int32)
        begin = np.array([rows.start], dtype=np.int64)
        before = [address(one) for one in (lists, slices, first, begin)]
        after = [address(one) for one in (times, met, pairs)]
        sized = address(asked.rows), address(every)
        while begin[0] < rows.stop:
            check()
            end = min(rows.stop, int(begin[0]) + _TEXTS_AT_ONCE)
            count = library().core_met(*before, end, *sized, *self._shares, *after, room)
            yield pairs[:count].copy()

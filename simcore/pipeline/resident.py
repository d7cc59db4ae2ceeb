"""The sketches of all texts of an index, inverted in a file beside it and mapped into memory.

The file is a cache: one question should not wait for 65 MB of sketches. Newer texts are looked up
in the index, removed ones left out. A random mark ties the file to its index; other, older and
damaged files are ignored. A scan writes it anew if none fits or a quarter of the texts changed; it
goes with forgotten documents.

A failing disk under a mapping ends the process, so the window keeps a library in memory
(``ResidentLibrary``), as does the watch; commands map the file.
"""

import contextlib
import functools
import json
import mmap
import os
import sys
import threading
import weakref
import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.arrays import positions_in, ranges
from simcore.candidates.inverted import Bounds, Inverted
from simcore.candidates.sketches import LEAST_SKETCH, SAMPLINGS, SHORT_TEXT, Sketches
from simcore.files.disk import identity, identity_at
from simcore.files.opening import lock, open_lock, open_regular
from simcore.formats.reading import READER_VERSION
from simcore.index import index as index_queries
from simcore.index.index import FingerprintIndex, every_text, mark_anew, mark_of, one_state
from simcore.index.paths import sketches_path
from simcore.index.schema import VERSION
from simcore.model.config import ScanConfig
from simcore.model.reasons import SimcoreError
from simcore.model.records import TextId
from simcore.text.normal_form import content_hash
from simcore.text.shingles import places_in_runs
from simcore.workers import give_back

LEAST_TEXTS = 5_000
"""Of fewer texts all sketches are read in no time."""

_MAGIC = b"Variorum sketches 4\n"
_HEADER_BYTES = 1 << 14
_ALIGNED = 64
_AT_ONCE = 1 << 24
_MOST_OTHERS = 0.25
_ARRAYS = ("texts", "rows", "values", "owners")
_KINDS = frozenset({"u4", "i4", "i8"})

_Values = NDArray[np.uint32]
_Integers = NDArray[np.int64]
_Check = Callable[[], None]


@dataclass(frozen=True, slots=True, eq=False)
class MappedSketches(Inverted):
    """Texts of an index and their sketches; ``newest`` was the greatest id of a text."""

    newest: int

    def candidates(self, sketch: _Values, bounds: Bounds) -> set[TextId]:
        """Return the texts that share enough with one more. Raises ``ValueError`` if damaged."""
        self._held(sketch)
        _, at, _ = self.met(Sketches.of([sketch]), bounds)
        return set(map(TextId, self.texts[at].tolist()))

    def frequencies(self, values: _Values) -> _Integers:
        """Return how many texts have each of some samples. Raises ``ValueError`` if damaged."""
        number, held = self._held(values)
        return np.bincount(number[~self.gone[held]], minlength=len(values))

    def _held(self, values: _Values) -> tuple[_Integers, NDArray[np.int32]]:
        begin, end = self.lists(values)
        counts = np.maximum(0, end - begin)
        held = self.owners[ranges(begin, counts)]
        if len(held) and not 0 <= held.min() <= held.max() < len(self):
            raise ValueError(self.newest)
        return np.repeat(np.arange(len(values)), counts), held


def mapped_sketches(index: FingerprintIndex, *, read: bool = False) -> MappedSketches | None:
    """Return the sketches of the file beside an index as of now; None if it does not fit.

    They are ``read`` into memory and checked, or mapped. Raises the errors of the index.
    """
    if str(index.path) == ":memory:":
        return None
    with (
        contextlib.suppress(OSError, ValueError, LookupError, TypeError),
        open_regular(sketches_path(index.path)) as file,
    ):
        header = _header_of(file)
        if _is_of(index, header):
            held: mmap.mmap | bytes
            if read:
                file.seek(0)
                held = file.read()
                if zlib.crc32(memoryview(held)[_HEADER_BYTES:]) != header["sum"]:
                    raise ValueError(file.name)
            else:
                held = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            found = _found(header, held)
            _, here = positions_in(every_text(index), found.texts)
            return replace(found, gone=~here)
    return None


def keep_sketches(index: FingerprintIndex, check: _Check, *, read: bool) -> None:
    """Write the file beside an index if none fits; ``read``: texts may have changed.

    ``check`` is called often, and may raise; the old file then stays. A failed write is no error:
    questions take longer.
    """
    if str(index.path) == ":memory:":
        return
    known = _serving(index)
    if known is not None and not read:
        return
    with index.reading():
        texts = every_text(index)
    if len(texts) < LEAST_TEXTS:
        return
    if known is not None:
        newest, before = known
        here = int(np.count_nonzero(texts <= newest))
        if before - here + len(texts) - here <= _MOST_OTHERS * len(texts):
            return
    with contextlib.suppress(SimcoreError, OSError):
        _put(sketches_path(index.path), partial(_pieces, index, check), check)


def _serving(index: FingerprintIndex) -> tuple[int, int] | None:
    with (
        contextlib.suppress(OSError, ValueError, LookupError, TypeError),
        open_regular(sketches_path(index.path)) as file,
    ):
        header = _header_of(file)
        if _is_of(index, header):
            return int(header["newest"]), int(header["texts"])
    return None


def _made_as() -> list[Any]:
    return [VERSION, READER_VERSION, *SAMPLINGS, LEAST_SKETCH, SHORT_TEXT, sys.byteorder]


def _is_of(index: FingerprintIndex, header: dict[str, Any]) -> bool:
    return bool(header["made as"] == _made_as() and header["mark"] == mark_of(index))


def _pieces(index: FingerprintIndex, check: _Check) -> list[Any]:
    """Mark the index; return what to write: empty if a text has no sketch yet."""
    mark_anew(index)
    with one_state(index):
        mark, texts = mark_of(index), every_text(index)
        parts, seen = [], 0
        for ids, some in index.sketches():
            check()
            _, there = positions_in(texts, ids)
            if not there.all():
                return []
            parts.append(some)
            seen += len(ids)
    if seen < len(texts):
        return []  # a text of an early version has none until it is read again
    made = Inverted.of(texts, Sketches.joined(parts))
    arrays = {name: getattr(made, name) for name in _ARRAYS}
    described: list[list[Any]] = []
    end = _HEADER_BYTES
    for name, one in arrays.items():
        described.append([name, one.dtype.str[1:], list(one.shape), end])
        end += -(-one.nbytes // _ALIGNED) * _ALIGNED
    pieces: list[Any] = []
    for one in arrays.values():
        pieces += [np.ascontiguousarray(one).data, bytes(-one.nbytes % _ALIGNED)]
    header = {
        "made as": _made_as(),
        "mark": mark,
        "newest": int(texts[-1]),
        "texts": len(texts),
        "arrays": described,
        "bytes": end,
        "sum": functools.reduce(lambda before, piece: zlib.crc32(piece, before), pieces, 0),
    }
    written = json.dumps(header).encode()
    first = _MAGIC + content_hash(written) + written
    return [first.ljust(_HEADER_BYTES, b"\0"), *pieces]


def _put(path: Path, made: Callable[[], list[Any]], check: _Check) -> None:
    """Write ``made`` to a file and rename it; not while another process does."""
    part = path.with_name(f".{path.name}.part")
    with open_lock(part) as file:
        # what another one has just finished has the name already, and may be mapped
        if not lock(file, alone=True) or identity_at(part) != identity(os.fstat(file.fileno())):
            return
        try:
            pieces = made()
            if not pieces:
                part.unlink()
                return
            file.truncate(0)
            for piece in pieces:
                view = memoryview(piece).cast("B")
                while view:
                    check()
                    view = view[file.write(view[:_AT_ONCE]) :]
            os.fsync(file.fileno())  # the name must not be there before the bytes
        except BaseException:
            part.unlink()
            raise
    os.replace(part, path)  # noqa: PTH105 - the documented atomic one


def _header_of(file: IO[bytes]) -> dict[str, Any]:
    first = file.read(_HEADER_BYTES)
    start = len(_MAGIC)
    written = first[start + 16 :].rstrip(b"\0")
    if not first.startswith(_MAGIC) or first[start : start + 16] != content_hash(written):
        raise ValueError(file.name)
    header: dict[str, Any] = json.loads(written)
    if header["bytes"] != os.fstat(file.fileno()).st_size:
        raise ValueError(file.name)
    return header


def _found(header: dict[str, Any], held: mmap.mmap | bytes) -> MappedSketches:
    arrays: list[NDArray[Any]] = []
    for name, (named, kind, shape, at) in zip(_ARRAYS, header["arrays"], strict=True):
        if name != named or kind not in _KINDS:
            raise ValueError(named)
        some = np.frombuffer(held, dtype=kind, count=int(np.prod(shape)), offset=at)
        arrays.append(some.reshape(shape))
    texts, rows, values, owners = arrays
    if len(values) != len(owners) or len(texts) != len(rows) or rows.shape[1:] != (8,):
        raise ValueError(header["newest"])
    gone = np.zeros(len(texts), dtype=np.bool_)
    return MappedSketches(texts, rows, values, owners, gone, header["newest"])


_TIMES_AS_LARGE = 4
"""A part is merged with what follows it unless it is more than so many times as large.

So a sample is copied a few times, however the texts came, and an answer looks at few parts.
"""

_NO_TEXTS = np.zeros(0, dtype=np.int64)

# from so many texts on, memory is returned to the system while they are loaded
_MANY = 10_000


class ResidentLibrary:
    """Inverted sketches of all texts that an index has of one recipe.

    Takes eight bytes a sample; a text of 5 kB has about 150. One thread at a time may refresh; any
    number may ask meanwhile and get the former state.
    """

    def __init__(self, recipe: str) -> None:
        self.recipe = recipe
        """The key of the recipe of the fingerprints, see ``recipe_key``."""
        self._parts: tuple[Inverted, ...] = ()
        self._lock = threading.Lock()
        self._held = np.zeros(0, dtype=np.int64)
        self._file: tuple[int, ...] = ()  # what tells the loaded index from another file
        self._newest = 0
        self._mark: str | None = None
        self._seen: weakref.WeakKeyDictionary[FingerprintIndex, index_queries.IndexState]
        self._seen = weakref.WeakKeyDictionary()

    def __len__(self) -> int:
        return len(self._held)

    def refresh(self, index: FingerprintIndex, check: Callable[[], None] = lambda: None) -> None:
        """Follow the index: the first call loads it, later ones take up changes.

        Without changes this takes microseconds; another file is loaded anew. ``check`` is called
        often and may raise; then nothing changes here. Raises the errors of the index, too.
        """
        with self._lock, index.explained():
            state = index_queries.state_now(index)
            if self._seen.get(index) == state:
                return
            with index_queries.one_state(index):
                self._follow(index, check)
            self._seen[index] = state

    def _follow(self, index: FingerprintIndex, check: Callable[[], None]) -> None:
        file, newest = index_queries.file_of(index), index_queries.newest_text(index)
        # an id is never used twice in a file, but the number of a file that was deleted is
        mark = index_queries.first_seen(index, self._newest)
        other = None not in (mark, self._mark) and mark != self._mark
        replaced = file != self._file or newest < self._newest or other
        known = self._held[:0] if replaced else self._held
        parts = () if replaced else self._parts
        now = index_queries.held(index, self.recipe)
        gone = np.setdiff1d(known, now, assume_unique=True)
        new = np.setdiff1d(now, known, assume_unique=True)
        if len(gone):
            parts = tuple(part.without(gone) for part in parts)
            parts = tuple(part for part in parts if not part.gone.all())
        if len(new):
            check()
            ids, sketches = read_sketches(index, new, check)
            parts = _with(parts, Inverted.of(ids, sketches))
            give_back()
        if replaced:
            self._seen.clear()
        self._parts, self._held, self._file, self._newest = parts, now, file, newest
        self._mark = index_queries.first_seen(index, newest)

    def take(self, texts: NDArray[np.int64], sketches: Sketches) -> None:
        """Add texts just written to the index, without reading it; for its only writer."""
        with self._lock:
            self._parts = _with(self._parts, Inverted.of(texts, sketches))
            self._held = np.concatenate([self._held, texts])

    def drop(self, texts: NDArray[np.int64]) -> None:
        """Drop texts that no document of the index has any more; as ``take``."""
        with self._lock:
            parts = (part.without(texts) for part in self._parts)
            self._parts = tuple(part for part in parts if not part.gone.all())
            self._held = np.setdiff1d(self._held, texts, assume_unique=True)

    def candidates_of(self, asked: Sketches, config: ScanConfig) -> list[list[TextId]]:
        """Return the texts worth an exact comparison with each of some, the most alike first.

        A text of the library is among its own candidates.
        """
        bounds = Bounds.of(config.thresholds, contained=config.contained)
        number, texts, alike = [_NO_TEXTS], [_NO_TEXTS], [np.zeros(0)]
        own = asked.sizes.astype(np.float64)
        for part in self._parts:
            row, at, shared = part.met(asked, bounds)
            number.append(row)
            texts.append(part.texts[at])
            alike.append(shared / np.maximum(1, own[row] + part.rows[at, 0] - shared))
        row, found = np.concatenate(number), np.concatenate(texts)
        order = np.lexsort((found, -np.concatenate(alike), row))
        edges = np.searchsorted(row[order], np.arange(len(asked) + 1)).tolist()
        listed = [TextId(text) for text in found[order].tolist()]
        return [listed[begin:end] for begin, end in pairwise(edges)]

    def frequencies(self, samples: NDArray[np.uint32]) -> NDArray[np.int64]:
        """Return how many texts have each of some samples; a few removed texts may count."""
        found = np.zeros(len(samples), dtype=np.int64)
        for part in self._parts:
            found += part.frequencies(samples)
        return found

    def holders(
        self, samples: NDArray[np.uint32], most: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return texts that have any of some samples, and the position of the sample, ascending.

        Of each sample at most ``most`` texts, the oldest: samples of the same texts then name the
        same ones.
        """
        found = [part.holders(samples, most) for part in self._parts]
        texts = np.concatenate([_NO_TEXTS, *(one for one, _ in found)])
        places = np.concatenate([_NO_TEXTS, *(one for _, one in found)])
        order = np.lexsort((texts, places))
        texts, places = texts[order], places[order]
        within = places_in_runs(places) < most
        return texts[within], places[within]


def read_sketches(
    index: FingerprintIndex, texts: NDArray[np.int64], check: Callable[[], None]
) -> tuple[NDArray[np.int64], Sketches]:
    """Return the sketches of those of some texts that have one, by ascending ids."""
    parts, found = [], [_NO_TEXTS]
    for ids, some in index.sketches(only=texts if len(texts) < _MANY else None):
        check()
        _, wanted = positions_in(texts, ids)
        parts.append(some.where(wanted))
        found.append(ids[wanted])
    return np.concatenate(found), Sketches.joined(parts)


def _with(parts: tuple[Inverted, ...], newest: Inverted) -> tuple[Inverted, ...]:
    while parts and len(parts[-1].values) <= _TIMES_AS_LARGE * len(newest.values):
        parts, newest = parts[:-1], parts[-1].merged(newest)
    return (*parts, newest)

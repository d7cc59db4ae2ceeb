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
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.bounds import LeastShared, proposing_distance
from simcore.candidates.inverted import Asked, InvertedTexts, PackedPostings, Proposed
from simcore.candidates.parameters import PARAMETERS, as_array
from simcore.candidates.postings import SampleRanges, positions_in, promising, sizes_by_sampling
from simcore.files.disk import identity, identity_at
from simcore.files.opening import lock, open_lock, open_regular
from simcore.fingerprints import width_of
from simcore.formats.reading import READER_VERSION
from simcore.index import index as index_queries
from simcore.index.index import FingerprintIndex, every_text, mark_anew, mark_of, one_state
from simcore.index.paths import sketches_path
from simcore.index.schema import VERSION
from simcore.model.config import ScanConfig
from simcore.model.reasons import SimcoreError
from simcore.model.records import TextId
from simcore.text.normal_form import content_hash
from simcore.workers import give_back

LEAST_TEXTS = 5_000
"""Of fewer texts all sketches are read in no time."""

_MAGIC = b"Variorum sketches 2\n"
_HEADER_BYTES = 1 << 14
_ALIGNED = 64
_AT_ONCE = 1 << 24
_MOST_OTHERS = 0.25
_ARRAYS = ("texts", "level", "sizes", "starts", "rest", "lower", "upper")
_KINDS = frozenset({"u1", "u2", "i4", "i8"})

_Values = NDArray[np.uint32]
_Integers = NDArray[np.int64]
_Check = Callable[[], None]


@dataclass(frozen=True, slots=True, eq=False)
class MappedSketches:
    """Texts of an index and their sketches; arrays are as in ``InvertedTexts``.

    ``newest`` is the greatest id of a text when the file was made.
    """

    texts: _Integers
    level: NDArray[np.uint8]
    sizes: NDArray[np.int32]
    postings: PackedPostings
    gone: NDArray[np.bool_]
    newest: int

    def candidates(self, sketch: _Values, containment: float) -> set[TextId]:
        (level,), own = sizes_by_sampling(sketch, np.array([len(sketch)], dtype=np.int64))
        (shared,) = self.postings.counted([sketch], len(self.texts))
        at = np.flatnonzero((shared > 0) & ~self.gone)
        levels = np.maximum(level, self.level[at])
        one, other = own[levels, 0], self.sizes[levels, at].astype(np.float64)
        worth = promising(shared[at].astype(np.float64), one, other, levels > 0, containment)
        return set(map(TextId, self.texts[at[worth]].tolist()))

    def frequencies(self, samples: _Values) -> _Integers:
        found = np.zeros(len(samples), dtype=np.int64)
        for asked, owners in self.postings.holding(samples):
            found += np.bincount(asked[~self.gone[owners]], minlength=len(samples))
        return found


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
    parameters = content_hash(repr(PARAMETERS).encode()).hex()
    return [VERSION, READER_VERSION, parameters, sys.byteorder]


def _is_of(index: FingerprintIndex, header: dict[str, Any]) -> bool:
    return bool(header["made as"] == _made_as() and header["mark"] == mark_of(index))


def _pieces(index: FingerprintIndex, check: _Check) -> list[Any]:
    """Mark the index; return what to write: empty if a text has no sketch yet."""
    mark_anew(index)
    with one_state(index):
        mark, texts = mark_of(index), every_text(index)
        samples, seen = SampleRanges(len(texts)), 0
        for ids, values, sizes in index.sketches():
            check()
            at, there = positions_in(texts, ids)
            if not there.all():
                return []
            samples.add(at, values, sizes)
            seen += len(ids)
    if seen < len(texts):
        return []  # a text of an early version has none until it is read again
    level, sizes_of_each = samples.level.astype(np.uint8), samples.sizes

    def check_and_give_back() -> None:
        check()
        give_back()  # what is dropped lies in pieces among what is still there

    postings = PackedPostings.of_samples(samples, check_and_give_back)
    del samples
    packed = postings.starts, postings.rest, postings.lower, postings.upper
    arrays = dict(zip(_ARRAYS, (texts, level, sizes_of_each, *packed), strict=True))
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
        "shift": postings.shift,
        "bits": postings.bits,
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
    texts, level, sizes, starts, rest, lower, upper = arrays
    postings = PackedPostings(header["shift"], starts, rest, lower, header["bits"], upper)
    if starts[0] != 0 or starts[-1] != len(rest) or (starts[1:] < starts[:-1]).any():
        raise ValueError(header["newest"])
    gone = np.zeros(len(texts), dtype=np.bool_)
    return MappedSketches(texts, level, sizes, postings, gone, header["newest"])


_TIMES_AS_LARGE = 4
"""A part is merged with what follows it unless it is more than so many times as large.

So a sample is copied a few times, however the texts came, and an answer looks at few parts.
"""

_NO_TEXTS = np.zeros(0, dtype=np.int64)

# from so many texts on, memory is returned to the system while they are loaded
_MANY = 10_000


class ResidentLibrary:
    """Fingerprints and inverted sketches of all texts that an index has of one recipe.

    Takes four to five bytes a sample; a text of 5 kB has about 150. One thread at a time may
    refresh; any number may ask meanwhile and get the former state.
    """

    def __init__(self, recipe: str) -> None:
        self.recipe = recipe
        """The key of the recipe of the fingerprints, see ``recipe_key``."""
        self._width = width_of(recipe)
        self._parts: tuple[InvertedTexts, ...] = ()
        self._lock = threading.Lock()
        self._held = np.zeros(0, dtype=np.int64)
        self._file: tuple[int, ...] = ()  # what tells the loaded index from another file
        self._newest = 0
        self._mark: str | None = None
        self._seen: weakref.WeakKeyDictionary[FingerprintIndex, index_queries.IndexState]
        self._seen = weakref.WeakKeyDictionary()

    def __len__(self) -> int:
        return len(self._held)

    def let_go(self) -> None:
        for part in self._parts:
            part.let_go()

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
            listed = index_queries.read_texts(index, self.recipe, new)
            parts = (*parts, self._inverted(new, listed, check))
        parts = _merged(parts, check)
        if replaced:
            self._seen.clear()
        self._parts, self._held, self._file, self._newest = parts, now, file, newest
        self._mark = index_queries.first_seen(index, newest)

    def take(self, some: index_queries.HeldTexts) -> None:
        """Add texts just written to the index, without reading it; for its only writer."""
        with self._lock:
            new = self._inverted(some.texts, [some], lambda: None)
            self._parts = _merged((*self._parts, new), lambda: None)
            self._held = np.concatenate([self._held, some.texts])

    def drop(self, texts: NDArray[np.int64]) -> None:
        """Drop texts that no document of the index has any more; as ``take``."""
        with self._lock:
            parts = (part.without(texts) for part in self._parts)
            self._parts = tuple(part for part in parts if not part.gone.all())
            self._held = np.setdiff1d(self._held, texts, assume_unique=True)

    def _inverted(
        self,
        new: NDArray[np.int64],
        listed: Iterable[index_queries.HeldTexts],
        check: Callable[[], None],
    ) -> InvertedTexts:
        def check_piece() -> None:
            check()
            if many:
                give_back()

        many = len(new) > _MANY
        samples = SampleRanges(len(new))
        words, short = [], []
        done = 0
        for some in listed:
            check()
            count = len(some.texts)
            samples.add(np.arange(done, done + count), some.samples, some.sizes)
            words.append(as_array(some.fingerprints, self._width))
            short.append(some.short)
            done += count
        made = InvertedTexts.of(
            new, np.concatenate(words), np.concatenate(short), samples, check_piece
        )
        del samples
        check_piece()
        return made

    def candidates(self, asked: Asked, config: ScanConfig) -> list[TextId]:
        """Return the texts worth an exact comparison with one more, the most alike first."""
        return self.candidates_of([asked], config)[0]

    def candidates_of(self, asked: Sequence[Asked], config: ScanConfig) -> list[list[TextId]]:
        """Return the texts worth an exact comparison with each of some, the most alike first.

        They include all that a scan shows at the thresholds of ``config``, except by the chance
        given at ``InvertedTexts.candidates``. A text of the library is among its own candidates.
        """
        parts = self._parts
        proposing = proposing_distance(config, sum(map(len, parts)), self._width)
        least = LeastShared(config.containment)
        found = [part.candidates(asked, config, proposing, least) for part in parts]
        return [_most_alike_first([some[at] for some in found]) for at in range(len(asked))]

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
        none = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
        found = [part.holders(samples, most) for part in self._parts]
        texts = np.concatenate([one for one, _ in [none, *found]])
        places = np.concatenate([one for _, one in [none, *found]])
        if len(found) < 2:
            return texts, places
        order = np.lexsort((texts, places))
        texts, places = texts[order], places[order]
        begins = np.searchsorted(places, np.arange(len(samples)))
        within = np.arange(len(places)) - begins[places] < most
        return texts[within], places[within]


def _merged(
    parts: tuple[InvertedTexts, ...], check: Callable[[], None]
) -> tuple[InvertedTexts, ...]:
    while len(parts) > 1 and len(parts[-2].postings) <= _TIMES_AS_LARGE * len(parts[-1].postings):
        check()
        parts = (*parts[:-2], parts[-2].merged(parts[-1]))
    return parts


def _most_alike_first(found: Sequence[Proposed]) -> list[TextId]:
    texts = np.concatenate([_NO_TEXTS, *(some.texts for some in found)])
    alike = np.concatenate([np.zeros(0), *(some.alike for some in found)])
    return [TextId(text) for text in texts[np.lexsort((texts, -alike))].tolist()]
